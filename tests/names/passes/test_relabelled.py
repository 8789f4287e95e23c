"""What fills the field of a name."""

import pytest

from spacy_hips.lexicon.words import Lexicon
from spacy_hips.names.passes.relabelled import names_in_fields
from spacy_hips.spans import PiiSpan

LEXICON = Lexicon()


def label(text, place, old="LOCATION"):
    """What the place is then."""
    start = text.index(place)
    return names_in_fields(text, [PiiSpan(start, start + len(place), old)], LEXICON)[0].label


@pytest.mark.parametrize(
    "text",
    [
        "Interviewee 3: Lagos (name changed), 31",
        "Interviewer (Lagos)",
        "Essay\nStudent's full name: Lagos\n",
        "Submitted by: Lagos",
        "Respondent no. 2: Lagos, teacher",
    ],
)
@pytest.mark.parametrize("old", ["LOCATION", "EMPLOYER"])
def test_a_place_in_the_field_of_a_name_is_a_name(text, old):
    assert label(text, "Lagos", old) == "PERSON"


@pytest.mark.parametrize(
    "text",
    [
        "School name: Lagos",
        "Student: Lagos",  # an answer, in a chat
        "Name: Lagos State University",  # something longer
        "the name: Lagos",
        "Interviewee: Lagos-based",
        "Name:\nCity: Lagos",
    ],
)
def test_elsewhere_it_stays_one(text):
    assert label(text, "Lagos") == "LOCATION"


def test_dates_and_names_stay():
    assert label("Name: May", "May", "DATE") == "DATE"
    assert label("Name: May", "May", "NAME_STUDENT") == "NAME_STUDENT"


@pytest.mark.parametrize(
    "text",
    [
        "Lab – Rural Areas – Demarco Hamilton\n",
        "Essay - Demarco Hamilton - page 2",
        "Areas\nDemarco Hamilton • Ana Okri • Ben Ito",
        "Ana Okri • Demarco Hamilton • Ben Ito",
    ],
)
def test_a_full_name_in_a_part_of_a_heading_or_a_list_is_one(text):
    """With .99 the finder held the author behind a title for the place that it is about."""
    assert label(text, "Demarco Hamilton") == "PERSON"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("we met Demarco Hamilton – a town", "Demarco Hamilton"),
        ("Demarco Hamilton\n", "Demarco Hamilton"),
        ("Rural Areas – Demarco Hamilton School", "Demarco Hamilton"),
        ("Rural Areas – Buenos Aires", "Buenos Aires"),
        ("Rural Areas – Hamilton", "Hamilton"),
        ("Rural Areas – Victoria Park", "Victoria Park"),
    ],
)
def test_a_place_in_a_heading_stays_one(text, place):
    assert label(text, place) == "LOCATION"
