"""Indirect identifiers of one author, added up over all texts."""

from __future__ import annotations

from spacy_hips.core.spans import PiiSpan
from spacy_hips.desk.kanon_texts.adding_up import RAREST, AddingUp


def adding(*texts):
    """Adds up texts given as (author, {label: value})."""
    out = AddingUp()
    for author, told in texts:
        text, spans = "", []
        for label, value in told.items():
            spans.append(PiiSpan(len(text), len(text) + len(value), label))
            text += value + " "
        out.add(author, text, spans)
    return out


def rarest(out):
    return [(one.author, [label for label, _ in one.rarest], one.authors) for one in out.authors()]


def test_what_is_common_alone_may_be_rare_together():
    out = adding(
        ("s1", {"AGE": "19"}), ("s1", {"LOCATION": "Lund"}), ("s2", {"AGE": "19"}),
        ("s3", {"LOCATION": "lund"}), ("s2", {"LOCATION": "Oslo"}), ("s4", {"LOCATION": "Oslo"}),
    )  # fmt: skip
    assert rarest(out) == [
        ("s1", ["AGE", "LOCATION"], 1), ("s2", ["AGE", "LOCATION"], 1),
        ("s3", ["LOCATION"], 2), ("s4", ["LOCATION"], 2),
    ]  # fmt: skip


def test_the_shortest_rare_combination_is_told():
    out = adding(("s1", {"AGE": "19", "SCHOOL": "Hill Road"}), ("s2", {"AGE": "19"}))
    assert rarest(out)[0] == ("s1", ["SCHOOL"], 1)


def test_three_together():
    told = {"AGE": "19", "LOCATION": "Lund", "NATIONALITY": "Swedish"}
    pairs = [{k: v for k, v in told.items() if k != out} for out in told]
    out = adding(("s1", told), *((f"t{n}", pair) for n, pair in enumerate(pairs)))
    assert rarest(out)[0] == ("s1", ["AGE", "LOCATION", "NATIONALITY"], 1)


def test_ways_to_write_a_value_are_one():
    out = adding(("s1", {"AGE": "nineteen"}), ("s2", {"AGE": "19"}), ("s3", {"SCHOOL": "the Mill"}),
                 ("s4", {"SCHOOL": "Mill"}))  # fmt: skip
    assert {one.authors for one in out.authors()} == {2}


def test_direct_identifiers_and_dates_do_not_count():
    assert adding(("s1", {"EMAIL": "a@x.org", "DATE": "3 May", "PERSON": "Ana"})).authors() == []


def test_what_full_would_leave():
    out = AddingUp()
    spans = [PiiSpan(0, 5, "PROFESSION"), PiiSpan(6, 10, "LOCATION")]
    out.add("s1", "baker Lund", spans, [(0, 5)])
    (one,) = out.authors()
    assert one.left == (("PROFESSION", "baker"),)
    assert "PROFESSION of 1" in out.notes()[-1]


def test_notes_hold_no_value():
    out = adding(("zorblak", {"AGE": "19", "LOCATION": "Quimvex"}))
    assert not any(w in note.lower() for note in out.notes() for w in ("zorblak", "quimvex", "19"))


def test_many_identifiers_of_one_author_take_no_time():
    told = {f"v{n}": {"LOCATION": f"place {n % 40}"} for n in range(2000)}
    out = adding(*(("s" + key[-1], value) for key, value in told.items()))
    assert len(out.authors()) == 10 and RAREST < 40
