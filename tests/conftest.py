"""What tests share: the folder of outside data where it is there, and inline-tagged texts."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

_TAG = re.compile(r"\[([^\[\]|]+)\|([A-Z_]+)\]")


def tagged(string: str) -> tuple[str, list[tuple[int, int, str]]]:
    """Read "write to [ana@x.org|EMAIL]" into its text and its spans."""
    text, spans, last = "", [], 0
    for match in _TAG.finditer(string):
        text += string[last : match.start()]
        spans.append((len(text), len(text) + len(match[1]), match[2]))
        text += match[1]
        last = match.end()
    return text + string[last:], spans


@pytest.fixture(name="tagged")
def _tagged():
    return tagged


@pytest.fixture
def shared() -> Path:
    """The folder of outside data; tests that use it say so when it is not there."""
    root = Path(os.environ.get("HIPS_SHARED", Path(__file__).parents[2] / "shared"))
    if not (root / "data").is_dir():
        pytest.skip("uses the outside data folder, which is not here (HIPS_SHARED)")
    return root
