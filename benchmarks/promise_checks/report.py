"""The report: persons without a trace, no text on the page, the same numbers again."""

from __future__ import annotations

import json
from pathlib import Path

from . import check, hips

TEXT = "My name is {name} and I wrote this with Tomasz Wrona. Write to {mail}."
PEOPLE = (
    ("Yuritzi Etxeberria", "yuritzi.etxeberria@uni.example"),
    ("Amara Okafor", "amara.okafor@uni.example"),
)
WORDS = ("Yuritzi", "Etxeberria", "Okafor", "Wrona", "uni.example")


def _gold(folder: Path) -> None:
    lines = []
    for number, (name, mail) in enumerate(PEOPLE):
        text = TEXT.format(name=name, mail=mail)
        places = ((name, "NAME_STUDENT"), ("Tomasz Wrona", "NAME_STUDENT"), (mail, "EMAIL"))
        spans = [[text.index(own), text.index(own) + len(own), label] for own, label in places]
        lines.append(json.dumps({"id": f"e{number}", "text": text, "spans": spans}) + "\n")
    (folder / "gold.jsonl").write_text("".join(lines), "utf8")


@check("A report counts persons without a trace, holds no text, and gives the same numbers again")
def report(folder: Path, pipeline: str) -> str:
    _gold(folder)
    made = []
    for name in ("a", "b"):
        outputs = ("-o", f"{name}.html", "--summary", f"{name}s.html", "--card", f"{name}.md")
        done = hips(
            folder, "report", "gold.jsonl", "--model", pipeline, "--bootstrap", "100", *outputs
        )
        assert done.returncode == 0, done.stderr
        made.append(json.loads((folder / f"{name}.json").read_text("utf8")))
    assert {**made[0], "cost": 0} == {**made[1], "cost": 0}, "the numbers differ"
    for name in ("a.html", "a.json", "as.html", "a.md"):
        written = (folder / name).read_text("utf8")
        assert not [word for word in WORDS if word in written], f"{name} holds text"
    safe = made[0]["detection"]["all"]["persons"]["all"]["no_trace"]
    assert safe["whole"] == 4, "not four persons"
    assert safe["low"] < 1, "of four nobody can be sure"
    return f"{safe['part']} of {safe['whole']} persons without a trace"


@check(
    "By rules alone whoever is in no address stays, and the report says so: names not searched for"
)
def rules_alone(folder: Path, pipeline: str) -> str:
    _gold(folder)
    done = hips(folder, "report", "gold.jsonl", "--rules-only", "-o", "r.html", "--summary",
                "s.html", "--bootstrap", "20")  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads((folder / "r.json").read_text("utf8"))
    assert found["detection"]["all"]["persons"]["all"]["no_trace"]["part"] == len(PEOPLE)
    assert "NOT looked for" in (folder / "s.html").read_text("utf8")
    return f"{found['leaks']['levels'][0]['places']} originals found in 2 texts"


@check("Spans of any tool are scored on the user's gold, by label and by group")
def predictions(folder: Path, pipeline: str) -> str:
    _gold(folder)
    rows = [json.loads(line) for line in (folder / "gold.jsonl").read_text("utf8").splitlines()]
    for row in rows:
        row["label"] = [span for span in row.pop("spans") if span[2] == "EMAIL"]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "tool.jsonl").write_text(lines, "utf8")
    tool = ("--predictions", "tool.jsonl", "--predictions-format", "doccano")
    done = hips(folder, "evaluate", "gold.jsonl", *tool, "--groups", "region,gender", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["all"]["tp"], found["all"]["fn"]) == (2, 4)
    groups = found["groups"]["groups"]["region"]["hidden"]["groups"]
    assert groups and all(own["recall"] == 0 and own["too_few"] for own in groups.values())
    return f"{len(groups)} regions"
