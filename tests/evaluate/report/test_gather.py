"""What is kept of a document: whose trace is left, what is dropped, and what changed."""

from __future__ import annotations

import json

import pytest
import spacy

from spacy_hips.components.scoring.metrics import Prf, match_overlapping
from spacy_hips.core.spans import PiiSpan
from spacy_hips.desk.run.batches import Result
from spacy_hips.lab.evaluate.bootstrap import share_intervals
from spacy_hips.lab.evaluate.fairness import NameMention, Recalls
from spacy_hips.lab.evaluate.gold import Gold
from spacy_hips.lab.evaluate.leaks import Traces
from spacy_hips.lab.evaluate.predictions import redacted
from spacy_hips.lab.evaluate.report.asked import Asked
from spacy_hips.lab.evaluate.report.facts import Facts
from spacy_hips.lab.evaluate.report.gather import gather, level_name
from spacy_hips.lab.evaluate.report.measures import entropy, measured
from spacy_hips.lab.evaluate.report.sections.utility import utility
from spacy_hips.lab.evaluate.report.subjects import subjects
from spacy_hips.lab.evaluate.roles import RoleMention, Roles

TEXT = "I am Ana Silva. Write to a.silva@uni.org, says Silva."
NAMES = [(5, 14, "NAME_STUDENT"), (47, 52, "NAME_STUDENT")]
MAIL = (25, 40, "EMAIL")


class Found:
    """Gives the same spans for every document."""

    def __init__(self, *spans) -> None:
        self.nlp = spacy.blank("en")
        self.spans = [PiiSpan(*s, id=f"{s[2]}:1") for s in spans]

    def __call__(self, items):
        for document in items:
            text, done = redacted(document.text, self.spans)
            yield [Result(document, text, done, tuple(self.spans), None)]


def facts_of(*found, text=TEXT, gold=(*NAMES, MAIL), roles=None, **asked) -> Facts:
    own = Gold(1, "a", text, tuple(gold), roles=roles)
    return gather({"set": [own]}, lambda name: Found(*found), Asked(**asked))[0]


@pytest.mark.parametrize(
    ("found", "hidden", "no_trace"),
    [
        ([*NAMES, MAIL], 1, 1),
        (NAMES, 0, 0),  # the address is the person's own
        ([NAMES[0], MAIL], 0, 0),
        ([(5, 9, "NAME_STUDENT"), NAMES[1], MAIL], 0, 0),
    ],
)
def test_a_person_is_safe_only_with_all_that_tells_it(found, hidden, no_trace):
    assert facts_of(*found).persons == [("student", hidden, no_trace)]


def test_a_trace_may_stand_where_no_gold_is():
    text = TEXT + " See silva_draft.docx"
    assert facts_of(*NAMES, MAIL, text=text).persons == [("student", 1, 0)]


def test_public_people_are_no_leaks():
    """The gold tells that the second Silva is a poet: the name may be read there."""
    roles = Roles((RoleMention(5, 14, "student", "a"), RoleMention(47, 52, "public", "b")))
    facts = facts_of(NAMES[0], MAIL, gold=(NAMES[0], MAIL), roles=roles)
    assert facts.persons == [("student", 1, 1)]
    assert facts.leaks["as it is"] == {}


def test_what_is_dropped_at_a_higher_level_is_dropped_at_a_lower_one():
    text = " ".join(f"Ana{c} Silva{c}," for c in "bcdfghklmnpqrstvwxz")
    spans = [(at, at + 11, "NAME_STUDENT") for at in range(0, len(text), 13)]
    levels = (0.9, 0.5, 0.0)
    facts = facts_of(*spans, text=text, gold=spans, levels=levels)
    for by in ("mentions", "persons"):
        counts = [sum(facts.leaks[level_name(level, by)].values()) for level in levels]
        assert counts == sorted(counts) and counts[-1] >= len(spans)
    assert facts.leaks == facts_of(*spans, text=text, gold=spans, levels=levels).leaks
    assert facts.leaks != facts_of(*spans, text=text, gold=spans, levels=levels, seed=3).leaks


def test_facts_survive_a_file():
    facts = facts_of(*NAMES, MAIL)
    again = Facts(**json.loads(json.dumps(facts.to_line())))
    assert json.dumps(again.to_line()) == json.dumps(facts.to_line())
    assert again.counts.all == facts.counts.all
    assert "Silva" not in json.dumps(facts.to_line())


def test_overlapping_gold_is_one_person_and_no_crash():
    own = Gold(1, "a", TEXT, ((5, 14, "NAME_STUDENT"), (9, 14, "NAME_STUDENT")))
    people = subjects(own, own.spans, lambda spot: False)
    assert [person.names for person in people] == [((5, 14, "NAME_STUDENT"),)]


@pytest.mark.parametrize(
    ("gold", "found", "counts"),
    [
        ([(0, 5, "A")], [(3, 9, "A")], Prf(1, 0, 0)),
        ([(0, 5, "A")], [(0, 2, "A"), (3, 5, "A")], Prf(1, 1, 0)),  # one for one
        ([(0, 2, "A"), (3, 5, "A")], [(0, 5, "A")], Prf(1, 0, 1)),
        ([(0, 5, "A")], [(5, 9, "A")], Prf(0, 1, 1)),  # they only touch
    ],
)
def test_spans_that_meet_count_one_for_one(gold, found, counts):
    assert match_overlapping(gold, found)["A"] == counts


@pytest.mark.parametrize(
    ("label", "original", "text", "kinds"),
    [
        ("NAME_STUDENT", "José Márquez", "jose marquez", ["full name"]),
        ("NAME_STUDENT", "Ana", "Ask Ana.", ["part of a name"]),
        ("NAME_STUDENT", "Will", "Will it rain?", []),  # an ordinary word
        ("PHONE_NUM", "415-555-2671", "tel:+14155552671", ["other identifier"]),
        ("STREET_ADDRESS", "12 Elm St", "12 elm st.", ["other identifier"]),
        ("IP_ADDRESS", "10.0.0.1", "version 1000", []),
    ],
)
def test_an_original_is_found_in_other_forms(label, original, text, kinds):
    assert [leak.kind for leak in Traces([(label, original)])(text)] == kinds


def test_groups_that_differ_by_chance_have_a_high_p_and_others_a_low_one():
    def recalls(hits: dict[str, int]) -> float:
        out = Recalls(["region"])
        for group, found in hits.items():
            for n in range(60):
                name = NameMention(0, 1, str(n), str(n), {"region": group})
                out.add([name], [n < found])
        return out.chance("region", draws=200)

    assert recalls({"Africa": 50, "Europe": 51}) > 0.5
    assert recalls({"Africa": 20, "Europe": 58}) < 0.01


def test_one_group_cannot_be_compared():
    out = Recalls(["region"])
    out.add([NameMention(0, 1, "a", "a", {"region": "Asia"})], [True])
    assert out.chance("region") is None
    assert out.chance("gender" if "gender" in out.kinds else "region", least=5) is None


def test_shares_of_nothing_have_no_samples():
    assert share_intervals([], 10) == {}
    assert share_intervals([{"a": (0.0, 0.0)}], 10) == {"a": []}


def test_measures():
    figures = measured("One two two. Three!")
    assert figures["words"] == 4 and figures["sentences"] == 2 and figures["ttr"] == 0.75
    assert figures["entropy_1"] == pytest.approx(1.5)
    assert entropy(["a"], 2) == 0.0
    assert measured("…") == {}


def test_a_classifier_that_reads_names_alone_is_told():
    """Both classes differ in a name only; what replaces it makes the classifier guess."""
    pytest.importorskip("sklearn")
    documents = [
        Facts("s", n, before={}, after={}, klass="ab"[n % 2],
              hashed=[[1, 2, 10 + n % 2], [1, 2, 99]])
        for n in range(40)
    ]  # fmt: skip
    held = [Facts(**{**f.to_line(), "before": measured("a b"), "after": measured("a b")})
            for f in documents]  # fmt: skip
    said = utility(held, Asked(classes="level", draws=20))["classifier"]
    assert said["before"]["value"] == 1.0 and said["after"]["value"] <= 0.6
    assert said["released"]["value"] <= 0.6 and said["back"]["value"] <= 0.6
    few = utility(held[:6], Asked(classes="level", draws=20))
    assert few["classifier"] is None and any("no classifier" in note for note in few["notes"])
