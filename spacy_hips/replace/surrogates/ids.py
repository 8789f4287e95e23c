"""Numbers and codes that name a person, and addresses of the internet protocol.

An ID keeps its shape: every letter and decimal becomes another of its class in its script, marks
stay. A number that follows a known scheme gets a valid check digit and, where the scheme has a
range that is never given out, lies in it.
"""

from __future__ import annotations

import importlib
import ipaddress
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ...core.ids import Draw
from ...core.later import re
from ...text.lexicon.data_files import rows
from ...text.lexicon.said import said_numbers, say
from ...who.persons.link.entity import Entity
from .choose import Dice, bare, fresh, once_a_document, reshaped, same_class
from .maker import Context, Mention, SurrogateMaker
from .pools import common_prefix
from .realism import checked, is_ordinary, is_plausible, seen

_REDRAWN = 16
_PREFIX = re.compile(r"[A-Z](?=\d{4})")
"""A letter that all numbers of a school begin with: where it changed, a kept one would show."""
_YEAR = re.compile(r"20[012]\d(?=\d{3,5}$)")
"""When somebody began, where an ID begins with it."""
_SHARED, _OWN = 3, 4
"""So many numbers of a document must begin alike to keep how they begin, and so many characters of
each are its own."""
_IBANS = 2000
_CHECK_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Scheme:
    """A scheme of numbers, from national_ids.tsv.

    name (str): What it is.
    module (str): The module of python-stdnum that checks it, "" for a scheme without a check.
    check (str): The module that checks a surrogate: the same, or where that refuses numbers that
        are never given out, the one of its check digits alone.
    shape (Pattern): How it is written.
    value (tuple[str, ...]): What a surrogate is made of, one drawn: "n" a digit, "N" one that is
        not 0, "x" one below 6, "A" a letter, "=" the character that stands there, "*" a check
        character that is tried out, "ymd" groups a date, everything else itself.
    ordinary (tuple[str, ...]): The same for numbers like those that are given out; none where
        those of `value` are.
    """

    name: str
    module: str
    check: str
    shape: re.Pattern[str]
    value: tuple[str, ...]
    ordinary: tuple[str, ...] = ()

    def fits(self, text: str) -> bool:
        """Whether a text is such a number."""
        if not self.shape.fullmatch(text.strip()):
            return False
        return not self.module or bool(_checker(self.module)(_compact(text)))

    def valid(self, number: str, *, ordinary: bool = False) -> bool:
        """Whether the check digits of a surrogate are right; True where there are none."""
        check = self.module if ordinary else self.check
        return not check or bool(_checker(check)(number))


@cache
def schemes() -> tuple[Scheme, ...]:
    """All schemes, the surest first."""
    return tuple(
        Scheme(
            r["name"],
            r["module"],
            r["check"] or r["module"],
            re.compile(r["shape"]),
            tuple(r["value"].split()),
            tuple(r["ordinary"].split()),
        )
        for r in rows("national_ids.tsv")
    )


@cache
def _checker(module: str) -> Callable[[str], Any]:
    return importlib.import_module(f"stdnum.{module}").is_valid  # type: ignore[no-any-return]


def _compact(text: str) -> str:
    return "".join(c for c in text.upper() if c.isalnum())


@dataclass(frozen=True)
class IdSurrogate:
    """Makes numbers and codes: one value in all its spellings gets one surrogate, spelt alike.

    realism (str): "safe", "plausible", or "" for that of the anonymizer (realism.py). Plausible
        numbers of a known scheme lie half of the time where such numbers are given out.
    """

    realism: str = ""

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        context = seen(context, self.realism)
        said = next(said_numbers(mention.text), None)
        core = said[2] if said else _compact(mention.text)
        if not core or len(core) > 400:
            return None
        texts = sorted({t for t in (mention.text, *entity.texts) if _compact(t) == core})
        scheme = _scheme(texts)
        beside = _beside(core, context)
        if scheme and beside and not any(map(scheme.fits, beside)):
            scheme = None  # a number of the school, right by chance

        def make(dice: Dice) -> str | None:
            new = None
            if scheme and scheme.ordinary and is_ordinary(context, dice):
                new = _valid(scheme, core, dice, ordinary=True)
            if scheme and new is None:
                new = _valid(scheme, core, dice)
            if new is None:
                new = reshaped(core if said else _plain(mention.text), dice)
                if is_plausible(context):
                    head = _head(core, context, dice)
                    new = head + new[len(head) :]
            return say(new, mention.text) if said else _spell(new, mention.text)

        return fresh(make, mention, entity, context, draw, "id", bare)


def _beside(core: str, context: Context) -> list[str]:
    """The IDs of the document that begin as one does; none where these are too few, and none where
    one ID must look alike in several documents."""
    if not is_plausible(context) or context.scope != "document":
        return []
    known, own = _cores(context.entities), (len(core), core)
    at = bisect_left(known, own)
    near = [c for size, c in known[max(0, at - _SHARED) : at + _SHARED + 1] if size == len(core)]
    near = sorted({*near} - {core}, key=lambda other: (-common_prefix(core, other), other))
    return near[: _SHARED - 1] if len(near) >= _SHARED - 1 else []


def _head(core: str, context: Context, dice: Dice) -> str:
    """How the numbers of a school begin: as others of the document do, with a year, or a letter."""
    shared = min((common_prefix(core, other) for other in _beside(core, context)), default=0)
    letter, year = _PREFIX.match(core), _YEAR.match(core)
    size = max(min(shared, len(core) - _OWN), letter.end() if letter else 0)
    if year and size < 4:
        return str(int(year[0]) + dice.roll(3) - 1)
    return core[:size]


@once_a_document
def _cores(entities: Mapping[str, Entity]) -> list[tuple[int, str]]:
    """The IDs of a document without marks, by length: those that begin alike stand together."""
    cores = {_compact(t) for e in entities.values() if e.label == "ID_NUM" for t in e.texts}
    return sorted((len(core), core) for core in cores)


def _plain(text: str) -> str:
    """The letters and digits alone, so that one value spelt in two ways is drawn alike."""
    return "".join(c for c in text if c.isalnum())


def _scheme(texts: list[str]) -> Scheme | None:
    if any(not t.isascii() for t in texts):
        return None
    return next((s for s in schemes() if any(s.fits(t) for t in texts)), None)


def _spell(new: str, like: str) -> str:
    """Write characters with the marks and the case of another text."""
    source: Iterator[str] = iter(new)
    out = []
    for char in like:
        if not char.isalnum():
            out.append(char)
            continue
        drawn = next(source, "")
        out.append(drawn.lower() if char.islower() else drawn)
    return "".join(out)


def _valid(scheme: Scheme, core: str, dice: Dice, *, ordinary: bool = False) -> str | None:
    """A number of a scheme; None where no check digits fit."""
    if scheme.name == "iban":
        return _iban(core, dice)
    fit = [v for v in (scheme.ordinary if ordinary else scheme.value) if len(v) == len(core)]
    for _ in range(_REDRAWN if fit else 0):
        filled = [_character(c, core[i], dice) for i, c in enumerate(dice.pick(fit))]
        if "y" in filled:
            filled = _dated(filled, dice)
        made = _checks(filled)
        found = next((n for n in made if scheme.valid(n, ordinary=ordinary)), None)
        if found:
            return found
    return None


def _character(kind: str, old: str, dice: Dice) -> str:
    if kind == "n":
        return dice.digits(1)
    if kind == "x":
        return str(dice.roll(6))
    if kind == "N":
        return str(1 + dice.roll(9))
    if kind == "A":
        return dice.pick(_CHECK_LETTERS)
    return old if kind == "=" else kind


def _dated(pattern: list[str], dice: Dice) -> list[str]:
    """Put a date for the places y, m and d; years from 1985 to 2009."""
    year, month, day = 1985 + dice.roll(25), 1 + dice.roll(12), 1 + dice.roll(28)
    value = {"y": str(year)[-pattern.count("y") :], "m": f"{month:02}", "d": f"{day:02}"}
    sources = {kind: iter(digits) for kind, digits in value.items()}
    return [next(sources[c]) if c in sources else c for c in pattern]


def _checks(pattern: list[str]) -> Iterator[str]:
    """All ways to fill the places of check characters: digits first, then letters."""
    places = [i for i, c in enumerate(pattern) if c == "*"]
    if not places:
        yield "".join(pattern)
        return
    for number in range(10 ** len(places)):
        filled = list(pattern)
        for place, digit in zip(places, str(number).zfill(len(places)), strict=True):
            filled[place] = digit
        yield "".join(filled)
    if len(places) == 1:
        for letter in _CHECK_LETTERS:
            filled[places[0]] = letter
            yield "".join(filled)


def _iban(core: str, dice: Dice) -> str | None:
    """An account number of the same country with right check digits."""
    from stdnum import iban

    for _ in range(_IBANS):
        number = core[:2] + "00" + "".join(same_class(c, dice) for c in core[4:])
        number = core[:2] + str(iban.calc_check_digits(number)) + number[4:]
        if iban.is_valid(number):
            return number
    return None


# Addresses of the internet protocol

_DOCUMENTATION = ("192.0.2.", "198.51.100.", "203.0.113.")
_BLOCKS = ("2001", "2003", "2400", "2404", "2405", "2409", "2600", "2601", "2603", "2605", "2607",
           "2804", "2a00", "2a01", "2a02", "2a03", "2a04")  # fmt: skip
"""First groups of addresses that are given out."""


@dataclass(frozen=True)
class IpSurrogate:
    """Makes addresses of the ranges for documentation (RFC 5737, RFC 3849); private ones stay so.

    Port and prefix length are kept.

    realism (str): "safe", "plausible", or "" for that of the anonymizer (realism.py). A plausible
        address is any public one half of the time.
    """

    realism: str = ""

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        context = seen(context, self.realism)
        match = re.fullmatch(r"(\s*\[?)([0-9A-Fa-f:.]{2,45})(%\w{1,16})?(.{0,12})", mention.text)
        if match is None:
            return None
        head, address, zone, tail = match.groups("")
        port = re.fullmatch(r"([\d.]+)(:\d{1,5})", address)
        if port:
            address, tail = port[1], port[2] + tail
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return None

        def make(dice: Dice) -> str:
            write = _ipv4 if parsed.version == 4 else _ipv6
            ordinary = parsed.is_global and is_ordinary(context, dice)
            return f"{head}{write(address, dice, ordinary=ordinary)}{zone}{tail}"

        return fresh(make, mention, entity, context, draw, "ip")


def _ipv4(address: str, dice: Dice, *, ordinary: bool = False) -> str:
    while ordinary:
        new = ipaddress.IPv4Address(dice.roll(1 << 32))
        if new.is_global and not new.is_multicast:
            return str(new)
    a, b, _, _ = address.split(".")
    host = 1 + dice.roll(254)
    if a == "10":
        return f"10.{dice.roll(256)}.{dice.roll(256)}.{host}"
    if (a, b) == ("192", "168"):
        return f"192.168.{dice.roll(256)}.{host}"
    if a == "172" and 16 <= int(b) < 32:
        return f"172.{16 + dice.roll(16)}.{dice.roll(256)}.{host}"
    return dice.pick(_DOCUMENTATION) + str(host)


def _ipv6(address: str, dice: Dice, *, ordinary: bool = False) -> str:
    """The prefix 2001:db8 (private fd00 and fe80 stay), groups of the same length behind it.

    An ordinary one has another prefix.
    """
    if ordinary:
        new = _ipv6(address, dice).lower()
        text = re.sub("^2001:db8", f"{dice.pick(_BLOCKS)}:{256 + dice.roll(1 << 14):x}", new)
        return text.upper() if address.isupper() else text
    groups = address.split(":")
    kept = 1 if address.lower().startswith(("fd", "fc", "fe80")) else 2
    filled = [i for i, g in enumerate(groups) if g]
    out = list(groups)
    for i in filled:
        out[i] = (
            f"{dice.roll(16 ** len(groups[i].split('.')[0])):x}"
            if "." not in groups[i]
            else (dice.pick(_DOCUMENTATION) + str(1 + dice.roll(254)))
        )
    if kept == 1:
        out[0] = groups[0]
    elif len(filled) > 1 and groups[0]:
        out[0] = "2001"
        if groups[1]:
            out[1] = "db8"
    text = ":".join(out)
    if not text.lower().startswith(("2001:db8", "fd", "fc", "fe80")):
        text = f"2001:db8::{dice.roll(1 << 16):x}"
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return f"2001:db8::{dice.roll(1 << 16):x}:{dice.roll(1 << 16):x}"
    return text.upper() if address.isupper() else text


def make_id_surrogate(realism: str | None = None) -> SurrogateMaker:
    """Make numbers and codes of the same shape; see `IdSurrogate`."""
    return IdSurrogate(checked(realism))


def make_ip_surrogate(realism: str | None = None) -> SurrogateMaker:
    """Make addresses of the internet protocol; see `IpSurrogate`."""
    return IpSurrogate(checked(realism))
