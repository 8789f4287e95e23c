"""XML of document files: parsed without entities or network, and written back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from ....core.later import re
from ...errors import Errors
from .archive import looks_like_xml
from .content import Unreadable, needed

EXTRA = "documents"
_NONE: Mapping[str, str] = MappingProxyType({})
_PREFIXES = frozenset(("Ignorable", "Requires", "ProcessContent", "MustUnderstand"))
# The others have other bytes for "<", so their elements could not be counted before.
_ENCODING = re.compile(rb"<\?xml[^>]*?\sencoding\s*=\s*[\"']([^\"']*)[\"']")
_ENCODINGS = re.compile(rb"utf-?(?:8|16(?:[lb]e)?)|us-ascii|ascii|iso-8859-\d+|windows-125\d", re.I)
# What XML cannot hold: a surrogate never has it, a table cell may.
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def parse(data: bytes) -> Any:
    """The root of some XML, without comments.

    data (bytes): The XML.
    RAISES (Unreadable): E787 without lxml, E789 for what is no XML or declares entities.
    """
    told = _ENCODING.match(data[:512].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe"))
    if not looks_like_xml(data) or (told and not _ENCODINGS.fullmatch(told[1])):
        raise Unreadable(Errors.E789, reason="a part of it is no XML")
    (etree,) = needed(EXTRA, "lxml.etree")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True,
        remove_pis=True,
    )  # fmt: skip
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        raise Unreadable(Errors.E789, reason="a part of it is no XML") from None
    if root.getroottree().docinfo.doctype:
        raise Unreadable(Errors.E789, reason="a part of it declares entities")
    return root


def made(space: str, name: str, parent: Any = None, attributes: Mapping[str, str] = _NONE) -> Any:
    """A new element.

    space, name (str): Its namespace and its name.
    parent (Any): In which element it stands last; None for a root.
    attributes (Mapping): Its attributes.
    """
    (etree,) = needed(EXTRA, "lxml.etree")
    tag = f"{{{space}}}{name}"
    if parent is None:
        return etree.Element(tag, dict(attributes), nsmap={None: space})
    return etree.SubElement(parent, tag, dict(attributes))


def serialised(root: Any) -> bytes:
    """The bytes of a root."""
    (etree,) = needed(EXTRA, "lxml.etree")
    return etree.tostring(  # type: ignore[no-any-return]
        root, xml_declaration=True, encoding="UTF-8", standalone=True
    )


@lru_cache(maxsize=4096)  # a document has some hundred names, each thousands of times
def local(name: Any) -> str:
    """The name of an element or attribute without its namespace; "" for other nodes."""
    return name.rpartition("}")[2] if isinstance(name, str) else ""


def elements(root: Any, *names: str) -> Iterator[Any]:
    """The elements below a root, and itself, that have one of the names; all without a name."""
    for element in root.iter("*"):
        if not names or local(element.tag) in names:
            yield element


def tidied(root: Any) -> None:
    """Take the names of namespaces away that nothing in some XML has."""
    (etree,) = needed(EXTRA, "lxml.etree")
    named = {word for e in elements(root) for k, v in e.attrib.items()
             if local(k) in _PREFIXES for word in v.split()}  # fmt: skip
    etree.cleanup_namespaces(root, keep_ns_prefixes=sorted(named))


def drop(element: Any) -> None:
    """Take an element away; what stands behind it stays."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is None:
            parent.text = (parent.text or "") + element.tail
        else:
            before.tail = (before.tail or "") + element.tail
    parent.remove(element)


def clean(text: str) -> str:
    """A text that XML can hold."""
    return _NO_XML.sub("\ufffd", text)
