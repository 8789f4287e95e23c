"""Members of a group are named by their initials once one of them was found so."""

import pytest

from spacy_hips.names.passes.initials import names_by_initials
from spacy_hips.spans import PiiSpan

TEAM = "Team: Aoife Byrne, Kofi A. Mensah and Li Wei\n"


def spans(text, *names):
    return [PiiSpan(text.index(n), text.index(n) + len(n), "PERSON", 0.9, "ner") for n in names]


def found(text, *names):
    told = names_by_initials(text, spans(text, "Aoife Byrne", "Kofi A. Mensah", "Li Wei", *names))
    return [text[span.start : span.end] for span in told]


@pytest.mark.parametrize(
    ("line", "others"),
    [
        ("AB wrote the review, KM built it, LW tested.", ["KM", "LW"]),
        ("AB and KAM met.", ["KAM"]),
        ("AB met in KMX with KM2 and U.KM.", []),  # parts of something longer
        ("AB asked XY.", []),  # nobody's
    ],
)
def test_initials_of_others_are_names_beside_found_ones(line, others):
    assert found(TEAM + line, "AB") == others


def test_initials_alone_are_no_names():
    """What "LW" is nobody knows unless the text is seen to name people so."""
    assert found(TEAM + "LW was measured.") == []
