"""Put texts with known roles into .spacy files to train and tune the filter on.

    python scripts/convert_roles.py --roles data/roles/train.jsonl --backgrounds data/background \
        --generated corpus/generated/train.jsonl --persons data/persons/train.jsonl \
        -o train.spacy --dev dev.spacy

Real texts come first: each is taken with several sets of other names for its private people, and
counts more. Persons of public corpora of whom it is known are public. The generator's documents
fill up what is left of `--tokens`, stories about one private person before the others. In a few
texts private people bear the names of public ones: else a listed name would say all. A finder
errs little on templates that it has learnt from: so documents of one half of those that it has not
seen (`--generated-dev`) teach, too, and those of the other half, which share no structure and no
paragraph with them, are set aside.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from spacy_hips.lab.corpus.identities import People, TableNames
from spacy_hips.lab.corpus.library import digest
from spacy_hips.lab.corpus.publics import Namesakes, Publics
from spacy_hips.lab.corpus.roles import (
    DOUBT,
    PUBLIC,
    RoleText,
    read_generated,
    read_labelled,
    read_linked,
    read_roles,
    to_doc,
    variants,
)
from spacy_hips.lab.corpus.shorts import shorts
from spacy_hips.lab.corpus.written import SOURCE as WRITTEN_SOURCE
from spacy_hips.lab.corpus.written import read_written
from spacy_hips.text.lexicon.tables import name_tables

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
# How much a text counts, by where it is from. Real texts that speak of known people count more than
# others: they are few, and what generated documents say of such people is soon learnt.
REAL, LINKED, SILVER, CITED, OWN, WRITTEN = 2.0, 1.0, 0.25, 1.0, 2.0, 1.0
OF_THE_WORLD = {"self_dialogue": 4.0, "gum": 6.0}
# Of corpora whose persons are known to be public: the beginning of their names, their weight, and
# how many tokens are taken at most.
KNOWN = (("gum", 1.5, 40_000), ("crossner", LINKED, 90_000), ("wikigold", LINKED, 30_000),
         ("gmb", SILVER, 60_000), ("elife", CITED, 60_000))  # fmt: skip
# Of these, sentences are also taken alone, as somebody may ask about one.
ALONE = (("crossner", LINKED, 50_000), ("wikigold", LINKED, 15_000))
# A long text gets fewer sets of other names, for it teaches less a word.
LONG_TEXT = 1500
# A document that names one private person so often tells that person's story.
STORY = 10
# Pieces of a few sentences that are taken out of a text: real texts say more.
SHORTS, SHORTS_OF_GENERATED = 6, 1
# Long generated documents are mostly text without names: every fourth is taken.
LONG_DOCUMENT, EVERY = 2200, 4


def main() -> None:
    """Read the sources, write the files."""
    args = _arguments()
    nlp = spacy.blank("en", config=TOKENIZER)
    train, dev = _real(args)
    if args.written:
        _add(train, dev, read_written(Path(args.written)), WRITTEN, args.variants // 2, args.seed)
    if args.generated_dev:
        taught, aside = _unseen(args.generated_dev)
        train += taught
        dev += aside[: args.most_dev]
    if args.labels:
        own = read_labelled(Path(args.labels), whole=args.labels_complete)
        train += [replace(row, weight=OWN) for row in own]
    docs = [to_doc(_with_namesakes(row, args), nlp) for row in train]
    # Whole texts name so many people that pieces of their variants would outweigh all else.
    docs += _shorts([row for row in train if not _is_written_variant(row)], SHORTS, args, nlp)
    if args.persons:
        docs += _known(args, nlp, {row.id for row in train + dev})
    docs += _generated(args, nlp, args.tokens - sum(map(len, docs)))
    Random(args.seed).shuffle(docs)
    _write(docs, args.output)
    if args.dev:
        _write([to_doc(row, nlp) for row in dev], args.dev)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--roles", type=Path, help="jsonl of real texts with roles")
    parser.add_argument("--written", default="", help="folder of marked texts; empty for none")
    parser.add_argument("--backgrounds", type=Path, help="folder of diaries, to tell writers")
    parser.add_argument("--generated", type=Path, nargs="*", default=[])
    parser.add_argument("--generated-dev", type=Path, help="of templates that no finder has seen")
    parser.add_argument("--most-dev", type=int, default=800, help="of these, at most, for --dev")
    parser.add_argument("--persons", type=Path, help="jsonl of public corpora, with `fine`")
    parser.add_argument("--labels", default="", help="your own labelled texts; empty for none")
    _add_switch(parser, "--labels-complete", "your labels mark every private person")
    _add_switch(parser, "--share-alike", "also take rows under a share-alike licence")
    parser.add_argument("--variants", type=int, default=8, help="sets of other names of a text")
    parser.add_argument("--namesakes", type=float, default=0.02, help="share of the training texts "
                        "whose private people are called like public figures")  # fmt: skip
    parser.add_argument("--shorts", action="store_true", help="also take pieces of a few sentences")
    parser.add_argument("--tokens", type=int, default=1_200_000, help="of the training file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--dev", type=Path, help="where to write what is set aside")
    args = parser.parse_args()
    args.labels_complete = args.labels_complete == "yes"
    args.share_alike = args.share_alike == "yes"
    for name in ("roles", "persons"):
        path = getattr(args, name)
        if path and not path.is_file():
            sys.stderr.write(f"{path} is not there: training without it.\n")
            setattr(args, name, None)
    return args


def _add_switch(parser: argparse.ArgumentParser, name: str, text: str) -> None:
    """A switch that a recipe can also set by a word: bare, "yes" or "no"."""
    parser.add_argument(
        name, nargs="?", const="yes", default="no", choices=("yes", "no"), help=text
    )


def _real(args: argparse.Namespace) -> tuple[list[RoleText], list[RoleText]]:
    """Real texts with their variants: those to train on, and those that are set aside."""
    rows = read_roles(args.roles, args.backgrounds) if args.roles else []
    rows = [
        replace(row, weight=_weight(row.source))
        for row in rows
        if args.share_alike or not row.share_alike
    ]
    train: list[RoleText] = []
    dev: list[RoleText] = []
    for row in rows:
        _add(train, dev, [row], row.weight, args.variants, args.seed)
    return train, dev


def _add(
    train: list[RoleText],
    dev: list[RoleText],
    rows: Sequence[RoleText],
    weight: float,
    most: int,
    seed: int,
) -> None:
    """Put texts with their variants on the side where they belong."""
    for row in rows:
        aside = row.set_aside
        others = variants(row, _count(row, most), _people("dev" if aside else "train"), seed)
        side = dev if aside else train
        side += (replace(own, weight=1.0 if aside else weight) for own in (row, *others))


def _weight(source: str) -> float:
    return next((w for start, w in OF_THE_WORLD.items() if source.startswith(start)), REAL)


def _unseen(path: Path) -> tuple[list[RoleText], list[RoleText]]:
    """Generated documents of templates that no finder has seen, by the half of these."""
    sides: tuple[list[RoleText], list[RoleText]] = [], []
    for row in _mixed(row for row in read_generated(path) if _is_taken(row)):
        sides[row.half].append(row)
    return sides


@cache
def _people(split: str) -> People:
    """Whom private people are exchanged for: of all regions alike.

    With even shares for countries one in thirty would be of Oceania; then English names nearly all
    belong to public people, and teach that.
    """
    return People(TableNames(name_tables()), split, balance="region")


def _count(row: RoleText, most: int) -> int:
    if not row.has_private:
        return 0
    return most if len(row.text) < LONG_TEXT else (most + 2) // 3


def _known(args: argparse.Namespace, nlp: Language, known: set[str]) -> list[Doc]:
    docs: list[Doc] = []
    for (start, weight, most), alone in (*((k, False) for k in KNOWN), *((k, True) for k in ALONE)):
        rows = read_linked(args.persons, (start,), known, alone=alone)
        rows = [row for row in rows if args.share_alike or not row.share_alike]
        docs += _up_to(most, (replace(row, weight=weight) for row in _mixed(rows)), nlp)
    return docs


def _generated(args: argparse.Namespace, nlp: Language, most: int) -> list[Doc]:
    rows = [row for path in args.generated for row in read_generated(path)]
    stories = [row for row in _mixed(rows) if _is_story(row)]
    others = [row for row in _mixed(rows) if not _is_story(row) and _is_taken(row)]
    docs = _shorts((*stories, *others), SHORTS_OF_GENERATED, args, nlp)
    most -= sum(map(len, docs))
    taken = (_with_namesakes(row, args) for row in (*stories, *others))
    return docs + _up_to(most, taken, nlp)


def _shorts(
    rows: Iterable[RoleText], most: int, args: argparse.Namespace, nlp: Language
) -> list[Doc]:
    """Pieces of the texts as documents of their own."""
    if not args.shorts:
        return []
    pieces = (piece for row in rows for piece in shorts(row, most, _people("train"), args.seed))
    return [to_doc(_with_namesakes(piece, args), nlp) for piece in pieces]


def _is_written_variant(row: RoleText) -> bool:
    return row.source.startswith(WRITTEN_SOURCE) and "~" in row.id


def _with_namesakes(row: RoleText, args: argparse.Namespace) -> RoleText:
    """The text, or, seldom, the same with private people who are called like public figures."""
    chance = Random(f"namesakes|{args.seed}|{row.id}").random()
    if not row.has_private or chance >= args.namesakes:
        return row
    return next(variants(row, 1, _namesakes(), args.seed))


@cache
def _namesakes() -> Namesakes:
    return Namesakes(Publics("train"), name_tables())


def _is_story(row: RoleText) -> bool:
    counts = Counter(m.key for m in row.marks if m.role != PUBLIC and m.label != DOUBT)
    return max(counts.values(), default=0) >= STORY


def _is_taken(row: RoleText) -> bool:
    return len(row.text) < LONG_DOCUMENT or digest(row.id) % EVERY == 0


def _mixed(rows: Iterable[RoleText]) -> list[RoleText]:
    """In an order that is by chance, but always the same."""
    return sorted(rows, key=lambda row: digest(row.id))


def _up_to(most: int, rows: Iterable[RoleText], nlp: Language) -> list[Doc]:
    docs: list[Doc] = []
    tokens = 0
    for row in rows:
        if tokens >= most:
            break
        docs.append(to_doc(row, nlp))
        tokens += len(docs[-1])
    return docs


def _write(docs: Sequence[Doc], path: Path) -> None:
    DocBin(docs=docs, store_user_data=True).to_disk(path)
    sys.stdout.write(f"{path}: {len(docs)} documents, {sum(map(len, docs))} tokens\n")
    for source in sorted({doc.user_data["hips_source"] for doc in docs}):
        own = [doc for doc in docs if doc.user_data["hips_source"] == source]
        roles = Counter(span.label_ for doc in own for span in doc.spans["roles"])
        roles["doubtful"] = sum(len(doc.spans["roles_masked"]) for doc in own)
        told = ", ".join(f"{name} {count}" for name, count in sorted(roles.items()) if count)
        sys.stdout.write(f"  {source}: {len(own)} documents, {sum(map(len, own))} tokens; {told}\n")


if __name__ == "__main__":
    main()
