"""Lessons of roles in six languages: what their templates name, and how names are written there."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from random import Random

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.lab.corpus.generate import Generator, generate, main
from spacy_hips.lab.corpus.identities import read_lists
from spacy_hips.lab.corpus.library import SPLITS, Structure, load_lessons, slots
from spacy_hips.lab.corpus.markup import parse
from spacy_hips.lab.corpus.publics import FIELDS
from spacy_hips.lab.corpus.render import Scene
from spacy_hips.lab.corpus.roles import LANGUAGE_KEY, read_generated, to_doc
from spacy_hips.lab.corpus.tongues import TONGUES

DOCS = Path(__file__).parents[2] / "benchmarks" / "notes" / "corpus.md"
GENRES = ("chat", "club", "credits", "email", "essay", "evaluation", "forum", "internship", "jury",
          "learner", "minutes", "newspaper", "pairs", "references", "reflection", "report",
          "review", "thanks", "transcript")  # fmt: skip
SHORT = "greeting"  # of one person
NAMED = {
    "student": {"student"},
    "instructor": {"instructor"},
    "private": {"private", "woman", "man"},
    "public": {"public", "cited", *FIELDS[:-1]},
    "fictional": {FIELDS[-1]},
}
TOLD = {"student": "a student", "instructor": "an instructor", "private": "a private person",
        "public": "a public person", "fictional": "a fictional person"}  # fmt: skip
LEAST = 60
LANGUAGES = pytest.mark.parametrize("language", TONGUES)


@cache
def structures(language: str) -> tuple[Structure, ...]:
    return tuple(s for split in SPLITS for s in load_lessons(split, language).structures)


def roles_of(structure: Structure) -> set[str]:
    named = slots(structure.nodes)
    return {role for role, kinds in NAMED.items() if named & kinds}


@cache
def generator(split: str, names) -> Generator:
    return Generator(split, tables=names, languages=tuple(TONGUES))


@cache
def scenes(language: str, names) -> list[tuple[str, Scene]]:
    """Every lesson, written once."""
    written = []
    for split in SPLITS:
        maker = generator(split, names)
        for lesson in maker.lessons[language]:
            for one in lesson.structures:
                rng, known = Random(one.name), maker.publics[language]
                scene = Scene(rng, lesson, maker.people, known, TONGUES[language])
                scene.render(one)
                written.append((one.name, scene))
    return written


@pytest.mark.slow  # reads all lessons
@LANGUAGES
def test_there_are_enough_lessons_and_each_genre_has_every_role(language):
    there = structures(language)
    assert len(there) >= LEAST and len({s.name for s in there}) == len(there)
    roles = defaultdict(set)
    for structure in there:
        roles[structure.settings["genre"]] |= roles_of(structure)
    assert set(roles) == {*GENRES, SHORT}
    del roles[SHORT]
    missing = {genre: set(NAMED) - {"fictional"} - known for genre, known in roles.items()}
    assert not any(missing.values()), missing
    assert sum("fictional" in roles_of(s) for s in there) >= 8


@pytest.mark.slow  # makes every lesson of a language
@LANGUAGES
def test_every_slot_is_filled_and_every_span_is_a_name(language, small_names):
    for name, scene in scenes(language, small_names):
        text, end = scene.writer.text, 0
        assert "[[" not in text and "|}" not in text and "{|" not in text, name
        for mark in sorted(scene.writer.marks, key=lambda m: m.start):
            words = text[mark.start : mark.end]
            assert words and words == words.strip() and mark.start >= end, (name, words)
            assert not mark.key or any(c.isalpha() for c in words), (name, words)
            end = mark.end


@pytest.mark.slow  # makes lessons of six languages
@LANGUAGES
def test_names_vary_from_one_document_to_the_next(language, small_names):
    people = Counter(
        person.full
        for _, scene in scenes(language, small_names)
        for person in scene.cast.values()
        if person.role != "public"
    )
    assert people.most_common(1)[0][1] < 0.05 * sum(people.values())


@pytest.mark.slow  # makes lessons of six languages
@LANGUAGES
def test_half_of_the_public_people_are_of_the_culture(language, small_names):
    if TONGUES[language].countries:
        own = read_lists(f"public_{language}.txt")
        publics = generator("train", small_names).publics[language]
        for field in ("writer", "leader", "athlete"):
            drawn = [publics.draw(field, "", Random(seed)).full for seed in range(60)]
            assert 20 <= sum(name in own[field] for name in drawn) <= 55
            assert len(set(drawn)) > 35


@pytest.mark.parametrize(
    ("language", "name", "written", "after"),
    [("de", "Anna", "Annas", ""), ("de", "Lukas", "Lukas", "'"), ("de", "Fritz", "Fritz", "'"),
     ("de", "Weiß", "Weiß", "'"), ("sv", "Anna", "Annas", ""), ("sv", "Lukas", "Lukas", ""),
     ("nl", "Anna", "Anna", "'s"), ("nl", "Pieter", "Pieters", ""), ("nl", "Joost", "Joosts", ""),
     ("nl", "Thijs", "Thijs", "'"), ("nl", "René", "Renés", ""), ("nl", "Willy", "Willy", "'s")],
)  # fmt: skip
def test_a_genitive_is_written_as_the_language_writes_it(language, name, written, after):
    assert TONGUES[language].genitive(name) == (written, after)


@pytest.mark.parametrize(
    ("language", "text", "name", "written"),
    [("fr", "le groupe de Anna", "Anna", "le groupe d'Anna"),
     ("fr", "parce que Émile dort", "Émile", "parce qu'Émile dort"),
     ("fr", "le groupe de Marc", "Marc", "le groupe de Marc"),
     ("fr", "mode Anna", "Anna", "mode Anna"),
     ("es", "Luis y Inés", "Inés", "Luis e Inés"), ("es", "Ana y Hilda", "Hilda", "Ana e Hilda"),
     ("es", "Ana y Hierro", "Hierro", "Ana y Hierro"), ("es", "Ana o Omar", "Omar", "Ana u Omar"),
     ("es", "Ana y Pedro", "Pedro", "Ana y Pedro"), ("de", "von Anna", "Anna", "von Anna")],
)  # fmt: skip
def test_a_word_before_a_name_agrees_with_it(language, text, name, written):
    new = text
    for start, end, word in TONGUES[language].joined(text, [text.index(name)]):
        new = text[:start] + word + text[end:]
    assert new == written


@pytest.mark.parametrize(
    ("slot", "first", "last"),
    [("first", True, False), ("last", False, True), ("full", True, True)],
)
def test_a_namesake_shares_what_is_written(tmp_path, small_names, slot, first, last):
    maker = generator("train", small_names)
    scene = Scene(Random(1), maker.lessons["en"][0], maker.people, maker.publics["en"])
    scene.write_nodes(
        parse(f"[[Ada Lovelace::public]] {{cited.full}}, {{private.{slot}:cited}}", "")
    )
    known, other = (p for p in scene.cast.values() if p.kind != "listed")
    assert (known.role, other.role) == ("public", "private")
    assert (known.first == other.first, known.last == other.last) == (first, last)


@pytest.fixture(scope="module")
def mixed(small_names):
    maker = generator("train", small_names)
    return [maker.document(5, number) for number in range(150)]


def test_english_stays_the_bulk_and_the_language_is_kept(mixed, tmp_path):
    counts = Counter(record["meta"]["language"] for record in mixed)
    assert set(counts) == set(TONGUES) and counts["en"] > len(mixed) / 2
    for record in mixed:
        assert [t for s, e, _ in record["spans"] if not (t := record["text"][s:e].strip())] == []
    path = tmp_path / "mixed.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in mixed[:40]), "utf8")
    rows = list(read_generated(path))
    assert [row.language for row in rows] == [r["meta"]["language"] for r in mixed[:40]]
    spacy = pytest.importorskip("spacy")
    assert to_doc(rows[0], spacy.blank("en")).user_data[LANGUAGE_KEY] == rows[0].language


@pytest.mark.slow  # makes lessons of six languages
@LANGUAGES
def test_a_document_may_go_on_with_the_same_student(language, small_names):
    maker = generator("train", small_names)
    lesson = maker.lessons[language][0]
    scene = Scene(Random(3), lesson, maker.people, maker.publics[language], TONGUES[language])
    first, second = [s for s in lesson.structures if {"student", "private"} <= roles_of(s)][:2]
    scene.render(first)
    student, others = scene.cast["student"], set(scene.cast)
    scene.render(second)
    assert scene.cast["student"] == student
    assert any(scene.cast[key].role == "private" for key in set(scene.cast) - others)


@pytest.mark.slow  # makes a corpus
def test_without_lessons_documents_are_what_they_were(small_names):
    without = list(generate(12, 5, "train", small_names))
    assert {record["meta"]["language"] for record in without} == {"en"}
    assert without == list(generate(12, 5, "train", small_names, languages=()))


def test_lessons_of_some_genres_alone_with_people_of_all_countries(small_names):
    made = list(generate(120, 5, "train", small_names, languages=("es", "sv"), genres=("chat",)))
    assert {record["meta"]["language"] for record in made} == {"es", "sv"}
    chats = {s.name for s in (*structures("es"), *structures("sv"))
             if s.settings["genre"] == "chat"}  # fmt: skip
    assert {record["meta"]["template"] for record in made} <= chats
    at_home, anywhere = (
        [p["country"] in ("ES", "MX") for r in part if r["meta"]["language"] == "es"
         for p in r["persons"].values() if p["kind"] == "drawn"]
        for part in (made[::2], made[1::2])
    )  # fmt: skip
    assert sum(at_home) / len(at_home) > sum(anywhere) / len(anywhere) + 0.1


def test_a_genre_without_lessons_is_refused(small_names):
    with pytest.raises(HipsError, match=r"E402.*chats"):
        generate(1, 5, "train", small_names, languages=("es",), genres=("chats",))


def test_a_language_without_lessons_is_refused(capsys):
    with pytest.raises(SystemExit):
        main(["--languages", "en,xx"])
    assert "xx" in capsys.readouterr().err
    with pytest.raises(HipsError, match=r"E404.*lessons/xx"):
        load_lessons("train", "xx")


ALL = sorted((*GENRES, SHORT))


def table() -> list[str]:
    """What notes/corpus.md tells of the lessons: templates by genre, and by whom they name."""
    codes = sorted(TONGUES)
    rows = [f"| genre | {' | '.join(codes)} |", "|---" * (len(codes) + 1) + "|"]
    genres = {c: Counter(s.settings["genre"] for s in structures(c)) for c in codes}
    rows += [f"| {g} | {' | '.join(str(genres[c][g]) for c in codes)} |" for g in ALL]
    roles = {c: Counter(role for s in structures(c) for role in roles_of(s)) for c in codes}
    rows += [f"| names {TOLD[r]} | {' | '.join(str(roles[c][r]) for c in codes)} |" for r in NAMED]
    return [*rows, f"| all | {' | '.join(str(len(structures(c))) for c in codes)} |"]


def test_the_guide_tells_how_many_there_are():
    if not DOCS.is_file():
        pytest.skip("the guides are not part of this copy")
    assert "\n".join(table()) in DOCS.read_text(encoding="utf8"), "\n".join(table())
