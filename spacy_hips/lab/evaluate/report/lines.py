"""The figures of an evaluation as lines for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from ....components.scoring.metrics import KAGGLE_BETA, Prf, summarise
from ..measure import Evaluation
from ..roles import role_lines

_FIGURES = (
    ("docs_clean", "documents fully clean", "no gold string left in the output"),
    ("docs_found", "documents fully found", "every gold span found, exactly"),
    ("doc_recall", "recall per document", "mean over documents with gold"),
    ("entity_recall", "recall per entity", "all mentions found, exactly"),
    ("covered", "gold spans hidden", "whatever the label and the ends"),
)
_HEAD = ("", "P", "R", "F1", "F5", "right", "wrong", "missed")


def lines(evaluation: Evaluation) -> list[str]:
    """The report.

    evaluation (Evaluation): The figures.
    RETURNS (list[str]): Lines of text.
    """
    figures = summarise(evaluation.documents)
    out = [
        f"{figures['documents']:,} documents, {figures['documents_with_gold']:,} with identifiers, "
        f"{figures['gold_spans']:,} gold spans",
        "",
        *_table(evaluation),
        *_missed(evaluation),
        "",
    ]
    for key, name, what in _FIGURES:
        out.append(f"{name:<24}{_rate(figures[key])}   {what}{_interval(evaluation, key)}")
    out += [f"{name:<24}95 % interval {low} to {high}" for name, low, high in _bounds(evaluation)]
    if evaluation.roles.rates:
        out += ["", *role_lines(evaluation.roles)]
    return out + (["", *evaluation.notes] if evaluation.notes else [])


def _table(evaluation: Evaluation) -> list[str]:
    rows: list[tuple[str, ...]] = [_HEAD]
    rows += [_row(label, counts) for label, counts in evaluation.by_label.items()]
    rows.append(_row("all, exact spans", evaluation.all))
    rows.append(_row("all, tokens (Kaggle)", evaluation.tokens))
    widths = [max(len(row[i]) for row in rows) for i in range(len(_HEAD))]
    return ["  ".join(_padded(cell, widths[i], i) for i, cell in enumerate(row)) for row in rows]


def _missed(evaluation: Evaluation) -> list[str]:
    """None missed of a few is not none missed."""
    figures = evaluation.missed
    if not figures["of"]:
        return []
    most = f"{100 * (figures['at_most'] or 0):.1f} %"
    counts = f"{figures['missed']:,} missed of {figures['of']:,}"
    return ["", f"{counts}: of all such, at most {most} (95 %)"]


def _row(name: str, counts: Prf) -> tuple[str, ...]:
    rates = (counts.precision, counts.recall, counts.f(), counts.f(KAGGLE_BETA))
    numbers = (counts.tp, counts.fp, counts.fn)
    return (name, *(_rate(r).strip() for r in rates), *(f"{n:,}" for n in numbers))


def _padded(cell: str, width: int, column: int) -> str:
    return cell.ljust(width) if column == 0 else cell.rjust(width)


def _rate(value: float | int | None) -> str:
    return "    -" if value is None else f"{value:5.3f}"


def _interval(evaluation: Evaluation, key: str) -> str:
    bounds = evaluation.intervals.get(key)
    return f" (95 %: {_rate(bounds[0])} to {_rate(bounds[1])})" if bounds else ""


def _bounds(evaluation: Evaluation) -> Sequence[tuple[str, str, str]]:
    names = (("p", "P"), ("r", "R"), ("f1", "F1"), ("f5", "F5"), ("token_f5", "token F5"))
    found = [(name, evaluation.intervals.get(key)) for key, name in names]
    return [(name, _rate(b[0]), _rate(b[1])) for name, b in found if b]
