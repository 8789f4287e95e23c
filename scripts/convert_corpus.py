"""Put labelled texts of several sources into one .spacy file to train on.

    python scripts/convert_corpus.py generated.jsonl --persons persons/train.jsonl -o train.spacy

Generated documents know every label. Of a source of other people's labels only those are taught
that it marks wherever they occur. Half of its short texts are joined, so that they are seen in
context, half stand alone, as somebody may ask about one.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import regex
import spacy
from spacy.tokens import Doc, DocBin

from spacy_hips.desk.annotations.annotations import Annotated, read_annotations, to_docs
from spacy_hips.lab.corpus.exchange import exchange
from spacy_hips.lab.corpus.identities import People, TableNames
from spacy_hips.lab.corpus.render import Mark
from spacy_hips.lab.corpus.roles import RoleText, read_roles
from spacy_hips.lab.corpus.splice import read_backgrounds
from spacy_hips.lab.corpus.written import names_of_people, read_written
from spacy_hips.text.lexicon.tables import fold, name_tables

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
# What a source of public corpora marks wherever it occurs; persons alone where it is not named.
COMPLETE = {"wnut17": ("PERSON", "USERNAME"), "btc": ("PERSON", "USERNAME")}
# Silver labels, or labels only where somebody speaks: not worth their price.
LEFT_OUT = ("gmb", "irc")
# Nor texts under a licence that asks the same of what is made from them.
SHARE_ALIKE = "CC-BY-SA"
# Labelled by hand, and like what people write: seen so often, each time with other names.
TIMES = {"litbank": 2, "gum": 5, "uner": 10, "wnut17": 2, "presidio": 2}
# So often those of which every person's role is known, and so every person.
TIMES_OF_ROLES, TIMES_OF_WRITTEN = 4, 8
ALONE = 0.5
CHARACTERS = 900
ROLES = ("student", "instructor", "private", "public")
# Nameless passages are joined to documents as long as essays are.
ESSAY = 3500
# Texts of other languages: what their corpora mark beside persons, and how often each is seen.
MARKED_OF_LANGUAGES = {"es": ("PERSON", "LOCATION", "EMPLOYER", "AGE", "DATE")}
TIMES_OF_LANGUAGES = {"sv": 3, "de": 2}
# Under a licence that asks the same of what is made from them; and without blanks between words, so
# that a token holds more than a name.
SHARE_ALIKE_LANGUAGES, WITHOUT_BLANKS = "uner_", "_zh_"
# Of public texts so many are seen once more in small letters, and in capitals.
IN_SMALL_LETTERS, IN_CAPITALS = 0.12, 0.03
# A sample has so many words of a source of public texts and of a language, and each text once, but
# so many of those that are not public English once more in small letters.
SAMPLE, SAMPLE_OF_LANGUAGE, SAMPLE_OF_ROLES, ALSO_SMALL = 10_000, 25_000, 60_000, 0.35
# Of generated texts, so many short ones for each are made of their sentences: this share of one
# sentence, the others of some, by turns; most in small letters. Characters of a sentence.
SHORT_TEXTS, ALONE_IN_TURNS, SMALL_SENTENCES = 2, 0.55, 0.7
TURNS, CHARACTERS_OF_SENTENCE = 6, 160
SENTENCE = regex.compile(r"[^\s](?:[^\n.!?]|[.!?](?!\s))*[.!?]*")


def main() -> None:
    """Read the sources, write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("generated", type=Path, nargs="*", help="documents of the generator")
    parser.add_argument("--persons", type=Path, help="jsonl of public corpora, with `source`")
    parser.add_argument(
        "--share-alike",
        nargs="?",
        const="yes",
        default="no",
        choices=("yes", "no"),
        help="also take rows under a share-alike licence",
    )
    parser.add_argument("--roles", type=Path, help="jsonl of real texts with roles")
    parser.add_argument("--written", default="", help="folder of marked texts; empty for none")
    parser.add_argument("--languages", type=Path, help="folder of LANGUAGE_train.jsonl")
    parser.add_argument("--dressed", action="store_true", help="some texts in other letters, too")
    less = "each text once, of a source some; many once more in small letters (teach_finder.py)"
    parser.add_argument("--sample", action="store_true", help=less)
    parser.add_argument("--nameless", type=Path, help="folder of background texts without names")
    parser.add_argument("--nameless-documents", type=int, default=400)
    parser.add_argument("--labels", default="", help="your own labelled texts; empty for none")
    parser.add_argument("--labelled", nargs="+", help="labels that --labels marks everywhere")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args()
    nlp = spacy.blank("en", config=TOKENIZER)
    small = ALSO_SMALL if args.sample else 0.0
    docs, to_cut = [], []
    for path in args.generated:
        records = list(read_annotations(path))
        docs += _docs(_also_small(records, small, path.name), nlp)
        to_cut += records
    if args.persons and args.persons.exists():
        docs += _public(args.persons, nlp, args.share_alike == "yes", args.dressed, args.sample)
    elif args.persons:
        sys.stderr.write(f"{args.persons} is not there: training on templates alone.\n")
    if args.roles and args.roles.exists():
        rows = _of_roles(args.roles, args.nameless, args.persons, args.share_alike == "yes")
        records = _often(rows, 1 if args.sample else TIMES_OF_ROLES)
        docs += _docs(_first(records, SAMPLE_OF_ROLES) if args.sample else records, nlp, ["PERSON"])
    if args.written:
        rows = [
            names_of_people(row) for row in read_written(Path(args.written)) if not row.set_aside
        ]
        records = _often(rows, 1 if args.sample else TIMES_OF_WRITTEN)
        docs += _docs(_also_small(records, small, "written"), nlp, ["PERSON"])
    if args.sample and to_cut:
        docs += _docs(in_turns(to_cut), nlp)
    if args.languages and args.languages.is_dir():
        docs += _of_languages(args.languages, nlp, args.share_alike == "yes", args.sample)
    if args.nameless and args.nameless.is_dir():
        docs += _nameless(args.nameless, nlp, args.nameless_documents)
    if args.labels:
        docs += _docs(read_annotations(Path(args.labels), overlaps="longest"), nlp, args.labelled)
    Random(args.seed).shuffle(docs)
    DocBin(docs=docs, store_user_data=True).to_disk(args.output)
    sys.stdout.write(f"{args.output}: {len(docs)} documents, {sum(map(len, docs))} tokens\n")


def _docs(
    records: Iterable[Annotated], nlp: spacy.language.Language, labelled: list[str] | None = None
) -> list[Doc]:
    docs = to_docs(records, nlp, misaligned="expand", labelled=labelled)
    return [doc for doc in docs if len(doc)]


def _nameless(folder: Path, nlp: spacy.language.Language, most: int) -> list[Doc]:
    """Documents as long as essays in which nobody is named: most real essays are such."""
    tables = name_tables()
    passages = read_backgrounds(
        folder, "train", lambda w: tables.is_forename(w) and not tables.is_common_word(w)
    )
    records, text = [], ""
    for passage in passages:
        text += passage.text + "\n"
        if len(text) >= ESSAY:
            records.append(Annotated("", text, ()))
            text = ""
    return _docs(records[:most], nlp, ["PERSON", "USERNAME"])


def _first(records: Iterable[Annotated], words: int) -> list[Annotated]:
    """So many words of the texts, in an order of chance that is always the same."""
    drawn = list(records)
    Random("sample").shuffle(drawn)
    taken: list[Annotated] = []
    while drawn and words > 0:
        taken.append(drawn.pop())
        words -= len(taken[-1].text.split())
    return taken


def _also_small(records: Iterable[Annotated], share: float, source: str) -> Iterator[Annotated]:
    """The texts, and a share of them once more in small letters."""
    rng = Random(f"{source}|small")
    for record in records:
        yield record
        low = record.text.lower()
        if rng.random() < share and len(low) == len(record.text) and low != record.text:
            yield Annotated(record.id, low, record.spans)


def in_turns(records: Iterable[Annotated]) -> Iterator[Annotated]:
    """Sentences of texts, some alone and some in turns, as people write who share two languages.

    records (Iterable[Annotated]): Texts of several languages, each of one.
    YIELDS (Annotated): Short texts, most in small letters and without a stop at the end.
    """
    rng = Random("turns")
    texts = [found for record in records if (found := list(_sentences(record)))]
    for _ in range(SHORT_TEXTS * len(texts)):
        one = [rng.choice(rng.choice(texts))]
        if rng.random() >= ALONE_IN_TURNS:
            one += [rng.choice(rng.choice(texts)) for _ in range(rng.randint(1, TURNS - 1))]
        between = rng.choice((" ", "\n", ". "))
        if rng.random() < SMALL_SENTENCES:
            one = [_small(sentence) for sentence in one]
        yield _joined_by(one, between)


def _sentences(record: Annotated) -> Iterator[Annotated]:
    """The sentences of a text that are not long, and cut no mention."""
    for match in SENTENCE.finditer(record.text):
        start, end = match.span()
        own = [(s, e, label) for s, e, label in record.spans if s < end and e > start]
        if end - start <= CHARACTERS_OF_SENTENCE and all(
            s >= start and e <= end for s, e, _ in own
        ):
            spans = tuple((s - start, e - start, label) for s, e, label in own)
            yield Annotated("", match.group(), spans)


def _small(sentence: Annotated) -> Annotated:
    low = sentence.text.lower()
    if len(low) != len(sentence.text):
        return sentence
    ends = max((end for _, end, _ in sentence.spans), default=0)
    return Annotated("", low[:ends] + low[ends:].rstrip(".!"), sentence.spans)


def _joined_by(records: Iterable[Annotated], between: str) -> Annotated:
    text, spans = "", []
    for record in records:
        text += between if text else ""
        spans += [(s + len(text), e + len(text), label) for s, e, label in record.spans]
        text += record.text
    return Annotated("", text, tuple(spans))


def _public(
    path: Path, nlp: spacy.language.Language, share_alike: bool, dressed: bool, sample: bool
) -> list[Doc]:
    by_source: dict[str, list[Annotated]] = defaultdict(list)
    for row in _rows(path):
        alike = row.get("licence", "").startswith(SHARE_ALIKE)
        if not row["source"].startswith(LEFT_OUT) and (share_alike or not alike):
            by_source[row["source"]].append(_annotated(row, _labelled(row["source"])))
    docs: list[Doc] = []
    people = People(TableNames(name_tables()), "train")
    for source, records in by_source.items():
        times = next((n for start, n in TIMES.items() if source.startswith(start)), 1)
        if sample:
            times, records = 1, _first(records, SAMPLE)
        for number in range(times):
            rng = Random(f"{source}|{number}")
            taken = _partly_joined(records, rng)
            if number:
                taken = (_with_other_names(r, people, rng) for r in taken)
            docs += _docs(taken, nlp, _labelled(source))
        if dressed:
            docs += _docs(in_other_letters(records, source), nlp, _labelled(source))
    return docs


def in_other_letters(records: Iterable[Annotated], source: str) -> Iterator[Annotated]:
    """Some texts in small letters and some in capitals, as people write on telephones.

    records (Iterable[Annotated]): Texts as they are.
    source (str): Where they are from; which texts are taken follows from it.
    YIELDS (Annotated): The texts so written, but those whose length would change.
    """
    rng = Random(f"{source}|letters")
    for record in records:
        drawn = rng.random()
        if drawn < IN_SMALL_LETTERS:
            text = record.text.lower()
        elif drawn < IN_SMALL_LETTERS + IN_CAPITALS:
            text = record.text.upper()
        else:
            continue
        if len(text) == len(record.text) and text != record.text:
            yield Annotated(record.id, text, record.spans)


def _of_languages(
    folder: Path, nlp: spacy.language.Language, share_alike: bool, sample: bool
) -> list[Doc]:
    """Texts of other languages, also with other names; of a sample, also in small letters."""
    docs: list[Doc] = []
    people = People(TableNames(name_tables()), "train")
    for path in sorted(folder.glob("*_train.jsonl")):
        alike = path.name.startswith(SHARE_ALIKE_LANGUAGES)
        if WITHOUT_BLANKS in path.name or (alike and not share_alike):
            continue
        language = path.name.removeprefix(SHARE_ALIKE_LANGUAGES).partition("_")[0]
        labels = MARKED_OF_LANGUAGES.get(language, ("PERSON",))
        records = [_annotated(row, labels) for row in _rows(path)]
        if sample:
            some = _first(records, SAMPLE_OF_LANGUAGE)
            docs += _docs(_also_small(some, ALSO_SMALL, language), nlp, list(labels))
            continue
        for number in range(TIMES_OF_LANGUAGES.get(language, 1)):
            rng = Random(f"{language}|{number}")
            taken = (_with_other_names(r, people, rng) for r in records) if number else records
            docs += _docs(taken, nlp, list(labels))
    return docs


def _of_roles(
    path: Path,
    backgrounds: Path | None,
    persons: Path | None,
    share_alike: bool,
) -> list[RoleText]:
    """Texts all of whose people are marked, but those that the filter is tuned on."""
    known = {row["id"] for row in _rows(persons)} if persons and persons.exists() else set()
    return [
        row
        for row in read_roles(path, backgrounds)
        if not (row.set_aside or row.id in known or (row.share_alike and not share_alike))
    ]


def _often(rows: Iterable[RoleText], times: int) -> Iterator[Annotated]:
    """Texts so many times, each time but the first with other names for everybody."""
    people = People(TableNames(name_tables()), "train")
    for row in rows:
        for number in range(times):
            text, marks = row.text, list(row.marks)
            if number:
                rng = Random(f"{row.id}|{number}")
                text, marks = exchange(text, marks, people, rng, roles=ROLES)
            yield Annotated(row.id, text, tuple((m.start, m.end, "PERSON") for m in marks))


def _rows(path: Path) -> Iterator[dict]:
    with path.open(encoding="utf8") as lines:
        yield from map(json.loads, lines)


def _labelled(source: str) -> list[str]:
    """The labels that a source marks wherever they occur."""
    return next((list(v) for k, v in COMPLETE.items() if source.startswith(k)), ["PERSON"])


def _annotated(row: dict, labels: Iterable[str]) -> Annotated:
    spans = sorted((s, e, lb) for s, e, lb in row["spans"] if lb in labels)
    return Annotated("", row["text"], tuple(spans))


def _partly_joined(records: Iterable[Annotated], rng: Random) -> Iterator[Annotated]:
    """Texts alone, and the others joined."""
    others = []
    for record in records:
        if rng.random() < ALONE:
            yield record
        else:
            others.append(record)
    yield from _joined(others)


def _with_other_names(record: Annotated, people: People, rng: Random) -> Annotated:
    """The text with somebody else's name for each person; who is written alike is one person."""
    text = record.text
    marks = [
        Mark(start, end, label, "private" if label == "PERSON" else "", fold(text[start:end]))
        for start, end, label in record.spans
    ]
    text, marks = exchange(text, marks, people, rng, roles=["private"])
    return Annotated(record.id, text, tuple((m.start, m.end, m.label) for m in marks))


def _joined(records: Iterable[Annotated]) -> Iterator[Annotated]:
    """The texts, some beneath each other until they are long enough."""
    some: list[Annotated] = []
    for record in records:
        some.append(record)
        if sum(len(one.text) + 1 for one in some) > CHARACTERS:
            yield _joined_by(some, "\n")
            some = []
    if any(one.text.strip() for one in some):
        yield _joined_by(some, "\n")


if __name__ == "__main__":
    main()
