"""What every name pass, pattern and step of decoding is worth: each is switched off in turn.

    python benchmarks/passes.py en_hips_student --data FOLDER [--only announced] [--show]
    python benchmarks/passes.py en_hips_student --texts FILE

The finder's probabilities are computed once; then spans are read with and without each switch, and
the names that differ are compared with the gold. A span is *right* where only the text with the
pass has an exact gold name, or where the pass removes what touches none; *wrong* the other way
round. What touches a gold name without being it counts as *near*, and a span that is no name with
and without the pass as nothing. The rule (CONTRIBUTING.md): what stays is right at least five
times, and at least three times as often as wrong. Sources: labelled essays, public corpora (every
second text), texts with roles, written texts, made-up structures and generated documents; some
of the older passes were written on seeing some of these. `--texts` takes texts of your own instead,
which no pass was written for: jsonl with "text" and "names", each as it stands there, in order.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import spacy
from spacy.language import Language
from spacy.tokens import Doc
from structures import cases

from spacy_hips.components.names import default_passes
from spacy_hips.core.labels import NAME_LABELS
from spacy_hips.find.names.decoding import ENDS, STEPS
from spacy_hips.find.names.name_pass import NamePass, run_passes
from spacy_hips.find.names.passes.announced import Announced
from spacy_hips.find.names.passes.no_names import PROOFS, NoNames
from spacy_hips.find.names.patterns import announcements
from spacy_hips.lab.corpus.generate import Generator
from spacy_hips.lab.corpus.written import names_of_people, read_written
from spacy_hips.text.lexicon.words import Lexicon
from spacy_hips.text.page.page import Page

HERE = Path(__file__).parent
WRITTEN = HERE.parent / "corpus" / "written" / "test"
PARTLY = ("elife", "irc")
"""Public corpora that mark some persons only."""
GENERATED, SEED, ROUNDS = 500, 23, 10
LEAST, RATIO = 5, 3

Places = frozenset[tuple[int, int]]

_LEXICON = Lexicon()


@dataclass(frozen=True)
class Text:
    """A text with the names in it, and what the finder thinks of its tokens."""

    source: str
    doc: Doc
    page: Page
    gold: Places
    probabilities: np.ndarray


def main() -> int:
    """Print the table.

    RETURNS (int): 0, or 1 where something does not earn its place.
    """
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pipeline", help="package or folder")
    parser.add_argument("--data", type=Path, help="folder of the public corpora and essays")
    parser.add_argument("--texts", type=Path, help="jsonl of further texts with their names")
    parser.add_argument("--every", type=int, default=2, help="take every n-th public text")
    parser.add_argument("--only", default="", help="switches whose name begins so")
    parser.add_argument("--show", action="store_true", help="print what differs")
    args = parser.parse_args()
    warnings.filterwarnings("ignore")
    nlp = spacy.load(args.pipeline)
    rows = own_texts(args.texts) if args.texts else sources(args.data, args.every)
    texts = list(_found(nlp, rows))
    passes = default_passes()
    base = [_names(nlp, text, passes, frozenset()) for text in texts]
    print("| switch | right | wrong | near | right and wrong by source |\n|---|---|---|---|---|")
    bad = 0
    for name, (own, without) in _switches(passes).items():
        if not name.startswith(args.only):
            continue
        count: Counter[tuple[str, str]] = Counter()
        for text, before in zip(texts, base, strict=True):
            after = _names(nlp, text, own, without)
            for kind, place in differences(before, after, text.gold):
                count[text.source, kind] += 1
                if args.show:
                    print("   ", kind, text.source, _context(text.page.text, place))
        bad += _row(name, count)
    return 1 if bad else 0


def sources(data: Path | None, every: int = 2) -> Iterator[tuple[str, str, set[tuple[int, int]]]]:
    """Texts with their names, by source.

    data (Path): Folder of the public corpora and essays; without it only what is made here.
    every (int): Every n-th text of the public corpora is taken.
    YIELDS (tuple): The source, the text, the characters of its names.
    """
    if data:
        folder = data / "student_essays"
        roles = {row["id"]: row["spans"] for row in _rows(folder / "dev_roles.jsonl")}
        for row in _rows(folder / "dev.jsonl"):
            if row["id"] in roles:
                yield "essays", row["text"], {(s[0], s[1]) for s in roles[row["id"]]}
        for row in list(_rows(data / "persons" / "test.jsonl"))[::every]:
            if not row["source"].startswith(PARTLY):
                names = {(s[0], s[1]) for s in row["spans"] if s[2] == "PERSON"}
                yield row["source"].partition("-")[0], row["text"], names
        for row in _rows(data / "roles" / "test.jsonl"):
            yield "roles", row["text"], {(s[0], s[1]) for s in row["spans"]}
    for written in map(names_of_people, read_written(WRITTEN)):
        yield "written", written.text, {(m.start, m.end) for m in written.marks if m.key}
    for case in cases(rounds=ROUNDS, seed=5):
        yield "structures", case.text, set(case.names)
    generator = Generator("test")
    for number in range(GENERATED):
        row = generator.document(SEED, number)
        yield "generated", row["text"], {(s[0], s[1]) for s in row["spans"] if s[2] in NAME_LABELS}


def own_texts(path: Path) -> Iterator[tuple[str, str, set[tuple[int, int]]]]:
    """Texts whose names are given as they stand there, in order.

    path (Path): jsonl with "text", "names" and, if there is one, "kind".
    YIELDS (tuple): As `sources`; the kind is the source.
    """
    for row in _rows(path):
        places, at = set(), 0
        for name in row["names"]:
            start = row["text"].index(name, at)
            at = start + len(name)
            places.add((start, at))
        yield row.get("kind", "own"), row["text"], places


def differences(
    before: Places, after: Places, gold: Places
) -> Iterator[tuple[str, tuple[int, int]]]:
    """What a switch changes in a text.

    before, after (frozenset): The names with what is switched off, and without it.
    gold (frozenset): The names that are there.
    YIELDS (tuple): "right", "wrong" or "near", and the characters.
    """
    for mine, other, exact, false in (
        (before - after, after - before, "right", "wrong"),
        (after - before, before - after, "wrong", "right"),
    ):
        for place in sorted(mine):
            if place in gold:
                yield exact, place
            elif _touches(place, gold):
                yield "near", place
            elif not _touches(place, other):
                yield false, place


def _touches(place: tuple[int, int], others: Places | set[tuple[int, int]]) -> bool:
    return any(place[0] < end and start < place[1] for start, end in others)


def _found(nlp: Language, rows: Iterator[tuple[str, str, set[tuple[int, int]]]]) -> Iterator[Text]:
    ner, encoder = nlp.get_pipe("hips_ner"), nlp.get_pipe("hips_transformer")
    kept = list(rows)
    docs = encoder.pipe((nlp.make_doc(text) for _, text, _ in kept), batch_size=64)
    for (source, text, names), doc in zip(kept, docs, strict=True):
        probabilities = ner.predict([doc])[0].astype("float32")
        doc._.trf_data = None
        yield Text(source, doc, Page(text, nlp.lang), frozenset(names), probabilities)


def _switches(
    passes: Mapping[str, NamePass],
) -> dict[str, tuple[Mapping[str, NamePass], frozenset[str]]]:
    """The passes that run and the steps that do not, for everything that can be switched off."""
    none: frozenset[str] = frozenset()
    out: dict[str, tuple[Mapping[str, NamePass], frozenset[str]]] = {
        f"pass {name}": ({k: v for k, v in passes.items() if k != name}, none) for name in passes
    }
    announced = passes.get("announced")
    if isinstance(announced, Announced):
        for row in announcements():
            own = {**passes, "announced": replace(announced, without=(row.name,))}
            out[f"announced {row.name}"] = (own, none)
    no_names = passes.get("no_names")
    if isinstance(no_names, NoNames):
        for proof in PROOFS:
            own = {**passes, "no_names": NoNames((proof,))}
            out[f"no_names {proof}"] = (own, none)
    for step in (*(step.name for step in STEPS), *ENDS):
        out[f"step {step}"] = (passes, frozenset({step}))
    return out


def _names(
    nlp: Language, text: Text, passes: Mapping[str, NamePass], without: frozenset[str]
) -> Places:
    ner = nlp.get_pipe("hips_ner")
    decoding = replace(ner.decoding, without=without)
    spans = ner.decode(text.doc, text.probabilities, decoding)
    spans = run_passes(text.page, spans, passes, _LEXICON)
    return frozenset((s.start, s.end) for s in spans if s.label in NAME_LABELS)


def _row(name: str, count: Counter[tuple[str, str]]) -> bool:
    """Print the row of a switch; whether it does not earn its place."""
    total: Counter[str] = Counter()
    for (_, kind), number in count.items():
        total[kind] += number
    parts = [
        f"{source} {count[source, 'right']}/{count[source, 'wrong']}"
        for source in sorted({source for source, _ in count})
    ]
    bad = total["right"] < LEAST or total["right"] < RATIO * total["wrong"]
    mark = " **goes**" if bad else ""
    right, wrong, near = (total[kind] for kind in ("right", "wrong", "near"))
    print(f"| {name}{mark} | {right} | {wrong} | {near} | {', '.join(parts)} |", flush=True)
    return bad


def _context(text: str, place: tuple[int, int]) -> str:
    start, end = place
    return repr(f"{text[max(0, start - 25) : start]}[{text[start:end]}]{text[end : end + 15]}")


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf8") as lines:
        yield from map(json.loads, lines)


if __name__ == "__main__":
    sys.exit(main())
