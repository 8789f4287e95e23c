"""What attackers got, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from . import parrot
from .runner import Attacks
from .score import ALL, DOCUMENT, MARGIN, Figures

_HEAD = (
    f"  {'':<14} {'precision':>9} {'(95 %)':>13} {'recall':>7} {'(95 %)':>13} {'chance':>7} "
    f"{'AUC':>6} {'found':>6} {'called':>6} {'leaks':>6} {'of':>7}"
)


def lines(attacks: Attacks) -> Iterator[str]:
    """The report.

    attacks (Attacks): What was attacked.
    YIELDS (str): Its lines. None holds text of a document but for calls that were asked for.
    """
    share = f"{100 * attacks.detection:.3g} % of the identifiers found"
    yield f"{attacks.documents:,} documents, {share}, seed {attacks.seed}"
    yield from attacks.notes
    for own in attacks.attacks:
        yield ""
        against = _KINDS.get(own.surrogates, own.surrogates)
        yield f"{own.attacker} against {against}; it knows {own.knows}"
        if all(not counted.candidates for counted in own.figures):
            yield "  nothing to attack: no identifiers"
            continue
        yield _HEAD
        yield from (line(counted) for counted in own.figures)
        for call in own.calls:
            yield f"    {'real' if call.leak else 'drawn'}  {call.label}  {call.text!r}"
        if own.attacker == parrot.NAME:
            yield f"  {parrot.PUBLISHED}"
    yield ""
    yield from verdict(attacks)


_KINDS = {"ours": "our surrogates", "faker": "plain Faker", "redacted": "[REDACTED]",
          "crapii2024": "surrogates as CRAPII's"}  # fmt: skip


def line(counted: Figures) -> str:
    """One row of the table."""
    name = {ALL: "all labels", DOCUMENT: "documents"}.get(counted.label, counted.label)
    note = f"  {counted.note}" if counted.note else ""
    return (
        f"  {name:<14} {_share(counted.precision):>9} {_bounds(counted.precision_bounds):>13} "
        f"{_share(counted.recall):>7} {_bounds(counted.recall_bounds):>13} "
        f"{_share(counted.chance):>7} {_share(counted.auc):>6} {counted.found:>6,} "
        f"{counted.called:>6,} {counted.leaks:>6,} {counted.candidates:>7,}{note}"
    )


def verdict(attacks: Attacks) -> Iterator[str]:
    """What attackers gain on our surrogates, the worst first: precision beside guessing."""
    ours = [own for own in attacks.attacks if own.surrogates == "ours"]
    for own in sorted(ours, key=lambda own: -max(c.gain or 0.0 for c in own.figures)):
        whole = own.figures[0]
        if not whole.leaks:
            continue
        if whole.label == DOCUMENT:
            yield f"{own.attacker} links {whole.found:,} of {whole.leaks:,} documents it holds"
            continue
        paying = [c for c in own.figures if c.pays and c.label != ALL]
        told = "; ".join(f"{c.label} ({_gained(c)})" for c in paying) or "no label"
        yield f"{own.attacker}: {_gained(whole, 'identifiers')}. It pays on {told}."
    if any(own.figures[0].leaks for own in ours):
        yield f"An attack pays where precision is surely over chance + {MARGIN:g}."


def _gained(own: Figures, what: str = "") -> str:
    """ "of 10 that it calls real, 3 are; guessing finds 1"."""
    base = 10 if own.chance and own.chance >= 0.1 else 100
    guessed = f"guessing finds {base * (own.chance or 0.0):.0f}"
    if own.precision is None:
        return f"it calls none real; {guessed} of {base}"
    called = f"of {base} {what} that it calls" if what else f"of {base} that it calls"
    real = round(base * own.precision)
    are = f"{real} are" if real > 1 else "1 is" if real else "none is"
    return f"{called} real, {are}; {guessed}"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _bounds(bounds: tuple[float, float] | None) -> str:
    return "" if bounds is None else f"{bounds[0]:.3f}-{bounds[1]:.3f}"
