"""Which values take each other's place between documents: rings, settled once and then frozen.

Pass one counts the authors of every value. Values that enough authors have are put into rings, each
of one kind. Within a scope id a ring is in the order of keyed digests, and turned by one place. So
no value stays itself, and nobody can tell which became which without the secret. A value is settled
when it is first seen, shuffled or not: later values make rings of their own.

The values stand in the register encrypted under a key made of the secret (AES-SIV, RFC 5297: the
same in every run, whatever the order), each under its keyed digest. Nothing says who had them.
"""

from __future__ import annotations

import binascii
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...core.ids import Secret
from ..surrogates.maker import SurrogateMaker, Value
from ..surrogates.shuffle import MIN_AUTHORS, MIN_VALUES, ShuffleSurrogate, alike

DIGITS = 32
RING_DIGITS = 20
BLOCK = 64
"""Values are filled up to so many bytes, so that their length tells little."""
MOST_ORDERS = 4096

ValueKey = tuple[str, str]
"""Kind and key of a value."""


@dataclass
class Held:
    """A value as all documents show it; whatever their order, the result is the same.

    labels (set): The labels it has.
    holders (set): Its authors; a document whose author is not known counts as one.
    forms (dict): By whom each way to write it is used.
    """

    labels: set[str] = field(default_factory=set)
    holders: set[str] = field(default_factory=set)
    forms: dict[str, set[str]] = field(default_factory=dict)

    def add(self, label: str, form: str, holder: str) -> None:
        """Learn from another mention."""
        self.labels.add(label)
        self.holders.add(holder)
        self.forms.setdefault(form, set()).add(holder)

    def shown(self) -> str:
        """The way to write it that most authors use, with capitals and small letters if any is."""
        users: dict[str, set[str]] = {}
        for form, holders in self.forms.items():
            users.setdefault(form.casefold(), set()).update(holders)

        def rank(form: str) -> tuple[int, bool, int, str]:
            mixed = not (form.isupper() or form.islower())
            return len(users[form.casefold()]), mixed, len(self.forms[form]), form

        return max(self.forms, key=rank)


@dataclass(frozen=True)
class Member:
    """What was settled for a value.

    ring (str): The ring it is in; "" where it is not shuffled.
    sealed (str): What is shown of it, encrypted.
    """

    ring: str = ""
    sealed: str = ""


@dataclass(frozen=True)
class Shuffled:
    """What came of the values of one label in pass one.

    values (int): How many there were.
    shuffled (int): How many of them take each other's place, now or since an earlier run.
    """

    values: int = 0
    shuffled: int = 0


class Rings:
    """The settled values of a register.

    secret (Secret): The key.
    """

    def __init__(self, secret: Secret) -> None:
        self._secret = secret
        self._members: dict[str, Member] = {}
        self._rings: dict[str, list[str]] = {}
        self._orders: dict[tuple[str, str], dict[str, str]] = {}
        self._written: set[str] = set()

    def __len__(self) -> int:
        """How many values are shuffled."""
        return sum(bool(member.ring) for member in self._members.values())

    # Pass one

    def settle(
        self, held: Mapping[ValueKey, Held], makers: Mapping[str, SurrogateMaker]
    ) -> dict[str, Shuffled]:
        """Settle all values that are not settled yet.

        held (Mapping): What pass one found.
        makers (Mapping[str, SurrogateMaker]): Surrogate makers by label.
        RETURNS (dict): What came of the values, by label.
        """
        digests = {place: self.digest(*place) for place in held}
        kinds: dict[str, list[tuple[str, Value, Held]]] = {}
        for (kind, key), one in held.items():
            digest = digests[kind, key]
            if digest not in self._members:
                value = Value(kind, key, one.shown())
                kinds.setdefault(kind, []).append((digest, value, one))
        for kind in sorted(kinds):
            self._settle_kind(sorted(kinds[kind], key=lambda new: new[0]), makers)
        return self._counts(held, digests)

    def _settle_kind(
        self, new: list[tuple[str, Value, Held]], makers: Mapping[str, SurrogateMaker]
    ) -> None:
        """Put the values of one kind into rings in which none is like another."""
        found = {label for _, _, one in new for label in one.labels}
        policies = [p for p in map(makers.get, found) if isinstance(p, ShuffleSurrogate)]
        # A country and its people are one value of two labels: the stricter one decides.
        min_authors = max((p.min_authors for p in policies), default=MIN_AUTHORS)
        min_values = max((p.min_values for p in policies), default=MIN_VALUES)
        rings: list[list[tuple[str, Value]]] = []
        for digest, value, one in new:
            self._members[digest] = Member()
            if len(one.holders) < min_authors:
                continue
            fit = (ring for ring in rings if not any(alike(value, other) for _, other in ring))
            ring = next(fit, None)
            if ring is None:
                rings.append(ring := [])
            ring.append((digest, value))
        for ring in rings:
            if len(ring) >= min_values:
                self._close(ring)

    def _close(self, ring: list[tuple[str, Value]]) -> None:
        name = self._make(RING_DIGITS, "ring", *(digest for digest, _ in ring))
        for digest, value in ring:
            self._add(digest, Member(name, self._seal(digest, value.shown)))

    def _counts(
        self, held: Mapping[ValueKey, Held], digests: Mapping[ValueKey, str]
    ) -> dict[str, Shuffled]:
        counts: dict[str, Shuffled] = {}
        for place, one in held.items():
            done = bool(self._members[digests[place]].ring)
            for label in one.labels:
                old = counts.get(label, Shuffled())
                counts[label] = Shuffled(old.values + 1, old.shuffled + done)
        return dict(sorted(counts.items()))

    # The file

    def lines(self) -> list[dict[str, Any]]:
        """All values as plain data, by digest."""
        return [self._line(digest) for digest in sorted(self._members)]

    def news(self) -> list[dict[str, Any]]:
        """Those that were not written yet."""
        return [self._line(digest) for digest in sorted(self._members.keys() - self._written)]

    def note_written(self) -> None:
        """From here on all that is there counts as written."""
        self._written.update(self._members)

    def take(self, lines: Iterable[Mapping[str, Any]]) -> None:
        """Take lines that were read; the first of a value holds."""
        for line in lines:
            digest = str(line["value"])
            if digest not in self._members:
                self._add(digest, Member(str(line.get("ring", "")), str(line.get("shown", ""))))
            self._written.add(digest)

    def _line(self, digest: str) -> dict[str, Any]:
        member = self._members[digest]
        line = {"value": digest, "ring": member.ring, "shown": member.sealed}
        return {name: cell for name, cell in line.items() if cell}

    def _add(self, digest: str, member: Member) -> None:
        self._members[digest] = member
        if member.ring:
            self._rings.setdefault(member.ring, []).append(digest)

    # Pass two

    def digest(self, kind: str, key: str) -> str:
        """What a value stands under."""
        return self._make(DIGITS, "value", kind, key)

    def member(self, digest: str) -> Member | None:
        """What was settled for a value; None where nothing was."""
        return self._members.get(digest)

    def shown(self, digest: str, scope: str) -> str | None:
        """What is shown in a value's place; None where it is not shuffled."""
        member = self._members.get(digest)
        if member is None or not member.ring:
            return None
        other = self._order(member.ring, scope)[digest]
        return self._open(other, self._members[other].sealed)

    def _order(self, ring: str, scope: str) -> dict[str, str]:
        """Which value has the place of which: the next in the order of keyed digests."""
        if (ring, scope) not in self._orders:
            if len(self._orders) >= MOST_ORDERS:
                self._orders.clear()
            members = self._rings[ring]
            turn = sorted(members, key=lambda d: self._secret.digest("shuffle", scope, ring, d))
            self._orders[ring, scope] = dict(zip(turn, (*turn[1:], turn[0]), strict=True))
        return self._orders[ring, scope]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_orders": {}}

    # Digests and seals

    def _make(self, digits: int, *parts: str) -> str:
        return self._secret.digest("shuffle", *parts).hex()[:digits]

    def _seal(self, digest: str, text: str) -> str:
        data = text.encode("utf8", "surrogatepass")
        filled = data + b"\0" * (-len(data) % BLOCK)
        sealed = self._cipher().encrypt(filled, [digest.encode()])
        return binascii.b2a_base64(sealed, newline=False).decode()

    def _open(self, digest: str, sealed: str) -> str:
        data: bytes = self._cipher().decrypt(binascii.a2b_base64(sealed), [digest.encode()])
        return data.rstrip(b"\0").decode("utf8", "surrogatepass")

    def _cipher(self) -> Any:
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        return AESSIV(b"".join(self._secret.digest("shuffle", "key", half) for half in "12"))


@dataclass(frozen=True)
class Turned:
    """The rings as they are turned for one scope id; see `surrogates.base.Swaps`.

    rings (Rings): The settled values.
    scope (str): The scope id.
    """

    rings: Rings
    scope: str

    def shown(self, kind: str, key: str) -> str | None:
        """What is shown in a value's place; None where it is not shuffled."""
        return self.rings.shown(self.rings.digest(kind, key), self.scope)

    def knows(self, kind: str, key: str) -> bool:
        """Was it settled whether the value is shuffled?"""
        return self.rings.member(self.rings.digest(kind, key)) is not None
