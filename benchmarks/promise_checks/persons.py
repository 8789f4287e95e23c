"""Who is who: one person keeps one new name, and two people get two."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import spacy

from promise_checks import check, hips, write_table
from spacy_hips.core.ids import Secret

SECRET_TEXT = "a secret for these checks only"
SECRET = Secret(SECRET_TEXT.encode())
ONE = (
    (
        "My teacher García, Dr. Ana helped us. Dr. García is kind.",
        r"My teacher (\S+), Dr\. .+ helped us\. Dr\. \1 is kind\.",
    ),
    (
        "My friend Ingrid Halvorsen married and is now Ingrid Dahl.",
        r"My friend (\S+) .+ married and is now \1 .+\.",
    ),
    (
        "My friend J.R. Smythe wrote it. Smythe, J.R. signed it.",
        r"My friend (\w\.\w\.) (.+) wrote it\. \2, \1 signed it\.",
    ),
    (
        "My sister Jana Nováková met my friend Lea. Mrs. Nováková is a nurse.",
        r"My sister \S+ (\S+ová) met my friend .+\. Mrs\. \1 is a nurse\.",
    ),
)
TWO = (
    ("My son Daniel and my nephew Danny play.", r"My son (\S+) and my nephew (?!\1\b)\S+ play\."),
    ("My uncle Tariq drives. My friend Tariq sings.", r"My uncle (\S+) .+ friend (?!\1\b)\S+ .+"),
)


@check("one person keeps one new name through other forms, and two people get two names")
def who_is_who(folder: Path, pipeline: str) -> str:
    nlp = spacy.load(pipeline)
    nlp.get_pipe("hips_anonymizer").set_secret(SECRET)  # type: ignore[attr-defined]
    for text, form in (*ONE, *TWO):
        out = nlp(text)._.anonymized
        assert out != text and re.fullmatch(form, out), f"the new text does not fit {form}"
    return f"{len(ONE) + len(TWO)} texts"


@check("a student with a hyphen in the name has one new name in cells and texts")
def hyphens(folder: Path, pipeline: str) -> str:
    names = ("Wei-Ling Tan", "Jean-Pierre Dupont", "Jun-ho Baek", "Ada Smith-Jones")
    rows = [
        (f"s{i}", name, f"{name.split()[0]} here. I, {name}, like maps.")
        for i, name in enumerate(names)
    ]
    write_table(folder / "in.csv", [("student", "name", "essay"), *rows])
    roles = "student=author,name=name,essay=text"
    command = ("anonymize", "in.csv", "-o", "out.csv", "--columns", roles, "--model", pipeline)
    done = hips(folder, *command, HIPS_SECRET=SECRET_TEXT)
    assert done.returncode == 0, done.stderr.decode("utf8")[-300:]
    with (folder / "out.csv").open(encoding="utf8", newline="") as stream:
        for (_, old, _), new in zip(rows, csv.DictReader(stream), strict=True):
            name = new["name"]
            wanted = f"{name.split()[0]} here. I, {name}, like maps."
            assert new["essay"] == wanted, f"{old} has two new names"
    return f"{len(names)} names"
