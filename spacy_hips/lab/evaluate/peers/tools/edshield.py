"""edshield: its rules. Its model is a file that its users fetch by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

LABELS = {"NAME_RELATED": "NAME_PRIVATE", "SSN": "ID_NUM", "DEVICE_ID": "ID_NUM",
          "GEO": "LOCATION"}  # fmt: skip
INSTALL = "pip install edshield"


def load(settings: dict[str, Any]) -> Callable[[list[str]], Iterator[list[Any]]]:
    """The finder."""
    from edshield import analyze_text

    def find(texts: list[str]) -> Iterator[list[Any]]:
        for text in texts:
            found = analyze_text(text, model_name=settings.get("model") or "rules").entities
            yield [[e.start, e.end, e.label] for e in found]

    return find
