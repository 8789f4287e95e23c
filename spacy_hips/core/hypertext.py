"""HTML inside a text: what its readers see, and where in the source that stands.

Posts of learning platforms are exported with their tags. A name that a tag touches or parts, or
whose letters are written as entities, would not be found, and a tag could be taken for a name.
So the reader's view is searched, and the source is rewritten: no tag is touched. The same holds for
the encoded words of e-mails (RFC 2047), "=?UTF-8?Q?Ana_Ruiz?=".
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape, unescape
from html.entities import html5

from .encoded_words import decoded, encoded_like, encoded_runs
from .hypertext_tables import BLOCK, CELL, ELEMENTS, SWITCHES, WITHOUT_TEXT
from .later import regex
from .spans import Replacement

_ENTITY = regex.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_VALUE = r"""\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'<>]+))"""
ATTRIBUTE = regex.compile(rf"""[\s/]*+(?P<name>[^\s"'<>/=]++)(?:{_VALUE})?+""")
_VALUES = ("double", "single", "bare")
TAG = rf"""</?(?P<tag>[A-Za-z][A-Za-z0-9]*+)(?P<rest>(?:{ATTRIBUTE.pattern})*+)[\s/]*>"""
# A space that keeps words together is one; where a word may be broken, nothing is seen.
_SEEN = {0xA0: " ", 0xAD: "", 0x200B: ""}
# html.parser tells no places of values, reads the same text in another way from one release of
# Python to the next, and takes a time that grows with the square of a page of "<!--".
_MARK = regex.compile(
    rf"""(?P<unread><!doctype\s[^<>]{{0,1000}}>|<style\b[^<>]*+>[^<]*+</style\s*+>)"""
    rf"""|(?P<aside><!--.*?(?:-->|\Z)|<[!?][^<>]{{0,1000}}>)"""
    rf"""|{TAG}""",
    regex.S | regex.I,
)
# The end of a value, and tags that say nothing themselves.
_BARE = regex.compile(r"""["']?(?:</?[A-Za-z][A-Za-z0-9]*+\s*+/?>)*+""")
PLAIN, SHOWN, ASIDE, ENCODED = "plain", "shown", "aside", "encoded"


@dataclass(frozen=True)
class Run:
    """Characters that are shown one after the other and stand so in the source.

    start, length (int): Where they are shown.
    source, width (int): Where they stand. Without an entity `width` is `length`; a line end that
        a tag makes has a width of 0, a place where a word may be broken a length of 0.
    kind (str): "plain", where no HTML is; "shown"; "aside", in a tag or comment, which readers
        see elsewhere or not at all; or "encoded", in encoded words of an e-mail.
    """

    start: int
    length: int
    source: int
    width: int
    kind: str = PLAIN

    @property
    def literal(self) -> bool:
        """Is each character shown as it stands?"""
        return self.length == self.width and self.kind != ENCODED


@dataclass(frozen=True)
class Piece:
    """Characters of the source, and what kind of run they are of.

    start, end (int): Where they stand. Encoded words are one piece, whatever of it is meant.
    kind (str): As of a run.
    first, last (int): What is meant of encoded words: characters of `text`.
    """

    start: int
    end: int
    kind: str = PLAIN
    first: int = 0
    last: int = 0


_Written = tuple[Piece, str, Replacement]


class Hypertext:
    """A source and what is shown of it.

    source (str): The text with its tags.
    text (str): What is shown, and below it what stands in attributes and comments.
    runs (Sequence[Run]): Where each piece of `text` stands, in the order of `text`.
    """

    def __init__(self, source: str, text: str, runs: Sequence[Run]) -> None:
        self.source = source
        self.text = text
        self.runs = tuple(runs)
        self._starts = [run.start for run in self.runs]
        self._by_source = sorted((r for r in self.runs if r.width), key=lambda run: run.source)
        self._sources = [run.source for run in self._by_source]

    def pieces(self, start: int, end: int) -> list[Piece]:
        """Where something that is shown stands in the source.

        start, end (int): Characters of `text`.
        RETURNS (list[Piece]): In the order of `text`, without white space at their ends; a name
            that tags part has several. Nothing where only line ends of tags are shown.
        """
        found: list[Piece] = []
        for run in _between(self.runs, self._starts, start, end):
            piece = self._piece(run, start, end)
            if piece is None:
                continue
            if found and found[-1].end == piece.start and found[-1].kind == piece.kind:
                piece = Piece(found.pop().start, piece.end, piece.kind)
            found.append(piece)
        return [piece for piece in map(self._trimmed, found) if piece.start < piece.end]

    def shown(self, start: int, end: int) -> tuple[int, int] | None:
        """Where characters of the source are shown, from the first of them to the last.

        start, end (int): Characters of `source`.
        RETURNS (tuple): Characters of `text`; None where nothing of them is shown, or not all of
            it together: where they go over a tag that says something itself.
        """
        found: tuple[int, int, str] | None = None
        at = start
        for run in _between(self._by_source, self._sources, start, end):
            if run.source + run.width <= start:
                continue
            bare = _BARE.fullmatch(self.source, at, max(at, run.source))
            if not bare or (found and run.kind != found[2]):
                return None
            skipped = max(start - run.source, 0) if run.literal else 0
            over = max(run.source + run.width - end, 0) if run.literal else 0
            first = found[0] if found else run.start + skipped
            found = (first, run.start + run.length - over, run.kind)
            at = run.source + run.width
        if found is None or found[0] == found[1]:
            return None
        return found[:2] if _BARE.fullmatch(self.source, at, max(at, end)) else None

    def rewritten(self, replacements: Iterable[Replacement]) -> str:
        """Put surrogates into the source.

        replacements (Iterable[Replacement]): What was done with `text`, by place.
        RETURNS (str): The source; what was kept is as it was.

            shown = read_hypertext("<p>By <b>Ana</b> Ruiz</p>")
            doc = nlp(shown.text)
            new = shown.rewritten(doc._.replacements)
        """
        out, at = [], 0
        for done in self.placed(replacements):
            out += [self.source[at : done.start], done.surrogate]
            at = done.end
        return "".join([*out, self.source[at:]])

    def placed(self, replacements: Iterable[Replacement]) -> list[Replacement]:
        """Replacements by their characters in the source.

        replacements (Iterable[Replacement]): What was done with `text`.
        RETURNS (list[Replacement]): By place in the source, one for each piece. The first piece
            has the surrogate, escaped, the further ones of the same span nothing; where each
            piece is a word, and the surrogate has as many, each has one.
        """
        written = [(*pair, done) for done in replacements for pair in self._written(done)]
        written = [*(one for one in written if one[0].kind != ENCODED), *self._encoded(written)]
        out, shift, at = [], 0, 0
        for piece, text, done in sorted(written, key=lambda one: one[0].start):
            if piece.start < at:
                continue  # two spans in what one entity stands for
            new_start = piece.start + shift
            new_end = new_start + len(text)
            shift, at = new_end - piece.end, piece.end
            new = (piece.start, piece.end, new_start, new_end)
            out.append(Replacement(*new, done.label, done.entity, done.action, text))
        return out

    def _written(self, done: Replacement) -> Iterator[tuple[Piece, str]]:
        """What comes into each piece."""
        shown = self.text[done.start : done.end]
        pieces = self.pieces(done.start, done.end)
        texts = [self._text(piece) for piece in pieces]
        new = done.surrogate.split()
        if done.surrogate != shown:
            seen = [_seen(text, piece.kind) for text, piece in zip(texts, pieces, strict=True)]
            word_by_word = len(new) == len(pieces) and seen == shown.split()
            filled = new if word_by_word else [done.surrogate] + [""] * len(pieces)
            texts = [_escaped(t, p.kind) for t, p in zip(filled, pieces, strict=False)]
        yield from zip(pieces, texts, strict=True)

    def _text(self, piece: Piece) -> str:
        if piece.kind == ENCODED:
            return self.text[piece.first : piece.last]
        return self.source[piece.start : piece.end]

    def _encoded(self, written: Sequence[_Written]) -> Iterator[_Written]:
        """What comes into encoded words: all that is done with them at once."""
        groups: dict[int, list[_Written]] = {}
        for one in written:
            if one[0].kind == ENCODED:
                groups.setdefault(one[0].start, []).append(one)
        for group in groups.values():
            piece = group[0][0]
            changed = [one for one in group if one[1] != self._text(one[0])]
            source = self.source[piece.start : piece.end]
            new = encoded_like(self._edited(piece, changed), source) if changed else source
            yield piece, new, (changed or group)[0][2]

    def _edited(self, piece: Piece, changed: Sequence[_Written]) -> str:
        """What encoded words say with what was changed in them."""
        run = next(r for r in self._by_source[bisect_left(self._sources, piece.start) :])
        out, at = [], run.start
        for edit, new, _ in sorted(changed, key=lambda one: one[0].first):
            out += [self.text[at : max(at, edit.first)], new]
            at = max(at, edit.last)
        return "".join([*out, self.text[at : run.start + run.length]])

    def _piece(self, run: Run, start: int, end: int) -> Piece | None:
        first, last = max(start, run.start), min(end, run.start + run.length)
        unseen = not run.length and start < run.start < end
        if not (first < last or unseen) or not run.width:
            return None
        if run.kind == ENCODED:
            return Piece(run.source, run.source + run.width, ENCODED, first, last)
        if not run.literal:
            return Piece(run.source, run.source + run.width, run.kind)
        offset = run.source - run.start
        return Piece(first + offset, last + offset, run.kind)

    def _trimmed(self, piece: Piece) -> Piece:
        if piece.kind == ENCODED:
            return piece
        text = self.source[piece.start : piece.end]
        left = len(text) - len(text.lstrip())
        return Piece(piece.start + left, piece.start + max(len(text.rstrip()), left), piece.kind)


def has_tags(text: str) -> bool:
    """Does a text hold a tag of HTML?

    text (str): Any text.
    """
    marks = _MARK.finditer(text) if "<" in text else ()
    return any(mark["tag"] and _values(mark) is not None for mark in marks)


def read_hypertext(source: str) -> Hypertext | None:
    """Take a text with HTML apart.

    source (str): Any text.
    RETURNS (Hypertext): What is shown of it; None for a text without a tag of HTML, an entity and
        an encoded word. A word in angle brackets that is no tag of HTML is text.
    """
    if not any(mark in source for mark in ("<", "&", "=?")):
        return None
    view = _View(source)
    at = 0
    for match in _MARK.finditer(source):
        view.add_text(at, match.start())
        if match["unread"]:
            view.add_unread()
        elif match["aside"]:
            view.add_aside(*match.span())
        else:
            view.add_tag(match)
        at = match.end()
    view.add_text(at, len(source))
    return view.done()


class _View:
    """What is shown, growing from the first to the last character of the source."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._pieces: list[str] = []
        self._runs: list[Run] = []
        self._length = 0
        self._asides: list[tuple[int, int]] = []
        self._marked = self._encoded = False
        self._last = ""

    def add_text(self, start: int, end: int, kind: str = SHOWN) -> None:
        """Show characters of the source, encoded words and entities as what they stand for."""
        at = start
        for match in encoded_runs(self._source, start, end):
            meant = decoded(match[0])
            if not meant:
                continue
            self._add_text(at, match.start(), kind)
            self._show(meant, match.start(), len(match[0]), ENCODED)
            self._encoded, at = True, match.end()
        self._add_text(at, end, kind)

    def _add_text(self, start: int, end: int, kind: str) -> None:
        at = start
        for match in _ENTITY.finditer(self._source, start, end):
            meant = _meaning(match[0])
            if meant == match[0]:
                continue
            self._show(self._source[at : match.start()], at, match.start() - at, kind)
            self._show(meant, match.start(), len(match[0]), kind)
            self._marked, at = True, match.end()
        self._show(self._source[at:end], at, end - at, kind)

    def add_tag(self, match: regex.Match[str]) -> None:
        """A tag is not shown, its values are shown below; what is no tag of HTML is text."""
        values = _values(match)
        if values is None:
            self.add_text(*match.span())
            return
        self._marked = True
        self._asides += values
        name = match["tag"].lower()
        if name in CELL:
            self._part("\t", match.start(), ("\t", "\n"))
        elif name in BLOCK:
            self._part("\n", match.start(), ("\n\n",))

    def add_unread(self) -> None:
        """What is neither shown nor searched: what kind of HTML it is, and how it looks."""
        self._marked = True

    def add_aside(self, start: int, end: int) -> None:
        """What readers do not see: a comment, a declaration."""
        self._marked = True
        self._asides.append((start, end))

    def done(self) -> Hypertext | None:
        """The view; None where everything is shown as it stands."""
        if not (self._marked or self._encoded):
            return None
        if not self._marked:  # no HTML, so what is put in needs no entities
            self._runs = [r if r.kind == ENCODED else replace(r, kind=PLAIN) for r in self._runs]
        for number, (start, end) in enumerate(self._asides):
            self._show("\n" if number else "\n\n", start, 0, ASIDE)
            self.add_text(start, end, ASIDE)
        return Hypertext(self._source, "".join(self._pieces), self._runs)

    def _part(self, mark: str, source: int, enough: tuple[str, ...]) -> None:
        """Show a line end or tabulator, unless there are enough of them or nothing before."""
        if self._last and not self._last.endswith(enough):
            self._show(mark, source, 0, SHOWN)

    def _show(self, text: str, source: int, width: int, kind: str) -> None:
        if text or width:
            self._runs.append(Run(self._length, len(text), source, width, kind))
            self._pieces.append(text)
            self._length += len(text)
            self._last = (self._last + text)[-2:] if len(text) < 2 else text[-2:]


def _between(runs: Sequence[Run], starts: Sequence[int], start: int, end: int) -> Sequence[Run]:
    """The runs that begin before `end`, from the last that begins at `start` or before."""
    return runs[max(bisect_right(starts, start) - 1, 0) : bisect_left(starts, end)]


def value_span(attribute: regex.Match[str]) -> tuple[int, int]:
    """Where the value of an attribute stands; nowhere (-1, -1) without one.

    attribute (Match): What ATTRIBUTE matched.
    """
    return next((attribute.span(g) for g in _VALUES if attribute[g] is not None), (-1, -1))


def _values(tag: regex.Match[str]) -> list[tuple[int, int]] | None:
    """Where values that may hold text stand in a tag; None for what is no tag of HTML."""
    if tag["tag"].lower() not in ELEMENTS:
        return None
    found = []
    for match in ATTRIBUTE.finditer(tag.string, *tag.span("rest")):
        name = match["name"].lower()
        start, end = value_span(match)
        if start < 0 and name not in SWITCHES:
            return None
        if start >= 0 and name not in WITHOUT_TEXT and _speaks(tag.string[start:end]):
            found.append((start, end))
    return found


def _meaning(entity: str) -> str:
    """What readers see of an entity; `unescape` alone would read the beginning of a word as one."""
    meant = unescape(entity) if entity[1] == "#" else html5.get(entity[1:], entity)
    return meant.translate(_SEEN)


def _seen(source: str, kind: str) -> str:
    if kind == ENCODED:
        return source
    return str(_ENTITY.sub(lambda match: _meaning(match[0]), source))


def _escaped(text: str, kind: str) -> str:
    return text if kind in (PLAIN, ENCODED) else escape(text, quote=kind == ASIDE)


def _speaks(value: str) -> bool:
    """Could a value name somebody? An image's bytes, written out, cannot be read."""
    return any(map(str.isalnum, value)) and value[:5].lower() != "data:"
