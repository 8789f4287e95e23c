"""Numbers that are said in words."""

import pytest

from spacy_hips.text.lexicon.said import said_numbers, say
from spacy_hips.text.page.view import view


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("oh seven seven double oh nine hundred one two three", "07700900123"),
        ("Zero seven seven, zero zero nine, triple four, one", "0770094441"),
        ("plus four four seven seven double oh nine one two three", "+4477009123"),
        ("zero-seven-seven-zero-five-four-one-two", "07705412"),
        ("five five five, twelve thirty-four, nine, eight", "555123498"),
        ("null eins sieben sechs fünf drei zwei acht", "01765328"),
        ("cero seis uno dos tres cuatro cinco", "0612345"),
    ],
)
def test_is_read(text, digits):
    assert [found for *_, found in said_numbers(text)] == [digits]
    seen = view(f"call {text} now")
    start = seen.text.index(digits)
    assert seen.back(start, start + len(digits)) == (5, 5 + len(text))


@pytest.mark.parametrize(
    "text",
    [
        "one two three four five six seven eight nine ten",
        "ten twenty thirty forty fifty sixty seventy",
        "one two three, one two three, one two three",
        "two four six eight ten twelve fourteen",
        "two of seven, four in nine, one or three; eight, five",
        "nine hundred and four of six thousand",
    ],
)
def test_who_counts_says_no_number(text):
    assert list(said_numbers(text)) == [] and view(text).text == text


@pytest.mark.parametrize(
    ("digits", "like", "said"),
    [
        ("0704", "oh seven, double oh nine", "oh seven oh four"),
        ("071", "Null eins sieben", "Null sieben eins"),
        ("44", "Plus five five", "Plus four four"),
        ("50", "five five zero", "five zero"),
    ],
)
def test_is_said_again_in_its_words(digits, like, said):
    assert say(digits, like) == said


def test_many_number_words_are_read_in_time(linear):
    linear(lambda length: list(said_numbers("one four " * (length // 9))), 20_000)
