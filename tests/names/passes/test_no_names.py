"""What stands where names stand, and is none. A [name] in brackets is what the finder found."""

import re

import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.find.names.passes.no_names import PROOFS, make_no_names
from spacy_hips.text.lexicon.words import Lexicon
from spacy_hips.text.page.page import Page

LEXICON = Lexicon()


def left(marked, **settings):
    """What is left of the names that stand in brackets."""
    text, spans, at = "", [], 0
    for match in re.finditer(r"\[(.*?)\]", marked, re.S):
        text += marked[at : match.start()]
        spans.append(PiiSpan(len(text), len(text) + len(match[1]), "PERSON", 0.9, "ner"))
        text, at = text + match[1], match.end()
    text += marked[at:]
    return [text[s.start : s.end] for s in make_no_names(**settings)(Page(text), spans, LEXICON)]


HEADS = [
    "Q3 What is osmosis?\n[Ans]. Water moves.\nSoln: none",
    "[Ans]: 42",
    "[Ans]- It grows.\n[Ans]- It shrinks.",
    "Why is that?  [Ans]. Because of rain.",
    "[Sol]: x = 4\n[Rem]: see above",
    "[Def]. A group is a set. [Cor]. 4 follows.",
    "[UID] 20194412",
    "[SID]: 1234",
    "Student: Ana\n[DOB] 12.03.2001",
    "Remarks: [NIL]",
    "[Obs]. The water rose.",
]
LETTERS = [
    "[Section C]\nAna Ruiz",
    "[Group D]\nMosi Banda",
    "Answer: [B]\nAna Ruiz",
    "Answer - [D]",
    "She got [Grade B] in it.",
    "Okoro | Ifeoma | [B]\nDlamini | Sizwe | [A]",
    "Ifeoma\t[A]\nSizwe\t[B]",
    "The [Option C] is right",
    "[Sex F]",
    "[Student B] and [Student C] agreed.",
]
COMPOUNDS = [
    "[RoboAnalyzer] drew the arm.",
    "[SlideMaker] is free.",
    "[WordFire] was founded in 2013.",
]


SLASHED = [
    "We drove 90 km/[h].",
    "Remarks: N/[A]",
    "Fee: N/[A. NONE]. TBD",
    "We met [w]/[o] a plan.",
]
SMALL = [
    "Ms. [Peace] wants [peace].",
    "[Corinne Peace] is quiet. She likes [peace].",
    "Mr. [Cook] can [cook]!",
]
SITES = ["Thanks to [Udemy] and [edX] I passed.", "[Moodle] was slow, [Duolingo] was not."]


@pytest.mark.parametrize("text", SMALL)
def test_a_surname_is_a_word_in_small_letters(text):
    assert left(text) == re.findall(r"\[([A-Z].*?)\]", text)


@pytest.mark.parametrize("text", [*HEADS, *LETTERS, *COMPOUNDS, *SLASHED, *SITES])
def test_what_is_no_name_is_left_alone(text):
    assert left(text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[Ifeoma, A]\n[Sizwe, B]\n[Rudo, C]", ["Ifeoma", "Sizwe", "Rudo"]),
        ("[Amina, B+]\n[Kofi, A-]", ["Amina", "Kofi"]),
        ("[Ifeoma - A]\n[Sizwe - B]", ["Ifeoma", "Sizwe"]),
        ("[Katalin, group B]", ["Katalin"]),
        ("1,[Kofi,Mensah,A]\n2,[Olga,Berg,B]", ["Kofi,Mensah", "Olga,Berg"]),
        ("[Kofi\tX]\n[Olga\tO]", ["Kofi", "Olga"]),
        ("[Kofi S]/[o. Yaw Mensah] signed", ["Kofi", "Yaw Mensah"]),
        ("I am [Olga c]/o [Ana Berg].", ["Olga", "Ana Berg"]),
    ],
)
def test_a_grade_or_a_post_is_cut_off_a_name(text, names):
    found = [name.rstrip(", ") for name in left(text)]
    assert found == names


@pytest.mark.parametrize(
    "text",
    [
        "[Ans] is my aunt. I like [Ans].",
        "[Sol]: hi\n[Tendai]: hello\n[Sol]: bye",
        "[Smith, A]\n[Jones, B]",
        "Dear [K],",
        "MI: [C]",
        "[MaraKessler] wrote it.",
        "[McTell] sang.",
        "[DeShawn] and [LaToya] came.",
        "[Smith-Jones] was late.",
        "[mara] <3 [tom]",
        "[JV] is sad.",
        "[Student B. Okri] came",
        "[Xanthe] said: yes",
        "Class: [Maria Lopez]",
        "Title: [Olga Petrova]",
        "[Miro] is my friend.",
        "[J. K. Berg] and/or me",
        "my friend [Rose] and [rose]",
        "Ms. [Rose] and [Rose] call [rose]",
        "Ms. [Okonkwo], hi [okonkwo]",
    ],
)
def test_in_doubt_a_name_stays_one(text):
    assert left(text) == re.findall(r"\[(.*?)\]", text, re.S)


@pytest.mark.parametrize(("name", "text"), [("heads", "[Ans]: 42"), ("letters", "[Section C]")])
def test_a_proof_can_be_left_out(name, text):
    assert name in PROOFS
    assert left(text, without=[name]) == re.findall(r"\[(.*?)\]", text)


def test_other_identifiers_stay():
    spans = [PiiSpan(0, 9, "USERNAME", 0.9, "ner")]
    assert make_no_names()(Page("Section C"), spans, LEXICON) == spans


@pytest.mark.parametrize("part", ["[Ans]: 4\n", "[RoboLab] draws. ", "Answer: [B]\n"])
def test_the_time_is_linear(part, linear):
    def run(size):
        text = re.sub(r"[\[\]]", "", part) * size
        names = [
            PiiSpan(m.start(), m.end(), "PERSON", 0.9, "ner")
            for m in re.finditer(r"Ans|RoboLab|\bB\b", text)
        ]
        make_no_names()(Page(text), names, LEXICON)

    linear(run, 400)
