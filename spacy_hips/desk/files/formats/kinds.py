"""The kinds of document files, a row each: what reads one, and what writes it anew.

A new kind is a module in this folder and a row here: the formats of runs follow from the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ...errors import Errors

if TYPE_CHECKING:  # the table is read at each start, and files are not
    from ....core.spans import Replacement
    from .content import Content
    from .limits import Allowance


@dataclass(frozen=True)
class Kind:
    """A kind of document file.

    module (str): The module in this folder with its `read`, and its `rewrite` if it has one.
    endings (tuple[str, ...]): Of the names of such files.
    needs (tuple[str, ...]): Packages of the extra `documents` that it needs.
    written (str): The ending of what it becomes: its own, or that of a text.
    in_place (bool): Is such a file rewritten? Others are written as the text that was read.
    encoded (bool): Is it text, in an encoding that the user may name? `read` and `rewrite` get it.
    """

    module: str
    endings: tuple[str, ...]
    needs: tuple[str, ...]
    written: str = ".txt"
    in_place: bool = False
    encoded: bool = False

    @property
    def keeps_form(self) -> bool:
        """Is what it becomes of its own kind?"""
        return self.written in self.endings

    def require(self) -> None:
        """Import what it needs.

        RAISES (Unreadable): E787 for a package that is not installed.
        """
        from .content import needed

        needed("documents", *self.needs)

    def read(self, data: bytes, whole: Allowance | None = None, encoding: str = "") -> Content:
        """What a file holds.

        data (bytes): The file.
        whole (Allowance): What the files of its input may unpack to; None for a file by itself.
        encoding (str): That of text that does not tell its own; "" for UTF-8.
        RAISES (Unreadable): E788-E791 and E796 for a file that cannot be read.
        """
        from .content import Unreadable
        from .limits import Allowance

        allowance = (whole or Allowance()).file(len(data))
        try:
            content: Content = self._own("read", encoding)(data, allowance)
        except RecursionError:
            raise Unreadable(Errors.E789, reason="it is nested too deep") from None
        allowance.done()
        return content

    def rewrite(
        self,
        data: bytes,
        cells: Mapping[str, Sequence[Replacement]],
        text: str,
        encoding: str = "",
    ) -> bytes:
        """The file with what was replaced in it.

        data (bytes): The file.
        cells (Mapping): What was replaced in its text and in its people.
        text (str): Its text as it was searched.
        encoding (str): As for `read`.
        RAISES (Unreadable): E795 if it was changed since.
        """
        return self._own("rewrite", encoding)(data, cells, text)  # type: ignore[no-any-return]

    def _own(self, name: str, encoding: str) -> Callable[..., Any]:
        made: Callable[..., Any] = getattr(import_module(f".{self.module}", __package__), name)
        return partial(made, encoding=encoding) if self.encoded else made


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "docx": Kind("word", (".docx", ".docm"), ("lxml.etree",), ".docx", in_place=True),
        "pdf": Kind("pdf", (".pdf",), ("pypdf",)),
        "odt": Kind("odt", (".odt",), ("lxml.etree",)),
        "rtf": Kind("rtf", (".rtf",), ("striprtf.striprtf",)),
        "eml": Kind("mail", (".eml",), (), ".eml", in_place=True, encoded=True),
        "html": Kind("webpage", (".html", ".htm"), (), ".html", encoded=True),
    }
)


def kind_of(name: str) -> Kind | None:
    """The kind of a document by the ending of its name; None for others."""
    ending = PurePath(name).suffix.lower()
    return next((kind for kind in KINDS.values() if ending in kind.endings), None)
