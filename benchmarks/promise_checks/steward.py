"""A steward's day: corpus, placeholders, roster, withdrawal, profiles."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

from . import check, hips, read_table, write_table

SECRET = "4f9c17a2e0b85d3361c7fa2d98e4b05a7713c6d2f81e904a"
HEAD = ("id", "author", "name", "text")
COLUMNS = "id=doc,author=author,name=name,text=text"
ROWS = (
    ("e1", "s1", "Amara Okafor", "I am Amara Okafor and I drew the map of the market."),
    ("e2", "s2", "Tomasz Wrona", "My friend Amara Okafor helped me with the second week."),
    ("e3", "s3", "Yuritzi Etxeberria", "Nobody helped me. Write to yuritzi_e@uni.example."),
    ("e4", "s1", "Amara Okafor", "Amara again, on 3 May 2019."),
)
WORDS = (
    "we drew a map of the market and asked people where they stop because our group wanted to "
    "know what they need when it rains and most of them wait near the gate"
)


def _essay(seed: int) -> str:
    rng = random.Random(seed)
    own = ["".join(rng.choices("abcdefghiklmnoprstuvw", k=7)) for _ in range(40)]
    plain = WORDS.split()
    return " ".join(rng.choice((plain, own)[rng.random() < 0.5]) for _ in range(150)) + "."


@check("A corpus is made in steps that add up, the same each time, and no message shows a text")
def corpus(folder: Path, pipeline: str) -> str:
    texts = [_essay(n) for n in range(120)]
    texts += [texts[3] + " Indeed.", "Too short.", "| 1 | 22 | 33.4 |\n" * 60]
    texts.append(
        "El mercado es un lugar donde la gente habla porque siempre espera la lluvia. " * 6
    )
    write_table(folder / "in.csv", [("id", "text"), *((f"d{n}", t) for n, t in enumerate(texts))])
    run = ("curate", "in.csv", "--columns", "id=doc,text=text", "--json", "--dropped")
    told = [hips(folder, *run, f"d{n}.jsonl", "-o", f"c{n}.csv") for n in (1, 2)]
    assert not any(done.returncode for done in told), "the run failed"
    assert (folder / "c1.csv").read_bytes() == (folder / "c2.csv").read_bytes(), "it differs"
    steps = json.loads(told[0].stdout)["steps"]
    assert steps[-1]["left"] == len(read_table(folder / "c1.csv")), "the table is wrong"
    gone = [json.loads(line) for line in (folder / "d1.jsonl").read_text().splitlines()]
    assert {"d120", "d121", "d122", "d123"} <= {one["id"] for one in gone}, "one stayed"
    assert b"market" not in told[0].stdout + told[0].stderr, "a message shows a text"
    return f"{len(texts)} texts, {len(gone)} dropped"


@check(
    "Placeholders of others stay unless asked; then one number is one person, and all are counted"
)
def placeholders(folder: Path, pipeline: str) -> str:
    text = "<TEACHER>: Hello <STUDENT>.\n<STUDENT>: NAME_1 met Mr. [NAME]. NAME_1 left."
    (folder / "in.jsonl").write_text(json.dumps({"id": "1", "text": text}) + "\n")
    run = ("anonymize", "in.jsonl", "--model", pipeline, "--json", "-o")
    off = hips(folder, *run, "off.jsonl", HIPS_SECRET=SECRET)
    assert "<STUDENT>" in json.loads((folder / "off.jsonl").read_text())["text"], "filled unasked"
    on = hips(folder, *run, "on.jsonl", "--fill-placeholders", HIPS_SECRET=SECRET)
    assert off.returncode == on.returncode == 0, "the run failed"
    new = json.loads((folder / "on.jsonl").read_text())["text"]
    assert not any(word in new for word in ("<", "[", "NAME", "STUDENT")), "one is left"
    first, second = new.split("\n")
    words = second.split()
    assert words[0].strip(":") == first.split()[-1].strip("."), "one student has two names"
    assert words[1] == words[5], "one number has two names"
    assert json.loads(on.stdout)["placeholders_filled"] == 6, "the count is wrong"
    return ""


@check("Known people never found are told by row, staff are instructors, whatever wrote the roster")
def roster(folder: Path, pipeline: str) -> str:
    people = [
        ("First name", "Surname", "Student ID", "Role"), ("Amara", "Okafor", "s1", "Student"),
        ("Zorblak", "Größe", "s9", "Student"), ("Tomasz", "Wrona", "t1", "Non-editing teacher"),
    ]  # fmt: skip
    write_table(folder / "in.csv", [HEAD[:1] + HEAD[3:], *(row[:1] + row[3:] for row in ROWS[:2]),
                               ("e9", "Then Tomasz Wrona came in.")])  # fmt: skip
    for encoding, mark in (("cp1252", ";"), ("utf-8-sig", ";"), ("utf-16", "\t")):
        write_table(folder / "people.csv", people, encoding, mark)
        done = hips(folder, "find", "in.csv", "-o", "f.jsonl", "--columns", "id=doc,text=text",
                    "--known-people", "people.csv", "--roster-report", "r.jsonl", "--rules-only",
                    "--force")  # fmt: skip
        assert done.returncode == 0, f"{encoding} is refused"
        assert b"2 of 3 found. Never found: row 2 of the table" in done.stderr, encoding
        assert b"NAME_INSTRUCTOR" in done.stderr, "the staff are no instructors"
        assert not any(name in done.stderr for name in (b"Zorblak", b"Okafor")), "a name is told"
    return ""


@check("Who withdraws is gone: own rows go, mentions change, all other rows are the same bytes")
def withdrawal(folder: Path, pipeline: str) -> str:
    write_table(folder / "in.csv", [HEAD, *ROWS])
    (folder / "out").mkdir()
    run = ("--columns", COLUMNS, "--register", "int/r", "--model", pipeline)
    made = hips(folder, "anonymize", "in.csv", "-o", "out/1.csv", "--scope", "corpus", *run,
                HIPS_SECRET=SECRET)  # fmt: skip
    done = hips(folder, "forget", "in.csv", "--person", "s1", "--release", "out/1.csv", "-o",
                "out/2.csv", "--json", *run, HIPS_SECRET=SECRET)  # fmt: skip
    assert made.returncode == done.returncode == 0, "the run failed"
    assert json.loads(done.stdout)["release"] == {"own": [1, 4], "anew": [2], "kept": 1}
    old, new = read_table(folder / "out" / "1.csv"), read_table(folder / "out" / "2.csv")
    name = old[0]["name"]
    assert name in old[1]["text"] and name not in new[0]["text"], "the old name is there"
    assert "Amara" not in str(new) and "Okafor" not in str(new), "the original is there"
    assert {**new[0], "text": ""} == {**old[1], "text": ""} and new[1] == old[2], "others changed"
    lines = [(folder / "out" / name).read_bytes().splitlines() for name in ("1.csv", "2.csv")]
    assert lines[0][3] == lines[1][2], "other bytes"
    write_table(
        folder / "in.csv", [HEAD, *ROWS[1:3], ("e7", "s7", "Ida Moss", "Tomasz Wrona left.")]
    )
    hips(folder, "anonymize", "in.csv", "-o", "out/3.csv", "--scope", "corpus", *run,
         HIPS_SECRET=SECRET)  # fmt: skip
    assert read_table(folder / "out" / "3.csv")[1] == new[1], "a new batch changed somebody"
    return ""


@check("Every profile hides direct identifiers, and what adds up per author is told without values")
def profiles(folder: Path, pipeline: str) -> str:
    text = "I am Amara Okafor, amara.okafor@uni.example, and 19 years old. I live in Lund."
    write_table(folder / "in.csv", [HEAD[:2] + HEAD[3:], ("e1", "s1", text)])
    columns = ("--columns", "id=doc,author=author,text=text", "--model", pipeline)
    names = ("default", "full", "ferpa", "gdpr-research", "coppa", "share-inside")
    for name in names:
        done = hips(folder, "anonymize", "in.csv", "-o", f"{name}.csv", "--profile", name, *columns)
        assert done.returncode == 0, f"{name} failed"
        new = read_table(folder / f"{name}.csv")[0]["text"].lower()
        assert not any(word in new for word in ("amara", "okafor")), f"{name} leaves a name"
    done = hips(folder, "find", "in.csv", "-o", "f.jsonl", "--adding-up", "a.jsonl", *columns)
    told = json.loads((folder / "a.jsonl").read_text())
    assert {one["label"] for one in told["identifiers"]} >= {"AGE", "LOCATION"}, "one is missing"
    assert done.returncode == 0 and b"Lund" not in done.stderr, "a message shows a value"
    return f"{len(names)} profiles"


@check("A labelled release holds only documents that people reviewed, and counts the others")
def released(folder: Path, pipeline: str) -> str:
    texts = (
        "I am Amara Okafor.",
        "Tomasz Wrona wrote to wrona@uni.example.",
        "It rains.",
        "It is.",
    )
    rows = [{"id": f"d{n}", "text": text} for n, text in enumerate(texts)]
    (folder / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    run = ("in.jsonl", "--model", pipeline)
    assert hips(folder, "find", *run, "-o", "f.jsonl").returncode == 0
    found = [json.loads(line) for line in (folder / "f.jsonl").read_text().splitlines()]
    place = ("doc", "row", "column", "text_hash", "start", "end", "label")
    one = next(line for line in found if line["doc"] == "d0" and "start" in line)
    read = [line for line in found if line["doc"] == "d2"][:1]
    for drawn, left in ((2, 2), (1, 1)):
        lines: list[dict[str, object]] = [{"review": {"sample": drawn}}]
        lines += [{n: one[n] for n in place} | {"verdict": "accept"}]
        lines += [{n: line[n] for n in place[:4]} | {"verdict": "read"} for line in read]
        (folder / "d.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        done = hips(folder, "release", *run, "--decisions", "d.jsonl", "-o", "out.jsonl", "--force")
        assert done.returncode == 1 and f"[W147] {left} ".encode() in done.stderr, done.stderr
        new = (folder / "out.jsonl").read_text().splitlines()
        assert len(new) == len(texts) - left, "the wrong ones were left out"
    return f"{len(texts)} documents"


@check("A run that was killed is gone on with or dropped as asked, never silently")
def stopped(folder: Path, pipeline: str) -> None:
    write_table(folder / "in.csv", [HEAD[:1] + HEAD[3:], *(row[:1] + row[3:] for row in ROWS)])
    kill = (
        "import os,signal,sys\nfrom spacy_hips.desk.run.result_rows import Outbox\nput=Outbox.put\n"
        "def stop(self,done):\n"
        "    if done.document.ids.doc=='e3': os.kill(os.getpid(),signal.SIGKILL)\n"
        "    return put(self,done)\n"
        "Outbox.put=stop\nfrom spacy_hips.cli._app import main\nsys.exit(main())"
    )
    run = ("anonymize", "in.csv", "-o", "out.csv", "--columns", "id=doc,text=text",
           "--batch-size", "1", "--model", pipeline)  # fmt: skip
    env = {**os.environ, "HIPS_SECRET": SECRET}
    subprocess.run([sys.executable, "-c", kill, *run], cwd=folder, env=env, check=False)
    done = hips(folder, *run, HIPS_SECRET=SECRET)
    assert (done.returncode, b"E850" in done.stderr) == (2, True), "it began anew silently"
    for more in (("--resume",), ("--force",)):
        whole = hips(folder, *run, *more, HIPS_SECRET=SECRET)
        assert whole.returncode == 0 and len(read_table(folder / "out.csv")) == len(ROWS)
        (folder / "out.csv").unlink()
