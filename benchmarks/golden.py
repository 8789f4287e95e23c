"""Record what a pipeline gives for many texts, and compare a later state with it byte for byte.

    python benchmarks/golden.py record en_hips_student --data FOLDER --essays FILE -o golden.jsonl
    python benchmarks/golden.py compare en_hips_student golden.jsonl --data FOLDER --essays FILE

For work that may change nothing: texts, spans of every group with labels, entities, scores and
exact offsets, and the anonymised text of each document are kept as digests, so that the file holds
no text. `--sources no` leaves the names of sources out of the comparison. Sets: the essays, the
roles' and every third row of the public corpora's test files, the written texts, the structures of
benchmarks/structures.py, and generated documents. Exit code: 0 where all is the same, else 1.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from structures import cases

from spacy_hips import read_group
from spacy_hips.lab.corpus.generate import Generator
from spacy_hips.lab.corpus.written import read_written

HERE = Path(__file__).parent
WRITTEN = HERE.parent / "corpus" / "written" / "test"
SECRET = b"golden outputs, the same in every run"
GROUPS = ("pii_rules", "pii_ner", "pii", "public")
GENERATED, SEED = 300, 17


def main() -> int:
    """Run the benchmark.

    RETURNS (int): 0, or 1 where a document came out differently.
    """
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("step", choices=("record", "compare"))
    parser.add_argument("pipeline", help="package or folder")
    parser.add_argument("golden", type=Path, nargs="?", help="what to compare with")
    parser.add_argument("-o", "--output", type=Path, help="file to record into")
    parser.add_argument("--data", type=Path, help="folder of the public corpora")
    parser.add_argument("--essays", type=Path, help="jsonl of essays")
    parser.add_argument("--sources", choices=("yes", "no"), default="no")
    parser.add_argument("--every", type=int, default=1, help="take every n-th text of each set")
    args = parser.parse_args()
    nlp = _load(args.pipeline)
    rows = _rows(nlp, _texts(args), args.every)
    if args.step == "record":
        with args.output.open("w", encoding="utf8") as file:
            for row in rows:
                file.write(json.dumps(row) + "\n")
        return 0
    return _compare(args.golden, rows, args.sources == "yes")


def _load(name: str) -> Language:
    from spacy_hips.core.ids import Secret

    nlp = spacy.load(name)
    nlp.get_pipe("hips_anonymizer").set_secret(Secret(SECRET))
    return nlp


def _texts(args: argparse.Namespace) -> Iterator[tuple[str, str]]:
    if args.essays:
        yield from _jsonl("essays", args.essays, 1)
    if args.data:
        yield from _jsonl("roles", args.data / "roles" / "test.jsonl", 1)
        yield from _jsonl("public", args.data / "persons" / "test.jsonl", 3)
    for row in read_written(WRITTEN):
        yield "written", row.text
    yield from _structures()
    generator = Generator("test")
    for number in range(GENERATED):
        yield "generated", generator.document(SEED, number)["text"]


def _jsonl(name: str, path: Path, every: int) -> Iterator[tuple[str, str]]:
    with path.open(encoding="utf8") as lines:
        for number, line in enumerate(lines):
            if number % every == 0:
                yield name, json.loads(line)["text"]


def _structures() -> Iterator[tuple[str, str]]:
    for case in cases(rounds=2, seed=2):
        yield "structures", case.text


def _rows(
    nlp: Language, texts: Iterable[tuple[str, str]], every: int
) -> Iterator[dict[str, object]]:
    kept = [pair for number, pair in enumerate(texts) if number % every == 0]
    docs = nlp.pipe([text for _, text in kept], batch_size=32)
    for (name, text), doc in zip(kept, docs, strict=True):
        yield {"set": name, "text": _digest(text), **_outputs(doc)}


def _outputs(doc: Doc) -> dict[str, str]:
    """A digest of each group, without and with its sources, and of the output."""
    out = {"anonymized": _digest(doc._.anonymized)}
    for key in GROUPS:
        spans = read_group(doc, key) if key in doc.spans else []
        bare = [(s.start, s.end, s.label, s.id, f"{s.score:.6f}") for s in spans]
        out[key] = _digest(repr(sorted(bare)))
        out[f"{key}.sources"] = _digest(repr(sorted((s.start, s.end, s.source) for s in spans)))
    return out


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf8", "surrogatepass")).hexdigest()[:16]


def _compare(golden: Path, rows: Iterable[dict[str, object]], sources: bool) -> int:
    kept = (json.loads(line) for line in golden.read_text("utf8").splitlines())
    known = {(row["set"], row["text"]): row for row in kept}
    total: Counter[str] = Counter()
    other: Counter[tuple[str, str]] = Counter()
    for row in rows:
        name = str(row["set"])
        before = known[name, row["text"]]
        total[name] += 1
        for key, value in row.items():
            if (sources or not key.endswith(".sources")) and before[key] != value:
                other[name, key] += 1
    for name, count in total.items():
        told = ", ".join(f"{key} {n}" for (own, key), n in sorted(other.items()) if own == name)
        print(f"{name:<12} {count:6} texts  {told or 'all the same'}")
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main())
