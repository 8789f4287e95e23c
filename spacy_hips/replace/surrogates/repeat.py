"""Repeat policies: whether all mentions of an entity get one surrogate or several.

`consistent` is the default and the only one that keeps who is who. The others are for experiments
on attacks that count repeats (Osborne et al., 2025, BRATsynthetic): a name that was missed cannot
be told by being the only one that repeats. Texts made with them do not tell any more who did what.

A policy is called as `policy(entity_key, mention_index, draw) -> int`: which variant of the
surrogate a mention gets, 0 for the first. It is a pure function: chance comes from the draws of the
entity, so that order and process do not matter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...core.errors import wrong_setting
from ...core.ids import Draw

RepeatPolicy = Callable[[str, int, Draw], int]

_RESOLUTION = 1 << 53


@dataclass(frozen=True)
class Consistent:
    """All mentions of an entity get the same surrogate."""

    def __call__(self, entity_key: str, mention_index: int, draw: Draw) -> int:
        """The variant of a mention: always 0."""
        return 0


@dataclass(frozen=True)
class Markov:
    """At each mention the surrogate changes with probability p, else stays what it was.

    p (float): The probability of a change, from 0 (as `Consistent`) to 1 (every mention another).
        Each change needs the draw of its own mention to lie below p, so a larger p changes wherever
        a smaller one does. Breaks who is who.
    """

    p: float = 0.5

    def __call__(self, entity_key: str, mention_index: int, draw: Draw) -> int:
        """The variant of a mention: how many changes there were up to it.

        entity_key (str): The entity's key.
        mention_index (int): Its mentions are counted from 0 in order of the text.
        draw (Draw): The draws of the entity.
        RETURNS (int): The variant.
        """
        limit = round(self.p * _RESOLUTION)
        return sum(
            draw(f"repeat:{entity_key}:{i}", _RESOLUTION) < limit
            for i in range(1, mention_index + 1)
        )


@dataclass(frozen=True)
class Random:
    """Every mention gets a surrogate of its own. Breaks who is who."""

    def __call__(self, entity_key: str, mention_index: int, draw: Draw) -> int:
        """The variant of a mention: its index."""
        return mention_index


def variant_draw(draw: Draw, variant: int) -> Draw:
    """The draws of a variant of an entity's surrogate.

    draw (Draw): The draws of the entity.
    variant (int): As a policy gave it.
    RETURNS (Draw): The same for 0, others for every other number.
    """
    if not variant:
        return draw
    return _Variant(draw, variant)


@dataclass(frozen=True)
class _Variant:
    draw: Draw
    variant: int

    def __call__(self, purpose: str, n: int) -> int:
        return self.draw(f"variant {self.variant}|{purpose}", n)


def make_consistent() -> RepeatPolicy:
    """One surrogate for all mentions of an entity; see `Consistent`."""
    return Consistent()


def make_markov(p: float = 0.5) -> RepeatPolicy:
    """Change the surrogate at a mention with probability p; see `Markov`.

    RAISES (HipsError): E116 if p is no probability.
    """
    if not 0 <= p <= 1:
        raise wrong_setting("Repeat.markov", "p", "from 0 to 1", p)
    return Markov(p)


def make_random() -> RepeatPolicy:
    """A surrogate of its own for every mention; see `Random`."""
    return Random()
