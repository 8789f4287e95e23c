"""A reviewer's decisions hold, nobody else changes, and what cannot be applied is said."""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from . import check, hips

SECRET = "4f9c17a2e0b85d3361c7fa2d98e4b05a7713c6d2f81e904a"
HOSTILE = "<script>alert(1)</script>"
ESSAYS = (
    "My name is Yuritzi Etxeberria. My friend Bartosz Wrobel liked what Freud wrote. "
    "Bartosz wrote to bartosz.wrobel@uni.org.",
    f"Professor Adebayo Okonkwo read it twice. {HOSTILE} </script> =1+1",
    "The price rises where the supply falls. Nothing else is said here.",
)


def _found(
    folder: Path, pipeline: str, *more: str, name: str = "found.jsonl"
) -> list[dict[str, Any]]:
    rows = [{"id": f"d{i}", "text": text} for i, text in enumerate(ESSAYS)]
    (folder / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
    done = hips(folder, "find", "in.jsonl", "--model", pipeline, "-o", name, "--roles", *more)
    assert done.returncode == 0, done.stderr
    if name.endswith("csv"):
        return []
    return [json.loads(line) for line in (folder / name).read_text("utf8").splitlines()]


def _decide(folder: Path, *lines: dict[str, Any], name: str = "d.jsonl") -> None:
    (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines), "utf8")


def _decision(line: dict[str, Any], verdict: str, **more: Any) -> dict[str, Any]:
    names = ("doc", "row", "column", "text_hash", "start", "end", "label", "entity")
    return {**{n: line[n] for n in names if n in line}, "verdict": verdict, **more}


def _texts(folder: Path, pipeline: str, name: str, *more: str, code: int = 0) -> list[str]:
    run = ("anonymize", "in.jsonl", "--model", pipeline, "-o", name, *more)
    done = hips(folder, *run, HIPS_SECRET=SECRET)
    assert done.returncode == code, done.stderr
    return [json.loads(line)["text"] for line in (folder / name).read_text("utf8").splitlines()]


@check("decisions are applied to their places, and other persons keep their surrogates")
def applied(folder: Path, pipeline: str) -> str:
    found = _found(folder, pipeline)
    before = _texts(folder, pipeline, "before.jsonl")
    mail = next(line for line in found if line.get("label") == "EMAIL")
    start = ESSAYS[2].index("supply")
    none = {**found[-1], "start": start, "end": start + 6, "label": "OTHER"}
    _decide(folder, _decision(mail, "reject"), _decision(none, "added", surrogate="demand"))
    after = _texts(folder, pipeline, "after.jsonl", "--decisions", "d.jsonl")
    assert "bartosz.wrobel@uni.org" in after[0]
    assert after[0].rpartition(" to ")[0] == before[0].rpartition(" to ")[0]
    assert after[1] == before[1]
    assert after[2] == ESSAYS[2].replace("supply", "demand")
    return f"{len(after)} documents"


@check("a decision about another text or a contradiction is said, never passed over")
def refused(folder: Path, pipeline: str) -> None:
    found = _found(folder, pipeline)
    line = next(line for line in found if line.get("label") == "EMAIL")
    _decide(folder, _decision({**line, "text_hash": "0" * 64}, "reject"))
    (text, *_) = _texts(folder, pipeline, "out.jsonl", "--decisions", "d.jsonl", code=1)
    assert "bartosz.wrobel" not in text
    _decide(folder, _decision(line, "reject", reviewer="a"))
    _decide(folder, _decision(line, "accept", reviewer="b"), name="e.jsonl")
    run = ("anonymize", "in.jsonl", "--model", pipeline, "-o", "o.jsonl", "--decisions")
    done = hips(folder, *run, "d.jsonl", "e.jsonl", HIPS_SECRET=SECRET)
    assert (done.returncode, b"E802" in done.stderr) == (2, True)
    assert not (folder / "o.jsonl").exists()


@check("a reviewer's own surrogate is used, and never where it shows the original")
def surrogates(folder: Path, pipeline: str) -> None:
    found = _found(folder, pipeline)
    line = next(line for line in found if line.get("text") == "Bartosz Wrobel")
    for surrogate, code in (("Emil Novak", 0), ("Mr. BARTOSZ  Wrobel", 2)):
        lines = [{**x, "surrogate": surrogate} if x is line else x for x in found]
        _decide(folder, *lines, name="found.jsonl")
        run = ("anonymize", "in.jsonl", "--spans", "found.jsonl", "-o", "o.jsonl", "--force")
        done = hips(folder, *run, HIPS_SECRET=SECRET)
        assert done.returncode == code, done.stderr
        assert b"wrobel" not in done.stderr.lower()
    assert "My friend Emil Novak liked" in (folder / "o.jsonl").read_text("utf8")


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loads += [name for name, _ in attrs if name in ("src", "href", "action")]


@check("the review page loads nothing, runs nothing of a text, and only its owner can read it")
def page(folder: Path, pipeline: str) -> str:
    _found(folder, pipeline)
    done = hips(folder, "review", "found.jsonl", "-o", "review.html")
    assert done.returncode == 0, done.stderr
    path = folder / "review.html"
    assert path.stat().st_mode & 0o077 == 0
    html = path.read_text("utf8")
    tags = _Tags()
    tags.feed(html)
    assert (tags.tags.count("script"), tags.loads) == (2, [])
    assert HOSTILE not in html
    return f"{len(html):,} characters"


@check("a second page asks only about what nobody has decided")
def again(folder: Path, pipeline: str) -> str:
    found = _found(folder, pipeline)
    spans = [line for line in found if "start" in line]
    _decide(folder, *(_decision(line, "accept") for line in spans[:-1]))
    done = hips(folder, "review", "found.jsonl", "--decisions", "d.jsonl", "--json")
    told = json.loads(done.stdout)
    assert told["persons_shown"] + told["others_shown"] == 1, told
    return f"1 of {len(spans)}"


@check("the table of findings holds no cell that a spreadsheet calculates, and comes back")
def table(folder: Path, pipeline: str) -> str:
    _found(folder, pipeline, name="found.csv")
    data = (folder / "found.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert not [cell for row in rows for cell in row if cell[:1] in tuple("=+-@\t\r")]
    assert _texts(folder, pipeline, "a.jsonl") == _texts(
        folder, pipeline, "b.jsonl", "--spans", "found.csv"
    )
    return f"{len(rows) - 1} lines"


@check("one decision joins a person over all documents of a scope, and another secret is refused")
def across(folder: Path, pipeline: str) -> str:
    texts = ("Ana Etxeberria came late.", "A friend, Anna Etxeberria, called.", "Bo Wrobel left.")
    rows = [{"id": f"d{i}", "text": text} for i, text in enumerate(texts)]
    (folder / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
    names = "id,name\ns1,Ana Etxeberria\ns2,Anna Etxeberria\ns3,Bo Wrobel\n"
    (folder / "people.csv").write_text(names, "utf8")
    run = ("in.jsonl", "--model", pipeline, "--scope", "corpus", "--known-people", "people.csv")
    assert hips(folder, "find", *run, "-o", "f.jsonl", HIPS_SECRET=SECRET).returncode == 0
    found = [json.loads(line) for line in (folder / "f.jsonl").read_text("utf8").splitlines()]
    ana, anna, _ = (line for line in found if line.get("across"))
    both = {name: anna[name] for name in ("within", "across")}
    _decide(folder, _decision(anna, "accept", joined=ana["across"], **both))
    (folder / "out").mkdir()
    wide = ("anonymize", *run, "--force", "-o", "out/o.jsonl", "--register")
    told = []
    for name, more in (("a", ()), ("b", ("--decisions", "d.jsonl"))):
        done = hips(folder, *wide, f"{name}/names", *more, HIPS_SECRET=SECRET)
        assert done.returncode == 0, done.stderr
        lines = (folder / "out" / "o.jsonl").read_text("utf8").splitlines()
        told.append([json.loads(line)["text"] for line in lines])
    new = told[0][0].removesuffix(" came late.")
    assert new not in told[0][1], "two persons had one name before"
    assert told[1] == [told[0][0], f"A friend, {new}, called.", told[0][2]], "others changed"
    other = SECRET[::-1]
    done = hips(folder, *wide, "c/names", "--decisions", "d.jsonl", HIPS_SECRET=other)
    assert (done.returncode, b"E827" in done.stderr) == (2, True), "another secret is taken"
    return f"{len(texts)} documents"


@check("a part of a hidden name that was to stay is hidden, and the summary says so")
def part(folder: Path, pipeline: str) -> None:
    found = _found(folder, pipeline)
    mail = next(line for line in found if line.get("label") == "EMAIL")
    _decide(folder, _decision({**mail, "end": mail["start"] + 7}, "reject"))
    run = ("anonymize", "in.jsonl", "--model", pipeline, "-o", "o.jsonl", "--decisions", "d.jsonl")
    done = hips(folder, *run, HIPS_SECRET=SECRET)
    assert b"W145" in done.stderr, "it is not said"
    assert b"0 applied" in done.stderr, "it is counted as applied"
    assert "bartosz.wrobel" not in (folder / "o.jsonl").read_text("utf8")
