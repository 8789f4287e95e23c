"""What a name is taken for, and what is left of it."""

import pytest

from spacy_hips.names.passes.things import called_names, remainders
from spacy_hips.spans import PiiSpan


@pytest.mark.parametrize(
    ("thing", "name"),
    [
        ("Sudu Aunty", "Sudu"),
        ("Sekuru Moyo's", "Moyo"),
        ("Papa John's", ""),
        ("Aunty", ""),
        ("Acme Foods", ""),
    ],
)
def test_a_firm_that_holds_a_word_for_a_relative_is_a_person(thing, name):
    text = f"We went to {thing} house"
    [span] = called_names(text, [PiiSpan(11, 11 + len(thing), "EMPLOYER")])
    wanted = (name, "PERSON") if name else (thing, "EMPLOYER")
    assert (text[span.start : span.end], span.label) == wanted


def test_an_s_behind_an_apostrophe_is_no_remainder():
    text = "at Moyo's"
    assert remainders(text, PiiSpan(3, 9, "EMPLOYER"), 3, 7) == []
