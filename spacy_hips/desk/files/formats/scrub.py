"""What no reader of a Word document sees and what still tells who wrote it: ids, names, leftovers.

Programs write ids that are the same in all copies of a document, and names that somebody once
gave to styles, marks and figures. The ids go or are counted anew, and so are the names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from ....core.later import re
from .scrub_words import (
    BUILT_IN,
    DROPPED,
    DROPPED_ATTRIBUTES,
    DROPPED_BELOW,
    DROPPED_IN,
    FREE_ATTRIBUTES,
    FREE_VALUES,
    MARK,
    MARKED,
    NAMED,
    OFFICE,
    SIGNS,
    STYLE_IDS,
    TEXTS,
)
from .values import without_literals
from .xml import drop, elements, local, tidied

_GUID = re.compile(r"\{?[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}\}?")
_WORDS = re.compile(r"[^\W\d_]{2,}[\s,;@/\\.]+[^\W\d_]{2,}|[^\W\d_]*[^\x00-\x7f\W\d_][^\W_]*")
"""What no word of a format looks like: two words, or a letter that is not English."""
_PLAIN_TEXT = re.compile(r"\s*(?:[-+]?[\d.]+(?:[eE][-+]?\d+)?%?|[a-z]+)?\s*")
_ALNUM = re.compile(r"[^A-Za-z0-9]")
_MARK_IN_FIELD = re.compile(r"[^\W]+")
_SHAPE = re.compile(r"_x0000_[a-z]+\d+")
_SHEET = "Sheet1!$A$1"
_MARKING = {element for element, _ in MARKED} - {"hyperlink"}
"""Elements that give a mark its name."""


class Scrub:
    """Takes ids and names from the parts of a document.

    roots (Iterable): The XML of all its parts.
    """

    def __init__(self, roots: Iterable[Any]) -> None:
        self._roots = list(roots)
        self._guids = _Counted("{{{:08X}-0000-4000-8000-000000000000}}")
        self._paragraphs = _Counted("{:08X}")
        self._shapes = _Counted("_x0000_h{}")
        self._marks = _Counted("mark{}")
        self._styles: dict[str, str] = {}

    def run(self) -> None:
        """Do it."""
        for root in self._roots:
            _drop_elements(root)
        for root in self._roots:
            self._learn(root)
        for root in self._roots:
            gone = [element for element in elements(root) if not self._clear(element)]
            for element in gone:
                drop(element)
            self._fields(root)
            tidied(root)

    def _learn(self, root: Any) -> None:
        """Note the names of marks and styles: what refers to them may stand before."""
        for element in elements(root):
            name = local(element.tag)
            if name in _MARKING:
                for key, value in element.attrib.items():
                    if (name, local(key)) in MARKED:
                        self._note_mark(value)
            if name == "name" and _in(element) == "ffData":
                self._note_mark(_get(element, "val"))
            elif name == "style" and local(root.tag) == "styles":
                self._note_style(element)

    def _note_mark(self, name: str) -> None:
        if name and not MARK.fullmatch(name):
            self._marks(name.lower())

    def _note_style(self, style: Any) -> None:
        own = next((e for e in style if local(e.tag) == "name"), None)
        name, old = _get(own, "val") if own is not None else "", _get(style, "styleId")
        number = len(self._styles) + 1
        if not BUILT_IN.fullmatch(name):
            name = f"Style {number}"
            if own is not None:
                _set(own, "val", name)
        new = _ALNUM.sub("", name)
        if _ALNUM.sub("", old).lower() == new.lower() and _ALNUM.sub("", old) == old:
            new = old
        taken = new in self._styles.values()
        self._styles[old] = f"{new}{number}" if taken else new

    def _clear(self, element: Any) -> bool:
        """Clear the attributes and the text of an element; False if it is to go."""
        name = local(element.tag)
        for key, value in element.attrib.items():
            new = self._new(element, name, key, value)
            if new is None:
                del element.attrib[key]
            elif new != value:
                element.set(key, new)
        if name in STYLE_IDS and not element.attrib:
            return False
        if name in TEXTS:
            if name == "f" and element.text:
                element.text = _SHEET
            elif name == "formatCode" and element.text:
                element.text = without_literals(element.text)
        elif element.text and not _PLAIN_TEXT.fullmatch(element.text):
            element.text = None
        if element.tail and not _PLAIN_TEXT.fullmatch(element.tail):
            element.tail = None
        return True

    def _new(self, element: Any, name: str, key: str, value: str) -> str | None:
        """The new value of an attribute; None if it is to go."""
        if _dropped(key, name):
            return None
        own = local(key)
        if own in ("paraId", "paraIdParent"):
            return self._paragraphs(value)
        if own != "uri" and _GUID.fullmatch(value):
            return self._guids(value.upper())
        if (name, own) in NAMED:
            return NAMED[name, own]
        if own == "styleId":
            return self._styles.get(value, "Style")
        if own == "val" and name in STYLE_IDS:
            return self._styles.get(value)
        if own == "formatCode":
            return without_literals(value)
        marked = (name, own) in MARKED or (name == "name" and _in(element) == "ffData")
        if marked and not MARK.fullmatch(value):
            return self._marks(value.lower()) if value.lower() in self._marks else None
        if own in ("id", "type", "idref") and "urn:schemas-microsoft-com:" in str(element.tag):
            return self._shape(value)
        return value if _stays(name, own, value) else None

    def _shape(self, value: str) -> str:
        mark, name = ("#", value[1:]) if value.startswith("#") else ("", value)
        return value if _SHAPE.fullmatch(name) else mark + self._shapes(name)

    def _fields(self, root: Any) -> None:
        """Give marks their new names in the codes of fields, which may stand in pieces."""
        if not self._marks:
            return
        for paragraph in elements(root, "p"):
            for code in _codes(paragraph):
                old = "".join(piece.text or "" for piece in code)
                new = _MARK_IN_FIELD.sub(self._in_field, old)
                if new != old:
                    code[0].text = new
                    for piece in code[1:]:
                        piece.text = ""
        for element in elements(root, "fldSimple"):
            _set(element, "instr", _MARK_IN_FIELD.sub(self._in_field, _get(element, "instr")))

    def _in_field(self, match: re.Match[str]) -> str:
        word = match[0]
        return self._marks(word.lower()) if word.lower() in self._marks else word


class _Counted:
    """Gives every string a number, the same to the same.

    form (str): How the number is written.
    """

    def __init__(self, form: str) -> None:
        self._form = form
        self._new: dict[str, str] = {}

    def __call__(self, old: str) -> str:
        return self._new.setdefault(old, self._form.format(len(self._new) + 1))

    def __contains__(self, old: str) -> bool:
        return old in self._new

    def __bool__(self) -> bool:
        return bool(self._new)


def _drop_elements(root: Any) -> None:
    for element in [element for element in elements(root) if _goes(element)]:
        if element is not root:
            drop(element)


def _goes(element: Any) -> bool:
    """Is an element one that nobody reads, or one that Word does not know?"""
    name = local(element.tag)
    if name in DROPPED or (name, _in(element)) in DROPPED_BELOW:
        return True
    if name == "extLst":
        return not any(True for _ in elements(element, "dataModelExt"))
    if name == "lsdException":
        return not BUILT_IN.fullmatch(_get(element, "name"))
    return not str(element.tag)[1:].startswith(OFFICE)


@lru_cache(maxsize=4096)
def _dropped(key: str, name: str) -> bool:
    """Does an attribute go, whatever its value?"""
    space, _, own = key.rpartition("}")
    foreign = bool(space) and not space[1:].startswith(OFFICE)
    known = own in DROPPED_ATTRIBUTES or (name, own) in DROPPED_IN
    return foreign or known or own.startswith("rsid")


def _stays(name: str, own: str, value: str) -> bool:
    """May a value stay as it is: a free one, or one that says nothing in words?"""
    if own == "val" and name in SIGNS and len(value) > 2:
        return False
    free = own in FREE_ATTRIBUTES or (own == "val" and name in FREE_VALUES)
    return free or (own, name) == ("name", "lsdException") or not _WORDS.search(value)


def _codes(paragraph: Any) -> Iterator[list[Any]]:
    """The pieces of each field code of a paragraph."""
    code: list[Any] = []
    for element in elements(paragraph, "instrText", "delInstrText", "fldChar"):
        if local(element.tag) != "fldChar":
            code.append(element)
        elif code:
            yield code
            code = []
    if code:
        yield code


def _in(element: Any) -> str:
    """The name of the element around one."""
    parent = element.getparent()
    return local(parent.tag) if parent is not None else ""


def _get(element: Any, own: str) -> str:
    """The value of an attribute, whatever its namespace."""
    return next((v for k, v in element.attrib.items() if local(k) == own), "")


def _set(element: Any, own: str, value: str) -> None:
    for key in element.attrib:
        if local(key) == own:
            element.set(key, value)
            return
