"""The reference: surrogates drawn as those of CRAPII were."""

from __future__ import annotations

import re

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.lab.evaluate.attack.attacker import Spotted
from spacy_hips.lab.evaluate.attack.replacing import OurSurrogates, crapii2024
from spacy_hips.lab.imitations.crapii2024 import make_crapii2024_surrogate
from spacy_hips.text.lexicon.tables import name_tables

pytestmark = pytest.mark.usefixtures("real_work_factors")  # seeds pin some outcomes

pytest.importorskip("faker")


@pytest.fixture(scope="module")
def reference():
    return OurSurrogates(crapii2024())


def replaced(reference, *pieces, seed=1):
    """The new texts of (text, label) pieces that stand one after the other."""
    text, spans = "", []
    for piece, label in pieces:
        spans.append((len(text), len(text) + len(piece), label))
        text += f"{piece} and "
    (new,) = reference([Spotted("one", text, tuple(spans))], seed)
    return [new.text[s.new_start : s.new_end] for s in new.swaps]


@pytest.mark.slow  # draws many names
def test_names_keep_gender_and_country(reference):
    rows = [
        replaced(reference, ("Giulia Ferrari", "PERSON"), seed=seed)[0].split()
        for seed in range(12)
    ]
    assert all(len(row) == 2 for row in rows)
    tables = name_tables()
    assert {tables.gender(first).label for first, _ in rows} == {"F"}
    italian = [tables.region("", last, 0.0).label == "IT" for _, last in rows]
    assert sum(italian) > 6


def test_a_word_of_a_name_has_one_surrogate_in_a_text(reference):
    whole, lone = replaced(reference, ("Giulia Ferrari", "PERSON"), ("Giulia", "PERSON"))
    assert whole.split()[0] == lone


@pytest.mark.slow  # draws many dates
def test_dates_are_drawn_by_their_parts(reference):
    """So months may be impossible: that is what the paper's program does."""
    new = [replaced(reference, ("12/03/2016", "DATE"), seed=seed)[0] for seed in range(20)]
    assert all(re.fullmatch(r"\d\d/\d\d/(19|20)\d\d", value) for value in new)
    assert any(int(value[:2]) > 12 for value in new)


@pytest.mark.parametrize(
    ("text", "label", "shape"),
    [
        ("AB-1234x", "ID_NUM", r"[A-Z]{2}-\d{4}[a-z]"),
        (
            "https://www.facebook.com/ana.ruiz?x=1",
            "URL_PERSONAL",
            r"https://www\.facebook\.com/\w+",
        ),
        ("https://youtu.be/dQw4w9WgXcQ", "URL_PERSONAL", r"https://youtu\.be/\w{11}"),
        ("https://linkedin.com/in/ana", "URL_PERSONAL", r"https://linkedin\.com/in/\w+"),
        ("https://ana.org/about/me", "URL_PERSONAL", r"https?://\S+"),
        ("ana@umich.edu", "EMAIL", r"\S+@(gmail|yahoo|hotmail)\.com"),
    ],
)
def test_other_values(reference, text, label, shape):
    (new,) = replaced(reference, (text, label))
    assert re.fullmatch(shape, new)
    assert new != text


def test_ages_and_places_are_kept(reference):
    assert replaced(reference, ("19", "AGE"), ("Boston", "LOCATION")) == []


def test_a_kind_that_is_none():
    with pytest.raises(HipsError, match="E872"):
        make_crapii2024_surrogate("phone")
