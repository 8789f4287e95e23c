"""Full names of public figures and eponyms; lists of the user's own."""

from __future__ import annotations

import lzma
from importlib.resources import files

import pytest

from spacy_hips.text.lexicon.public_figures import PublicLists, name_key, public_lists, term_words


@pytest.mark.parametrize(
    "name",
    [
        "Albert Einstein",
        "ALBERT EINSTEIN",
        "Einstein, Albert",
        "albert einstein's",
        "J. K. Rowling",
        "JK Rowling",
        "Dr. Martin Luther King, Jr.",
        "Frederic Chopin",
        "Frédéric Chopin",
        "Vincent\nvan Gogh",
        'Dwayne "The Rock" Johnson',
        "Earvin “Magic” Johnson",
        "Elvis (the King) Presley",
    ],
)
def test_a_full_name_is_found_in_any_form(name):
    assert public_lists().full_name(name)


@pytest.mark.parametrize(
    "name", ["Einstein", "Newton", "King", "Albert", "Ana Kowalczyk", 'Ana "King" Kowalczyk', ""]
)
def test_a_lone_word_and_an_unknown_name_are_not(name):
    assert not public_lists().full_name(name)


@pytest.mark.parametrize(
    "name", ["Keynes", "keynes", "KEYNES", "Keynes's", "Bronte", "Brontë", "Macbeth"]
)
def test_somebody_is_known_by_one_word(name):
    assert public_lists().one_word(name)


@pytest.mark.parametrize("name", ["John Keynes", "Ana", "Kowalczyk", ""])
def test_others_are_not_known_by_one_word(name):
    assert not public_lists().one_word(name)


def test_every_known_word_is_one_word_and_stands_once():
    """A row of two words would never be found."""
    lines = (files("spacy_hips") / "data" / "one_word_fame.txt").read_text("utf8").splitlines()
    words = [word for line in lines if line[:1] not in "#[" for word in line.split(";")]
    assert all(word.strip() == word and word and " " not in word for word in words)
    assert len({word.casefold() for word in words}) == len(words)


def test_a_middle_initial_makes_another_person():
    assert public_lists().full_name("Michael J. Fox")
    assert not public_lists().full_name("Michael Fox")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("rated on a Likert scale", "Likert"),
        ("Newton's laws", "Newton"),
        ("Newton’s Laws", "Newton"),
        ("newton's 2nd law", "newton"),
        ("the Newton-Raphson method", "Newton"),
        ("the Newton–Raphson method", "Raphson"),
        ("a Mann-Whitney U test", "Whitney"),
        ("Maslow's hierarchy of needs", "Maslow"),
        ("a Gantt chart", "Gantt chart"),
        ("SCHRODINGER'S CAT", "SCHRODINGER"),
        ("has Raynaud's syndrome", "Raynaud's"),
        ("Kaposi sarcoma", "Kaposi"),
        ("of the Purkinje cells", "Purkinje"),
    ],
)
def test_a_name_within_a_term_is_an_eponym(text, name):
    at = text.index(name)
    assert public_lists().eponym(text, at, at + len(name))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Newton laughed", "Newton"),
        ("Newton's 22nd law", "Newton"),
        ("Newton and the laws of the school", "Newton"),
        ("Ana Newton's laws", "Ana"),
        ("Bell's mother has palsy", "Bell"),
        ("Wilson's long disease", "Wilson"),
        ("a Likert scale was filled in by Maslow", "Maslow"),
    ],
)
def test_a_name_beside_a_term_is_none(text, name):
    at = text.index(name)
    assert not public_lists().eponym(text, at, at + len(name))


def test_own_lists_are_added_and_leave_the_packaged_ones_as_they_are():
    lists = public_lists().with_names(["Ana Kowalczyk", "Plato"], ["Albert Einstein"])
    assert lists.full_name("ana kowalczyk") and lists.allowed("Plato")
    assert not lists.full_name("Plato"), "a lone word is never a full name"
    assert lists.denied("EINSTEIN, Albert")
    assert not public_lists().full_name("Ana Kowalczyk")


def test_empty_lists_know_nobody():
    assert not PublicLists().full_name("Albert Einstein")
    assert not PublicLists().eponym("Newton's laws", 0, 6)


def test_keys():
    assert name_key("Ludwig  van Beethoven") == "ludwig van beethoven"
    assert name_key("Sammy Davis, Jr.") == "sammy davis"
    assert term_words("Newton's laws") == ("newton", "law")


def test_the_tables_tell_their_sources_and_hold_no_row_of_another_licence():
    data = files("spacy_hips.data")
    figures = lzma.decompress(data.joinpath("public_figures.txt.xz").read_bytes()).decode("utf8")
    terms = data.joinpath("public_eponyms.txt").read_text("utf8")
    for text in (figures, terms):
        head = text.splitlines()[1]
        assert head.startswith("# Sources and licences:")
        assert not any(word in head for word in ("BY-SA", "no licence", "verify"))
    packed = data.joinpath("public_figures.txt.xz").read_bytes()
    assert len(packed) + len(terms) < 1_500_000


def test_nothing_is_read_on_import(tmp_path):
    import subprocess
    import sys

    code = (
        "import spacy_hips.who.judging.evidence as e, spacy_hips.text.lexicon.public_figures as p;"
        "assert p.public_lists.cache_info().currsize == 0"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path)
