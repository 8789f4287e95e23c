"""How well a pipeline finds personal names, on every text there is to measure on.

    python benchmarks/names.py en_hips_student --essays ../shared/data/student_essays/dev.jsonl \
        --persons ../shared/data/persons/test.jsonl --generated corpus/generated/test.jsonl

Counts exact spans. Essays: students' names among all candidates of hips_ner, before any filter.
Public corpora: PERSON by source, each text alone, and the short ones joined as in training.
Generated documents: recall of every label, and of names by UN region and gender. Nothing here is
trained or tuned on; benchmarks/fairness.py compares groups on more documents.

What the public corpora mark, and how it is counted: this finder leaves a title outside the name
("Dr. [Ana Ruiz]"); the columns "title in" and "title before" count the gold names that begin with
one and that follow one, and "F1 no titles" cuts titles from both sides before it compares. All
names count, of public and fictional people too. Handles ("@ana") are USERNAME in wnut17 and btc,
and no names. elife marks a person only where cited, irc none: recall alone can be read there.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language

from spacy_hips import read_group
from spacy_hips.find.models.windows import SpanGetter, make_dense_windows, make_sparse_windows
from spacy_hips.lab.evaluate.fairness import Recalls, found_exactly, read_mentions
from spacy_hips.who.persons.mention.parse import parse

NER_KEY = "pii_ner"
FINDERS = ("hips_transformer", "hips_ner")
# Short texts are joined to as many characters in training (scripts/convert_corpus.py).
CHARACTERS = 900
PARTLY = ("elife", "irc")
# What the recipe trains on beside its own documents, share-alike rows left out
# (notes/training.md).
CORPORA = (
    ("WNUT17, BTC, Wikigold, LitBank, eLife articles", "CC BY 4.0"),
    ("GUM: academic, court, interview, news, speech, textbook, vlog", "CC BY"),
    ("Presidio-research, CrossNER labels", "MIT"),
    ("Swedish news (klintan), Spanish case notes (MEDDOCAN)", "CC BY 4.0"),
    ("German, French and Dutch newspapers (Europeana)", "CC0"),
    ("Whole texts of this package (corpus/written/train, marked)", "MIT"),
    ("CrossNER texts (Wikipedia)", "CC BY-SA"),
    ("CEReD reflective diaries", "Apache-2.0"),
    ("Self-dialogue corpus", "BSD-3-Clause"),
    ("BRIDGE and CIMA tutoring", "MIT, CC BY 2.5"),
    ("GMB (Kaggle ner_dataset), silver labels, for the filter", "public domain"),
)
SHARE_ALIKE = (
    ("English Web Treebank, Universal NER", "CC BY-SA 4.0"),
    ("Danish DDT and Portuguese Bosque, Universal NER", "CC BY-SA 4.0"),
    ("GUM: bio, voyage", "CC BY-SA 3.0"),
    ("MathDial", "CC BY-SA 4.0"),
)

Row = dict[str, Any]
Places = set[tuple[int, int]]
Table = dict[str, dict[str, Any]]


def rows_of(path: Path | None, limit: int | None = None) -> list[Row]:
    if path is None or not path.is_file():
        return []
    with path.open(encoding="utf8") as lines:
        return [json.loads(line) for _, line in zip(range(limit or 10**9), lines, strict=False)]


@contextmanager
def switch_windows(nlp: Language, kind: str) -> Iterator[SpanGetter]:
    """Let the encoder see all ("dense") or what may hold a name ("sparse"), for a while."""
    attrs = nlp.get_pipe("hips_transformer").model.attrs
    own = attrs["get_spans"]
    attrs["get_spans"] = make_dense_windows() if kind == "dense" else make_sparse_windows()
    try:
        yield attrs["get_spans"]
    finally:
        attrs["get_spans"] = own


def candidates(nlp: Language, texts: Iterable[str]) -> Iterator[set[tuple[int, int, str]]]:
    with nlp.select_pipes(enable=[n for n in FINDERS if n in nlp.pipe_names]):
        for doc in nlp.pipe(texts):
            yield {(s.start, s.end, s.label) for s in read_group(doc, NER_KEY)}
            doc._.trf_data = None


def persons(spans: Iterable[Any]) -> Places:
    return {(s[0], s[1]) for s in spans if s[2] == "PERSON" or s[2].startswith("NAME_")}


def ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def essays(nlp: Language, rows: list[Row]) -> dict[str, float]:
    found = [persons(spans) for spans in candidates(nlp, (row["text"] for row in rows))]
    gold = [persons(row["spans"]) for row in rows]
    words = sum(len(row["text"].split()) for row in rows)
    hits = sum(len(a & b) for a, b in zip(gold, found, strict=True))
    return {
        "names": sum(map(len, gold)),
        "recall": ratio(hits, sum(map(len, gold))),
        "candidates_per_1000": ratio(1000 * sum(map(len, found)), words),
    }


# --- public corpora -------------------------------------------------------------------------------


def by_source(nlp: Language, rows: list[Row]) -> Table:
    """PERSON by source and by family of sources, each text alone and short ones joined."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for how, texts in (("alone", rows), ("joined", list(joined(rows)))):
        for row, spans in zip(texts, candidates(nlp, (r["text"] for r in texts)), strict=True):
            own = compared(row["text"], persons(row["spans"]), persons(spans))
            source = row["source"].split(" ")[0]
            for name in {source, source.split("-")[0]}:
                counts[name].update({f"{how} {key}": n for key, n in own.items()})
    return {name: _figures(name, c) for name, c in sorted(counts.items())}


def joined(rows: Iterable[Row]) -> Iterator[Row]:
    """Neighbouring short texts of a source as one text, as scripts/convert_corpus.py joins them."""
    by_name: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_name[row["source"]].append(row)
    for source, own in by_name.items():
        text, spans = "", []
        for row in own:
            spans += [[s + len(text), e + len(text), label] for s, e, label in row["spans"]]
            text += row["text"] + "\n"
            if len(text) > CHARACTERS:
                yield {"text": text, "spans": spans, "source": source}
                text, spans = "", []
        if text:
            yield {"text": text, "spans": spans, "source": source}


def compared(text: str, gold: Places, found: Places) -> dict[str, int]:
    """Counts of one text, as marked and without titles."""
    bare = {place: without_title(text, place) for place in gold | found}
    bare_gold, bare_found = {bare[p] for p in gold}, {bare[p] for p in found}
    return {
        "gold": len(gold),
        "found": len(found),
        "hit": len(gold & found),
        "bare gold": len(bare_gold),
        "bare found": len(bare_found),
        "bare hit": len(bare_gold & bare_found),
        "title in": sum(bare[place] != place for place in gold),
        "title before": sum(_title_before(text, place) for place in gold),
    }


def without_title(text: str, place: tuple[int, int]) -> tuple[int, int]:
    """A name without the titles that it begins with; a title alone stays."""
    start, end = place
    words = parse(text[start:end]).words
    first = next((w.start for w in words if w.role != "title"), 0)
    return start + first, end


def _title_before(text: str, place: tuple[int, int]) -> bool:
    before = text[max(0, place[0] - 15) : place[0]].split()[-1:]
    if not before:
        return False
    words = parse(f"{before[0]} {text[slice(*place)]}").words
    return bool(words) and words[0].role == "title"


def _figures(name: str, c: Counter[str]) -> dict[str, Any]:
    alone, close = (
        ratio(2 * c[f"{how} hit"], c[f"{how} gold"] + c[f"{how} found"])
        for how in ("alone", "joined")
    )
    bare = ratio(2 * c["alone bare hit"], c["alone bare gold"] + c["alone bare found"])
    partly = name.startswith(PARTLY)
    return {
        "persons": c["alone gold"],
        "p": "-" if partly else ratio(c["alone hit"], c["alone found"]),
        "r": ratio(c["alone hit"], c["alone gold"]),
        "f1": "-" if partly else alone,
        "F1 joined": "-" if partly else close,
        "r joined": ratio(c["joined hit"], c["joined gold"]),
        "F1 no titles": "-" if partly else bare,
        "title in": c["alone title in"],
        "title before": c["alone title before"],
    }


# --- generated documents --------------------------------------------------------------------------


def generated(nlp: Language, rows: list[Row]) -> dict[str, Table]:
    labels: Counter[tuple[str, bool]] = Counter()
    recalls = Recalls(("region", "gender"))
    for row, spans in zip(rows, candidates(nlp, (row["text"] for row in rows)), strict=True):
        found = {(s, e) for s, e, _ in spans}
        labels.update((label, (start, end) in found) for start, end, label in row["spans"])
        mentions = read_mentions(row)
        recalls.add(mentions, found_exactly(mentions, found))
    by_label = {
        label: {"n": (n := labels[label, True] + labels[label, False]),
                "recall": labels[label, True] / n}
        for label in sorted({label for label, _ in labels})
    }  # fmt: skip
    groups = {
        kind: {
            name: {"n": own.mentions, "recall": own.recall}
            for name, own in recalls.figures(kind, draws=0).groups.items()
        }
        for kind in recalls.kinds
    }
    return {"label": by_label, **groups}


# --- the report -----------------------------------------------------------------------------------


def table(title: str, rows: Table) -> None:
    columns = list(dict.fromkeys(key for row in rows.values() for key in row))
    print(f"\n| {title} | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}")
    for name, row in rows.items():
        cells = (row.get(c, "") for c in columns)
        shown = (f"{c:.3f}" if isinstance(c, float) else str(c) for c in cells)
        print(f"| {name} | {' | '.join(shown)} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("model", help="installed pipeline or folder")
    parser.add_argument("--essays", type=Path, help="labelled essays (jsonl)")
    parser.add_argument("--persons", type=Path, help="public corpora (jsonl with `source`)")
    parser.add_argument("--generated", type=Path, help="generated documents (jsonl)")
    parser.add_argument("--limit", type=int, help="documents of each file")
    parser.add_argument("--source", nargs="+", help="of the public corpora those of these names")
    parser.add_argument("--threshold", type=float, help="of hips_ner; as packaged if left out")
    parser.add_argument("--meta", type=Path, help="write fields for the packaged meta.json")
    parser.add_argument(
        "--share-alike", choices=("yes", "no"), default="no",
        help="in --meta, name the texts under a share-alike licence: they were trained on",
    )  # fmt: skip
    args = parser.parse_args()
    start = time.perf_counter()
    nlp = spacy.load(args.model)
    if args.threshold:
        nlp.get_pipe("hips_ner").threshold = args.threshold
    print(f"loaded in {time.perf_counter() - start:.1f} s, "
          f"RSS {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")  # fmt: skip
    scores: dict[str, Any] = {}
    if rows := rows_of(args.essays, args.limit):
        scores["essays"] = essays(nlp, rows)
        table("student names in essays", {"all": scores["essays"]})
    if rows := rows_of(args.persons, args.limit):
        chosen = [r for r in rows if not args.source or r["source"].startswith(tuple(args.source))]
        scores["persons"] = by_source(nlp, chosen)
        table("PERSON by source", scores["persons"])
    if rows := rows_of(args.generated, args.limit):
        scores["generated"] = generated(nlp, rows)
        for name, part in scores["generated"].items():
            table(f"recall by {name}", part)
    if args.meta:
        args.meta.parent.mkdir(parents=True, exist_ok=True)
        fields = meta(scores, args.share_alike == "yes")
        args.meta.write_text(json.dumps(fields, indent=2) + "\n", "utf8")
    return 0


def meta(scores: dict[str, Any], share_alike: bool) -> dict[str, Any]:
    """What meta.json of the package says of licence, sources and scores."""
    corpora = CORPORA + (SHARE_ALIKE if share_alike else ())
    return {
        "license": "MIT (code, templates, and multilingual-e5-small, fine-tuned)",
        "description": "Finds private people and other identifiers in student writing and hides "
        "them in plain sight.",
        "sources": [
            {"name": "Documents of the package's generator", "license": "MIT"},
            *({"name": name, "license": licence} for name, licence in corpora),
        ],
        "performance": scores,
    }  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
