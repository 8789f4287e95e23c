"""Who is who, and new names: how right, how fast.

    python benchmarks/linking.py --cases tests/cases/linking.jsonl --data ../shared

Prints B³ over the hand-made gold, counts words of originals that its surrogates leave, and
measures words per CPU-second of linking and surrogates on student essays, with the names
that were labelled in them (`data/student_essays/dev.jsonl` and `dev_roles.jsonl`) as found spans.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from pathlib import Path

import spacy

from spacy_hips import PiiSpan, write_group
from spacy_hips.components.entities import HipsEntities, read_entities
from spacy_hips.core.ids import Secret
from spacy_hips.core.labels import actions_for
from spacy_hips.core.spans import read_group
from spacy_hips.lab.evaluate.coreference import b_cubed, read_linking, who_is_who
from spacy_hips.replace.surrogates.names import NameSurrogate
from spacy_hips.replace.surrogates.replacer import Draws, Replacer
from spacy_hips.text.lexicon.tables import name_tables
from spacy_hips.who.persons.link.linking import link
from spacy_hips.who.persons.mention.boundaries import tidy
from spacy_hips.who.persons.mention.parse import parse
from spacy_hips.who.persons.search.known import KnownPeople

SECRET = Secret(b"for the benchmark only, 32 bytes")


def draws(scope: str) -> Draws:
    """The keyed choices of one document."""
    return Draws(
        lambda kind, key: SECRET.draw_for(scope, kind, key), SECRET.draw_for(scope, "A", "a")
    )


def gold(path: Path) -> None:
    """B³, and what the surrogates made of the same texts."""
    rows = [json.loads(line) for line in path.read_text("utf8").splitlines()]
    replacer = Replacer({"PERSON": NameSurrogate()}, {})
    actions = actions_for("default", {"EMAIL": "keep", "USERNAME": "keep", "URL_PERSONAL": "keep"})
    pairs, whole, left, mentions, failed = [], 0, 0, 0, 0
    for number, row in enumerate(rows):
        case = read_linking(row["text"])
        result = link(case.text, tidy(case.text, case.found, name_tables()))
        found = who_is_who(result.spans, result.entities)
        pairs.append((case.wanted, found))
        whole += b_cubed(pairs[-1:]).f1 > 0.9999
        done = replacer(case.text, result.spans, result.entities, actions, draws(f"gold:{number}"))
        failed += sum(done.failed.values())
        for r in done.replacements:
            mentions += 1
            left += bool(_words(case.text[r.start : r.end]) & _words(r.surrogate))
    score = b_cubed(pairs)
    print(f"documents {len(rows)}, mentions {score.mentions}, documents without a fault {whole}")
    print(f"B3 precision {score.precision:.4f} recall {score.recall:.4f} F1 {score.f1:.4f}")
    print(f"replaced mentions {mentions}, words of originals left {left}, not made {failed}")


def _words(text: str) -> set[str]:
    """The words that name: no titles, particles, suffixes and no initials."""
    return {word.folded for word in parse(text).core if len(word.text) > 1}


def speed(data: Path, repeat: int) -> None:
    """Words per CPU-second of hips_entities and the name surrogates on essays."""
    folder = data / "data" / "student_essays"
    texts = {r["id"]: r["text"] for r in _rows(folder / "dev.jsonl")}
    spans = {r["id"]: [s[:2] for s in r["spans"]] for r in _rows(folder / "dev_roles.jsonl")}
    nlp = spacy.blank("en")
    component = HipsEntities(nlp.vocab)
    replacer = Replacer({"PERSON": NameSurrogate()}, {})
    docs = []
    for key, text in texts.items():
        doc = nlp.make_doc(text)
        found = [PiiSpan(*place, "PERSON", 0.9, "gold") for place in spans.get(key, ())]
        write_group(doc, "pii_ner", found)
        docs.append(doc)
    component(docs[0])
    words = sum(len(text.split()) for text in texts.values())
    linking = surrogates = mentions = 0.0
    for _ in range(repeat):
        start = time.process_time()
        for doc in docs:
            component(doc)
        middle = time.process_time()
        for number, doc in enumerate(docs):
            found = read_group(doc, "pii")
            mentions += len(found)
            replacer(doc.text, found, read_entities(doc), actions_for(), draws(f"essay:{number}"))
        surrogates += time.process_time() - middle
        linking += middle - start
    total = words * repeat
    print(f"essays {len(docs)}, words {words}, mentions {mentions / repeat:.0f}")
    print(f"linking {total / linking:,.0f} words per CPU-second")
    print(f"surrogates {total / surrogates:,.0f} words per CPU-second")
    print(f"both {total / (linking + surrogates):,.0f} words per CPU-second")


def known_people(count: int) -> None:
    """Building a table of many people, and searching a text for them."""
    tables = name_tables()
    first, last = tables.forenames("US").names, tables.surnames().names
    rows = [
        {"person_id": f"s{i:06}", "name": f"{first[i % len(first)]} {last[i % len(last)]}"}
        for i in range(count)
    ]
    start = time.process_time()
    known = KnownPeople.from_rows(rows)
    built = time.process_time() - start
    text = " ".join(f"Then {row['name']} came and {row['name']} left again." for row in rows)
    start = time.process_time()
    found = known.find(text)
    used = time.process_time() - start
    words = len(text.split())
    print(
        f"known people {count}: built in {built:.1f} s, found {len(found)} of {2 * count},", end=" "
    )
    print(f"{words / used:,.0f} words per CPU-second")


def peak() -> float:
    """The most memory held so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=Path, default=Path("tests/cases/linking.jsonl"))
    parser.add_argument("--data", type=Path, default=Path("../shared"))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--people", type=int, default=20_000)
    options = parser.parse_args()
    start = peak()
    gold(options.cases)
    print(f"memory added by name tables, linking and surrogates {peak() - start:.0f} MB")
    if (options.data / "data").is_dir():
        speed(options.data, options.repeat)
    else:
        print("no essays: give --data")
    known_people(options.people)


if __name__ == "__main__":
    main()
