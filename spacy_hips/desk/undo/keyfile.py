"""The key file: what was replaced, encrypted, so that a run can be undone by whoever holds the key.

It is written on request only; without it no mapping is ever on disk. The file begins with a header
in plain JSON: how the key is derived, with which salt. Behind it stand frames. Each is encrypted
with AES-256-GCM (NIST SP 800-38D) under a random nonce, and bound to the header and to its place in
the file. So frames cannot be changed, moved or brought in from elsewhere. The key comes from a
passphrase, or from what a file holds, by scrypt (RFC 7914).

A run is a frame that begins it, a frame for each row with all that is needed to restore it, and a
seal: their number and SHA-256. A run without a seal was interrupted, or its end was cut off. The
file has mode 0600 and later runs append to it. Files of version 0.1.0, which had a frame for each
cell and no seals, are read, and appended to in the new way.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from io import FileIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from ...core.errors import HipsError
from ...core.files import NO_LINK, PRIVATE_FILE, lock_handle, sync
from ...core.passphrases import SCRYPT, read_private, refuse_weak
from ..errors import Errors
from ..files.output import WriteFailed, explained

MAGIC = b"HIPSKEY2\n"
MAGICS = (b"HIPSKEY1\n", MAGIC)
MINIMUM_PASSPHRASE = 8
PASSPHRASE_VARIABLE = "HIPS_KEY_PASSPHRASE"
MOST_MEMORY = 1 << 30

_NONCE, _LENGTH = 12, 4
_LONGEST_HEADER, _LONGEST_FRAME = 4096, 1 << 30
_CHECK = b"spacy_hips key file"
_ROW = "row"

Edit = tuple[int, int, str]


@dataclass(frozen=True)
class Cell:
    """How one cell of a released row is restored.

    kind (str): "text"; "value" where the original was no text and is kept as JSON.
    text_hash (str): SHA-256 of the released cell, hexadecimal.
    edits (tuple): Start and end of each replaced stretch in the released cell, and what stood
        there, by place.
    """

    kind: str
    text_hash: str
    edits: tuple[Edit, ...]

    def restore(self, released: str) -> str | None:
        """The original of the cell.

        released (str): The cell as it was released.
        RETURNS (str): The original, None where another text is given.
        """
        if text_hash(released) != self.text_hash:
            return None
        out, at = [], 0
        for start, end, original in self.edits:
            out += [released[at:start], original]
            at = end
        return "".join(out) + released[at:]


def text_hash(text: str) -> str:
    """SHA-256 of a released cell, hexadecimal."""
    return sha256(text.encode("utf8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class RowNote:
    """How one released row is restored.

    digest (str): What the released row is known by.
    number (int): Its number in the input.
    cells (dict): By column; a column that is not named was released as it was.
    """

    digest: str
    number: int
    cells: dict[str, Cell] = field(default_factory=dict)


@dataclass(frozen=True)
class RunNotes:
    """What one run noted.

    rows (list[RowNote]): Its rows, in their order.
    sealed (bool): It went to its end, and nothing of it is missing.
    old (bool): It was written by version 0.1.0, which had no seals.
    """

    rows: list[RowNote] = field(default_factory=list)
    sealed: bool = False
    old: bool = False


@dataclass(frozen=True)
class KeyMark:
    """How far a key file is written.

    offset (int): Bytes that are whole; 0 where no run has begun.
    frames (int): Frames in them.
    start (int): Bytes before the run began.
    rows (int): Rows of the run.
    digest (str): SHA-256 of the run's frames, hexadecimal.
    """

    offset: int = 0
    frames: int = 0
    start: int = 0
    rows: int = 0
    digest: str = ""


class Key:
    """What opens a key file. It does not show itself.

    passphrase (str): At least 8 characters; what a file holds serves as well.
    RAISES (HipsError): E143 if it is too short.
    """

    __slots__ = ("_value",)

    def __init__(self, passphrase: str) -> None:
        if len(passphrase) < MINIMUM_PASSPHRASE:
            raise HipsError(Errors.E143.format(length=len(passphrase), minimum=MINIMUM_PASSPHRASE))
        self._value = passphrase.encode("utf8", "surrogatepass")

    @classmethod
    def load(cls, path: str | Path) -> Key:
        """Take it from a file, without the white space around it.

        RAISES (HipsError): E147 if the file cannot be read, E150 if others can read it too, E143
            if it holds too little.
        """
        try:
            return cls(read_private(path).decode("utf8", "surrogateescape").strip())
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise HipsError(Errors.E147.format(path=path, reason=reason)) from None

    @classmethod
    def given(cls, path: str = "", ask: Callable[[], str] | None = None) -> Key:
        """Take it from a file, else from HIPS_KEY_PASSPHRASE, else ask for it.

        RAISES (HipsError): E142 if there is none, and as `load`.
        """
        if path:
            return cls.load(path)
        if found := os.environ.get(PASSPHRASE_VARIABLE):
            return cls(found)
        if ask is None:
            raise HipsError(Errors.E142)
        return cls(ask())

    def refuse_weak(self) -> None:
        """Check that it cannot be guessed.

        RAISES (HipsError): E149 if it can.
        """
        refuse_weak(self._value, "passphrase of the key file")

    def derive(self, header: dict[str, Any]) -> bytes:
        """The 32 bytes that encrypt a file with this header."""
        from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

        salt = bytes.fromhex(header["salt"])
        kdf = Scrypt(salt, 32, n=header["n"], r=header["r"], p=header["p"])
        return kdf.derive(self._value)

    def __repr__(self) -> str:
        return "Key(...)"

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a key is not pickled")


class KeyFile:
    """A key file that is open; a context manager. While one run appends, no other opens it.

    path (Path): Where it lies.
    key (Key): What opens it.
    create (bool): Open it for appending, and make it if it is not there; else for reading only.
    RAISES (HipsError): E140 if it cannot be opened, E141 if the key is another one, E146 if it is
        no key file or is damaged, E704 if it cannot be written, E747 if another run has it.
    """

    def __init__(self, path: str | Path, key: Key, *, create: bool = True) -> None:
        self.path = Path(path)
        self._file = self._open(create)
        try:
            if self._file.seek(0, os.SEEK_END) == 0 and create:
                self._begin_file(key)
            self._header, head = self._read_header()
            self._bound = sha256(head).digest()
            self._cipher = _cipher(key, self._header)
            self._end, self._count = self._check()
        except BaseException:
            self._file.close()
            raise
        self._start = self._end
        self._rows = 0
        self._digest = sha256()

    def _open(self, create: bool) -> FileIO:
        flags = (os.O_RDWR | os.O_CREAT if create else os.O_RDONLY) | NO_LINK
        try:
            handle = os.open(self.path, flags, PRIVATE_FILE)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise HipsError(Errors.E140.format(path=self.path, reason=reason)) from None
        try:
            # Without a buffer, so that nothing waits to be written behind what is cut off.
            file = FileIO(handle, "r+" if create else "r")
        except OSError as error:  # a folder
            os.close(handle)
            reason = error.strerror or type(error).__name__
            raise HipsError(Errors.E140.format(path=self.path, reason=reason)) from None
        try:
            lock_handle(handle, self.path, shared=not create)
            if create and hasattr(os, "fchmod"):
                with explained(self.path):
                    os.fchmod(handle, PRIVATE_FILE)
        except BaseException:
            file.close()
            raise
        return file

    def _begin_file(self, key: Key) -> None:
        """Write the header and a first frame that tells a right key from a wrong one."""
        header: dict[str, Any] = {"kdf": "scrypt", "salt": secrets.token_hex(16), **SCRYPT}
        head = MAGIC + json.dumps(header, sort_keys=True).encode() + b"\n"
        frame = _seal(_cipher(key, header), _CHECK, sha256(head).digest(), 0)
        with explained(self.path):
            self._write(0, head + frame)
            sync(self._file)

    def _read_header(self) -> tuple[dict[str, Any], bytes]:
        self._file.seek(0)
        head = self._file.readline(len(MAGIC)) + self._file.readline(_LONGEST_HEADER)
        try:
            if not head.startswith(MAGICS):
                raise ValueError
            header = json.loads(head[len(MAGIC) :])
            n, r, p = (header[name] for name in SCRYPT)
            if header["kdf"] != "scrypt" or not all(type(size) is int for size in (n, r, p)):
                raise ValueError
            # Powers of two, and no more memory or time than a file of ours could ask for.
            if n < 2 or n & (n - 1) or r < 1 or p < 1 or 128 * n * r * p > MOST_MEMORY:
                raise ValueError
            if not 1 <= len(bytes.fromhex(header["salt"])) <= _LONGEST_HEADER:
                raise ValueError
        except (ValueError, KeyError, TypeError, RecursionError):
            raise self._damaged("it does not begin as a key file does") from None
        return header, head

    def _check(self) -> tuple[int, int]:
        """Test the key on the first frame; find the end of the last whole one and their number."""
        end, count = self._file.tell(), 0
        for count, frame in enumerate(self._frames(), 1):
            if count == 1:
                self._unseal(frame, 0, HipsError(Errors.E141.format(path=self.path)))
            end = self._file.tell()
        if not count:
            raise self._damaged("it ends within its beginning")
        return end, count

    def _damaged(self, reason: str) -> HipsError:
        return HipsError(Errors.E146.format(path=self.path, reason=reason))

    def _frames(self) -> Iterator[bytes]:
        """The whole frames from here on; what an interrupted run left behind the last is no one."""
        while True:
            length = self._file.read(_LENGTH)
            size = int.from_bytes(length, "big")
            if len(length) < _LENGTH or size > _LONGEST_FRAME:
                return
            frame = self._file.read(size)
            if len(frame) < size:
                return
            yield frame

    def _unseal(self, frame: bytes, place: int, error: HipsError) -> bytes:
        from cryptography.exceptions import InvalidTag

        bound = self._bound + place.to_bytes(8, "big")
        try:
            return bytes(self._cipher.decrypt(frame[:_NONCE], frame[_NONCE:], bound))
        except (InvalidTag, ValueError):
            raise error from None

    @property
    def mark(self) -> KeyMark:
        """How far it is; what an interrupted run goes on behind."""
        return KeyMark(self._end, self._count, self._start, self._rows, self._digest.hexdigest())

    def begin(self) -> None:
        """Begin a run."""
        self._start, self._rows, self._digest = self._end, 0, sha256()
        self._add({"begin": 1})
        self._flush()

    def append(self, rows: Iterable[RowNote]) -> None:
        """Add the rows of a batch."""
        for row in rows:
            cells = [[name, c.kind, c.text_hash, c.edits] for name, c in row.cells.items()]
            self._add({"row": row.number, "digest": row.digest, "cells": cells})
            self._rows += 1
        self._flush()

    def seal(self) -> None:
        """End a run: nothing of it can be lost unnoticed from here on."""
        self._add({"seal": self._rows, "digest": self._digest.hexdigest()})
        self._flush()

    def go_on(self, mark: KeyMark) -> None:
        """Go on with an interrupted run: what it wrote behind the mark goes.

        mark (KeyMark): How far it was.
        RAISES (HipsError): E762 if the file is not as that run left it, or another run has added
            to it since.
        """
        changed = HipsError(Errors.E762.format(path=self.path))
        self._file.seek(mark.start)
        self._digest = sha256()
        at = mark.start
        for place, frame in enumerate(self._frames(), mark.frames - mark.rows - 1):
            at += _LENGTH + len(frame)
            if at <= mark.offset:
                self._digest.update(frame)
            elif "begin" in json.loads(self._unseal(frame, place, changed)):
                raise changed
        self._start, self._end = mark.start, mark.offset
        self._count, self._rows = mark.frames, mark.rows
        if self.mark != mark or at < mark.offset:
            raise changed
        self._cut(mark.offset)

    def withdraw(self) -> None:
        """Take the whole run back, as far as the disk lets: without a seal it is known for one."""
        with suppress(WriteFailed):
            self._cut(self._start)

    def _cut(self, end: int) -> None:
        with explained(self.path):
            self._file.truncate(end)
            self._file.seek(end)
            sync(self._file)

    def _add(self, content: dict[str, Any]) -> None:
        data = json.dumps(content, ensure_ascii=True).encode()
        frame = _seal(self._cipher, data, self._bound, self._count)
        with explained(self.path):
            self._write(self._end, frame)
            self._file.truncate()
        self._digest.update(frame[_LENGTH:])
        self._end += len(frame)
        self._count += 1

    def _write(self, at: int, data: bytes) -> None:
        self._file.seek(at)
        while data:
            data = data[self._file.write(data) :]

    def _flush(self) -> None:
        with explained(self.path):
            sync(self._file)

    def runs(self) -> list[RunNotes]:
        """What all runs noted, in the order they were made.

        RAISES (HipsError): E146 if a frame was changed, moved or damaged.
        """
        self._file.seek(len(MAGIC))
        self._file.readline(_LONGEST_HEADER)
        reading = _Reading()
        for place, frame in enumerate(self._frames()):
            changed = self._damaged(f"its part number {place} was changed or moved")
            data = self._unseal(frame, place, changed)
            if place and not reading.take(json.loads(data), frame):
                raise changed
        for one, other in pairwise(reading.runs):
            if one.old and other.old:
                _drop_half(one.rows, other.rows)
        return reading.runs

    def close(self) -> None:
        """Let others open it."""
        self._file.close()

    def __enter__(self) -> KeyFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Reading:
    """Puts frames together to runs."""

    def __init__(self) -> None:
        self.runs: list[RunNotes] = []
        self._digest = sha256()

    def take(self, content: Any, frame: bytes) -> bool:
        """Add a frame; False where it does not fit those before it."""
        if isinstance(content, list):
            return self._take_old(*content)
        digest = self._digest.hexdigest()
        self._digest.update(frame)
        if "begin" in content:
            self.runs.append(RunNotes())
            self._digest = sha256(frame)
            return True
        if not self.runs or self.runs[-1].sealed or self.runs[-1].old:
            return False
        run = self.runs[-1]
        if "seal" in content:
            self.runs[-1] = RunNotes(run.rows, sealed=True)
            return bool(content["seal"] == len(run.rows) and content["digest"] == digest)
        cells = {name: _cell(*cell) for name, *cell in content["cells"]}
        run.rows.append(RowNote(content["digest"], content["row"], cells))
        return True

    def _take_old(self, doc: str, hashed: str, edits: list[Any]) -> bool:
        """A frame of version 0.1.0: the beginning of a row, or one of its cells."""
        try:
            digest, number, kind, column = json.loads(doc)
        except (ValueError, TypeError):
            return True  # Written by another program part: no row of an output.
        last = self.runs[-1] if self.runs else RunNotes()
        if kind == _ROW:
            if not last.old or (last.rows and number <= last.rows[-1].number):
                self.runs.append(RunNotes(old=True))
            self.runs[-1].rows.append(RowNote(digest, number))
        elif last.old and last.rows:
            last.rows[-1].cells[column] = _cell(kind, hashed, edits)
        return True


def _drop_half(rows: list[RowNote], again: Sequence[RowNote]) -> None:
    """Version 0.1.0 could stop within a row, which it then noted again when it was resumed."""
    last = rows[-1]
    for row in again:
        same = (row.number, row.digest) == (last.number, last.digest)
        if same and last.cells.items() <= row.cells.items():
            rows.pop()
            return


def _cell(kind: str, hashed: str, edits: Iterable[Any]) -> Cell:
    return Cell(kind, hashed, tuple((a, b, text) for a, b, text in edits))


def _cipher(key: Key, header: dict[str, Any]) -> Any:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key.derive(header))


def _seal(cipher: Any, data: bytes, bound: bytes, place: int) -> bytes:
    """A frame: its length, a nonce, the data encrypted and bound to the header and its place."""
    nonce = secrets.token_bytes(_NONCE)
    sealed = nonce + cipher.encrypt(nonce, data, bound + place.to_bytes(8, "big"))
    return len(sealed).to_bytes(_LENGTH, "big") + bytes(sealed)


def refuse_output_folder(path: str | Path, outputs: Sequence[str | Path]) -> None:
    """Check that the key file does not lie where the released texts go.

    path (Path): The key file.
    outputs (Sequence[Path]): The output files and folders.
    RAISES (HipsError): E144 if it lies in one of these folders or beside one of these files.
    """
    place = Path(path).resolve()
    for output in map(Path, outputs):
        folder = output.resolve() if output.is_dir() else output.resolve().parent
        if place == output.resolve() or folder in place.parents:
            raise HipsError(Errors.E144.format(path=path))
