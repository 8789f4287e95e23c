"""Universities that everybody knows: a known one becomes another known one.

A made-up name for a known one would show which are real: those that anybody knows. So a name and a
domain of the table are drawn from the table, the better known the more often, and the domain of a
university goes where its name goes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ...core.ids import Draw
from ...core.later import re
from ...text.lexicon.data_files import rows
from ...text.lexicon.tables import fold
from ...text.values.case import like_case
from .choose import Dice, vowel_first

FEWEST = 10
"""So many must be alike to draw from these."""
_SHORT = re.compile(r"[A-Z]{2,6}")
_OWN = re.compile(r"University of (?P<behind>.+)|(?P<before>.+) (?:University|College)")
_KIND = re.compile(r"Universi|College|Institut|School", re.I)
_LONGEST = 80


@dataclass(frozen=True)
class KnownSchool:
    """A university.

    domain (str): Where it writes from.
    names (tuple[str, ...]): Its names from the full one to the shortest.
    """

    domain: str
    names: tuple[str, ...]

    @property
    def ending(self) -> str:
        """Of its domain: "edu", "ac.uk"."""
        return self.domain.partition(".")[2]

    @property
    def bare(self) -> str:
        """What is left of its name without its kind: "Stanford", "Iowa"."""
        own = _OWN.fullmatch(self.names[0])
        return (own["behind"] or own["before"]) if own else self.names[-1]

    @property
    def letters(self) -> str:
        """Its initials where it is called so; "" where it is not."""
        return next((name for name in self.names if _SHORT.fullmatch(name)), "")

    @property
    def words(self) -> frozenset[str]:
        """The long words of its names, folded, and the first of its domain."""
        own = {self.domain.partition(".")[0], *(fold(self.bare).split())}
        return frozenset(word.strip(",") for word in own if len(word) > 3)

    def called_like(self, old: str) -> str:
        """Its name in the form of another's: letters, without its kind, or in full.

        old (str): How the other is called: "UCLA", "Stanford", "University of Iowa".
        """
        if _SHORT.fullmatch(old):
            label = self.domain.partition(".")[0].replace("-", "")
            initials = "".join(re.findall(r"\b[A-Z]", self.names[0]))
            return self.letters or (label.upper() if len(label) < 6 else initials)
        if not _KIND.search(old):
            short = (n for n in self.names[1:] if not _KIND.search(n) and n != self.letters)
            return next(short, self.bare)
        begins, length = old[:4].casefold(), len(old)
        return min(
            (name for name in self.names if _KIND.search(name) or name == self.names[0]),
            key=lambda name: (name[:4].casefold() != begins, abs(len(name) - length)),
        )


@cache
def known_schools() -> tuple[KnownSchool, ...]:
    """All of them, the best known of each ending first."""
    table = rows("known_schools.tsv")
    return tuple(KnownSchool(row["domain"], tuple(row["names"].split(";"))) for row in table)


@cache
def _by_ending() -> dict[str, tuple[KnownSchool, ...]]:
    endings = dict.fromkeys(school.ending for school in known_schools())
    return {e: tuple(s for s in known_schools() if s.ending == e) for e in endings}


@cache
def _by_name() -> dict[str, KnownSchool]:
    """By domain, and by folded name; letters as they are. The first of two has a name."""
    found: dict[str, KnownSchool] = {}
    for school in known_schools():
        found.setdefault(school.domain, school)
        for name in (*school.names, school.bare):
            found.setdefault(name if _SHORT.fullmatch(name) else fold(name), school)
    return found


def school_of(text: str) -> KnownSchool | None:
    """The university that a text names, as a whole, by a name or by its domain.

    text (str): "the University of Iowa", "UCLA", "uiowa.edu".
    """
    plain = " ".join(text.split())[: _LONGEST + 1].removeprefix("the ").removeprefix("The ")
    return _by_name().get(plain if _SHORT.fullmatch(plain) else fold(plain))


def other_school(old: KnownSchool, draw: Draw, attempt: int = 0) -> KnownSchool | None:
    """Another one of the same ending, with none of its words.

    old (KnownSchool): The one that goes.
    draw (Draw): Keyed choices; its name and its domain are given the same.
    attempt (int): Higher numbers give others.
    RETURNS (KnownSchool): None where none will do.
    """
    kin = _kin(old)
    if not kin:
        return None
    dice = Dice(draw, f"known school:{old.names[0]}", attempt)
    return kin[min(dice.roll(len(kin)) for _ in range(2))]


@cache
def _kin(old: KnownSchool) -> tuple[KnownSchool, ...]:
    """Those that may stand for one, the best known first."""
    alike = _by_ending().get(old.ending, ())
    alike = alike if len(alike) >= FEWEST else _by_ending()["edu"]
    kin = tuple(school for school in alike if not school.words & old.words)
    # "the University of Iowa", but "Duke University": articles stay right.
    for same in (_begins_with_kind, _begins_with_vowel, _has_letters):
        like = tuple(school for school in kin if same(school) == same(old))
        kin = like if len(like) >= FEWEST else kin
    return kin


def _begins_with_kind(school: KnownSchool) -> bool:
    return school.names[0].startswith("University")


def _begins_with_vowel(school: KnownSchool) -> bool:
    return vowel_first(school.names[0])


def _has_letters(school: KnownSchool) -> bool:
    return bool(school.letters)


def renamed_school(text: str, old: KnownSchool, new: KnownSchool) -> str:
    """The name of another university where one stood.

    text (str): What stood there; an article stays.
    old, new (KnownSchool): Which it named, and which it is to name.
    """
    head = text[:4] if text[:4].lower() == "the " else ""
    name = new.called_like(text[len(head) :])
    return head + (like_case(name, text) if text == text.lower() else name)
