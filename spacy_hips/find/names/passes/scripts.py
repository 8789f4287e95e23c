"""Names in Chinese, Japanese and Korean script inside a text in Latin letters.

The finder has seen few of them. The form of the signs (text/lexicon/script_names.py) and what
stands beside them decide: a name looks like one, is announced, or stands beside the same name in
Latin letters. What is quoted, translated or called a word or a dish is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ....core.labels import NAME_LABELS
from ....core.later import regex
from ....core.spans import PiiSpan
from ....text.lexicon.person_words import DAYS
from ....text.lexicon.places import place_names
from ....text.lexicon.script_names import Shape, is_surname, shape
from ....text.lexicon.tables import dictionary, fold, script_of, titles
from ....text.lexicon.words import Lexicon
from ....text.page.page import Page
from ..name_pass import NamePass
from ..things import MISTAKEN

_SIGN = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}々ー]"
_RUN = regex.compile(rf"{_SIGN}+(?:[・·]{_SIGN}+)*")
_GAP = (" ", "\u3000")
_DOTTED = regex.compile(rf"{_SIGN}[・·]{_SIGN}")
_FEW = 12
"""So many signs beside any Latin letters are no text in another script."""
_LATIN = regex.compile(r"\p{Latin}")
_REACH = 48
# What stands before a name: whatever the signs are, unless they are a known word.
_SAYS = regex.compile(
    r"(?i:(?<!\p{L})(?:mr|mrs|ms|miss|dr|prof|professor|dear|hi|hello|hey|thanks to|thank you,?"
    r"|named|name is|name was|(?:full|maiden|chinese|korean|japanese|pen|given|first|last|family"
    r"|real|own|birth|my|her|his) name,?|call(?:ed|s)? (?:me|him|her)|i am|i['’]m|submitted by"
    r"|written by|sincerely,|regards,|love,|(?:name|author|student|teacher|tutor|instructor|advisor"
    r"|from|to|cc|signed|by|members?|partner)[^\S\n]?[:：]"
    r"|(?:friends?|mates?|roommate|groupmate|classmates?|teammates?|partner|neighbou?r"
    r"|cousin|brother|sister|uncle|aunt|auntie|mother|father|mom|mum|dad|grandma|grandpa"
    r"|grandmother|grandfather|husband|wife|son|daughter|girlfriend|boyfriend|boss|colleague|coach"
    r"|tutor|teacher|professor|instructor|nephew|niece|leader|student)(?: is| was|[,:])?))\.?"
    r"(?:[^\S\n]{1,2}|\n{1,2}|(?<=[:：]))\Z"
)
_WITH = regex.compile(
    r"(?i:(?<!\p{L})(?:and|with|by|met|meet|or|beside|asked|ask|told|tell|helped|thanks?|from|for|to|when|if"
    r"|because|than|as|that|but|so|then|while|until|visited|emailed|called|miss|saw))[^\S\n]\Z"
    r"|(?:^|[.!?;]\s|\n)[^\S\n]*\Z"
)
_THEN = regex.compile(
    r"['’]s(?!\p{L})|,? (?:and (?:I|me|she|he)|who|said|says|told|tells|asked|asks|wrote|writes"
    r"|helped|helps|came|comes|left|went|goes|has|had|did|does|will|would|can|could|was|is|likes?"
    r"|loves?|made|makes|gave|got|took|sent|called|thinks?|thought|agreed|laughed|lives|lived|moved"
    r"|taught|never|always|also|just|still|showed|read|sat|sits)(?!\p{L})"
    r"| ?[-–]? ?(?:san|sensei|kun|chan|ssi|nim|hyung|noona|unnie|oppa|laoshi|jie|ge)(?!\p{L})"
)
# What stands before a word or the name of a thing.
_THING = regex.compile(
    r"(?i:(?<!\p{L})(?:words?|characters?|kanji|hanja|hanzi|kana|phrases?|terms?|expressions?|sayings?"
    r"|proverb|idiom|greeting|dish|dishes|food|foods|book|novel|song|film|movie|drama|poem|poems|city|town"
    r"|province|village|festival|holiday|restaurant|shop|sign|label|titled|entitled|means|meaning|mean"
    r"|says|say|said|write|wrote|writing|read|reads|spelled|spelt|written as|pronounced|translated"
    r"|symbol|radical|syllable|syllables|letters?|verb|noun|concept|of|in|at|near|visit|eat|eating|ate"
    r"|drink|cook|cooked|watch(?:ed)?|chapter|story|magazine|newspaper|temple|street|station))"
    r"[,:]?[^\S\n]{1,2}[\"“”‘’'«*_(]{0,2}\Z"
)
_MARKED = regex.compile(r"[*_「]\Z")
_ARTICLE = regex.compile(r"(?i:(?<!\p{L})(?:the|an?|some|this|these|every|no))[^\S\n]\Z")
_TITLE = regex.compile(r"[《〈『]\Z")
_GLOSS = regex.compile(
    r"[\"”’'»*_]{0,2},?[^\S\n]?(?:[(（][\"“‘']?(?![^()（）]{0,60}\p{Lu})\p{Ll}"
    r"|(?:which |that |it )?(?:means|meant|is (?:the|a) word|stands for|translates)(?!\p{L})"
    r"|= ?[\"“']?\p{Ll})"
)
_WORD = regex.compile(r"[\p{L}-]+")
_WORDS = r"(?P<name>\p{Lu}\p{Ll}+(?:[ -]\p{L}\p{Ll}+){0,2})"
_LATIN_BEHIND = regex.compile(rf"[^\S\n]?[(（]{_WORDS}[)）]")
_LATIN_BEFORE = regex.compile(rf"(?<![\p{{L}}\p{{N}}]){_WORDS}[^\S\n]?[(（]\Z")
_BESIDE = regex.compile(r"[^\S\n]?(?:[(（\[/|,]|/|–|-)[^\S\n]?")
_PARTICLES = ("에게", "이랑", *"은는이가을를의아야와과랑도")


@dataclass(frozen=True)
class Scripts:
    """Takes signs of Chinese, Japanese and Korean script for names where they are somebody's.

    score (float): The score of such a name.

        >>> page = Page("My group mate is 王小雨 and she likes 春节.")
        >>> [page.text[s.start : s.end] for s in Scripts()(page, [], Lexicon())]
        ['王小雨']
    """

    score: float = 0.9

    def __call__(self, page: Page, spans: Sequence[PiiSpan], lexicon: Lexicon) -> Sequence[PiiSpan]:
        """Give all spans of the document; a place or a thing gives way."""
        runs = list(_runs(page.text))
        if not runs:
            return spans
        out = {(s.start, s.end): s for s in spans}
        at = {i: s for s in spans for i in range(s.start, s.end)}
        beside = {i for s in spans if s.label in NAME_LABELS for i in (s.start, s.end)}
        for start, end in runs:
            place = _named(page.text, start, end, beside) if _gives_way(start, end, at) else None
            if place is None or any(
                s.start < place[0] or place[1] < s.end for s in _over(start, end, at)
            ):
                continue
            for first, last in (place, *_written_again(page.text, *place, lexicon)):
                over = _over(first, last, at)
                if _gives_way(first, last, at):
                    for s in over:
                        out.pop((s.start, s.end), None)
                    out[first, last] = new = PiiSpan(first, last, "PERSON", self.score)
                    at |= dict.fromkeys(range(first, last), new)
        return sorted(out.values(), key=lambda span: span.start)


def make_scripts(score: float = 0.9) -> NamePass:
    """Build `spacy_hips.NamePass.scripts.v1`.

    score (float): The score of a name that was found so.
    """
    return Scripts(score)


def _over(start: int, end: int, at: Mapping[int, PiiSpan]) -> set[PiiSpan]:
    """What was found at these characters."""
    return {at[i] for i in range(start, end) if i in at}


def _gives_way(start: int, end: int, at: Mapping[int, PiiSpan]) -> bool:
    """Is nothing there, or only what is often mistaken for something else than a name?"""
    return all(span.label in MISTAKEN for span in _over(start, end, at))


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Runs of signs in lines where Latin letters stand, too, or of a text that has more of them."""
    if text.isascii():
        return
    runs = [match.span() for match in _RUN.finditer(text)]
    signs = sum(end - start for start, end in runs)
    latin = len(_LATIN.findall(text)) if runs else 0
    if latin > signs or (latin and signs <= _FEW):
        yield from _joined(text, runs)


def _joined(text: str, runs: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """A surname and what stands behind a blank are one: "高橋 蓮"."""
    last = -1
    for at, (start, end) in enumerate(runs):
        if start < last:
            continue
        last = end
        if is_surname(text[start:end]) and text[end : end + 1] in _GAP and at + 1 < len(runs):
            first, stop = runs[at + 1]
            if first == end + 1 and stop - first <= 3:
                last = stop
        yield start, last


def _named(text: str, start: int, end: int, beside: set[int]) -> tuple[int, int] | None:
    """The characters of the name that signs are, if they are one."""
    core, honoured = _core(text[start:end])
    stop = start + len(core)
    form = _form(core)
    before, behind = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    if _TITLE.search(before):
        return None
    if honoured and (form > Shape.ANY or is_surname(core)):
        return start, stop
    if form == Shape.WORD and not is_surname(core):
        return None
    glossed = _GLOSS.match(behind) is not None
    if _is_beside(text, start, end, beside) and not (glossed and form < Shape.PART):
        return start, stop
    said = _SAYS.search(before) is not None
    thing = glossed or _THING.search(before) is not None
    if said and not (thing and form < Shape.LIKELY):
        return start, stop
    if form == Shape.WORD or thing:
        return (start, stop) if form == Shape.WHOLE and not glossed else None
    if form == Shape.WHOLE:
        return start, stop
    if form < Shape.MAYBE or _MARKED.search(before) or _ARTICLE.search(before):
        return None
    used = form > Shape.MAYBE or _THEN.match(behind) or _WITH.search(before)
    return (start, stop) if used else None


def _form(core: str) -> Shape:
    """What signs are; with a dot between their parts they are a name from abroad."""
    return Shape.LIKELY if _DOTTED.search(core) else shape(regex.sub(r"\s", "", core))


def _core(run: str) -> tuple[str, bool]:
    """Signs without a form of address or a particle behind them, and whether one was there."""
    for title in _honorifics():
        if run.endswith(title) and len(run) > len(title):
            return run[: -len(title)].rstrip(), True
    if script_of(run) == "Hang" and len(run) > 2 and shape(run) < Shape.PART:
        for particle in _PARTICLES:
            name = run.removesuffix(particle)
            if name != run and shape(name) >= Shape.PART:
                return name, False
    return run, False


@cache
def _honorifics() -> tuple[str, ...]:
    """Forms of address that stand behind a name in these scripts, the longest first."""
    found = (text for text, own in titles().items() if any(title.after for title in own))
    return tuple(sorted((t for t in found if _RUN.fullmatch(t)), key=len, reverse=True))


def _written_again(text: str, start: int, end: int, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """The same name in Latin letters in brackets behind, or before its brackets."""
    behind, before = _LATIN_BEHIND.match(text, end), _LATIN_BEFORE.search(text[:start][-_REACH:])
    found = [behind.span("name")] if behind else []
    if before:
        shift = max(0, start - _REACH)
        found.append((before.start("name") + shift, before.end("name") + shift))
    for a, b in found:
        words = [m.span() for m in _WORD.finditer(text, a, b)]
        while words and not _may_begin(text[slice(*words[0])], lexicon):
            del words[0]
        if words:
            yield words[0][0], b


def _may_begin(word: str, lexicon: Lexicon) -> bool:
    """May a word begin a name: is it one, or in no dictionary and no place?"""
    known, form = lexicon(word), fold(word)
    if known.common or word.lower() in DAYS:
        return False
    return known.named or (form not in dictionary() and form not in place_names())


def _is_beside(text: str, start: int, end: int, beside: set[int]) -> bool:
    """Does the same name stand in Latin letters before or behind: "Ouyang Yutong (欧阳雨桐)"?"""
    size = end - start
    if not 2 <= size <= 8:
        return False
    for gap in range(1, 4):
        if start - gap in beside and _BESIDE.fullmatch(text, start - gap, start):
            return True
        if end + gap in beside and _BESIDE.fullmatch(text, end, end + gap):
            return True
    return False
