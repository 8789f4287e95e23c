"""The audit: a random sample of documents in which nothing was found is read whole, and bounds how
many of them can still hold a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeVar

from ...core.bounds import at_most
from ...core.labels import DIRECT_LABELS, NAME_LABELS
from .decisions import HIDES, READ, Decisions

SAMPLE = 60
"""Where none of so many documents holds a name, at most 5 % of all do."""
HELD: frozenset[str] = NAME_LABELS | frozenset(DIRECT_LABELS)

_Any = TypeVar("_Any")


def sample(items: Iterable[_Any], name: Callable[[_Any], str], size: int, seed: int) -> list[_Any]:
    """A random sample that does not depend on the order of what it is drawn from.

    items (Iterable): What to draw from.
    name (Callable): What tells an item from others.
    size (int): How many to draw; all where there are fewer.
    seed (int): Another seed draws others.
    RETURNS (list): The sample, in random order.
    """
    return sorted(items, key=lambda item: _rank(name(item), seed))[:size]


def _rank(name: str, seed: int) -> bytes:
    return sha256(f"{seed} {name}".encode("utf8", "surrogatepass")).digest()


@dataclass(frozen=True)
class Audit:
    """What came of reading the sample.

    read (int): Documents of the sample that were read whole.
    held (int): How many of them held a name or another direct identifier.
    without (int): Documents in which nothing was found, of which the sample was drawn; 0 where
        files of several reviews do not agree on it.
    documents (int): All documents of the review.
    """

    read: int
    held: int
    without: int = 0
    documents: int = 0

    @property
    def bound(self) -> float:
        """The share that can hold one at most, with 95 % confidence; 1 where nothing was read."""
        return at_most(self.held, self.read)

    def to_json(self) -> dict[str, Any]:
        """All of it, as plain data."""
        return {
            "documents": self.documents,
            "nothing_found": self.without,
            "read": self.read,
            "held_a_name": self.held,
            "at_most": round(self.bound, 6),
            "confidence": 0.95,
        }

    def line(self) -> str:
        """A sentence for a terminal."""
        among = f" {self.without:,}" if self.without else ""
        found = f"{self.held:,} of {self.read:,} read held a name or another direct identifier"
        if not self.read:
            return "Audit: no document of the sample has been read yet."
        return (
            f"Audit: at most {100 * self.bound:.1f} % of the{among} documents in which nothing was "
            f"found still hold a name, with 95 % confidence ({found})."
        )


def sample_is_read(decisions: Decisions) -> bool:
    """Was the sample that the page drew read whole, in texts that came?

    decisions (Decisions): Of a run that is done.
    """
    applied = (decisions.all[index] for index in decisions.applied)
    read = {d.document for d in applied if d.verdict == READ}
    drawn = [int(head.get("sample") or 0) for head in decisions.heads]
    return len(read) >= max(drawn, default=0) > 0


def audit_of(decisions: Decisions) -> Audit | None:
    """What the decisions tell of the sample; None where none was drawn or read.

    decisions (Decisions): All of a review.
    """
    read = {d.document for d in decisions.all if d.verdict == READ}
    drawn = [head for head in decisions.heads if head.get("nothing_found")]
    if not read and not drawn:
        return None
    held = {d.document for d in decisions.all if d.verdict in HIDES and d.label in HELD} & read
    sizes = {(head["nothing_found"], head.get("documents", 0)) for head in drawn}
    without, documents = sizes.pop() if len(sizes) == 1 else (0, 0)
    return Audit(len(read), len(held), without, documents)
