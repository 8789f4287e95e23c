"""Takes away what is no name: "Ans:", "Section C", the mark of "Ana, B", "N/A".

Where names stand, labels and letters stand as well, and a text whose answers, options or grades are
exchanged is ruined without a word. What is taken away here needs a proof in the text: a mark behind
a short form, a noun before a letter, a slash. In doubt a name stays one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from ....core.labels import NAME_LABELS
from ....core.later import regex
from ....core.spans import PiiSpan
from ....text.lexicon.form_words import HEADS, LETTERED, NO_ANSWERS
from ....text.lexicon.human import may_be_human
from ....text.lexicon.tables import fold, particles
from ....text.lexicon.words import MIXED, Lexicon
from ....text.page.page import Page
from ...rules.url_privacy import site_names
from ..name_pass import NamePass

_WORD = regex.compile(r"[\p{L}\p{M}][\p{L}\p{M}'’.-]*")
_LETTER = r"(?P<letter>\p{Lu}[+−-]?)"
_GRADE = r"(?P<letter>[A-F][+−-]?|(?<=[|\t][^\S\n]{0,4})\p{Lu})"
_PARTS = regex.compile(r"[\s,;|]+")
_OF_NOUN = regex.compile(
    rf"(?<![\p{{L}}\p{{M}}])(?P<noun>\p{{L}}[\p{{L}}-]+?)(?:[^\S\n]*[:#=–-][^\S\n]*|[^\S\n]+)\(?{_LETTER}"
    r"(?![\p{L}\p{M}\p{N}'’@_-])(?!\.?[^\S\n]\p{Lu}[\p{Ll}.])"
)
_IN_ROW = regex.compile(
    r"(?m)^(?P<before>[^\n]{0,80}?(?P<last>[\p{L}\p{M}.'’-]{2,}))"
    rf"(?P<by>[^\S\n]*[,;|\t:][^\S\n]*|[^\S\n]+[–—=-][^\S\n]+){_GRADE}(?=[^\S\n|]*$)"
)
_OPENS = regex.compile(r"(?:\A|\n|[.?!:)>|][^\S\n]+|[\"“(\[*_#])[^\S\n]*\Z")
_MARK = regex.compile(r"[.:)\]=>–-]")
_VALUE = regex.compile(r"[.:)\]=>#–-]?[^\S\n]*[\d$€£(]")
_QUESTION = regex.compile(r"(?m)^[^\S\n]*Q(?:\d{1,2}|uestion \d{1,2})?[.:) ]")
_SPEAKS = regex.compile(r"(?m)^(?P<who>\p{Lu}[\p{L}\p{M}]+):")
_CAMEL = regex.compile(r"(?<=\p{Ll})(?=\p{Lu})")
_SONS = frozenset({"Mac", "Mc", "Fitz"})
_MADE = regex.compile(r"(?:ers?|ors?|ware|ify|net|lab|tech|soft|base|kit|pad|hub)$")
_SLASHED = regex.compile(
    r"(?<![\p{L}\p{M}\p{N}/])(?:(?=\p{L}{0,4}/?\p{Ll})\p{L}{1,2}/\p{L}{1,2}|N/A|[SDWCR]/O|A/[LP])"
    r"(?![\p{L}\p{M}\p{N}/])\.?"
)
_LOOK_BACK = 40
_TITLED = regex.compile(r"(?<!\p{L})(?:Mr|Mrs|Ms|Miss|Dr|Prof(?:essor)?|Sir|Madam)\.?[^\S\n]\Z")


@dataclass(frozen=True)
class NoNames:
    """Takes names away that the text proves to be labels, letters, products or marks.

    without (tuple[str, ...]): Proofs that are left out, by their names in PROOFS.

        >>> page = Page("Section C")
        >>> NoNames()(page, [PiiSpan(0, 9, "PERSON", 0.9)], Lexicon())
        []
    """

    without: tuple[str, ...] = ()

    def __call__(self, page: Page, spans: Sequence[PiiSpan], lexicon: Lexicon) -> Sequence[PiiSpan]:
        """Give all spans of the document but those, or what is left of them."""
        names = [s for s in spans if s.label in NAME_LABELS and s.source in ("", "ner")]
        if not names:
            return spans
        work = _Work(page.text, names, lexicon)
        out: dict[PiiSpan, PiiSpan | None] = {}
        for name, proof in PROOFS.items():
            if name not in self.without:
                out.update({s: left for s, left in proof(work) if s not in out})
        if not out:
            return spans
        left = (out.get(span, span) for span in spans)
        return [span for span in left if span is not None]


def make_no_names(without: Sequence[str] = ()) -> NamePass:
    """Build `spacy_hips.NamePass.no_names.v1`.

    without (Sequence[str]): Proofs that are left out, by their names in PROOFS.
    """
    return NoNames(tuple(without))


@dataclass(frozen=True)
class _Work:
    text: str
    names: Sequence[PiiSpan]
    lexicon: Lexicon

    def of(self, span: PiiSpan) -> str:
        return self.text[span.start : span.end]

    def before(self, span: PiiSpan) -> str:
        return self.text[max(0, span.start - _LOOK_BACK) : span.start]


Proved = Iterator[tuple[PiiSpan, PiiSpan | None]]


def _letters(work: _Work) -> Proved:
    """A letter behind a noun, or at the end of a row, is a grade or an option."""
    text = work.text
    if not any(_is_letter(_PARTS.split(work.of(s))[-1:]) for s in work.names):
        return
    at = {m.start("letter"): m for m in _marks(text, work.lexicon)}
    for span in work.names:
        words = _PARTS.split(work.of(span))
        if not _is_letter(words[-1:]):
            continue
        last = span.end - len(words[-1])
        match = at.get(last)
        if match is None:
            continue
        first = match.start("noun") if "noun" in match.groupdict() else match.end("last")
        end = max(span.start, min(first, last))
        yield span, replace(span, end=end) if end > span.start else None


def _is_letter(words: Sequence[str]) -> bool:
    return bool(words) and words[0].rstrip("+−-").isupper() and len(words[0].rstrip("+−-")) == 1


def _marks(text: str, lexicon: Lexicon) -> Iterator[regex.Match[str]]:
    """Where letters are marks."""
    for match in _OF_NOUN.finditer(text, overlapped=True):
        if _is_lettered(fold(match["noun"])):
            yield match
    rows = list(_IN_ROW.finditer(text))
    listed = [m for m in rows if m["by"].strip() == ","]
    given = sum(_is_called(m["before"], lexicon) for m in listed)
    graded = 2 * given > len(listed) or any(len(m["letter"]) > 1 for m in listed)
    for match in rows:
        by = match["by"].strip()
        cell = match["by"] == "," and "," in match["last"] + match["before"].replace(", ", "")
        if by == "," and not graded and not cell:
            continue
        if by == ":" and not _is_called(match["last"], lexicon):
            continue  # "MI: C", "Initial: B"
        yield match


def _is_lettered(noun: str) -> bool:
    return noun in LETTERED or (noun.endswith("s") and noun[:-1] in LETTERED)


def _is_called(before: str, lexicon: Lexicon) -> bool:
    """Does a forename rather than a surname stand before the comma, or a full name?"""
    words = [lexicon(word) for word in before.split()[-3:]]
    return bool(words) and (words[-1].forename > words[-1].surname or len(words) > 1)


def _heads(work: _Work) -> Proved:
    """A short form with a mark behind it heads an answer, a step or a field: "Ans: 7"."""
    text = work.text
    own = [s for s in work.names if fold(work.of(s)).strip(".") in HEADS]
    if not own:
        return
    marked: dict[str, list[bool]] = defaultdict(list)
    for start, end, form in _standing(text, {work.of(s) for s in own}):
        before = text[max(0, start - _LOOK_BACK) : start]
        headed = bool(_MARK.match(text, end) and _OPENS.search(before))
        marked[form].append(headed or (form.isupper() and bool(_VALUE.match(text, end))))
    speakers = {m["who"] for m in _SPEAKS.finditer(text) if fold(m["who"]) not in HEADS}
    found = {work.of(s) for s in work.names}
    others = len(marked) > 1 or _QUESTION.search(text) is not None
    for s in own:
        form = work.of(s)
        if form in NO_ANSWERS and text[: s.start].rstrip().endswith((":", "|", "-", ",")):
            yield s, None
        chat = bool(speakers & found) and work.lexicon(form).named
        if not all(marked[form]) or chat:
            continue
        asked = text[: s.start].rstrip().endswith("?")
        sure = not work.lexicon(form).named or len(marked[form]) > 1 or others or asked
        if sure or _VALUE.match(text, s.end):
            yield s, None


def _compounds(work: _Work) -> Proved:
    """A word with a capital inside and an ordinary word in it: "RoboAnalyzer"."""
    for s in work.names:
        form = work.of(s)
        known = work.lexicon(form)
        if " " in form or known.case != MIXED or known.named:
            continue
        first, *rest = _CAMEL.split(form)
        parts = [work.lexicon(part) for part in (first, *rest)]
        borne = any(part.named for part in parts) or fold(first) in particles() or first in _SONS
        made = any(p.common for p in parts) or _MADE.search(form) is not None
        if rest and made and not borne:
            yield s, None


def _standing(text: str, forms: Collection[str]) -> Iterator[tuple[int, int, str]]:
    """Where words stand in a text, found as names or not."""
    for match in _WORD.finditer(text):
        form = match[0].rstrip(".’'-") if match[0] not in forms else match[0]
        form = form[:-2] if form not in forms and form.endswith(("'s", "’s")) else form
        if form in forms:
            yield match.start(), match.start() + len(form), form


def _slashed(work: _Work) -> Proved:
    """Letters around a slash are a mark, a unit or no answer: "S/o", "c/o", "km/h", "N/A"."""
    if "/" not in work.text:
        return
    marks = {i: m for m in _SLASHED.finditer(work.text) for i in range(*m.span())}
    for s in work.names:
        first, last = marks.get(s.start), marks.get(s.end - 1)
        start = max(s.start, first.end()) if first else s.start
        end = min(s.end, last.start()) if last else s.end
        if first is None and last is None:
            continue
        form = work.text[start:end]
        start += len(form) - len(form.lstrip())
        end = start + len(form.strip())
        empty = start >= end or form.strip() in NO_ANSWERS
        yield s, None if empty else replace(s, start=start, end=end)


def _hosts(work: _Work) -> Proved:
    """A word that is no name in any table and the name of a public site: "Coursera", "Moodle"."""
    for s in work.names:
        form = work.of(s)
        if fold(form) in site_names() and not work.lexicon(form).named:
            yield s, None


def _small(work: _Work) -> Proved:
    """An ordinary word in small letters that is a surname with a capital ("Ms. Peace, peace!")."""
    surnames: set[str] = set()
    others: set[str] = set()
    for span in work.names:
        first, *rest = work.of(span).split()
        titled = _TITLED.search(work.before(span)) is not None
        surnames.update(map(fold, filter(str.istitle, (first, *rest) if titled else rest)))
        others.update([fold(first)] if first.istitle() and not titled else [])
    for span in work.names:
        form = work.of(span)
        if not form.islower() or may_be_human(work.text, span.start, span.end):
            continue
        if fold(form) in surnames - others and work.lexicon(form).common:
            yield span, None


PROOFS = {
    "slashed": _slashed,
    "hosts": _hosts,
    "letters": _letters,
    "heads": _heads,
    "compounds": _compounds,
    "small": _small,
}
"""What proves that a name is none, by the name with which it is left out."""
