"""spacy-hips assemble: the trained parts in one pipeline, with the filter where there is one."""

from __future__ import annotations

import warnings

import pytest
import spacy
from spacy.training import Example
from thinc.api import Config

from spacy_hips import PiiSpan, write_group
from spacy_hips.lab.training.finetune import add_head

pytest.importorskip("spacy_transformers", reason="needs the extra trf")

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
WHOLE = [
    "hips_rules",
    "hips_transformer",
    "hips_ner",
    "hips_names",
    "hips_entities",
    "hips_anonymizer",
]


@pytest.fixture(scope="module")
def trained(tiny_encoder, tmp_path_factory):
    """Folders of pipelines without training: a finder, the same with a filter, another finder."""
    folder = tmp_path_factory.mktemp("trained")
    finder = _initialised(tiny_encoder)
    finder.to_disk(folder / "finder")
    judge = spacy.blank("en", config=TOKENIZER)
    judge.add_pipe("hips_rules")
    for name in ("hips_transformer", "hips_ner"):
        judge.add_pipe(name, source=finder)
    judge.add_pipe("hips_entities")
    settings = {"threshold_public": 0.8, "public_list": ["Paulo Freire"]}
    judge.add_pipe("hips_filter", config=settings)
    with judge.select_pipes(enable="hips_filter"):
        judge.initialize(lambda: [_example(judge)])
    judge.to_disk(folder / "filter")
    other = _initialised(tiny_encoder)
    for weights in other.get_pipe("hips_transformer").model.transformer.parameters():
        weights.data += 1
    other.to_disk(folder / "other")
    return folder


def _initialised(encoder):
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("hips_transformer", config={"model": {"name": encoder}})
    nlp.add_pipe("hips_ner")
    nlp.initialize(lambda: [_example(nlp)])
    return nlp


def _example(nlp):
    reference = nlp.make_doc("by Hana Sato")
    for key in ("pii", "roles"):
        write_group(reference, key, [PiiSpan(3, 12, "NAME_STUDENT")])
    return Example(nlp.make_doc("by Hana Sato"), reference)


def drops(nlp):
    return {name for name in nlp.pipe_names if getattr(nlp.get_pipe(name), "cfg", {}).get(
        "drop_encoding")}  # fmt: skip


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*W106")
def test_a_finder_alone_is_a_whole_pipeline(hips, trained, folder):
    assert hips("assemble", trained / "finder", "out").rc == 0
    nlp = spacy.load(folder / "out")
    assert nlp.pipe_names == WHOLE
    assert drops(nlp) == {"hips_ner"}
    assert nlp("by Hana Sato")._.trf_data is None


@pytest.mark.few(1)
@pytest.mark.parametrize("arguments", [["filter"], ["finder", "--filter", "filter"]])
def test_the_filter_comes_before_the_anonymizer(hips, trained, folder, arguments):
    """It is in the output of its own training, or put beside a finder of the same encoder."""
    given = [a if a[0] == "-" else trained / a for a in arguments]
    assert hips("assemble", given[0], "out", *given[1:]).rc == 0
    nlp = spacy.load(folder / "out")
    assert nlp.pipe_names == [*WHOLE[:-1], "hips_filter", WHOLE[-1]]
    assert nlp.get_pipe("hips_filter").threshold_public == 0.8
    told = Config().from_disk(folder / "out" / "config.cfg")["components"]["hips_filter"]
    assert told["judge"]["public_list"] == ["Paulo Freire"]  # given beside the judge, as in 0.1.0
    assert told["judge"]["threshold_public"] == pytest.approx(0.8)
    assert "threshold_public" not in told
    assert drops(nlp) == {"hips_filter"}
    doc = nlp("by Hana Sato")
    assert doc._.trf_data is None
    assert doc._.anonymized


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*W1")
def test_the_finder_of_values_stands_behind_that_of_names(hips, trained, folder):
    source = spacy.load(trained / "filter")
    add_head(source, "hips_values", ["AGE"])
    source.to_disk(folder / "valued")
    assert hips("assemble", folder / "valued", "out").rc == 0
    nlp = spacy.load(folder / "out")
    assert nlp.pipe_names == [*WHOLE[:3], "hips_values", *WHOLE[3:-1], "hips_filter", WHOLE[-1]]
    entities = nlp.get_pipe("hips_entities")
    assert entities.sources == ["pii_rules", "pii_ner", "pii_values"]
    assert entities.threshold["pii_values"] == 0.0
    assert drops(nlp) == {"hips_filter"}
    assert nlp("by Hana Sato, 15").spans["pii_values"] is not None


@pytest.mark.slow
def test_its_threshold_can_be_given(hips, trained, folder):
    options = ("--threshold-public", "0.95", "--quantize", "")
    assert hips("assemble", trained / "filter", "out", *options).rc == 0
    nlp = spacy.load(folder / "out")
    config = Config().from_disk(folder / "out" / "config.cfg")
    assert config["components"]["hips_transformer"]["quantize"] == ""
    assert nlp.get_pipe("hips_filter").threshold_public == pytest.approx(0.95)


@pytest.mark.slow
def test_what_the_finder_finds_is_merged_whatever_its_score(hips, trained, folder):
    """Its own threshold is lower than what hips_entities takes by default."""
    hips("assemble", trained / "finder", "out", "--threshold", "0.2")
    assert spacy.load(folder / "out").get_pipe("hips_entities").threshold["pii_ner"] == 0.0


def test_a_filter_of_another_encoder_is_an_error(hips, trained):
    done = hips("assemble", trained / "other", "out", "--filter", trained / "filter")
    assert done.rc != 0
    assert "E512" in done.err


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "arguments", [["--filter", "finder"], ["--threshold-public", "0.9"]], ids=["none", "threshold"]
)
def test_a_missing_filter_is_an_error(hips, trained, arguments):
    given = [trained / a if a == "finder" else a for a in arguments]
    done = hips("assemble", trained / "finder", "out", *given)
    assert done.rc != 0
    assert "E513" in done.err


@pytest.mark.few(1)
@pytest.mark.parametrize("content", [None, "{not json"], ids=["missing", "no JSON"])
def test_a_meta_that_cannot_be_read_is_an_error(hips, trained, folder, content):
    if content is not None:
        (folder / "meta.json").write_text(content)
    done = hips("assemble", trained / "finder", "out", "--meta", "meta.json")
    assert done.rc == 2 and "[E442]" in done.err
    assert not (folder / "out").exists()


@pytest.mark.slow
def test_no_path_of_this_machine_is_packaged(hips, trained, folder, tiny_encoder):
    hips("assemble", trained / "filter", "out")
    path = str(tiny_encoder).encode()
    files = [file for file in (folder / "out").rglob("*") if file.is_file()]
    assert files
    assert not [file for file in files if path in file.read_bytes()]


@pytest.mark.slow
def test_the_config_tells_the_settings_that_are_in_force_and_overrides_them(hips, trained, folder):
    """It told .1 where the finder had been tuned to .15, and spacy.load(config=...) did nothing."""
    finder = spacy.load(trained / "finder")
    finder.get_pipe("hips_ner").threshold = 0.35
    finder.to_disk(folder / "tuned")
    assert hips("assemble", folder / "tuned", "out", "--filter", trained / "filter").rc == 0
    nlp = spacy.load(folder / "out")
    for name, key, value in (
        ("hips_ner", "threshold", 0.35),
        ("hips_filter", "threshold_public", 0.8),
    ):
        block = nlp.config["components"][name]
        told = block.get("judge", block)[key]
        assert told == getattr(nlp.get_pipe(name), key) == pytest.approx(value)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*W503")
            changed = spacy.load(folder / "out", config={"components": {name: {key: 0.6}}})
        assert getattr(changed.get_pipe(name), key) == 0.6
        setattr(nlp.get_pipe(name), key, 0.7)
    nlp.to_disk(folder / "again")
    again = spacy.load(folder / "again")
    assert again.get_pipe("hips_ner").threshold == pytest.approx(0.7)
    assert again.get_pipe("hips_filter").threshold_public == pytest.approx(0.7)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*W106")
def test_the_languages_that_it_reads(hips, trained, folder):
    assert hips("assemble", trained / "finder", "one").rc == 0
    assert spacy.load(folder / "one").get_pipe("hips_entities").languages is None
    assert hips("assemble", trained / "finder", "three", "--languages", "en, sv,es").rc == 0
    nlp = spacy.load(folder / "three")
    assert nlp.get_pipe("hips_entities").languages == ["en", "sv", "es"]
    doc = nlp("Min lärare är snäll men hon pratar fort, och jag förstår inte allt som hon säger.")
    assert doc._.hips_foreign == ()


def test_a_language_that_nobody_knows(hips, trained, folder):
    done = hips("assemble", trained / "finder", "out", "--languages", "en,swedish")
    assert done.rc == 2
    assert "[E116]" in done.err
    assert not (folder / "out").exists()
