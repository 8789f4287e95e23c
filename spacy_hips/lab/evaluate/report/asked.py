"""What a report is asked for."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

LEVELS: tuple[float, ...] = (0.99, 0.95, 0.9)
DRAWS = 1000


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The settings that change what is gathered or counted.

    seed (int): Of all that is drawn: surrogates, resampled documents, what is dropped.
    draws (int): How often documents are resampled.
    levels (tuple[float, ...]): To which shares of what was found detection is weakened.
    labels (str): Labels that are counted; "" takes those of the gold and the direct ones.
    merge_names (bool): Count all names as PERSON.
    tagger (str): A spaCy pipeline with a tagger; "" for none.
    classes (str): The field of the gold that a classifier is to tell; "" for none. Documents
        that are made up have "template".
    parser (str): Takes names apart for the groups: a registered parser, "" for our own.
    show_text (bool): List what was missed, with the words around it: internal.
    """

    seed: int = 0
    draws: int = DRAWS
    levels: tuple[float, ...] = LEVELS
    labels: str = ""
    merge_names: bool = False
    tagger: str = ""
    classes: str = ""
    parser: str = ""
    show_text: bool = False

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {**asdict(self), "levels": list(self.levels)}
