"""How much of what went wrong about persons a reviewer finds, and how soon.

    python benchmarks/steward.py en_hips_student --data ../shared/data

A review is simulated on labelled essays: persons are opened in the order in which the review page
lists them, and a reviewer who knows the labels puts right what is wrong. A person counts as wrong
where the pipeline keeps a private one, or hides a public one or what is no name at all. What was
labelled with doubt is left out. A random order stands beside it, and the best that there is.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spacy_hips.cli._app import main as hips
from spacy_hips.desk.review.found import Entity, Found, share

SHARES = (0.01, 0.03, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0)
REVIEWED, WANTED = 0.03, 0.5

Labels = list[tuple[int, int, bool]]


@dataclass(frozen=True)
class Person:
    """A person that the pipeline found.

    entity (Entity): With what was found.
    wrong (int): Mentions that are treated wrongly.
    """

    entity: Entity
    wrong: int


def found_in(essays: Path, model: str) -> Found:
    """What `spacy-hips find` says of some essays."""
    with tempfile.TemporaryDirectory() as folder:
        texts, out = Path(folder, "in.jsonl"), Path(folder, "found.jsonl")
        rows = (json.loads(line) for line in essays.read_text("utf8").splitlines())
        texts.write_text(
            "".join(json.dumps({k: r[k] for k in ("id", "text")}) + "\n" for r in rows)
        )
        code = hips(["find", str(texts), "-o", str(out), "--roles", "--model", model, "--quiet"])
        if code:
            sys.exit(code)
        return Found.read(out)


def read_roles(path: Path) -> dict[str, dict[str, Any]]:
    """The labels by document: places, whether they are private, and those in doubt."""
    out = {}
    for row in map(json.loads, path.read_text("utf8").splitlines()):
        sure = [(s, e, role != "public") for s, e, role, doubt in row["spans"] if not doubt]
        doubtful = [(s, e) for s, e, _, doubt in row["spans"] if doubt]
        out[row["id"]] = {"sure": sure, "doubtful": doubtful}
    return out


def persons(found: Found, roles: dict[str, dict[str, Any]]) -> Iterator[Person]:
    """Persons in the order of the review page, with what is wrong about each."""
    for entity in found.entities:
        if entity.person:
            labels = roles.get(entity.doc, {"sure": [], "doubtful": []})
            yield Person(entity, sum(_wrong(m, **labels) for m in entity.mentions))


def _wrong(mention: Any, sure: Labels, doubtful: Sequence[tuple[int, int]]) -> bool:
    if any(s < mention.end and mention.start < e for s, e in doubtful):
        return False
    private = any(p for s, e, p in sure if s < mention.end and mention.start < e)
    return private == mention.kept


def missed(found: Found, roles: dict[str, dict[str, Any]]) -> int:
    """Private mentions that were not found at all: no order of persons shows them."""
    there = {doc: [m for c in cells for m in c.mentions] for doc, cells in found.documents.items()}
    return sum(
        private and not any(s < m.end and m.start < e for m in there.get(doc, ()))
        for doc, labels in roles.items()
        for s, e, private in labels["sure"]
    )


def report(people: Sequence[Person], not_found: int) -> Iterator[str]:
    """The curve, as lines."""
    wrong = [p.wrong for p in people]
    best = sorted(wrong, reverse=True)
    whole, bad = sum(wrong) or 1, sum(w > 0 for w in wrong) or 1
    yield f"{len(people)} persons, {bad} wrong, with {whole} mentions; not found: {not_found}"
    yield "reviewed     persons  wrong ones found  mentions put right  doubt covered  best  random"
    entities = [p.entity for p in people]
    for part in SHARES:
        n = max(1, round(part * len(people)))
        seen = wrong[:n]
        yield (
            f"{100 * part:6.0f} %  {n:10d}  {sum(w > 0 for w in seen) / bad:16.0%}"
            f"  {sum(seen) / whole:18.0%}  {share(entities[:n], entities):13.0%}"
            f"  {sum(best[:n]) / whole:4.0%}  {n / len(people):6.0%}"
        )
    n = max(1, round(REVIEWED * len(people)))
    got, most = sum(wrong[:n]) / whole, sum(best[:n]) / whole
    yield (
        f"wanted: {WANTED:.0%} of it in the first {REVIEWED:.0%} ({n} persons): {got:.0%}; "
        f"no order reaches more than {most:.0%} there"
    )


def main() -> None:
    """Print the curve."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model")
    parser.add_argument("--data", type=Path, required=True, help="folder with student_essays/")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    essays = args.data / "student_essays"
    roles = read_roles(essays / "dev_roles.jsonl")
    found = found_in(essays / "dev.jsonl", args.model)
    for line in report(list(persons(found, roles)), missed(found, roles)):
        print(line)


if __name__ == "__main__":
    main()
