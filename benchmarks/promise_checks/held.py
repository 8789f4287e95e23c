"""What held before must not get worse: escaping, and nothing readable where none may be."""

from __future__ import annotations

import json
import warnings
from html.parser import HTMLParser
from pathlib import Path

import spacy

from spacy_hips import set_ids
from spacy_hips.core.ids import Secret

from . import check, hips

SECRET = "4f9c17a2e0b85d3361c7fa2d98e4b05a7713c6d2f81e904a"
NAME = ("Yuritzi", "Etxeberria")
ESSAY = "My name is Yuritzi Etxeberria, yuritzi.etxeberria@uni.org, and I tried Newton's method."
HOSTILE = "<script>alert(1)</script> & \"<img src=x onerror='alert(2)'>\" Etxeberria </section>"


class _Tags(HTMLParser):
    """Counts the tags of a page, and keeps what its attributes do."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts, self.images, self.handlers = 0, 0, 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        self.images += tag == "img"
        self.handlers += sum(name.startswith("on") for name, _ in attrs)


def _tags(folder: Path, pipeline: str, text: str) -> tuple[int, int, int]:
    (folder / "in.jsonl").write_text(json.dumps({"id": text[:9], "text": text}) + "\n", "utf8")
    run = ("view", "in.jsonl", "--model", pipeline, "-o", "page.html", "--force")
    assert hips(folder, *run, HIPS_SECRET=SECRET).returncode == 0
    tags = _Tags()
    tags.feed((folder / "page.html").read_text("utf8"))
    return tags.scripts, tags.images, tags.handlers


@check("the page of originals runs nothing that stands in a text")
def escaped(folder: Path, pipeline: str) -> None:
    assert _tags(folder, pipeline, HOSTILE) == _tags(folder, pipeline, "Nothing to see.")


@check("no word of a name is in the register, in the anonymised document or in the saved pipeline")
def unreadable(folder: Path, pipeline: str) -> str:
    warnings.simplefilter("ignore")
    (folder / "out").mkdir()
    (folder / "in.jsonl").write_text(json.dumps({"id": "1", "text": ESSAY}) + "\n", "utf8")
    wide = ("--scope", "corpus", "--register", "names", "-o", "out/o.jsonl")
    done = hips(folder, "anonymize", "in.jsonl", "--model", pipeline, *wide, HIPS_SECRET=SECRET)
    assert done.returncode == 0, done.stderr
    nlp = spacy.load(pipeline)
    with nlp.memory_zone():
        released = nlp(ESSAY)._.anonymized_doc.to_bytes()
    nlp.to_disk(folder / "saved")
    kept = [p.read_bytes() for p in (folder / "saved").rglob("*") if p.is_file()]
    written = [(folder / "names").read_bytes(), (folder / "out/o.jsonl").read_bytes(), released]
    for data in (*written, *kept):
        for form in (f(word) for word in NAME for f in (str, str.lower, str.upper)):
            assert form.encode() not in data, form
    return f"{len(written) + len(kept)} files"


@check("the command line writes what Python gives for the same secret and document")
def same(folder: Path, pipeline: str) -> str:
    warnings.simplefilter("ignore")
    rows = [{"id": f"d{i}", "text": f"{ESSAY} Essay {i}."} for i in range(12)]
    (folder / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
    run = ("anonymize", "in.jsonl", "--model", pipeline, "-o", "out.jsonl")
    assert hips(folder, *run, HIPS_SECRET=SECRET).returncode == 0
    lines = (folder / "out.jsonl").read_text("utf8").splitlines()
    nlp = spacy.load(pipeline)
    nlp.get_pipe("hips_anonymizer").set_secret(Secret(SECRET.encode()))
    docs = [set_ids(nlp.make_doc(row["text"]), doc=row["id"]) for row in rows]
    own = [doc._.anonymized for doc in nlp.pipe(docs)]
    assert [json.loads(line)["text"] for line in lines] == own
    return f"{len(rows)} documents"
