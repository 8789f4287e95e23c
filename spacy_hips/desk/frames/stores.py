"""Folders of files, on this machine or in a store of objects (s3://bucket/prefix).

pyarrow opens the stores that it knows (file, s3, gs, abfs, hdfs), and fsspec all others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from ...core.errors import HipsError
from ..errors import Errors
from ..files.formats.arrow import ParquetSource
from .source import arrow, extra

MARK = "_SUCCESS"
"""An empty file that is written last: a store shows the files of a folder one by one."""


@dataclass(frozen=True)
class File:
    """A file of a folder.

    path (str): Its place, as a worker opens it.
    parts (tuple[str, ...]): Its folders within the folder, and its name.
    size, changed (int): Its bytes, and when it was changed last.
    """

    path: str
    parts: tuple[str, ...]
    size: int
    changed: int


def is_store(path: str) -> bool:
    """Is it a folder in a store, and no path of this machine?

    path (str): A path or a URI.

    EXAMPLE:
        >>> is_store("s3://essays/2026"), is_store("essays"), is_store("file:///essays")
        (True, False, False)
    """
    return "://" in path and not path.startswith("file:")


def plain(path: str) -> str:
    """A path as this machine writes it where it is one: file:///essays is /essays.

    path (str): A path or a URI.
    """
    if path.startswith("file://"):
        return url2pathname(urlsplit(path).path)
    place, query = _parted(path)
    return place.rstrip("/") + query if is_store(path) else path


def beneath(folder: str, name: str) -> str:
    """The place of a file in a folder.

    folder (str): A path or a URI, which may end with a query.
    name (str): The name of the file.

    EXAMPLE:
        >>> beneath("s3://essays/2026?region=eu-west-1", "a.parquet")
        's3://essays/2026/a.parquet?region=eu-west-1'
    """
    place, query = _parted(folder)
    return f"{place.rstrip('/')}/{name}{query}"


def beside(path: str, ending: str) -> str:
    """The place beside another whose name is longer.

    path (str): A path or a URI.
    ending (str): What the name ends with.
    """
    place, query = _parted(path)
    return place + ending + query


def split(path: str) -> tuple[str, str]:
    """The folder and the name of a place.

    path (str): A path or a URI.
    """
    place, query = _parted(path)
    folder, _, name = place.rpartition("/")
    return folder + query, name


def _parted(path: str) -> tuple[str, str]:
    """A place, and the query of a URI with its mark; a path of this machine has none."""
    place, mark, query = path.partition("?") if is_store(path) else (path, "", "")
    return place, mark + query


def shown(uri: str) -> str:
    """A URI as messages show it: without the name and the key that may stand in it.

    uri (str): The URI.
    """
    there = urlsplit(uri)
    return f"{there.scheme}://{there.netloc.rpartition('@')[2]}{there.path}"


def inside(path: str, folder: str) -> bool:
    """Is a place in a store a folder, or in it?

    path, folder (str): URIs.
    """
    return f"{shown(path)}/".startswith(f"{shown(folder)}/")


class Folder:
    """A folder in a store, or on this machine.

    uri (str): Its URI or path.
    RAISES (HipsError): E899 for a store that nothing here can open.
    """

    def __init__(self, uri: str) -> None:
        self.uri = uri
        with _explained(uri):
            self._system, self._root = _opened(uri)

    def files(self, *, deep: bool = True) -> list[File]:
        """Its files and those of its subfolders, by name; none where it is not there.

        deep (bool): Those of its subfolders, too.
        RAISES (HipsError): E899 where the store does not answer.
        """
        (fs,) = arrow("pyarrow.fs")
        selector = fs.FileSelector(self._root, recursive=deep, allow_not_found=True)
        with _explained(self.uri):
            found = self._system.get_file_info(selector)
        files = []
        for info in found:
            if info.type == fs.FileType.File:
                inner = info.path[len(self._root) :].strip("/")
                path, changed = beneath(self.uri, inner), info.mtime_ns or 0
                files.append(File(path, tuple(inner.split("/")), info.size or 0, changed))
        return sorted(files, key=lambda file: file.parts)

    def read(self, name: str) -> bytes:
        """What a file of it holds.

        RAISES (OSError): Where that fails.
        """
        with self._system.open_input_stream(f"{self._root}/{name}") as stream:
            return bytes(stream.read())

    def stream(self, name: str = "") -> tuple[Any, int]:
        """A file as a stream that can be read from any place, and its size.

        name (str): The file; "" where the URI is that of a file.
        RAISES (HipsError): E899 where that fails.
        """
        with _explained(self.uri):
            stream = self._system.open_input_file(f"{self._root}/{name}" if name else self._root)
            return stream, stream.size()

    def write(self, name: str, data: bytes) -> None:
        """Write a small file.

        RAISES (HipsError): E899 where that fails.
        """
        with _explained(self.uri):
            self._system.create_dir(self._root, recursive=True)
            with self._system.open_output_stream(f"{self._root}/{name}") as stream:
                stream.write(data)

    def put(self, local: Path, name: str) -> None:
        """Copy a file of this machine into it.

        RAISES (HipsError): E899 where that fails.
        """
        (fs,) = arrow("pyarrow.fs")
        with _explained(self.uri):
            self._system.create_dir(self._root, recursive=True)
            there = f"{self._root}/{name}"
            fs.copy_files(str(local), there, fs.LocalFileSystem(), self._system)

    def take(self, other: Folder, name: str) -> None:
        """Move a file of another folder of the same store into it.

        RAISES (HipsError): E899 where that fails.
        """
        with _explained(self.uri):
            self._system.create_dir(self._root, recursive=True)
            self._system.move(f"{other._root}/{name}", f"{self._root}/{name}")

    def remove(self) -> None:
        """Take it away with all that it holds, where it is there.

        RAISES (HipsError): E899 where that fails.
        """
        (fs,) = arrow("pyarrow.fs")
        with _explained(self.uri):
            if self._system.get_file_info(self._root).type == fs.FileType.Directory:
                self._system.delete_dir(self._root)


class StoredParquet(ParquetSource):
    """The rows of a .parquet file in a store.

    uri (str): Its URI.
    """

    def __init__(self, uri: str) -> None:
        self._uri = uri
        super().__init__(shown(uri))

    def opened(self) -> tuple[Any, int]:
        """The file as a stream, and its size."""
        return Folder(self._uri).stream()


def _opened(uri: str) -> tuple[Any, str]:
    """The file system of a URI, and the path in it."""
    pyarrow, fs = arrow("pyarrow", "pyarrow.fs")
    if not is_store(uri):
        return fs.LocalFileSystem(), str(Path(uri).absolute())
    try:
        system, root = fs.FileSystem.from_uri(uri)
    except pyarrow.ArrowInvalid:
        (core,) = extra("tables", "fsspec.core")
        found, root = core.url_to_fs(uri)
        system = fs.PyFileSystem(fs.FSSpecHandler(found))
    return system, root.rstrip("/")


@contextmanager
def _explained(uri: str) -> Iterator[None]:
    """Turn whatever a store raises into a coded error: its message may hold a key."""
    try:
        yield
    except HipsError:
        raise
    except Exception as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        place = shown(uri) if is_store(uri) else uri
        raise HipsError(Errors.E899.format(place=place, reason=reason)) from None
