"""Writes documents for benchmarks/surrogates.py: people of 40 countries in every form of a name.

Each document says of every span whose it is, and what can be checked of its surrogate: the format
of a date, the scheme of a number.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from stdnum import iban, luhn

from spacy_hips.replace.surrogates.name_writing import unaccented
from spacy_hips.replace.surrogates.pools import forename_pool, surname_pool
from spacy_hips.text.lexicon.tables import NameTables, fold, name_tables

COUNTRIES = 40
SMALLEST = 100
YEAR = 2023
FORMATS = ("%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%d.%m.%Y")
BANKS = (("DE", 18), ("NL", 14), ("FR", 23))


@dataclass(frozen=True)
class Mark:
    """A span.

    start, end (int): Characters.
    label (str): The label.
    key (str): Whose it is; "" for nobody's.
    check (str): What holds of its surrogate: a format of dates, "luhn", "iban"; "" for nothing.
    """

    start: int
    end: int
    label: str
    key: str = ""
    check: str = ""


@dataclass
class Document:
    """A text with all its identifiers.

    names (dict): First and last name by key, where known.
    genders, regions (dict): By key, where known.
    """

    id: str
    text: str
    marks: list[Mark]
    names: dict[str, tuple[str, str]] = field(default_factory=dict)
    genders: dict[str, str] = field(default_factory=dict)
    countries: dict[str, str] = field(default_factory=dict)


def documents(count: int, seed: int) -> Iterator[Document]:
    """Documents, the same for the same arguments."""
    tables = name_tables()
    for number in range(count):
        yield _Writer(tables, Random(f"surrogates|{seed}|{number}"), number).document


def people(count: int, seed: int) -> list[tuple[str, str]]:
    """So many people, no two with one name."""
    tables, rng = name_tables(), Random(f"people|{seed}")
    codes = countries(tables)
    found: dict[str, tuple[str, str]] = {}
    while len(found) < count:
        first, last = drawn(tables, rng, rng.choice(codes), rng.choice("FM"))
        found.setdefault(fold(f"{first} {last}"), (first, last))
    return list(found.values())


def countries(tables: NameTables) -> list[str]:
    """The first countries whose pools are large."""
    large = [
        code
        for code in tables.countries
        if min(len(tables.forenames(code, g)) for g in "FM") >= SMALLEST
        and len(tables.surnames(code)) >= SMALLEST
    ]
    return large[:COUNTRIES]


def drawn(tables: NameTables, rng: Random, code: str, gender: str) -> tuple[str, str]:
    """A forename and a surname of a country, each of one word."""
    while True:
        fore, sur = forename_pool(tables, code, gender), surname_pool(tables, code, gender)
        first, last = fore.at(rng.randrange(fore.total)), sur.at(rng.randrange(sur.total))
        ordinary = tables.is_common_word(first) or tables.is_common_word(last)
        if first.isalpha() and last.isalpha() and min(len(first), len(last)) > 2 and not ordinary:
            return first, last


class _Writer:
    """Writes one document."""

    def __init__(self, tables: NameTables, rng: Random, number: int) -> None:
        self._rng = rng
        self._tables = tables
        self._pieces: list[str] = []
        self._length = 0
        self.document = Document(f"forms-{number}", "", [])
        self._cast(rng.randint(2, 4))
        for key in self.document.names:
            self._person(key)
        self._numbers()
        self.document.text = "".join(self._pieces)

    def _cast(self, count: int) -> None:
        doc, used = self.document, set()
        codes = countries(self._tables)
        while len(doc.names) < count:
            code, gender = self._rng.choice(codes), self._rng.choice("FM")
            first, last = drawn(self._tables, self._rng, code, gender)
            # Nobody could tell apart two people whose names begin alike.
            words = {fold(first)[:3], fold(last)[:3]}
            if len(words) == 2 and not words & used:
                used |= words
                key = f"p{len(doc.names)}"
                doc.names[key] = (first, last)
                doc.genders[key], doc.countries[key] = gender, code

    def _person(self, key: str) -> None:
        first, last = self.document.names[key]
        low_first, low_last = _ascii(first), _ascii(last)
        self._say("{} wrote this part. ", f"{first} {last}", "PERSON", key)
        short = f"{low_first[0]}{low_last}{self._rng.randint(1, 99)}"
        page = f"linkedin.com/in/{low_first}-{low_last}"
        forms = [
            ("Later {} came back. ", first, "PERSON"),
            ("Everybody listened to {}. ", f"{first[0]}. {last}", "PERSON"),
            ("On the list stood {}. ", f"{last}, {first}", "PERSON"),
            ("{}'s idea was the best. ", first, "PERSON"),
            ("{} SAID NO. ", f"{first} {last}".upper(), "PERSON"),
            ("thanks to {} for it. ", f"{first} {last}".lower(), "PERSON"),
            ("We thank {}. ", unaccented(f"{first} {last}"), "PERSON"),
            ("Signed by {}. ", f"{first[0]}{last[0]}".upper(), "PERSON"),
            ("We asked Dr. {}. ", last, "PERSON"),
            ("Write to {}. ", f"{low_first}.{low_last}@college.edu", "EMAIL"),
            ("Or to {}. ", f"{short}@gmail.com", "EMAIL"),
            ("Find me as {}. ", f"@{low_first}_{low_last}", "USERNAME"),
            ("See https://www.{} for it. ", page, "URL_PERSONAL"),
        ]
        self._rng.shuffle(forms)
        for frame, surface, label in forms[: self._rng.randint(4, len(forms))]:
            self._say(frame, surface, label, key)
        age = self._rng.randint(12, 60)
        birth = datetime.date(YEAR - age, self._rng.randint(1, 12), self._rng.randint(1, 28))
        form = self._rng.choice(FORMATS)
        self._say("{} is ", first, "PERSON", key)
        self._say("{} years old and was born on ", str(age), "AGE", key)
        self._say("{}. ", birth.strftime(form), "DATE_OF_BIRTH", key, form)

    def _numbers(self) -> None:
        rng = self._rng
        day = datetime.date(2019, 1, 1) + datetime.timedelta(days=rng.randrange(1200))
        for _ in range(3):
            form = rng.choice(FORMATS)
            self._say("We met on {}. ", day.strftime(form), "DATE", "", form)
            day += datetime.timedelta(days=rng.randint(1, 90))
        card = "4" + "".join(str(rng.randrange(10)) for _ in range(14))
        self._say("Card {}. ", card + luhn.calc_check_digit(card), "ID_NUM", "", "luhn")
        code, length = rng.choice(BANKS)
        bank = code + "00" + "".join(str(rng.randrange(10)) for _ in range(length))
        bank = code + iban.calc_check_digits(bank) + bank[4:]
        if iban.is_valid(bank):
            self._say("Account {}. ", bank, "ID_NUM", "", "iban")
        student = f"{rng.randrange(10**6):06}"
        self._say("Student number {} ", f"S-{student}", "ID_NUM", "", "same id")
        self._say("or {}. ", f"S{student}", "ID_NUM", "", "same id")
        number = f"+1 212 {rng.randint(200, 999)} {rng.randrange(10**4):04}"
        self._say("Call {}.", number, "PHONE_NUM")

    def _say(self, frame: str, surface: str, label: str, key: str = "", check: str = "") -> None:
        before, _, after = frame.partition("{}")
        start = self._length + len(before)
        self.document.marks.append(Mark(start, start + len(surface), label, key, check))
        for piece in (before, surface, after):
            self._pieces.append(piece)
            self._length += len(piece)


def _ascii(name: str) -> str:
    return "".join(c for c in unaccented(name).lower() if "a" <= c <= "z") or "x"
