"""What a finder of others is, and what they share: long texts in pieces, local models only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ...core.errors import Errors, HipsError
from ...core.later import regex
from ...core.spans import PiiSpan

if TYPE_CHECKING:
    from spacy.tokens import Doc

_WORD = regex.compile(r"\w+(?:[-_]\w+)*|\S")  # as GLiNER counts words


@runtime_checkable
class Finder(Protocol):
    """Finds identifiers in a document, by exact characters, under labels of its own.

    labels (Tuple[str, ...]): What it looks for. `core/labels.py` says what they are here.

    Spans that overlap are an error, unless the finder has `may_overlap = True`.
    """

    labels: tuple[str, ...]

    def __call__(self, doc: Doc) -> Iterable[PiiSpan]:
        """Find the identifiers of a document.

        doc (Doc): The document; it is not changed.
        YIELDS (PiiSpan): What is found, in any order.
        """
        ...  # pragma: no cover


def windows(text: str, size: int, overlap: int) -> Iterator[tuple[int, int]]:
    """Cut a text into pieces that overlap, so that what one piece cuts is whole in the next.

    text (str): The text.
    size (int): So many words, or single signs, at most.
    overlap (int): So many of them lie in two pieces.
    YIELDS (tuple): The first character of a piece, and the one behind its last.
    """
    words = [match.span() for match in _WORD.finditer(text)]
    for first in range(0, max(1, len(words) - overlap), size - overlap):
        piece = words[first : first + size]
        if piece:
            yield piece[0][0], piece[-1][1]


def local_folder(name: str, model: str, file: str) -> Path:
    """The folder of a model of the user's. Nothing is ever fetched from a hub.

    name (str): The finder, for the error.
    model (str): What its config names.
    file (str): A file that such a folder has.
    RAISES (HipsError): E211 where there is no such folder.
    """
    folder = Path(model)
    if not (model and (folder / file).is_file()):
        raise HipsError(Errors.E211.format(name=name, model=model, file=file))
    return folder.resolve()


def need(package: str, extra: str) -> None:
    """Refuse a finder whose package is missing, before a text is read.

    RAISES (HipsError): E741 where it is not installed.
    """
    if find_spec(package) is None:
        raise HipsError(Errors.E741.format(package=package, extra=extra))
