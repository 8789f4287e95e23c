"""Letters read in the wrong encoding are put back; all others stay as they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_hips.lab.corpus.mend import mended, mends
from spacy_hips.lab.corpus.noise import apply_edits
from spacy_hips.lab.corpus.render import Mark


def broken(text: str) -> str:
    """As a program shows UTF-8 that it takes for Windows-1252."""
    return "".join(
        bytes([b]).decode("cp1252" if b not in (0x81, 0x8D, 0x8F, 0x90, 0x9D) else "latin-1")
        for b in text.encode("utf8")
    )


@pytest.mark.parametrize("name", ["Anička", "Míša", "Žofie", "Müller", "“quoted”…", "Łukasz 🙂"])
def test_names_are_mended(name):
    assert mended(broken(name)) == name


@given(st.text(alphabet="abc ÁčŽñøĞş’“—", max_size=40))
def test_whatever_was_broken_comes_back(text):
    assert mended(broken(text)) == text


@pytest.mark.parametrize("text", ["Ångström", "São Paulo", "Ã", "naïve Ä b", "", "Â"])
def test_correct_letters_stay(text):
    assert mended(text) == text


def test_marks_move_along_when_letters_are_mended():
    text = broken("In Brno Anička ate.")
    start = text.index("Ani")
    mark = Mark(start, text.index(" ate"), "", "student")
    new, (moved,) = apply_edits(text, [mark], mends(text))
    assert new[moved.start : moved.end] == "Anička"
