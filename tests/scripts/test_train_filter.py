"""The step that teaches the filter over a frozen encoder."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import spacy
from spacy.training import Example

from spacy_hips import PiiSpan, write_group
from spacy_hips.lab.training.judge_lessons import Course, forget, learn_often, weights_of

pytest.importorskip("spacy_transformers", reason="needs the extra trf")
SCRIPT = Path(__file__).parents[2] / "scripts" / "train_filter.py"
if not SCRIPT.exists():
    pytest.skip("the build scripts are not part of this copy", allow_module_level=True)
TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
FRIENDS = ("Amara Okafor", "Mateo Quispe", "Lan Nguyen", "Hana Sato")
AUTHORS = ("Grete Waitz", "Octavia Butler", "Paulo Freire", "Wangari Maathai")
SETTINGS = Namespace(
    seed=3, trainings=2, epochs=6, batch=2, learn_rate=0.01, dropout=0.1,
    wrong=0.005, hidden_sure=0.99, lowest=0.01,
)  # fmt: skip


@pytest.fixture(scope="module")
def script(load_script):
    return load_script(SCRIPT)


def example(nlp, text, name, label):
    """A document in which the name was found, and what is known of it."""
    found, known = nlp.make_doc(text), nlp.make_doc(text)
    at = text.index(name)
    write_group(found, "pii_ner", [PiiSpan(at, at + len(name), "PERSON", 0.9, "ner")])
    write_group(known, "roles", [PiiSpan(at, at + len(name), label)])
    return Example(found, known)


@pytest.fixture(scope="module")
def taught(tiny_encoder):
    """A filter that has learnt nothing yet, and its lessons."""
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("hips_transformer", config={"model": {"name": tiny_encoder}})
    nlp.add_pipe("hips_entities", config={"propagate": False})
    judge = nlp.add_pipe("hips_filter", config={"hide_lists": 0.0})
    golds = [example(nlp, f"my friend {n} came too", n, "NAME_PRIVATE") for n in FRIENDS]
    golds += [example(nlp, f"according to {n} in school", n, "PERSON") for n in AUTHORS]
    nlp.initialize(lambda: golds)
    for gold in golds:
        for name in ("hips_transformer", "hips_entities"):
            nlp.get_pipe(name)(gold.predicted)
    return judge, judge.remember([judge.lesson(gold) for gold in golds])


def test_a_language_is_learnt_where_enough_is_known_of_it(script, monkeypatch):
    monkeypatch.setattr(script, "LEARNT", 3)
    nlp = spacy.blank("en")
    docs = []
    for language, mentions in (("de", 2), ("de", 1), ("sv", 2), ("en", 5)):
        doc = nlp.make_doc("Ana Bo Cy Di Ed")
        doc.user_data["hips_language"] = language
        doc.spans["roles"] = [doc[i : i + 1] for i in range(mentions)]
        docs.append(doc)
    assert script.learnt_languages(docs) == ["de", "en"]
    assert script.learnt_languages([]) == ["en"]


@pytest.fixture
def judge(taught):
    """The filter as it was before it learnt."""
    start = taught[0].model.to_bytes()
    yield taught[0]
    taught[0].model.from_bytes(start)


def test_it_learns_who_is_public_and_sets_the_thresholds(script, judge, taught):
    script.learn(judge, taught[1], taught[1], SETTINGS)
    script.set_thresholds(judge, taught[1], SETTINGS)
    private, public, nobody = script._probabilities(judge, taught[1])
    assert (len(private), len(public), nobody) == (4, 4, [])
    assert max(private) < judge.threshold_public <= min(public)
    assert judge.threshold_sure >= judge.threshold_public


def test_whom_hard_evidence_keeps_leaves_the_threshold_alone(script, judge, taught):
    """Of 17,389 private people 26 were kept so, and the threshold was above 1: all were hidden."""
    script.learn(judge, taught[1], taught[1], SETTINGS)
    script.set_thresholds(judge, taught[1], SETTINGS)
    before = judge.threshold_public
    private = next(lesson for lesson in taught[1] if "private" in str(lesson.targets.kinds))
    kept = replace(private, ruled=np.ones(len(private.counts)))
    script.set_thresholds(judge, [*taught[1], kept], SETTINGS)
    assert judge.threshold_public == before < 1


def test_calibration_counts_who_is_public_at_each_probability(script, judge, taught, capsys):
    script.learn(judge, taught[1], taught[1], SETTINGS)
    script.set_thresholds(judge, taught[1], SETTINGS)
    capsys.readouterr()
    docs = [spacy.blank("en").make_doc("") for _ in taught[1]]
    docs[0].user_data["hips_language"] = "de"
    script.print_calibration(judge, taught[1], docs)
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[2:]]
    assert [row[0] for row in rows] == ["de", "en"]
    assert [row[-1].partition("/")[0] for row in rows] == ["0", "0"]
    people = [cell.split("/") for row in rows for cell in row[1:-1]]
    assert [sum(int(cell[i]) for cell in people) for i in (0, 1)] == [4, 8]


def test_several_trainings_give_the_means_of_their_weights(judge, taught):
    """Each begins at the same weights, whatever was learnt before it."""
    course = Course(epochs=6, batch=2, rate=0.01, dropout=0.1, seed=3, trainings=1)
    start = judge.model.to_bytes()
    single = []
    for seed in (3, 4):
        judge.model.from_bytes(start)
        learn_often(judge, taught[1], replace(course, seed=seed))
        single.append(weights(judge))
    judge.model.from_bytes(start)
    learn_often(judge, taught[1], replace(course, trainings=2))
    both = weights(judge)
    assert any((single[0][key] != single[1][key]).any() for key in both)
    for key, mean in both.items():
        np.testing.assert_allclose(mean, (single[0][key] + single[1][key]) / 2, rtol=1e-5)


def weights(judge):
    """The weights behind the encoder."""
    nodes = [node for layer in judge.model.layers[1:] for node in layer.walk()]
    return {(n, key): node.get_param(key) for n, node in enumerate(nodes)
            for key in node.param_names}  # fmt: skip


def test_lessons_that_were_kept_are_those_that_were_made(script, taught, tmp_path):
    """A file holds numbers and words; nothing that is run when it is read."""
    file = tmp_path / "lessons" / "one.msgpack"
    made = script._kept(file, lambda: taught[1])
    kept = script._kept(file, None)
    assert [lesson.targets.kinds for lesson in kept] == [lesson.targets.kinds for lesson in made]
    for one, other in zip(kept, made, strict=True):
        np.testing.assert_array_equal(one.mentions.context, other.mentions.context)
        np.testing.assert_array_equal(one.targets.people, other.targets.people)
        assert one.person.tolist() == other.person.tolist()


def test_lessons_of_other_evidence_are_made_anew(script, taught, tmp_path, monkeypatch):
    file = tmp_path / "one.msgpack"
    script._kept(file, lambda: taught[1])
    monkeypatch.setattr(script, "FEATURES", ("another",))
    assert script._kept(file, lambda: taught[1][:1]) == taught[1][:1]


def test_no_training_at_all_is_an_error(script, monkeypatch, capsys):
    arguments = [SCRIPT.name, "model", "a.spacy", "b.spacy", "-o", "out", "--trainings", "0"]
    monkeypatch.setattr(sys, "argv", arguments)
    with pytest.raises(SystemExit):
        script.main()
    assert "--trainings 0: at least 1" in capsys.readouterr().err


def test_a_judge_that_has_forgotten_begins_anew(judge, taught):
    before = weights_of(judge)
    forget(judge, 3)
    first = weights_of(judge)
    forget(judge, 3)
    assert all(np.array_equal(own, first[key]) for key, own in weights_of(judge).items())
    assert any(not np.array_equal(before[key], first[key]) for key in before)
    losses = []
    course = Course(epochs=8, batch=2, rate=0.01, dropout=0.1, seed=3, trainings=1)
    learn_often(judge, taught[1], course, lambda epoch, loss: losses.append(loss) or epoch)
    assert losses[-1] < losses[0]
