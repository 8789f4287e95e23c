"""spacy-hips leaks: a finished release against the roster and the originals."""

from __future__ import annotations

import json
import stat

import pytest

from .conftest import read_jsonl, write_jsonl

ROSTER = "person_id,name,emails\ns1,Mariana Okafor,m.okafor@uni.org\ns2,Jonas Lindqvist,\n"
ESSAYS = (
    {"id": "e1", "author": "s1", "text": "I am Mariana Okafor, ask ben.ray@uni.org."},
    "no object",
    {"id": "e2", "author": "s2", "text": "Thanks, Jonas Lindqvist. The okafors came."},
)


@pytest.fixture
def roster(folder):
    (folder / "roster.csv").write_text(ROSTER)
    return "roster.csv"


def leaks(hips, *arguments):
    done = hips("leaks", *arguments, "--json")
    return done.rc, json.loads(done.out)


def test_a_release_without_anybody(hips, folder, roster):
    write_jsonl(folder / "out.jsonl", {"id": "1f", "text": "Nobody is here."})
    rc, figures = leaks(hips, "out.jsonl", "--known-people", roster)
    assert (rc, figures["documents"], figures["people"], figures["found"]) == (0, 1, 2, {})
    assert "nobody found" in hips("leaks", "out.jsonl", "--known-people", roster).out


@pytest.mark.parametrize("form", ["jsonl", "csv", "txt", "folder"])
def test_every_cell_of_every_format_is_searched(hips, folder, roster, form):
    text = "By M. Okafor (M.OKAFOR@uni.org)"
    if form == "folder":
        (folder / "out").mkdir()
        (folder / "out" / "lindqvist-essay.txt").write_text(text)
    elif form == "jsonl":
        write_jsonl(folder / "out", {"id": "lindqvist_1", "text": "", "tags": [{"by": text}]})
    else:
        table = f"file,text\nlindqvist_1,{text}\n"
        (folder / "out").write_text(table if form == "csv" else f"{text} lindqvist_1")
    rc, figures = leaks(hips, "out", "--known-people", roster, "--format", form)
    assert rc == 1
    places = {kind: found["places"] for kind, found in figures["found"].items()}
    assert places == {"full name": 1, "e-mail": 1, "part of a name": 1}


def test_a_run_is_checked_against_its_originals(hips, folder, roster):
    """Row 2 was rejected: what is the second in the release is the third of the originals."""
    write_jsonl(folder / "in.jsonl", *ESSAYS)
    run = ("anonymize", "in.jsonl", "-o", "out.jsonl", "--internal-dir", "internal")
    assert hips(*run, "--known-people", roster).rc == 1
    given = ("--originals", "in.jsonl", "--internal-dir", "internal", "--details", "found.jsonl")
    rc, figures = leaks(hips, "out.jsonl", "--known-people", roster, *given)
    assert rc == 1
    assert figures["found"]["part of a name"]["places"] == 1  # the okafors
    (line,) = read_jsonl(folder / "found.jsonl")
    assert (line["row"], line["column"], line["person"]) == (2, "text", "s1")
    assert "[okafors]" in line["context"]
    assert stat.S_IMODE((folder / "found.jsonl").stat().st_mode) == 0o600


def test_forms_of_one_name_and_ids_are_looked_for_as_they_were_replaced(hips, folder):
    """The first run was told of the person; somebody else's release still holds her."""
    first = "Mariana Adaeze Okafor, Okafor Mariana, Student ID: K4471902, Mariana."
    write_jsonl(folder / "in.jsonl", {"text": first}, {"text": "Nobody."})
    (folder / "roster.csv").write_text("name\nMariana Adaeze Okafor\n")
    run = ("anonymize", "in.jsonl", "-o", "out.jsonl", "--internal-dir", "internal")
    assert hips(*run, "--known-people", "roster.csv").rc == 0
    given = ("--originals", "in.jsonl", "--internal-dir", "internal")
    assert leaks(hips, "out.jsonl", *given) == (0, {
        "documents": 2, "people": 3, "found": {}, "in_surrogates_by_chance": 0,
        "unreadable_rows": 0,
    })  # fmt: skip
    write_jsonl(folder / "bad.jsonl", {"text": "A"}, {"text": "mariana adaeze okafor k4471902"})
    rc, figures = leaks(hips, "bad.jsonl", *given)
    assert (rc, set(figures["found"])) == (1, {"full name", "id"})


def test_a_name_that_was_drawn_is_no_leak(hips, folder):
    write_jsonl(folder / "in.jsonl", ESSAYS[0])
    (folder / "roster.csv").write_text("name\nMariana Okafor\n")
    run = ("anonymize", "in.jsonl", "-o", "out.jsonl", "--internal-dir", "internal")
    assert hips(*run, "--known-people", "roster.csv").rc == 0
    drawn = next(r for r in read_jsonl(folder / "internal" / "spans.jsonl") if "NAME" in r["label"]
                 or r["label"] == "PERSON")  # fmt: skip
    (folder / "others.csv").write_text(f"name\n{drawn['surrogate']}\n")
    given = ("out.jsonl", "--known-people", "others.csv")
    assert leaks(hips, *given)[0] == 1
    rc, figures = leaks(hips, *given, "--internal-dir", "internal")
    assert (rc, figures["in_surrogates_by_chance"]) == (0, 1)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), "E505"),
        (("--originals", "in.jsonl"), "E506"),
        (("--originals", "in.jsonl", "--internal-dir", "none"), "E507"),
        (("--known-people", "none.csv"), "E122"),
    ],
)
def test_what_cannot_be_searched_for_is_an_error(hips, folder, arguments, code):
    write_jsonl(folder / "out.jsonl", {"text": "x"})
    done = hips("leaks", "out.jsonl", *arguments)
    assert (done.rc, f"[{code}]" in done.err) == (2, True)
