"""Documents in the marks of a format: their words and their people stay as they were."""

from __future__ import annotations

import re
from random import Random

import pytest

from spacy_hips.lab.corpus.dress import DRESSES, dress
from spacy_hips.lab.corpus.render import Mark

TEXT = (
    "Ana Ruiz\n\nThe Learning Launch\n\nMy teacher, Mr. Brown, asked 40% of us to "
    'say "we know" in class. '
    "Ana thought that was a very long and somewhat careful way to ask. Tom & I wrote "
    "nothing at all.\n\n- Bring fruit\n- Ask Tom about the room\n\nRegards,\nAna Ruiz"
)
NAMES = ("Ana Ruiz", "Brown", "Ana", "Tom", "Tom", "Ana Ruiz")


def marks() -> list[Mark]:
    found, at = [], 0
    for name in NAMES:
        at = TEXT.index(name, at)
        found.append(Mark(at, at + len(name), "PERSON", "private", name))
        at += len(name)
    return found


def made(kind: str, seeds: int = 80) -> list[tuple[str, list[Mark]]]:
    return [dress(TEXT, marks(), Random(seed), kind) for seed in range(seeds)]


@pytest.mark.parametrize("kind", DRESSES)
def test_people_keep_their_names_and_roles(kind):
    for text, moved in made(kind):
        assert [text[m.start : m.end] for m in moved] == list(NAMES)
        assert [(m.label, m.role, m.key) for m in moved] == [
            ("PERSON", "private", name) for name in NAMES
        ]


@pytest.mark.parametrize("kind", DRESSES)
def test_no_word_of_the_text_is_lost(kind):
    for text, _ in made(kind):
        rest = iter(re.findall(r"[^\W_]+", text))
        assert all(word in rest for word in re.findall(r"[^\W_]+", TEXT))


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        ("markdown", ("# The Learning Launch", "**Brown**", "[Brown](/users/", "> My teacher")),
        ("latex", (r"\title{The Learning Launch}", r"\author{Ana Ruiz}", "Mr.~Brown", r"40\% of",
                   r"Tom \& I", "``we know''", r"\item Bring", r"\documentclass{", r"\emph{Brown}",
                   r"\footnote{Ana", r"~\cite{")),
        ("forum", ("[b]The Learning Launch[/b]", "[*] Bring", "[i]Brown[/i]", "[quote]My teacher")),
    ],
)  # fmt: skip
def test_what_a_format_writes(kind, written):
    texts = [text for text, _ in made(kind, 400)]
    for words in written:
        assert any(words in text for text in texts), words


def test_tags_are_nested():
    for text, _ in made("forum", 200):
        opened: list[str] = []
        for closing, name in re.findall(r"\[(/?)([a-z]+)(?:=\d)?\]", text):
            if closing:
                assert opened.pop() == name
            else:
                opened.append(name)
        assert not opened


def test_a_name_over_two_lines_is_not_torn_by_an_emphasis():
    text = "We met Ana\nRuiz there"
    for seed in range(60):
        changed, (mark,) = dress(text, [Mark(7, 15, "PERSON")], Random(seed), "latex")
        assert changed[mark.start : mark.end] == "Ana\nRuiz"
        assert "{Ana" not in changed
