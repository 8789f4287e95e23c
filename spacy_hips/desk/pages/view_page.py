"""The page that shows originals beside their anonymised texts (internal): one file, no network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ...core.labels import KEPT, LABELS, ROLES
from ...core.later import re
from ...core.spans import Replacement
from ...who.judging.verdicts import Verdict
from ..run.batches import Result
from .page_style import HEAD, SCRIPT

PUBLIC = "PUBLIC"
_BREAK = re.compile(r"\n+")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


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
    parts = [
        HEAD.format(title=_safe(title)),
        '<div class="banner" role="note">Internal: this page shows originals beside their '
        "replacements. Never publish it, never send it.</div>",
        f"<header><h1>{_safe(title)}</h1>",
        "".join(f"<p>{_safe(line)}</p>" for line in remarks),
        _tools(counts),
        "</header><main>",
        *(document(result, number) for number, result in enumerate(results, 1)),
        f"</main><script>{SCRIPT}</script></body></html>\n",
    ]
    return "\n".join(parts)


def document(result: Result, number: int) -> str:
    """One document: a heading and its paragraphs in two columns."""
    doc = result.document
    name = doc.ids.doc or f"row {doc.rows[0].number}"
    count = len(result.replacements)
    judged = {(start, end): v for v in result.verdicts for start, end in v.places}
    rows = [
        _row(p, doc.text, result.anonymized, judged)
        for p in paragraphs(doc.text, result.anonymized, result.replacements)
    ]
    words = f"{count} span{'' if count == 1 else 's'}"
    return (
        f'<section id="d{number}"><h2>{_safe(name)}<small>{words}</small></h2>'
        f"{_persons(result)}"
        '<div class="pair heads"><div>Original</div><div>Anonymised</div></div>'
        f"{''.join(rows)}</section>"
    )


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


def _persons(result: Result) -> str:
    """A table of who is hidden and who is kept, and why; nothing where nobody was judged."""
    if not result.verdicts:
        return ""
    head = ("", "as written first", "mentions", "role", "public", "reason")
    rows = "".join(_person(v, result.document.text) for v in result.verdicts)
    cells = "".join(f"<th>{name}</th>" for name in head)
    return (
        f'<details class="persons"><summary>{_told(result.verdicts)}</summary>'
        f"<table><tr>{cells}</tr>{rows}</table></details>"
    )


def _told(verdicts: Sequence[Verdict]) -> str:
    counts = Counter(v.role for v in verdicts)
    return "Roles: " + ", ".join(f"{counts[role]} {role}" for role in ROLES if counts[role])


def _person(verdict: Verdict, text: str) -> str:
    start, end = verdict.places[0]
    number = verdict.id.rpartition(":")[2]
    values = (number, text[start:end], len(verdict.places), verdict.role,
              f"{verdict.public:.2f}", verdict.reason)  # fmt: skip
    return f"<tr>{''.join(f'<td>{_safe(str(value))}</td>' for value in values)}</tr>"


_Judged = Mapping[tuple[int, int], Verdict]


def _row(paragraph: Paragraph, text: str, anonymized: str, judged: _Judged) -> str:
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
    kind = "pair" if paragraph.replacements else "pair plain"
    return f'<div class="{kind}"><p dir="auto">{left}</p><p dir="auto">{right}</p></div>'


def _marked(
    text: str,
    extent: tuple[int, int],
    places: Iterable[tuple[int, int, Replacement, Verdict | None]],
) -> str:
    out = []
    at, end = extent
    for start, stop, replacement, verdict in places:
        out += [_safe(text[at:start]), _mark(text[start:stop], replacement, verdict)]
        at = stop
    out.append(_safe(text[at:end]))
    return "".join(out)


def _mark(text: str, replacement: Replacement, verdict: Verdict | None) -> str:
    label, number = replacement.label, replacement.entity.rpartition(":")[2]
    kept = " kept" if replacement.action in KEPT else ""
    hint = f"{replacement.entity or label}, {replacement.action}"
    if verdict is not None:
        hint += f", {verdict.role}, public {verdict.public:.2f}, {verdict.reason}"
    return (
        f'<mark class="{escape(label)}{kept}" data-e="{escape(replacement.entity)}" '
        f'title="{escape(hint)}">{_safe(text)}<sub>{escape(number)}</sub></mark>'
    )


def _tools(counts: Counter[str]) -> str:
    chips = "".join(
        f'<label class="chip {name}"><input type="checkbox" checked value="{name}">'
        f"{name}<b>{counts[name]:,}</b></label>"
        for name in LABELS
        if counts[name]
    )
    return (
        f'<div class="tools"><div class="legend">{chips or "<i>nothing was found</i>"}</div>'
        '<div class="find"><input type="search" id="q" placeholder="Search both texts" '
        'aria-label="Search both texts"><label><input type="checkbox" id="only"> only lines with '
        'identifiers</label><span id="hits"></span></div></div>'
    )


def _safe(text: str) -> str:
    """Escaped, with control characters shown as their pictures."""
    return escape(_CONTROL.sub(lambda m: chr(0x2400 + min(ord(m[0]), 0x21)), text))
