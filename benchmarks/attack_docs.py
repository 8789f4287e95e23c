"""Labelled documents for benchmarks/attack.py whose identifiers are unlike our surrogates.

A leak that came from the tables our makers draw from would look like a surrogate, and every
attack would seem to fail. So names are those of the US census of 1990, as often as they are borne
(the package `names`, from census.gov, public domain); e-mail addresses lie at real universities,
firms and providers; telephone numbers are ones that the plans give out; addresses have the
commonest street names and real cities; internet addresses are public. Handles and own pages follow
the names; numbers of students, schools, employers, dates and ages are the corpus generator's,
which shares no table with the makers but that of cities.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from random import Random

import phonenumbers

from spacy_hips.lab.corpus.generate import Generator
from spacy_hips.lab.corpus.identities import People, TableNames
from spacy_hips.lab.corpus.values import VALUES as VALUES_OF
from spacy_hips.lab.corpus.values import Setting
from spacy_hips.lab.evaluate.attack.attacker import Spotted
from spacy_hips.lab.evaluate.attack.replacing import written
from spacy_hips.lab.evaluate.gold import Gold
from spacy_hips.replace.surrogates.choose import digits_of
from spacy_hips.text.lexicon.tables import name_tables

PRIVATE = ("student", "instructor", "private")
FREE = (
    "gmail.com gmail.com gmail.com gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com "
    "comcast.net live.com msn.com"
)
HOSTS = (
    "umich.edu ucla.edu asu.edu utexas.edu berkeley.edu stanford.edu mit.edu nyu.edu psu.edu "
    "osu.edu ufl.edu uw.edu purdue.edu wisc.edu rutgers.edu unc.edu ncsu.edu gatech.edu usc.edu "
    "bu.edu colorado.edu uiowa.edu ku.edu lsu.edu uga.edu virginia.edu cornell.edu duke.edu "
    "ox.ac.uk cam.ac.uk ucl.ac.uk ed.ac.uk utoronto.ca mcgill.ca ubc.ca unimelb.edu.au tum.de "
    "ethz.ch kth.se tudelft.nl iitb.ac.in student.uj.edu.pl lms.unsw.edu.au sfusd.edu lausd.net "
    "cps.edu schools.nyc.gov houstonisd.org ibm.com accenture.com deloitte.com infosys.com "
    "siemens.com kaiser.org ford.com boeing.com wellsfargo.com"
)
AREAS = (
    "201 202 203 206 210 212 213 214 215 216 301 303 305 310 312 313 314 317 323 347 404 408 410 "
    "412 415 503 504 510 512 513 602 612 614 615 617 619 626 646 702 703 704 713 714 718 720 724 "
    "732 773 801 803 808 813 816 818 832 847 901 904 908 909 913 916 917 919 925 972"
)
STREETS = (
    "Second Third First Fourth Park Fifth Main Sixth Oak Seventh Pine Maple Cedar Eighth Elm View "
    "Washington Ninth Lake Hill Walnut Spring North Ridge Church Willow Mill Sunset Railroad "
    "Jackson West Cherry South Highland Johnson Chestnut Lincoln Franklin Dogwood Hickory Wilson "
    "Meadow Sherwood Woodland Broadway Adams Jefferson Center Madison Magnolia Peachtree"
)
KINDS = "Street St St. Avenue Ave Ave. Road Rd Drive Dr Lane Ln Court Ct Blvd Way"


class CensusPeople(People):
    """People of the generator with names of the US census, as often as they are borne."""

    def forename(self, code: str, gender: str, rng: Random) -> str:
        """A forename."""
        return _borne("female.first" if gender == "f" else "male.first", rng)

    def surname(self, code: str, rng: Random) -> str:
        """A surname."""
        return _borne("all.last", rng)


@cache
def _census(kind: str) -> tuple[tuple[float, ...], tuple[str, ...]]:
    # benchmarks/names.py stands before the package of that name.
    path = distribution("names").locate_file(f"names/dist.{kind}")
    lines = Path(str(path)).read_text("ascii").split("\n")
    rows = [line.split() for line in lines if line]
    return tuple(float(row[2]) for row in rows), tuple(_cased(row[0]) for row in rows)


def _cased(name: str) -> str:
    name = name.capitalize()
    return name[:2] + name[2:].capitalize() if name.startswith("Mc") and len(name) > 4 else name


def _borne(kind: str, rng: Random) -> str:
    ends, found = _census(kind)
    return found[bisect_left(ends, rng.random() * ends[-1])]


def documents(count: int, seed: int) -> Iterator[Gold]:
    """Documents with the identifiers of private people as gold, the same for the same arguments."""
    generator = Generator("test")
    generator.people = CensusPeople(TableNames(name_tables()), "test")
    for number in range(count):
        row = generator.document(seed, number)
        roles = {(s, e): role for s, e, role, _ in row["roles"]}
        spans = [
            (s, e, label)
            for s, e, label in row["spans"]
            if label != "PERSON" or roles.get((s, e)) in PRIVATE
        ]
        sheet = _sheet(generator.people, Random(f"sheet|{seed}|{number}"))
        text = row["text"] + "\n\n"
        for piece, label in sheet:
            if label:
                spans.append((len(text), len(text) + len(piece), label))
            text += piece
        yield real(Spotted(row["id"], text, tuple(spans)), number + 1, seed)


def _sheet(people: People, rng: Random) -> list[tuple[str, str]]:
    """What a form asks of one more student: most documents of the generator hold no address."""
    person = people.draw("one more", "student", rng)
    at = Setting(rng, person, person.place, lambda kind: person.last)
    rows: list[tuple[str, str]] = [("Name: ", ""), (person.full, "PERSON")]
    asked = (
        ("E-mail", "email"), ("Phone", "phone"), ("Address", "address"), ("Student ID", "id"),
        ("User name", "handle"), ("Home page", "url"), ("Sent from", "ip"), ("School", "school"),
    )  # fmt: skip
    for title, kind in rng.sample(asked, 4):
        label, make = VALUES_OF[kind]
        rows += [(f"\n{title}: ", ""), (make(at), label)]
    return [*rows, ("\n", "")]


def real(document: Spotted, number: int, seed: int) -> Gold:
    """A document with real-world values where the generator's are made up."""
    rng = Random(f"real|{seed}|{document.id}")
    given: dict[tuple[str, str], str] = {}

    def make(label: str, text: str) -> str:
        key = label, text.casefold()
        if key not in given:
            given[key] = VALUES[label](text, rng) if label in VALUES else text
        return text if given[key].casefold() == text.casefold() else given[key]

    new = written(document, make)
    spans = tuple((s.new_start, s.new_end, s.label) for s in new.swaps)
    return Gold(number, document.id, new.text, spans)


def _email(text: str, rng: Random) -> str:
    local, at, _ = text.rpartition("@")
    if not at:
        return text
    return local + at + rng.choice((FREE if rng.random() < 0.55 else HOSTS).split())


def _phone(text: str, rng: Random) -> str:
    """A number that can be given out; of the digits of the old one as many as stand there."""
    head = re.match(r"\(?(?:\+|00)(\d{1,3})\)?", text)
    region = phonenumbers.region_code_for_country_code(int(head[1])) if head else "US"
    while region in ("US", "ZZ", "001"):
        national = f"{rng.choice(AREAS.split())}{rng.randint(2, 9)}{rng.randint(0, 99):02}"
        national += f"{rng.randint(0, 9999):04}"
        if national[3:6] not in ("555", "911", "411"):
            break
    else:
        national = _given_out(region, rng)
    if head and region not in ("ZZ", "001"):
        return f"+{phonenumbers.country_code_for_region(region)} {national[:3]} {national[3:]}"
    marks = iter(national)
    old = digits_of(text)
    if len(old) != 10:
        return f"{national[:3]}-{national[3:6]}-{national[6:]}"
    return "".join(next(marks) if c.isdecimal() else c for c in text)


def _given_out(region: str, rng: Random) -> str:
    kind = phonenumbers.PhoneNumberType.MOBILE
    example = phonenumbers.example_number_for_type(region, kind)
    if example is None:
        example = phonenumbers.example_number(region)
    start = phonenumbers.national_significant_number(example)
    for _ in range(200):
        end = "".join(rng.choice("0123456789") for _ in start[3:])
        number = phonenumbers.parse(start[:3] + end, region)
        if phonenumbers.is_valid_number(number):
            return start[:3] + end
    return start


def _address(text: str, rng: Random) -> str:
    """Another street in the same town."""
    match = re.match(r"(\d+) ([\w.' ]+?)(?=[,\n]|$)", text)
    if match is None:
        return text
    street = f"{rng.randint(1, 9999)} {rng.choice(STREETS.split())} {rng.choice(KINDS.split())}"
    return street + text[match.end() :]


def _ip(text: str, rng: Random) -> str:
    if ":" in text:
        return text
    first = rng.choice([n for n in range(3, 223) if n not in (10, 127, 169, 172, 192, 198, 203)])
    return ".".join(str(n) for n in (first, *(rng.randint(0, 255) for _ in range(2)), 77))


VALUES: dict[str, Callable[[str, Random], str]] = {
    "EMAIL": _email,
    "PHONE_NUM": _phone,
    "STREET_ADDRESS": _address,
    "IP_ADDRESS": _ip,
}
