"""What is remembered on a document: never printed by spaCy, and never taken for another's."""

import pickle
import warnings

import pytest
import spacy
from spacy.tokens import Doc, DocBin, Span
from spacy.vocab import Vocab

from spacy_hips import PiiSpan, set_ids, write_group
from spacy_hips.components.entities import read_entities
from spacy_hips.core.errors import HipsError
from spacy_hips.core.ids import Ids, get_ids
from spacy_hips.core.notes import keep, kept, notes
from spacy_hips.core.spans import KNOWN_PEOPLE, note_searched, read_group, searched, searched_by


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


def in_a_bin(doc, *, store_user_data):
    box = DocBin(docs=[doc], store_user_data=store_user_data).to_bytes()
    return next(DocBin().from_bytes(box).get_docs(doc.vocab))


def with_data_of(doc, *words):
    return Doc(doc.vocab, words=words, spaces=[False] * len(words), user_data=dict(doc.user_data))


def changed(doc, change):
    change(doc)
    return doc


CARRIED, NEVER, LOST = "carried", "E111", "E127"
MADE_OF_ANOTHER = {
    "the same": (CARRIED, lambda doc: doc),
    "copy": (CARRIED, lambda doc: doc.copy()),
    "to_bytes": (CARRIED, lambda doc: Doc(doc.vocab).from_bytes(doc.to_bytes())),
    "to_bytes, another vocabulary": (CARRIED, lambda doc: Doc(Vocab()).from_bytes(doc.to_bytes())),
    "pickle": (CARRIED, lambda doc: pickle.loads(pickle.dumps(doc))),
    "DocBin with user data": (CARRIED, lambda doc: in_a_bin(doc, store_user_data=True)),
    "joined of one": (CARRIED, lambda doc: Doc.from_docs([doc])),
    "tokens merged": (CARRIED, lambda doc: changed(doc, merged)),
    "to_json": (LOST, lambda doc: Doc(doc.vocab).from_json(doc.to_json())),
    "to_json with the text": (
        LOST,
        lambda doc: Doc(doc.vocab).from_json(doc.to_json(underscore=["anonymized"])),
    ),
    "to_bytes without user data": (
        LOST,
        lambda doc: Doc(doc.vocab).from_bytes(doc.to_bytes(exclude=["user_data"])),
    ),
    "DocBin": (LOST, lambda doc: in_a_bin(doc, store_user_data=False)),
    "joined of two": (LOST, lambda doc: Doc.from_docs([doc, doc])),
    "joined without groups": (LOST, lambda doc: Doc.from_docs([doc, doc], exclude=["spans"])),
    "joined without user data": (
        LOST,
        lambda doc: Doc.from_docs([doc, doc], exclude=["user_data"]),
    ),
    "joined with a new one": (
        LOST,
        lambda doc: Doc.from_docs([doc, Doc(doc.vocab, words=["Ben"])]),
    ),
    "cut with user data": (LOST, lambda doc: doc[0:3].as_doc(copy_user_data=True)),
    "another text of the same length": (LOST, lambda doc: with_data_of(doc, "x" * len(doc.text))),
    "user data cleared": (LOST, lambda doc: changed(doc, lambda d: d.user_data.clear())),
    "user data exchanged": (LOST, lambda doc: changed(doc, lambda d: setattr(d, "user_data", {}))),
    "cut": (NEVER, lambda doc: doc[0:3].as_doc()),
    "new of the same text": (NEVER, lambda doc: Doc(doc.vocab, words=[t.text for t in doc])),
}


def merged(doc):
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[1:3])


@pytest.mark.parametrize("kind", MADE_OF_ANOTHER)
def test_a_document_made_of_another_carries_the_result_or_says_so(nlp, kind):
    becomes, make = MADE_OF_ANOTHER[kind]
    doc = named(nlp, "Ana Ruiz came, mail ana@x.org", "Ana Ruiz")
    before = doc._.anonymized, doc._.replacements, doc._.hips_searched, read_group(doc, "public")
    other = make(doc)
    if becomes == CARRIED:
        group = read_group(other, "public")
        now = other._.anonymized, other._.replacements, other._.hips_searched, group
        assert now == before
        return
    for name in ("anonymized", "replacements", "anonymized_doc"):
        with pytest.raises(HipsError, match=becomes) as error:
            other._.get(name)
        assert not any(word in str(error.value) for word in ("Ruiz", "ana@", *before[0].split()))


def test_joined_documents_share_what_all_of_them_have(nlp):
    one, two = nlp.make_doc("a b"), nlp.make_doc("c d")
    set_ids(one, doc="1", author="s1", group="g")
    set_ids(two, doc="2", author="s2", group="g")
    for doc, labels, by in ((one, ["PERSON", "EMAIL"], "rules"), (two, ["EMAIL"], "ents")):
        write_group(doc, "found", [])
        note_searched(doc, "found", labels, by)
    note_searched(two, "found", ["PERSON"], KNOWN_PEOPLE, more=True)
    joined = Doc.from_docs([one, two])
    assert get_ids(joined) == Ids("", "", "g")
    assert searched(joined) == {"EMAIL"}
    assert searched_by(joined) == (
        ("EMAIL", ("ents", "rules")),
        ("PERSON", (KNOWN_PEOPLE, "rules")),
    )
    assert searched(Doc.from_docs([one, nlp.make_doc("e")])) == set()
    assert searched(Doc.from_docs([one, two], exclude=["spans"])) == set()


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
