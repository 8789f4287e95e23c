"""Texts that were written for this, with a mark around each person."""

from pathlib import Path

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.lab.corpus.roles import DOUBT
from spacy_hips.lab.corpus.written import names_of_people, read_written

ROOT = Path(__file__).parents[2]


def read(folder, text):
    (folder / "essays.txt").write_text(text, encoding="utf8")
    return read_written(folder)


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


@pytest.mark.parametrize("folder", ["corpus/written/train", "corpus/written/test"])
def test_every_text_of_the_repository_can_be_read(folder):
    rows = read_written(ROOT / folder)
    assert len(rows) > 200
    assert len({row.id for row in rows}) == len(rows)


def test_no_text_is_both_learnt_from_and_measured_on():
    learnt = {row.text for row in read_written(ROOT / "corpus/written/train")}
    assert learnt.isdisjoint(row.text for row in read_written(ROOT / "corpus/written/test"))


def test_a_folder_without_texts_is_an_error(tmp_path):
    """A recipe with a wrong folder trained without it, and said nothing."""
    with pytest.raises(HipsError, match="E412"):
        read_written(tmp_path)
