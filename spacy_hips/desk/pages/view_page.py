"""The page that shows originals beside their anonymised texts (internal): one file, no network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.labels import KEPT, LABELS, ROLES
from ...core.later import re
from ...core.spans import Replacement
from ...who.judging.verdicts import Verdict
from ..run.batches import Result
from .rendered import rendered

PUBLIC = "PUBLIC"
# Hues by label: names blue to violet, ways to reach somebody green, numbers orange, the rest rose.
HUES: dict[str, int] = {
    "NAME_STUDENT": 215, "NAME_INSTRUCTOR": 255, "NAME_PRIVATE": 285, "PERSON": 225,
    "EMAIL": 165, "USERNAME": 185, "URL_PERSONAL": 140, "PHONE_NUM": 95, "STREET_ADDRESS": 40,
    "ID_NUM": 20, "IP_ADDRESS": 60, "DATE_OF_BIRTH": 340, "DATE": 330, "AGE": 350, "SCHOOL": 30,
    "EMPLOYER": 10, "NATIONALITY": 300, "LOCATION": 75, "ZIP": 50,
}  # fmt: skip
_BREAK = re.compile(r"\n+")


@dataclass(frozen=True)
class Paragraph:
    """Lines that stand beside each other.

    original, anonymized (tuple[int, int]): Characters in both texts.
    replacements (tuple[Replacement, ...]): What was done in it.
    """

    original: tuple[int, int]
    anonymized: tuple[int, int]
    replacements: tuple[Replacement, ...]


def page(results: Sequence[Result], title: str, remarks: Sequence[str] = ()) -> str:
    """The whole page.

    results (Sequence[Result]): The documents.
    title (str): Its title.
    remarks (Sequence[str]): Lines of the summary, shown under the title.
    RETURNS (str): HTML with its style and script inside; it loads nothing.
    """
    counts = Counter(r.label for result in results for r in result.replacements)
    return rendered(
        "pages/view.html",
        title=title,
        remarks=remarks,
        hues=HUES,
        counts=[(name, counts[name]) for name in LABELS if counts[name]],
        documents=map(_document, results),
    )


def _document(result: Result) -> dict[str, Any]:
    """One document: its name, its persons, and its paragraphs in two columns."""
    doc = result.document
    judged = {(start, end): v for v in result.verdicts for start, end in v.places}
    return {
        "name": doc.ids.doc or f"row {doc.rows[0].number}",
        "count": len(result.replacements),
        "roles": _told(result.verdicts),
        "persons": [_person(v, doc.text) for v in result.verdicts],
        "rows": [
            _row(p, doc.text, result.anonymized, judged)
            for p in paragraphs(doc.text, result.anonymized, result.replacements)
        ],
    }


def paragraphs(
    text: str, anonymized: str, replacements: Sequence[Replacement]
) -> Iterator[Paragraph]:
    """Cut two texts at the same line ends.

    text, anonymized (str): The original and what became of it.
    replacements (Sequence[Replacement]): What was done, by place. A line end within one does not
        cut.
    YIELDS (Paragraph): Parts that hold more than white space.
    """
    start = new_start = at = shift = 0
    own: list[Replacement] = []
    ends = [*(m.span() for m in _BREAK.finditer(text)), (len(text), len(text))]
    for cut, after in ends:
        while at < len(replacements) and replacements[at].start < cut:
            own.append(replacements[at])
            shift = replacements[at].new_end - replacements[at].end
            at += 1
        across = bool(own) and own[-1].end > cut
        if across or (at < len(replacements) and replacements[at].start < after):
            continue
        if text[start:cut].strip() or own:
            yield Paragraph((start, cut), (new_start, cut + shift), tuple(own))
        start, new_start, own = after, after + shift, []


def _told(verdicts: Sequence[Verdict]) -> str:
    counts = Counter(v.role for v in verdicts)
    return ", ".join(f"{counts[role]} {role}" for role in ROLES if counts[role])


def _person(verdict: Verdict, text: str) -> tuple[object, ...]:
    start, end = verdict.places[0]
    number = verdict.id.rpartition(":")[2]
    return (number, text[start:end], len(verdict.places), verdict.role,
            f"{verdict.public:.2f}", verdict.reason)  # fmt: skip


_Judged = Mapping[tuple[int, int], Verdict]


def _row(paragraph: Paragraph, text: str, anonymized: str, judged: _Judged) -> dict[str, Any]:
    first, last = paragraph.original
    kept = [
        (start, end, Replacement(start, end, start, end, PUBLIC, v.id, "keep", ""), v)
        for (start, end), v in judged.items()
        if v.kept and first <= start and end <= last
    ]
    done = [(r.start, r.end, r, judged.get((r.start, r.end))) for r in paragraph.replacements]
    left = _marked(text, paragraph.original, sorted([*kept, *done], key=lambda mark: mark[:2]))
    right = _marked(
        anonymized,
        paragraph.anonymized,
        [(r.new_start, r.new_end, r, judged.get((r.start, r.end))) for r in paragraph.replacements],
    )
    return {"found": paragraph.replacements, "original": left, "anonymized": right}


def _marked(
    text: str,
    extent: tuple[int, int],
    places: Iterable[tuple[int, int, Replacement, Verdict | None]],
) -> list[tuple[str, dict[str, Any] | None]]:
    """Pieces of a text, each with its mark."""
    out: list[tuple[str, dict[str, Any] | None]] = []
    at, end = extent
    for start, stop, replacement, verdict in places:
        out += [(text[at:start], None), (text[start:stop], _mark(replacement, verdict))]
        at = stop
    return [*out, (text[at:end], None)]


def _mark(replacement: Replacement, verdict: Verdict | None) -> dict[str, Any]:
    hint = f"{replacement.entity or replacement.label}, {replacement.action}"
    if verdict is not None:
        hint += f", {verdict.role}, public {verdict.public:.2f}, {verdict.reason}"
    return {
        "label": replacement.label,
        "kept": replacement.action in KEPT,
        "entity": replacement.entity,
        "number": replacement.entity.rpartition(":")[2],
        "hint": hint,
    }
