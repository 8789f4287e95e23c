"""The encoder: windows of like length go through together, and nothing but the speed changes."""

import os
import subprocess
import sys

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc

from spacy_hips.core.errors import HipsError
from spacy_hips.find.models.windows import make_dense_windows

torch = pytest.importorskip("torch", reason="needs the extra trf")
pytest.importorskip("spacy_transformers", reason="needs the extra trf")

NO_DROPOUT = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
LENGTHS = (3, 60, 17, 1, 90, 5, 41, 2, 80, 33)


@pytest.fixture
def model(tiny_encoder):
    from spacy_hips.find.models.architectures import build_encoder

    windows = make_dense_windows(window=30, stride=20)
    model = build_encoder(tiny_encoder, windows, transformer_config=dict(NO_DROPOUT))
    model.initialize()
    return model


@pytest.fixture
def docs():
    """Texts of very different length, so that there are several batches of windows."""
    nlp = spacy.blank("en")
    words = ["amara", "b", "quispe", "went", "to", "themarketplace"]
    return [Doc(nlp.vocab, words=[words[i % 6] for i in range(n)]) for n in LENGTHS]


def network(model):
    return model.layers[0].shims[0]._model


def by_one_batch(model, wordpieces):
    """What torch itself makes of all windows, padded to the longest."""
    return network(model)(
        input_ids=torch.as_tensor(np.asarray(wordpieces.input_ids), dtype=torch.long),
        attention_mask=torch.as_tensor(np.asarray(wordpieces.attention_mask)),
    ).last_hidden_state


@pytest.mark.slow  # compares gradients of training
def test_gradients_of_bucketed_training_are_those_of_one_batch(model, docs):
    from spacy_hips.find.models import encoder

    batch, backprop = model.begin_update(docs)
    wordpieces = batch.wordpieces
    mask = np.asarray(wordpieces.attention_mask).astype(bool)
    lengths = mask.sum(axis=1)
    buckets = list(encoder._batches(lengths, encoder._training_batch(lengths)))
    assert len(buckets) >= 2
    rng = np.random.default_rng(1)
    shape = (*mask.shape, 16)
    upstream = rng.normal(size=shape).astype("float32") * mask[:, :, None]

    network(model).zero_grad()
    ends = np.cumsum([len(spans) for spans in batch.spans])[:-1]
    backprop(batch.unsplit_by_doc([[part] for part in np.split(upstream, ends)]))
    own = gradients(model)

    network(model).zero_grad()
    network(model).train()
    by_one_batch(model, wordpieces).backward(torch.from_numpy(upstream))
    one = gradients(model)
    assert own.keys() == one.keys()
    for name, gradient in one.items():
        largest = float(gradient.abs().max())
        if "key.bias" in name:  # shifts all scores of a softmax alike: its gradient is rounding
            continue
        assert largest > 0.001
        torch.testing.assert_close(own[name], gradient, rtol=0, atol=1e-4 * largest, msg=name)


def gradients(model):
    found = network(model).named_parameters()
    return {name: p.grad.clone() for name, p in found if p.grad is not None}


@pytest.mark.parametrize("training", [True, False])
def test_hidden_states_are_those_of_one_batch(model, docs, training):
    batch = model.begin_update(docs)[0] if training else model.predict(docs)
    mask = torch.as_tensor(np.asarray(batch.wordpieces.attention_mask)).bool()
    with torch.no_grad():
        one = by_one_batch(model, batch.wordpieces)
    own = torch.as_tensor(batch.model_output.last_hidden_state)
    torch.testing.assert_close(own[mask], one[mask], rtol=1e-4, atol=1e-5)


class OnlyNames:
    """Sends a text only if a certain word stands in it."""

    def __call__(self, docs):
        return [[doc[:]] if "amara" in doc.text else [] for doc in docs]


def test_a_document_without_windows_gets_vectors_of_zeros_and_its_neighbours_none_of_them(model):
    nlp = spacy.blank("en")
    texts = ["we go", "", "amara went", "ok", "themarketplace amara b"]
    docs = [nlp(text) for text in texts]
    model.attrs["get_spans"] = OnlyNames()
    together = model.predict(docs).doc_data
    for doc, data in zip(docs, together, strict=True):
        (alone,) = model.predict([doc]).doc_data
        assert (data.align.lengths > 0).any() == ("amara" in doc.text)
        assert data.align.lengths.tolist() == alone.align.lengths.tolist()
        assert not len(doc) or data.width == 16
    batch, _ = model.begin_update(docs)  # in training something is seen of each
    assert [bool(spans) for spans in batch.spans] == [bool(text) for text in texts]


def test_documents_are_taken_by_their_tokens_whatever_the_batch_size(tiny_encoder, monkeypatch):
    from spacy_hips.components import streams

    nlp = spacy.blank("en")
    component = nlp.add_pipe("hips_transformer", config={"model": {"name": tiny_encoder}})
    nlp.initialize()
    sizes = []
    predict = component.predict
    monkeypatch.setattr(component, "predict", lambda docs: sizes.append(len(docs)) or predict(docs))
    texts = ["Amara went"] * 40
    for size in (1, 7, 64):
        assert [doc.text for doc in nlp.pipe(texts, batch_size=size)] == texts
    assert sizes == [40, 40, 40]
    monkeypatch.setattr(streams, "TOKENS", 20)
    sizes.clear()
    list(nlp.pipe(texts))
    assert sizes == [10, 10, 10, 10]


GROWTH = """
import resource, sys
import numpy as np
import spacy

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
nlp = spacy.blank("en", config=TOKENIZER)
nlp.max_length = 10_000_000
nlp.add_pipe("hips_transformer", config={"model": {"name": sys.argv[1]}})
nlp.add_pipe("hips_ner")
nlp.config["initialize"]["components"]["hips_ner"] = {"labels": ["PERSON"]}
nlp.initialize()
line = "By: Amara Okafor we went to the market and saw how it works for twelve of us" + chr(10)
nlp(line)
doc = nlp.make_doc(line * 12_000)
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
before = peak()
for name in nlp.pipe_names:
    doc = nlp.get_pipe(name)(doc)
print(len(doc.text.split()), len(doc.spans["pii_ner"]), peak() - before)
"""


@pytest.mark.slow
def test_200_000_words_grow_the_memory_within_bounds(tiny_encoder):
    """In a process of its own, whose peak nothing else has raised."""
    command = [sys.executable, "-c", GROWTH, tiny_encoder]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    words, _, growth = map(float, done.stdout.split())
    assert words > 180_000
    assert growth < 300  # MiB


def read_back(config):
    """The network that the encoder's shim builds for a configuration it was saved with."""
    from spacy_hips.find.models.architectures import build_encoder

    shim = build_encoder("unused", make_dense_windows()).layers[0].shims[0]
    return shim.model_cls.from_config(config)


def test_a_saved_network_is_of_the_class_that_transformers_itself_builds():
    from transformers import AutoModel, BertConfig

    config = BertConfig(
        vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=4
    )
    ours, theirs = read_back(config), AutoModel.from_config(config)
    assert type(ours) is type(theirs)
    assert ours.config.to_dict() == theirs.config.to_dict()
    assert ours.state_dict().keys() == theirs.state_dict().keys()


def test_a_configuration_of_several_networks_is_left_to_transformers():
    from transformers import AutoModel, FunnelConfig

    config = FunnelConfig(vocab_size=9, block_sizes=[1], d_model=8, n_head=2, d_head=4, d_inner=4)
    config.architectures = ["FunnelModel"]
    assert type(read_back(config)) is type(AutoModel.from_config(config))


LOADED = """
import sys
import spacy
spacy.load(sys.argv[1])
print(sum(name.startswith("transformers.models.") for name in sys.modules))
"""


@pytest.mark.slow
def test_loading_imports_no_other_kinds_of_network(tiny_encoder, tmp_path):
    """All three hundred were imported to find the one: a sixth of the time of loading."""
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_transformer", config={"model": {"name": tiny_encoder}})
    nlp.initialize()
    nlp.to_disk(tmp_path / "saved")
    command = [sys.executable, "-W", "ignore", "-c", LOADED, str(tmp_path / "saved")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) < 60


@pytest.mark.parametrize("has", [True, False])
def test_bfloat16_is_for_cpus_that_have_instructions_for_it(monkeypatch, has):
    """Emulated, as with AVX-512 alone, it made training two to four times as long as float32."""
    from spacy_hips.find.models import encoder

    monkeypatch.setattr(encoder.platform, "machine", lambda: "x86_64")
    for name in ("_is_avx512_bf16_supported", "_is_amx_tile_supported"):
        monkeypatch.setattr(encoder.torch.cpu, name, lambda: has, raising=False)
    encoder._has_bfloat16.cache_clear()
    with encoder._autocast(torch.device("cpu"), True):
        assert torch.is_autocast_enabled("cpu") is has
    with encoder._autocast(torch.device("cpu"), False):
        assert not torch.is_autocast_enabled("cpu")
    encoder._has_bfloat16.cache_clear()


class Planted:
    """What somebody puts into a file of weights to have it run by whoever loads them."""

    def __init__(self, mark):
        self.mark = mark

    def __reduce__(self):
        return (os.mkdir, (str(self.mark),))


@pytest.mark.few(2)
@pytest.mark.parametrize("way", ["disk", "bytes"])
@pytest.mark.parametrize("forced", ["", "1"])
def test_code_in_a_file_of_weights_is_not_run(tiny_encoder, tmp_path, monkeypatch, way, forced):
    import io

    import srsly

    from spacy_hips.core.errors import HipsError

    monkeypatch.setenv("TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD", forced)
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_transformer", config={"model": {"name": tiny_encoder}})
    nlp.initialize()
    shim = nlp.get_pipe("hips_transformer").model.layers[0].shims[0]
    planted = io.BytesIO()
    torch.save({"weights": Planted(tmp_path / "planted")}, planted)
    content = {**srsly.msgpack_loads(shim.to_bytes()), "state": planted.getvalue()}
    monkeypatch.setattr(shim, "to_bytes", lambda: srsly.msgpack_dumps(content))
    nlp.get_pipe("hips_transformer").half = False
    with pytest.raises(HipsError, match="E152"):
        if way == "disk":
            nlp.to_disk(tmp_path / "nlp")
            spacy.load(tmp_path / "nlp")
        else:
            spacy.blank("en").from_config(nlp.config).from_bytes(nlp.to_bytes())
    assert not (tmp_path / "planted").exists()
    assert os.environ["TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD"] == forced


def test_a_torch_that_runs_code_in_weights_is_refused(monkeypatch):
    from spacy_hips.components.hips_transformer import _numbers_only
    from spacy_hips.core.errors import HipsError

    monkeypatch.setattr(torch, "__version__", "2.5.1+cpu")
    with pytest.raises(HipsError, match=r"E153.*2\.5\.1"), _numbers_only("x"):
        pass


def test_without_the_extra_trf_an_encoder_only_predicts(monkeypatch, tiny_encoder):
    from spacy_hips.find.models.architectures import build_encoder

    monkeypatch.setitem(sys.modules, "spacy_hips.find.models.encoder", None)
    model = build_encoder(tiny_encoder, make_dense_windows())
    assert model.name == "onnx_encoder"
    with pytest.raises(HipsError, match=r"E745.*spacy-hips\[trf\]"):
        model.predict([])
