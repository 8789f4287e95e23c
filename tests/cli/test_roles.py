"""Roles on the command line: find --roles, the page of `view`, the figures of `evaluate`.

The pipeline finds a few names by a list and has a filter whose model has learnt nothing: who is
public is told by its `public_list`, and everybody else is hidden.
"""

from __future__ import annotations

import json

import pytest
import spacy
from spacy.training import Example

from spacy_hips import PiiSpan, write_group

from .conftest import read_jsonl, write_jsonl

pytest.importorskip("spacy_transformers", reason="needs the extra trf")

TEXT = "Ana Silva read Paulo Freire. Freire moved Ana Silva."
NAMES = ["Ana Silva", "Paulo Freire", "Freire"]


@spacy.Language.factory("test_cli_names")
def make_names(nlp, name, names: list[str]):
    def find(doc):
        text, spans, at = doc.text, [], 0
        while at < len(text):
            own = next((n for n in names if text.startswith(n, at)), "")
            if own:
                spans.append(PiiSpan(at, at + len(own), "PERSON", 0.9, "ner"))
            at += len(own) or 1
        write_group(doc, "pii_ner", spans)
        return doc

    return find


@pytest.fixture(scope="module")
def model(tiny_encoder, tmp_path_factory) -> str:
    nlp = spacy.blank("en")
    nlp.add_pipe("test_cli_names", config={"names": NAMES})
    nlp.add_pipe("hips_transformer", config={"model": {"name": tiny_encoder}})
    nlp.add_pipe("hips_entities")
    settings = {"public_list": ["Paulo Freire"], "threshold_public": 1.0}
    nlp.add_pipe("hips_filter", config=settings)
    reference = nlp.make_doc("Ana Silva came.")
    write_group(reference, "roles", [PiiSpan(0, 9, "NAME_STUDENT")])
    nlp.initialize(lambda: [Example(nlp.make_doc("Ana Silva came."), reference)])
    folder = tmp_path_factory.mktemp("model")
    nlp.to_disk(folder)
    return str(folder)


def test_find_tells_roles(hips, folder, model):
    write_jsonl(folder / "in.jsonl", {"id": "d1", "text": TEXT})
    assert hips("find", "in.jsonl", "-o", "out.jsonl", "--model", model, "--roles").rc == 0
    lines = read_jsonl(folder / "out.jsonl")
    assert [TEXT[x["start"] : x["end"]] for x in lines] == [
        "Ana Silva", "Paulo Freire", "Freire", "Ana Silva",
    ]  # fmt: skip
    ana, freire = lines[0], lines[1]
    assert (freire["role"], freire["public"], freire["reason"], freire["status"]) == (
        "public", 1.0, "public list", "reject",
    )  # fmt: skip
    assert ana["role"] in ("student", "instructor", "private")
    assert 0 <= ana["public"] < 1
    assert (ana["status"], ana["label"][:5]) == ("found", "NAME_")
    assert lines[2]["entity"] == freire["entity"]


def test_without_roles_only_what_is_hidden_is_listed(hips, folder, model):
    write_jsonl(folder / "in.jsonl", {"id": "d1", "text": TEXT})
    hips("find", "in.jsonl", "-o", "out.jsonl", "--model", model)
    lines = read_jsonl(folder / "out.jsonl")
    assert [TEXT[x["start"] : x["end"]] for x in lines] == ["Ana Silva", "Ana Silva"]
    assert "role" not in lines[0]


@pytest.mark.slow  # three runs of a pipeline with a filter
def test_a_reviewer_may_have_a_public_person_replaced_after_all(hips, folder, model):
    write_jsonl(folder / "in.jsonl", {"id": "d1", "text": TEXT})
    hips("find", "in.jsonl", "-o", "found.jsonl", "--model", model, "--roles")
    run = ("anonymize", "in.jsonl", "--model", model, "--spans")
    assert hips(*run, "found.jsonl", "-o", "kept.jsonl").rc == 0
    (row,) = read_jsonl(folder / "kept.jsonl")
    assert "Paulo Freire" in row["text"]
    assert "Silva" not in row["text"]
    lines = read_jsonl(folder / "found.jsonl")
    write_jsonl(folder / "found.jsonl", *({**x, "status": "accept"} for x in lines))
    assert hips(*run, "found.jsonl", "-o", "all.jsonl").rc == 0
    assert "Freire" not in read_jsonl(folder / "all.jsonl")[0]["text"]


def test_roles_need_a_filter(hips, folder):
    write_jsonl(folder / "in.jsonl", {"text": TEXT})
    done = hips("find", "in.jsonl", "-o", "out.jsonl", "--roles")
    assert done.rc == 2
    assert "[E760]" in done.err
    assert not (folder / "out.jsonl").exists()


def test_the_page_tells_role_probability_and_reason(hips, folder, model):
    write_jsonl(folder / "in.jsonl", {"id": "d1", "text": TEXT})
    assert hips("view", "in.jsonl", "-o", "page.html", "--model", model).rc == 0
    page = (folder / "page.html").read_text()
    assert "<summary>Roles: 1 " in page
    assert "<td>Paulo Freire</td><td>2</td><td>public</td><td>1.00</td><td>public list</td>" in page
    assert page.count('<mark class="PUBLIC kept"') == 2
    assert "keep, public, public 1.00, public list" in page
    assert page.count("Paulo Freire") == 3


def test_a_pipeline_without_a_filter_has_no_table_of_roles(hips, folder):
    write_jsonl(folder / "in.jsonl", {"id": "d1", "text": "Write to ana@uni.org"})
    hips("view", "in.jsonl", "-o", "page.html")
    assert "<details" not in (folder / "page.html").read_text()


@pytest.mark.slow  # two runs of a pipeline with a filter; tests/evaluate has the figures
def test_figures_about_roles(hips, folder, model):
    spans = [[0, 9, "student", False], [15, 27, "public", False], [29, 35, "public", False],
             [42, 51, "student", False]]  # fmt: skip
    write_jsonl(folder / "gold.jsonl", {"id": "d1", "text": TEXT, "spans": spans})
    run = ("evaluate", "gold.jsonl", "--model", model)
    found = json.loads(hips(*run, "--json", "--bootstrap", "5").out)["roles"]
    exact = [0.223607, 1.0]  # two of two: .05 ** (1 / 2)
    assert found["private_hidden"] == {"value": 1.0, "part": 2, "whole": 2, "interval": exact}
    assert (found["public_kept"]["part"], found["public_persons"]["whole"]) == (2, 1)
    assert found["extra_names"]["value"] == 0
    assert "mentions of public persons untouched" in hips(*run).out


@pytest.mark.slow  # three runs of a pipeline with a filter
def test_roles_may_stand_in_a_file_of_their_own(hips, folder, model):
    spans = [[0, 9, "NAME_STUDENT"]]
    write_jsonl(folder / "gold.jsonl", {"id": "d1", "text": TEXT, "spans": spans})
    roles = {"id": "d1", "spans": [[0, 9, "student", False]], "not_names": [[29, 35]]}
    write_jsonl(folder / "roles.jsonl", roles)
    run = ("evaluate", "gold.jsonl", "--model", model, "--json")
    found = json.loads(hips(*run, "--roles", "roles.jsonl").out)["roles"]
    assert found["private_hidden"]["whole"] == 1
    assert found["not_names_untouched"]["value"] == 1
    assert json.loads(hips(*run).out)["roles"] == {}
