"""Word documents (.docx): read as one text, and rewritten in place, part by part.

The text is the body as a reader sees it, a line a paragraph and a line a table row; behind it
stand text boxes, what tracked changes took away, fields, notes, comments, headers, links, and the
properties of the document.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import quote, unquote

from ....core.later import re
from ....core.spans import Replacement
from ...errors import Errors
from ..documents import carried
from ..file_formats import PEOPLE
from .content import Content, Unreadable, counted_kinds, names_in
from .limits import FileAllowance, alone
from .package import CORE, Link, Package, Part
from .pieces import Line, Piece, Put, by_line, joined, renamed, whole
from .scrub import Scrub
from .scrub_words import VALUED
from .sweep import Sweep
from .xml import clean, drop, elements, local

_WORD = re.compile(r"[^\W\d_]{2}")
_SAYS = re.compile(r"[^\W\d_]|\d{4}")

_LAYOUT = frozenset(
    ("pPr", "rPr", "tblPr", "tblGrid", "tcPr", "trPr", "sectPr", "sdtPr", "sdtEndPr", "bodyPr")
)
_RUNS = frozenset(("r", "oMath", "oMathPara", "hyperlink", "fldSimple"))
_WRITTEN = ("t", "delText", "instrText", "delInstrText", "v", "pt")
_TAKEN = frozenset(("del", "moveFrom"))
_BREAKS: Mapping[str, str] = {
    "tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-",
}  # fmt: skip
_SHOWN_APART = frozenset(
    ("descr", "title", "alt", "instr", "displayText", "lastValue", "tooltip", "string", "href")
)
"""Attributes that hold text, whatever their element."""
_DATED = frozenset(("date", "dateUtc", "fullDate", "initials"))
_NAMED = frozenset(("docPr", "cNvPr"))
_CORE_TEXT = frozenset(("title", "subject", "description", "keywords", "category"))
_CORE_PEOPLE = frozenset(("creator", "lastModifiedBy"))
_SEARCHED_LINK = re.compile(r"(?:https?|mailto|tel|ftp|sms):", re.I)
_NUMBER = re.compile(r"\s*[-+]?[\d.,]+(?:[eE][-+]?\d+)?%?\s*")


def read(data: bytes, allowance: FileAllowance) -> Content:
    """The text of a document.

    data (bytes): The file.
    allowance (FileAllowance): What it may unpack to.
    RAISES (Unreadable): E788-E791 and E796 for what is no Word document that can be read.
    """
    return Word(data, allowance).content


def rewrite(data: bytes, cells: Mapping[str, Sequence[Replacement]], text: str) -> bytes:
    """The document with what was replaced in its text and its people.

    data (bytes): The file.
    cells (Mapping): What was replaced in the text, and in the people, a name a line.
    text (str): The text as it was searched.
    RAISES (Unreadable): E795 if the file has another text now.
    """
    word = Word(data, alone(data))
    if word.content.text != text:
        raise Unreadable(Errors.E795)
    return word.rewritten(cells.get("text", ()), cells.get(PEOPLE, ()))


@dataclass
class _People:
    """Who stands in properties, and where."""

    places: list[tuple[str, Put]] = field(default_factory=list)

    def add(self, name: str | None, put: Put) -> None:
        if name and name.strip():
            self.places.append((name, put))


class Word:
    """A Word document.

    data (bytes): The file.
    allowance (FileAllowance): What it may unpack to.
    RAISES (Unreadable): As `read`.
    """

    def __init__(self, data: bytes, allowance: FileAllowance) -> None:
        self._package = Package(data, allowance)
        Scrub(part.root for part in self._package.xml()).run()
        self._people = _People()
        self._keep_properties()
        body, *others = [self._part(part) for part in self._package.texts()]
        lines = [body, *others, self._links(), self._properties()]
        self._text, self._slots = whole(joined([line for line in lines if line], "\n\n"))
        self.content = Content(
            self._text,
            names_in(name for name, _ in self._people.places),
            counted_kinds(self._package.told()),
        )

    def rewritten(self, text: Sequence[Replacement], people: Sequence[Replacement]) -> bytes:
        """The document with replacements.

        text, people (Sequence): What was replaced in the text and in the lines of people.
        """
        done = by_line(self._text, text)
        for slot, new in zip(self._slots, carried(self._text, self._slots, done), strict=True):
            if new != self._text[slot.start : slot.end]:
                slot.put(clean(new))
        named = renamed(self.content.people, people)
        for name, put in self._people.places:
            if (key := " ".join(name.split())) in named:
                put(clean(named[key]))
        sweep = Sweep.of_document(self.content, done, people)
        if sweep:
            for part in self._package.xml():
                sweep.clear(part.root)
        return self._package.packed()

    def _part(self, part: Part) -> Line:
        """The text of a part: what is read in it, then what is shown apart."""
        reader = _Reader(self._people)
        lines = [joined(reader.blocks(part.root), "\n")]
        lines += [joined([*reader.later, *reader.attributes(part.root)], "\n")]
        reader.forget(part.root)
        return joined([line for line in lines if line], "\n\n")

    def _links(self) -> Line:
        lines: list[Line] = []
        for part in sorted(self._package.xml(), key=lambda part: part.name):
            for link in part.links:
                if link.outside and _SEARCHED_LINK.match(link.target):
                    lines.append([Piece(unquote(link.target), partial(_put_link, link))])
        return joined(lines, "\n")

    def _keep_properties(self) -> None:
        """Keep of the properties what people wrote, and who they are."""
        for part in self._package.of(CORE):
            for element in [e for e in elements(part.root) if e is not part.root]:
                if local(element.tag) not in _CORE_TEXT | _CORE_PEOPLE:
                    drop(element)

    def _properties(self) -> Line:
        lines: list[Line] = []
        for part in self._package.of(CORE):
            for element in elements(part.root):
                name, text = local(element.tag), element.text or ""
                put = partial(_put_text, element)
                if name in _CORE_PEOPLE:
                    self._people.add(text, put)
                elif name in _CORE_TEXT and text.strip():
                    lines.append([Piece(text, put)])
        return joined(lines, "\n")


def _put_link(link: Link, new: str) -> None:
    link.target = quote(new, safe=":/?#[]@!$&'()*+,;=%~")


def _put_text(element: Any, new: str) -> None:
    element.text = new


class _Reader:
    """Reads a part.

    people (_People): Takes the authors of changes and comments.
    """

    def __init__(self, people: _People) -> None:
        self.later: list[Line] = []
        self._people = people
        self._read: set[Any] = set()

    def blocks(self, node: Any) -> Iterator[Line]:
        """The paragraphs and table rows in a node, a line each."""
        for child in node:
            name = local(child.tag)
            if name == "p":
                yield self._paragraph(child)
            elif name == "tbl":
                yield from (self._row(row) for row in elements_within(child, "tr"))
            elif name in _RUNS:  # of no paragraph, as formulas may be
                yield self._paragraph([child])
            elif name in ("v", "pt") and child.text and not _NUMBER.fullmatch(child.text):
                yield [self._text(child)]
            elif name == "txbxContent":
                self.later += list(self.blocks(child))
            elif name and name not in _LAYOUT:
                yield from self.blocks(child)

    def _row(self, row: Any) -> Line:
        cells = (joined(self.blocks(cell), " ") for cell in elements_within(row, "tc"))
        line = joined(cells, "\t")
        return [Piece(" ") if piece.put is None and piece.text == "\n" else piece for piece in line]

    def _paragraph(self, paragraph: Any) -> Line:
        runs = list(self._runs(paragraph, "shown"))
        taken = any(kind == "taken" for kind, _ in runs)
        shown = [piece for kind, piece in runs if kind in ("shown", "added")]
        if taken:
            # As it was before the changes: what was taken away is read where it stood.
            old = [p if k == "taken" else Piece(p.text) for k, p in runs if k in ("shown", "taken")]
            self.later.append(old)
        return shown

    def _runs(self, node: Any, kind: str) -> Iterator[tuple[str, Piece]]:
        field_codes: Line = []
        for child in node:
            name = local(child.tag)
            if name in ("t", "delText"):
                yield ("taken" if name == "delText" else kind), self._text(child)
            elif name in ("instrText", "delInstrText"):
                field_codes.append(self._text(child))
            elif name in _BREAKS:
                yield kind, Piece(_BREAKS[name])
            elif name in _TAKEN:
                yield from self._runs(child, "taken")
            elif name in ("ins", "moveTo"):
                yield from self._runs(child, kind if kind == "taken" else "added")
            elif name in ("p", "txbxContent", "tbl"):
                self.later += list(self.blocks([child] if name != "txbxContent" else child))
            elif name and name not in _LAYOUT:
                yield from self._runs(child, kind)
        if field_codes:
            self.later.append(field_codes)

    def forget(self, root: Any) -> None:
        """Empty what holds a text that no reader sees, for it stands where none belongs."""
        for element in elements(root, *_WRITTEN):
            if element.text and element not in self._read and not _NUMBER.fullmatch(element.text):
                element.text = None

    def _text(self, element: Any) -> Piece:
        self._read.add(element)
        return Piece(element.text or "", partial(self._put, element))

    def _put(self, element: Any, new: str) -> None:
        element.text = new
        if new != new.strip():
            element.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")

    def attributes(self, root: Any) -> Iterator[Line]:
        """Attributes that hold text, a line each; those that hold people or dates are noted."""
        for element in elements(root):
            name = local(element.tag)
            for key, value in list(element.attrib.items()):
                own = local(key)
                put = partial(element.set, key)
                if own == "author":
                    self._people.add(value, put)
                elif own in _DATED and name != "sdt":
                    del element.attrib[key]
                elif own == "name" and name in _NAMED and value:
                    put("")
                elif _shown(name, own, value):
                    yield [Piece(value, put)]


def _shown(name: str, own: str, value: str) -> bool:
    """Does an attribute say something that a reader can see?"""
    if name == "lvlText":  # most are a number's place or a bullet
        return own == "val" and bool(_WORD.search(value))
    text = own in _SHOWN_APART or (own in ("val", "value") and name in VALUED)
    return text and bool(_SAYS.search(value))


def elements_within(node: Any, name: str) -> Iterator[Any]:
    """The nearest elements of a name below a node, through whatever wraps them."""
    for child in node:
        found = local(child.tag)
        if found == name:
            yield child
        elif found and found not in _LAYOUT:
            yield from elements_within(child, name)
