"""Write labelled documents as students write them.

    python -m spacy_hips.lab.corpus.generate --n 1000 --seed 1 --split train -o train.jsonl

Each document depends only on the seed, the split, its number and the material, so any part of a
corpus can be made again alone. Of the split "dev", documents with an even number share no
structure and no paragraph with the others.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from ...core.errors import HipsError
from ...text.lexicon.tables import NameTables, name_tables
from ..errors import Errors
from .dress import DRESSES, dress
from .habits import write_names
from .identities import CsvNames, NameSource, People, TableNames
from .library import SPLITS, Library, Structure, load_lessons, load_library
from .markup import Node, Phrase, Slot, Text
from .noise import add_noise, apply_edits
from .publics import Publics
from .render import Mark, Scene
from .splice import Passage, read_backgrounds, splice
from .tongues import TONGUES

_BACKGROUND_SHARE = 0.2
# Half of the documents also take paragraphs of registers that are not those of essays.
_WIDE_SHARE = 0.5
_TOUCHING_SHARE = 0.05
# Of a corpus with lessons, how many documents are some in English, and in each other language.
_LESSON_SHARES = {"en": 0.1}
_LESSON_SHARE = 0.06
# How many more lessons of its genre a document holds: none, one or two.
_FURTHER = (5, 3, 2)
# Files that are handed in as they are edited, not as they are read.
_DRESSED_SHARE = 0.05
# What parts the names of a list that has lost its lines or commas, and how they are written.
_TOUCHING_GAPS = {" ": 6, "\n": 3, "  ": 1}
_TOUCHING_FORMS = {"full": 4, "two": 2, "first": 2, "caps": 1, "any": 2, "mixed": 3}
CODES_HELP = "also write lessons of roles in these languages, such as en,sv"
_KIND_WEIGHTS = {"diary": 4, "chat": 1, "plain": 1}


class Generator:
    """Makes the documents of one split.

    split (str): "train", "dev" or "test"; no name, template or paragraph is in two of them.
    tables (NameTables | NameSource): Where names come from; None takes the packaged tables.
    background_dir (Path): Folder of background texts (see `splice.py`); None uses none.
    public_dir (Path): Folder of a list of public figures (see `publics.py`); None uses none.
    templates_dir (Path): Folder of own templates; None uses the packaged ones.
    balance (str): "country" gives every country an even share of the people, "region" every
        region of the UN.
    languages (Sequence[str]): In which it also writes lessons of roles (`templates/lessons`), "en"
        among them; by default in none.
    genres (Sequence[str]): It writes nothing but lessons of these genres, half of them with people
        of all countries; by default it writes everything.
    RAISES (HipsError): E401-E407 where material is missing or cannot be read.
    """

    def __init__(
        self,
        split: str,
        *,
        tables: NameTables | NameSource | None = None,
        background_dir: Path | None = None,
        public_dir: Path | None = None,
        templates_dir: Path | None = None,
        balance: str = "country",
        languages: Sequence[str] = (),
        genres: Sequence[str] = (),
    ) -> None:
        self.split, self.genres = split, tuple(genres)
        folder = str(templates_dir) if templates_dir else None
        # What one half of the dev documents teaches a filter, the other half must not share.
        halves = (0, 1) if split == "dev" else (None,)
        self.libraries: tuple[tuple[Library, Library], ...] = tuple(
            (
                load_library(split, folder, half=half),
                load_library(split, folder, wide=True, half=half),
            )
            for half in halves
        )
        self.people = People(_source(tables), split, balance)
        self.publics = {"": Publics(split, public_dir)}
        self.lessons: dict[str, tuple[Library, ...]] = {}
        for code in languages:
            lessons = (load_lessons(split, code, half=half) for half in halves)
            self.lessons[code] = tuple(map(self._of_genres, lessons))
            known = self.publics[""]
            self.publics[code] = known.known_in(code) if TONGUES[code].countries else known
        if self.genres:  # a split may have none of them in some language
            every = self.lessons.items()
            self.lessons = {c: own for c, own in every if all(lib.structures for lib in own)}
            if not self.lessons:
                raise HipsError(Errors.E402.format(kind="lessons", name=", ".join(self.genres)))
        self.passages: dict[str, tuple[Passage, ...]] = {}
        if background_dir:
            self._read_backgrounds(background_dir)

    def _of_genres(self, lessons: Library) -> Library:
        if not self.genres:
            return lessons
        own = (s for s in lessons.structures if s.settings.get("genre") in self.genres)
        return replace(lessons, structures=tuple(own))

    def _read_backgrounds(self, folder: Path) -> None:
        check = _forename_check(self.people)
        found = read_backgrounds(folder, self.split, check)
        for kind in sorted({p.kind for p in found}):
            self.passages[kind] = tuple(p for p in found if p.kind == kind)

    def document(self, seed: int, number: int) -> dict[str, Any]:
        """One document.

        seed (int): The seed of the corpus.
        number (int): The number of the document.
        RETURNS (dict): A record; benchmarks/notes/corpus.md tells its fields.
        """
        # Named as the room was at first: a seed gives the documents that it always gave.
        rng = Random(f"spacy_hips.corpus|{seed}|{self.split}|{number}")
        language = self._language(rng)
        library = self._library(number, rng, language)
        tongue = TONGUES.get(language)
        if tongue and tongue.countries and self.genres and number % 2:
            tongue = replace(tongue, countries=tuple(self.people.countries))
        scene = Scene(rng, library, self.people, self.publics[language], tongue)
        if not language and self.passages and rng.random() < _BACKGROUND_SHARE:
            name = self._spliced(scene, rng)
        else:
            weights = [int(s.settings.get("weight", 1)) for s in library.structures]
            structure = rng.choices(library.structures, weights)[0]
            scene.render(structure)
            name = structure.name
            if language:
                _go_on(scene, structure, rng)
        if rng.random() < _TOUCHING_SHARE:
            scene.write_nodes(_touching_names(rng))
        text, marks = write_names(scene.writer.text, scene.writer.marks, scene.cast, rng)
        if tongue:
            text, marks = apply_edits(text, marks, tongue.joined(text, [m.start for m in marks]))
        text, marks = add_noise(text, marks, rng)
        kind = rng.choice(tuple(DRESSES)) if rng.random() < _DRESSED_SHARE else ""
        if kind:
            text, marks = dress(text, marks, rng, kind)
        half = number % len(self.libraries)
        key = f"{self.split}-{seed}-{number}"
        meta = {"template": name, "split": self.split, "half": half, "dress": kind,
                "language": language or "en"}  # fmt: skip
        return _record(key, text, marks, scene, meta)

    def _language(self, rng: Random) -> str:
        """That of a lesson, or "" for a document of the English bulk."""
        if not self.lessons:
            return ""
        if self.genres:
            return rng.choice(tuple(self.lessons))
        shares = [_LESSON_SHARES.get(code, _LESSON_SHARE) for code in self.lessons]
        return rng.choices(("", *self.lessons), (max(0.0, 1.0 - sum(shares)), *shares))[0]

    def _library(self, number: int, rng: Random, language: str = "") -> Library:
        if language:
            return self.lessons[language][number % len(self.lessons[language])]
        narrow, wide = self.libraries[number % len(self.libraries)]
        return wide if rng.random() < _WIDE_SHARE else narrow

    def _spliced(self, scene: Scene, rng: Random) -> str:
        kinds = tuple(self.passages)
        kind = rng.choices(kinds, [_KIND_WEIGHTS[kind] for kind in kinds])[0]
        pool = self.passages[kind]
        frame = "background" if kind == "diary" else "background_chat"
        before = rng.choice(scene.library.phrases_of(f"{frame}_head"))
        after = rng.choice(scene.library.phrases_of(f"{frame}_foot"))
        scene.write_nodes(before)
        for i in range(rng.randint(1, 5) if kind == "diary" else 1):
            if i:
                scene.writer.write(scene.paragraph)
            scene.write_apart(splice(rng.choice(pool), rng))
        scene.write_nodes(after)
        return f"background-{kind}"


def _go_on(scene: Scene, structure: Structure, rng: Random) -> None:
    """Further lessons of the same genre, by the same student: a file of minutes, a day of chats."""
    genre = structure.settings.get("genre")
    others = [
        s
        for s in scene.library.structures
        if s.settings.get("genre") == genre and s.name != structure.name
    ]
    rng.shuffle(others)
    between: tuple[Node, ...] = (Text("\n\n"),)
    if "paragraph" in scene.library.phrases:
        between += (Phrase("paragraph"), Text("\n\n"))
    for other in others[: rng.choices(range(3), _FURTHER)[0]]:
        scene.write_nodes(between[:1] if rng.random() < 0.5 else between)
        scene.render(other)


def _touching_names(rng: Random) -> tuple[Node, ...]:
    """Names of several people with nothing but a blank or a line break between them, as sign-offs
    and lists of recipients follow each other at the end of e-mails."""
    gap = rng.choices(tuple(_TOUCHING_GAPS), tuple(_TOUCHING_GAPS.values()))[0]
    form = rng.choices(tuple(_TOUCHING_FORMS), tuple(_TOUCHING_FORMS.values()))[0]
    nodes: list[Node] = [Text(rng.choice(("\n\n", "\n", " ")))]
    for number in range(rng.randint(2, 6)):
        written = rng.choice(("full", "two", "first")) if form == "mixed" else form
        nodes.extend((Text(gap if number else ""), Slot("private", str(number + 1), written)))
    return tuple(nodes)


def _source(tables: NameTables | NameSource | None) -> NameSource:
    if tables is None:
        return TableNames(name_tables())
    return TableNames(tables) if isinstance(tables, NameTables) else tables


def _forename_check(people: People) -> Any:
    """Whether a capitalised word is a forename, by the packaged tables where they are there."""
    try:
        tables = name_tables()
    except HipsError:
        names = people.all_forenames()
        return lambda word: word.casefold() in names
    return lambda word: tables.is_forename(word) and not tables.is_common_word(word)


def _record(
    key: str, text: str, marks: Sequence[Mark], scene: Scene, meta: dict[str, Any]
) -> dict[str, Any]:
    marks = sorted(marks, key=lambda m: (m.start, m.end))
    named = {m.key: scene.cast[m.key] for m in marks if m.key}
    return {
        "id": key,
        "text": text,
        "spans": [[m.start, m.end, m.label] for m in marks if m.label],
        "roles": [[m.start, m.end, m.role, m.key] for m in marks if m.key],
        "urls": [
            [m.start, m.end, "public" if m.role == "url" else "private"]
            for m in marks
            if m.role == "url" or m.label == "URL_PERSONAL"
        ],
        "persons": {
            p.key: {
                "role": p.role,
                "kind": p.kind,
                "name": p.full,
                "gender": p.gender,
                "country": p.place.code,
                "region": p.place.region,
            }
            for p in named.values()
        },
        "meta": meta,
    }


def generate(
    n: int,
    seed: int,
    split: str,
    tables: NameTables | NameSource | None = None,
    background_dir: str | Path | None = None,
    public_dir: str | Path | None = None,
    templates_dir: str | Path | None = None,
    balance: str = "country",
    languages: Sequence[str] = (),
    genres: Sequence[str] = (),
) -> Iterator[dict[str, Any]]:
    """Generate labelled documents, always the same for the same arguments.

    n (int): How many.
    seed (int): Of the corpus.
    split (str): "train", "dev" or "test".
    tables (NameTables | NameSource): Where names come from; None takes the packaged tables.
    background_dir (Path): Folder of background texts into which people are spliced.
    public_dir (Path): Folder of a list of public figures.
    templates_dir (Path): Folder of own templates.
    balance (str): "country" or "region".
    languages (Sequence[str]): Also write lessons of roles in these.
    genres (Sequence[str]): Write nothing but lessons of these genres.
    YIELDS (dict): Records; benchmarks/notes/corpus.md tells their fields.
    """
    generator = Generator(
        split,
        tables=tables,
        background_dir=Path(background_dir) if background_dir else None,
        public_dir=Path(public_dir) if public_dir else None,
        templates_dir=Path(templates_dir) if templates_dir else None,
        balance=balance,
        languages=languages,
        genres=genres,
    )
    return (generator.document(seed, number) for number in range(n))


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line; see `--help`."""
    program = "python -m spacy_hips.lab.corpus.generate"
    parser = argparse.ArgumentParser(prog=program, description=__doc__)
    parser.add_argument("--n", type=int, default=1000, help="number of documents")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--split", choices=SPLITS, default="train")
    parser.add_argument("-o", "--output", type=Path, help="a jsonl file; none writes to the screen")
    parser.add_argument("--data-dir", type=Path, help="folder with background/ and public/")
    parser.add_argument("--names-dir", type=Path, help="folder of name tables in csv, CC0")
    parser.add_argument("--templates", type=Path, help="folder of own templates")
    parser.add_argument("--balance", choices=("country", "region"), default="country")
    parser.add_argument("--languages", type=codes, default=(), help=CODES_HELP)
    given = parser.parse_args(arguments)
    records = generate(
        given.n,
        given.seed,
        given.split,
        tables=CsvNames.from_folder(given.names_dir) if given.names_dir else None,
        background_dir=_part(given.data_dir, "background"),
        public_dir=_part(given.data_dir, "public"),
        templates_dir=given.templates,
        balance=given.balance,
        languages=given.languages,
    )
    with given.output.open("w", encoding="utf8") if given.output else sys.stdout as file:
        for record in records:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def codes(told: str) -> tuple[str, ...]:
    """Languages of a command line: "en,sv".

    told (str): Their codes.
    RETURNS (tuple[str, ...]): The codes.
    RAISES (ArgumentTypeError): For one without lessons.
    """
    found = tuple(code.strip() for code in told.split(",") if code.strip())
    if unknown := sorted(set(found) - set(TONGUES)):
        reason = f"no lessons in {', '.join(unknown)}; there are some in {', '.join(TONGUES)}"
        raise argparse.ArgumentTypeError(reason)
    return found


def _part(folder: Path | None, name: str) -> Path | None:
    if folder is None:
        return None
    if not folder.is_dir():
        raise HipsError(Errors.E404.format(path=folder))
    return folder / name if (folder / name).is_dir() else None


if __name__ == "__main__":
    main()
