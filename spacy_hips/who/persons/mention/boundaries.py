"""Puts the borders of found names right: trims, splits joined names, joins broken ones."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ....core.labels import LABELS, NAME_LABELS
from ....core.later import regex
from ....core.spans import DENIED, PiiSpan
from ....text.lexicon.letters import spaced_runs, undress
from ....text.lexicon.tables import NameTables, fold, suffixes
from .brackets import with_brackets
from .filed_lines import filed_lines, with_filed_lines
from .frame import SON_OF
from .kin_words import without_kin_words
from .name import Name
from .parse import parse, spelt
from .titles import known_titles

_HARD = (
    r"\s+(?:and|&|und|et)\s+|(?<!(?<!\p{L})\p{L})\s+[ye]\s+|\s+[ye]\s+(?!\p{L}(?!\p{L}))|\s*(?<!\b[asdwhASDWH])/(?![lpoLPO]\b)\s*|\s*[;|]\s*|\t+|"
    r"(?:\.{2,}|[!?]+)\s+"
)
_BEHIND_SON = regex.compile(rf"(?<!\S)(?:{SON_OF.pattern})\s+", regex.I)
_BEFORE_SON = regex.compile(rf"\s+(?:{SON_OF.pattern})(?!\S)", regex.I)
_COMMAND = regex.compile(r"\\(?:\\|\p{L}{2,})")
_LIST = regex.compile(rf"(?P<hard>{_HARD})|(?P<comma>\s*,\s*(?:(?:and|&)\s+)?)|(?P<line>\s*\n\s*)")
_GAP = regex.compile(
    r"(?P<space>[^\S\n]{1,2})|(?P<line>[^\S\n]*\n[^\S\n]*)|"
    r"(?P<hyphen>[-‐‑][^\S\n]*\n[^\S\n]*)|"
    r"(?P<comma>,[^\S\n](?P<title>(?:\p{L}[\p{L}.\-]*[^\S\n]){1,3})?)|"
    rf"(?P<son>[^\S\n](?i:{SON_OF.pattern})[^\S\n])|"
    r"(?P<short>[^\S\n]v(?:\.|/d|d\.?|\.[^\S\n]?d\.?)[^\S\n])"
)
_ARTICLE = regex.compile(r"[Tt]he\s+(?=\p{Lu})")
# French words without their vowel. Short ones may belong to a surname: "d'Alembert", "t'Hooft".
_ELIDED = regex.compile(
    r"(?:[djlmnst]|(?P<word>(?:jus|lors|puis|quoi)?qu))['’](?=(?P<name>\p{Lu}[\p{L}\p{M}]+))"
)
_TAIL = regex.compile(r"(?:\s(?:and|&|und|og|och)|,\s(?P<word>\p{Ll}{3,}))\Z")
_SPEAKER = regex.compile(r"[^\S\n]*:")
_NAME_WORD = regex.compile(r"[\p{L}\p{M}]+")
_POSSESSIVE = regex.compile(r"(?:['’ʼ`][sS]?)$")
_AFTER = " \t\r\n\f\v\u00a0\u200b,;:!?\"”“»«'’‘*_~|/\\-–—"
_BEFORE = _AFTER + ".)]}"
_PAIRS = {")": "(", "]": "[", "}": "{"}


def tidy(
    text: str,
    spans: Iterable[PiiSpan],
    tables: NameTables,
    fixed: Iterable[tuple[int, int]] = (),
) -> list[PiiSpan]:
    """Put the borders of all name spans right; other spans stay as they are.

    text (str): The document's text.
    spans (Iterable[PiiSpan]): Spans without overlap.
    tables (NameTables): The name tables.
    fixed (Iterable): Start and end of spans that a person has confirmed; they are not touched.
    RETURNS (list[PiiSpan]): By place.
    """
    held = set(fixed)
    out: list[PiiSpan] = []
    trimmed: list[PiiSpan] = []
    for span in spans:
        if span.label not in NAME_LABELS or (span.start, span.end) in held:
            out.append(span)
        elif (bare := trim(text, span)) is not None:
            trimmed.append(bare)
    blocked = sorted((s.start, s.end) for s in out)
    lines = _free(filed_lines(text, tables), blocked) if trimmed else []
    spelt_runs = _free(_spelt_runs(text, tables), blocked) if trimmed else []
    trimmed = with_filed_lines(text, with_filed_lines(text, trimmed, spelt_runs), lines)
    trimmed = _without_words(text, trimmed, tables)
    whole, filed = _whole_names(text, trimmed), frozenset(lines)
    names: list[PiiSpan] = []
    for span in trimmed:
        alone = (span.start, span.end) in filed
        names += [span] if alone else split(text, span, tables, whole=whole)
    joined = join(text, sorted(names, key=lambda s: s.start), tables, blocked, filed)
    joined = without_kin_words(text, joined, tables)
    direct = sorted((s.start, s.end) for s in out if LABELS[s.label].kind == "direct")
    named = with_brackets(text, joined, tables, direct)
    others = [s for s in out if not _is_within(s, named)]
    return sorted([*named, *others], key=lambda s: (s.start, s.end))


def _free(
    places: Sequence[tuple[int, int]], blocked: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """The places that no span of another kind touches."""
    ends = [end for _, end in blocked]
    firsts = (bisect_right(ends, start) for start, _ in places)
    return [
        (start, end)
        for (start, end), i in zip(places, firsts, strict=True)
        if i == len(blocked) or blocked[i][0] >= end
    ]


def _spelt_runs(text: str, tables: NameTables) -> list[tuple[int, int]]:
    """Where letters that stand apart spell a name: "T-E-N-D-A-I"."""
    plain = undress(text)
    return [run for run in spaced_runs(plain) if spelt(plain[slice(*run)], tables) is not None]


def _without_words(text: str, spans: Iterable[PiiSpan], tables: NameTables) -> list[PiiSpan]:
    """The names without words of the text around them: "Moyo, spelt", "The Okris", "d'Élodie"."""
    out: list[PiiSpan] = []
    for span in spans:
        article = _ARTICLE.match(text, span.start, span.end)
        if article is not None and not parse(text[span.start : span.end], tables).having("title"):
            span = replace(span, start=article.end())
        elided = _ELIDED.match(text, span.start, span.end)
        if elided is not None and (elided["word"] or _forename_rather(elided["name"], tables)):
            span = replace(span, start=elided.end())
        tail = _TAIL.search(text, span.start, span.end)
        if tail is not None and any(map(str.isupper, text[span.start : tail.start()])):
            word = tail["word"]
            kept = word and (tables.is_name(fold(word)) or fold(word) in suffixes())
            span = span if kept else replace(span, end=tail.start())
        if (bare := trim(text, span)) is not None:
            out.append(bare)
    return out


def _is_within(span: PiiSpan, names: Sequence[PiiSpan]) -> bool:
    """Does a name hold the span: the "place" of "Joan (Woods) Abara"?"""
    at = bisect_right(names, span.start, key=lambda s: s.start) - 1
    return at >= 0 and span.end <= names[at].end


def trim(text: str, span: PiiSpan) -> PiiSpan | None:
    """Take white space, punctuation and a possessive "'s" off the ends of a name.

    text (str): The document's text.
    span (PiiSpan): A name.
    RETURNS (PiiSpan): The name; None where nothing but marks is left.
    """
    start, end = _without_marks(text, span.start, span.end)
    while start < end and text[start] in _BEFORE:
        start += 1
    while start < end:
        last = text[end - 1]
        tail = _POSSESSIVE.search(text, start, end)
        lone = last in _PAIRS and _PAIRS[last] not in text[start:end]
        if last in _AFTER or lone or (last == "." and not _keeps_dot(text[start : end - 1])):
            end -= 1
        elif tail is not None and tail.start() > start:
            end = tail.start()
        else:
            break
    if text[start:end].endswith(tuple(_PAIRS.values())):
        end -= 1
    return replace(span, start=start, end=end) if start < end else None


def _without_marks(text: str, start: int, end: int) -> tuple[int, int]:
    """Without half of a mark that a word list cut in two ("Kavitha d", "o Raman"), or a command."""
    left = _BEHIND_SON.search(text, max(0, start - 3), end)
    if left is not None and left.start() < start < left.end():
        start = left.end()
    for match in _BEFORE_SON.finditer(text, start, min(len(text), end + 3)):
        if match.start() < end < match.end():
            end = match.start()
    command = _COMMAND.search(text, start, end)
    return start, command.start() if command and command.start() > start else end


def _keeps_dot(before: str) -> bool:
    """Does a dot belong to the last word: an initial, "Jr.", "Dr."?"""
    word = before.rpartition(" ")[2].rpartition(".")[2]
    key = fold(word)
    return len(word) == 1 or key in suffixes() or key in known_titles()


def split(
    text: str,
    span: PiiSpan,
    tables: NameTables,
    *,
    listed: bool = False,
    whole: frozenset[frozenset[str]] = frozenset(),
) -> list[PiiSpan]:
    """Part a span that holds several persons' names.

    text (str): The document's text.
    span (PiiSpan): A name, or several joined by "and", "/", commas or line ends.
    tables (NameTables): The name tables.
    listed (bool): It is part of a list, so that a comma rather parts persons.
    whole (frozenset): The words of names that stand in the text without a comma: "Shane Gavin"
        tells that "Gavin, Shane" is one person.
    RETURNS (list[PiiSpan]): One span a person; the span itself where it is one name.
    """
    surface = text[span.start : span.end]
    marks = list(_LIST.finditer(surface))
    if marks:  # "Ana Okri, RN, BSN" is one person
        suffixed = {word.start for word in parse(surface, tables).having("suffix")}
        marks = [m for m in marks if m.end() not in suffixed]
    if not marks or frozenset(fold(w) for w in _NAME_WORD.findall(surface)) in whole:
        return [span]
    kind = next(k for k in ("hard", "comma", "line") if any(m.lastgroup == k for m in marks))
    marks = [m for m in marks if m.lastgroup == kind]
    pieces = list(_pieces(surface, marks))
    names = [parse(surface[start:end], tables) for start, end in pieces]
    if not all(name.core or name.glued for name in names):
        return [span]
    if kind == "hard" and _joins_surnames(surface, marks, names, tables):
        return [span]
    if kind != "hard" and not _is_list(names, kind == "comma", listed, tables):
        return [span]
    parts = [replace(span, start=span.start + s, end=span.start + e) for s, e in pieces]
    trimmed = [part for piece in parts if (part := trim(text, piece)) is not None]
    listed = kind == "hard" and len(surface) > len(surface.replace(",", ""))
    return [
        name for part in trimmed for name in split(text, part, tables, listed=listed, whole=whole)
    ]


def _joins_surnames(
    surface: str, marks: Sequence[regex.Match[str]], names: Sequence[Name], tables: NameTables
) -> bool:
    """Is it the "y" of "Ramón y Cajal", or does another forename follow it?"""
    if any(surface[m.start() : m.end()].strip() not in ("y", "e") for m in marks):
        return False
    words = [name.core[0].text for name in names[1:] if name.core]
    return not all(fore > sur for fore, sur in map(tables.masses, words))


def _whole_names(text: str, spans: Iterable[PiiSpan]) -> frozenset[frozenset[str]]:
    surfaces = (text[s.start : s.end] for s in spans)
    plain = (_NAME_WORD.findall(t) for t in surfaces if not _LIST.search(t))
    return frozenset(frozenset(fold(w) for w in words) for words in plain if len(words) > 1)


def _pieces(surface: str, marks: Sequence[regex.Match[str]]) -> Iterator[tuple[int, int]]:
    at = 0
    for mark in marks:
        yield at, mark.start()
        at = mark.end()
    yield at, len(surface)


def _is_list(names: Sequence[Name], comma: bool, listed: bool, tables: NameTables) -> bool:
    """Are these several persons, and not "Last, First" or a name over two lines?"""
    if len(names) > 2:
        return True
    left, right = names
    if complete(left) and complete(right):
        return True
    if left.having("particle") and not listed:
        return False
    if len(left.core) == 1 and len(right.core) == 1:
        if listed and not _surname_rather(left, tables):
            return True
        return all(_forename_only(name, tables) for name in names) and not right.core[0].initial
    if comma:
        return complete(left) and len(right.core) == 1 and not left.sure
    return False


def complete(name: Name) -> bool:
    """Has the name a forename and a surname?"""
    return bool(name.having("first") and name.having("last"))


def _forename_only(name: Name, tables: NameTables) -> bool:
    fore, sur = tables.masses(name.core[0].text)
    return fore > 0 and sur < 0.1 * fore


def _is_title(surface: str) -> bool:
    """Is it a title in capitals, which alone would be read as initials: the "DR" of "DR Ruiz"?"""
    return surface.isupper() and fold(surface) in known_titles() and len(surface) <= 3


def _forename_rather(word: str, tables: NameTables) -> bool:
    fore, sur = tables.masses(word)
    return fore > sur


def _surname_rather(name: Name, tables: NameTables) -> bool:
    return tables.is_rather_surname(name.core[0].text)


def join(
    text: str,
    spans: Sequence[PiiSpan],
    tables: NameTables,
    blocked: Sequence[tuple[int, int]] = (),
    whole: frozenset[tuple[int, int]] = frozenset(),
) -> list[PiiSpan]:
    """Make one of the parts of a name that were found apart, such as over a line end.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): Names, by place.
    tables (NameTables): The name tables.
    blocked (Sequence): Places of other spans, which no name may grow over.
    whole (frozenset): Start and end of names that are known to be whole.
    RETURNS (list[PiiSpan]): By place.
    """
    out: list[PiiSpan] = []
    for span in spans:
        done = bool(out) and not whole.isdisjoint(
            ((out[-1].start, out[-1].end), (span.start, span.end))
        )
        if out and not done and _belong(text, out[-1], span, tables):
            last = out[-1]
            if not any(last.end < e and s < span.start for s, e in blocked):
                out[-1] = replace(last, end=span.end, score=max(last.score, span.score))
                continue
        out.append(span)
    return out


def _belong(text: str, a: PiiSpan, b: PiiSpan, tables: NameTables) -> bool:
    gap = _GAP.fullmatch(text, a.end, b.start)
    if gap is None or a.label != b.label or DENIED in (a.source, b.source):
        return False
    left, right = (parse(text[s.start : s.end], tables) for s in (a, b))
    if not right.core or left.glued or right.glued:
        return False
    if not left.core or _is_title(text[a.start : a.end]):
        return bool(gap.lastgroup == "space")  # a title apart
    if gap.lastgroup == "son":
        return True
    if gap.lastgroup == "short":  # "Anna v. Berg", "Jan v.d. Berg", but "Roe v. Wade"
        given = left.core[-1].initial or _forename_only(left, tables)
        return len(right.core) == 1 and (given or "d" in gap["short"])
    if gap.lastgroup == "hyphen":
        return len(left.core) == 1
    if len(left.core) > 1:
        lone = len(right.core) == 1 and len(left.core) == 2 and gap.lastgroup == "space"
        return lone and _surname_rather(right, tables)
    if left.having("title") and complete(right):
        return False
    if gap.lastgroup == "space":
        return not complete(right) or left.core[0].initial
    if gap.lastgroup == "line":
        if _SPEAKER.match(text, b.end):
            return False  # "and Lulu", and in the next message "Vik: ..."
        alone = len(right.core) == 1 and not _surname_rather(left, tables)
        return alone and _surname_rather(right, tables)
    if gap["title"] or right.having("title"):
        return _is_filed(left, f"{gap['title'] or ''}{text[b.start : b.end]}", tables)
    return (
        len(right.core) == 1
        and tables.forename_country_mass(left.core[0].text) == 0
        and _surname_rather(left, tables)
        and _forename_only(right, tables)
    )


def _is_filed(left: Name, behind: str, tables: NameTables) -> bool:
    """Is "García, Dr. Ana" one person: a lone surname, titles, and forenames?"""
    right = parse(behind, tables)
    if not right.core or right.words[0].role != "title" or left.having("title"):
        return False
    given = (replace(right, words=(word,)) for word in right.core if not word.initial)
    return not _forename_only(left, tables) and all(_forename_only(n, tables) for n in given)
