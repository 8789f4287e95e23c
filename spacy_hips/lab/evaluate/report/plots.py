"""Pictures of the report as SVG that stands within a page, in the page's own colours."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from typing import Any

WIDTH, HEIGHT = 5.6, 3.1
INK, INK_CODE = "#010203", "currentColor"
"""A colour that nothing else has; in the page it becomes that of the text."""
FIRST, SECOND, THIRD = "#3b7dd8", "#d1495b", "#2a9d6f"
LABELS = {"found": "found exactly", "hidden": "hidden"}


def plots(report: Mapping[str, Any]) -> dict[str, str]:
    """The pictures by name; none where matplotlib, the extra [report], is not installed.

    report (Mapping): The JSON of the report.
    RETURNS (dict): SVG by name: "curve", "place", "fairness", "leaks".
    """
    if not has_plots():
        return {}
    drawn = {"curve": curve, "place": place, "fairness": fairness, "leaks": leaks}
    made = {name: draw(report) for name, draw in drawn.items()}
    return {name: svg for name, svg in made.items() if svg}


def has_plots() -> bool:
    """Is matplotlib installed?"""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return False
    return True


def curve(report: Mapping[str, Any]) -> str:
    """Precision, recall and F5 over the threshold."""
    rows = [row for row in report["detection"]["all"]["curve"] if row["found"]]
    if len(rows) < 2:
        return ""

    def draw(axes: Any) -> None:
        at = [row["threshold"] for row in rows]
        for key, name, colour in (("p", "precision", FIRST), ("r", "recall", SECOND),
                                  ("f5", "F5", THIRD)):  # fmt: skip
            values = [_number(row[key]) for row in rows]
            axes.plot(at, values, label=name, color=colour, linewidth=2)
        axes.set_xlabel("only what scored at least")
        axes.set_ylim(0, 1.02)

    return _svg("curve", draw)


def place(report: Mapping[str, Any]) -> str:
    """The share that is hidden, by the tenth of the text."""
    rows = [row for row in report["detection"]["all"]["by_place"] if row["hidden"]]
    if not rows:
        return ""

    def draw(axes: Any) -> None:
        _points(axes, [(row["tenth"], row["hidden"]) for row in rows], FIRST, "hidden")
        axes.set_xlabel("tenth of the text")
        axes.set_xticks(range(1, 11))
        axes.set_ylim(None, 1.005)

    return _svg("place", draw)


def fairness(report: Mapping[str, Any]) -> str:
    """The recall of names by region, with intervals."""
    kind = report["fairness"]["groups"].get("region", {})
    names = [
        name for name, own in kind.get("hidden", {}).get("groups", {}).items()
        if not own["too_few"]
    ]  # fmt: skip
    if len(names) < 2:
        return ""

    def draw(axes: Any) -> None:
        for offset, what, colour in ((-0.12, "found", SECOND), (0.12, "hidden", FIRST)):
            rows = [(n + offset, _group(kind[what]["groups"][name]))
                    for n, name in enumerate(names)]  # fmt: skip
            _points(axes, rows, colour, LABELS[what])
        axes.set_xticks(range(len(names)), names)
        axes.set_ylim(None, 1.005)

    return _svg("fairness", draw)


def leaks(report: Mapping[str, Any]) -> str:
    """Leaks per 1,000 documents by how much is found."""
    rows = report["leaks"]["levels"]
    if len(rows) < 2:
        return ""

    def draw(axes: Any) -> None:
        names = [row["detection"].replace(" of ", "\nof ") for row in rows]
        axes.bar(range(len(rows)), [_number(row["per_1000_documents"]) for row in rows],
                 color=FIRST)  # fmt: skip
        axes.set_xticks(range(len(rows)), names, fontsize=8)
        axes.set_ylabel("places per 1,000 documents")

    return _svg("leaks", draw)


def _group(own: Mapping[str, Any]) -> dict[str, Any]:
    low, high = own["interval"]
    return {"value": own["recall"], "low": low, "high": high}


def _points(
    axes: Any, rows: Sequence[tuple[float, Mapping[str, Any]]], colour: str, label: str
) -> None:
    """Values with their intervals."""
    values = [row["value"] for _, row in rows]
    below = [max(0.0, row["value"] - _number(row["low"])) for _, row in rows]
    above = [max(0.0, _number(row["high"]) - row["value"]) for _, row in rows]
    axes.errorbar([at for at, _ in rows], values, yerr=(below, above), fmt="o", color=colour,
                  ecolor=colour, capsize=3, label=label)  # fmt: skip


def _number(value: float | None) -> float:
    return float("nan") if value is None else float(value)


def _svg(name: str, draw: Callable[[Any], None]) -> str:
    """Draw a picture and make it part of a page."""
    import matplotlib
    from matplotlib.figure import Figure

    settings = {
        "svg.fonttype": "none", "svg.hashsalt": name, "font.family": "sans-serif", "font.size": 9,
        **dict.fromkeys(("text.color", "axes.labelcolor", "xtick.color", "ytick.color",
                         "axes.edgecolor"), INK),
    }  # fmt: skip
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained", facecolor="none")
        axes = figure.subplots()
        axes.set_facecolor("none")
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", alpha=0.25)
        draw(axes)
        handles, _ = axes.get_legend_handles_labels()
        if len(handles) > 1:
            axes.legend(frameon=False)
        out = StringIO()
        nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(out, format="svg", metadata=nothing, transparent=True)
    svg = out.getvalue()
    svg = svg[svg.index("<svg") :].replace(INK, INK_CODE)
    svg = re.sub(r'\s(?:width|height)="[\d.]+pt"', "", svg, count=2)
    # Names within a page are one's own: those of two pictures may not meet.
    svg = re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{name}-", svg)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{name}" ', 1)
