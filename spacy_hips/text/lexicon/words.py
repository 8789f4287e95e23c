"""What a word by itself says about being a name, looked up once a word form.

Used twice: by the gate that decides which windows the encoder sees, and as features beside the
encoder's vector, which knows no case.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .finder_columns import class_of
from .letters import decoded, undress, without_hidden
from .tables import NameTables, common_words, dictionary, fold, name_tables

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

CACHE_SIZE = 200_000
SHORTEST = 3
"""Fewest letters of a word that may be a name because no dictionary has it."""

_OF_HANDLES = str.maketrans("", "", "_@.-")
# Case classes of a token.
LOWER, TITLE, UPPER, MIXED, DIGITS, OTHER = range(6)


class Word(NamedTuple):
    """What is known of a word form.

    case (int): One of the case classes.
    forename, surname (int): How common it is as such, 0 (not in the table) to 4.
    common (bool): It is an ordinary English word.
    cue (int): Its class of cue words, 0 for none (finder_columns.py).
    genitive (bool): It is a forename with an s and no apostrophe ("Kwames"), looked up without.
    trigger (bool): It may be (part of) a name, whatever stands around it: it is in a name table,
        has a capital, is in no English dictionary ("ask zhanelle"), or looks like a handle
        ("kenji9", "the_ema").
    """

    case: int
    forename: int
    surname: int
    common: bool
    cue: int
    trigger: bool
    genitive: bool = False

    @property
    def named(self) -> bool:
        """Somebody is called so: it is in a name table."""
        return self.forename > 0 or self.surname > 0


class Lexicon:
    """Looks word forms up in the name tables and cue words, with a bounded cache.

    tables (NameTables): The name tables; the packaged ones if left out, loaded at first use.
    """

    def __init__(self, tables: NameTables | None = None) -> None:
        self._tables = tables
        self._cache: dict[str, Word] = {}

    def __call__(self, form: str) -> Word:
        """What is known of a word form.

        form (str): The word as it stands in the text.
        RETURNS (Word): Its classes.
        """
        word = self._cache.get(form)
        if word is None:
            if len(self._cache) >= CACHE_SIZE:
                self._cache.clear()
            word = self._cache[form] = self._look_up(form)
        return word

    def of(self, token: Token) -> Word:
        """What is known of a token's word form."""
        return self(token.text)

    def __getstate__(self) -> dict[str, object]:
        return {"_tables": None, "_cache": {}}

    def _look_up(self, form: str) -> Word:
        tables = self._tables = self._tables or name_tables()
        form = without_hidden(form)
        bare = form.strip("'’`\"*_-.•")
        case = case_of(bare)
        handle = _is_handle(form)
        if case in (DIGITS, OTHER):
            return Word(case, 0, 0, False, class_of(form), handle)
        stem = tables.genitive_of(bare)
        parts = [p for p in (stem or bare).replace("’", "'").replace("'", "-").split("-") if p]
        forename = max((level(tables.forename_country_mass(p)) for p in parts), default=0)
        surname = max((level(tables.surname_country_mass(p)) for p in parts), default=0)
        common = tables.is_common_word(bare) or (
            len(parts) > 1 and all(tables.is_common_word(p) for p in parts)
        )
        known = forename > 0 or surname > 0
        strong = forename >= 3 or surname >= 4
        if common:
            trigger = known and strong and case == TITLE
        else:
            odd = handle or any(map(_is_no_word, parts))
            trigger = known or case in (TITLE, UPPER, MIXED) or odd
        return Word(case, forename, surname, common, class_of(form), trigger, bool(stem))


def _is_handle(form: str) -> bool:
    """Are letters and digits, or letters and an underscore or @, one word?"""
    return (
        sum(map(str.isalpha, form)) >= SHORTEST
        and any(mark.isdigit() or mark in "_@" for mark in form)
        and form.translate(_OF_HANDLES).isalnum()
    )


def _is_no_word(part: str) -> bool:
    """Is it a row of letters that is in no list of English words?"""
    if len(part) < SHORTEST or not part.isalpha():
        return False
    forms = {part.lower(), fold(part)}
    return forms.isdisjoint(common_words()) and forms.isdisjoint(dictionary())


def word_forms(doc: Doc) -> tuple[list[str], np.ndarray]:
    """The different word forms of a document, so that each is looked at once.

    doc (Doc): The document.
    RETURNS (tuple): The forms in plain letters, and for each token which of them it is, of shape
        (tokens,).
    """
    orths, at = np.unique(doc.to_array("ORTH"), return_inverse=True)
    strings = doc.vocab.strings
    written = [strings[orth] for orth in orths.tolist()]
    shown = [decoded(form).strip() if form.startswith("=?") else form for form in written]
    return [without_hidden(undress(form)) for form in shown], at


def case_of(form: str) -> int:
    """The case class of a word form."""
    if not form or not form[0].isalpha():
        return DIGITS if form[:1].isdigit() else OTHER
    if form.islower():
        return LOWER
    if form[0].isupper() and (len(form) == 1 or form[1:].islower()):
        return TITLE
    if form.isupper():
        return UPPER
    return MIXED if form.isascii() or form[0].isupper() or form != form.lower() else TITLE


def level(mass: float) -> int:
    """A name's commonness in steps: 0 unknown, 1 rare, ... 4 common in several countries."""
    return 0 if mass <= 0 else 1 if mass < 1e-3 else 2 if mass < 1e-2 else 3 if mass < 1e-1 else 4
