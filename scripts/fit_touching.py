"""Learn what tells names apart that touch, and print it for find/names/tokens/touching.py.

    python scripts/fit_touching.py training/model-best

Writes documents of the generator's dev split, whose names and templates the finder never saw, lets
the finder say where names begin, and learns from half of the rows of names how to cut them (an
averaged perceptron); on the other half it tells how many names come out whole.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import numpy as np
import spacy
from spacy.language import Language
from tqdm import tqdm

from spacy_hips.find.names.decoding import SURE, fold
from spacy_hips.find.names.tokens.touching import LONGEST_ROW, Row, cuts, rows
from spacy_hips.lab.corpus.generate import generate
from spacy_hips.text.lexicon.words import Lexicon

Rows = Sequence[tuple[Row, list[int]]]


def labelled_rows(nlp: Language, documents: int, seed: int) -> Iterator[tuple[Row, list[int]]]:
    """The rows of names of generated documents, and where names begin in them."""
    encoder, finder = nlp.get_pipe("hips_transformer"), nlp.get_pipe("hips_ner")
    lexicon = Lexicon()
    for record in tqdm(generate(documents, seed, "dev", balance="region"), total=documents):
        doc = encoder(nlp.make_doc(record["text"]))
        _, odds = fold(finder.predict([doc])[0], len(finder.labels))
        gold = [span[:2] for span in record["spans"] if span[2] == "PERSON"]
        names = np.zeros(len(doc), dtype=bool)
        for start, end in gold:
            if span := doc.char_span(start, end, alignment_mode="expand"):
                names[span.start : span.end] = True
        starts = {start for start, _ in gold}
        for first, last in rows(doc, names):
            begins = [i - first for i in range(first + 1, last) if doc[i].idx in starts]
            row = Row(doc[first:last].text.split(" "), odds[first:last].tolist(), lexicon)
            if len(row) == last - first <= LONGEST_ROW:
                yield row, begins


def total(row: Row, begins: Sequence[int]) -> defaultdict[str, float]:
    """The sum of all signs of one way to cut a row."""
    sums: defaultdict[str, float] = defaultdict(float)
    before, borders = 0, [0, *begins, len(row)]
    for start, end in pairwise(borders):
        for sign, much in row.signs(start, end, before):
            sums[sign] += much
        before = end - start
    return sums


def learn(labelled: Rows, epochs: int, rate: float = 0.1) -> dict[str, float]:
    """An averaged perceptron (Collins 2002, figure 1)."""
    rng, labelled = random.Random(1), list(labelled)
    weights: defaultdict[str, float] = defaultdict(float)
    summed: defaultdict[str, float] = defaultdict(float)
    for _ in range(epochs):
        rng.shuffle(labelled)
        for row, begins in labelled:
            found = cuts(row, weights)
            if found != begins:
                right, wrong = total(row, begins), total(row, found)
                for sign in right.keys() | wrong.keys():
                    weights[sign] += rate * (right[sign] - wrong[sign])
            for sign, worth in weights.items():
                summed[sign] += worth
    return {sign: worth / (epochs * len(labelled)) for sign, worth in sorted(summed.items())}


def whole(labelled: Rows, find: Callable[[Row], list[int]]) -> str:
    """How many names a way to cut leaves whole."""
    names = right = 0
    for row, begins in labelled:
        gold, found = ([0, *b, len(row)] for b in (begins, find(row)))
        pairs = set(pairwise(found))
        names += len(gold) - 1
        right += sum(pair in pairs for pair in pairwise(gold))
    return f"{right} of {names} names whole, {names - right} not"


def sure_cuts(row: Row) -> list[int]:
    """The cuts at which the finder by itself is sure."""
    return [i for i in range(1, len(row)) if row.odds[i] > SURE]


def main() -> None:
    """Learn, tell, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", help="a pipeline with hips_transformer and hips_ner")
    parser.add_argument("--documents", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=72)
    parser.add_argument("--epochs", type=int, default=8)
    args = parser.parse_args()
    labelled = list(labelled_rows(spacy.load(args.model), args.documents, args.seed))
    half = len(labelled) // 2
    weights = learn(labelled[:half], args.epochs)
    print("by the finder's odds:", whole(labelled[half:], sure_cuts))
    print("by these weights:    ", whole(labelled[half:], lambda row: cuts(row, weights)))
    for sign, worth in weights.items():
        print(f'        "{sign}": {worth:.2f},')


if __name__ == "__main__":
    main()
