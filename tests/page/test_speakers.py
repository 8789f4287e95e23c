"""Codes of roles in transcripts, and events of recordings."""

import pytest

from spacy_hips.text.page.speakers import speakers

STAY = [
    "T: Why?\nS: It is ten.\nSS: Ten!",
    "TCH: Sit.\nSN: Me?\nS1: Here.\nS2: Here.",
    "INT: When?\nP1: Now.\nP2: Soon.",
    "MOD: Hi.\nF1: Hi.\nM12: Hello.",
    "Q: Where?\nA: At work.",
    "*T1: bonjour\n*E2: bonjour",
    "[00:01] T: Ready?\n[00:04] S (girl): Yes.",
    "Tr: Read.\nSt: The moon.\nSts: Moon.",
    "TR: Read.\nSN: The moon.",
    "T.: Read.\nSt.: The moon.\nProf.: Moon.",
    "Teacher: Go on.\nStudent 2: No.\nPupil B: Yes.",
    "A: Hi.\nB: Hi.\nC: Hi.",
    "M: A coffee?\nW: Yes, please.",
    "Teacher (T), pupils (S)\nT: Why?\nS: Because.",
    "T: Why?\nCh: Ten.\nChn: Ten!\nS?: No.",
    "TS: Why?\nPST1: Ten.\nSpk2: No.",
]  # fmt: skip
LEFT_TO_OTHERS = [
    "LG: Hi.\nMK: Hi.",
    "J: Hi.\nM: Hi.",
    "ST: Hi.\nLG: Hi.",
    "CH: Hi.\nMO: Hi.",
    "Hope: Hi.\nGrace: Hi.",
    "S: once and no more",
    "We read Dr. S: nothing.",
    "T-shirt\nS-Bahn",
    "T. Okoye\nS. Lind",
    "[LG] Hi.\n[MK] Hi.",
    "C:/temp\nT:\\temp",
    "T 90\nS 80",
]


@pytest.mark.parametrize("text", STAY)
def test_codes_of_roles(text):
    lines = [line for line in text.splitlines() if ":" in line]
    heads = [line.split("] ")[-1].split(":")[0].split(" (")[0].lstrip("*") for line in lines]
    assert [text[a:b] for a, b in speakers(text)] == heads


@pytest.mark.parametrize(
    "form",
    ["[{}]: {}", "[{}] {}", "({}) {}", "<{}> {}", "{} - {}", "{} – {}", "{}:{}", "{} : {}",
     "{}\t{}", "00:12 {}: {}", "1:00:12.5 - {}: {}", "[00:12] {}: {}", "12 {}: {}", "12. {}: {}",
     "- {}: {}", "**{}:** {}", "**{}**: {}", "(00:12) [{}] {}", "_{}_: {}", "<b>{}:</b> {}",
     "| {} | {} |", "{}> {}", "> {}: {}", ">>{}: {}", "#12 {}: {}", "L12 {}: {}", "Turn 12 {}: {}",
     "12: {}: {}", "[12] {}: {}", "{} [softly]: {}", "{} [00:12]: {}"],
)  # fmt: skip
@pytest.mark.parametrize("codes", [("T", "S1"), ("TCH", "SS"), ("INT", "P3"), ("Tr", "St")])
def test_codes_in_every_form(form, codes):
    """Only "T: why" was read: in other forms each code was renamed as an initial."""
    text = "\n".join(form.format(*turn) for turn in zip(codes, ("Why?", "It is ten."), strict=True))
    assert [text[a:b] for a, b in speakers(text)] == [*codes]


@pytest.mark.parametrize("form", ["{}: {}", "[{}] {}", "({}) {}", "**{}:** {}"])
@pytest.mark.parametrize("codes", [("T", "S1"), ("TCH", "SS"), ("INT", "P3"), ("Tr", "St")])
def test_codes_behind_a_sentence(form, codes):
    turns = zip(codes, ("Why?", "It is ten."), strict=True)
    text = "It goes so. " + " ".join(form.format(*turn) for turn in turns)
    assert [text[a:b] for a, b in speakers(text)] == [*codes]


@pytest.mark.parametrize("text", LEFT_TO_OTHERS)
def test_what_may_be_somebody(text):
    """Initials and names: in doubt they are hidden."""
    assert speakers(text) == []


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("T: Why?\nBo: So.\nS: Yes.", ["T", "S"]),
        ("Tom E and Sam T met. TE: Hi. ST: Yes. S: Who? T: Me.", ["S", "T"]),
        ("With T. S., aged 15\nI: Why?\nTS: So.\nI: Oh.", ["I", "I"]),
        ("S - Sunita (a friend)\nT: Why?\nS: So.\nT: Oh.", ["T", "T"]),
        ("T: Read. S1: So. River: I like it. T: Why?", ["T", "S1", "T"]),
        ("T | Read.\nChance | No.\nS1 | So.", ["T", "S1"]),
        ('T: Why?\nI left. M.: "No." A: "Go." S: So.', ["T", "S"]),
        ("| 1 | S. |\n| 2 | S. L. |\nT: Why?\nS: So.", ["T", "S"]),
        ("T: Why?\nMo: So.\nUncle B: No.\nS: Yes.", ["T", "S"]),
        ("INT: When?\nLG: Now.\nINT: Why?", ["INT", "INT"]),
        ("Sara Tran came.\nINT: When?\nST: Now.\nINT: Why?", ["INT", "INT"]),
        ("Mara (M) and a woman\nT: Hi.\nM: Hi.\nS: Hi.", ["T", "S"]),
    ],
)
def test_initials_of_somebody_whom_the_text_names(text, roles):
    assert [text[a:b] for a, b in speakers(text)] == roles


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("[mouse click event on the tab] Yes.", ["mouse click event on the tab"]),
        ("So [Audience Laughter] it goes", ["Audience Laughter"]),
        ("[Mary laughs]", []),
        ("[see below]", []),
    ],
)
def test_events_of_a_recording(text, events):
    assert [text[a:b] for a, b in speakers(text)] == events


def test_time_grows_with_length(linear):
    linear(lambda size: speakers("T: Why, Sara Tran?\nST: [mouse click event]\n" * size), 2_000)
