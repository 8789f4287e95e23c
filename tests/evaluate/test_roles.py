"""Figures about roles: by mention, person and document, and what was replaced for nothing."""

from __future__ import annotations

import json

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.core.spans import Replacement
from spacy_hips.lab.evaluate.gold import read_gold, with_roles
from spacy_hips.lab.evaluate.roles import (
    RoleFigures,
    RoleMention,
    Roles,
    read_role_fields,
    role_lines,
    score_roles,
)

TEXT = "By Ana Silva. Newton fell on Bo, Silva and Newton saw. Heading One"
#       0123456789012345678901234567890123456789012345678901234567890123456


def done(*places: tuple[int, int], label: str = "NAME_STUDENT", action: str = "surrogate"):
    return [Replacement(s, e, s, e, label, "PERSON:1", action, "x") for s, e in places]


def roles() -> Roles:
    return Roles(
        (
            RoleMention(3, 12, "student"),
            RoleMention(14, 20, "public"),
            RoleMention(29, 31, "private"),
            RoleMention(33, 38, "student"),
            RoleMention(43, 49, "public"),
        ),
        ((55, 66),),
    )


def test_figures_about_roles_by_hand():
    """Silva's second mention and Newton's first go wrong, so both persons do."""
    rates = score_roles(TEXT, roles(), done((3, 12), (14, 20), (29, 31), (60, 66)))
    assert rates["private_hidden"] == (2, 3)
    assert rates["student_hidden"] == (1, 2)
    assert rates["other_hidden"] == (1, 1)
    assert rates["private_persons"] == (1, 2)
    assert rates["private_documents"] == (0, 1)
    assert rates["private_recall"] == (2 / 3, 1)
    assert rates["public_kept"] == (1, 2)
    assert rates["public_persons"] == (0, 1)
    assert rates["not_names_untouched"] == (0, 1)
    assert rates["extra_names"] == (1, pytest.approx(0.013))
    assert "instructor_hidden" not in rates


def test_hidden_is_every_letter_and_untouched_is_none():
    one = Roles((RoleMention(3, 12, "student"), RoleMention(14, 20, "public")))
    part = score_roles(TEXT, one, done((3, 11), (14, 15)))
    assert part["private_hidden"] == (0, 1)
    assert part["public_kept"] == (0, 1)
    assert score_roles(TEXT, one, done((3, 6), (7, 12)))["private_hidden"] == (1, 1)


def test_what_was_only_marked_was_not_replaced():
    rates = score_roles(TEXT, roles(), done((3, 12), (60, 66), action="mark"))
    assert rates["private_hidden"] == (0, 3)
    assert rates["extra"] == (0, pytest.approx(0.013))


def test_doubtful_mentions_count_nowhere():
    """But a replacement of one is not one without a name."""
    doubtful = Roles((RoleMention(3, 12, "student", doubt=True),))
    rates = score_roles(TEXT, doubtful, done((3, 12)))
    assert set(rates) == {"extra_names", "extra"}
    assert rates["extra_names"][0] == 0


def test_other_identifiers_are_no_names():
    rates = score_roles(TEXT, Roles(), done((55, 62), label="EMAIL"))
    assert (rates["extra"][0], rates["extra_names"][0]) == (1, 0)


def test_given_persons_are_not_linked_anew():
    """Two mentions of one name may be two persons where the gold says so."""
    two = Roles((RoleMention(14, 20, "private", "a"), RoleMention(43, 49, "private", "b")))
    assert score_roles(TEXT, two, done((14, 20)))["private_persons"] == (1, 2)
    one = Roles((RoleMention(14, 20, "private"), RoleMention(43, 49, "private")))
    assert score_roles(TEXT, one, done((14, 20)))["private_persons"] == (0, 1)


def test_documents_are_added_up_and_resampled():
    good = score_roles(TEXT, roles(), done((3, 12), (29, 31), (33, 38)))
    bad = score_roles(TEXT, roles(), [])
    figures = RoleFigures([good, bad, {}])
    assert figures.rates["private_hidden"] == (3, 6)
    assert figures.values["private_documents"] == 0.5
    assert figures.values["private_recall"] == 0.5
    figures.resample(200, seed=1)
    low, high = figures.intervals["private_hidden"]
    assert (low, high) == (0.0, 1.0)
    again = RoleFigures([good, bad, {}])
    again.resample(200, seed=1)
    assert again.intervals == figures.intervals
    assert figures.to_json()["private_hidden"] == {
        "value": 0.5, "part": 3, "whole": 6, "interval": [0.0, 1.0],
    }  # fmt: skip
    lines = role_lines(figures)
    assert any(line.startswith("private_hidden") and "3 of 6" in line for line in lines)


def test_gold_without_roles_gives_no_figures():
    empty = RoleFigures([])
    empty.resample(10)
    assert (empty.rates, empty.to_json(), role_lines(empty)) == ({}, {}, [])


@pytest.mark.parametrize(
    "fields",
    [
        {"roles": [[0, 3, "boss", ""]]},
        {"roles": [[3, 3, "student", ""]]},
        {"roles": [[0, 99, "student", False]]},
        {"roles": [[0]]},
        {"roles": [[0, 3, "student", 5]]},
        {"not_names": [[5, 2]]},
    ],
)
def test_roles_that_cannot_be_read_are_an_error(fields):
    with pytest.raises(HipsError, match=r"E504.*Record 7"):
        read_role_fields(fields, 10, 7)


def test_roles_are_read_from_every_place():
    both = {"roles": [[0, 3, "student", "s"]], "spans": [[0, 3, "PERSON"]]}
    assert read_role_fields(both, 3, 1) == Roles((RoleMention(0, 3, "student", "s"),))
    four = {"spans": [[0, 3, "public", True]]}
    assert read_role_fields(four, 3, 1) == Roles((RoleMention(0, 3, "public", "", True),))
    assert read_role_fields({"spans": [[0, 3, "PERSON"]]}, 3, 1) is None
    assert read_role_fields({"spans": []}, 3, 1) is None
    assert read_role_fields({"not_names": [[0, 2]]}, 3, 1) == Roles((), ((0, 2),))


def test_roles_in_the_gold_are_read(tmp_path):
    path, apart = tmp_path / "gold.jsonl", tmp_path / "roles.jsonl"
    rows = [
        {"id": "a", "text": TEXT, "spans": [[3, 12, "student", False], [14, 20, "public", False]]},
        {"id": "b", "text": "Ana", "spans": [[0, 3, "NAME_STUDENT"]]},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    one, two = read_gold(str(path))
    assert one.spans == ((3, 12, "NAME_STUDENT"),)
    assert [m.role for m in one.roles.mentions] == ["student", "public"]
    assert two.roles is None
    apart.write_text(json.dumps({"id": "b", "spans": [[0, 3, "instructor", False]]}) + "\n")
    one, two = with_roles([one, two], str(apart))
    assert one.roles == Roles()
    assert two.roles == Roles((RoleMention(0, 3, "instructor"),))
    assert two.spans == ((0, 3, "NAME_STUDENT"),)
    apart.write_text("[1]\n")
    with pytest.raises(HipsError, match="E411"):
        with_roles([one, two], str(apart))
