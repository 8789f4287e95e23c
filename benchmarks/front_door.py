"""One line in somebody's pipeline, beside the trained pipeline by itself.

    python benchmarks/front_door.py essays.jsonl --roles roles.jsonl --pipelines en_core_web_sm,en

Essays are rows of `id` and `text`; roles are rows of `id`, `spans` ([start, end, role, doubt]) and
`not_names`, with offsets in characters. A pipeline is a package, or the code of a language for a
blank one; `nlp.add_pipe("hips_anonymizer")` is all that is added to it. Each runs with the trained
pipeline installed, and as if it were not. A mention is hidden where every character of it lies in a
replaced span; those of doubtful role are left out. Speed is in words per CPU-second of all threads,
behind the pipeline's own components, which run first. "First" is the CPU time of the first
document, loading included.
"""

from __future__ import annotations

import argparse
import json
import time
import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import spacy
from spacy.language import Language

from spacy_hips.components import front_door, trained
from spacy_hips.core.labels import KEPT

LINE = "hips_anonymizer"
ROLES = ("student", "private", "instructor", "public")
BATCH = 64


def read(path: str) -> list[dict[str, Any]]:
    with Path(path).open(encoding="utf8") as lines:
        return [json.loads(line) for line in lines]


def with_line(name: str) -> Language:
    """A pipeline with the line in it."""
    nlp = spacy.blank(name) if len(name) == 2 else spacy.load(name)
    nlp.add_pipe(LINE)
    return nlp


def measured(
    nlp: Language, rows: Sequence[dict[str, Any]], *, whole: bool = False
) -> tuple[Counter[str], float, float]:
    """Counts of mentions by role, words per CPU-second, and CPU-seconds of the first document.

    nlp (Language): The pipeline.
    rows (Sequence[dict]): The essays with their roles.
    whole (bool): Time all its components, not the line alone.
    """
    start = time.process_time()
    nlp("My friend Amara Okafor lives here.")
    first = time.process_time() - start
    texts = [row["text"] for row in rows]
    if whole:
        stream = nlp.pipe(texts, batch_size=BATCH)
    else:
        docs = list(nlp.pipe(texts, batch_size=BATCH, disable=[LINE]))
        stream = nlp.get_pipe(LINE).pipe(docs, batch_size=BATCH)
    start = time.process_time()
    done = list(stream)
    taken = time.process_time() - start
    counts: Counter[str] = Counter()
    for row, doc in zip(rows, done, strict=True):
        counts += counted(row, doc._.replacements)
    return counts, counts["words"] / taken, first


def counted(row: dict[str, Any], replacements: Iterable[Any]) -> Counter[str]:
    counts: Counter[str] = Counter(words=len(row["text"].split()))
    replaced = [(r.start, r.end) for r in replacements if r.action not in KEPT]
    hidden = {at for span in replaced for at in range(*span)}
    labelled: set[int] = set()
    for start, end, role, doubt in row["spans"]:
        labelled.update(range(start, end))
        counts[role] += not doubt
        counts[f"{role} hidden"] += not doubt and hidden.issuperset(range(start, end))
    for start, end in row["not_names"]:
        labelled.update(range(start, end))
        counts["no name"] += 1
        counts["no name hidden"] += not hidden.isdisjoint(range(start, end))
    counts["extra"] = sum(labelled.isdisjoint(range(*span)) for span in replaced)
    return counts


def told(name: str, counts: Counter[str], speed: float, first: float) -> str:
    shares = [f"{counts[f'{role} hidden']:>4} of {counts[role]:<4}" for role in ROLES]
    extra = 1000 * counts["extra"] / counts["words"]
    nobody = f"{counts['no name hidden']:>4} of {counts['no name']:<4}"
    return " ".join([f"{name:32}", *shares, nobody, f"{extra:7.2f} {speed:10,.0f} {first:7.2f}"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("essays")
    parser.add_argument("--roles", required=True)
    parser.add_argument("--pipelines", default="en_core_web_sm,en")
    parser.add_argument("--trained", default="en_hips_student")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    roles = {row["id"]: row for row in read(args.roles)}
    none = {"spans": [], "not_names": []}
    rows = [{**none, **roles.get(row["id"], {}), "text": row["text"]} for row in read(args.essays)]
    print(f"{'':32} {'   '.join(f'{role:8}' for role in (*ROLES, 'no name'))}"
          "    /1,000    words/s   first")  # fmt: skip
    alone = measured(spacy.load(args.trained), rows, whole=True)
    print(told(args.trained, *alone), flush=True)
    for name in args.pipelines.split(","):
        trained.load_trained.cache_clear()
        trained.trained_if_it_works.cache_clear()
        print(told(f"{name} + line", *measured(with_line(name), rows)), flush=True)
        with patch.object(front_door, "installed", lambda: ""):
            print(told("  nothing installed", *measured(with_line(name), rows)), flush=True)


if __name__ == "__main__":
    main()
