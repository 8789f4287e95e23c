"""A release never holds names without a word: what was not searched, read or replaced is said."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import spacy
from spacy.tokens import DocBin

from . import HIPS, check, hips

ROOT = Path(__file__).parents[2]
ESSAYS = ROOT / "examples" / "essays.jsonl"
SHIPPED = ("Amara", "Okafor", "Nguyễn", "Brauer", "Whitlock", "Quispe", "Sato", "20417733")
TEXT = (
    "By Ottilie Varga\n\nMy friend Bolaji Adeyemi and I tried Newton's method in Oslo. "
    "Write to ottilie.varga@mail.org!"
)
OWN = ("Ottilie", "Varga", "Bolaji", "Adeyemi")
FOUND = "found.jsonl"
INTERNAL = (
    FOUND,
    "roster.jsonl",
    "together.jsonl",
    "page.html",
    "review.html",
    "spans.jsonl",
    "ids.jsonl",
    "leaks.jsonl",
)


@check("every command of README and docs/cli.md runs as it stands, and no name is in its output")
def documented(folder: Path, pipeline: str) -> str:
    ran, found = 0, folder / FOUND
    for number, block in enumerate(_blocks()):
        place = folder / str(number)
        place.mkdir()
        _files(place)
        if found.exists() and not any(f"-o {FOUND}" in command for command in block):
            shutil.copy(found, place)  # a block goes on with what the one before it wrote
        for command in block:
            there = set(place.rglob("*"))
            done = _shell(place, command)
            assert done.returncode == 0, (
                f"{command}: exit {done.returncode}, {done.stderr[-300:]!r}"
            )
            # A new name may be the old one of somebody in another file.
            names = OWN if re.search(r"essays\.csv|essay\.txt|gold", command) else SHIPPED
            _no_names(done.stdout + done.stderr, names, command)
            for file in set(place.rglob("*")) - there:
                if file.is_file() and file.name not in INTERNAL:
                    _no_names(_text_of(file), names, f"{command}: {file.name}")
            ran += 1
        found = place / FOUND if (place / FOUND).exists() else found
    assert ran > 8, f"only {ran} commands were found"
    return f"{ran} commands"


@check(
    "one empty document does not say that names were searched: summary, JSON, manifest, find, view"
)
def empty_document(folder: Path, pipeline: str) -> None:
    rows = [{"id": str(i), "text": TEXT if i % 2 else ""} for i in range(4)]
    (folder / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
    for verb, output in (("anonymize", "out.jsonl"), ("find", "found.jsonl"), ("view", "p.html")):
        done = hips(folder, verb, "in.jsonl", "--rules-only", "-o", output)
        assert b"Names not searched" in done.stderr, verb
    about = json.loads((folder / "out.jsonl.about.json").read_text("utf8"))
    assert "NAME_STUDENT" in about["labels_not_searched"]
    told = json.loads(
        hips(folder, "anonymize", "in.jsonl", "--rules-only", "-o", "o.jsonl", "--json").stdout
    )
    assert told["names_not_searched"]


@check("what is denied is replaced, whatever its label's action")
def denied(folder: Path, pipeline: str) -> str:
    words = {"LOCATION": "Oslo", "PERSON": "Newton", "DATE": "tried", "OTHER": "method", "ZIP": "I"}
    (folder / "in.txt").write_text(TEXT, "utf8")
    run = ["anonymize", "in.txt", "--model", pipeline]
    for label, word in words.items():
        (folder / label).write_text(f"{word}\n", "utf8")
        run += ["--deny", f"{label}={label}"]
    kept = [option for label in words for option in ("--action", f"{label}=keep")]
    for more in ([], ["--profile", "full"], kept):
        done = hips(folder, *run, *more)
        assert done.returncode == 0, done.stderr
        left = [w for w in words.values() if re.search(rf"\b{w}\b", done.stdout.decode("utf8"))]
        assert not left, (left, more)
    return f"{len(words)} labels, three ways"


@check(
    "behind another finder, the full profile replaces its places, organisations and nationalities"
)
def behind_another(folder: Path, pipeline: str) -> None:
    nlp = spacy.blank("en")
    found = {"PERSON": "Bolaji Adeyemi", "GPE": "Oslo", "ORG": "Acme Bakery", "NORP": "Kenyan"}
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": label, "pattern": text} for label, text in found.items()])  # type: ignore[attr-defined]
    nlp.to_disk(folder / "theirs")
    (folder / "in.txt").write_text(
        "Bolaji Adeyemi, a Kenyan, works at Acme Bakery in Oslo.", "utf8"
    )
    done = hips(folder, "anonymize", "in.txt", "--model", "theirs", "--profile", "full")
    assert not re.search(rb"Bolaji|Oslo|Acme|Kenyan", done.stdout), "an original stayed"
    assert b"Public people count as private" in done.stderr
    assert b"They were to be replaced" in done.stderr  # what it does not find


@check(
    "a folder with broken .docx and .pdf ends with exit 1, files' names only in the internal folder"
)
def folder_of_all_sorts(folder: Path, pipeline: str) -> None:
    (folder / "in").mkdir()
    (folder / "in" / "a.txt").write_text(TEXT, "utf8")
    for name in ("Bolaji Adeyemi.docx", "Ottilie.pdf", "essay.Varga"):
        (folder / "in" / name).write_bytes(b"PK\x03\x04")
    run = ("anonymize", "in", "-o", "out", "--internal-dir", "internal", "--model", pipeline)
    done = hips(folder, *run)
    assert done.returncode == 1
    _no_names(done.stderr, OWN, "the terminal")
    assert "Bolaji Adeyemi.docx" in (folder / "internal" / "rejected.jsonl").read_text("utf8")


@check("what is no text is refused by its first bytes, and no output is called what it is not")
def other_formats(folder: Path, pipeline: str) -> None:
    starts = (b"%PDF-1.7\n", b"PK\x03\x04", b"{\\rtf1", TEXT.encode("utf-16-le"))
    for start, name in zip(starts, ("in.txt", "in.csv", "in.jsonl", "in.md"), strict=True):
        (folder / name).write_bytes(start + TEXT.encode())
        done = hips(folder, "anonymize", name, "-o", "out.jsonl", "--rules-only")
        assert done.returncode == 2 and b"[E738]" in done.stderr, (start, name)
    (folder / "table.csv").write_text(f'text\n"{TEXT}"\n', "utf8")
    names = ("x.xlsx", "x.json.gz", "x.parquet")
    for verb, name in zip(("anonymize", "find", "view"), names, strict=True):
        done = hips(folder, verb, "table.csv", "-o", name, "--rules-only")
        assert done.returncode == 2 and not (folder / name).exists(), (verb, name)


def _blocks() -> Iterator[list[str]]:
    """The commands of this program, block by block: those of one block belong together."""
    for page in ("README.md", "docs/cli.md"):
        for block in re.findall(r"```(?:ba)?sh\n(.*?)```", (ROOT / page).read_text("utf8"), re.S):
            lines = block.replace("\\\n", " ").splitlines()
            commands = [
                line[line.index("spacy-hips ") :] for line in lines if "spacy-hips " in line
            ]
            # Training has checks of its own, and takes longer than all others together.
            commands = [c for c in commands if not c.startswith("spacy-hips train")]
            if commands:
                yield commands


def _files(folder: Path) -> None:
    """Make every file that the documented commands read."""
    rows = [json.loads(line) for line in ESSAYS.read_text("utf8").splitlines()]
    (folder / "examples").mkdir()
    shutil.copy(ESSAYS, folder / "examples")
    shutil.copy(ESSAYS, folder)
    (folder / "essay.txt").write_text(TEXT, "utf8")
    (folder / "essays").mkdir()
    for row in rows:
        (folder / "essays" / f"{row['name']}.txt").write_text(row["text"], "utf8")
    (folder / "essays.csv").write_text(
        "sid,essay,name,date,note\n"
        f'7,"{TEXT}",Ottilie Varga,2024-03-14,Varga again\n'
        '8,"I am Bolaji Adeyemi.",Bolaji Adeyemi,2024-03-15,\n',
        "utf8",
    )
    (folder / "roster.csv").write_text("person_id,name\nr1,Philippa Thistlewood\n", "utf8")
    (folder / "decisions.jsonl").write_text("", "utf8")  # the page of review saves it
    nlp = spacy.blank("en")
    DocBin(docs=[nlp(row["text"]) for row in rows]).to_disk(folder / "docs.spacy")
    names = ("Ottilie Varga", "Bolaji Adeyemi")
    spans = [[TEXT.index(n), TEXT.index(n) + len(n), "NAME_STUDENT"] for n in names]
    mail = "ottilie.varga@mail.org"
    spans.append([TEXT.index(mail), TEXT.index(mail) + len(mail), "EMAIL"])
    gold = {"id": "g", "text": TEXT, "spans": spans}
    (folder / "gold.jsonl").write_text(json.dumps(gold) + "\n", "utf8")


def _shell(folder: Path, command: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command line in bash, where `spacy-hips` is this installation's."""
    program = folder / "bin" / "spacy-hips"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec {HIPS[0]} -c "{HIPS[2]}" "$@"\n', "utf8")
    program.chmod(0o755)
    env = {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, env=env, capture_output=True, timeout=600
    )


def _text_of(file: Path) -> bytes:
    if file.suffix != ".spacy":
        return file.read_bytes()
    docs = DocBin().from_disk(file).get_docs(spacy.blank("en").vocab)
    return "\n".join(doc.text for doc in docs).encode()


def _no_names(data: bytes, names: Sequence[str], where: str) -> None:
    found = re.search(rf"\b(?:{'|'.join(names)})\b", data.decode("utf8", "replace"), re.I)
    assert found is None, f"a name of {found.end() - found.start()} letters in {where}"
