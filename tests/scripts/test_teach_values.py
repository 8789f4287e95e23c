"""The step that teaches a second finder addresses, ages and births."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
import spacy
from spacy.training import Example

from spacy_hips import PiiSpan, write_group

pytest.importorskip("spacy_transformers", reason="needs the extra trf")
SCRIPT = Path(__file__).parents[2] / "scripts" / "teach_values.py"
if not SCRIPT.exists():
    pytest.skip("the build scripts are not part of this copy", allow_module_level=True)
TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
MARKED = """ich wohne in [[STREET_ADDRESS|Zeil 3]]
ich bin [[AGE|15]] und du
geboren am [[DATE_OF_BIRTH|3. Mai]]
"""


@pytest.fixture(scope="module")
def script(load_script):
    return load_script(SCRIPT)


@pytest.fixture
def folder(tiny_encoder, tmp_path):
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("hips_transformer", config={"model": {"name": tiny_encoder}})
    nlp.add_pipe("hips_ner")
    doc = nlp.make_doc("By: Ana")
    write_group(doc, "pii", [PiiSpan(4, 7, "PERSON")])
    nlp.initialize(lambda: [Example(nlp.make_doc(doc.text), doc)])
    nlp.to_disk(tmp_path / "before")
    for name, text in (("marked", MARKED), ("others", "=== a-1 chat\n[[S1|Ana]] is [[X|a1]]\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "de.txt").write_text(text, "utf8")
    return tmp_path


@pytest.fixture
def teach(script, folder, monkeypatch):
    def run(*more: str):
        arguments = [str(SCRIPT), str(folder / "before"), str(folder / "marked")]
        monkeypatch.setattr(sys, "argv", [*arguments, "-o", str(folder / "after"), *more])
        script.main()
        return spacy.load(folder / "after")

    return run


def test_a_second_finder_learns_and_the_first_one_stays(folder, teach):
    after = teach("--generated", "1", "--epochs", "80", "--rate", "0.02", "--seeds", "1",
                  "--others", str(folder / "others"))  # fmt: skip
    assert after.pipe_names == ["hips_transformer", "hips_ner", "hips_values"]
    finder = after.get_pipe("hips_values")
    assert finder.decoding.of("STREET_ADDRESS") == pytest.approx(0.3)
    assert finder.decoding.of("AGE") == pytest.approx(0.5)
    found = {label for text in MARKED.splitlines() for label in labels_of(after, text)}
    assert found >= {"STREET_ADDRESS", "AGE"}
    before = spacy.load(folder / "before").get_pipe("hips_ner").to_bytes(exclude=["vocab"])
    assert after.get_pipe("hips_ner").to_bytes(exclude=["vocab"]) == before


def labels_of(nlp, marked):
    doc = nlp(re.sub(r"\[\[\w+\||\]\]", "", marked))
    return {span.label_ for span in doc.spans["pii_values"]}


def test_a_folder_without_texts_is_told(folder, teach, capsys):
    (folder / "marked" / "de.txt").unlink()
    with pytest.raises(SystemExit):
        teach()
    assert "no .txt file" in capsys.readouterr().err
