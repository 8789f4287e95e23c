"""Who can tell missed identifiers from replaced ones? docs/attack.md, on documents of one's own.

    python benchmarks/attack.py [--documents 1000] [--detection .95] [--json FILE] [--model NAME]

The documents are the corpus generator's, with identifiers that are unlike our surrogates
(attack_docs.py says how). `--gold FILE` writes them for `spacy-hips attack`. The wheel attacker
runs the finder over every release, which is slow: it attacks the first `--wheel` documents only.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from attack_docs import documents

from spacy_hips.cli.attack import finder
from spacy_hips.desk.run.options import JobOptions
from spacy_hips.desk.run.pipeline import Pipeline
from spacy_hips.lab.evaluate.attack.attack_report import lines
from spacy_hips.lab.evaluate.attack.attacker import Find
from spacy_hips.lab.evaluate.attack.replacing import KINDS, OurSurrogates
from spacy_hips.lab.evaluate.attack.runner import ATTACKERS, MISSES, Attacks, attack
from spacy_hips.lab.evaluate.gold import Gold


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
    args = parser.parse_args()
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
