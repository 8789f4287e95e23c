"""Span groups: exact characters, scores and sources survive everything done to them."""

import pickle
from itertools import pairwise

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, DocBin

from spacy_hips import PiiSpan, Replacement, map_offset, read_group, set_entity, write_group
from spacy_hips.errors import HipsError
from spacy_hips.spans import fixed_entities, resolve_overlaps

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


class TestOverlaps:
    def test_the_higher_score_wins(self):
        low, high = PiiSpan(0, 9, "USERNAME", 0.6), PiiSpan(0, 9, "EMAIL", 0.9)
        assert resolve_overlaps([low, high], TEXT) == [high]

    def test_at_equal_score_the_label_of_higher_priority_wins(self):
        person, mail = PiiSpan(21, 30, "PERSON", 0.9), PiiSpan(21, 30, "EMAIL", 0.9)
        assert resolve_overlaps([person, mail], TEXT) == [mail]

    def test_at_equal_score_and_label_the_longer_wins(self):
        long, short = PiiSpan(5, 14, "PERSON", 0.9), PiiSpan(5, 8, "PERSON", 0.9)
        assert resolve_overlaps([short, long], TEXT) == [long]

    def test_what_the_loser_covers_beyond_is_kept(self):
        mail = PiiSpan(21, 30, "EMAIL", 0.9)
        name = PiiSpan(5, 24, "PERSON", 0.8)
        kept = resolve_overlaps([name, mail], TEXT)
        assert [TEXT[s.start : s.end] for s in kept] == ["Ana Lopez, mail", "ana@x.org"]

    def test_a_name_within_an_address_is_a_part_of_it(self):
        """Of "ana.ruiz (at) uni (dot) edu" the brackets stayed, with two surrogates between."""
        mail, name = PiiSpan(0, 20, "EMAIL", 0.85), PiiSpan(0, 8, "PERSON", 0.99)
        assert resolve_overlaps([name, mail], TEXT) == [mail]

    def test_a_marked_date_does_not_uncover_half_an_id(self):
        number = PiiSpan(0, 9, "ID_NUM", 0.6)
        date = PiiSpan(2, 6, "DATE", 0.9)
        assert resolve_overlaps([date, number], TEXT) == [number]

    @given(
        st.lists(
            st.builds(
                lambda start, length, label, score: PiiSpan(start, start + length, label, score),
                st.integers(0, 25),
                st.integers(1, 5),
                st.sampled_from(["PERSON", "EMAIL", "DATE", "ID_NUM"]),
                st.sampled_from([0.2, 0.5, 0.9]),
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
