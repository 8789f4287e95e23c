"""One person, one date, one reading: whatever carries them to the pipeline."""

from __future__ import annotations

import csv
import json
import re
from base64 import b64encode
from io import BytesIO
from pathlib import Path

import spacy

from promise_checks import check, hips, write_table
from spacy_hips.core.hypertext import read_hypertext
from spacy_hips.core.ids import Secret
from spacy_hips.replace.surrogates.showing import shows_original
from spacy_hips.text.lexicon.letters import undress

SECRET_TEXT = "a secret for these checks only"
FORMS = ("Amara Okafor", "OKAFOR, Amara", "A. Okafor", "amara", "Okafor Amara")
PROGRAMS = ("Windows User", "python-docx", "Microsoft Office User", "LibreOffice 7.5")
WEAK = (
    "2024-2025-2026-2027", "2024 2025 2026 2027", "to be or not to be", "1-2-3-4-5-6-7-8-9-10",
    "correct horse battery staple", "Correct-Horse-Battery-Staple", "it was the best of times",
)  # fmt: skip
SHOWN = (
    ("Amara", "\u0410mara"), ("Amara", "ᴀᴍᴀʀᴀ"), ("Amara", "Ámàrä"), ("Amara", "A m a r a"),
    ("Amara Okafor", "Okafor, Ben"), ("Amara Okafor", "A. Okafor"), ("Amara Okafor", "aramA"),
    ("Amara Okafor", "Mrs. Okaforson"), ("Ana", "A.n.a"),
)  # fmt: skip


def _word(author: str, line: str) -> bytes:
    from docx import Document

    document, out = Document(), BytesIO()
    document.core_properties.author = document.core_properties.last_modified_by = author
    document.core_properties.comments = ""
    document.add_paragraph(line)
    document.save(out)
    return out.getvalue()


@check("an author in the properties of a file is the person of the roster, and of the text")
def properties(folder: Path, pipeline: str) -> str:
    from docx import Document

    (folder / "in").mkdir()
    (folder / "keep").mkdir()
    for number, form in enumerate((*FORMS, *PROGRAMS)):
        line = "My friend Amara Okafor likes bees."
        (folder / "in" / f"{number}.docx").write_bytes(_word(form, line))
    write_table(folder / "people.csv", [("person_id", "name"), ("s1", "Amara Okafor")])
    done = hips(
        folder, "anonymize", "in", "-o", "out", "--model", pipeline, "--scope", "corpus",
        "--register", "keep/r", "--known-people", "people.csv", HIPS_SECRET=SECRET_TEXT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode("utf8")[-300:]
    names, kept = set(), set()
    for file in (folder / "out").rglob("*.docx"):
        document = Document(str(file))
        found = re.fullmatch(r"My friend (.+) likes bees\.", document.paragraphs[0].text)
        author = document.core_properties.author
        assert found, "the text around the name was changed"
        names.add(found[1])
        words = {word.strip(".,").casefold() for word in author.split()}
        own = {w for word in found[1].casefold().split() for w in (word, word[0])}
        if author in PROGRAMS:
            kept.add(author)
        else:
            assert words <= own, "the property has another new name"
    assert len(names) == 1 and kept == set(PROGRAMS), (len(names), len(kept))
    return f"{len(FORMS)} forms, {len(PROGRAMS)} programs"


@check("a date column and the same days in the texts move together, or stay together")
def dates(folder: Path, pipeline: str) -> str:
    rows = [("sid", "dob", "when", "text")]
    for number in range(1, 7):
        born, day = f"20{number + 5:02}-05-03", f"2024-03-0{number}"
        rows.append((f"s{number}", born, day, f"I wrote on {day}. I was born on {born}."))
    write_table(folder / "in.csv", rows)
    columns = ("--columns", "sid=author,dob=date,when=date,text=text")
    for actions in ((), ("--profile", "full"), ("--action", "DATE=mark")):
        command = ("anonymize", "in.csv", "-o", "out.csv", "--force", "--model", pipeline)
        done = hips(folder, *command, *columns, *actions, HIPS_SECRET=SECRET_TEXT)
        assert done.returncode == 0, done.stderr.decode("utf8")[-300:]
        with (folder / "out.csv").open(encoding="utf8", newline="") as stream:
            for row in csv.DictReader(stream):
                alike = f"I wrote on {row['when']}. I was born on {row['dob']}."
                assert row["text"] == alike, "the text and the column differ"
    return f"{len(rows) - 1} rows, 3 ways"


@check("whom a replaced e-mail, handle or page spells is hidden, and others stay")
def spelled(folder: Path, pipeline: str) -> str:
    nlp = spacy.blank("en")  # nothing finds names
    nlp.add_pipe("hips_anonymizer").set_secret(Secret(SECRET_TEXT.encode()))
    addresses = (
        "alassane.zukic@uni.edu", "zukic_alassane@uni.edu", "alassanezukic7@uni.edu",
        "AlassaneZukic@uni.edu",
    )  # fmt: skip
    for address in addresses:
        out = nlp(f"Write to {address}. Alassane Zukic and Adam Smith (1776) did.")._.anonymized
        left = [word for word in ("alassane", "zukic") if word in out.casefold()]
        assert not left and "Adam Smith (1776)" in out, address
    kept = "The Water Project is here."
    assert nlp(f"Mail water.project@uni.edu. {kept}")._.anonymized.endswith(kept)
    return f"{len(addresses)} addresses"


@check("encoded words of e-mails are searched as what they say, and encoded again")
def encoded(folder: Path, pipeline: str) -> str:
    base = b64encode(b"Amara Okafor").decode()
    heads = ("=?UTF-8?Q?Amara_Okafor?=", f"=?utf-8?B?{base}?=", "=?iso-8859-1?q?Amara?= Okafor",
             "=?UTF-8?Q?Amara?= =?UTF-8?Q?_Okafor?=")  # fmt: skip
    lines = [{"id": f"d{n}", "text": f"From: {h}\n\nHi, Amara here."} for n, h in enumerate(heads)]
    (folder / "in.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf8")
    command = ("anonymize", "in.jsonl", "-o", "out.jsonl", "--model", pipeline)
    done = hips(folder, *command, HIPS_SECRET=SECRET_TEXT)
    assert done.returncode == 0, done.stderr.decode("utf8")[-300:]
    for line in (folder / "out.jsonl").read_text("utf8").splitlines():
        text = json.loads(line)["text"]
        shown = read_hypertext(text)
        assert shown is not None and text.startswith("From: =?"), "no longer encoded"
        assert not re.search("amara|okafor", shown.text, re.I), "a name is left"
    return f"{len(heads)} headers"


@check("names in small capitals and with letters of other alphabets are one person's")
def letters(folder: Path, pipeline: str) -> str:
    nlp = spacy.load(pipeline)
    nlp.get_pipe("hips_anonymizer").set_secret(Secret(SECRET_TEXT.encode()))  # type: ignore[attr-defined]
    forms = ("ᴀᴍᴀʀᴀ ᴏᴋᴀꜰᴏʀ", "ᴀᴍᴀʀᴀ ᴏᴋᴀ\u0493ᴏʀ", "Aᴍᴀʀᴀ Oᴋᴀꜰᴏʀ", "\u0410mara Ok\u0430for")
    for form in forms:
        out = undress(nlp(f"By Amara Okafor.\n\n{form} likes bees.")._.anonymized)
        found = re.fullmatch(r"By (.+)\.\n\n(.+) likes bees\.", out)
        assert found and found[1].casefold() == found[2].casefold(), "it has another new name"
        assert "okafor" not in out.casefold() and "amara" not in out.casefold()
    return f"{len(forms)} forms"


@check("a reviewer's surrogate that shows the original in other letters is refused")
def surrogates(folder: Path, pipeline: str) -> str:
    let = [new for old, new in SHOWN if not shows_original(old, new, "PERSON")]
    assert not let and not shows_original("Amara Okafor", "Adaeze Obi", "PERSON"), len(let)
    return f"{len(SHOWN)} ways"


@check("secrets of number rows and sayings are refused")
def weak(folder: Path, pipeline: str) -> str:
    (folder / "in.jsonl").write_text('{"id": "1", "text": "Hi."}\n', "utf8")
    for secret in WEAK:
        command = ("anonymize", "in.jsonl", "-o", "out.jsonl", "--rules-only")
        done = hips(folder, *command, HIPS_SECRET=secret)
        assert done.returncode == 2 and b"E149" in done.stderr, "a weak secret was taken"
    return f"{len(WEAK)} secrets"
