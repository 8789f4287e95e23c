"""The tables of corpus/written/roles, which benchmarks/written.py prints for a folder with frames.

Passages in five languages by role; values of these languages; names in Chinese, Japanese and
Korean script; codes in transcripts; lists of references; and 120 people in five frames. *Found* is
a mention whose every letter a name covers, kept or hidden. Shares come with exact 95 % bounds over
mentions. Nothing here may be trained or tuned on.
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc

from spacy_hips import read_group
from spacy_hips.core.bounds import exact_bounds
from spacy_hips.core.labels import NAME_LABELS
from spacy_hips.lab.corpus.render import Mark
from spacy_hips.lab.corpus.roles import PUBLIC, RoleText
from spacy_hips.lab.corpus.written import read_written
from spacy_hips.lab.evaluate.roles import KEPT

FRAMES = "invariance.tsv"
LANGUAGES = ("de", "fr", "nl", "sv", "es")
ROLES = ("student", "instructor", "private")
LABEL_OF = {"age": "AGE", "date": "DATE", "birth": "DATE_OF_BIRTH", "phone": "PHONE_NUM",
            "address": "STREET_ADDRESS"}  # fmt: skip
VALUES = frozenset(LABEL_OF.values()) | {"ID_NUM", "ZIP"}
# Files in which each line is a text of its own.
LINES = ("values_", "scripts")
_CODE = re.compile(r"(?m)^(?:\[[\d:]+\] )?[*%]?(?P<code>[\w.][\w. ]{0,13}):")
_EVENT = re.compile(r"\[[A-Za-z ]+\]")
_LATIN = re.compile(r"[A-Za-z]")


@dataclass(frozen=True)
class Read:
    """A marked text and what a pipeline did with it."""

    row: RoleText
    doc: Doc

    @cached_property
    def found(self) -> set[int]:
        groups = (read_group(self.doc, key) for key in ("public", "pii"))
        return places(s for group in groups for s in group if s.label in NAME_LABELS)

    @cached_property
    def hidden(self) -> set[int]:
        return places(r for r in self.doc._.replacements if r.action not in KEPT)

    def labelled(self, labels: Iterable[str]) -> set[int]:
        """Where values of some labels were found, replaced or only marked."""
        return places(r for r in self.doc._.replacements if r.label in labels)

    def covers(self, mark: Mark, where: set[int]) -> bool:
        return all(i in where for i in range(mark.start, mark.end) if self.row.text[i].isalnum())

    def right(self, mark: Mark) -> bool:
        """Is a private person hidden, is a public one kept?"""
        if mark.role == PUBLIC:
            return self.hidden.isdisjoint(range(mark.start, mark.end))
        return self.covers(mark, self.hidden)


Pair = tuple[Read, Mark]
Choice = Callable[[Pair], bool]


def print_roles(nlp: Language, folder: Path) -> None:
    """Print all tables of a folder; of one with values alone, theirs."""
    files = defaultdict(list)
    for row in read_written(folder):
        name = row.source.partition(": ")[2]
        files[name] += lines_of(row) if name.startswith(LINES) else [row]
    read = {name: read_by(nlp, rows) for name, rows in files.items()}
    if "scripts" not in read:
        values(read)
        return
    by_role({lang: read[lang] for lang in LANGUAGES})
    values(read)
    scripts(read["scripts"])
    transcripts(read["transcripts"])
    references(read["bibliographies"])
    frames(nlp, folder / FRAMES)


def has_roles(folder: Path) -> bool:
    """Are the tables of this module those of a folder?"""
    return (folder / FRAMES).exists() or any(folder.glob("values_*.txt"))


def read_by(nlp: Language, rows: Iterable[RoleText]) -> list[Read]:
    """What a pipeline does with texts."""
    rows = list(rows)
    docs = nlp.pipe((row.text for row in rows), batch_size=32)
    return [Read(row, doc) for row, doc in zip(rows, docs, strict=True)]


def lines_of(row: RoleText) -> Iterator[RoleText]:
    """Each line of a text as a text."""
    start = 0
    for number, line in enumerate(row.text.splitlines(), 1):
        own = (m for m in row.marks if start <= m.start < start + len(line))
        marks = tuple(replace(m, start=m.start - start, end=m.end - start) for m in own)
        yield replace(row, id=f"{row.id}-{number}", text=line, marks=marks)
        start += len(line) + 1


def places(spans: Iterable) -> set[int]:
    return {i for span in spans for i in range(span.start, span.end)}


def mentions(read: Iterable[Read]) -> list[Pair]:
    """The people of texts; what is doubtful or a name of a thing is left out."""
    return [
        (one, mark)
        for one in read
        for mark in one.row.marks
        if not mark.label and mark.key[:1] in "SIPU"
    ]


# The tables


def table(title: str, *head: str) -> None:
    print(f"\n{title}\n\n| {' | '.join(head)} |\n{'|---' * len(head)}|")


def line(*cells: str) -> None:
    print(f"| {' | '.join(cells)} |")


def share(outcomes: Iterable[bool]) -> str:
    """A share, of how many, and its bounds."""
    known = list(outcomes)
    if not known:
        return ""
    low, high = exact_bounds(sum(known), len(known)) or (0.0, 1.0)
    part = f"{sum(known) / len(known):.3f} ({sum(known):,} of {len(known):,}"
    return f"{part}; {low:.2f}-{high:.2f})"


def by_role(read: dict[str, list[Read]]) -> None:
    table("Passages", "language", "who", "found", "hidden; public: kept")
    everything = [one for own in read.values() for one in own]
    for lang, own in (*read.items(), ("all", everything)):
        pairs = mentions(own)
        for who, chosen in people():
            some = [pair for pair in pairs if chosen(pair)]
            found = share(one.covers(mark, one.found) for one, mark in some)
            line(lang, who, found, share(one.right(mark) for one, mark in some))


def people() -> Iterator[tuple[str, Choice]]:
    """Whom a line of the passages tells of."""
    for role in ROLES:
        yield role, lambda pair, role=role: pair[1].role == role
    yield "all of these", lambda pair: pair[1].role != PUBLIC
    yield "of these, full names", lambda pair: pair[1].role != PUBLIC and is_full(pair)
    yield PUBLIC, lambda pair: pair[1].role == PUBLIC


def is_full(pair: Pair) -> bool:
    """Does a mention have two words?"""
    read, mark = pair
    return " " in read.row.text[mark.start : mark.end]


def values(read: dict[str, list[Read]]) -> None:
    table("Values", "language", "kind", "found", "by its label", "look-alikes left")
    for lang in LANGUAGES:
        for kind, label in LABEL_OF.items():
            own = [one for one in read[f"values_{lang}"] if f"-{kind}-" in one.row.id]
            if not own:
                continue
            marked = [(one, mark) for one in own for mark in one.row.marks]
            anything = [one.covers(mark, one.labelled(VALUES)) for one, mark in marked]
            right = [one.covers(mark, one.labelled({label})) for one, mark in marked]
            left = [not one.labelled(VALUES) for one in own if not one.row.marks]
            line(lang, kind, share(anything), share(right), share(left))


def scripts(read: list[Read]) -> None:
    table("Names in other scripts", "script", "hidden, in it", "hidden, in Latin", "public kept")
    for script in ("han-", "kana-", "hangul-", ""):
        own = [one for one in read if one.row.id.startswith(f"scripts-{script}")]
        private = [pair for pair in mentions(own) if pair[1].role != PUBLIC]
        public = [pair for pair in mentions(own) if pair[1].role == PUBLIC]
        latin = [bool(_LATIN.match(one.row.text[mark.start])) for one, mark in private]
        cells = (
            share(one.right(mark) for (one, mark), is_it in zip(private, latin, strict=True)
                  if is_it == wanted)
            for wanted in (False, True)
        )  # fmt: skip
        line(script.rstrip("-") or "all", *cells, share(one.right(mark) for one, mark in public))
    none = [not one.hidden for one in read if one.row.id.startswith("scripts-none")]
    print(f"\nSentences without a name left as they are: {share(none)}")


def transcripts(read: list[Read]) -> None:
    table("Transcripts", "what", "right")
    pairs = mentions(read)
    for name, public in (("people hidden", False), ("public people kept", True)):
        line(name, share(one.right(m) for one, m in pairs if (m.role == PUBLIC) == public))
    line("codes of speakers kept", share(untouched(read, _CODE, "code")))
    line("events in brackets kept", share(untouched(read, _EVENT, 0)))


def untouched(read: list[Read], pattern: re.Pattern[str], group: str | int) -> Iterator[bool]:
    """Is each match that holds no mark left as it is?"""
    for one in read:
        marked = places(one.row.marks)
        for match in pattern.finditer(one.row.text):
            where = range(*match.span(group))
            if marked.isdisjoint(where):
                yield one.hidden.isdisjoint(where)


def references(read: list[Read]) -> None:
    table("References", "style", "names kept", "the text's own author and teacher hidden")
    styles = dict.fromkeys(one.row.id.split("-")[1] for one in read)
    for style in (*styles, ""):
        pairs = mentions(one for one in read if one.row.id.startswith(f"bib-{style}"))
        cells = (
            share(one.right(m) for one, m in pairs if (m.role == PUBLIC) == public)
            for public in (True, False)
        )
        line(style or "all", *cells)


def frames(nlp: Language, path: Path) -> None:
    with path.open(encoding="utf8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    around = {
        row["name"]: row["text"].replace("\\n", "\n") for row in rows if row["kind"] == "frame"
    }
    head = (*around, "right in all", "alike in all")
    table("The same sentence in five frames", "who", *head)
    for kind in (PUBLIC, "private"):
        own = [row for row in rows if row["kind"] == kind]
        right = {
            name: [one.right(one.row.marks[0]) for one in framed(nlp, own, frame, kind)]
            for name, frame in around.items()
        }
        each = list(zip(*right.values(), strict=True))
        cells = (f"{sum(oks)} of {len(oks)}" for oks in right.values())
        line(
            kind, *cells, share(all(oks) for oks in each), share(len(set(oks)) == 1 for oks in each)
        )


def framed(nlp: Language, rows: list[dict[str, str]], frame: str, kind: str) -> list[Read]:
    """The sentences inside a frame, each with its one mark."""
    texts = []
    for row in rows:
        bare = re.sub(r"\[\[\w+\|([^\]]+)\]\]", r"\1", row["text"])
        start = frame.index("{}") + row["text"].index("[[")
        mark = Mark(start, start + len(row["name"]), "", kind, "X1")
        texts.append(RoleText(row["name"], frame.replace("{}", bare), (mark,)))
    return read_by(nlp, texts)
