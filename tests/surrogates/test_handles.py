"""How names are read in handles, and how shared choices stay shared."""

import pytest

from spacy_hips.core.ids import Secret
from spacy_hips.replace.surrogates.handles import explain, name_parts, rewrite
from spacy_hips.who.persons.link.entity import Entity

ANA = Entity("PERSON:1", "PERSON", "ana", first="María", middle="José", last="García López")
IDA = Entity("PERSON:1", "PERSON", "ana", first="Ida", last="Lund")
DRAW = Secret(b"a secret for the tests, 32 bytes").draw_for("document:1", "AUTHOR", "a")


@pytest.mark.parametrize(
    "run, parts",
    [
        ("maria", ["first"]),
        ("GarciaLopez", ["last"]),
        ("garcia", ["last0"]),
        ("mgarcia", ["first", "last0"]),
        ("mjg", ["first", "middle", "last"]),
        ("gm", ["last", "first"]),
        ("garcmar", ["last", "first"]),
        ("mari", ["first"]),
        ("xxgarcia", ["", "last0"]),
        ("soccer", [""]),
        ("", []),
    ],
)
def test_runs_are_explained_by_parts_of_the_name(run, parts):
    found = explain(run, name_parts(ANA))
    assert [p.part for p in found] == parts
    assert "".join(p.text for p in found) == run


@pytest.mark.parametrize(
    "last, run",
    [("Müller", "mueller"), ("Müller", "muller"), ("Øster", "oester"), ("O'Brien", "obrien")],
)
def test_other_spellings_of_a_name_are_recognised_in_a_handle(last, run):
    person = Entity("PERSON:1", "PERSON", "p", first="Jan", last=last)
    assert rewrite(run, person, IDA, DRAW) == "lund"


@pytest.mark.parametrize(
    "handle, new",
    [("m.garcia", "i.lund"), ("maria_g", "ida_l"), ("garcia.m", "lund.i"), ("M.Garcia", "I.Lund")],
)
def test_a_letter_that_stands_alone_is_an_initial(handle, new):
    """Once "m.garcia" became "x.lund" beside Ida Lund."""
    assert rewrite(handle, ANA, IDA, DRAW) == new


def test_a_letter_that_is_no_initial_becomes_another():
    new = rewrite("x.garcia", ANA, IDA, DRAW)
    assert new.endswith(".lund") and new[0] not in "x."


def test_a_missing_part_is_drawn():
    lone = Entity("PERSON:1", "PERSON", "p", first="Ida")
    new = rewrite("maria.garcia", ANA, lone, DRAW)
    assert new.startswith("ida.") and "garcia" not in new


def test_a_new_name_in_another_script_is_not_put_in_latin_handles():
    person = Entity("PERSON:1", "PERSON", "p", first="伟", last="王", native=True)
    new = rewrite("maria.garcia", ANA, person, DRAW)
    assert new.isascii() and "maria" not in new and "garcia" not in new


def test_equal_words_and_numbers_become_equal_ones():
    one, two = (
        rewrite("soccerfan2003", None, None, DRAW),
        rewrite("soccerfan_2003", None, None, DRAW),
    )
    assert one == two.replace("_", "")


def test_a_very_long_run_is_one_word():
    assert len(rewrite("a" * 300, ANA, IDA, DRAW)) < 300


def test_the_new_name_is_left_where_it_holds_a_part_of_the_old():
    draw = Secret(b"a secret for the tests, 32 bytes").draw_for("d", "USERNAME", "k")
    old = Entity("PERSON:1", "PERSON", "p", first="Evens", last="Daniel")
    new = Entity("PERSON:1", "PERSON", "p", first="Stevenson", last="Danielsen")
    for text in ("evens.daniel", "evensd99", "danielevens", "@EVENS"):
        made = rewrite(text, old, new, draw).lower()
        assert "evens" not in made and "daniel" not in made
