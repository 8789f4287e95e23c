"""Gold: texts with hand-made spans, read from jsonl, json (CRAPII's too) or `.spacy` files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...components.scoring.metrics import Spot
from ...core.errors import HipsError
from ...core.labels import LABELS, NAME_LABELS, ROLE_LABELS
from ...desk.annotations.annotation_format import shown_label
from ...desk.annotations.annotations import Annotated, from_kaggle, read_annotations
from ...desk.annotations.registry import format_of
from ...desk.files.file_formats import format_by_name
from ...desk.files.readers import as_text, open_source
from ...desk.files.rows import BadRow, Row, mend
from ..errors import Errors
from .roles import PUBLIC, Roles, read_role_fields

MERGED = "PERSON"
TEXTS = ("text", "full_text")
GOLD_FILES = ("", "json", "jsonl")
"""What is read as gold by its name; formats of annotations, such as .spacy, are asked first."""


@dataclass(frozen=True)
class Gold:
    """A labelled text.

    number (int): Its place in the file, from 1.
    id (str): Its id; "" where it has none.
    text (str): The text.
    spans (tuple[Spot, ...]): (start, end, label), in characters.
    tokens (Optional[tuple[str, ...]]): Its tokens, where the file has them.
    roles (Optional[Roles]): Who is private and who is public; None where the file does not tell.
    fields (Mapping): All fields of its record, where it is one of jsonl or json.
    """

    number: int
    id: str
    text: str
    spans: tuple[Spot, ...]
    tokens: tuple[str, ...] | None = None
    roles: Roles | None = None
    fields: Mapping[str, Any] = field(default_factory=dict, compare=False)


def read_gold(path: str, form: str = "", unknown: Counter[str] | None = None) -> list[Gold]:
    """Read labelled texts.

    path (str): A jsonl file, or a json list, of {"id", "text", "spans": [[start, end, label]]};
        spans may also be objects with "start", "end" and "label". "tokens" is read where it is
        there, and so are "roles" and spans of four parts, [start, end, role, doubt] (roles.py).
        Records of the Kaggle layout, with a label for each of their tokens, are read as well, and
        a `.spacy` file with the gold in the span group "pii".
    form (str): An annotation format by name; "" takes what the file's name tells.
    unknown (Counter[str]): Counts unknown labels, whose spans are then left out; without it they
        are an error.
    RETURNS (list[Gold]): The texts.
    RAISES (HipsError): E501 if there is none, E502 or E504 for a record that cannot be used,
        E413 for an unknown label, E411 for a line or a `.spacy` file that cannot be read,
        E417 for a file that holds no labels, such as a table.
    """
    if format_of(Path(path), form) not in ("", "jsonl", "kaggle"):
        gold = [_plain(own, n) for n, own in enumerate(read_annotations(path, form=form), 1)]
    else:
        listed = form == "kaggle" or format_by_name(path) == "json"
        if not form and format_by_name(path) not in GOLD_FILES:
            raise HipsError(Errors.E417.format(path=path))
        source = open_source(path, "json" if listed else "jsonl")
        gold = [_record(_read(row, path), unknown) for row in source]
    if not gold:
        raise HipsError(Errors.E501.format(path=path))
    return gold


def gold_of(record: Mapping[str, Any], number: int) -> Gold:
    """A labelled text of a record, such as the generator makes.

    record (Mapping): With "text", "spans" and what else `read_gold` reads.
    number (int): Its place, from 1.
    RETURNS (Gold): The text.
    RAISES (HipsError): As `read_gold`.
    """
    return _record(Row(number, dict(record)))


def with_roles(gold: Iterable[Gold], path: str) -> list[Gold]:
    """Add roles that stand in a file of their own.

    gold (Iterable[Gold]): The texts.
    path (str): A jsonl file of {"id", "spans": [[start, end, role, doubt]], "not_names":
        [[start, end]]}. Of a text that it does not have it says that nobody is named there.
    RETURNS (list[Gold]): The texts with roles.
    RAISES (HipsError): E411 for a line that cannot be read, E504 for a record that cannot be used.
    """
    fields: dict[str, tuple[int, Mapping[str, Any]]] = {}
    for row in open_source(path, "jsonl"):
        row = _read(row, path)
        fields[as_text(row.fields.get("id")) or ""] = row.number, row.fields
    out = []
    for own in gold:
        number, found = fields.get(own.id, (own.number, {}))
        roles = read_role_fields({**found, "roles": found.get("spans", [])}, len(own.text), number)
        out.append(replace(own, roles=roles))
    return out


def without_public(own: Gold) -> Gold:
    """The same without the names of people whom its roles call public: they are not to be hidden.

    own (Gold): A labelled text.
    RETURNS (Gold): The text; itself where it does not tell roles.
    """
    roles = own.roles.mentions if own.roles else ()
    public = {i for m in roles if m.role == PUBLIC for i in range(m.start, m.end)}
    kept = [s for s in own.spans if s[2] not in NAME_LABELS or public.isdisjoint(range(*s[:2]))]
    return replace(own, spans=tuple(kept))


def check_labelled(gold: Iterable[Gold], path: str) -> None:
    """Refuse gold without a label: it is rather of another form than free of identifiers.

    gold (Iterable[Gold]): The texts.
    path (str): Where they are from.
    RAISES (HipsError): E508 where no text has a span or a role.
    """
    gold = list(gold)
    if not any(g.spans or (g.roles and (g.roles.mentions or g.roles.not_names)) for g in gold):
        raise HipsError(Errors.E508.format(path=path, count=len(gold)))


class NameMapping:
    """Makes the names in gold and prediction comparable.

    A pipeline that does not know roles predicts PERSON. Where NAME_STUDENT is the only name the
    gold has, every predicted PERSON counts as NAME_STUDENT; where PERSON is, every name counts as
    PERSON.

    gold (Iterable[Gold]): All of the gold.
    merge (bool): Count all names as PERSON, in gold and prediction.
    """

    def __init__(self, gold: Iterable[Gold], *, merge: bool = False) -> None:
        names = {label for g in gold for _, _, label in g.spans} & NAME_LABELS
        self.merge = merge or names == {MERGED}
        self.person = "NAME_STUDENT" if names == {"NAME_STUDENT"} else MERGED

    @property
    def statement(self) -> str:
        """What was done, for the report; "" for nothing."""
        if self.merge:
            return "All name labels count as PERSON."
        if self.person != MERGED:
            return "A predicted PERSON counts as NAME_STUDENT, the only name label of the gold."
        return ""

    def __call__(self, spans: Iterable[Spot]) -> list[Spot]:
        """The spans with comparable labels."""
        return [(start, end, self._label(label)) for start, end, label in spans]

    def _label(self, label: str) -> str:
        if self.merge and label in NAME_LABELS:
            return MERGED
        return self.person if label == MERGED else label


def _read(row: Row | BadRow, path: str) -> Row:
    if isinstance(row, BadRow):
        raise HipsError(Errors.E411.format(number=row.number, path=path, reason=row.reason))
    return row


def _record(row: Row, unknown: Counter[str] | None = None) -> Gold:
    fields = row.fields
    if "labels" in fields and "tokens" in fields:
        return _tagged(fields, row.number)
    text = next((fields[name] for name in TEXTS if isinstance(fields.get(name), str)), None)
    if text is None:
        message = Errors.E504.format(number=row.number, what="a text", wanted="it as a string")
        raise HipsError(message)
    roles = read_role_fields(fields, len(text), row.number)
    if roles is not None and "roles" not in fields:
        spans = _named(roles)
    else:
        spans = tuple(_spans(fields.get("spans", ()), text, row.number, unknown))
    name = as_text(fields.get("id")) or ""
    tokens = _tokens(fields, row)
    return Gold(row.number, name, mend(text)[0], spans, tokens, roles, fields)


def _tagged(fields: Mapping[str, Any], number: int) -> Gold:
    """A record of the Kaggle layout."""
    try:
        return _plain(from_kaggle(fields, number), number)
    except HipsError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError):
        wanted = "a trailing_whitespace and a label for each, and together the text"
        message = Errors.E504.format(number=number, what="tokens", wanted=wanted)
        raise HipsError(message) from None


def _plain(own: Annotated, number: int) -> Gold:
    return Gold(number, own.id, mend(own.text)[0], own.spans, own.tokens)


def _named(roles: Roles) -> tuple[Spot, ...]:
    """The names that must be hidden, by their roles."""
    return tuple((m.start, m.end, ROLE_LABELS[m.role]) for m in roles.mentions
                 if m.role in ROLE_LABELS and not m.doubt)  # fmt: skip


def _spans(
    given: Any, text: str, number: int, unknown: Counter[str] | None = None
) -> Iterator[Spot]:
    for span in given if isinstance(given, Sequence) else [None]:
        start, end, label = _parts(span, number)
        if not 0 <= start < end <= len(text):
            raise HipsError(Errors.E502.format(number=number, start=start, end=end))
        if label in LABELS:
            yield start, end, label
        elif unknown is None:
            known = ", ".join(LABELS)
            raise HipsError(
                Errors.E413.format(number=number, label=shown_label(label), known=known)
            )
        else:
            unknown[label] += 1


def _parts(span: Any, number: int) -> Spot:
    try:
        if isinstance(span, Mapping):
            return int(span["start"]), int(span["end"]), str(span["label"])
        start, end, label = span
        return int(start), int(end), str(label)
    except (TypeError, ValueError, KeyError):
        wanted = "[start, end, label]"
        message = Errors.E504.format(number=number, what="a span", wanted=wanted)
        raise HipsError(message) from None


def _tokens(fields: Mapping[str, Any], row: Any) -> tuple[str, ...] | None:
    tokens = fields.get("tokens")
    if tokens is None:
        return None
    if isinstance(tokens, list) and all(isinstance(t, str) for t in tokens):
        return tuple(tokens)
    message = Errors.E504.format(number=row.number, what="tokens", wanted="a list of strings")
    raise HipsError(message)
