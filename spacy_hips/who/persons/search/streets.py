"""The street of a found address, where it is named again without its number.

"We live at 31 Garner Street, Leeds. Garner St. is noisy": whoever reads the second sentence knows
the first. A street of no found address is public, and stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ....core.spans import PiiSpan
from ....find.rules.domains import lowered
from ....text.values.address_parts import Street, streets_of
from .repeats import SHORTEST, places_of

SOURCE = "repeated"
DISCOUNT = 0.9
FORMS: tuple[tuple[str, ...], ...] = (
    ("street", "st"), ("avenue", "ave", "av"), ("road", "rd"), ("drive", "dr"), ("lane", "ln"),
    ("boulevard", "blvd", "bd"), ("court", "ct"), ("place", "pl"), ("terrace", "ter"),
    ("circle", "cir"), ("square", "sq"), ("highway", "hwy"), ("parkway", "pkwy"),
    ("trail", "trl"), ("crescent", "cres"), ("gardens", "gdns"), ("heights", "hts"),
    ("estate", "estates"), ("calle", "c/"), ("avenida", "avda", "av"), ("carrera", "cra"),
    ("ulica", "ul"), ("straße", "str"), ("strasse", "str"), ("straße", "strasse"),
    ("rua", "r"), ("jalan", "jl"),
)  # fmt: skip
"""The words that make a street, and how each is shortened."""
GENERIC = frozenset(("main", "high", "church", "station", "market", "back", "side", "front"))
"""Names of streets that are a kind of street where they are written small: "the high street"."""


def streets(text: str, spans: Sequence[PiiSpan]) -> list[PiiSpan]:
    """Find the streets of found addresses where they are named again.

    text (str): The text.
    spans (Sequence[PiiSpan]): What was found, without overlaps.
    RETURNS (list): New spans, labelled STREET_ADDRESS, source "repeated" and a lower score: each
        with the street's name and type, also shortened, outside the addresses themselves.
    """
    known: dict[str, tuple[Street, PiiSpan]] = {}
    for span in spans:
        if span.label == "STREET_ADDRESS":
            for street in streets_of(text[span.start : span.end]):
                for form in _forms(street):
                    known.setdefault(form, (street, span))
    if not known:
        return []
    direct = {i for s in spans if s.label == "STREET_ADDRESS" for i in range(s.start, s.end)}
    low = lowered(text).replace("\n", " ")
    out = []
    for start, end in places_of(low, known):
        street, span = known[low[start:end]]
        if start not in direct and not _is_kind(street, text[start:end]):
            score = round(DISCOUNT * span.score, 6)
            out.append(replace(span, start=start, end=end, score=score, source=SOURCE, id=""))
    return out


def _forms(street: Street) -> Iterator[str]:
    """How a street may be written, in small letters."""
    name, kind = street.name.lower(), street.kind.lower().rstrip(".")
    kinds = {kind: street.kind.endswith(".")}
    for full, *short in FORMS:
        if kind == full or kind in short:
            kinds.update({full: False, **dict.fromkeys(short, True)})
    for one, is_short in kinds.items():
        for written in (one, f"{one}.") if is_short else (one,):
            if street.place == "suffix":
                form = name + written
            elif street.place == "before":
                form = f"{written} {name}"
            else:
                form = f"{name} {written}"
            if len(form) > SHORTEST:
                yield form


def _is_kind(street: Street, written: str) -> bool:
    return written.islower() and not street.name.islower() and street.name.lower() in GENERIC
