"""Short names that may be somebody else's than the full name's."""

import pytest

from spacy_hips.who.judging.short_names import may_be_others


@pytest.mark.parametrize(
    ("names", "others"),
    [
        (["Bill Gates", "Gates", "Will"], [False, False, True]),
        (["Kiyoo Mogi", "K.", "Mogi"], [False, True, False]),
        (["Alexandra Okri", "alex"], [False, True]),
        (["Alex Okri", "Alex"], [False, False]),
        (["J. K. Okri", "J. K.", "K."], [False, False, False]),  # the full name holds the initial
        (["Okri", "O."], [False, False]),  # no full name
        (["Martin Luther King", "MLK"], [False, False]),
    ],
)
def test_an_initial_or_a_short_form_that_no_full_name_holds(names, others):
    assert may_be_others(names) == others
