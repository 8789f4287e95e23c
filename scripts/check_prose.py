"""Count sentences that must be read twice, in pages, docstrings, messages and help.

    python scripts/check_prose.py                 # how many there are, by folder
    python scripts/check_prose.py docs README.md  # each of them, with its line

Pages that a script writes are not read: their sentences are counted where they stand in the code.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
MOST_WORDS = 28
FORMS = {
    "begins with a question word": r"(?:What|Who|Whose|Whom)\b(?!.*\?$)",
    "begins with 'That ... is'": r"That (?:\S+ ){2,12}(?:is|are|was|were)\b",
    "is none": r".*\b(?:is|are|be|was) none\b",
    "of them": r".*\bof them\b",
    "whatever": r".*\bwhatever\b",
    "told": r".*\btold\b",
    "for its part": r".*\bfor (?:its|their) part\b",
}
SHAPES = {
    name: re.compile(form, re.S | (re.I if form.startswith(".*") else 0))
    for name, form in FORMS.items()
}
HELP = ("help", "description", "epilog")
WRITTEN_BY_A_SCRIPT = re.compile(
    r"\A<!-- Written by .*|\A---\ntags:\n.*|<!-- written: .*?<!-- end -->", re.S
)
NO_PROSE = re.compile(r"^```.*?^```|^(?: {4}|\t).*?$|<!--.*?-->|^#.*?$", re.S | re.M)
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
MARKS = re.compile(r"(?<!\w)[*_]{1,3}|[*_]{1,3}(?!\w)")
CODE = re.compile(r"`[^`]+`|<code>.*?</code>")
BLOCK = re.compile(r"\n\s*\n|\n\s*(?:[-*]|\d+\.)\s+|\|\n?|\A\s*(?:[-*]|\d+\.)\s+")
END = re.compile(r"(?<=[.!?])[)”\"]*\s+(?=[A-Z\"“(`\[])")


class Fault(NamedTuple):
    """A sentence, where it stands, and what is wrong with it."""

    path: Path
    line: int
    what: str
    sentence: str


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of prose, each with the place at which it begins."""
    start = 0
    for end in (*(m.span() for m in BLOCK.finditer(text)), (len(text), len(text))):
        block = text[start : end[0]]
        begin = 0
        for cut in (*(m.span() for m in END.finditer(block)), (len(block), len(block))):
            yield start + begin, " ".join(block[begin : cut[0]].split())
            begin = cut[1]
        start = end[1]


def wrong_with(sentence: str) -> Iterator[str]:
    """What is wrong with a sentence, if anything is."""
    if len(re.findall(r"\w[\w'’.-]*", sentence)) > MOST_WORDS:
        yield f"more than {MOST_WORDS} words"
    if " " in sentence:
        yield from (name for name, shape in SHAPES.items() if shape.match(sentence))


def prose(page: str) -> str:
    """A page without code, headings and marks; its line ends stay where they were."""
    page = page.replace("\r", "")
    for pattern in (WRITTEN_BY_A_SCRIPT, NO_PROSE):
        page = pattern.sub(lambda found: "\n" * found[0].count("\n"), page)
    page = CODE.sub(lambda found: "X" + "\n" * found[0].count("\n"), LINK.sub(r"\1", page))
    return MARKS.sub("", page)


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """What people read of a file, with the line at which it begins."""
    source = path.read_text("utf8")
    if path.suffix == ".md":
        yield 1, prose(source)
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            if said := ast.get_docstring(node):
                yield node.body[0].lineno, prose(said)
        elif (isinstance(node, ast.keyword) and node.arg in HELP) or (
            isinstance(node, ast.Assign) and path.name == "errors.py"
        ):
            yield from _string(node.value)


def _string(node: ast.expr) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, prose(node.value)


def files(places: list[Path]) -> Iterator[Path]:
    """The pages and modules of some files and folders."""
    for place in places:
        found = sorted(place.rglob("*")) if place.is_dir() else [place]
        yield from (path for path in found if path.suffix in (".md", ".py"))


def faults(places: list[Path]) -> Iterator[Fault]:
    """All sentences of some files and folders that must be read twice."""
    for path in files(places):
        for line, text in texts(path):
            for place, sentence in sentences(text):
                for what in wrong_with(sentence):
                    yield Fault(path, line + text[:place].count("\n"), what, sentence)


def everything() -> dict[str, list[Path]]:
    """What is read where no place is named, by the name of its row."""
    rooms = sorted(path for path in (ROOT / "spacy_hips").iterdir() if path.is_dir())
    pages = [path for path in sorted(ROOT.glob("*.md")) if path.name != "CHANGELOG.md"]
    return {
        "docs": [ROOT / "docs"],
        "pages of the repository": pages,
        "benchmarks/notes": [ROOT / "benchmarks" / "notes"],
        "examples": [ROOT / "examples"],
        **{f"spacy_hips/{room.name}": [room] for room in rooms},
    }


def main() -> None:
    """Print the faults of the named places, or how many each folder has."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("places", nargs="*", type=Path, metavar="PLACE")
    if places := parser.parse_args().places:
        for fault in faults(places):
            print(f"{fault.path}:{fault.line}: {fault.what}: {fault.sentence}")
        return
    for name, found in everything().items():
        kinds = Counter(fault.what for fault in faults(found))
        print(f"{kinds.total():5}  {name}  ", ", ".join(f"{n} {k}" for k, n in kinds.most_common()))


if __name__ == "__main__":
    main()
