"""From a template to a text with marks: who is named where, and what else identifies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from ...core.errors import HipsError
from ...core.later import re
from ..errors import Errors
from .forms import FORMS, WORDS
from .identities import People, Person, Place
from .library import Library, Structure, slots
from .markup import Body, Choice, Marked, Node, Phrase, Slot, Text
from .publics import FIELDS, NOWHERE, Publics
from .tongues import Tongue, Words
from .values import FRESH, VALUES, Setting

_GLOBAL_ROLES = ("student", "instructor")
_PRIVATE_ROLES = ("student", "instructor", "private")
_GENDERS = {"woman": "f", "man": "m"}  # private persons of whom a story says what they are
# Subjects of which a long document holds no more than a short one.
_SINGLE = ("story", "chat", "letter", "interview", "case", "personal")
# Subjects that are about people, whatever the document is.
_PEOPLE = ("story", "chat", "letter", "interview", "case", "personal", "group", "forum",
           "teaching", "nursing")  # fmt: skip
_PARAGRAPHS = {"\n\n": 70, "\n": 18, "\n \n": 4, " \n\n": 5, "\n\n\n": 3}
_ORDINAL = re.compile(r"(?<![\w.,-])((?:\d*[02-9])?[123])th\b")
_ENDINGS = {"1": "st", "2": "nd", "3": "rd"}
_REFERENCE_STYLES = ("reference_apa", "reference_mla", "reference_number", "reference_harvard")


@dataclass
class Mark:
    """A piece of the text that means something.

    start, end (int): Characters, end exclusive.
    label (str): Its label, "" for a name that is no personal name here (an eponym).
    role (str): The person's role, "" for what is no name.
    key (str): Which person of the document.
    """

    start: int
    end: int
    label: str
    role: str = ""
    key: str = ""


@dataclass
class Writer:
    """A text that grows, with its marks.

    page (Callable): Writes a page break; None where the document has no pages.
    page_words (int): Words on a page.
    """

    parts: list[str] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    length: int = 0
    page: Callable[[], None] | None = None
    page_words: int = 300
    _left: int = 300
    _breaking: bool = False

    def write(self, text: str, label: str = "", role: str = "", key: str = "") -> None:
        """Add text; with a label or a role it is marked."""
        if label or role:
            self.marks.append(Mark(self.length, self.length + len(text), label, role, key))
        self.parts.append(text)
        self.length += len(text)

    def prose(self, text: str) -> None:
        """Add text that may hold the end of a page, which comes after a sentence."""
        self._left -= text.count(" ")
        if self.page is None or self._left > 0 or self._breaking:
            return self.write(text)
        cut = text.find(". ") + 2
        if cut < 2:
            return self.write(text)
        self.write(text[:cut].rstrip())
        self._breaking = True  # what the break itself writes holds no break
        self.page()
        self._breaking = False
        self._left = self.page_words
        return self.write(text[cut:])

    def join_names(self) -> None:
        """Make one mark of a forename and surname of the same person with a space between."""
        joined: list[Mark] = []
        text = self.text
        for mark in self.marks:
            last = joined[-1] if joined else None
            if last and last.key and last.key == mark.key and text[last.end : mark.start] == " ":
                last.end = mark.end
            else:
                joined.append(mark)
        self.marks = joined

    @property
    def text(self) -> str:
        """What has been written. A template says "{num}th", so the 2th becomes the 2nd."""
        return _ORDINAL.sub(lambda m: m[1] + _ENDINGS[m[1][-1]], "".join(self.parts))


@dataclass
class Scope:
    """Names that templates give to people, within one structure, body or phrase."""

    persons: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)


class Scene:
    """One document while it is written.

    rng (Random): Source of chance.
    library (Library): Templates of the split.
    people (People): Private persons of the split.
    publics (Publics): Public persons of the split.
    tongue (Tongue): The language it is a lesson in; None for a document of the English bulk.
    """

    def __init__(
        self,
        rng: Random,
        library: Library,
        people: People,
        publics: Publics,
        tongue: Tongue | None = None,
    ) -> None:
        self.rng, self.library, self.people, self.publics = rng, library, people, publics
        self.writer = Writer()
        self.cast: dict[str, Person] = {}
        # English lessons are written as all English documents are.
        self.tongue = tongue if tongue and tongue.countries else None
        self.words: Words = self.tongue.words if self.tongue else WORDS
        self.home = people.places[rng.choice(_countries(people, self.tongue))]
        self.paragraph = rng.choices(tuple(_PARAGRAPHS), tuple(_PARAGRAPHS.values()))[0]
        self._length = self.rng.choices((1, 2, 4, 7), (26, 30, 26, 18))[0]
        self._private = True
        self._top = Scope()
        self._cited: list[str] = []
        self._used: set[int] = set()
        self._settled: dict[str, str] = {}
        self._pages = 1
        self._style = rng.choice(_styles(library))
        self._unread = 0

    def render(self, structure: Structure) -> None:
        """Write a whole document, or go on with one: then student and instructor stay the same.

        structure (Structure): Its template.
        """
        same = {n: key for n, key in self._top.persons.items() if n.startswith(_GLOBAL_ROLES)}
        self._top = Scope(same, self._top.values)
        self._unread = int(structure.settings.get("references", 0))
        # Half of the real essays name nobody but their author.
        self._private = structure.settings.get("private") != "no" and self.rng.random() < 0.5
        if pages := structure.settings.get("pages"):
            self._number_pages(pages)
        elif (
            "page_break" in self.library.phrases
            and "student" in slots(structure.nodes)
            and self.rng.random() < 0.1
        ):
            self._number_pages("page_break")
        self.write_nodes(structure.nodes)

    def write_nodes(self, nodes: tuple[Node, ...]) -> None:
        """Write a piece that belongs to the document as a whole."""
        self._write(nodes, self._top, depth=0)
        self.writer.join_names()

    def write_apart(self, nodes: tuple[Node, ...]) -> None:
        """Write a piece of prose whose third persons are its own."""
        self._write(nodes, Scope(), depth=1)

    # Nodes

    def _write(self, nodes: tuple[Node, ...], scope: Scope, depth: int) -> None:
        for node in nodes:
            if isinstance(node, Text):
                (self.writer.prose if depth else self.writer.write)(node.text)
            elif isinstance(node, Slot):
                self._slot(node, scope)
            elif isinstance(node, Choice):
                self._write(self.rng.choice(node.options), scope, depth)
            elif isinstance(node, Phrase):
                pieces = self.library.phrases_of(node.name)
                inner = Scope(values=scope.values)
                self._write(self.rng.choice(pieces), inner, depth)
            elif isinstance(node, Body):
                self._bodies(node)
            else:
                self._marked(node)

    def _bodies(self, node: Body) -> None:
        times = 1 if node.subject.startswith(_SINGLE) else self._length
        for i in range(self.rng.randint(node.low, node.high) * times):
            item = self._fresh(node.subject)
            if i and item:
                self.writer.write(self.paragraph)
            self._write(item, Scope(), depth=1)

    def _fresh(self, subject: str) -> tuple[Node, ...]:
        """An item that the document does not hold yet, of the subject or of one above it."""
        for wider in (subject, subject.split(".")[0], "any"):
            private = self._private or subject.startswith(_PEOPLE)
            items = self.library.bodies_of(wider, private=private)
            if unused := [item for item in items if id(item) not in self._used]:
                item = self.rng.choice(unused)
                self._used.add(id(item))
                return item
        return ()

    def _marked(self, node: Marked) -> None:
        if node.label == "eponym":
            eponym = Person("", "public", "eponym", "", NOWHERE, (node.text,), ())
            self._name(node.text, self._add(eponym), "")
        elif node.label == "public":
            self._name(node.text, self._known(node.text))
        else:
            self.writer.write(node.text, node.label)

    def _known(self, name: str) -> Person:
        """The public person of that name, the same for "Newton" and "Isaac Newton"."""
        for person in self.cast.values():
            if person.kind == "listed" and person.full.split()[-1] == name.split()[-1]:
                return person
        return self._add(Person("", "public", "listed", "", NOWHERE, (name,), ()))

    def _slot(self, slot: Slot, scope: Scope) -> None:
        if slot.name == "references":
            self._references()
        elif slot.name == "url_public":
            self.writer.write(self._public_url(), "", "url", "")
        elif slot.name in VALUES:
            self._value(slot, scope)
        elif slot.name in (*_PRIVATE_ROLES, *_GENDERS, "cited", "public", *FIELDS):
            person = self._person(slot.name, slot.number, scope, slot)
            self._person_form(person, slot.form or "full")
        else:
            raise HipsError(Errors.E407.format(slot=slot.name))

    # People

    def _person(self, name: str, number: str, scope: Scope, slot: Slot | None = None) -> Person:
        local = name + number
        if name in _GLOBAL_ROLES:
            scope = self._top
        if local not in scope.persons:
            taken = set(scope.persons.values())
            person = self._cast(name, local, taken)
            if slot and slot.of and (other := self._owner(slot.of, scope)):
                person = self.cast[person.key] = _namesake(person, other, slot.form)
            scope.persons[local] = person.key
        return self.cast[scope.persons[local]]

    def _cast(self, name: str, local: str, taken: set[str]) -> Person:
        """Somebody new, or for citations often an author cited before but not just here."""
        if name == "cited":
            before = [key for key in self._cited if key not in taken]
            if before and self.rng.random() < 0.35:
                return self.cast[self.rng.choice(before)]
            near = self.home.code if self.tongue else ""
            drawn = self.people.draw("", "public", self.rng, kind="cited", near=near)
            person = self._add(drawn, "cited")
            self._cited.append(person.key)
            return person
        if name not in (*_PRIVATE_ROLES, *_GENDERS):
            person = self.publics.draw(name, "", self.rng)
            for known in self.cast.values():
                if known.full == person.full:
                    return known
            return self._add(person)
        role = "private" if name in _GENDERS else name
        person = self._unlike(role, _GENDERS.get(name, ""))
        return self._add(person, local if name in _GLOBAL_ROLES else role)

    def _unlike(self, role: str, gender: str) -> Person:
        """A person whose first and last names nobody else in the document bears."""
        near = self.home.code if self.cast or self.tongue else ""
        for _ in range(20):
            person = self.people.draw("", role, self.rng, near=near, gender=gender)
            taken = {n for p in self.cast.values() for n in (*p.given, *p.family)}
            if not taken & {*person.given, *person.family}:
                break
        if not self.tongue and not any(p.role in _PRIVATE_ROLES for p in self.cast.values()):
            self.home = person.place
        return person

    def _add(self, person: Person, key: str = "public") -> Person:
        """Take somebody into the cast under a key of his own."""
        if key in self.cast or key in ("private", "public", "cited"):
            number = 1
            while f"{key}{number}" in self.cast:
                number += 1
            key = f"{key}{number}"
        self.cast[key] = replace(person, key=key)
        return self.cast[key]

    def _person_form(self, person: Person, form: str) -> None:
        owned = self.tongue and form.endswith("_s")
        plain = form.removesuffix("_s") if owned else form
        if form in self.words:
            self.writer.write(self._word(person, form))
        elif form.lower() in self.words:
            word = self._word(person, form.lower())
            self.writer.write(word[:1].upper() + word[1:])
        elif plain in FORMS:
            if plain == "any":
                text = self._settled.setdefault(person.key, FORMS[plain](person, self.rng))
            else:
                text = FORMS[plain](person, self.rng)
            name, after = self.tongue.genitive(text) if self.tongue and owned else (text, "")
            self._name(name, person)
            self.writer.write(after)
        else:
            raise HipsError(Errors.E407.format(slot=form))

    def _word(self, person: Person, form: str) -> str:
        if form == "title" and not self.tongue:
            return person.title
        return self.words[form][0 if person.gender == "f" else 1]

    def _name(self, text: str, person: Person, label: str = "PERSON") -> None:
        self.writer.write(text, label, person.role, person.key)

    # Values

    def _value(self, slot: Slot, scope: Scope) -> None:
        label, make = VALUES[slot.name]
        person = self._owner(slot.of, scope)
        key = f"{slot.name}{slot.number}:{slot.of}"
        settled = self._top.values if slot.of.startswith(_GLOBAL_ROLES) else scope.values
        if slot.name in FRESH or key not in settled:
            place, further = self._place(person), self._further(person)
            language = self.tongue.code if self.tongue else ""
            settled[key] = make(Setting(self.rng, person, place, further, language))
        self.writer.write(settled[key], label)

    def _owner(self, of: str, scope: Scope) -> Person | None:
        if not of:
            return None
        name = of.rstrip("0123456789")
        return self._person(name, of[len(name) :], scope)

    def _place(self, person: Person | None) -> Place:
        if person and person.place.cities:
            return person.place
        if self.tongue or self.rng.random() < 0.7:
            return self.home
        return self.people.places[self.rng.choice(sorted(self.people.places))]

    def _further(self, person: Person | None) -> Callable[[str], str]:
        """Names for schools and firms, of the same country as their neighbours."""
        code = person.place.code if person and person.place.code else self.home.code

        def draw(part: str) -> str:
            if part == "surname":
                return self.people.surname(code, self.rng)
            return self.people.forename(code, self.rng.choice("fm"), self.rng)

        return draw

    def _public_url(self) -> str:
        scene = Scene(self.rng, self.library, self.people, self.publics)
        scene.write_nodes(self.rng.choice(self.library.phrases_of("public_url")))
        return scene.writer.text

    # Lists and pages

    def _references(self) -> None:
        """A list of references of everybody cited, and of a few more."""
        for _ in range(self._unread or self.rng.randint(0, 3)):
            self._cast("cited", "cited", set(self._cited))
        order = list(dict.fromkeys(self._cited))
        numbered = self._style.startswith("reference_number")
        if not numbered:
            order.sort(key=lambda key: self.cast[key].last)
        for i, key in enumerate(order):
            if i:
                self.writer.write(self.paragraph if self.rng.random() < 0.3 else "\n")
            if numbered:
                self.writer.write(self.rng.choice((f"[{i + 1}] ", f"{i + 1}. ")))
            piece = self.rng.choice(self.library.phrases_of(self._style))
            self._write(piece, Scope({"cited": key}), depth=0)

    def _number_pages(self, phrase: str) -> None:
        pieces = self.library.phrases_of(phrase)
        piece = self.rng.choice(pieces)

        def turn() -> None:
            self._pages += 1
            self.writer.write("\n\n")
            values = self._top.values | {"page:": str(self._pages)}
            self._write(piece, Scope(self._top.persons, values), depth=0)
            self.writer.write("\n\n")

        self.writer.page = turn
        self.writer.page_words = self.rng.randint(90, 380)


def _countries(people: People, tongue: Tongue | None) -> Sequence[str]:
    known = [c for c in tongue.countries if c in people.countries] if tongue else ()
    return known or people.countries


def _styles(library: Library) -> tuple[str, ...]:
    """How lists of references are written: in the usual styles, and those a language adds."""
    more = {name for name in library.phrases if name.startswith("reference_")}
    return (*_REFERENCE_STYLES, *sorted(more.difference(_REFERENCE_STYLES)))


def _namesake(person: Person, other: Person, form: str) -> Person:
    """The person with another one's forename or surname, whichever is written, or both."""
    given, family = person.given, person.family
    if form != "last":
        given = (other.given[0].split()[0],)
    if form not in ("first", "given"):
        family = other.family or other.given
    return replace(person, given=given, family=family, middle="", suffix="", family_first=False)
