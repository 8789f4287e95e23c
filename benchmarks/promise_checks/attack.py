"""Attacks: they are really run, find what is plain, and show no text."""

from __future__ import annotations

import json
from pathlib import Path

from spacy_hips.lab.evaluate.attack.runner import ATTACKERS

from . import check, hips

FORENAMES = ("Zoe", "Amara", "Bela", "Chidi", "Dora", "Emeka")
SURNAMES = ("Kowal", "Okafor", "Novak", "Silva", "Varga")


def _gold(folder: Path) -> None:
    rows = []
    for n, name in enumerate(f"{a} {b}" for a in FORENAMES for b in SURNAMES):
        address = f"{name.split()[1].lower()}{n}@umich.edu"
        text = f"My name is {name}. Write to {address} on day {n} of week {n}, please."
        spans = [[text.index(v), text.index(v) + len(v), label]
                 for v, label in ((name, "PERSON"), (address, "EMAIL"))]  # fmt: skip
        rows.append(json.dumps({"id": f"d{n}", "text": text, "spans": spans}) + "\n")
    (folder / "gold.jsonl").write_text("".join(rows), "utf8")


@check("An attack shows every leak of a redacted text, by a seed, and no text unless asked for.")
def redacted(folder: Path, model: str) -> object:
    """Three attackers on [REDACTED]; the same seed gives the same figures."""
    _gold(folder)
    asked = ("attack", "gold.jsonl", "--rules-only", "--attackers", "table,repeats,roster",
             "--surrogates", "redacted", "--detection", ".9", "--json")  # fmt: skip
    first, again = hips(folder, *asked), hips(folder, *asked)
    assert first.returncode == 0 and first.stdout == again.stdout, first.stderr[-300:]
    assert b"Kowal" not in first.stdout and b"umich" not in first.stdout
    rows = json.loads(first.stdout)["attackers"]
    table = next(r for r in rows if r["name"] == "table" and r["label"] == "all")
    assert table["precision"] == table["recall"] == 1.0 and table["leaks"] > 3, table
    shown = hips(folder, *asked, "--show-text", "9")
    assert json.loads(shown.stdout)["calls"], shown.stderr[-300:]
    return f"{table['found']} of {table['leaks']} leaks"


@check("Where nothing leaks, or there is one document, an attack says so and divides by nothing.")
def nothing_to_find(folder: Path, model: str) -> object:
    """All attackers on one document, with detection at 1 and at a half."""
    _gold(folder)
    line = (folder / "gold.jsonl").read_text("utf8").split("\n")[0]
    (folder / "one.jsonl").write_text(line + "\n", "utf8")
    for share in ("1", ".5"):
        done = hips(folder, "attack", "one.jsonl", "--rules-only", "--detection", share, "--json")
        assert done.returncode == 0 and b"NaN" not in done.stdout, done.stderr[-300:]
        rows = json.loads(done.stdout)["attackers"]
        assert len({r["name"] for r in rows}) == len(ATTACKERS)
        if share == "1":
            assert all(r["recall"] is None for r in rows if r["name"] != "linkage")
    return f"{len(ATTACKERS)} attackers"
