"""hips_ner with hips_transformer: trains, keeps its scores, and refuses a missing encoder."""

import pickle
import sys

import numpy as np
import pytest
import spacy
import srsly
from spacy.language import Language
from spacy.training import Example
from thinc.api import fix_random_seed

from spacy_hips import PiiSpan, read_group, write_group
from spacy_hips.components.ner import OwnLabels
from spacy_hips.core import labels
from spacy_hips.core.errors import HipsError
from spacy_hips.core.spans import searched_by
from spacy_hips.find.models.trial import EIGHT_BITS, VARIABLE
from spacy_hips.text.lexicon import cues, finder_columns, person_words, words

pytest.importorskip("spacy_transformers", reason="needs the extra trf")
TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
NAMES = ["Amara Okafor", "Mateo Quispe", "Lan Nguyen", "Hana Sato"]


@pytest.fixture(scope="module")
def encoder(tiny_encoder):
    return tiny_encoder


def pipeline(encoder, **ner):
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("hips_transformer", config={"model": {"name": encoder}})
    nlp.add_pipe("hips_ner", config=ner)
    return nlp


def examples(nlp, labelled=None):
    out = []
    for name in NAMES:
        for text in (f"By: {name}\nwe went to the market", f"my friend {name} came too"):
            reference = nlp.make_doc(text)
            start = text.index(name)
            write_group(reference, "pii", [PiiSpan(start, start + len(name), "NAME_STUDENT")])
            if labelled:
                reference.user_data["hips_labelled"] = labelled
            out.append(Example(nlp.make_doc(text), reference))
    return out


def train(nlp, steps=30):
    golds = examples(nlp)
    optimizer = nlp.initialize(lambda: golds)
    optimizer.learn_rate = 0.01
    first = last = 0.0
    for step in range(steps):
        losses = nlp.update(golds, sgd=optimizer, losses={}, drop=0.0)
        first, last = (losses["hips_ner"], first) if step == 0 else (first, losses["hips_ner"])
    return first, last


@pytest.fixture(scope="module")
def trained(encoder):
    fix_random_seed(1)
    nlp = pipeline(encoder)
    first, last = train(nlp)
    assert last < 0.3 * first
    return nlp


def names(nlp, text):
    doc = nlp(text)
    return [(doc.text[s.start : s.end], s.label) for s in read_group(doc, "pii_ner")]


def test_it_learns_names_from_students_labels(trained):
    assert trained.get_pipe("hips_ner").labels == ("PERSON",)
    assert names(trained, "By: Amara Okafor\nwe went") == [("Amara Okafor", "PERSON")]


def test_every_span_has_a_score_and_a_source(trained):
    doc = trained("By: Mateo Quispe\nwe went")
    (span,) = read_group(doc, "pii_ner")
    assert 0.2 <= span.score <= 1
    assert span.source == "ner"
    assert searched_by(doc) == (("PERSON", ("en_pipeline",)),)


def undecided(nlp):
    """Without weights in its last layer the finder holds O and PERSON for equally likely."""
    output = nlp.get_pipe("hips_ner").model.get_ref("output_layer")
    output.set_param("W", np.zeros_like(output.get_param("W")))


def test_the_threshold_can_be_changed_after_loading(encoder, tmp_path):
    fresh = pipeline(encoder)
    fresh.initialize(lambda: examples(fresh))
    undecided(fresh)
    fresh.to_disk(tmp_path / "nlp")
    nlp = spacy.load(tmp_path / "nlp")
    nlp.get_pipe("hips_ner").threshold = 0.4
    assert names(nlp, "By: Amara Okafor")
    nlp.get_pipe("hips_ner").threshold = 0.6
    assert not names(nlp, "By: Amara Okafor")
    with pytest.raises(HipsError, match="E116"):
        nlp.get_pipe("hips_ner").threshold = 2


def test_bytes_hold_everything(trained):
    nlp = spacy.blank("en").from_config(trained.config).from_bytes(trained.to_bytes())
    text = "my friend Hana Sato came too"
    assert names(nlp, text) == names(trained, text)


def test_int8_gives_the_same_spans_and_is_never_written(trained, tmp_path):
    text = "By: Lan Nguyen\nwe went to the market"
    before = names(trained, text)
    trained.to_disk(tmp_path / "before")
    nlp = spacy.load(tmp_path / "before", config={"components.hips_transformer.quantize": "int8"})
    assert names(nlp, text) == before
    nlp.to_disk(tmp_path / "after")
    again = spacy.load(tmp_path / "after", config={"components.hips_transformer.quantize": ""})
    network = again.get_pipe("hips_transformer").model.transformer
    assert {str(p.dtype) for p in network.parameters()} == {"torch.float32"}
    assert names(again, text) == before


@pytest.mark.parametrize("change", ["training", "reading"])
def test_int8_follows_the_weights(encoder, change, monkeypatch):
    monkeypatch.setenv(VARIABLE, "onnxruntime-int8")  # not the first choice of every processor
    nlp = pipeline(encoder)
    nlp.initialize(lambda: examples(nlp))
    component = nlp.get_pipe("hips_transformer")
    component.quantize = "int8"
    nlp("By: Lan Nguyen")
    stale = component._engine()
    assert component.kernel in EIGHT_BITS and component._engine() is stale
    if change == "training":  # from then on the network itself predicts
        nlp.update(examples(nlp), sgd=nlp.create_optimizer())
        assert component._engine() is None
    else:
        component.from_bytes(component.to_bytes())
        assert component._engine() not in (None, stale)


def test_a_missing_encoder_is_an_error(trained):
    with trained.select_pipes(disable="hips_transformer"), pytest.raises(HipsError, match="E433"):
        trained("By: Amara Okafor")


def test_an_encoder_that_is_not_there_is_an_error(tmp_path):
    nlp = pipeline(str(tmp_path / "nothing"))
    with pytest.raises(HipsError, match="E432"):
        nlp.initialize(lambda: examples(nlp))


def test_gold_without_a_label_is_an_error(encoder):
    nlp = pipeline(encoder)
    empty = [Example(nlp.make_doc("some text"), nlp.make_doc("some text"))]
    with pytest.raises(HipsError, match="E434"):
        nlp.initialize(lambda: empty)


@Language.component("test_loses_the_encoding")
def lose_the_encoding(doc):
    if "lost" in doc.text:
        doc._.trf_data = None
    return doc


def test_a_document_that_fails_takes_none_of_its_batch_along(encoder):
    nlp = pipeline(encoder)
    nlp.initialize(lambda: examples(nlp))
    nlp.add_pipe("test_loses_the_encoding", after="hips_transformer")
    failed = []
    nlp.set_error_handler(lambda name, _, docs, error: failed.append((name, len(docs))))
    texts = ["By: Lan Nguyen", "it is lost", "By: Hana Sato"]
    assert [doc.text for doc in nlp.pipe(texts)] == [texts[0], texts[2]]
    assert failed == [("hips_ner", 1)]


def test_a_document_that_the_encoder_cannot_take_is_passed_over_alone(trained, monkeypatch):
    component = trained.get_pipe("hips_transformer")
    right = component.predict

    def predict(docs):
        docs = list(docs)
        if any("lost" in doc.text for doc in docs):
            raise MemoryError
        return right(docs)

    monkeypatch.setattr(component, "predict", predict)
    failed = []
    component.set_error_handler(lambda name, _, docs, error: failed.append(docs[0].text))
    docs = map(trained.make_doc, ["By: Lan Nguyen", "it is lost", "By: Hana Sato"])
    assert [doc.text for doc in component.pipe(docs)] == ["By: Lan Nguyen", "By: Hana Sato"]
    assert failed == ["it is lost"]


def test_an_unknown_label_is_an_error(encoder):
    with pytest.raises(HipsError, match="E101"):
        pipeline(encoder).get_pipe("hips_ner").add_label("NAME")


def test_labels_that_were_not_annotated_are_not_taught_as_nothing(encoder):
    """A token that is O in gold without AGE may be AGE, so no gradient pushes it away from it."""
    nlp = pipeline(encoder)
    golds = examples(nlp, labelled=["PERSON"])
    nlp.get_pipe("hips_ner").add_label("AGE")
    nlp.initialize(lambda: golds)
    ner = nlp.get_pipe("hips_ner")
    scores = [np.zeros((len(e.predicted), 3), dtype="float32") for e in golds]
    _, gradients = ner.get_loss(golds, scores)
    outside = gradients[0][-1]
    labels = ("O", *ner.labels)
    assert outside[labels.index("AGE")] < 0
    assert outside[labels.index("PERSON")] > 0


def test_masked_tokens_teach_nothing(encoder):
    nlp = pipeline(encoder)
    golds = examples(nlp)
    for example in golds:
        write_group(example.reference, "pii_masked", [PiiSpan(0, 3, "PERSON")])
    nlp.initialize(lambda: golds)
    scores = [np.ones((len(e.predicted), 2), dtype="float32") for e in golds]
    _, gradients = nlp.get_pipe("hips_ner").get_loss(golds, scores)
    assert not gradients[0][0].any()
    assert gradients[0][-1].any()


@pytest.mark.parametrize("text", ["", " ", "\n", "x", "Amara " * 2000])
def test_any_length_works(trained, text):
    assert "pii_ner" in trained(text).spans


def test_a_stream_gives_what_single_documents_give(trained):
    texts = ["By: Amara Okafor", "", "we went to the market", "my friend Hana Sato came"] * 3
    together = [
        [(s.start, s.end) for s in read_group(doc, "pii_ner")] for doc in trained.pipe(texts)
    ]
    alone = [[(s.start, s.end) for s in read_group(trained(t), "pii_ner")] for t in texts]
    assert together == alone


@pytest.fixture(scope="module")
def bio(encoder):
    nlp = pipeline(encoder, scheme="BIO")
    first, last = train(nlp)
    assert last < 0.3 * first
    return nlp


@pytest.mark.slow  # trains a second finder
def test_bio_has_two_classes_a_label(bio):
    assert bio.get_pipe("hips_ner").classes == ("O", "B-PERSON", "I-PERSON")
    assert bio.get_pipe("hips_ner").model.get_ref("output_layer").get_dim("nO") == 3


@pytest.mark.slow  # trains a second finder
def test_bio_finds_what_io_finds_and_is_kept_on_disk(bio, tmp_path):
    text = "By: Amara Okafor\nwe went"
    assert names(bio, text) == [("Amara Okafor", "PERSON")]
    bio.to_disk(tmp_path / "nlp")
    assert names(spacy.load(tmp_path / "nlp"), text) == [("Amara Okafor", "PERSON")]


def test_bio_teaches_beginnings_insides_and_nothing_about_labels_not_annotated(encoder):
    nlp = pipeline(encoder, scheme="BIO")
    golds = examples(nlp, labelled=["PERSON"])
    nlp.get_pipe("hips_ner").add_label("AGE")
    nlp.initialize(lambda: golds)
    ner = nlp.get_pipe("hips_ner")
    assert ner.classes == ("O", "B-AGE", "B-PERSON", "I-AGE", "I-PERSON")
    scores = [np.zeros((len(e.predicted), 5), dtype="float32") for e in golds]
    _, gradients = ner.get_loss(golds, scores)
    doc, gradient = golds[0].predicted, gradients[0]
    start = next(t.i for t in doc if t.text == "Amara")
    wanted = [{n for n, g in zip(ner.classes, row, strict=True) if g < 0} for row in gradient]
    assert wanted[start] == {"B-PERSON"}
    assert wanted[start + 1] == {"I-PERSON"}
    assert wanted[-1] == {"O", "B-AGE", "I-AGE"}


def test_a_model_trained_before_there_were_schemes_is_io(trained, tmp_path):
    """Its config and its cfg say nothing about a scheme, nor about odds in running text."""
    trained.to_disk(tmp_path / "old")
    config = tmp_path / "old" / "config.cfg"
    config.write_text(
        config.read_text().replace('scheme = "IO"\n', "").replace("odds_in_text = 1.0\n", "")
    )
    cfg = tmp_path / "old" / "hips_ner" / "cfg"
    cfg.write_text(cfg.read_text().replace('"scheme":"IO",', "").replace('"odds_in_text":1.0,', ""))
    both = config.read_text() + cfg.read_text()
    assert "scheme" not in both and "odds" not in both
    nlp = spacy.load(tmp_path / "old")
    assert nlp.get_pipe("hips_ner").classes == ("O", "PERSON")
    assert names(nlp, "By: Amara Okafor\nwe went") == [("Amara Okafor", "PERSON")]


# What the weights read


def probabilities(folder, text="I met our barista Amara, my barista"):
    nlp = spacy.load(folder)
    with nlp.select_pipes(disable="hips_ner"):
        doc = nlp(text)
    return nlp.get_pipe("hips_ner").predict([doc])[0]


def with_word(words, word):
    return words | {word} if isinstance(words, frozenset) else (*words, word)


def test_a_word_in_a_list_of_rules_moves_no_probability(trained, tmp_path, monkeypatch):
    trained.to_disk(tmp_path / "nlp")
    before = probabilities(tmp_path / "nlp")
    lists = [
        value
        for module in (cues, person_words)
        for value in vars(module).values()
        if isinstance(value, frozenset | tuple) and isinstance(next(iter(value)), str)
    ]
    assert len(lists) > 30
    edited = {id(words): with_word(words, "barista") for words in lists}
    for module in [m for name, m in sys.modules.items() if name.startswith("spacy_hips.")]:
        for name, value in [*vars(module).items()]:
            if id(value) in edited:
                monkeypatch.setattr(module, name, edited[id(value)])
    assert "barista" in cues.EDGE_WORDS
    np.testing.assert_array_equal(probabilities(tmp_path / "nlp"), before)


def test_a_word_in_a_class_would_move_probabilities_and_is_an_error(trained, tmp_path, monkeypatch):
    trained.to_disk(tmp_path / "nlp")
    before = probabilities(tmp_path / "nlp")
    with monkeypatch.context() as unseen:
        unseen.setattr(finder_columns, "class_of", lambda form: 4 * (form == "barista"))
        unseen.setattr(words, "class_of", finder_columns.class_of)
        assert np.abs(probabilities(tmp_path / "nlp") - before).max() > 1e-4
    degrees = finder_columns.CLASSES["degree"]
    monkeypatch.setitem(finder_columns.CLASSES, "degree", with_word(degrees, "barista"))
    with pytest.raises(HipsError, match="E516"):
        spacy.load(tmp_path / "nlp")
    with pytest.raises(HipsError, match="E516"):
        trained.get_pipe("hips_ner").from_bytes(trained.get_pipe("hips_ner").to_bytes())


def test_a_finder_saved_before_there_was_a_digest_read_the_first_classes(
    trained, tmp_path, monkeypatch
):
    trained.to_disk(tmp_path / "old")
    cfg = tmp_path / "old" / "hips_ner" / "cfg"
    settings = srsly.read_json(cfg)
    del settings["now"]["words_read"], settings["given"]["words_read"]
    srsly.write_json(cfg, settings)
    again = spacy.load(tmp_path / "old").get_pipe("hips_ner")
    assert again.cfg["words_read"] == finder_columns.FIRST_DIGEST
    monkeypatch.setattr(type(again), "_first_digest", "of other classes")
    with pytest.raises(HipsError, match="E516"):
        spacy.load(tmp_path / "old")


def test_odds_of_nothing_are_an_error(encoder):
    with pytest.raises(HipsError, match="E116"):
        pipeline(encoder, odds_in_text=0)


def test_an_unknown_scheme_is_an_error(encoder):
    with pytest.raises(HipsError, match=r"E116.*IO or BIO"):
        pipeline(encoder, scheme="BILUO")


@pytest.mark.parametrize(
    ("error", "name"),
    [
        (OSError("We couldn't connect to the hub"), "some/encoder"),
        (ConnectionError("refused"), "some/encoder"),
        (ValueError("Unrecognized model"), "./folder"),
    ],
)
def test_a_hub_that_cannot_be_reached_is_an_error(error, name, monkeypatch):
    """A closed port in the hub's place gave the first one, after half a minute of its own tries."""
    from spacy_transformers.layers import transformer_model

    def fail(*args, **more):
        raise error

    monkeypatch.setattr(transformer_model, "huggingface_from_pretrained", fail)
    nlp = pipeline(name)
    with pytest.raises(HipsError, match=r"E432.*hub that this machine can reach"):
        nlp.initialize(lambda: examples(nlp))


def test_settings_of_an_earlier_version_are_taken_whole(trained):
    ner = trained.get_pipe("hips_ner")
    copy = spacy.blank("en").from_config(trained.config).from_bytes(trained.to_bytes())
    other = copy.get_pipe("hips_ner")
    other._take({**ner.cfg, "threshold": 0.45})
    assert other.threshold == 0.45 and other.labels == ner.labels


def test_another_process_that_gets_labels_of_ones_own_knows_them():
    sent = pickle.dumps(OwnLabels(["COURSE_CODE"]))
    del labels._ROWS["COURSE_CODE"]  # as there
    assert pickle.loads(sent) == ("COURSE_CODE",)
    assert labels.LABELS["COURSE_CODE"].kind == "indirect"
