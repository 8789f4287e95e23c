"""How many addresses, ages and dates of birth are found in marked texts, and how many wrongly.

    python benchmarks/values.py PIPELINE [--folder corpus/written/marked_test] [--show]

The texts are invented, apart from the rules and from the texts that the finder of values learns
from (corpus/written/marked), and were marked before a pipeline read them. An address is found whole
if all its letters and digits are covered, by any label; it is touched if one is. *Wrong* is a span
of the label where none is marked.
"""

from __future__ import annotations

import argparse
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import spacy
from spacy.tokens import Doc

from spacy_hips.core.errors import HipsError
from spacy_hips.desk.annotations.annotations import Annotated
from spacy_hips.lab.corpus.written import read_marked

FOLDER = Path(__file__).parents[1] / "corpus" / "written" / "marked_test"
LABELS = ("STREET_ADDRESS", "AGE", "DATE_OF_BIRTH")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pipeline", help="a folder or an installed package")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="of the marked texts")
    parser.add_argument("--show", action="store_true", help="print what is wrong")
    args = parser.parse_args()
    files = sorted(args.folder.glob("*.txt"))
    if not files:
        parser.error(f"no .txt file in {args.folder}")
    try:
        rows_of = {file.stem: read_marked(file) for file in files}
    except HipsError as error:
        parser.error(str(error))
    warnings.filterwarnings("ignore")
    nlp = spacy.load(args.pipeline)
    print("| language | label | marked | whole | touched | by its label | wrong |")
    print("|---|---|---|---|---|---|---|")
    every: Counter[tuple[str, str]] = Counter()
    for name, rows in rows_of.items():
        counts: Counter[tuple[str, str]] = Counter()
        for row, doc in zip(rows, nlp.pipe(row.text for row in rows), strict=True):
            for label, what, text in judged(row, doc):
                counts[label, what] += 1
                if args.show and what in ("missed", "part", "wrong"):
                    print(f"{what} {label} {text!r}: {row.text!r}")
        print_rows(name, counts)
        every += counts
    print_rows("all", every)


def judged(row: Annotated, doc: Doc) -> Iterator[tuple[str, str, str]]:
    """What became of the marks of a text, and what was found beside them."""
    found = [(s.start_char, s.end_char, s.label_) for s in doc.spans["pii"]]
    covered = {i for start, end, _ in found for i in range(start, end)}
    marked = {i for start, end, _ in row.spans for i in range(start, end)}
    for start, end, label in row.spans:
        told = {i for i in range(start, end) if row.text[i].isalnum()}
        what = "whole" if told <= covered else "part" if told & covered else "missed"
        yield label, what, row.text[start:end]
        own = {i for a, b, name in found if name == label for i in range(a, b)}
        if told & own:
            yield label, "by its label", row.text[start:end]
    for start, end, label in found:
        if label in LABELS and marked.isdisjoint(range(start, end)):
            yield label, "wrong", row.text[start:end]


def print_rows(name: str, counts: Counter[tuple[str, str]]) -> None:
    """A row for each label."""
    for label in LABELS:
        whole, part, missed, own, wrong = (
            counts[label, what] for what in ("whole", "part", "missed", "by its label", "wrong")
        )
        marked = whole + part + missed
        print(f"| {name} | {label} | {marked} | {whole} | {whole + part} | {own} | {wrong} |")


if __name__ == "__main__":
    main()
