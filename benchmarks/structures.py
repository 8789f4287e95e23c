"""Is a name hidden wherever a text puts it: title pages, sentences, forms, class lists, tables?

    python benchmarks/structures.py PIPELINE [--rounds 10] [--seed 1] [--show]

Names and places are made up for this (structures_places.py), and some of the rules that find them
were written on seeing it, so it shows what they do, no rate in real texts. *Words* are forenames
that are English words ("Lucky", "Will"), which the finder knows least. A name counts as left when a
letter of it is in the output; --show prints where.
"""

from __future__ import annotations

import argparse
import random
import string
import warnings
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import spacy
import structures_places as places
from spacy.language import Language

from spacy_hips.lab.evaluate.measure import KEPT

BODY = (
    "\n\nThe challenge that I faced was the long queue in our canteen. I chose the tool because "
    "people remember stories, and we asked ten guests.",
    "\n\nBrown (2009) says that design is for people. The challenge that I faced was the long "
    "queue. Liedtka et al. (2013) add that we should ask what if.",
)
CALLED, WORDS = 5, 4
"""Of a row of names so many are no words and words."""


class Case(NamedTuple):
    """A text and where names stand in it.

    kind (str): The row of the table.
    text (str): The text.
    names (tuple[tuple[int, int], ...]): The names, in characters.
    """

    kind: str
    text: str
    names: tuple[tuple[int, int], ...]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pipeline", help="with hips_anonymizer; a folder or an installed package")
    parser.add_argument("--rounds", type=int, default=10, help="how often each place is filled")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print where names are left")
    args = parser.parse_args()
    warnings.filterwarnings("ignore")
    total, left = count(spacy.load(args.pipeline), cases(args.rounds, args.seed), args.show)
    print("| names | in all | left |\n|---|---|---|")
    for kind in total:
        print(f"| {kind} | {total[kind]:,} | {left[kind]:,} |")


def count(
    nlp: Language, texts: Iterator[Case], show: bool = False
) -> tuple[Counter[str], Counter[str]]:
    """How many names there are of each kind, and of how many a letter is left."""
    total: Counter[str] = Counter()
    left: Counter[str] = Counter()
    stream = ((case.text, case) for case in texts)
    for doc, case in nlp.pipe(stream, as_tuples=True, batch_size=64):
        gone = {
            i for r in doc._.replacements if r.action not in KEPT for i in range(r.start, r.end)
        }
        for start, end in case.names:
            total[case.kind] += 1
            if any(case.text[i].isalpha() and i not in gone for i in range(start, end)):
                left[case.kind] += 1
                if show:
                    near = case.text[max(0, start - 30) : end + 20]
                    print(f"{case.kind}: {case.text[start:end]!r} in {near!r}")
    return total, left


def cases(rounds: int, seed: int) -> Iterator[Case]:
    """Every place, filled so many times with other names.

    rounds (int): How many times.
    seed (int): What names are drawn from.
    YIELDS (Case): One a text.
    """
    draw, of_chats, of_friends = (random.Random(seed) for _ in range(3))
    for _ in range(rounds):
        for friend in places.INTRODUCED:
            for more, names in (
                ("", places.FORENAMES),
                (", words", places.WORDS),
                (", places", places.TOWNS),
            ):
                kind = f"introduced{more}"
                yield filled(kind, friend, of_friends, names, before="Week 3\n\n", behind=BODY[0])
        for chat in places.CHATS:
            for kind, names in (("chats", places.FORENAMES), ("chats, words", places.WORDS)):
                yield filled(kind, chat, of_chats, names, before="Our group chat\n")
        for title in places.TITLES:
            yield filled("title pages", title, draw, behind=draw.choice(BODY))
        for sentence in places.SENTENCES:
            yield filled("sentences", sentence, draw, before="Reflection\n\n", behind=BODY[0])
        for form in places.FORMS:
            for kind, names in (("forms", places.FORENAMES), ("forms, words", places.WORDS)):
                yield filled(kind, form, draw, names, before="Week 3 report\n\n", behind=BODY[0])
        for row in places.ROWS:
            yield in_row("rows of names", row, ", ", draw)
        for line in places.LINES:
            yield in_row("lists, one a line", line, "\n", draw)


def filled(
    kind: str,
    place: str,
    draw: random.Random,
    forenames: list[str] = places.FORENAMES,
    *,
    before: str = "",
    behind: str = "",
) -> Case:
    """A place with names in it."""
    first, last = draw.sample(forenames, 3), draw.sample(places.SURNAMES, 3)
    full = [" ".join(pair) for pair in zip(first, last, strict=True)]
    called = {
        "first": first[0], "first2": first[1], "first3": first[2], "last": last[0],
        "last2": last[1], "name": full[0], "name2": full[1], "name3": full[2],
        "caps": full[0].upper(), "lower": full[0].lower(), "initial": f"{first[0][0]}. {last[0]}",
        "inverted": f"{last[0]}, {first[0]}", "tied": full[0].replace(" ", "_"),
        "lower_first": first[0].lower(), "lower_first2": first[1].lower(),
        "lower_last": last[0].lower(),
    }  # fmt: skip
    text, found = before, []
    for literal, field, _, _ in string.Formatter().parse(place):
        text += literal
        if field:
            found.append((len(text), len(text) + len(called[field])))
            text += called[field]
    return Case(kind, text + behind, tuple(found))


def in_row(kind: str, place: str, joint: str, draw: random.Random) -> Case:
    """A row of names, some of which are words."""
    names = [*draw.sample(places.FORENAMES, CALLED), *draw.sample(places.WORDS, WORDS)]
    draw.shuffle(names)
    if joint == "\n":
        lines = [place.replace("{n}", str(50 + i)) for i in range(len(names))]
        head = "Name,Score\n" if "," in place else "Present\n"
        row = head + joint.join(line.format(n) for line, n in zip(lines, names, strict=True))
    else:
        row = place.format(joint.join(names))
    found, at = [], 0
    for name in names:
        at = row.index(name, at)
        found.append((at, at + len(name)))
        at += len(name)
    return Case(kind, row + BODY[0], tuple(found))


if __name__ == "__main__":
    main()
