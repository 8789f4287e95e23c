"""Speakers of a chat: names in small letters that are words, in a column with others."""

import pytest

from spacy_hips.lexicon.words import Lexicon
from spacy_hips.names.passes.speakers import with_speakers
from spacy_hips.spans import PiiSpan

LEXICON = Lexicon()


def speakers(text, *names, score=0.9):
    """What is added where the names are found at the beginning of lines."""
    found, at = [], 0
    for line in text.splitlines(keepends=True):
        found += [PiiSpan(at, at + len(name), "PERSON", score, "ner") for name in names
                  if line.startswith(name)]  # fmt: skip
        at += len(line)
    return [text[s.start : s.end] for s in added(text, found)]


def added(text, found):
    return [span for span in with_speakers(text, found, LEXICON) if span not in found]


CHAT = "amara: what did you get?\ngrace: 42\namara: me too\nJoy Okafor: no\n"


def test_who_speaks_beside_found_speakers_is_somebody():
    assert speakers(CHAT, "amara") == ["grace", "Joy Okafor"]


def test_they_score_what_the_least_sure_speaker_does():
    found = [PiiSpan(0, 5, "PERSON", 0.6, "ner"), PiiSpan(35, 40, "PERSON", 0.3, "ner")]
    assert {s.score for s in added(CHAT, found)} == {0.3}


def test_one_line_makes_no_column():
    assert speakers("amara: hello\ngrace: 42\nhope: always\n", "amara") == []


def test_who_was_found_as_a_speaker_once_speaks_elsewhere():
    text = "grace: go on\ngrace: what is it? amara: 42 grace: good\nhope: always\n"
    found = [PiiSpan(13, 18, "PERSON", 0.6, "ner")]
    told = added(text, found)
    assert [(s.start, text[s.start : s.end], s.score) for s in told] == [(0, "grace", 0.6)]


def test_parts_and_fields_are_no_speakers():
    text = "amara: hi\ntutor: hello\namara: my answer\nteacher: yes\nstep two: go\nhttp://x.y\n"
    assert speakers(text, "amara") == []
    assert speakers("amara: hi\nAge: 34\nDate: 3 May\namara: my answer\n", "amara") == []


def test_a_name_that_was_found_is_not_found_again():
    assert speakers(CHAT, "amara", "grace", "Joy Okafor") == []


def test_a_chat_may_have_lost_its_line_breaks():
    text = "amara: 42! Grace: how? Amara: I added. Grace: right. Joy: bye. Amara: Note: bye!"
    found = [PiiSpan(0, 5, "PERSON", 0.9, "ner"), PiiSpan(23, 28, "PERSON", 0.9, "ner"),
             PiiSpan(63, 68, "PERSON", 0.9, "ner")]  # fmt: skip
    assert [text[s.start : s.end] for s in added(text, found)] == ["Grace"] * 2


def test_who_speaks_elsewhere_is_no_date_and_no_place():
    text = "April: hi\nKarzan: 15\nApril: good\nParis: no\n"
    found = [PiiSpan(0, 5, "PERSON", 0.9, "ner"), PiiSpan(21, 26, "DATE", 0.9, "ner"),
             PiiSpan(33, 38, "LOCATION", 0.9, "ner")]  # fmt: skip
    spans = with_speakers(text, found, LEXICON)
    assert [(text[s.start : s.end], s.label) for s in spans] == [
        ("April", "PERSON"), ("April", "PERSON"), ("Paris", "LOCATION")
    ]  # fmt: skip


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
    spans = with_speakers(f"Our chat\n{line}\n", [], LEXICON)
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
    assert with_speakers(line, [], LEXICON) == []


def test_time_is_linear_in_lines(linear):
    linear(lambda times: with_speakers("[12:01, 3/4/2023] Ana: yes\n" * times, [], LEXICON), 300)


def test_who_speaks_often_is_somebody_whatever_the_word_means():
    """ "moon" and "juice" wrote a chat; its tutor is a role."""
    chat = "moon: wyd\njuice: nm\nmoon: essay\njuice: which\njuice: so\ntutor: hi\n" * 2
    assert set(speakers(chat + "tutor: bye\n", "moon")) == {"juice"}
