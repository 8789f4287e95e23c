"""Odd texts: never an exception, an exact way back, the same bytes, and time that is linear."""

from __future__ import annotations

import gc
import importlib.util
import json
import random
import sys
import time
import warnings
from pathlib import Path

import spacy
from spacy.language import Language

from spacy_hips import map_offset

from . import check

TESTS = Path(__file__).parents[2] / "tests"
ROWS = TESTS / "cases" / "linear.jsonl"
OUR_TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
FUZZED, WITH_MODEL = 20_000, 2_000
SHORT, TIMES, MOST, ENOUGH = 4_000, 4, 5.0, 0.3
PERSONS = (500, 2_000)


def _odd(count: int, seed: int) -> list[str]:
    """Texts of hypothesis' strategy in tests/odd/texts.py, drawn by a seed of our own."""
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded

    spec = importlib.util.spec_from_file_location("odd_texts", TESTS / "odd" / "texts.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    out: list[str] = []

    @seeded(seed)
    @settings(
        max_examples=count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(module.odd_texts)
    def collect(text: str) -> None:
        out.append(text)

    collect()
    return out


def _wrong(nlp: Language, texts: list[str]) -> int:
    """Texts whose replacements do not lead from one text to the other and back."""
    wrong = 0
    for doc in nlp.pipe(texts, batch_size=64):
        done, new = doc._.replacements, doc._.anonymized
        text, out, last = doc.text, "", 0
        for r in done:
            out += text[last : r.start] + r.surrogate
            last = r.end
        back = all(map_offset(done, r.new_end, back=True) == r.end for r in done)
        left = any(
            r.label == "EMAIL" and text[r.start : r.end].casefold() in new.casefold() for r in done
        )
        wrong += out + text[last:] != new or not back or left
    return wrong


@check("no odd text raises, is mapped wrongly, or keeps an address that was replaced")
def fuzzed(folder: Path, pipeline: str) -> str:
    warnings.simplefilter("ignore")
    nlp = spacy.blank("en", config=OUR_TOKENIZER)  # spaCy's own raises on lone surrogates
    nlp.add_pipe("hips_anonymizer")
    texts = _odd(FUZZED, 1)
    assert _wrong(nlp, texts) == 0
    assert _wrong(spacy.load(pipeline), texts[:WITH_MODEL]) == 0
    return f"{len(texts):,} by rules, {WITH_MODEL:,} with {pipeline}"


@check("the same bytes for batches of 1 and 64 and in any order")
def batches(folder: Path, pipeline: str) -> str:
    warnings.simplefilter("ignore")
    nlp = spacy.load(pipeline)
    texts = _odd(300, 2)
    one = [doc._.anonymized for doc in nlp.pipe(texts, batch_size=1)]
    assert one == [doc._.anonymized for doc in nlp.pipe(texts, batch_size=64)]
    order = list(range(len(texts)))
    random.Random(3).shuffle(order)
    mixed = [doc._.anonymized for doc in nlp.pipe([texts[i] for i in order], batch_size=16)]
    assert [one[i] for i in order] == mixed
    return f"{len(texts)} texts"


def _seconds(nlp: Language, text: str) -> float:
    gc.collect()
    start = time.process_time()
    nlp(text)
    return time.process_time() - start


def _growth(nlp: Language, row: dict[str, str], short: int) -> float:
    """So many times longer takes a text that is four times as long; the least of a few tries."""
    unit, growth = row["unit"], float("inf")
    texts = [row.get("prefix", "") + unit * (n // len(unit)) for n in (short, TIMES * short)]
    for _ in range(4):
        once, four = (_seconds(nlp, text) for text in texts)
        growth = min(growth, four / once if four > ENOUGH else 0.0)
        if growth <= MOST:
            break
    return growth


@check("four times the length takes at most five times as long, for every adversarial text")
def linear(folder: Path, pipeline: str) -> str:
    warnings.simplefilter("ignore")
    nlp = spacy.load(pipeline)
    nlp("Warm up, Ana Ruiz: ana@x.org.")
    worst, name, steps = 0.0, "", 0
    rows = [json.loads(line) for line in ROWS.read_text("utf8").splitlines()]
    for row in rows:
        growth = _growth(nlp, row, SHORT)
        if growth > MOST:
            # From some length on the encoder sees a text at all: a step, once. What is more than
            # linear shows between longer texts, too.
            growth, steps = _growth(nlp, row, TIMES * SHORT), steps + 1
        if growth > worst:
            worst, name = growth, row["name"]
    assert worst <= MOST, f"{name}: {worst:.1f}"
    return f"{len(rows)} texts, the worst {worst:.1f} ({name}); {steps} with a step before"


@check("so do texts of many persons, and of many addresses")
def persons(folder: Path, pipeline: str) -> str:
    warnings.simplefilter("ignore")
    from spacy_hips.text.lexicon.tables import name_tables

    tables = name_tables()
    fore, sur = tables.forenames().names, tables.surnames().names
    nlp = spacy.load(pipeline)
    told = []
    for form in ("{0} {1} came.", "{0}.{1}@uni.org wrote."):
        took = []
        for count in PERSONS:
            rng = random.Random(count)
            names = [(rng.choice(fore), rng.choice(sur)) for _ in range(count)]
            text = "\n".join(form.format(*name) for name in names)
            took.append(min(_seconds(nlp, text) for _ in range(2)))
        told.append(took[1] / took[0])
    growth = PERSONS[1] / PERSONS[0]
    assert max(told) <= MOST / TIMES * growth, told
    return ", ".join(f"{ratio:.1f}" for ratio in told) + f" times for {growth:.0f} times as many"
