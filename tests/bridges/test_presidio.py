"""Presidio with this package's recognizer and operator: one person, one surrogate over a batch."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("presidio_analyzer", reason="needs the extra presidio")
pytest.importorskip("presidio_anonymizer", reason="needs the extra presidio")

from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
from presidio_anonymizer import AnonymizerEngine
from spacy.language import Language

from spacy_hips import HipsError
from spacy_hips.components.tokenizer import blank
from spacy_hips.core.ids import Secret
from spacy_hips.desk.bridges.presidio import HipsBatch, HipsNlpEngine, HipsOperator, HipsRecognizer

pytestmark = pytest.mark.filterwarnings("ignore")

TEXTS = [
    "My friend Amara Okafor helped me. Write to amara.okafor@uni.org.",
    "Amara Okafor again, from 84.23.17.201: amara.okafor@uni.org.",
]


@Language.component("tests_amara", assigns=["doc.ents"])
def amara(doc):
    places = [m.span() for m in re.finditer("Amara Okafor", doc.text)]
    doc.ents = [doc.char_span(*place, label="PERSON") for place in places]
    return doc


@pytest.fixture(scope="module")
def nlp():
    made = blank("en")
    made.add_pipe("tests_amara")
    made.add_pipe("hips_anonymizer")
    made.get_pipe("hips_anonymizer").set_secret(Secret(b"marble lantern 47 quietly orbits"))
    return made


@pytest.fixture(scope="module")
def engines(nlp):
    batch = HipsBatch(TEXTS, nlp)
    registry = RecognizerRegistry(supported_languages=["en"])
    registry.add_recognizer(HipsRecognizer(batch))
    analyzer = AnalyzerEngine(
        registry=registry, nlp_engine=HipsNlpEngine(nlp), supported_languages=["en"]
    )
    anonymizer = AnonymizerEngine()
    anonymizer.add_anonymizer(HipsOperator)
    return batch, analyzer, anonymizer


def test_one_person_has_one_surrogate_and_the_address_follows(engines):
    batch, analyzer, anonymizer = engines
    one, two = (
        anonymizer.anonymize(t, analyzer.analyze(t, "en"), batch.operators(t)).text for t in TEXTS
    )
    name, address = re.fullmatch(r"My friend (.+) helped me\. Write to (\S+)\.", one).groups()
    assert two.startswith(f"{name} again, from ") and two.endswith(f": {address}.")
    assert address.startswith(name.split()[0].lower())
    assert "Amara" not in one + two and "84.23.17.201" not in two


def test_the_recognizer_uses_the_names_of_presidio_and_gives_what_is_asked_for(engines):
    _, analyzer, _ = engines
    found = {(TEXTS[1][r.start : r.end], r.entity_type) for r in analyzer.analyze(TEXTS[1], "en")}
    assert found == {
        ("Amara Okafor", "PERSON"),
        ("84.23.17.201", "IP_ADDRESS"),
        ("amara.okafor@uni.org", "EMAIL_ADDRESS"),
    }
    asked = analyzer.analyze(TEXTS[1], "en", entities=["PERSON"])
    assert [r.entity_type for r in asked] == ["PERSON"]


def test_what_only_another_recognizer_has_found_is_hidden_too(engines):
    batch, _, _ = engines
    assert batch.surrogate(TEXTS[0], "friend", "KINSHIP") == "<KINSHIP>"


def test_a_text_outside_the_batch_is_refused(engines):
    batch, _, _ = engines
    with pytest.raises(HipsError, match="E897") as error:
        HipsRecognizer(batch).analyze("Another by Amara Okafor", [])
    assert "Amara" not in str(error.value)
    with pytest.raises(HipsError, match="E897"):
        HipsOperator().validate({})


def test_the_pipeline_stays_as_it_is(engines, nlp):
    assert nlp.get_pipe("hips_anonymizer").scope == "document"
    assert nlp.get_pipe("hips_anonymizer").register is None
