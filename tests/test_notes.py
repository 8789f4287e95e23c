"""What is remembered on a document: never printed by spaCy, and never taken for another's."""

import warnings

import pytest
import spacy
from spacy.tokens import Doc, Span

from spacy_hips import PiiSpan, set_ids, write_group
from spacy_hips.components.entities import read_entities
from spacy_hips.errors import HipsError
from spacy_hips.ids import Ids, get_ids
from spacy_hips.notes import keep, kept, notes
from spacy_hips.spans import note_searched, read_group, searched


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_anonymizer")
    return nlp


def named(nlp, text, *names, **ids):
    """A document whose names were marked and replaced."""
    doc = set_ids(nlp.make_doc(text), **ids)
    places = [(text.index(name), name) for name in names]
    spans = [
        PiiSpan(start, start + len(name), "PERSON", id=f"PERSON:{number}")
        for number, (start, name) in enumerate(places, 1)
    ]
    write_group(doc, "pii", spans)
    return nlp(doc)


def test_joining_documents_prints_nothing_of_them(nlp):
    one = named(nlp, "Ana Ruiz came, mail ana@x.org", "Ana Ruiz", doc="essay of Ana", author="s1")
    two = named(nlp, "My mail is ben.okri@uni.edu", "ben.okri@uni.edu")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Doc.from_docs([one, two])
        one[0:2].as_doc(copy_user_data=True)


def test_two_people_of_one_number_stay_two_in_a_joined_document(nlp):
    joined = Doc.from_docs([named(nlp, f"{n} came.", n) for n in ("Ana Ruiz", "Ben Okri")])
    assert [span.id_ for span in joined.spans["pii"]] == ["PERSON:1", "PERSON:1"]
    assert [span.id for span in read_group(joined, "pii")] == ["", ""]
    assert read_entities(joined) == {}
    done = nlp(joined)._.replacements
    assert [r.entity for r in done] == ["PERSON:1", "PERSON:2"]
    assert len({r.surrogate for r in done}) == 2
    again = Doc.from_docs([named(nlp, f"{n} came.", n) for n in ("Ana Ruiz", "Ana Ruiz")])
    assert {r.entity for r in nlp(again)._.replacements} == {"PERSON:1"}


def test_people_are_told_apart_without_the_notes_too(nlp):
    docs = [named(nlp, f"{n} came.", n) for n in ("Ana Ruiz", "Ben Okri")]
    joined = nlp(Doc.from_docs(docs, exclude=["user_data"]))
    assert [r.entity for r in joined._.replacements] == ["PERSON:1", "PERSON:2"]


def test_a_group_that_was_shortened_by_hand_keeps_its_persons(nlp):
    doc = named(nlp, "Ana Ruiz met Ben Okri", "Ana Ruiz", "Ben Okri")
    doc.spans["pii"] = list(doc.spans["pii"])[1:]
    assert [span.id for span in read_group(doc, "pii")] == ["PERSON:2"]


@pytest.mark.parametrize("turned", [False, True])
def test_a_part_that_nobody_searched_is_not_passed_over(nlp, turned):
    docs = [named(nlp, "Ana Ruiz came.", "Ana Ruiz"), nlp.make_doc("Ben Okri went.")]
    joined = Doc.from_docs(docs[::-1] if turned else docs)
    with pytest.raises(HipsError, match="E128"):
        nlp(joined)


def test_white_space_and_empty_documents_need_no_search(nlp):
    docs = [named(nlp, "Ana Ruiz came.", "Ana Ruiz"), nlp.make_doc(""), nlp.make_doc(" \n")]
    assert "Ruiz" not in nlp(Doc.from_docs(docs))._.anonymized


def test_an_output_is_that_of_the_whole_document_only(nlp):
    doc = named(nlp, "Ana Ruiz came.", "Ana Ruiz")
    assert doc._.anonymized
    for other in (Doc.from_docs([doc, doc]), doc[0:2].as_doc(copy_user_data=True)):
        assert other._.anonymized is None
        assert other._.replacements == ()


def test_joined_documents_share_what_all_of_them_have(nlp):
    one, two = nlp.make_doc("a b"), nlp.make_doc("c d")
    set_ids(one, doc="1", author="s1", group="g")
    set_ids(two, doc="2", author="s2", group="g")
    note_searched(one, ["PERSON", "EMAIL"])
    note_searched(two, ["EMAIL"])
    joined = Doc.from_docs([one, two])
    assert get_ids(joined) == Ids("", "", "g")
    assert searched(joined) == {"EMAIL"}
    assert searched(Doc.from_docs([one, nlp.make_doc("e")])) == set()


def test_a_new_note_takes_the_place_of_all(nlp):
    one, two = nlp.make_doc("a b"), nlp.make_doc("")
    for doc, value in ((one, 1), (two, 2)):
        keep(doc, "number", value)
        assert kept(doc, "number") == value
    joined = Doc.from_docs([one, two, one])
    assert [note.value for note in notes(joined, "number")] == [1, 1]
    assert kept(joined, "number", 0) == 0
    keep(joined, "number", 3)
    assert [note.value for note in notes(joined, "number")] == [3]


def test_notes_do_not_get_into_spacys_json(nlp):
    doc = named(nlp, "Ana Ruiz came.", "Ana Ruiz")
    assert "underscore_span" not in doc.to_json(underscore=["anonymized"])
    assert not Span.has_extension("anonymized")
