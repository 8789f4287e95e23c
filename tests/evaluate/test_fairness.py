"""Recall by group: what counts as found, what is counted once, and how far groups differ."""

from __future__ import annotations

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.lab.corpus.generate import generate
from spacy_hips.lab.evaluate.fairness import (
    Fairness,
    NameMention,
    Recalls,
    form_of,
    found_exactly,
    guessed_groups,
    hidden,
    parser_of,
    read_mentions,
)

TEXT = "By Ana Ruiz. ANA RUIZ thanks Kofi and Dr. Bose."
RECORD = {
    "text": TEXT,
    "roles": [
        [3, 11, "student", "student"],
        [13, 21, "student", "student"],
        [29, 33, "private", "private1"],
        [42, 46, "public", "cited1"],
    ],
    "persons": {
        "student": {"name": "Ana Ruiz", "gender": "f", "country": "PE", "region": "Americas"},
        "private1": {"name": "Kofi Mensah", "gender": "m", "country": "GH", "region": "Africa"},
        "cited1": {"name": "A. Bose", "gender": "", "country": "IN", "region": "Asia"},
    },
}


def mention(region: str, text: str = "Ana", start: int = 0, person: str = "p") -> NameMention:
    return NameMention(start, start + len(text), text, person, {"region": region})


def test_names_of_private_people_are_read_with_their_groups():
    mentions = read_mentions(RECORD)
    assert [m.text for m in mentions] == ["Ana Ruiz", "ANA RUIZ", "Kofi"]
    assert mentions[1].groups == {
        "region": "Americas", "country": "PE", "gender": "f", "form": "CAPS",
    }  # fmt: skip
    assert mentions[2].groups["form"] == "first only"
    assert [m.text for m in read_mentions(RECORD, roles=["public"])] == ["Bose"]


@pytest.mark.slow
def test_generated_documents_can_be_read():
    records = list(generate(20, 3, "test", balance="region"))
    mentions = [m for record in records for m in read_mentions(record)]
    assert {m.groups["gender"] for m in mentions} == {"f", "m"}
    assert all(m.groups["region"] for m in mentions)


def test_finding_wants_just_the_characters():
    mentions = read_mentions(RECORD)
    assert found_exactly(mentions, [(3, 11), (13, 22)]) == [True, False, False]


def test_hiding_wants_every_letter_gone_however_the_ends_lie():
    mentions = read_mentions(RECORD)
    assert hidden(mentions, [(0, 11), (13, 16), (17, 21), (29, 32)]) == [True, True, False]


def test_recall_is_by_mention_and_what_is_written_alike_is_one_name():
    recalls = Recalls(["region"])
    same = [mention("Asia", "Li Na"), mention("Asia", "Li\nNa", 9), mention("Asia", "Na", 20)]
    recalls.add(same, [True, True, False])
    recalls.add([mention("Asia", "Li Na")], [True])
    group = recalls.figures("region", draws=0).groups["Asia"]
    assert (group.mentions, group.found, group.names) == (4, 3, 3)
    assert group.recall == 0.75
    assert group.interval == (None, None)


def test_the_gap_is_that_of_the_best_and_the_worst_group_in_points():
    recalls = Recalls(["region"])
    for number in range(100):
        row = [mention("Asia"), mention("Europe"), mention("Africa")]
        recalls.add(row, [number % 10 > 0, True, number % 20 > 0])
    fairness = recalls.figures("region", draws=200)
    assert (fairness.best, fairness.worst) == ("Europe", "Asia")
    assert fairness.gap == pytest.approx(10.0)
    low, high = fairness.interval
    assert 3 < low < 10 < high < 18
    assert fairness.too_few(101) == ["Africa", "Asia", "Europe"]
    assert fairness.too_few(100) == []


def test_intervals_are_wider_where_mentions_of_a_document_stand_and_fall_together():
    together, apart = Recalls(["region"]), Recalls(["region"])
    for number in range(40):
        together.add([mention("Asia", start=i) for i in range(10)], [number % 2 == 0] * 10)
        apart.add([mention("Asia", start=i) for i in range(10)], [i % 2 == 0 for i in range(10)])
    low, high = together.figures("region").groups["Asia"].interval
    assert high - low > 0.2
    assert apart.figures("region").groups["Asia"].interval == pytest.approx((0.45, 0.55), abs=1e-3)


def test_the_same_seed_gives_the_same_intervals():
    recalls = Recalls(["region"])
    for number in range(30):
        recalls.add([mention("Asia"), mention("Europe")], [number % 3 > 0, number % 4 > 0])
    assert recalls.figures("region", 50, seed=1) == recalls.figures("region", 50, seed=1)
    assert recalls.figures("region", 50, seed=1) != recalls.figures("region", 50, seed=2)


def test_a_group_that_a_sample_lacks_still_has_an_interval():
    recalls = Recalls(["region"])
    recalls.add([mention("Oceania")], [True])
    for _ in range(5):
        recalls.add([mention("Asia")], [True])
    assert recalls.figures("region").groups["Oceania"].interval == (0.05, 1.0)


def test_groups_of_which_none_was_missed_may_still_differ():
    recalls = Recalls(["region"])
    for _ in range(36):
        recalls.add([mention("Asia"), mention("Europe")], [True, True])
    fairness = recalls.figures("region")
    assert fairness.groups["Asia"].interval == (pytest.approx(0.9202, abs=1e-4), 1.0)
    assert fairness.gap == 0
    assert fairness.interval == (pytest.approx(-7.98, abs=0.01), pytest.approx(7.98, abs=0.01))


def test_without_names_there_is_no_gap():
    recalls = Recalls(["region", "gender"])
    recalls.add([], [])
    recalls.add([mention("Asia")], [True])
    assert recalls.figures("gender") == Fairness("gender", {})
    assert recalls.figures("gender").gap is None
    assert recalls.figures("region").gap is None


def test_figures_are_plain_data():
    recalls = Recalls(["region"])
    recalls.add([mention("Asia"), mention("Europe")], [True, False])
    figures = recalls.figures("region", draws=0).to_json()
    assert figures["gap"] == 100.0
    assert figures["groups"]["Asia"] == {
        "mentions": 1, "names": 1, "recall": 1.0, "interval": [None, None],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "full", "form"),
    [
        ("Ana Ruiz", "Ana Ruiz", "full"),
        ("Ana", "Ana Ruiz", "first only"),
        ("Ruiz", "Ana Ruiz", "last only"),
        ("van der Berg", "Jan van der Berg", "last only"),
        ("Ana Ruiz", "Ana Lucía Ruiz", "in part"),
        ("Amaya", "Amaya", "only name"),
        ("Ruiz Ana", "Ana Ruiz", "other order"),
        ("Ruiz, Ana", "Ana Ruiz", "Last, First"),
        ("A. Ruiz", "Ana Ruiz", "initials"),
        ("A. M. Ruiz", "Ana María Ruiz", "initials"),
        ("Ana R.", "Ana Ruiz", "initials"),
        ("A.R.", "Ana Ruiz", "initials"),
        ("Rithy V. Vuthy", "Rithy V. Vuthy", "full"),
        ("ANA RUIZ", "Ana Ruiz", "CAPS"),
        ("FOFA", "Fofa Nagy", "CAPS"),  # four capitals that are no initials
        ("Ana RUIZ", "Ana Ruiz", "surname in CAPS"),
        ("ana ruiz", "Ana Ruiz", "lower case"),
        ("Ana_Ruiz", "Ana Ruiz", "file name"),
        ("AnaRuiz", "Ana Ruiz", "file name"),
        ("RuizA", "Ana Ruiz", "file name"),
        ("ClaraDoNhaca", "Clara do Nhaca", "file name"),
        ("Anne-Marie", "Anne-Marie Roux", "first only"),  # a hyphen of its own
        ("Hyun-jun", "Hyun-jun Weon", "first only"),
        ("McDonald", "Ronald McDonald", "last only"),
        ("Nosková", "Tetiana Noskova", "last only"),
        ("Kate", "Katharine Bell", "other"),
        ("", "Ana Ruiz", "other"),
        ("Ana", "", "other"),
    ],
)
def test_forms_are_told_by_the_full_name(text: str, full: str, form: str):
    assert form_of(text, full) == form


@pytest.mark.parametrize(
    ("full", "ours", "theirs"),
    [
        ("Ngozi Okafor", ("f", "NG", "Africa"), ("f", "NG", "Africa")),
        ("Okafor, Ngozi", ("f", "NG", "Africa"), ("f", "NG", "Africa")),
        # nameparser takes the first word for the forename
        ("KOWALSKA Ewa", ("f", "PL", "Europe"), ("", "", "")),
        ("Wang Xiaoming", ("m", "CN", "Asia"), ("m", "", "")),
    ],
)
def test_groups_are_guessed_with_either_parser(
    full: str, ours: tuple[str, ...], theirs: tuple[str, ...]
):
    pytest.importorskip("nameparser")
    for name, groups in (("", ours), ("nameparser", theirs)):
        found = guessed_groups(full, parser=parser_of(name))
        assert (found["gender"], found["country"], found["region"]) == groups


def test_an_unknown_parser_is_refused():
    with pytest.raises(HipsError, match=r"\[E872\].*nameparser"):
        parser_of("by hand")
