"""Documents in rich text format (.rtf), read as text."""

from __future__ import annotations

from ....core.later import re
from ...errors import Errors
from .content import Content, Unreadable, counted_kinds, names_in, needed
from .limits import FileAllowance

_PROPERTY = re.compile(r"\{\\(author|operator|manager|title|subject|keywords|doccomm) ([^{}]*)\}")
_PEOPLE = frozenset(("author", "operator", "manager"))
_START = b"{\\rtf"


def read(data: bytes, allowance: FileAllowance) -> Content:
    """The text of a document, then its properties.

    data (bytes): The file.
    allowance (FileAllowance): What it may unpack to.
    RAISES (Unreadable): E787 without striprtf, E789 for what is no rich text.
    """
    (striprtf,) = needed("documents", "striprtf.striprtf")
    if not data.lstrip().startswith(_START):
        raise Unreadable(Errors.E789, reason="it is no rich text")
    source = data.decode("latin-1")
    try:
        text = striprtf.rtf_to_text(source, errors="replace").strip("\n")
        found = [(name, _plain(striprtf, value)) for name, value in _PROPERTY.findall(source)]
    except (ValueError, LookupError, IndexError, TypeError, RecursionError):
        raise Unreadable(Errors.E789, reason="it is no whole rich text") from None
    described = "\n".join(v for name, v in found if name not in _PEOPLE and v.strip())
    people = names_in(value for name, value in found if name in _PEOPLE)
    kinds = ["image"] * source.count("\\pict") + ["embedded object"] * source.count("\\objdata")
    whole = "\n\n".join(part for part in (text, described) if part)
    return Content(whole, people, counted_kinds(kinds))


def _plain(striprtf: object, value: str) -> str:
    return str(striprtf.rtf_to_text("{\\rtf1\\ansi " + value + "}", errors="replace")).strip()  # type: ignore[attr-defined]
