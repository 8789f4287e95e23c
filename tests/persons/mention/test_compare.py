"""When two words of names are one."""

import pytest

from spacy_hips.text.lexicon.tables import name_tables
from spacy_hips.who.persons.mention.compare import misspelt, slip


def test_slips():
    assert slip("micheal", "michael") == 1
    assert slip("anna", "ana") == 1
    assert slip("garcia", "lopez") == 3


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("wozniack", "wozniak", True),
        ("phillip", "fillip", True),
        ("maria", "mario", False),
        ("maria", "marie", False),
        ("ana", "ann", False),
    ],
)
def test_a_slip_is_no_other_name(a, b, same):
    assert misspelt(a, b, name_tables()) is same
