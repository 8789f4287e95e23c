"""Weakens detection: some identifiers stay as they are, the rest is replaced.

A person stays with all mentions in a document; of other labels single spans stay. Of each label
as many stay as the share asks for, drawn by a seed. A span that is hidden all the same, because
another mention of it was found, is no leak. Nor is a span of which half or more is hidden.
"new@umich.edu", of which only the name was hidden, is a leak.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from random import Random

from ....components.scoring.metrics import Spot
from ....core.labels import NAME_LABELS
from ....core.overlaps import resolve_overlaps
from ....core.spans import PiiSpan
from ..gold import Gold
from .attacker import Find, Place, Release, Replace, Rewritten, Spotted
from .replacing import OurSurrogates

Chosen = dict[int, set[Spot]]
"""The spans that stay, by document."""
Sure = Sequence[Mapping[Spot, float]]
"""How sure a finder is of the spans of each document."""


@dataclass(frozen=True)
class Weakened:
    """A release, and the truth about it.

    release (Release): What attackers get.
    leaks (tuple[bool, ...]): Is the place real? One for each of the release's places.
    """

    release: Release
    leaks: tuple[bool, ...]


def spotted(gold: Iterable[Gold], hidden: frozenset[str]) -> list[Spotted]:
    """The gold as texts to replace in: of overlapping spans the strongest is taken.

    gold (Iterable[Gold]): The labelled texts.
    hidden (frozenset[str]): The labels that are replaced.
    RETURNS (list[Spotted]): One a text.
    """
    out = []
    for n, own in enumerate(gold):
        spans = resolve_overlaps((PiiSpan(*s) for s in own.spans if s[2] in hidden), own.text)
        flat = tuple((s.start, s.end, s.label) for s in spans)
        out.append(Spotted(own.id or f"document-{n}", own.text, flat))
    return out


def choose(
    documents: Sequence[Spotted],
    ours: OurSurrogates,
    detection: float,
    seed: int,
    sure: Sure | None = None,
) -> Chosen:
    """Draw what stays real.

    documents (Sequence[Spotted]): All documents with all their spans.
    ours (OurSurrogates): Says which names are one person's.
    detection (float): The share that is found.
    seed (int): Of the choice.
    sure (Optional[list]): What `how_sure` gave: of that the least sure stay, as in real runs.
    RETURNS (dict): The spans that stay, by document.
    """
    units: dict[str, list[tuple[float, int, tuple[Spot, ...]]]] = defaultdict(list)
    for n, document in enumerate(documents):
        for label, spans in _units(document, ours):
            units[label].append((max(sure[n][s] for s in spans) if sure else 0.0, n, spans))
    chosen: Chosen = defaultdict(set)
    for label, own in sorted(units.items()):
        count = round((1 - detection) * len(own))
        drawn = Random(f"leaks|{seed}|{label}").sample(own, len(own))
        for _, n, spans in sorted(drawn, key=lambda unit: unit[0])[:count]:
            chosen[n].update(spans)
    return chosen


def _units(document: Spotted, ours: OurSurrogates) -> Iterable[tuple[str, tuple[Spot, ...]]]:
    """What is found or missed together: the mentions of a person, and every other span alone."""
    whose: dict[str, list[Spot]] = {}
    ids = {(s.start, s.end): s.id for s in ours.linked(document)}
    for span in document.spans:
        person = ids.get(span[:2], "") if span[2] in NAME_LABELS else ""
        if person:
            whose.setdefault(person, []).append(span)
        else:
            yield span[2], (span,)
    for spans in whose.values():
        yield spans[0][2], tuple(spans)


def how_sure(documents: Sequence[Spotted], find: Find) -> Sure:
    """How sure a finder is of each identifier.

    documents (Sequence[Spotted]): All documents with all their spans.
    find (Callable): The finder.
    RETURNS (list): For each document its spans, with the highest score of what it finds there; 0
        where it does not find a letter of it.
    """
    return [
        {
            span: max((f.score for f in found if f.start < span[1] and span[0] < f.end), default=0)
            for span in document.spans
        }
        for document, found in zip(documents, find([d.text for d in documents]), strict=True)
    ]


def missed(sure: Sure) -> tuple[Chosen, float]:
    """What a finder misses.

    sure (list): What `how_sure` gave.
    RETURNS (tuple): The spans that it does not find, by document, and the share that it finds.
    """
    chosen: Chosen = defaultdict(set)
    for n, own in enumerate(sure):
        chosen[n].update(span for span, score in own.items() if not score)
    count, stays = sum(map(len, sure)), sum(map(len, chosen.values()))
    return chosen, 1 - stays / count if count else 1.0


def left(documents: Sequence[Spotted], chosen: Chosen, ours: OurSurrogates) -> list[Spotted]:
    """What is found, and the further mentions of it that linking finds.

    documents (Sequence[Spotted]): All documents with all their spans.
    chosen (dict): The spans that stay, by document.
    ours (OurSurrogates): Finds the further mentions, whatever replaces them.
    RETURNS (list[Spotted]): The documents with the spans that are replaced.
    """
    return [_found(d, chosen.get(n, set()), ours) for n, d in enumerate(documents)]


def weaken(found: Sequence[Spotted], chosen: Chosen, replace: Replace, seed: int) -> Weakened:
    """Replace what is found.

    found (Sequence[Spotted]): The documents with the spans that are replaced.
    chosen (dict): The spans that stay, by document.
    replace (Callable): See `Replace` in attacker.py.
    seed (int): Of the surrogates.
    RETURNS (Weakened): The release and the truth.
    """
    texts, places = [], []
    for n, new in enumerate(replace(found, seed)):
        texts.append(new.text)
        stayed = [_Stayed(span, new) for span in sorted(chosen.get(n, ()))]
        leaks = [own for own in stayed if own.is_leak]
        parts = {swap for own in leaks for swap in own.inside}
        places += [(own.place(n), True) for own in leaks]
        places += [
            (Place(n, s.new_start, s.new_end, s.label), False) for s in new.swaps if s not in parts
        ]
    places.sort(key=lambda p: (p[0].doc, p[0].start, p[0].end))
    release = Release(tuple(texts), tuple(place for place, _ in places))
    return Weakened(release, tuple(leak for _, leak in places))


def _found(document: Spotted, stays: Set[Spot], ours: OurSurrogates) -> Spotted:
    """A document with what is found, and with the further mentions of it that linking finds."""
    given = tuple(span for span in document.spans if span not in stays)
    linked = ours.linked(Spotted(document.id, document.text, given))
    spans = tuple((s.start, s.end, s.label) for s in linked if s.label in ours.hidden)
    return Spotted(document.id, document.text, spans)


class _Stayed:
    """What became of a span that was to stay: a part of it may be hidden as a word of a name.

    span (tuple): The span.
    new (Rewritten): The new text.
    """

    def __init__(self, span: Spot, new: Rewritten) -> None:
        self.span = span
        start, end, _ = span
        self.before = sum(s.new_end - s.new_start - s.end + s.start for s in new.swaps
                          if s.end <= start)  # fmt: skip
        touching = [s for s in new.swaps if s.start < end and start < s.end]
        self.inside = [s for s in touching if start <= s.start and s.end <= end]
        hidden = sum(s.end - s.start for s in self.inside)
        self.is_leak = touching == self.inside and 2 * hidden < end - start

    def place(self, n: int) -> Place:
        """Where it stands in the new text."""
        start, end, label = self.span
        grown = sum(s.new_end - s.new_start - s.end + s.start for s in self.inside)
        return Place(n, start + self.before, end + self.before + grown, label)
