"""Who is who: which spans of a document are mentions of the same entity."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..labels import NAME_LABELS
from ..spans import PiiSpan
from .records import Entity

Place = tuple[int, int]


@dataclass(frozen=True)
class Linked:
    """The spans with their entities' ids, and the entities.

    spans (list[PiiSpan]): By place; each has the id of its entity.
    entities (dict[str, Entity]): By id, in the order of their first mention.
    """

    spans: list[PiiSpan]
    entities: dict[str, Entity]


def link(
    text: str, spans: Iterable[PiiSpan], *, fixed: Mapping[Place, str] | None = None
) -> Linked:
    """Find out which spans are mentions of one entity, and number the entities.

    text (str): The document's text.
    spans (Iterable[PiiSpan]): Spans without overlap.
    fixed (Mapping): Entities set by hand, by start and end.
    RETURNS (Linked): The same spans with ids, and the entities.
    """
    ordered = sorted(spans, key=lambda s: (s.start, s.end))
    keys = [(kind_of(s.label), normal_form(s.label, text[s.start : s.end])) for s in ordered]
    ids = number(keys)
    ids = [(fixed or {}).get((s.start, s.end), i) for s, i in zip(ordered, ids, strict=True)]
    named = [replace(s, id=i) for s, i in zip(ordered, ids, strict=True)]
    return Linked(named, describe(text, named))


def kind_of(label: str) -> str:
    """The prefix of entity ids: a person is one, whatever role the name was found to have."""
    return "PERSON" if label in NAME_LABELS else label


def number(keys: Sequence[tuple[str, str]]) -> list[str]:
    """Number entities by their first place, each kind by itself, from 1."""
    ids: dict[tuple[str, str], str] = {}
    count: Counter[str] = Counter()
    for key in keys:
        if key not in ids:
            count[key[0]] += 1
            ids[key] = f"{key[0]}:{count[key[0]]}"
    return [ids[key] for key in keys]


def describe(text: str, spans: Iterable[PiiSpan]) -> dict[str, Entity]:
    """The records of the entities that the spans' ids name."""
    entities: dict[str, Entity] = {}
    for span in spans:
        surface = text[span.start : span.end]
        known = entities.get(span.id)
        if known is None:
            key = normal_form(span.label, surface)
            entities[span.id] = Entity(span.id, span.label, key, (surface,))
        elif surface not in known.texts:
            entities[span.id] = replace(known, texts=(*known.texts, surface))
    return entities


_SEPARATORS = re.compile(r"[\s\-./()]+")
_WEB = re.compile(r"^(?:https?://)?(?:www\.|m\.)?", re.I)


def normal_form(label: str, surface: str) -> str:
    """What two spellings of one value have in common.

    label (str): The label.
    surface (str): The text of a mention.
    RETURNS (str): Folded text: an ID without its separators, an address of the web without its
        scheme, a handle without its "@".
    """
    folded = unicodedata.normalize("NFKC", surface).casefold().strip()
    if label in ("ID_NUM", "PHONE_NUM", "IP_ADDRESS", "ZIP"):
        return _SEPARATORS.sub("", folded) if label != "IP_ADDRESS" else folded
    if label in ("URL", "URL_PERSONAL"):
        return _WEB.sub("", folded).rstrip("/")
    if label == "USERNAME":
        return folded.lstrip("@")
    if label == "EMAIL":
        return folded.removeprefix("mailto:")
    return " ".join(folded.split())
