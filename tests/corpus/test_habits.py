"""Full names of a document in other forms, as rosters and exports have them."""

import re
from collections import Counter
from random import Random

import pytest

from spacy_hips.lab.corpus import habits
from spacy_hips.lab.corpus.identities import Person
from spacy_hips.lab.corpus.publics import NOWHERE
from spacy_hips.lab.corpus.render import Mark

CAST = {
    "student": Person("student", "student", "drawn", "f", NOWHERE, ("Ana",), ("Marquez",)),
    "private1": Person("private1", "private", "drawn", "m", NOWHERE, ("Ben",), ("Ho",)),
    "private2": Person("private2", "private", "drawn", "m", NOWHERE, ("Suharto",), ()),
    "public1": Person("public1", "public", "cited", "f", NOWHERE, ("Mary",), ("Smith",)),
    "public2": Person("public2", "public", "fictional", "m", NOWHERE, ("Tom",), ("Sawyer",)),
}


def document(source):
    """A text in which "<student>" stands for the full name, with its marks."""
    text, marks = "", []
    for piece in re.split(r"(<\w+>)", source):
        key = piece.strip("<>")
        if key in CAST and piece != key:
            name = CAST[key].full
            marks.append(Mark(len(text), len(text) + len(name), "PERSON", CAST[key].role, key))
            piece = name
        text += piece
    return text, marks


def written(source, seed):
    text, marks = habits.write_names(*document(source), CAST, Random(seed))
    return text, [(m.key, text[m.start : m.end]) for m in marks]


@pytest.fixture
def always(monkeypatch):
    """A function that makes one form the habit of every document."""

    def settle(form):
        monkeypatch.setattr(habits, "_FORMS", {form: 1})
        monkeypatch.setattr(habits, "_ALL_THROUGH", 1.0)
        monkeypatch.setattr(habits, "_CATALOGUE", 0.0)
        monkeypatch.setattr(habits, "_LIKE_A_CATALOGUE", 0.0)
        monkeypatch.setattr(habits, "_SIGNED", 0.0)

    return settle


def test_the_mark_covers_the_whole_form(always):
    always("last_first")
    text, names = written("By: <student>\nI asked <private1>'s mother.", 1)
    assert text == "By: Marquez, Ana\nI asked Ho, Ben's mother."
    assert names == [("student", "Marquez, Ana"), ("private1", "Ho, Ben")]


def test_a_document_writes_everybody_alike(always):
    always("file")
    shapes = Counter()
    for seed in range(60):
        _, names = written("<student>\n<private1>", seed)
        first, second = (name for _, name in names)
        assert first.replace("Ana", "Ben").replace("ana", "ben").replace("Marquez", "Ho").replace(
            "marquez", "ho").replace("MARQUEZ", "HO").replace("HoA", "HoB") == second  # fmt: skip
        shapes[first] += 1
    assert len(shapes) == 7


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<student>, <private1> went", "Marquez, Ana; Ho, Ben went"),
        ("<student>, and Dr. <private1>", "Marquez, Ana; and Dr. Ho, Ben"),
        ("<student> and <private1>", "Marquez, Ana and Ho, Ben"),
        ("<student> <private1>", "Marquez, Ana; Ho, Ben"),
        ("<student>\n<private1>", "Marquez, Ana\nHo, Ben"),
        ("<student>¹, <private1>²", "Marquez, Ana¹; Ho, Ben²"),
        ("<student>, who met <private1>", "Marquez, Ana, who met Ho, Ben"),
    ],
)
def test_names_with_commas_are_parted_by_semicolons(always, source, expected):
    always("last_first")
    assert written(source, 1)[0] == expected


@pytest.mark.parametrize(
    "source",
    ["<student>, <private2> and <private1>", "<student>, <public1>", "<student> <public2>"],
)
def test_a_list_in_which_some_name_has_no_comma_gets_none(always, source):
    always("last_first")
    assert written(source, 1)[0] == document(source)[0]


def test_who_has_but_one_name_and_who_is_made_up_keep_theirs(always):
    always("last_first")
    source = "<private2> is no <public2>. <public1> neither."
    assert written(source, 1)[0] == document(source)[0]


def test_authors_as_in_a_catalogue_at_times():
    made = Counter(written("As <public1> says of <public2>.", seed)[0] for seed in range(800))
    assert set(made) == {"As Mary Smith says of Tom Sawyer.", "As Smith, Mary says of Tom Sawyer."}
    assert 4 < made["As Smith, Mary says of Tom Sawyer."] < 60


def test_short_names_stay(always):
    always("caps")
    text = "Ana laughed."
    marks = [Mark(0, 3, "PERSON", "student", "student")]
    assert habits.write_names(text, marks, CAST, Random(1)) == (text, marks)


def test_letters_are_signed_by_initials_at_times():
    made = {
        written("It is late.\n\nBest regards,\n<student>\nLima", seed)[0] for seed in range(200)
    }
    assert "It is late.\n\nBest regards, am\nLima" in made
    assert "It is late.\n\nBest regards,\nA.M.\nLima" in made
    assert "It is late.\n\nBest regards,\nAna Marquez\nLima" in made


def test_most_names_stay_full_and_every_form_is_written():
    source = "<student> went home.\n\n<private1> did not."
    names = [pair[1] for seed in range(1500) for pair in written(source, seed)[1]]
    full = sum(name in ("Ana Marquez", "Ben Ho") for name in names) / len(names)
    assert 0.65 < full < 0.85
    for form in ("Marquez, Ana", "MARQUEZ, ANA", "AnaMarquez", "ana_marquez", "MARQUEZ_Ana",
                 "Ana M.", "Ana M", "ana marquez", "ANA MARQUEZ", "Marquez Ana", "Ana MARQUEZ",
                 "A. Marquez"):  # fmt: skip
        assert form in names


def test_the_seed_alone_decides():
    source = "By <student>, <private1> and <public1>"
    made = [written(source, seed) for seed in range(100)]
    assert made == [written(source, seed) for seed in range(100)]
    assert len({text for text, _ in made}) > 5
