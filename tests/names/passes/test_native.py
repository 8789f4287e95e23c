"""Names in a script of their own."""

import pytest

from spacy_hips.names.passes.native import native_names
from spacy_hips.spans import PiiSpan

ENGLISH = "It was a good course, and we learnt much about maps and people in it. "


def found(text):
    text = ENGLISH + text
    return [text[s.start : s.end] for s in native_names(text, [])]


@pytest.mark.parametrize(
    "name", ["王伟", "佐藤健", "김민수", "محمد علي", "Иван Петров", "Μαρία", "Наталья"]
)
@pytest.mark.parametrize("text", ["My friend {} helped.", "({})", "Name: {}"])
def test_a_name_in_its_own_script_is_found(name, text):
    """Of 김민수 in eight sentences the finder saw five."""
    assert found(text.format(name)) == [name]


@pytest.mark.parametrize(
    "text",
    ["the virtue of 道德", "a word like 한국어", "Это просто текст", "π and Σ", "naïve café"],
)
def test_other_words_are_none(text):
    assert found(text) == []


def test_a_text_in_another_script_is_left_alone():
    assert native_names("我的朋友王伟帮助了我。 王伟", []) == []


def test_what_was_found_is_not_found_again():
    text = ENGLISH + "My friend 王伟"
    start = text.index("王伟")
    assert native_names(text, [PiiSpan(start, start + 2, "PERSON")]) == []


def test_time_is_linear(linear):
    linear(lambda times: native_names((ENGLISH + "王伟 ") * times, []), 100)
