"""Tokens of the Kaggle competition, and spans as BIO labels on them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...components.scoring.metrics import Spot
from ...core.labels import to_scheme

if TYPE_CHECKING:
    from spacy.language import Language

Extent = tuple[int, int]


def spacy_tokens(nlp: Language, text: str) -> list[Extent]:
    """The tokens of a text, as characters. Kaggle's are those of spaCy's blank English pipeline.

    nlp (Language): A blank pipeline.
    text (str): The text.
    """
    nlp.max_length = max(nlp.max_length, len(text) + 1)
    with nlp.memory_zone():
        return [(token.idx, token.idx + len(token)) for token in nlp.make_doc(text)]


def given_tokens(text: str, tokens: Sequence[str]) -> list[Extent] | None:
    """Find given tokens in a text, in order.

    text (str): The text.
    tokens (Sequence[str]): Its tokens.
    RETURNS (Optional[list]): Their characters; None where they do not spell the text. White
        space between tokens is passed over, whatever the gold says of it.
    """
    extents = []
    at = 0
    for token in tokens:
        start = text.find(token, at)
        if start < 0 or text[at:start].strip():
            return None
        at = start + len(token)
        extents.append((start, at))
    return None if text[at:].strip() else extents


def bio(tokens: Sequence[Extent], spans: Iterable[Spot]) -> set[tuple[int, str]]:
    """BIO labels of the Kaggle scheme on tokens.

    tokens (Sequence): Tokens as characters, by place.
    spans (Iterable[Spot]): Spans with labels of this package; those that Kaggle does not know
        are passed over. A token that a span touches belongs to it.
    RETURNS (set): (number of the token, label with "B-" or "I-").
    """
    ends = [end for _, end in tokens]
    out = set()
    for start, end, label in spans:
        name = to_scheme(label, "kaggle")
        if name is None:
            continue
        prefix = "B"
        at = bisect_left(ends, start + 1)
        while at < len(tokens) and tokens[at][0] < end:
            out.add((at, f"{prefix}-{name}"))
            prefix = "I"
            at += 1
    return out
