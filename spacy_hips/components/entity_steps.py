"""The steps of hips_entities: what becomes of spans before their mentions are linked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from ..core.overlaps import outside, resolve_overlaps
from ..core.spans import PiiSpan
from ..who.persons.link.linker import Lookup
from ..who.persons.search.filed import within_files
from ..who.persons.search.handles import Handles
from ..who.persons.search.places import with_places
from ..who.persons.search.propagate import SEARCH_STEPS, SearchStep
from ..who.persons.search.repeats import repeats
from ..who.persons.search.streets import streets
from .merging import is_nobody, tidied, with_confirmed, with_known, with_values, without_weekdays


@dataclass(frozen=True)
class Found:
    """What was found in a document, as a step of hips_entities gets it.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): The spans so far. They may overlap in the steps of `clean`, and do
        not in those of `merge`.
    fields (Sequence[tuple[int, int]]): Names of fields in a form or in program text: nothing that
        is found stays there.
    confirmed (Mapping[tuple[int, int], str]): Entities that were set by hand, by place.
    detected (Sequence[PiiSpan]): For `merge`, all spans before overlaps were resolved.
    record (Callable): Gives the record of a known person by its id.
    """

    text: str
    spans: Sequence[PiiSpan]
    fields: Sequence[tuple[int, int]] = ()
    confirmed: Mapping[tuple[int, int], str] = field(default_factory=dict)
    detected: Sequence[PiiSpan] = ()
    record: Lookup = lambda person_id: None


@runtime_checkable
class EntityStep(Protocol):
    """Mends the spans of a document before mentions are linked. It keeps no state between them."""

    def __call__(self, found: Found) -> Sequence[PiiSpan]:
        """Give all spans of the document.

        found (Found): What was found so far.
        RETURNS (Sequence[PiiSpan]): What is found then.
        """
        ...  # pragma: no cover


class Nobody:
    """Drops guessed words of program text, and handles that mean nobody in particular: "@team"."""

    def __call__(self, found: Found) -> list[PiiSpan]:
        """Give all spans of the document."""
        return [s for s in found.spans if not is_nobody(found.text, s)]


class Fields:
    """Cuts spans where the names of fields stand."""

    def __call__(self, found: Found) -> list[PiiSpan]:
        """Give all spans of the document."""
        return list(outside(found.spans, found.fields, found.text))


class FileNames:
    """Has of the name of a file only the words that are somebody's."""

    def __call__(self, found: Found) -> list[PiiSpan]:
        """Give all spans of the document."""
        return list(within_files(found.text, found.spans))


class Weekdays:
    """Drops a weekday inside of a date that a rule read: in "On Tue, Mar 2" it is no name."""

    def __call__(self, found: Found) -> list[PiiSpan]:
        """Give all spans of the document."""
        return without_weekdays(found.text, list(found.spans))


class Values:
    """Drops a guessed age, address or birth that holds no number, and makes addresses whole."""

    def __call__(self, found: Found) -> list[PiiSpan]:
        """Give all spans of the document."""
        return with_values(found.text, found.spans)


class Repeats:
    """Adds the places where the same characters stand again."""

    propagates = True

    def __call__(self, found: Found) -> Sequence[PiiSpan]:
        """Give all spans of the document."""
        return _with(found, repeats(found.text, found.spans))


class Streets:
    """Adds the places where the street of an address is named alone."""

    propagates = True

    def __call__(self, found: Found) -> Sequence[PiiSpan]:
        """Give all spans of the document."""
        return _with(found, streets(found.text, found.spans))


class Confirmed:
    """Has what was set by hand there with these very characters."""

    def __call__(self, found: Found) -> list[PiiSpan]:
        """Give all spans of the document."""
        return with_confirmed(list(found.spans), found.confirmed, len(found.text))


class Borders:
    """Takes off a name what is none of it: titles, marks, words that a finder took with it."""

    def __call__(self, found: Found) -> list[PiiSpan]:
        """Give all spans of the document."""
        return tidied(found.text, list(found.spans), found.confirmed)


class Places:
    """Has a town that the text names as one be a place wherever it stands."""

    def __call__(self, found: Found) -> list[PiiSpan]:
        """Give all spans of the document."""
        return with_places(found.text, found.spans)


class Known:
    """Gives a span the known person whose mention it won over."""

    def __call__(self, found: Found) -> list[PiiSpan]:
        """Give all spans of the document."""
        return with_known(found.text, list(found.spans), found.detected, found.record)


CLEAN: Mapping[str, EntityStep] = {
    "nobody": Nobody(),
    "fields": Fields(),
    "file_names": FileNames(),
    "weekdays": Weekdays(),
    "values": Values(),
}
MERGE: Mapping[str, EntityStep] = {
    "repeats": Repeats(),
    "streets": Streets(),
    "confirmed": Confirmed(),
    "borders": Borders(),
    "places": Places(),
    "known": Known(),
}
SEARCH: Mapping[str, SearchStep] = {**SEARCH_STEPS, "handles": Handles()}
"""The steps of the default config, in their order."""


def run(
    steps: Mapping[str, EntityStep], found: Callable[[list[PiiSpan]], Found], spans: list[PiiSpan]
) -> list[PiiSpan]:
    """Run steps one after the other.

    steps (Mapping[str, EntityStep]): The steps by name, in their order.
    found (Callable): Makes what a step gets of the spans so far.
    spans (list[PiiSpan]): What was found.
    RETURNS (list[PiiSpan]): What is found then.
    """
    for step in steps.values():
        spans = list(step(found(spans)))
    return spans


def _with(found: Found, added: Sequence[PiiSpan]) -> Sequence[PiiSpan]:
    return resolve_overlaps([*found.spans, *added], found.text) if added else found.spans
