"""Pieces of a few sentences, some with a line of whoever wrote them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spacy_hips.lab.corpus.identities import People, TableNames
from spacy_hips.lab.corpus.render import Mark
from spacy_hips.lab.corpus.roles import DOUBT, RoleText
from spacy_hips.lab.corpus.shorts import LINES, LONGEST, shorts
from spacy_hips.text.lexicon.tables import name_tables

TEXT = (
    "Kant wrote much. Nobody reads it. Ana Ruiz reads it.\n\n"
    "She met Dr. Obi there! Was Hegel there? Nobody knows."
)
NAMES = {"Kant": "public", "Ana Ruiz": "student", "Obi": "instructor", "Hegel": "public"}


@pytest.fixture(scope="module")
def people():
    return People(TableNames(name_tables()), "train", balance="region")


def text_of(number: int, **roles: str) -> RoleText:
    names = NAMES | {name.replace("_", " "): role for name, role in roles.items()}
    marks = [
        Mark(TEXT.index(n), TEXT.index(n) + len(n), DOUBT if role == DOUBT else "", role, n)
        for n, role in names.items()
    ]
    return RoleText(str(number), TEXT, tuple(marks), urls=((0, 4, True),), weight=2.0)


@pytest.fixture(scope="module")
def pieces(people):
    return [piece for n in range(60) for piece in shorts(text_of(n), 3, people, seed=1)]


@pytest.mark.slow  # makes all pieces
def test_every_piece_names_somebody_and_is_short(pieces):
    assert len(pieces) > 100
    for piece in pieces:
        assert any(m.label != DOUBT for m in piece.marks)
        assert len(piece.text) < LONGEST + 120
        assert piece.urls == () and piece.weight == 2.0


def test_marks_move_along(pieces):
    for piece in pieces:
        for mark in piece.marks:
            if mark.key != "writer":
                assert piece.text[mark.start : mark.end] == mark.key
                assert mark.role == NAMES[mark.key]


def test_half_have_a_line_of_the_writer_and_her_name_is_marked(pieces, people):
    signed = [p for p in pieces if not TEXT.replace("\n", " ").count(p.text.replace("\n", " "))]
    assert 0.3 < len(signed) / len(pieces) < 0.7
    named = [m for p in signed for m in p.marks if m.key == "writer"]
    assert named and {m.role for m in named} == {"student"}
    for piece in signed:
        for mark in piece.marks:
            assert piece.text[mark.start : mark.end].strip() == piece.text[mark.start : mark.end]


def test_pieces_of_a_text_do_not_overlap(people):
    for piece in range(20):
        own = list(shorts(text_of(piece), 9, people, seed=2))
        names = [m.key for p in own for m in p.marks if m.key != "writer"]
        assert len(names) == len(set(names))


def test_the_same_seed_gives_the_same(people):
    first, again = (list(shorts(text_of(1), 3, people, seed=5)) for _ in range(2))
    assert first == again
    assert first != list(shorts(text_of(1), 3, people, seed=6))


def test_who_is_doubtful_makes_no_piece(people):
    only = RoleText("1", "Ana came.", (Mark(0, 3, DOUBT, "student", "a"),))
    assert not list(shorts(only, 3, people, seed=1))


def test_every_line_names_the_writer_once_at_most():
    for line in LINES:
        assert line.count("{full}") + line.count("{first}") <= 1


def test_pieces_in_another_language_have_no_english_line(people):
    rows = [replace(text_of(n), language="sv") for n in range(20)]
    pieces = [piece for row in rows for piece in shorts(row, 3, people, seed=1)]
    assert pieces and {piece.language for piece in pieces} == {"sv"}
    assert not any(m.key == "writer" for piece in pieces for m in piece.marks)
