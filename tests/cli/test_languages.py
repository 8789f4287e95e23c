"""Rows in other languages: counted, told, left out where that is asked for."""

from __future__ import annotations

import json

import pytest

from .conftest import read_jsonl, write_jsonl

SWEDISH = "Skriv till mig på ana.li@skola.org, för jag vill gärna veta hur det gick med uppgiften."
GERMAN = "Ich möchte mich für die Hilfe bedanken, denn ohne dich hätte ich das nie geschafft."
ENGLISH = "I would like to thank you for the help, and I hope that we meet again (ana.li@x.org)."
MIXED = f"{ENGLISH}\n\n{SWEDISH}\n\n{ENGLISH}"


@pytest.fixture
def rows(folder):
    texts = (ENGLISH, SWEDISH, GERMAN, MIXED)
    write_jsonl(folder / "in.jsonl", *({"id": i, "text": t} for i, t in enumerate(texts)))


def test_they_are_counted_and_searched_by_rules(hips, folder, rows):
    done = hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--internal-dir", "internal")
    assert done.rc == 0
    assert "Text in other languages in 3 documents (sv 2, de 1): only what needs no" in done.err
    assert "W115" not in done.err
    out = [row["text"] for row in read_jsonl(folder / "out.jsonl")]
    assert len(out) == 4 and not any("ana.li" in text for text in out)
    assert out[2] == GERMAN
    counts = json.loads((folder / "internal" / "manifest.json").read_text())["counts"]
    assert counts["other_languages"] == {"sv": 2, "de": 1}
    assert counts["other_languages_policy"] == "rules"
    about = json.loads((folder / "out.jsonl.about.json").read_text())
    assert about["other_languages"] == ["de", "sv"]


@pytest.mark.few(1)
@pytest.mark.parametrize("more", [[], ["--n-process", "2"]])
def test_they_are_left_out(hips, folder, rows, more):
    run = ("anonymize", "in.jsonl", "-o", "out.jsonl", "--json", "--other-languages", "skip")
    done = hips(*run, *more, "--internal-dir", "internal")
    assert done.rc == 1
    assert [row["text"][:12] for row in read_jsonl(folder / "out.jsonl")] == [ENGLISH[:12]]
    summary = json.loads(done.out)
    assert [row["row"] for row in summary["rejected_rows"]] == [2, 3, 4]
    assert "another language (sv)" in summary["rejected_rows"][0]["reason"]
    assert summary["other_languages"] == {"sv": 2, "de": 1}
    rejected = read_jsonl(folder / "internal" / "rejected.jsonl")
    assert [line["row"] for line in rejected] == [2, 3, 4]


def test_all_says_so(hips, folder, rows):
    done = hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--other-languages", "all")
    assert "in 3 documents (sv 2, de 1): it was searched as if" in done.err


def test_find_leaves_them_out_too(hips, folder, rows):
    done = hips("find", "in.jsonl", "-o", "spans.jsonl", "--other-languages", "skip")
    assert done.rc == 1
    assert {line["row"] for line in read_jsonl(folder / "spans.jsonl")} == {1}


def test_english_alone_is_not_spoken_of(hips, folder):
    write_jsonl(folder / "in.jsonl", {"text": ENGLISH})
    done = hips("anonymize", "in.jsonl", "-o", "out.jsonl")
    assert "other languages" not in done.err
