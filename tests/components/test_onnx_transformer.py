"""The encoder by onnxruntime: the same as by torch, without torch, whatever stands in the batch."""

import subprocess
import sys

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc
from spacy.training import Example

from spacy_hips import to_onnx
from spacy_hips.core.errors import HipsError
from spacy_hips.core.spans import read_group

pytest.importorskip("torch", reason="needs the extra trf")
pytest.importorskip("spacy_transformers", reason="needs the extra trf")
pytest.importorskip("onnxruntime", reason="needs the extra onnx")

from spacy_hips.find.models import engine as engine_module
from spacy_hips.find.models import onnx_engine, onnx_message
from spacy_hips.find.models.trial import KERNELS

WORDS = ["amara", "okafor", " ", "themarketplace", ",", "\n\n", "b"]
LENGTHS = (3, 60, 0, 17, 1, 90, 5, 41, 2, 80, 33)


def pipeline(encoder, quantize="int8", **transformer_config):
    windows = {"@span_getters": "spacy_hips.DenseWindows.v1", "window": 30, "stride": 20}
    model = {"name": encoder, "get_spans": windows, "transformer_config": transformer_config}
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_transformer", config={"model": model, "quantize": quantize})
    nlp.add_pipe("hips_ner")
    nlp.config["initialize"]["components"]["hips_ner"] = {"labels": ["PERSON"]}
    with_seed(nlp)
    return nlp


def with_seed(nlp):
    from thinc.api import fix_random_seed

    fix_random_seed(1)
    nlp.initialize()


def documents(nlp):
    return [Doc(nlp.vocab, words=[WORDS[i % 7] for i in range(n)]) for n in LENGTHS]


def probabilities(nlp, docs):
    encoder, finder = nlp.get_pipe("hips_transformer"), nlp.get_pipe("hips_ner")
    encoder.set_annotations(docs, encoder.predict(docs))
    return finder.predict(docs)


@pytest.fixture(scope="module")
def converted(tiny_encoder):
    return to_onnx(pipeline(tiny_encoder))


@pytest.fixture(scope="module")
def saved(converted, tmp_path_factory):
    folder = tmp_path_factory.mktemp("onnx") / "pipeline"
    converted.to_disk(folder)
    return folder


NEAR = dict.fromkeys(KERNELS, 0.02) | {"onnxruntime-fp32": 1e-5, "torch-fp32": 1e-5}


@pytest.mark.parametrize("kernel", NEAR)
def test_each_engine_computes_what_the_network_computes(tiny_encoder, monkeypatch, kernel):
    monkeypatch.setenv("HIPS_ENGINE", kernel)
    nlp = pipeline(tiny_encoder)
    docs, encoder = documents(nlp), nlp.get_pipe("hips_transformer")
    assert encoder.kernel == kernel
    by_engine = probabilities(nlp, docs)
    encoder.pool_long = False
    assert encoder.kernel == ""
    by_network = probabilities(nlp, docs)
    for one, other in zip(by_network, by_engine, strict=True):
        np.testing.assert_allclose(one, other, atol=NEAR[kernel])


@pytest.mark.few(1)
@pytest.mark.parametrize("kernel", NEAR)
def test_what_comes_of_a_document_does_not_depend_on_its_batch(tiny_encoder, monkeypatch, kernel):
    """To the last bit, also where a document is encoded in several parts."""
    monkeypatch.setenv("HIPS_ENGINE", kernel)
    nlp = pipeline(tiny_encoder)
    docs = documents(nlp)
    together = probabilities(nlp, docs)
    for doc, beside in zip(docs, together, strict=True):
        np.testing.assert_array_equal(probabilities(nlp, [doc])[0], beside)
    monkeypatch.setattr(engine_module, "WINDOWS", 2)
    monkeypatch.setattr(onnx_engine, "MOST", 40)
    for one, other in zip(together, probabilities(nlp, docs[::-1])[::-1], strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_component_that_listens_to_more_than_the_mean_gets_all_wordpieces(tiny_encoder):
    nlp = pipeline(tiny_encoder)
    listener = {"@architectures": "spacy-transformers.TransformerListener.v1", "grad_factor": 1.0}
    pooling = {"@layers": "reduce_max.v1"}
    tagger = {"@architectures": "spacy.Tagger.v2", "tok2vec": {**listener, "pooling": pooling}}
    assert nlp.get_pipe("hips_transformer").kernel
    nlp.add_pipe("tagger", config={"model": tagger})
    assert nlp.get_pipe("hips_transformer").kernel == ""
    assert nlp.get_pipe("hips_transformer")(nlp.make_doc("amara b"))._.trf_data.width == 16
    nlp.remove_pipe("tagger")
    assert nlp.get_pipe("hips_transformer").kernel


def test_an_encoder_that_has_learnt_is_not_predicted_with_old_weights(tiny_encoder):
    nlp = pipeline(tiny_encoder, quantize="")
    docs = documents(nlp)
    before = probabilities(nlp, docs)
    gold = nlp.make_doc("amara okafor went")
    gold.spans["pii"] = [gold.char_span(0, 12, "PERSON")]
    nlp.update([Example(nlp.make_doc(gold.text), gold)], sgd=nlp.resume_training())
    after = probabilities(nlp, docs)
    assert any((one != other).any() for one, other in zip(before, after, strict=True))
    again = spacy.blank("en").from_config(nlp.config).from_bytes(nlp.to_bytes())
    for one, other in zip(after, probabilities(again, docs), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-2)  # weights are written in half precision


def test_documents_come_back_in_order_whatever_the_batch_size(converted):
    texts = ["amara okafor went", "", "b", " \n"] * 5
    for size in (1, 3, 64):
        assert [doc.text for doc in converted.pipe(texts, batch_size=size)] == texts


def test_a_second_conversion_changes_nothing(converted):
    before = converted.get_pipe("hips_transformer")
    assert to_onnx(converted).get_pipe("hips_transformer") is before


def test_it_comes_back_from_bytes(converted):
    docs = documents(converted)
    again = spacy.blank("en").from_config(converted.config).from_bytes(converted.to_bytes())
    for one, other in zip(probabilities(converted, docs), probabilities(again, docs), strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_document_keeps_its_encoding_as_bytes(converted):
    doc = converted("amara okafor went")
    again = Doc(converted.vocab).from_bytes(doc.to_bytes())
    np.testing.assert_array_equal(again._.trf_data.vectors, doc._.trf_data.vectors)
    np.testing.assert_array_equal(again._.trf_data.tokens, doc._.trf_data.tokens)


WITHOUT_TORCH = """
import sys
from importlib import metadata
for name in ("torch", "transformers", "spacy_transformers", "onnx"):
    sys.modules[name] = None  # as if it were not installed
import catalogue
theirs = ("torch", "transformers", "spacy-transformers", "spacy_transformers")
catalogue.AVAILABLE_ENTRY_POINTS = metadata.EntryPoints(
    entry
    for package in metadata.distributions()
    if package.name not in theirs
    for entry in package.entry_points
)
import spacy
if __name__ == "__main__":
    nlp = spacy.load(sys.argv[1])
    nlp.to_disk(sys.argv[3])
    nlp = spacy.load(sys.argv[3])
    docs = list(nlp.pipe(["amara okafor went", "amara b"] * 3, n_process=int(sys.argv[2])))
    print([(len(doc), [(s.start, s.end) for s in doc.spans["pii_ner"]]) for doc in docs])
"""


@pytest.fixture(scope="module")
def trained(tiny_encoder, tmp_path_factory):
    """A pipeline as training writes it, with the weights of torch."""
    folder = tmp_path_factory.mktemp("trained") / "pipeline"
    pipeline(tiny_encoder).to_disk(folder)
    return folder


@pytest.mark.slow  # starts Python without torch
@pytest.mark.parametrize("kind", ["converted", "trained"])
@pytest.mark.parametrize("processes", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_a_saved_pipeline_runs_without_torch(saved, trained, tmp_path, kind, processes):
    folder = {"converted": saved, "trained": trained}[kind]
    file = tmp_path / "script.py"
    file.write_text(WITHOUT_TORCH)
    command = [sys.executable, "-W", "ignore", str(file), str(folder), processes]
    command.append(str(tmp_path / "again"))
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    nlp = spacy.load(folder)
    docs = list(nlp.pipe(["amara okafor went", "amara b"] * 3))
    expected = [(len(doc), [(s.start, s.end) for s in doc.spans["pii_ner"]]) for doc in docs]
    assert done.stdout.splitlines()[-1] == str(expected)
    again = spacy.load(tmp_path / "again")  # what was written without torch can learn again
    assert type(again.get_pipe("hips_transformer")) is type(nlp.get_pipe("hips_transformer"))


def copy_of(saved, tmp_path):
    import shutil

    shutil.copytree(saved, tmp_path / "copy")
    return tmp_path / "copy"


def foreign_graph():
    ends = [onnx_message.value(name, "float32", [1]) for name in ("x", "y")]
    node = onnx_message.node("Identity", ["x"], ["y"])
    told = {"opsets": {"": 20}, "ir_version": 9, "told": {}}
    return onnx_message.model([node], [], ends[:1], ends[1:], **told)


DAMAGES = {
    "cut off": lambda folder: halve(folder / "encoder.onnx"),
    "empty": lambda folder: (folder / "encoder.onnx").write_bytes(b""),
    "another graph": lambda folder: (folder / "encoder.onnx").write_bytes(foreign_graph()),
    "no graph": lambda folder: (folder / "encoder.onnx").unlink(),
    "no tokenizer": lambda folder: (folder / "tokenizer.json").unlink(),
    "half a tokenizer": lambda folder: halve(folder / "tokenizer.json"),
    "a tokenizer in another code": lambda folder: (folder / "tokenizer.json").write_bytes(b"\xff"),
    "another tokenizer": lambda folder: more_words(folder / "tokenizer.json"),
}


def halve(file):
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])


def more_words(file):
    import json

    told = json.loads(file.read_text())
    vocabulary = told["model"]["vocab"]
    vocabulary |= {f"word{i}": len(vocabulary) + i for i in range(9)}
    file.write_text(json.dumps(told))


@pytest.mark.few(2)
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_or_foreign_encoder_is_refused_when_it_is_loaded(saved, tmp_path, damage):
    folder = copy_of(saved, tmp_path)
    damage(folder / "hips_transformer")
    with pytest.raises(HipsError, match="E740"):
        spacy.load(folder)


@pytest.mark.parametrize("missing", ["onnxruntime", "tokenizers"])
def test_without_the_extra_onnx_it_says_what_to_install(saved, monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(HipsError, match=rf"E741.*{missing}.*spacy-hips\[onnx\]"):
        spacy.load(saved)


def test_an_encoder_of_another_kind_stays_with_torch(tiny_encoder):
    nlp = pipeline(tiny_encoder, hidden_act="relu")
    with pytest.raises(HipsError, match="E744"):
        to_onnx(nlp)
    assert nlp("amara okafor went").spans["pii_ner"] is not None  # as before
    assert nlp.get_pipe("hips_transformer").kernel.startswith("torch")


def test_a_component_that_reads_it_in_another_way_is_named_and_nothing_is_changed(tiny_encoder):
    nlp = pipeline(tiny_encoder)
    nlp.get_pipe_config("hips_ner")["model"]["tok2vec"]["pooling"]["@layers"] = "reduce_max.v1"
    with pytest.raises(HipsError, match=r"E744.*hips_ner"):
        to_onnx(nlp)
    assert read_group(nlp("amara okafor went"), "pii_ner") is not None


def test_it_cannot_be_trained_nor_made_from_nothing(converted):
    model = converted.get_pipe("hips_transformer").model
    with pytest.raises(HipsError, match="E745"):
        model.begin_update(documents(converted))
    doc = converted.make_doc("amara okafor went")
    with pytest.raises(HipsError, match="E745"):
        converted.update([Example(doc, doc)])
    nlp = spacy.blank("en")
    windows = {"@span_getters": "spacy_hips.DenseWindows.v1"}
    empty = {"@architectures": "spacy_hips.OnnxEncoder.v1", "get_spans": windows}
    nlp.add_pipe("hips_transformer", config={"model": empty})
    with pytest.raises(HipsError, match="E745"):
        nlp("amara")


def test_a_processor_that_overflows_gets_a_bit_less(converted):
    engine = converted.get_pipe("hips_transformer").model.attrs["engine"]

    class Overflows:
        """Adds up half of every product, as 16 bits do."""

        def get_inputs(self):
            return engine._session.get_inputs()

        def run(self, names, feeds):
            return [out // 2 for out in engine._session.run(names, feeds)]

    other = onnx_engine.OnnxEngine(engine.graph, engine.tokenizer)
    assert other._bits["zero"] in (128, 64)
    other = onnx_engine.OnnxEngine(engine.graph, engine.tokenizer)
    other.__dict__["_session"] = Overflows()
    assert other._bits["zero"] == 64
    assert other._bits["step"] == np.float32(1 / 63)
