"""The small language that templates are written in.

    {student.full}        a person's name in a form (`forms.py`)
    {email:student}       a value, optionally one that belongs to a person (`values.py`)
    {body:mooc.insight*2} one or more body paragraphs of a subject; `*2-4` draws how many
    {>signoff}            one phrase of a list, with third persons of its own
    {Regards|Best, {student.first}|}   one of several ways to say it; the empty one says nothing
    [[Gantt::eponym]]     text with a label (`LOCATION`, ...) or a public role of its own

Text outside brackets stands for itself, line breaks included.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...core.errors import HipsError
from ...core.later import re
from ..errors import Errors

_SLOT = re.compile(
    r"(?P<name>[a-z_]+?)(?P<number>\d*)(?:\.(?P<form>[A-Za-z_]+))?(?::(?P<of>[a-z]+\d*))?"
)
_BODY = re.compile(r"body:(?P<subject>[a-z_.]+)(?:\*(?P<low>\d+)(?:-(?P<high>\d+))?)?")
_PHRASE = re.compile(r">(?P<name>[a-z_]+)")


@dataclass(frozen=True)
class Text:
    """Text that stands for itself."""

    text: str


@dataclass(frozen=True)
class Marked:
    """Text with a label or a kind of public person of its own."""

    text: str
    label: str


@dataclass(frozen=True)
class Slot:
    """A value or a name to fill in.

    name (str): What it is: "student", "email", "city".
    number (str): Which one of its kind, "" for the first.
    form (str): How a name is written, "" where nothing is said.
    of (str): The person to whom a value belongs, "" for nobody in particular.
    """

    name: str
    number: str = ""
    form: str = ""
    of: str = ""


@dataclass(frozen=True)
class Body:
    """Body paragraphs of a subject, from `low` to `high` of them."""

    subject: str
    low: int = 1
    high: int = 1


@dataclass(frozen=True)
class Phrase:
    """One phrase of a named list."""

    name: str


@dataclass(frozen=True)
class Choice:
    """Alternatives, each a sequence of nodes."""

    options: tuple[tuple[Node, ...], ...]


Node = Text | Marked | Slot | Body | Phrase | Choice


def parse(source: str, where: str) -> tuple[Node, ...]:
    """Read one template.

    source (str): Text in the language above.
    where (str): Name of the template, for the error message.
    RETURNS (tuple): Its nodes.
    RAISES (HipsError): E401 where a bracket is not closed or a slot cannot be read.
    """
    nodes, end = _sequence(source, 0, where, inside=False)
    if end != len(source):
        raise HipsError(Errors.E401.format(where=where, position=end))
    return nodes


def _sequence(source: str, start: int, where: str, *, inside: bool) -> tuple[tuple[Node, ...], int]:
    """Nodes up to the end, or up to "|" or "}" where the sequence stands inside a choice."""
    nodes: list[Node] = []
    plain = position = start
    while position < len(source):
        char = source[position]
        if inside and char in "|}":
            break
        if char == "{":
            _add_text(nodes, source[plain:position])
            node, position = _braces(source, position, where)
            nodes.append(node)
            plain = position
        elif source.startswith("[[", position):
            _add_text(nodes, source[plain:position])
            node, position = _marked(source, position, where)
            nodes.append(node)
            plain = position
        else:
            position += 1
    _add_text(nodes, source[plain:position])
    return tuple(nodes), position


def _add_text(nodes: list[Node], text: str) -> None:
    if text:
        nodes.append(Text(text))


def _braces(source: str, start: int, where: str) -> tuple[Node, int]:
    options: list[tuple[Node, ...]] = []
    position = start + 1
    while True:
        option, position = _sequence(source, position, where, inside=True)
        options.append(option)
        if position >= len(source):
            raise HipsError(Errors.E401.format(where=where, position=start))
        position += 1
        if source[position - 1] == "}":
            break
    if len(options) > 1:
        return Choice(tuple(options)), position
    return _slot(source[start + 1 : position - 1], where, start), position


def _slot(inner: str, where: str, start: int) -> Node:
    if match := _PHRASE.fullmatch(inner):
        return Phrase(match["name"])
    if match := _BODY.fullmatch(inner):
        low = int(match["low"] or 1)
        return Body(match["subject"], low, int(match["high"] or low))
    if match := _SLOT.fullmatch(inner):
        return Slot(match["name"], match["number"], match["form"] or "", match["of"] or "")
    raise HipsError(Errors.E401.format(where=where, position=start))


def _marked(source: str, start: int, where: str) -> tuple[Marked, int]:
    end = source.find("]]", start)
    text, found, label = source[start + 2 : end].rpartition("::") if end > 0 else ("", "", "")
    if not found or not text or not label:
        raise HipsError(Errors.E401.format(where=where, position=start))
    return Marked(text, label), end + 2
