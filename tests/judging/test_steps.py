"""The steps of the judge, one by one: what each does is gone where the config drops it."""

from dataclasses import replace

import numpy as np
import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.core.spans import PiiSpan
from spacy_hips.text.lexicon.public_figures import public_lists
from spacy_hips.who.judging.evidence import gather
from spacy_hips.who.judging.judge import Judge
from spacy_hips.who.judging.people import People
from spacy_hips.who.judging.steps import default_steps

SCORES = {"public": (0.0, 0.0, 0.0, 9.0), "private": (0.0, 0.0, 9.0, 0.0)}


def judged(text, steps, verifier=None, **people):
    """The roles of people, each with the source of its span behind a slash if it is another."""
    mentions, scores = [], []
    for i, (name, told) in enumerate(people.items()):
        role, _, source = told.partition("/")
        at = text.index(name)
        span = PiiSpan(at, at + len(name), "PERSON", 0.9, source or "ner", f"PERSON:{i}")
        mentions.append([span])
        scores.append(SCORES[role])
    evidence = gather(text, mentions, [], public_lists())
    held = People(text, mentions, [], evidence, np.array(scores, dtype="float32"))
    judge = Judge(steps=steps, verifier=verifier)
    return [verdict.role for verdict in judge(held, [], {}).verdicts]


GERMAN = (
    "Außerdem danken wir Hartwig sehr für die vielen Hinweise und für die lange Zeit, die er mit "
    "uns an dieser Arbeit verbracht hat."
)
STEPS = [
    ("other_languages", GERMAN, {"Hartwig": "public"}),
    ("companions", "Then Maria and Tendai met us.", {"Tendai": "private", "Maria": "public"}),
    ("unread", "He wrote it for Zorvan.", {"Zorvan": "public/names.quoted"}),
]


@pytest.mark.parametrize(("step", "text", "people"), STEPS)
def test_a_step_is_dropped_by_null(step, text, people):
    assert "public" not in judged(text, default_steps(), **people)
    assert "public" in judged(text, {**default_steps(), step: None}, **people)


def test_the_first_name_on_top_is_the_writer_only_with_the_step():
    text = "Rivers of the North\nZanele Mokoena\n\nWe read a book about rivers."
    people = {"Zanele Mokoena": "private"}
    assert judged(text, default_steps(), **people) == ["student"]
    assert judged(text, {**default_steps(), "author": None}, **people) == ["private"]


def test_mentions_that_may_be_others_are_parted_only_with_the_step():
    text = "Bill Gates spoke. Gates left. Will came."
    mentions = [
        [PiiSpan(a, b, "PERSON", 0.9, "ner", "PERSON:1") for a, b in ((0, 10), (18, 23), (30, 34))]
    ]
    evidence = gather(text, mentions, [], public_lists())
    people = People(text, mentions, [], evidence, np.array([SCORES["public"]] * 3, "float32"))
    kept = [v.role for v in Judge()(people, [], {}).verdicts]
    whole = Judge(steps={**default_steps(), "short_names": None})(people, [], {}).verdicts
    assert kept == ["public", "private"]
    assert [v.role for v in whole] == ["public"]


def test_a_step_of_the_users_own_sees_parted_mentions_beside_their_person():
    seen = []

    def own(judge, people, cases, verdicts):
        seen.append(
            [(case.id, verdict.places) for case, verdict in zip(cases, verdicts, strict=True)]
        )
        return [replace(verdict, reason="own") for verdict in verdicts]

    def parts(judge, people, cases, verdicts):
        (whole,) = verdicts
        return [replace(whole, places=(place,)) for place in whole.places]

    text = "Ana came. Ana left."
    mentions = [[PiiSpan(at, at + 3, "PERSON", 0.9, "ner", "PERSON:1") for at in (0, 10)]]
    evidence = gather(text, mentions, [], public_lists())
    people = People(text, mentions, [], evidence, np.array([SCORES["private"]] * 2, "float32"))
    verdicts = Judge(steps={"parts": parts, "own": own})(people, [], {}).verdicts
    assert seen == [[("PERSON:1", ((0, 3),)), ("PERSON:1", ((10, 13),))]]
    assert {verdict.reason for verdict in verdicts} == {"own"}


def test_where_a_verifier_decides_only_steps_that_give_roles_run():
    text = STEPS[1][1]
    said = judged(text, default_steps(), lambda candidates: [1.0] * len(candidates),
                  Tendai="private", Maria="public")  # fmt: skip
    assert said == ["public", "public"]


@pytest.mark.parametrize("steps", ["companions", ["companions"], {"own": 7}, {"own": int}])
def test_what_is_no_step_is_refused(steps):
    with pytest.raises(HipsError, match="E116"):
        Judge(steps=steps)


@pytest.mark.parametrize(
    ("name", "of_forename", "roles"),
    [
        ("Hannah Arendt", "private", ["public", "private"]),
        ("Hannah Arendt", "public", ["public"]),
        ("Malala Yousafzai", "private", ["public"]),  # everybody knows who is meant
    ],
)
def test_a_forename_alone_is_judged_without_the_full_name(name, of_forename, roles):
    first, last = name.split()
    text = f"{name} wrote. {last} thought. {last} spoke. {last} left. {first} sits beside me."
    starts = [0, *(i for i in range(len(text)) if text.startswith(f"{last} ", i) and i > len(name))]
    places = [(0, len(name)), *((at, at + len(last)) for at in starts[1:])]
    places.append((text.rindex(first), text.rindex(first) + len(first)))
    own = [PiiSpan(*place, "PERSON", 0.9, "ner", "PERSON:1") for place in places]
    scores = [SCORES["public"]] * (len(own) - 1) + [SCORES[of_forename]]
    evidence = gather(text, [own], [], public_lists())
    people = People(text, [own], [], evidence, np.array(scores, dtype="float32") * 3)
    judge = Judge(sharpness=0.01, threshold_listed=0.5)
    assert [verdict.role for verdict in judge(people, [], {}).verdicts] == roles
