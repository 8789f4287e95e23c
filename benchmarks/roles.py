"""Who is hidden and who is kept: every figure about roles of a whole pipeline, in one run.

    python benchmarks/roles.py en_hips_student --data ../shared/data --part essays,public,roles

Parts: essays (labelled student essays in two readings, beside published tools), public (persons of
public corpora and cited authors), roles (real texts with roles, test and what is set aside from
training), generated (unseen templates and names, by region and gender), ambiguity (pairs written
for this), namesakes (private people of generated documents under the names of public figures,
beside other names), cost (the filter's share of the time; what the other parts ran counts too).
Shares come with 95 % intervals over documents. Nothing here is trained or tuned on.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language

from spacy_hips import read_group
from spacy_hips.core.labels import NAME_LABELS
from spacy_hips.core.spans import Replacement
from spacy_hips.desk.run.batches import Result
from spacy_hips.lab.corpus.exchange import Drawer
from spacy_hips.lab.corpus.identities import People, TableNames
from spacy_hips.lab.corpus.publics import Namesakes, Publics
from spacy_hips.lab.corpus.roles import DOUBT, RoleText, read_generated, read_roles, variants
from spacy_hips.lab.evaluate.fairness import Recalls, hidden, read_mentions
from spacy_hips.lab.evaluate.gold import Gold, read_gold, with_roles
from spacy_hips.lab.evaluate.measure import Counting, Evaluation, documents_of
from spacy_hips.lab.evaluate.roles import KEPT, RoleFigures, RoleMention, Roles, score_roles
from spacy_hips.text.lexicon.tables import name_tables
from spacy_hips.who.judging.verdicts import Verdict, read_verdicts

FILTER, NER_KEY, STUDENT = "hips_filter", "pii_ner", "NAME_STUDENT"
PARTS = ("essays", "public", "roles", "generated", "ambiguity", "namesakes", "cost")
BATCH = 64
# Of how many generated documents private people get other names, and the longest of these.
NAMESAKES, LONGEST = 250, 4000
# Shen et al.: students' names in essays of the same kind, as their authors state them.
PUBLISHED = {
    "Presidio": {"P": 0.24},
    "Azure": {"P": 0.26},
    "GPT-4o-mini, fine-tuned": {"P": 0.61, "R": 0.96},
    "the same, verified": {"P": 0.88, "R": 0.80},
}
SHORT = {"private_hidden": "hidden", "private_persons": "persons", "private_documents": "documents",
         "public_kept": "public kept", "not_names_untouched": "no names untouched",
         "extra_names": "no names / 1,000"}  # fmt: skip
LINKED = {"GUM, in Wikipedia, full name": ("gum", ("PERSON_WIKI",), 2),
          "GUM, in Wikipedia, one word": ("gum", ("PERSON_WIKI",), 1),
          "CrossNER": ("crossner", ("PERSON_",), 0)}  # fmt: skip
CITED = "authors cited in papers"
LINKED_GOALS = {"GUM, in Wikipedia, full name": 0.95, "CrossNER": 0.95, CITED: 0.97}

RIGHT, HIDDEN = "right", "public, hidden"
LEFT, MISSED = "private, kept", "private, not found"
OUTCOMES = (RIGHT, HIDDEN, LEFT, MISSED)

Row = dict[str, Any]


@dataclass(frozen=True)
class Done:
    """What the pipeline did with one text, as plain data."""

    text: str
    anonymized: str
    replacements: tuple[Replacement, ...]
    spans: tuple
    found: frozenset[tuple[int, int]]
    verdicts: tuple[Verdict, ...]

    @cached_property
    def replaced(self) -> list[tuple[int, int]]:
        return [(r.start, r.end) for r in self.replacements if r.action not in KEPT]

    def at(self, threshold: float) -> list[Replacement]:
        """What would be replaced at another threshold of the filter."""
        judged = {place for v in self.verdicts for place in v.places}
        rest = [r for r in self.replacements if (r.start, r.end) not in judged]
        return rest + [
            Replacement(start, end, start, end, v.label, v.id, "surrogate", "")
            for v in self.verdicts
            if v.public < threshold
            for start, end in v.places
        ]


@dataclass
class Timed:
    """A pipeline that notes how long each of its components takes."""

    nlp: Language
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    words: int = 0

    def __post_init__(self) -> None:
        # What components build late must not be built inside a zone.
        self.nlp("Ana warms up.")

    def __call__(self, texts: Iterable[str]) -> Iterator[Done]:
        texts = iter(texts)
        while batch := list(islice(texts, BATCH)):
            with self.nlp.memory_zone():
                yield from [self._done(doc) for doc in self._run(batch)]

    def _run(self, texts: Sequence[str]) -> list:
        start = time.process_time()
        docs = [self.nlp.make_doc(text) for text in texts]
        self.seconds["tokenizer"] += time.process_time() - start
        self.words += sum(len(text.split()) for text in texts)
        for name, pipe in self.nlp.pipeline:
            start = time.process_time()
            run = getattr(pipe, "pipe", None)
            docs = list(run(docs, batch_size=BATCH)) if run else [pipe(doc) for doc in docs]
            self.seconds[name] += time.process_time() - start
        return docs

    @staticmethod
    def _done(doc: Any) -> Done:
        names = {(s.start, s.end) for s in read_group(doc, NER_KEY) if s.label in NAME_LABELS}
        return Done(doc.text, doc._.anonymized, doc._.replacements, tuple(read_group(doc, "pii")),
                    frozenset(names), tuple(read_verdicts(doc)))  # fmt: skip


class Benchmark:
    """The parts, on one pipeline."""

    def __init__(self, nlp: Language, args: argparse.Namespace) -> None:
        self.run = Timed(nlp)
        self.nlp, self.args, self.data = nlp, args, args.data
        self.results: Row = {}
        self.reached: dict[str, Row] = {}

    # Essays

    def essays(self) -> None:
        path = self.args.essays or self.data / "student_essays" / "dev.jsonl"
        if not there(path):
            return
        gold = read_gold(str(path))[: self.args.limit]
        done = list(self.run(g.text for g in gold))
        self._students(gold, done)
        roles = self.args.essay_roles or path.with_name("dev_roles.jsonl")
        if there(roles):
            named = with_roles(gold, str(roles))
            values = self._figures(
                "essays: roles read by hand", [g.roles for g in named], done
            ).values
            self._goal("essays: public mentions kept", values.get("public_kept"), 0.75)
            untouched = values.get("not_names_untouched")
            self._goal("essays: places without a name untouched", untouched, 0.95)
            extra = values.get("extra_names")
            self._goal("essays: no names / 1,000 words", extra, 0.3, most=True)

    def _students(self, gold: Sequence[Gold], done: Sequence[Done]) -> None:
        students = [
            Roles(tuple(RoleMention(s, e, "student") for s, e, lb in g.spans if lb == STUDENT))
            for g in gold
        ]
        figures = RoleFigures([
            score_roles(d.text, roles, d.replacements)
            for d, roles in zip(done, students, strict=True)
        ])  # fmt: skip
        figures.resample(self.args.bootstrap)
        names = ("private_hidden", "private_persons", "private_documents")
        self._table("essays: students of the gold hidden", named(figures, names))
        self._goal("essays: students hidden", figures.values.get("private_hidden"), 0.97)
        found = lost = 0
        for d, roles in zip(done, students, strict=True):
            own = [m for m in roles.mentions if (m.start, m.end) in d.found]
            found += len(own)
            kept = score_roles(d.text, Roles(tuple(own)), d.replacements).get("private_hidden")
            lost += int(kept[1] - kept[0]) if kept else 0
        total = sum(len(roles.mentions) for roles in students)
        candidates = sum(len(d.found) for d in done)
        words = sum(len(d.text.split()) for d in done)
        self._table("essays: the finder and the filter", {"names": {
            "gold": total, "found by the finder": found, "of these lost by the filter": lost,
            "found / 1,000 words": 1000 * candidates / words}})  # fmt: skip
        self._goal("essays: found students lost by the filter", lost, 1, most=True)
        self._label(gold, done)

    def _label(self, gold: Sequence[Gold], done: Sequence[Done]) -> None:
        """The label NAME_STUDENT against gold that counts students only, beside other tools."""
        counting = Counting(gold, labels=STUDENT)
        scores = [
            counting.score(g, Result(document, d.anonymized, d.replacements, d.spans))
            for g, d, document in zip(gold, done, documents_of(gold), strict=True)
        ]
        all_ = Evaluation(scores, frozenset((STUDENT,)))
        all_.resample(self.args.bootstrap, 0)
        own = {"P": "p", "R": "r", "F1": "f1", "F5": "f5"}
        values = all_.all.to_json()
        rows: dict[str, Row] = {"this pipeline": {
            head: with_interval(values[key], all_.intervals.get(key)) for head, key in own.items()
        }}  # fmt: skip
        rows |= {f"{name} (published)": dict(row) for name, row in PUBLISHED.items()}
        self._table("essays: label NAME_STUDENT", rows)
        for head, wanted in (("P", 0.75), ("R", 0.93), ("F5", 0.93)):
            self._goal(f"essays: {head} of NAME_STUDENT", values[own[head]], wanted)

    # Public persons

    def public(self) -> None:
        rows: dict[str, Row] = {}
        if there(path := self.data / "persons" / "test.jsonl"):
            records = [r for r in jsonl(path) if r["source"].startswith(("gum", "crossner"))]
            records = records[: self.args.limit]
            done = list(self.run(r["text"] for r in records))
            for name, (source, labels, words) in LINKED.items():
                rows[name] = self._kept(name, records, done, source, labels, words)
        if there(path := self.data / "persons" / "cited_authors_test.jsonl"):
            records = list(jsonl(path))[: self.args.limit]
            done = list(self.run(r["text"] for r in records))
            rows[CITED] = self._kept(CITED, records, done, "", ("CITED",), 0)
        self._table("public persons kept", {name: row for name, row in rows.items() if row})

    def _kept(
        self, title: str, records: Sequence[Row], done: Sequence[Done], source: str,
        labels: tuple[str, ...], words: int,
    ) -> Row:  # fmt: skip
        """words: 2 for names of two or more, 1 for names of one, 0 for any."""
        figures, found, total = [], 0, 0
        for record, d in zip(records, done, strict=True):
            if not record["source"].startswith(source):
                continue
            mentions = tuple(
                RoleMention(s, e, "public")
                for (s, e, _), fine in zip(record["spans"], finer(record), strict=True)
                if fine.startswith(labels)
                and words in (0, min(2, len(record["text"][s:e].split())))
            )
            total += len(mentions)
            found += sum(any(s < m.end and m.start < e for s, e in d.found) for m in mentions)
            figures.append(score_roles(d.text, Roles(mentions), d.replacements))
        if not total:
            return {}
        all_ = RoleFigures(figures)
        all_.resample(self.args.bootstrap)
        if title in LINKED_GOALS:
            self._goal(f"kept: {title}", all_.values.get("public_kept"), LINKED_GOALS[title])
        return {"mentions": total, "found as names": found / total,
                **named(all_, ("public_kept", "public_persons"))["share"]}  # fmt: skip

    # Real texts with roles

    def roles(self) -> None:
        folder = self.data / "roles"
        if there(folder / "test.jsonl"):
            gold = read_gold(str(folder / "test.jsonl"))[: self.args.limit]
            done = list(self.run(g.text for g in gold))
            values = self._figures("real texts: test", [g.roles for g in gold], done).values
            self._goal("real texts: public mentions kept", values.get("public_kept"), 0.85)
        if there(folder / "train.jsonl"):
            rows = [
                r for r in read_roles(folder / "train.jsonl", self.data / "background")
                if r.set_aside
            ][: self.args.limit]  # fmt: skip
            done = list(self.run(r.text for r in rows))
            parts = defaultdict(list)
            for row, d in zip(rows, done, strict=True):
                mentions = tuple(RoleMention(m.start, m.end, m.role, m.key, m.label == DOUBT)
                                 for m in row.marks)  # fmt: skip
                parts[row.source].append((Roles(mentions), d))
            self._by_source("real texts: set aside from training", parts)

    def _by_source(self, title: str, parts: dict[str, list[tuple[Roles, Done]]]) -> None:
        rows = {}
        for source in (*sorted(parts), "all"):
            own = parts.get(source) or [pair for pairs in parts.values() for pair in pairs]
            figures = RoleFigures([score_roles(d.text, r, d.replacements) for r, d in own])
            figures.resample(self.args.bootstrap)
            rows[source] = {"texts": len(own), **named(figures, tuple(SHORT))["share"]}
            if source == "self_dialogue":
                kept = figures.values.get("public_kept")
                self._goal("talks set aside: public mentions kept", kept, 0.85)
        self._table(title, rows)
        self._sweep(title, [pair for pairs in parts.values() for pair in pairs])

    def _figures(
        self, title: str, roles: Sequence[Roles | None], done: Sequence[Done]
    ) -> RoleFigures:
        pairs = [(r or Roles(), d) for r, d in zip(roles, done, strict=True)]
        figures = RoleFigures([score_roles(d.text, r, d.replacements) for r, d in pairs])
        figures.resample(self.args.bootstrap)
        rows = {
            name: {"value": with_interval(part / whole, figures.intervals.get(name)),
                   "of": f"{part:,.0f} / {whole:,.5g}"}
            for name, (part, whole) in figures.rates.items()
        }  # fmt: skip
        lost = sum(own_fault(r, d) for r, d in pairs)
        if whole := figures.rates.get("private_hidden", (0, 0))[1]:
            rows["private, kept by the filter"] = {"value": f"{lost / whole:.3f}",
                                                   "of": f"{lost:,} / {whole:,.0f}"}  # fmt: skip
        self._table(title, rows)
        self._sweep(title, pairs)
        return figures

    def _sweep(self, title: str, pairs: Sequence[tuple[Roles, Done]]) -> None:
        """The same at other thresholds, each for all, from the probabilities of this run."""
        if not self.args.thresholds or not any(d.verdicts for _, d in pairs):
            return
        rows = {}
        for threshold in self.args.thresholds:
            figures = RoleFigures([score_roles(d.text, r, d.at(threshold)) for r, d in pairs])
            rows[f"{threshold:.3f}"] = named(figures, tuple(SHORT))["share"]
        self._table(f"{title}, by threshold", rows)

    # Generated documents

    def generated(self) -> None:
        path = self.args.generated
        if path is None or not there(path):
            return
        records = list(jsonl(path))[: self.args.limit]
        done = list(self.run(r["text"] for r in records))
        recalls = Recalls(("region", "gender"))
        kinds: dict[str, Counter[bool]] = defaultdict(Counter)
        roles = []
        for record, d in zip(records, done, strict=True):
            mentions = read_mentions(record)
            recalls.add(mentions, hidden(mentions, d.replaced))
            roles.append(Roles(tuple(RoleMention(*entry) for entry in record["roles"])))
            touched = {i for start, end in d.replaced for i in range(start, end)}
            for start, end, role, key in record["roles"]:
                if role == "public":
                    kind = record["persons"][key]["kind"]
                    kinds[kind][not touched & set(range(start, end))] += 1
        figures = self._figures("generated: unseen templates and names", roles, done)
        self._goal("generated: private mentions hidden", figures.values.get("private_hidden"), 0.99)
        self._addresses(records, done)
        self._table("generated: public persons kept by kind", {
            kind: {"mentions": sum(c.values()), "kept": c[True] / sum(c.values())}
            for kind, c in sorted(kinds.items())})  # fmt: skip
        for kind in recalls.kinds:
            fair = recalls.figures(kind, self.args.bootstrap)
            rows = {
                name: {"mentions": g.mentions, "names": g.names,
                       "hidden": with_interval(g.recall, g.interval)}
                for name, g in fair.groups.items()
            }  # fmt: skip
            if fair.gap is not None:
                rows["best - worst, points"] = {"hidden": with_interval(fair.gap, fair.interval)}
                self._goal(f"generated: points between {kind}s", fair.gap, 1.5, most=True)
            self._table(f"generated: private persons hidden by {kind}", rows)

    def _addresses(self, records: Sequence[Row], done: Sequence[Done]) -> None:
        counts: dict[str, Counter[bool]] = defaultdict(Counter)
        for record, d in zip(records, done, strict=True):
            touched = {i for start, end in d.replaced for i in range(start, end)}
            for start, end, which in record["urls"]:
                counts[which][bool(touched & set(range(start, end)))] += 1
        self._table("generated: web addresses", {
            which: {"addresses": sum(c.values()), "replaced": c[True] / sum(c.values())}
            for which, c in sorted(counts.items())})  # fmt: skip

    # Pairs

    def ambiguity(self) -> None:
        if not there(self.args.ambiguity):
            return
        records = list(jsonl(self.args.ambiguity))
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        wrong = []
        for record, d in zip(records, self.run(r["text"] for r in records), strict=True):
            outcome = judged(record, d)
            for name in (record["kind"], "all"):
                counts[name][outcome] += 1
            if outcome != RIGHT:
                wrong.append((record["id"], outcome))
        rows = {
            name: {"texts": sum(counts[name].values()),
                   **{outcome: counts[name][outcome] for outcome in OUTCOMES}}
            for name in (*sorted(set(counts) - {"all"}), "all")
        }  # fmt: skip
        self._table("ambiguous names, by text", rows)
        self._goal("ambiguous names: private ones kept", counts["all"][LEFT], 0, most=True)
        for key, outcome in wrong if self.args.wrong else ():
            print(f"wrong: {key}, {outcome}")

    # Namesakes

    def namesakes(self) -> None:
        """Private people in the same texts, called like nobody known and like public figures."""
        path = self.args.generated
        if path is None or not there(path):
            return
        tables = name_tables()
        sources: dict[str, Drawer] = {
            "any": People(TableNames(tables), "test", balance="region"),
            "of public figures": Namesakes(Publics("test"), tables),
        }
        texts = [t for t in read_generated(path) if t.has_private and len(t.text) < LONGEST]
        texts = texts[: self.args.limit or NAMESAKES]
        rows = {}
        for name, source in sources.items():
            changed = [variant for t in texts for variant in variants(t, 1, source, seed=1)]
            counts = Counter(
                is_hidden
                for t, d in zip(changed, self.run(t.text for t in changed), strict=True)
                for is_hidden in full_names_hidden(t, d)
            )
            if counts:
                rows[name] = {
                    "full names": counts.total(), "hidden": counts[True] / counts.total()
                }  # fmt: skip
        self._table("namesakes: private people with names", rows)

    # Persons or mentions, and cost

    def decide(self) -> None:
        """Each mention alone, as other verifiers judge it, beside each person as a whole."""
        pipe = self.nlp.get_pipe(FILTER)
        before, rows = pipe.decide, {}
        for way in ("person", "mention"):
            pipe.decide = way
            for name, gold in self._with_roles():
                pairs = zip(gold, self.run(g.text for g in gold), strict=True)
                figures = RoleFigures(
                    [score_roles(d.text, g.roles or Roles(), d.replacements) for g, d in pairs]
                )
                rows[f"{name}, by {way}"] = named(figures, tuple(SHORT))["share"]
        pipe.decide = before
        self._table("decided by person or by mention", rows)

    def _with_roles(self) -> Iterator[tuple[str, list[Gold]]]:
        essays = self.args.essays or self.data / "student_essays" / "dev.jsonl"
        roles = self.args.essay_roles or essays.with_name("dev_roles.jsonl")
        if essays.is_file() and roles.is_file():
            yield "essays", with_roles(read_gold(str(essays))[: self.args.limit], str(roles))
        if (path := self.data / "roles" / "test.jsonl").is_file():
            yield "real texts", read_gold(str(path))[: self.args.limit]

    def cost(self) -> None:
        if not self.run.words:
            return
        total = sum(self.run.seconds.values())
        rows = {
            name: {"CPU seconds": seconds, "share": seconds / total}
            for name, seconds in self.run.seconds.items()
        }
        rows["all"] = {"CPU seconds": total, "words per CPU-second": self.run.words / total}
        self._table("cost by component", rows)
        if FILTER in self.run.seconds:
            self._goal("the filter's share of the time", rows[FILTER]["share"], 0.15, most=True)

    def goals(self) -> None:
        """What the parts that ran were to reach, beside what they reached."""
        self._table("goals", self.reached)

    def _goal(self, name: str, value: float | None, wanted: float, *, most: bool = False) -> None:
        if value is not None:
            good = value <= wanted if most else value >= wanted
            sign = "at most" if most else "at least"
            self.reached[name] = {"wanted": f"{sign} {wanted:g}", "reached": value,
                                  "": "yes" if good else "no"}  # fmt: skip

    def _table(self, title: str, rows: dict[str, Row]) -> None:
        self.results[title] = rows
        table(title, rows)


# Reading and writing


def there(path: Path) -> bool:
    if not path.is_file():
        print(f"\n{path} is not there: its part is left out.")
    return path.is_file()


def jsonl(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def finer(record: Row) -> list[str]:
    """The finer labels of a record's spans; their own where it has no others."""
    return record.get("fine") or [label for _, _, label in record["spans"]]


def kept_places(d: Done) -> set[int]:
    """The characters that the filter took for public."""
    return {i for v in d.verdicts if v.kept for s, e in v.places for i in range(s, e)}


def own_fault(roles: Roles, d: Done) -> int:
    """Private mentions of which the filter keeps something; others were not found."""
    kept = kept_places(d)
    private = [m for m in roles.mentions if m.role != "public" and not m.doubt]
    return sum(not kept.isdisjoint(range(m.start, m.end)) for m in private)


def judged(record: Row, d: Done) -> str:
    """What became of a text of one or more mentions; what errs to public weighs most."""
    touched = {i for start, end in d.replaced for i in range(start, end)}
    kept = kept_places(d)
    found = set()
    for start, end, role in record["spans"]:
        letters = {i for i in range(start, end) if record["text"][i].isalnum()}
        if role == "public":
            found.add(HIDDEN if letters & touched else RIGHT)
        elif letters <= touched:
            found.add(RIGHT)
        else:
            found.add(LEFT if letters & kept else MISSED)
    return next(outcome for outcome in (LEFT, MISSED, HIDDEN, RIGHT) if outcome in found)


def with_interval(value: float | None, interval: Any) -> str:
    if value is None:
        return "-"
    low, high = interval or (None, None)
    return f"{value:.3f}" + ("" if low is None else f" ({low:.3f}-{high:.3f})")


def named(figures: RoleFigures, names: Sequence[str]) -> dict[str, Row]:
    values = figures.values
    return {"share": {
        SHORT.get(name, name): with_interval(values[name], figures.intervals.get(name))
        for name in names if name in values
    }}  # fmt: skip


def full_names_hidden(text: RoleText, done: Done) -> list[bool]:
    """Of each mention of a private person in more than one word, whether it is hidden."""
    touched = {i for start, end in done.replaced for i in range(start, end)}
    return [
        not touched.isdisjoint(range(mark.start, mark.end))
        for mark in text.marks
        if mark.role != "public" and mark.label != DOUBT and " " in text.text[mark.start : mark.end]
    ]


def table(title: str, rows: dict[str, Row]) -> None:
    if not rows:
        return
    columns = list(dict.fromkeys(key for row in rows.values() for key in row))
    print(f"\n| {title} | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}")
    for name, row in rows.items():
        print(f"| {name} | {' | '.join(cell(row.get(c, '')) for c in columns)} |")
    sys.stdout.flush()


def cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if value.is_integer() and value > 1 else f"{value:.3f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", help="installed pipeline or folder")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--part", default=",".join(PARTS), help=f"of {', '.join(PARTS)}, decide")
    parser.add_argument("--essays", type=Path, help="labelled essays, in the place of the data's")
    parser.add_argument("--essay-roles", type=Path, help="their roles by id")
    parser.add_argument("--generated", type=Path, help="documents of the generator's test split")
    parser.add_argument("--ambiguity", type=Path, default=Path("tests/cases/ambiguity.jsonl"))
    parser.add_argument("--threshold", type=float, help="in the place of the pipeline's own")
    parser.add_argument(
        "--thresholds", type=float, nargs="*", help="tell figures at these, too, each for all"
    )
    parser.add_argument("--bootstrap", type=int, default=1000, help="samples; 0 for no intervals")
    parser.add_argument("--limit", type=int, help="texts of each file")
    parser.add_argument("--wrong", action="store_true", help="list the wrong pairs by id")
    parser.add_argument("--json", type=Path, help="write all figures there, too")
    args = parser.parse_args()
    chosen = args.part.split(",")
    if unknown := set(chosen) - {*PARTS, "decide"}:
        parser.error(f"unknown part: {', '.join(sorted(unknown))}")
    nlp = spacy.load(args.model)
    if args.threshold is not None:
        nlp.get_pipe(FILTER).threshold_public = args.threshold
    benchmark = Benchmark(nlp, args)
    steps: dict[str, Callable[[], None]] = {
        name: getattr(benchmark, name) for name in (*PARTS[:-1], "decide", PARTS[-1])
    }
    for name, step in steps.items():
        if name in chosen:
            step()
    benchmark.goals()
    if args.json:
        args.json.write_text(json.dumps(benchmark.results, indent=2) + "\n", "utf8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
