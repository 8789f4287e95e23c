"""Drawing from pools: by weight, by key, never too like the original."""

import hmac
from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_hips.replace.surrogates.pools import (
    SMALLEST_POOL,
    choose_place,
    forename_pool,
    one_in_other,
    pick,
    surname_pool,
    too_like,
    widths,
    within_one_edit,
)
from spacy_hips.text.lexicon.pools import EMPTY, Pool
from spacy_hips.text.lexicon.tables import name_tables


def keyed(key: str):
    """A draw as the package makes it, bound to one key."""

    def draw(purpose: str, n: int) -> int:
        digest = hmac.new(b"secret for tests", f"{purpose}|{key}".encode(), sha256).digest()
        return int.from_bytes(digest, "big") % n

    return draw


POOL = Pool(("Amira", "Bruno", "Chloe"), (70, 20, 10))


def test_draws_follow_the_weights():
    counts = Counter(pick(POOL, keyed(str(number)), "forename") for number in range(3000))
    assert counts["Amira"] / 3000 == pytest.approx(0.7, abs=0.03)
    assert counts["Chloe"] / 3000 == pytest.approx(0.1, abs=0.03)


def test_the_same_key_draws_the_same_name_and_purposes_differ():
    pool = name_tables().surnames("ES")
    assert pick(pool, keyed("a"), "surname") == pick(pool, keyed("a"), "surname")
    drawn = {pick(pool, keyed("a"), f"surname {number}") for number in range(20)}
    assert len(drawn) > 10


def test_names_to_avoid_are_never_drawn_with_or_without_accents():
    pool = Pool(("José", "Bruno"), (999_999, 1))
    for number in range(50):
        assert pick(pool, keyed(str(number)), "forename", avoid={"jose"}) == "Bruno"
        assert pick(pool, keyed(str(number)), "forename", avoid={"josé"}) == "Bruno"


def test_probing_finds_the_one_rare_name_that_is_left():
    names = tuple(f"Name{letter}" for letter in "abcdefgh")
    pool = Pool((*names, "Other"), (*[10**6] * len(names), 1))
    assert pick(pool, keyed("k"), "forename", {n.lower() for n in names}) == "Other"


def test_a_pool_without_a_fitting_name_gives_none():
    assert pick(POOL, keyed("k"), "forename", avoid={"amira", "bruno", "chloe"}) is None
    assert pick(EMPTY, keyed("k"), "forename") is None


@pytest.mark.parametrize(
    ("name", "original"),
    [
        ("John", "Jon"),
        ("Jose", "José"),
        ("Anna", "Ana"),
        ("Maria", "Marie"),
        ("Petrova", "Petrov"),
        ("Christina", "Christopher"),
        ("Robert", "Bob"),
        ("Bob", "ROBERT"),
        ("Jo", "Joanna"),
        ("Alexei", "Alexander"),
        ("王", "王"),
        ("지우", "지우"),
    ],
)
def test_a_name_that_is_too_similar_to_the_original_is_recognised(name, original):
    assert too_like(name, original)


@pytest.mark.parametrize(
    ("name", "original"),
    [
        ("Petra", "Jon"),
        ("Mario", "Marcus"),
        ("Li", "Wang"),
        ("李", "王"),
        ("지민", "지우"),
        ("Ana", ""),
        ("Garcia", "Fernandez"),
    ],
)
def test_a_name_that_differs_enough_is_accepted(name, original):
    assert not too_like(name, original)


@pytest.mark.parametrize(
    ("name", "words", "inside"),
    [
        ("Stevenson", ["evens"], True),
        ("Laine", ["ruotsalainen"], True),
        ("Tumangélov", ["angelov"], True),
        ("Joana", ["ana"], False),
        ("Stevenson", ["", "ana"], False),
    ],
)
def test_a_name_inside_another_is_recognised(name, words, inside):
    assert one_in_other(name, words) is inside


def test_no_part_of_the_old_name_is_left_inside_a_drawn_one():
    pool = Pool(("Stevenson", "Bruno"), (999_999, 1))
    for number in range(20):
        assert pick(pool, keyed(str(number)), "surname", own=("evens",)) == "Bruno"


def test_a_pick_is_never_too_like_the_original():
    pool = name_tables().forenames("US", "M")
    for original in ("Jon", "Christopher", "Mike", "Alexander"):
        for number in range(200):
            drawn = pick(pool, keyed(str(number)), "forename", original=original)
            assert drawn is not None and not too_like(drawn, original)


def distance(a: str, b: str) -> int:
    """Levenshtein's distance, the slow way, to check the quick one."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row, last = [i, *row[1:]], row
        for j, y in enumerate(b, 1):
            row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y))
    return row[-1]


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_within_one_edit_agrees_with_levenshtein(a, b):
    assert within_one_edit(a, b) == (distance(a, b) <= 1)


# Places


@pytest.mark.parametrize(
    ("place", "around"),
    [
        ("PL", ["PL", "slavic_west", "slavic", "Europe", None]),
        ("NP", ["NP", "nepali", "Asia", None]),
        ("hispanic", ["hispanic", "Americas", None]),
        ("slavic", ["slavic", "Europe", None]),
        ("Oceania", ["Oceania", None]),
        ("", [None]),
    ],
)
def test_a_place_is_widened_to_its_culture_and_region(place, around):
    assert widths(place) == tuple(around)


def test_a_small_pool_is_widened_to_its_surroundings():
    tables = name_tables()
    assert forename_pool(tables, "ES", "F") == tables.forenames("ES", "F")
    assert len(tables.surnames("CY", "", "Grek")) < SMALLEST_POOL
    assert surname_pool(tables, "CY", "", "Grek") == tables.surnames("greek", "", "Grek")


def test_every_country_has_pools_in_latin_script():
    tables = name_tables()
    for place in tables.countries:
        for gender in "FM":
            assert len(forename_pool(tables, place, gender)) >= SMALLEST_POOL
            assert len(surname_pool(tables, place, gender)) >= SMALLEST_POOL


def test_an_unknown_place_of_origin_is_drawn_from_the_mixture():
    mixture = {"ES": 3.0, "VN": 1.0, "DE": 0.0}
    counts = Counter(choose_place(mixture, keyed(str(number)), "place") for number in range(2000))
    assert set(counts) == {"ES", "VN"}
    assert counts["ES"] / 2000 == pytest.approx(0.75, abs=0.04)
    assert choose_place({}, keyed("k"), "place") == ""


def test_the_order_of_a_mixture_changes_nothing():
    one, two = {"ES": 1.0, "VN": 2.0}, {"VN": 2.0, "ES": 1.0}
    for number in range(50):
        draw = keyed(str(number))
        assert choose_place(one, draw, "place") == choose_place(two, draw, "place")
