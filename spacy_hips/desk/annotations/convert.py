"""Annotations from one format into another: streamed, complete or not written at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ...core.errors import HipsError
from ..errors import Errors
from ..files.output import FileTarget, FolderTarget
from .annotation_format import Misfit, Piece, Reader, Record, Writer
from .registry import Format


@dataclass
class Converted:
    """What came of a conversion.

    records, spans (int): How many were read.
    labels (set[str]): The labels of the spans.
    misfits (list[Misfit]): What did not fit, in the order it was met.
    unheld (Counter): How often there was something that the output has no place for: scores and
        persons by span, tokens and further fields by record.
    """

    records: int = 0
    spans: int = 0
    labels: set[str] = field(default_factory=set)
    misfits: list[Misfit] = field(default_factory=list)
    unheld: Counter[str] = field(default_factory=Counter)

    @property
    def whole(self) -> bool:
        """Was nothing left out that the output has a place for?"""
        return not any(misfit.lost for misfit in self.misfits)


def convert(
    path: Path,
    output: Path,
    read: Reader,
    write: Writer,
    form: Format | None = None,
    *,
    private: bool = True,
) -> Converted:
    """Read a file of annotations and write it in another format.

    path (Path): The input.
    output (Path): The output; nothing stands there until it is whole.
    read (Callable): The reader.
    write (Callable): The writer.
    form (Optional[Format]): What the output's format can hold; None for a format of one's own.
    private (bool): Only the owner may read the output.
    RETURNS (Converted): What came of it. Without a record nothing is written.
    RAISES (HipsError): E780 for two records of one id, E704 where nothing can be written, and
        what the reader and the writer raise.
    """
    form = form or Format("")
    done = Converted()
    records = _watched(read(path, done.misfits.append), done, form)
    target = _Folder(output, private) if form.folder else _Files(output, private)
    try:
        for piece in write(records, done.misfits.append):
            target.write(piece)
        if done.records:
            target.finish()
        else:
            target.abandon()
    except BaseException:
        target.abandon()
        raise
    return done


def _watched(records: Iterable[Record], done: Converted, form: Format) -> Iterator[Record]:
    """The records as they pass, counted; two of one id are an error."""
    numbers: dict[str, int] = {}
    for record in records:
        first = numbers.setdefault(record.id, record.number) if record.id else record.number
        if first != record.number:
            raise HipsError(Errors.E780.format(first=first, number=record.number))
        done.records += 1
        done.spans += len(record.spans)
        done.labels.update(span.label for span in record.spans)
        held = {
            "scores of spans": (form.scores, sum(span.score != 1.0 for span in record.spans)),
            "persons of spans": (form.persons, sum(bool(span.id) for span in record.spans)),
            "tokens": (form.tokens, int(record.tokens is not None)),
            "further fields": (form.fields, int(bool(record.meta))),
        }
        done.unheld.update({what: count for what, (place, count) in held.items() if not place})
        yield record


class _Files:
    """A file, and files beside it that have its name and another ending."""

    def __init__(self, path: Path, private: bool) -> None:
        self._path = path
        self._private = private
        self._targets: dict[str, FileTarget] = {}

    def write(self, piece: Piece) -> None:
        """Add to a file."""
        if piece.name not in self._targets:
            path = self._path.with_suffix(piece.name) if piece.name else self._path
            self._targets[piece.name] = FileTarget(path, private=self._private)
        self._targets[piece.name].write(piece.data)

    def finish(self) -> None:
        """Give the files their names."""
        for target in self._targets.values():
            target.finish()

    def abandon(self) -> None:
        """Nothing stays."""
        for target in self._targets.values():
            target.abandon(keep=False)


class _Folder:
    """A folder, a file a piece."""

    def __init__(self, path: Path, private: bool) -> None:
        self._target = FolderTarget(path, private=private)

    def write(self, piece: Piece) -> None:
        """Write a file."""
        self._target.write_file(piece.name, piece.data)

    def finish(self) -> None:
        """Give the folder its name."""
        self._target.finish()

    def abandon(self) -> None:
        """Nothing stays."""
        self._target.abandon(keep=False)
