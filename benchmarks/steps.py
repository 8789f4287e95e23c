"""What each step of hips_entities and of the judge is worth: each is switched off in turn.

    python benchmarks/steps.py en_hips_student [--folder FOLDER ...] [--roles FILE ...] [--every 2]

Names are found once; then entities and judge run with and without each step. A step is *right*
where a private mention is hidden with it alone, where a public one stays with it alone, or where
what is nobody's name stays with it alone; it is *wrong* the other way round. The rule
(CONTRIBUTING.md): what stays is right at least five times, and at least three times as often as
wrong. Texts: corpus/written/test and corpus/written/languages, or yours, marked in the same way;
`--roles` adds texts with roles (jsonl), every so many of them.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import spacy
from spacy.tokens import Doc

from spacy_hips.components.entities import HipsEntities
from spacy_hips.core.spans import read_group
from spacy_hips.lab.corpus.roles import DOUBT, PUBLIC, RoleText, read_roles
from spacy_hips.lab.corpus.written import read_written

WRITTEN = Path(__file__).parents[1] / "corpus" / "written"
FOLDERS = (WRITTEN / "test", WRITTEN / "languages")
SECTIONS = ("clean", "merge", "search")
LEAST, RATIO = 5, 3

Places = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Outcome:
    """What was done with a text: which marks are hidden, and which spans touch no mark."""

    hidden: frozenset[int]
    nobody: Places


def main() -> None:
    """Print a line for each step."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pipeline", help="a trained pipeline")
    parser.add_argument("--folder", type=Path, nargs="*", default=FOLDERS, help="marked texts")
    parser.add_argument("--roles", type=Path, nargs="*", default=(), help="jsonl with roles")
    parser.add_argument("--every", type=int, default=1, help="only every so many texts")
    parser.add_argument("--only", default="", help="steps whose name holds this")
    args = parser.parse_args()
    warnings.filterwarnings("ignore")
    rows = [row for folder in args.folder for row in read_written(folder)]
    rows += [row for path in args.roles for row in read_roles(path)]
    rows = rows[:: args.every]
    nlp = spacy.load(args.pipeline, exclude=["hips_anonymizer"])
    entities = nlp.get_pipe("hips_entities")
    judge = nlp.get_pipe("hips_filter")
    with nlp.select_pipes(disable=["hips_entities", "hips_filter"]):
        docs = list(nlp.pipe(row.text for row in rows))

    def outcomes() -> list[Outcome]:
        copies = [entities(doc.copy()) for doc in docs]
        done = list(judge.pipe(iter(copies), batch_size=32))
        return [outcome(row, doc) for row, doc in zip(rows, done, strict=True)]

    whole = outcomes()
    words = sum(len(row.text.split()) for row in rows)
    print(f"{len(rows)} texts, {words:,} words\n\n| step | right | wrong | |\n|---|---|---|---|")
    for name in switched_off(entities, judge.judge, args.only):
        pairs = list(zip(rows, whole, outcomes(), strict=True))
        right = sum(better(row, own, other) for row, own, other in pairs)
        wrong = sum(better(row, other, own) for row, own, other in pairs)
        keeps = right >= LEAST and right >= RATIO * wrong
        print(f"| {name} | {right} | {wrong} | {'' if keeps else 'less than the rule wants'} |")


def switched_off(entities: HipsEntities, judge: Any, only: str) -> Iterator[str]:
    """Switch each step off while the caller looks."""
    for owner, section in (*((entities, section) for section in SECTIONS), (judge, "steps")):
        steps = getattr(owner, section)
        for name in steps:
            if only in name:
                setattr(owner, section, {key: s for key, s in steps.items() if key != name})
                yield f"{section}.{name}" if owner is entities else f"judge.{name}"
        setattr(owner, section, steps)


def outcome(row: RoleText, doc: Doc) -> Outcome:
    """What was done with a text."""
    spans = [(s.start, s.end) for s in read_group(doc, "pii")]
    covered = {i for start, end in spans for i in range(start, end)}
    hidden = frozenset(
        number
        for number, mark in enumerate(row.marks)
        if all(i in covered for i in range(mark.start, mark.end) if row.text[i].isalnum())
    )
    marks = [(mark.start, mark.end) for mark in row.marks]
    nobody = frozenset(p for p in spans if not any(a < p[1] and p[0] < b for a, b in marks))
    return Outcome(hidden, nobody)


def better(row: RoleText, one: Outcome, other: Outcome) -> int:
    """How often the first did right where the second did wrong."""
    count = len(other.nobody - one.nobody)
    for number in one.hidden ^ other.hidden:
        mark = row.marks[number]
        if mark.label != DOUBT and (number in one.hidden) != (mark.role == PUBLIC):
            count += 1
    return count


if __name__ == "__main__":
    main()
