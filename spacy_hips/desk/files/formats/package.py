"""The parts of a Word document, found as Word finds them: by the links from part to part.

A part is kept if it is of a kind that is known, whatever its name is; all others go, and so does
what no link leads to. Parts, links and pictures get plain names where theirs could say something.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from itertools import count
from posixpath import basename, dirname, join, normpath
from types import MappingProxyType
from typing import Any
from urllib.parse import unquote

from ....core.later import re
from ...errors import Errors
from .archive import Archive, write_zip
from .content import Unreadable
from .limits import MARKS, FileAllowance
from .pictures import cleaned, form_of
from .xml import elements, local, made, parse, serialised

TYPES, ROOT_LINKS = "[Content_Types].xml", "_rels/.rels"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/"
MAIN, PICTURE, CORE = "officeDocument", "image", "core-properties"


@dataclass(frozen=True)
class PartKind:
    """A kind of part that is kept.

    stem (str): Its plain name, to which a number may be put.
    root (str): Its outermost element.
    text (bool): May people have written in it?
    """

    stem: str
    root: str
    text: bool = True


# By the last word of the type of the link that leads to it, in the order in which texts are read.
PART_KINDS: Mapping[str, PartKind] = MappingProxyType(
    {
        MAIN: PartKind("word/document", "document"),
        "footnotes": PartKind("word/footnotes", "footnotes"),
        "endnotes": PartKind("word/endnotes", "endnotes"),
        "comments": PartKind("word/comments", "comments"),
        "header": PartKind("word/header", "hdr"),
        "footer": PartKind("word/footer", "ftr"),
        "diagramData": PartKind("word/diagrams/data", "dataModel"),
        "diagramDrawing": PartKind("word/diagrams/drawing", "drawing"),
        "chart": PartKind("word/charts/chart", "chartSpace"),
        "chartEx": PartKind("word/charts/chartEx", "chartSpace"),
        "chartUserShapes": PartKind("word/drawings/drawing", "userShapes"),
        "numbering": PartKind("word/numbering", "numbering"),
        "people": PartKind("word/people", "people"),
        "settings": PartKind("word/settings", "settings"),
        "styles": PartKind("word/styles", "styles", text=False),
        "theme": PartKind("word/theme/theme", "theme", text=False),
        "commentsExtended": PartKind("word/commentsExtended", "commentsEx", text=False),
        "diagramLayout": PartKind("word/diagrams/layout", "layoutDef", text=False),
        "diagramQuickStyle": PartKind("word/diagrams/quickStyle", "styleDef", text=False),
        "diagramColors": PartKind("word/diagrams/colors", "colorsDef", text=False),
        CORE: PartKind("docProps/core", "coreProperties", text=False),
    }
)
_WITHIN = frozenset(("aFChunk", "subDocument"))
_OUTSIDE = frozenset(("hyperlink", PICTURE))
"""Links that may lead out of the document."""

# What is told of a part that goes, by its name in small letters; nothing of what programs keep.
_TOLD: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r".*vba(?:project|data)\..*"), "macros (dropped)"),
    (re.compile(r"customxml/item\d*\.xml"), "custom XML (dropped)"),
    (re.compile(r".*/(?:embeddings|activex)/.*"), "embedded object (dropped)"),
    (re.compile(r"word/glossary/.*"), "building blocks (dropped)"),
    (re.compile(r".*\.(?:od)?ttf|.*\.odttf"), "font (dropped)"),
    (re.compile(r".*\.(?:mp[34]|m4[av]|wav|mov|avi|wm[av])"), "sound or film (dropped)"),
    (re.compile(r".*/ink/.*"), "ink (dropped)"),
)
_QUIET = re.compile(
    r"\[content_types\]\.xml|.*\.rels|.*/|docprops/.*|customxml/itemprops\d*\.xml|docmetadata/.*"
    r"|_xmlsignatures/.*|word/(?:fonttable|websettings|styleswitheffects|commentsids)\.xml"
    r"|word/(?:commentsextensible|intelligence\d*)\.xml|word/charts/(?:style|colors)\d*\.xml"
    r"|word/theme/themeoverride\d*\.xml|(?:usercustomization|customui)/.*|\[trash\]/.*"
)
_PICTURES = re.compile(r".*\.(?:png|jpe?g|gif|tiff?|bmp|emf|wmf|emz|wmz|svg|wdp|webp|heic)")

_ID = re.compile(r"rId\d{1,6}")
_TYPE = re.compile(
    r"application/vnd\.(?:openxmlformats-(?:officedocument|package)|ms-(?:office|word))[\w.+-]*"
)
_MACROS = re.compile(r"application/vnd\.ms-word\.(document|template)\.macroEnabled\.main\+xml")
_PLAIN = r"application/vnd.openxmlformats-officedocument.wordprocessingml.\1.main+xml"
_REFERRED = frozenset(("relid", "relId"))
_GONE = "file:///removed"
_SEARCHED = re.compile(r"(?:https?|mailto|tel|ftp|sms):", re.I)


@dataclass
class Link:
    """A link from a part.

    id (str): Its name in the part, which is plain.
    type (str): Its type, an address.
    target (str): Where it leads: a part by its old name, or an address.
    outside (bool): Is it an address? One of a file is gone.
    """

    id: str
    type: str
    target: str
    outside: bool = False


@dataclass
class Part:
    """A part that is kept.

    kind (str): One of `PART_KINDS`, or that of pictures.
    name (str): Its new name.
    root (Any): Its XML; None for a picture.
    data (bytes): A picture.
    links (list): The links from it.
    """

    kind: str
    name: str
    root: Any = None
    data: bytes = b""
    links: list[Link] = field(default_factory=list)


class Package:
    """A Word document as parts and links.

    data (bytes): The file.
    allowance (FileAllowance): What it may unpack to.
    parts (dict): The parts that are kept, by their old names in small letters.
    RAISES (Unreadable): E788-E791 and E796 for what cannot be read.
    """

    def __init__(self, data: bytes, allowance: FileAllowance) -> None:
        archive = Archive.of(data)
        try:
            self._data = _by_name(archive.parts(allowance, MARKS))
        finally:
            archive.close()
        self.parts: dict[str, Part] = {}
        self._names: set[str] = set()
        self._bare = Counter[str]()
        self._waiting: list[str] = []
        self.links = self._followed("")
        while self._waiting:
            name = self._waiting.pop()
            self.parts[name].links = self._followed(name)
        mains = [part for part in self.parts.values() if part.kind == MAIN]
        if TYPES.lower() not in self._data or len(mains) != 1:
            raise Unreadable(Errors.E789, reason="it is no Word document")
        self.main = mains[0]
        self._types = _Types(parse(self._data[TYPES.lower()]))

    def of(self, kind: str) -> list[Part]:
        """The parts of a kind, in the order of their names."""
        found = (part for part in self.parts.values() if part.kind == kind)
        return sorted(found, key=lambda part: part.name)

    def texts(self) -> Iterator[Part]:
        """The parts in which people may have written, the main one first."""
        for kind, row in PART_KINDS.items():
            if row.text:
                yield from self.of(kind)

    def xml(self) -> Iterator[Part]:
        """All parts of XML."""
        return (part for part in self.parts.values() if part.root is not None)

    def told(self) -> Iterator[str]:
        """What is kept and not searched, and what goes, a word for each part."""
        for name in self._data:
            part = self.parts.get(name)
            if part is None:
                if told := _told(name):
                    yield told
            elif part.kind == PICTURE:
                yield "image" if form_of(part.data) else "picture of another form (emptied)"

    def packed(self) -> bytes:
        """The document as a file."""
        out = BytesIO()
        write_zip(out, self._entries())
        return out.getvalue()

    def _followed(self, name: str) -> list[Link]:
        """The links from a part that are kept; what they lead to is read, and waits for its own."""
        place = f"{dirname(name)}/_rels/{basename(name)}.rels".lstrip("/")
        if place not in self._data:
            return []
        found = elements(parse(self._data[place]), "Relationship")
        read = [(link.get("Id") or "", self._link(name, link)) for link in found]
        plain = {own for own, link in read if link is not None and _ID.fullmatch(own)}
        free = (new for number in count(1) if (new := f"rId{number}") not in plain)
        ids, links = {}, []
        for own, link in read:
            if link is not None and own not in ids:
                link.id = ids[own] = own if own in plain else next(free)
                links.append(link)
        if name and self.parts[name].root is not None:
            _refer(self.parts[name].root, ids)
        return links

    def _link(self, name: str, link: Any) -> Link | None:
        type_, target = link.get("Type") or "", link.get("Target") or ""
        kind = type_.rpartition("/")[2]
        if kind in _WITHIN:
            raise Unreadable(Errors.E789, reason="it holds another document within")
        if (link.get("TargetMode") or "").lower() == "external":
            target = target if _SEARCHED.match(target) else _GONE
            return Link("", type_, target, outside=True) if kind in _OUTSIDE else None
        part = _resolved(name, target)
        if part not in self._data or not self._kept(part, kind):
            return None
        return Link("", type_, part)

    def _kept(self, name: str, kind: str) -> bool:
        """Is a part kept? It is read if it was not before."""
        if name in self.parts:
            return self.parts[name].kind == kind
        data = self._data[name]
        if kind == PICTURE:
            self.parts[name] = Part(kind, self._picture_name(name, data), data=data)
            return True
        row = PART_KINDS.get(kind)
        if row is None:
            return False
        root = parse(data)
        if local(root.tag) != row.root:
            return False
        self.parts[name] = Part(kind, self._plain_name(name, row), root)
        self._waiting.append(name)
        return True

    def _plain_name(self, name: str, row: PartKind) -> str:
        plain = re.fullmatch(rf"{row.stem}\d{{0,4}}\.xml", name) is not None
        if not plain or name in self._names:
            name = self._free(row.stem, "xml")
        self._names.add(name)
        return name

    def _picture_name(self, name: str, data: bytes) -> str:
        form = form_of(data) or "png"
        plain = re.fullmatch(rf"word/media/image\d{{1,4}}\.{form.replace('e', 'e?')}", name)
        if not plain or name in self._names:
            name = self._free("word/media/picture", form)
        self._names.add(name)
        return name

    def _free(self, stem: str, ending: str) -> str:
        while True:
            self._bare[stem] += 1
            name = f"{stem}{self._bare[stem]}.{ending}"
            if name not in self._names and name not in self._data:
                return name

    def _entries(self) -> Iterator[tuple[str, bytes]]:
        yield TYPES, serialised(self._types.of(self.parts))
        yield ROOT_LINKS, self._links_xml(self.links)
        for part in self.parts.values():
            yield (
                part.name,
                serialised(part.root) if part.root is not None else cleaned(part.data)[0],
            )
            if part.links:
                place = f"{dirname(part.name)}/_rels/{basename(part.name)}.rels"
                yield place, self._links_xml(part.links)

    def _links_xml(self, links: list[Link]) -> bytes:
        root = made(PACKAGE + "relationships", "Relationships")
        for link in links:
            row = {"Id": link.id, "Type": link.type}
            if link.outside:
                row |= {"Target": link.target, "TargetMode": "External"}
            else:
                row["Target"] = "/" + self.parts[link.target].name
            made(PACKAGE + "relationships", "Relationship", root, row)
        return serialised(root)


class _Types:
    """The types of parts.

    root (Any): The XML that tells them.
    """

    def __init__(self, root: Any) -> None:
        self._own, self._by_ending = {}, {}
        for element in elements(root, "Override"):
            name = (element.get("PartName") or "").lstrip("/").lower()
            self._own[name] = element.get("ContentType") or ""
        for element in elements(root, "Default"):
            self._by_ending[(element.get("Extension") or "").lower()] = (
                element.get("ContentType") or ""
            )

    def of(self, parts: Mapping[str, Part]) -> Any:
        """The XML that tells the types of parts that are kept."""
        root = made(PACKAGE + "content-types", "Types")
        forms = {part.name.rpartition(".")[2] for part in parts.values() if part.kind == PICTURE}
        defaults = {form: "image/" + form.replace("jpg", "jpeg") for form in forms}
        defaults |= {"rels": "application/vnd.openxmlformats-package.relationships+xml"}
        defaults |= {"xml": "application/xml"}
        for ending, type_ in sorted(defaults.items()):
            row = {"Extension": ending, "ContentType": type_}
            made(PACKAGE + "content-types", "Default", root, row)
        for old, part in parts.items():
            if part.kind == PICTURE:
                continue
            type_ = self._own.get(old, "") or self._by_ending.get(old.rpartition(".")[2], "")
            type_ = _MACROS.sub(_PLAIN, type_)
            row = {"PartName": "/" + part.name, "ContentType": type_}
            if _TYPE.fullmatch(type_):
                made(PACKAGE + "content-types", "Override", root, row)
        return root


def _by_name(parts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Parts by their names in small letters: case is of no matter in a document."""
    out: dict[str, bytes] = {}
    for name, data in parts.items():
        plain = name.replace("\\", "/").lstrip("/").lower()
        if plain in out:
            raise Unreadable(Errors.E791, reason="it holds two files of one name")
        out[plain] = data
    return out


def _resolved(name: str, target: str) -> str:
    """The part that a link from another leads to, in small letters."""
    target = unquote(target).replace("\\", "/")
    path = target if target.startswith("/") else join(dirname(name), target)
    return normpath(path).lstrip("/").lower()


def _refer(root: Any, ids: Mapping[str, str]) -> None:
    """Give the places of a part that name a link its new id, and empty those whose link is gone."""
    gone = []
    for element in elements(root):
        for key, value in list(element.attrib.items()):
            space, _, own = str(key).rpartition("}")
            if not (space.endswith("/relationships") or own in _REFERRED):
                continue
            if value in ids:
                element.set(key, ids[value])
            else:
                del element.attrib[key]
                gone.append(element)
    for element in gone:
        if element.getparent() is not None and not len(element) and not element.text:
            element.getparent().remove(element)


def _told(name: str) -> str:
    if _QUIET.fullmatch(name):
        return ""
    if _PICTURES.fullmatch(name):
        return "picture that is not shown (dropped)"
    return next((told for form, told in _TOLD if form.fullmatch(name)), "other part (dropped)")
