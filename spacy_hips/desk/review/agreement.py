"""Two reviewers of the same texts: how far they agree, what a third must settle, and one file of
what they agree on (the way in which CRAPII was labelled)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...core.errors import HipsError
from ..errors import Errors
from ..found.decisions import ADDED, HIDES, READ, REJECT, Decision, Decisions

STAYS = "stays"
_KINDS = ("verdict", "label", "person", "owner", "surrogate")


@dataclass(frozen=True)
class Pair:
    """What two reviewers said about one place.

    first, second (Optional[Decision]): What each said; None for one who did not add what the
        other added.
    """

    first: Decision | None
    second: Decision | None

    @property
    def there(self) -> Decision:
        """What either said: the place is the same."""
        there = self.first or self.second
        assert there is not None
        return there

    @property
    def differs(self) -> str:
        """In what they differ first: verdict, label, person or surrogate; "" where they agree."""
        one, other = (_says(d) for d in (self.first, self.second))
        if one[0] != other[0]:
            return _KINDS[0]
        return next((k for k, a, b in zip(_KINDS, one, other, strict=False) if a != b), "")

    def line(self) -> dict[str, Any]:
        """For the list of what a third must settle."""
        place = ("doc", "row", "column", "text_hash", "start", "end")
        said = (
            "verdict",
            "label",
            "role",
            "person",
            "joined",
            "owner",
            "surrogate",
            "reviewer",
            "time",
        )
        lines = [d.line() if d else {"verdict": REJECT} for d in (self.first, self.second)]
        return {
            **{k: v for k, v in self.there.line().items() if k in place},
            "differs": self.differs,
            "first": {k: v for k, v in lines[0].items() if k in said},
            "second": {k: v for k, v in lines[1].items() if k in said},
        }


@dataclass(frozen=True)
class Agreement:
    """How far two reviewers agree.

    pairs (tuple[Pair, ...]): The places that both decided on.
    alone (tuple[Decision, ...]): What one decided and the other did not.
    """

    pairs: tuple[Pair, ...]
    alone: tuple[Decision, ...]

    @property
    def differences(self) -> list[Pair]:
        """What they disagree on."""
        return [pair for pair in self.pairs if pair.differs]

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """For each pair what each would do: hide it, or let it stay."""
        return [(_says(p.first)[0], _says(p.second)[0]) for p in self.pairs]

    @property
    def labels(self) -> list[tuple[str, str]]:
        """For each pair the label that each would hide it under, or that it stays."""
        return [(_says(p.first)[1], _says(p.second)[1]) for p in self.pairs]

    def to_json(self) -> dict[str, Any]:
        """The figures, as plain data."""
        return {
            "places": len(self.pairs),
            "one_reviewer_only": len(self.alone),
            "agreement": observed(self.hidden),
            "kappa": kappa(self.hidden),
            "agreement_on_labels": observed(self.labels),
            "kappa_of_labels": kappa(self.labels),
            "disagreements": dict(Counter(pair.differs for pair in self.differences)),
        }


def compare(first: Decisions, second: Decisions) -> Agreement:
    """Set the decisions of two reviewers side by side.

    first, second (Decisions): Theirs.
    RETURNS (Agreement): What one added in a document that the other has reviewed, too, counts as
        "stays" for the other.
    RAISES (HipsError): E805 if they have no document in common.
    """
    docs = [{d.document for d in own.all} for own in (first, second)]
    both = docs[0] & docs[1]
    if not both:
        raise HipsError(Errors.E805.format(path=first.path, other=second.path))
    ours, theirs = ({d.place: d for d in own.all if d.verdict != READ} for own in (first, second))
    pairs, alone = [], []
    for place in sorted(ours.keys() | theirs.keys()):
        pair = Pair(ours.get(place), theirs.get(place))
        there = pair.there
        if (pair.first and pair.second) or (there.verdict == ADDED and there.document in both):
            pairs.append(pair)
        else:
            alone.append(there)
    return Agreement(tuple(pairs), tuple(alone))


def merged(
    first: Decisions, second: Decisions, agreement: Agreement, third: Decisions | None = None
) -> tuple[Decisions, list[Pair]]:
    """What two reviewers agree on, and what a third says of the rest.

    first, second (Decisions): Theirs.
    agreement (Agreement): As `compare` gives it.
    third (Decisions): Of the third reviewer, if there are any.
    RETURNS (tuple): The decisions of all, and what is still open and therefore not among them.
    """
    settled = {d.place: d for d in third.all if d.verdict != READ} if third else {}
    out: list[Decision] = [*agreement.alone]
    still: list[Pair] = []
    for pair in agreement.pairs:
        if not pair.differs:
            out.append(_joint(pair))
        elif pair.there.place in settled:
            out.append(settled[pair.there.place])
        else:
            still.append(pair)
    files = [first, second, *([third] if third else [])]
    given = {d.place for d in out} | {p.there.place for p in still}
    out += [d for p, d in settled.items() if p not in given]
    reads = {d.place: d for own in files for d in own.all if d.verdict == READ}
    return Decisions([*out, *reads.values()], _heads(files)), still


def _heads(files: Sequence[Decisions]) -> list[Mapping[str, Any]]:
    """The heads of some files, each once."""
    heads: list[Mapping[str, Any]] = []
    for head in (head for own in files for head in own.heads):
        if head not in heads:
            heads.append(head)
    return heads


def observed(pairs: Sequence[tuple[str, str]]) -> float | None:
    """The share of the pairs in which both say the same; None of nothing."""
    return sum(a == b for a, b in pairs) / len(pairs) if pairs else None


def kappa(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Cohen's kappa: how far two agree beyond what chance alone would give.

    pairs (Sequence): What each said of each thing.
    RETURNS (Optional[float]): 1 where they always agree, 0 where as often as by chance; None where
        it is not defined, since both gave one and the same answer to all.

        >>> pairs = [("a", "a")] * 20 + [("a", "b")] * 5 + [("b", "a")] * 10 + [("b", "b")] * 15
        >>> round(kappa(pairs), 2)
        0.4
    """
    seen = observed(pairs)
    if seen is None:
        return None
    ones, others = (Counter(pair[i] for pair in pairs) for i in (0, 1))
    chance = sum(count * others[said] for said, count in ones.items()) / len(pairs) ** 2
    return None if chance == 1 else (seen - chance) / (1 - chance)


def shares(figures: Mapping[str, Any]) -> Iterator[str]:
    """How far two agree, on hide or stay and on labels: lines for a terminal.

    figures (Mapping): As `Agreement.to_json` gives them.
    """
    for name, end in (("hide or stay", ""), ("labels", "_of_labels")):
        seen, beyond = figures[f"agreement{end.replace('of', 'on')}"], figures[f"kappa{end}"]
        yield f"  {name:<13} agreement {shown(seen)}, kappa {shown(beyond)}"


def shown(value: float | None) -> str:
    """A share or a kappa for a terminal."""
    return "not defined" if value is None else f"{value:.3f}"


def lines(decisions: Decisions) -> Iterator[dict[str, Any]]:
    """Decisions as the lines of a file, heads first."""
    yield from ({"review": dict(head)} for head in decisions.heads)
    yield from (decision.line() for decision in decisions.all)


def _says(decision: Decision | None) -> tuple[str, str, str, str, str]:
    if decision is None or decision.verdict not in HIDES:
        return STAYS, STAYS, "", "", ""
    whose = decision.joined or decision.person or decision.entity
    return "hide", decision.label, whose, decision.owner, decision.surrogate


def _joint(pair: Pair) -> Decision:
    assert pair.first is not None and pair.second is not None
    names = dict.fromkeys(d.reviewer for d in (pair.first, pair.second) if d.reviewer)
    return replace(max(pair.first, pair.second, key=lambda d: d.time), reviewer=", ".join(names))
