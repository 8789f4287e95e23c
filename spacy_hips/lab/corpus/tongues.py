"""What documents in a language need beside their templates: whose names they hold, which words go
with a person, how a name ends as a genitive, and which words change before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...core.later import re
from .name_styles import fold

if TYPE_CHECKING:
    from .noise import Edit

Words = Mapping[str, tuple[str, str]]
_LETTERS = 3  # of a name's beginning, which decide about the word before it


@dataclass(frozen=True)
class Tongue:
    """A language in which documents are written.

    code (str): Two letters.
    countries (tuple[str, ...]): Where most of their people come from, the likelier ones oftener;
        none for English, which is written everywhere.
    words (Mapping): Words that go with a person, for women and for men.
    sibilants (str): Last letters that take no "s" as a genitive.
    after (str): What stands behind a genitive without "s".
    apart (str): Last letters that take "'s", which is no part of the name.
    joins (tuple): (word before a name, how the name begins, what the word becomes).
    """

    code: str
    countries: tuple[str, ...] = ()
    words: Words = field(default_factory=dict)
    sibilants: str = ""
    after: str = ""
    apart: str = ""
    joins: tuple[tuple[str, str, str], ...] = ()

    def genitive(self, name: str) -> tuple[str, str]:
        """A name as its owner's: ("Annas", ""), ("Lukas", "'"), ("Anna", "'s").

        name (str): The name.
        RETURNS (tuple): The name with what belongs to its word, and what follows it.
        """
        last = fold(name[-1]).lower()
        if last in self.sibilants:
            return name, self.after
        return (name, "'s") if last in self.apart else (f"{name}s", "")

    def joined(self, text: str, starts: Sequence[int]) -> Iterator[Edit]:
        """Words before names as they are written there: "d'Anna", "Luis e Inés".

        text (str): The text.
        starts (Sequence[int]): Where its names begin.
        YIELDS (Edit): What changes.
        """
        for start in starts:
            name = fold(text[start : start + _LETTERS]).lower()
            for word, opening, new in self.joins:
                begin = start - len(word)
                apart = begin == 0 or not text[begin - 1 : begin].isalnum()
                if apart and text[max(begin, 0) : start] == word and re.match(opening, name):
                    yield begin, start, new


_VOWEL, _I, _O = "[aeiou]", "h?i(?!e)", "h?o"

TONGUES: dict[str, Tongue] = {
    tongue.code: tongue
    for tongue in (
        Tongue("en"),
        Tongue(
            "de",
            ("DE", "DE", "DE", "AT", "CH"),
            {
                "title": ("Frau", "Herr"), "dat": ("Frau", "Herrn"), "acc": ("sie", "ihn"),
                "him": ("ihr", "ihm"), "his": ("ihre", "seine"),
            },
            sibilants="sxzß", after="'",
        ),
        Tongue(
            "fr",
            ("FR", "FR", "FR", "BE", "SN"),
            {"title": ("Mme", "M."), "madame": ("Madame", "Monsieur")},
            joins=(("de ", _VOWEL, "d'"), ("que ", _VOWEL, "qu'")),
        ),
        Tongue(
            "nl",
            ("NL", "NL", "NL", "BE"),
            {"title": ("mevrouw", "meneer"), "him": ("haar", "hem")},
            sibilants="sxz", after="'", apart="aiouy",
        ),
        Tongue("sv", ("SE", "SE", "SE", "FI"), sibilants="sxz"),
        Tongue(
            "es",
            ("ES", "ES", "MX", "AR", "CO", "CL", "PE"),
            {
                "title": ("la profesora", "el profesor"),
                "del": ("de la profesora", "del profesor"),
                "al": ("a la profesora", "al profesor"),
            },
            joins=(("y ", _I, "e "), ("o ", _O, "u ")),
        ),
    )
}  # fmt: skip
"""The languages in which there are lessons, by code."""
