"""Which judge is taken: nobody who was hidden may be left, and ties go to hiding."""

from __future__ import annotations

import numpy as np
import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.lab.corpus.render import Mark
from spacy_hips.lab.corpus.roles import RoleText
from spacy_hips.lab.training import choose_judge
from spacy_hips.lab.training.arrived import Arrived
from spacy_hips.lab.training.choose_judge import Candidate, Choice, Thresholds, Wish
from spacy_hips.text.lexicon.public_figures import public_lists
from spacy_hips.who.judging.judge import Judge
from spacy_hips.who.judging.people import People

OLD, NEW = "as it was", "learnt"


def text(role: str) -> Arrived:
    """Somebody who is judged by the context alone."""
    body = "Then, in the third week of the course, Okafor came along and helped us draw it."
    start = body.index("Okafor")
    people = People.of(
        body, 0, [PiiSpan(start, start + 6, "PERSON", 1.0, id="PERSON:1")], public_lists()
    )
    row = RoleText("1", body, (Mark(start, start + 6, "", role, "a"),))
    return Arrived(row, people, None, {})


def scores(*public: float, student: float = 0.0) -> list[np.ndarray]:
    """What gives some probabilities of being public, and of what is left a share of students."""
    rows = [[(1 - p) * student, 0.0, (1 - p) * (1 - student), p] for p in public]
    return [np.log(np.maximum([row], 1e-9)).astype("float32") for row in rows]


def choose(own, probe, candidates, wish=Wish(), **settings):  # noqa: B008
    """The judge of before keeps from .9 on."""
    judge = Judge(**{"threshold_public": 0.9, "threshold_sure": 0.9, **settings})
    made = [Candidate(name, scores(*mine), scores(*theirs)) for name, (mine, theirs) in candidates]
    chosen = Choice(judge, own, probe, wish)(made)
    assert Thresholds.of(judge) == Thresholds(0.9, 0.9)  # it is set by who takes the choice
    return chosen


OWN = [text("private"), text("public")]
PROBE = [text("private")]
CASES = {
    "who learnt to keep more is taken": (((0.1, 0.8), (0.1,)), ((0.1, 0.95), (0.1,)), NEW, 0.9),
    "equals leave it as it was": (((0.1, 0.95), (0.1,)), ((0.2, 0.99), (0.1,)), OLD, 0.9),
    "no better": (((0.1, 0.95), (0.1,)), ((0.1, 0.5), (0.1,)), OLD, 0.9),
    "one's own are left": (((0.1, 0.8), (0.1,)), ((0.99, 0.98), (0.1,)), OLD, 0.9),
    "those of the shipped texts are left": (((0.1, 0.8), (0.1,)), ((0.1, 0.96), (0.97,)), OLD, 0.9),
    "a higher threshold hides them": (((0.1, 0.8), (0.1,)), ((0.92, 0.99), (0.1,)), NEW, 0.93),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_nobody_is_left_for_what_was_learnt(case):
    old, new, taken, threshold = CASES[case]
    chosen = choose(OWN, PROBE, [(OLD, old), (NEW, new)])
    assert (chosen.candidate.name, chosen.thresholds.public) == (taken, threshold)
    assert chosen.after.left <= chosen.before.left
    assert len(chosen.after.kept) >= len(chosen.before.kept)


def test_who_was_left_before_need_not_be_hidden():
    new = ((0.95, 0.95), (0.95,))
    chosen = choose(OWN, PROBE, [(OLD, ((0.95, 0.8), (0.95,))), (NEW, new)])
    assert (chosen.candidate.name, chosen.refused) == (NEW, {})


def test_what_was_refused_is_told():
    chosen = choose(OWN, PROBE, [(OLD, ((0.1, 0.8), (0.1,))), (NEW, ((0.99, 0.98), (0.97,)))])
    assert chosen.refused == {NEW: 1}


@pytest.mark.parametrize(("least", "threshold"), [(60, 0.9), (1, 0.7)])
def test_a_threshold_falls_only_where_many_are_private(monkeypatch, least, threshold):
    monkeypatch.setattr(choose_judge, "LEAST_NAMES", least)
    chosen = choose(OWN, PROBE, [(OLD, ((0.1, 0.75), (0.1,)))])
    assert chosen.thresholds.public == threshold


@pytest.mark.parametrize(("wish", "threshold"), [(Wish(), 0.8), (Wish(keep_public=1.0), 0.7)])
def test_a_threshold_stops_one_step_before_it_leaves_somebody(monkeypatch, wish, threshold):
    """At .6 the private one, of .65, would be left; a wish goes as far as nobody is."""
    monkeypatch.setattr(choose_judge, "LEAST_NAMES", 1)
    own = [text("private"), text("public"), text("public")]
    chosen = choose(own, PROBE, [(OLD, ((0.65, 0.82, 0.72), (0.1,)))], wish)
    assert chosen.thresholds.public == threshold


PUBLIC = [text("private"), *(text("public") for _ in range(4))]
WISHES = {
    "the highest that keeps so many": (Wish(keep_public=0.5), 0.85, 2),
    "nearly all": (Wish(keep_public=0.9), 0.6, 4),
    "hides as many, and keeps the most of that": (Wish(hide_private=1.0), 0.6, 4),
}


@pytest.mark.parametrize("case", WISHES)
def test_a_wish_chooses_the_threshold(case, monkeypatch):
    wish, threshold, kept = WISHES[case]
    monkeypatch.setattr(choose_judge, "LEAST_NAMES", 1)
    old = ((0.1, 0.92, 0.88, 0.72, 0.65), (0.1,))
    chosen = choose(PUBLIC, PROBE, [(OLD, old)], wish)
    assert (chosen.thresholds.public, len(chosen.after.kept)) == (threshold, kept)
    assert [done for done, _ in wish.reached(chosen.after)] == [True]


def test_a_wish_that_cannot_be_reached_without_leaving_somebody_is_told(monkeypatch):
    monkeypatch.setattr(choose_judge, "LEAST_NAMES", 1)
    wish = Wish(keep_public=1.0)
    old = ((0.1, 0.92, 0.88, 0.72, 0.3), (0.71,))
    chosen = choose(PUBLIC, PROBE, [(OLD, old)], wish)
    assert (chosen.thresholds.public, len(chosen.after.kept)) == (0.85, 2)
    told = "public mentions kept: 0.500 (95 %: 0.068 to 0.932), 1.0 wanted"
    assert wish.reached(chosen.after) == [(False, told)]


def test_a_share_of_nobody_is_not_reached():
    chosen = choose(PROBE, PROBE, [(OLD, ((0.1,), (0.1,)))], Wish(keep_public=0.9))
    assert Wish(keep_public=0.9).reached(chosen.after) == [
        (False, "public mentions kept: 0.9 wanted, and none is labelled")
    ]


def test_a_share_of_the_hidden_raises_the_threshold():
    old = ((0.92, 0.95), (0.1,))
    chosen = choose(OWN, PROBE, [(OLD, old)], Wish(hide_private=1.0))
    assert (chosen.thresholds.public, len(chosen.after.left)) == (0.93, 0)
    assert len(chosen.after.kept) == 1
