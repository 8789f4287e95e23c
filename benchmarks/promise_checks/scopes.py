"""One person, one new name: what a scope promises, and what messages say of people."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from . import check, hips, read_table, write_table

ROWS = (
    ("e1", "s1", "Amara Okafor", "I am Amara Okafor and I drew the map of the market."),
    ("e2", "s2", "Tomasz Wrona", "My friend Amara Okafor helped me with the second week."),
    ("e3", "s1", "Amara Okafor", "Amara again. Write to amara.okafor@uni.example if you must."),
)
COLUMNS = "id=doc,author=author,name=name,text=text"
ORIGINALS = ("amara", "okafor", "tomasz", "wrona")


def _names_nobody(said: bytes, names: Sequence[str] = ORIGINALS) -> None:
    low = said.decode("utf8", "replace").lower()
    assert not any(name in low for name in names), "a message holds a name"


@check("An author of several rows never gets another new name in each unasked; the command helps")
def authors(folder: Path, pipeline: str) -> str:
    write_table(folder / "in.csv", (("id", "author", "name", "text"), *ROWS))
    (folder / "out").mkdir()
    given = ("anonymize", "in.csv", "--columns", COLUMNS, "--model", pipeline, "-o", "out/o.csv")
    refused = hips(folder, *given, HIPS_SECRET="")
    assert refused.returncode == 2 and not (folder / "out" / "o.csv").exists(), "went through"
    _names_nobody(refused.stderr)
    lines = refused.stderr.decode().splitlines()
    commands = [line.strip() for line in lines if line.startswith("  spacy-hips ")]
    for command in commands:
        done = hips(folder, *shlex.split(command)[1:], HIPS_SECRET="")
        assert done.returncode == 0, "the command of the message fails"
    one, _, three = read_table(folder / "out" / "o.csv")
    assert one["name"] == three["name"], "one author has two new names"
    warned = hips(folder, *given[:-1], "out/p.csv", "--scope", "document", HIPS_SECRET="")
    assert b"W108" in warned.stderr, "no warning where rows are replaced apart"
    return f"{len(commands)} commands"


@check("Within the corpus a name cell's owner has one new name in all rows, whoever wrote them")
def name_cells(folder: Path, pipeline: str) -> str:
    write_table(folder / "in.csv", (("id", "author", "name", "text"), *ROWS))
    (folder / "out").mkdir()
    assert hips(folder, "new-secret", "secret").returncode == 0
    more = ("--columns", COLUMNS, "--scope", "corpus", "--secret-file", "secret")
    outputs = []
    for size in (1, 64):
        done = hips(
            folder, "anonymize", "in.csv", "-o", f"out/{size}.csv", *more, "--register",
            "internal/r", "--model", pipeline, "--batch-size", size,
        )  # fmt: skip
        assert done.returncode == 0, "the run failed"
        outputs.append(read_table(folder / "out" / f"{size}.csv"))
    one, two, three = outputs[0]
    assert outputs[0] == outputs[1], "the batch size shows"
    assert one["name"] in two["text"], "the friend has another name than the author"
    assert three["text"].startswith(one["name"].split()[0]), "the third row has another name"
    _names_nobody(json.dumps(outputs).encode())
    return ""


@check("A roster is understood as it is exported, and what is not used of it is told")
def rosters(folder: Path, pipeline: str) -> str:
    (folder / "in.txt").write_text("zorblak quimvex went home. Write to plithurn_d.\n")
    header = ("First name", "SURNAME", "E-Mails", "User name", "section", "Ana Ruiz")
    row = ("Zorblak", "Quimvex", "z@uni.example", "plithurn_d", "4", "")
    tables = (("utf-8", ","), ("utf-16", "\t"), ("cp1252", ";"))
    for encoding, mark in tables:
        write_table(folder / "people.csv", (header, row), encoding, mark)
        done = hips(
            folder, "anonymize", "in.txt", "--known-people", "people.csv", "--model", pipeline
        )
        assert done.returncode == 0, f"{encoding} is refused"
        out = done.stdout.decode().lower()
        assert not any(word in out for word in ("zorblak", "quimvex", "plithurn")), encoding
        assert b"not used: section, column 6" in done.stderr, "unused columns are not told"
        _names_nobody(done.stderr, ("ana ruiz",))
    return f"{len(tables)} tables"


@check("No message shows a cell: tables without a header, JSON keys, endings, expressions")
def messages(folder: Path, pipeline: str) -> str:
    write_table(folder / "bare.csv", ROWS)
    (folder / "keys.jsonl").write_text(json.dumps({"text": "Hello.", "Amara Okafor": 1}) + "\n")
    (folder / "texts").mkdir()
    (folder / "texts" / "a.txt").write_text("Hello.")
    (folder / "texts" / "essay.Okafor").write_text("Hello.")
    (folder / "deny.txt").write_text("re:(?P<amara>x)(?P<amara>y)\n")
    (folder / "people.csv").write_text("s1,Amara Okafor\ns2,Tomasz Wrona\n")
    write_table(folder / "k.csv", (("age", "Amara Okafor"), ("3", "4"), ("3", "4")))
    runs = (
        ("anonymize", "bare.csv", "-o", "1.csv", "--columns", "essay=text"),
        ("anonymize", "bare.csv", "-o", "2.csv"),
        ("anonymize", "keys.jsonl", "-o", "3.jsonl", "--json"),
        ("anonymize", "keys.jsonl", "-o", "4.jsonl"),
        ("anonymize", "texts", "-o", "5"),
        ("anonymize", "keys.jsonl", "-o", "6.jsonl", "--deny", "ID_NUM=deny.txt"),
        ("anonymize", "keys.jsonl", "-o", "7.jsonl", "--known-people", "people.csv"),
        ("kanon", "k.csv", "-o", "8.csv", "--k", "2", "--quasi", "age"),
    )
    for arguments in runs:
        done = hips(folder, *arguments, *(() if arguments[0] == "kanon" else ("--rules-only",)))
        _names_nobody(done.stderr + done.stdout)
        assert b"Traceback" not in done.stderr, f"{arguments[1]} ends with a traceback"
    return f"{len(runs)} commands"


JOINED = """
import sys
import spacy
from spacy.tokens import Doc
nlp = spacy.load(sys.argv[1])
docs = list(nlp.pipe(["My name is Amara Okafor.", "My name is Tomasz Wrona."]))
joined = Doc.from_docs(docs)
nlp.get_pipe("hips_anonymizer")(joined)
print(joined._.anonymized)
print(len({r.entity for r in joined._.replacements}))
"""


@check("Joined documents keep their people apart, and spaCy prints nothing of them")
def joined(folder: Path, pipeline: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "always", "-c", JOINED, pipeline],
        capture_output=True, cwd=folder, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, "joining fails"
    _names_nobody(done.stderr + done.stdout)
    assert done.stdout.split()[-1] == b"2", "two people became one"
    return ""
