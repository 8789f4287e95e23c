"""What a judge learns from some texts: figures on others, beside the pipeline as it was.

    python benchmarks/learning.py en_hips_student --data ../shared/data --part essays --sizes 30,100
    python benchmarks/learning.py en_hips_student --data ../shared/data --part passages --sizes 60
    python benchmarks/learning.py en_hips_student --part written --sizes 60

Parts: essays (labelled student essays; `--students` gives the label NAME_STUDENT alone in place of
roles), passages (of other genres), written (corpus/written/test). Texts are drawn by document with
each seed. Where fewer are left to measure on than were learnt from, all are measured on in turn.
Figures are mentions, as the judge leaves them: what the last net of the pipeline finds besides is
not counted. The encoder is asked about the texts once, and all seeds learn from what it said.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import spacy

from spacy_hips.components.filter import HipsFilter
from spacy_hips.lab.corpus.render import Mark
from spacy_hips.lab.corpus.roles import DOUBT, linked
from spacy_hips.lab.corpus.written import read_written
from spacy_hips.lab.evaluate.gold import read_gold, with_roles
from spacy_hips.lab.training.arrived import (
    Arrived,
    Outcome,
    Searched,
    decide,
    scores_of,
    search_again,
)
from spacy_hips.lab.training.choose_judge import Wish
from spacy_hips.lab.training.judge_lessons import take, weights_of
from spacy_hips.lab.training.learn import GENERATED, PROBES, Material, generated, learn_judge
from spacy_hips.lab.training.own_names import learn_names
from spacy_hips.lab.training.reviewed import OwnText, Reviewed

WRITTEN = Path(__file__).parents[1] / "corpus" / "written" / "test"
PARTS = ("essays", "passages", "written")
NO_STUDENT = ("instructor", "private", "public")


def main() -> None:
    """Search the texts, learn, print a line for each size and seed."""
    args = _arguments()
    nlp = spacy.load(args.pipeline)
    judge = nlp.get_pipe("hips_filter")
    start, before = weights_of(judge), dict(judge.judge.saved)
    finder = nlp.get_pipe("hips_ner")
    names = weights_of(finder)
    texts = Searched.of(nlp, _rows(args))
    beside = Searched.of(nlp, generated("train", GENERATED, 1))
    probe = Searched.of(nlp, generated("dev", PROBES, 1))
    wish = Wish(args.keep_public, args.hide_private)
    print(
        f"{len(texts.rows)} texts, {time.process_time():.0f} CPU-seconds to search them", flush=True
    )
    print("texts seed  private hidden  students hidden  public kept  extra names  NAME_STUDENT F1")
    for size in args.sizes:
        if size >= len(texts.rows):
            print(f"{size:5}  no text is left to measure on: give less than {len(texts.rows)}")
            continue
        for seed in range(1, args.seeds + 1):
            began, judges = time.process_time(), []
            was, now = Counter(), Counter()
            for learnt, rest in _splits(len(texts.rows), size, seed):
                own, others = _part(texts, learnt), _part(texts, rest)
                was += _counted(judge, others)
                folds = Reviewed(tuple(own.rows)).folds
                found, own, guard = learn_names(nlp, own, beside, probe, folds, (), seed)
                search_again(nlp, [*others.docs, *beside.docs])
                taught = beside.again(nlp).arrived
                material = Material(own.arrived, taught, guard.arrived, folds)
                chosen = learn_judge(judge, material, wish, seed)
                now += _counted(judge, others.again(nlp))
                judges.append(
                    f"finder {found.name}, judge {chosen.candidate.name} "
                    f"{chosen.thresholds.public:.3f}"
                )
                take(finder, names)
                search_again(nlp, [*texts.docs, *beside.docs, *probe.docs])
                take(judge, start)
                for key, value in before.items():
                    setattr(judge.judge, key, value)
            seconds = time.process_time() - began
            print(f"{size:5} {seed:4}   {_line(was, now)}   {seconds:.0f} CPU-seconds: "
                  f"{', '.join(judges)}", flush=True)  # fmt: skip
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{megabytes:,} MB at most")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pipeline")
    parser.add_argument("--data", type=Path, help="folder of essays and passages")
    parser.add_argument("--part", choices=PARTS, default="written")
    parser.add_argument("--sizes", type=_sizes, default=[30, 100], help="texts to learn from")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--students", action="store_true", help="learn from NAME_STUDENT alone")
    parser.add_argument("--keep-public", type=float)
    parser.add_argument("--hide-private", type=float)
    args = parser.parse_args()
    if args.part != "written" and not args.data:
        parser.error(f"--part {args.part} needs --data")
    return args


def _sizes(text: str) -> list[int]:
    return [int(size) for size in text.split(",")]


def _rows(args: argparse.Namespace) -> list[OwnText]:
    if args.part == "written":
        written = [vars(replace(row, family=row.id, source="own")) for row in read_written(WRITTEN)]
        return [OwnText(**row) for row in written]
    if args.part == "passages":
        return list(_passages(args.data / "roles" / "genres_dev.jsonl"))
    folder = args.data / "student_essays"
    gold = read_gold(str(folder / "dev.jsonl"))
    if args.students:
        rows = [
            _row(g.id, g.text, [(s, e, "student", "") for s, e, lb in g.spans if "STUDENT" in lb])
            for g in gold
        ]
        return [replace(row, complete=False, unmarked=NO_STUDENT) for row in rows]
    named = with_roles(gold, str(folder / "dev_roles.jsonl"))
    return [
        _row(g.id, g.text, [(m.start, m.end, m.role, DOUBT * m.doubt) for m in g.roles.mentions])
        for g in named
    ]


def _passages(path: Path) -> Iterator[OwnText]:
    for line in path.read_text("utf8").splitlines():
        raw = json.loads(line)
        spans = [s for s in raw["spans"] if s["label"] == "PERSON"]
        marks = [(s["start"], s["end"], s["role"], DOUBT * bool(s["doubt"])) for s in spans]
        yield _row(raw["id"], raw["text"], marks)


def _row(name: str, text: str, marks: Sequence[tuple[int, int, str, str]]) -> OwnText:
    found = [Mark(start, end, doubt, role) for start, end, role, doubt in marks]
    return OwnText(name, text, linked(text, found), source="own", family=name)


def _splits(count: int, size: int, seed: int) -> Iterator[tuple[list[int], list[int]]]:
    """The numbers of texts to learn from, and of those to measure on."""
    order = list(range(count))
    Random(seed).shuffle(order)
    rest = count - size
    if rest >= size:
        yield order[:size], order[size:]
        return
    for first in range(0, count, rest):
        measured = order[first : first + rest]
        yield [n for n in order if n not in set(measured)][:size], measured


def _part(texts: Searched, numbers: Sequence[int]) -> Searched:
    rows, docs, arrived = (
        [own[n] for n in numbers] for own in (texts.rows, texts.docs, texts.arrived)
    )
    return Searched(rows, docs, arrived)


def _counted(judge: HipsFilter, texts: Searched) -> Counter[str]:
    """What the judge, as it is, makes of some texts."""
    scores = scores_of(judge, texts.arrived)
    return _counts(decide(judge.judge, texts.arrived, scores), texts.arrived)


def _counts(outcome: Outcome, texts: Sequence[Arrived]) -> Counter[str]:
    """What some texts add to the figures."""
    students = {
        (n, m.start, m.end) for n, one in enumerate(texts) for m in one.sure if m.role == "student"
    }
    right, given, wanted = outcome.students
    return Counter({
        "private": outcome.private, "private hidden": outcome.private - len(outcome.left),
        "students": len(students), "students hidden": len(students - outcome.left),
        "public": outcome.public, "public kept": len(outcome.kept), "extra": outcome.extra,
        "right": right, "given and wanted": given + wanted,
    })  # fmt: skip


def _line(before: Counter[str], after: Counter[str]) -> str:
    cells = [
        f"{before[part]} > {after[part]} of {after[whole]}"
        for part, whole in (
            ("private hidden", "private"), ("students hidden", "students"),
            ("public kept", "public"),
        )
    ]  # fmt: skip
    f1 = [2 * own["right"] / max(1, own["given and wanted"]) for own in (before, after)]
    extra = f"{before['extra']} > {after['extra']}"
    return "   ".join([*cells, extra, f"{f1[0]:.3f} > {f1[1]:.3f}"])


if __name__ == "__main__":
    sys.exit(main())
