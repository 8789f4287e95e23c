"""The kinds of document files, a row each: what reads one, and what writes it anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath
from types import MappingProxyType
from typing import Any

from ....core.errors import Errors
from ....core.spans import Replacement
from .content import Content, Unreadable, needed
from .limits import Allowance


@dataclass(frozen=True)
class Kind:
    """A kind of document file.

    module (str): The module in this folder with its `read`, and its `rewrite` if it has one.
    endings (tuple[str, ...]): Of the names of such files.
    needs (tuple[str, ...]): Packages of the extra `documents` that it needs.
    written (str): The ending of what it becomes in a folder: its own where it is rewritten in
        place, else that of a text.
    """

    module: str
    endings: tuple[str, ...]
    needs: tuple[str, ...]
    written: str = ".txt"

    @property
    def in_place(self) -> bool:
        """Is such a file rewritten, and not turned into a text?"""
        return self.written in self.endings

    def require(self) -> None:
        """Import what it needs.

        RAISES (Unreadable): E787 for a package that is not installed.
        """
        needed("documents", *self.needs)

    def read(self, data: bytes, whole: Allowance | None = None) -> Content:
        """What a file holds.

        data (bytes): The file.
        whole (Allowance): What the files of its input may unpack to; None for a file by itself.
        RAISES (Unreadable): E788-E791 and E796 for a file that cannot be read.
        """
        allowance = (whole or Allowance()).file(len(data))
        try:
            content: Content = self._own("read")(data, allowance)
        except RecursionError:
            raise Unreadable(Errors.E789, reason="it is nested too deep") from None
        allowance.done()
        return content

    def rewrite(self, data: bytes, cells: Mapping[str, Sequence[Replacement]], text: str) -> bytes:
        """The file with what was replaced in it.

        data (bytes): The file.
        cells (Mapping): What was replaced in its text and in its people.
        text (str): Its text as it was searched.
        RAISES (Unreadable): E795 if it was changed since.
        """
        return self._own("rewrite")(data, cells, text)  # type: ignore[no-any-return]

    def _own(self, name: str) -> Callable[..., Any]:
        made: Callable[..., Any] = getattr(import_module(f".{self.module}", __package__), name)
        return made


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "docx": Kind("word", (".docx", ".docm"), ("lxml.etree",), ".docx"),
        "pdf": Kind("pdf", (".pdf",), ("pypdf",)),
        "odt": Kind("odt", (".odt",), ("lxml.etree",)),
        "rtf": Kind("rtf", (".rtf",), ("striprtf.striprtf",)),
    }
)


def kind_of(name: str) -> Kind | None:
    """The kind of a document by the ending of its name; None for others."""
    ending = PurePath(name).suffix.lower()
    return next((kind for kind in KINDS.values() if ending in kind.endings), None)
