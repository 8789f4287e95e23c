"""Persons, accounts and their numbers in text that is no prose, by the keys of its fields."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.later import regex
from ...core.spans import PiiSpan
from ...text.lexicon.tables import fold, name_tables, titles
from ...text.page.columns import columns
from ...text.page.fields import ACCENT, LETTERS, PERHAPS, Field, fields
from . import _field_words as words

SOURCE, ACCENTED = "rules.field", "rules.accented"

_PARTS = regex.compile(r"\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}]+|\p{Lo}+")
_LETTERS = rf"(?:[\p{{L}}\p{{M}}.'’-]|{ACCENT})"
_NAME = regex.compile(rf"(?=\p{{L}}){_LETTERS}+(?:(?:[ +_,~]{{1,2}}|%20){_LETTERS}+){{0,4}}")
# A name with an accent written in LaTeX, which no finder reads: Jos\\'{e} Garc\\'ia.
_CAPITAL = rf"(?:\p{{Lu}}|(?!\\[\"\p{{L}}]){ACCENT})(?:[\p{{L}}\p{{M}}'’-]|{ACCENT}){{1,30}}"
_ACCENTED = regex.compile(rf"(?<![\p{{L}}\\{{]){_CAPITAL}(?:[ ~]{_CAPITAL}){{0,3}}")
_OWN_LETTER = regex.compile(rf"\\({'|'.join(LETTERS)})(?![A-Za-z]) ?")
_MARK = regex.compile(r"\\[\"'`^~=.]|\\[uvHcdbkr](?=[ {])[ ]?|[{}]|\\")
_HANDLE = regex.compile(r"@?[\p{L}\p{N}_][\p{L}\p{N}_.-]{1,39}")
# A line of a settings file, or of a comment in a program: "user: mk_9", "# @author mk_9".
_SETTING = regex.compile(
    r"^[ \t]{0,12}(?:(?:-|//|\#|/?\*{1,2}|--|;|%)[ ]{0,2})?"
    r"(?:(?P<key>[a-z][\w-]{1,30}):|@(?P<key>author|user|owner))[ \t]{1,4}[\"']?"
    r"(?P<value>@?[\p{L}\p{N}_][\p{L}\p{N}_.-]{2,39}?)[\"']?[ \t]{0,8}(?:\#[^\n]*|\*/)?$",
    regex.M,
)
_NUMBER = regex.compile(r"(?=[^\s]*\d{2})[\p{L}\p{N}][\p{L}\p{N}/_-]{2,39}")


class FieldRule:
    """Finds the values of fields that name a person, an account or a person's number.

    JSON, XML, dictionaries, query strings, log lines, INSERT statements. Names are read only where
    a key says so: whether a text was searched for names is for others to say.
    """

    labels: tuple[str, ...] = ("ID_NUM", "USERNAME")

    def __call__(self, text: str) -> Iterator[PiiSpan]:
        """Find the values of a text.

        text (str): The text.
        YIELDS (PiiSpan): Values without overlaps, by place.
        """
        end = 0
        spans = [PiiSpan(*found, 0.9, SOURCE) for found in (*_labelled(text), *_accounts(text))]
        spans += [PiiSpan(*found, 0.9, ACCENTED) for found in _accented(text)]
        for span in sorted(spans, key=lambda s: (s.start, s.end, s.label)):
            if span.start >= end:
                end = span.end
                yield span


def _labelled(text: str) -> Iterator[tuple[int, int, str]]:
    """The values of fields that say whose they are."""
    found = fields(text)
    keys = {field.key.lower() for field in found}
    halves = {key for pair in words.HALVES if keys >= pair for key in pair}
    for field in found:
        value = text[field.start : field.end]
        label = "" if field.key.lower() not in halves else "PERSON" * bool(_NAME.fullmatch(value))
        label = label or _label(field, value)
        if label and value.lower() not in words.NOBODY:
            yield field.start, field.end, label


def _accounts(text: str) -> Iterator[tuple[int, int, str]]:
    """Accounts below the head of a column of them, and in the lines of settings."""
    cells = [(cell.start, cell.end) for cell in columns(text, _heads_accounts)]
    cells += [m.span("value") for m in _SETTING.finditer(text) if _heads_accounts(m["key"])]
    for start, end in cells:
        value = text[start:end]
        if _account(value) and value.lower() not in words.NOBODY and not _is_word(value):
            yield start, end, "USERNAME"


def _heads_accounts(key: str) -> bool:
    joined = "".join(_PARTS.findall(key)).lower()
    return len(key) <= 30 and (joined in words.ACCOUNTS or joined in words.ACCOUNT_HEADS)


def _is_word(value: str) -> bool:
    """Is it a word or a name as others write it, and no account for sure?"""
    tables = name_tables()
    return value.isalpha() and (
        len(value) < 5 or not value.islower() or tables.is_common_word(value) or _is_known(value)
    )


def _accented(text: str) -> Iterator[tuple[int, int, str]]:
    """Names that the tables know, with accents of LaTeX in them."""
    if "\\" not in text:
        return
    for match in _ACCENTED.finditer(text):
        plain = _OWN_LETTER.sub(lambda own: LETTERS[own[1]], match[0])
        if "\\" in match[0] and _is_known(_MARK.sub("", plain)):
            end = match.end() - (match[0][-1] in ".,'’-")
            yield match.start(), end, "PERSON"


def _label(field: Field, value: str) -> str:
    """What the value of a field is; "" for anything else."""
    if field.key == PERHAPS:
        return "PERSON" if _is_plain_name(value) else ""
    parts = [part.lower() for part in _PARTS.findall(field.key)]
    if not parts or not value:
        return ""
    joined, last = "".join(parts), parts[-1]
    held = bool(words.HOLDERS & set(parts))
    if joined in words.OWN_NUMBERS or (held and last in words.NUMBERS):
        return "ID_NUM" if _NUMBER.fullmatch(value) else _account(value)
    if joined in words.ACCOUNTS:
        return _account(value)
    if _is_name_key(parts, held=held):
        return "PERSON" if _NAME.fullmatch(value) else ""
    if parts[0] == "table" and held:
        return "PERSON" if _is_full_name(value) else ""
    if held and last in words.HOLDERS:
        named = " " in value.strip() or (value.isalpha() and _is_known(value))
        return "PERSON" if named and _NAME.fullmatch(value) else _account(value)
    if last == "name" and len(parts) == 1:
        return "PERSON" if _is_known(value) else ""
    return ""


def _is_name_key(parts: list[str], *, held: bool) -> bool:
    joined = "".join(parts)
    if joined in words.NAMES:
        return True
    return parts[-1] == "name" and (held or bool(words.NAME_KINDS & set(parts)))


def _account(value: str) -> str:
    return "USERNAME" if _HANDLE.fullmatch(value) and not value.isdigit() else ""


def _is_plain_name(value: str) -> bool:
    """Is every word of it a name, and the first one a forename and no ordinary word?

    Behind a title a surname is enough.
    """
    tables, names = name_tables(), regex.findall(r"[\p{L}\p{M}]+", value)
    titled = len(names) > 1 and fold(names[0]) in titles()
    if titled and _NAME.fullmatch(value):
        return all(tables.is_forename(word) or tables.is_surname(word) for word in names[1:])
    return bool(_NAME.fullmatch(value)) and (
        tables.is_forename(names[0])
        and not tables.is_common_word(names[0])
        and all(tables.is_forename(word) or tables.is_surname(word) for word in names)
    )


def _is_full_name(value: str) -> bool:
    return " " in value and value[:1].isupper() and _is_known(value)


def _is_known(value: str) -> bool:
    """Is it shaped like a name, with a word that the name tables know?"""
    if not _NAME.fullmatch(value):
        return False
    return any(map(name_tables().is_name, regex.findall(r"\p{L}+", value)))


def make_field_rule() -> FieldRule:
    """Build the rule for fields.

    RETURNS (FieldRule): The rule.
    """
    return FieldRule()
