"""Public figures and eponyms: packaged tables, and the user's own lists beside them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from .tables import fold


@dataclass(frozen=True)
class PublicLists:
    """Who and what is public by name. Use `public_lists()`, which reads the tables once.

    figures (frozenset[str]): Full names of public figures, folded.
    eponyms (frozenset[str]): Terms that hold a person's name, folded.
    public, private (frozenset[str]): The user's own names, folded.
    """

    figures: frozenset[str] = frozenset()
    eponyms: frozenset[str] = frozenset()
    public: frozenset[str] = field(default=frozenset())
    private: frozenset[str] = field(default=frozenset())

    def full_name(self, name: str) -> bool:
        """Is it the full name of a public figure? A lone word never is."""
        key = " ".join(fold(name).split())
        return " " in key and key in self.figures

    def eponym(self, text: str, start: int, end: int) -> bool:
        """Is the name at these characters part of a term, such as "Likert scale"?"""
        return False

    def with_names(
        self, public: Iterable[str] = (), private: Iterable[str] = ()
    ) -> PublicLists:
        """The lists with the user's own names added."""
        return replace(
            self,
            public=self.public | {" ".join(fold(name).split()) for name in public},
            private=self.private | {" ".join(fold(name).split()) for name in private},
        )


@lru_cache(maxsize=1)
def public_lists() -> PublicLists:
    """The packaged lists, read at the first call."""
    return PublicLists()
