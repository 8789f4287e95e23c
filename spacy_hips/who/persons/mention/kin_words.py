"""Words by which relatives and elders are called stay where they stand alone: "Lola cooked"."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.later import regex
from ....core.spans import DENIED, PiiSpan
from ....text.lexicon.tables import NameTables, fold
from .parse import parse
from .titles import HARDLY, is_familiar, known_titles

_INTRODUCED = regex.compile(
    r"(?i)\b(?:named|called|friend|classmate|roommate|teammate|colleague|name is|I am|I'm)"
    r"[^\S\n]\Z"
)
_NEAR = 12


def without_kin_words(text: str, spans: Sequence[PiiSpan], tables: NameTables) -> list[PiiSpan]:
    """Leave out found words that are forms of address and name nobody.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): Names, by place.
    tables (NameTables): The name tables.
    RETURNS (list[PiiSpan]): Without words that hardly anybody bears ("Ninang"), and without those
        that stand before a name in the same text ("Lola Remedios ... Lola"), where nobody is
        introduced by them ("my friend Lola").
    """
    lone = {s: key for s in spans if (key := _form(text, s)) and s.source != DENIED}
    if not lone:
        return list(spans)
    names = [parse(text[s.start : s.end], tables) for s in spans if s not in lone]
    titles = {fold(word.text) for name in names if name.core for word in name.having("title")}
    borne = {word.folded for name in names for word in name.core}
    borne |= {
        k for s, k in lone.items() if _INTRODUCED.search(text, max(0, s.start - _NEAR), s.start)
    }
    return [s for s in spans if s not in lone or not _is_word(lone[s], titles, borne, tables)]


def _form(text: str, span: PiiSpan) -> str:
    """The folded form of address that a mention consists of, else ""; no part of a word is one."""
    around = text[max(0, span.start - 1) : span.start] + text[span.end : span.end + 1]
    if any(map(str.isalpha, around)):
        return ""
    surface = text[span.start : span.end]
    key = fold(surface).replace(".", "")
    return key if surface.isalpha() and is_familiar(surface) and key in known_titles() else ""


def _is_word(key: str, titles: set[str], borne: set[str], tables: NameTables) -> bool:
    if key in borne:
        return False
    nobody = not tables.is_name(key) or max(tables.masses(key)) < HARDLY
    return nobody or key in titles
