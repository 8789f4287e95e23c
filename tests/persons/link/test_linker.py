"""Which mentions are of one person, name by name; tests/cases/linking.jsonl has whole texts."""

import pytest

from spacy_hips.text.lexicon.tables import name_tables
from spacy_hips.who.persons.link.linker import Linker, Mention
from spacy_hips.who.persons.mention.parse import parse


def persons(*names, ids=()):
    tables = name_tables()
    mentions = [
        Mention(20 * i, parse(name, tables), dict(ids).get(name, ""))
        for i, name in enumerate(names)
    ]
    return Linker(tables).link(mentions)


@pytest.mark.parametrize(
    "names",
    [
        ("Maria Garcia", "Maria"),
        ("Maria Garcia", "Dr. Garcia"),
        ("Maria Garcia", "García, Maria"),
        ("Maria Garcia", "M. Garcia"),
        ("Maria Garcia", "MG"),
        ("Lucía Paredes Quispe", "L. Paredes"),
        ("Lucía Paredes Quispe", "Paredes, L."),
        ("Kofi Mensah Boateng", "K. Mensah"),
        ("Maria Garcia", "garcia_m"),
        ("Maria Garcia", "MariaGarciaEssay"),
        ("William Okafor", "Bill"),
        ("Elizabeth Grace Speare", "Grace"),
        ("Mohammed Ali", "Moham-\nmed"),
        ("Maria Lopez", "MariaLopez"),
        ("klaudia_novak", "Klaudia Novak"),
        ("garcia_m", "garcia_m"),
        ("garcia_m", "M. Garcia"),
        ("Hana Mori", "hm"),
        ("Ana Maria Silva Costa", "AC"),  # first and last word alone
        ("Ana Maria Silva Costa", "Ana Silva Costa"),
    ],
)
def test_one_person(names):
    assert len(set(persons(*names))) == 1


@pytest.mark.parametrize(
    "names",
    [
        ("Maria Garcia", "Juan Garcia"),
        ("Maria Garcia", "Mr. Maria Garcia"),
        ("Kelly Morgan", "Morgan Kelly"),
        ("Ana Lee", "AnaLeeEssay"),  # too short to tell
        ("Maria Garcia", "T. Garcia"),
        ("Lucía Paredes Quispe", "T. Paredes"),
        ("Kofi James Boateng", "K. Mensah"),
        ("Maria Garcia", "maria_okafor"),
        ("Elizabeth George Speare", "George"),
    ],
)
def test_two_persons(names):
    assert len(set(persons(*names))) == 2


def test_a_lone_word_is_the_nearest_bearer_before_it():
    first, second, lone = persons("Maria Garcia", "Juan Garcia", "Garcia")
    assert lone == second != first


def test_a_known_person_is_told_by_the_id_alone():
    one, other = persons("Maria Garcia", "Mia", ids={"Maria Garcia": "P7", "Mia": "P7"}.items())
    assert one == other
