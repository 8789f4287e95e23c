"""What hips_entities decides of the spans that it merges, before it links them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..labels import LABELS, NAME_LABELS
from ..lexicon.form_words import MENTIONED
from ..lexicon.tables import fold, name_tables
from ..persons.link.context import name_in_text
from ..persons.link.entity import KNOWN, Entity
from ..persons.link.linker import Lookup, has_other_forename
from ..persons.mention.boundaries import tidy
from ..rules.dates import SOURCE as DATES
from ..rules.dates import is_weekday
from ..rules.usernames import is_code
from ..spans import DENIED, PiiSpan

GUESSES, PASSES, SENDERS = ("ner", "ents"), "names.", "names.senders"
"""Sources that read one language; a mail's sender is known by the address behind the name."""
_NO_WORDS = re.compile(r"[0-9@]")
_OPENING = re.compile(r"(?:^|[.!?:\n»”\"–-])\s*\Z")


def is_guess(text: str, span: PiiSpan) -> bool:
    """Was a word taken for an identifier by its language?

    Numbers and addresses have none, nor has a whole name that begins with a known forename.
    """
    guessed = span.source in GUESSES or (span.source.startswith(PASSES) and span.source != SENDERS)
    if not guessed or span.id:
        return False
    if span.label not in NAME_LABELS:
        return not _NO_WORDS.search(text, span.start, span.end)
    return not _is_known_name(text, span)


def _is_known_name(text: str, span: PiiSpan) -> bool:
    """Are these words with capitals, of which the tables know the first as a forename?

    What opens a sentence has its capital from that, so the tables must know the surname too: Hej
    in "Hej Elin" is also a forename.
    """
    words, tables = text[span.start : span.end].split(), name_tables()
    if len(words) < 2 or not all(word[:1].isupper() for word in words):
        return False
    if not tables.is_forename(words[0]) or tables.is_common_word(words[0]):
        return False
    opens = _OPENING.search(text, max(0, span.start - 6), span.start) is not None
    return not opens or (tables.is_surname(words[-1]) and not tables.is_common_word(words[-1]))


def is_nobody(text: str, span: PiiSpan) -> bool:
    """Is a handle that was guessed a word of program text, or nobody in particular ("@team")?"""
    if span.label != "USERNAME" or span.id:
        return False
    if fold(text[span.start : span.end].lstrip("@")) in MENTIONED:
        return True
    return is_code(text, span.start, span.end)


def without_weekdays(text: str, spans: list[PiiSpan]) -> list[PiiSpan]:
    """A date that a rule read as a whole takes its weekday in: in "On Tue, Mar 2" it is no name."""
    dates = sorted((s.start, s.end) for s in spans if s.label == "DATE" and s.source == DATES)
    starts = [start for start, _ in dates]
    out = []
    for span in spans:
        at = bisect_right(starts, span.start) - 1
        within = at >= 0 and span.end <= dates[at][1]
        named = span.label in NAME_LABELS or LABELS[span.label].kind == "indirect"
        days = re.split(r"[-–/]", text[span.start : span.end])
        if not (within and named and all(is_weekday(day.strip()) for day in days)):
            out.append(span)
    return out


def tidied(text: str, spans: list[PiiSpan], fixed: Mapping[tuple[int, int], str]) -> list[PiiSpan]:
    """Name spans with their borders put right; the name tables are read only for these."""
    if not any(s.label in NAME_LABELS for s in spans):
        return spans
    held = [*fixed, *((s.start, s.end) for s in spans if s.source == DENIED)]
    return tidy(text, spans, name_tables(), held)


def with_confirmed(
    spans: list[PiiSpan], fixed: Mapping[tuple[int, int], str], length: int
) -> list[PiiSpan]:
    """Spans whose entity was set by hand are there with these very characters."""
    for (start, end), entity in fixed.items():
        if not 0 <= start < end <= length or any((s.start, s.end) == (start, end) for s in spans):
            continue
        crossing = [s for s in spans if s.start < end and start < s.end]
        label = crossing[0].label if crossing else entity.partition(":")[0]
        spans = [s for s in spans if s not in crossing]
        spans.append(PiiSpan(start, end, label, 1.0, "hand"))
    return sorted(spans, key=lambda s: s.start)


def with_known(
    text: str, spans: list[PiiSpan], found: Sequence[PiiSpan], record: Lookup
) -> list[PiiSpan]:
    """A span that won over that of a known person gets the person.

    Not if it has another forename: "Ana Silva" is not Eva, whose surname is Silva, too.
    """
    known = [s for s in found if s.id.startswith(KNOWN)]
    if not known:
        return spans
    out = []
    for span in spans:
        people = {k.id: k.label for k in known if k.start < span.end and span.start < k.end}
        if span.id not in people:
            span = replace(span, id="")
        if not span.id and len(people) == 1:
            person, label = next(iter(people.items()))
            if _of_another(text, span, record(person.removeprefix(KNOWN))):
                out.append(span)
                continue
            finer = span.label == "PERSON" and label in NAME_LABELS
            span = replace(span, id=person, label=label if finer else span.label)
        out.append(span)
    return out


def _of_another(text: str, span: PiiSpan, record: Entity | None) -> bool:
    if record is None or span.label not in NAME_LABELS:
        return False
    tables = name_tables()
    return has_other_forename(record, name_in_text(text, span, tables), tables)
