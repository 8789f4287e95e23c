"""The surrogates of a document, as far as they were given when an entity was planned.

Every entity sees the surrogates of the entities before it. A copy for each would take a time that
grows with the square of their number. So all look at one list, each up to its own place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Set
from itertools import islice

Derive = Callable[[str], Collection[str]]


class Taken(Set[str]):
    """A set of texts that never changes; `plus` gives one with a text more, and copies nothing.

    texts (Iterable[str]): The first texts.

    EXAMPLE:
        >>> one = Taken(["ana ruiz"])
        >>> two = one.plus("ben okri")
        >>> len(one), "ben okri" in one, "ben okri" in two
        (1, False, True)
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._list = _List(texts)
        self._count = len(self._list.places)

    def plus(self, text: str) -> Taken:
        """The same set and one text more."""
        if text in self:
            return self
        newest = self._count == len(self._list.places)
        more = Taken() if newest else Taken(self)
        if newest:
            more._list = self._list
        more._list.add(text)
        more._count = len(more._list.places)
        return more

    def having(self, derive: Derive) -> Container[str]:
        """What some function gives for the texts of the set, computed once for each text.

        derive (Callable): The strings that stand for a text, such as its words.
        RETURNS (Container[str]): All of them.
        """
        return _Upto(self._list.derived(derive), self._count)

    def __contains__(self, text: object) -> bool:
        return self._list.places.get(text, self._count) < self._count  # type: ignore[call-overload, no-any-return]

    def __iter__(self) -> Iterator[str]:
        return islice(self._list.places, self._count)

    def __len__(self) -> int:
        return self._count

    @classmethod
    def _from_iterable(cls, texts: Iterable[str]) -> frozenset[str]:  # type: ignore[override]
        return frozenset(texts)


class Either:
    """Whatever is in one of several collections, which are not put together.

    *parts (Container[str]): The collections.
    """

    def __init__(self, *parts: Container[str]) -> None:
        self._parts = parts

    def __contains__(self, text: object) -> bool:
        return any(text in part for part in self._parts)

    def __or__(self, other: Container[str]) -> Either:
        return Either(*self._parts, other)


class _List:
    """Texts in their order, and what was derived from them."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.places: dict[str, int] = {}
        self._derived: dict[Derive, tuple[list[str], dict[str, int]]] = {}
        for text in texts:
            self.add(text)

    def add(self, text: str) -> None:
        self.places.setdefault(text, len(self.places))

    def derived(self, derive: Derive) -> dict[str, int]:
        """For each derived string the place of the first text that has it."""
        texts, found = self._derived.setdefault(derive, ([], {}))
        for text in islice(self.places, len(texts), None):
            for value in derive(text):
                found.setdefault(value, len(texts))
            texts.append(text)
        return found


class _Upto:
    """The strings whose place is before another one."""

    def __init__(self, places: dict[str, int], count: int) -> None:
        self._places = places
        self._count = count

    def __contains__(self, text: object) -> bool:
        return self._places.get(text, self._count) < self._count  # type: ignore[call-overload, no-any-return]
