"""Targets: what is written stands under a temporary name until it is whole."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, product
from pathlib import Path
from typing import BinaryIO

from ...core.errors import HipsError
from ...core.files import (
    PRIVATE_FILE,
    PRIVATE_FOLDER,
    PUBLIC_FILE,
    lock_of,
    open_again,
    open_anew,
    part_of,
    sync,
)
from ..errors import Errors
from .file_formats import STANDARD
from .readers import reason_of

LIST, STATE, FOUND = ".list", ".json", ".found"
BLOCK = 1 << 20


class WriteFailed(HipsError):
    """The disk is full, the pipe is closed, or writing is not allowed."""


@dataclass(frozen=True)
class Mark:
    """How far a file is written, and what stands in it up to there.

    offset (int): Bytes.
    digest (str): SHA-256 of these bytes, hexadecimal.
    """

    offset: int = 0
    digest: str = sha256().hexdigest()


class FileTarget:
    """A file that gets its name when it is finished.

    path (Path): The final name.
    private (bool): Only the owner may read it.
    at (Mark): Resume: keep so much of the part that is there, cut off what follows.
    RAISES (HipsError): E704 if it cannot be written, E746 if a link, folder or device is in the
        way, E762 if the part is not what was written.
    """

    def __init__(self, path: str | Path, *, private: bool = False, at: Mark | None = None) -> None:
        self.path = Path(path)
        self.part = part_of(self.path)
        self.offset = 0
        self._digest = sha256()
        with explained(self.path):
            if at is None:
                self._stream = open_anew(self.part, PRIVATE_FILE if private else PUBLIC_FILE)
            else:
                self._stream = self._open_again(at)

    @property
    def mark(self) -> Mark:
        """How far it is."""
        return Mark(self.offset, self._digest.hexdigest())

    def _open_again(self, at: Mark) -> BinaryIO:
        try:
            stream = open_again(self.part)
        except FileNotFoundError:
            raise HipsError(Errors.E762.format(path=self.part)) from None
        try:
            while self.offset < at.offset:
                data = stream.read(min(BLOCK, at.offset - self.offset))
                if not data:
                    break
                self._digest.update(data)
                self.offset += len(data)
            if self.mark != at:
                raise HipsError(Errors.E762.format(path=self.part))
            stream.truncate(at.offset)
            stream.seek(at.offset)
        except BaseException:
            stream.close()
            raise
        return stream

    def write(self, data: bytes) -> None:
        """Add bytes."""
        with explained(self.path):
            self._stream.write(data)
            self.offset += len(data)
            self._digest.update(data)

    def flush(self) -> None:
        """Make sure that what was added is on the disk."""
        with explained(self.path):
            sync(self._stream)

    def finish(self) -> None:
        """Close the file and give it its name."""
        with explained(self.path):
            sync(self._stream)
            self._stream.close()
            self.part.replace(self.path)

    def abandon(self, *, keep: bool) -> None:
        """Close the file; the part stays for a later run or goes."""
        with suppress(OSError):
            self._stream.close()
        if not keep:
            self.part.unlink(missing_ok=True)


def write_lines(path: str | Path, lines: Iterable[bytes], *, private: bool = True) -> None:
    """Write a whole file, or nothing.

    path (Path): The file.
    lines (Iterable[bytes]): What stands in it.
    private (bool): Only the owner may read it.
    RAISES (HipsError): As `FileTarget`.
    """
    target = FileTarget(path, private=private)
    try:
        for line in lines:
            target.write(line)
        target.finish()
    except BaseException:
        target.abandon(keep=False)
        raise


class FolderTarget:
    """A folder of files that gets its name when it is finished.

    Beside its part grows a list of the files that are whole, each with its SHA-256.

    path (Path): The final name.
    at (Mark): Resume: how much of the list counts. Files that it does not tell of go.
    private (bool): Only the owner may look into it.
    RAISES (HipsError): E704 if it cannot be written, E746 if a link or a file is in the way, E762
        if the part is not what was written.
    """

    def __init__(self, path: str | Path, *, at: Mark | None = None, private: bool = False) -> None:
        self.path = Path(path)
        self.part = part_of(self.path)
        self.private = private
        with explained(self.path):
            if self.part.is_symlink() or (self.part.exists() and not self.part.is_dir()):
                raise HipsError(Errors.E746.format(path=self.part))
            self._list = FileTarget(self.path.with_name(self.path.name + LIST), at=at)
            if at is not None:
                self._refuse_changed()
            elif self.part.exists():
                shutil.rmtree(self.part)
            self.part.mkdir(PRIVATE_FOLDER if private else 0o777, exist_ok=True)

    @property
    def mark(self) -> Mark:
        """How far the list is."""
        return self._list.mark

    def _refuse_changed(self) -> None:
        """Check the files of the part against the list, and take away what came later."""
        lines = self._list.part.read_text("utf8").splitlines()
        wanted = {name: digest for digest, _, name in (line.partition(" ") for line in lines)}
        for name, digest in wanted.items():
            if _digest_of(self.part / name) != digest:
                self._list.abandon(keep=True)
                raise HipsError(Errors.E762.format(path=self.part))
        for file in self.part.iterdir():
            if file.name not in wanted:
                file.unlink()

    def write_file(self, name: str, data: bytes) -> None:
        """Write one file of the folder, or of a folder in it.

        RAISES (HipsError): E756 for a name that leads out of it.
        """
        mode = PRIVATE_FILE if self.private else PUBLIC_FILE
        file = self.part / name
        if self.part.resolve() not in file.resolve().parents:
            reason = "the name of a text leads out of the folder"
            raise HipsError(Errors.E756.format(path=self.path, reason=reason))
        with explained(self.path):
            file.parent.mkdir(parents=True, exist_ok=True)
            with open_anew(file, mode) as stream:
                stream.write(data)
                sync(stream)
        self._list.write(f"{sha256(data).hexdigest()} {name}\n".encode())

    def flush(self) -> None:
        """Make sure that the list is on the disk; every file is already."""
        self._list.flush()

    def finish(self) -> None:
        """Give the folder its name; one of that name that is there is replaced."""
        with explained(self.path):
            if self.path.exists():
                shutil.rmtree(self.path)
            self.part.replace(self.path)
        self._list.abandon(keep=False)

    def abandon(self, *, keep: bool) -> None:
        """The part stays for a later run or goes."""
        self._list.abandon(keep=keep)
        if not keep:
            shutil.rmtree(self.part, ignore_errors=True)


def _digest_of(path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


class StreamTarget:
    """Standard output."""

    def __init__(self) -> None:
        self.path = Path(STANDARD)
        self.mark = Mark()
        if sys.stdout is None:
            raise WriteFailed(Errors.E704.format(path="standard output", reason="it is closed"))
        self._stream = sys.stdout.buffer

    def write(self, data: bytes) -> None:
        """Add bytes."""
        with explained(self.path):
            self._stream.write(data)

    def flush(self) -> None:
        """Send what was added."""
        with explained(self.path):
            self._stream.flush()

    def finish(self) -> None:
        """Nothing is left to do but to send."""
        self.flush()

    def abandon(self, *, keep: bool) -> None:
        """What was sent cannot be taken back."""


def names_of(output: str | Path) -> list[Path]:
    """Every name that writing an output uses: its own and the temporary ones beside it."""
    path = Path(output)
    listed = path.with_name(path.name + LIST)
    states = [state_path(path), part_of(state_path(path))]
    found = part_of(found_path(path))
    return [path, part_of(path), lock_of(path), part_of(listed), found, *states]


def state_path(output: Path) -> Path:
    """Where the state of an unfinished output stands."""
    part = part_of(output)
    return part.with_name(part.name + STATE)


def found_path(output: Path) -> Path:
    """What the first pass has found is kept in the part of this file, which never gets the name."""
    return output.with_name(output.name + FOUND)


def refuse_clashes(
    read: Iterable[str | Path], written: Iterable[str | Path], kept: Iterable[str | Path] = ()
) -> None:
    """Check that a run destroys nothing that it reads, and does not write one place twice.

    Two paths are the same by name or by a link of either kind. The temporary names beside an
    output count as the output.

    read (Iterable): Files and folders that stay as they are.
    written (Iterable): Outputs. They must not lie in what is read either, nor that in them.
    kept (Iterable): Files that are read and added to, such as a register.
    RAISES (HipsError): E749 for an output and what is read, E761 for two outputs.
    """
    readings = [_Place.of(path) for path in read]
    outputs = [_Place.of(path, *names_of(path)) for path in written]
    growing = [_Place.of(path, *names_of(path)) for path in kept]
    for one, other in product((*outputs, *growing), readings):
        if one.same(other) or (one in outputs and one.nested(other)):
            raise HipsError(Errors.E749.format(path=other.path, output=one.path))
    for one, other in combinations((*outputs, *growing), 2):
        inside = one in outputs and other in outputs and one.nested(other)
        if one.same(other) or inside:
            raise HipsError(Errors.E761.format(path=other.path, output=one.path))


@dataclass(frozen=True)
class _Place:
    """Where a path of a run lies.

    path (Path): As the user named it.
    names (frozenset[Path]): Its names, with links followed and not followed.
    above (frozenset[Path]): The folders that these lie in, up to the root.
    files (frozenset): What tells a file from every other on the machine, where it is there.
    """

    path: Path
    names: frozenset[Path]
    above: frozenset[Path]
    files: frozenset[tuple[int, int]]

    @classmethod
    def of(cls, path: str | Path, *names: Path) -> _Place:
        names = names or (Path(path),)
        found = [name.stat() for name in names if name.exists()]
        own = frozenset(p for n in names for p in (n.parent.resolve() / n.name, n.resolve()))
        return cls(
            Path(path),
            own,
            frozenset(folder for name in own for folder in name.parents),
            frozenset((one.st_dev, one.st_ino) for one in found),
        )

    def same(self, other: _Place) -> bool:
        return bool(self.files & other.files or self.names & other.names)

    def nested(self, other: _Place) -> bool:
        return bool(self.names & other.above or other.names & self.above)


def check_output(output: str, inputs: str, *, force: bool, manifest: Path | None = None) -> None:
    """Refuse an output that would destroy something.

    output (str): The output, "-" for standard output.
    inputs (str): The input.
    force (bool): An output that is there may be replaced.
    manifest (Path): The output's manifest; a folder is only replaced where it has one.
    RAISES (HipsError): E703 for the input itself, E702 for an existing file, E720 for an
        existing folder of other origin, E746 for a device, E704 where nothing can be written.
    """
    if output == STANDARD:
        return
    path = Path(output)
    if _is_same(path, inputs):
        raise HipsError(Errors.E703.format(path=output))
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise HipsError(Errors.E746.format(path=output))
    ours = manifest is not None and manifest.exists()
    if path.is_dir() and not ours and (any(path.iterdir()) or not force):
        raise HipsError(Errors.E720.format(path=output))
    if path.exists() and not force:
        raise HipsError(Errors.E702.format(path=output))
    parent = path.absolute().parent
    if not parent.is_dir():
        raise HipsError(Errors.E704.format(path=output, reason="its folder is not there"))
    if not os.access(parent, os.W_OK):
        raise HipsError(Errors.E704.format(path=output, reason="its folder is not writable"))


def _is_same(path: Path, inputs: str) -> bool:
    """Is the output the input? A missing input is told of by who reads it."""
    if inputs == STANDARD or not (path.exists() and Path(inputs).exists()):
        return False
    return path.samefile(inputs)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn an operating system's error while writing into a coded one."""
    try:
        yield
    except OSError as error:
        gone = isinstance(error, BrokenPipeError)
        standard = gone or str(path) == STANDARD
        if standard:
            _send_no_more()
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        reason = "the disk is full" if full else reason_of(error)
        reason = "nobody reads it any more" if gone else reason
        name = "standard output" if standard else path
        raise WriteFailed(Errors.E704.format(path=name, reason=reason)) from None


def _send_no_more() -> None:
    """What waits to be sent to standard output goes nowhere: Python would try again at the exit."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
