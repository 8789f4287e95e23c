"""Who sent the messages of a messenger."""

import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.find.names.passes.senders import Senders
from spacy_hips.text.lexicon.words import Lexicon
from spacy_hips.text.page.page import Page

LEXICON = Lexicon()


def senders(text, *spans):
    return Senders()(Page(text), list(spans), LEXICON)


@pytest.mark.parametrize(
    "line",
    [
        "[12:01, 3/4/2023] ~ Lerato\U0001f338: who has q4",
        "[3/4/23, 12:01:07 PM] Lerato: who has q4",
        "3/4/2023, 12:01 - Lerato (Maths): who has q4",
        "03.04.23, 9:15 am - lerato: who has q4",
    ],
)
def test_who_sent_a_message_with_its_time_is_somebody(line):
    """An emoji behind the name hid it from the finder."""
    spans = senders(f"Our chat\n{line}\n")
    assert [line[s.start - 9 : s.end - 9].lower() for s in spans] == ["lerato"]


@pytest.mark.parametrize(
    "line",
    [
        "[12:01, 3/4/2023] You: yes",
        "[12:01, 3/4/2023] +27 82 555 0143: yes",
        "[see p. 12] Method: yes",
        "3/4/2023, 12:01 - Lerato joined using a link",
        "[1:15] Note: stop here",
    ],
)
def test_other_lines_with_a_time_tell_nobody(line):
    assert senders(line) == []


def test_time_is_linear_in_lines(linear):
    linear(lambda times: senders("[12:01, 3/4/2023] Ana: yes\n" * times), 300)


def test_a_date_gives_way_to_a_sender_and_an_address_does_not():
    text = "[12:01] April: yes"
    assert senders(text, PiiSpan(8, 13, "DATE"))[0].label == "PERSON"
    assert senders(text, PiiSpan(8, 13, "EMAIL"))[0].label == "EMAIL"
