"""Teach a second finder addresses, ages and dates of birth, over the encoder of the first one.

    python scripts/teach_values.py training/taught corpus/written/marked -o training/valued

It learns from texts in six languages in which these are marked, and from generated ones. Texts of
which only the names are marked (--others) teach that they hold no address; of their ages nothing is
known. The encoder reads every text once and stays as it is; the layers behind it learn in minutes
on a CPU, some times from the same weights, and the means of the weights are kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from thinc.api import fix_random_seed

from spacy_hips.components.ner import HipsNer, TokenLesson
from spacy_hips.core.spans import PiiSpan, write_group
from spacy_hips.desk.annotations.annotations import Annotated, to_docs
from spacy_hips.lab.corpus.generate import Generator
from spacy_hips.lab.corpus.written import read_marked, read_written
from spacy_hips.lab.training.assemble import VALUES
from spacy_hips.lab.training.finetune import (
    ENCODER,
    HeadCourse,
    add_head,
    generated_records,
    learn_head_often,
)
from spacy_hips.lab.training.judge_lessons import take

LABELS = ADDRESS, *_ = ("STREET_ADDRESS", "AGE", "DATE_OF_BIRTH")
GOLD, MASKED = "pii", "pii_masked"
SURER = {"AGE": 0.5, "DATE_OF_BIRTH": 0.5}
"""The thresholds of what other numbers look like, and of what tells less than an address does."""
WORDS_A_FILE = 4500
"""Of texts of which only the names are marked: so each kind of text has a say."""


def main() -> None:
    """Read the texts, learn, write the pipeline."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("model", help="a pipeline with hips_transformer and hips_ner, or its name")
    parser.add_argument("marked", type=Path, help="folder of marked texts, a file a language")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--others", default="", help="folder of texts whose names are marked")
    parser.add_argument("--generated", type=int, default=260, help="generated documents")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--rate", type=float, default=0.003, help="the highest learning rate")
    each = "a training with each; the mean of the weights is kept"
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3], help=each)
    parser.add_argument("--width", type=int, default=64, help="of the hidden layer")
    parser.add_argument("--threshold", type=float, default=0.3)
    args = parser.parse_args()
    files = sorted(args.marked.glob("*.txt"))
    if not files:
        parser.error(f"no .txt file in {args.marked}")
    nlp = spacy.load(args.model)
    fix_random_seed(args.seeds[0])
    finder = add_head(nlp, VALUES, LABELS, width=args.width)
    golds = [*marked_docs(nlp, files), *generated_docs(nlp, args.generated)]
    golds += other_docs(nlp, Path(args.others)) if args.others else ()
    lessons = list(lessons_of(nlp, finder, golds))
    print(f"{len(golds):,} documents, {sum(map(len, lessons)):,} tokens", flush=True)
    course = HeadCourse(args.epochs, args.rate)
    take(finder, learn_head_often(finder, lessons, course, args.seeds))
    finder.threshold = args.threshold
    finder.cfg |= {"beside": args.threshold / 8, "thresholds": SURER}
    finder.settle(nlp.get_pipe_config(VALUES))
    nlp.to_disk(args.output)


def marked_docs(nlp: Language, files: Iterable[Path]) -> Iterator[Doc]:
    """Texts in which the values are marked."""
    for file in files:
        yield from to_docs(read_marked(file), nlp, misaligned="expand")


def generated_docs(nlp: Language, count: int) -> Iterator[Doc]:
    """Generated documents; what else they hold, such as numbers of students, teaches nothing."""
    for record in generated_records(Generator("train"), 77, 0, count):
        own = tuple(place for place in record.spans if place[2] in LABELS)
        (doc,) = to_docs([Annotated(record.id, record.text, own)], nlp, misaligned="expand")
        _mask(doc, (place[:2] for place in record.spans if place[2] not in LABELS))
        yield doc


def other_docs(nlp: Language, folder: Path) -> Iterator[Doc]:
    """Some texts of each file, without addresses; other identifiers in them teach nothing."""
    by_file: dict[str, list] = {}
    for row in read_written(folder):
        by_file.setdefault(row.source, []).append(row)
    for source, rows in sorted(by_file.items()):
        Random(source).shuffle(rows)
        words = 0
        for row in rows:
            if words > WORDS_A_FILE:
                break
            words += len(row.text.split())
            (doc,) = to_docs([Annotated(row.id, row.text)], nlp, labelled=[ADDRESS])
            _mask(doc, ((mark.start, mark.end) for mark in row.marks if not mark.key))
            yield doc


def lessons_of(nlp: Language, finder: HipsNer, golds: list[Doc]) -> Iterator[TokenLesson]:
    """What documents teach, as the encoder shows them."""
    finder.cfg["gold_key"], finder.cfg["masked_key"] = GOLD, MASKED
    with nlp.select_pipes(enable=ENCODER):
        shown = nlp.pipe((gold.text for gold in golds), batch_size=16)
        for doc, gold in zip(shown, golds, strict=True):
            lesson = finder.lesson(Example(doc, gold))
            if lesson.seen.at.any():
                yield lesson
            doc._.trf_data = None


def _mask(doc: Doc, places: Iterable[tuple[int, int]]) -> None:
    write_group(doc, MASKED, [PiiSpan(start, end, "ID_NUM") for start, end in places])


if __name__ == "__main__":
    main()
