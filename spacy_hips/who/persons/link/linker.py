"""Which mentions of names are of one person.

The most telling mentions are linked first: full names in any form, after them initials with a
surname, and last lone words, titles and initials in the order of the text. Each goes to the person
it fits best; in a tie, to the one who was named nearest before it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from ....text.lexicon.tables import NameTables, fold
from ..mention.compare import misspelt, same_forename, singulars, slip
from ..mention.glue import (
    SHORTEST_TOGETHER,
    find_pieces,
    parts_of,
    run_together,
    split_part,
    strength,
)
from ..mention.name import Name, Word
from ..mention.parse import as_initials, title_gender, unglued
from ..mention.titles import FAMILY_FIRST, SELDOM, surname_culture
from .candidates import Candidates
from .entity import Entity

Lookup = Callable[[str], "Entity | None"]

SURE_GENDER = 0.9
WHOLE, EXACT, INITIAL, SLIP_FULL, SLIP = 1.0, 0.9, 0.7, 0.6, 0.5
"""How well a mention fits a person; of two persons the better fit wins."""
SHORTEST_BEGINNING, FEWEST_LEFT_OUT = 4, 3
"""Letters that a name cut short has at least, and that it leaves out."""
FULL_NAME = 3.0
"""The strength (glue.py) of pieces that hold a forename and a surname."""


@dataclass(frozen=True)
class Mention:
    """A place where a person is named.

    start (int): Its first character.
    name (Name): The mention, taken apart.
    person_id (str): Of a known person, else "".
    relation (str): How the writer is related to the person, as far as the text says.
    since (int): Everybody named from there on, before the mention, is somebody else.
    """

    start: int
    name: Name
    person_id: str = ""
    relation: str = ""
    since: int | None = None


@dataclass
class Person:
    """What the mentions linked so far say about one person; all words are folded."""

    number: int
    first: list[str] = field(default_factory=list)
    middle: list[str] = field(default_factory=list)
    last: list[str] = field(default_factory=list)
    nickname: list[str] = field(default_factory=list)
    aliases: set[str] = field(default_factory=set)
    particles: set[str] = field(default_factory=set)
    initials: str = ""
    suffix: str = ""
    gender: str = ""
    person_id: str = ""
    relation: str = ""
    wholes: set[str] = field(default_factory=set)
    written: set[tuple[str, ...]] = field(default_factory=set)
    places: list[int] = field(default_factory=list)

    @property
    def words(self) -> set[str]:
        """All words of the name."""
        return {*self.first, *self.middle, *self.last, *self.nickname}

    @property
    def led(self) -> set[str]:
        """The first word of the surname with a particle before it, as one word."""
        return {particle + word for particle in self.particles for word in self.last[:1]}

    def near(self, start: int) -> tuple[bool, int]:
        """How near the person is named: before the place first, then the distance."""
        at = bisect_right(self.places, start)
        if at:
            return False, start - self.places[at - 1]
        return True, self.places[0] - start if self.places else 1 << 40

    def take(self, mention: Mention) -> None:
        """Learn from a mention."""
        name = mention.name
        insort(self.places, mention.start)
        for role in ("first", "middle", "last", "nickname"):
            new = [w for w in _folded(name, role) if len(name.core) > 1 or w not in self.words]
            if new and _spells_out(new, getattr(self, role)):
                setattr(self, role, new)
        self.particles.update(_folded(name, "particle"))
        if name.glued:
            self.aliases.add(fold(name.text))
        elif len(name.core) == 1 and name.core[0].role != "initials":
            self.aliases.add(name.core[0].folded)
        self.initials = self.initials or "".join(_folded(name, "initials"))
        self.suffix = self.suffix or name.suffix
        self.gender = self.gender or title_gender(name)
        self.person_id = self.person_id or mention.person_id
        self.relation = self.relation or mention.relation
        self.wholes.update(name.wholes)
        if len(name.core) > 1 and not (name.comma or name.glued):
            self.written.add(tuple(word.folded for word in name.core))

    def is_named(self, start: int, end: int) -> bool:
        """Is the person named between two places?"""
        at = bisect_left(self.places, start)
        return at < len(self.places) and self.places[at] < end


class Linker:
    """Links the mentions of persons in one document.

    tables (NameTables): The name tables.
    known (Callable): Gives the record of a known person by person_id.
    """

    def __init__(self, tables: NameTables, known: Lookup | None = None) -> None:
        self.tables = tables
        self.known = known
        self.people: list[Person] = []
        self._known: dict[str, Person] = {}
        self._candidates = Candidates()

    def link(self, mentions: Sequence[Mention]) -> list[int]:
        """Give every mention the number of its person.

        mentions (Sequence[Mention]): By place.
        RETURNS (list[int]): A number for each; equal numbers are one person.
        """
        out = [-1] * len(mentions)
        for i in sorted(range(len(mentions)), key=lambda i: _telling(mentions[i])):
            mention = mentions[i]
            person = self._find(mention)
            if person is None:
                person = self._new(mention)
                mention = replace(mention, name=unglued(mention.name, self.tables) or mention.name)
            elif not person.words.intersection(w.folded for w in mention.name.core):
                mention = replace(mention, name=as_initials(mention.name) or mention.name)
            person.take(mention)
            self._candidates.note(person)
            out[i] = person.number
        return out

    def _new(self, mention: Mention) -> Person:
        person = Person(len(self.people), person_id=mention.person_id)
        record = self.known(mention.person_id) if self.known and mention.person_id else None
        if record is not None:
            for role in ("first", "middle", "last", "nickname"):
                words = split_part(getattr(record, role))
                setattr(person, role, [fold(w) or w for w in words])
        self.people.append(person)
        if mention.person_id:
            self._known[mention.person_id] = person
        return person

    def _find(self, mention: Mention) -> Person | None:
        """The person a mention fits best; the nearest one before it where several do."""
        if mention.person_id:
            return self._known.get(mention.person_id)
        best, fitting = self._best(mention, self._candidates.by_words(mention.name))
        if best < EXACT:
            best, fitting = self._best(mention, self._candidates.like(mention.name))
        if best <= 0 or (len(fitting) > 1 and best in (SLIP, SLIP_FULL)):
            return None
        return (
            fitting[0] if len(fitting) == 1 else min(fitting, key=lambda p: p.near(mention.start))
        )

    def _best(self, mention: Mention, numbers: Iterable[int]) -> tuple[float, list[Person]]:
        """The best fit among some people, and all who fit as well."""
        people = [p for n in sorted(numbers) if not _is_other(p := self.people[n], mention)]
        scored = [(self._fit(person, mention.name), person) for person in people]
        best = max((score for score, _ in scored), default=0.0)
        return best, [p for score, p in scored if score == best]

    def _fit(self, person: Person, name: Name) -> float:
        if name.glued:
            return self._fit_glued(person, name)
        if not name.core or self._other_gender(person, name):
            return 0.0
        if name.suffix and person.suffix and name.suffix != person.suffix:
            return 0.0
        if len(name.core) > 1 and all(word.initial for word in name.core):
            return self._fit_initials(person, "".join(word.folded for word in name.core))
        if len(name.core) == 1:
            return self._fit_lone(person, name, name.core[0])
        return self._fit_full(person, name)

    def _fit_glued(self, person: Person, name: Name) -> float:
        """A mention like a handle: its pieces, where no word of another name is beside them."""
        if fold(name.text) in person.aliases:
            return WHOLE
        pieces = find_pieces(name.text, _parts(person))
        score = strength(pieces)
        read = unglued(name, self.tables) if score < FULL_NAME else None
        for word in read.core if read else ():
            inside = any(p.start < word.end and word.start < p.end for p in pieces)
            if not (inside or word.initial) and self.tables.is_only_name(word.text):
                return 0.0
        return min(score / 4, EXACT)

    def _other_gender(self, person: Person, name: Name) -> bool:
        """Do a title and a forename, or two titles, tell of two genders?"""
        gender = title_gender(name)
        if gender and person.gender:
            return gender != person.gender
        if gender and person.first:
            guess = self.tables.gender(person.first[0])
            return guess.confidence >= SURE_GENDER and guess.label != gender
        if person.gender and name.having("first") and len(name.core) > 1:
            guess = self.tables.gender(name.given[0])
            return guess.confidence >= SURE_GENDER and guess.label != person.gender
        return False

    def _fit_full(self, person: Person, name: Name) -> float:
        given, family = name.given, name.family
        if given[:1] and given[0] in person.particles and given[0] not in person.first:
            given = ()  # "Van Der Merwe" alone
        if not given and family and set(family) <= set(person.last):
            return WHOLE
        words, own = _long(given + family), _long(person.words)
        if _is_shortened(person, name):
            return EXACT if name.core[-1].initial and len(name.core) > 2 else INITIAL
        if _other_initial(given, person.first + person.middle, person.last):
            return 0.0
        if (len(words) > 1 and words <= own) or (len(own) > 1 and own <= words):
            if set(family) == set(person.last) and list(given[:1]) == person.first[:1]:
                return WHOLE
            return 0.0 if self._crosswise(person, given, family) else EXACT
        if person.wholes.intersection(name.wholes):
            return EXACT
        if not person.last or not person.first:
            return self._fit_half(person, given, family)
        fit = self._fit_parts(person, given, family)
        if not fit and len(given) == len(family) == 1 and self._is_guess(person, name):
            fit = min(self._fit_parts(person, family, given), INITIAL)
        return fit

    def _is_guess(self, person: Person, name: Name) -> bool:
        """Was the order of a name a guess: is Lee Roberts, who is L. Roberts, of the Lees?"""
        short = any(word.initial for word in name.core)
        return name.family_first or (
            short and surname_culture(person.last[0], self.tables) in FAMILY_FIRST
        )

    def _fit_parts(self, person: Person, given: Sequence[str], family: Sequence[str]) -> float:
        fore = self._forenames(person, given)
        sur = self._surnames(person, family)
        if not fore or not sur:
            return 0.0
        return min(fore, sur) if max(fore, sur) >= EXACT else 0.0

    def _crosswise(self, person: Person, given: Sequence[str], family: Sequence[str]) -> bool:
        """Are these two people, such as Kelly Morgan and Morgan Kelly, and not two orders?"""
        if not given or list(given) != person.last or list(family) != person.first:
            return False
        fore, sur = self.tables.is_forename, self.tables.is_surname
        either = all(fore(word) and sur(word) for word in (*given[:1], *family[:1]))
        return either and surname_culture(given[0], self.tables) not in FAMILY_FIRST

    def _fit_half(self, person: Person, given: Sequence[str], family: Sequence[str]) -> float:
        """A full name after a person of whom a known record or a title gave one part only."""
        if person.last and not person.first:
            return self._surnames(person, family) * 0.9
        return 0.0

    def _forenames(self, person: Person, given: Sequence[str]) -> float:
        mine = person.first + person.middle
        if not given or not mine:
            return 0.0
        a, b = given[0], mine[0]
        later = [(x, y) for x, y in zip(given[1:], mine[1:], strict=False)]
        if any(x[0] != y[0] or (len(x) > 1 and len(y) > 1 and x != y) for x, y in later):
            return 0.0
        if a == b:
            return WHOLE
        if same_forename(a, b) or any(same_forename(a, n) for n in person.nickname):
            return EXACT
        if len(a) == 1 and a in mine:
            return INITIAL  # Th. Lund is A.Th. Lund
        if len(a) == 1 or len(b) == 1:
            return INITIAL if a[0] == b[0] else 0.0
        if a in mine or b in given:
            return EXACT
        return SLIP_FULL if misspelt(a, b, self.tables) and self._same_gender(a, b) else 0.0

    def _same_gender(self, a: str, b: str) -> bool:
        x, y = self.tables.gender(a), self.tables.gender(b)
        return not x.label or not y.label or x.label == y.label

    def _surnames(self, person: Person, family: Sequence[str]) -> float:
        mine = person.last
        if not family or not mine:
            return 0.0
        if list(family) == mine or "".join(family) == "".join(mine):
            return WHOLE
        if set(family) <= set(mine) or set(mine) <= set(family):
            return EXACT
        if set(family) <= set(person.middle) and all(map(self.tables.is_rather_surname, family)):
            return EXACT  # L. Paredes is Lucía Paredes Quispe
        if len(family) == 1 and (len(family[0]) == 1 or len(mine[0]) == 1):
            return INITIAL if family[0][0] == mine[0][0] else 0.0
        if len(family) == len(mine) == 1 and misspelt(family[0], mine[0], self.tables):
            return SLIP_FULL
        return 0.0

    def _fit_lone(self, person: Person, name: Name, word: Word) -> float:
        folded = word.folded
        titled = bool(name.titles)
        if word.initial and titled:
            return INITIAL if any(own[0] == folded for own in person.last[:1]) else 0.0
        if word.role == "initials" or word.initial:
            return self._fit_initials(person, folded)
        if folded in person.last:
            return WHOLE if titled or word.role == "last" or len(person.last) == 1 else EXACT
        if folded in person.first or folded in person.nickname:
            return INITIAL if titled and word.role == "last" and person.last else WHOLE
        if folded in person.aliases:
            return WHOLE
        if any(same_forename(folded, first) for first in person.first + person.nickname):
            return EXACT
        if folded in person.middle:
            return 0.0 if self._are_of_two_genders(folded, person.first) else EXACT
        if folded == "".join(person.last) or folded == "".join(person.first):
            return EXACT
        if self._is_run_together(person, folded):
            return EXACT
        if (
            len(self.people) == 1
            and len(folded) > 5
            and any(slip(folded, own) == 1 for own in person.last)
        ):
            return SLIP  # nobody else is there whom Schwartz, for Schwarz, could mean
        if as_initials(name) is not None:
            return self._fit_initials(person, folded)  # "RA", a name too
        one = next((form for form in singulars(folded) if form in person.last + person.first), "")
        if one:
            plural = one in person.last or self.tables.surname_country_mass(folded) < SELDOM
            return INITIAL if plural else 0.0  # "the Bells", "Eriks idea", but Robert and Roberts
        led = "".join(_folded(name, "particle")) + folded
        if (led != folded and led in person.last) or folded in person.led:
            return EXACT  # Mc Donald, McDonald; AlFarsi, Al-Farsi
        if self._is_beginning(person, folded):
            return SLIP
        near = [w for w in person.first + person.last if len(w) > 1]
        return SLIP if any(misspelt(folded, w, self.tables) for w in near) else 0.0

    def _is_beginning(self, person: Person, folded: str) -> bool:
        """Is it a name cut short that hardly anybody bears by itself: "Venkat", Venkatesan?"""
        if len(folded) < SHORTEST_BEGINNING or max(self.tables.masses(folded)) >= SELDOM:
            return False
        return any(
            own.startswith(folded) and len(own) - len(folded) >= FEWEST_LEFT_OUT
            for own in (*person.first, *person.last)
        )

    def _are_of_two_genders(self, word: str, first: Sequence[str]) -> bool:
        """Is a lone George rather somebody else than Elizabeth George Speare?"""
        guesses = [self.tables.gender(name) for name in (word, *first[:1])]
        sure = all(guess.confidence >= SURE_GENDER for guess in guesses)
        return sure and len({guess.label for guess in guesses}) == 2

    def _is_run_together(self, person: Person, folded: str) -> bool:
        """Does a word hold forename and surname side by side ("AnaRuizFinal")?"""
        if len(folded) < SHORTEST_TOGETHER or not person.first or not person.last:
            return False
        if person.first[0] not in folded or person.last[0] not in folded:
            return False
        wholes = run_together(" ".join(person.first), " ".join(person.last))
        return any(whole in folded for whole in wholes)

    def _fit_initials(self, person: Person, letters: str) -> float:
        own = [w[0] for w in (*person.first, *person.middle, *person.last)]
        if not own:
            return WHOLE if person.initials == letters else 0.0
        if len(letters) == 1:
            return INITIAL if letters == own[0] else 0.0
        both = person.first and person.last
        short = (person.first[0][0] + person.last[0][0]) if both else ""
        outer = (person.first[0][0] + person.last[-1][0]) if both else ""
        first_two = "".join(own)[: len(letters)] if person.middle or len(person.first) > 1 else ""
        if letters in ("".join(own), short, outer, first_two):
            return EXACT
        if letters != short[::-1]:
            return 0.0
        # Which of the two is the surname was a guess, or both orders are in use.
        either = surname_culture(person.last[0], self.tables) in FAMILY_FIRST
        return EXACT if either else INITIAL


def _is_shortened(person: Person, name: Name) -> bool:
    """Is it a name with initials in the order in which it was written: "N. T. Lan", "Lan N. T."?"""
    words = [word.folded for word in name.core]
    if name.comma or not any(len(word) == 1 for word in words):
        return False
    return any(
        len(own) == len(words)
        and (own[-1] == words[-1] or own[0] == words[0])
        and all(a == b or (len(a) == 1 and b[:1] == a) for a, b in zip(words, own, strict=True))
        for own in person.written
    )


def has_other_forename(record: Entity, name: Name, tables: NameTables) -> bool:
    """Does a name begin with a forename that a known person does not have?

    record (Entity): The person.
    name (Name): The name, taken apart.
    tables (NameTables): The name tables.
    RETURNS (bool): True for Ana Silva where Eva Silva is known, False for E. Silva or Evie Silva.
    """
    linker = Linker(tables, lambda _: record)
    person = linker._new(Mention(0, name, record.person_id))
    given = () if name.glued else name.given
    own = {*person.first, *person.middle, *person.nickname}
    if not given or not person.first or own.intersection(word.folded for word in name.core):
        return False
    return not linker._forenames(person, given)


def _is_other(person: Person, mention: Mention) -> bool:
    """Does the text say that a mention is of somebody else: "my son Dan", "my nephew Dan"?"""
    if mention.since is not None and person.is_named(mention.since, mention.start):
        return True
    return bool(mention.relation and person.relation and mention.relation != person.relation)


def _telling(mention: Mention) -> tuple[int, int, int, int]:
    """Order of linking: known persons, full names, with an initial, lone words, glued ones."""
    core = mention.name.core
    initials = sum(1 for word in core if word.initial)
    if mention.name.glued:
        rank = 5
    elif len(core) == initials:
        rank = 4
    elif len(core) < 2:
        rank = 3
    else:
        rank = 2 if initials and len(core) - initials < 2 else 1
    full = 0 if rank > 2 else initials - len(core)
    return (0 if mention.person_id else rank, full, mention.start, 0)


def _spells_out(new: Sequence[str], old: Sequence[str]) -> bool:
    """Does it say all of the old words, and more of them or of their letters?"""
    said = all(any(n.startswith(o) and (n == o or len(o) == 1) for n in new) for o in old)
    return said and list(new) != list(old)


def _other_initial(given: Sequence[str], mine: Sequence[str], last: Sequence[str]) -> bool:
    """Do the middle names begin with other letters, and are no words of the name at all?"""
    pairs = zip(given[1:], mine[1:], strict=False)
    return any(a[0] != b[0] and a not in mine and a not in last for a, b in pairs)


def _folded(name: Name, role: str) -> list[str]:
    return [word.folded for word in name.words if word.role == role]


def _long(words: Iterable[str]) -> set[str]:
    return {word for word in words if len(word) > 1}


def _parts(person: Person) -> tuple:
    return parts_of(
        Entity(
            "",
            "PERSON",
            "",
            first=" ".join(person.first),
            middle=" ".join(person.middle),
            last=" ".join(person.last),
            nickname=" ".join(person.nickname),
        )
    )
