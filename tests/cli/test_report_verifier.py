"""What a verifier changes, as the report shows it.

The filter has learnt nothing: one threshold keeps everybody, the other hides everybody. So all that
the verifier says otherwise is a change.
"""

from __future__ import annotations

import json

import pytest
import spacy
from spacy.training import Example

from spacy_hips import PiiSpan, write_group

from .conftest import write_jsonl

pytest.importorskip("spacy_transformers", reason="needs the extra trf")

NAMES = ("Hana Sato", "Omar Haddad", "Karl Popper", "Lan Nguyen")
TEXT = "Then Hana Sato and I read it. Later Omar Haddad came, and we spoke of Karl Popper."
PUBLIC = ("Karl Popper", "Hana Sato")  # as the verifier says; Hana is not
BROKEN = "Then Lan Nguyen came."


@spacy.Language.factory("test_report_names")
def make_names(nlp, name):
    def find(doc):
        found = [(doc.text.find(name), len(name)) for name in NAMES]
        spans = [PiiSpan(at, at + size, "PERSON", 0.9, "ner") for at, size in found if at >= 0]
        write_group(doc, "pii_ner", sorted(spans, key=lambda span: span.start))
        return doc

    return find


@spacy.registry.misc("test_report.verifier.v1")
def make_verifier():
    def verify(candidates):
        if any("Lan Nguyen" in candidate.names for candidate in candidates):
            return "I cannot tell"
        return [float(candidate.names[0] in PUBLIC) for candidate in candidates]

    return verify


@pytest.fixture(scope="module")
def save(tiny_encoder, tmp_path_factory):
    """Saves a pipeline whose filter keeps with this probability and has this verifier."""

    def make(threshold: float, verifier: dict | None) -> str:
        nlp = spacy.blank("en")
        nlp.add_pipe("hips_transformer", config={"model": {"name": tiny_encoder}})
        nlp.add_pipe("test_report_names")
        nlp.add_pipe("hips_entities")
        judge = {"threshold_public": threshold, "threshold_listed": threshold}
        judge |= {"verifier": verifier}
        nlp.add_pipe("hips_filter", config=judge)
        doc = nlp.make_doc("Ana Silva came.")
        write_group(doc, "roles", [PiiSpan(0, 9, "NAME_STUDENT")])
        nlp.initialize(lambda: [Example(nlp.make_doc(doc.text), doc)])
        folder = tmp_path_factory.mktemp("model")
        nlp.to_disk(folder)
        return str(folder)

    return make


def gold(text=TEXT, public=("Karl Popper",)):
    """The text with its private names as gold."""
    found = [(text.index(name), name) for name in NAMES if name in text and name not in public]
    return {"text": text, "spans": [[at, at + len(name), "NAME_STUDENT"] for at, name in found]}


@pytest.mark.few(1)
@pytest.mark.filterwarnings("ignore:.*W502")
@pytest.mark.parametrize(
    ("threshold", "change", "right"),
    [
        # All were hidden; Popper is rightly kept now, Hana wrongly.
        (1.0, "hidden to kept", 1),
        # All were kept; Omar is rightly hidden now, and so is Lan, as the verifier failed.
        (1e-6, "kept to hidden", 2),
    ],
)
def test_its_changes_are_counted_by_role_and_held_against_the_gold(
    hips, folder, save, threshold, change, right
):
    model = save(threshold, {"@misc": "test_report.verifier.v1"})
    write_jsonl(folder / "gold.jsonl", gold(), gold(BROKEN))
    done = hips("report", "gold.jsonl", "-o", "r.html", "--model", model, "--bootstrap", "20")
    assert done.rc == 0, done.err
    own = json.loads((folder / "r.json").read_text("utf8"))["verifier"]
    assert (own["judged"], own["changed"], own["failed"]) == (4, 2, 1)
    # The filter of this pipeline learnt nothing: which roles it gives is chance.
    assert {row["change"] for row in own["rows"]} == {change}
    assert sum(row["mentions"] for row in own["rows"]) == 2
    assert sum(row["right"] for row in own["rows"]) == right
    assert {row["role"] for row in own["rows"]} <= {"student", "instructor", "private"}
    page = (folder / "r.html").read_text("utf8")
    assert "The verifier changed 2 of 4 verdicts" in page and change in page
    for name in ("r.html", "r.json"):
        text = (folder / name).read_text("utf8")
        assert not any(word in text for name in NAMES for word in name.split())


@pytest.mark.slow  # makes a whole report, as the test above does
def test_a_pipeline_without_one_shows_no_table(hips, folder, save):
    write_jsonl(folder / "gold.jsonl", gold())
    done = hips("report", "gold.jsonl", "-o", "r.html", "--model", save(1.0, None),
                "--bootstrap", "20")  # fmt: skip
    assert done.rc == 0, done.err
    assert json.loads((folder / "r.json").read_text("utf8"))["verifier"] is None
    assert "erifier changed" not in (folder / "r.html").read_text("utf8")
