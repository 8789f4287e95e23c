"""Readers of document files: one alone, a folder of them, or an archive of submissions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePosixPath

from ....core.errors import HipsError
from ....core.spans import Replacement
from ...errors import Errors, Warnings
from ..decoding import DEFAULT_ENCODING, Decoder
from ..file_formats import PEOPLE, TEXT_ENDINGS, known_endings
from ..foreign import counted, ending, is_lock, is_systems
from ..readers import Source, open_bytes, reason_of, shown
from ..rows import BadRow, Row
from .archive import MOST_BYTES, Archive
from .content import Content, Unreadable
from .kinds import KINDS, Kind, kind_of
from .limits import Allowance
from .submissions import submitter
from .talks import named, speakers

THIS = "this file"
_ARCHIVES = (".zip", ".7z", ".rar", ".gz", ".tgz", ".tar", ".bz2", ".xz")
FIELDS = ("id", PEOPLE, "text")


class FileSource(Source):
    """Documents that are files."""

    def rewritten(
        self, name: str, cells: Mapping[str, Sequence[Replacement]], text: str
    ) -> bytes | None:
        """A document with what was replaced in it; None for one that becomes a text.

        name (str): Its id.
        cells (Mapping): What was replaced, by column.
        text (str): Its text as it was searched.
        RAISES (HipsError): E795 if it was changed since it was read.
        """
        kind = self._kind(name)
        if kind is None or not kind.in_place:
            return None
        try:
            return kind.rewrite(self._bytes(name), cells, text, self.encoding)
        except Unreadable as error:
            raise error.told(shown(self.path)) from None

    def _kind(self, name: str) -> Kind | None:
        return kind_of(name)

    def _bytes(self, name: str) -> bytes:
        raise NotImplementedError


class DocumentSource(FileSource):
    """One document file.

    kind (str): Its kind, one of KINDS.
    path, encoding, delimiter: As `Source`.
    """

    def __init__(
        self, kind: str, path: str, encoding: str = DEFAULT_ENCODING, delimiter: str = ""
    ) -> None:
        self._own_kind = KINDS[kind]
        super().__init__(path, encoding, delimiter)

    def _start(self) -> None:
        self.fields = FIELDS
        self.note = lock_note(self.path)
        stream, self.size = open_bytes(self.path)
        with stream:
            self._data = stream.read()
        try:
            self._content = self._own_kind.read(self._data, None, self.encoding)
        except Unreadable as error:
            raise error.told(shown(self.path)) from None

    def __iter__(self) -> Iterator[Row | BadRow]:
        yield _row(1, Path(self.path).name, self._content)

    def _kind(self, name: str) -> Kind | None:
        return self._own_kind

    def _bytes(self, name: str) -> bytes:
        return self._data


@dataclass(frozen=True)
class Entry:
    """A file of a folder or an archive.

    name (str): Its path in there.
    size (int): Its bytes.
    link (bool): Is it a link? What it leads to is no file of the folder's.
    """

    name: str
    size: int
    link: bool = False

    @property
    def path(self) -> PurePosixPath:
        """Its path, to be taken apart."""
        return PurePosixPath(self.name)

    @property
    def readable(self) -> bool:
        """Is it a text or a document, by its name?"""
        if self.link:
            return False
        return self.path.suffix.lower() in TEXT_ENDINGS or kind_of(self.name) is not None


class ManySource(FileSource):
    """The texts and documents of a folder or an archive, sorted by path: a document each.

    A file that cannot be read is a bad row, and so is one that is no text by its ending; the others
    are read all the same. What programs keep for themselves (hidden files, locks) is passed over.
    """

    def _start(self) -> None:
        self.fields = FIELDS
        try:
            self._look()
        except BaseException:
            self.close()
            raise

    def _look(self) -> None:
        """Find the files, and refuse before anything is read what cannot work."""
        found = sorted(self._entries(), key=lambda entry: entry.name)
        self.entries = [entry for entry in found if _is_users(entry)]
        others = counted(e.path for e in self.entries if not (e.readable or e.link))
        if all(not entry.readable for entry in self.entries):
            there = f" Files of other kinds: {others}." if others else ""
            raise HipsError(
                Errors.E732.format(path=self.path, known=known_endings("txt", *KINDS), there=there)
            )
        if others:
            self.note = (
                f"Files that are no texts and were not read: {others}. Give tables and archives by "
                "themselves, and save others as text (.txt). `anonymize --internal-dir` keeps "
                "their names."
            )
        if any(is_lock(entry.path.name) for entry in found):
            self.note = " ".join(filter(None, (self.note, Warnings.W131)))
        self.size = sum(entry.size for entry in self.entries)
        kinds = {kind for entry in self.entries if (kind := kind_of(entry.name))}
        self.rewrites = any(kind.in_place for kind in kinds)
        self._read = 0
        try:
            for kind in kinds:
                kind.require()
        except Unreadable as error:
            raise error.told(shown(self.path)) from None

    def _entries(self) -> Iterable[Entry]:
        raise NotImplementedError

    @property
    def position(self) -> int:
        """Bytes read so far."""
        return self._read

    def __iter__(self) -> Iterator[Row | BadRow]:
        allowance = Allowance()
        for number, entry in enumerate(self.entries, 1):
            self._read += entry.size
            yield self._row(number, entry, allowance)

    def _row(self, number: int, entry: Entry, allowance: Allowance) -> Row | BadRow:
        if entry.link:
            return BadRow(number, Errors.E797.format(path=THIS), entry.name)
        if entry.path.suffix.lower() in _ARCHIVES:
            return BadRow(number, Errors.E794.format(path=THIS), entry.name)
        if not entry.readable:
            reason = f"a file that is no text by its name ({ending(entry.path)})"
            return BadRow(number, reason, entry.name)
        try:
            kind = kind_of(entry.name)
            data = self._bytes(entry.name)
            content = kind.read(data, allowance, self.encoding) if kind else self._text(data)
        except Unreadable as error:
            return BadRow(number, str(error.told(THIS)), entry.name)
        except OSError as error:
            return BadRow(number, reason_of(error), entry.name)
        except HipsError as error:
            return BadRow(number, str(error), entry.name)
        return _row(number, entry.name, content)

    def _text(self, data: bytes) -> Content:
        text = "".join(Decoder(BytesIO(data), self.encoding, THIS).chunks())
        return Content(text, speakers=speakers(text))


class FolderSource(ManySource):
    """The files of a folder and its subfolders."""

    def _entries(self) -> Iterable[Entry]:
        root = Path(self.path)
        for file in root.rglob("*"):
            name = file.relative_to(root).as_posix()
            if file.is_symlink():
                yield Entry(name, 0, link=True)
            elif file.is_file():
                yield Entry(name, file.stat().st_size)

    def _bytes(self, name: str) -> bytes:
        return Path(self.path, name).read_bytes()


class ZipSource(ManySource):
    """The files of a .zip, as a learning platform exports submissions."""

    _archive: Archive | None = None

    def _entries(self) -> Iterable[Entry]:
        stream, _ = open_bytes(self.path)
        try:
            self._archive = Archive(stream, MOST_BYTES)
        except Unreadable as error:
            stream.close()
            raise error.told(shown(self.path)) from None
        self._stream = stream
        archive = self._archive
        return [Entry(name, archive.size(name), archive.is_link(name)) for name in archive.names]

    def _bytes(self, name: str) -> bytes:
        assert self._archive is not None
        return self._archive.read(name)

    def close(self) -> None:
        """Give the file back."""
        if self._archive is not None:
            self._archive.close()
            self._stream.close()


def lock_note(path: str) -> str:
    """What is to be said of a file that is open elsewhere; "" where it is not.

    path (str): The file.
    RAISES (HipsError): E792 if it is a lock itself.
    """
    name = Path(path).name
    if is_lock(name):
        raise HipsError(Errors.E792.format(path=path))
    locks = (Path(path).with_name(lock) for lock in (f"~${name[2:]}", f"~${name}"))
    return Warnings.W130.format(path=path) if any(lock.exists() for lock in locks) else ""


def _is_users(entry: Entry) -> bool:
    """Is it a file of the user's, and none that a program keeps for itself?"""
    if is_lock(entry.path.name):
        return False
    return entry.path.suffix.lower() in TEXT_ENDINGS or not is_systems(entry.path)


def _row(number: int, name: str, content: Content) -> Row:
    people = dict.fromkeys((*content.people, *filter(None, [submitter(name)])))
    fields = {"id": name, PEOPLE: "\n".join(people), "text": content.text}
    told = named(content.text, content.speakers)
    return Row(number, fields, None, content.unsearched, told, content.speakers)
