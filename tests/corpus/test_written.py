"""Texts that were written for this, with a mark around each person."""

import re
from functools import cache
from pathlib import Path

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.lab.corpus.roles import DOUBT, PUBLIC
from spacy_hips.lab.corpus.written import names_of_people, read_marked, read_written

ROOT = Path(__file__).parents[2]


def read(folder, text):
    (folder / "essays.txt").write_text(text, encoding="utf8")
    return read_written(folder)


def test_a_file_called_by_a_language_is_in_that_language(tmp_path):
    for name in ("de", "chats"):
        (tmp_path / f"{name}.txt").write_text(f"=== {name}-1 essay\n[[S1|Ana]]\n", "utf8")
    told = {row.source: row.language for row in read_written(tmp_path)}
    assert told == {"written: de": "de", "written: chats": "en"}


def test_marks_tell_who_is_named_and_are_taken_out(tmp_path):
    text = "=== a-1 diary\nBy [[S1|Ana Ruiz]]\n=== a-2 letter\n[[I1|Okri]] read [[U1|Achebe]].\n"
    first, second = read(tmp_path, text)
    assert (first.id, first.text, first.source) == ("a-1", "By Ana Ruiz\n", "written: essays")
    assert [(m.role, second.text[m.start : m.end]) for m in second.marks] == [
        ("instructor", "Okri"),
        ("public", "Achebe"),
    ]


def test_a_figure_of_a_story_is_doubtful_where_nobody_known_is_named(tmp_path):
    text = "=== a-1 story\n[[F1|Dex]] ran.\n=== a-2 report\n[[F1|Okonkwo]], by [[U1|Achebe]].\n"
    story, report = read(tmp_path, text)
    assert story.marks[0].label == DOUBT
    assert report.marks[0].label == ""


def test_a_finder_learns_names_of_people_alone(tmp_path):
    text = "=== a-1 lab\n[[E1|Newton]]'s law, [[X|a@example.org]], [[S1|Ana]].\n"
    [row] = read(tmp_path, text)
    assert [row.text[m.start : m.end] for m in names_of_people(row).marks] == ["Ana"]


def test_a_mark_that_cannot_be_read_is_an_error(tmp_path):
    with pytest.raises(HipsError, match="E411"):
        read(tmp_path, "=== a-1 diary\nBy [[Q1|Ana]]\n")


def test_identifiers_are_marked_by_their_labels(tmp_path):
    (tmp_path / "de.txt").write_text(
        "Ich bin [[AGE|15]].\\nBis bald\n\n[[STREET_ADDRESS|Zeil 3]], ja\n", "utf8"
    )
    first, second = read_marked(tmp_path / "de.txt")
    assert (first.id, first.text, first.spans) == (
        "de-1",
        "Ich bin 15.\nBis bald",
        ((8, 10, "AGE"),),
    )
    assert (second.text, second.spans) == ("Zeil 3, ja", ((0, 6, "STREET_ADDRESS"),))


@pytest.mark.parametrize(
    ("text", "code"), [("[[QUE|x]]", "E411"), ("[[AGE|x]", "E411"), ("\n", "E412")]
)
def test_marked_texts_that_cannot_be_read_are_errors(tmp_path, text, code):
    (tmp_path / "de.txt").write_text(text, "utf8")
    with pytest.raises(HipsError, match=code):
        read_marked(tmp_path / "de.txt")


@pytest.mark.parametrize("file", sorted((ROOT / "corpus/written/marked").glob("*.txt")), ids=str)
def test_the_marked_texts_can_be_read(file):
    labels = {label for row in read_marked(file) for *_, label in row.spans}
    assert labels == {"STREET_ADDRESS", "AGE", "DATE_OF_BIRTH"}


ROLES = ROOT / "corpus/written/roles"
LANGUAGES = ("de", "fr", "nl", "sv", "es")
KINDS = ("age", "date", "birth", "phone", "address")


@cache
def roles():
    """What `corpus/written/roles` holds."""
    return tuple(read_written(ROLES))


def lines_of(row):
    """The lines of a text, and in which of them something is marked."""
    starts = {row.text.count("\n", 0, mark.start) for mark in row.marks}
    return [(line, number in starts) for number, line in enumerate(row.text.splitlines())]


def test_texts_with_roles_can_be_read_with_exact_places():
    rows = roles()
    assert len({row.id for row in rows}) == len(rows)
    for row in rows:
        raw = (ROLES / f"{row.source.partition(': ')[2]}.txt").read_text(encoding="utf8")
        own = raw.partition(f"=== {row.id} ")[2].partition("\n===")[0]
        names = re.findall(r"\[\[\w+\|([^\]]+)\]\]", own)
        assert [row.text[m.start : m.end] for m in row.marks] == names, row.id


@pytest.mark.parametrize("lang", LANGUAGES)
def test_passages_of_a_language_name_enough_public_people(lang):
    rows = [row for row in roles() if row.source == f"written: {lang}"]
    sure = [mark for row in rows for mark in row.marks if mark.key[:1] in "SIPU"]
    assert len(rows) == 40
    assert all(len(row.marks) >= 6 for row in rows)
    assert sum(mark.role == PUBLIC for mark in sure) >= 0.35 * len(sure)


@pytest.mark.parametrize("name", [f"{lang}-{kind}" for lang in LANGUAGES for kind in KINDS])
def test_each_kind_of_value_has_cases_and_lookalikes(name):
    [row] = [row for row in roles() if row.id == name]
    marked = [ok for _, ok in lines_of(row)]
    assert (sum(marked), len(marked)) == (30, 40)
    assert len(row.marks) == 30


def test_values_of_other_writers_are_marked_line_by_line():
    rows = read_written(ROOT / "corpus/written/values")
    assert {row.id for row in rows} == {
        f"{lang}-{kind}" for lang in LANGUAGES for kind in ("age", "birth", "address")
    }
    for row in rows:
        marked = [ok for _, ok in lines_of(row)]
        assert marked.count(False) == (20 if row.id.endswith("-age") else 0), row.id
        assert len(row.marks) == sum(marked) >= 30


def test_the_sentences_of_the_frames_name_one_person_each():
    lines = (ROLES / "invariance.tsv").read_text(encoding="utf8").splitlines()[1:]
    rows = [line.split("\t") for line in lines]
    assert [text.count("{}") for kind, _, text in rows if kind == "frame"] == [1] * 5
    for kind, number in (("public", "U1"), ("private", "P1")):
        own = [(name, text) for word, name, text in rows if word == kind]
        assert len(dict(own)) == 60
        assert all(f"[[{number}|{name}]]" in text for name, text in own)


@pytest.mark.parametrize("folder", ["train", "test", "genres"])
def test_every_text_of_the_repository_can_be_read(folder):
    rows = read_written(ROOT / "corpus/written" / folder)
    assert len(rows) > 200
    assert len({row.id for row in rows}) == len(rows)


def test_no_text_is_both_learnt_from_and_measured_on():
    learnt = {row.text for row in read_written(ROOT / "corpus/written/train")}
    for folder in ("test", "genres"):
        measured = read_written(ROOT / "corpus/written" / folder)
        assert learnt.isdisjoint(row.text for row in measured)


def test_a_folder_without_texts_is_an_error(tmp_path):
    """A recipe with a wrong folder trained without it, and said nothing."""
    with pytest.raises(HipsError, match="E412"):
        read_written(tmp_path)
