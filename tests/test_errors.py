"""Codes: each message carries its own, and none can carry text of a document."""

import re
import string
from pathlib import Path

import spacy_hips
from spacy_hips.cli.errors import Errors, Warnings
from spacy_hips.core.errors import HipsError, HipsWarning


def messages():
    for table in (Errors, Warnings):
        for name in dir(table):  # also those of the other wings and of the plug-in
            if re.fullmatch(r"[EW]\d{3}", name):
                yield name, getattr(table, name)


def test_a_message_starts_with_its_code():
    for name, message in messages():
        assert message.startswith(f"[{name}] ")


def test_a_code_stands_in_one_table():
    for table in (Errors, Warnings):
        own = [name for part in table.__mro__ for name in vars(part) if re.match(r"[EW]\d", name)]
        assert len(own) == len(set(own))


def test_errors_and_warnings_can_be_caught_as_the_standard_kinds():
    assert issubclass(HipsError, ValueError)
    assert issubclass(HipsWarning, UserWarning)


STEP = re.compile(
    r"""(?:[.:;,?)]\ |\]\ |\b(?:or|and|then|else)\ )`?(?:add|allow|ask|build|call|check|choose
    |close|collect|convert
    |copy|correct|decide|do\ not|draw|expect|find|free|get|give|go\ on|install|keep|label|leave|list
    |load|look|make|measure|move|name|never|pip\ install|please|protect|put|read|remove|rename
    |report|review|run|save|send|set|settle|spacy-hips|take|train|unpack|use|wait|write)\b
    |\ must\ (?:not\ )?(?:be|hold|name)\b|\ are:|\bneeds?\b|\bone\ of\b""",
    re.I | re.X,
)
TOLD_BY_A_FIELD = {"E738", "E764", "W109", "W115", "W146", "W158", "W159"}
"""What to do stands in a field of these, or they only tell what this program did."""


def test_every_message_says_what_to_do_next():
    silent = {name for name, message in messages() if not STEP.search(message)}
    assert silent <= TOLD_BY_A_FIELD


def test_no_message_has_a_field_for_text():
    forbidden = {"text", "value", "mention", "original", "cell", "secret", "content"}
    for name, message in messages():
        fields = {field for _, field, _, _ in string.Formatter().parse(message) if field}
        assert not fields & forbidden, name


def test_every_code_is_used():
    folders = (Path(spacy_hips.__file__).parent, Path(__file__).parents[1] / "scripts")
    files = (p for folder in folders for p in folder.rglob("*.py"))
    source = "".join(p.read_text("utf8") for p in files)
    for name, _ in messages():
        table = "Errors" if name.startswith("E") else "Warnings"
        assert f"{table}.{name}" in source, f"{name} is never raised"
