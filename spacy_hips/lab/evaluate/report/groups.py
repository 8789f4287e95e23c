"""The fairness table alone, for `spacy-hips evaluate --groups`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....components.scoring.metrics import Spot
from ....core.errors import HipsError
from ....desk.run.batches import Result
from ...errors import Errors
from ..fairness import parser_of
from ..gold import Gold
from .asked import Asked
from .facts import Facts
from .gather import View, name_rows
from .sections.fairness import KINDS, WHAT, fairness
from .subjects import subjects


class Groups:
    """Collects the names of labelled texts by group.

    kinds (Sequence[str]): Of region, country, gender and form.
    parser (str): Takes names apart for the groups: a registered parser, "" for our own.
    RAISES (HipsError): E864 for another kind; as `parser_of` for another parser.
    """

    def __init__(self, kinds: Sequence[str], parser: str = "") -> None:
        for kind in kinds:
            if kind not in KINDS:
                raise HipsError(Errors.E864.format(group=kind, known=", ".join(KINDS)))
        self.kinds = tuple(kinds)
        self._parser = parser_of(parser)
        self._facts: list[Facts] = []

    def __call__(self, own: Gold, done: Result) -> None:
        """Add a text and what was done with it."""
        right: Sequence[Spot] = own.spans
        view = View(own, done, right)
        rows = name_rows(view, subjects(own, right, view.is_public), self._parser)
        self._facts.append(Facts("", own.number, names=rows))

    def to_json(self, draws: int, seed: int) -> dict[str, Any]:
        """All figures as plain data."""
        return fairness(self._facts, Asked(draws=draws, seed=seed), self.kinds)

    def lines(self, draws: int, seed: int) -> list[str]:
        """The figures as lines for a terminal."""
        figures = self.to_json(draws, seed)
        out = []
        for kind in self.kinds:
            both = figures["groups"][kind]
            out += ["", f"{kind:<24}{'names':>7}{'mentions':>10}   found exactly      hidden"]
            for name in both["found"]["groups"]:
                rows = [both[what]["groups"][name] for what in WHAT]
                counts = f"{rows[0]['names']:>7,}{rows[0]['mentions']:>10,}"
                out.append(f"{name:<24}{counts}   {'   '.join(map(_cell, rows))}")
            for what in WHAT:
                own = both[what]
                if own["gap"] is not None:
                    chance = "" if own["p_value"] is None else f", p = {own['p_value']:.3f}"
                    gap = f"{own['best']} less {own['worst']} {own['gap']:.2f} points"
                    out.append(f"{what}: {gap}{chance}")
            few = sum(own["too_few"] for own in both["found"]["groups"].values())
            if few:
                out.append(f"{few} of the groups have fewer than {figures['least']} names: too few")
        return out


def _cell(own: dict[str, Any]) -> str:
    low, high = own["interval"]
    value = "too few" if own["too_few"] else f"{own['recall']:.3f}"
    return value if low is None else f"{value} ({low:.3f}-{high:.3f})"
