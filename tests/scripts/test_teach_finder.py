"""The step that teaches a finder behind an encoder that stays as it is."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
import spacy
from spacy.tokens import DocBin
from spacy.training import Example

from spacy_hips import PiiSpan, write_group
from spacy_hips.components.ner import TokenLesson

pytest.importorskip("spacy_transformers", reason="needs the extra trf")
SCRIPT = Path(__file__).parents[2] / "scripts" / "teach_finder.py"
if not SCRIPT.exists():
    pytest.skip("the build scripts are not part of this copy", allow_module_level=True)
TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
TEXTS = [("By: Ana", 4, 7), ("vi a kofi ayer", 5, 9), ("", 0, 0)]


@pytest.fixture(scope="module")
def script(load_script):
    return load_script(SCRIPT)


@pytest.fixture
def run(script, tiny_encoder, tmp_path, monkeypatch, capsys):
    """Teaches a finder of random weights, and gives it before and after."""
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("hips_transformer", config={"model": {"name": tiny_encoder}})
    nlp.add_pipe("hips_ner")
    (tmp_path / "other").mkdir()
    docs = []
    for text, start, end in TEXTS:
        docs.append(nlp.make_doc(text))
        write_group(docs[-1], "pii", [PiiSpan(start, end, "PERSON")] if text else [])
    nlp.initialize(lambda: [Example(nlp.make_doc(doc.text), doc) for doc in docs[:2]])
    nlp.to_disk(tmp_path / "before")
    DocBin(docs=docs, store_user_data=True).to_disk(tmp_path / "train.spacy")

    DocBin(docs=docs[2:]).to_disk(tmp_path / "nothing.spacy")
    DocBin(docs=docs[:1], store_user_data=True).to_disk(tmp_path / "other" / "train.spacy")

    def teach(*more: str, texts: str = "train.spacy"):
        arguments = ["teach_finder.py", str(tmp_path / "before"), str(tmp_path / texts)]
        monkeypatch.setattr(sys, "argv", [*arguments, "-o", str(tmp_path / "after"), *more])
        script.main()
        return spacy.load(tmp_path / "before"), spacy.load(tmp_path / "after")

    return teach


def encoder_of(nlp):
    return nlp.get_pipe("hips_transformer").model.layers[0].shims[0]._model.state_dict()


def names_lost(nlp):
    """How little a finder expects the names where they are."""
    lost = 0.0
    for text, start, _ in TEXTS[:2]:
        doc = nlp.get_pipe("hips_transformer")(nlp.make_doc(text))
        (at,) = (t.i for t in doc if t.idx == start)
        lost -= float(np.log(1 - nlp.get_pipe("hips_ner").predict([doc])[0][at, 0] + 1e-9))
    return lost


def test_the_finder_learns_and_the_encoder_does_not(run):
    before, after = run("--epochs", "30", "--rate", "0.01")
    assert names_lost(after) < names_lost(before)
    there = encoder_of(after)
    for name, weights in encoder_of(before).items():
        assert np.allclose(weights.float(), there[name].float(), atol=1e-3), name


def test_what_the_gold_leaves_open_is_what_was_found(script):
    class Finder:
        def predict_seen(self, seen):
            return [np.array([[0.1, 0.9, 0.0], [0.1, 0.9, 0.0], [0.1, 0.0, 0.9]])]

    allowed = np.array([[1, 1, 1], [1, 0, 1], [1, 0, 1]], dtype="f4")
    lesson = script.settled(Finder(), TokenLesson(None, allowed))
    assert lesson.allowed.tolist() == [[0, 1, 0], [1, 0, 1], [0, 0, 1]]


def test_what_the_encoder_showed_is_kept(run, tmp_path, monkeypatch, script):
    run("--epochs", "1")
    monkeypatch.setattr(script, "_look", None)  # it is not asked again
    run("--epochs", "1")
    assert len(list((tmp_path / "after.shown").iterdir())) == 1


def test_other_texts_under_the_same_name_are_looked_at(run, tmp_path):
    run("--epochs", "1")
    run("--epochs", "1", texts="other/train.spacy")
    assert len(list((tmp_path / "after.shown").iterdir())) == 2


@pytest.mark.parametrize(
    ("texts", "told"),
    [("gone.spacy", "gone.spacy is not there"), ("nothing.spacy", "they teach nothing")],
)
def test_texts_that_cannot_be_learnt_from_are_told(run, capsys, texts, told):
    with pytest.raises(SystemExit):
        run(texts=texts)
    assert told in capsys.readouterr().err
