"""Word documents (.docx): read as one text, and rewritten in place, part by part.

The text is the body as a reader sees it, a line a paragraph and a line a table row; behind it
stand text boxes, what tracked changes took away, fields, notes, comments, headers, links, and the
properties of the document. Parts in which nothing is replaced stay byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from posixpath import dirname, join, normpath
from typing import Any
from urllib.parse import quote, unquote

from ...errors import Errors
from ...spans import Replacement
from ..documents import carried
from ..file_formats import PEOPLE
from .archive import Archive, write_zip
from .content import Content, Unreadable, counted_kinds, names_in
from .pieces import Line, Piece, Put, Span, by_line, joined, whole
from .sweep import Sweep
from .xml import clean, drop, elements, local, parse, serialised

TYPES, ROOT_LINKS = "[Content_Types].xml", "_rels/.rels"
CORE, APP, CUSTOM = "docProps/core.xml", "docProps/app.xml", "docProps/custom.xml"

# Parts with text, in the order in which they are read; the main part comes first.
_TEXT_PARTS = tuple(
    re.compile(rf"word/(?:glossary/)?{name}\.xml")
    for name in (
        r"footnotes\d*", r"endnotes\d*", r"comments\d*", r"header\d*", r"footer\d*",
        r"diagrams/(?:data|drawing)\d*", r"charts/chart(?:Ex)?\d*", r"drawings/\w+", "document",
        "people", "settings", "commentsExtensible",
    )
)  # fmt: skip
_BARE = re.compile(
    r"(?:\[Content_Types\]|.*/(?:styles|stylesWithEffects|numbering|webSettings|fontTable|theme\d*"
    r"|themeOverride\d*|commentsExtended|commentsIds|itemProps\d*|(?:colors|style|layout|quickStyle)"
    r"\d*|app|core|custom))\.xml|.*\.rels"
)
"""Parts of XML in which nobody writes."""
_DROPPED = re.compile(
    r"docProps/thumbnail\..*|_xmlsignatures/.*|word/(?:vbaProject\.bin|vbaData\.xml)|.*/_rels/"
    r"vbaProject\.bin\.rels|userCustomization/.*|customUI/.*"
)
_PICTURE = re.compile(r".*\.(?:png|jpe?g|gif|tiff?|bmp|emf|wmf|svg|wdp|webp|heic)", re.I)
_FONT = re.compile(r"word/fonts/.*")
_INSIDE = re.compile(r"word/afchunk.*|.*\.(?:mht|mhtml|html?|rtf|docx?)", re.I)
_CUSTOM_XML = re.compile(r"customXml/item\d*\.xml")
_MEDIA = re.compile(r"word/media/(?!image\d+\.\w+$).*?(\.\w+)?")
_SAYS = re.compile(r"[^\W\d_]|\d{4}")

_LAYOUT = frozenset(
    ("pPr", "rPr", "tblPr", "tblGrid", "tcPr", "trPr", "sectPr", "sdtPr", "sdtEndPr", "bodyPr")
)
_TAKEN = frozenset(("del", "moveFrom"))
_BREAKS: Mapping[str, str] = {
    "tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-",
}  # fmt: skip
_SHOWN_APART = frozenset(
    ("descr", "title", "alt", "instr", "displayText", "lastValue", "tooltip", "string", "href")
)
"""Attributes that hold text, whatever their element."""
_VALUED = frozenset(
    ("alias", "tag", "tblCaption", "tblDescription", "default", "statusText", "helpText",
     "listEntry", "listItem", "smartTagPr", "attr")
)  # fmt: skip
"""Elements whose value is text."""
_SILENT = frozenset(("docVars", "mailMerge", "attachedTemplate", "fldData", "presenceInfo"))
"""Elements that no reader sees, and that name files, addresses and accounts."""
_DATED = frozenset(("date", "dateUtc", "fullDate", "initials"))
_NAMED = frozenset(("docPr", "cNvPr"))
_CORE_TEXT = frozenset(("title", "subject", "description", "keywords", "category"))
_CORE_PEOPLE = frozenset(("creator", "lastModifiedBy"))
_APP_KEPT = frozenset(
    ("Pages", "Words", "Characters", "Lines", "Paragraphs", "CharactersWithSpaces", "Application",
     "AppVersion", "DocSecurity", "ScaleCrop", "LinksUpToDate", "SharedDoc", "HyperlinksChanged",
     "TotalTime")
)  # fmt: skip
_SEARCHED_LINK = re.compile(r"(?:https?|mailto|tel|ftp|sms):", re.I)
_GONE = "file:///removed"
_MACROS = re.compile(rb"application/vnd\.ms-word\.(document|template)\.macroEnabled\.main\+xml")
_PLAIN = rb"application/vnd.openxmlformats-officedocument.wordprocessingml.\1.main+xml"


def read(data: bytes) -> Content:
    """The text of a document.

    data (bytes): The file.
    RAISES (Unreadable): E788-E791 for what is no Word document that can be read.
    """
    return Word(data).content


def rewrite(data: bytes, cells: Mapping[str, Sequence[Replacement]], text: str) -> bytes:
    """The document with what was replaced in its text and its people.

    data (bytes): The file.
    cells (Mapping): What was replaced in the text, and in the people, a name a line.
    text (str): The text as it was searched.
    RAISES (Unreadable): E795 if the file has another text now.
    """
    word = Word(data)
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
    RAISES (Unreadable): As `read`.
    """

    def __init__(self, data: bytes) -> None:
        archive = Archive.of(data)
        self.parts = {name: archive.read(name) for name in archive.names}
        archive.close()
        self._roots: dict[str, Any] = {}
        self._changed: set[str] = set()
        self._people = _People()
        self._dropped = [name for name in self.parts if _DROPPED.fullmatch(name)]
        self._names = dict(_media_names(self.parts))
        main = self._main()
        if any(_INSIDE.fullmatch(name) for name in self.parts):
            raise Unreadable(Errors.E789, reason="it holds another document within")
        texts = [main, *self._text_parts(main)]
        body, *others = [self._part(name) for name in texts]
        lines = [body, *others, self._links(), self._properties()]
        self._text, self._slots = whole(joined([line for line in lines if line], "\n\n"))
        self.content = Content(
            self._text,
            names_in(name for name, _ in self._people.places),
            counted_kinds(self._unsearched(texts)),
        )

    def rewritten(self, text: Sequence[Replacement], people: Sequence[Replacement]) -> bytes:
        """The document with replacements.

        text, people (Sequence): What was replaced in the text and in the lines of people.
        """
        done = by_line(self._text, text)
        for slot, new in zip(self._slots, carried(self._text, self._slots, done), strict=True):
            if new != self._text[slot.start : slot.end]:
                slot.put(clean(new))
        named = self._renamed(people)
        for name, put in self._people.places:
            if (key := " ".join(name.split())) in named:
                put(clean(named[key]))
        self._empty()
        names = "\n".join(self.content.people)
        shown = "".join(carried(self._text, [Span(0, len(self._text))], done))
        sweep = Sweep.of([(self._text, done), (names, by_line(names, people))], shown)
        if sweep:
            self._sweep(sweep)
        out = BytesIO()
        kept = (name for name in self.parts if name not in self._dropped)
        write_zip(out, ((self._names.get(name, name), self._bytes(name)) for name in kept))
        return out.getvalue()

    def _root(self, name: str) -> Any:
        if name not in self._roots:
            self._roots[name] = parse(self.parts[name])
            if b"<!--" in self.parts[name]:
                self._changed.add(name)  # comments are gone
        return self._roots[name]

    def _bytes(self, name: str) -> bytes:
        return serialised(self._roots[name]) if name in self._changed else self.parts[name]

    def _main(self) -> str:
        if ROOT_LINKS not in self.parts or TYPES not in self.parts:
            raise Unreadable(Errors.E789, reason="it is no Word document")
        for link in elements(self._root(ROOT_LINKS), "Relationship"):
            name = (link.get("Target") or "").lstrip("/")
            leads = (link.get("Type") or "").endswith("/officeDocument") and name in self.parts
            if leads and local(self._root(name).tag) == "document":
                return name
        raise Unreadable(Errors.E789, reason="it is no Word document")

    def _text_parts(self, main: str) -> Iterator[str]:
        for pattern in _TEXT_PARTS:
            yield from (n for n in sorted(self.parts) if n != main and pattern.fullmatch(n))

    def _unsearched(self, texts: Sequence[str]) -> Iterator[str]:
        for name in self.parts:
            if name in texts or name.endswith("/") or _BARE.fullmatch(name):
                continue
            if _PICTURE.fullmatch(name) and name not in self._dropped:
                yield "image"
            elif name.startswith("word/vbaProject"):
                yield "macros (dropped)"
            elif name in self._dropped or _FONT.fullmatch(name):
                continue
            elif _CUSTOM_XML.fullmatch(name):
                yield "custom XML (emptied)"
            elif "/embeddings/" in name or "/activeX/" in name:
                yield "embedded object"
            else:
                yield "other part"

    def _part(self, name: str) -> Line:
        """The text of a part: what is read in it, then what is shown apart."""
        root = self._root(name)
        reader = _Reader(partial(self._changed.add, name), self._people)
        lines = [joined(reader.blocks(root), "\n")]
        lines += [joined([*reader.later, *reader.attributes(root)], "\n")]
        return joined([line for line in lines if line], "\n\n")

    def _links(self) -> Line:
        lines: list[Line] = []
        for name in sorted(n for n in self.parts if n.endswith(".rels")):
            for link in elements(self._root(name), "Relationship"):
                target = link.get("Target") or ""
                if link.get("TargetMode") != "External" or not _SEARCHED_LINK.match(target):
                    continue
                lines.append([Piece(unquote(target), partial(self._put_link, name, link))])
        return joined(lines, "\n")

    def _put_link(self, name: str, link: Any, new: str) -> None:
        link.set("Target", quote(new, safe=":/?#[]@!$&'()*+,;=%~"))
        self._changed.add(name)

    def _properties(self) -> Line:
        if CORE not in self.parts:
            return []
        lines: list[Line] = []
        for element in self._root(CORE):
            name, text = local(element.tag), element.text or ""
            put = partial(self._put_text, CORE, element)
            if name in _CORE_PEOPLE:
                self._people.add(text, put)
            elif name in _CORE_TEXT and text.strip():
                lines.append([Piece(text, put)])
        return joined(lines, "\n")

    def _put_text(self, name: str, element: Any, new: str) -> None:
        element.text = new
        self._changed.add(name)

    def _renamed(self, people: Sequence[Replacement]) -> dict[str, str]:
        """The new name of everybody in the properties."""
        names = "\n".join(self.content.people)
        return dict(zip(self.content.people, _carried_lines(names, people), strict=True))

    def _empty(self) -> None:
        """Empty what nobody reads in the document, and what is gone."""
        for name in self.parts:
            if name == CORE:
                self._keep_only(name, _CORE_TEXT | _CORE_PEOPLE | {"language"})
            elif name == APP:
                self._keep_only(name, _APP_KEPT)
            elif name == CUSTOM:
                self._keep_only(name, frozenset())
            elif _CUSTOM_XML.fullmatch(name):
                self._roots[name] = parse(b"<removed/>")
                self._changed.add(name)
            elif name.endswith(".rels"):
                self._empty_links(name)
        self._empty_types()

    def _keep_only(self, name: str, kept: frozenset[str]) -> None:
        for element in [e for e in self._root(name) if local(e.tag) not in kept]:
            drop(element)
            self._changed.add(name)

    def _empty_links(self, name: str) -> None:
        """Drop links to parts that are gone, and point those to files of a machine nowhere."""
        for link in list(elements(self._root(name), "Relationship")):
            target = link.get("Target") or ""
            if link.get("TargetMode") == "External":
                if not _SEARCHED_LINK.match(target):
                    link.set("Target", _GONE)
                    self._changed.add(name)
            elif (part := _of(name, target)) in self._dropped:
                drop(link)
                self._changed.add(name)
            elif part in self._names:
                link.set("Target", "/" + self._names[part])
                self._changed.add(name)

    def _empty_types(self) -> None:
        for element in list(elements(self._root(TYPES), "Override")):
            part = (element.get("PartName") or "").lstrip("/")
            if part in self._dropped:
                drop(element)
                self._changed.add(TYPES)
            elif part in self._names:
                element.set("PartName", "/" + self._names[part])
                self._changed.add(TYPES)
            plain = _MACROS.sub(_PLAIN, (element.get("ContentType") or "").encode()).decode()
            if plain != element.get("ContentType"):
                element.set("ContentType", plain)
                self._changed.add(TYPES)

    def _sweep(self, sweep: Sweep) -> None:
        """Replace what was replaced elsewhere in names of styles, marks and the like, too."""
        for name in self.parts:
            searched = name.endswith(".xml") and name != TYPES
            if searched and sweep.may_be_in(self._bytes(name)) and sweep.clear(self._root(name)):
                self._changed.add(name)


def _media_names(parts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """New names of pictures whose own may tell somebody's."""
    for number, name in enumerate(sorted(parts), 1):
        if match := _MEDIA.fullmatch(name):
            yield name, f"word/media/picture{number}{match[1] or ''}"


def _of(links: str, target: str) -> str:
    """The part that a link leads to."""
    base = dirname(dirname(links))
    return target.lstrip("/") if target.startswith("/") else normpath(join(base, target))


def _carried_lines(text: str, replacements: Sequence[Replacement]) -> list[str]:
    """The lines of a text, each with what was replaced in it."""
    lines, at = [], 0
    for line in text.split("\n") if text else []:
        lines.append(Span(at, at + len(line)))
        at += len(line) + 1
    return carried(text, lines, by_line(text, replacements))


class _Reader:
    """Reads a part.

    changed (Callable): Told when something is put into it.
    people (_People): Takes the authors of changes and comments.
    """

    def __init__(self, changed: partial[None], people: _People) -> None:
        self.later: list[Line] = []
        self._changed = changed
        self._people = people

    def blocks(self, node: Any) -> Iterator[Line]:
        """The paragraphs and table rows in a node, a line each."""
        for child in node:
            name = local(child.tag)
            if name == "p":
                yield self._paragraph(child)
            elif name == "tbl":
                yield from (self._row(row) for row in elements_within(child, "tr"))
            elif name == "strCache":
                yield from ([self._text(v)] for v in elements(child, "v") if v.text)
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

    def _text(self, element: Any) -> Piece:
        return Piece(element.text or "", partial(self._put, element))

    def _put(self, element: Any, new: str) -> None:
        element.text = new
        if new != new.strip():
            element.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        self._changed()

    def attributes(self, root: Any) -> Iterator[Line]:
        """Attributes that hold text, a line each; those that hold people or dates are noted."""
        for element in list(elements(root)):
            name = local(element.tag)
            if name in _SILENT:
                drop(element)
                self._changed()
                continue
            for key, value in list(element.attrib.items()):
                own = local(key)
                put = partial(self._put_attribute, element, key)
                if own == "author":
                    self._people.add(value, put)
                elif own in _DATED and name != "sdt":
                    del element.attrib[key]
                    self._changed()
                elif own == "name" and name in _NAMED and value:
                    put("")
                elif _SAYS.search(value) and (
                    own in _SHOWN_APART or (own in ("val", "value") and name in _VALUED)
                ):
                    yield [Piece(value, put)]

    def _put_attribute(self, element: Any, key: str, new: str) -> None:
        element.set(key, new)
        self._changed()


def elements_within(node: Any, name: str) -> Iterator[Any]:
    """The nearest elements of a name below a node, through whatever wraps them."""
    for child in node:
        found = local(child.tag)
        if found == name:
            yield child
        elif found and found not in _LAYOUT:
            yield from elements_within(child, name)
