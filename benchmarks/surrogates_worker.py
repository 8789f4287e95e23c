"""Replaces given spans for benchmarks/surrogates.py, in whatever environment the tool lives.

    python surrogates_worker.py ours|crapii2024|presidio < requests.jsonl > answer.json

A request is {"id", "text", "spans": [[start, end, label]]}. The answer has for every text the new
text of each span and the whole new text, and the words, seconds of CPU and resident memory (MB).
Presidio's column is its anonymiser with one Faker call an entity type, the recipe of its own
documentation for pseudonyms; it is given the spans that this package is given.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.language import Language


def resident() -> float:
    """The resident memory at its highest, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def ours(rows: list[dict]) -> tuple[list, float, float]:
    """Linking and surrogates of this package; nothing is searched."""
    import spacy

    nlp = spacy.blank("en")
    base = resident()  # spaCy loads torch where it is installed
    nlp.add_pipe("hips_entities", config={"sources": ["pii_ner"]})
    nlp.add_pipe("hips_anonymizer", config={"profile": "full"})
    return given(nlp, rows, base)


def crapii2024(rows: list[dict]) -> tuple[list, float, float]:
    """The same linking, with surrogates drawn as those of CRAPII were."""
    from spacy_hips.lab.evaluate.attack.replacing import crapii2024 as pipeline

    base = resident()
    return given(pipeline(), rows, base)


def given(nlp: Language, rows: list[dict], base: float) -> tuple[list, float, float]:
    """What a pipeline of this package makes of spans that are given."""
    from spacy_hips import PiiSpan, set_ids, write_group
    from spacy_hips.core.ids import Secret

    nlp.get_pipe("hips_anonymizer").set_secret(Secret(b"for the benchmark only, 32 bytes"))

    def make(row: dict) -> object:
        doc = set_ids(nlp.make_doc(row["text"]), doc=row["id"], author=row["id"])
        write_group(doc, "pii_ner", [PiiSpan(*span, source="gold") for span in row["spans"]])
        return doc

    for pipe in nlp.pipeline:  # tables are read when first needed
        pipe[1](make(rows[0]))
    found, seconds = [], 0.0
    for row in rows:
        doc = make(row)
        begin = time.process_time()
        for _, component in nlp.pipeline:
            doc = component(doc)
        seconds += time.process_time() - begin
        spans = [[r.start, r.end, r.surrogate, r.entity] for r in doc._.replacements]
        found.append({"text": doc._.anonymized, "spans": spans})
    return found, seconds, base


def presidio(rows: list[dict]) -> tuple[list, float, float]:
    """Presidio's anonymiser with Faker."""
    from faker import Faker
    from presidio_anonymizer import AnonymizerEngine
    from presidio_anonymizer.entities import OperatorConfig, RecognizerResult

    fake = Faker()
    fake.seed_instance(1)
    makers = {
        "PERSON": fake.name, "EMAIL": fake.email, "PHONE_NUM": fake.phone_number,
        "USERNAME": fake.user_name, "URL_PERSONAL": fake.url, "IP_ADDRESS": fake.ipv4,
        "STREET_ADDRESS": fake.address, "LOCATION": fake.city, "EMPLOYER": fake.company,
        "SCHOOL": fake.company, "DATE": fake.date, "DATE_OF_BIRTH": fake.date,
        "ID_NUM": lambda: fake.bothify("??######"), "ZIP": fake.postcode,
        "AGE": lambda: str(fake.random_int(12, 60)), "NATIONALITY": fake.country,
    }  # fmt: skip
    operators = {
        label: OperatorConfig("custom", {"lambda": lambda _, make=make: make()})
        for label, make in makers.items()
    }
    engine = AnonymizerEngine()
    found, base = [], resident()
    begin = time.process_time()
    for row in rows:
        spans = [RecognizerResult(label, start, end, 1.0) for start, end, label in row["spans"]]
        done = engine.anonymize(row["text"], spans, operators)
        new = sorted((item.start, item.end) for item in done.items)
        given = sorted((s.start, s.end) for s in spans)
        pairs = zip(given, new, strict=True) if len(given) == len(new) else ()
        cells = [[a, b, done.text[c:d], ""] for (a, b), (c, d) in pairs]
        found.append({"text": done.text, "spans": cells})
    return found, time.process_time() - begin, base


TOOLS = {"ours": ours, "crapii2024": crapii2024, "presidio": presidio}


def main(tool: str) -> None:
    rows = [json.loads(line) for line in sys.stdin]
    found, seconds, base = TOOLS[tool](rows)
    words = sum(len(row["text"].split()) for row in rows)
    answer = {"found": found, "words": words, "seconds": seconds}
    answer |= {"memory": resident(), "base": base}
    print(json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1])
