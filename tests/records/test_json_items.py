"""A json list is read item by item, wherever the text is cut."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_hips.desk.files.json_items import json_items

LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUES = st.recursive(LEAVES, lambda v: st.lists(v) | st.dictionaries(st.text(), v), max_leaves=9)


def cut(text: str, size: int) -> list[str]:
    return [text[i : i + size] for i in range(0, len(text), size)]


@given(st.lists(VALUES, max_size=6), st.integers(1, 40), st.sampled_from((None, 2)))
def test_a_list_is_read_however_it_is_cut(values, size, indent):
    text = json.dumps(values, indent=indent)
    assert list(json_items(iter(cut(text, size)))) == values


@pytest.mark.parametrize("number", ["0.5", "-12.25e-3", "1E+2", "7"])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_number_is_read_whole_wherever_it_is_cut(number, size):
    """Of "0." at the end of a piece the 0 was taken for the number, and the rest was no json."""
    text = f"[{number}, {number}]"
    assert list(json_items(iter(cut(text, size)))) == [float(number)] * 2


@given(st.lists(st.dictionaries(st.text(), LEAVES), max_size=6), st.integers(1, 40))
def test_objects_behind_each_other_are_read(values, size):
    text = "\n".join(json.dumps(value, indent=1) for value in values)
    assert list(json_items(iter(cut(text, size)))) == values


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("", []),
        (" [ ] ", []),
        ('[{"a": 1},]', [{"a": 1}]),
        ('{"a": 1}', [{"a": 1}]),
        ("[12", []),
    ],
)
def test_small_texts(text, read):
    items = json_items(iter([text]))
    assert [next(items) for _ in read] == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ('[{"a": 1}, {"b": ', 1),  # cut off
        ('[{"a": 1} {"b": 2}]', 1),
        ('[{"a": 1}] more', 1),
        ('[{"a": 1}, oh' + ", 1" * 1000 + "]", 1),
        ("[1, 2", 2),
    ],
)
def test_what_is_no_json_raises_at_its_place(text, read):
    items = json_items(iter(cut(text, 7)))
    for _ in range(read):
        next(items)
    with pytest.raises(ValueError):
        next(items)


def test_what_is_broken_is_not_read_to_its_end():
    def chunks():
        yield '[{"a" 1}, ' + "x" * 100
        raise AssertionError("read on")

    with pytest.raises(ValueError, match="delimiter"):
        next(json_items(chunks()))


def test_a_long_item_in_small_pieces_takes_no_longer_than_twice_as_long_ones():
    text = json.dumps([{"text": "word " * 400_000}])
    start = time.process_time()
    assert len(list(json_items(iter(cut(text, 4096))))) == 1
    assert time.process_time() - start < 2
