"""A heap of texts becomes a corpus, step by step, the same each time."""

from __future__ import annotations

import builtins
import random

import numpy as np
import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.lab.curate import Settings, Talk, curate
from spacy_hips.lab.curate.characters import FEWEST, odd_texts
from spacy_hips.lab.curate.near import near_duplicates
from spacy_hips.lab.curate.plotting import plot_similarity

pytest.importorskip("sklearn")

WORDS = (
    "we drew a map of the market and asked people where they stop because our group wanted to "
    "know what they need when it rains then visualization helped us see that most of them wait "
    "near the gate although nobody had planned a roof there so the tool changed how I listen"
)
SPANISH = "El mercado es un lugar donde la gente habla mucho porque siempre espera la lluvia. " * 6


def essay(seed: int, words: int = 120) -> str:
    """Some English text that is like no other."""
    rng = random.Random(seed)
    own = ["".join(rng.choices("abcdefghiklmnoprstuvw", k=rng.randint(4, 9))) for _ in range(40)]
    return (
        " ".join(rng.choice((WORDS.split(), own)[rng.random() < 0.5]) for _ in range(words)) + "."
    )


def steps(curated):
    return {step.name: step.dropped for step in curated.steps}


class TestConversations:
    TALKS = tuple(
        Talk(turns, frozenset(people.split()))
        for turns, people in ((5, "a"), (1, "b"), (5, "a b"), (5, "a c"), (5, ""), (4, "b"))
    )

    @pytest.mark.parametrize(
        ("settings", "kept"),
        [
            ({}, (0, 1, 2, 3, 4, 5)),
            ({"min_turns": 5}, (0, 2, 3, 4)),
            ({"max_per_author": 1}, (0, 1, 4)),
            ({"max_per_author": 2}, (0, 1, 2, 4)),
            ({"min_turns": 4, "max_per_author": 2}, (0, 2, 4, 5)),
        ],
    )
    def test_enough_turns_and_nobody_too_often(self, settings, kept):
        texts = [essay(seed) for seed in range(6)]
        curated = curate(texts, Settings(contamination=0, **settings), self.TALKS)
        assert curated.kept == kept
        told = {one.step for one in curated.dropped}
        assert told <= {"turns", "contributors"} and len(curated.dropped) == 6 - len(kept)

    def test_a_text_alone_is_one_turn_of_nobody(self):
        assert curate([essay(1)], Settings(min_turns=2)).kept == ()
        assert curate([essay(1)], Settings(max_per_author=1)).kept == (0,)

    @pytest.mark.parametrize("name", ["min_turns", "max_per_author"])
    def test_fewer_than_none_is_an_error(self, name):
        with pytest.raises(HipsError, match="E730"):
            Settings(**{name: -1})


class TestSteps:
    @pytest.mark.parametrize(
        ("text", "settings", "step"),
        [
            (SPANISH, {}, "language"),
            (SPANISH, {"languages": ("en", "es")}, ""),
            (SPANISH, {"languages": ()}, ""),
            (essay(1) + " " + SPANISH[:160], {}, ""),  # a quotation is no other language
            (essay(1, 49), {}, "length"),
            (essay(1, 50), {}, ""),
            (essay(1), {"max_words": 100}, "length"),
            ("<p>" + essay(1, 20) + "</p>" + "<br class='a b c d'>" * 60, {}, "length"),
            ("", {}, "length"),
        ],
    )
    def test_what_a_text_must_be(self, text, settings, step):
        found = curate([text], Settings(**settings)).dropped
        assert [one.step for one in found] == ([step] if step else [])

    def test_a_text_is_dropped_once_and_by_the_first_step(self):
        texts = [essay(1), SPANISH, essay(2, 10), essay(1) + " End.", essay(3)]
        curated = curate(texts)
        assert curated.kept == (0, 4)
        assert [(one.text, one.step) for one in curated.dropped] == [
            (1, "language"), (2, "length"), (3, "near-duplicates"),
        ]  # fmt: skip
        assert curated.dropped[-1].like == 0

    def test_the_table_adds_up(self):
        texts = [essay(i) for i in range(FEWEST + 20)] + [essay(3), SPANISH]
        curated = curate(texts, Settings(contamination=0.05))
        befores = [step.before for step in curated.steps]
        assert befores[1:] == [step.left for step in curated.steps[:-1]]
        assert curated.steps[-1].left == len(curated.kept)
        assert len(curated.dropped) + len(curated.kept) == len(texts)
        assert next(curated.lines()).split() == ["step", "texts", "dropped", "left"]

    def test_no_reason_shows_a_text(self):
        texts = [f"Zorblak {essay(i)}" for i in (1, 1)] + ["Zorblak", f"Zorblak. {SPANISH}"]
        assert not any("Zorblak" in one.reason for one in curate(texts).dropped)

    def test_it_is_the_same_each_time(self):
        texts = [essay(i % 70) for i in range(140)]
        one, two = (curate(texts, Settings(contamination=0.1)) for _ in range(2))
        assert (one.kept, one.dropped) == (two.kept, two.dropped)
        assert steps(one) == {"language": 0, "length": 0, "near-duplicates": 70, "characters": 7}

    def test_nothing_gives_nothing(self):
        assert curate([]).kept == ()

    @pytest.mark.parametrize(
        "wrong",
        [
            {"min_words": -1},
            {"max_words": -5},
            {"similarity": 1.1},
            {"contamination": 0.6},
            {"weights": "idf"},
        ],
    )
    def test_settings_that_make_no_sense(self, wrong):
        with pytest.raises(HipsError, match=r"E730|E418"):
            Settings(**wrong)

    def test_without_scikit_learn(self, monkeypatch):
        def refuse(name, *_):
            raise ImportError(name)

        monkeypatch.setattr("spacy_hips.lab.curate.extra.import_module", refuse)
        with pytest.raises(HipsError, match="E820"):
            curate([essay(1), essay(2)])


class TestNear:
    def brute(self, texts, weights):
        """All cosines, the slow way."""
        grams = []
        for text in texts:
            low = " ".join(text.lower().split())
            counts = {}
            for i in range(len(low) - 2):
                counts[low[i : i + 3]] = counts.get(low[i : i + 3], 0) + 1
            if weights == "log":
                counts = {k: 1 + np.log(v) for k, v in counts.items()}
            grams.append(counts)
        out = np.zeros((len(texts), len(texts)))
        for i, a in enumerate(grams):
            for j, b in enumerate(grams):
                norm = np.sqrt(sum(v * v for v in a.values()) * sum(v * v for v in b.values()))
                out[i, j] = sum(v * b.get(k, 0) for k, v in a.items()) / norm if i != j else 0
        return out

    @pytest.mark.parametrize("weights", ["log", "counts"])
    def test_cosines_are_those_of_the_definition(self, weights):
        texts = [essay(i, 60) for i in range(12)] + [essay(3, 60) + " And so on it went."]
        near = near_duplicates(texts, 0.9, weights)
        assert np.allclose(near.nearest, self.brute(texts, weights).max(axis=1), atol=1e-5)
        assert [(pair.text, pair.like) for pair in near.pairs] == [(12, 3)]

    def test_what_resembles_only_a_dropped_text_stays(self):
        one, two = essay(1, 200), essay(2, 200)
        mixed = [one, f"{one} {two[:260]}", f"{one[200:]} {two[:500]}"]
        cosines = self.brute(mixed, "log")
        threshold = (cosines[1, 2] + cosines[0, 2]) / 2
        assert cosines[0, 1] > threshold > cosines[0, 2]
        assert [pair.text for pair in near_duplicates(mixed, threshold).pairs] == [1]

    def test_texts_over_several_blocks(self):
        texts = [essay(i % 300, 40) for i in range(600)]
        found = near_duplicates(texts).pairs
        assert [(pair.text, pair.like) for pair in found] == [(i, i - 300) for i in range(300, 600)]

    @pytest.mark.parametrize("texts", [[], [""], ["", ""], ["ab", "ab"], ["abc", ""]])
    def test_texts_without_trigrams(self, texts):
        assert near_duplicates(texts).pairs == ()

    def test_a_threshold_of_one_takes_copies_only(self):
        texts = [essay(1), essay(1), essay(1) + "!"]
        assert [pair.text for pair in near_duplicates(texts, 1.0).pairs] == [1]


class TestCharacters:
    @pytest.mark.parametrize(
        "odd",
        [
            "| 12 | 44 | 8.1 |\n" * 60,
            "x = foo(a[i], b{j});\n" * 60,
            "город стоит у реки и ждёт. " * 40,
            essay(5).upper(),
            "".join(f"{word}\n" for word in essay(5).split()),
        ],
    )
    def test_the_odd_one_is_found(self, odd):
        texts = [essay(i) for i in range(99)]
        texts.insert(40, odd)
        assert odd_texts(texts, 0.01).texts == (40,)

    def test_too_few_texts_are_not_compared(self):
        found = odd_texts([essay(i) for i in range(FEWEST - 1)], 0.1)
        assert found.texts == () and str(FEWEST) in found.note

    def test_texts_made_alike(self):
        assert odd_texts([essay(1)] * FEWEST, 0.1).note


@pytest.mark.slow  # draws a picture
def test_the_picture(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    plot_similarity(np.array([0.3, 0.95, 0.5], "float32"), 0.9, tmp_path / "f.png")
    assert (tmp_path / "f.png").read_bytes().startswith(b"\x89PNG")
    real = builtins.__import__

    def refuse(name, *rest):
        if name.startswith("matplotlib"):
            raise ImportError
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(HipsError, match="E627"):
        plot_similarity(np.array([0.3]), 0.9, tmp_path / "g.png")
