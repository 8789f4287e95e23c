"""Names in the names of files, as students hand them in: "File name: Ana_Ruiz-final.pdf"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from ...lexicon.words import Lexicon, Word
from ...page.files import FILE_KIND
from ...spans import PiiSpan
from ..tokens.ends import FILE_ENDING

SCORE = 0.5
"""The score of such a name: the finder did not see it."""
_FILE = regex.compile(
    r"(?<![\p{L}\p{M}\p{N}_./@-])(?P<stem>[\p{L}\p{M}'’]+(?:[_-][\p{L}\p{M}'’]+){0,5})"
    + FILE_ENDING
    + r"(?![\p{L}\p{N}])",
    regex.IGNORECASE,
)
_KIND = regex.compile(FILE_KIND, regex.IGNORECASE)  # a quick look
_PART = regex.compile(r"\p{Lu}[\p{Ll}\p{M}'’]+|\p{L}[\p{L}\p{M}'’]*")


def names_of_files(text: str, spans: Sequence[PiiSpan], lexicon: Lexicon) -> list[PiiSpan]:
    """The names of people in names of files that were not found.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    lexicon (Lexicon): Looks words up: only what is known as a forename or a surname is a name.
    RETURNS (list): The names by place. Where something was found in a file's name already, only
        known forenames.

        >>> names_of_files("see Ana_Ruiz-final.pdf", [], Lexicon())[0].end
        12
    """
    if not _KIND.search(text):
        return []
    taken = [(span.start, span.end) for span in spans]
    out = []
    for match in _FILE.finditer(text):
        start, end = match.span("stem")
        inside = [(a, b) for a, b in taken if a < match.end() and start < b]
        places = list(_parts(text, start, end, lexicon))
        if inside:
            free = [p for p in places if not any(a < p[1] and p[0] < b for a, b in inside)]
            names = [place[:2] for place in free if _is_name([place[2]]) and not place[2].common]
        else:
            names = _joined(places)
        out += [PiiSpan(*place, "PERSON", SCORE, "ner") for place in names]
    return out


def _parts(text: str, start: int, end: int, lexicon: Lexicon) -> Iterator[tuple[int, int, Word]]:
    for match in _PART.finditer(text, start, end):
        yield *match.span(), lexicon(match[0])


def _joined(places: Sequence[tuple[int, int, Word]]) -> list[tuple[int, int]]:
    """Neighbours that are no ordinary words, where one of them is known as a name."""
    rows: list[list[tuple[int, int, Word]]] = [[]]
    for place in places:
        if place[2].common:
            rows.append([])
        else:
            rows[-1].append(place)
    return [(row[0][0], row[-1][1]) for row in rows if _is_name([word for *_, word in row])]


def _is_name(words: Sequence[Word]) -> bool:
    if len(words) == 1:
        return words[0].forename > 1
    return any(word.named for word in words)
