"""Names of people in names of files."""

import pytest

from spacy_hips import PiiSpan
from spacy_hips.lexicon.words import Lexicon
from spacy_hips.names.passes.file_names import names_of_files

LEXICON = Lexicon()


def found(text, *spans):
    return [text[s.start : s.end] for s in names_of_files(text, spans, LEXICON)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("File name: Maria_Okafor-final.pdf\nDate", ["Maria_Okafor"]),
        ("File: MariaOkafor.docx", ["MariaOkafor"]),
        ("File: maria-okafor_v2.txt.", ["maria-okafor"]),
        ("see Essay_Maria_Okafor.pdf", ["Maria_Okafor"]),
        ("see Daniel_final.pdf", ["Daniel"]),
        # Ordinary words are no names, nor is a web address, an e-mail or a sentence.
        ("see Final_Essay.pdf", []),
        ("at www.school.org/Maria_Okafor.pdf", []),
        ("Maria went. Pdf is dull", []),
        ("", []),
    ],
)
def test_names_in_names_of_files(text, names):
    assert found(text) == names


def test_what_was_found_is_not_found_again():
    text = "File: Maria_Okafor.pdf"
    assert found(text, PiiSpan(6, 11, "PERSON")) == []
