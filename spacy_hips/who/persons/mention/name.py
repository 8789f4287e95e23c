"""What a mention of a person is made of: its words, their places and their roles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ....text.lexicon.tables import script_of, word_key

CORE: frozenset[str] = frozenset(("first", "middle", "last", "nickname", "initials"))
UNSPACED: frozenset[str] = frozenset(("Hani", "Hang", "Kana"))
SHORTEST_WHOLE = 6
"""Letters that a whole name without its blanks has at least to tell who it is."""
HYPHENS = ("-", "‐", "‑")


@dataclass(frozen=True)
class Word:
    """A word of a mention.

    text (str): Its characters, without the hyphen and the blanks that break it over a line.
    start, end (int): Where they stand in the mention.
    role (str): first, middle, last, nickname, initials ("JP"), particle, title, suffix,
        possessive or mark: a word of the text inside a name ("née").
    short (bool): It is an initial of two letters, such as "Th.".
    """

    text: str
    start: int
    end: int
    role: str
    short: bool = False

    @cached_property
    def initial(self) -> bool:
        """Is it one letter, or two, that stand for a name?"""
        return self.short or (len(self.text) == 1 and script_of(self.text) not in UNSPACED)

    @cached_property
    def folded(self) -> str:
        """The word in lower case, without accents and apostrophes; a lone accent as it is."""
        key = word_key(self.text) or self.text
        return key[:1] if self.short else key


@dataclass(frozen=True)
class Name:
    """A mention of a person, taken apart.

    text (str): The mention.
    words (tuple[Word, ...]): Its words, by place.
    family_first (bool): The family name comes first without a comma.
    comma (bool): "Last, First".
    sure (bool): The roles are told by form or tables; a lone word is mostly not.
    glued (bool): It has no words but the form of a handle, such as "garcia_m".
    """

    text: str
    words: tuple[Word, ...]
    family_first: bool = False
    comma: bool = False
    sure: bool = True
    glued: bool = False

    @cached_property
    def core(self) -> tuple[Word, ...]:
        """The words that name: without titles, particles and suffixes."""
        return tuple(w for w in self.words if w.role in CORE)

    @cached_property
    def given(self) -> tuple[str, ...]:
        """The forename and the middle names, folded."""
        return tuple(w.folded for role in ("first", "middle") for w in self.having(role))

    @cached_property
    def family(self) -> tuple[str, ...]:
        """The words of the surname, folded."""
        return tuple(w.folded for w in self.having("last"))

    @cached_property
    def titles(self) -> tuple[Word, ...]:
        """What stands before the name: "Mr", "Professor"."""
        return self.having("title")

    @cached_property
    def suffix(self) -> str:
        """What stands behind it, folded, without dots: "jr"."""
        return "".join(w.folded.strip(".") for w in self.having("suffix")[:1])

    @cached_property
    def written(self) -> str:
        """Its words and particles without blanks, folded, in the order in which they stand."""
        return "".join(w.folded for w in self.words if w.role in (*CORE, "particle"))

    @cached_property
    def wholes(self) -> frozenset[str]:
        """A full name without its blanks: Kim Min-jun is Kim Minjun, Mac Donald is MacDonald.

        Folded, with the forename first and as it is written.
        """
        if self.glued or len(self.core) < 2 or any(word.initial for word in self.core):
            return frozenset()
        family = [word.folded for word in self.words if word.role in ("last", "particle")]
        orders = {"".join((*self.given, *family)), "" if self.comma else self.written}
        return frozenset(whole for whole in orders if len(whole) >= SHORTEST_WHOLE)

    def having(self, *roles: str) -> tuple[Word, ...]:
        """The words of some roles, by place."""
        return tuple(w for w in self.words if w.role in roles)

    @property
    def form(self) -> str:
        """How the person is named, such as "title last" or "last, first"."""
        if self.glued:
            return "glued"
        roles: list[str] = []
        for word in self.words:
            role = "initial" if word.role in CORE and word.initial else word.role
            if word.role != "possessive" and (not roles or roles[-1] != role):
                roles.append(role)
        return (", " if self.comma and len(roles) == 2 else " ").join(roles)
