"""Names that a form, a header or a closing asks for."""

import pytest

from spacy_hips.lexicon.words import Lexicon
from spacy_hips.names.passes.fields import names_in_person_fields
from spacy_hips.spans import PiiSpan

LEXICON = Lexicon()


def names(text, **found):
    spans = [PiiSpan(text.index(n), text.index(n) + len(n), label) for label, n in found.items()]
    done = names_in_person_fields(text, spans, LEXICON)
    return [text[s.start : s.end] for s in done if s.label == "PERSON"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Signed: Legend\n", "Legend"),
        ("- Next of kin: Comfort Low\n", "Comfort Low"),
        ("Emergency contact: Lucky, 0803 555\n", "Lucky"),
        ("Parent/Guardian: Will", "Will"),
        ("Checked by: Happy.\n", "Happy"),
        ("Posted by Sunday\n", "Sunday"),
        ("Secretary: Grace\n", "Grace"),
        ("Thanks,\nGrant\n", "Grant"),
        ("With love,\n\nLegend", "Legend"),
        ("Chance wrote:\n> hi", "Chance"),
        ("They call me Blue.", "Blue"),
        ("my name is Beauty and I", "Beauty"),
        ("This is Faith from group 2", "Faith"),
        ("Hi April,\n", "April"),
    ],
)
def test_whoever_is_asked_for_is_somebody(text, name):
    """Of 440 words like these in such places the finder left 143."""
    assert names(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "Signed: Yes\nName: Unknown\nNickname: None\nSignature: Date\n",
        "Teacher: Good\nTeacher: Excellent\n",  # what a teacher says in a chat
        "From: Monday\nPrice: 3",
        "School name: Legend\n",
        "Name: Legend of the lake\n",
        "Name: Design Thinking\nBest regards,\nYour Bank\n",
        "Thanks\nChallenge\n\nBest\nPractices",
        "I thank the team,\nGrant us time",
        "Hi Monday, you again",
    ],
)
def test_elsewhere_a_word_stays_one(text):
    assert names(text) == []


def test_a_header_has_two_lines():
    assert names("From: Grant\nTo: Beauty\n") == ["Grant", "Beauty"]
    assert names("From: Grant\nIt rained") == []


def test_a_date_gives_way_and_a_firm_does_not():
    assert names("Signed: June\n", DATE="June") == ["June"]
    assert names("Name: Legend\n", EMPLOYER="Legend") == []


def test_time_is_linear(linear):
    linear(
        lambda times: names_in_person_fields("Signed: Legend\nThanks,\n" * times, [], LEXICON), 300
    )
