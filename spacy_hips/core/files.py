"""How files are written: under a temporary name, never through a link, by one run at a time."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import is_dataclass
from io import FileIO
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, get_args, get_origin, get_type_hints

from .errors import Errors, HipsError

PART, LOCK = ".part", ".lock"
PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700
PUBLIC_FILE = 0o666
_Plain = TypeVar("_Plain")
NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def part_of(path: Path) -> Path:
    """The temporary name beside the final one."""
    return path.with_name(path.name + PART)


def lock_of(path: Path) -> Path:
    """The file that a run holds while it writes a path."""
    return path.with_name(path.name + PART + LOCK)


def open_anew(path: Path, mode: int = PUBLIC_FILE) -> BinaryIO:
    """Make a file that is not there yet, for writing and reading.

    What an interrupted run left under the name goes; what a link points to is never touched.

    path (Path): The file.
    mode (int): Its permissions.
    RAISES (HipsError): E746 for a link, a folder or a device of that name.
    """
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(path.lstat().st_mode):
            raise HipsError(Errors.E746.format(path=path))
        path.unlink()
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | NO_LINK, mode), "r+b")


def open_again(path: Path) -> BinaryIO:
    """Open a file that an earlier run wrote, for writing and reading.

    RAISES (HipsError): E746 for a link, a folder or a device of that name.
    """
    if not stat.S_ISREG(path.lstat().st_mode):
        raise HipsError(Errors.E746.format(path=path))
    return os.fdopen(os.open(path, os.O_RDWR | NO_LINK), "r+b")


def sync(stream: BinaryIO | FileIO) -> None:
    """Make sure that what was written is on the disk."""
    stream.flush()
    os.fsync(stream.fileno())


def write_whole(path: str | Path, data: bytes, mode: int = PUBLIC_FILE) -> None:
    """Write a file in one step: what is there is whole at any time, the old or the new.

    path (Path): The file.
    data (bytes): What it shall hold.
    mode (int): Its permissions.
    RAISES (OSError): Where that fails; what was there is there still.
    """
    part = part_of(Path(path))
    stream = open_anew(part, mode)
    try:
        with stream:
            stream.write(data)
            sync(stream)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_private(path: str | Path, data: bytes) -> None:
    """Write a file that only its owner may read, in one step.

    RAISES (OSError): Where that fails; what was there is there still.
    """
    write_whole(path, data, PRIVATE_FILE)


def read_plain(kind: type[_Plain], path: str | Path) -> _Plain:
    """A dataclass of plain data, and of such dataclasses, from a file of JSON.

    kind (type): The dataclass.
    path (Path): The file.
    RAISES (OSError): Where the file cannot be read.
    RAISES (ValueError): Where it holds anything but the fields of the dataclass, each of its type.
    """
    return plain_of(kind, Path(path).read_bytes())


def plain_of(kind: type[_Plain], data: bytes) -> _Plain:
    """A dataclass of plain data from JSON, as `read_plain` reads it.

    kind (type): The dataclass.
    data (bytes): The JSON.
    RAISES (ValueError): Where it holds anything but the fields of the dataclass, each of its type.
    """
    try:
        made: _Plain = _made(json.loads(data), kind)
    except (TypeError, AttributeError, RecursionError) as error:
        raise ValueError(str(error)) from None
    return made


def _made(value: Any, hint: Any) -> Any:
    inner, origin = get_args(hint), get_origin(hint)
    if hint is Any:
        return value
    if isinstance(hint, type) and is_dataclass(hint):
        hints = get_type_hints(hint)
        return hint(**{name: _made(one, hints.get(name)) for name, one in value.items()})
    if origin is dict and isinstance(value, dict):
        return {name: _made(one, inner[1]) for name, one in value.items()}
    if origin is list and isinstance(value, list):
        return [_made(one, inner[0]) for one in value]
    if origin is None and isinstance(value, hint) and isinstance(value, bool) == (hint is bool):
        return value
    raise ValueError(type(value).__name__)


@contextmanager
def locked(path: str | Path) -> Iterator[None]:
    """Be the only run that writes a path, until the block ends or the process does.

    path (Path): A file or folder; it need not be there.
    RAISES (HipsError): E747 if another run writes it, E748 if the system cannot tell.
    """
    place = lock_of(Path(path))
    handle = _hold(place, Path(path))
    try:
        yield
    finally:
        # The name goes before the lock does: who waits for the old file sees that it is gone.
        with suppress(OSError):
            place.unlink()
        os.close(handle)


def _hold(place: Path, path: Path) -> int:
    while True:
        handle = os.open(place, os.O_RDWR | os.O_CREAT | NO_LINK, PRIVATE_FILE)
        try:
            lock_handle(handle, path)
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(handle), place.stat()):
                    return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)  # It was another run's, which has ended meanwhile.


def lock_handle(handle: int, path: Path, *, shared: bool = False) -> None:
    """Lock an open file, or tell that another process has it.

    handle (int): The open file.
    path (Path): What messages call it.
    shared (bool): Others may read it too, but nobody may write.
    RAISES (HipsError): E747 if another run writes it, E748 if the system cannot tell.
    """
    try:
        _lock(handle, shared)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
            raise HipsError(Errors.E747.format(path=path)) from None
        if shared:
            return  # Who only reads does no harm where nothing can be locked.
        reason = error.strerror or type(error).__name__
        raise HipsError(Errors.E748.format(path=path, reason=reason)) from None


try:
    import fcntl

    def _lock(handle: int, shared: bool) -> None:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)

except ImportError:  # Windows

    def _lock(handle: int, shared: bool) -> None:
        import msvcrt

        # A byte behind any content: what is locked there cannot be read by others.
        os.lseek(handle, 1 << 40, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        os.lseek(handle, 0, os.SEEK_SET)
