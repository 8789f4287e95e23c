"""Names behind a title or a relative, which are words beyond that."""

import pytest

from spacy_hips.lexicon.words import Lexicon
from spacy_hips.names.passes.announced import SCORE, titled_names
from spacy_hips.spans import PiiSpan

LEXICON = Lexicon()


def titled(text, *found):
    """What is added beside the found names."""
    spans = [PiiSpan(text.index(name), text.index(name) + len(name), "PERSON") for name in found]
    return [text[s.start : s.end] for s in titled_names(text, spans, LEXICON)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The teacher, Mrs. He, noticed it.", ["He"]),
        ("Ms. To\nConnor opened the meeting.", ["To"]),
        ("ask Mr Will or Mrs.Hope", ["Will", "Hope"]),
        ("ask Mr.~Will, mrs.~hope or Dr.~Ngozi", ["Will", "hope", "Ngozi"]),  # in LaTeX
        ("Mx. Zyxq came", ["Zyxq"]),
        ("with mister Guy, dr.okafor and ms. hill.", ["Guy", "okafor", "hill"]),
        ("Professor Okafor, Dr Okafor", ["Okafor", "Okafor"]),
        ("you should ask my aunt faith. she knows", ["faith"]),
        ("I told my mentor Honey afterwards", ["Honey"]),
        ("our brother Will, who", ["Will"]),
        ("my aunt Hope's house, Mrs. He’s and Mrs. O'Hope", ["Hope", "He", "O'Hope"]),
        ("Well said, Guy! I would add", ["Guy"]),
        ("Good night, Will\nSee you", ["Will"]),
        ("Tutor: good night Faith\nStudent: Grace, thank you", ["Faith", "Grace"]),
        ("caught by To, pinned by Do. It was Will's", ["To", "Do", "Will"]),
        ("for days. Will says her tablets", ["Will"]),
        ("with Nurse Grace, Uncle Will and Miss Hope", ["Grace", "Will", "Hope"]),
        ("as it was.\n\nHoney, thank you for the advice!", ["Honey"]),
        ("screens. Will played the computer; Will left", ["Will", "Will"]),
        ("talk to my aunt \nfaith. she", ["faith"]),  # broken for the length of the line
        ("Presented by, dz\n\nI have been", ["dz"]),
        ("the law. TA: Grace.", ["Grace"]),
        ("prefer not to say (but ok it's Quan).", ["Quan"]),
        ("hello, this is Amara, from Lagos", ["Amara"]),
        ("I'm Joy.", ["Joy"]),
        ("Madam Peace, tannie Bets, aunt H'Wiu", ["Peace", "Bets", "H'Wiu"]),
        ("Mukoma Love said", ["Love"]),
        ("I am May and I live here", ["May"]),
        ("TA: Grace\nMentor: Hope", ["Grace", "Hope"]),
        ("heute hat Frau Schröder mich gelobt", ["Schröder"]),
        ("Reviewed by: hope\nPartner: faith", ["hope", "faith"]),
        (
            "a pupil called Monday and a quiet man whom everyone calls Liberty",
            ["Monday", "Liberty"],
        ),
        ("The baby, Drew, slept; and one, Grace, asked", ["Drew", "Grace"]),
        ("not the professor but the guest\nspeaker, Will, gave", ["Will"]),
        ("At 49, Grant was the only one.", ["Grant"]),
        ("every Sunday Honey and I ate them with me and Joy.", ["Honey", "Joy"]),
    ],
)
def test_behind_a_title_words_are_names(text, names):
    assert titled(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "Mr. President, may I",  # an office
        "Mr. and Mrs. and so on",
        "as ms word does, the mr. chair",
        "Mr. Chair",  # an ordinary word that nobody is called
        "a Ms. to read",  # small letters
        "the Coach House, a Nurse Practitioner, Dear Sir To whom, Miss And",
        "HMrs. He",  # the end of another word
        "Professor Emeritus",
        "my friend will come",  # no mark behind it
        "Will proceed, Will need, Will go",
        "Presented by, me\n",
        "Student: hope\nTutor: faith\n",
        "Name: hope not\n",
        "between its Quan, Sunni and others",
        "It's Hope. I'm Late. This is Kenya, and it's June. I'm Christian, I'm Irish.",
        "Teacher: Good.\nTeacher: Grace under pressure\nTeacher: Well.",
        "Project name: dz\n",
        "my best friend ever.",
        "my brother too, my sister alone.",
        "my mentor Will Smith Ltd",  # something longer
        "our teacher Training",
        "Hello World! Hello April! Dear God, Dear Sir,",
        "Thank you Grace Church",
        "Well, thank you. So, please",
        "Hello World! Thanks All, Hi There\nWell, thanks. Hey Man\nThanks Mom",
        "thank you lovely! bless her dear heart, thanks grace",  # small letters tell too little
        "To, or not To be. Free Will, the strength of Will.",
        "What To Do, and So on",
        "a man called Kenya, a child called Early, a cook called Hope Church",
        "The baby, Well, slept. At 49, Somebody was. At 10, Kenya was",
        "between the Church and I, me and Somebody, me and Hope Church",
        "Will you? Will Ana say so? The Will is strong, Free Will was not, Will power",
    ],
)
def test_what_is_no_name_stays(text):
    assert titled(text) == []


def test_a_name_that_was_found_is_not_found_again():
    assert titled("Mr. Will and Mrs. Hope", "Will") == ["Hope"]


def test_they_are_names_with_a_score_of_their_own():
    (span,) = titled_names("Mrs. He", [], LEXICON, "mine")
    assert (span.label, span.score, span.source) == ("PERSON", SCORE, "mine")
