"""Values that are no names: addresses, numbers, dates, schools, by the name templates use.

`VALUES` maps the name of a slot to its label ("" for none) and its maker.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from .identities import Person, Place, read_lists, read_places
from .name_styles import fold
from .syllables import invented_word

_TOKEN = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_PLURAL = ("an", "i", "o", "er", "ek", "ak", "kh", "Czech")  # demonyms that take an "s"
_DATES = {"es": "date_de", "pt": "date_de", "de": "date_dot"}


@lru_cache(maxsize=1)
def tables() -> dict[str, tuple[str, ...]]:
    """The packaged lists that values are made of."""
    return read_lists("values.txt")


@dataclass(frozen=True)
class Setting:
    """What a value may depend on.

    rng (Random): Source of chance.
    person (Person): To whom the value belongs, None for nobody in particular.
    place (Place): Where it belongs.
    name (Callable): Draws a further "forename" or "surname" of the place.
    language (str): In which it is written, "" for English with something of the place.
    """

    rng: Random
    person: Person | None
    place: Place
    name: Callable[[str], str]
    language: str = ""

    @property
    def city(self) -> str:
        """A city of the place, as the language calls it."""
        if self.language:
            return self.one_of(f"city_{self.language}")
        return self.rng.choice(self.place.cities)

    def one_of(self, table: str) -> str:
        """An entry of a packaged list."""
        return self.rng.choice(tables()[table])


def _slug(text: str) -> str:
    return "".join(c for c in fold(text).lower() if c.isalnum() and c.isascii()) or "x"


def _names(at: Setting) -> tuple[str, str]:
    """Forename and surname for handles and addresses, in small letters."""
    if at.person:
        return _slug(at.person.first), _slug(at.person.last)
    return _slug(at.name("forename")), _slug(at.name("surname"))


def _fill(pattern: str, rng: Random) -> str:
    made = {"#": "0123456789", "@": "ABCDEFGHJKLMNPRSTUVWXY"}
    return "".join(rng.choice(made[c]) if c in made else c for c in pattern)


def email(at: Setting) -> str:
    """An e-mail address that mostly tells the name."""
    first, last = _names(at)
    number = at.rng.choice(("", "", str(at.rng.randint(1, 99)), str(at.rng.randint(1970, 2008))))
    user = at.rng.choice(
        (
            f"{first}.{last}", f"{first[0]}{last}", f"{first}{last}", f"{first}_{last}",
            f"{last}.{first}", f"{first}{number or 7}", f"{last}{first[0]}",
        )
    )  # fmt: skip
    if at.rng.random() < 0.35:
        code = at.place.code.lower()
        suffix = at.rng.choice(("edu", f"edu.{code}", f"ac.{code}"))
        host = f"{at.rng.choice(('', 'student.', 'mail.'))}{_slug(at.city)}.{suffix}"
    else:
        host = at.one_of("mail_host")
    return f"{user}{number}@{host}"


def handle(at: Setting) -> str:
    """A user name, often with the person's name in it."""
    first, last = _names(at)
    number = at.rng.randint(1, 2010)
    noun, word = at.one_of("handle_noun"), invented_word(at.rng, 1, 3)
    user = at.one_of("handle").format(
        first=first, last=last, f=first[0], n=number, m=number % 100, noun=noun, w=word,
        First=first.capitalize(), Last=last.capitalize(), Noun=noun.capitalize(),
        Word=word.capitalize(),
    )  # fmt: skip
    return at.rng.choice(("@", "")) + user


def number(at: Setting) -> str:
    """A student, staff or account number."""
    return _fill(at.one_of("id"), at.rng)


def phone(at: Setting) -> str:
    """A telephone number in one of many ways of writing."""
    a, b, c = at.rng.randint(200, 989), at.rng.randint(200, 999), at.rng.randint(0, 9999)
    return at.one_of("phone").format(a=a, b=b, c=f"{c:04d}", d=at.place.dial)


def url(at: Setting) -> str:
    """A page of one person's own."""
    first, last = _names(at)
    number = at.rng.randint(100, 99999)
    token = "".join(at.rng.choice(_TOKEN) for _ in range(11))
    return at.one_of("url").format(
        first=first, last=last, f=first[0], n=number % 100, hex=f"{number:x}", token=token
    )


def address(at: Setting) -> str:
    """A whole postal address on one line or several."""
    rng, city, code = at.rng, at.city, zip_code(at)
    months = at.language or at.place.months
    house = rng.randint(1, 240)
    if months in ("de", "nl", "sv"):
        return f"{at.one_of(f'local_street_{months}')} {house}, {code} {city}"
    if f"local_street_{months}" in tables():
        road = f"{at.one_of(f'road_{months}')} {at.one_of(f'local_street_{months}')}"
        if months == "fr":
            return f"{house} {road}, {code} {city}"
        sign = rng.choice((" ", ", ", " No. ", " #"))
        return f"{road}{sign}{house}, {rng.choice((f'{code} {city}', f'{city} {code}', city))}"
    road = f"{at.one_of('street')} {at.one_of('road_en')}"
    if rng.random() < 0.1:
        return f"P.O. Box {rng.randint(10, 9999)}, {city}"
    unit = at.one_of("unit").format(n=rng.randint(1, 40)) if rng.random() < 0.5 else ""
    end = at.one_of("address_end").format(city=city, code=code, country=at.place.country)
    return f"{house} {road}{unit}{end}".replace("/", "\n")


def zip_code(at: Setting) -> str:
    """A postal code as the country writes it."""
    pattern = {"GB": "@@# #@@", "CA": "@#@ #@#", "NL": "#### @@", "BR": "#####-###",
               "JP": "###-####", "IN": "######", "PL": "##-###", "SE": "### ##"}  # fmt: skip
    return _fill(pattern.get(at.place.code, at.rng.choice(("#####", "#####", "####"))), at.rng)


def ip_address(at: Setting) -> str:
    """An internet address, version 4 mostly."""
    rng = at.rng
    if rng.random() < 0.15:
        return ":".join(f"{rng.randint(0, 65535):x}" for _ in range(8))
    return ".".join(str(rng.randint(1, 254)) for _ in range(4))


def age(at: Setting) -> str:
    """An age of a grown-up, mostly in digits."""
    years = str(at.rng.randint(17, 68))
    words = dict(entry.split() for entry in tables()["age_word"])
    return words.get(years, years) if not at.language and at.rng.random() < 0.5 else years


def child_age(at: Setting) -> str:
    """An age of a child."""
    years = at.rng.randint(3, 16)
    words = ("three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    return words[years - 3] if years < 13 and at.rng.random() < 0.4 else str(years)


def date(at: Setting, first: int = 2008, last: int = 2024) -> str:
    """A calendar date: at least a month, and a day or a year."""
    rng = at.rng
    y, m, d = rng.randint(first, last), rng.randint(1, 12), rng.randint(1, 28)
    month = tables()["month_en"][m - 1]
    pattern, months = "date", at.language or at.place.months
    if at.language or (months != "en" and rng.random() < 0.4):
        month = tables()[f"month_{months}"][m - 1]
        pattern = _DATES.get(months, "date_local")
    th = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd"}.get(d, "th")
    return at.one_of(pattern).format(
        d=d, m=m, y=y, dd=f"{d:02d}", mm=f"{m:02d}", yy=f"{y % 100:02d}", th=th,
        month=month, Month=month.capitalize(), MONTH=month.upper(), mon=month[:3],
    )  # fmt: skip


def birthday(at: Setting) -> str:
    """A date of birth."""
    return date(at, 1955, 2012)


def school(at: Setting) -> str:
    """A school or university of the place."""
    if at.language:
        return _institution(at, f"school_{at.language}")
    local = [f"school_{key}" for key in (at.place.style, at.place.months)]
    known = [name for name in local if name in tables()]
    return _institution(at, known[0] if known and at.rng.random() < 0.45 else "school")


def employer(at: Setting) -> str:
    """A made-up company or office."""
    return _institution(at, "employer")


def _institution(at: Setting, table: str) -> str:
    pattern = at.one_of(table)
    fields = {"c": at.city, "k": at.place.country, "w": _company_word(at)}
    if "{a}" in pattern:
        fields["a"] = _capitals(at.rng, 3, 4)
    if "{f}" in pattern:
        fields["f"] = at.name("forename")
    if "{s}" in pattern:
        fields["s"] = at.name("surname")
    if "{t}" in pattern:
        fields["t"] = at.name("surname")
    return pattern.format(**fields)


def _company_word(at: Setting) -> str:
    """What a firm calls itself: half of the words are invented, so that no list is learnt."""
    if at.rng.random() < 0.5:
        return invented_word(at.rng, 2, 3).capitalize()
    return at.one_of("made_up")


def _capitals(rng: Random, least: int, most: int) -> str:
    return "".join(rng.choice("ABCDEFGHIKLMNOPRSTUV") for _ in range(rng.randint(least, most)))


@lru_cache(maxsize=1)
def _places() -> tuple[Place, ...]:
    return tuple(read_places().values())


def _somewhere(at: Setting) -> Place:
    """Where something is that belongs to nobody: the place, or any other of the world."""
    if at.person or at.rng.random() < 0.5:
        return at.place
    return at.rng.choice(_places())


def nationals(at: Setting) -> str:
    """Several people of a country: "Kenyans"; "Dutch" and the like stay as they are."""
    demonym = _somewhere(at).demonym
    return f"{demonym}s" if demonym.endswith(_PLURAL) else demonym


def city(at: Setting) -> str:
    """A city, of the place or of any other one."""
    return at.city if at.language else at.rng.choice(_somewhere(at).cities)


def brand(at: Setting) -> str:
    """A made-up product, project, tool or company; no person, though it may look like one."""
    rng, word = at.rng, invented_word(at.rng, 1, 3)
    style = rng.random()
    if style < 0.45:
        return word.capitalize()
    if style < 0.6:
        return word.capitalize() + invented_word(rng, 1, 1).capitalize()
    if style < 0.7:
        return rng.choice(("e", "i", "my", "Go", "Pro")) + word.capitalize()
    if style < 0.8:
        return word.upper()
    return at.one_of("brand").format(w=word.capitalize(), v=invented_word(rng, 1, 2).capitalize())


def initialism(at: Setting) -> str:
    """Capitals that stand for something nobody explains."""
    rng = at.rng
    letters = "".join(
        rng.choice("ABCDEFGHIKLMNOPRSTUV") for _ in range(rng.choice((2, 3, 3, 4, 5)))
    )
    return letters + rng.choice(("", "", "", "", "s", f"-{rng.randint(1, 20)}"))


def town(at: Setting) -> str:
    """A small place that no list holds."""
    return at.one_of("town").format(
        w=invented_word(at.rng, 1, 3).capitalize(), v=invented_word(at.rng, 1, 2).capitalize()
    )


def transport(at: Setting) -> str:
    """A line that somebody travels with."""
    rng = at.rng
    return at.one_of("transport").format(n=rng.randint(2, 480), m=rng.randint(1, 12))


VALUES: dict[str, tuple[str, Callable[[Setting], str]]] = {
    "email": ("EMAIL", email),
    "handle": ("USERNAME", handle),
    "id": ("ID_NUM", number),
    "phone": ("PHONE_NUM", phone),
    "url": ("URL_PERSONAL", url),
    "address": ("STREET_ADDRESS", address),
    "zip": ("ZIP", zip_code),
    "ip": ("IP_ADDRESS", ip_address),
    "age": ("AGE", age),
    "child_age": ("AGE", child_age),
    "dob": ("DATE_OF_BIRTH", birthday),
    "date": ("DATE", date),
    "nationality": ("NATIONALITY", lambda at: _somewhere(at).demonym),
    "nationals": ("NATIONALITY", nationals),
    "city": ("LOCATION", city),
    "country": ("LOCATION", lambda at: _somewhere(at).country),
    "school": ("SCHOOL", school),
    "school_caps": ("SCHOOL", lambda at: school(at).upper()),
    "employer": ("EMPLOYER", employer),
    "profession": ("PROFESSION", lambda at: at.one_of("profession")),
    "transport": ("TRANSPORT", transport),
    "brand": ("", brand),
    "initialism": ("", initialism),
    "town": ("LOCATION", town),
    "sensitive": ("SENSITIVE", lambda at: at.one_of("sensitive")),
    "other": ("OTHER", lambda at: at.one_of("other")),
    "open": ("", lambda at: "{"),
    "close": ("", lambda at: "}"),
    "year": ("", lambda at: str(at.rng.randint(1975, 2022))),
    "oldyear": ("", lambda at: str(at.rng.randint(1640, 1965))),
    "page": ("", lambda at: "1"),
    "num": ("", lambda at: str(at.rng.randint(2, 12))),
    "percent": ("", lambda at: str(at.rng.randint(5, 95))),
    "big": ("", lambda at: str(at.rng.randint(120, 9800))),
    "decimal": ("", lambda at: f"{at.rng.uniform(0.1, 9.9):.2f}"),
    "time": ("", lambda at: f"{at.rng.randint(1, 12)}:{at.rng.choice(('00', '15', '30', '45'))}"),
    "pages": ("", lambda at: f"{(p := at.rng.randint(3, 380))}-{p + at.rng.randint(4, 24)}"),
}  # fmt: skip

# Drawn anew each time; all others stay the same within a document.
FRESH: frozenset[str] = frozenset(
    ("year", "oldyear", "num", "percent", "big", "decimal", "time", "pages")
)
