"""Labelled documents for benchmarks/attack.py whose identifiers are unlike our surrogates.

A leak that came from the tables our makers draw from would look like a surrogate, and every
attack would seem to fail. So names are those of the US census of 1990, as often as they are borne
(the package `names`, from census.gov, public domain); e-mail addresses lie at real universities,
firms and providers; telephone numbers are ones that the plans give out; internet addresses are
public. Two documents in three have a home in the United States: a town with its state and postal
code (the package `zipcodes`, MIT), a street name of the commonest, mostly a telephone of that town,
and a real school, at which the e-mail address may lie. Handles and own pages follow the names, but
for the tenth that follows nothing, as people choose them; numbers of students, employers, dates and
ages are the corpus generator's, which shares no table with the makers but that of cities.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from random import Random
from typing import Any

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
SCHOOLS = {
    "umich.edu": "University of Michigan", "ucla.edu": "UCLA", "asu.edu": "Arizona State",
    "utexas.edu": "University of Texas at Austin", "berkeley.edu": "UC Berkeley",
    "stanford.edu": "Stanford University", "mit.edu": "MIT", "nyu.edu": "New York University",
    "psu.edu": "Penn State University", "osu.edu": "Ohio State University",
    "ufl.edu": "University of Florida", "uw.edu": "University of Washington",
    "purdue.edu": "Purdue University", "wisc.edu": "University of Wisconsin",
    "rutgers.edu": "Rutgers University", "unc.edu": "University of North Carolina",
    "gatech.edu": "Georgia Tech", "usc.edu": "University of Southern California",
    "bu.edu": "Boston University", "colorado.edu": "University of Colorado Boulder",
    "uiowa.edu": "University of Iowa", "ku.edu": "University of Kansas",
    "lsu.edu": "Louisiana State University", "uga.edu": "University of Georgia",
    "virginia.edu": "University of Virginia", "cornell.edu": "Cornell University",
    "duke.edu": "Duke University", "sjsu.edu": "San Jose State University",
    "csun.edu": "Cal State Northridge", "ccsf.edu": "City College of San Francisco",
}  # fmt: skip
CHOSEN = (
    "skater cat moon night sunny pizza soccer book guitar dragon chess ocean pixel tiger coffee "
    "music happy crazy silver lucky",
    "girl lover fan kid owl child hero dad rider head walker star king queen days gamer boy panda",
)
"""What people call themselves who do not use their name is made of two of these."""
HOSTS = (
    "ncsu.edu ox.ac.uk cam.ac.uk ucl.ac.uk ed.ac.uk utoronto.ca mcgill.ca ubc.ca unimelb.edu.au "
    "tum.de ethz.ch kth.se tudelft.nl iitb.ac.in student.uj.edu.pl lms.unsw.edu.au sfusd.edu "
    "lausd.net cps.edu schools.nyc.gov houstonisd.org ibm.com accenture.com deloitte.com "
    "infosys.com siemens.com kaiser.org ford.com boeing.com wellsfargo.com"
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
    home = Home.drawn(rng)
    given: dict[tuple[str, str], str] = {}

    def make(label: str, text: str) -> str:
        key = label, text.casefold()
        if key not in given:
            given[key] = VALUES[label](text, rng, home) if label in VALUES else text
        return text if given[key].casefold() == text.casefold() else given[key]

    new = written(document, make)
    spans = tuple((s.new_start, s.new_end, s.label) for s in new.swaps)
    return Gold(number, document.id, new.text, spans)


@dataclass(frozen=True)
class Home:
    """Where the people of a document live and learn.

    town (dict): A row of the package `zipcodes`; empty for somewhere else.
    school (str): Its name, "" where the generator's stays.
    domain (str): Of the school, "" for none.
    """

    town: Mapping[str, Any]
    school: str = ""
    domain: str = ""

    @classmethod
    def drawn(cls, rng: Random) -> Home:
        """A home, in the United States for two of three."""
        if rng.random() > 2 / 3:
            return cls({})
        town = rng.choice(_towns())
        if rng.random() < 0.6:
            domain = rng.choice(list(SCHOOLS))
            return cls(town, SCHOOLS[domain], domain)
        named = rng.choice((town["city"], "Lincoln", "Washington", "Roosevelt", "Central"))
        kind = rng.choice(("High School", "Middle School", "Community College"))
        return cls(town, f"{named} {kind}")


@cache
def _towns() -> list[dict[str, Any]]:
    import zipcodes

    known: list[dict[str, Any]] = zipcodes.list_all()
    return [row for row in known if row["zip_code_type"] == "STANDARD" and row["area_codes"]]


def _email(text: str, rng: Random, home: Home) -> str:
    local, at, _ = text.rpartition("@")
    if not at:
        return text
    if rng.random() < 0.1:
        local = _chosen(rng)
    if home.domain and rng.random() < 0.5:
        return f"{local}@{home.domain}"
    return local + at + rng.choice((FREE if rng.random() < 0.55 else _hosts()).split())


@cache
def _hosts() -> str:
    return f"{HOSTS} {' '.join(SCHOOLS)}"


def _handle(text: str, rng: Random, home: Home) -> str:
    return text[: text.startswith("@")] + _chosen(rng) if rng.random() < 0.1 else text


def _chosen(rng: Random) -> str:
    words = "".join(rng.choice(part.split()) for part in CHOSEN)
    return words + rng.choice(("", str(rng.randint(1, 2009))))


def _school(text: str, rng: Random, home: Home) -> str:
    return home.school or text


def _phone(text: str, rng: Random, home: Home) -> str:
    """A number that can be given out; of the digits of the old one as many as stand there."""
    head = re.match(r"\(?(?:\+|00)(\d{1,3})\)?", text)
    region = phonenumbers.region_code_for_country_code(int(head[1])) if head else "US"
    if home.town and rng.random() < 0.75:
        head, region = None, "US"
    areas = home.town["area_codes"] if home.town and rng.random() < 0.75 else AREAS.split()
    while region in ("US", "ZZ", "001"):
        national = f"{rng.choice(areas)}{rng.randint(2, 9)}{rng.randint(0, 99):02}"
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


def _address(text: str, rng: Random, home: Home) -> str:
    """At home, or another street in the same town."""
    match = re.match(r"(\d+) ([\w.' ]+?)(?=[,\n]|$)", text)
    if match is None:
        return text
    street = f"{rng.randint(1, 9999)} {rng.choice(STREETS.split())} {rng.choice(KINDS.split())}"
    if not home.town:
        return street + text[match.end() :]
    return f"{street}, {home.town['city']}, {home.town['state']} {home.town['zip_code']}"


def _ip(text: str, rng: Random, home: Home) -> str:
    if ":" in text:
        return text
    first = rng.choice([n for n in range(3, 223) if n not in (10, 127, 169, 172, 192, 198, 203)])
    return ".".join(str(n) for n in (first, *(rng.randint(0, 255) for _ in range(3))))


VALUES: dict[str, Callable[[str, Random, Home], str]] = {
    "EMAIL": _email,
    "USERNAME": _handle,
    "SCHOOL": _school,
    "PHONE_NUM": _phone,
    "STREET_ADDRESS": _address,
    "IP_ADDRESS": _ip,
}
