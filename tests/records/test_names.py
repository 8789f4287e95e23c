"""Name columns are replaced whole, whatever the pipeline thought of the name."""

from __future__ import annotations

import pytest
import spacy

from spacy_hips.core.ids import Ids
from spacy_hips.core.spans import PiiSpan, Replacement, read_group, write_group
from spacy_hips.desk.files.columns import Columns, parse_columns
from spacy_hips.desk.files.documents import build
from spacy_hips.desk.files.file_formats import PEOPLE
from spacy_hips.desk.files.rows import Row
from spacy_hips.desk.run.name_columns import (
    ColumnPeople,
    PeopleOfColumns,
    cover,
    keeps_names,
    uncovered,
)
from spacy_hips.who.persons.search.known import KnownPeople

COLUMNS = parse_columns(["first=name", "last=name", "essay=text"])


def replacement(start: int, end: int, action: str = "surrogate") -> Replacement:
    return Replacement(start, end, start, end, "PERSON", "PERSON:1", action, "x")


def document(first: str, last: str, essay: str):
    return build([Row(1, {"first": first, "last": last, "essay": essay})], COLUMNS)


def test_cells_with_a_letter_left_are_found():
    doc = document("Rose", "de la Cruz", "Rose is red.")
    assert [p.column for p in uncovered(doc, [])] == ["first", "last"]
    cruz = doc.text.index("Cruz")
    done = [replacement(0, 4), replacement(cruz, cruz + 4)]
    assert [p.column for p in uncovered(doc, done)] == ["last"]
    assert [p.column for p in uncovered(doc, [replacement(0, 4, "mark")])] == ["first", "last"]
    start = doc.text.index("de la")
    assert uncovered(doc, [replacement(0, 4), replacement(start, start + 10)]) == []


def test_the_word_between_the_people_of_a_cell_may_stay():
    """Else the cell was covered as one name: "Alex Safo and Alex Alex"."""
    doc = document("Ana Silva and Ben Li", "", "Ana was here.")
    ben = doc.text.index("Ben Li")
    assert uncovered(doc, [replacement(0, 9), replacement(ben, ben + 6)]) == []
    assert [p.column for p in uncovered(doc, [replacement(0, 9)])] == ["first"]


def test_a_covered_cell_takes_the_entity_of_its_row():
    doc = document("Rose", "de la Cruz", "Cruz is here, Ben too.")
    nlp = spacy.blank("en")
    made = nlp(doc.text)
    cruz, ben = doc.text.index("Cruz"), doc.text.index("Ben")
    write_group(
        made,
        "pii",
        [
            PiiSpan(cruz, cruz + 4, "PERSON", 0.9, "ner", "PERSON:2"),
            PiiSpan(ben, ben + 3, "PERSON", 0.9, "ner", "PERSON:1"),
        ],
    )
    cover(made, doc, uncovered(doc, []), "pii")
    found = [(doc.text[s.start : s.end], s.label, s.id) for s in read_group(made, "pii")]
    assert found == [
        ("Rose", "NAME_STUDENT", "PERSON:2"),
        ("de la Cruz", "NAME_STUDENT", "PERSON:2"),
        ("Ben", "PERSON", "PERSON:1"),
    ]


def test_a_name_nobody_mentions_is_a_new_person():
    doc = document(" Rose ", "", "Ben is here.")
    made = spacy.blank("en")(doc.text)
    ben = doc.text.index("Ben")
    write_group(made, "pii", [PiiSpan(ben, ben + 3, "PERSON", 0.9, "ner", "PERSON:4")])
    cover(made, doc, uncovered(doc, []), "pii")
    first = read_group(made, "pii")[0]
    assert (doc.text[first.start : first.end], first.id) == ("Rose", "PERSON:5")


def test_names_stay_only_where_the_user_says_so():
    assert not keeps_names("default", {})
    assert not keeps_names("full", {"PERSON": "placeholder"})
    assert keeps_names("default", {"NAME_STUDENT": "mark"})


def people(*rows: tuple[str, ...], scope: str = "document") -> PeopleOfColumns:
    """What is known of rows of author, name, text and group in the texts of all of them."""
    columns = parse_columns(["sid=author,name=name,essay=text,course=group"])
    made = [
        build([Row(n, dict(zip(("sid", "name", "essay", "course"), row, strict=False)))], columns)
        for n, row in enumerate(rows, 1)
    ]
    return ColumnPeople(scope, documents=made).of(made)


def found(known: PeopleOfColumns, text: str, author: str, group: str = "") -> list[tuple[str, str]]:
    spans = known.find(text, Ids(author=author, group=group))
    return [(text[s.start : s.end], s.id) for s in spans]


def test_authors_are_found_in_their_own_texts_only():
    known = people(("s1", "Ana Ruiz", ""), ("s2", "Ben Okafor", ""))
    text = "Ana wrote to Ben."
    assert [(s.start, s.end) for s in known.find(text, Ids(author="s1"))] == [(0, 3)]
    assert [(s.start, s.end) for s in known.find(text, Ids(author="s2"))] == [(13, 16)]
    assert known.find(text, Ids()) == []
    assert known.person("s1").key == "s1"
    assert known.person("s9") is None


def test_an_author_whose_name_is_written_in_two_ways_is_one_person():
    known = people(("s1", "Ana Ruiz", ""), ("s1", "Ana Ruiz Gómez", ""))
    (span,) = known.find("I am Ana Ruiz Gómez.", Ids(author="s1"))
    assert span.id.endswith("s1")


def test_a_speaker_nobody_knows_is_one_person_in_all_messages():
    columns = parse_columns(["room=doc,who=speaker,msg=text"])
    talk = [("Rose", "hi"), ("Lily", "hello"), ("rose", "bye")]
    rows = [Row(n, {"room": "r", "who": w, "msg": m}) for n, (w, m) in enumerate(talk, 1)]
    doc = build(rows, columns)
    made = spacy.blank("en")(doc.text)
    cover(made, doc, uncovered(doc, []), "pii")
    assert [s.id for s in read_group(made, "pii")] == ["PERSON:1", "PERSON:2", "PERSON:1"]


ROWS = (("s1", "Ana Ruiz", "", "g1"), ("s2", "Ben Okafor", "", "g1"), ("s3", "Eva Lind", "", "g2"))


@pytest.mark.parametrize(
    ("scope", "where", "who"),
    [
        ("document", ("s2", "g1"), []),
        ("author", ("s2", "g1"), []),
        ("author", ("s1", "g9"), [("Ana Ruiz", "known:s1")]),
        ("group", ("s2", "g1"), [("Ana Ruiz", "known:s1")]),
        ("group", ("s3", "g2"), []),
        ("corpus", ("s3", "g2"), [("Ana Ruiz", "known:s1")]),
        ("corpus", ("", ""), [("Ana Ruiz", "known:s1")]),
    ],
)
def test_a_name_cell_is_known_in_the_whole_scope(scope, where, who):
    """Scope corpus gave a person two names: as an author, and as a friend in another text."""
    assert found(people(*ROWS, scope=scope), "I met Ana Ruiz", *where) == who


@pytest.mark.parametrize("scope", ["document", "author", "group", "corpus"])
def test_the_order_of_rows_does_not_matter(scope):
    rows = [*ROWS, ("s1", "ANA RUIZ GIL", "", "g1"), ("s1", "", "", "g1"), ("", "Eva Lind", "")]
    text = "I, Ana Ruiz, met Ana Ruiz Gil, Ben Okafor and Eva Lind."
    one, two = people(*rows, scope=scope), people(*rows[::-1], scope=scope)
    for author, group in (("s1", "g1"), ("s3", "g2")):
        hits = found(one, text, author, group)
        assert hits and hits == found(two, text, author, group)
    assert one.person("s1") == two.person("s1")


@pytest.mark.parametrize(
    ("role", "name", "people"),
    [("name", "Ana", 2), ("name", "Ana Ruiz", 1), ("speaker", "Ana", 1)],
)
def test_a_lone_name_is_nobody_elses(role, name, people):
    """Two rows that say "Ana" are two people; who speaks under a name is one."""
    columns = parse_columns([f"id=doc,name={role},essay=text"])
    rows = [Row(n, {"id": f"{n}", "name": name, "essay": ""}) for n in (1, 2)]
    made = [build([row], columns) for row in rows]
    here = ColumnPeople("corpus", documents=made).of(made)
    found = [here.find(f"it was {name}", document.ids) for document in made]
    assert len({span.id for spans in found for span in spans}) == people
    assert here.find("Ana came", Ids(author="s9")) == []


@pytest.mark.parametrize(
    "text",
    [
        "We will hope.", "Hope dies last, said Will.", "I will", "(Hope, W., 2004)",
        "W. Hope (2004)",
    ],
)  # fmt: skip
def test_a_name_that_is_a_word_or_an_initial_is_not_taken_for_an_author(text):
    known = people(("s1", "Will Hope", ""), ("s2", "Ben Okafor", ""), scope="corpus")
    assert found(known, text, "s2") == []
    assert found(known, f"Will Hope came. {text}", "s2")


def test_two_authors_of_one_name_stay_two():
    known = people(("s1", "Ana Ruiz", ""), ("s2", "Ana Ruiz", ""), scope="corpus")
    assert found(known, "I am Ana Ruiz", "s1") == [("Ana Ruiz", "known:s1")]
    assert found(known, "I am Ana Ruiz", "s2") == [("Ana Ruiz", "known:s2")]
    assert found(known, "I met Ana Ruiz", "s3") == [("Ana Ruiz", "")]


def test_who_is_named_in_a_cell_of_several_is_the_author_of_that_name():
    known = people(("s1", "Ana Ruiz; Ben Okafor", ""), ("s2", "Ben Okafor", ""), scope="corpus")
    assert found(known, "Okafor came", "s1") == [("Okafor", "known:s2")]
    assert {i for _, i in found(known, "Ana Ruiz, Ben Okafor", "s9")} == {
        "known:name:ana ruiz", "known:s2",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("author", "text", "ids"),
    [
        ("Amara Okafor", "Bees, by Amara Okafor.", ["known:s1", "known:s1"]),
        ("OKAFOR, Amara", "Bees.", ["known:s1"]),
        ("amara", "My friend Amara Okafor likes bees.", ["known:s1", "known:s1"]),
        ("A. Okafor", "Amara Okafor", ["known:s1", "known:s1"]),
        ("Ruth Achterberg", "Bees. Achterberg saw it.", ["", ""]),
        ("Ruth Achterberg", "Amara Okafor and Ruth Achterberg", ["", "known:s1", ""]),
    ],
)
@pytest.mark.parametrize("scope", ["document", "corpus"])
def test_the_properties_of_a_file_make_no_person_of_their_own(scope, author, text, ids):
    """One student had two new names: that of the table and that of the property."""
    columns = Columns({"id": "doc", PEOPLE: "name", "text": "text"})
    made = [build([Row(1, {"id": "a.docx", PEOPLE: author, "text": text})], columns)]
    table = KnownPeople.from_rows([{"person_id": "s1", "name": "Amara Okafor"}], scope="corpus")
    here = ColumnPeople(scope, table, made).of(made)
    found = here.find(made[0].text, made[0].ids)
    assert [span.id for span in sorted(found, key=lambda span: span.start)] == ids
    assert here.own(made[0].ids) == []


def test_who_handed_a_file_in_is_the_person_of_its_properties():
    columns = Columns({"id": "doc", PEOPLE: "name", "text": "text"})
    path = "Amara Okafor_17_assignsubmission_file/a.docx"
    row = Row(1, {"id": path, PEOPLE: "A. Okafor\nAmara Okafor", "text": "I am Amara."})
    made = [build([row], columns)]
    spans = ColumnPeople("corpus", documents=made).of(made).find(made[0].text, made[0].ids)
    assert {span.id for span in spans} == {"known:name:amara okafor"} and len(spans) == 3
