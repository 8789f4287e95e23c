"""Who is bound to a home, a telephone or a date of birth."""

import re

import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.text.lexicon.public_figures import public_lists
from spacy_hips.who.judging.bonds import REASON, bound
from spacy_hips.who.judging.evidence import gather

LABELS = {"{": "STREET_ADDRESS", "<": "PHONE_NUM", "(": "DATE_OF_BIRTH"}


def read(marked):
    """A text, its [names], and its {addresses}, <numbers> and ((births))."""
    text, people, others, at = "", [], [], 0
    for match in re.finditer(r"\[(.*?)\]|\{(.*?)\}|<(.*?)>|\(\((.*?)\)\)", marked):
        text += marked[at : match.start()]
        word = next(part for part in match.groups() if part)
        place = len(text), len(text) + len(word)
        if match[1]:
            people.append([PiiSpan(*place, "PERSON")])
        else:
            others.append(PiiSpan(*place, LABELS[match[0][0]]))
        text, at = text + word, match.end()
    return text + marked[at:], people, others


@pytest.mark.parametrize(
    "marked",
    [
        "[Freya Lind] lives at {12 Elm Street}, Austin.",
        "[Freya Lind] still lives in the family home at {12 Elm Street}.",
        "[Freya Lind], {12 Elm Street}",
        "[Freya Lind]\n{12 Elm Street}",
        "[Freya Lind]'s address is {12 Elm Street}.",
        "Contact [Freya Lind] on <0803 555 1234>.",
        "[Freya Lind]: <0803 555 1234>",
        "[Freya Lind] (tel. <0803 555 1234>)",
        "[Freya Lind], DOB: ((04.07.2004))",
        "[Freya Lind] was born on ((4 July 2004))",
        "[Barack Obama] lives at {12 Elm Street}.",
        "[Freya Lind] moved from {12 Elm Street}",
    ],
)
def test_a_name_with_a_home_or_a_number_is_private(marked):
    text, people, others = read(marked)
    assert bound(text, people, others) == {(people[0][0].start, people[0][0].end)}
    assert REASON in gather(text, people, others, public_lists())[0].private


@pytest.mark.parametrize(
    "marked",
    [
        "[Freire] wrote a book. We live at {12 Elm Street}.",
        "[Freire] inspired the school that stands at {12 Elm Street}.",
        "I read [Freire]. Call <0803 555 1234> for help.",
        "{12 Elm Street} is near [Freire].",
    ],
)
def test_an_address_elsewhere_says_nothing(marked):
    assert not bound(*read(marked))
