"""B³ and the inline gold."""

import pytest

from spacy_hips.lab.evaluate.coreference import b_cubed, read_linking


def score(wanted, found):
    """Entities of the mentions 0, 1, 2, ... as strings of letters; "-" for not found."""

    def places(string):
        return {(i, i + 1): letter for i, letter in enumerate(string) if letter != "-"}

    return b_cubed([(places(wanted), places(found))])


@pytest.mark.parametrize(
    ("wanted", "found", "precision", "recall"),
    [
        ("aabb", "xxyy", 1, 1),
        ("aabb", "xxxx", 0.5, 1),
        ("aaaa", "wxyz", 1, 0.25),
        ("aab", "xxx", 5 / 9, 1),
        ("aa", "x-", 1, 0.25),
        ("a-", "xx", 0.25, 1),
    ],
)
def test_b_cubed_by_hand(wanted, found, precision, recall):
    result = score(wanted, found)
    assert result.precision == pytest.approx(precision)
    assert result.recall == pytest.approx(recall)


def test_gold_is_read_from_inline_marks():
    case = read_linking("{[Ana|1] and [Leo|2]} wrote to [x@y.org|EMAIL 1]. [Ma¦ria|3]")
    assert case.text == "Ana and Leo wrote to x@y.org. Maria"
    assert [(s.start, s.end, s.label) for s in case.found] == [
        (0, 11, "PERSON"),
        (21, 28, "EMAIL"),
        (30, 32, "PERSON"),
        (32, 35, "PERSON"),
    ]
    assert case.wanted == {(0, 3): "1", (8, 11): "2", (21, 28): "1", (30, 35): "3"}
