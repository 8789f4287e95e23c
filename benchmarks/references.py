"""Do the authors of lists of references stay, in thirteen styles, with a heading or cut anywhere?

    python benchmarks/references.py PIPELINE [--lists 8] [--entries 10] [--seed 1] [--show STYLE]

Works and people are made up here, and drawn at random. Half of the lists have a heading; the others
are cut off at both ends, as passages are. A curriculum vitae names its writer on top and among the
authors: the writer is to be hidden wherever named. A name counts as kept when no letter of it is
replaced. Who wrote the rules knows these styles; corpus/written/roles/bibliographies.txt holds
lists of another writer (benchmarks/written.py).
"""

from __future__ import annotations

import argparse
import random
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import spacy
from names import table

from spacy_hips.lab.evaluate.measure import KEPT

_FORENAMES = """Amina Björn Chidi Delphine Ewa Farouk Grace Hiroshi Ines Jamal Katarzyna Liam Mei
Nikhil Olga Paulo Qiang Rosa Suresh Tomas Ursula Vikram Wanjiku Xavier Yusuf Zofia Anna Peter Maria
John Sarah David Linnea Kwame Ngozi Thabo Siddharth Hannah Robert Claire Marta Jorge Lucía Stefan
Heike Anneke Joost Sigrid Eino Tendai Abdul Leila Minh Thi Jun Soo-Jin Marie-Claire Jean-Paul"""
_SURNAMES = """Adeyemi,Bergqvist,Chowdhury,Delacroix,Ekström,Fernandes,Gupta,Haugen,Ivanov,Jaramillo
Kowalczyk,Lindqvist,Mbeki,Nakamura,Okafor,Petrov,Quiñones,Rasmussen,Sørensen,Tran,Ueda,Whitfield
Xiong,Yamada,Zulu,Abara,Boateng,Castellanos,Dufour,Eriksen,Fraser,Goldberg,Hashimoto,Iyer,Johansson
Kiprono,Larsen,Moyo,Nguyen,Ortega,Pillai,Ramaswamy,Schneider,Thompson,Vermeulen,Wambui,Yilmaz,Zhang
Brandt,Keller,Hartmann,Lefebvre,Moreau,Girard,Navarro,Ibáñez,Herrera,Jansen,Visser,Bakker,O'Connor
McAllister,Smith-Jones,Garcia,Marshall,Stone,Reed,Field,Park,van der Meer,de la Cruz,von Stein"""
FORENAMES = _FORENAMES.split()
SURNAMES = _SURNAMES.replace("\n", ",").split(",")
TITLES = (
    "Reading aloud in small classes", "The price of attention", "Maps, rivers and memory",
    "A field trial of spaced practice", "Why pupils copy", "Soil moisture under maize",
    "Notes towards a history of salt", "Women at the loom, 1780-1830", "Group size and silence",
    "Dust in outer rings", "Effects of sleep on recall: A review", "On the ethics of care",
    "Learning to argue in a second language", "Deep networks for leaf counting",
)  # fmt: skip
JOURNALS = (
    "Journal of Rural Pedagogy", "Learning Systems", "Soil Science Letters", "Child & School",
    "Studies in Trade", "Memory in Practice", "Annals of Botany", "Physics Today",
)  # fmt: skip
PRESSES = ("Harrow Lane Press", "Northgate", "Sage", "Routledge", "Oxford UP", "Quay Books", "Lune")
TOWNS = ("London", "New York", "Berlin", "Thousand Oaks, CA", "Uppsala", "Paris")
BODY = "... and so the second question stays open. We come back to it in the last part.\n\n"
WRITERS = (("Tove", "Almqvist"), ("Dario", "Pelletier"), ("Nomsa", "Khumalo"))
VITA = "{} {}\nCurriculum vitae\n\nEducation\n2015 PhD, University of the North\n\n{}\n\n"
MOST_AUTHORS = (1, 1, 2, 2, 3, 4, 6)

Person = tuple[str, str]
"""Forenames and surname."""


@dataclass(frozen=True)
class Work:
    """What a list of references tells of a work."""

    authors: tuple[Person, ...]
    editor: Person
    title: str
    journal: str
    press: str
    town: str
    year: int
    volume: int
    number: int
    page: int
    is_book: bool

    @property
    def pages(self) -> str:
        return f"{self.page}–{self.page + self.number + 8}"


def drawn(rng: random.Random) -> Work:
    """A work that nobody wrote."""

    def person() -> Person:
        names = rng.sample(FORENAMES, rng.choice((1, 1, 2)))
        return " ".join(names), rng.choice(SURNAMES)

    return Work(
        tuple(person() for _ in range(rng.choice(MOST_AUTHORS))), person(),
        rng.choice(TITLES), rng.choice(JOURNALS), rng.choice(PRESSES), rng.choice(TOWNS),
        rng.randint(1962, 2023), rng.randint(2, 60), rng.randint(1, 6), rng.randint(1, 300),
        rng.random() < 0.35,
    )  # fmt: skip


def initials(person: Person, mark: str = ". ") -> str:
    letters = mark.join(name[0] for name in person[0].split())
    return letters + mark.rstrip()


def turned(person: Person) -> str:
    return f"{person[1]}, {initials(person)}"


def in_full(person: Person) -> str:
    return f"{person[1]}, {person[0]}"


def straight(person: Person) -> str:
    return f"{person[0]} {person[1]}"


def short(person: Person) -> str:
    return f"{initials(person)} {person[1]}"


def bare(person: Person) -> str:
    return f"{person[1]} {initials(person, '')}"


def listed(names: Sequence[str], last: str, joint: str = ", ") -> str:
    return last.join(filter(None, (joint.join(names[:-1]), names[-1])))


def apa(work: Work) -> str:
    who = listed([turned(p) for p in work.authors], ", & ")
    if work.is_book:
        return (
            f"{who} ({work.year}). {work.title}. In {short(work.editor)} (Ed.), Schools of today "
            f"(pp. {work.pages}). {work.press}."
        )
    where = f"{work.journal}, {work.volume}({work.number}), {work.pages}"
    return f"{who} ({work.year}). {work.title}. {where}."


def mla(work: Work) -> str:
    first, *others = work.authors
    who = in_full(first)
    who += f", and {straight(others[0])}" if len(others) == 1 else ", et al" if others else ""
    if work.volume % 7 == 0:
        played = straight(first)
        who = f"Directed by {straight(work.editor)}, performances by {played}"
        return f"{work.title}. {who}, {work.press}, {work.year}."
    if work.volume % 7 == 1:
        by = f"Translated by {straight(work.editor)}"
        return f"{in_full(first)}. {work.title}. {by}, {work.press}, {work.year}."
    if work.is_book:
        return f"{who}. {work.title}. {work.press}, {work.year}."
    where = f"{work.journal}, vol. {work.volume}, no. {work.number}, {work.year}, pp. {work.pages}"
    return f"{who}. “{work.title}.” {where}."


def chicago(work: Work) -> str:
    who = listed([in_full(work.authors[0]), *map(straight, work.authors[1:])], ", and ")
    if work.is_book:
        return f"{who}. {work.title}. {work.town}: {work.press}, {work.year}."
    where = f"{work.journal} {work.volume}, no. {work.number} ({work.year}): {work.pages}"
    return f"{who}. “{work.title}.” {where}."


def harvard(work: Work) -> str:
    who = listed([turned(p).replace(". ", ".") for p in work.authors], " and ")
    if work.is_book:
        return f"{who} ({work.year}) {work.title}. {work.town}: {work.press}."
    where = f"{work.journal}, {work.volume}({work.number}), pp. {work.pages}"
    return f"{who} ({work.year}) '{work.title}', {where}."


def vancouver(work: Work) -> str:
    who = ", ".join(map(bare, work.authors))
    if work.is_book:
        return f"{who}. {work.title}. {work.town}: {work.press}; {work.year}."
    where = f"{work.year};{work.volume}({work.number}):{work.pages.replace('–', '-')}"
    return f"{who}. {work.title}. {work.journal}. {where}."


def ieee(work: Work) -> str:
    who = listed([short(p) for p in work.authors], " and ")
    if work.is_book:
        return f"{who}, {work.title}. {work.town}: {work.press}, {work.year}."
    where = f"vol. {work.volume}, no. {work.number}, pp. {work.pages}, {work.year}"
    return f"{who}, “{work.title},” {work.journal}, {where}."


def acm(work: Work) -> str:
    who = listed([straight(p) for p in work.authors], " and ")
    if work.is_book:
        return f"{who}. {work.year}. {work.title}. {work.press}, {work.town}."
    where = f"{work.journal} {work.volume}, {work.number} ({work.year}), {work.pages}"
    return f"{who}. {work.year}. {work.title}. {where}."


def footnotes(work: Work) -> str:
    who = listed([straight(p) for p in work.authors[:3]], " and ")
    if work.is_book:
        return f"{who}, {work.title} ({work.town}: {work.press}, {work.year}), {work.page}."
    where = f"{work.journal} {work.volume}, no. {work.number} ({work.year}): {work.page}"
    return f"{who}, “{work.title},” {where}."


def titles_first(work: Work) -> str:
    form = (bare, short, straight)[work.volume % 3]
    where = f"Volume {work.volume}, Issue {work.number}, {work.year}, Pages {work.pages}"
    return f"{work.title}\n{', '.join(map(form, work.authors))}\n{work.journal}, {where}"


def titles_in_line(work: Work) -> str:
    form = (bare, straight)[work.volume % 2]
    where = f"{work.year}; {work.volume}({work.number}): {work.pages}"
    return f"{work.title}. {', '.join(map(form, work.authors))}. {work.journal}. {where}."


def german(work: Work) -> str:
    who = " ; ".join(in_full(p) for p in work.authors[:3])
    if work.is_book:
        return f"{who}: {work.title}. {work.town} : {work.press}, {work.year}."
    where = f"{work.journal} {work.volume} ({work.year}), Nr. {work.number}, S. {work.pages}"
    return f"{who}: {work.title}. In: {where}."


def french(work: Work) -> str:
    who = " et ".join(f"{p[1].upper()}, {p[0]}" for p in work.authors[:2])
    if work.is_book:
        return f"{who}, {work.title}, {work.town}, {work.press}, {work.year}."
    where = f"vol. {work.volume}, n° {work.number}, {work.year}, p. {work.pages}"
    return f"{who}, « {work.title} », {work.journal}, {where}."


STYLES: dict[str, tuple[Callable[[Work], str], str, str]] = {
    "APA": (apa, "References", ""),
    "MLA": (mla, "Works Cited", ""),
    "Chicago": (chicago, "Bibliography", ""),
    "Harvard": (harvard, "References", ""),
    "Vancouver": (vancouver, "References", "{}. "),
    "IEEE": (ieee, "References", "[{}] "),
    "ACM": (acm, "References", "[{}] "),
    "footnotes": (footnotes, "Notes", "{} "),
    "titles first": (titles_first, "References", ""),
    "titles first, numbered": (titles_in_line, "References", "{}. "),
    "German": (german, "Literaturverzeichnis", ""),
    "French": (french, "Bibliographie", ""),
}
"""How an entry is written, the heading of the list, and its number."""
VITAE = (apa, chicago, vancouver, ieee, titles_first)
DRESSES = ("{0}", "• {0}", "{1}  {0}")
FORMS = (turned, in_full, straight, short, bare, lambda p: turned(p).replace(". ", "."),
         lambda p: f"{p[1].upper()}, {p[0]}")  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A text, the authors that are to stay, and its writer, who is not.

    style (str): Its row of the table.
    kept (list[tuple[int, int]]), hidden (list[tuple[int, int]]): Places, in characters.
    """

    style: str
    text: str
    kept: list[tuple[int, int]]
    hidden: list[tuple[int, int]]


def cases(lists: int, entries: int, seed: int) -> Iterator[Case]:
    """Lists of each style, and curricula vitae."""
    rng = random.Random(seed)
    for style, (write, heading, number) in STYLES.items():
        for nth in range(lists):
            works = [drawn(rng) for _ in range(entries)]
            if not number:
                works.sort(key=lambda work: work.authors[0][1])
            first = rng.randint(1, 40)
            rows = [number.format(first + n) + write(w) for n, w in enumerate(works)]
            text = ("\n\n" if write is titles_first else rng.choice(("\n", "\n\n"))).join(rows)
            if nth % 2:
                text = f"{BODY}{heading}\n\n{text}"
            else:
                text = text[rng.randint(0, len(rows[0])) :][: -rng.randint(1, len(rows[-1]) // 2)]
            yield Case(style, text, [*named(text, works)], [])
    for _ in range(lists):
        yield vita(rng, [drawn(rng) for _ in range(entries)])


def vita(rng: random.Random, works: list[Work]) -> Case:
    """A curriculum vitae: its writer is one of the authors of each work."""
    me, write = rng.choice(WRITERS), rng.choice(VITAE)
    dress = DRESSES[0] if write is titles_first else rng.choice(DRESSES)
    rows = []
    for work in works:
        at = rng.randint(0, min(2, len(work.authors)))
        authors = (*work.authors[:at], me, *work.authors[at:])
        rows.append(dress.format(write(Work(**{**vars(work), "authors": authors})), work.year))
    heading = rng.choice(("Publications", "Selected publications", "Peer-reviewed articles"))
    text = VITA.format(*me, heading) + "\n".join(rows)
    own = [at for at in range(len(text)) if text.startswith(me[1], at)]
    return Case("curriculum vitae", text, [*named(text, works)], [(a, a + len(me[1])) for a in own])


def named(text: str, works: Sequence[Work]) -> Iterator[tuple[int, int]]:
    """Where people of some works stand in a text, in any form."""
    people = dict.fromkeys(p for work in works for p in (*work.authors, work.editor))
    for form in dict.fromkeys(form(p) for p in people for form in FORMS):
        at = text.find(form)
        while at >= 0:
            yield at, at + len(form)
            at = text.find(form, at + 1)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pipeline", help="with hips_anonymizer; a folder or an installed package")
    parser.add_argument("--lists", type=int, default=8, help="of each style")
    parser.add_argument("--entries", type=int, default=10, help="of a list")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", default="", help="print what is wrong in this style")
    args = parser.parse_args()
    warnings.filterwarnings("ignore")
    made = list(cases(args.lists, args.entries, args.seed))
    counts: dict[str, list[int]] = {}
    for case, doc in zip(made, spacy.load(args.pipeline).pipe(c.text for c in made), strict=True):
        replaced = [r for r in doc._.replacements if r.action not in KEPT]

        def touched(place: tuple[int, int], where: list = replaced) -> bool:
            return any(r.start < place[1] and place[0] < r.end for r in where)

        lost = [place for place in case.kept if touched(place)]
        shown = [place for place in case.hidden if not touched(place)]
        for place in (*lost, *shown) if case.style == args.show else ():
            print(f"{case.text[max(0, place[0] - 60) : place[1] + 60]!r}")
        told = (len(case.kept) - len(lost), len(case.kept), len(case.hidden) - len(shown),
                len(case.hidden))  # fmt: skip
        counts[case.style] = [
            a + b for a, b in zip(counts.get(case.style, [0] * 4), told, strict=True)
        ]
    counts["all"] = [sum(values) for values in zip(*counts.values(), strict=True)]
    rows = {
        style: {"authors kept": f"{kept} of {all_}", "share": kept / max(1, all_),
                "the writer hidden": f"{hidden} of {own}"}
        for style, (kept, all_, hidden, own) in counts.items()
    }  # fmt: skip
    table("style", rows)


if __name__ == "__main__":
    main()
