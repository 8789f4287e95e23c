"""A labelled release: what people decided on, nothing original, each label on its surrogate."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from . import check, hips

TEXT = (
    "By Ottilie Varga. My friend Bolaji Adeyemi and I tried Newton's method. Bolaji's number is "
    "+1 202 555 0143, mine ottilie.varga@mail.example. My mother is a nurse, I take bus 16."
)
SPANS = (
    ("Ottilie Varga", "NAME_STUDENT"), ("Bolaji Adeyemi", "NAME_STUDENT"),
    ("Bolaji's"[:-2], "NAME_STUDENT"), ("+1 202 555 0143", "PHONE_NUM"),
    ("ottilie.varga@mail.example", "EMAIL"),
)  # fmt: skip
OLD = ("Ottilie", "Varga", "Bolaji", "Adeyemi", "555 0143")


def _inputs(folder: Path, left_out: int = -1) -> None:
    (folder / "in.jsonl").write_text(json.dumps({"id": "e1", "text": TEXT}) + "\n", "utf8")
    head = {"doc": "e1", "row": 1, "column": "text"}
    head["text_hash"] = sha256(TEXT.encode("utf8")).hexdigest()
    lines, at = [], 0
    for number, (what, label) in enumerate(SPANS):
        start = TEXT.index(what, at)
        at = start + len(what)
        if number != left_out:
            place = {"start": start, "end": at, "label": label, "status": "accept"}
            lines.append(json.dumps({**head, **place}) + "\n")
    (folder / "reviewed.jsonl").write_text("".join(lines), "utf8")


@check("A labelled release holds a label on every surrogate and nothing original.")
def labelled(folder: Path, pipeline: str) -> str:
    """Through every format that has a place for all labels, and back."""
    _inputs(folder)
    counts = []
    for form in ("jsonl", "spacy", "prodigy", "doccano_entities", "label_studio", "svala"):
        given = ("release", "in.jsonl", "--reviewed", "reviewed.jsonl", "-o", f"out.{form}")
        done = hips(folder, *given, "--to", form)
        assert done.returncode == 0, (form, done.stderr[-300:])
        done = hips(folder, "convert", f"out.{form}", "-o", f"{form}.jsonl", "--from", form)
        assert done.returncode == 0, (form, done.stderr[-300:])
        row = json.loads((folder / f"{form}.jsonl").read_text("utf8"))
        assert not [old for old in OLD if old in json.dumps(row)], form
        assert len(row["spans"]) == len(SPANS) and "Newton's method" in row["text"], form
        counts.append(form)
    return f"{len(counts)} formats"


@check("Detection alone is not released with labels, and neither is a text with a leak.")
def refused(folder: Path, pipeline: str) -> str:
    """What `find` wrote and nobody looked at; a reviewed file in which a name was forgotten."""
    _inputs(folder)
    assert (
        hips(folder, "find", "in.jsonl", "-o", "found.jsonl", "--model", pipeline).returncode == 0
    )
    for given, code in (((), b"E840"), (("--reviewed", "found.jsonl"), b"E841")):
        done = hips(folder, "release", "in.jsonl", "-o", "out.jsonl", *given)
        assert done.returncode == 2 and code in done.stderr, done.stderr
    _inputs(folder, left_out=2)
    (folder / "roster.csv").write_text("id,name\n1,Bolaji Adeyemi\n", "utf8")
    given = ("--reviewed", "reviewed.jsonl", "--known-people", "roster.csv")
    done = hips(folder, "release", "in.jsonl", "-o", "out.jsonl", *given)
    assert done.returncode == 1 and b"E842" in done.stderr, done.stderr
    assert not (folder / "out.jsonl").exists() and b"Bolaji" not in done.stderr
    return "3 refusals"


@check("What is found by cue is listed, and only marked; the full profile gives it surrogates.")
def cued(folder: Path, pipeline: str) -> str:
    """With and without --cues, and with --profile full."""
    _inputs(folder)
    found = {}
    for name, more in (("with", ("--cues", "all")), ("without", ())):
        done = hips(folder, "find", "in.jsonl", "-o", f"{name}.jsonl", "--model", pipeline, *more)
        assert done.returncode == 0, done.stderr
        lines = (folder / f"{name}.jsonl").read_text("utf8").splitlines()
        found[name] = [json.loads(line) for line in lines]
    cues = [line for line in found["with"] if line.get("sources") == ["rules.cue"]]
    assert {"PROFESSION", "TRANSPORT"} <= {line["label"] for line in cues}
    assert [line for line in found["with"] if line not in cues] == found["without"]
    done = hips(folder, "anonymize", "in.jsonl", "--model", pipeline, "--cues", "all")
    assert done.returncode == 0 and b"a nurse" in done.stdout and b"bus 16" in done.stdout
    full = ("--cues", "all", "--profile", "full")
    done = hips(folder, "anonymize", "in.jsonl", "--model", pipeline, *full)
    assert done.returncode == 0 and b"a nurse" not in done.stdout and b"bus 16" not in done.stdout
    assert not any(mark in done.stdout for mark in (b"[PROFESSION", b"[TRANSPORT"))
    return f"{len(cues)} by cue"
