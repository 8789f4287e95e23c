"""The step that writes what the finder is trained on: which texts, how often, whose names."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from spacy.tokens import DocBin
from spacy.vocab import Vocab

from spacy_hips import read_group
from spacy_hips.records.annotations import GOLD_KEY

SCRIPT = Path(__file__).parents[2] / "scripts" / "convert_corpus.py"
if not SCRIPT.exists():
    pytest.skip("the build scripts are not part of this copy", allow_module_level=True)
TEXT = "Dear Amara, Tobias Quill met @zyx42. Yours, Tobias. " + "Nothing else. " * 70


@pytest.fixture(scope="module")
def script(load_script):
    return load_script(SCRIPT)


def row(source: str, licence: str = "CC BY 4.0") -> dict:
    spans = [[5, 10, "PERSON"], [12, 24, "PERSON"], [44, 50, "PERSON"]]
    if source == "wnut17":
        spans.insert(2, [29, 35, "USERNAME"])
    return {"id": "1", "text": TEXT, "spans": spans, "source": source, "licence": licence}


@pytest.fixture
def made(script, tmp_path, monkeypatch, capsys):
    def run(*rows: dict, more: tuple[str, ...] = ()):
        plain = {"id": "0", "text": "Nobody.", "spans": []}
        (tmp_path / "generated.jsonl").write_text(json.dumps(plain) + "\n", "utf8")
        persons = tmp_path / "persons.jsonl"
        persons.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
        out = tmp_path / "train.spacy"
        arguments = ["convert_corpus.py", str(tmp_path / "generated.jsonl"),
                     "--persons", str(persons), *more, "-o", str(out)]  # fmt: skip
        monkeypatch.setattr(sys, "argv", arguments)
        script.main()
        capsys.readouterr()
        docs = list(DocBin().from_disk(out).get_docs(Vocab()))
        return [
            [(doc.text[s.start : s.end], s.label) for s in read_group(doc, GOLD_KEY)]
            for doc in docs
            if doc.text != plain["text"]
        ]

    return run


def test_texts_by_hand_come_again_with_other_names(made):
    copies = made(row("gum-news"))
    assert len(copies) == 3
    assert [("Amara", "PERSON"), ("Tobias Quill", "PERSON"), ("Tobias", "PERSON")] in copies
    others = [names for names in copies if names[0][0] != "Amara"]
    assert len(others) == 2 and others[0] != others[1]
    for greeted, full, signed in others:
        assert "Tobias" not in full[0] + signed[0]
        assert {greeted[1], full[1], signed[1]} == {"PERSON"}


def test_other_texts_come_once_and_handles_stay(made):
    (names,) = made(row("wnut17"))
    assert ("@zyx42", "USERNAME") in names
    assert ("Tobias Quill", "PERSON") in names


def test_texts_under_a_share_alike_licence_are_asked_for(made):
    alike = row("uner-ewt", "CC-BY-SA-4.0")
    assert made(alike) == []
    assert len(made(alike, more=("--share-alike", "yes"))) == 5


def test_silver_labels_are_left_out(made):
    assert made(row("gmb (silver)")) == []
