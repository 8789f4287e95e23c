"""The step that makes the finder between two others."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
import spacy
from spacy.training import Example

from spacy_hips import PiiSpan, write_group

pytest.importorskip("spacy_transformers", reason="needs the extra trf")
SCRIPT = Path(__file__).parents[2] / "scripts" / "average_finders.py"
if not SCRIPT.exists():
    pytest.skip("the build scripts are not part of this copy", allow_module_level=True)
TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}


@pytest.fixture(scope="module")
def script(load_script):
    return load_script(SCRIPT)


def finder(encoder, *behind, **settings):
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("hips_transformer", config={"model": {"name": encoder}})
    nlp.add_pipe("hips_ner", config=settings)
    for name in behind:
        nlp.add_pipe(name)
    doc = nlp.make_doc("By: Ana")
    for key in ("pii", "roles"):
        write_group(doc, key, [PiiSpan(4, 7, "NAME_STUDENT")])
    nlp.initialize(lambda: [Example(nlp.make_doc(doc.text), doc)])
    return nlp


def shifted(encoder, by):
    """A finder all of whose weights are larger by the same amount."""
    nlp = finder(encoder)
    for node in nlp.get_pipe("hips_ner").model.walk():
        for key in node.param_names:
            if node.has_param(key):
                node.set_param(key, node.get_param(key) + by)
    for weights in network(nlp).values():
        if weights.is_floating_point():
            weights += by
    return nlp


def network(nlp):
    return nlp.get_pipe("hips_transformer").model.layers[0].shims[0]._model.state_dict()


def call(script, monkeypatch, folder, second, share):
    first, second, third = (str(folder / name) for name in ("one", second, "three"))
    arguments = [SCRIPT.name, first, second, "--share", share, "-o", third]
    monkeypatch.setattr(sys, "argv", arguments)
    script.main()


def weights(nlp):
    nodes = nlp.get_pipe("hips_ner").model.walk()
    own = [node.get_param(k) for node in nodes for k in node.param_names if node.has_param(k)]
    encoder = [w.numpy() for w in network(nlp).values() if w.is_floating_point()]
    return [np.array(w, dtype="float64") for w in (*own, *encoder)]


def test_all_weights_lie_between(script, tiny_encoder):
    low, high = shifted(tiny_encoder, 0.0), shifted(tiny_encoder, 1.0)
    before, there = weights(low), weights(high)
    script.average(low, high, 0.25)
    assert len(before) > 4
    for old, new, other in zip(before, weights(low), there, strict=True):
        assert np.allclose(new, 0.75 * old + 0.25 * other, atol=1e-5)


def test_two_folders_give_a_third(script, tiny_encoder, tmp_path, monkeypatch):
    finder(tiny_encoder).to_disk(tmp_path / "one")
    shifted(tiny_encoder, 1.0).to_disk(tmp_path / "two")
    call(script, monkeypatch, tmp_path, "two", "0.5")
    one, two, three = (weights(spacy.load(tmp_path / name)) for name in ("one", "two", "three"))
    for low, high, middle in zip(one, two, three, strict=True):
        assert np.allclose(middle, (low + high) / 2, atol=0.01)


def test_a_filter_of_the_first_is_left_out(script, tiny_encoder, tmp_path, monkeypatch, capsys):
    finder(tiny_encoder, "hips_entities", "hips_filter").to_disk(tmp_path / "one")
    finder(tiny_encoder).to_disk(tmp_path / "two")
    call(script, monkeypatch, tmp_path, "two", "0.5")
    pipes = spacy.load(tmp_path / "three").pipe_names
    assert pipes == ["hips_transformer", "hips_ner", "hips_entities"]
    assert "hips_filter is left out" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("second", "share", "told"),
    [("nowhere", "0.5", "no folder of a trained pipeline"), ("one", "2", "not between 0 and 1"),
     ("unlike", "0.5", "not built alike"), ("bare", "0.5", "has no hips_transformer")],
)  # fmt: skip
def test_what_cannot_be_is_said(
    script, tiny_encoder, tmp_path, monkeypatch, capsys, second, share, told
):
    finder(tiny_encoder).to_disk(tmp_path / "one")
    finder(tiny_encoder, scheme="BIO").to_disk(tmp_path / "unlike")
    spacy.blank("en").to_disk(tmp_path / "bare")
    with pytest.raises(SystemExit):
        call(script, monkeypatch, tmp_path, second, share)
    assert told in capsys.readouterr().err
