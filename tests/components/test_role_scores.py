"""Shares of persons told rightly, and the threshold that keeps the private ones hidden."""

import pytest
import spacy
from spacy.training import Example

from spacy_hips import PiiSpan, write_group
from spacy_hips.components.scoring.role_scores import (
    kept_at,
    score_roles,
    threshold_for,
    trusted_from,
)
from spacy_hips.who.judging.verdicts import Verdict, keep_verdicts, read_verdicts

TEXT = "Ana met Ben and Kant at www.ana.example and www.who.int"


def verdict(name, role, public=None, label=None):
    start = TEXT.index(name)
    public = (1.0 if role == "public" else 0.0) if public is None else public
    row = (1 - public, 0.0, 0.0, public)
    return Verdict("", label or "PERSON", role, row, "context", ((start, start + len(name)),))


def example(verdicts, gold, urls=(), **data):
    nlp = spacy.blank("en")
    predicted, reference = nlp.make_doc(TEXT), nlp.make_doc(TEXT)
    keep_verdicts(predicted, verdicts)
    places = {name: (TEXT.index(name), TEXT.index(name) + len(name)) for name, _ in [*gold, *urls]}
    write_group(reference, "roles", [PiiSpan(*places[n], label) for n, label in gold])
    write_group(reference, "url_roles", [PiiSpan(*places[n], label) for n, label in urls])
    reference.user_data.update(data)
    return Example(predicted, reference)


def scores(*examples):
    return score_roles(examples, "roles", "roles_masked", "url_roles")


GOLD = [("Ana", "NAME_STUDENT"), ("Ben", "NAME_PRIVATE"), ("Kant", "PERSON")]


def test_what_is_hidden_and_kept_is_counted_by_person():
    found = scores(
        example(
            [verdict("Ana", "student"), verdict("Ben", "public"), verdict("Kant", "public")], GOLD
        )
    )
    assert found["roles_private_r"] == 0.5
    assert found["roles_public_r"] == 1.0
    assert found["roles_student_f"] == 1.0
    assert found["roles_nobody_r"] is None


def test_a_private_person_told_as_a_student_costs_precision_only():
    found = scores(example([verdict("Ana", "student"), verdict("Ben", "student")], GOLD))
    assert found["roles_private_r"] == 1.0
    assert (found["roles_student_p"], found["roles_student_r"]) == (0.5, 1.0)


def test_where_only_private_or_public_is_known_students_are_not_counted():
    one = example([verdict("Ana", "student")], GOLD, hips_roles_binary=True)
    assert scores(one)["roles_student_p"] is None
    assert scores(one)["roles_private_r"] == 1.0


def test_nobodies_are_counted_where_gold_is_complete():
    one = example([verdict("who", "public")], GOLD, hips_roles_complete=True)
    assert scores(one)["roles_nobody_r"] == 1.0
    assert scores(one)["roles_public_r"] is None


def test_web_addresses_are_counted():
    one = example(
        [verdict("www.ana.example", "public", label="URL_PERSONAL"),
         verdict("www.who.int", "public", label="URL_PERSONAL")],
        [],
        [("www.ana.example", "URL_PERSONAL"), ("www.who.int", "OTHER")],
    )  # fmt: skip
    assert scores(one)["urls_private_r"] == 0.0
    assert scores(one)["urls_public_r"] == 1.0


def test_no_example_gives_no_figure():
    assert set(scores().values()) == {None}


def test_the_threshold_hides_the_share_that_is_asked():
    private = [i / 100 for i in range(100)]
    threshold = threshold_for(private, 0.99)
    assert sum(value < threshold for value in private) == 99
    assert sum(value < threshold_for(private, 1.0) for value in private) == 100
    assert threshold_for([], 0.99) == 0.0


def test_few_private_persons_are_all_hidden():
    """One of three is more than a hundredth."""
    assert threshold_for([0.1, 0.5, 0.6], 0.99) > 0.6


@pytest.mark.parametrize(
    "private, public, lowest",
    [
        ([0.2, 0.6, 0.65], [0.5, 0.7, 0.9], 0.7),  # at .65 one of three would be private
        ([0.2, 0.6], [0.3, 0.7, 0.7, 0.7], 0.3),  # one of five may be, two of six not
        ([0.7], [0.7] * 2, 2.0),  # who has the same probability is kept, too
        ([0.9], [0.5] * 5, 0.5),  # one at the top, and enough below
        ([], [0.4], 0.4),
        ([0.4], [], 2.0),
        ([], [], 2.0),
    ],
)
def test_from_the_threshold_on_few_of_those_kept_are_private(private, public, lowest):
    threshold = trusted_from(private, public, 0.25)
    assert threshold == lowest or 1 < threshold < lowest


def test_the_share_of_public_persons_kept_so():
    assert kept_at([0.1, 0.5], [0.4, 0.6, 0.9, 0.95]) == pytest.approx(0.75)
    assert kept_at([0.1], []) is None


def test_verdicts_survive_on_the_document():
    doc = spacy.blank("en").make_doc(TEXT)
    assert read_verdicts(doc) == []
    given = [verdict("Ana", "student"), verdict("Kant", "public")]
    keep_verdicts(doc, given)
    again = spacy.tokens.Doc(doc.vocab).from_bytes(doc.to_bytes())
    assert read_verdicts(again) == given
    assert [v.kept for v in given] == [False, True]
