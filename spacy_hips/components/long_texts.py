"""Lets a packaged pipeline take texts that are longer than spaCy's default limit.

spaCy refuses texts of more than a million characters for the sake of its own parser and tagger,
which need memory for the whole text at once. Nothing of an assembled pipeline does: the encoder
works in windows, and what it leaves of a long document is pooled (find/models/encoder.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacy.language import Language


CALLBACK = "spacy_hips.LongTexts.v1"
CHARACTERS = 50_000_000


def make_long_texts(characters: int = CHARACTERS) -> Callable[[Language], Language]:
    """Build the setting (`spacy_hips.LongTexts.v1`), for `nlp.after_pipeline_creation`.

    characters (int): The longest text, in characters; a higher limit that is set stays.
    RETURNS (Callable): Takes a pipeline and returns it with `max_length` set.
    """

    def allow(nlp: Language) -> Language:
        nlp.max_length = max(nlp.max_length, characters)
        return nlp

    return allow


def long_texts_config() -> dict[str, Any]:
    """The block `nlp.after_pipeline_creation` of a pipeline that is assembled."""
    return {"@callbacks": CALLBACK, "characters": CHARACTERS}
