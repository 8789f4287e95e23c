"""Short names that may be somebody else's than the full name's."""

import pytest

from spacy_hips.who.judging.short_names import forenames_alone, may_be_others


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


@pytest.mark.parametrize(
    ("names", "alone"),
    [
        (["Hannah Arendt", "Arendt", "Hannah"], [False, False, True]),
        (["Alfred Nobel", "Alfreds"], [False, True]),
        (["Anton Wilhelm Amo", "Amo", "Wilhelm"], [False, False, False]),
        (["Chen Ning Yang", "Chen"], [False, False]),  # rather a surname
        (["Malala", "Malala"], [False, False]),  # no full name
    ],
)
def test_the_forename_alone_of_whom_others_name_in_full(names, alone):
    assert forenames_alone(names) == alone
