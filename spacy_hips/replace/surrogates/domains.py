"""Domains of e-mail and web addresses: which kind one is, and another one of the same kind.

Fictional domains lie under names reserved by RFC 2606 and RFC 6761 (.example, example.com,
example.org, example.net, example.edu), which never lead to anybody. Plausible ones (realism.py) are
providers of free mail, domains of schools, and made-up names with the ending of the old one.
"""

from __future__ import annotations

from functools import cache, lru_cache

from ...core.ids import Draw
from ...core.later import re
from ...find.rules.domains import split_host
from ...text.values.tables import school_domains, town_names, word_set
from ...who.persons.link.entity import Entity
from .choose import Dice, shared_draw
from .handles import explain, flat, name_parts, rewrite, words
from .known_firms import firm_of, other_firm
from .known_schools import other_school, school_of
from .maker import Context
from .proper import surname, town
from .realism import is_ordinary, is_plausible

FREE_MAIL = word_set(
    "gmail googlemail yahoo ymail rocketmail hotmail outlook live msn icloud me mac aol "
    "proton protonmail pm gmx web mail zoho yandex qq 163 126 sina naver daum rediffmail "
    "tutanota fastmail hey free orange laposte wanadoo libero virgilio t-online seznam wp "
    "onet interia bigpond comcast verizon att sbcglobal btinternet inbox bol uol terra"
)
REAL_FREE_MAIL = ("gmail.com", "outlook.com", "yahoo.com", "hotmail.com", "icloud.com",
                  "proton.me", "aol.com", "gmx.net")  # fmt: skip
_SCHOOL = re.compile(
    r"(?:^|\.)(?:edu|ac|sch|k12|schule|school|schools|college|university)(?:\.|$)"
    r"|(?:^|\.|-)uni(?:-|\.)|univ|school|college|hochschule|schule|escuela|academy|ecole|student",
    re.I,
)
_ROLE_LABELS = word_set(
    "www mail m my student students stud alumni staff campus email webmail learn moodle "
    "people web home portal blog smtp my mymail exchange"
)
TRIES = 6
"""So many made-up domains are drawn before a reserved one is taken."""
FEWEST_SCHOOLS = 20
"""So many schools must there be with an ending to take one of them."""
_STATES = ("al", "az", "ca", "co", "fl", "ga", "ia", "il", "in", "ks", "ma", "mi", "mn", "mo",
           "nc", "nj", "ny", "oh", "or", "pa", "sc", "tn", "tx", "va", "wa", "wi")  # fmt: skip
_SCHOOL_WORDS = re.compile(
    r"(?:uni|univ|isd|usd|hs|cs|school|schools|college|academy|high)(?=-|$)|(?:^|-)(?:uni|hs|u)-",
    re.I,
)
_TWO_PARTS = word_set("co ac edu gov org com net sch gob gouv gv or ne go nom ltd plc")


def kind(domain: str) -> str:
    """What kind of domain it is.

    domain (str): A domain, any case.
    RETURNS (str): "free", "school", "gov", "org", "net" or "own".
    """
    labels = domain.lower().strip(".").split(".")
    if labels[0] in FREE_MAIL or (len(labels) > 2 and labels[-3] in FREE_MAIL):
        return "free"
    if _SCHOOL.search(domain):
        return "school"
    if any(label in ("gov", "gob", "gouv", "gv", "mil") for label in labels[1:]):
        return "gov"
    return {"org": "org", "net": "net"}.get(labels[-1], "own")


def fictional(
    domain: str,
    context: Context,
    draw: Draw,
    owner: Entity | None = None,
    identity: Entity | None = None,
    attempt: int = 0,
) -> str:
    """Another domain of the same kind; equal domains of an author give equal ones.

    domain (str): The original domain.
    context (Context): The mention's context.
    draw (Draw): The entity's draws, used where the context has none of the author.
    owner, identity (Entity): Whose name may stand in it, and who that person has become.
    attempt (int): Higher numbers give others.
    RETURNS (str): A domain in lower case: a reserved one, or, if the context's realism is
        plausible, one of those that `_plausible` makes.
    """
    _, site = _parted(domain)
    shared = shared_draw(draw, context)
    own = _own_name(site[-1] if site else "", owner, identity)
    if own and is_plausible(context):
        own = rewrite(site[-1], owner, identity, shared, attempt, plausible=True)
    return _drawn(domain, own, shared, attempt, context.realism, context.lang)


def _parted(domain: str) -> tuple[list[str], list[str]]:
    """The labels of a domain, and those of them before its ending."""
    labels = [label for label in domain.lower().strip(".").split(".") if label]
    site = labels[:-1]
    while len(site) > 1 and site[-1] in _TWO_PARTS:
        site.pop()
    return labels, site


@lru_cache(maxsize=256)
def _drawn(domain: str, own: str, draw: Draw, attempt: int, realism: str, lang: str) -> str:
    """The new domain; all addresses of a class have one, which is made once."""
    context = Context(realism=realism, lang=lang)
    labels, site = _parted(domain)
    base = ".".join(labels[max(0, len(site) - 1) :])
    dice = Dice(draw, f"domain:{base}", attempt)
    sub = [label for label in site[:-1] if label in _ROLE_LABELS]
    # An ending that nobody has given ("x.organa") may be the head of what follows: not kept.
    if is_plausible(context) and split_host(base).suffix:
        district = labels.index("k12") - 1 if "k12" in labels[1:-1] else None
        new = _plausible(
            base if district is None else ".".join(labels[district:]), own, context, dice
        )
        if new:
            return ".".join([*sub, new])
    return ".".join([*sub, own or _name(kind(domain), labels, dice)]) + _ending(
        kind(domain), labels, bool(own)
    )


def _plausible(base: str, own: str, context: Context, dice: Dice) -> str:
    """A domain like any other of its kind; "" where a reserved one is to stand there.

    A provider of free mail stays: it tells of nobody. Half of the others exist (schools', firms',
    well known where the old one is), so that looking all domains up tells little. Those with their
    owner's name in them spell a name as handles do. Made-up names under .edu and the like lead
    nowhere, since only schools are given such; one with another ending may be somebody's, but
    hardly is.
    """
    what, labels = kind(base), base.split(".")
    ordinary = is_ordinary(context, dice)
    if is_free_mail(base):
        return base
    if own:
        return f"{own}.{'.'.join(labels[1:])}"
    if ordinary:
        known = school_of(base)
        other = other_school(known, dice.draw) if known else None
        if other and other.ending == ".".join(labels[1:]):
            return other.domain
        firm = firm_of(base)
        if firm:
            return other_firm(firm, dice.draw).domain
        alike = [domain for domain in _registered(".".join(labels[1:]), what) if domain != base]
        if len(alike) >= FEWEST_SCHOOLS:
            return dice.pick(alike)
    ending = list(labels)
    if "k12" in labels[:-2]:
        ending[labels.index("k12") + 1] = dice.pick(_STATES)
    made = (_made_up(labels[0], what, context.lang, dice) for _ in range(TRIES))
    new = next((n for n in made if n not in labels[0] and labels[0] not in n), "")
    return ".".join([new, *ending[1:]]) if new else ""


def is_free_mail(domain: str) -> bool:
    """Whether a domain is that of a provider of free mail, and of nothing else.

    domain (str): A domain in lower case, without what stands before the provider's name.
    """
    last = domain.rpartition(".")[2]
    plain = last not in ("org", "gov", "mil") and not _SCHOOL.search(domain)
    return kind(domain) == "free" and plain


@cache
def _registered(ending: str, what: str) -> tuple[str, ...]:
    """Domains that exist with an ending, none well known. All are schools', but few look so."""
    known = school_domains().get(ending.rpartition(".")[2], ())
    there = tuple(d for d in known if d.partition(".")[2] == ending and not school_of(d))
    return tuple(d for d in there if (kind(d) == "school") == (what == "school")) or there


def _made_up(old: str, what: str, lang: str, dice: Dice) -> str:
    """The first label of a domain, about as long as the old one and made in the same way."""
    kept = _SCHOOL_WORDS.search(old) if what == "school" else None
    kept = None if kept and kept[0] == old else kept  # "uni.edu" has no other name to change
    like = old.replace(kept[0], "") if kept else old
    if what == "school" and len(like) < 5 and like.isalpha():
        new = "".join(dice.pick("abcdefghilmnoprstuw") for _ in like)
    else:
        mark = "-" if "-" in like.strip("-") else ""
        half = like[: len(like) // 2]
        new = dice.pick(
            [
                town(dice, lang, like),
                surname(dice, lang, like),
                surname(dice, lang, half) + mark + dice.pick(words()),
                dice.pick(words()) + mark + dice.pick(words()),
            ]
        )
    new = "".join(c for c in flat(new) if c.isascii() and (c.isalnum() or c == "-")) or "arden"
    if kept:
        return kept[0] + new if old.startswith(kept[0]) else new + kept[0]
    return new


def _own_name(label: str, owner: Entity | None, identity: Entity | None) -> str:
    """A domain made of its owner's name, made of the new one."""
    if not (owner and identity and label):
        return ""
    old, new = name_parts(owner), name_parts(identity)
    pieces = [p for run in re.findall(r"[^\W\d_]+", flat(label)) for p in explain(run, old)]
    fields = [p.part for p in pieces if p.part and not p.length]
    named = [new.get(f) or new.get(f.rstrip("~0123456789"), "") for f in fields]
    return "-".join(n for n in named if n and n.isascii())


def _name(what: str, labels: list[str], dice: Dice) -> str:
    if what == "free":
        return dice.pick(words()) + dice.pick(("mail", "post", "box", "inbox"))
    name = flat(dice.pick(town_names()))
    if what == "own" and dice.roll(2):
        name = dice.pick(words()) + dice.pick(words())
    return name if name not in labels else name + "field"


def _ending(what: str, labels: list[str], own: bool) -> str:
    if own or what == "free":
        return ".example"
    if what == "school":
        return ".example.edu" if labels[-1] in ("edu", "us") else ".ac.example"
    return {"gov": ".gov.example", "org": ".example.org", "net": ".example.net"}.get(
        what, ".example.com" if labels[-1] == "com" else ".example"
    )


def real_free_mail(domain: str, context: Context, draw: Draw) -> str:
    """A real provider of free mail, other than the original."""
    old = domain.lower().split(".")[0]
    hosts = [h for h in REAL_FREE_MAIL if h.split(".")[0] != old]
    return Dice(shared_draw(draw, context), f"free mail:{domain.lower()}").pick(hosts)
