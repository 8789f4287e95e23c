"""Names of files in a text, and the words in them."""

import pytest

from spacy_hips.text.page.files import files, words_of_files


def words(text):
    return [text[start:end] for start, end in words_of_files(text, files(text))]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("pitch_anav3.key", ["pitch", "ana"]),
        ("AnaRuiz-final2.PDF, too", ["Ana", "Ruiz", "final"]),
        ("consent_Ana_Ruiz.pdf", ["consent", "Ana", "Ruiz"]),
        ("we use node.js, e.g. here. Docx is dull", []),
        ("mail ana@report.pdf", []),
    ],
)
def test_a_capital_a_mark_and_a_version_part_words(text, parts):
    assert [part for part in words(text) if part != "v"] == parts


def test_a_text_without_files_has_none():
    assert files("Ana went home.") == []
