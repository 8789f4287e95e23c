"""Joins the table with the texts: what a text still says becomes a quasi-identifier, too.

Two passes over the documents. The first reads what each text says of its writer (age, birth year,
places, school, nationality, employer; and what surrogate names keep, gender and region) into
further columns of the table; "not mentioned" is a value. The table is generalised with these
columns. Where a class holds both who mentions something and who does not, it is split if both
sides still fulfil the need; else those mentions are masked, before any row is dropped. The second
pass writes the texts: a mention is drawn from inside its released class or redacted.

What is reached holds for the mentions that were found.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from spacy.tokens import Doc, DocBin

from ...components.entities import read_entities
from ...components.output import set_output
from ...core.errors import HipsError, HipsWarning
from ...core.ids import get_ids, set_ids
from ...core.labels import actions_for
from ...core.overlaps import resolve_overlaps
from ...core.spans import PiiSpan, read_group
from ...kanon.columns import Column, as_text
from ...kanon.frames import Table, read_table
from ...kanon.generalised import Generalised
from ...kanon.refine import refine, with_masked
from ...kanon.released_table import Coded, KAnonymizer, released_labels
from ...kanon.table_report import Report
from ...replace.surrogates.name_pools import SURE_REGION
from ...replace.surrogates.names import KEEP, SURE_GENDER
from ...replace.surrogates.replacer import Replaced, Replacer
from ...who.persons.link.entity import Entity
from ...who.persons.link.numbering import complete_entities
from ..errors import Errors, Warnings
from .mentions import GENDER, NAME_COLUMNS, REGION, TEXT_COLUMNS, InsideClass

if TYPE_CHECKING:
    from spacy.vocab import Vocab

    from ...components.anonymizer import HipsAnonymizer
    from ...replace.surrogates.maker import SurrogateMaker

PREFIX = "text:"
ROW_UNIT = "text:row"

Docs: TypeAlias = Iterable[Doc] | DocBin | Callable[[], Iterable[Doc]]


@dataclass(frozen=True)
class ReleasedDocs:
    """A release of texts and their table.

    rows (list | DataFrame): The table, of the kind that was given.
    report (Report): Measured over the table and what the texts say together.
    docs (Iterator[Doc]): The documents of the rows that were released, with `doc._.anonymized`
        set. They are made while they are taken.
    """

    rows: Any
    report: Report
    docs: Iterator[Doc]
    _pseudonym: Callable[[str, str], str] = field(repr=False)

    def to_docbin(self) -> DocBin:
        """The anonymised texts without marks, ids as pseudonyms like those of the table."""
        out = DocBin(store_user_data=True)
        for doc in self.docs:
            new, ids = doc._.anonymized_doc, get_ids(doc)
            names = {kind: getattr(ids, kind) for kind in ("doc", "author")}
            set_ids(new, **{k: self._pseudonym(k, name) for k, name in names.items() if name})
            out.add(new)
        return out


@dataclass(frozen=True)
class _Said:
    """What one document says: values by label, and labels of mentions that cannot be read."""

    row: int
    values: Mapping[str, frozenset[Any]]
    unread: frozenset[str]


@dataclass(frozen=True)
class _Class:
    """The released class of one unit for one label: its values, or masked."""

    values: tuple[Any, ...] = ()
    label: str = ""

    @property
    def masked(self) -> bool:
        return not self.values


def release_docs(
    docs: Docs,
    rows: Any,
    anonymizer: KAnonymizer,
    component: HipsAnonymizer,
    *,
    link: str | None = None,
    labels: Sequence[str] = tuple(TEXT_COLUMNS),
    names: bool = True,
    vocab: Vocab | None = None,
) -> ReleasedDocs:
    """Release texts and the table beside them, so that both together are k-anonymous.

    docs (Iterable[Doc] | DocBin | Callable): The documents with their spans; read twice, so a
        list, a DocBin, or a function that gives a fresh iterator. A document without the
        component's span group is searched by the component first.
    rows (list | DataFrame): The table; not changed.
    anonymizer (KAnonymizer): How the table is released. Nobody is suppressed for what a text says.
    component (HipsAnonymizer): How the texts are anonymised: spans, actions, makers, secret.
    link (str): The column that names the document of a row (as `doc` of `set_ids`). The unit's
        column links by `author`. Left out: by the unit where all documents have an author, else
        the first document belongs to the first row, and so on.
    labels (Sequence[str]): The labels that become columns.
    names (bool): So do gender and region of the writer's name, where surrogate names keep them.
    vocab (Vocab): For the documents of a DocBin; the component's own if left out.
    RETURNS (ReleasedDocs): Table, report, and the documents as they are made.
    RAISES (HipsError): E624 for documents that can be read only once, E625 where documents and
        rows do not match, E626 for a label that cannot be a column, else as `release`.
    """
    unknown = sorted(set(labels) - set(TEXT_COLUMNS))
    if unknown:
        raise HipsError(
            Errors.E626.format(labels=", ".join(unknown), known=", ".join(TEXT_COLUMNS))
        )
    again = _stream(docs, vocab or component.vocab)
    join = _Join(anonymizer, component, read_table(rows), tuple(labels), names, link)
    for doc in again():
        join.read(doc)
    released, report = join.release()
    return ReleasedDocs(released, report, join.write(again()), component.secret.pseudonym)


def _stream(docs: Docs, vocab: Vocab) -> Callable[[], Iterable[Doc]]:
    if isinstance(docs, DocBin):
        return lambda: docs.get_docs(vocab)
    if callable(docs):
        return docs
    if iter(docs) is docs:
        raise HipsError(Errors.E624)
    return lambda: docs


class _Join:
    """State between the two passes: values, classes and surfaces, no texts."""

    def __init__(
        self,
        anonymizer: KAnonymizer,
        component: HipsAnonymizer,
        table: Table,
        labels: tuple[str, ...],
        names: bool,
        link: str | None,
    ) -> None:
        self._base, self._component, self._table = anonymizer, component, table
        self._labels = labels
        self._names = _kept_of_names(component) if names else ()
        self._link = link
        self._said: list[_Said] = []
        self._surfaces: dict[str, dict[Any, str]] = {label: {} for label in labels}
        self._classes: dict[str, list[_Class]] = {}
        self._units = np.zeros(0, dtype=np.int64)
        self._kept = np.zeros(0, dtype=bool)
        self._ids: list[tuple[str, str]] = []

    # First pass

    def read(self, doc: Doc) -> None:
        """Take the values of one document."""
        spans, entities = self._find(doc)
        ids = get_ids(doc)
        values: dict[str, set[Any]] = {}
        unread = set()
        for span in spans:
            if span.label in self._labels:
                text = doc.text[span.start : span.end]
                found = TEXT_COLUMNS[span.label].read(text, self._component.lang)
                for value in found:
                    self._surfaces[span.label].setdefault(value, text)
                values.setdefault(span.label, set()).update(found)
                if not found:
                    unread.add(span.label)
        for entity in _writer(spans, entities, ids.author):
            for label, value in _shown(entity).items():
                if label in self._names:
                    values.setdefault(label, set()).add(value)
        fixed = {label: frozenset(v) for label, v in values.items() if v}
        self._said.append(_Said(-1, fixed, frozenset(unread)))
        self._ids.append((ids.doc, ids.author))

    def _find(self, doc: Doc) -> tuple[list[PiiSpan], dict[str, Entity]]:
        key = self._component.spans_key
        if key not in doc.spans:
            self._component(doc)
        spans = resolve_overlaps(read_group(doc, key), doc.text)
        return complete_entities(spans, read_entities(doc), doc.text)

    # Between the passes

    def release(self) -> tuple[Any, Report]:
        """Generalise the table with what the texts say."""
        self._match()
        kinds = {label: TEXT_COLUMNS[label].kind for label in self._labels}
        kinds |= dict.fromkeys(self._names, "nominal")
        told = {label for said in self._said for label in said.values}
        kinds = {label: kind for label, kind in kinds.items() if label in told}
        text = {PREFIX + label: kind for label, kind in kinds.items()}
        own_unit = None if self._base.roles.unit else ROW_UNIT
        anonymizer = self._base.extended(text, own_unit)
        anonymizer.max_suppressed = 0.0
        if self._link and self._link != anonymizer.roles.unit:
            anonymizer.id_kinds = {**anonymizer.id_kinds, self._link: "doc"}
        rows, learn = self._rows(list(kinds))
        coded = anonymizer.code(rows, learn)
        result = anonymizer.generalise(coded)
        masked = refine(coded, result, [i for i, c in enumerate(coded.columns) if c.name in text])
        self._units = coded.units[: self._table.rows]
        self._kept = result.kept[self._units]
        self._classes = {
            column.name.removeprefix(PREFIX): _classes(column, result, i)
            for i, column in enumerate(coded.columns)
            if column.name in text
        }
        return self._finish(anonymizer, coded, result, masked, set(text))

    def _match(self) -> None:
        """Find the row of each document."""
        link, unit = self._link, self._base.roles.unit
        if link is None and unit is not None and all(author for _, author in self._ids):
            link = unit
        if link is None:
            if len(self._said) != self._table.rows:
                raise HipsError(
                    Errors.E625.format(count=abs(len(self._said) - self._table.rows), how="order")
                )
            rows = list(range(len(self._said)))
        else:
            if link not in self._table.columns:
                raise HipsError(Errors.E614.format(columns=link))
            at: dict[str, int] = {}
            for row, cell in enumerate(self._table.columns[link]):
                at.setdefault(as_text(cell), row)
            names = [author if link == unit else doc for doc, author in self._ids]
            rows = [at.get(name, -1) for name in names]
            lost = rows.count(-1)
            if lost:
                raise HipsError(Errors.E625.format(count=lost, how=link))
        self._said = [replace(s, row=row) for s, row in zip(self._said, rows, strict=True)]

    def _rows(self, labels: Sequence[str]) -> tuple[list[dict[str, Any]], list[bool]]:
        """The table with the text's columns; a row that says two things of a kind comes twice."""
        table = self._table
        said: list[dict[str, set[Any]]] = [{} for _ in range(table.rows)]
        for one in self._said:
            for label, values in one.values.items():
                said[one.row].setdefault(label, set()).update(values)
        more: list[dict[str, Any]] = []
        rows: list[dict[str, Any]] = []
        for i in range(table.rows):
            row = {name: cells[i] for name, cells in table.columns.items()}
            if self._base.roles.unit is None:
                row[ROW_UNIT] = i
            told = {label: sorted(said[i].get(label, ())) for label in labels}
            longest = max((len(v) for v in told.values()), default=1)
            for turn in range(max(longest, 1)):
                cells = {
                    PREFIX + label: v[min(turn, len(v) - 1)] if v else None
                    for label, v in told.items()
                }
                (more if turn else rows).append({**row, **cells})
        return [*rows, *more], [True] * len(rows) + [False] * len(more)

    def _finish(
        self,
        anonymizer: KAnonymizer,
        coded: Coded,
        result: Generalised,
        masked: Mapping[str, int],
        text: set[str],
    ) -> tuple[Any, Report]:
        labels = released_labels(coded.columns, result)
        cells = {n: [column[u] for u in self._units] for n, column in labels.items()}
        only = replace(coded, table=self._table, units=self._units)
        shown = with_masked(coded.columns, result)
        report = anonymizer.recounted(only, shown, cells, self._kept)
        counts = Counter({f"masked {name.removeprefix(PREFIX)}": n for name, n in masked.items()})
        counts["documents"] = len(self._said)
        if sum(masked.values()):
            note = Warnings.W603.format(count=sum(masked.values()))
            warnings.warn(note, HipsWarning, stacklevel=4)
        own = {name: column for name, column in cells.items() if name not in text}
        own_roles = anonymizer.extended({})
        direct = {n: w for n, w in own_roles.roles.direct.items() if n != ROW_UNIT}
        own_roles.roles = replace(own_roles.roles, direct=direct)
        written = own_roles.write(self._table, own, self._kept.tolist())
        return written, replace(report, texts=dict(counts))

    # Second pass

    def write(self, docs: Iterable[Doc]) -> Iterator[Doc]:
        """Anonymise the documents of the rows that are released."""
        for doc, said in zip(docs, self._said, strict=True):
            if self._kept[said.row]:
                spans, entities = self._find(doc)
                done = self._replace(doc, said, spans, entities)
                set_output(doc, done.text, done.replacements)
                yield doc

    def _replace(
        self,
        doc: Doc,
        said: _Said,
        spans: Sequence[PiiSpan],
        entities: Mapping[str, Entity],
    ) -> Replaced:
        """Replace, look at what came of it, and redact what fell out of its class."""
        unit = int(self._units[said.row])
        classes = {label: of[unit] for label, of in self._classes.items()}
        redact = {label for label in self._labels if label in said.unread}
        redact |= {label for label, c in classes.items() if c.masked and label in self._labels}
        released = {label: c.label for label, c in classes.items() if label in self._labels}
        released |= {label: "" for label in self._names if self._hides(label, classes)}
        inside = {
            label: InsideClass(
                label, c.values, self._surfaces[label], self._component.replacer.makers.get(label)
            )
            for label, c in classes.items()
            if label in self._labels and label not in redact
        }
        done = self._run(doc, spans, entities, inside, redact, released)
        fallen = {
            r.label
            for r in done.replacements
            if r.label in inside
            and r.action == "surrogate"
            and not inside[r.label].holds(r.surrogate, self._component.lang)
        }
        if fallen:
            done = self._run(doc, spans, entities, inside, redact | fallen, released)
        return done

    def _hides(self, label: str, classes: Mapping[str, _Class]) -> bool:
        return label in classes and len(classes[label].values) != 1

    def _run(
        self,
        doc: Doc,
        spans: Sequence[PiiSpan],
        entities: Mapping[str, Entity],
        inside: Mapping[str, InsideClass],
        redact: set[str],
        released: Mapping[str, str],
    ) -> Replaced:
        component = self._component
        actions = actions_for(component.profile, component.actions)
        for label, maker in inside.items():
            whole = len(maker.values) == 1 and TEXT_COLUMNS[label].exact
            actions[label] = "mark" if whole else "surrogate"
        actions |= dict.fromkeys(redact, "redact")
        makers: dict[str, SurrogateMaker] = {**component.replacer.makers, **inside}
        replacer = Replacer(makers, component.replacer.generalisers, component.lang)
        return replacer(doc.text, spans, entities, actions, component.draws(doc), released)


def _classes(column: Column, result: Generalised, i: int) -> list[_Class]:
    out = []
    known: dict[tuple[int, int], _Class] = {}
    for low, high in zip(result.low[:, i].tolist(), result.high[:, i].tolist(), strict=True):
        if (low, high) not in known:
            silent = column.has_missing and low == 0
            values = () if silent else column.lowest[low:high] + column.highest[high : high + 1]
            label = "" if silent else str(column.label(low, high))
            known[low, high] = _Class(values, label)
        out.append(known[low, high])
    return out


def _kept_of_names(component: HipsAnonymizer) -> tuple[str, ...]:
    """What surrogate names keep of the old ones."""
    maker = component.replacer.makers.get("PERSON")
    settings = {GENDER: getattr(maker, "gender", ""), REGION: getattr(maker, "region", "")}
    return tuple(label for label in NAME_COLUMNS if settings[label] == KEEP)


def _shown(entity: Entity) -> dict[str, str]:
    """What a surrogate name shows of the person's own."""
    out = {}
    if entity.gender and entity.gender_score >= SURE_GENDER:
        out[GENDER] = entity.gender
    if entity.region and entity.region_score >= SURE_REGION:
        out[REGION] = entity.region
    return out


def _writer(spans: Sequence[PiiSpan], entities: Mapping[str, Entity], author: str) -> list[Entity]:
    """The persons who may be the writer: the known author, else every student named."""
    known = [e for e in entities.values() if author and e.person_id == author]
    if known:
        return known
    ids = {span.id for span in spans if span.label == "NAME_STUDENT"}
    return [entity for i, entity in entities.items() if i in ids]
