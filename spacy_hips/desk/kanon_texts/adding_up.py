"""What the texts of one author tell together, and how rare it is (internal).

One text tells a town, another an age, a third a school. Each is common; together they may be one
person's. SweLL asks for this look over all texts of a learner before they are published.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from ...core.spans import PiiSpan
from .mentions import TEXT_COLUMNS, read_name

LABELS: tuple[str, ...] = (
    "AGE", "DATE_OF_BIRTH", "LOCATION", "ZIP", "SCHOOL", "EMPLOYER", "PROFESSION", "NATIONALITY",
    "TRANSPORT", "SENSITIVE",
)  # fmt: skip
"""Labels of what somebody may know of a person. Dates of events are too many to tell one."""
LARGEST = 3
"""A combination has at most so many identifiers."""
RAREST = 12
"""Of an author who tells more, only so many rare ones are combined."""

Told = tuple[str, str]
"""A label and a value, as the texts tell it."""


@dataclass
class _Author:
    """What the texts of an author tell.

    documents (int): How many there are.
    told (Counter): In how many of them each identifier stands.
    left (set): Those that the profile `full` would leave.
    """

    documents: int = 0
    told: Counter[Told] = field(default_factory=Counter)
    left: set[Told] = field(default_factory=set)


@dataclass(frozen=True)
class AuthorRisk:
    """What one author tells.

    author (str): The author's id.
    documents (int): How many texts.
    told (Mapping): The identifiers, each with the number of texts it stands in.
    rarest (tuple): The combination of at most three that fewest authors tell, the shortest such.
    authors (int): How many authors tell it, this one included.
    left (tuple): Identifiers that the profile `full` would leave.
    """

    author: str
    documents: int
    told: dict[Told, int]
    rarest: tuple[Told, ...]
    authors: int
    left: tuple[Told, ...]

    def line(self) -> dict[str, Any]:
        """As a line of the internal file."""
        return {
            "author": self.author,
            "documents": self.documents,
            "authors_alike": self.authors,
            "rarest": [{"label": label, "value": value} for label, value in self.rarest],
            "identifiers": [
                {"label": one[0], "value": one[1], "documents": n, "left_by_full": one in self.left}
                for one, n in sorted(self.told.items())
            ],
        }


class AddingUp:
    """Adds up what the texts of every author tell.

    lang (str): The language of the texts.

    EXAMPLE:
        >>> adding = AddingUp()
        >>> adding.add("s1", "I am 19.", [PiiSpan(5, 7, "AGE")])
        >>> adding.add("s1", "We live in Lund.", [PiiSpan(11, 15, "LOCATION")])
        >>> adding.add("s2", "We live in Lund, too.", [PiiSpan(11, 15, "LOCATION")])
        >>> [(one.author, one.rarest, one.authors) for one in adding.authors()]
        [('s1', (('AGE', '19'),), 1), ('s2', (('LOCATION', 'lund'),), 2)]
    """

    def __init__(self, lang: str = "en") -> None:
        self._lang = lang
        self._authors: dict[str, _Author] = defaultdict(_Author)

    def add(
        self,
        author: str,
        text: str,
        spans: Iterable[PiiSpan],
        left: Iterable[tuple[int, int]] = (),
    ) -> None:
        """Add one text.

        author (str): Who wrote it.
        text (str): The text.
        spans (Iterable[PiiSpan]): What was found in it.
        left (Iterable): The places that the profile `full` would leave.
        """
        own = self._authors[author]
        own.documents += 1
        stays = set(left)
        told = {span: self._read(text, span) for span in spans if span.label in LABELS}
        own.told.update({value for values in told.values() for value in values})
        own.left |= {v for s, values in told.items() if (s.start, s.end) in stays for v in values}

    def authors(self) -> list[AuthorRisk]:
        """The authors who tell anything, the rarest combination first."""
        who: dict[Told, set[str]] = defaultdict(set)
        for name, own in self._authors.items():
            for one in own.told:
                who[one].add(name)
        found = [_risk(name, own, who) for name, own in self._authors.items() if own.told]
        return sorted(found, key=lambda one: (one.authors, len(one.rarest), one.author))

    def notes(self) -> list[str]:
        """The same in numbers, for the summary: labels, and no value."""
        found = self.authors()
        alone = [one for one in found if one.authors == 1]
        kinds = Counter(" + ".join(sorted(label for label, _ in one.rarest)) for one in alone)
        out = [
            f"Indirect identifiers: {len(found):,} of {len(self._authors):,} authors tell some; "
            f"{len(alone):,} are the only ones with a combination of at most {LARGEST}."
        ]
        out += [f"  {labels}: {count:,} alone" for labels, count in kinds.most_common(10)]
        left = Counter(label for one in found for label in {label for label, _ in one.left})
        if left:
            told = ", ".join(f"{label} of {count:,}" for label, count in sorted(left.items()))
            out.append(f"The profile full would leave some text of: {told} authors.")
        return out

    def lines(self) -> Iterator[dict[str, Any]]:
        """The lines of the internal file."""
        return (one.line() for one in self.authors())

    def _read(self, text: str, span: PiiSpan) -> Sequence[Told]:
        column = TEXT_COLUMNS.get(span.label)
        read = column.read if column is not None else read_name
        return [(span.label, str(v)) for v in read(text[span.start : span.end], self._lang)]


def _risk(name: str, own: _Author, who: dict[Told, set[str]]) -> AuthorRisk:
    values = sorted(own.told, key=lambda one: (len(who[one]), one))[:RAREST]
    best: tuple[int, tuple[Told, ...]] = (len(who[values[0]]), (values[0],))
    for size in range(2, min(LARGEST, len(values)) + 1):
        if best[0] == 1:
            break
        for some in combinations(values, size):
            count = len(set.intersection(*(who[one] for one in some)))
            if count < best[0]:
                best = (count, some)
    return AuthorRisk(
        name, own.documents, dict(own.told), best[1], best[0], tuple(sorted(own.left))
    )
