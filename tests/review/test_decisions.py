"""Decisions: read, checked, and applied to the texts that they are about, to no others."""

from __future__ import annotations

import json

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.core.spans import PiiSpan
from spacy_hips.desk.files.columns import parse_columns
from spacy_hips.desk.files.documents import build, text_hash
from spacy_hips.desk.files.rows import Row
from spacy_hips.desk.found.applied import applied, owners_said
from spacy_hips.desk.found.decisions import Decided, Decision, Decisions
from spacy_hips.replace.surrogates.showing import shows_original

COLUMNS = parse_columns(["id=doc,text=text"])
TALK = parse_columns(["room=doc,who=speaker,msg=text"])
TEXT = "I am Ana, and Ana knows Ben."


def document(text: str = TEXT, number: int = 1, id: str = "d1"):
    return build([Row(number, {"id": id, "text": text})], COLUMNS)


def decision(verdict: str = "accept", start: int = 5, end: int = 8, **more) -> Decision:
    values = {"doc": "d1", "row": 1, "column": "text", "text_hash": text_hash(TEXT)}
    label = {"label": "PERSON"} if verdict in ("accept", "added") else {}
    return Decision(**{**values, "verdict": verdict, "start": start, "end": end, **label, **more})


def write(path, *lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


class TestWhatIsRead:
    def test_a_line_comes_back_as_it_was(self, tmp_path):
        one = decision(reviewer="kk", time="2026-01-01", surrogate="Eva", person="PERSON:2")
        read = Decisions.read(
            [write(tmp_path / "d.jsonl", {"review": {"documents": 3}}, one.line())]
        )
        assert read.all == [one]
        assert read.heads == [{"documents": 3}]

    @pytest.mark.parametrize(
        "change, reason",
        [
            ({"verdict": "maybe"}, "verdict must be"),
            ({"verdict": None}, "verdict must be"),
            ({"text_hash": ""}, "text_hash or row"),
            ({"row": "1"}, "row must be a number"),
            ({"row": True}, "row must be a number"),
            ({"start": 9}, "start before end"),
            ({"start": -1}, "start before end"),
            ({"label": "NAME"}, "label is missing"),
            ({"role": "king"}, "role is unknown"),
            ({"surrogate": 3}, "surrogate must be text"),
        ],
    )
    def test_what_is_no_decision_is_an_error_with_its_line(self, tmp_path, change, reason):
        path = write(tmp_path / "d.jsonl", decision().line(), {**decision().line(), **change})
        with pytest.raises(HipsError, match=rf"E801.*line 2.*{reason}"):
            Decisions.read([path])

    def test_what_is_no_json(self, tmp_path):
        (tmp_path / "d.jsonl").write_text("name,verdict\n")
        with pytest.raises(HipsError, match=r"E801.*line 1"):
            Decisions.read([tmp_path / "d.jsonl"])

    def test_a_file_that_is_not_there(self, tmp_path):
        with pytest.raises(HipsError, match="E701"):
            Decisions.read([tmp_path / "none.jsonl"])


class TestTwoAboutOnePlace:
    def test_alike_count_once(self):
        assert len(Decisions([decision(reviewer="a"), decision(reviewer="b")])) == 1

    def test_the_later_of_one_reviewer_counts(self):
        old = decision(reviewer="a", time="2026-01-01")
        new = decision("reject", reviewer="a", time="2026-01-02")
        for both in ([old, new], [new, old]):
            assert [d.verdict for d in Decisions(both).all] == ["reject"]

    @pytest.mark.parametrize(
        "other",
        [
            decision("reject", reviewer="b", time="2026-01-02"),
            decision("reject", reviewer="a"),
            decision(reviewer="b", label="EMAIL"),
            decision(reviewer="b", person="PERSON:3"),
            decision(reviewer="b", surrogate="Eva"),
        ],
    )
    def test_two_that_contradict_are_an_error(self, other):
        with pytest.raises(HipsError, match=r"E802.*1 place"):
            Decisions([decision(reviewer="a", time="2026-01-01"), other])


class TestWhereTheyHold:
    def test_at_the_characters_of_the_document(self):
        decided = Decisions([decision(), decision("reject", 24, 27)]).of(document())
        assert [(s.start, s.end) for s in decided.hidden] == [(5, 8)]
        assert decided.kept == ((24, 27),)

    @pytest.mark.parametrize("other", [document("I am Eva."), document(id="d2")])
    def test_not_in_another_text_or_document(self, other):
        assert not Decisions([decision()]).of(other)

    def test_what_could_not_be_applied_is_counted(self):
        decisions = Decisions([decision(), decision(doc="d7"), decision(text_hash="0" * 64)])
        decisions.note(document())
        assert decisions.counts() == {
            "applied": 1,
            "hidden_all_the_same": 0,
            "other_text": 1,
            "not_placed": 0,
            "not_in_input": 1,
        }

    def test_rows_before_it_may_be_added_or_taken_out(self):
        assert Decisions([decision()]).of(document(number=8))

    def test_of_a_message_said_twice_only_the_one_that_was_meant(self):
        rows = [Row(n, {"room": "r", "who": "A", "msg": "Ask Will"}) for n in (1, 2)]
        talk = build(rows, TALK)
        said = decision(
            "reject", 4, 8, doc="r", row=1, column="msg", text_hash=text_hash("Ask Will")
        )
        assert len(Decisions([said]).of(talk).kept) == 1
        assert not Decisions([decision("reject", 4, 8, doc="r", row=9, column="msg",
                                       text_hash=text_hash("Ask Will"))]).of(talk)  # fmt: skip

    def test_a_surrogate_that_shows_the_original_is_an_error(self):
        with pytest.raises(HipsError, match=r"E800.*row 1"):
            Decisions([decision(surrogate="ana")]).of(document())

    @pytest.mark.parametrize(
        "original, surrogate, label, shown",
        [
            ("Carla Moreno", "Carla M", "PERSON", True),
            ("Carla Moreno", "Dr. Ruth MORENO", "NAME_STUDENT", True),
            ("Carla Moreno", "C. Ruiz", "PERSON", False),
            ("Mr. van Dijk", "Mr. van Buren", "PERSON", False),
            ("the red house", "the blue house", "OTHER", False),
            ("Amara", "\u0410mara", "PERSON", True),  # a Cyrillic letter
            ("Amara", "\u0410\u043c\u0430r\u0430", "PERSON", True),
            ("Amara Okafor", "\u0410mara Ruiz", "PERSON", True),
            ("Amara", "ᴀᴍᴀʀᴀ", "PERSON", True),
            ("Am\u0430ra", "Amara", "PERSON", True),  # the original has it
            ("Amara", "Ámàrä", "PERSON", True),
            ("Amara", "A m a r a", "PERSON", True),
            ("Ana", "A.n.a", "PERSON", True),
            ("Amara", "Am\u200bara", "PERSON", True),
            ("Amara Okafor", "Okafor, Ben", "PERSON", True),
            ("Amara Okafor", "Ben Okafor-Ruiz", "PERSON", True),
            ("Amara Okafor", "A. Okafor", "PERSON", True),
            ("Amara Okafor", "AOkafor", "PERSON", True),
            ("Amara Okafor", "Mrs. Okaforson", "PERSON", True),
            ("Amara Okafor", "rofakO aramA", "PERSON", True),
            ("Alex", "Alexander", "PERSON", True),
            ("Ana", "Joana", "PERSON", False),
            ("Amara Okafor", "Adaeze Obi", "PERSON", False),
            ("Li Wu", "Liv Wuoti", "PERSON", False),
            ("020 7946 0958", "02079460958", "PHONE_NUM", True),
            ("020 7946 0958", "020 7946 0113", "PHONE_NUM", False),
            ("ana@x.org", "\u0430na@x.org", "EMAIL", True),
            ("ana.ruiz@x.org", "anaruiz@x.org", "EMAIL", True),
            ("13", "3 June 2013", "AGE", False),
            ("13", "1 3", "AGE", False),
        ],
    )
    def test_a_word_of_a_name_shows_it(self, original, surrogate, label, shown):
        assert shows_original(original, surrogate, label) is shown


class TestWhatFollows:
    FOUND = (
        PiiSpan(5, 8, "PERSON", 0.9, "ner", "PERSON:4"),
        PiiSpan(14, 17, "PERSON", 0.9, "ner", "PERSON:4"),
        PiiSpan(24, 27, "PERSON", 0.9, "ner", "PERSON:5"),
    )

    def decide(self, *given: tuple[int, int, str, str], kept=()) -> list[tuple[int, str]]:
        hidden = tuple(PiiSpan(s, e, "PERSON", 1, "review", entity) for s, e, entity, _ in given)
        persons = tuple(person for *_, person in given)
        spans = applied(self.FOUND, Decided(hidden, persons, tuple(kept)))
        return sorted((s.start, s.id) for s in spans)

    def test_what_nobody_decided_on_stays_as_it_was_found(self):
        assert self.decide() == [(5, "PERSON:4"), (14, "PERSON:4"), (24, "PERSON:5")]

    def test_what_is_rejected_goes_and_the_rest_stays(self):
        assert self.decide(kept=[(24, 27)]) == [(5, "PERSON:4"), (14, "PERSON:4")]

    def test_numbers_are_those_of_this_run(self):
        accepted = self.decide((5, 8, "PERSON:1", "PERSON:1"))
        assert accepted == [(5, "PERSON:4"), (14, "PERSON:4"), (24, "PERSON:5")]

    def test_a_mention_given_to_somebody_else_joins_her(self):
        joined = self.decide((5, 8, "PERSON:1", "PERSON:1"), (24, 27, "PERSON:2", "PERSON:1"))
        assert {i for _, i in joined} == {"PERSON:4"}

    def test_a_mention_made_another_person_parts(self):
        parted = self.decide((14, 17, "PERSON:1", "PERSON:9"))
        assert parted == [(5, "PERSON:4"), (14, "PERSON:9"), (24, "PERSON:5")]

    def test_an_added_one_takes_in_what_it_covers(self):
        assert [s for s, _ in self.decide((14, 27, "", "PERSON:6"))] == [5, 14]

    def test_the_owner_that_a_reviewer_chose_has_the_number_of_this_run(self):
        mail = PiiSpan(30, 38, "EMAIL", 1, "review", "EMAIL:1")
        hidden = (PiiSpan(24, 27, "PERSON", 1, "review", "PERSON:2"), mail)
        for chosen, owner in (("PERSON:2", "PERSON:5"), ("PERSON:8", "PERSON:8"), ("nobody", "")):
            decided = Decided(hidden, ("PERSON:2", "EMAIL:1"), owners=("", chosen))
            assert owners_said((*self.FOUND, mail), decided) == {30: owner}

    def test_another_kind_gets_a_number_of_its_own(self):
        hidden = (PiiSpan(5, 8, "USERNAME", 1, "review", "PERSON:1"),)
        spans = applied(self.FOUND, Decided(hidden, ("PERSON:1",)))
        assert [s.id for s in spans if s.label == "USERNAME"] == [""]
