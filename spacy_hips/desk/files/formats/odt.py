"""OpenDocument texts (.odt), read as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...errors import Errors
from .archive import Archive
from .content import Content, Unreadable, counted_kinds, names_in
from .limits import MARKS, FileAllowance
from .xml import elements, local, parse

_BODY, _STYLES, _META = "content.xml", "styles.xml", "meta.xml"
_LINES = frozenset(("p", "h"))
_APART = frozenset(("note", "annotation", "text-box", "tracked-changes", "deletion"))
"""What stands within a paragraph and is no part of it."""
_PEOPLE = ("creator", "initial-creator", "printed-by")
_DESCRIBED = ("title", "subject", "description", "keyword")
_SPACES = 1000
"""So many spaces in a row are read; more is nothing that anybody wrote."""
_PASSWORD = b"encryption-data"


def read(data: bytes, allowance: FileAllowance) -> Content:
    """The text of a document: its body, then what stands beside it, then its properties.

    data (bytes): The file.
    allowance (FileAllowance): What it may unpack to.
    RAISES (Unreadable): E788-E791 for what is no OpenDocument text that can be read.
    """
    parts = _parts(data, allowance)
    roots = {name: parse(parts[name]) for name in (_BODY, _STYLES, _META) if name in parts}
    beside: list[str] = []
    bodies = [e for e in elements(roots[_BODY]) if local(e.tag) == "body"]
    texts = ["\n".join(line for body in bodies for line in _lines(body, beside))]
    if _STYLES in roots:
        masters = elements(roots[_STYLES], "master-styles")
        beside += [line for master in masters for line in _lines(master, beside)]
    described = (e.text for e in elements(roots.get(_META, roots[_BODY]), *_DESCRIBED))
    texts += ["\n".join(line for line in beside if line.strip())]
    texts += ["\n".join(text for text in described if text and text.strip())]
    people = names_in(e.text for root in roots.values() for e in elements(root, *_PEOPLE))
    return Content("\n\n".join(t for t in texts if t), people, counted_kinds(_unsearched(parts)))


def _parts(data: bytes, allowance: FileAllowance) -> dict[str, bytes]:
    """The parts of the archive that a document is."""
    archive = Archive.of(data)
    try:
        parts = archive.parts(allowance, MARKS)
    finally:
        archive.close()
    if _BODY not in parts:
        raise Unreadable(Errors.E789, reason="it is no OpenDocument text")
    if _PASSWORD in parts.get("META-INF/manifest.xml", b""):
        raise Unreadable(Errors.E788)
    return parts


def _unsearched(parts: dict[str, bytes]) -> Iterator[str]:
    for name in parts:
        if name.startswith(("Pictures/", "media/")):
            yield "image"
        elif name.startswith("Basic/") and name.endswith(".xml"):
            yield "macros (dropped)"
        elif name.startswith(("Object ", "ObjectReplacements/")) and name.endswith("content.xml"):
            yield "embedded object"


def _lines(node: Any, beside: list[str]) -> Iterator[str]:
    """The paragraphs and table rows below a node, a line each."""
    for child in node:
        name = local(child.tag)
        if name in _LINES:
            yield _text(child, beside)
        elif name == "table-row":
            cells = (c for c in child if local(c.tag) in ("table-cell", "covered-table-cell"))
            yield "\t".join(" ".join(_lines(cell, beside)) for cell in cells)
        elif name in _APART:
            beside += list(_lines(child, beside))
        elif name:
            yield from _lines(child, beside)


def _text(node: Any, beside: list[str]) -> str:
    """The text of a paragraph; what stands in it and is no part of it goes to the others."""
    out = [node.text or ""]
    for child in node:
        name = local(child.tag)
        if name == "s":
            count = next((v for k, v in child.attrib.items() if local(k) == "c"), "1")
            out.append(
                " " * min(_SPACES, int(count) if count.isdecimal() and len(count) < 9 else 1)
            )
        elif name == "tab":
            out.append("\t")
        elif name == "line-break":
            out.append("\n")
        elif name in _APART or name in _LINES or name == "frame":
            beside += list(_lines(child, beside))
        elif name:
            out.append(_text(child, beside))
        out.append(child.tail or "")
    return "".join(out)
