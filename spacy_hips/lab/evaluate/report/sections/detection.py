"""What was found, what was missed, and how many persons are left without a trace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from .....components.scoring.metrics import Prf, rounded, summarise, total
from .....core.bounds import exact_bounds
from ...bootstrap import Rate, intervals
from ...roles import RoleFigures
from ..asked import Asked
from ..facts import Facts
from ..figures import counted, prf, share_figures

THRESHOLDS = (*(round(0.05 * n, 2) for n in range(20)), 0.99)
FEW = 30
"""Of so few documents, resampling tells little."""


def detection(documents: Sequence[Facts], asked: Asked) -> dict[str, Any]:
    """The section.

    documents (Sequence[Facts]): All documents.
    asked (Asked): What was asked for.
    RETURNS (dict): Plain data.
    """
    held = [facts for facts in documents if not facts.left_out]
    return {
        "documents": len(documents),
        "left_out": dict(Counter(f.left_out for f in documents if f.left_out)),
        "words": sum(facts.words for facts in held),
        "all": figures(held, asked),
        "by_set": {
            name: _of_set([facts for facts in held if facts.source == name])
            for name in dict.fromkeys(facts.source for facts in documents)
        },
        "overlapping_gold": sum(facts.overlapping for facts in held),
        "notes": _notes(held),
    }


def figures(held: Sequence[Facts], asked: Asked) -> dict[str, Any]:
    """All figures over some documents that were searched."""
    counts = [facts.counts for facts in held]
    hides = {label for own in counts for label in own.spans}
    roles = RoleFigures([own.roles for own in counts if own.roles is not None])
    roles.resample(asked.draws, asked.seed)
    words = total(own.tokens for own in counts)
    return {
        **summarise(counts),
        "persons": persons(held, asked),
        "exact": _by_label_of([facts.exact for facts in held], hides),
        "overlap": _by_label_of([facts.overlap for facts in held], hides),
        "marked_only": sorted({label for f in held for label in f.exact if label not in hides}),
        "labels": share_figures([_by_label(facts) for facts in held], asked.draws, asked.seed),
        "tokens": prf(words),
        "intervals": {
            name: list(pair) for name, pair in intervals(counts, asked.draws, asked.seed).items()
        },
        "roles": roles.to_json(),
        "missed": _missed(held),
        "curve": _curve(held),
        "by_source": _by_source(held),
        "by_place": _by_place(held, asked),
    }


def persons(held: Sequence[Facts], asked: Asked) -> dict[str, dict[str, Any]]:
    """Of all private persons: hidden in all mentions, and left without a trace."""
    rows: list[dict[str, Rate]] = []
    for facts in held:
        own: Counter[str] = Counter()
        for role, hidden, clean in facts.persons:
            for who in ("all", role):
                own[f"{who}|whole"] += 1
                own[f"{who}|hidden"] += hidden
                own[f"{who}|no trace"] += clean
        names = {key.partition("|")[0] for key in own}
        rows.append(
            {
                f"{who}|{what}": (float(own[f"{who}|{what}"]), float(own[f"{who}|whole"]))
                for who in names
                for what in ("hidden", "no trace")
            }
        )
    found = share_figures(rows, asked.draws, asked.seed)
    out: dict[str, dict[str, Any]] = {}
    for key in sorted(found):
        who, _, what = key.partition("|")
        out.setdefault(who, {})[what.replace(" ", "_")] = found[key]
    return out


def _of_set(held: Sequence[Facts]) -> dict[str, Any]:
    counts = [facts.counts for facts in held]
    people = [person for facts in held for person in facts.persons]
    gold = [row for facts in held for row in facts.gold]
    return {
        "documents": len(held),
        "words": sum(facts.words for facts in held),
        "persons": len(people),
        "no_trace": _share(clean for _, _, clean in people),
        "hidden": _share(row[4] for row in gold),
        "kept_as_public": sum(row[5] for row in gold),
        **prf(total(own.all for own in counts)),
        "token_f5": rounded(total(own.tokens for own in counts).f(5.0)),
    }


def _by_label_of(
    held: Sequence[Mapping[str, tuple[int, int, int]]], hides: Collection[str]
) -> dict[str, Any]:
    """All labels one by one, and together those that are to be hidden."""
    sums: dict[str, Prf] = {}
    for own in held:
        for label, counts in own.items():
            sums[label] = sums.get(label, Prf()) + Prf(*counts)
    every = total(counts for label, counts in sums.items() if label in hides)
    rows = {label: prf(counts) for label, counts in sorted(sums.items())}
    return {"all": prf(every), "by_label": rows}


def _by_label(facts: Facts) -> dict[str, Rate]:
    """Of each label's gold: found exactly, and hidden."""
    out: dict[str, Rate] = {}
    for label, _, exact, _, hidden, _ in facts.gold:
        for what, hit in (("found", exact), ("hidden", hidden)):
            part, whole = out.get(f"{label}|{what}", (0.0, 0.0))
            out[f"{label}|{what}"] = part + hit, whole + 1
    return out


def _missed(held: Sequence[Facts]) -> dict[str, Any]:
    """What is not hidden, of how many, and the share of all such that may be missed at most."""
    gold = [row for facts in held for row in facts.gold]
    left = sum(1 for row in gold if not row[4] and not row[5])
    of = sum(1 for row in gold if not row[5])
    exact = exact_bounds(left, of)
    return {
        "missed": left,
        "of": of,
        "kept_as_public": len(gold) - of,
        "at_most": rounded(exact[1]) if exact else None,
    }


def _curve(held: Sequence[Facts]) -> list[dict[str, Any]]:
    """Exact spans where only what scored at least so much counts as found."""
    found = [(score, hit) for facts in held for _, score, _, hit, _ in facts.predicted]
    gold = sum(len(facts.gold) for facts in held)
    out = []
    for threshold in THRESHOLDS:
        hits = [hit for score, hit in found if score >= threshold]
        counts = Prf(sum(hits), len(hits) - sum(hits), max(0, gold - sum(hits)))
        out.append({"threshold": threshold, "found": len(hits), **prf(counts)})
    return out


def _by_source(held: Sequence[Facts]) -> list[dict[str, Any]]:
    rows: dict[str, list[tuple[int, int]]] = {}
    for facts in held:
        for _, _, source, exact, met in facts.predicted:
            rows.setdefault(source, []).append((exact, met))
    gold = sum(len(facts.gold) for facts in held)
    return [
        {
            "source": source,
            "found": len(own),
            "exact": sum(exact for exact, _ in own),
            "overlap": sum(met for _, met in own),
            "p": _share(exact for exact, _ in own),
            "of_gold": rounded(sum(exact for exact, _ in own) / gold) if gold else None,
        }
        for source, own in sorted(rows.items())
    ]


def _by_place(held: Sequence[Facts], asked: Asked) -> list[dict[str, Any]]:
    """Gold by the tenth of the text in which it begins."""
    documents = []
    for facts in held:
        own: dict[str, Rate] = {}
        for _, tenth, exact, _, hidden, public in facts.gold:
            if public:
                continue
            for what, hit in (("found", exact), ("hidden", hidden)):
                part, whole = own.get(f"{tenth}|{what}", (0.0, 0.0))
                own[f"{tenth}|{what}"] = part + hit, whole + 1
        documents.append(own)
    found = share_figures(documents, asked.draws, asked.seed)
    return [
        {
            "tenth": tenth + 1,
            "gold": found[f"{tenth}|hidden"]["whole"] if f"{tenth}|hidden" in found else 0,
            "found": found.get(f"{tenth}|found"),
            "hidden": found.get(f"{tenth}|hidden"),
        }
        for tenth in range(10)
    ]


def _share(hits: Iterable[int]) -> float | None:
    known = list(hits)
    return rounded(sum(known) / len(known)) if known else None


def _notes(held: Sequence[Facts]) -> list[str]:
    notes = []
    if len(held) < FEW:
        notes.append(
            f"Only {counted(len(held), 'document')}: intervals by resampling documents tell "
            "little; the exact bounds are what counts."
        )
    empty = sum(1 for facts in held if not facts.gold)
    if empty:
        notes.append(
            f"Documents without a gold span: {empty:,}. Only wrong finds are counted there."
        )
    if overlapping := sum(facts.overlapping for facts in held):
        notes.append(
            f"Gold spans that overlap another one: {overlapping:,}. Each is counted by itself."
        )
    if public := sum(row[5] for facts in held for row in facts.gold):
        notes.append(
            f"Gold names that were kept as public, in sets that do not tell who is private: "
            f"{public:,}. They count as missed by label, and are no persons to be hidden."
        )
    if not any(facts.persons for facts in held):
        notes.append("The gold names no private person: nothing can be said by person.")
    return notes
