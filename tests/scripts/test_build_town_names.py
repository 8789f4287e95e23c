"""The step that builds the table of forenames that are places: what it takes and leaves out."""

from pathlib import Path
from types import SimpleNamespace

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "build_town_names.py"
if not SCRIPT.exists():
    pytest.skip("the build scripts are not part of this copy", allow_module_level=True)


@pytest.fixture(scope="module")
def build(load_script):
    return load_script(SCRIPT)


def city(name, people, *others):
    return {"name": name, "population": people, "alternatenames": list(others)}


@pytest.fixture
def gazetteer():
    return SimpleNamespace(
        get_cities=lambda: {
            1: city("Mílan", 1_200_000, "Mediolan", ""),
            2: city("Lima", 9_000),
            3: city("Oldtown", 5_000, "Ana"),
        },
        get_countries=lambda: {"JO": {"name": "Jordan"}},
        get_us_states=lambda: {"GA": {"name": "Georgia"}},
        get_continents=lambda: {"AS": {"name": "Asia"}},
    )


def test_forenames_among_the_places_are_kept_once_and_folded(build, gazetteer):
    known = {"Mílan", "Lima", "Ana", "Jordan", "Georgia", "Asia"}
    names = build.town_names(gazetteer, known.__contains__)
    # What a small town is called in other languages does not count: "Ana" is somewhere a village.
    assert names == ["asia", "georgia", "jordan", "lima", "milan"]


def test_other_names_of_large_cities_count(build, gazetteer):
    assert build.town_names(gazetteer, {"Mediolan"}.__contains__) == ["mediolan"]
