"""Names in other clothes: nothing of a replaced name is left, and public text is not damaged."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

import spacy
from spacy.language import Language

from promise_checks import check, hips
from spacy_hips.core.ids import Secret
from spacy_hips.text.lexicon.letters import undress
from spacy_hips.text.lexicon.tables import fold, name_tables

SECRET = Secret(b"a secret for these checks only")
PARTICLES = (
    "Al Moyo", "Della Okri", "Del Tamatea", "Von Etxeberria", "Da Haddadi", "El Bakare",
    "Abu Kamara", "Ter Wongsakul", "Di Petrosyan", "Van Quispe", "Mac Tuilagi", "San Lindqvist",
)  # fmt: skip
NAMES = ("Tendai Moyo", "Iker Etxeberria", "Zeynep Aydoğan", "Ximena Quispe", "Kofi Adjei")
KEPT = (
    "@Override\npublic String toString() {", "@property\ndef area(self):", "@media print { a {} }",
    "@article{smith2020,", "git clone git@github.com", "See report_final.docx", "@param x the sum",
    "@app.route('/x')\ndef index():", "import x from '@angular/core'", "@area.setter\ndef f(s, x):",
    "A rose is a rose.", "an excellent challenge", "#!/bin/bash", "C:\\Users\\Public",
)  # fmt: skip


@cache
def _pipeline(name: str) -> Language:
    nlp = spacy.load(name)
    nlp.get_pipe("hips_anonymizer").set_secret(SECRET)  # type: ignore[attr-defined]
    return nlp


def _left(out: str, words: Sequence[str]) -> list[str]:
    """The words that stand in a text, whatever is between their letters."""
    letters = "".join(c for c in fold(undress(out)) if c.isalpha())
    return [word for word in words if fold(word) in letters]


@check("forenames that may be particles are replaced in mentions, e-mails, handles and files")
def particles(folder: Path, pipeline: str) -> str:
    nlp = _pipeline(pipeline)
    for name in PARTICLES:
        first, last = name.split()
        low, glued = f"{first}.{last}".lower(), f"{first}{last}".lower()
        text = (
            f"My name is {name} and I am in grade 10. {first} is what my friends call me. My "
            f"teacher said that {name} did well. Mail me at {low}@gmail.com or @{glued}. "
            f"{first}'s essay is {first}_{last}_essay.docx. Regards, {first}"
        )
        out = nlp(text)._.anonymized
        lone = re.findall(rf"\b{first}\b", out, re.I)
        assert not lone and not _left(out, [last]), "a forename or surname is left"
    return f"{len(PARTICLES)} names"


@check("no new name has an old particle before a surname that does not go with it")
def particle_units(folder: Path, pipeline: str) -> str:
    nlp = _pipeline(pipeline)
    for name in ("Ludwig von Trapp", "Carlos de la Cruz", "Omar al-Sayed", "Chiara Degli Esposti"):
        out = nlp(f"My teacher {name} helped me. I thank {name} for that.")._.anonymized
        old = name.split(" ", 1)[1].rsplit(None, 1)[0] + " "
        new = re.findall(rf"{re.escape(old)}\w+", out)
        assert all(map(name_tables().is_surname, new)), "an old particle before another surname"
    return ""


@check("a name is replaced in paths, prompts, hashtags, code, plurals, fancy and spaced letters")
def dresses(folder: Path, pipeline: str) -> str:
    nlp, count = _pipeline(pipeline), 0
    for name in NAMES:
        first, last = name.split()
        a, b = fold(first), fold(last)
        bold = "".join(chr(0x1D41A + ord(c) - 97) if c.isascii() else c for c in b)
        forms = (
            f"C:\\Users\\{a[0]}{b}\\x", f"/home/{a}/x", f"{a[0]}{b}@host:~$ ls",
            f"\\\\srv\\home\\{b}", f"#Team{last}", f"class {last}Solver:", f"the {last}s", bold,
            " ".join(last), "\n".join(first), f"{b}_{a}_v2.docx", f"{a}{b}",
            last[:2] + "\u00ad" + last[2:],
        )  # fmt: skip
        for form in forms:
            out = nlp(f"My name is {name}. I like school.\n{form}\nThank you.")._.anonymized
            assert not _left(out, [w for w in (first, last) if len(w) > 3]), "a name is left"
            count += 1
    return f"{count} forms"


@check("decorators, at-rules, entry types, services and words that hold a name are not changed")
def public_text(folder: Path, pipeline: str) -> str:
    nlp = _pipeline(pipeline)
    changed = [text for text in KEPT if nlp(text)._.anonymized != text]
    assert not changed, f"{len(changed)} of {len(KEPT)} changed"
    return f"{len(KEPT)} texts"


@check("a word of a replaced name does not stay in a school or firm that is only marked")
def namesakes(folder: Path, pipeline: str) -> str:
    nlp, count = _pipeline(pipeline), 0
    for name in NAMES:
        last = name.split()[1]
        places = (f"{last} Construction", f"{last} High School", f"{last} & Sons Ltd",
                  f"the {last} Foundation", f"{name} Academy")  # fmt: skip
        for place in places:
            out = nlp(f"My name is {name}. My father works at {place} in Denver.")._.anonymized
            assert not _left(out, [last]), "a name is left"
            count += 1
    public = "I study at Washington University and at Lincoln High School."
    assert nlp(f"My name is Denzel Washington. {public}")._.anonymized.endswith(public)
    return f"{count} places"


@check("on the command line leftovers are replaced, alike with one process and with two")
def command_line(folder: Path, pipeline: str) -> str:
    rows = [{"id": str(i), "text": f"I am {name}. class {name.split()[1]}Solver: pass"}
            for i, name in enumerate(NAMES)]  # fmt: skip
    (folder / "in.jsonl").write_text("\n".join(json.dumps(row) for row in rows), "utf8")
    outputs, secret = [], sha256(b"names").hexdigest()
    for count in ("1", "2"):
        command = ("anonymize", "in.jsonl", "--model", pipeline, "-o", f"out{count}.jsonl")
        done = hips(folder, *command, "--n-process", count, HIPS_SECRET=secret)
        assert done.returncode == 0, f"exit code {done.returncode}"
        outputs.append((folder / f"out{count}.jsonl").read_bytes())
    assert outputs[0] == outputs[1]
    text = outputs[0].decode()
    assert not [n for n in NAMES if json.dumps(n.split()[1])[1:-1] in text]
    return f"{len(rows)} rows"
