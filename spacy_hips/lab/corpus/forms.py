"""The forms in which a name is written, by the name that templates use: `{student.last_first}`.

Each is a function of the person and a source of chance, and gives only the name: titles stand
outside, because they are no part of what identifies.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .identities import Person
from .name_styles import fold

Form = Callable[[Person, Random], str]


def _join(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _dots(names: tuple[str, ...], space: str = " ") -> str:
    return space.join(f"{name[0]}." for name in names)


def last_first(person: Person, rng: Random) -> str:
    """As "Marquez, Ana"."""
    if not person.family:
        return person.full
    return f"{person.last}, {_join(' '.join(person.given), person.middle)}"


def initials(person: Person, rng: Random) -> str:
    """As "A. M. Marquez" or "A.M. Marquez"."""
    names = (*person.given, *([person.middle] if person.middle else []))
    return _join(_dots(names, rng.choice((" ", ""))), " ".join(person.family))


def abbreviation(person: Person, rng: Random) -> str:
    """As "A.M.": initials alone."""
    return "".join(f"{part[0]}." for part in (*person.given[:1], *person.family[:1]))


def signed(person: Person, rng: Random) -> str:
    """As "am", "AM" or "A.M.": how one signs a short message."""
    name = abbreviation(person, rng)
    return rng.choice((name, name.replace(".", ""), name.replace(".", "").lower()))


def caps_last(person: Person, rng: Random) -> str:
    """As "Ana MARQUEZ" or "MARQUEZ Ana", as French-speaking countries write it."""
    given, family = " ".join(person.given), " ".join(person.family).upper()
    return _join(family, given) if rng.random() < 0.5 else _join(given, family)


def reversed_name(person: Person, rng: Random) -> str:
    """As "Marquez Ana"."""
    return _join(" ".join(person.family), " ".join(person.given))


def file_name(person: Person, rng: Random) -> str:
    """The name as part of a file name: "AnaMarquez", "ana_marquez", "Marquez-A"."""
    first, last = (fold(p).replace(" ", "").replace("'", "") for p in (person.first, person.last))
    if not person.family:
        return first
    shapes = (
        first + last, f"{first}_{last}", f"{last}_{first}", f"{first}-{last}",
        f"{last}{first[0]}", f"{first.lower()}_{last.lower()}", f"{last.upper()}_{first}",
    )  # fmt: skip
    return rng.choice(shapes)


def reference(person: Person, rng: Random) -> str:
    """As "Marquez, A. M." as in a list of references."""
    if not person.family:
        return person.full
    return f"{person.last}, {_dots(person.given, rng.choice((' ', '')))}"


def surname_initials(person: Person, rng: Random) -> str:
    """As "Marquez AM" as in a numbered list of references."""
    return _join(" ".join(person.family), "".join(n[0] for n in person.given)) or person.first


def any_form(person: Person, rng: Random) -> str:
    """Mostly the full name, sometimes another complete form."""
    name = rng.choices(("full", "two", "caps", "last_first", "reversed", "caps_last", "lower",
                        "initials"), (62, 12, 6, 5, 4, 4, 4, 3))[0]  # fmt: skip
    return FORMS[name](person, rng)


def two(person: Person, rng: Random) -> str:
    """The first forename and the first surname only."""
    parts = [person.first, person.family[0] if person.family else ""]
    return _join(*(reversed(parts) if person.family_first else parts))


def short(person: Person, rng: Random) -> str:
    """What a story calls somebody after the first time: mostly the forename."""
    roll = rng.random()
    if roll < 0.08 and person.nick:
        return person.nick
    return person.first if roll < 0.9 else two(person, rng)


FORMS: dict[str, Form] = {
    "full": lambda p, r: p.full,
    "first": lambda p, r: p.first,
    "given": lambda p, r: " ".join(p.given),
    "last": lambda p, r: p.last,
    "caps": lambda p, r: p.full.upper(),
    "lower": lambda p, r: p.full.lower(),
    "first_lower": lambda p, r: p.first.lower(),
    "first_caps": lambda p, r: p.first.upper(),
    "last_caps": lambda p, r: p.last.upper(),
    "nick": lambda p, r: p.nick or p.first,
    "two": two,
    "last_first": last_first,
    "last_first_caps": lambda p, r: last_first(p, r).upper(),
    "caps_last": caps_last,
    "reversed": reversed_name,
    "initials": initials,
    "first_initial": lambda p, r: _join(f"{p.first[0]}.", p.last),
    "first_l": lambda p, r: _join(p.first, f"{p.last[0]}{r.choice(('.', ''))}"),
    "abbr": abbreviation,
    "code": lambda p, r: abbreviation(p, r).replace(".", ""),
    "signed": signed,
    "ref": reference,
    "ref_short": surname_initials,
    "file": file_name,
    "any": any_form,
    "short": short,
}

# Words that go with a person's gender; they are no names and get no label.
WORDS: dict[str, tuple[str, str]] = {
    "he": ("she", "he"),
    "him": ("her", "him"),
    "his": ("her", "his"),
    "himself": ("herself", "himself"),
    "son": ("daughter", "son"),
    "brother": ("sister", "brother"),
    "mother": ("mother", "father"),
    "mum": ("mum", "dad"),
    "husband": ("wife", "husband"),
    "uncle": ("aunt", "uncle"),
    "grandpa": ("grandmother", "grandfather"),
    "nephew": ("niece", "nephew"),
    "boy": ("girl", "boy"),
    "man": ("woman", "man"),
    "lad": ("young lady", "young man"),
    "mr": ("Mrs.", "Mr."),
    "ms": ("Ms.", "Mr."),
    "sir": ("Madam", "Sir"),
    "title": ("", ""),
}
