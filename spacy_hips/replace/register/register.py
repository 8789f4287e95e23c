"""The register: collect, allocate, freeze; then look up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.errors import Errors, HipsError
from ...core.ids import SCOPES, Secret
from ...who.persons.link.entity import Entity
from ...who.persons.link.linking import normal_form
from ..surrogates.maker import SurrogateMaker
from . import file
from .allocator import Allocator
from .entries import AUTHOR, Digests, Entries, Entry, Taken
from .file import Versions
from .found import Collection, Found
from .rings import Rings, Shuffled, Turned


class Register:
    """The surrogates of a scope wider than a document.

    It holds no readable original: entries stand under keyed digests of what they are for, with the
    new names, and keyed names of the documents they stand in; values that are shuffled between
    documents are encrypted under the secret (rings.py). It is internal all the same: beside the
    output it shows what was replaced.

    secret (Secret): The key; one register belongs to one secret.
    scope (str): "author", "group" or "corpus".

    EXAMPLE:
        >>> anonymizer = nlp.add_pipe("hips_anonymizer")
        >>> docs = [nlp.make_doc("Write to ana@x.org!"), nlp.make_doc("Is ben@x.org yours?")]
        >>> register = Register(Secret.load("secret"), "corpus")
        >>> register.collect(anonymizer.find(doc) for doc in docs)
        2
        >>> register.allocate(anonymizer.replacer.makers)
        2
        >>> register.freeze("names.register")
    """

    def __init__(self, secret: Secret, scope: str) -> None:
        if scope not in SCOPES[1:]:
            raise HipsError(Errors.E109.format(scope=scope, known=", ".join(SCOPES[1:])))
        if secret.drawn:
            raise HipsError(Errors.E105.format(scope=scope))
        self.scope = scope
        self.secret = secret
        self.entries = Entries()
        self.shuffled: dict[str, Shuffled] = {}
        self._rings = Rings(secret)
        self._gone: list[str] = []
        self._digests = Digests(secret)
        self._collection = Collection()
        self._changed: set[str] = set()
        self._written: dict[str, dict[str, Any]] = {}
        self._read_from: file.Stamp | None = None

    @classmethod
    def load(cls, path: str | Path, secret: Secret, *, scope: str = "") -> Register:
        """Read a register.

        path (Path): The file.
        secret (Secret): The one it was made with.
        scope (str): The scope that is wanted; "" takes any.
        RAISES (HipsError): E130 if it cannot be read, E131 if it is damaged, E132 for another
            secret, E133 for another package or other name tables, E134 for another scope.
        """
        content = file.read(path, secret)
        if scope and content.scope != scope:
            raise HipsError(Errors.E134.format(path=path, found=content.scope, scope=scope))
        content.versions.refuse_other(path)
        register = cls(secret, content.scope)
        register._take(content)
        return register

    def __len__(self) -> int:
        """How many identifiers have a surrogate."""
        return sum(entry.kind != AUTHOR for entry in self.entries.values())

    def __repr__(self) -> str:
        return f"Register({self.scope}, {len(self)} identifiers)"

    # Pass one

    def collect(self, found: Iterable[Found]) -> int:
        """Take the identifiers of documents.

        found (Iterable[Found]): What `hips_anonymizer.find` gives for each document.
        RETURNS (int): How many documents there were.
        """
        count = 0
        for one in found:
            self._collection.add(one)
            count += 1
        return count

    def allocate(self, makers: Mapping[str, SurrogateMaker], lang: str = "en") -> int:
        """Give everything that was collected and has none yet a surrogate of its own.

        makers (Mapping[str, SurrogateMaker]): By label; the one for PERSON makes all names.
        lang (str): The language of the texts.
        RETURNS (int): How many identifiers are new. `shuffled` tells afterwards what came of the
            values that makers shuffle between documents, by label.
        """
        before = len(self)
        allocator = Allocator(
            self.secret, self.scope, lang, makers, self.entries, self._taken(), self._collection
        )
        self._changed |= allocator.run()
        for author, documents in self._collection.authors.items():
            self._note_author(author, documents)
        self.shuffled = self._rings.settle(self._collection.values, makers)
        self._collection = Collection()
        return len(self) - before

    def freeze(self, path: str | Path) -> None:
        """Write it, or add what is new behind what stands there.

        path (Path): The file, mode 0600. What was read from it or written to it before stays as it
            is, byte by byte; the file is replaced in one step.
        RAISES (HipsError): E136 if something was collected and not allocated, E137 if the file is
            not the one that was read, E130 if it is there and was not read, or cannot be written,
            E747 if another run writes it at this moment. Nothing was written then.
        """
        if self._collection:
            raise HipsError(Errors.E136.format(count=len(self._collection)))
        lines = [self._news(key) for key in sorted(self._changed)] + self._rings.news()
        self._read_from = file.append(
            path, self.secret, self.scope, Versions.now(), lines, self._read_from
        )
        self._rings.note_written()
        self._written |= {key: self.entries[key].to_line(key) for key in self._changed}
        self._changed.clear()

    # Pass two

    def within(self, scope: str) -> Allocated:
        """What was settled for one scope id, to be handed to `Draws`."""
        return Allocated(self.entries, self._digests, scope)

    def swaps(self, scope: str) -> Turned:
        """Which values are shown in whose place within one scope id, to be handed to `Draws`."""
        return Turned(self._rings, scope)

    # Upkeep

    def forget(self, person: str, also: Iterable[str] = ()) -> Forgotten | None:
        """Take a person out: the new name, what belongs to the person, and the index of texts.

        Nobody else's surrogate changes, and the person's are not given to others later. Values that
        are shuffled stay: the register does not know who had them.

        person (str): The person_id; for somebody without one the name.
        also (Iterable[str]): What else the person may be known by.
        RETURNS (Forgotten): Which documents show the person; None where nobody is found.
        """
        tags = {
            self._digests.person(key)
            for key in (person, normal_form("PERSON", person), *also)
            if key
        }
        gone = {key: entry for key, entry in self.entries.items() if entry.person in tags}
        if not gone:
            return None
        wrote = [entry for entry in gone.values() if entry.kind == AUTHOR]
        named = [entry for entry in gone.values() if entry.kind != AUTHOR]
        for key, entry in gone.items():
            marks = (self._digests.mark(entry.bucket, entry.kind, v) for v in entry.values())
            self._gone.extend(marks)
            del self.entries[key]
        return Forgotten(
            len(named),
            tuple(sorted({d for entry in named for d in entry.documents})),
            tuple(sorted({d for entry in wrote for d in entry.documents})),
        )

    def rewrite(self, path: str | Path, *, in_place_of: Register | None = None) -> None:
        """Write it anew without what was forgotten; the file is replaced in one step.

        path (Path): The file.
        in_place_of (Register): The one that was read from there, if this one is a copy of it that
            went on elsewhere.
        RAISES (HipsError): E137 if the file is not the one that was read, E130 if it cannot be
            written.
        """
        lines = [self.entries[key].to_line(key) for key in sorted(self.entries)]
        lines += self._rings.lines()
        lines += [{"gone": mark} for mark in self._gone]
        read_from = (self if in_place_of is None else in_place_of)._read_from
        self._read_from = file.append(
            path, self.secret, self.scope, Versions.now(), lines, read_from, anew=True
        )
        self._written = {key: entry.to_line(key) for key, entry in self.entries.items()}

    def __getstate__(self) -> dict[str, Any]:
        # Worker processes look up; what is needed to write stays behind.
        return {**self.__dict__, "_collection": Collection(), "_written": {}}

    def _take(self, content: file.Content) -> None:
        self.entries = Entries(content.entries)
        self._rings.take(line for line in content.lines if "value" in line)
        self._gone.extend(str(line["gone"]) for line in content.lines if "gone" in line)
        self._read_from = content.stamp

    def _taken(self) -> Taken:
        taken = Taken(self._digests)
        for mark in self._gone:
            taken.take_mark(mark, "")
        for key, entry in self.entries.items():
            taken.take(entry.bucket, entry.kind, entry.values(), key)
        for entry in self.entries.values():
            for mark in entry.originals:
                taken.take_mark(mark, "")
        return taken

    def _note_author(self, author: str, documents: set[str]) -> None:
        key = self._digests.key(("", AUTHOR, author))
        entry = self.entries.setdefault(key, Entry(AUTHOR, person=self._digests.person(author)))
        if not documents <= entry.documents:
            entry.documents |= documents
            self._changed.add(key)

    def _news(self, key: str) -> dict[str, Any]:
        """The line of an entry, without what earlier lines say."""
        line = self.entries[key].to_line(key)
        old = self._written.get(key) or self.entries.as_read(key)
        if old is None:
            return line
        news: dict[str, Any] = {"key": key}
        for name in ("documents", "originals"):
            more = sorted(set(line.get(name, ())) - set(old.get(name, ())))
            news |= {name: more} if more else {}
        forms = {k: v for k, v in line.get("forms", {}).items() if k not in old.get("forms", {})}
        news |= {"forms": forms} if forms else {}
        return news | ({"new": line["new"]} if line.get("new") != old.get("new") else {})


@dataclass(frozen=True)
class Forgotten:
    """Who was taken out of a register.

    entries (int): How many identifiers of the person.
    named_in (tuple[str, ...]): Keyed names of the documents that show the person's new name or
        what else was made for the person; they must be released anew.
    wrote (tuple[str, ...]): Those the person wrote, where the person_id is the author's id.
    """

    entries: int
    named_in: tuple[str, ...]
    wrote: tuple[str, ...]


@dataclass(frozen=True)
class Allocated:
    """Looks up what was settled for one scope id; see `surrogates.replacer.Allocation`.

    entries (Mapping): All entries.
    digests (Digests): Makes their keys.
    scope (str): The scope id.
    """

    entries: Mapping[str, Entry]
    digests: Digests
    scope: str

    def identity(self, key: str, entity: Entity) -> Entity | None:
        """Who a person has become; None where no new name could be made.

        RAISES (HipsError): E135 for a person that was not collected.
        """
        return self._entry("PERSON", key).identity(entity)

    def surrogate(self, kind: str, key: str, text: str) -> str | None:
        """What an identifier has become where it is written so.

        RAISES (HipsError): E135 for an identifier or a way to write it that was not collected.
        """
        forms = self._entry(kind, key).forms
        form = self.digests.form(text)
        if form not in forms:
            raise HipsError(Errors.E135.format(count=1))
        return forms[form] or None

    def _entry(self, kind: str, key: str) -> Entry:
        entry = self.entries.get(self.digests.key((self.scope, kind, key)))
        if entry is None:
            raise HipsError(Errors.E135.format(count=1))
        return entry
