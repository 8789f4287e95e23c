"""What `spacy-hips attack` found, shown as its file has it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .....core.errors import HipsError
from ....errors import Errors
from ...attack import parrot

FIELDS = ("name", "what_it_knows", "surrogates", "precision", "precision_interval", "recall",
          "chance", "found", "leaks", "auc", "note")  # fmt: skip
WORST = ("label", "precision", "precision_interval", "chance", "gain")
ALL = "all"


def read_attack(path: str) -> dict[str, Any]:
    """Read the file; of each attacker what it does over all labels, and on its worst for us. Those
    that gain the most come first, for each kind of surrogates.

    path (str): JSON with "attackers", a list of objects, and "detection"; or with "runs", a list
        of such.
    RETURNS (dict): The known fields of each, with "detection", and in "worst" those of the label
        on which precision lies highest above chance, surely.
    RAISES (HipsError): E861 for another file.
    """
    given = read_object(path, "what `spacy-hips attack` wrote")
    runs = given.get("runs", [given])
    attackers = [one for run in runs for one in run.get("attackers") or [None]]
    if not attackers or not all(isinstance(one, Mapping) for one in attackers):
        what = "what `spacy-hips attack` wrote"
        raise HipsError(Errors.E861.format(path=path, what=what, reason="it lists no attackers"))
    return {
        "detection": runs[0].get("detection"),
        "published": _published(attackers),
        "attackers": [own for run in runs for own in _ranked(run)],
    }


def _ranked(run: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The attackers of a run by what they gain, kind of surrogates by kind."""
    own: dict[tuple[Any, Any], list[Mapping[str, Any]]] = {}
    for one in run["attackers"]:
        own.setdefault((one.get("surrogates"), one.get("name")), []).append(one)
    kinds = list(dict.fromkeys(kind for kind, _ in own))
    rows = []
    for labels in own.values():
        worst = max(labels, key=_gain)
        for whole in (one for one in labels if one.get("label", ALL) == ALL):
            rows.append({
                **{name: whole.get(name) for name in FIELDS},
                "detection": run.get("detection"),
                "worst": {name: worst.get(name) for name in WORST},
            })  # fmt: skip
    return sorted(rows, key=lambda row: (kinds.index(row["surrogates"]), -_gain(row["worst"])))


def _gain(one: Mapping[str, Any]) -> float:
    gain = one.get("gain")
    return -1.0 if gain is None else float(gain)


def _published(attackers: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What others got by an attack that was run, to compare with."""
    ran = any(one.get("name") == parrot.NAME for one in attackers)
    return {parrot.NAME: dict(parrot.CARRELL)} if ran else {}


def read_object(path: str, what: str) -> dict[str, Any]:
    """Read a JSON object.

    path (str): The file.
    what (str): What it should be, for the error.
    RETURNS (dict): The object.
    RAISES (HipsError): E861 where it is none.
    """
    try:
        given = json.loads(Path(path).read_text("utf8"))
    except OSError as error:
        reason = error.strerror or type(error).__name__
    except ValueError:
        reason = "it is no JSON"
    else:
        if isinstance(given, dict):
            return given
        reason = "it is no object"
    raise HipsError(Errors.E861.format(path=path, what=what, reason=reason))
