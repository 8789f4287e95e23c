"""Are people hidden as well in files that are full of marks: Markdown, LaTeX, a forum's code?

    python benchmarks/dresses.py PIPELINE generated.jsonl

Each document of the generator (scripts/generate_corpus.py) is anonymised as it is and in the marks
of every format. Printed are the names of private people of which no letter is left, what the filter
kept of them, and the names of public people of which every letter is left.
"""

from __future__ import annotations

import argparse
import json
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import spacy
from spacy.language import Language

from spacy_hips import read_group
from spacy_hips.lab.corpus.dress import DRESSES, dress
from spacy_hips.lab.corpus.render import Mark
from spacy_hips.lab.evaluate.fairness import hidden, read_mentions
from spacy_hips.lab.evaluate.measure import KEPT

Record = dict[str, Any]
PLAIN = "plain"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pipeline", help="with hips_anonymizer; a folder or an installed package")
    parser.add_argument("generated", type=Path, help="jsonl of the generator")
    args = parser.parse_args()
    nlp = spacy.load(args.pipeline)
    warnings.filterwarnings("ignore")
    with args.generated.open(encoding="utf8") as lines:
        records = [r for r in map(json.loads, lines) if not r["meta"].get("dress")]
    print(f"{len(records)} documents\n")
    print("| | private | hidden | kept by the filter | public | kept |")
    print("|---|---|---|---|---|---|")
    for kind in (PLAIN, *DRESSES):
        print(row(kind, nlp, dressed(records, kind)), flush=True)


def dressed(records: Iterable[Record], kind: str) -> Iterator[Record]:
    """The documents in the marks of a format."""
    for record in records:
        if kind == PLAIN:
            yield record
            continue
        marks = [Mark(s, e, "PERSON", role, key) for s, e, role, key in record["roles"]]
        text, moved = dress(record["text"], marks, Random(f"{kind}|{record['id']}"), kind)
        roles = [(m.start, m.end, m.role, m.key) for m in moved]
        yield {**record, "text": text, "roles": roles}


def row(kind: str, nlp: Language, records: Iterable[Record]) -> str:
    """Anonymise documents and count."""
    private = gone = judged = public = left = 0
    pairs = ((record["text"], record) for record in records)
    for doc, record in nlp.pipe(pairs, as_tuples=True):
        replaced = [(r.start, r.end) for r in doc._.replacements if r.action not in KEPT]
        kept = {i for s in read_group(doc, "public") for i in range(s.start, s.end)}
        mentions = read_mentions(record)
        for mention, is_hidden in zip(mentions, hidden(mentions, replaced), strict=True):
            private += 1
            gone += is_hidden
            judged += not is_hidden and not kept.isdisjoint(range(mention.start, mention.end))
        touched = {i for start, end in replaced for i in range(start, end)}
        for mention in read_mentions(record, ["public"]):
            public += 1
            left += touched.isdisjoint(range(mention.start, mention.end))
    shares = f"{gone / private:.3f} | {judged / private:.3f} | {public} | {left / public:.3f}"
    return f"| {kind} | {private} | {shares} |"


if __name__ == "__main__":
    main()
