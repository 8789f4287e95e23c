"""What can be read off an identifier by somebody who knows how such things are made.

A sign is a pair: what was looked at, and what was seen ("ending", "example"). The table attacker
counts them among surrogates that it makes itself and in the release.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterator
from functools import cache

from ....core.labels import NAME_LABELS
from ....core.later import re
from ....replace.surrogates.choose import digits_of
from ....text.lexicon.tables import fold, name_tables
from ....text.values.address_parts import read_address

Sign = tuple[str, str]
_WORD = re.compile(r"[^\W\d_]+")
_RUN = re.compile(r"(.)\1+")
_HOST = re.compile(r"^(?:\w{2,9}://)?(?:[^/@\s]*@)?([^/?#:\s]+)([^\s]*)$")


def signs(label: str, text: str) -> Iterator[Sign]:
    """The signs of an identifier.

    label (str): Its label.
    text (str): What stands there.
    YIELDS (tuple): What was looked at, and what was seen.
    """
    yield "shape", shape(text)
    yield from _OF.get("NAME" if label in NAME_LABELS else label, _words)(text)


def shape(text: str) -> str:
    """How a text looks: "a" for small letters, "A" for capitals, "9" for digits, marks as they
    are; runs are one.

    text (str): A text.

        >>> shape("Ana.Ruiz07@uni.org")
        'Aa.Aa9@a.a'
    """
    kinds = "".join(
        "9" if c.isdecimal() else "A" if c.isupper() else "a" if c.isalpha() else c for c in text
    )
    return _RUN.sub(r"\1", kinds)


def _words(text: str) -> Iterator[Sign]:
    for word in _WORD.findall(text):
        if len(word) > 1:
            yield "word", fold(word)


def _name(text: str) -> Iterator[Sign]:
    tables = name_tables()
    for word in _WORD.findall(text):
        if len(word) > 1:
            yield "word", fold(word)
            kinds = (tables.is_forename(word), tables.is_surname(word), tables.is_common_word(word))
            yield f"listed {shape(word)}", str(kinds)
            yield "letters", str(len(word))


def _email(text: str) -> Iterator[Sign]:
    local, _, host = text.casefold().rpartition("@")
    yield from _hosted(host)
    yield from _handle(local)


def _hosted(host: str) -> Iterator[Sign]:
    labels = host.strip(".").split(".")
    yield "host", host
    yield "top", labels[-1]
    yield "ending", ".".join(labels[1:])
    yield "site", labels[-2] if len(labels) > 1 else host
    yield "labels", str(len(labels))


def _url(text: str) -> Iterator[Sign]:
    match = _HOST.match(text.strip().casefold())
    if match:
        host, path = match.groups()
        yield from _hosted(host.removeprefix("www."))
        for word in _WORD.findall(path):
            if len(word) > 2:
                yield "path", fold(word)
    for run in re.findall(r"\d+", text):
        yield "digits", str(len(run))


def _handle(text: str) -> Iterator[Sign]:
    for word in _WORD.findall(text):
        yield "part", fold(word)
        yield "of names", str(_explained(fold(word)))
        yield "letters", str(len(word))
    for run in re.findall(r"\d+", text):
        yield "digits", f"{len(run)} {run[:2] if len(run) == 4 else ''}"


@cache
def _explained(word: str) -> int:
    """In how many names or words a run of letters can be cut; 0 where it cannot be."""
    tables = name_tables()
    for cuts in range(3):
        if _cut(word, cuts, tables.is_known):
            return cuts + 1
    return 0


def _cut(word: str, cuts: int, known: Callable[[str], bool]) -> bool:
    if not cuts:
        return len(word) == 1 or known(word)
    ends = range(1, len(word))
    return any(_cut(word[:i], 0, known) and _cut(word[i:], cuts - 1, known) for i in ends)


def _phone(text: str) -> Iterator[Sign]:
    """By country, for plans differ in what they keep free."""
    digits = digits_of(text)
    country = _country(text, digits)
    yield "length", str(len(digits))
    yield f"office {country}", digits[-7:-4]
    yield f"office and line {country}", digits[-7:-2]
    yield f"beginning {country}", digits[-10:-7]
    yield "given out", str(_given_out(text, country))


def _country(text: str, digits: str) -> str:
    """The code of the country, "1" for what looks American, "" where it is not told."""
    import phonenumbers

    if text.strip(" (").startswith(("+", "00")):
        number = digits.removeprefix("00")
        known = phonenumbers.COUNTRY_CODE_TO_REGION_CODE
        return next((number[:n] for n in (1, 2, 3) if int(number[:n] or 0) in known), "")
    return "1" if len(digits) in (7, 10) and digits[0] != "0" else ""


def _given_out(text: str, country: str) -> bool:
    """Can the plan of its country give such a number to somebody?"""
    import phonenumbers

    try:
        number = phonenumbers.parse(text, "US" if country == "1" else None)
    except phonenumbers.NumberParseException:
        return False
    return bool(phonenumbers.is_valid_number(number))


def _address(text: str) -> Iterator[Sign]:
    for part in read_address(text):
        if part.role in ("street", "city", "suffix"):
            yield part.role, fold(part.text)
    for run in re.findall(r"\d+", text):
        yield "digits", str(len(run))
        if len(run) == 5:
            yield "code", run[:2]


def _code(text: str) -> Iterator[Sign]:
    yield "first", text[:1]
    yield "first two", text[:2]


def _number(text: str) -> Iterator[Sign]:
    core = "".join(c for c in text if c.isalnum())
    yield "length", str(len(core))
    yield "first", core[:1]
    yield "first three", core[:3]
    yield "last", core[-1:]


def _ip(text: str) -> Iterator[Sign]:
    try:
        address = ipaddress.ip_address(text.strip().strip("[]"))
    except ValueError:
        return
    yield "private", str(address.is_private)
    yield "net", ".".join(text.split(".")[:2]) if address.version == 4 else text[:9].casefold()


def _date(text: str) -> Iterator[Sign]:
    yield from _words(text)
    for run in re.findall(r"\d+", text):
        yield f"number of {min(len(run), 4)}", run


def _age(text: str) -> Iterator[Sign]:
    yield from _words(text)
    for run in re.findall(r"\d+", text):
        yield "years", run


def _place(text: str) -> Iterator[Sign]:
    yield "whole", fold(text)
    for word in _WORD.findall(text):
        if len(word) > 2:
            yield "word", fold(word)
            yield "end", fold(word)[-4:]


_OF: dict[str, Callable[[str], Iterator[Sign]]] = {
    "NAME": _name,
    "EMAIL": _email,
    "URL_PERSONAL": _url,
    "USERNAME": _handle,
    "PHONE_NUM": _phone,
    "STREET_ADDRESS": _address,
    "ZIP": _code,
    "ID_NUM": _number,
    "IP_ADDRESS": _ip,
    "DATE": _date,
    "DATE_OF_BIRTH": _date,
    "AGE": _age,
    "LOCATION": _place,
    "SCHOOL": _place,
    "EMPLOYER": _place,
}
