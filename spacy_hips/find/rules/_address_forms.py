"""The shape that addresses share, filled with the words of the language a text is written with.

A street with its number in either order, an addition, parts of the building, and code and town in
either order. `_address_patterns.py` looks for the words of all languages in every text; in a text
of its own language a word means more: a street may be written small, and a name and a number
without any word for a street are an address where something else says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from ...core.later import regex
from ...text.lexicon.language import BASE, Language, language
from ...text.lexicon.pattern_tables import alternation
from ...text.lexicon.places import place_names
from ...text.lexicon.tables import fold, name_tables
from ...text.page.languages import stop_words
from . import _address_patterns as patterns
from ._address_tail import places_end, small_town_end
from .rule import Cues

STRONG, MIDDLE, SMALL, WEAK, NAMED, FAINT, BARE = 0.6, 0.35, 0.3, 0.2, 0.15, 0.1, 0.3
"""How sure a street with a number is by its word; by one that is often another; written small; by
an ending that is often another; by no word but its name; by such an ending written small; and a
street without a number by its town."""
TOLD = 0.2
"""What a word with which somebody lives there proves, and a town before the street."""
YEAR = 0.3
"""What the form of a year takes away."""
HINT = 0.15
"""What a preposition before a street proves, and the end of a clause behind it."""
REACH = 40

_CAP = (
    r"(?!E-?mail)\p{Lu}"
    r"(?::ta?(?=[ ])|(?:urg|rof|\p{L}{0,2})\.|(?:[\p{L}\p{M}\d'’-]|\.(?=\p{L})){0,30})"
)
_LINK = r"(?:[ ]\p{Ll}{1,4}){0,2}"  # "Calle de los Reyes", "Achter de Kerk"
_NAME = rf"{_CAP}(?:{_LINK}[ ](?:[dl]['’])?{_CAP}){{0,4}}"
_SMALL = r"\p{Ll}{3,20}(?:[ ]\p{Ll}{3,20})?"
_END = r"[ ]{0,2}(?:[.,;:!?)\]\n»”\"]|\Z)"
_NO_AMOUNT = r"(?![\p{L}\d%]|[.,:]\d|[ ]?[%€$£])"
_BREAK = r"[ ]{0,3}(?:[,;/–-][ ]{0,3}|,?\n)?"
_CODE = rf"(?:{patterns._CODE})"
_BEHIND = ("ending", "following", "ending weak", "ending here")
_ENDED = regex.compile(_END)
# A question at the end of a line is answered in the next.
_SENTENCE = regex.compile(r"(?:[.!]\s|\?[ ])\s*(?=\p{Lu})")
_OPENS = regex.compile(r"(?:\A|[.!?:\n]\s?)\Z")
_COMMA = regex.compile(rf",[ ](?:\p{{Lu}}|{_CODE}[ ]\p{{Lu}})")
_NEXT = regex.compile(r"(?<![\w'’])\p{Lu}")
_CODE_FIRST = regex.compile(rf"(?<![\w.,-]){_CODE}[ ]{_NAME},[ ]{{1,2}}\Z")
# A town, also behind parts that no table has: "Col. Centro, 03940 Puebla".
TOWN = regex.compile(
    rf"(?:,[ ](?:\p{{Lu}}\p{{L}}{{2,4}}\.[ ])?{_NAME}){{0,2}}(?:{patterns._GAP}|[ ][-–·•|][ ])"
    rf"{_CODE}[ ]{_NAME}"
)


@dataclass(frozen=True)
class AddressForms:
    """The patterns of a language.

    numbered (tuple): Streets with a number, as the group `street`; groups say by which word.
    bare (regex.Pattern): Streets and boxes that need a town or a part of a building behind them.
    unit (regex.Pattern): A part of a building behind a street.
    before (regex.Pattern): Parts of a building and its name before a street.
    farm (regex.Pattern): What may be a house that has a name and no number.
    joined (regex.Pattern): A preposition with a name, or with "my", behind a street.
    goes_on (regex.Pattern): Another one, or what else joins a clause, behind a street.
    placed (regex.Pattern): A preposition before a street.
    named (regex.Pattern): A preposition with which the name of a street begins.
    lives (Cues): Words with which somebody lives somewhere, or is sent something.
    stops (frozenset[str]): Words with which no street begins.
    bare_words (Mapping[str, bool]): Words for a street that stand behind its name, and for a
        part of a building, and whether one with a capital may be a whole name.
    counts (regex.Pattern): What has a number and is no street: "nach Runde 7".
    """

    numbered: tuple[regex.Pattern[str], ...]
    bare: regex.Pattern[str]
    unit: regex.Pattern[str]
    before: regex.Pattern[str]
    farm: regex.Pattern[str]
    joined: regex.Pattern[str]
    goes_on: regex.Pattern[str]
    placed: regex.Pattern[str]
    named: regex.Pattern[str]
    lives: Cues
    stops: frozenset[str]
    bare_words: Mapping[str, bool]
    counts: regex.Pattern[str]

    def find(self, text: str, left: int, right: int) -> Iterator[tuple[int, int, float]]:
        """Streets between two characters, with the score of what stands there and before it."""
        for pattern in self.numbered:
            for match in pattern.finditer(text, left, right):
                start = self._begins(match)
                end = match.end() - match[0].endswith(".")
                worth = _worth(match, start, self.bare_words)
                if match.groupdict().get("named") and self.counts.search(match[0]):
                    continue
                if worth and (worth >= WEAK or self._proved(text, start, end)):
                    yield from self._scored(text, start, end, worth)
        for match in self.bare.finditer(text, left, right):
            start, end = self._begins(match), match.end()
            if self._proves(text, start, end):
                yield start, end, BARE
        for match in self.farm.finditer(text, left, right):
            start, end = match.span()
            if TOWN.match(text, self.past_units(text, end)) and (
                match["article"]
                or (self._lives(text, start) and not name_tables().is_forename(match["first"]))
            ):
                yield start, end, BARE

    def _proves(self, text: str, start: int, end: int) -> bool:
        """Does a part of a building or a town stand beside a street?"""
        beside = self.unit.match(text, end) or TOWN.match(text, end)
        return beside is not None or self.leads(text, start) is not None

    def past_units(self, text: str, end: int) -> int:
        """Where parts of a building end that stand behind a name."""
        for _ in range(3):
            unit = self.unit.match(text, end)
            end = unit.end() if unit else end
        return end

    def leads(self, text: str, start: int) -> int | None:
        """Where parts of a building begin that stand before a street: "Block C, room 118, "."""
        match = self.before.search(text, max(0, start - 2 * REACH), start)
        return None if match is None else match.start()

    def ends(self, text: str, end: int) -> bool:
        """Does a clause end, or "in Bremen" or "bei meiner Tante" follow, so that no number counts
        what follows?"""
        joined = self.joined.match(text, end)
        known = joined is not None and (joined["my"] or fold(joined["town"]) in place_names())
        return bool(known) or _ENDED.match(text, end) is not None

    def _begins(self, match: regex.Match[str]) -> int:
        """Where the street begins: behind who lives there, and behind the article of a sentence."""
        start: int = match.start()
        told = match.groupdict()
        if told.get("named"):
            for living in self.lives.all(match["street"]):
                behind = _NEXT.search(match["street"], living.end())
                start = match.start("street") + behind.start() if behind else start
            for own in self.named.finditer(match["street"], 1):  # "ein Haus Auf dem Berg 11"
                start = max(start, match.start("street") + own.start())
        elif told["ending"] and _OPENS.search(match.string, max(0, start - 3), start):
            article, space, _ = match["street"].partition(" ")
            start += len(article + space) * (article.lower() in self.stops)
        return start

    def _proved(self, text: str, start: int, end: int) -> bool:
        """Does something else than its form say that a name with a number is a street?"""
        return bool(
            self._lives(text, start)
            or self._named(text, start)
            or _CODE_FIRST.search(text, max(0, start - REACH), start)
            or self._proves(text, start, end)
            or small_town_end(text, end)
            or places_end(text, start, end) > end
        )

    def _lives(self, text: str, start: int) -> bool:
        """Do words before it, in its sentence, say that somebody lives there?"""
        before = text[max(0, start - REACH) : start]
        sentences = [m.end() for m in _SENTENCE.finditer(before)]
        return self.lives.within(before, max(sentences, default=0), len(before))

    def _named(self, text: str, start: int) -> bool:
        """Has a preposition in a sentence a capital, so that a name begins: "Haus Am Hang 3"?"""
        opens = _OPENS.search(text, max(0, start - 3), start)
        return opens is None and self.named.match(text, start) is not None

    def _scored(
        self, text: str, start: int, end: int, score: float
    ) -> Iterator[tuple[int, int, float]]:
        before = text[max(0, start - REACH) : start]
        goes_on = score < STRONG and (score != NAMED or self._named(text, start))
        if score < STRONG and self.placed.search(before):
            score += HINT
        if self._lives(text, start):
            score += TOLD + HINT * (goes_on and self.goes_on.match(text, end) is not None)
        if self._named(text, start):
            score += TOLD
        code = _CODE_FIRST.search(before)
        yield start - len(code[0] if code else ""), end, score + (TOLD if code else 0.0)


def _worth(match: regex.Match[str], start: int, bare: Mapping[str, bool]) -> float:
    """How sure the words of a street are; 0 where they are none.

    bare (Mapping[str, bool]): Words that are no name ("torget 5", "Raum 204"), and whether they
        may be one with a capital ("op de Dijk 112").
    """
    told = match.groupdict()
    street = match.string[start : match.end("street")].lower()
    begins_small = bool(told["ending"]) and match.string[start].islower()
    small = bool(told.get("small")) or begins_small
    _, space, last = match["street"].rpartition(" ")
    if told["ending"] and space and last.islower() and match.start("house") < match.start("street"):
        worth = 0.0  # "5 Minuten weg"
    elif told["ending"] and street in bare:
        worth = NAMED if told["number"] or (bare[street] and not begins_small) else 0.0
    elif told.get("named"):
        town = fold(street) in place_names() and not told["number"]
        worth = 0.0 if town and not _COMMA.match(match.string, match.end()) else NAMED
    elif told.get("weak"):
        worth = FAINT if small else WEAK
    elif told.get("middle"):
        worth = SMALL if small else MIDDLE
    else:
        first = match.start("street") == match.end("house") + 1  # "12 rue pasteur"
        worth = MIDDLE if begins_small or (small and first) else SMALL if small else STRONG
    worth += TOLD if worth and told["number"] else 0.0
    return max(0.0, worth - YEAR) if patterns.YEAR.match(told["house"]) else worth


@cache
def forms_of(lang: str) -> AddressForms | None:
    """The forms of a language; None for English, and for one that has no words for them.

    lang (str): Its code.
    """
    own = language(lang)
    if lang == BASE or not own.words("street", "lives"):
        return None
    number, alone, floor = (_said(own, key) for key in ("number", "alone", "floor"))
    holds = alternation({*own.words("owner", "holds")} - {*own.words("street", "at")})
    link = rf"(?:[ ](?!{holds}[ ])(?:\p{{Ll}}{{1,4}}|{_said(own, 'link')})){{0,2}}"
    name = rf"(?:['’]t[ ])?{_CAP}(?:{link}[ ](?:[dl]['’])?{_CAP}){{0,4}}"
    addition = rf"""(?:(?![ ][-–][ ]{_CODE}[ ]\p{{Lu}})
        [ ]?[-–/][ ]?\d{{1,4}}\p{{L}}?(?![\p{{L}}\d]|\.[ ]?{floor}(?!\p{{L}}))
        |[-/]\p{{L}}{{1,5}}(?!\p{{L}}|[ ]\d)|[ ]1/2(?!\d)|:\d{{3,4}}(?!\d)
        |[ ]?{_said(own, "addition")}(?![\p{{L}}\d])|\p{{L}}(?![\p{{L}}\d])
        |[ ]\p{{Lu}}\d{{0,2}}(?![\p{{L}}\d'’])(?:[ :]\d{{1,4}}(?!\d))?|[ ]\p{{Ll}}(?={_END})
        |[ ][a-d](?=[ ]{_said(own, "at")}[ ])|[ ][bcdfgh](?=[ ]\p{{Ll}})){{0,3}}"""
    house = rf"(?:\d{{1,4}}{addition}{_NO_AMOUNT}|s/n(?!\w))"
    behind = (
        rf"(?:,?[ ](?P<number>{number}|{_said(own, 'number behind')})[ ]?|,?[ ])(?P<house>{house})"
    )
    middle = rf"(?P<middle>{_said(own, 'leading weak', 'leading here')})"
    leading = rf"""(?:{_said(own, "leading")}|{middle})
        (?:(?<=[/.])|(?=[ ])){_LINK}[ ]?(?:[dl]['’])?
        (?:(?:\p{{Ll}}{{3,10}}[ ])?{name}
          |\d{{1,2}}(?:er)?(?:[ ]de)?[ -]\p{{L}}{{3,12}}(?:[ ]\d{{4}})?
          |(?P<small>{_SMALL}))"""
    part = rf"(?:[ ]{_said(own, 'particle')}){{0,2}}"
    ending = rf"""(?P<ending>
        (?:\d{{1,2}}(?:e|st[ea]|de|:[ae])[ ](?=\p{{Lu}}))?
        (?:(?:{_CAP}{part}[ ]){{0,3}}?(?:\p{{Lu}}\p{{L}}{{0,3}}\.-)?\p{{L}}[\p{{L}}'’-]{{1,30}}?
          |(?:{_CAP}[ ]){{1,3}})
        (?:{_said(own, *_BEHIND[:2])}|(?P<weak>{_said(own, *_BEHIND[2:])}))
        (?!\p{{L}}))"""
    street = rf"(?P<street>{leading}|{ending})"
    first = rf"""(?<![\w.,$€£/-])
        (?:(?P<number>{number})[ ](?P<house>{house}){_LINK}
          |(?P<house>{house})(?:[ ]de(?:[ ](?:la|l['’]))?|[ ]du)?),?[ ]"""
    door = rf"(?:[ ](?:{alone}(?!\p{{L}})|\p{{Lu}}(?!\w)|\d{{1,2}}[ºª]))?"
    which = rf"""(?:{number}[ ]?)?
        (?:\d{{1,5}}[\w/-]{{0,5}}|\p{{Lu}}{{1,2}}\d{{0,3}}(?![\p{{L}}'’]))"""
    nth = rf"\d{{1,2}}(?:\.?[ºª°]|\.|:?[ae]|er|ème|ste|d[eo]|[rt]o)?[ ]?{floor}(?!\p{{L}})"
    room = rf"{_said(own, 'part', 'unit')}(?!\p{{L}})\.?[ ]?"
    article = rf"(?:{_said(own, 'article')}[ ]|L['’])"
    house_name = rf"""(?:{article})?{_said(own, "building", "leading here")}
        (?:(?<=[/.])|(?=[ ])){_LINK}[ ]?(?:[dl]['’])?{name}"""
    box = rf"{_said(own, 'box')}[ ](?:{number}[ ]?)?\d{{1,6}}(?:[ ]\d{{1,3}}){{0,2}}(?!\d)"
    return AddressForms(
        numbered=(
            _whole(rf"(?<![\w-]){street}{behind}"),
            _whole(rf"{first}{street}"),
            _whole(rf"(?<![\w-])(?P<street>(?P<ending>(?P<named>{name}))){behind}"),
        ),
        bare=_whole(
            rf"(?<![\w-])(?P<street>{leading}|{ending}|{box}|{_said(own, 'leading')}[ ]\d{{1,3}})"
            r"(?![\p{L}\d])"
        ),
        unit=_whole(
            rf"""{_BREAK}(?:{room}(?:{which}|{floor}(?!\p{{L}}))|{nth}{door}
              |\d{{1,2}}\p{{Lu}}(?=,?[ ]{_CODE})
              |\d{{1,2}}(?:\.?[ºª]|(?<=\d)[rnt])[ ]?(?:\d{{1,2}}[ºªa]|\p{{Lu}})(?!\w)
              |{alone}(?!\p{{L}}){door}(?={_END}|,?[ ]{_CODE})|[ ]\((?:{alone}|{floor})\))"""
        ),
        before=_whole(
            rf"""(?<![\w-])(?:(?:{room}{which}|{nth}{door}|{house_name})
                [ ]?(?:,[ ]|,?\n)){{1,4}}\Z"""
        ),
        farm=_whole(
            rf"""(?<![\w-])
                (?P<article>(?=\p{{Lu}}){article}(?=\p{{Lu}}))?
                (?P<first>{_CAP}){link}(?:[ ]{_CAP}){{0,3}}(?=,[ ])"""
        ),
        joined=regex.compile(
            rf"(?i)[ ]{_said(own, 'at')}[ ]"
            rf"(?:(?P<my>{alternation(own.words('my'))})(?!\w)|(?P<town>(?-i:\p{{Lu}})[\p{{L}}-]+))"
        ),
        goes_on=regex.compile(
            rf"(?i)[ ](?:{_said(own, 'at')}|{alternation(own.words('age', 'goes_on'))})(?!\w)"
        ),
        named=regex.compile(rf"(?=\p{{Lu}}){_said(own, 'named')}[ ]"),
        placed=regex.compile(rf"(?i)(?<!\w){_said(own, 'at')}[ ](?:\p{{L}}{{1,4}}[ ])?\Z"),
        lives=Cues((*own.words("street", "lives"), *own.words("street", "cue")), window=REACH),
        stops=stop_words(lang) | {*own.words("street", "at")},
        bare_words={
            word.lower().rstrip("."): key in _BEHIND
            for key in ("part", "unit", *_BEHIND)
            for word in own.words("street", key)
        },
        counts=regex.compile(rf"(?<!\w){_said(own, 'numbered')}[ ]\d"),
    )


def _said(own: Language, *keys: str) -> str:
    """The words of some rows as alternatives, in any case; nothing where there are none."""
    words = (word.lower() for key in keys for word in own.words("street", key))
    return rf"(?i:{alternation(words)})"


def _whole(pattern: str) -> regex.Pattern[str]:
    return regex.compile(pattern, regex.X)
