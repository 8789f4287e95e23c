"""Span groups: exact characters, scores and sources survive everything done to them."""

import pickle
from itertools import pairwise

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, DocBin

from spacy_hips import PiiSpan, Replacement, map_offset, read_group, set_entity, write_group
from spacy_hips.core.errors import HipsError
from spacy_hips.core.overlaps import resolve_overlaps
from spacy_hips.core.spans import fixed_entities

TEXT = "Name:Ana Lopez, mail ana@x.org"


@pytest.fixture
def doc() -> Doc:
    return spacy.blank("en").make_doc(TEXT)


@pytest.fixture
def spans() -> list[PiiSpan]:
    return [
        PiiSpan(21, 30, "EMAIL", 0.95, "rules.email", "EMAIL:1"),
        PiiSpan(5, 14, "PERSON", 0.5, "ner", "PERSON:1", "context"),
    ]


def test_a_group_is_read_as_it_was_written(doc, spans):
    write_group(doc, "pii", spans)
    assert read_group(doc, "pii") == sorted(spans, key=lambda s: s.start)


def test_a_span_inside_a_token_keeps_its_exact_characters(doc):
    group = write_group(doc, "pii", [PiiSpan(6, 8, "PERSON")])
    assert group[0].text == "Ana"
    assert [(s.start, s.end) for s in read_group(doc, "pii")] == [(6, 8)]


@pytest.mark.parametrize("copy", ["bytes", "docbin", "pickle"])
def test_a_group_survives_serialisation(doc, spans, copy):
    write_group(doc, "pii", spans)
    before = read_group(doc, "pii")
    if copy == "bytes":
        other = Doc(doc.vocab).from_bytes(doc.to_bytes())
    elif copy == "docbin":
        box = DocBin(docs=[doc], store_user_data=True)
        other = next(DocBin().from_bytes(box.to_bytes()).get_docs(doc.vocab))
    else:
        other = pickle.loads(pickle.dumps(doc))
    assert read_group(other, "pii") == before


def test_a_missing_group_is_empty(doc):
    assert read_group(doc, "pii") == []


@pytest.mark.parametrize(("start", "end"), [(-1, 3), (3, 3), (5, 99)])
def test_characters_outside_the_document_are_an_error(doc, start, end):
    with pytest.raises(HipsError, match="E110"):
        write_group(doc, "pii", [PiiSpan(start, end, "PERSON")])


def test_an_unknown_label_is_an_error(doc):
    with pytest.raises(HipsError, match="E101"):
        write_group(doc, "pii", [PiiSpan(0, 4, "NAME")])


def test_a_group_edited_in_place_is_noticed(doc, spans):
    write_group(doc, "pii", spans)
    doc.spans["pii"].append(doc[0:1])
    with pytest.raises(HipsError, match="E114"):
        read_group(doc, "pii")


MAIL = "mail ana@x.org or 4 July 2004, no. AB-1234 567x"
# Candidates as (what is covered, label, score, source), and what is left of them.
OVERLAPS = {
    "the higher score wins": (
        [("ana@x.org", "PERSON", 0.6, "ner"), ("ana@x.org", "URL_PERSONAL", 0.9, "ner")],
        [("ana@x.org", "URL_PERSONAL")],
    ),
    "at equal score the label of higher priority": (
        [("ana@x.org", "PERSON", 0.9, "ner"), ("ana@x.org", "URL_PERSONAL", 0.9, "ner")],
        [("ana@x.org", "URL_PERSONAL")],
    ),
    "at equal score and label the longer": (
        [("AB-1234", "ID_NUM", 0.9, "ner"), ("AB-1234 567x", "ID_NUM", 0.9, "ner")],
        [("AB-1234 567x", "ID_NUM")],
    ),
    "what a rule proved beats a guess on the same stretch": (
        [("ana@x.org", "EMAIL", 0.95, "rules.email"), ("ana@x.org", "USERNAME", 0.999, "ner")],
        [("ana@x.org", "EMAIL")],
    ),
    "and on a part of it": (
        [("AB-1234 567x", "ID_NUM", 0.7, "rules.id_number"), ("AB-1234", "USERNAME", 0.99, "ner")],
        [("AB-1234 567x", "ID_NUM")],
    ),
    "and, if it has a form of its own, on a longer stretch, which keeps the rest": (
        [("ana@x.org", "EMAIL", 0.95, "rules.email"), ("mail ana@x.org", "PERSON", 0.99, "ner")],
        [("mail", "PERSON"), ("ana@x.org", "EMAIL")],
    ),
    "a user name has no form: a longer name beats it": (
        [("mail", "USERNAME", 0.7, "rules.username"), ("mail ana", "PERSON", 0.99, "ner")],
        [("mail ana", "PERSON")],
    ),
    "a rule that only guesses has its score": (
        [("AB-1234", "ID_NUM", 0.5, "rules.id_number"), ("AB-1234", "USERNAME", 0.99, "ner")],
        [("AB-1234", "USERNAME")],
    ),
    "a birth is more specific than a date, proved": (
        [("4 July 2004", "DATE_OF_BIRTH", 0.95, "rules.date"), ("4 July 2004", "DATE", 1.0, "ner")],
        [("4 July 2004", "DATE_OF_BIRTH")],
    ),
    "or guessed": (
        [("4 July 2004", "DATE_OF_BIRTH", 0.7, "ents"), ("4 July 2004", "DATE", 1.0, "ents")],
        [("4 July 2004", "DATE_OF_BIRTH")],
    ),
    "an address is more specific than a user name, both proved": (
        [("ana@x.org", "EMAIL", 0.7, "rules.email"), ("ana", "USERNAME", 0.95, "rules.username")],
        [("ana@x.org", "EMAIL")],
    ),
    'a name within an address is a part of it: of "ana (at) uni (dot) edu" the brackets stayed': (
        [("ana@x.org", "EMAIL", 0.85, "ents"), ("ana", "PERSON", 0.99, "ner")],
        [("ana@x.org", "EMAIL")],
    ),
    "a telephone number within a longer ID is a part of it": (
        [("AB-1234 567x", "ID_NUM", 0.7, "rules.id_number"),
         ("1234 567", "PHONE_NUM", 0.75, "rules.phone")],
        [("AB-1234 567x", "ID_NUM")],
    ),
    "on the same stretch the score decides between them": (
        [("1234 567", "ID_NUM", 0.7, "rules.id_number"),
         ("1234 567", "PHONE_NUM", 0.9, "rules.phone")],
        [("1234 567", "PHONE_NUM")],
    ),
    "a marked date does not uncover half an ID": (
        [("AB-1234", "ID_NUM", 0.6, "ner"), ("1234", "DATE", 0.9, "rules.date")],
        [("AB-1234", "ID_NUM")],
    ),
    "nor does a proved date uncover a name that was guessed": (
        [("4 July 2004", "DATE", 0.85, "rules.date"), ("July", "PERSON", 0.5, "ner")],
        [("4", "DATE"), ("July", "PERSON"), ("2004", "DATE")],
    ),
    "a proved date takes in a place that was guessed": (
        [("4 July 2004", "DATE", 0.85, "rules.date"), ("July", "LOCATION", 0.95, "ner")],
        [("4 July 2004", "DATE")],
    ),
    "the whole name of a known person takes in a guess at a part": (
        [("mail ana", "NAME_STUDENT", 0.99, "known"), ("mail", "PERSON", 0.9999, "ner")],
        [("mail ana", "NAME_STUDENT")],
    ),
    "a guess that is longer keeps what it has beyond a known name": (
        [("ana", "NAME_STUDENT", 0.9, "known"), ("mail ana", "PERSON", 0.99, "ner")],
        [("mail ana", "PERSON")],
    ),
    "what a deny list names comes first": (
        [("ana", "NAME_PRIVATE", 1.0, "deny"), ("ana@x.org", "EMAIL", 0.95, "rules.email")],
        [("ana", "NAME_PRIVATE"), ("x.org", "EMAIL")],
    ),
    "what the loser covers beyond is kept": (
        [("ana@x.org", "EMAIL", 0.9, "ents"), ("mail ana", "URL_PERSONAL", 0.8, "ents")],
        [("mail", "URL_PERSONAL"), ("ana@x.org", "EMAIL")],
    ),
}  # fmt: skip


class TestOverlaps:
    @pytest.mark.parametrize(("found", "left"), list(OVERLAPS.values()), ids=list(OVERLAPS))
    def test_the_order(self, found, left):
        spans = [
            PiiSpan(MAIL.index(part), MAIL.index(part) + len(part), label, score, source)
            for part, label, score, source in found
        ]
        for candidates in (spans, spans[::-1]):
            kept = resolve_overlaps(candidates, MAIL)
            assert [(MAIL[s.start : s.end], s.label) for s in kept] == left

    @given(
        st.lists(
            st.builds(
                lambda start, length, *given: PiiSpan(start, start + length, *given),
                st.integers(0, 25),
                st.integers(1, 5),
                st.sampled_from(["PERSON", "EMAIL", "DATE", "DATE_OF_BIRTH", "ID_NUM", "USERNAME"]),
                st.sampled_from([0.2, 0.5, 0.9]),
                st.sampled_from(["ner", "rules.email", "known", "deny"]),
            ),
            max_size=12,
        )
    )
    def test_nothing_overlaps_and_no_letter_is_uncovered(self, spans):
        kept = resolve_overlaps(spans, TEXT)
        assert all(a.end <= b.start for a, b in pairwise(kept))
        covered = {i for s in kept for i in range(s.start, s.end)}
        wanted = {i for s in spans for i in range(s.start, s.end) if TEXT[i].isalnum()}
        assert wanted <= covered
        direct = {i for s in kept if s.label[:4] != "DATE" for i in range(s.start, s.end)}
        needed = {i for s in spans if s.label[:4] != "DATE" for i in range(s.start, s.end)}
        assert {i for i in needed if TEXT[i].isalnum()} <= direct, "a date uncovers nothing"


class TestSetEntity:
    def test_it_joins_two_mentions_by_hand(self, doc, spans):
        write_group(doc, "pii", spans)
        set_entity(doc, doc.spans["pii"][0], "PERSON:2")
        assert [s.id for s in read_group(doc, "pii")] == ["PERSON:2", "EMAIL:1"]
        assert fixed_entities(doc) == {(5, 14): "PERSON:2"}

    def test_scores_and_sources_stay(self, doc, spans):
        write_group(doc, "pii", spans)
        set_entity(doc, doc.spans["pii"][0], "PERSON:2")
        assert [s.source for s in read_group(doc, "pii")] == ["ner", "rules.email"]

    @pytest.mark.parametrize("entity", ["", "PERSON", "PERSON:0", "NOBODY:1", "PERSON:x"])
    def test_a_malformed_entity_is_an_error(self, doc, entity):
        with pytest.raises(HipsError, match="E112"):
            set_entity(doc, doc[0:1], entity)

    def test_a_span_that_is_not_in_the_group_is_an_error(self, doc, spans):
        write_group(doc, "pii", spans)
        with pytest.raises(HipsError, match="E113"):
            set_entity(doc, doc[0:1], "PERSON:1")


def test_offsets_map_both_ways():
    done = [
        Replacement(5, 14, 5, 8, "PERSON", "PERSON:1", "surrogate", "Eva"),
        Replacement(21, 30, 15, 27, "EMAIL", "EMAIL:1", "surrogate", "eva@y.exampl"),
    ]
    assert [map_offset(done, i) for i in (0, 5, 7, 14, 21, 30)] == [0, 5, 5, 8, 15, 27]
    assert [map_offset(done, i, back=True) for i in (0, 5, 8, 15, 27)] == [0, 5, 14, 21, 30]


def test_a_longer_age_takes_in_the_number_that_a_rule_reads():
    text = "Ich bin fünfzehn Jahre alt"
    rule, guess = PiiSpan(8, 16, "AGE", 0.85, "rules.age"), PiiSpan(8, 22, "AGE", 0.6, "ner")
    assert resolve_overlaps([rule, guess], text) == [guess]
