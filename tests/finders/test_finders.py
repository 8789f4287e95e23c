"""Finders of others: exact characters, nothing fetched, and what cannot be is an error."""

from __future__ import annotations

import importlib.util
import json
import pickle
import sys
from itertools import pairwise
from types import ModuleType, SimpleNamespace

import pytest
import spacy
from spacy import registry
from spacy.tokens import Span, SpanGroup

from spacy_hips.core.errors import HipsError, HipsWarning
from spacy_hips.core.spans import PiiSpan, searched, write_group
from spacy_hips.find.finders import by_gliner
from spacy_hips.find.finders.by_llm import make_llm_finder
from spacy_hips.find.finders.finder import windows

TEXT = "Zorblat Quennix met Ana."
NER = "pii_ner"
PARTS = [("Zorblat", "PERSON"), ("Quennix", "LOCATION")]


def piped(finder=None, **settings):
    """A pipeline with nothing but hips_finder, which has this finder."""
    nlp = spacy.blank("en")
    pipe = nlp.add_pipe("hips_finder", config=settings)
    if finder is not None:
        pipe.finder = finder
    return nlp


class Says:
    """A finder that gives these spans."""

    labels = ("PERSON",)

    def __init__(self, *spans):
        self.spans = spans

    def __call__(self, doc):
        yield from (PiiSpan(*span) for span in self.spans)


def found(doc):
    return [(span.text, span.label_) for span in doc.spans[NER]]


# --- the component --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "ours"),
    [
        ("PER", "PERSON"), ("person", "PERSON"), ("FIRST_NAME", "PERSON"), ("last name", "PERSON"),
        ("SURNAME", "PERSON"), ("student", "NAME_STUDENT"), ("phone number", "PHONE_NUM"),
        ("Street-Address", "STREET_ADDRESS"), ("EMAIL_ADDRESS", "EMAIL"), ("GPE", "LOCATION"),
        ("organization", "EMPLOYER"), ("date of birth", "DATE_OF_BIRTH"), ("zipcode", "ZIP"),
        ("MISC", None), ("CARDINAL", None), ("DATE", None), ("URL", None),
    ],
)  # fmt: skip
def test_labels_of_others_are_ours(label, ours):
    got = found(piped(Says((0, 15, label)))(TEXT))
    assert got == ([("Zorblat Quennix", ours)] if ours else [])


def test_a_user_adds_labels_and_takes_some_away():
    finder = Says((0, 7, "course code"), (8, 15, "PER"), (20, 23, "DATE"))
    nlp = piped(finder, adopt={"course code": "ID_NUM", "PER": None, "DATE": "DATE"})
    assert found(nlp(TEXT)) == [("Zorblat", "ID_NUM"), ("Ana", "DATE")]
    with pytest.raises(HipsError, match="E101"):
        piped(adopt={"course code": "COURSE"})


def test_an_unknown_label_is_refused_at_once_and_in_a_text():
    with pytest.raises(HipsError, match=r"E208.*BADGE"):
        piped(Says((0, 7, "BADGE")))(TEXT)
    with pytest.raises(HipsError, match=r"E208.*BADGE"):
        spans_finder(labels=["PERSON", "BADGE"])
    with pytest.warns(HipsWarning, match=r"W116.*DATE"):
        spans_finder(labels=["PERSON", "DATE"])
    spans_finder(labels=["BADGE", "DATE"], adopt={"BADGE": "ID_NUM", "DATE": None})


def spans_finder(key="", labels=("PERSON",), **more):
    nlp = spacy.blank("en")
    finder = {"@misc": "spacy_hips.Finder.spans.v1", "key": key, "labels": list(labels)}
    nlp.add_pipe("hips_finder", config={"finder": finder, **more})
    return nlp


@pytest.mark.parametrize(
    ("spans", "what"),
    [
        ([(0, 0, "PER")], "empty"),
        ([(7, 3, "PER")], "empty"),
        ([(20, 99, "PER")], "outside"),
        ([(-3, 2, "PER")], "outside"),
        ([(0, 15, "PER"), (8, 15, "PER")], "over another"),
        ([(0, 99, "CARDINAL")], "outside"),  # also under a label that is left out
    ],
)
def test_spans_that_cannot_be_are_an_error_and_nothing_is_written(spans, what):
    nlp = piped(Says(*spans))
    doc = nlp.make_doc(TEXT)
    write_group(doc, NER, [PiiSpan(20, 23, "PERSON")])
    with pytest.raises(HipsError, match=f"E209.*{what}"):
        nlp.get_pipe("hips_finder")(doc)
    assert found(doc) == [("Ana", "PERSON")] and not searched(doc)


@pytest.mark.parametrize("wrong", [ValueError("Zorblat"), KeyError("Zorblat"), OSError("Zorblat")])
def test_a_finder_that_fails_is_told_without_text(wrong):
    class Fails(Says):
        def __call__(self, doc):
            yield PiiSpan(0, 7, "PERSON")
            raise wrong

    nlp = piped(Fails())
    doc = nlp.make_doc(TEXT)
    with pytest.raises(HipsError, match=f"E210.*{type(wrong).__name__}") as told:
        nlp.get_pipe("hips_finder")(doc)
    assert "Zorblat" not in str(told.value) and told.value.__suppress_context__
    assert NER not in doc.spans and not searched(doc)


@pytest.mark.parametrize("wrong", [Says, object(), lambda doc: []])
def test_what_is_no_finder_is_refused(wrong):
    from spacy_hips.components.finder import HipsFinder

    with pytest.raises(HipsError, match="E116"):
        HipsFinder(spacy.blank("en").vocab, finder=wrong)


@pytest.mark.parametrize("others", [["hips_entities"], ["hips_rules", "hips_anonymizer"]])
def test_a_place_where_its_finds_would_be_lost_is_refused(others):
    nlp = spacy.blank("en")
    for name in others:
        nlp.add_pipe(name)
    nlp.add_pipe("hips_finder").finder = Says((0, 7, "PER"))
    with pytest.raises(HipsError, match=r"E213.*before"):
        nlp(TEXT)
    nlp.remove_pipe("hips_finder")
    nlp.add_pipe("hips_finder", before=others[-1]).finder = Says((0, 15, "PER"))
    assert found(nlp(TEXT)) == [("Zorblat Quennix", "PERSON")]


def test_our_finder_would_overwrite_what_stands_before_it():
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_finder").finder = Says((0, 7, "PER"))
    nlp.add_pipe("hips_ner")
    with pytest.raises(HipsError, match=r"E213.*behind"):
        nlp(TEXT)


def test_a_finder_of_another_group_may_stand_behind():
    nlp = spacy.blank("en")
    finder = nlp.add_pipe("hips_finder")
    finder.finder = Says((0, 7, "PER"))
    nlp.add_pipe("hips_ner", config={"spans_key": "pii_values"})
    with nlp.select_pipes(enable=["hips_finder"]):
        assert found(nlp(TEXT)) == [("Zorblat", "PERSON")]
    finder._check_place()


def test_a_copy_of_another_process_searches_alike():
    nlp = piped(Says((0, 7, "PER")))
    copied = pickle.loads(pickle.dumps(nlp.get_pipe("hips_finder")))
    assert found(copied(nlp.make_doc(TEXT))) == [("Zorblat", "PERSON")]


@pytest.mark.parametrize(
    ("there", "given", "together"),
    [
        # one within another of its kind tells nothing new
        ((0, 15, "PERSON", 0.4), (0, 7, "PER"), [("Zorblat Quennix", "PERSON")]),
        # the rest of a longer one is added
        ((0, 7, "PERSON", 0.4), (0, 15, "PER"), [("Zorblat Quennix", "PERSON")]),
        # what is only marked does not uncover a person, from either side
        ((0, 15, "LOCATION", 0.99), (0, 7, "PER", 0.3), PARTS),
        ((0, 7, "PERSON", 0.3), (0, 15, "GPE"), PARTS),
        # a role is more than a name
        ((0, 15, "PERSON", 0.9), (0, 15, "STUDENT", 0.2), [("Zorblat Quennix", "NAME_STUDENT")]),
        ((0, 15, "NAME_STUDENT", 0.2), (0, 15, "PER"), [("Zorblat Quennix", "NAME_STUDENT")]),
    ],
)  # fmt: skip
def test_what_was_there_stays(there, given, together):
    nlp = piped(Says(given))
    doc = nlp.make_doc(TEXT)
    write_group(doc, NER, [PiiSpan(*there, "ner")])
    assert found(nlp.get_pipe("hips_finder")(doc)) == together
    assert {label for _, label in together} - {"LOCATION"} <= searched(doc) | {"NAME_STUDENT"}


def test_many_spans_take_linear_time(linear):
    def work(size):
        nlp = piped(Says(*((i * 4, i * 4 + 3, "PER") for i in range(size))))
        doc = nlp.make_doc("Ana " * size)
        write_group(doc, NER, [PiiSpan(i * 4, i * 4 + 3, "PERSON") for i in range(0, size, 2)])
        nlp.get_pipe("hips_finder")(doc)

    linear(work, 2000)


# --- components of spaCy --------------------------------------------------------------------------


def test_entities_and_groups_of_any_component():
    nlp = spacy.blank("en")
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "PER", "pattern": "Ana"}])
    ruled = {"spans_key": "theirs"}
    ruler = nlp.add_pipe("span_ruler", config=ruled)
    ruler.add_patterns([{"label": "PER", "pattern": p} for p in ("Zorblat", "Zorblat Quennix")])
    nlp.add_pipe("hips_finder", "one")
    finder = {"@misc": "spacy_hips.Finder.spans.v1", "key": "theirs"}
    nlp.add_pipe("hips_finder", "two", config={"finder": finder})
    doc = nlp(TEXT)
    assert found(doc) == [("Zorblat Quennix", "PERSON"), ("Ana", "PERSON")]
    assert doc.spans[NER].attrs["sources"] == ["finder.two", "finder.one"]
    assert searched(doc) == {"PERSON"} and [ent.text for ent in doc.ents] == ["Ana"]


@pytest.mark.parametrize("key", ["", "theirs"])
def test_a_component_that_is_missing_is_told(key):
    with pytest.raises(HipsError, match="E212"):
        spans_finder(key)(TEXT)
    assert found(spans_finder(key)("")) == []


def test_an_empty_span_of_a_group_is_told():
    nlp = spans_finder("theirs")
    doc = nlp.make_doc(TEXT)
    doc.spans["theirs"] = SpanGroup(doc, spans=[Span(doc, 1, 1, label="PER")])
    with pytest.raises(HipsError, match=r"E209.*empty"):
        nlp.get_pipe("hips_finder")(doc)


# --- pieces ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [0, 1, 9, 10, 11, 17, 18, 50])
def test_pieces_cover_a_text_and_overlap(words):
    text = " ".join(f"word{i}" for i in range(words))
    pieces = [text[a:b].split() for a, b in windows(text, 10, 2)]
    assert list(dict.fromkeys(w for p in pieces for w in p)) == text.split()
    assert all(len(p) <= 10 for p in pieces)
    assert all(one[-2:] == other[:2] for one, other in pairwise(pieces))


# --- a token classification model -----------------------------------------------------------------


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A model that says of a token what its first letters are, in a folder as others save it."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "zor", "##blat", "quennix", "ana", "met", ".", "x"]
    vocab = {word: i for i, word in enumerate(words)}
    own = Tokenizer(models.WordPiece(vocab, unk_token="[UNK]"))
    own.normalizer = normalizers.Lowercase()
    own.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    own.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    folder = tmp_path_factory.mktemp("tiny")
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=own, unk_token="[UNK]", pad_token="[PAD]", cls_token="[CLS]",
        sep_token="[SEP]", model_max_length=16,
    ).save_pretrained(folder)  # fmt: skip
    tags = ["O", "B-PER", "I-PER", "B-MISC"]
    config = transformers.BertConfig(
        vocab_size=len(words), hidden_size=len(words), num_hidden_layers=0, num_attention_heads=1,
        intermediate_size=4, max_position_embeddings=18, id2label=dict(enumerate(tags)),
        label2id={tag: i for i, tag in enumerate(tags)},
    )  # fmt: skip
    model = transformers.BertForTokenClassification(config)
    with torch.no_grad():
        for weights in model.parameters():
            weights.zero_()
        model.bert.embeddings.LayerNorm.weight.fill_(1)
        model.bert.embeddings.word_embeddings.weight.copy_(torch.eye(len(words)))
        said = {"quennix": 2, "ana": 1, "x": 3, "zor": 1}
        for word, i in vocab.items():
            model.classifier.weight[said.get(word, 0), i] = 3
    model.save_pretrained(folder)
    return folder


def hf_pipe(folder, **more):
    nlp = spacy.blank("en")
    finder = {"@misc": "spacy_hips.Finder.hf.v1", "model": str(folder)}
    adopt = {"MISC": None}
    nlp.add_pipe("hips_finder", config={"finder": finder, "adopt": adopt, **more})
    return nlp


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Zorblat  Quennix met Ana.", ["Zorblat  Quennix", "Ana"]),  # a part of a word is the word
        ("Zorblat\nQuennix.", ["Zorblat", "Quennix"]),
        ("ana, ANA (Ana)", ["ana", "ANA", "Ana"]),
        ("met x .", []),
        (" \n ", []),
        ("met . 😀 Ana", ["Ana"]),
        ("met " * 200 + "Zorblat Quennix " + "met " * 200 + "Ana", ["Zorblat Quennix", "Ana"]),
        ("Ana " * 40, ["Ana"] * 40),
    ],
)
def test_a_model_of_ones_own_gives_exact_characters(tiny, text, names):
    doc = hf_pipe(tiny)(text)
    places = [text[a:b] for a, b in doc.spans[NER].attrs["offsets"]]
    assert places == names and searched(doc) == {"PERSON"}


@pytest.mark.parametrize("name", ["hf", "gliner"])
def test_nothing_is_fetched(name, tmp_path):
    for model in ("dslim/bert-base-NER", "", str(tmp_path)):
        with pytest.raises(HipsError, match=r"E211.*hub"):
            registry.misc.get(f"spacy_hips.Finder.{name}.v1")(model)


def test_labels_that_nobody_named_are_refused(tiny, tmp_path):
    config = json.loads((tiny / "config.json").read_text())
    config["id2label"] = {"0": "LABEL_0", "1": "LABEL_1"}
    (tmp_path / "config.json").write_text(json.dumps(config))
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(HipsError, match=r"E208.*LABEL_0"):
        hf_pipe(tmp_path)


def test_a_model_that_is_damaged_fails_without_text(tiny, tmp_path):
    (tmp_path / "config.json").write_text((tiny / "config.json").read_text())
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(HipsError, match="E210"):
        hf_pipe(tmp_path)(TEXT)


# --- GLiNER ---------------------------------------------------------------------------------------


@pytest.fixture
def gliner(tmp_path, monkeypatch):
    """A module as GLiNER is, whose model finds "Ana" and cuts off what is too long."""

    class Model:
        config = SimpleNamespace(max_len=12)

        @classmethod
        def from_pretrained(cls, folder, local_files_only=False):
            assert local_files_only
            return cls()

        def predict_entities(self, text, labels, threshold):
            words = text.split()[:12]
            at = " ".join(words).find("Ana")
            row = {"start": at, "end": at + 3, "text": "Ana", "label": labels[0], "score": 0.7}
            return [row] if at >= 0 else []

    module = ModuleType("gliner")
    module.GLiNER = Model
    module.__spec__ = importlib.util.spec_from_loader("gliner", None)
    monkeypatch.setitem(sys.modules, "gliner", module)
    monkeypatch.setattr(by_gliner, "OVERLAP", 3)
    by_gliner._loaded.cache_clear()
    (tmp_path / "gliner_config.json").write_text("{}")
    return tmp_path


def test_gliner_reads_all_of_a_long_text(gliner):
    nlp = spacy.blank("en")
    finder = {"@misc": "spacy_hips.Finder.gliner.v1", "model": str(gliner), "labels": ["person"]}
    nlp.add_pipe("hips_finder", config={"finder": finder})
    text = "so it was " * 20 + "Ana wrote"
    assert found(nlp(text)) == [("Ana", "PERSON")] and found(nlp("")) == []


@pytest.mark.parametrize("name, package", [("gliner", "gliner"), ("presidio", "presidio_analyzer")])
def test_a_package_that_is_missing_is_told(name, package, tmp_path, monkeypatch):
    (tmp_path / "gliner_config.json").write_text("{}")
    monkeypatch.setitem(sys.modules, package, None)
    given = {"model": str(tmp_path)} if name == "gliner" else {}
    with pytest.raises(HipsError, match=f"E741.*{name}"):
        registry.misc.get(f"spacy_hips.Finder.{name}.v1")(**given)


# --- a language model -----------------------------------------------------------------------------


def answering(*answers):
    asked: list[str] = []

    def model(prompts):
        for own in prompts:
            given = list(own)
            asked.extend(given)
            yield [answers[min(i, len(answers) - 1)] for i in range(len(given))]

    return model, asked


def told(*quotes, label="PERSON"):
    return "Here: " + json.dumps([{"text": quote, "label": label} for quote in quotes])


@pytest.mark.parametrize(
    ("text", "quotes", "names"),
    [
        (TEXT, ["Ana", "Zorblat Quennix"], ["Zorblat Quennix", "Ana"]),
        ("Ana and Anaconda, ana? Ana!", ["Ana"], ["Ana", "Ana"]),  # everywhere, as a word
        ("Ana\n Ruiz wrote", ["Ana Ruiz"], ["Ana\n Ruiz"]),
        ("ANA RUIZ wrote", ["Ana Ruiz"], ["ANA RUIZ"]),
        ("Ruiz, Ana", ["Ana Ruiz"], ["Ruiz", "Ana"]),
        ("a (b) c", ["(b)"], ["(b)"]),
        (TEXT, [], []),
    ],
)
def test_quotes_are_looked_up(text, quotes, names):
    doc = piped(make_llm_finder(answering(told(*quotes))[0]))(text)
    assert [text[a:b] for a, b in doc.spans[NER].attrs["offsets"]] == names
    assert "PERSON" in searched(doc)


@pytest.mark.parametrize(
    "answer",
    [
        "", "NOOP_RESPONSE", "I cannot.", "[", "[1]", '["Ana"]', '[{"text": "Ana"}]', "{}",
        '[{"text": 3, "label": "PERSON"}]', '[{"text": "", "label": "PERSON"}]',
        '[{"text": "Ana", "label": "Quennix"}]', '[{"text": "Zed", "label": "PERSON"}]',
        '[{"text": "Ana", "label": 4}]',
    ],
)  # fmt: skip
def test_what_is_no_list_of_spans_counts_as_not_searched(answer):
    nlp = piped(make_llm_finder(answering(answer)[0]))
    doc = nlp.make_doc(TEXT)
    with pytest.raises(HipsError, match="E898") as error:
        nlp.get_pipe("hips_finder")(doc)
    assert NER not in doc.spans and "Quennix" not in str(error.value)


def test_a_long_text_is_asked_in_pieces():
    text = "so it was " * 300 + "Ana wrote"
    model, asked = answering("[]", told("Ana"))
    assert found(piped(make_llm_finder(model))(text)) == [("Ana", "PERSON")]
    assert len(asked) == 2 and all("[]" in prompt for prompt in asked)
    with pytest.raises(HipsError, match="E898"):
        piped(make_llm_finder(lambda prompts: [["[]"]]))(text)


def test_spacy_llm_gives_the_model():
    pytest.importorskip("spacy_llm")
    nlp = spacy.blank("en")
    model = {"@llm_models": "spacy.NoOp.v1"}
    finder = {"@misc": "spacy_hips.Finder.llm.v1", "model": model}
    nlp.add_pipe("hips_finder", config={"finder": finder})
    with pytest.raises(HipsError, match="E898"):  # it answers nothing, which is no list
        nlp(TEXT)


# --- Presidio -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_presidio():
    pytest.importorskip("presidio_analyzer")
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_finder", config={"finder": {"@misc": "spacy_hips.Finder.presidio.v1"}})
    doc = nlp("My SSN is 078-05-1120, ana@uni.org, see bbc.co.uk today.")
    assert {("078-05-1120", "ID_NUM"), ("ana@uni.org", "EMAIL")} & set(found(doc))
    assert not {"DATE", "URL_PERSONAL"} & searched(doc)
    with pytest.raises(HipsError, match="E728"):
        registry.misc.get("spacy_hips.Finder.presidio.v1")("no_such_pipeline")
