from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_hips.corpus import noise
from spacy_hips.corpus.render import Mark

TEXT = (
    "Learning Launch\nBy: Ana Núñez Soto\n\nMy friend Luis Gómez said that the information was "
    "wrong. He is from Lima. I don't believe it, because the classroom is small.\n\nRegards, "
    "Ana Núñez Soto"
)
NAMES = ("Ana Núñez Soto", "Luis Gómez", "Lima")


def marks():
    found = []
    for name in NAMES:
        start = TEXT.find(name)
        while start >= 0:
            found.append(Mark(start, start + len(name), "PERSON", "private", name))
            start = TEXT.find(name, start + 1)
    return sorted(found, key=lambda m: m.start)


def test_an_edit_moves_what_comes_after():
    text, moved = noise.apply_edits("ab cd", [Mark(3, 5, "X")], [(2, 3, "\n\n")])
    assert (text, moved) == ("ab\n\ncd", [Mark(4, 6, "X")])


def test_what_is_put_in_at_a_border_stays_outside():
    text, moved = noise.apply_edits("ab", [Mark(0, 2, "X")], [(0, 0, "<"), (2, 2, ">")])
    assert text == "<ab>"
    assert moved == [Mark(1, 3, "X")]


def test_an_edit_inside_changes_the_length():
    text, moved = noise.apply_edits("a b c", [Mark(0, 3, "X"), Mark(4, 5, "Y")], [(1, 2, "\n \n")])
    assert [text[m.start : m.end] for m in moved] == ["a\n \nb", "c"]


def test_of_two_edits_that_overlap_the_first_counts():
    assert noise.apply_edits("abcd", [], [(1, 3, "-"), (2, 4, "+")])[0] == "a-d"


def test_a_mark_that_vanishes_is_left_out():
    assert noise.apply_edits("ab", [Mark(0, 1, "X")], [(0, 1, "")]) == ("b", [])


@given(st.text(max_size=40), st.data())
def test_marks_stay_in_order_and_inside(text, data):
    spots = st.integers(0, len(text))
    pairs = data.draw(st.lists(st.tuples(spots, spots).map(sorted), max_size=6))
    edits = [(a, b, "*") for a, b in pairs]
    spans = data.draw(st.lists(st.tuples(spots, spots).map(sorted), max_size=4))
    changed, moved = noise.apply_edits(text, [Mark(a, b, "X") for a, b in spans], edits)
    for mark in moved:
        assert 0 <= mark.start < mark.end <= len(changed)


@pytest.mark.parametrize("function", [function for function, _ in noise.NOISES])
def test_names_stay_where_the_marks_are(function):
    """Whatever happens to the text, a mark holds its name but for spaces and case."""
    changed = 0
    for seed in range(150):
        edits = function(TEXT, marks(), Random(seed))
        text, moved = noise.apply_edits(TEXT, marks(), edits)
        changed += text != TEXT
        assert [m.key for m in moved] == [m.key for m in marks()]
        for mark in moved:
            written = " ".join(text[mark.start : mark.end].split())
            same = len(written) - len(mark.key) if function is noise.misread else 0
            assert abs(same) <= 2
            if function is not noise.misread:
                assert written.lower() == mark.key.lower()
            assert written.strip() == written
    assert changed


def test_names_are_not_torn_by_blank_lines():
    for seed in range(60):
        text, moved = noise.apply_edits(TEXT, marks(), noise.wrap(TEXT, marks(), Random(seed)))
        assert not any("\n\n" in text[m.start : m.end] for m in moved)


def test_all_noise_is_drawn_at_times_and_depends_on_the_seed_alone():
    made = [noise.add_noise(TEXT, marks(), Random(seed)) for seed in range(200)]
    assert made == [noise.add_noise(TEXT, marks(), Random(seed)) for seed in range(200)]
    texts = [text for text, _ in made]
    for sign in ("\t", "\u00a0", "\u200b", "  ", "\u2019", "\n\n\n"):
        assert any(sign in text for text in texts), repr(sign)
    assert any(text.islower() for text in texts)
    assert any(text == TEXT for text in texts)
