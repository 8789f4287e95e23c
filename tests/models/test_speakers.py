"""Speakers of a chat: names in small letters that are words, in a column with others."""

from spacy_hips.models.lexicon import Lexicon
from spacy_hips.models.speakers import other_speakers
from spacy_hips.spans import PiiSpan

LEXICON = Lexicon()


def speakers(text, *names, score=0.9):
    """What is added where the names are found at the beginning of lines."""
    found, at = [], 0
    for line in text.splitlines(keepends=True):
        found += [PiiSpan(at, at + len(name), "PERSON", score, "ner") for name in names
                  if line.startswith(name)]  # fmt: skip
        at += len(line)
    return [text[s.start : s.end] for s in other_speakers(text, found, LEXICON)]


CHAT = "amara: what did you get?\ngrace: 42\namara: me too\nJoy Okafor: no\n"


def test_who_speaks_beside_found_speakers_is_somebody():
    assert speakers(CHAT, "amara") == ["grace", "Joy Okafor"]


def test_they_score_what_the_least_sure_speaker_does():
    found = [PiiSpan(0, 5, "PERSON", 0.6, "ner"), PiiSpan(35, 40, "PERSON", 0.3, "ner")]
    assert {s.score for s in other_speakers(CHAT, found, LEXICON)} == {0.3}


def test_one_line_makes_no_column():
    assert speakers("amara: hello\ngrace: 42\nhope: always\n", "amara") == []


def test_who_was_found_as_a_speaker_once_speaks_elsewhere():
    text = "grace: go on\ngrace: what is it? amara: 42 grace: good\nhope: always\n"
    found = [PiiSpan(13, 18, "PERSON", 0.6, "ner")]
    told = other_speakers(text, found, LEXICON)
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
    assert [text[s.start : s.end] for s in other_speakers(text, found, LEXICON)] == ["Grace"] * 2
