"""A tiny trained pipeline for the command line tests: random encoder, made-up people."""

from __future__ import annotations

import json
from pathlib import Path

import spacy
from spacy.training import Example

from spacy_hips import PiiSpan, write_group

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
# In no table and no template: what is looked for in the files afterwards.
WORDS = ("zorblak", "quimvex", "plithurn", "drazmoof")
PEOPLE = ("Vrekkon Tazzulm", "Oplix Grenwuth", "Jhaspir Mollofex", "Brundlet Quozz")


def texts(n: int = 12) -> list[dict]:
    """Labelled texts of several authors, as a user has them."""
    rows = []
    for i in range(n):
        person, word = PEOPLE[i % len(PEOPLE)], WORDS[i % len(WORDS)]
        text = f"By: {person}\nwe took the {word} to the market and my friend {person} came"
        spans = []
        for start in (text.index(person), text.rindex(person)):
            spans.append([start, start + len(person), "NAME_STUDENT"])
        rows.append({"id": f"t{i}", "author": f"a{i // 2}", "text": text, "spans": spans})
    return rows


def write_rows(path: Path, rows: list[dict]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf8")
    return path


def train_tiny(encoder: str, folder: Path, steps: int = 12) -> Path:
    """What `spacy train` leaves: encoder and finder, trained for a few steps."""
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("hips_transformer", config={"model": {"name": encoder}})
    nlp.add_pipe("hips_ner")
    examples = []
    for row in texts():
        gold = nlp.make_doc(row["text"])
        write_group(gold, "pii", [PiiSpan(s, e, label) for s, e, label in row["spans"]])
        examples.append(Example(nlp.make_doc(row["text"]), gold))
    optimizer = nlp.initialize(lambda: examples)
    optimizer.learn_rate = 0.005
    for _ in range(steps):
        nlp.update(examples, sgd=optimizer, losses={})
    nlp.to_disk(folder)
    return folder
