"""spacy-hips evaluate: the figures, and that spaCy's own command prints the same."""

from __future__ import annotations

import json
import stat
import subprocess
import sys

import pytest
import spacy
from spacy.tokens import DocBin

from spacy_hips.core.spans import PiiSpan, write_group

from .conftest import read_jsonl, write_jsonl

MAIL = "bee.2019a@uni.org"
GOLD = [
    {
        "id": "a",
        "text": f"I am Ana Silva, {MAIL}.",
        "spans": [[5, 14, "NAME_STUDENT"], [16, 33, "EMAIL"]],
    },
    {"id": "b", "text": "Write to ben@uni.org or +1 415 555 2671.", "spans": [[9, 20, "EMAIL"]]},
    {"id": "c", "text": "Nothing at all.", "spans": []},
]


def figures(hips, folder, *arguments: str) -> dict:
    write_jsonl(folder / "gold.jsonl", *GOLD)
    done = hips("evaluate", "gold.jsonl", "--json", *arguments)
    assert done.rc == 0
    return json.loads(done.out)


def test_figures_by_hand(hips, folder):
    """Both e-mails are found, the name is not, and the phone number is not in the gold."""
    found = figures(hips, folder)
    assert found["by_label"]["EMAIL"] == {
        "p": 1.0, "r": 1.0, "f1": 1.0, "f5": 1.0, "tp": 2, "fp": 0, "fn": 0,
    }  # fmt: skip
    assert (found["all"]["tp"], found["all"]["fp"], found["all"]["fn"]) == (2, 1, 1)
    assert found["all"]["f5"] == pytest.approx(26 * (2 / 3) * (2 / 3) / (26 * 2 / 3), abs=1e-6)
    assert found["doc_recall"] == 0.75
    assert found["docs_found"] == 0.5
    assert found["entity_recall"] == pytest.approx(2 / 3, abs=1e-6)
    assert found["docs_clean"] == 0.5
    assert found["covered"] == pytest.approx(2 / 3, abs=1e-6)
    assert any("PERSON counts as NAME_STUDENT" in note for note in found["notes"])
    assert any("Labels not searched: NAME_STUDENT" in note for note in found["notes"])


def test_mistakes_are_listed_for_their_owner_only(hips, folder):
    """The name is missed, and the phone number is not in the gold."""
    write_jsonl(folder / "gold.jsonl", *GOLD)
    done = hips("evaluate", "gold.jsonl", "--errors", "errors.jsonl")
    assert done.rc == 0
    lines = {line["mistake"]: line for line in read_jsonl(folder / "errors.jsonl")}
    assert set(lines) == {"missed", "replaced wrongly"}
    missed = lines["missed"]
    assert (missed["doc"], missed["start"], missed["end"]) == ("a", 5, 14)
    assert (missed["label"], missed["text"]) == ("NAME_STUDENT", "Ana Silva")
    assert missed["context"] == f"I am [Ana Silva] , {MAIL}."
    assert lines["replaced wrongly"]["label"] == "PHONE_NUM"
    assert stat.S_IMODE((folder / "errors.jsonl").stat().st_mode) == 0o600
    assert "[E702]" in hips("evaluate", "gold.jsonl", "--errors", "errors.jsonl").err
    assert hips("evaluate", "gold.jsonl", "--errors", "errors.jsonl", "--force").rc == 0
    assert "[E726]" in hips("evaluate", "gold.jsonl", "--errors", "-").err


def test_few_spans_leave_much_in_doubt(hips, folder):
    found = figures(hips, folder)
    assert found["missed"] == {"missed": 1, "of": 3, "at_most": pytest.approx(0.9057, abs=1e-4)}
    assert "1 missed of 3: of all such, at most 90.6 % (95 %)" in hips("evaluate", "gold.jsonl").out


def test_tokens_are_those_of_the_gold(hips, folder):
    tokens = ["Write", "to", "ben@uni.org", "or", "+1", "415", "555", "2671", "."]
    write_jsonl(folder / "gold.jsonl", {**GOLD[1], "tokens": tokens})
    found = json.loads(hips("evaluate", "gold.jsonl", "--json").out)
    assert (found["tokens"]["tp"], found["tokens"]["fp"], found["tokens"]["fn"]) == (1, 4, 0)
    assert not any("spaCy's own" in note for note in found["notes"])
    write_jsonl(folder / "gold.jsonl", {**GOLD[1], "tokens": ["Write", "to"]})
    assert "[E503]" in hips("evaluate", "gold.jsonl").err


def test_tokens_are_spacys_where_the_gold_has_none(hips, folder):
    """Each address is one token; the telephone number, not in the gold, is five."""
    found = figures(hips, folder)
    assert (found["tokens"]["tp"], found["tokens"]["fp"], found["tokens"]["fn"]) == (2, 4, 2)
    assert any("for 0 of 3 texts; spaCy's own stand in" in note for note in found["notes"])


def test_labels_can_be_chosen(hips, folder):
    found = figures(hips, folder, "--labels", "EMAIL")
    assert found["labels"] == ["EMAIL"]
    assert (found["all"]["fp"], found["all"]["fn"]) == (0, 0)
    assert "DATE" in figures(hips, folder, "--labels", "all")["labels"]


def test_names_can_be_merged(hips, folder):
    found = figures(hips, folder, "--merge-names")
    assert "PERSON" in found["by_label"]
    assert "NAME_STUDENT" not in found["by_label"]


def test_intervals_are_seeded(hips, folder):
    first = figures(hips, folder, "--bootstrap", "50", "--seed", "3")["intervals"]
    assert figures(hips, folder, "--bootstrap", "50", "--seed", "3")["intervals"] == first
    low, high = first["p"]
    assert 0 <= low <= high <= 1


def test_the_table_for_a_terminal(hips, folder):
    write_jsonl(folder / "gold.jsonl", *GOLD)
    out = hips("evaluate", "gold.jsonl", "--bootstrap", "20").out
    assert "3 documents, 2 with identifiers, 3 gold spans" in out
    assert "all, tokens (Kaggle)" in out
    assert "documents fully clean   0.500" in out
    assert "95 % interval" in out
    assert MAIL not in out


@pytest.mark.parametrize(
    "record",
    [
        {"text": "I am Ana Silva.", "spans": []},
        {"text": "I am Ana Silva."},
        {"text": "I am Ana Silva.", "entities": [[5, 14, "PERSON"]]},
        {"text": "I am Ana Silva.", "label": [[5, 14, "PERSON"]]},
        {"text": "I am Ana Silva.", "labels": [[5, 14, "PERSON"]]},
        {"text": "I am Ana Silva.", "roles": []},
        {"full_text": "Ana", "tokens": ["Ana"], "trailing_whitespace": [False], "labels": ["O"]},
    ],
)
def test_gold_without_a_label_is_refused(hips, folder, record):
    write_jsonl(folder / "gold.jsonl", record, record)
    done = hips("evaluate", "gold.jsonl")
    assert (done.rc, done.err[:6]) == (2, "[E508]")
    assert "Ana" not in done.err and "2 text(s)" in done.err


def test_roles_alone_are_gold(hips, folder):
    write_jsonl(folder / "gold.jsonl", {"id": "a", "text": "I am Ana Silva."})
    write_jsonl(folder / "roles.jsonl", {"id": "a", "spans": [[5, 14, "student", False]]})
    assert hips("evaluate", "gold.jsonl", "--roles", "roles.jsonl").rc == 0


def test_gold_that_cannot_be_used(hips, folder):
    assert "[E701]" in hips("evaluate", "none.jsonl").err
    write_jsonl(folder / "gold.jsonl", {"text": "Ana", "spans": [[0, 9, "PERSON"]]})
    done = hips("evaluate", "gold.jsonl")
    assert (done.rc, done.err[:6]) == (2, "[E502]")


@pytest.mark.slow
@pytest.mark.parametrize("pipes", [("hips_rules", "hips_entities"), ("hips_anonymizer",)])
def test_spacy_evaluate_prints_the_same(hips, folder, pipes):
    nlp = spacy.blank("en")
    for name in pipes:
        nlp.add_pipe(name)
    nlp.to_disk(folder / "model")
    docs = []
    for row in GOLD:
        doc = nlp.make_doc(row["text"])
        write_group(doc, "pii", [PiiSpan(*span) for span in row["spans"]])
        docs.append(doc)
    DocBin(docs=docs).to_disk(folder / "gold.spacy")
    command = [sys.executable, "-m", "spacy", "evaluate", "model", "gold.spacy"]
    command += ["--spans-key", "pii", "--output", "scores.json"]
    subprocess.run(command, check=True, cwd=folder, capture_output=True)
    theirs = json.loads((folder / "scores.json").read_text())
    ours = figures(hips, folder, "--labels", "all", "--model", "model")
    for key, name in (("p", "p"), ("r", "r"), ("f", "f1")):
        assert theirs[f"spans_pii_{key}"] == pytest.approx(ours["all"][name], abs=1e-6)
    for label, scores in theirs["spans_pii_per_type"].items():
        assert scores["f"] == pytest.approx(ours["by_label"][label]["f1"] or 0.0, abs=1e-6)


def test_spans_of_another_tool_and_recall_by_group(hips, folder):
    """The e-mails were found by the other tool, the name and the phone number were not."""
    write_jsonl(folder / "gold.jsonl", *GOLD)
    found = [{**row, "spans": [s for s in row["spans"] if s[2] == "EMAIL"]} for row in GOLD]
    found[0]["spans"].append([0, 1, "PRONOUN"])
    write_jsonl(folder / "p.jsonl", *reversed(found))
    done = hips("evaluate", "gold.jsonl", "--predictions", "p.jsonl", "--json", "--groups",
                "region,gender")  # fmt: skip
    assert done.rc == 0, done.err
    figures = json.loads(done.out)
    assert (figures["all"]["tp"], figures["all"]["fp"], figures["all"]["fn"]) == (2, 0, 1)
    assert figures["covered"] == pytest.approx(2 / 3, abs=1e-6)
    women = figures["groups"]["groups"]["gender"]["hidden"]["groups"]["f"]
    assert (women["mentions"], women["recall"], women["too_few"]) == (1, 0.0, True)
    assert "Predicted spans with the unknown label (a label of 7 characters)" in done.err
    shown = hips("evaluate", "gold.jsonl", "--predictions", "p.jsonl", "--groups", "region").out
    assert "too few" in shown
    assert "[E864]" in hips("evaluate", "gold.jsonl", "--groups", "shoe size").err


def test_where_person_is_the_only_name_every_name_counts_as_one(hips, folder):
    row = {"id": "a", "text": "I am Ana Silva.", "spans": [[5, 14, "PERSON"]]}
    write_jsonl(folder / "gold.jsonl", row)
    write_jsonl(folder / "p.jsonl", {**row, "spans": [[5, 14, "NAME_STUDENT"]]})
    done = hips("evaluate", "gold.jsonl", "--predictions", "p.jsonl", "--json")
    assert json.loads(done.out)["by_label"]["PERSON"]["r"] == 1.0
