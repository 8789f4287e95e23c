"""Known people: found in every form, each by the own person_id, and only where it is safe."""

import json
import pickle
import time

import pytest
import spacy

from spacy_hips import HipsError, PiiSpan, set_ids
from spacy_hips.components.entities import HipsEntities, read_entities
from spacy_hips.core.ids import Ids
from spacy_hips.core.spans import read_group, write_group
from spacy_hips.who.persons.link.numbering import complete_entities
from spacy_hips.who.persons.search.known import KnownPeople

ROWS = [
    {"person_id": "s123", "name": "María García", "emails": "garcia_m@uni.example",
     "handles": "@mgx", "role": "student", "group": "bio"},
    {"person_id": "s200", "name": "Will Hope", "group": "bio"},
    {"person_id": "t7", "name": "Newton, Isabel", "role": "instructor", "group": "bio"},
    {"person_id": "s300", "name": "Pieter van der Berg", "author": "u300", "group": "art"},
    {"person_id": "s400", "name": "王小明", "group": "art"},
]  # fmt: skip


@pytest.fixture(scope="module")
def known():
    return KnownPeople.from_rows(ROWS)


def found(known, text, **ids):
    return [(text[s.start : s.end], s.label, s.id) for s in known.find(text, Ids(**ids))]


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("I met María García there", "María García"),
        ("I met maria garcia there", "maria garcia"),
        ("MARIA GARCIA wrote", "MARIA GARCIA"),
        ("García, María: essay", "García, María"),
        ("by M. García today", "M. García"),
        ("García M. (ed.)", "García M"),
        ("María García's plan", "María García"),
        ("María\nGarcía", "María\nGarcía"),
    ],
)
def test_full_names_in_every_form(known, text, surface):
    assert found(known, text) == [(surface, "NAME_STUDENT", "known:s123")]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("mail Garcia_M@uni.example.", "EMAIL"),
        ("my id is S123, thanks", "ID_NUM"),
        ("follow @mgx", "USERNAME"),
        ("user garcia_m logged in", "USERNAME"),
        ("maria.garcia99@else.example", "EMAIL"),
    ],
)
def test_addresses_handles_and_ids(known, text, label):
    assert [(hit[1], hit[2]) for hit in found(known, text)] == [(label, "known:s123")]


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("mailto:garcia_m@else.example?subject=Essay", "garcia_m@else.example"),
        ("index.php?user=garcia_m&x=1", "garcia_m"),
    ],
)
def test_a_query_is_no_part_of_an_address_or_handle(known, text, surface):
    assert [hit[0] for hit in found(known, text)] == [surface]


def test_a_rows_own_author_is_found_by_any_part(known):
    text = "I am garcia. Call me Maria or mgarcia."
    hits = found(known, text, author="s123")
    assert [hit[0] for hit in hits] == ["garcia", "Maria", "mgarcia"]
    assert {hit[2] for hit in hits} == {"known:s123"}
    assert found(known, "Call me Pieter van der Berg or van der Berg", author="u300")[1] == (
        "van der Berg", "PERSON", "known:s300",
    )  # fmt: skip


def test_a_lone_name_needs_the_group_or_the_full_name(known):
    assert found(known, "Then Garcia came.") == []
    assert found(known, "Then Garcia came.", group="art") == []
    assert found(known, "Then Garcia came.", group="bio") == [
        ("Garcia", "NAME_STUDENT", "known:s123")
    ]
    hits = found(known, "María García is here. Then Garcia came, maria too.")
    assert [hit[0] for hit in hits] == ["María García", "Garcia", "maria"]


@pytest.mark.parametrize(
    "text",
    [
        "Will you come? I hope so. We will hope.",
        "Newton found the laws of motion.",
        "Hope dies last, said Will.",
        "newton metres",
    ],
)
def test_a_name_that_is_a_word_or_public_needs_context(known, text):
    assert found(known, text, group="bio") == []


def test_context_lets_a_name_that_is_a_word_count(known):
    text = "Will Hope led. Then Will said he will hope. Isabel Newton and Ms Newton agreed."
    assert [hit[0] for hit in found(known, text, group="bio")] == [
        "Will Hope",
        "Will",
        "Isabel Newton",
        "Newton",
    ]


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("the one ms haverford gave us", "haverford"),
        ("MRS. HAVERFORD said so", "HAVERFORD"),
        ("ask prof haverford", "haverford"),
        ("Dr. Hope is nice", "Hope"),
        ("I saw haverford", None),
        ("I hope. Haverford is a town.", None),
        ("mr quintanilla is my father", None),
    ],
)
def test_a_title_before_a_surname_is_context_enough_for_who_is_no_student(text, surface):
    rows = [
        {"person_id": "t1", "name": "Gwen Haverford", "role": "teacher"},
        {"person_id": "t2", "name": "Ana Hope"},
        {"person_id": "s1", "name": "Ana Quintanilla", "role": "student"},
    ]
    hits = found(KnownPeople.from_rows(rows), text)
    assert [hit[0] for hit in hits] == ([surface] if surface else [])


def test_scopes(known):
    text = "Pieter van der Berg"
    assert found(known, text, group="bio") == []
    assert len(found(known, text, group="art")) == 1
    corpus = KnownPeople.from_rows(ROWS, scope="corpus")
    assert len(found(corpus, text, group="bio")) == 1
    author = KnownPeople.from_rows(ROWS, scope="author")
    assert found(author, text, group="art") == []
    assert len(found(author, text, author="u300")) == 1


def test_scripts_without_spaces(known):
    hits = found(known, "我和王小明去了。小明很好。", group="art")
    assert [hit[0] for hit in hits] == ["王小明", "小明"]


def test_two_people_of_one_name_stay_two():
    rows = [
        {"person_id": "a1x", "name": "Maria Garcia", "emails": "one@x.example"},
        {"person_id": "b2x", "name": "Maria Garcia", "group": "bio"},
    ]
    known = KnownPeople.from_rows(rows)
    assert found(known, "Maria Garcia", author="a1x")[0][2] == "known:a1x"
    assert found(known, "Maria Garcia", group="bio")[0][2] == "known:b2x"
    assert found(known, "Maria Garcia")[0] == ("Maria Garcia", "PERSON", "")
    near = found(known, "Maria Garcia (one@x.example)")
    assert [hit[2] for hit in near] == ["known:a1x", "known:a1x"]


def link_known(known, text, **ids):
    """What hips_entities makes of what the table finds."""
    nlp = spacy.blank("en")
    doc = set_ids(nlp(text), **ids)
    write_group(doc, "pii_rules", known.find(text, Ids(**ids)))
    component = HipsEntities(nlp.vocab)
    component.set_known_people(known)
    return component(doc)


def test_linked_by_person_id(known):
    doc = link_known(known, "garcia_m is García, id s123. María García!", author="s123")
    spans = read_group(doc, "pii")
    entities = read_entities(doc)
    person = entities["PERSON:1"]
    assert {s.id for s in spans if s.label == "NAME_STUDENT"} == {"PERSON:1"}
    assert (person.person_id, person.key, person.role) == ("s123", "s123", "student")
    assert (person.first, person.last) == ("María", "García")
    assert {entities[s.id].owner for s in spans if s.label != "NAME_STUDENT"} == {"PERSON:1"}
    assert {entities[i].label for i in person.owns} == {"USERNAME", "ID_NUM"}


def test_a_part_alone_has_the_record_of_the_whole(known):
    (entity,) = read_entities(link_known(known, "It was Garcia.", author="s123")).values()
    assert (entity.first, entity.last, entity.key) == ("María", "García", "s123")


def test_reads_csv_and_jsonl(tmp_path):
    table = tmp_path / "people.csv"
    table.write_text("person_id;name;emails\nx77;Ana Ruiz;a@x.example|b@x.example\n", "utf8")
    assert found(KnownPeople.load(table), "b@x.example")[0][2] == "known:x77"
    lines = tmp_path / "people.jsonl"
    lines.write_text(json.dumps({"name": "Ana Ruiz", "aliases": ["Anita Ruiz"]}) + "\n", "utf8")
    assert found(KnownPeople.load(lines), "Anita Ruiz")[0][2] == "known:ana ruiz"


@pytest.mark.parametrize(
    "rows",
    [
        [{"person_id": "1", "name": "Ana Ruiz"}, {"person_id": "1", "name": "Bo Li"}],
        [{"emails": "a@x.example"}],
        [{"name": "Ana Ruiz", "role": "queen"}],
        ["Ana Ruiz"],
    ],
)
def test_tables_that_cannot_be_used(rows):
    with pytest.raises(HipsError, match="E122") as error:
        KnownPeople.from_rows(rows)
    assert "Ana" not in str(error.value) and "queen" not in str(error.value)


def test_files_that_cannot_be_used(tmp_path):
    bad = tmp_path / "people.jsonl"
    bad.write_bytes(b"\xff\xfe{")
    for path in (bad, tmp_path / "none.csv"):
        with pytest.raises(HipsError, match="E122"):
            KnownPeople.load(path)


def test_one_person_in_two_rows_is_one():
    rows = [{"person_id": "s1x9", "name": "Ana Ruiz", "group": g} for g in ("a", "b")]
    known = KnownPeople.from_rows(rows)
    assert len(known) == 1
    assert found(known, "Ana Ruiz", group="b") and not found(known, "Ana Ruiz", group="c")


def test_shows_nobody_and_is_picklable(known):
    assert "Garc" not in repr(known)
    assert found(pickle.loads(pickle.dumps(known)), "María García")


@pytest.mark.slow
def test_many_people_and_a_long_text():
    first = ["Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jana"]
    rows = [
        {"person_id": f"p{i:05}", "name": f"{first[i % 10]} Surname{chr(97 + i % 26)}{i}"}
        for i in range(20_000)
    ]
    # Digits part words, so spell the numbers in letters.
    table = str.maketrans("0123456789", "qwertzuiop")
    rows = [{**row, "name": row["name"].translate(table)} for row in rows]
    known = KnownPeople.from_rows(rows)
    text = "the quick brown fox and his many friends " * 2500 + rows[7]["name"]
    times = []
    for size in (1, 4):
        start = time.process_time()
        hits = known.find(text * size)
        times.append(time.process_time() - start)
    assert len(hits) == 4
    assert times[1] < 10 * times[0]


def test_a_known_person_in_a_span_of_two(known):
    nlp = spacy.blank("en")
    text = "María García and Tom Reed came."
    doc = nlp(text)
    write_group(doc, "pii_rules", known.find(text))
    write_group(doc, "pii_ner", [PiiSpan(0, 25, "PERSON", 1.0)])
    component = HipsEntities(nlp.vocab)
    component.set_known_people(known)
    entities = read_entities(component(doc))
    assert [e.person_id for e in entities.values()] == ["s123", ""]


def test_a_correction_by_hand_keeps_the_known_person(known):
    doc = link_known(known, "garcia met Zed", author="s123")
    write_group(doc, "pii", [*read_group(doc, "pii"), PiiSpan(11, 14, "PERSON", id="PERSON:1")])
    spans, entities = complete_entities(read_group(doc, "pii"), read_entities(doc), doc.text)
    assert [s.id for s in spans] == ["PERSON:1", "PERSON:1"]
    assert entities["PERSON:1"].person_id == "s123"
    assert entities["PERSON:1"].texts == ("garcia", "Zed")
