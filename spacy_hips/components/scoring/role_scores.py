"""How well roles were told, by person: what `spacy train` and `nlp.evaluate` show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...core.spans import PiiSpan, read_group
from ...who.judging.role_targets import BINARY_KEY, NOBODY, RoleGold, targets
from ...who.judging.verdicts import PRIVATE_ROLES, Verdict, read_verdicts

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.training import Example

HIDDEN = 0.99
"""The share of private persons that must stay hidden where a threshold is chosen."""
WRONG = 0.005
"""The largest share of private persons among those that are kept: 1 in 200."""


def score_roles(
    examples: Iterable[Example], gold_key: str, masked_key: str, urls_key: str
) -> dict[str, float | None]:
    """Score the verdicts on the persons that arrived at the filter.

    examples (Iterable[Example]): Predictions with their references.
    gold_key, masked_key, urls_key (str): The groups of the references.
    RETURNS (dict): Shares of persons: `roles_private_r` of the private ones that were hidden,
        `roles_public_r` of the public ones that were kept, `roles_nobody_r` of those that are no
        person's name and were left alone, `roles_student_p/_r/_f` of students,
        `roles_public_at_99` of the public ones that would be kept by the threshold that hides 99 %
        of the private ones, and `urls_private_r`, `urls_public_r`. None where there is none.
    """
    counts: Counter[str] = Counter()
    public: dict[str, list[float]] = {"private": [], "public": []}
    for example in examples:
        predicted, reference = example.predicted, example.reference
        binary = bool(reference.user_data.get(BINARY_KEY))
        for verdict, kind in judged(predicted, reference, gold_key, masked_key):
            _count(counts, verdict, kind, binary)
            if kind and kind != NOBODY:
                public["public" if kind == "public" else "private"].append(verdict.public)
        addresses = [v for v in read_verdicts(predicted) if v.label == "URL_PERSONAL"]
        _count_addresses(counts, addresses, read_group(reference, urls_key))
    student_p = _share(counts["student right"], counts["student told"])
    student_r = _share(counts["student right"], counts["student"])
    return {
        "roles_private_r": _share(counts["private hidden"], counts["private"]),
        "roles_public_r": _share(counts["public kept"], counts["public"]),
        "roles_nobody_r": _share(counts["nobody kept"], counts[NOBODY]),
        "roles_public_at_99": kept_at(public["private"], public["public"]),
        "roles_student_p": student_p,
        "roles_student_r": student_r,
        "roles_student_f": _share(
            2 * counts["student right"], counts["student told"] + counts["student"]
        ),
        "urls_private_r": _share(counts["url private hidden"], counts["url private"]),
        "urls_public_r": _share(counts["url public kept"], counts["url public"]),
    }


def judged(
    predicted: Doc, reference: Doc, gold_key: str, masked_key: str
) -> list[tuple[Verdict, str]]:
    """The verdicts on the persons of a document, each with what the gold says.

    predicted, reference (Doc): The document and its gold.
    gold_key, masked_key (str): The groups of the reference.
    RETURNS (list): Pairs of a verdict and the role that the gold names, "private" for any private
        role where only that is known, "nobody" for no person's name, "" for not known.
    """
    persons = [v for v in read_verdicts(predicted) if v.label != "URL_PERSONAL"]
    gold = RoleGold.of(reference, gold_key, masked_key)
    return list(zip(persons, targets([v.places for v in persons], gold).kinds, strict=True))


def threshold_for(private: Sequence[float], hidden: float = HIDDEN) -> float:
    """The lowest threshold that hides a share of the private persons.

    private (Sequence[float]): Their probabilities of being public.
    hidden (float): The share that must stay below the threshold.
    RETURNS (float): The threshold; 0 where there is nobody to hide.
    """
    if not private:
        return 0.0
    falling = sorted(private, reverse=True)
    may_be_lost = int(len(falling) * (1.0 - hidden) + 1e-9)
    if may_be_lost >= len(falling):
        return 0.0
    return float(np.nextafter(falling[may_be_lost], 2.0))


def trusted_from(private: Sequence[float], public: Sequence[float], wrong: float = WRONG) -> float:
    """The lowest threshold from which on nearly all who are kept are public.

    private, public (Sequence[float]): Probabilities of being public of persons that are the one
        and the other.
    wrong (float): The largest share of private persons among those that are kept.
    RETURNS (float): The threshold; above 1 where none is good enough.
    """
    lowest, left = float(np.nextafter(1.0, 2.0)), 0
    falling = sorted([(value, 1) for value in private] + [(value, 0) for value in public])[::-1]
    for kept, (value, is_private) in enumerate(falling, 1):
        left += is_private
        tied = kept < len(falling) and falling[kept][0] == value
        if not tied and left <= wrong * kept:
            lowest = value
    return lowest


def kept_at(
    private: Sequence[float], public: Sequence[float], hidden: float = HIDDEN
) -> float | None:
    """The share of public persons that is kept where a share of the private ones is hidden.

    private, public (Sequence[float]): Probabilities of being public of persons that are the one
        and the other.
    hidden (float): The share of the private ones.
    RETURNS (Optional[float]): The share; None without public persons.
    """
    threshold = threshold_for(private, hidden)
    return _share(sum(value >= threshold for value in public), len(public))


def _count(counts: Counter[str], verdict: Verdict, kind: str, binary: bool) -> None:
    private = kind in PRIVATE_ROLES
    if private:
        counts.update({"private": 1, "private hidden": not verdict.kept})
    elif kind:
        counts.update({kind: 1, f"{kind} kept": verdict.kept})
    if kind and not binary:
        student, told = kind == "student", verdict.role == "student"
        counts.update({"student": student, "student told": told, "student right": student and told})


def _count_addresses(
    counts: Counter[str], verdicts: Sequence[Verdict], gold: Sequence[PiiSpan]
) -> None:
    private = {(s.start, s.end): s.label == "URL_PERSONAL" for s in gold}
    for verdict in verdicts:
        (place,) = verdict.places
        if place in private:
            kind = "url private" if private[place] else "url public"
            right = f"{kind} hidden" if private[place] else f"{kind} kept"
            counts.update({kind: 1, right: verdict.kept != private[place]})


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
