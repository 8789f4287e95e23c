"""Annotation formats: labelled texts go from tool to tool and come back as they were."""

from __future__ import annotations

import json
from pathlib import Path

from . import check, hips

FORMATS = (
    "kaggle", "spacy", "prodigy", "doccano_entities", "label_studio_predictions", "brat", "conll",
    "presidio", "svala",
)  # fmt: skip
TEXT = "👩\u200d🎓 Zoe\u0301 Kowal\r\n\twrote:\u00a0zoe@uni.example. Ask  Zoé."


def _rows(path: Path) -> list[tuple[str, str, list[list[object]]]]:
    """The id, the text and the spans of each line."""
    rows = map(json.loads, path.read_text("utf8").splitlines())
    return [(row["id"], row["text"], [_plain(span) for span in row["spans"]]) for row in rows]


def _plain(span: list[object] | dict[str, object]) -> list[object]:
    return [span["start"], span["end"], span["label"]] if isinstance(span, dict) else span


@check("A text goes through every annotation format and comes back with the same offsets.")
def through_all_formats(folder: Path, model: str) -> object:
    """One file, handed on from format to format."""
    labels = (("Zoé", "NAME_STUDENT"), ("zoe@uni.example", "EMAIL"))
    spans = [[TEXT.index(s), TEXT.index(s) + len(s), label] for s, label in labels]
    first = {"id": "007", "text": TEXT, "spans": sorted(spans)}
    (folder / "from.jsonl").write_text(json.dumps(first) + "\n", "utf8")
    source, form = "from.jsonl", "jsonl"
    for to in FORMATS:
        run = hips(folder, "convert", source, "-o", to, "--from", form, "--to", to)
        assert run.returncode == 0, (to, run.stderr)
        source = form = to
    run = hips(folder, "convert", source, "-o", "back.jsonl", "--from", form)
    assert run.returncode == 0, run.stderr
    assert _rows(folder / "back.jsonl") == _rows(folder / "from.jsonl")
    return f"{len(FORMATS)} formats"


@check("A conversion tells what it leaves out by number, without text, and says so by exit code.")
def tells_what_is_left_out(folder: Path, model: str) -> object:
    """An unknown label, and a span off the text."""
    spans = [[0, 3, "HERO"], [4, 99, "PERSON"]]
    (folder / "a.jsonl").write_text(json.dumps({"text": "Zoe Kowal", "spans": spans}) + "\n")
    run = hips(folder, "convert", "a.jsonl", "-o", "a.spacy")
    assert run.returncode == 1 and run.stderr.count(b"Record 1:") == 2, run.stderr
    assert b"Zoe" not in run.stderr and b"Kowal" not in run.stderr
    return "2 spans told"
