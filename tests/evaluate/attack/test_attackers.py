"""Each attacker on corpora with known answers: a plain leak is found, no signal gives chance."""

from __future__ import annotations

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.lab.evaluate.attack.attacker import Known, Links
from spacy_hips.lab.evaluate.attack.runner import ATTACKERS, attacker
from spacy_hips.lab.evaluate.attack.score import auc

from .conftest import maker, marked

DRAWN = tuple(f"a{n}@pool.example" for n in range(20))
PLAIN = {
    # who -> (a release with a plain leak, what the attacker knows)
    "parrot": (
        marked(
            *[f"My name is <Ana Smith>, I am here. It was good in {n}." for n in range(20)],
            "It was good and {zqx} was good. It was good in it.",
        ),
        Known(),
    ),
    "wheel": (
        marked("By <Ana Smith> and {Zed}."),
        Known(find=lambda texts: [[(3, 12, "PERSON")] for _ in texts]),
    ),
    "table": (
        marked(*[f"To <{mail}>." for mail in DRAWN], "To {zoe@umich.edu}.", label="EMAIL"),
        Known(replace=maker(*DRAWN)),
    ),
    "repeats": (
        marked(*["By <Ana>."] * 19, "By {Ozymandias} and not by Ana.", label="PERSON"),
        Known(),
    ),
    "roster": (
        marked("<Ana Smith> and {Zoe Kowal} met. {Zoe} left.", "<Zoe> and <Ana Kowal> met."),
        Known(roster=("Zoe Kowal", "Ian Roe")),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_leak_is_found(name):
    weakened, known = PLAIN[name]
    guess = attacker(name)(weakened.release, known)
    assert guess.called == weakened.leaks
    assert auc(weakened.leaks, guess.scores) == 1.0


SAME = marked(*["By <Ana Smith>, who wrote it."] * 19, "By {Ana Smith}, who wrote it.")
SILENT = {
    "parrot": Known(),
    "wheel": Known(find=lambda texts: [[(3, 12, "PERSON")] for _ in texts]),
    "table": Known(replace=maker("Ana Smith")),
    "repeats": Known(),
    "roster": Known(roster=("Zoe Kowal",)),
}


@pytest.mark.parametrize("name", SILENT)
def test_without_a_signal_there_is_none(name):
    guess = attacker(name)(SAME.release, SILENT[name])
    assert auc(SAME.leaks, guess.scores) == pytest.approx(0.5, abs=0.5 if name == "parrot" else 0)
    assert sum(guess.called) <= 1  # the lot of the attacker who knows how many there are


def test_a_surrogate_from_the_roster_hides_the_real_one():
    weakened = marked("<Zoe Kowal> wrote it.", "{Zoe Kowal} wrote it.")
    guess = attacker("roster")(weakened.release, Known(roster=("Zoe Kowal",)))
    assert guess.called == (True, True)


def test_the_table_attacker_knows_a_number_range_by_its_country():
    drawn = tuple(f"(212) 555-01{n:02}" for n in range(30))
    texts = [f"Call <{number}>." for number in drawn] + ["Call {(212) 664-7665}."]
    weakened = marked(*texts, label="PHONE_NUM")
    guess = attacker("table")(weakened.release, Known(replace=maker(*drawn)))
    assert guess.called == weakened.leaks


def test_the_table_attacker_finds_what_the_makers_draw_less_often_than_it_stands_there():
    drawn = (*[f"a{n}@mail.com" for n in range(99)], "z@rare.com")
    texts = [f"To <a{n}@mail.com>." for n in range(90)] + [
        f"To {{b{n}@rare.com}}." for n in range(9)
    ]
    weakened = marked(*texts, label="EMAIL")
    guess = attacker("table")(weakened.release, Known(replace=maker(*drawn), detection=0.9))
    assert auc(weakened.leaks, guess.scores) > 0.9


def test_documents_are_linked_by_the_words_around_surrogates():
    originals = tuple(
        f"On day {n} we walked from house {n} to the mill by the river, said Zoe, "
        f"and at {n} we came home again by train {n} and bus." for n in range(10)
    )  # fmt: skip
    released = marked(*(text.replace("Zoe", "<Ana>") for text in originals)).release
    links = attacker("linkage")(released, Known(originals=originals))
    assert isinstance(links, Links)
    assert sum(links.targets) == 5
    wanted = tuple(n if held else -1 for n, held in enumerate(links.targets))
    assert links.linked == wanted


@pytest.mark.parametrize("name", ATTACKERS)
def test_nothing_to_attack(name):
    for weakened in (marked(), marked("No name here."), marked("By <Ana>.")):
        known = Known(replace=maker("Ana"), originals=weakened.release.texts)
        answer = attacker(name)(weakened.release, known)
        if isinstance(answer, Links):
            assert len(answer.linked) == len(weakened.release.texts)
        else:
            assert len(answer.called) == len(answer.scores) == len(weakened.release.places)
            assert not any(answer.called)


def test_an_unknown_attacker():
    with pytest.raises(HipsError, match="E872"):
        attacker("psychic")
