"""The step that learns where names that touch are parted."""

from pathlib import Path

import pytest

from spacy_hips.find.names.tokens.touching import Row, cuts
from spacy_hips.text.lexicon.words import Lexicon

SCRIPT = Path(__file__).parents[2] / "scripts" / "fit_touching.py"
LEXICON = Lexicon()


@pytest.fixture(scope="module")
def script(load_script):
    return load_script(SCRIPT)


def row(text: str) -> Row:
    words = text.split()
    return Row(words, [0.0] * len(words), LEXICON)


def test_it_learns_from_rows_how_to_cut_them(script):
    labelled = [
        (row("Maria Okafor Daniel Nguyen"), [2]),
        (row("Maria Elena Okafor"), []),
        (row("Daniel Nguyen"), []),
    ]
    weights = script.learn(labelled, epochs=20)
    find = lambda one: cuts(one, weights)  # noqa: E731
    assert script.whole(labelled, find) == "4 of 4 names whole, 0 not"
    assert script.whole(labelled, script.sure_cuts) == "2 of 4 names whole, 2 not"
    assert cuts(row("Elena Okafor Lan Nguyen"), weights) == [2]


def test_signs_of_a_way_to_cut_are_summed(script):
    sums = script.total(row("Maria Okafor Daniel Nguyen"), [2])
    assert sums["words_2"] == 2
    assert sums["cut"] == 1
    assert sums["same_length"] == 1
