"""Tokens and tags: where tokens stand in a text, how spans become BIO tags, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from ...core.spans import PiiSpan

if TYPE_CHECKING:
    from spacy.tokenizer import Tokenizer

Place = tuple[int, int]
# Tokens, and for each whether a space follows; None where the source does not tell.
Layout = tuple[tuple[str, ...], tuple[bool, ...] | None]
Tagged = tuple[int, int, str]

_BEGINS, _GOES_ON = "BSU", "IEL"
_ENDS = "SUEL"


def laid_out(text: str, layout: Layout) -> tuple[tuple[str, ...], tuple[bool, ...]] | None:
    """Tokens that spell a text.

    text (str): The text.
    layout (Layout): Tokens of the text in order. Where they do not spell it as they are, white
        space may stand between them.
    RETURNS (tuple): Tokens, and for each whether a space follows; None if they do not spell it.
    """
    tokens, spaces = layout
    if spaces is not None and spelled(tokens, spaces) == text:
        return tokens, spaces
    places = align(text, tokens)
    return None if places is None else with_spaces(text, places)


def spelled(tokens: Sequence[str], spaces: Sequence[bool]) -> str:
    """The text of tokens with spaces behind some of them."""
    return "".join(t + (" " if s else "") for t, s in zip(tokens, spaces, strict=True))


def align(text: str, tokens: Iterable[str]) -> list[Place] | None:
    """Find tokens in a text, in order, with nothing but white space between them.

    text (str): The text.
    tokens (Iterable[str]): Its tokens.
    RETURNS (list): Start and end of each; None where they do not fit.
    """
    places, at = [], 0
    for token in tokens:
        while not text.startswith(token, at):
            if not text[at : at + 1].isspace():
                return None
            at += 1
        if not token:
            return None
        places.append((at, at + len(token)))
        at += len(token)
    return places if not text[at:].strip() else None


def with_spaces(text: str, places: Sequence[Place]) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    """Tokens that spell a text; white space other than a space behind a token is a token.

    text (str): The text.
    places (Sequence): Where its tokens stand.
    RETURNS (tuple): Tokens, and for each whether a space follows, as spaCy has them.
    """
    tokens: list[str] = []
    spaces: list[bool] = []
    at = 0
    for start, end in (*places, (len(text), len(text))):
        gap = text[at:start]
        if gap.startswith(" ") and tokens:
            spaces[-1] = True
            gap = gap[1:]
        for token in (gap, text[start:end]):
            if token:
                tokens.append(token)
                spaces.append(False)
        at = end
    return tuple(tokens), tuple(spaces)


def token_places(
    text: str, tokens: Sequence[str] | None, spaces: Sequence[bool] | None
) -> list[Place]:
    """Where the tokens of a text stand.

    text (str): The text.
    tokens, spaces (Optional[Sequence]): Its tokens where it has some that spell it; else it is
        cut by spaCy's English rules.
    RETURNS (list): Start and end of each.
    """
    if tokens is None or spaces is None:
        doc = _english()(text)
        return [(token.idx, token.idx + len(token)) for token in doc]
    places, at = [], 0
    for token, space in zip(tokens, spaces, strict=True):
        places.append((at, at + len(token)))
        at += len(token) + space
    return places


def cut(places: Sequence[Place], length: int, spans: Sequence[PiiSpan]) -> list[Place]:
    """Cut tokens where spans begin or end, so that each span has tokens of its own.

    places (Sequence): Where the tokens stand.
    length (int): Of the text.
    spans (Sequence[PiiSpan]): By place.
    RETURNS (list): The tokens. White space between tokens that a span begins or ends with is one.
    """
    borders = sorted({b for s in spans for b in (s.start, s.end)})
    starts, ends = {s.start for s in spans}, {s.end for s in spans}
    out: list[Place] = []
    next_border, at = 0, 0
    for start, end in (*places, (length, length)):
        for low, high, gap in ((at, start, True), (start, end, False)):
            if low == high:
                continue
            while next_border < len(borders) and borders[next_border] <= low:
                next_border += 1
            last = next_border
            while last < len(borders) and borders[last] < high:
                last += 1
            inner = borders[next_border:last]
            if not gap or inner or low in starts or high in ends:
                out += pairwise([low, *inner, high])
        at = end
    return out


def bio_tags(places: Sequence[Place], spans: Iterable[tuple[PiiSpan, str]]) -> list[str]:
    """BIO tags of tokens.

    places (Sequence): Where the tokens stand, cut at the spans.
    spans (Iterable): Spans with the names of their labels, by place, none overlapping.
    RETURNS (list): A tag for each token.
    """
    tags = ["O"] * len(places)
    at = 0
    for span, name in spans:
        prefix = "B"
        while at < len(places) and places[at][0] < span.end:
            if places[at][0] >= span.start:
                tags[at] = f"{prefix}-{name}"
                prefix = "I"
            at += 1
    return tags


def bio_spans(tags: Iterable[str]) -> Iterator[Tagged]:
    """Spans of tags: BIO, or the kinds with marks for ends and for single tokens (BIOES, BILOU).

    tags (Iterable[str]): A tag for each token.
    YIELDS (tuple): The first token, the last one, and the label. An "I-" without its "B-" begins.
    """
    current: Tagged | None = None
    for i, tag in enumerate(tags):
        kind, label = (tag[:1], tag[2:]) if tag[1:2] == "-" else ("B", tag)
        if tag == "O":
            if current:
                yield current
            current = None
            continue
        if current and kind in _GOES_ON and current[2] == label:
            current = (current[0], i, label)
        else:
            if current:
                yield current
            current = (i, i, label)
        if kind in _ENDS:
            yield current
            current = None
    if current:
        yield current


@cache
def _english() -> Tokenizer:
    from ...components.tokenizer import blank

    return blank("en").tokenizer
