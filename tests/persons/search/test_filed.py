"""Of names of files only what may be a person's name is hidden; the other words stay."""

import re

import pytest

from spacy_hips import PiiSpan
from spacy_hips.who.persons.search.filed import within_files

CASES = """
See [Rudo.Dube]_Report2.pdf today.
I sent [Ana_Ruiz]_essay_final.docx to you.
It is [ruiz-ana]-hw3.pdf again.
notes_[tmoyo].txt is short.
[Sofia]_Homework.zip is lost.
The video [Lindqvist]_interview.mp4 is long.
project_[Okafor]-[Wanjiru]_v2.pptx is ready.
[MARIA_LOPEZ]_ASSIGNMENT.DOCX
group4_[haruto_tanaka].m4a
[Castillo.J].cv.pdf
"""


@pytest.mark.parametrize("case", CASES.strip().splitlines())
@pytest.mark.parametrize("label", ["PERSON", "USERNAME"])
def test_of_a_whole_name_of_a_file(case, label):
    text = re.sub(r"[\[\]]", "", case)
    wanted = " ".join(re.findall(r"\[([^]]*)\]", case))
    (whole,) = re.finditer(r"\S+\.(?:pdf|docx|txt|zip|mp4|pptx|m4a)", text, re.I)
    found = within_files(text, [PiiSpan(*whole.span(), label, 0.8, "ner")])
    shown = " ".join(text[s.start : s.end] for s in found)
    assert re.split(r"[ ._+-]+", shown)[: len(wanted)] == [
        word for word in re.split(r"[ ._+-]+", wanted) if len(word) > 1
    ]


def test_a_span_over_two_files_and_a_name_before():
    text = "Ben Lund, Rudo.Dube_Report2.pdf, Dube-Rudo-HW2.docx"
    found = within_files(text, [PiiSpan(0, 42, "PERSON", 0.8, "ner")])
    assert [text[s.start : s.end] for s in found] == ["Ben Lund", "Rudo.Dube", "Dube-Rudo"]


@pytest.mark.parametrize(
    "span",
    [
        PiiSpan(4, 24, "USERNAME", 0.9, "rules.username"),  # proved
        PiiSpan(4, 24, "EMAIL", 0.9, "ner"),  # no name
        PiiSpan(0, 3, "PERSON", 0.9, "ner"),  # elsewhere
    ],
)
def test_what_stays_whole(span):
    assert within_files("See Rudo.Dube_report.pdf", [span]) == [span]
