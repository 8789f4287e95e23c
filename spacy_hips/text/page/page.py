"""The page of a document: what several rooms ask of its text, read once."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, WeakValueDictionary

from ...core.body import text_of
from .cells import name_cells
from .files import files, words_of_files
from .languages import ANY, Stretch, foreign_stretches, language_of, languages_of, may_be_foreign
from .rows import enumerations
from .speakers import speakers
from .view import View, view

if TYPE_CHECKING:
    from spacy.tokens import Doc

# A page lives as long as its document. Rooms that get the text alone find it by that.
_PAGES: WeakKeyDictionary[Doc, Page] = WeakKeyDictionary()
_BY_TEXT: WeakValueDictionary[str, Page] = WeakValueDictionary()


class Page:
    """A text and what it looks like: rows, cells, names of files, speakers, each read at first use.

    text (str): The text.
    default (str): The pipeline's language.
    """

    def __init__(self, text: str, default: str = "en") -> None:
        self.text = text
        self.default = default
        self._foreign: dict[frozenset[str], list[Stretch]] = {}

    @cached_property
    def lang(self) -> str:
        """The language of the text, which chooses tables; everybody asks for it here."""
        return language_of(self.text, self.default)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages in which the text may be: `lang`, or several where too little is told."""
        return languages_of(self.text, self.default)

    def foreign(self, languages: Collection[str]) -> list[Stretch]:
        """What is in other languages than some: stretches, or all of it where none can be told but
        the text's language is another one.

        languages (Collection[str]): Codes of languages.
        RETURNS (list[Stretch]): By place.
        """
        key = frozenset(languages)
        if key not in self._foreign:
            found = foreign_stretches(self.text, key)
            other = ANY not in key and self.lang not in key
            if not found and (other or may_be_foreign(self.text, key)):
                found = [Stretch(0, len(self.text), self.lang if other else "")]
            self._foreign[key] = found
        return self._foreign[key]

    @cached_property
    def seen(self) -> View:
        """The text without what is put around things (text/page/view.py), and the way back."""
        return view(self.text)

    @cached_property
    def rows(self) -> list[list[tuple[int, int]]]:
        """Rows of words with capitals (text/page/rows.py), the characters of each item."""
        return enumerations(self.text)

    @cached_property
    def name_cells(self) -> list[tuple[int, int]]:
        """The cells below the head of a column of names (text/page/cells.py), in characters."""
        return name_cells(self.text)

    @cached_property
    def speakers(self) -> list[tuple[int, int]]:
        """Codes of roles in a transcript (text/page/speakers.py), in characters."""
        return speakers(self.text)

    @cached_property
    def files(self) -> list[tuple[int, int]]:
        """The names of files (text/page/files.py), in characters."""
        return files(self.text)

    @cached_property
    def words_of_files(self) -> list[tuple[int, int]]:
        """The words in names of files (text/page/files.py), in characters."""
        return list(words_of_files(self.text, self.files))


def page_of(doc: Doc) -> Page:
    """The page of a document, the same for everybody who asks while the document lives.

    doc (Doc): The document.
    RETURNS (Page): Its page.
    """
    page = _PAGES.get(doc)
    if page is None:
        page = _PAGES[doc] = Page(text_of(doc), doc.vocab.lang)
        _BY_TEXT[page.text] = page
    return page


def page_for(text: str, default: str = "en") -> Page:
    """The page of a text: that of a living document, if one has it, else a new one.

    text (str): The text.
    default (str): The language of a new page that does not tell its own.
    RETURNS (Page): Its page.
    """
    page = _BY_TEXT.get(text)
    return Page(text, default) if page is None else page
