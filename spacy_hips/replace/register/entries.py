"""What a register holds: entries under keyed digests, and which surrogates are given away."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field, replace
from typing import Any

from ...core.ids import Secret
from ...text.lexicon.tables import fold
from ...who.persons.link.entity import Entity
from ...who.persons.mention.glue import split_part
from ..surrogates.choose import bare, digits_of
from .found import Collected, Place

PERSON, AUTHOR = "PERSON", "AUTHOR"
PARTS: tuple[str, ...] = (
    "first", "middle", "particles", "last", "nickname", "initials", "gender", "region",
)  # fmt: skip
NUMBER_DIGITS = 9
KEY_DIGITS, MARK_DIGITS = 32, 20


REFERENCE = "\0entry:"
"""A key that begins so is no name: it names an entry by its digest, of whomever that is."""


class Digests:
    """The keyed digests of a register; without the secret none can be made or checked.

    secret (Secret): The key.
    """

    def __init__(self, secret: Secret) -> None:
        self._secret = secret

    def key(self, place: Place) -> str:
        """What an entry stands under."""
        if place[2].startswith(REFERENCE):
            return place[2].removeprefix(REFERENCE)
        return self._make(KEY_DIGITS, "key", *place)

    def within(self, scope: str) -> str:
        """A scope, within which a name may be somebody's."""
        return self._make(MARK_DIGITS, "within", scope)

    def bucket(self, scope: str, lone: str = "") -> str:
        """Within what surrogates are distinct: the scope, for lone names their author or text."""
        return self._make(MARK_DIGITS, "bucket", scope, lone)

    def person(self, key: str) -> str:
        """What the entries of one person share, in whatever scope they are."""
        return self._make(MARK_DIGITS, "person", key)

    def form(self, text: str) -> str:
        """How an identifier is written."""
        return self._make(MARK_DIGITS, "form", text)

    def mark(self, bucket: str, kind: str, value: str) -> str:
        """A value as far as two of them must not be alike."""
        return self._make(MARK_DIGITS, "mark", bucket, kind, value)

    def _make(self, digits: int, *parts: str) -> str:
        return self._secret.digest("register", *parts).hex()[:digits]


@dataclass
class Entry:
    """What was settled for one identifier.

    kind (str): "PERSON", another label, or "AUTHOR" for the documents of an author.
    bucket (str): Within what its surrogate is distinct.
    person (str): Whose it is, as a digest; "" where not known.
    new (dict): For a person: the parts of the new name; None where none could be made.
    forms (dict): For others: the surrogate of each way it is written, "" where none could be made.
    originals (set): Marks of the original values, so that no later surrogate is one of them.
    documents (set): Keyed names of the documents in which it stands.
    """

    kind: str
    bucket: str = ""
    person: str = ""
    new: dict[str, str] | None = None
    forms: dict[str, str] = field(default_factory=dict)
    originals: set[str] = field(default_factory=set)
    documents: set[str] = field(default_factory=set)

    def identity(self, entity: Entity) -> Entity | None:
        """The record of a person under the new name."""
        if self.new is None:
            return None
        # A register of before particles were drawn leaves those of the old name.
        names = {"particles": entity.particles}
        names = {part: self.new.get(part, names.get(part, "")) for part in PARTS}
        return replace(entity, **names, texts=(), owns=(), gender_score=1.0)  # type: ignore[arg-type]

    def values(self) -> list[str]:
        """What its surrogates are compared by."""
        if self.kind == PERSON:
            return [person_value(self.new)] if self.new else []
        return [value(self.kind, new) for new in self.forms.values() if new]

    def to_line(self, key: str) -> dict[str, Any]:
        """The entry as plain data, empty fields left out."""
        line: dict[str, Any] = {"key": key, "kind": self.kind}
        line |= {"bucket": self.bucket, "person": self.person, "new": self.new}
        line |= {"forms": dict(sorted(self.forms.items()))}
        line |= {"originals": sorted(self.originals), "documents": sorted(self.documents)}
        return {name: cell for name, cell in line.items() if cell not in ("", {}, [], None)}

    def add(self, line: Mapping[str, Any]) -> None:
        """Take what a later line says besides; what stands already is not changed."""
        new = line.get("new")
        if new is not None:
            self.new = {**new, **{part: cell for part, cell in (self.new or {}).items() if cell}}
        self.forms = {**line.get("forms", {}), **self.forms}
        self.originals.update(line.get("originals", ()))
        self.documents.update(line.get("documents", ()))

    @classmethod
    def from_lines(cls, lines: bytes) -> Entry:
        """The entry of its lines in a file: a first one, and those that add to it."""
        first, *more = map(json.loads, lines.splitlines())
        entry = cls(str(first["kind"]), first.get("bucket", ""), first.get("person", ""))
        for line in (first, *more):
            entry.add(line)
        return entry


class Entries(MutableMapping[str, Entry]):
    """Entries by key. Those of a file are made when somebody asks for them.

    lines (Mapping): The lines of each entry in the file, see `file.Content`.
    """

    def __init__(self, lines: Mapping[str, bytes] | None = None) -> None:
        self._lines = dict(lines or {})
        self._entries: dict[str, Entry | bytes] = {**self._lines}

    def __getitem__(self, key: str) -> Entry:
        entry = self._entries[key]
        if isinstance(entry, bytes):
            entry = self._entries[key] = Entry.from_lines(entry)
        return entry

    def __setitem__(self, key: str, entry: Entry) -> None:
        self._entries[key] = entry

    def __delitem__(self, key: str) -> None:
        del self._entries[key]
        self._lines.pop(key, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def as_read(self, key: str) -> dict[str, Any] | None:
        """What the file says of an entry, as plain data; None for one that does not stand there."""
        return Entry.from_lines(self._lines[key]).to_line(key) if key in self._lines else None


def person_value(new: Mapping[str, str]) -> str:
    """What two names must differ in: forename and surname in any order, else whatever there is.

    Which of two words is the surname is a guess in some languages, so the order does not count.
    """
    whole = in_any_order(f"{new.get('first', '')} {new.get('last', '')}")
    return whole or fold(new.get("nickname", "") or new.get("initials", ""))


def in_any_order(name: str) -> str:
    """The folded words of a name, sorted."""
    return " ".join(sorted(split_part(fold(name))))


def value(kind: str, text: str) -> str:
    """What two surrogates of a kind must differ in, whatever marks stand in them."""
    if kind == "PHONE_NUM":
        return digits_of(text)[-NUMBER_DIGITS:] or text.casefold()
    return bare(text) or text.casefold()


def original_values(kind: str, thing: Collected) -> set[str]:
    """The values that an identifier had, in the form of `value` and `person_value`."""
    if kind != PERSON:
        return {value(kind, form) for form in thing.forms}
    entity = thing.entity
    told = {person_value({part: getattr(entity, part) for part in PARTS})}
    # As it is written, too: what a parser takes for a title or a particle may be a name.
    return (told | {in_any_order(form) for form in thing.forms}) - {""}


class Taken:
    """Which values are given away within each bucket, as digests.

    digests (Digests): Makes them.
    """

    def __init__(self, digests: Digests) -> None:
        self._digests = digests
        self._owners: dict[str, str] = {}

    def free(self, bucket: str, kind: str, text: str, key: str = "") -> bool:
        """Is it nobody's surrogate and nobody's original? The key's own do not count."""
        owner = self._owners.get(self._digests.mark(bucket, kind, text))
        return owner is None or owner == key

    def take(self, bucket: str, kind: str, texts: Iterable[str], key: str) -> None:
        """Give values away to a key."""
        for text in texts:
            self.take_mark(self._digests.mark(bucket, kind, text), key)

    def take_mark(self, mark: str, key: str) -> None:
        """Give away a value of which only the digest is known."""
        self._owners.setdefault(mark, key)
