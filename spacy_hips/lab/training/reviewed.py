"""What a user knows of texts: labels of any format, or what was decided in a review of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from ...components.ner import TAUGHT_AS
from ...components.scoring.metrics import Spot
from ...core.errors import HipsError
from ...core.labels import NAME_LABELS, ROLE_LABELS, ROLES, add_learnt_label, is_own
from ...desk.files.documents import LINE, PARAGRAPH
from ...desk.found.decisions import ADDED, HEAD, HIDES, READ, Decision, Decisions
from ...desk.found.spanfile import json_lines
from ...desk.found.spantable import is_table
from ...desk.review.found import Cell, Found
from ...text.page.page import page_for
from ..corpus.render import Mark
from ..corpus.roles import DOUBT, PUBLIC, RoleText, linked
from ..errors import Errors
from ..evaluate.gold import Gold, read_gold
from .labelled import AUTHOR_FIELDS, LEAST_TEXTS

ROLE_OF = {label: role for role, label in ROLE_LABELS.items()}
"""The role that a label of a private name tells."""
FOLDS = 5


@dataclass(frozen=True)
class OwnText(RoleText):
    """A text of the user's.

    spans (tuple[Spot, ...]): What is labelled beside names, by place; of a generated text all.
    """

    spans: tuple[Spot, ...] = ()


@dataclass(frozen=True)
class Reviewed:
    """The texts of a user.

    rows (tuple[OwnText, ...]): The texts; `family` tells whose one is.
    model (str): What had searched them, where they are of a review.
    by (str): What tells whose a text is: a field, or "document".
    foreign (int): How many were left out, for the judge has not learnt their language.
    """

    rows: tuple[OwnText, ...]
    model: str = ""
    by: str = "document"
    foreign: int = 0

    @property
    def labels(self) -> list[str]:
        """The labels of the user's own."""
        return labels_of(self.rows)

    def not_learnt(self, finds: Sequence[str]) -> list[str]:
        """The labels beside names that neither a finder finds nor are the user's own.

        finds (Sequence[str]): The labels of the finder.
        """
        there = {TAUGHT_AS.get(label, label) for row in self.rows for *_, label in row.spans}
        return sorted(there - {*finds, *self.labels})

    @property
    def tells_roles(self) -> bool:
        """Do texts of two authors name somebody private, so that a judge can learn from them?"""
        return len({row.family for row in self.rows if row.has_private}) > 1

    @property
    def folds(self) -> list[list[int]]:
        """The numbers of the texts in parts that share no author and no document.

        Who has named somebody private is shared out evenly, and so are the others.
        """
        groups: dict[str, list[int]] = defaultdict(list)
        for number, row in enumerate(self.rows):
            groups[row.family].append(number)
        parts: list[list[int]] = [[] for _ in range(FOLDS)]
        ordered = sorted(groups, key=lambda key: sha256(key.encode("utf8", "replace")).digest())
        ordered.sort(key=lambda key: not any(_has_mark(self.rows[i]) for i in groups[key]))
        for number, key in enumerate(ordered):
            parts[number % FOLDS] += groups[key]
        return [part for part in parts if part]

    def of_languages(self, languages: Sequence[str]) -> Reviewed:
        """Those texts whose language a judge has learnt.

        languages (Sequence[str]): The languages of the judge.
        """
        rows = tuple(row for row in self.rows if not _is_foreign(row.text, languages))
        return replace(self, rows=rows, foreign=len(self.rows) - len(rows))

    def check(self, path: Path) -> None:
        """Refuse what is too little to learn from.

        path (Path): The file, for the message.
        RAISES (HipsError): E444.
        """
        named = len({row.family for row in self.rows if _has_mark(row)})
        if len(self.rows) < LEAST_TEXTS or named < 2:
            raise HipsError(
                Errors.E444.format(path=path, texts=len(self.rows), named=named, least=LEAST_TEXTS)
            )


def labels_of(rows: Sequence[OwnText]) -> list[str]:
    """The labels of the user's own that some texts have.

    rows (Sequence[OwnText]): The texts.
    """
    return sorted({label for row in rows for *_, label in row.spans if is_own(label)})


def read_reviewed(
    path: Path,
    decisions: Sequence[str | Path] = (),
    *,
    form: str = "",
    labelled: Sequence[str] = (),
    by: str = "",
) -> Reviewed:
    """Read what a user knows.

    path (Path): Labelled texts, or what `spacy-hips find` wrote.
    decisions (Sequence): What was decided about the latter.
    form (str): The annotation format of labelled texts, where their name does not tell.
    labelled (Sequence[str]): Labels that are marked wherever they occur; empty for NAME_STUDENT,
        where that is the only one of its kind. Those that the table lacks are the user's own.
    by (str): The field that tells whose a labelled text is; "" looks for one.
    RETURNS (Reviewed): Each text once.
    RAISES (HipsError): E404, E41x or E50x for labelled texts that cannot be read, E415 for spans
        that overlap, E701 or E80x for a review that cannot be read, E453 where one of both files
        of a review is missing, E454 where labels contradict each other, E455 where no decision is
        about these texts, E456 for a label of the user's own that stands in too few texts.
    """
    for label in labelled:
        add_learnt_label(label)
    if not path.exists():
        raise HipsError(Errors.E404.format(path=path))
    if _is_of_a_review(path) != bool(decisions) and not is_table(path):
        raise HipsError(Errors.E453.format(path=path))
    if decisions:
        found = Found.read(path)
        rows = list(_of_review(found, Decisions.read(decisions), path))
        _check_own(rows, labelled, path)
        return Reviewed(_once(rows), found.model)
    gold = read_gold(str(path), form)
    field = by or _author_field(gold)
    unmarked = _unmarked(gold, labelled)
    roles = any(own.roles for own in gold)  # then a text without them names nobody
    rows = [_of_gold(own, field, unmarked, path, complete=roles) for own in gold]
    _check_own(rows, labelled, path)
    return Reviewed(_once(rows), by=field or "document")


def _check_own(rows: Sequence[OwnText], labelled: Sequence[str], path: Path) -> None:
    """Refuse a label of the user's own that cannot be learnt, or whose name is misspelt."""
    for label in filter(is_own, labelled):
        marked = len({row.family for row in rows if any(label == other for *_, other in row.spans)})
        if marked < 2:
            raise HipsError(Errors.E456.format(label=label, path=path, count=marked))


def _is_of_a_review(path: Path) -> bool:
    """Is it what `find` wrote, or what the review page saved?"""
    if path.suffix != ".jsonl":
        return False
    _, line = next(json_lines(path), (0, None))
    return isinstance(line, dict) and ("text_hash" in line or HEAD in line)


def _has_mark(row: OwnText) -> bool:
    """Is somebody private, or something of a label of the user's own, marked there?"""
    return row.has_private or bool(labels_of([row]))


def _once(rows: Sequence[OwnText]) -> tuple[OwnText, ...]:
    """Each text once; a text that is there twice must be marked alike."""
    kept: dict[str, tuple[int, OwnText]] = {}
    for number, row in enumerate(rows, 1):
        first, other = kept.setdefault(row.text, (number, row))
        if _marked(other) != _marked(row):
            raise HipsError(Errors.E454.format(first=first, second=number))
    return tuple(row for _, row in kept.values())


def _marked(row: OwnText) -> list[tuple[object, ...]]:
    return [*((m.start, m.end, m.label, m.role) for m in row.marks), *row.spans]


def _is_foreign(text: str, languages: Sequence[str]) -> bool:
    foreign = page_for(text).foreign(languages)
    return 2 * sum(part.end - part.start for part in foreign) > len(text)


# Labelled texts


def _of_gold(
    own: Gold, field: str, unmarked: tuple[str, ...], path: Path, *, complete: bool
) -> OwnText:
    if field and field not in own.fields:
        raise HipsError(Errors.E446.format(number=own.number, path=path, field=field))
    if own.roles is not None:
        given = [(m.start, m.end, DOUBT if m.doubt else "", m.role) for m in own.roles.mentions]
    else:
        names = [span for span in own.spans if span[2] in NAME_LABELS]
        given = [
            (start, end, "" if label in ROLE_OF else DOUBT, ROLE_OF.get(label, PUBLIC))
            for start, end, label in names
        ]
    given = sorted(set(given))
    spans = sorted({span for span in own.spans if span[2] not in NAME_LABELS})
    of_own = [place[:2] for place in spans if is_own(place[2])]
    for places in ([place[:2] for place in given], of_own):
        for (_, end), (start, _) in pairwise(places):
            if start < end:
                raise HipsError(Errors.E415.format(number=own.number, start=start, end=end))
    return OwnText(
        own.id or f"#{own.number}",
        own.text,
        linked(own.text, [Mark(*place) for place in given]),
        source="own",
        family=str(own.fields[field]) if field else own.id or f"#{own.number}",
        complete=complete or unmarked == (PUBLIC,),
        unmarked=unmarked,
        spans=tuple(spans),
    )


def _unmarked(gold: Sequence[Gold], labelled: Sequence[str]) -> tuple[str, ...]:
    """The roles that somebody may have whom the labels leave out; empty where they tell nothing.

    That whoever is not labelled is public must be said: somebody private whom the labels have
    forgotten would be let out.
    """
    there = {label for own in gold for *_, label in own.spans} & set(ROLE_OF)
    marked = set(labelled) & set(ROLE_OF) or (there if there == {"NAME_STUDENT"} else set())
    told = {ROLE_OF[label] for label in marked}
    return tuple(role for role in ROLES if role not in told) if told else ()


def _author_field(gold: Sequence[Gold]) -> str:
    fields = (name for name in AUTHOR_FIELDS if all(name in own.fields for own in gold))
    return next(fields, "")


# Reviews


def _of_review(found: Found, decisions: Decisions, path: Path) -> Iterator[OwnText]:
    """The documents of a review about which something was decided."""
    said: dict[tuple[str, int, str, str], list[Decision]] = defaultdict(list)
    for decision in decisions.all:
        said[decision.place[:4]].append(decision)
    met: Counter[str] = Counter()
    for name, cells in found.documents.items():
        marks: list[Mark] = []
        spans: list[Spot] = []
        text, decided, binary = "", 0, False
        between = PARAGRAPH if len({cell.row for cell in cells}) == 1 else LINE
        for cell in cells:
            own = said.get((cell.doc, cell.row, cell.column, cell.hash), [])
            decided += len(own)
            binary = binary or any(d.verdict in HIDES and _role(d) == "" for d in own)
            marks += _of_cell(cell, own, len(text))
            spans += _beside_names(own, len(text))
            text += cell.text + between
        if decided:
            met[name] += decided
            row = OwnText(name, text.removesuffix(between), linked(text, marks), source="own")
            known = tuple(sorted(spans))
            yield replace(row, family=name, complete=False, binary=binary, spans=known)
    if not met:
        raise HipsError(Errors.E455.format(path=path))


def _of_cell(cell: Cell, decisions: Sequence[Decision], shift: int) -> Iterator[Mark]:
    """The names of a cell: what was decided on, and, in doubt, what nobody has decided on.

    That a part of a name stays says nothing about its bearer.
    """
    labels = {(m.start, m.end): m.line["label"] for m in cell.mentions}
    taken: set[int] = set()
    for d in sorted(decisions, key=lambda d: (d.verdict not in HIDES, d.start, d.end)):
        label = labels.get((d.start, d.end), "")
        if d.verdict in HIDES:
            label = d.label or label
        if d.verdict != READ and label in NAME_LABELS and taken.isdisjoint(range(d.start, d.end)):
            taken.update(range(d.start, d.end))
            role = (_role(d) or "private") if d.verdict in HIDES else PUBLIC
            yield Mark(d.start + shift, d.end + shift, "", role)
    for (start, end), label in labels.items():
        if label in NAME_LABELS and taken.isdisjoint(range(start, end)):
            yield Mark(start + shift, end + shift, DOUBT, PUBLIC)


def _beside_names(decisions: Sequence[Decision], shift: int) -> Iterator[Spot]:
    """What a reviewer added beside names."""
    for d in decisions:
        if d.verdict == ADDED and d.label not in NAME_LABELS:
            yield d.start + shift, d.end + shift, d.label


def _role(decision: Decision) -> str:
    """The role of whom a reviewer hides; "" where it is not told."""
    role = decision.role if decision.role != PUBLIC else ""
    return ROLE_OF.get(decision.label, role)
