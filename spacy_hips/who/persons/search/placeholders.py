"""Finds what stands in a text where somebody has taken a person's name out: "<STUDENT>", "NAME_2".

The patterns are read from a table (lang/xx/placeholders.toml). Its examples are its tests.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import regex

from ....core.errors import Errors, HipsError
from ....core.spans import FILLED, STAND_INS, PiiSpan
from ....text.lexicon.language import BASE, language
from ....text.lexicon.pattern_tables import Words, with_words, words_of
from ..link.entity import Entity
from ..link.numbering import free_id
from ..link.told_gender import told_gender

FILE = "placeholders.toml"
_NEAR = 24
_NAME = "NAME"
_NO_LETTER = regex.compile(r"['’]S\b|[^\p{L}]+")


@dataclass(frozen=True)
class Placeholder:
    """A place where a name stood.

    start, end (int): Characters.
    kind (str): What it is called, such as "STUDENT".
    number (str): Which of that kind; "" where it has none.
    form (str): The name that fits there: "first", "last" or "full".
    """

    start: int
    end: int
    kind: str
    number: str
    form: str


@dataclass(frozen=True)
class Pattern:
    """One row of the table.

    name (str): What it is called.
    pattern (regex.Pattern): Where a placeholder stands, as the group `place` or whole.
    kind (str): What it is called where the pattern has no group `kind`.
    form (str): The form of the name.
    finds, leaves (tuple[str, ...]): Texts in which it finds what stands in «guillemets», and texts
        in which nothing is found.
    why (str): What it stays for.
    """

    name: str
    pattern: regex.Pattern[str]
    kind: str
    form: str
    finds: tuple[str, ...]
    leaves: tuple[str, ...]
    why: str = ""

    def find(self, text: str) -> Iterator[Placeholder]:
        """What it finds in a text, by place."""
        groups = self.pattern.groupindex
        for match in self.pattern.finditer(text):
            start, end = match.span("place") if "place" in groups else match.span()
            kind = (match["kind"] if "kind" in groups else "") or self.kind
            number = (match["number"] if "number" in groups else "") or ""
            if start < end:
                yield Placeholder(start, end, _plain(kind), number.lstrip("0") or number, self.form)


class Placeholders:
    """Finds placeholders, and says who stands behind them.

    path (Path): A table of one's own; "" for that of the language.
    lang (str): The language; where it has no table the English one is read.
    RAISES (HipsError): E821 for a table that cannot be used.

    EXAMPLE:
        >>> [(p.kind, p.number) for p in Placeholders().find("<STUDENT> and NAME_2 met.")]
        [('STUDENT', ''), ('NAME', '2')]
    """

    def __init__(self, path: str | Path = "", lang: str = BASE) -> None:
        self.path = str(path)
        self.lang = lang
        _ = self._table

    @cached_property
    def _table(self) -> tuple[regex.Pattern[str] | None, tuple[Pattern, ...]]:
        return _read(self.path, self.lang)

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """The patterns, in the order of the table."""
        return self._table[1]

    def find(self, text: str) -> list[Placeholder]:
        """Find placeholders.

        text (str): The text.
        RETURNS (list[Placeholder]): By place, without overlap; an earlier row comes first.
        """
        behind = self._table[0]
        taken: list[Placeholder] = []
        for pattern in self.patterns:
            for one in pattern.find(text):
                if all(one.end <= other.start or other.end <= one.start for other in taken):
                    titled = behind is not None and behind.search(
                        text, max(0, one.start - _NEAR), one.start
                    )
                    taken.append(replace(one, form="last") if titled else one)
        return sorted(taken, key=lambda one: one.start)

    def fill(
        self,
        text: str,
        spans: Sequence[PiiSpan],
        entities: Mapping[str, Entity],
        bound: Callable[[str], str],
    ) -> tuple[list[PiiSpan], dict[str, Entity]]:
        """Add the placeholders of a text to its spans, each a mention of a person.

        Placeholders of one kind and number are one person, and so are those of one kind without a
        number. What was found within a placeholder gives way to it; a placeholder gives way to
        what reaches beyond it.

        text (str): The text.
        spans (Sequence[PiiSpan]): What was found, by place, without overlap.
        entities (Mapping[str, Entity]): The entities of these.
        bound (Callable): Given a number or "", what a person is bound to within the scope.
        RETURNS (tuple): All spans and entities.
        """
        found = [
            one for one in self.find(text) if not any(_reaches_beyond(span, one) for span in spans)
        ]
        if not found:
            return list(spans), dict(entities)
        out = [
            s for s in spans if not any(s.start < one.end and one.start < s.end for one in found)
        ]
        people = dict(entities)
        ids: dict[str, str] = {}
        for one in found:
            key = f"placeholder:{one.kind}:{one.number}{bound(one.number)}"
            if key not in ids:
                ids[key] = free_id({*people, *(span.id for span in out)})
                starts = [o.start for o in found if (o.kind, o.number) == (one.kind, one.number)]
                people[ids[key]] = _somebody(ids[key], key, told_gender(text, starts))
            source = f"{FILLED}{one.form}"
            out.append(PiiSpan(one.start, one.end, "PERSON", 1.0, source, ids[key]))
        return sorted(out, key=lambda span: span.start), people


def make_placeholders(path: str = "", lang: str = BASE) -> Placeholders:
    """Build `spacy_hips.Placeholders.v1`.

    path (str): A table of one's own; "" for the packaged one.
    lang (str): The language of the packaged one.
    RAISES (HipsError): E821 for a table that cannot be used.
    """
    return Placeholders(path, lang)


def _reaches_beyond(span: PiiSpan, one: Placeholder) -> bool:
    touches = span.start < one.end and one.start < span.end
    return touches and not (one.start <= span.start and span.end <= one.end)


def _somebody(i: str, key: str, gender: str) -> Entity:
    """A person of whom nothing is known but perhaps the gender."""
    first, last = STAND_INS["first"], STAND_INS["last"]
    return Entity(
        i,
        "PERSON",
        key,
        tuple(STAND_INS.values()),
        person_id=key,
        first=first,
        last=last,
        gender=gender,
        gender_score=1.0 if gender else 0.0,
    )


def _plain(kind: str) -> str:
    """What a placeholder is called, without what says only that a name stood there."""
    words = _NO_LETTER.sub(" ", kind.upper()).split()
    return " ".join(word for word in words if word != _NAME) or _NAME


def _read(path: str, lang: str) -> tuple[regex.Pattern[str] | None, tuple[Pattern, ...]]:
    packaged = language(lang).file(FILE) or language(BASE).file(FILE)
    try:
        table = tomllib.loads((packaged if packaged and not path else Path(path)).read_text("utf8"))
        words = words_of(table)
        behind = table.get("surname_behind")
        rows = tuple(_row(row, words) for row in table["pattern"])
        return regex.compile(with_words(behind, words)) if behind else None, rows
    except OSError as error:
        reason = error.strerror or type(error).__name__
    except (ValueError, KeyError, TypeError, AttributeError, regex.error) as error:
        reason = f"it is no table of patterns ({type(error).__name__})"
    raise HipsError(Errors.E821.format(path=path or FILE, reason=reason))


def _row(row: Mapping[str, Any], words: Words) -> Pattern:
    form = row.get("form", "first")
    if form not in STAND_INS:
        raise ValueError(form)
    return Pattern(
        name=row["name"],
        pattern=regex.compile(with_words(row["find"], words)),
        kind=row.get("kind", _NAME),
        form=form,
        finds=tuple(row.get("finds", ())),
        leaves=tuple(row.get("leaves", ())),
        why=row.get("why", ""),
    )
