"""The training configs: whole, valid, and different only where the machine or the encoder asks."""

import io
from pathlib import Path

import pytest
import spacy
from spacy.schemas import ConfigSchemaTraining
from spacy.training import Example
from spacy.training.initialize import init_nlp
from spacy.training.loop import train
from spacy.util import dict_to_dot, load_config, load_model_from_config, registry

from spacy_hips import PiiSpan, write_group
from spacy_hips.desk.annotations.annotations import Annotated, write_annotations

CONFIGS = Path(__file__).parents[1] / "configs"
FINDERS = ("ner_minilm.cfg", "ner_deberta.cfg")
# Where a GPU and a larger encoder must have something else.
MACHINE = {
    "paths.encoder",
    "system.gpu_allocator",
    "components.hips_transformer.model.batch_wordpieces",
    "components.hips_transformer.model.get_spans.@span_getters",
    "components.hips_transformer.model.get_spans.context",
    "components.hips_transformer.model.get_spans.window",
    "components.hips_transformer.model.get_spans.stride",
    "training.batcher.size.start",
    "training.batcher.size.stop",
    "training.optimizer.learn_rate.initial_rate",
}
# Arguments that spaCy adds and that nobody would set here.
OPTIONAL = {"components.hips_ner.model.nO", "training.batcher.size.t", "nlp.vectors.@vectors"}


def settings(name):
    return dict_to_dot(load_config(CONFIGS / name, interpolate=False))


@pytest.mark.parametrize("name", FINDERS)
def test_spacy_finds_nothing_to_fill_in(name):
    pytest.importorskip("spacy_transformers", reason="needs the extra trf")
    nlp = load_model_from_config(load_config(CONFIGS / name, interpolate=False), auto_fill=True)
    filled = dict_to_dot(nlp.config)
    assert set(filled) - set(settings(name)) <= OPTIONAL
    assert nlp.pipe_names == ["hips_transformer", "hips_ner"]


@pytest.mark.parametrize("name", FINDERS)
def test_training_can_be_resolved(name):
    config = load_config(CONFIGS / name, interpolate=True)
    training = registry.resolve(config["training"], schema=ConfigSchemaTraining)
    assert training["max_steps"] > 0
    assert set(training["score_weights"]) >= {"ner_person_f5", "ner_person_f", "ner_f"}


def test_the_gpu_config_differs_where_it_must_and_nowhere_else():
    minilm, deberta = settings("ner_minilm.cfg"), settings("ner_deberta.cfg")
    keys = minilm.keys() | deberta.keys()
    assert {key for key in keys if minilm.get(key) != deberta.get(key)} == MACHINE
    assert deberta["system.gpu_allocator"] == "pytorch"


def test_training_together_has_the_same_finder_with_its_annotators_around_it():
    together, alone = settings("together_minilm.cfg"), settings("ner_minilm.cfg")
    shared = {key for key in alone if key.startswith(("components.", "training.optimizer"))}
    assert not {key for key in shared if together.get(key) != alone[key]}
    assert together["corpora.train.annotators"] == ["hips_rules", "hips_entities"]
    assert together["training.annotating_components"] == []


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.torch.jit:DeprecationWarning")
def test_training_together_runs_from_its_config(tiny_encoder, tmp_path):
    """spaCy's own loop over the files that the scripts write."""
    pytest.importorskip("spacy_transformers", reason="needs the extra trf")
    path = tmp_path / "a.spacy"
    nlp = spacy.blank("en")
    text = "By: Amara Okafor\nAs Newton said, we went to the market"
    roles = [[4, 16, "student", "s"], [20, 26, "public", "p"]]
    spans = ((4, 16, "PERSON"), (20, 26, "PERSON"))
    write_annotations([Annotated("1", text, spans, extra={"roles": roles})] * 3, path)
    paths = {f"paths.{name}": str(path) for name in ("train", "roles", "dev")}
    few = {"training.max_steps": 3, "training.eval_frequency": 2, "paths.encoder": tiny_encoder}
    config = load_config(CONFIGS / "together_minilm.cfg", {**paths, **few}, interpolate=True)
    nlp = init_nlp(config)
    assert nlp.pipe_names[-1] == "hips_filter"
    (tmp_path / "out").mkdir()
    train(nlp, tmp_path / "out", stdout=io.StringIO())
    scores = spacy.load(tmp_path / "out" / "model-last").meta["performance"]
    assert {"ner_person_f5", "hips_ner_loss", "hips_filter_loss"} <= scores.keys()


@pytest.mark.slow  # trains
@pytest.mark.filterwarnings("ignore:.torch.jit:DeprecationWarning")
def test_a_finder_learns_on_from_its_weights(tiny_encoder, tmp_path):
    pytest.importorskip("spacy_transformers", reason="needs the extra trf")
    path = tmp_path / "a.spacy"
    text = "By: Amara Okafor\nAs Newton said, we went to the market"
    write_annotations([Annotated("1", text, ((4, 16, "PERSON"),))] * 3, path)
    paths = {"paths.train": str(path), "paths.dev": str(path)}
    few = {"training.max_steps": 2, "training.eval_frequency": 1}

    def run(name, out, **more):
        (tmp_path / out).mkdir()
        overrides = {**paths, **few, **more}
        nlp = init_nlp(load_config(CONFIGS / name, overrides, interpolate=True))
        before = nlp.get_pipe("hips_ner").model.to_bytes()
        train(nlp, tmp_path / out, stdout=io.StringIO())
        return before, spacy.load(tmp_path / out / "model-last").get_pipe("hips_ner")

    _, first = run("ner_minilm.cfg", "first", **{"paths.encoder": tiny_encoder})
    start, second = run(
        "ner_further.cfg", "second", **{"paths.ner": str(tmp_path / "first" / "model-last")}
    )
    assert start == first.model.to_bytes() != second.model.to_bytes()
    assert second.cfg == first.cfg and second.cfg["scheme"] == "BIO"


@pytest.fixture
def tiny_deberta(tmp_path):
    """A folder with a DeBERTa-v2 of random weights, whose tokenizer knows letters only."""
    transformers = pytest.importorskip("transformers", reason="needs the extra trf")
    pytest.importorskip("spacy_transformers", reason="needs the extra trf")
    letters = list("abcdefghijklmnopqrstuvwxyz.,:")
    vocab = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *letters, *(f"##{c}" for c in letters)]
    (tmp_path / "vocab.txt").write_text("\n".join(vocab))
    transformers.BertTokenizerFast(str(tmp_path / "vocab.txt")).save_pretrained(str(tmp_path))
    config = transformers.DebertaV2Config(
        vocab_size=len(vocab),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        type_vocab_size=0,
        relative_attention=True,
        pos_att_type=["p2c", "c2p"],
    )
    transformers.DebertaV2Model(config).save_pretrained(str(tmp_path))
    return str(tmp_path)


@pytest.mark.slow  # makes another encoder
@pytest.mark.filterwarnings("ignore:.torch.jit:DeprecationWarning")  # in transformers' DeBERTa
def test_another_encoder_takes_the_place_of_minilm_by_its_path(tiny_deberta):
    """Also on a CPU, where there is no GPU at hand."""
    overrides = {"paths.encoder": tiny_deberta, "system.gpu_allocator": None}
    config = load_config(CONFIGS / "ner_deberta.cfg", overrides, interpolate=True)
    nlp = load_model_from_config(config)
    text = "By: Amara Okafor\nwe went to the market"
    gold = nlp.make_doc(text)
    write_group(gold, "pii", [PiiSpan(4, 16, "NAME_STUDENT")])
    examples = [Example(nlp.make_doc(text), gold)]
    optimizer = nlp.initialize(lambda: examples)
    optimizer.learn_rate = 0.01
    losses = [nlp.update(examples, sgd=optimizer, losses={})["hips_ner"] for _ in range(8)]
    assert losses[-1] < losses[0]
    assert nlp("By: Amara Okafor")._.trf_data.model_output.last_hidden_state.shape[-1] == 16
    assert spacy.util.registry.span_getters.get("spacy_hips.DenseWindows.v1")
