"""--regions and --day-first: how dates and telephone numbers of a country are read."""

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.desk.run.options import JobOptions
from spacy_hips.desk.run.pipeline import Pipeline


@pytest.fixture(autouse=True)
def _secret(monkeypatch):
    monkeypatch.setenv("HIPS_SECRET", "a secret for the tests only, long enough")


def makers(**options):
    pipeline = Pipeline(JobOptions(rules_only=True, **options))
    return pipeline, pipeline.nlp.get_pipe_config(pipeline.name)["surrogates"]


@pytest.mark.parametrize(
    ("options", "day_first"),
    [
        ({}, None),
        ({"day_first": True}, True),
        ({"regions": ["GB", "IN"]}, True),
        ({"regions": ["GB", "US"]}, None),
        ({"regions": ["US"], "day_first": True}, True),
    ],
)
def test_regions_tell_whether_days_come_first(options, day_first):
    _, config = makers(**options)
    assert config["DATE"].get("day_first") is day_first
    assert config["DATE_OF_BIRTH"].get("day_first") is day_first


def test_numbers_of_the_regions_are_read_first():
    pipeline, config = makers(regions=["KE"])
    assert config["PHONE_NUM"]["regions"] == ["KE"]
    assert pipeline.anonymizer.front_door.rules.rules["phone"].regions[:2] == ("KE", "US")
    assert pipeline.settings()["regions"] == ["KE"]


def test_a_region_is_a_code_of_two_letters():
    with pytest.raises(HipsError, match="E201"):
        makers(regions=["Kenya"])


@pytest.mark.filterwarnings("ignore::spacy_hips.core.errors.HipsWarning")
def test_the_other_settings_stay():
    pipeline, _ = makers(regions=["GB"], profile="full", action={"DATE": "surrogate"})
    text = "We met on 03/04/2021 and 10/04/2021."
    out = pipeline.nlp(text)._.anonymized
    days = [piece.strip(".") for piece in out.split() if "/" in piece]
    assert [day.split("/")[2] for day in days] == ["2021", "2021"] and out != text
    first, second = ([int(n) for n in day.split("/")] for day in days)
    assert max(first[1], second[1]) <= 12 and abs(second[0] - first[0]) in (7, 21, 23, 24)
