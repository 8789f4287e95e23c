"""How much public text a pipeline ruins: wrongly replaced words, per 1,000.

    python benchmarks/untouched.py ../shared/data [--model en_hips_student] [--every 20]

Background passages and tutoring dialogues name next to nobody, so that every replaced word counts.
In the labelled corpora (persons/test.jsonl) a replaced word counts where no person and no user name
is marked. Without `--model` the rules alone are measured, on everything.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import regex
import spacy

import spacy_hips  # noqa: F401

_WORD = regex.compile(r"\S+")
_PEOPLE = ("PERSON", "USERNAME")


def read(path: Path, every: int) -> Iterator[dict[str, Any]]:
    """Every so many of the rows of a file that have a text."""
    with path.open(encoding="utf8") as lines:
        for number, line in enumerate(lines):
            if number % every == 0 and (row := json.loads(line)).get("text"):
                yield row


def wrong_words(row: dict[str, Any], changed: list[tuple[int, int, str]]) -> Iterator[str]:
    """The label of every word that was replaced though it is nobody's."""
    marked = [(start, end) for start, end, label in row.get("spans", ()) if label in _PEOPLE]
    for word in _WORD.finditer(row["text"]):
        meets = [c for c in changed if c[0] < word.end() and word.start() < c[1]]
        if meets and not any(a < word.end() and word.start() < b for a, b in marked):
            yield meets[0][2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--model", default="")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print what was replaced wrongly")
    args = parser.parse_args()
    if args.model:
        nlp = spacy.load(args.model)
    else:
        nlp = spacy.blank("en")
        nlp.add_pipe("hips_anonymizer", config={"finder": "ents"})
    print("| texts | words | wrongly replaced / 1,000 | by label |")
    print("|---|---|---|---|")
    total, words = Counter[str](), 0
    for path in (
        *sorted((args.data / "background").glob("*.jsonl")),
        args.data / "persons/test.jsonl",
    ):
        rows = list(read(path, args.every))
        count: Counter[str] = Counter()
        for row, doc in zip(rows, nlp.pipe(row["text"] for row in rows), strict=True):
            changed = [
                (r.start, r.end, r.label)
                for r in doc._.replacements
                if row["text"][r.start : r.end] != r.surrogate
            ]
            wrong = list(wrong_words(row, changed))
            count.update(wrong)
            if args.show and wrong:
                print(
                    "   ",
                    [(row["text"][max(0, a - 20) : b + 20], label) for a, b, label in changed],
                )
        here = sum(len(row["text"].split()) for row in rows)
        print(_line(path.stem, here, count))
        total.update(count)
        words += here
    print(_line("all", words, total))


def _line(name: str, words: int, count: Counter[str]) -> str:
    labels = ", ".join(f"{label} {number}" for label, number in count.most_common())
    return f"| {name} | {words:,} | {1000 * count.total() / words:.3f} | {labels} |"


if __name__ == "__main__":
    main()
