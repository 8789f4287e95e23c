"""An identifier that was found once is found wherever its characters stand again."""

import pytest

from spacy_hips import PiiSpan
from spacy_hips.who.persons.search.repeats import repeats


def found(text, original, label, score=0.8):
    start = text.index(original)
    return [
        (text[s.start : s.end], s.start, s.label, s.score)
        for s in repeats(text, [PiiSpan(start, start + len(original), label, score)])
    ]


def test_a_number_taken_for_a_section_at_first_sight():
    text = "10.20.30.40 is the address 10.20.30.40"
    spans = [PiiSpan(27, 38, "IP_ADDRESS", 0.9, "rules.ip_address", "IP_ADDRESS:1")]
    (span,) = repeats(text, spans)
    assert (span.start, span.label, span.source, span.id) == (0, "IP_ADDRESS", "repeated", "")
    assert span.score == pytest.approx(0.81)


@pytest.mark.parametrize(
    ("text", "original", "label"),
    [
        ("12345 and 123456", "12345", "ID_NUM"),  # inside another number
        ("Lopez and Lopez", "Lopez", "PERSON"),  # names are linked elsewhere
        ("1234 and 1234", "1234", "ID_NUM"),  # too short
        ("market and market", "market", "USERNAME"),  # an ordinary word
        ("1 May 2021, 1 May 2021", "1 May 2021", "DATE"),  # names nobody
    ],
)
def test_what_is_not_repeated(text, original, label):
    assert found(text, original, label) == []


def test_many_identifiers_take_linear_time():
    numbers = [f"{n:07d}" for n in range(3000)]
    text = " ".join(numbers * 2)
    spans = [PiiSpan(8 * n, 8 * n + 7, "ID_NUM", 0.8) for n in range(3000)]
    assert len(repeats(text, spans)) == 3000
