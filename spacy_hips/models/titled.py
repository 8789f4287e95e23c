"""Names behind a title or a relative: "Mrs. He", "Professor Okri", "my aunt faith".

These announce a name whatever the word is otherwise, but a model that meets the word a thousand
times without a title for each time with one does not believe it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import regex

from ..spans import PiiSpan
from .cue_words import CLASSES, EDGE_WORDS, OFFICES
from .lexicon import Lexicon

SCORE = 0.9
"""What such a name is given as its score."""
_CAPITAL = r"(?P<who>\p{Lu}[\p{L}\p{M}'’-]+)"
_TITLE = regex.compile(rf"(?<!\p{{L}})(?:Mr|Mrs|Ms|Mx)(?:\.\s?|\s){_CAPITAL}")
_DEGREE = regex.compile(rf"(?<!\p{{L}})(?:(?:Dr|Prof)\.?|Professor) {_CAPITAL}")
# In small letters before a mark only: "my friend will come" names nobody.
_RELATIVE = regex.compile(
    rf"(?<!\p{{L}})(?:my|our|his|her|their) (?:{'|'.join(CLASSES['kin'])}) "
    r"(?P<who>\p{Ll}{3,})(?=[.,;:!?)])"
)
_NO_NAMES = OFFICES | {"and", "or"}  # "Mr. President", "Mr. and Mrs."
_NO_RELATIVES = EDGE_WORDS | {"ever", "mine", "young", "will"}  # "my best friend ever."
_COMMON = 2  # how common a forename in small letters has to be, in the lexicon's steps


def titled_names(
    text: str, spans: Sequence[PiiSpan], lexicon: Lexicon, source: str = "ner"
) -> list[PiiSpan]:
    """The names behind a title or a relative that were not found.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    lexicon (Lexicon): Looks words up: what is an ordinary word and no name is none here either.
    source (str): What the spans name as their source.
    RETURNS (list): Names of one word.
    """
    found = [
        match.span("who")
        for pattern, may_be_name in _ANNOUNCED
        for match in pattern.finditer(text)
        if may_be_name(match["who"], lexicon)
    ]
    if not found:
        return []
    taken = {i for span in spans for i in range(span.start, span.end)}
    return [
        PiiSpan(start, end, "PERSON", SCORE, source)
        for start, end in found
        if taken.isdisjoint(range(start, end))
    ]


def _behind_title(form: str, lexicon: Lexicon) -> bool:
    word = lexicon(form)
    named = not word.common or max(word.forename, word.surname) > 0
    return named and form.lower() not in _NO_NAMES


def _behind_degree(form: str, lexicon: Lexicon) -> bool:
    """What somebody teaches or is stands there, too ("Professor Emeritus")."""
    word = lexicon(form)
    return max(word.forename, word.surname) > 0 and not word.common


def _behind_relative(form: str, lexicon: Lexicon) -> bool:
    return lexicon(form).forename >= _COMMON and form not in _NO_RELATIVES


_ANNOUNCED: tuple[tuple[regex.Pattern[str], Callable[[str, Lexicon], bool]], ...] = (
    (_TITLE, _behind_title),
    (_DEGREE, _behind_degree),
    (_RELATIVE, _behind_relative),
)
