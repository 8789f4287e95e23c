"""Drawing names from the pools of the tables: by weight, by key, never too like the old one."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from functools import lru_cache

from ...core.ids import Draw
from ...text.lexicon.pools import Pool
from ...text.lexicon.tables import (
    SIZES,
    Country,
    NameTables,
    countries,
    fold,
    script_of,
    short_forms,
)

PROBES = 64
"""Draws before the rest of the pool is tried one by one."""
SMALLEST_POOL = 20
"""A pool with fewer names is widened to the places around it."""
STEM = 4
"""Letters that two names may not have in common at their beginning."""
SHORTEST_INSIDE = 4
"""Letters a name must have not to be left inside another (Evens, Stevenson)."""


def within_one_edit(a: str, b: str) -> bool:
    """Whether one inserted, left out or exchanged letter at most makes a into b.

    a, b (str): Folded names.
    RETURNS (bool): Whether the edit distance is 0 or 1.
    """
    if abs(len(a) - len(b)) > 1:
        return False
    same = common_prefix(a, b)
    if len(a) == len(b):
        return a[same + 1 :] == b[same + 1 :]
    longer, shorter = (a, b) if len(a) > len(b) else (b, a)
    return longer[same + 1 :] == shorter[same:]


def common_prefix(a: str, b: str) -> int:
    """How many letters two names share at their beginning."""
    count = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        count += 1
    return count


def one_in_other(name: str, words: Iterable[str]) -> bool:
    """Whether a name holds one of some words, or is a part of one.

    name (str): A name.
    words (Iterable[str]): Folded words.
    RETURNS (bool): True where the shorter of the two has SHORTEST_INSIDE letters at least.

        >>> one_in_other("Stevenson", ["evens"]), one_in_other("Joana", ["ana"])
        (True, False)
    """
    a = fold(name)
    return any(
        min(len(a), len(word)) >= SHORTEST_INSIDE and (a in word or word in a) for word in words
    )


def too_like(name: str, original: str) -> bool:
    """Whether a surrogate would give the original away, or be taken for a slip of it.

    Refused are the same name with other accents, one letter's difference (Jon, John), the same
    beginning (Petrov, Petrova; Christina, Christopher), one inside the other (Evens, Stevenson)
    and short forms (Bob, Robert). In scripts that write a syllable or a word with one sign only
    the same name is refused.

    name (str): The surrogate.
    original (str): The name it would stand for, "" for none.
    RETURNS (bool): True if another one is needed.

        >>> too_like("John", "Jon"), too_like("Petra", "Jon")
        (True, False)
    """
    a, b = fold(name), fold(original)
    if not a or not b:
        return False
    if a == b or a in short_forms().get(b, ()):
        return True
    if script_of(name) in {"Hani", "Hang", "Kana"}:
        return False
    shortest = min(len(a), len(b))
    return (
        within_one_edit(a, b)
        or one_in_other(a, (b,))
        or common_prefix(a, b) >= max(2, min(STEM, shortest))
    )


def pick(
    pool: Pool,
    draw: Draw,
    purpose: str,
    avoid: Container[str] = (),
    original: str = "",
    own: Collection[str] = (),
) -> str | None:
    """Draw a name by its weight; where it will not do, probe with "purpose/1", "purpose/2", ...

    The probes depend on the key of the draw alone, so that the order of a text changes nothing.

    pool (Pool): Names to draw from.
    draw (Draw): The keyed choice: `draw(purpose, n)` is a whole number from 0 to n - 1.
    purpose (str): What is drawn, such as "forename".
    avoid (Container[str]): Names that must not be drawn, case-folded, with or without accents.
    original (str): The name that is replaced.
    own (Collection[str]): Folded words of the whole old name; none may be left inside the new one.
    RETURNS (str): The name; None where the pool has none that will do.
    """
    return first_fit(_candidates(pool, draw, purpose), avoid, original, own)


def first_fit(
    names: Iterable[str],
    avoid: Container[str] = (),
    original: str = "",
    own: Collection[str] = (),
) -> str | None:
    """The first name that will do; see `pick`.

    names (Iterable[str]): Names in the order of the draws.
    avoid, original, own: As for `pick`.
    RETURNS (str): The name; None where none will do.
    """
    for name in names:
        if fold(name) in avoid or name.casefold() in avoid or too_like(name, original):
            continue
        if one_in_other(name, own):
            continue
        return name
    return None


def _candidates(pool: Pool, draw: Draw, purpose: str) -> Iterator[str]:
    """Keyed draws by weight, then every name of the pool once from a keyed beginning."""
    if not pool:
        return
    yield pool.at(draw(purpose, pool.total))
    for probe in range(1, PROBES):
        yield pool.at(draw(f"{purpose}/{probe}", pool.total))
    first = draw(f"{purpose}/rest", len(pool))
    yield from pool.names[first:]
    yield from pool.names[:first]


def forename_pool(
    tables: NameTables, place: str = "", gender: str = "", script: str = "Latn"
) -> Pool:
    """Forenames of a place, from a wider one where it has too few.

    tables (NameTables): The name tables.
    place (str): A country, culture, family or region; "" for everywhere.
    gender (str): "F", "M", or "" for both.
    script (str): ISO 15924 code.
    RETURNS (Pool): The first of the place and those around it with SMALLEST_POOL names, else the
        largest of them; empty only where no table has the script.
    """
    return _widened(tables.forenames(p, gender, script) for p in widths(place))


def surname_pool(
    tables: NameTables, place: str = "", gender: str = "", script: str = "Latn"
) -> Pool:
    """Surnames of a place, from a wider one where it has too few; see `forename_pool`."""
    return _widened(tables.surnames(p, gender, script) for p in widths(place))


@lru_cache(maxsize=512)
def widths(place: str) -> tuple[str | None, ...]:
    """A place and those around it, the smallest first.

    place (str): A country, culture, family or region; "" for everywhere.
    RETURNS (tuple): For "PL" ("PL", "slavic_west", "slavic", "Europe", None).
    """
    sizes = ("code", *SIZES)
    for number, size in enumerate(sizes):
        inside = [country for country in countries().values() if getattr(country, size) == place]
        if inside:
            around = [_most(inside, wider) for wider in sizes[number + 1 :]]
            return (*dict.fromkeys([place, *around]), None)
    return (place, None) if place else (None,)


def _most(inside: list[Country], size: str) -> str:
    """The culture, family or region that most of these countries belong to."""
    values: list[str] = sorted(getattr(country, size) for country in inside)
    return max(values, key=values.count)


def _widened(pools: Iterable[Pool]) -> Pool:
    """The first pool with names enough; those behind it are not even made."""
    small = []
    for pool in pools:
        if len(pool) >= SMALLEST_POOL:
            return pool
        small.append(pool)
    return max(small, key=len)


def choose_place(mixture: Mapping[str, float], draw: Draw, purpose: str) -> str:
    """A place for a name that tells of none: drawn from the mixture of the names around it.

    mixture (Mapping[str, float]): Places and how many of the names come from each.
    draw (Draw): The keyed choice.
    purpose (str): What is drawn, such as "place".
    RETURNS (str): A place, "" (everywhere) where the mixture is empty.
    """
    places = tuple(sorted(place for place, share in mixture.items() if share > 0))
    if not places:
        return ""
    weights = tuple(max(1, round(mixture[place] * 1000)) for place in places)
    pool = Pool(places, weights)
    return pool.at(draw(purpose, pool.total))
