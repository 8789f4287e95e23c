"""Whose the e-mail addresses, numbers and postal addresses of a document are."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from spacy_hips import PiiSpan
from spacy_hips.lab.evaluate.coreference import read_linking, who_is_who
from spacy_hips.who.persons.link.entity import Entity
from spacy_hips.who.persons.link.linking import link
from spacy_hips.who.persons.link.owners import FIELD, Owners, find_owners

CASES = Path(__file__).parents[2] / "cases" / "owners.jsonl"
ROWS = [json.loads(line) for line in CASES.read_text("utf8").splitlines()]
NOBODY = "0"


@pytest.mark.parametrize("row", ROWS, ids=[row["note"] for row in ROWS])
def test_things_belong_to_whom_the_text_tells(row):
    """A thing marked 0 is nobody's."""
    case = read_linking(row["text"])
    linked = link(case.text, case.found)
    got = who_is_who(linked.spans, linked.entities)
    names = {(s.start, s.end) for s in case.found if s.label == "PERSON"}
    person = {who: got[place] for place, who in case.wanted.items() if place in names}
    for place, who in case.wanted.items():
        if who == NOBODY:
            assert not got[place].startswith("PERSON")
        else:
            assert got[place] == person[who]


def test_the_table_says_both_ways_what_is_whose():
    case = read_linking(ROWS[0]["text"])
    owners = Owners.kept(link(case.text, case.found).entities)
    assert owners.of("PHONE_NUM:1").owner == "PERSON:1"
    assert owners.of("PHONE_NUM:1").evidence == FIELD
    assert owners.things("PERSON:1") == ("EMAIL:1", "PHONE_NUM:1", "ID_NUM:1")
    assert owners.of("PERSON:1") is None


RIVALS = [
    # text, thing, owner, rival
    ("Ana Ruiz\nE-mail: blind77@gmail.com\n\nBo Lind\nE-mail: bo@x.org", "blind77@gmail.com",
     "Bo Lind", "Ana Ruiz"),
    ("Ana Lind and Bo Lind write from lind@family.org.", "lind@family.org", "Bo Lind", "Ana Lind"),
    ("Ana Lind (lind@family.org) has a brother, Bo Lind.", "lind@family.org", "Ana Lind", ""),
    ("Ana Lind's phone is 0770 123. Bo Lind's phone is 0770 456.", "0770 456", "Bo Lind", ""),
    ("Ana Lind and Bo Lind's number is 0770 456.", "0770 456", "", ""),
    ("Bo Lind came.\nAna Lind: lind@family.org", "lind@family.org", "Ana Lind", ""),
    ("Ana Ruiz, 0770 123\nBo Lind, 0770 123", "0770 123", "Ana Ruiz", "Bo Lind"),
    ("Ana Ruiz, 0770 123\nAna Ruiz, 0770 123", "0770 123", "Ana Ruiz", ""),
    ("Ana Ruiz met Bo Lind. Write to ana.ruiz@x.org.", "ana.ruiz@x.org", "Ana Ruiz", ""),
    ("Marie Curie of my class: marie.curie@x.org", "marie.curie@x.org", "Marie Curie", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "thing", "owner", "rival"), RIVALS)
def test_a_thing_that_two_may_own_has_a_rival(text, thing, owner, rival):
    people = ("Ana Ruiz", "Bo Lind", "Ana Lind", "Marie Curie")
    label = "EMAIL" if "@" in thing else "PHONE_NUM"
    labels = {**dict.fromkeys(people, "PERSON"), thing: label}
    places = [
        PiiSpan(found.start(), found.end(), label)
        for words, label in labels.items()
        for found in re.finditer(re.escape(words), text)
    ]
    linked = link(text, sorted(places, key=lambda span: span.start))
    one = linked.entities[f"{label}:1"]
    names = {i: entity.texts[0] for i, entity in linked.entities.items()} | {"": ""}
    assert (names[one.owner], names[one.rival]) == (owner, rival)
    assert [b.rival for b in Owners.kept(linked.entities).belongings] == [one.rival] * bool(owner)


@pytest.mark.parametrize("end", ["\n", "; "])
def test_the_time_grows_with_the_length(linear, end):
    """Also of a text of one line."""

    def run(size):
        text, mentions = "", {}
        for n in range(size):
            name = PiiSpan(len(text), len(text) + 3, "PERSON", 1.0, "", f"PERSON:{n}")
            thing = PiiSpan(len(text) + 5, len(text) + 13, "PHONE_NUM", 1.0, "", f"PHONE_NUM:{n}")
            text += f"Ana, 555-0142{end}"
            mentions |= {name.id: [name], thing.id: [thing]}
        entities = {i: Entity(i, own[0].label, i, ("x",)) for i, own in mentions.items()}
        find_owners(entities, text, mentions)

    linear(run, 500)
