import re
from random import Random

import pytest

from spacy_hips.core.labels import LABELS
from spacy_hips.lab.corpus.identities import Person, read_places
from spacy_hips.lab.corpus.values import FRESH, VALUES, Setting

PLACES = read_places()
OWNER = Person("student", "student", "drawn", "f", PLACES["ES"], ("Ana",), ("Núñez",))


def values(name, place="ES", n=200):
    _, make = VALUES[name]
    return [make(Setting(Random(i), OWNER, PLACES[place], lambda part: "Zorro")) for i in range(n)]


def test_labels_are_those_of_the_table():
    assert {label for label, _ in VALUES.values()} - {""} <= set(LABELS)
    assert set(VALUES) >= FRESH


@pytest.mark.few(28)
@pytest.mark.parametrize("name", sorted(set(VALUES) - {"open", "close"}))  # braces of .bib files
@pytest.mark.parametrize("place", ["ES", "GB", "DE", "FR", "ID", "IN", "NL", "KE"])
def test_values_are_whole(name, place):
    for value in values(name, place, 60):
        assert value == value.strip() != ""
        assert not set("{}#") & set(value) or name in ("address", "handle")
        assert not set("{}") & set(value)


def test_an_address_tells_the_owner():
    assert all("ana" in v or "nunez" in v for v in values("email"))
    assert all(v.isascii() for v in values("email") + values("url"))


def test_dates_are_written_in_the_country_s_language_too():
    dates = values("date")
    assert any("marzo" in d.lower() for d in dates)
    assert any("March" in d for d in dates)
    assert any(d.count("/") == 2 for d in dates)


def test_postal_codes_follow_the_country():
    assert all(len(v) == 7 and v[3] == " " for v in values("zip", "GB"))


@pytest.mark.parametrize(
    ("place", "word"),
    [
        ("KE", "Kenyans"),
        ("PK", "Pakistanis"),
        ("GB", "British"),
        ("NL", "Dutch"),
        ("GR", "Greeks"),
        ("FR", "French"),
    ],
)
def test_a_plural_nationality_is_written_for_several_people(place, word):
    assert set(values("nationals", place, 3)) == {word}


def test_values_without_an_owner_come_from_any_country():
    def drawn(name, person):
        make = VALUES[name][1]
        at = (Setting(Random(i), person, PLACES["ES"], lambda part: "Zorro") for i in range(100))
        return {make(setting) for setting in at}

    for name in ("nationality", "country"):
        assert len(drawn(name, OWNER)) == 1
        assert len(drawn(name, None)) > 20
    assert drawn("city", OWNER) <= set(PLACES["ES"].cities)
    assert len(drawn("city", None)) > 20


def test_firms_are_not_a_list_that_can_be_learnt():
    assert len(set(values("employer", n=600))) > 350


def test_handles_have_many_shapes():
    handles = values("handle", n=400)
    assert any("#" in v for v in handles)
    assert any(v[0].isupper() for v in handles)
    assert any("_" in v for v in handles)


def test_schools_are_local_or_english():
    assert any(v.startswith("Universidad") for v in values("school"))
    assert any(v.endswith("College") for v in values("school"))


@pytest.mark.parametrize(
    ("language", "name", "wanted"),
    [
        ("de", "date", r"\d{1,2}\. \w+ \d{4}|\w+ \d{4}"),
        ("sv", "date", r"(\d{1,2} )?\w+ \d{4}"),
        ("es", "date", r"(\d{1,2} )?(de )?\w+ (del? )?\d{4}"),
        ("fr", "age", r"\d+"),
        ("de", "city", r"(?!Cologne|Munich|Vienna|Madrid).+"),
        ("sv", "school", r".*(universitet|skola|skolan|Tekniska|gymnasiet).*"),
        ("nl", "address", r"\w+ \d+, .+"),
    ],
)
def test_values_of_a_lesson_are_in_its_language(language, name, wanted):
    """Whoever they belong to: here it is somebody from Spain."""
    _, make = VALUES[name]
    for seed in range(60):
        at = Setting(Random(seed), OWNER, PLACES["ES"], lambda part: "Zorro", language)
        assert re.fullmatch(wanted, value := make(at)), value
