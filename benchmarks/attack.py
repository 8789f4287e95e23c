"""Who can tell missed identifiers from replaced ones? docs/attack.md, on documents of one's own.

    python benchmarks/attack.py [--documents 1000] [--detection .95] [--json FILE] [--model NAME]

The documents are the corpus generator's, with identifiers that are unlike our surrogates
(attack_docs.py says how). `--gold FILE` writes them for `spacy-hips attack`. The wheel attacker
runs the finder over every release, which is slow: it attacks the first `--wheel` documents only.
`--tables FILE` writes the figures of such a JSON into docs/attack.md and docs/model_card.md.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attack_docs import documents

from spacy_hips.cli.attack import finder
from spacy_hips.desk.run.options import JobOptions
from spacy_hips.desk.run.pipeline import Pipeline
from spacy_hips.lab.evaluate.attack.attack_report import lines
from spacy_hips.lab.evaluate.attack.attacker import Find
from spacy_hips.lab.evaluate.attack.replacing import KINDS, OurSurrogates
from spacy_hips.lab.evaluate.attack.runner import ATTACKERS, MISSES, Attacks, attack
from spacy_hips.lab.evaluate.gold import Gold
from spacy_hips.lab.evaluate.report.card import attack_table
from spacy_hips.lab.evaluate.report.sections.attack import read_attack

Json = Mapping[str, Any]
DOCS = Path(__file__).parents[1] / "docs"
BEGIN = {
    "attack.md": "<!-- written: benchmarks/attack.py --tables -->",
    "model_card.md": "## Attacks",
}
END = {"attack.md": "<!-- end -->", "model_card.md": "## Cost"}
SHOWN = 0.95
"""The share of detection at which other surrogates and single labels are shown."""


def attacked(
    gold: Sequence[Gold], ours: OurSurrogates, find: Find, args: argparse.Namespace,
    detection: float,
) -> list[Attacks]:  # fmt: skip
    """All attackers, the wheel on fewer documents."""
    asked = args.attackers.split(",") if args.attackers else list(ATTACKERS)
    parts = [([a for a in asked if a != "wheel"], gold), (["wheel"], gold[: args.wheel])]
    return [
        attack(
            list(own),
            ours,
            detection=detection,
            attackers=who,
            kinds=args.surrogates.split(","),
            find=find,
            misses=args.misses,
            seed=args.seed,
            shown=args.show,
            step=lambda what: print(f"{time.process_time():7.0f} s  {what}", file=sys.stderr),
        )
        for who, own in parts
        if set(who) & set(asked) and own
    ]


def write_tables(path: Path) -> None:
    """The tables of the docs, between their marks: what `--json` has.

    path (Path): The JSON.
    """
    attackers = read_attack(str(path))["attackers"]
    runs = json.loads(path.read_text("utf8"))["runs"]
    ours = [one for one in attackers if one["surrogates"] == "ours"]
    others = [one for one in attackers if one not in ours and one["detection"] == SHOWN]
    tables = {
        DOCS / "attack.md": f"{_by_kind(runs)}\n\n{_by_label(runs)}",
        DOCS / "model_card.md": attack_table([*ours, *others]),
    }
    for page, table in tables.items():
        before, mark, rest = page.read_text("utf8").partition(BEGIN[page.name])
        _, end, after = rest.partition(END[page.name])
        page.write_text(f"{before}{mark}\n\n{table}\n\n{end}{after}", "utf8")


def _by_kind(runs: Sequence[Json]) -> str:
    """Over all labels: attackers and shares down, what replaces across."""
    rows = {
        (one["name"], run["detection"], one["surrogates"]): one
        for run in runs
        for one in run["attackers"]
        if one["label"] in ("all", "document")
    }
    lines = [
        "| attacker | detection | " + " | ".join(KINDS) + " |",
        "|---" * (2 + len(KINDS)) + "|",
    ]
    for name, share in dict.fromkeys(key[:2] for key in rows):
        cells = " | ".join(_cell(rows.get((name, share, kind))) for kind in KINDS)
        lines.append(f"| {name} | {share:g} | {cells} |")
    return "\n".join(lines)


def _by_label(runs: Sequence[Json]) -> str:
    """On our surrogates, at one share: labels down, attackers across."""
    rows = {(one["label"], one["name"]): one for run in runs if run["detection"] == SHOWN
            for one in run["attackers"] if one["surrogates"] == "ours"}  # fmt: skip
    names = list(dict.fromkeys(name for label, name in rows if label != "document"))
    lines = [
        "| label | leaks | chance | " + " | ".join(names) + " |",
        "|---" * (3 + len(names)) + "|",
    ]
    for label in dict.fromkeys(label for label, _ in rows if label != "document"):
        one = rows[label, names[0]]
        cells = " | ".join(_cell(rows[label, name], bounds=False) for name in names)
        lines.append(f"| {label} | {one['leaks']} | {_rate(one['chance'])} | {cells} |")
    return "\n".join(lines)


def _cell(one: Json | None, bounds: bool = True) -> str:
    """Precision with its interval, recall and AUC."""
    if one is None:
        return ""
    low, high = one["precision_interval"] or (None, None)
    sure = f" ({_rate(low)}-{_rate(high)})" if bounds and low is not None else ""
    return f"{_rate(one['precision'])}{sure} / {_rate(one['recall'])} / {_rate(one['auc'])}"


def _rate(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}".removeprefix("0")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--wheel", type=int, default=150, help="documents for the wheel attacker")
    parser.add_argument("--detection", type=float, nargs="+", default=[0.95])
    parser.add_argument("--attackers", default="", help="parted by commas; all if left out")
    parser.add_argument("--surrogates", default=",".join(KINDS))
    parser.add_argument("--misses", choices=MISSES, default="random", help="what stays real")
    parser.add_argument("--show", type=int, default=0, help="so many calls of each, with text")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", default="", help="the finder; the installed one if left out")
    parser.add_argument("--rules-only", action="store_true")
    parser.add_argument("--json", type=Path, help="the figures as JSON")
    parser.add_argument("--gold", type=Path, help="write the documents here, and attack nothing")
    parser.add_argument("--tables", type=Path, metavar="FILE", help="write the docs from this JSON")
    args = parser.parse_args()
    if args.tables:
        write_tables(args.tables)
        return
    gold = list(documents(args.documents, args.seed))
    if args.gold:
        rows = [{"id": g.id, "text": g.text, "spans": [list(s) for s in g.spans]} for g in gold]
        args.gold.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
        return
    options = JobOptions(model=args.model, rules_only=args.rules_only, profile="full")
    pipeline = Pipeline(options)
    ours, find = OurSurrogates(pipeline.nlp), finder(pipeline)
    done: list[Attacks] = []
    for share in args.detection:
        done += attacked(gold, ours, find, args, share)
        if args.json:
            args.json.write_text(json.dumps({"runs": [one.to_json() for one in done]}, indent=1))
    for one in done:
        print("\n".join(lines(one)), end="\n\n")


if __name__ == "__main__":
    main()
