"""What is a release worth to whoever trains on it?

    python benchmarks/downstream.py en_hips_student [--documents 450]

Generated documents are released in each way that benchmarks/attack.py attacks: with our surrogates,
plain Faker, [REDACTED] and as CRAPII did; all identifiers are found. Two models learn from each
release and from the originals: spaCy's entity recogniser (which names and identifiers are there?)
and a logistic regression on words (which template was it?). Both are asked about originals that
neither has read: what a user of the release will meet in class. Needs Faker and scikit-learn.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence

import spacy
from attack_docs import PRIVATE
from names import Table, table
from spacy.scorer import PRFScore
from spacy.tokens import Doc, Span
from spacy.training import Example
from spacy.util import filter_spans, fix_random_seed, minibatch

from spacy_hips.lab.corpus.generate import Generator
from spacy_hips.lab.evaluate.attack.attacker import Rewritten, Spotted
from spacy_hips.lab.evaluate.attack.replacing import KINDS, OurSurrogates, surrogates

HELD_OUT, ROUNDS, BATCH, DROPOUT, SEED = 3, 8, 4, 0.2, 4
"""Every third document is asked about; the recogniser reads the others so many times."""


def documents(count: int) -> tuple[list[Spotted], list[str]]:
    """Documents with the identifiers of private people, and the template of each."""
    generator, made, templates = Generator("test", balance="region"), [], []
    for number in range(count):
        row = generator.document(SEED, number)
        private = {(s, e) for s, e, role, _ in row["roles"] if role in PRIVATE}
        spans = [
            (s, e, label) for s, e, label in row["spans"] if label != "PERSON" or (s, e) in private
        ]
        made.append(Spotted(row["id"], row["text"], tuple(spans)))
        templates.append(row["meta"]["template"])
    return made, templates


def unchanged(found: Sequence[Spotted]) -> list[Rewritten]:
    """The documents as a release that replaces nothing, to learn from originals."""
    from spacy_hips.lab.evaluate.attack.attacker import Swap

    return [
        Rewritten(d.text, tuple(Swap(s, e, s, e, label) for s, e, label in d.spans)) for d in found
    ]


def examples(nlp: spacy.Language, released: Sequence[Rewritten]) -> Iterator[Example]:
    """Texts with the entities that the release tells."""
    for own in released:
        doc: Doc = nlp.make_doc(own.text)
        spans = (
            doc.char_span(s.new_start, s.new_end, s.label, alignment_mode="expand")
            for s in own.swaps
        )
        entities: list[Span] = filter_spans(span for span in spans if span is not None)
        reference = doc.copy()
        reference.set_ents(entities)
        yield Example(doc, reference)


def recognised(learnt: Sequence[Rewritten], asked: Sequence[Rewritten]) -> PRFScore:
    """How well a recogniser that learnt from a release does on originals."""
    fix_random_seed(SEED)
    nlp = spacy.blank("en")
    nlp.add_pipe("ner")
    rows = list(examples(nlp, learnt))
    optimizer = nlp.initialize(lambda: rows)
    shuffled = random.Random(SEED)
    for _ in range(ROUNDS):
        shuffled.shuffle(rows)
        for batch in minibatch(rows, BATCH):
            nlp.update(batch, drop=DROPOUT, sgd=optimizer)
    score = PRFScore()
    for example in examples(nlp, asked):
        right = {(e.start_char, e.end_char, e.label_) for e in example.reference.ents}
        said = {(e.start_char, e.end_char, e.label_) for e in nlp(example.text).ents}
        score.tp += len(right & said)
        score.fp += len(said - right)
        score.fn += len(right - said)
    return score


def classified(
    learnt: Sequence[str], asked: Sequence[str], kinds: tuple[Sequence[str], Sequence[str]]
) -> float:
    """The share of originals of which the kind is told rightly."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    model = make_pipeline(TfidfVectorizer(sublinear_tf=True), LogisticRegression(max_iter=1000))
    model.fit(learnt, kinds[0])
    return float(model.score(asked, kinds[1]))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("model", help="pipeline whose linking and surrogates are ours")
    parser.add_argument("--documents", type=int, default=450)
    args = parser.parse_args()
    found, templates = documents(args.documents)
    ours = OurSurrogates(spacy.load(args.model))
    ways = {"originals": unchanged(found)}
    ways |= {kind: list(surrogates(kind, ours)(found, SEED)) for kind in KINDS}
    held = range(0, len(found), HELD_OUT)
    read = [n for n in range(len(found)) if n not in set(held)]
    originals = [ways["originals"][n] for n in held]
    kinds = [templates[n] for n in read], [templates[n] for n in held]
    rows: Table = {}
    for way, released in ways.items():
        print(way, file=sys.stderr)
        learnt = [released[n] for n in read]
        score = recognised(learnt, originals)
        rows[way] = {
            "entities: P": score.precision,
            "R": score.recall,
            "F1": score.fscore,
            "template": classified([r.text for r in learnt], [r.text for r in originals], kinds),
        }
    table(f"learnt from {len(read):,} documents, asked about {len(originals):,} originals", rows)


if __name__ == "__main__":
    main()
