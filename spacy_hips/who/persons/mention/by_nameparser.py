"""Mentions taken apart by the package nameparser, in place of ours: to compare the two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....core.errors import Errors, HipsError
from ....core.later import regex
from ....text.lexicon.tables import NameTables, name_tables, script_of
from .name import UNSPACED, Name, Word
from .parse import LONGEST_NAME, Parse, parse_mention

_WORD = regex.compile(r"[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.&-]*")
_ROLES = ("title", "first", "middle", "last", "suffix", "nickname", "maiden")
_MARKS = ".'’()\"“”,"


def make_nameparser() -> Parse:
    """Build `spacy_hips.NameParser.nameparser.v1`, for the setting `parser` of hips_entities.

    RETURNS (Callable): Takes a mention apart as nameparser does. What has no words with blanks
        between them (handles, Chinese names) is taken apart by this package.
    RAISES (HipsError): E890 where nameparser is not installed.
    """
    try:
        import nameparser  # noqa: F401
    except ImportError:
        reason = "it is not installed (pip install 'spacy-hips[nameparser]')"
        raise HipsError(Errors.E890.format(parser="nameparser", reason=reason)) from None
    return parse_by_nameparser


def parse_by_nameparser(text: str, tables: NameTables | None = None) -> Name:
    """Take a mention apart as nameparser does.

    text (str): The mention.
    tables (NameTables): The name tables, for what nameparser does not read.
    RETURNS (Name): Its words with their roles.
    """
    ours = parse_mention(text, tables or name_tables())
    unspaced = any(script_of(word.text) in UNSPACED for word in ours.core)
    if ours.glued or unspaced or len(text) > LONGEST_NAME or not ours.core:
        return ours
    from nameparser import HumanName

    read = HumanName(text)
    words = tuple(_words(text, read))
    core = [word.role for word in words if word.role in ("first", "last")]
    comma = "," in text and core[:1] == ["last"] and "first" in core
    return Name(text, words, family_first=False, comma=comma, sure=len(core) > 1)


def _words(text: str, read: Any) -> Iterator[Word]:
    """The words of a mention at their places; a word that nameparser drops is a mark."""
    roles: dict[str, list[str]] = {}
    for role in _ROLES:
        for piece in getattr(read, f"{role}_list", ()):
            for word in str(piece).split():
                roles.setdefault(_bare(word), []).append(role)
    particles = {_bare(w) for piece in read.last_prefixes_list for w in str(piece).split()}
    for match in _WORD.finditer(text):
        own = _bare(match[0])
        role = next(iter(roles.get(own, ())), "mark")
        if len(roles.get(own, ())) > 1:
            roles[own].pop(0)
        role = "particle" if role == "last" and own in particles else role
        role = "last" if role == "maiden" else role
        end = match.end() - (match[0].endswith(".") and role not in ("title", "suffix"))
        yield Word(text[match.start() : end], match.start(), end, role)


def _bare(word: str) -> str:
    return word.strip(_MARKS).casefold()
