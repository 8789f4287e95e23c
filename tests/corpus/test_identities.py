from collections import Counter
from random import Random

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.lab.corpus.forms import FORMS, WORDS
from spacy_hips.lab.corpus.identities import CsvNames, People, Person, read_places
from spacy_hips.lab.corpus.library import split_of
from spacy_hips.lab.corpus.name_styles import fold
from spacy_hips.lab.corpus.publics import as_person
from spacy_hips.text.lexicon.tables import common_words

PLACES = read_places()


def person(**fields):
    values = {"key": "student", "role": "student", "kind": "drawn", "gender": "f"}
    names = {"place": PLACES["ES"], "given": ("Ana", "María"), "family": ("López", "de la Cruz")}
    return Person(**values | names | fields)


@pytest.mark.parametrize(
    "form, written",
    [
        ("full", "Ana María López de la Cruz"),
        ("first", "Ana"),
        ("given", "Ana María"),
        ("last", "López de la Cruz"),
        ("caps", "ANA MARÍA LÓPEZ DE LA CRUZ"),
        ("lower", "ana maría lópez de la cruz"),
        ("last_first", "López de la Cruz, Ana María"),
        ("two", "Ana López"),
        ("reversed", "López de la Cruz Ana María"),
        ("first_initial", "A. López de la Cruz"),
        ("abbr", "A.L."),
        ("ref_short", "López de la Cruz AM"),
    ],
)
def test_a_person_is_written_in_every_form(form, written):
    assert FORMS[form](person(), Random(1)) == written


def test_some_forms_are_written_in_several_ways():
    drawn = {name: {FORMS[name](person(), Random(i)) for i in range(60)} for name in FORMS}
    assert drawn["initials"] == {"A. M. López de la Cruz", "A.M. López de la Cruz"}
    assert drawn["caps_last"] == {"Ana María LÓPEZ DE LA CRUZ", "LÓPEZ DE LA CRUZ Ana María"}
    assert {"Ana_LopezdelaCruz", "AnaLopezdelaCruz"} < drawn["file"]
    assert len(drawn["any"]) > 5


def test_the_surname_comes_first_in_countries_that_write_it_so():
    korean = person(given=("Min-jun",), family=("Kim",), family_first=True)
    assert korean.full == "Kim Min-jun"
    assert FORMS["two"](korean, Random(1)) == "Kim Min-jun"


@pytest.mark.parametrize("form", sorted(FORMS))
def test_every_form_works_for_a_single_name(form):
    assert FORMS[form](person(given=("Sukarno",), family=()), Random(1)).lower().startswith("s")


def test_words_follow_the_gender():
    assert all(len(pair) == 2 for pair in WORDS.values())


@pytest.fixture(scope="module", params=["train", "dev", "test"])
def people(request, small_names):
    return People(small_names, request.param)


@pytest.mark.slow  # counts many draws
def test_every_name_belongs_to_the_split(people):
    rng = Random(3)
    for _ in range(300):
        drawn = people.draw("x", "private", rng)
        for part in (*drawn.given, *drawn.family):
            for name in fold(part).split("-"):
                word = name.split()[-1]
                if len(word) > 2 and word.isalpha():
                    assert split_of(word) == people.split


@pytest.mark.slow  # counts many draws
def test_countries_have_even_shares(people):
    rng = Random(1)
    counts = Counter(people.draw("x", "private", rng).place.code for _ in range(2500))
    assert set(counts) == {"AU", "ES", "JP", "KE", "MX"}
    assert min(counts.values()) > 400


@pytest.mark.slow  # counts many draws
def test_regions_may_have_even_shares_instead(small_names):
    people = People(small_names, "train", "region")
    rng = Random(1)
    counts = Counter(people.draw("x", "private", rng).place.region for _ in range(2500))
    assert sorted(counts) == ["Africa", "Americas", "Asia", "Europe", "Oceania"]
    assert min(counts.values()) > 400


def test_names_are_made_in_the_way_of_the_country(people):
    rng = Random(5)
    drawn = [people.draw("x", "private", rng) for _ in range(1500)]
    assert any(len(p.family) == 2 for p in drawn if p.place.code == "ES")
    assert any(p.family_first for p in drawn if p.place.code == "JP")
    assert not any(p.family_first for p in drawn if p.place.code == "ES")
    assert any("-" in part for p in drawn for part in p.given)
    assert any(p.middle for p in drawn)
    assert any(p.given[0] == p.family[0] for p in drawn if p.family)


def test_common_words_are_names_too(small_names):
    people = People(small_names, "train")
    words = set(people.lists["forename_f"]) | set(people.lists["forename_m"])
    rng = Random(1)
    assert any(people.draw("x", "private", rng).first in words for _ in range(300))


@pytest.mark.slow  # counts many draws
@pytest.mark.parametrize(("split", "some"), [("train", True), ("dev", False), ("test", False)])
def test_names_to_train_on_stand_in_no_list_now_and_then(small_names, split, some):
    people, rng = People(small_names, split), Random(4)
    listed = {*people.lists["forename_f"], *small_names.forenames("ES", "f")}
    drawn = {people.forename("ES", "f", rng) for _ in range(400)} - listed
    borrowed = {n for n in drawn if n.lower() in common_words()}
    assert (len(borrowed) > 3) is some
    assert all(split_of(name) == split for name in drawn)


def test_a_country_without_names_borrows_from_its_region():
    names = CsvNames(
        {("ES", g): [f"Bla{c}" for c in "abcdefghijklmnopqrstuvwxyz"] for g in "fm"},
        {"PT": [f"Gor{c}" for c in "abcdefghijklmnopqrstuvwxyz"]},
    )
    people = People(names, "train")
    for _ in range(20):
        assert people.draw("x", "private", Random(1)).first


def test_tables_without_names_are_refused():
    with pytest.raises(HipsError, match="E405"):
        People(CsvNames({}, {}), "train")


def test_an_unknown_balance_is_refused(small_names):
    with pytest.raises(HipsError, match=r"E406.*'planet'"):
        People(small_names, "train", "planet")


def test_names_are_read_from_csv_tables(tmp_path):
    (tmp_path / "common-forenames-by-country.csv").write_text(
        "\ufeffCountry,Gender,Romanized Name\nES,F,Ana\nES,M,Luis\nES,M,\n", encoding="utf8"
    )
    (tmp_path / "common-surnames-by-country.csv").write_text(
        "\ufeffCountry,Romanized Name\nES,López\n", encoding="utf8"
    )
    names = CsvNames.from_folder(tmp_path)
    assert names.countries() == ["ES"]
    assert names.forenames("ES", "m") == ["Luis"]
    assert names.surnames("ES") == ["López"]


def test_missing_csv_tables_are_an_error(tmp_path):
    with pytest.raises(HipsError, match="E404"):
        CsvNames.from_folder(tmp_path)


@pytest.mark.parametrize("name, folded", [("Nguyễn", "Nguyen"), ("Đặng", "Dang"), ("Łódź", "Lodz")])
def test_folding_drops_case_and_accents(name, folded):
    assert fold(name) == folded


def test_places_cover_all_regions():
    assert {p.region for p in PLACES.values()} == {
        "Africa",
        "Americas",
        "Asia",
        "Europe",
        "Oceania",
    }
    assert all(p.cities and p.dial.isdigit() for p in PLACES.values())


@pytest.mark.parametrize(
    ("name", "surname"),
    [
        ("Louis XIV", "Louis XIV"),
        ("Alexander the Great", "Alexander the Great"),
        ("Simone de Beauvoir", "de Beauvoir"),
        ("Marie Curie", "Curie"),
    ],
)
def test_a_rulers_number_or_byname_is_no_surname(name, surname):
    assert as_person(name, "", "leader").last == surname
