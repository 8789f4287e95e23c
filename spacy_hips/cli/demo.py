"""spacy-hips demo: made-up texts, or one of your own, before and after."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from ..core.ids import SECRET_VARIABLE
from ..desk.run.options import JobOptions
from . import _options
from ._console import collected_warnings, say, show

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ..core.spans import Replacement

PARTED = "\n---\n"
BEFORE, AFTER, PLAIN = "\033[1;31m", "\033[1;32m", "\033[0m"
NO_COLOUR = "NO_COLOR"
"""The variable by which people ask every program for no colours."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument("text", nargs="*", help="texts of your own; two made-up ones if left out")
    parser.add_argument("--model", help="a trained pipeline: package or folder")
    parser.add_argument(
        "--rules-only", action="store_true", help="without a trained pipeline: names stay"
    )


def run(args: argparse.Namespace) -> int:
    """Show texts before and after.

    args (Namespace): The options.
    RETURNS (int): 0.
    RAISES (HipsError): E735 where no trained pipeline is installed and none is given.
    """
    from ..desk.run.pipeline import Pipeline

    nlp = Pipeline(_options.chosen(JobOptions, args)).nlp
    coloured = sys.stdout is not None and sys.stdout.isatty() and NO_COLOUR not in os.environ
    with collected_warnings() as warned:
        for number, text in enumerate(args.text or shipped()):
            if number:
                show("")
            show(before_and_after(nlp(text), coloured=coloured))
    for message in warned:
        say(message)
    say("")
    if SECRET_VARIABLE not in os.environ:
        say("The names change with every run, since no secret is set.")
    say("With a file of yours:")
    say("  spacy-hips anonymize FILE -o OUTPUT")
    return 0


def shipped() -> list[str]:
    """The made-up texts."""
    text = (files("spacy_hips") / "data" / "demo.txt").read_text("utf8")
    return text.rstrip("\n").split(PARTED)


def before_and_after(doc: Doc, *, coloured: bool) -> str:
    """A text, and the same with everything replaced.

    doc (Doc): The document, anonymised.
    coloured (bool): Show in colours what changed; without them it is underlined.
    RETURNS (str): Lines for a terminal.
    """
    replaced: Sequence[Replacement] = doc._.replacements
    before = _marked(doc.text, [(r.start, r.end) for r in replaced], BEFORE if coloured else "")
    spans = [(r.new_start, r.new_end) for r in replaced]
    after = _marked(doc._.anonymized, spans, AFTER if coloured else "")
    return f"Before:\n{before}\n\nAfter:\n{after}"


def _marked(text: str, spans: Iterable[tuple[int, int]], colour: str) -> str:
    """A text, two blanks in, whose spans stand out."""
    shown, below, at = "", "", 0
    for start, end in sorted(spans):
        own = text[start:end]
        shown += text[at:start] + (f"{colour}{own}{PLAIN}" if colour else own)
        below += _blank(text[at:start]) + _blank(own).replace(" ", "^")
        at = end
    shown += text[at:]
    below += _blank(text[at:])
    lines = []
    for line, marks in zip(shown.split("\n"), below.split("\n"), strict=True):
        lines.append(f"  {line}".rstrip())
        if not colour and marks.strip():
            lines.append(f"  {marks}".rstrip())
    return "\n".join(lines)


def _blank(text: str) -> str:
    """A text of blanks with the lines of another."""
    return "".join("\n" if character == "\n" else " " for character in text)
