"""Are all names found alike, and what does sparse inference cost each label?

    python benchmarks/fairness.py MODEL [--documents 8200] [--dense 600] [--labels 2000]

Everything is measured on generated documents of names, templates and phrases that training never
saw (split "test"), every region of the UN having the same share of the people:

- recall of the names of private people by region and by gender, with 95 % intervals by document and
  the difference between best and worst in points (at most 1.5 is wanted, over 3,000 names a group;
  what is written alike several times in a document counts as one name, and as several mentions);
- by form of the name as the templates have it, and, as the templates have few of some forms, the
  full names of the same documents rewritten in each form;
- recall of every label that hips_ner finds, by it and by the whole pipeline, sparse and dense, and
  the share of gold that the gate does not send to the encoder.

A name is found when its characters are exact. --hidden runs the whole pipeline and tells also
which names have no letter left in the output. Documents are streamed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import spacy
from names import FINDERS, NER_KEY, ratio, switch_windows, table
from spacy.language import Language
from spacy.tokens import Doc

from spacy_hips import read_group
from spacy_hips.components.ner import TAUGHT_AS
from spacy_hips.core.spans import TokenCover
from spacy_hips.lab.corpus.forms import FORMS
from spacy_hips.lab.corpus.generate import generate
from spacy_hips.lab.corpus.identities import Person, read_places
from spacy_hips.lab.evaluate.fairness import (
    PRIVATE,
    Fairness,
    Recalls,
    found_exactly,
    hidden,
    read_mentions,
)
from spacy_hips.lab.evaluate.measure import KEPT
from spacy_hips.who.persons.mention.parse import parse

LIMIT = 1.5
LEAST = 3000
KINDS = ("region", "gender", "form")
REWRITTEN = ("full", "caps", "lower", "last_first", "reversed", "caps_last", "initials",
             "first_initial", "first_l", "file")  # fmt: skip
SINGLE = ("full", "only name")

Record = dict[str, Any]


def documents(args: argparse.Namespace, count: int, seed: int) -> Iterator[Record]:
    """Documents of unseen names and templates."""
    folders = {
        f"{name}_dir": args.data_dir / name
        for name in ("background", "public")
        if args.data_dir and (args.data_dir / name).is_dir()
    }
    return generate(count, seed, "test", balance="region", **folders)


def through(nlp: Language, records: Iterable[Record], only: tuple[str, ...] = ()) -> Iterator:
    """Each document beside its record, through some components or all."""
    pairs = ((record["text"], record) for record in records)
    chosen = [name for name in nlp.pipe_names if name in only]
    with nlp.select_pipes(enable=chosen) if only else nullcontext():
        for number, (doc, record) in enumerate(nlp.pipe(pairs, as_tuples=True, batch_size=64), 1):
            yield doc, record
            doc._.trf_data = None
            if number % 500 == 0:
                print(f"{number:,} documents", file=sys.stderr)


def spans_of(doc: Doc, key: str) -> list[tuple[int, int]]:
    return [(s.start, s.end) for s in read_group(doc, key)]


# --- names ----------------------------------------------------------------------------------------


def names(
    nlp: Language, records: Iterable[Record], whole: bool, kinds: tuple[str, ...] = KINDS
) -> dict[str, Recalls]:
    """Which names were found, and with the whole pipeline which were hidden."""
    out = {what: Recalls(kinds) for what in (("found", "hidden") if whole else ("found",))}
    for doc, record in through(nlp, records, () if whole else FINDERS):
        mentions = read_mentions(record)
        out["found"].add(mentions, found_exactly(mentions, spans_of(doc, NER_KEY)))
        if whole:
            replaced = [(r.start, r.end) for r in doc._.replacements if r.action not in KEPT]
            out["hidden"].add(mentions, hidden(mentions, replaced))
    return out


def show(figures: Fairness, title: str, wanted: bool = False) -> None:
    """One kind of groups as a table, and the difference."""
    rows = {
        name: {
            "mentions": own.mentions,
            "names": own.names,
            "recall": own.recall,
            "95 %": "{:.3f}-{:.3f}".format(*own.interval),
        }
        for name, own in figures.groups.items()
    }
    table(title, rows)
    if wanted and figures.gap is not None:
        low, high = figures.interval
        few = figures.too_few(LEAST)
        print(
            f"best less worst ({figures.best}, {figures.worst}): {figures.gap:.2f} points "
            f"(95 % {low:.2f} to {high:.2f}), "
            f"{'within' if figures.gap <= LIMIT else 'MORE THAN'} {LIMIT}"
            + (f"; fewer than {LEAST:,} names: {', '.join(few)}" if few else "")
        )


# --- the same documents in every form -------------------------------------------------------------


def rewritten(records: Iterable[Record]) -> Iterator[Record]:
    """Documents whose full names are written in one form after the other, in rotation."""
    number = 0
    for record in records:
        full = [m for m in read_mentions(record) if m.groups["form"] == "full"]
        if full:
            yield write_as(record, REWRITTEN[number % len(REWRITTEN)], {m.person for m in full})
            number += 1


def write_as(record: Record, form: str, keys: set[str]) -> Record:
    """The document with the full names of some people in a form."""
    people = {key: person_of(key, record["persons"][key]) for key in sorted(keys)}
    rng = Random(f"{record['id']}|{form}")
    text, done, at, roles = "", [], 0, []
    wanted = {(m.start, m.end) for m in read_mentions(record) if m.groups["form"] == "full"}
    for start, end, role, key in sorted(record["roles"]):
        text += record["text"][at:start]
        new = record["text"][start:end]
        if (start, end) in wanted and role in PRIVATE and key in people:
            new = FORMS[form](people[key], rng)
            done.append((len(text), len(text) + len(new)))
        roles.append([len(text), len(text) + len(new), role, key])
        text, at = text + new, end
    text += record["text"][at:]
    return {"id": record["id"], "text": text, "roles": roles, "persons": record["persons"],
            "form": form, "rewritten": done}  # fmt: skip


def person_of(key: str, record: dict[str, str]) -> Person:
    """A person whose name is taken apart again."""
    name = parse(record["name"])
    given = [w.text for w in name.words if w.role in ("first", "middle", "initials")]
    place = read_places()[record["country"]]
    person = Person(key, record["role"], record["kind"], record["gender"], place, tuple(given), ())
    family = [w.text for w in name.words if w.role in ("last", "particle")]
    return replace(person, family=tuple(family)) if given else replace(person, given=tuple(family))


def forms(nlp: Language, records: Iterable[Record]) -> dict[str, dict[str, float]]:
    """Recall of the rewritten names by form."""
    counts: Counter[tuple[str, bool]] = Counter()
    for doc, record in through(nlp, rewritten(records), FINDERS):
        found = set(spans_of(doc, NER_KEY))
        counts.update((record["form"], place in found) for place in record["rewritten"])
    return {form: share(counts, form) for form in REWRITTEN}


def share(counts: Counter[Any], *key: Any) -> dict[str, float]:
    both = [counts[*key, hit] for hit in (True, False)]
    return {"n": sum(both), "recall": ratio(both[0], sum(both))}


# --- labels and the gate --------------------------------------------------------------------------


def labels(nlp: Language, records: list[Record]) -> dict[str, dict[str, float]]:
    """Recall by label, sparse and dense, and what the gate does not send."""
    known = nlp.get_pipe("hips_ner").labels
    gold = [
        [(s, e, TAUGHT_AS.get(lb, lb)) for s, e, lb in r["spans"] if TAUGHT_AS.get(lb, lb) in known]
        for r in records
    ]
    out: dict[str, dict[str, float]] = {
        label: {"gold": sum(s[2] == label for row in gold for s in row)} for label in known
    }
    for kind in ("sparse", "dense"):
        with switch_windows(nlp, kind) as getter:
            sent: Counter[str] = Counter()
            hits: Counter[tuple[str, str]] = Counter()
            for (doc, _), own in zip(through(nlp, records), gold, strict=True):
                seen = set(not_sent(doc, own, getter))
                sent.update(span[2] for span in own if span not in seen)
                for who, key in (("ner", NER_KEY), ("all", "pii")):
                    found = {
                        (s.start, s.end, TAUGHT_AS.get(s.label, s.label))
                        for s in read_group(doc, key)
                    }
                    hits.update((who, s[2]) for s in own if s in found)
                    places = {s[:2] for s in found}
                    hits.update((f"{who}, any label", s[2]) for s in own if s[:2] in places)
        for label, row in out.items():
            if kind == "sparse":
                row["not sent"] = 1 - ratio(sent[label], row["gold"])
            for who in ("ner", "ner, any label", "all"):
                row[f"{kind}: {who}"] = ratio(hits[who, label], row["gold"])
    for row in out.values():
        row["gate costs"] = row["dense: ner"] - row["sparse: ner"]
    return {label: row for label, row in out.items() if row["gold"]}


def not_sent(doc: Doc, gold: list[tuple[int, int, str]], getter: Any) -> Iterator[Any]:
    """Gold of which the encoder does not see every token."""
    seen = {i for span in getter([doc])[0] for i in range(span.start, span.end)}
    cover = TokenCover(doc)
    for span in gold:
        start, end = cover(span[0], span[1])
        if not all(i in seen for i in range(start, end)):
            yield span


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("model", help="installed pipeline or folder")
    parser.add_argument("--documents", type=int, default=8200, help="for regions and genders")
    parser.add_argument("--dense", type=int, default=0, help="of these also by the dense encoder")
    parser.add_argument("--forms", type=int, default=4000, help="documents to rewrite names in")
    parser.add_argument("--labels", type=int, default=2000, help="documents for labels")
    parser.add_argument("--hidden", action="store_true", help="also what the whole pipeline hides")
    parser.add_argument("--country", action="store_true", help="also by country")
    parser.add_argument("--data-dir", type=Path, help="folder with background/ and public/")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--json", type=Path, help="write all figures")
    args = parser.parse_args()
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    begin = time.process_time()
    nlp = spacy.load(args.model)
    scores: dict[str, Any] = {}
    kinds = (*KINDS, "country") if args.country else KINDS
    for windows, count in (("sparse", args.documents), ("dense", args.dense)):
        if count:
            with switch_windows(nlp, windows):
                done = names(nlp, documents(args, count, args.seed), args.hidden, kinds)
            for what, recalls in done.items():
                for kind in recalls.kinds:
                    figures = recalls.figures(kind)
                    scores.setdefault(f"{windows} {what}", {})[kind] = figures.to_json()
                    show(
                        figures, f"names {what}, {windows}, by {kind}", kind in ("region", "gender")
                    )
    if args.forms:
        rows = documents(args, args.forms, args.seed + 1)
        scores["forms"] = forms(nlp, rows)
        table("full names of the same kind of documents, rewritten", scores["forms"])
    if args.labels:
        scores["labels"] = labels(nlp, list(documents(args, args.labels, args.seed + 2)))
        table("labels", scores["labels"])
    print(f"\n{time.process_time() - begin:,.0f} CPU-seconds")
    if args.json:
        args.json.parent.mkdir(parents=True, exist_ok=True)
        args.json.write_text(json.dumps(scores, indent=2) + "\n", "utf8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
