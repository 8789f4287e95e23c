"""How well a pipeline finds personal names, on every text there is to measure on.

    python benchmarks/names.py en_hips_student --essays ../shared/data/student_essays/dev.jsonl \
        --persons ../shared/data/persons/test.jsonl --generated corpus/generated/test.jsonl

Counts exact spans. Essays: students' names among all candidates of hips_ner, before any filter.
Public corpora: PERSON by source. Generated documents: recall of every label, and of names by UN
region and gender, with the number of names. Nothing here is trained or tuned on.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language

from spacy_hips import read_group

NER_KEY = "pii_ner"
FINDERS = ("hips_transformer", "hips_ner")


def rows_of(path: Path | None, limit: int | None = None) -> list[dict[str, Any]]:
    if path is None or not path.is_file():
        return []
    with path.open(encoding="utf8") as lines:
        return [json.loads(line) for _, line in zip(range(limit or 10**9), lines, strict=False)]


def candidates(nlp: Language, rows: list[dict[str, Any]]) -> list[set[tuple[int, int, str]]]:
    out = []
    with nlp.select_pipes(enable=[n for n in FINDERS if n in nlp.pipe_names]):
        for doc in nlp.pipe(row["text"] for row in rows):
            out.append({(s.start, s.end, s.label) for s in read_group(doc, NER_KEY)})
            doc._.trf_data = None
    return out


def persons(spans: Any) -> set[tuple[int, int]]:
    return {(s[0], s[1]) for s in spans if s[2] == "PERSON" or s[2].startswith("NAME_")}


def ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def essays(nlp: Language, rows: list[dict[str, Any]]) -> dict[str, float]:
    found = [persons(spans) for spans in candidates(nlp, rows)]
    gold = [persons(row["spans"]) for row in rows]
    words = sum(len(row["text"].split()) for row in rows)
    hits = sum(len(a & b) for a, b in zip(gold, found, strict=True))
    return {
        "names": sum(map(len, gold)),
        "recall": ratio(hits, sum(map(len, gold))),
        "candidates_per_1000": ratio(1000 * sum(map(len, found)), words),
    }


def by_source(nlp: Language, rows: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for row, spans in zip(rows, candidates(nlp, rows), strict=True):
        gold, found = persons(row["spans"]), persons(spans)
        source = row["source"].split(" ")[0]
        for name in {source, source.split("-")[0]}:
            counts[name].update(gold=len(gold), found=len(found), hit=len(gold & found))
    return {
        name: {
            "persons": c["gold"],
            "p": ratio(c["hit"], c["found"]),
            "r": ratio(c["hit"], c["gold"]),
            "f1": ratio(2 * c["hit"], c["gold"] + c["found"]),
        }
        for name, c in sorted(counts.items())
    }


def generated(nlp: Language, rows: list[dict[str, Any]]) -> dict[str, dict[str, dict[str, float]]]:
    labels: Counter[tuple[str, bool]] = Counter()
    groups: dict[str, Counter[tuple[str, bool]]] = {"region": Counter(), "gender": Counter()}
    for row, spans in zip(rows, candidates(nlp, rows), strict=True):
        found = {(s, e) for s, e, _ in spans}
        for start, end, label in row["spans"]:
            labels[(label, (start, end) in found)] += 1
        for start, end, role, key in row["roles"]:
            person = row["persons"].get(key, {})
            if role == "public" or not person:
                continue
            for group, counter in groups.items():
                counter[(person.get(group) or "unknown", (start, end) in found)] += 1
    return {
        name: {
            key: {"n": c[(key, True)] + c[(key, False)],
                  "recall": ratio(c[(key, True)], c[(key, True)] + c[(key, False)])}
            for key in sorted({key for key, _ in c})
        }
        for name, c in (("label", labels), *groups.items())
    }  # fmt: skip


def table(title: str, rows: dict[str, dict[str, float]]) -> None:
    columns = list(dict.fromkeys(key for row in rows.values() for key in row))
    print(f"\n| {title} | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}")
    for name, row in rows.items():
        cells = (row.get(c, "") for c in columns)
        shown = (f"{c:.3f}" if isinstance(c, float) else str(c) for c in cells)
        print(f"| {name} | {' | '.join(shown)} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", help="installed pipeline or folder")
    parser.add_argument("--essays", type=Path, help="labelled essays (jsonl)")
    parser.add_argument("--persons", type=Path, help="public corpora (jsonl with `source`)")
    parser.add_argument("--generated", type=Path, help="generated documents (jsonl)")
    parser.add_argument("--limit", type=int, help="documents of each file")
    parser.add_argument("--meta", type=Path, help="write fields for the packaged meta.json")
    args = parser.parse_args()
    start = time.perf_counter()
    nlp = spacy.load(args.model)
    print(f"loaded in {time.perf_counter() - start:.1f} s, "
          f"RSS {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")  # fmt: skip
    scores: dict[str, Any] = {}
    if rows := rows_of(args.essays, args.limit):
        scores["essays"] = essays(nlp, rows)
        table("student names in essays", {"all": scores["essays"]})
    if rows := rows_of(args.persons, args.limit):
        scores["persons"] = by_source(nlp, rows)
        table("PERSON by source", scores["persons"])
    if rows := rows_of(args.generated, args.limit):
        scores["generated"] = generated(nlp, rows)
        for name, part in scores["generated"].items():
            table(f"recall by {name}", part)
    if args.meta:
        args.meta.parent.mkdir(parents=True, exist_ok=True)
        args.meta.write_text(json.dumps(meta(scores), indent=2) + "\n", "utf8")
    return 0


def meta(scores: dict[str, Any]) -> dict[str, Any]:
    """What meta.json of the package says of licence, sources and scores."""
    return {
        "license": "MIT (code and templates), Apache-2.0 (all-MiniLM-L6-v2, fine-tuned)",
        "description": "Finds private people and other identifiers in student writing and hides "
        "them in plain sight.",
        "sources": [
            {"name": "spacy-hips generated corpus", "license": "MIT"},
            {"name": "Public corpora named in docs/training.md", "license": "CC BY, CC0, MIT, "
             "CC BY-SA; by source there"},
        ],
        "performance": scores,
    }  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
