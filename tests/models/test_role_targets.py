"""What gold roles teach about the persons that a pipeline found."""

import numpy as np
import pytest

from spacy_hips import PiiSpan
from spacy_hips.find.models.pooling import pool
from spacy_hips.find.models.role_classifier import Mentions
from spacy_hips.who.judging.role_lessons import Lesson, loss_of
from spacy_hips.who.judging.role_targets import NOBODY, RoleGold, targets

STUDENT, INSTRUCTOR, PRIVATE, PUBLIC = np.eye(4).tolist()
HIDDEN, ANYTHING = [1, 1, 1, 0], [1, 1, 1, 1]


def gold(*spans, masked=(), **settings):
    return RoleGold(
        [PiiSpan(start, end, label) for start, end, label in spans],
        [PiiSpan(start, end, "PERSON") for start, end in masked],
        **settings,
    )


def taught(people, labels):
    found = targets(people, labels)
    return found.mentions.tolist(), found.people.tolist(), found.kinds


def test_a_mention_is_taught_what_overlaps_it():
    """The pipeline's borders need not be the gold's."""
    mentions, people, kinds = taught(
        [[(0, 8)], [(20, 30)]], gold((3, 12, "NAME_STUDENT"), (19, 25, "PERSON"))
    )
    assert mentions == people == [STUDENT, PUBLIC]
    assert kinds == ("student", "public")


def test_mentions_that_only_touch_do_not_overlap():
    assert taught([[(0, 3)]], gold((3, 12, "NAME_STUDENT")))[2] == ("",)


def test_what_gold_does_not_know_teaches_nothing():
    assert taught([[(0, 3)]], gold()) == ([ANYTHING], [ANYTHING], ("",))


def test_where_gold_is_complete_an_unknown_name_is_nobodys():
    assert taught([[(0, 3)]], gold(complete=True)) == ([PUBLIC], [PUBLIC], (NOBODY,))


def test_where_all_students_are_marked_an_unknown_name_is_no_students():
    """Whether it is public or private stays open: it teaches neither, and is not counted."""
    others = [0, 1, 1, 1]
    settings = gold(unmarked=("instructor", "private", "public"))
    assert taught([[(0, 3)]], settings) == ([others], [others], ("",))


def test_a_mention_more_of_a_known_person_teaches_nothing():
    """Gold may lack a repetition that was propagated: it is no other person."""
    mentions, people, _ = taught([[(0, 3), (9, 12)]], gold((0, 3, "NAME_PRIVATE"), complete=True))
    assert mentions == [PRIVATE, ANYTHING]
    assert people == [PRIVATE]


def test_doubtful_places_teach_nothing():
    mentions, people, kinds = taught([[(0, 3)]], gold(masked=[(0, 3)], complete=True))
    assert (mentions, people, kinds) == ([ANYTHING], [ANYTHING], ("",))


def test_a_person_in_doubt_is_never_taught_as_public():
    labels = gold((0, 3, "PERSON"), masked=[(9, 12)])
    mentions, people, _ = taught([[(0, 3), (9, 12)]], labels)
    assert mentions == [PUBLIC, ANYTHING]
    assert people == [ANYTHING]


def test_persons_wrongly_linked_are_private_as_a_whole():
    labels = gold((0, 3, "PERSON"), (9, 12, "NAME_STUDENT"))
    mentions, people, kinds = taught([[(0, 3), (9, 12)]], labels)
    assert mentions == [PUBLIC, STUDENT]
    assert people == [STUDENT]
    assert kinds == ("student",)


def test_binary_gold_allows_every_private_role():
    labels = gold((0, 3, "NAME_PRIVATE"), (9, 12, "PERSON"), binary=True)
    mentions, people, kinds = taught([[(0, 3)], [(9, 12)]], labels)
    assert mentions == people == [HIDDEN, PUBLIC]
    assert kinds == ("private", "public")


def test_a_mention_over_private_and_public_gold_is_private():
    labels = gold((0, 3, "PERSON"), (4, 9, "NAME_INSTRUCTOR"))
    assert taught([[(0, 9)]], labels)[0] == [INSTRUCTOR]


# The loss


def lesson(people, labels, weight=1.0):
    counts = np.array([len(own) for own in people], dtype=int)
    mentions = Mentions(None, np.zeros((counts.sum(), 2), "int32"), np.zeros((counts.sum(), 1)))
    return Lesson(mentions, counts, targets(people, labels), weight)


def test_the_gradient_is_that_of_small_changes():
    chance = np.random.default_rng(3)
    labels = gold((0, 3, "NAME_STUDENT"), (9, 12, "NAME_PRIVATE"), (20, 23, "PERSON"), binary=True)
    one = lesson([[(0, 3), (9, 12)], [(20, 23)], [(30, 33)]], labels, weight=0.5)
    scores = chance.normal(size=(4, 4))
    _, (found,) = loss_of([one], [scores], 2.0)
    step = 1e-4
    for place in np.ndindex(scores.shape):
        sides = []
        for sign in (1, -1):
            moved = scores.copy()
            moved[place] += sign * step
            sides.append(loss_of([one], [moved], 2.0)[0])
        slope = (sides[0] - sides[1]) / (2 * step)
        assert found[place] == pytest.approx(slope / one.taught, abs=2e-3)


def test_a_story_counts_as_much_as_a_byline():
    """25 mentions of one person weigh as one does."""
    one = lesson([[(0, 3)]], gold((0, 3, "NAME_STUDENT")))
    places = [(10 * i, 10 * i + 3) for i in range(25)]
    many = lesson([places], gold(*((s, e, "NAME_STUDENT") for s, e in places)))
    losses = [loss_of([x], [np.zeros((len(x.person), 4))], 2.0)[0] for x in (one, many)]
    assert losses[0] == pytest.approx(losses[1])


def test_what_hard_evidence_decides_is_no_matter_of_the_threshold():
    """Where a threshold is chosen, who has a byline is hidden already."""
    nothing = targets([], RoleGold([], []))
    lesson = Lesson(None, np.array([1, 1, 1]), nothing, ruled=np.array([0.0, np.nan, 1.0]))
    assert lesson.decided(np.array([0.9, 0.9, 0.9])).tolist() == [0.0, 0.9, 1.0]
    left = Lesson(None, np.array([1]), nothing)
    assert left.decided(np.array([0.9])).tolist() == [0.9]


def test_a_document_without_persons_teaches_nothing():
    loss, (gradient,) = loss_of([lesson([], gold())], [np.zeros((0, 4))], 2.0)
    assert loss == 0
    assert gradient.shape == (0, 4)


def test_pooled_scores_are_probabilities_of_the_roles():
    scores = np.random.default_rng(0).normal(size=(5, 4))
    pooled, _ = pool(scores, np.array([0, 0, 1, 1, 1]), 2.0)
    assert pooled.shape == (2, 4)
    assert not pooled[:, 3].any()
