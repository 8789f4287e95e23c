"""Teach the finder of a pipeline behind its encoder, which stays as it is, and so does its filter.

    python scripts/teach_finder.py training/pipeline corpus/further/train.spacy -o training/taught

The encoder reads every text once. What it showed is kept in the folder OUTPUT.shown, under the
digest of encoder and texts, so that a run that was cut off goes on there. The layers behind it then
learn in minutes on a CPU, some times from the same weights. A part of these weights is kept, so
that little of what the finder knew is lost (Wortsman et al. 2022, Robust fine-tuning of zero-shot
models, section 3). Where the gold of a text leaves open what a word is, it is what the finder found
before.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from hashlib import blake2b
from itertools import islice
from pathlib import Path

import numpy as np
import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.training import Example

from spacy_hips.components.ner import HipsNer, TokenLesson
from spacy_hips.find.models.token_classifier import Seen
from spacy_hips.lab.training.finetune import HeadCourse, learn_head_often
from spacy_hips.lab.training.judge_lessons import take, weights_of

ENCODER, FINDER = "hips_transformer", "hips_ner"
PART = 200  # documents in a file of what the encoder showed


def main() -> None:
    """Read the texts, learn, write the pipeline."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("model", help="a pipeline with hips_transformer and hips_ner, or its name")
    parser.add_argument("train", type=Path, nargs="+", help=".spacy files of convert_corpus.py")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=3e-4, help="the highest learning rate")
    each = "a training with each; the mean of the weights is kept"
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3, 4], help=each)
    share = "of what was learnt; the rest are the weights of before"
    parser.add_argument("--share", type=float, default=0.67, help=share)
    args = parser.parse_args()
    for path in args.train:
        if not path.is_file():
            parser.error(f"{path} is not there")
    nlp = spacy.load(args.model)
    finder = nlp.get_pipe(FINDER)
    kept = args.output.with_name(args.output.name + ".shown")
    lessons = [settled(finder, one) for path in args.train for one in read_lessons(nlp, path, kept)]
    if not lessons:
        parser.error("the encoder sees no word of these texts, so they teach nothing")
    print(f"{len(lessons):,} documents, {sum(len(one.allowed) for one in lessons):,} tokens")
    start = weights_of(finder)
    mean = learn_head_often(finder, lessons, HeadCourse(args.epochs, args.rate), args.seeds)
    take(finder, {k: old + args.share * (mean[k] - old) for k, old in start.items()})
    nlp.to_disk(args.output)


def read_lessons(nlp: Language, path: Path, kept: Path) -> Iterator[TokenLesson]:
    """What texts teach, as the encoder shows them; it is asked once, and what it says is kept.

    nlp (Language): The pipeline.
    path (Path): Labelled texts.
    kept (Path): Folder that keeps what the encoder showed.
    YIELDS (TokenLesson): Of each text of which the encoder sees anything.
    """
    kept.mkdir(parents=True, exist_ok=True)
    classes = len(nlp.get_pipe(FINDER).classes)
    read = (nlp.path / ENCODER / "model", path)
    told = blake2b(b"".join(file.read_bytes() for file in read), digest_size=8).hexdigest()
    docs = DocBin().from_disk(path).get_docs(nlp.vocab)
    for number, part in enumerate(_parts(list(docs))):
        file = kept / f"{told}-{number}.npz"
        if not file.exists():
            if not (shown := list(_look(nlp, part))):
                continue
            _write(file, shown)
            print(file, flush=True)
        yield from _read(file, classes)


def settled(finder: HipsNer, lesson: TokenLesson) -> TokenLesson:
    """A lesson in which the finder keeps to what it finds wherever the gold leaves it open.

    finder (HipsNer): Its weights are those of before.
    lesson (TokenLesson): Such as of a text that marks names alone, but no ages.
    RETURNS (TokenLesson): The same with one class for every token, if the gold allows it.
    """
    found = finder.predict_seen([lesson.seen])[0].argmax(axis=1)
    every = np.arange(len(found))
    is_open = (lesson.allowed.sum(axis=1) > 1) & (lesson.allowed[every, found] > 0)
    one = np.eye(lesson.allowed.shape[1], dtype="f4")[found]
    return TokenLesson(lesson.seen, np.where(is_open[:, None], one, lesson.allowed))


def _parts(docs: list[Doc]) -> Iterator[list[Doc]]:
    stream = iter(docs)
    while part := list(islice(stream, PART)):
        yield part


def _look(nlp: Language, docs: list[Doc]) -> Iterator[TokenLesson]:
    finder: HipsNer = nlp.get_pipe(FINDER)
    before = nlp.pipe_names[: nlp.pipe_names.index(FINDER)]
    with nlp.select_pipes(enable=before):
        shown = list(nlp.pipe(doc.text for doc in docs))
    for doc, gold in zip(shown, docs, strict=True):
        lesson = finder.lesson(Example(doc, gold))
        if lesson.seen.at.any():
            yield TokenLesson(lesson.seen, lesson.allowed[lesson.seen.at])


def _write(file: Path, lessons: list[TokenLesson]) -> None:
    """Write lessons, so that the file is whole or not there."""
    lengths = [len(one.allowed) for one in lessons]
    new = file.with_suffix(".part")
    with new.open("wb") as out:
        np.savez(
            out,
            lengths=np.array(lengths, dtype="i4"),
            vectors=np.concatenate([one.seen.vectors for one in lessons]).astype("f2"),
            looks=np.concatenate([one.seen.looks for one in lessons]),
            allowed=np.packbits(np.concatenate([one.allowed for one in lessons]) > 0, axis=1),
        )
    new.replace(file)


def _read(file: Path, classes: int) -> Iterator[TokenLesson]:
    with np.load(file) as kept:
        vectors, looks, bits = kept["vectors"], kept["looks"], kept["allowed"]
        ends = np.cumsum(kept["lengths"]).tolist()
    allowed = np.unpackbits(bits, axis=1, count=classes).astype("f4")
    for begin, end in zip([0, *ends], ends, strict=False):
        own = slice(begin, end)
        seen = Seen(vectors[own].astype("f4"), looks[own], np.ones(end - begin, dtype=bool))
        yield TokenLesson(seen, allowed[own])


if __name__ == "__main__":
    main()
