"""Whole texts written for this project, in which every person is marked with a role.

A text begins with a line `=== id kind`; a mention is written `[[P2|Ana Ruiz]]`: what kind of
person, a number for each person of the text, and the name as it stands there. The kinds are S a
student, I an instructor, P another private person, U somebody known, F a figure of a story, E a
name within that of a thing. `[[X|...]]` is around other identifiers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ...core.errors import HipsError
from ...core.labels import LABELS
from ...core.later import regex
from ...desk.annotations.annotations import Annotated
from ..errors import Errors
from .render import Mark
from .roles import DOUBT, PUBLIC, RoleText

SOURCE = "written"
ROLE_OF: dict[str, str] = {
    "S": "student", "I": "instructor", "P": "private", "U": PUBLIC, "F": PUBLIC, "E": PUBLIC,
}  # fmt: skip
"""The role of each kind of person."""
TONGUES: frozenset[str] = frozenset(("de", "es", "fr", "nl", "sv"))
"""Languages whose texts stand in a file called by the code; all other files are English."""
_LABELLED = regex.compile(r"\[\[(?P<label>[A-Z_]+)\|(?P<text>[^\[\]]+)\]\]")
_HEAD = regex.compile(r"(?m)^=== (?P<id>\S+)[^\n]*\n")
_MARK = regex.compile(
    r"\[\[(?:(?P<kind>[SIPUFE])(?P<number>\d+)|(?P<kind>X))\|(?P<name>[^\[\]]+)\]\]"
)


def read_written(folder: Path) -> list[RoleText]:
    """The texts of all files of a folder.

    folder (Path): Its .txt files are read, in the order of their names.
    RETURNS (list[RoleText]): The texts. Figures of stories count as public where the text also
        names somebody known, such as the author of the book; else they may be a classmate's, and
        are doubtful.
    RAISES (HipsError): E411 for a mark that cannot be read, E412 where there is no text.
    """
    rows = [row for path in sorted(folder.glob("*.txt")) for row in _of_file(path)]
    if not rows:
        raise HipsError(Errors.E412.format(path=folder))
    return rows


def read_marked(path: Path) -> list[Annotated]:
    """Texts in which identifiers are marked by their labels: `I am [[AGE|15]].`

    path (Path): A file with a text on each line; in it, \\n and \\t stand for a new line and a tab.
    RETURNS (list[Annotated]): The texts.
    RAISES (HipsError): E411 for a mark that cannot be read, E412 where there is no text.
    """
    lines = path.read_text(encoding="utf8").splitlines()
    rows = [_marked(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not rows:
        raise HipsError(Errors.E412.format(path=path))
    return rows


def names_of_people(row: RoleText) -> RoleText:
    """The text with the names of people alone, as a finder learns them.

    row (RoleText): A text of `read_written`.
    RETURNS (RoleText): The same without names of things and other identifiers.
    """
    return replace(row, marks=tuple(m for m in row.marks if m.key and m.key[0] != "E"))


def _marked(path: Path, number: int, line: str) -> Annotated:
    text, last, spans = "", 0, []
    for mark in _LABELLED.finditer(line):
        text += _unescaped(line[last : mark.start()])
        start, last = len(text), mark.end()
        text += _unescaped(mark["text"])
        spans.append((start, len(text), mark["label"]))
    text += _unescaped(line[last:])
    if "[[" in text or "]]" in text or not all(label in LABELS for *_, label in spans):
        reason = "a mark that is none"
        raise HipsError(Errors.E411.format(path=path, number=number, reason=reason))
    return Annotated(f"{path.stem}-{number}", text, tuple(spans))


def _unescaped(text: str) -> str:
    return text.replace("\\n", "\n").replace("\\t", "\t")


def _of_file(path: Path) -> Iterator[RoleText]:
    text = path.read_text(encoding="utf8")
    heads = list(_HEAD.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    for head, end in zip(heads, ends, strict=True):
        yield _role_text(path, head["id"], text[head.end() : end])


def _role_text(path: Path, name: str, body: str) -> RoleText:
    found = list(_MARK.finditer(body))
    public = any(mark["kind"] == "U" for mark in found)
    text, last, marks = "", 0, []
    for mark in found:
        text += body[last : mark.start()]
        kind, start = mark["kind"], len(text)
        text, last = text + mark["name"], mark.end()
        doubtful = kind == "X" or (kind == "F" and not public)
        marks.append(
            Mark(start, len(text), DOUBT if doubtful else "", ROLE_OF.get(kind, PUBLIC),
                 "" if kind == "X" else f"{kind}{mark['number']}")
        )  # fmt: skip
    text += body[last:]
    if "[[" in text or "]]" in text:
        reason = f"a mark of {name} that is none"
        raise HipsError(Errors.E411.format(path=path, number=name, reason=reason))
    return RoleText(name, text, tuple(marks), source=f"{SOURCE}: {path.stem}", names=False,
                    language=path.stem if path.stem in TONGUES else "en")  # fmt: skip
