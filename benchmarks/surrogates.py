"""Measures linking and surrogates where every identifier is given, beside Presidio with Faker.

    python benchmarks/surrogates.py --peers-python PATH/TO/python [--essays ../shared]

Nothing is searched: the spans are gold, so that the figures speak of who is who and of the new
values alone. Three inputs: documents with people of 40 countries in every form of a name, with
dates, ages and numbers (surrogates_docs.py), documents of the corpus generator, and, if their
folder is given, student essays with the names that were labelled by hand (measured, never shown).

The peer's environment: python -m venv peers && peers/bin/pip install presidio-anonymizer faker
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import spacy
from stdnum import iban, luhn
from surrogates_docs import Document, Mark, documents, people
from workers import answers

from spacy_hips import PiiSpan, set_ids, write_group
from spacy_hips.core.ids import Secret
from spacy_hips.core.labels import LABELS
from spacy_hips.text.lexicon.tables import countries, fold, name_tables
from spacy_hips.who.persons.mention.parse import parse

KEY = "for the benchmark only, 32 bytes"
SECRET = Secret(KEY.encode())
NAMES = frozenset(("PERSON", "NAME_STUDENT", "NAME_INSTRUCTOR", "NAME_PRIVATE"))
SURE = 0.75
SURE_REGION = 0.4
TITLES = {
    "forms": "Every form of a name",
    "corpus": "Corpus generator",
    "essays": "Student essays",
}
PRIVATE = frozenset(("student", "private", "instructor"))


@dataclass
class Share:
    """How many of how many."""

    good: int = 0
    all: int = 0

    def add(self, good: bool) -> None:
        self.good += good
        self.all += 1

    def __str__(self) -> str:
        if not self.all:
            return "-"
        return f"{self.good / self.all:.2%} of {self.all:,}"


@dataclass
class Figures:
    """What one tool did with one input."""

    documents: int = 0
    mentions: int = 0
    originals: int = 0
    words_left: int = 0
    collisions: int = 0
    placeholders: int = 0
    gold: Share = field(default_factory=Share)
    linked: Share = field(default_factory=Share)
    gender: Share = field(default_factory=Share)
    region: Share = field(default_factory=Share)
    dates: Share = field(default_factory=Share)
    intervals: Share = field(default_factory=Share)
    ages: Share = field(default_factory=Share)
    births: Share = field(default_factory=Share)
    checksums: Share = field(default_factory=Share)
    same_ids: Share = field(default_factory=Share)
    examples: Counter[str] = field(default_factory=Counter)


Cell = tuple[Mark, str, str]
"""A span, its surrogate, and the entity it was linked to ("" for a tool that links nothing)."""


def measure(docs: Sequence[Document], found: Sequence[dict], show: bool) -> Figures:
    """All figures of one tool."""
    figures = Figures()
    for doc, done in zip(docs, found, strict=True):
        new = {(s, e): (text, entity) for s, e, text, entity in done["spans"]}
        missing = [m for m in doc.marks if (m.start, m.end) not in new]
        cells = [(m, *new[m.start, m.end]) for m in doc.marks if (m.start, m.end) in new]
        figures.documents += 1
        figures.mentions += len(doc.marks)
        figures.examples["span cut or joined"] += len(missing)
        _leaks(doc, done["text"], cells, figures, show)
        _people(doc, cells, figures, show)
        _values(doc, cells, figures)
    return figures


def _leaks(doc: Document, text: str, cells: list[Cell], figures: Figures, show: bool) -> None:
    """Originals in the new text, and words of original names in surrogates.

    What stands beside the spans anyway, such as the weekday where Friday is somebody's name, a
    cited author of the name, or a pronoun, is no original that was left.
    """
    folded, beside = fold(text), fold(_beside(doc))
    words = {w for m in doc.marks if m.label in NAMES for w in _words(_old(doc, m))}
    for mark in doc.marks:
        direct = mark.label in NAMES or LABELS[mark.label].kind == "direct"
        old = fold(_old(doc, mark))
        word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
        kept = len(word.findall(folded)) > len(word.findall(beside))
        if direct and len(old) > 2 and kept:
            figures.originals += 1
            _show(show, "original left", doc, _old(doc, mark))
    for mark, new, _ in cells:
        if new == f"[{mark.label}]":
            figures.placeholders += 1
            figures.examples[f"not made {mark.label}"] += 1
            _show(show, "not made", doc, _old(doc, mark))
        if mark.label in NAMES or LABELS[mark.label].kind == "direct":
            left = _left(doc, mark, fold(new), words)
            figures.words_left += bool(left)
            if left:
                figures.examples[f"word left in {mark.label}"] += 1
                _show(show, f"word left in {mark.label}", doc, f"{_old(doc, mark)} -> {new}")


def _beside(doc: Document) -> str:
    """The text with its spans blotted out."""
    out, last = "", 0
    for mark in sorted(doc.marks, key=lambda m: m.start):
        out += doc.text[last : mark.start] + "\0"
        last = max(last, mark.end)
    return out + doc.text[last:]


def _left(doc: Document, mark: Mark, new: str, words: set[str]) -> bool:
    """Does a surrogate hold a word of an original name?

    Words of the person's own name count inside longer runs of letters too; those of others as a
    run, or as one behind an initial ("jgarcia"): where somebody becomes Danielsen, Daniel is not
    left.
    """
    runs = set(re.findall(r"[^\W\d_]+", new))
    if words & (runs | {run[1:] for run in runs if mark.label not in NAMES}):
        return True
    own = {
        w for m in doc.marks if m.key == mark.key and m.label in NAMES for w in _words(_old(doc, m))
    }
    inside = mark.key and mark.label not in NAMES
    return bool(inside) and any(len(word) > 4 and word in new for word in own)


def _people(doc: Document, cells: list[Cell], figures: Figures, show: bool) -> None:
    by_key: dict[str, list[Cell]] = defaultdict(list)
    by_entity: dict[str, list[Cell]] = defaultdict(list)
    for cell in cells:
        if cell[0].label in NAMES:
            by_key[cell[0].key].append(cell)
            by_entity[cell[2]].append(cell)
    whole: dict[str, set[str]] = defaultdict(set)
    for key, own in by_key.items():
        base = max((c[1] for c in own), key=lambda text: len(_core(text)))
        for _, new, _ in own if key else ():
            figures.gold.add(_fits(new, base))
        if len(_core(base)) > 1:
            whole[" ".join(sorted(_core(base)))].add(key)
        _kept(doc, key, own, figures)
    for entity, own in by_entity.items():
        base = max((c[1] for c in own), key=lambda text: len(_core(text)))
        for mark, new, _ in own if entity else ():
            figures.linked.add(_fits(new, base))
            if not _fits(new, base):
                _show(show, "parts ways", doc, f"{_old(doc, mark)} -> {new} / {base}")
    entities = {c[2] for cells_ in by_entity.values() for c in cells_}
    clash = [keys for keys in whole.values() if len(keys) > 1]
    # Two gold people whom linking took for one are its fault, not a collision of new names.
    figures.collisions += sum(
        len({c[2] for k in keys for c in by_key[k]}) > 1 or not any(entities) for keys in clash
    )


def _kept(doc: Document, key: str, own: list[Cell], figures: Figures) -> None:
    """Gender and region of the new name, where the old one tells them."""
    tables = name_tables()
    full = [(m, new) for m, new, _ in own if len(_core(_old(doc, m))) > 1]
    full = [(m, new) for m, new in full if all(len(w) > 1 for w in _core(_old(doc, m)))]
    if not full:
        return
    mark, new = full[0]
    old, now = parse(_old(doc, mark)), parse(new)
    first, last = _part(old, "first"), _part(old, "last")
    new_first, new_last = _part(now, "first"), _part(now, "last")
    told = tables.gender(first)
    if first and new_first and told.confidence >= SURE:
        guess = tables.gender(new_first)
        if guess.confidence >= SURE:
            figures.gender.add(guess.label == told.label)
    if first and last and new_first and new_last:
        before, after = tables.region(first, last, 0.0), tables.region(new_first, new_last, 0.0)
        if min(before.confidence, after.confidence) >= SURE_REGION:
            figures.region.add(_region(before.label) == _region(after.label))


def _values(doc: Document, cells: list[Cell], figures: Figures) -> None:
    shifts: set[int] = set()
    unread = 0
    ages: dict[str, int] = {}
    births: dict[str, int] = {}
    ids: list[str] = []
    for mark, new, _ in cells:
        old = _old(doc, mark)
        if mark.label in ("DATE", "DATE_OF_BIRTH") and mark.check:
            parsed = _date(new, mark.check)
            figures.dates.add(parsed is not None)
            before = _date(old, mark.check)
            assert before is not None
            unread += parsed is None and mark.label == "DATE"
            if parsed and mark.label == "DATE":
                shifts.add((parsed - before).days)
            elif parsed:
                births[mark.key] = parsed.year - before.year
        elif mark.label == "AGE" and old.isdigit():
            ages[mark.key] = int(new) - int(old) if new.isdigit() else 99
            figures.ages.add(1 <= abs(ages[mark.key]) <= 2)
        elif mark.check in ("luhn", "iban"):
            figures.checksums.add((luhn if mark.check == "luhn" else iban).is_valid(new))
        elif mark.check == "same id":
            ids.append(new.replace("-", ""))
    if any(m.label == "DATE" and m.check for m, _, _ in cells):
        figures.intervals.add(len(shifts) == 1 and not unread)
    for key in ages.keys() & births.keys():
        figures.births.add(births[key] == -ages[key])
    if ids:
        figures.same_ids.add(len(set(ids)) == 1)


def _date(text: str, form: str) -> datetime.date | None:
    try:
        return datetime.datetime.strptime(text, form).date()
    except ValueError:
        return None


def _old(doc: Document, mark: Mark) -> str:
    return doc.text[mark.start : mark.end]


def _words(text: str) -> set[str]:
    """The folded words that name: no titles, particles, suffixes, initials."""
    return {w for w in _core(text) if len(w) > 2}


def _core(text: str) -> list[str]:
    return [word.folded for word in parse(text).core]


def _part(name: object, role: str) -> str:
    return " ".join(word.text for word in name.having(role))  # type: ignore[attr-defined]


def _fits(new: str, base: str) -> bool:
    """Is a name written with the words, or initials of the words, of another?"""
    own = _core(base)
    flat = "".join(own)
    initials = {w[0] for w in own}
    for word in _core(new):
        spelt = word in own or any(o.startswith(word) or word.startswith(o) for o in own)
        letters = len(word) <= 3 and set(word) <= initials
        if not (spelt or letters or word in flat):
            return False
    return True


def _region(place: str) -> str:
    known = countries().get(place)
    if known is not None:
        return known.region
    inside = [c.region for c in countries().values() if place in (c.culture, c.family, c.region)]
    return Counter(inside).most_common(1)[0][0] if inside else place


def _show(show: bool, what: str, doc: Document, text: str) -> None:
    if show:
        print(f"    {what}: {doc.id}: {text}")


# --- the inputs -----------------------------------------------------------------------------------


def generated(count: int, seed: int) -> list[Document]:
    """Documents of the corpus generator; only private people are hidden."""
    from spacy_hips.lab.corpus.generate import generate

    out = []
    for row in generate(count, seed, "test"):
        roles = {(s, e): (role, key) for s, e, role, key in row["roles"]}
        marks = []
        for start, end, label in row["spans"]:
            role, key = roles.get((start, end), ("", ""))
            if label != "PERSON" or role in PRIVATE:
                marks.append(Mark(start, end, label, key))
        out.append(Document(row["id"], row["text"], marks))
    return out


def essays(folder: Path) -> list[Document]:
    """Student essays with the private names that were labelled by hand."""
    root = folder / "data" / "student_essays"
    texts = {row["id"]: row["text"] for row in _rows(root / "dev.jsonl")}
    out = []
    for row in _rows(root / "dev_roles.jsonl"):
        marks = [Mark(s[0], s[1], "PERSON") for s in row["spans"] if _private(s)]
        out.append(Document(row["id"], texts[row["id"]], marks))
    return out


def _private(span: Sequence) -> bool:
    return any(str(part).lower() in PRIVATE for part in span[2:])


def _rows(path: Path) -> Iterable[dict]:
    with path.open(encoding="utf8") as lines:
        return [json.loads(line) for line in lines]


def ask(python: str, tool: str, docs: Sequence[Document]) -> dict:
    """Run a tool in its environment."""
    rows = [
        {"id": d.id, "text": d.text, "spans": [[m.start, m.end, m.label] for m in d.marks]}
        for d in docs
    ]
    (answer,) = answers(python, "surrogates_worker.py", tool, rows=rows)
    return answer  # type: ignore[no-any-return]


# --- determinism and scopes -----------------------------------------------------------------------


def pipeline(scope: str = "document", secret: Secret = SECRET) -> spacy.Language:
    """Linking and surrogates over spans that are given."""
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_entities", config={"sources": ["pii_ner"]})
    config = {"profile": "full", "scope": scope}
    nlp.add_pipe("hips_anonymizer", config=config).set_secret(secret)
    return nlp


def made(nlp: spacy.Language, docs: Iterable[Document]) -> list:
    """spaCy documents with gold spans."""
    out = []
    for doc in docs:
        one = set_ids(nlp.make_doc(doc.text), doc=doc.id, author=doc.id)
        spans = [PiiSpan(m.start, m.end, m.label, source="gold") for m in doc.marks]
        write_group(one, "pii_ner", spans)
        out.append(one)
    return out


def same_everywhere(docs: Sequence[Document]) -> list[tuple[str, str]]:
    """Does the output depend on processes or order? In scopes document and corpus."""
    rows = []
    for scope in ("document", "corpus"):
        nlp = pipeline(scope)
        if scope != "document":
            anonymizer = nlp.get_pipe("hips_anonymizer")
            anonymizer.fit(nlp.pipe(made(nlp, docs), disable=["hips_anonymizer"]))
        one = [d._.anonymized for d in nlp.pipe(made(nlp, docs))]
        four = [d._.anonymized for d in nlp.pipe(made(nlp, docs), n_process=4, batch_size=20)]
        back = [d._.anonymized for d in nlp.pipe(made(nlp, docs[::-1]))][::-1]
        rows.append((f"1 and 4 processes, scope {scope}", _yes(one == four)))
        rows.append((f"in another order, scope {scope}", _yes(one == back)))
        if scope == "document":
            other = pipeline(scope, Secret(b"another secret for the benchmark"))
            changed = [d._.anonymized for d in other.pipe(made(other, docs))]
            same = sum(a == b for a, b in zip(one, changed, strict=True))
            rows.append(("documents alike with another secret", str(same)))
    return rows


def corpus_scope(count: int) -> list[tuple[str, str]]:
    """So many people in one scope, then a second batch."""
    everybody = people(count + count // 20, 3)
    nlp = pipeline("corpus")
    anonymizer = nlp.get_pipe("hips_anonymizer")
    first = _mentioning(everybody[:count])
    register = anonymizer.fit(nlp.pipe(made(nlp, first), disable=["hips_anonymizer"]))
    before = {key: dict(entry.new or {}) for key, entry in register.entries.items()}
    names = [fold(f"{new['first']} {new['last']}") for new in before.values() if new]
    originals = {fold(" ".join(name)) for name in everybody[:count]}
    register.collect(
        anonymizer.find(doc)
        for doc in nlp.pipe(made(nlp, _mentioning(everybody[count:])), disable=["hips_anonymizer"])
    )
    register.allocate(anonymizer.replacer.makers)
    changed = sum(dict(register.entries[key].new or {}) != new for key, new in before.items())
    after = [fold(f"{e.new['first']} {e.new['last']}") for e in register.entries.values() if e.new]
    return [
        (f"new names of {count:,} people", f"{len(names):,}"),
        ("collisions among them", str(len(names) - len(set(names)))),
        ("that are somebody's original", str(len(set(names) & originals))),
        (f"changed by a second batch of {count // 20:,}", str(changed)),
        ("collisions after it", str(len(after) - len(set(after)))),
    ]


def _mentioning(names: Sequence[tuple[str, str]]) -> list[Document]:
    """Short documents of two people each."""
    out = []
    for number in range(0, len(names), 2):
        text, marks = "", []
        for first, last in names[number : number + 2]:
            start = len(text)
            text += f"{first} {last}"
            marks.append(Mark(start, len(text), "PERSON"))
            text += " was here. "
        out.append(Document(f"{names[number]}", text, marks))
    return out


def _yes(value: bool) -> str:
    return "identical" if value else "DIFFERENT"


# --- the report -----------------------------------------------------------------------------------

# What is documented of the release script of CRAPII (Holmes et al., 2024): its published code.
CRAPII = {
    "originals left": "handles in /channel/, /@name, /c/ paths; characters beside ASCII in IDs",
    "words of originals in surrogates": "not checked",
    "identity collisions": "every new name of a pool in a document gets one surrogate",
    "mentions of one person agree": "a lone surname is taken for a forename",
    "gender kept": "by the forename",
    "region kept": "by the surname",
    "dates valid": "digits at random: most get an impossible month",
    "intervals exact": "no",
    "ages within 2 years": "kept as they are",
    "birth dates agree": "no",
    "checksums valid": "no",
    "an ID spelt twice is one": "no",
}


def table(title: str, columns: dict[str, Figures], extra: dict[str, dict]) -> None:
    """One input, all tools."""
    rows = {
        "originals left": lambda f: str(f.originals),
        "words of originals in surrogates": lambda f: str(f.words_left),
        "identity collisions": lambda f: str(f.collisions),
        "mentions of one person agree": lambda f: str(f.gold),
        "mentions of one linked entity agree": lambda f: str(f.linked),
        "gender kept": lambda f: str(f.gender),
        "region kept": lambda f: str(f.region),
        "dates valid": lambda f: str(f.dates),
        "intervals exact": lambda f: str(f.intervals),
        "ages within 2 years": lambda f: str(f.ages),
        "birth dates agree": lambda f: str(f.births),
        "checksums valid": lambda f: str(f.checksums),
        "an ID spelt twice is one": lambda f: str(f.same_ids),
        "surrogates not made": lambda f: str(f.placeholders),
    }
    first = next(iter(columns.values()))
    print(f"\n{title}: {first.documents:,} documents, {first.mentions:,} spans")
    names = [*columns, "CRAPII's script (documented)"]
    print("| | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 1) + "|")
    for row, cell in rows.items():
        cells = [cell(f) for f in columns.values()]
        print(f"| {row} | " + " | ".join([*cells, CRAPII.get(row, "-")]) + " |")
    speeds = [f"{a['words'] / max(a['seconds'], 1e-9):,.0f}" for a in extra.values()]
    print("| words per CPU-second | " + " | ".join([*speeds, "-"]) + " |")
    memory = [f"{a['memory'] - a['base']:.0f} (all {a['memory']:.0f})" for a in extra.values()]
    print("| resident memory beyond its imports, MB | " + " | ".join([*memory, "-"]) + " |")
    for name, figures in columns.items():
        notes = {k: v for k, v in figures.examples.items() if v}
        if notes:
            print(f"  {name}: " + ", ".join(f"{k} {v}" for k, v in sorted(notes.items())))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--documents", type=int, default=2000, help="of each generated input")
    parser.add_argument("--people", type=int, default=20_000, help="of the corpus scope; 0: none")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--only", choices=("forms", "corpus", "essays"), help="one input only")
    parser.add_argument("--peers-python", help="interpreter with presidio-anonymizer and faker")
    parser.add_argument("--essays", type=Path, help="folder that holds data/student_essays")
    parser.add_argument("--show", action="store_true", help="list faults of the generated inputs")
    args = parser.parse_args()
    os.environ["HIPS_SECRET"] = KEY
    readers: dict[str, Callable[[], list[Document]]] = {
        "forms": lambda: list(documents(args.documents, args.seed)),
        "corpus": lambda: generated(args.documents, args.seed),
    }
    if args.essays:
        readers["essays"] = lambda: essays(args.essays)
    if args.only:
        readers = {args.only: readers[args.only]}
    tools = {
        "spacy-hips": ("ours", sys.executable),
        "as CRAPII's (crapii2024)": ("crapii2024", sys.executable),
    }
    if args.peers_python:
        tools["Presidio + Faker"] = ("presidio", args.peers_python)
    for name, read in readers.items():
        docs = read()
        answers = {title: ask(python, tool, docs) for title, (tool, python) in tools.items()}
        shown = args.show and name != "essays"
        columns = {
            tool: measure(docs, answer["found"], shown and tool == "spacy-hips")
            for tool, answer in answers.items()
        }
        table(TITLES[name], columns, answers)
    print("\nThe same output?")
    for row in same_everywhere(list(documents(min(args.documents, 300), args.seed))):
        print("| {} | {} |".format(*row))
    if args.people:
        print("\nScope corpus")
        for row in corpus_scope(args.people):
            print("| {} | {} |".format(*row))


if __name__ == "__main__":
    main()
