"""What became of each identifier of a document, and why: a table for whoever looks at one text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

from spacy.tokens import Doc

from ..core.body import text_of
from ..core.labels import KEPT, not_searched
from ..core.spans import PiiSpan, Replacement, read_group, searched, searched_by
from ..text.page.languages import is_skipped
from ..who.judging.verdicts import read_verdicts
from .output import PII, get_replacements

STAYS, UNRELEASED, LAST_NET = "kept", "not released", "last net"
LONGEST = 40
_HEADS = ("at", "text", "label", "found by", "role", "why", "becomes")


@dataclass(frozen=True)
class Explained:
    """What became of one stretch of a text.

    start, end (int): Characters of the original text, end exclusive.
    text (str): What stands there.
    label (str): What it is.
    source (str): Who found it, such as "rules.email", "ner" or "ents".
    role (str): student, instructor, private or public; "" where nobody judged.
    reason (str): Why it was kept or judged so; "" where no reason was given.
    becomes (str): What stands there now; "kept" where the text stays.
    """

    start: int
    end: int
    text: str
    label: str
    source: str
    role: str
    reason: str
    becomes: str


@dataclass(frozen=True, repr=False)
class Explanation:
    """What was found in a document and what became of it; `str` of it is a table.

    It shows what was replaced, so never publish it.

    rows (tuple[Explained, ...]): By place.
    searched (tuple): Which labels were searched, and by what, as `doc._.hips_searched` has it.
    missing (tuple[str, ...]): The labels that nothing has searched.
    text (str): The original text.
    """

    rows: tuple[Explained, ...]
    searched: tuple[tuple[str, tuple[str, ...]], ...]
    missing: tuple[str, ...]
    text: str

    def displacy(self) -> dict[str, Any]:
        """What `displacy.render(..., style="ent", manual=True)` takes.

        RETURNS (dict): The original text and its spans; those that stay are called "kept".
        """
        ents = [
            {
                "start": row.start,
                "end": row.end,
                "label": f"{row.label} {STAYS}" if row.becomes == STAYS else row.label,
            }
            for row in self.rows
        ]
        return {"text": self.text, "ents": ents, "title": None}

    def __str__(self) -> str:
        lines = [_HEADS, *map(_cells, self.rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        table = [
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        ]
        by = sorted({who for _, all_of_them in self.searched for who in all_of_them})
        return "\n".join(
            [
                *table,
                f"Searched by: {', '.join(by) or 'nothing that is known of'}",
                f"Not searched: {', '.join(self.missing) or 'nothing'}",
            ]
        )

    def __repr__(self) -> str:
        return f"<Explanation of {len(self.rows)} places>"


def explain(doc: Doc, *, spans_key: str = PII, public_key: str = "public") -> Explanation:
    """Print what was found in a document, by whom, and what became of it and why.

    doc (Doc): The document, run through a pipeline with hips_anonymizer.
    spans_key (str): The group of what is hidden.
    public_key (str): The group of what stays.
    RETURNS (Explanation): The same as an object. It shows what was replaced: never publish it.
    RAISES (HipsError): E111 where nothing has anonymised the document, E127 where that was lost.

    EXAMPLE:
        >>> nlp.add_pipe("hips_anonymizer", config={"finder": "ents"})  # doctest: +ELLIPSIS
        <spacy_hips...>
        >>> found = explain(nlp("Write to ana@uni.org!"))  # doctest: +ELLIPSIS
        at    text         label  found by     role  why  becomes
        9-20  ana@uni.org  EMAIL  rules.email             ...
        >>> found.rows[0].label
        'EMAIL'
    """
    done, text = get_replacements(doc), text_of(doc)
    found, rest = _by_replacement(done, read_group(doc, spans_key))
    rest += _by_replacement(done, read_group(doc, public_key))[1]
    stays = UNRELEASED if is_skipped(doc) else STAYS
    rows = [
        _row(found.get(i, PiiSpan(one.start, one.end, one.label, source=LAST_NET)), text, one)
        for i, one in enumerate(done)
    ]
    rows += [_row(span, text, becomes=stays) for span in rest]
    roles = {place: verdict.role for verdict in read_verdicts(doc) for place in verdict.places}
    out = Explanation(
        tuple(
            replace(row, role=roles.get((row.start, row.end), ""))
            for row in sorted(rows, key=lambda row: (row.start, row.end))
        ),
        searched_by(doc),
        not_searched(searched(doc)),
        text,
    )
    print(out)  # noqa: T201 (this is what it is called for)
    return out


def _by_replacement(
    done: Sequence[Replacement], spans: Iterable[PiiSpan]
) -> tuple[dict[int, PiiSpan], list[PiiSpan]]:
    """Which span each replacement was made for, and the spans of which nothing was replaced."""
    starts, ends = [one.start for one in done], [one.end for one in done]
    of: dict[int, PiiSpan] = {}
    rest = []
    for span in spans:
        touched = range(bisect_right(ends, span.start), bisect_left(starts, span.end))
        for i in touched:
            of.setdefault(i, span)
        if not touched:
            rest.append(span)
    return of, rest


def _row(
    span: PiiSpan, text: str, done: Replacement | None = None, becomes: str = STAYS
) -> Explained:
    """A row without a role: of a replacement its own place and label, of the span the rest."""
    place = done or span
    if done is not None and done.action not in KEPT:
        becomes = done.surrogate
    surface = text[place.start : place.end]
    return Explained(
        place.start, place.end, surface, place.label, span.source, "", span.reason, becomes
    )


def _cells(row: Explained) -> tuple[str, ...]:
    start, end, text, *rest, becomes = astuple(row)
    return f"{start}-{end}", _short(text), *rest, _short(becomes)


def _short(text: str) -> str:
    """A text on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
