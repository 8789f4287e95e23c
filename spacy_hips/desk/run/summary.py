"""What a run did, in numbers: for the terminal, as JSON, and for the manifest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.labels import KEPT, LABELS, NAME_LABELS
from ...core.spans import FILL
from ...text.lexicon.plain import shown_name
from ...who.judging.verdicts import OTHER_LANGUAGE
from ..files.documents import NAME_ROLES, Touching
from ..files.rows import BadRow
from .batches import Result
from .searched_labels import Searched

LISTED = 20
# Json lines may name any number of fields.
MOST_COLUMNS = 1000
_ADDED = (
    "rows", "documents", "words", "names", "mended", "dates", "dates_kept", "dates_dropped",
    "hidden_in_doubt",
)  # fmt: skip
"""Numbers of parts of a run that are added up."""
REWRITTEN: frozenset[str] = frozenset(("surrogate", "generalise", FILL))
SEPARATOR = "|"
_SEARCHED = {
    "rules": (
        "only what needs no language was searched there, so names of people may still be in the "
        "text. Leave such rows out (--other-languages skip)."
    ),
    "all": "it was searched as if the pipeline read it, so other words may be replaced.",
    "skip": "left out.",
}


@dataclass
class Summary:
    """Counts of a run. No text and no value of a cell is ever in it.

    rows, documents, words (int): What was read and processed; words are parted by white space.
    actions (Counter): Spans by "LABEL|action"; name columns are counted apart.
    names (int): Cells of name and speaker columns that were replaced.
    failed (Counter): Surrogates that could not be made, by label.
    mended (int): Characters that no encoding can take.
    dates, dates_kept, dates_dropped (int): Date cells that were shifted or made coarser, that were
        kept, and that were emptied.
    reviewed (int): Spans that a reviewer marked in the file of spans.
    rejected (list): Rows that could not be read, as (number, reason).
    columns (list): Columns that were not written: the name, or the number ("column 4") of one
        whose name could be a person's.
    searched (Searched): What was looked for in each document.
    asked (list): Labels that are to be replaced.
    judged (bool): Does the pipeline tell private people from public ones?
    decided (dict): What came of reviewers' decisions; empty without any.
    notes (list): What the user should know.
    given (bool): Spans came from outside, and nothing was searched.
    languages (Counter): Documents with text in a language that the pipeline does not read, those
        that were left out for it too, by that language.
    unsearched (Counter): What no search can look into (images, embedded objects), by kind.
    other_languages (str): What was done with such text; "" is "rules".
    hidden_in_doubt (int): Persons of documents that are hidden because the filter has learnt no
        roles in the language of the text.
    """

    rows: int = 0
    documents: int = 0
    words: int = 0
    actions: Counter[str] = field(default_factory=Counter)
    names: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    mended: int = 0
    dates: int = 0
    dates_kept: int = 0
    dates_dropped: int = 0
    reviewed: int = 0
    rejected: list[tuple[int, str]] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    searched: Searched = field(default_factory=Searched)
    asked: list[str] = field(default_factory=list)
    judged: bool = True
    decided: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    given: bool = False
    languages: Counter[str] = field(default_factory=Counter)
    unsearched: Counter[str] = field(default_factory=Counter)
    other_languages: str = ""
    hidden_in_doubt: int = 0

    def add(self, result: Result) -> None:
        """Count one document that was anonymised."""
        self._read(result)
        cells = [p for p in result.document.parts if p.role in NAME_ROLES]
        self.names += len(cells)
        touching = Touching(cells)
        for r in result.replacements:
            if any(c.start <= r.start and r.end <= c.end for c in touching(r.start, r.end)):
                continue
            if r.action not in KEPT and not r.surrogate:
                continue  # a further piece of a name that tags part
            self.actions[f"{r.label}{SEPARATOR}{r.action}"] += 1
            if r.action in REWRITTEN and r.surrogate == f"[{r.label}]":
                self.failed[r.label] += 1

    def reject(self, row: BadRow) -> None:
        """Count rows that are not written."""
        self.rejected += [(number, row.reason) for number in (*row.before, row.number)]
        if row.language:
            self.languages[row.language] += 1

    def found(self, result: Result) -> None:
        """Count one document that was searched only."""
        self._read(result)
        for span in result.spans:
            self.actions[f"{span.label}{SEPARATOR}found"] += 1

    def _read(self, result: Result) -> None:
        document = result.document
        self.rows += len(document.rows)
        self.documents += 1
        self.words += len(document.text.split())
        self.mended += document.mended
        for row in document.rows:
            self.unsearched.update(row.unsearched)
        if result.language:
            self.languages[result.language] += 1
        self.hidden_in_doubt += sum(v.reason == OTHER_LANGUAGE for v in result.verdicts)
        given = self.given and result.searched is not None
        self.searched.add(LABELS if given else result.searched)

    def plus(self, part: Summary, before: int = 0) -> None:
        """Count what was done with a further part of the input.

        part (Summary): What it was.
        before (int): How many rows stand before it.
        """
        for name in _ADDED:
            setattr(self, name, getattr(self, name) + getattr(part, name))
        for name in ("actions", "failed", "languages", "unsearched"):
            getattr(self, name).update(getattr(part, name))
        self.rejected += [(before + number, reason) for number, reason in part.rejected]
        self.searched.documents += part.searched.documents
        self.searched.missing.update(part.searched.missing)
        self.columns += [name for name in part.columns if name not in self.columns]

    def leave_out(self, names: Iterable[str], among: Sequence[str]) -> None:
        """Remember columns that are not written.

        names (Iterable[str]): Their names.
        among (Sequence[str]): All columns, in order.
        """
        for name in names:
            place = f"column {among.index(name) + 1}" if name in among else "another column"
            column = shown_name(name, place)
            if column not in self.columns and len(self.columns) < MOST_COLUMNS:
                self.columns.append(column)

    @property
    def undecided(self) -> int:
        """Reviewers' decisions that could not be applied to texts that are there.

        Where none at all could be, those about other documents count, too: the file is a wrong one.
        """
        left = ["other_text", "not_placed"]
        if not self.decided.get("applied"):
            left.append("not_in_input")
        return sum(int(self.decided.get(name, 0)) for name in left)

    def failures(self, rejected: str = "left out") -> list[str]:
        """Why a run ends with exit code 1; empty where it does not.

        rejected (str): What became of rows that were rejected.
        """
        out = []
        if self.rejected:
            out.append(f"{_count(len(self.rejected), 'row')} rejected and {rejected}")
        if self.undecided:
            out.append(f"{_count(self.undecided, 'decision')} of reviewers not applied")
        return out

    def kept_unsearched(self) -> list[str]:
        """What of files is in the output although nothing could search it: a line, or none."""
        kept = [kind for kind in self.unsearched if not kind.endswith(")")]
        return [f"Not searched in files, so look at them: {self._kinds(kept)}"] if kept else []

    def _kinds(self, kinds: Iterable[str]) -> str:
        return ", ".join(f"{kind} {self.unsearched[kind]:,}" for kind in sorted(kinds))

    @property
    def not_searched(self) -> tuple[str, ...]:
        """Labels that no component looked for in some document, or in any."""
        return self.searched.labels

    @property
    def names_not_searched(self) -> bool:
        """Did nothing look for personal names in some document, or in any?"""
        return bool(self.searched.names)

    @property
    def named(self) -> list[str]:
        """Labels that nothing looked for, and that columns, tables and lists named all the same."""
        everywhere = self.searched.documents
        return [s for s in self.by_label() if self.searched.missing[s] == everywhere > 0]

    @property
    def everybody(self) -> bool:
        """Were people found, and public ones not told from private ones?"""
        found = any(key.partition(SEPARATOR)[0] in NAME_LABELS for key in self.actions)
        finds = self.searched.names < self.searched.documents
        return found and finds and not self.judged

    def counts(self) -> dict[str, Any]:
        """The numbers, for the manifest."""
        return {
            "rows": self.rows,
            "documents": self.documents,
            "words": self.words,
            "spans": self.by_label(),
            "placeholders_filled": self.actions[f"PERSON{SEPARATOR}{FILL}"],
            "name_cells": self.names,
            "failed": dict(self.failed),
            "mended_characters": self.mended,
            "dates_shifted": self.dates,
            "dates_kept": self.dates_kept,
            "dates_dropped": self.dates_dropped,
            "marked_by_reviewer": self.reviewed,
            **({"decisions": self.decided} if self.decided else {}),
            "rejected": len(self.rejected),
            "spans_given": self.given,
            "other_languages": dict(self.languages.most_common()),
            "hidden_in_doubt": self.hidden_in_doubt,
            "other_languages_policy": self.other_languages or "rules",
            "parts_not_searched": dict(sorted(self.unsearched.items())),
            "documents_with_text": self.searched.documents,
            "named_not_searched": self.named,
            "documents_not_searched": {s: self.searched.missing[s] for s in self.not_searched},
        }

    def by_label(self) -> dict[str, dict[str, int]]:
        """Counts by label and action, labels in the table's order."""
        out: dict[str, dict[str, int]] = {}
        for label in LABELS:
            own = {
                key.partition(SEPARATOR)[2]: count
                for key, count in sorted(self.actions.items())
                if key.partition(SEPARATOR)[0] == label
            }
            if own:
                out[label] = own
        return out

    def to_json(self) -> dict[str, Any]:
        """All of it, as plain data."""
        return {
            **self.counts(),
            "rejected_rows": [{"row": n, "reason": reason} for n, reason in self.rejected],
            "columns_not_written": list(self.columns),
            "labels_not_searched": list(self.not_searched),
            "names_not_searched": self.names_not_searched,
            "public_people_hidden": self.everybody,
            "notes": list(self.notes),
        }

    def state(self) -> dict[str, Any]:
        """What a later run needs to continue counting."""
        return {
            **vars(self),
            "actions": dict(self.actions),
            "failed": dict(self.failed),
            "languages": dict(self.languages),
            "unsearched": dict(self.unsearched),
            "searched": [self.searched.documents, dict(self.searched.missing)],
        }

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> Summary:
        """The counts of an interrupted run."""
        values = dict(state)
        values["actions"] = Counter(values["actions"])
        values["failed"] = Counter(values["failed"])
        values["languages"] = Counter(values["languages"])
        values["unsearched"] = Counter(values["unsearched"])
        documents, missing = values["searched"]
        values["searched"] = Searched(documents, Counter(missing))
        values["rejected"] = [(n, reason) for n, reason in values["rejected"]]
        return cls(**values)

    def lines(self) -> list[str]:
        """The summary for a terminal."""
        out = [_count(self.documents, "document") + ", " + _count(self.words, "word")]
        for label, actions in self.by_label().items():
            done = ", ".join(f"{count:,} {_done(action)}" for action, count in actions.items())
            out.append(f"  {label:<16} {done}")
        if not self.actions:
            out.append("  no identifiers were found")
        if self.names:
            out.append(f"  name columns     {_count(self.names, 'cell')} replaced")
        out += self._remarks()
        return out

    def _remarks(self) -> list[str]:
        out = [*self._left(), *self._in_other_languages()]
        if self.hidden_in_doubt:
            persons = _count(self.hidden_in_doubt, "person")
            out.append(
                f"Hidden in doubt: {persons} in languages whose roles the filter never learnt"
            )
        out += self.kept_unsearched()
        if gone := [kind for kind in self.unsearched if kind.endswith(")")]:
            out.append("Not searched in files, and not written: " + self._kinds(gone))
        if self.columns:
            out.append("Columns not written: " + _listed(self.columns))
        if self.dates or self.dates_kept or self.dates_dropped:
            kept = f", {self.dates_kept:,} kept" if self.dates_kept else ""
            emptied = f", {self.dates_dropped:,} emptied" if self.dates_dropped else ""
            shifted = f"Date columns: {_count(self.dates, 'cell')} shifted{kept}{emptied}"
            out.append(f"{shifted}; the same is done with the dates in the texts")
        for label, count in sorted(self.failed.items()):
            out.append(f"{_count(count, 'surrogate')} for {label} became [{label}].")
        if self.reviewed:
            out.append(f"{_count(self.reviewed, 'span')} marked by the reviewer, text kept")
        if self.mended:
            out.append(f"{_count(self.mended, 'broken character')} replaced by U+FFFD")
        return out + self._rejections() + self.notes

    def _left(self) -> Iterator[str]:
        """What was not looked for, and so is still in the text; and who is hidden in vain."""
        if self.names_not_searched:
            where = self.searched.among(self.searched.names)
            yield (
                f"Names not searched{where}: nothing finds personal names there, so names of "
                "people are still in the text. Use a trained pipeline (--model)."
            )
        missing = [label for label in self.not_searched if label not in NAME_LABELS]
        for line in self.searched.lines([s for s in missing if s in self.asked]):
            yield line + ". They were to be replaced, and are still in the text."
        yield from self.searched.lines([s for s in missing if s not in self.asked])
        if self.named:
            yield "Found by your columns, tables and lists alone: " + ", ".join(self.named)
        if self.everybody:
            yield (
                "Public people count as private: nothing in this pipeline tells them apart "
                "(hips_filter), so cited authors and public figures are hidden too."
            )

    def _in_other_languages(self) -> Iterator[str]:
        if not self.languages:
            return
        documents = _count(sum(self.languages.values()), "document")
        found = ", ".join(f"{lang} {count:,}" for lang, count in self.languages.most_common())
        done = _SEARCHED[self.other_languages or "rules"]
        yield f"Text in other languages in {documents} ({found}): {done}"

    def _rejections(self) -> list[str]:
        if not self.rejected:
            return []
        out = [f"{_count(len(self.rejected), 'row')} rejected and not written:"]
        out += [f"  row {number}: {reason}" for number, reason in self.rejected[:LISTED]]
        if len(self.rejected) > LISTED:
            out.append(f"  and {len(self.rejected) - LISTED:,} more")
        return out


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _listed(columns: Sequence[str]) -> str:
    """The first of many columns, and how many there are more."""
    more = f" and {len(columns) - LISTED:,} more" if len(columns) > LISTED else ""
    return ", ".join(columns[:LISTED]) + more


def _done(action: str) -> str:
    return {
        "surrogate": "replaced",
        "generalise": "generalised",
        "placeholder": "as placeholder",
        "redact": "redacted",
        "mark": "marked, text kept",
        "found": "found",
        FILL: "filled, where a placeholder stood",
    }.get(action, action)
