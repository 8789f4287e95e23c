"""Who is hidden for being announced or beside a private person, and who is no student."""

import numpy as np
import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.text.lexicon.public_figures import public_lists
from spacy_hips.who.judging.evidence import gather
from spacy_hips.who.judging.judge import Judge
from spacy_hips.who.judging.people import People

SCORES = {
    "public": (0.0, 0.0, 0.0, 9.0),
    "private": (0.0, 0.0, 9.0, 0.0),
    "student": (9.0, 0, 0, 0),
}


def judged(text, source="ner", **people):
    mentions = [
        [PiiSpan(text.index(n), text.index(n) + len(n), "PERSON", 0.9, source, f"PERSON:{i}")]
        for i, n in enumerate(people)
    ]
    scores = np.array([SCORES[role] for role in people.values()], dtype="float32")
    evidence = gather(text, mentions, [], public_lists())
    verdicts = Judge()(People(text, mentions, [], evidence, scores), [], {}).verdicts
    return [verdict.role for verdict in verdicts]


def test_who_is_announced_as_a_person_is_private():
    text = "Then I went there with Jordan from class."
    assert judged(text, Jordan="public") == ["public"]
    assert judged(text, "names.announced", Jordan="public") != ["public"]


@pytest.mark.parametrize(
    ("text", "other"),
    [("Then Maria and Tendai met us.", "Maria"), ("Then Tendai & Maria met us.", "Maria")],
)
def test_a_forename_beside_a_private_person_is_private(text, other):
    assert "public" not in judged(text, **{"Tendai": "private", other: "public"})
    assert "public" in judged(text.replace("&", ",").replace(" and ", ", "), Tendai="private",
                              **{other: "public"})  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "We went to a demonstration against Okan.",
        "The supporters of Okan sang.",
        "They voted for Okan again.",
        "The government of Okan fell.",
        "The fans of Okan were loud.",
    ],
)
def test_who_is_named_as_people_of_power_are_is_no_student(text):
    assert judged(text, Okan="student") == ["private"]
    assert judged("Then Okan came along.", Okan="student") == ["student"]


@pytest.mark.parametrize(
    ("text", "people", "hidden"),
    [
        ("Then Tendai, Maria and Olga met us.", ("Tendai", "Maria", "Olga"), True),
        ("Then Maria, Olga, and Tendai met us.", ("Tendai", "Maria", "Olga"), True),
        ("Then 'Tendai', 'Ben' and 'Maria' met.", ("Tendai", "Ben", "Maria"), True),
        ("Then Tendai left. Maria and Olga met us.", ("Tendai", "Maria", "Olga"), False),
    ],
)
def test_one_who_is_hidden_speaks_for_an_enumeration(text, people, hidden):
    roles = dict.fromkeys(people, "public") | {"Tendai": "private"}
    assert ("public" in judged(text, **roles)) is not hidden


def test_who_is_told_by_the_form_is_private():
    text = 'Then Tendai "Tino" Okan came.'
    assert judged(text, **{'Tendai "Tino" Okan': "public"}) == ["private"]
    for source in ("names.quoted", "names.spelt", "rules.field"):
        assert judged("Then Okan came.", source, Okan="public") == ["private"]
    assert judged("Then Okan came.", Okan="public") == ["public"]
