"""What this package remembers on a document: plain data, bound to the stretch of text it is about.

spaCy keeps `doc.user_data` for such things, and prints what it finds there: `Doc.from_docs` warns
of every entry that is about a whole document, text and all, and drops it. Entries about a stretch
of characters it moves along with their text, without a word. So ours are kept as such, from the
first character to the last: nothing is printed, and a document that was joined of several, or cut
out of a longer one, can be told by them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacy.tokens import Doc


_STRETCH = "._."
_PREFIX = "spacy_hips."


@dataclass(frozen=True)
class Note:
    """What is remembered about a stretch of a document.

    start, end (int): Characters, end exclusive; they may lie outside the document where that was
        cut out of a longer one.
    value (Any): Plain data.
    """

    start: int
    end: int
    value: Any


def keep(doc: Doc, name: str, value: Any) -> None:
    """Remember something about a whole document, in place of what was remembered before.

    doc (Doc): The document.
    name (str): What it is.
    value (Any): Plain data.
    """
    for key in _keys(doc, name):
        del doc.user_data[key]
    doc.user_data[_STRETCH, _PREFIX + name, 0, _length(doc)] = value


def kept(doc: Doc, name: str, default: Any = None) -> Any:
    """What is remembered about a document as it is.

    doc (Doc): The document.
    name (str): What it is.
    default (Any): For nothing, and for a document that was joined or cut since.
    """
    return doc.user_data.get((_STRETCH, _PREFIX + name, 0, _length(doc)), default)


def notes(doc: Doc, name: str) -> list[Note]:
    """What is remembered about all stretches of a document, by place.

    doc (Doc): The document; one joined of several has a note for each that was processed. Empty
        documents have nothing to tell about the others.
    name (str): What it is.
    """
    empty, told = not len(doc), []
    for key in _keys(doc, name):
        if key[3] > key[2] or empty:
            told.append(Note(key[2], key[3], doc.user_data[key]))
    return sorted(told, key=_place) if len(told) > 1 else told


def copy_notes(doc: Doc, to: Doc) -> None:
    """Remember on a document what is remembered on another of the same text.

    doc (Doc): The document that is read.
    to (Doc): The document that is written; what it remembered of the same things is gone.
    """
    for key, value in doc.user_data.items():
        if isinstance(key, tuple) and key[0] == _STRETCH and str(key[1]).startswith(_PREFIX):
            to.user_data[key] = value


def is_covered(doc: Doc, stretches: Sequence[Note]) -> bool:
    """Does every letter and digit of a document lie in one of some stretches?

    doc (Doc): The document.
    stretches (Sequence[Note]): By place.
    """
    text, at = "", 0
    for start, end in [*[(s.start, s.end) for s in stretches], (_length(doc),) * 2]:
        if start > at:
            text = text or doc.text
            if any(c.isalnum() for c in text[at:start]):
                return False
        at = max(at, end)
    return True


def _keys(doc: Doc, name: str) -> list[Any]:
    own, found = (_STRETCH, _PREFIX + name), []
    for key in doc.user_data:  # a loop: this is asked dozens of times a document
        if isinstance(key, tuple) and key[:2] == own:
            found.append(key)
    return found


def _place(note: Note) -> tuple[int, int]:
    return note.start, note.end


def _length(doc: Doc) -> int:
    return doc[-1].idx + len(doc[-1].text_with_ws) if len(doc) else 0
