"""Input that nobody meant: every one is read as prose or refused by a coded message."""

from __future__ import annotations

import csv
import time
from pathlib import Path

import pytest

from spacy_hips.cli import _app, find

from .conftest import read_jsonl, write_jsonl

DEEP = 10_000
MAIL = "Write to ana.li@uni.org."
PROSE = "I would like to thank my group for the help, and I hope that we meet again. "


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "text",
    [
        "[" * DEEP + "]" * DEEP,
        '{"a":' * DEEP + "1" + "}" * DEEP,
        "[" * DEEP,
        '{"name": "Ana", "x": [1, 2',
        '{"a": NaN, "b": Infinity, "c": 1e999}',
        "<a>" * DEEP + "</a>" * DEEP,
        "<a><b></a></b><c",
        "<!--" * DEEP,
        "<a " + 'b="' * DEEP,
        '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><x>&c;</x>',
        "&lt;" * DEEP,
        "C:\\Users\\" + "long\\" * 800,
        "/home/" + "a/" * 2000,
        "https://example.com/" + "a/" * 2000 + "?b=" + "c" * 4000,
        "name=x&" * DEEP,
        "%20" * DEEP,
        "\\begin{a}" * DEEP,
        '"' * DEEP,
        "|" * DEEP,
        "\u200b" * DEEP,
        "x" * 200_000,
    ],
    ids=lambda text: text[:12].encode("ascii", "replace").decode(),
)
def test_a_cell_that_is_broken_is_prose(hips, folder, text):
    write_jsonl(folder / "in.jsonl", {"text": f"{text}\n\n{MAIL}"})
    done = hips("anonymize", "in.jsonl", "-o", "out.jsonl")
    assert done.rc == 0
    (row,) = read_jsonl(folder / "out.jsonl")
    assert "ana.li" not in row["text"]


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "line",
    ["[" * DEEP + "]" * DEEP, '{"text":' * DEEP + '"x"' + "}" * DEEP, '{"text": "x', "{}x", "\0"],
    ids=["nested list", "nested object", "open", "two", "null"],
)
def test_a_line_that_is_broken_is_one_row(hips, folder, line):
    write_jsonl(folder / "in.jsonl", {"text": MAIL})
    with (folder / "in.jsonl").open("a") as file:
        file.write(line + "\n")
    write_jsonl(folder / "last.jsonl", {"text": MAIL})
    with (folder / "in.jsonl").open("a") as file:
        file.write((folder / "last.jsonl").read_text())
    done = hips("anonymize", "in.jsonl", "-o", "out.jsonl")
    assert done.rc == 1
    assert "1 row rejected" in done.err
    assert len(read_jsonl(folder / "out.jsonl")) == 2


@pytest.mark.few(5)
@pytest.mark.parametrize("name", ["a" * 4000 + ".jsonl", "a" * 300 + ".jsonl", "a/" * 2500 + "b"])
@pytest.mark.parametrize(
    "run",
    [
        ("anonymize", "{}"),
        ("anonymize", "in.jsonl", "-o", "{}"),
        ("anonymize", "in.jsonl", "-o", "out.jsonl", "--internal-dir", "{}"),
        ("anonymize", "in.jsonl", "-o", "out.jsonl", "--secret-file", "{}"),
        ("anonymize", "in.jsonl", "-o", "out.jsonl", "--known-people", "{}"),
        ("anonymize", "in.jsonl", "-o", "out.jsonl", "--allow", "{}"),
        ("anonymize", "in.jsonl", "-o", "out.jsonl", "--model", "{}"),
        ("anonymize", "in.jsonl", "-o", "out.jsonl", "--key-file", "{}"),
        ("anonymize", "in.jsonl", "-o", "out.jsonl", "--spans", "{}"),
        ("find", "in.jsonl", "-o", "{}"),
        ("view", "{}", "-o", "out.html"),
        ("evaluate", "{}"),
        ("kanon", "{}"),
        ("convert", "{}", "-o", "out.jsonl"),
        ("leaks", "in.jsonl", "--known-people", "{}"),
    ],
    ids=" ".join,
)
def test_a_path_that_no_file_can_have(hips, folder, run, name):
    write_jsonl(folder / "in.jsonl", {"text": MAIL})
    done = hips(*(part.format(name) for part in run))
    assert done.rc in (1, 2)
    assert done.err.startswith("[E")
    assert not (folder / "out.jsonl").exists()


def test_a_text_that_is_half_english(hips, folder):
    other = "Jag vill gärna tacka min grupp för hjälpen, och jag hoppas att vi ses igen. "
    write_jsonl(folder / "in.jsonl", {"text": PROSE * 3 + other * 3 + MAIL})
    done = hips("anonymize", "in.jsonl", "-o", "out.jsonl")
    assert done.rc == 0
    assert "in 1 document (sv 1)" in done.err
    assert "ana.li" not in (folder / "out.jsonl").read_text()


@pytest.mark.slow
def test_a_large_cell_takes_time_in_line_with_its_length(hips, folder):
    def seconds(copies: int) -> float:
        with (folder / "in.csv").open("w", newline="") as file:
            csv.writer(file).writerows([["text"], [(PROSE * 20 + "\n") * copies + MAIL]])
        start = time.process_time()
        assert hips("anonymize", "in.csv", "-o", "out.csv", "--force").rc == 0
        assert "ana.li" not in (folder / "out.csv").read_text()
        return time.process_time() - start

    seconds(1)
    assert seconds(1600) < 8 * seconds(400) + 1


@pytest.mark.parametrize(
    "error",
    [
        ValueError("Ana Ruiz wrote to ana@uni.org"),
        KeyError("Ana Ruiz"),
        UnicodeEncodeError("ascii", "Ana Ruiz", 0, 1, "no"),
        RecursionError("Ana Ruiz"),
    ],
    ids=lambda e: type(e).__name__,
)
def test_an_unforeseen_error_shows_no_text(hips, monkeypatch, error):
    """Python's account of an error shows values; what is told is its kind and place."""

    def fails(args):
        raise error

    monkeypatch.delenv(_app.TRACEBACK)
    monkeypatch.setattr(find, "run", fails)
    Path("in.txt").write_text("Ana Ruiz")
    done = hips("find", "in.txt", "-o", "found.jsonl")
    assert done.rc == 1 and done.out == ""
    assert "E768" in done.err and f"{type(error).__name__} at cli/" in done.err
    assert "Ana" not in done.err and "Traceback" not in done.err
    assert not Path("found.jsonl").exists()


def test_memory_that_runs_out_is_said_so(hips, monkeypatch):
    def fails(args):
        raise MemoryError

    monkeypatch.setattr(find, "run", fails)
    Path("in.txt").write_text("Ana Ruiz")
    done = hips("find", "in.txt", "-o", "found.jsonl")
    assert done.rc == 1 and "E452" in done.err and "--batch-size" in done.err
