"""Who is hidden and who is kept in whole texts that were written for this, as students write.

    python benchmarks/written.py PIPELINE [--half unseen] [--show]
    python benchmarks/written.py PIPELINE --folder corpus/written/roles

The texts (corpus/written/test) are invented, by no student: one by one, each with a voice of its
own. Every person in them is marked (spacy_hips/lab/corpus/written.py tells how). They name more
people, in more difficult ways, than most essays do, so a figure here is lower than on these. Of
every two texts one was read while rules were written (*read*); of the others two were glanced at
before, and else only figures were looked at (*unseen*). Nothing here is trained on. A folder with
sentences for frames, as corpus/written/roles, has tables of its own (written_roles.py).
"""

from __future__ import annotations

import argparse
import re
import warnings
from collections import defaultdict
from pathlib import Path

import spacy
from spacy.tokens import Doc
from written_roles import has_roles, print_roles

from spacy_hips.core.errors import HipsError
from spacy_hips.core.labels import NAME_LABELS
from spacy_hips.lab.corpus.roles import RoleText
from spacy_hips.lab.corpus.written import read_written
from spacy_hips.lab.evaluate.roles import KEPT, RoleFigures, RoleMention, Roles, score_roles

FOLDER = Path(__file__).parents[1] / "corpus" / "written" / "test"
HALVES = ("read", "unseen")
# Columns: what is counted of which kind of marks, and under which name.
COLUMNS = (
    ("private hidden", "SIP", "private_hidden"),
    ("of these, students", "SIP", "student_hidden"),
    ("instructors", "SIP", "instructor_hidden"),
    ("others", "SIP", "other_hidden"),
    ("private persons hidden", "SIP", "private_persons"),
    ("public kept", "U", "public_kept"),
    ("of stories kept", "F", "public_kept"),
    ("within names of things kept", "E", "public_kept"),
    ("no names / 1,000 words", "", "extra_names"),
)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pipeline", help="with hips_anonymizer; a folder or an installed package")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="of the marked texts")
    parser.add_argument("--half", choices=HALVES, help="only this half")
    parser.add_argument("--show", action="store_true", help="print what is wrong (read half only)")
    args = parser.parse_args()
    warnings.filterwarnings("ignore")
    try:
        rows = read_written(args.folder)
    except HipsError as error:
        parser.error(str(error))
    nlp = spacy.load(args.pipeline)
    if has_roles(args.folder):
        print_roles(nlp, args.folder)
        return
    for half in (args.half,) if args.half else HALVES:
        own = [row for row in rows if half_of(row) == half]
        docs = list(nlp.pipe((row.text for row in own), batch_size=32))
        print(f"\n{half}: {len(own)} texts, {sum(len(row.text.split()) for row in own):,} words\n")
        print_table(own, docs)
        if args.show and half == HALVES[0]:
            for row, doc in zip(own, docs, strict=True):
                show(row, doc)


def half_of(row: RoleText) -> str:
    """The half a text is of: by its number."""
    return HALVES[0] if int(row.id.rsplit("-", 1)[1]) % 2 else HALVES[1]


def print_table(rows: list[RoleText], docs: list[Doc]) -> None:
    """A line for each kind of text and one for all."""
    print(f"| texts | {' | '.join(head for head, *_ in COLUMNS)} |")
    print("|---" * (len(COLUMNS) + 1) + "|")
    groups = defaultdict(list)
    for row, doc in zip(rows, docs, strict=True):
        groups[row.source.split(": ")[1]].append((row, doc))
    groups["all"] = list(zip(rows, docs, strict=True))
    for name, own in groups.items():
        print(f"| {name} | {' | '.join(cell(own, *rest) for _, *rest in COLUMNS)} |")


def cell(pairs: list[tuple[RoleText, Doc]], kinds: str, figure: str) -> str:
    """A figure over texts; all marks count as known where none is asked about."""
    figures = RoleFigures([score_roles(row.text, roles_of(row, kinds), doc._.replacements)
                           for row, doc in pairs])  # fmt: skip
    part, whole = figures.rates.get(figure, (0.0, 0.0))
    if figure == "extra_names":
        return f"{part / whole:.2f}"
    return f"{part / whole:.3f} ({part:,.0f} of {whole:,.0f})" if whole else ""


def roles_of(row: RoleText, kinds: str) -> Roles:
    """The marks of some kinds as what is known; the others are not counted."""
    return Roles(
        tuple(
            RoleMention(m.start, m.end, m.role, m.key, doubt=(m.key[:1] or "X") not in kinds)
            for m in row.marks
        )
    )


def show(row: RoleText, doc: Doc) -> None:
    """Print what is left of private people, and what else was replaced."""
    done = [r for r in doc._.replacements if r.action not in KEPT]
    gone = {i for r in done for i in range(r.start, r.end)}
    for mark in row.marks:
        letters = [i for i in range(mark.start, mark.end) if row.text[i].isalnum()]
        private = (mark.key[:1] or "X") in "SIPX"
        if private and not gone.issuperset(letters):
            print(f"{row.id} left: {near(row.text, mark.start, mark.end)}")
        elif not private and not gone.isdisjoint(letters):
            print(f"{row.id} public, hidden: {near(row.text, mark.start, mark.end)}")
    for r in done:
        known = any(m.start < r.end and r.start < m.end for m in row.marks)
        if r.label in NAME_LABELS and not known:
            print(f"{row.id} no name: {near(row.text, r.start, r.end)}")


def near(text: str, start: int, end: int) -> str:
    """A place with what is around it, in one line."""
    whole = f"{text[max(0, start - 40) : start]}<<{text[start:end]}>>{text[end : end + 30]}"
    return re.sub(r"\s+", " ", whole)


if __name__ == "__main__":
    main()
