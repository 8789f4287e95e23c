"""A public person and a private namesake are two people."""

import re

import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.who.persons.link.linking import link


def people(marked):
    """The names in brackets, with the number of each one's person."""
    text, spans, at = "", [], 0
    for match in re.finditer(r"\[(.*?)\]", marked):
        text += marked[at : match.start()]
        spans.append(PiiSpan(len(text), len(text) + len(match[1]), "PERSON", 0.9))
        text, at = text + match[1], match.end()
    text += marked[at:]
    return [int(span.id.partition(":")[2]) for span in link(text, spans).spans]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (
            "[Nelson Mandela] led. My uncle [Nelson] came. [Nelson] sang. [Mandela] won.",
            [1, 2, 2, 1],
        ),
        ("[Barack Obama] spoke. Our neighbour [Barack] laughed. [Obama] won.", [1, 2, 1]),
        ("I told my friend [Marie] of [Marie Curie]. [Marie] was proud.", [1, 2, 1]),
        ("[Steve Jobs] spoke. His cousin [Steve] and [Steve] again.", [1, 2, 2]),
        ("[Isaac Newton Odhiambo] did the maths of [Isaac Newton]. [Odhiambo] drew.", [1, 2, 1]),
        ("[Paulo Freire] (1970) says so. My classmate [Paulo] agrees.", [1, 2]),
        ("[Albert Einstein] wrote. A friend named [Albert] read. [Einstein] died.", [1, 2, 1]),
        ("[Charles Darwin] sailed. My son [Charles] sails. [Darwin] saw it.", [1, 2, 1]),
        ("My partner [Rosa] likes [Rosa Parks]. [Parks] sat.", [1, 2, 2]),
        ("[Angela Merkel] sprach. Meine Partnerin [Angela] kam. [Angela] schrieb.", [1, 2, 2]),
        ("Jag läste om [Greta Thunberg]. Min kompis [Greta] kom.", [1, 2]),
        ("[Victor Hugo] écrit. Mon ami [Victor] dort.", [1, 2]),
        ("[Frida Kahlo] pinta. Mi hermana [Frida] duerme.", [1, 2]),
        ("[Anne Frank] schreef. Mijn vriendin [Anne] slaapt.", [1, 2]),
        ("[Malala Yousafzai] spoke. My little sister [Malala] heard it.", [1, 2]),
    ],
)
def test_a_private_namesake_is_somebody_else(text, numbers):
    assert people(text) == numbers


@pytest.mark.parametrize(
    "text",
    [
        "My uncle [Nelson Mandela] came. My uncle [Nelson] sings.",
        "[Ana Ruiz] was in my group. My friend [Ana] drew.",
        "[Nelson Mandela] led. [Nelson] was free. [Mandela] won.",
        "My friend [Ana] came. [Ana Ruiz] sang.",
    ],
)
def test_one_person_stays_one(text):
    assert set(people(text)) == {1}
