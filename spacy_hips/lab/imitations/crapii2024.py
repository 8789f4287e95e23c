"""The reference: how surrogates of CRAPII were drawn (Holmes et al., 2024, obfuscator.py).

Kept as published, for comparison. A surname is drawn of the country where the original is most
common, a forename of that country and of the gender of the original; of the whole table where that
gives fewer than 50. A word of a name has one surrogate in a text; titles and middle names go, and
e-mail addresses do not follow their owner. Dates are drawn digit group by digit group, IDs
character by character, addresses of people's pages by host. data/crapii2024.cfg has the labels.

Not as published: this package reads and links the names, and avoids originals; the names are of its
tables (made from names-dataset, too); and one text may have many names, where the published program
drew the same one again and again from a pool.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from string import ascii_lowercase, ascii_uppercase, digits
from urllib.parse import urlsplit

from ...core.errors import HipsError
from ...core.ids import Draw
from ...replace.surrogates.choose import Dice, fresh, shared_draw
from ...replace.surrogates.faker_maker import FakerSurrogate, make_faker_surrogate
from ...replace.surrogates.maker import Context, Mention, SurrogateMaker
from ...text.lexicon.pools import Pool
from ...text.lexicon.tables import fold, name_tables
from ...who.persons.link.entity import Entity
from ...who.persons.mention.parse import parse
from ..errors import Errors

FEWEST = 50
"""From a smaller pool of names nothing is drawn."""
YEARS = NormalDist(-5, 3)
"""How far a year is moved."""
STEPS = 10_000


@dataclass(frozen=True)
class Crapii2024Surrogate:
    """Makes one kind of value.

    kind (str): One of KINDS.
    """

    kind: str

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        own = shared_draw(draw, context)
        purpose = f"crapii2024 {self.kind} {'' if self.kind == 'name' else fold(mention.text)}"
        make = KINDS[self.kind]
        return fresh(
            lambda dice: make(mention.text, entity, dice), mention, entity, context, own, purpose
        )


def make_crapii2024_surrogate(kind: str) -> SurrogateMaker:
    """Build `spacy_hips.Crapii2024Surrogate.v1`.

    kind (str): "name", "date", "id" or "url".
    RETURNS (SurrogateMaker): The maker, for comparison with others.
    RAISES (HipsError): E872 for another kind, E893 where Faker is not installed (URLs).
    """
    if kind not in KINDS:
        raise HipsError(Errors.E872.format(name=kind, known=", ".join(KINDS)))
    if kind == "url":
        make_faker_surrogate("user_name")
    return Crapii2024Surrogate(kind)


def _name(text: str, entity: Entity, dice: Dice) -> str | None:
    """A forename for a forename and a surname for a surname; titles and middle names go."""
    name, tables = parse(text), name_tables()
    first, last = (" ".join(w.text for w in name.having(role)[:1]) for role in ("first", "last"))
    if not first and not last:
        first = text
    surname = last or entity.last
    country = tables.region("", surname, 0.0).label if surname else ""
    gender = tables.gender(first).label
    new = [
        _drawn(tables.forenames(country or None, gender), tables.forenames(), first, dice),
        _drawn(tables.surnames(country or None), tables.surnames(), last, dice),
    ]
    return " ".join(filter(None, new))


def _drawn(pool: Pool, everybody: Pool, old: str, dice: Dice) -> str:
    """A name of the pool: the same for the same word."""
    if not old:
        return ""
    names = pool if len(pool) >= FEWEST else everybody
    return names.at(dice.draw(f"{dice.purpose} {fold(old)}", names.total))


def _date(text: str, entity: Entity, dice: Dice) -> str:
    """Each group of one, two or four digits by itself."""
    return re.sub(r"\d{4}|\d{1,2}", lambda group: _number(group[0], dice), text)


def _number(old: str, dice: Dice) -> str:
    if len(old) == 4:
        moved = YEARS.inv_cdf((dice.roll(STEPS) + 0.5) / STEPS)
        return str(round(int(old) + moved)).zfill(4)
    return str(dice.roll(9) + 1) if len(old) == 1 else str(dice.roll(31) + 1).zfill(2)


def _id(text: str, entity: Entity, dice: Dice) -> str:
    return _characters(text, dice)


def _characters(text: str, dice: Dice) -> str:
    """Each digit and letter by itself; what is not in ASCII stays."""
    out = ""
    for char in text:
        own = next((c for c in (digits, ascii_lowercase, ascii_uppercase) if char in c), "")
        out += dice.pick(own) if own else char
    return out


def _url(text: str, entity: Entity, dice: Dice) -> str | None:
    """By host: the query of a video, the user of a page; else any address."""
    try:
        address = urlsplit(text)
    except ValueError:
        return None
    host, user = address.netloc.removeprefix("www."), FakerSurrogate("user_name").made
    if host.startswith("youtube"):
        path = f"/user/{user(dice)}" if address.path.startswith("/user/") else address.path
        query = address.query[:2] + _characters(address.query[2:], dice)
        return address._replace(path=path, query=query).geturl()
    if host.startswith("youtu.be"):
        return address._replace(path=_characters(address.path, dice)).geturl()
    if host.startswith(("facebook", "insta")):
        return address._replace(path=f"/{user(dice)}", query="").geturl()
    if host.startswith("linkedin"):
        return address._replace(path=address.path[:4] + user(dice), query="").geturl()
    return FakerSurrogate("uri" if address.path or address.query else "url").made(dice)


KINDS: dict[str, Callable[[str, Entity, Dice], str | None]] = {
    "name": _name,
    "date": _date,
    "id": _id,
    "url": _url,
}
