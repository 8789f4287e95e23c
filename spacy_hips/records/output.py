"""Targets: what is written stands under a temporary name until it is whole."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ..errors import Errors, HipsError
from .readers import STANDARD, reason_of

PART = ".part"
PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700


class WriteFailed(HipsError):
    """The disk is full, the pipe is closed, or writing is not allowed."""


class FileTarget:
    """A file that gets its name when it is finished.

    path (Path): The final name.
    private (bool): Only the owner may read it.
    at (int): Resume: keep this many bytes of the part that is there, cut off what follows.
    RAISES (HipsError): E704 if it cannot be written.
    """

    def __init__(self, path: str | Path, *, private: bool = False, at: int = 0) -> None:
        self.path = Path(path)
        self.part = part_of(self.path)
        with explained(self.path):
            flags = os.O_RDWR | os.O_CREAT | (0 if at else os.O_TRUNC)
            handle = os.open(self.part, flags, PRIVATE_FILE if private else 0o666)
            if private:
                self.part.chmod(PRIVATE_FILE)
            self._stream: BinaryIO = os.fdopen(handle, "r+b")
            self._stream.truncate(at)
            self._stream.seek(at)
        self.offset = at

    def write(self, data: bytes) -> None:
        """Add bytes."""
        with explained(self.path):
            self._stream.write(data)
            self.offset += len(data)

    def flush(self) -> None:
        """Make sure that what was added is in the file."""
        with explained(self.path):
            self._stream.flush()

    def finish(self) -> None:
        """Close the file and give it its name."""
        with explained(self.path):
            self._stream.flush()
            os.fsync(self._stream.fileno())
            self._stream.close()
            self.part.replace(self.path)

    def abandon(self, *, keep: bool) -> None:
        """Close the file; the part stays for a later run or goes."""
        with suppressed():
            self._stream.close()
        if not keep:
            self.part.unlink(missing_ok=True)


class FolderTarget:
    """A folder of files that gets its name when it is finished.

    path (Path): The final name.
    resume (bool): Keep the part that is there.
    private (bool): Only the owner may look into it.
    """

    def __init__(self, path: str | Path, *, resume: bool = False, private: bool = False) -> None:
        self.path = Path(path)
        self.part = part_of(self.path)
        self.private = private
        self.offset = 0
        with explained(self.path):
            if not resume and self.part.exists():
                shutil.rmtree(self.part)
            self.part.mkdir(PRIVATE_FOLDER if private else 0o777, exist_ok=True)

    def write_file(self, name: str, data: bytes) -> None:
        """Write one file of the folder."""
        with explained(self.path):
            (self.part / name).touch(PRIVATE_FILE if self.private else 0o666)
            (self.part / name).write_bytes(data)

    def flush(self) -> None:
        """Every file is whole already."""

    def finish(self) -> None:
        """Give the folder its name; one of that name that is there is replaced."""
        with explained(self.path):
            if self.path.exists():
                shutil.rmtree(self.path)
            self.part.replace(self.path)

    def abandon(self, *, keep: bool) -> None:
        """The part stays for a later run or goes."""
        if not keep:
            shutil.rmtree(self.part, ignore_errors=True)


class StreamTarget:
    """Standard output."""

    def __init__(self) -> None:
        self.path = Path(STANDARD)
        self.offset = 0
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


def part_of(path: Path) -> Path:
    """The temporary name beside the final one."""
    return path.with_name(path.name + PART)


def _is_same(path: Path, inputs: str) -> bool:
    """Is the output the input? A missing input is told of by who reads it."""
    if inputs == STANDARD or not (path.exists() and Path(inputs).exists()):
        return False
    return path.samefile(inputs)


def check_output(output: str, inputs: str, *, force: bool, manifest: Path | None = None) -> None:
    """Refuse an output that would destroy something.

    output (str): The output, "-" for standard output.
    inputs (str): The input.
    force (bool): An output that is there may be replaced.
    manifest (Path): The output's manifest; a folder is only replaced where it has one.
    RAISES (HipsError): E703 for the input itself, E702 for an existing file, E720 for an
        existing folder of other origin, E704 where nothing can be written.
    """
    if output == STANDARD:
        return
    path = Path(output)
    if _is_same(path, inputs):
        raise HipsError(Errors.E703.format(path=output))
    if path.exists() and not force:
        raise HipsError(Errors.E702.format(path=output))
    if path.is_dir() and any(path.iterdir()) and not (manifest and manifest.exists()):
        raise HipsError(Errors.E720.format(path=output))
    parent = path.absolute().parent
    if not parent.is_dir():
        raise HipsError(Errors.E704.format(path=output, reason="its folder is not there"))
    if not os.access(parent, os.W_OK):
        raise HipsError(Errors.E704.format(path=output, reason="its folder is not writable"))


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn an operating system's error while writing into a coded one."""
    try:
        yield
    except BrokenPipeError:
        raise WriteFailed(
            Errors.E704.format(path="standard output", reason="nobody reads it any more")
        ) from None
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        reason = "the disk is full" if full else reason_of(error)
        name = "standard output" if str(path) == STANDARD else path
        raise WriteFailed(Errors.E704.format(path=name, reason=reason)) from None


@contextmanager
def suppressed() -> Iterator[None]:
    """Close quietly what has failed already."""
    try:
        yield
    except OSError:
        return
