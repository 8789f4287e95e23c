"""Other names for the private people of a text: each mention keeps its form."""

from random import Random

import pytest

from spacy_hips.lab.corpus.exchange import exchange
from spacy_hips.lab.corpus.identities import People
from spacy_hips.lab.corpus.render import Mark


@pytest.fixture(scope="module")
def people(small_names):
    return People(small_names, "train")


def marked(text: str, *mentions: tuple[str, str, str]) -> list[Mark]:
    """Marks for names in the order of the text, each (name, role, key)."""
    marks, at = [], 0
    for name, role, key in mentions:
        start = text.index(name, at)
        at = start + len(name)
        marks.append(Mark(start, at, "", role, key))
    return marks


def forenames(people, genders: str) -> set[str]:
    return {n for c in people.countries for g in genders for n in people._forenames[c, g]}


def exchanged(people, text, *mentions, seed=1):
    new, marks = exchange(text, marked(text, *mentions), people, Random(seed))
    return new, [new[m.start : m.end] for m in marks]


@pytest.mark.parametrize("seed", range(8))
def test_all_mentions_of_a_person_fit_together(people, seed):
    text = "Ana Novak wrote it. MARIA? No, ANA NOVAK, or A. Novak; Ana said so."
    _, (full, caps, initial, first) = exchanged(
        people, text,
        ("Ana Novak", "student", "a"), ("ANA NOVAK", "student", "a"),
        ("A. Novak", "student", "a"), ("Ana", "student", "a"),
        seed=seed,
    )  # fmt: skip
    assert "Ana" not in full
    assert "Novak" not in full
    assert caps == full.upper()
    assert full.startswith(first)
    assert initial[:3] == f"{first[0]}. "
    assert full.endswith(initial[3:])


def test_public_people_and_the_rest_of_the_text_stay(people):
    text = "Ana read what Marie Curie wrote."
    new, (ana, curie) = exchanged(people, text, ("Ana", "student", "a"),
                                  ("Marie Curie", "public", "b"))  # fmt: skip
    assert ana != "Ana"
    assert curie == "Marie Curie"
    assert new == f"{ana} read what Marie Curie wrote."


def test_a_lone_name_behind_a_title_is_a_surname(people):
    text = "We asked Mrs. Novak. Ana Novak knew."
    _, (lone, full) = exchanged(people, text, ("Novak", "instructor", "a"),
                                ("Ana Novak", "instructor", "a"))  # fmt: skip
    assert full.endswith(f" {lone}")
    alone = "We asked Mrs. Horvath."
    _, (name,) = exchanged(people, alone, ("Horvath", "instructor", "a"))
    assert not set(name.replace("-", " ").split()) & forenames(people, "fm")


def test_the_gender_that_a_name_tells_is_kept(people):
    for seed in range(12):
        _, (name,) = exchanged(people, "Then Maria came.", ("Maria", "student", "a"), seed=seed)
        assert name.split("-")[0] not in forenames(people, "m") - forenames(people, "f")


def test_people_do_not_share_a_name_and_small_letters_stay_small(people):
    text = "ana and ben met."
    _, (ana, ben) = exchanged(people, text, ("ana", "private", "a"), ("ben", "private", "b"))
    assert ana != ben
    assert ana.islower()


def test_a_handle_stays(people):
    text = "Write to garcia_m there."
    assert exchanged(people, text, ("garcia_m", "student", "a"))[0] == text


def test_the_same_chance_gives_the_same_text(people):
    text = "Ana met Ben."
    mentions = (("Ana", "student", "a"), ("Ben", "private", "b"))
    assert exchanged(people, text, *mentions, seed=5) == exchanged(people, text, *mentions, seed=5)
    assert exchanged(people, text, *mentions, seed=5) != exchanged(people, text, *mentions, seed=6)
