"""Finds the parts of a person's name inside an e-mail address, a handle or a path of the web."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ....core.later import regex
from ....text.lexicon.tables import fold, word_key
from ..link.entity import Entity

ROLES: tuple[str, ...] = ("first", "middle", "last", "nickname")
FORENAMES: frozenset[str] = frozenset(("first", "nickname"))
"""Parts of a name by which a person is called."""
SHORTEST_INSIDE = 4
"""Letters a name must have to be found inside a longer run of letters."""
LONGEST_RUN = 48
SHORTEST_PART, SHORTEST_TOGETHER = 3, 7
"""Letters that a forename and a surname without a blank between them must have, each and both."""

_RUN = regex.compile(r"[\p{L}\p{M}]+")
_SPLIT = regex.compile(r"[\s\-‐‑]+")


@dataclass(frozen=True)
class Piece:
    """A part of a name inside a glued text.

    start, end (int): Where it stands.
    role (str): first, middle, last, nickname or particle.
    index (int): Which word of that part.
    kind (str): "full", "initial", or "short" (cut off: "garc").
    """

    start: int
    end: int
    role: str
    index: int
    kind: str = "full"


@lru_cache(maxsize=4096)
def split_part(part: str) -> tuple[str, ...]:
    """The words of a part of a name: those of "García-López" are two."""
    return (part,) if part.isalpha() else tuple(word for word in _SPLIT.split(part) if word)


def flat(text: str) -> str:
    """Folded text in which every character keeps its place."""
    if text.isascii():
        return text.lower()
    return "".join(fold(c)[:1] or c for c in text)


def run_together(first: str, last: str) -> tuple[str, ...]:
    """Forename and surname as one word, in both orders ("anaruiz", "ruizana").

    first, last (str): The parts of a name.
    RETURNS (tuple[str, ...]): Folded; empty where they are too short to tell anything.
    """
    first, last = ("".join(map(word_key, split_part(part))) for part in (first, last))
    together = min(len(first), len(last)) >= SHORTEST_PART
    if not together or len(first + last) < SHORTEST_TOGETHER:
        return ()
    return first + last, last + first


@dataclass(frozen=True)
class Part:
    """A word of a name: folded, of which part, and which word of it."""

    word: str
    role: str
    index: int


def parts_of(entity: Entity) -> tuple[Part, ...]:
    """The folded words of a person's name, with the part each belongs to."""
    found = [
        Part(word_key(word).strip("."), role, index)
        for role in (*ROLES, "particle")
        for index, word in enumerate(
            split_part(entity.particles if role == "particle" else getattr(entity, role))
        )
    ]
    return tuple(part for part in found if part.word)


def find_pieces(text: str, parts: Sequence[Part]) -> tuple[Piece, ...]:
    """Read a glued text as parts of one person's name.

    text (str): The local part of an address, a handle, a path.
    parts (tuple): From `parts_of`.
    RETURNS (tuple[Piece, ...]): By place; empty where the name is not in it. Letters that no
        piece covers are no part of the name.
    """
    runs = [(m.start(), m.group()) for m in _RUN.finditer(flat(text))]
    found: list[Piece] = []
    loose: list[tuple[int, str]] = []
    for at, run in runs:
        pieces = _read_run(run, at, parts)
        if pieces and any(p.kind != "initial" for p in pieces):
            found.extend(pieces)
        else:
            loose.append((at, run))
    if any(p.role in ("first", "last", "nickname") for p in found):
        found.extend(_loose_initials(loose, found, parts))
    elif runs and len(runs[0][1]) == 2 and len(runs) == 1:
        found = list(_both_initials(*runs[0], parts))
    return tuple(sorted(found, key=lambda p: p.start))


def strength(pieces: Sequence[Piece]) -> float:
    """How much the pieces say that it is this person; 0 for nothing, 3 for the whole name."""
    full = {p.role for p in pieces if p.kind != "initial"}
    initial = {p.role for p in pieces if p.kind == "initial"} - full
    score = 2.0 * ("last" in full) + 1.5 * bool(full & FORENAMES)
    score += 0.5 * ("middle" in full) + 0.5 * bool(initial & {"first", "last"})
    return score if score or not pieces else 0.2


def _read_run(run: str, at: int, parts: Sequence[Part]) -> list[Piece]:
    if len(run) > LONGEST_RUN:
        return []
    whole = _cover(run, 0, parts, frozenset(), {})
    if whole is not None:
        return [Piece(p.start + at, p.end + at, p.role, p.index, p.kind) for p in whole]
    return list(_inside(run, at, parts))


def _cover(
    run: str,
    at: int,
    parts: Sequence[Part],
    used: frozenset[int],
    seen: dict[tuple[int, frozenset[int]], tuple[Piece, ...] | None],
) -> tuple[Piece, ...] | None:
    """Read all of a run from `at` on as words and initials of the name, full words first."""
    if at == len(run):
        return ()
    if (at, used) in seen:
        return seen[at, used]
    result = None
    for number, end, kind in _steps(run, at, parts, used):
        rest = _cover(run, end, parts, used | {number}, seen)
        if rest is not None:
            part = parts[number]
            result = (Piece(at, end, part.role, part.index, kind), *rest)
            break
    seen[at, used] = result
    return result


def _steps(
    run: str, at: int, parts: Sequence[Part], used: frozenset[int]
) -> Iterator[tuple[int, int, str]]:
    free = [number for number in range(len(parts)) if number not in used]
    for number in sorted(free, key=lambda i: -len(parts[i].word)):
        word = parts[number].word
        if len(word) > 1 and run.startswith(word, at):
            yield number, at + len(word), "full"
    left = len(run) - at
    for number in free:
        word = parts[number].word
        if left >= SHORTEST_INSIDE and left < len(word) and word.startswith(run[at:]):
            yield number, len(run), "short"
    for number in free:
        if parts[number].role != "particle" and parts[number].word[0] == run[at]:
            yield number, at + 1, "initial"


def _inside(run: str, at: int, parts: Sequence[Part]) -> Iterator[Piece]:
    """Full words of the name inside a longer run, the longest first."""
    taken = [False] * len(run)
    for part in sorted(parts, key=lambda p: -len(p.word)):
        if len(part.word) < SHORTEST_INSIDE or part.role == "particle":
            continue
        start = run.find(part.word)
        end = start + len(part.word)
        if start >= 0 and not any(taken[start:end]):
            taken[start:end] = [True] * len(part.word)
            yield Piece(at + start, at + end, part.role, part.index)


def _loose_initials(
    loose: Sequence[tuple[int, str]], found: Sequence[Piece], parts: Sequence[Part]
) -> Iterator[Piece]:
    """Single letters beside a full word: "garcia_m"."""
    have = {(p.role, p.index) for p in found}
    for at, run in loose:
        for part in parts:
            free = (part.role, part.index) not in have and part.role != "particle"
            if free and len(run) == 1 and part.word.startswith(run):
                have.add((part.role, part.index))
                yield Piece(at, at + 1, part.role, part.index, "initial")
                break


def _both_initials(at: int, run: str, parts: Sequence[Part]) -> Iterator[Piece]:
    """The initials of forename and surname alone: "mg22"."""
    first = next((p for p in parts if p.role == "first"), None)
    last = next((p for p in parts if p.role == "last"), None)
    if first and last:
        for a, b in ((first, last), (last, first)):
            if run == a.word[0] + b.word[0]:
                yield Piece(at, at + 1, a.role, a.index, "initial")
                yield Piece(at + 1, at + 2, b.role, b.index, "initial")
                return
