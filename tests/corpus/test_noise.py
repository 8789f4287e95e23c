import time
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_hips.lab.corpus import noise
from spacy_hips.lab.corpus.render import Mark

TEXT = (
    "Learning Launch\nBy: Ana Núñez Soto\n\nMy friend Luis Gómez said that the information was "
    "wrong. He is from Lima. I don't believe it, because the classroom is small.\n\nRegards, "
    "Ana Núñez Soto, Luis Gómez"
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
            if function is noise.bracketed:
                written = written.replace("[", "").replace("]", "")
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


def done(function, text, names, seed, role="private"):
    """What a noise makes of a text: the new text, and what its marks hold."""
    at, found = 0, []
    for name in names:
        at = text.index(name, at)
        found.append(Mark(at, at + len(name), "PERSON", role, name))
        at += len(name)
    changed, moved = noise.apply_edits(text, found, function(text, found, Random(seed)))
    return changed, [changed[m.start : m.end] for m in moved]


SIGN_OFF = "Thanks,\nAntonio\nNadia Ferreira\n\nPedro Lopes"
SIGNED = ["Antonio", "Nadia Ferreira", "Pedro Lopes"]
FLAT = "Thanks, Antonio Nadia Ferreira Pedro Lopes"


def test_lines_in_one_leave_names_that_touch_apart():
    made = [done(noise.one_line, SIGN_OFF, SIGNED, seed) for seed in range(30)]
    assert {text for text, _ in made} == {FLAT, FLAT.replace(" Pedro", "  Pedro")}
    assert all(names == SIGNED for _, names in made)


def test_a_block_of_short_lines_is_joined_and_the_rest_is_left():
    story = "It was a long day and nobody knew who had taken the keys of the boat.\nWe waited."
    made = [done(noise.flat_block, f"{story}\n{SIGN_OFF}", SIGNED, seed) for seed in range(60)]
    assert all(text.startswith(story.split(".")[0] + ".\n") for text, _ in made)
    assert all(names == SIGNED for _, names in made)
    assert any(text.endswith(FLAT) for text, _ in made)
    assert any("Antonio Nadia Ferreira\n\nPedro" in text for text, _ in made)


def test_a_text_without_short_lines_keeps_its_lines():
    text = "x" * 80 + "\n" + "y" * 80
    assert done(noise.flat_block, text, [], 1) == (text, [])


def test_commas_between_names_are_lost_and_others_kept():
    text = "Well, Ana, Luis Gómez and Maria came, Lima was far"
    changed, names = done(noise.lost_commas, text, ["Ana", "Luis Gómez", "Maria"], 1)
    assert changed == "Well, Ana Luis Gómez and Maria came, Lima was far"
    assert names == ["Ana", "Luis Gómez", "Maria"]


def test_private_names_are_small_and_public_ones_are_not():
    text = "I met Maria with João and read Newton."
    assert done(noise.small_names, text, ["Maria", "João"], 1) == (
        "I met maria with joão and read Newton.",
        ["maria", "joão"],
    )
    assert done(noise.small_names, text, ["Newton"], 1, role="public")[0] == text


def test_square_brackets_belong_to_the_name():
    """But one in front of it: a name begins with a letter."""
    made = {done(noise.bracketed, "Omar M Salim left", ["Omar M Salim"], s)[0] for s in range(60)}
    made.remove("Omar M Salim left")
    assert made == {"Omar M [Salim] left", "[Omar M] Salim left", "[Omar] M Salim left",
                    "Omar [M Salim] left"}  # fmt: skip
    for seed in range(60):
        changed, names = done(noise.bracketed, "Omar M Salim left", ["Omar M Salim"], seed)
        assert names == [changed.removesuffix(" left").removeprefix("[")]


def test_a_single_letter_can_stand_in_brackets():
    made = {done(noise.bracketed, "Omar D left", ["Omar D"], seed)[1][0] for seed in range(60)}
    assert made == {"Omar D", "Omar [D]", "Omar] D"}


def test_a_name_over_the_end_of_a_line_is_one_name():
    text, name = "By Ana Fernandez. Fine", "Ana Fernandez"
    made = [done(noise.broken_names, text, [name], seed) for seed in range(200)]
    written = {names[0] for _, names in made}
    assert "Ana\nFernandez" in written
    assert any("-\n" in name for name in written)
    assert all("".join(n.replace("-", "").split()) == "AnaFernandez" for n in written)
    assert all(len(names) == 1 for _, names in made)


def test_two_names_are_not_glued():
    """ "Pedro LopesAna Gómez" is one token for spaCy in its middle: no tags could part them."""
    text, names = "Pedro Lopes Ana Gómez Where", ["Pedro Lopes", "Ana Gómez"]
    made = {done(noise.lost_spaces, text, names, seed)[0] for seed in range(200)}
    assert made == {text, "Pedro Lopes Ana GómezWhere"}
    text, names = "Pedro Lopes Jr. Ana Gómez", ["Pedro Lopes Jr.", "Ana Gómez"]
    assert {done(noise.lost_spaces, text, names, seed)[0] for seed in range(200)} == {text}


def test_long_blanks_take_no_long_time():
    text = (" " * 100_000 + "x") * 2
    begin = time.process_time()
    for function in (noise.one_line, noise.flat_block, noise.broken_names):
        function(text, [], Random(2))
    assert time.process_time() - begin < 2


def test_all_noise_is_drawn_at_times_and_depends_on_the_seed_alone():
    made = [noise.add_noise(TEXT, marks(), Random(seed)) for seed in range(200)]
    assert made == [noise.add_noise(TEXT, marks(), Random(seed)) for seed in range(200)]
    texts = [text for text, _ in made]
    for sign in ("\t", "\u00a0", "\u200b", "  ", "\u2019", "\n\n\n"):
        assert any(sign in text for text in texts), repr(sign)
    assert any(text.islower() for text in texts)
    assert any("\n" not in text for text in texts)
    assert any(text == TEXT for text in texts)
