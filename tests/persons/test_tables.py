"""The name tables: what they hold, how they fold, what they guess."""

import pytest

from spacy_hips.errors import HipsError
from spacy_hips.persons.tables import REGIONS, NameTables, countries, fold, name_tables


@pytest.fixture(scope="module")
def tables() -> NameTables:
    return name_tables()


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("GARCÍA", "garcia"),
        ("Łukasz", "lukasz"),
        ("Sørensen", "sorensen"),
        ("Weiß", "weiss"),
        ("O’Connor", "o'connor"),
        ("Мария", "мария"),
        ("प्रिया", "प्रिया"),
        ("สมชาย", "สมชาย"),
    ],
)
def test_fold_drops_case_and_accents_but_no_letters(text, folded):
    assert fold(text) == folded


@pytest.mark.parametrize("token", ["Maria", "MARÍA", "maría", "Мария", "Wei", "Fatima", "Thabo"])
def test_forenames_are_found_in_any_case_and_script(tables, token):
    assert tables.is_forename(token)


@pytest.mark.parametrize("token", ["Garcia", "MÜLLER", "muller", "Nguyễn", "Nguyen", "王", "Okafor"])
def test_surnames_are_found_in_any_case_and_script(tables, token):
    assert tables.is_surname(token)


@pytest.mark.parametrize("token", ["the", "Stakeholder", "", "12", "Xqzt"])
def test_what_is_no_name(tables, token):
    assert not tables.is_forename(token) and not tables.is_surname(token)


def test_every_country_has_both_genders(tables):
    assert len(tables.countries) >= 90
    for region in REGIONS:
        assert any(countries()[code].region == region for code in tables.countries)


def test_unknown_place_is_refused(tables):
    with pytest.raises(HipsError, match="E302"):
        tables.forenames("Atlantis")
