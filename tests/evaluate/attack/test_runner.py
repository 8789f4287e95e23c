"""The game: what stays real, what is counted, what is said."""

from __future__ import annotations

import json
from random import Random

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.core.spans import PiiSpan
from spacy_hips.lab.evaluate.attack.attack_report import lines
from spacy_hips.lab.evaluate.attack.replacing import redacted, surrogates
from spacy_hips.lab.evaluate.attack.runner import attack
from spacy_hips.lab.evaluate.attack.score import auc, figures
from spacy_hips.lab.evaluate.attack.weaken import choose, how_sure, left, spotted, weaken
from spacy_hips.lab.evaluate.gold import Gold

from .conftest import gold

HIDDEN = frozenset(("PERSON", "EMAIL"))
FAST = ("table", "repeats", "roster", "linkage")


def corpus(count: int = 20) -> list[Gold]:
    forenames = ("Amara", "Bela", "Chidi", "Dora", "Emeka")
    surnames = ("Okafor", "Novak", "Silva", "Kowal")
    names = [f"{a} {b}" for a in forenames for b in surnames][:count]
    return gold(*((f"{name} wrote to {name.split()[0].lower()}@umich.edu. Then {name} left.",
                   {name: "PERSON", f"{name.split()[0].lower()}@umich.edu": "EMAIL"})
                  for name in names))  # fmt: skip


def test_so_many_of_each_label_stay_and_a_person_whole(ours):
    documents = spotted(corpus(), HIDDEN)
    chosen = choose(documents, ours, 0.9, seed=1)
    spans = [span for own in chosen.values() for span in own]
    assert sum(label == "EMAIL" for _, _, label in spans) == 2
    assert sum(label == "PERSON" for _, _, label in spans) == 4  # two people, each named twice
    assert chosen == choose(documents, ours, 0.9, seed=1)
    assert chosen != choose(documents, ours, 0.9, seed=2)


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", ["ours", "redacted", "crapii2024"])
def test_leaks_stand_in_the_release_and_nothing_else_does(ours, kind):
    documents = spotted(corpus(), HIDDEN)
    chosen = choose(documents, ours, 0.9, seed=1)
    replace = surrogates(kind, ours)
    weakened = weaken(left(documents, chosen, ours), chosen, replace, seed=1)
    told = list(
        zip(map(weakened.release.text_of, weakened.release.places), weakened.leaks, strict=True)
    )
    real = {text for text, leak in told if leak}
    stays = {documents[n].text[s:e] for n, own in chosen.items() for s, e, _ in own}
    if kind != "redacted":  # of an address the name is hidden if it was found elsewhere
        real = {text for text in real if not text.endswith("@umich.edu")}
        stays = {text for text in stays if not text.endswith("@umich.edu")}
    assert real == stays
    drawn = {text for text, leak in told if not leak}
    assert not drawn & {d.text[s:e] for d in documents for s, e, _ in d.spans}


def test_a_leak_that_linking_finds_again_is_none(ours):
    (own,) = gold(("Zoe Kowal wrote. Ask Zoe Kowal.", {"Zoe Kowal": "PERSON"}))
    (document,) = spotted([own], HIDDEN)
    chosen = {0: {own.spans[0]}}
    weakened = weaken(left([document], chosen, ours), chosen, ours, seed=1)
    assert not any(weakened.leaks)
    assert len(weakened.release.places) == 2


def test_redacted_text_shows_every_leak(ours):
    done = attack(corpus(), ours, detection=0.9, attackers=["table"], kinds=["redacted"], seed=1)
    everything = done.attacks[0].figures[0]
    assert (everything.precision, everything.recall) == (1.0, 1.0)
    assert everything.chance == pytest.approx(0.1, abs=0.02)


def test_figures_by_hand():
    own = figures("EMAIL", [True, True, False, False], [True, False, True, False], [4, 2, 3, 1])
    assert (own.precision, own.recall, own.chance, own.auc) == (0.5, 0.5, 0.5, 0.75)
    assert (own.found, own.called, own.leaks, own.candidates) == (1, 2, 2, 4)


@pytest.mark.parametrize("count", [7, 40])
def test_auc_is_what_counting_all_pairs_gives(count):
    rng = Random(count)
    leaks = [rng.random() < 0.4 for _ in range(count)]
    scores = [float(rng.randint(0, 5)) for _ in range(count)]
    pairs = [(a, b) for a, x in zip(scores, leaks, strict=True) if x
             for b, y in zip(scores, leaks, strict=True) if not y]  # fmt: skip
    by_hand = sum((a > b) + (a == b) / 2 for a, b in pairs) / len(pairs)
    assert auc(leaks, scores) == pytest.approx(by_hand)


ODD = {
    "one document": gold(("By Zoe Kowal.", {"Zoe Kowal": "PERSON"})),
    "no identifiers": gold(("Nobody.", {})),
    "an empty text": gold(("", {})),
    "overlapping gold": [Gold(1, "d", "By Zoe Kowal.", ((3, 12, "PERSON"), (3, 6, "PERSON")))],
    "a label of few": gold(("Zoe Kowal, z@x.org", {"Zoe Kowal": "PERSON", "z@x.org": "EMAIL"})),
}


@pytest.mark.parametrize("rows", ODD.values(), ids=ODD)
@pytest.mark.parametrize("detection", [1.0, 0.5])
def test_odd_corpora_are_shown_as_such(ours, rows, detection):
    done = attack(rows, ours, detection=detection, kinds=("ours", "redacted"))
    told = json.dumps(done.to_json()) + "\n".join(lines(done))
    assert "NaN" not in told
    assert "Kowal" not in told
    if detection == 1.0:
        assert all(c.recall is None for own in done.attacks for c in own.figures
                   if own.attacker != "linkage")  # fmt: skip
        assert "no leaks" in told or "no identifiers" in told


def test_text_is_shown_only_where_it_is_asked_for(ours):
    rows = corpus()
    quiet = attack(rows, ours, detection=0.9, attackers=["table"], kinds=["redacted"], seed=1)
    loud = attack(
        rows, ours, detection=0.9, attackers=["table"], kinds=["redacted"], seed=1, shown=3
    )
    assert not any("umich" in line for line in lines(quiet))
    assert "calls" not in quiet.to_json()
    assert len(loud.to_json()["calls"]) == 3
    assert any("umich" in line for line in lines(loud))


def test_what_the_finder_misses_can_be_what_leaks(ours):
    def find(texts):
        return [[PiiSpan(0, text.index(" wrote"), "PERSON")] for text in texts]

    rows = gold(*((f"{n} wrote. Then Q{n}x@y.org came.", {n: "PERSON", f"Q{n}x@y.org": "EMAIL"})
                  for n in ("Zoe", "Ian")))  # fmt: skip
    done = attack(rows, ours, attackers=["wheel"], kinds=["redacted"], find=find, misses="finder")
    assert done.detection == 0.5
    assert {c.label: c.leaks for c in done.attacks[0].figures}["EMAIL"] == 2


def test_of_a_share_the_least_sure_stays(ours):
    def find(texts):
        return [[PiiSpan(0, 3, "PERSON", score=0.2 if "Zoe" in t else 0.9)] for t in texts]

    rows = gold(*((f"{n} wrote.", {n: "PERSON"}) for n in ("Ana", "Zoe", "Ian", "Bea")))
    documents = spotted(rows, HIDDEN)
    sure = how_sure(documents, find)
    assert dict(choose(documents, ours, 0.75, 1, sure)) == {1: {(0, 3, "PERSON")}}


def test_a_plain_sentence_says_what_an_attacker_gains(ours):
    done = attack(
        corpus(), ours, detection=0.9, attackers=["fits", "roster"], kinds=["ours"], seed=1
    )
    told = list(lines(done))[-3:]
    worst, other = told[:2]
    assert worst.startswith(
        "roster: of 10 identifiers that it calls real, 10 are; guessing finds 1"
    )
    assert other.startswith("fits: ")
    assert told[2] == "An attack pays where precision is surely over chance + 0.1."


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"detection": 0}, "E873"),
        ({"detection": 1.5}, "E873"),
        ({"attackers": ["psychic"]}, "E872"),
        ({"kinds": ["blur"]}, "E872"),
        ({"misses": "finder"}, "E874"),
    ],
)
def test_what_cannot_be_attacked(ours, settings, code):
    with pytest.raises(HipsError, match=code):
        attack(corpus(2), ours, **settings)


def test_what_replaces_is_written_in_place():
    (new,) = redacted(spotted(corpus(1), HIDDEN), 0)
    assert new.text == "[REDACTED] wrote to [REDACTED]. Then [REDACTED] left."
