"""Public figures of the generator's documents, and private people who are called like them."""

from random import Random

import pytest

from spacy_hips.lab.corpus.exchange import exchange
from spacy_hips.lab.corpus.publics import Namesakes, Publics
from spacy_hips.lab.corpus.render import Mark
from spacy_hips.text.lexicon.public_figures import public_lists
from spacy_hips.text.lexicon.tables import name_tables


@pytest.fixture(scope="module")
def namesakes():
    return Namesakes(Publics("train"), name_tables())


def test_a_namesake_is_private_and_listed(namesakes):
    lists = public_lists()
    people = [namesakes.draw("a", "private", Random(seed)) for seed in range(100)]
    assert {person.role for person in people} == {"private"}
    assert all(person.given and person.family for person in people)
    listed = [lists.full_name(" ".join((*person.given, *person.family))) for person in people]
    assert sum(listed) >= 95  # few names of known people are words ("Tiger Woods")


@pytest.mark.parametrize("gender", ["f", "m"])
def test_a_namesake_keeps_the_gender(namesakes, gender):
    tables = name_tables()
    for seed in range(20):
        person = namesakes.draw("a", "private", Random(seed), gender=gender)
        assert tables.gender(person.given[0].split()[0]).label.lower() == gender


def test_a_private_person_takes_a_known_name(namesakes):
    text = "Ana Novak sat beside me. I asked Ana."
    marks = [Mark(0, 9, "", "private", "a"), Mark(33, 36, "", "private", "a")]
    names = set()
    for seed in range(10):
        new, (full, first) = exchange(text, marks, namesakes, Random(seed))
        names.add(new[full.start : full.end])
        assert new[full.start : full.end].startswith(new[first.start : first.end])
    assert sum(map(public_lists().full_name, names)) >= 8
