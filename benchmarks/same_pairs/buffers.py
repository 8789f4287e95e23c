"""Buffers: every constant that says how much is taken at a time, and that its value shows nowhere.

A constant is made small, so that a text or a row which stood before its border stands behind it,
and texts that are as long as the constant says, one less and one more, must come out the same.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from itertools import cycle, islice
from typing import Any

from . import PAIRS, Outcome, Pair, World, compared
from .carriers import CARRIERS, rows_of_texts
from .rows import Row, make_rows, of_length, person

NAMES = "I am Ana Ruiz, ana.ruiz@uni.org, and I met {name}.\n"
LINE = "I met Ana Ruiz and Kofi Mensah today in town , then left ."
WORDS_OF_WINDOW = 96
SHORT = ("Thanks to Ana Ruiz.", "Mail ben.okri@uni.org", "")


@dataclass(frozen=True)
class Buffer:
    """A constant of the package.

    place (str): MODULE:NAME within it.
    value (int): What it is.
    unit (str): What it counts: documents, characters, bytes, tokens, mentions or windows.
    small (int): What it is made for the pair.
    trained (bool): Is it used with a trained pipeline only?
    options (Mapping): Of the run, where it is used with these only.
    ending (str): Of the input.
    """

    place: str
    value: int
    unit: str
    small: int
    trained: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    ending: str = ".jsonl"

    @property
    def there(self) -> int:
        """Its value in the package."""
        module, _, name = self.place.partition(":")
        return int(getattr(import_module(f"spacy_hips.{module}"), name))


TWO: Mapping[str, Any] = {"n_process": 2}
LARGE: Mapping[str, Any] = {"batch_size": 2048}
BUFFERS = (
    Buffer("desk.run.batches:BATCH_CHARACTERS", 100_000, "characters", 500),
    Buffer("desk.run.batches:WORKER_BATCHES", 32, "documents", 1, options=TWO),
    Buffer("desk.run.batches:TASKS", 4, "documents", 1, options=TWO),
    Buffer("desk.files.readers:PEEKED", 50, "documents", 1),
    Buffer("desk.files.decoding:CHUNK", 1 << 16, "bytes", 7),
    Buffer("desk.files.formats.arrow:BATCH", 1024, "documents", 3, ending=".parquet"),
    Buffer("components.streams:DOCUMENTS", 256, "documents", 3, True, LARGE),
    Buffer("components.streams:TOKENS", 8192, "tokens", 50, True, LARGE),
    Buffer("find.models.engine:WINDOWS", 1024, "windows", 3, True),
    Buffer("find.models.onnx_engine:MOST", 192, "tokens", 64, True),
    Buffer("find.models.token_classifier:BLOCK", 8192, "tokens", 50, True),
    Buffer("find.models.role_classifier:_BLOCK", 1024, "mentions", 3, True),
    Buffer("find.models.role_classifier:_PART", 4096, "tokens", 50, True),
)
ELSEWHERE: Mapping[str, str] = {
    "desk.files.output:BLOCK": "what is read of a part when a run is resumed: behind SIGKILL",
    "desk.frames.clusters:ROWS": "rows that an actor of Ray takes: the data set of Ray",
    "replace.register.rings:MOST_ORDERS": "a cache of what is drawn: once against again",
    "who.persons.mention.parse:KEPT": "a cache of what a name says: once against again",
    "text.lexicon.words:CACHE_SIZE": "a cache of what a word is: once against again",
    "desk.serve.app:MOST_BYTES": "a limit that is told (E894), no buffer",
    "kanon.mondrian:CHUNK": "tables only, no text",
    "lab.curate.near:BLOCK": "nothing is anonymised",
}
"""Other constants of this kind, and what crosses their borders."""


@contextmanager
def changed(buffer: Buffer, value: int) -> Iterator[None]:
    """Give a constant another value, wherever it was imported to."""
    _, _, name = buffer.place.partition(":")
    home = import_module("spacy_hips." + buffer.place.partition(":")[0])
    users = [
        module
        for key, module in list(sys.modules.items())
        if key.startswith("spacy_hips.") and _takes(module, home, name)
    ]
    old = getattr(home, name)
    for module in users:
        setattr(module, name, value)
    try:
        yield
    finally:
        for module in users:
            setattr(module, name, old)


def _takes(module: Any, home: Any, name: str) -> bool:
    """Is it the home of a constant, or does it import the constant from there?"""
    if module is home:
        return True
    there = getattr(module, name, None)
    return there is getattr(home, name) and isinstance(there, int) and there > 256


def at_border(buffer: Buffer, value: int) -> list[Row]:
    """Rows that stand before a border, at it and behind it.

    value (int): Where the border is.
    """
    if buffer.unit == "documents":
        return make_rows(2 * value + 2, SHORT[:1], (value, 2 * value))
    # How many windows are sent is up to the texts: one text that has more must do.
    steps = (1,) if buffer.unit == "windows" else (-1, 0, 1)
    texts = [_text(buffer.unit, value + step) for step in steps]
    return rows_of_texts([text for long in texts for text in (long, *SHORT)])


def _text(unit: str, size: int) -> str:
    lines = [NAMES.format(name=person(number)) for number in range(40)]
    if unit in ("characters", "bytes"):
        return of_length(size, lines)
    if unit == "mentions":
        return "".join(f"{person(number)} helped.\n" for number in range(size))
    words = size * WORDS_OF_WINDOW if unit == "windows" else size
    line = [
        "I",
        "met",
        "Ana",
        "Ruiz",
        "and",
        "Kofi",
        "Mensah",
        "today",
        "in",
        "town",
        ",",
        "then",
        "left",
        ".",
    ]
    return " ".join(islice(cycle(line), words))


def _tried(buffer: Buffer) -> Any:
    def run(world: World) -> Outcome:
        rows = at_border(buffer, buffer.value)
        rows = [row for row in rows if CARRIERS[buffer.ending].carries(row.text)]
        made = []
        for value in (buffer.value, buffer.small):
            with changed(buffer, value):
                made.append(world.job(rows, ending=buffer.ending, **buffer.options))
        return compared(*made, f"{len(rows)} rows")

    return run


for _buffer in BUFFERS:
    _name = f"{_buffer.place} {_buffer.value:,} against {_buffer.small}"
    _models = "trained" if _buffer.trained else "rules"
    PAIRS.append(Pair("buffers", _name, _tried(_buffer), models=_models))
