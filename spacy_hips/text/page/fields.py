"""Fields in text that is no prose: JSON, XML, dictionaries, query strings, log lines, SQL.

A field has a key, which is never touched, and a value. Text that is broken is read as far as it
goes: nothing here raises, and each field is read by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...core.later import regex

_INDENT = 80  # blanks before a key that are looked at
PERHAPS = "perhaps"
"""The key of a value that may be a name: a header of LaTeX, the text of a link to an address."""
LONGEST_KEY = 40
LONGEST_VALUE = 200
_QUOTED = (
    rf"\"(?:[^\"\\\n]|\\[^\n]){{0,{LONGEST_VALUE}}}\""
    rf"|'(?:[^'\\\n]|\\[^\n]){{0,{LONGEST_VALUE}}}'"
)
_KEY = rf"[\p{{L}}_][\p{{L}}\p{{N}}_. :#-]{{0,{LONGEST_KEY}}}"
# Each key is read backwards from the mark behind it: "name": "Ana", 'name' => 'Ana', \"name\": 12
_BEFORE_VALUE = regex.compile(r"(?<=[\"'])[^\S\n]{0,4}(?::|=>)\s{0,4}")
_QUOTED_KEY = regex.compile(rf"(?r)(?P=quote)(?P<key>{_KEY})(?P<quote>\\?[\"'])")
_EQUALS = regex.compile(r"(?<=[\p{L}\p{N}_-])=(?!=)")
_NAMED_KEY = regex.compile(
    rf"(?r)(?<![\p{{L}}\p{{N}}_.\\-])(?P<key>[\p{{L}}_][\p{{L}}\p{{N}}_-]{{0,{LONGEST_KEY}}})"
)
_ELEMENT = regex.compile(
    rf"<(?P<key>[\p{{L}}_][\p{{L}}\p{{N}}_.:-]{{0,{LONGEST_KEY}}})(?:\s[^<>]{{0,200}})?>"
    rf"(?P<value>[^<>]{{1,{LONGEST_VALUE}}})(?=</)"
)
_MAILED = regex.compile(
    r"<a\s[^<>]{0,200}?mailto:[^<>]{1,200}>(?P<value>[^<>@]{1,60})(?=</a>)", regex.I
)
_TAG = regex.compile(rf"</?[\p{{L}}_][^<>\n]{{0,{LONGEST_VALUE}}}>")
_SAYS = regex.compile(r"<(?P<name>[\p{L}_][\p{L}\p{N}_.:-]*)\s[^=\"'<>]*\p{L}[^=\"'<>]*>")
"""A tag with words that are no attributes, such as who speaks: "<v Ana Ruiz>"."""
_CLOSING = regex.compile(r"</([\p{L}_][\p{L}\p{N}_:-]*)")
_STRING = regex.compile(_QUOTED)
_ESCAPED = regex.compile(rf"\\\"(?:[^\"\\\n]){{0,{LONGEST_VALUE}}}\\\"")
_BARE = regex.compile(r"[\p{L}\p{N}_](?:[\p{L}\p{N}_.+@-]|%20(?=\p{L})){0,79}")
_ITEMS = regex.compile(rf"\[\s{{0,9}}(?:(?P<item>{_QUOTED})\s{{0,9}},?\s{{0,9}}){{1,50}}\]")
_COMMAND = regex.compile(
    r"\\[a-z]{2,24}\*?(?=\s{0,2}[\[{])"
    r"|\\(?:and|item|newline|noindent|par|today|maketitle|ldots|quad|centering|hline)(?![A-Za-z])"
)
# Keys of works and places in LaTeX: "\cite{kolb1984}".
_KEYS = regex.compile(
    r"\\(?:[a-z]{0,6}cite[a-z]{0,6}|[a-z]{0,4}ref|label|bibitem|bibliography)\*?"
    r"(?:\[[^\]\n]{0,80}\]){0,2}\{[^{}\n]{0,200}\}",
    regex.I,
)
_ENTRY = regex.compile(r"@[a-z]{4,16}\{[^\s{},=]{1,80},", regex.I)
"""The key of a work in BibTeX, which texts cite."""
# Labels of forms, with their mark: "Pin No: 4410", "NAME. Ana  Branch. CSE".
_FORM = regex.compile(
    r"(?<![\p{L}\p{N}])(?:(?:pin|roll|reg[nd]?|registration|enrol+ment|matric|adm|admission|hall"
    r" ticket|seat|exam|id|card|acc|account|prn|usn|student|employee)[ .]{0,2}"
    r"(?:no|nr|num|number|un|id|code)|branch|name|m\.?i\.?|(?:middle )?initials?"
    r"|class|section|sec|dept|department|division|semester|sem|batch|course|subject"
    r"|school|college|group|team|topic|title|date|year|grade|d\.?o\.?b|sex|gender|blood group)"
    r"[ ]?[.:#](?=[ \t]*[^\s.])(?![ ]?(?-i:[a-z]))",
    regex.I,
)
# Behind the number of an age: "18-year-old".
_COMPOUND = regex.compile(
    r"(?<=\d)[-‐–](?:year|yr|month|week|day)s?(?:[-‐–]olds?)?(?!\p{L})", regex.I
)
_BLOCK = regex.compile(r"(?m)^(?:BEGIN|END):[A-Z][A-Z-]{2,20}$")
"""Where a card or an entry of a calendar begins and ends."""
_ADDRESS = regex.compile(r"(?:://|www\.)\S*\Z")
_INSERT = regex.compile(
    r"(?i)\binsert\s{1,4}into\s{1,4}[`\"\[]?(?P<table>\w{1,64})[`\"\]]?\s{0,4}"
    r"(?:\((?P<names>[^()]{1,800})\)\s{0,4})?values\s{0,4}"
)
_ROW = regex.compile(r"\s{0,4},?\s{0,4}\((?P<row>(?:[^()']|'(?:[^']|'')*')*)\)")
_CELL = regex.compile(r"'(?P<text>(?:[^']|'')*)'|(?P<bare>[^\s,'()]+)")


# LaTeX: \author{Ana Ruiz \and Ben Lund\thanks{ana@x.org}}
_OWN_LETTER = r"\\(?:aa|AA|ae|AE|oe|OE|ss|[oOlLij])(?![A-Za-z])"
ACCENT = (
    r"(?:\\(?:[\"'`^~=.]|[uvHcdbkr](?=[ {]))[ ]?(?:\{\\?[A-Za-z]\}|\\?[A-Za-z])"
    rf"|{_OWN_LETTER}(?:\{{\}}| (?=[a-z]))?|\{{{_OWN_LETTER}\}})"
)
"""An accent of LaTeX, which is a mark before its letter, or a letter of its own, as a pattern."""
LETTERS: dict[str, str] = {
    "aa": "å", "AA": "Å", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "ss": "ß", "o": "ø",
    "O": "Ø", "l": "ł", "L": "Ł", "i": "i", "j": "j",
}  # fmt: skip
"""What the commands of LaTeX for letters stand for."""
_HEADER = regex.compile(
    r"\\(?:(?:[lcr](?:head|foot)|fancy(?:head|foot)|markright|newcommand\{\\\w{2,20}\}"
    r"|def\\\w{2,20})(?:\[[^\]\n]{0,20}\])?)\{(?P<value>[^{}\n]{1,80})\}"
)
_AUTHOR = regex.compile(
    r"\\(?:author|editor|name|supervisor|advisor|student)s?(?:\[[^\]\n]{0,40}\])?\{"
)
_WRITER = regex.compile(
    rf"(?:\G|(?<=\\and)|(?<=[,&]))[\s~]{{0,9}}"
    rf"(?P<name>\p{{Lu}}(?:[\p{{L}}\p{{M}}.'’-]|{ACCENT}){{0,30}}"
    rf"(?:[ ~]{{1,2}}(?:[\p{{L}}\p{{M}}.'’-]|{ACCENT}){{1,30}}){{0,4}})"
)


class Field(NamedTuple):
    """A key and the characters of its value, without quotes.

    key (str): The key as it is written; for a value of SQL without one "table " and its name.
    start, end (int): The value's characters.
    """

    key: str
    start: int
    end: int


def fields(text: str) -> list[Field]:
    """The fields of a text.

    text (str): Any text.
    RETURNS (list): By place; a value may be empty of letters.

        >>> [field.key for field in fields('{"name": "Ana", "age": 12} <b>Wren</b> id=7')]
        ['name', 'age', 'b', 'id']
    """
    found: list[Field] = []
    if '"' in text or "'" in text:
        for key, end in _paired(text):
            found += _values(text, key["key"], end)
    if "=" in text:
        for key, end in _assigned(text):
            found += _values(text, key["key"], end)
    if "</" in text:
        for match in _ELEMENT.finditer(text):
            found.append(_trimmed(text, match["key"], *match.span("value")))
        found += [_trimmed(text, PERHAPS, *m.span("value")) for m in _MAILED.finditer(text)]
    if "\\" in text:
        found += _writers(text)
    found += _inserted(text)
    return sorted((f for f in found if f.start < f.end), key=lambda f: f.start)


def fixed(text: str) -> list[tuple[int, int]]:
    """What must stay as it is, or the text is no longer one of its kind: keys, tags, commands.

    text (str): Any text.
    RETURNS (list): Characters, by place; they may overlap.

        >>> fixed(r"{'name': 'Ana'} <b>x</b> \\\\emph{Ana}")
        [(1, 7), (16, 19), (20, 24), (26, 31)]
    """
    out: list[tuple[int, int]] = []
    if '"' in text or "'" in text:
        out += [key.span() for key, _ in _paired(text) if _is_key(text, key.start())]
    if "=" in text:
        out += [(key.start(), end) for key, end in _assigned(text)]
    if "</" in text or "/>" in text:
        out += _without_values(text)
    for pattern in (_COMPOUND, _FORM, _BLOCK):
        out += [match.span() for match in pattern.finditer(text)]
    if "@" in text:
        out += [match.span() for match in _ENTRY.finditer(text)]
    if "\\" in text:
        for pattern in (_COMMAND, _KEYS):
            out += [match.span() for match in pattern.finditer(text)]
    return sorted(out)


def _is_key(text: str, start: int) -> bool:
    """Does a brace or a comma stand before it? Else it may be who speaks ('"Ana": I know.')."""
    before = text[max(0, start - _INDENT) : start].rstrip()
    return before.endswith(("{", ",", "["))


def _paired(text: str) -> Iterator[tuple[regex.Match, int]]:
    """Keys in quotes, and where their values begin."""
    for mark in _BEFORE_VALUE.finditer(text):
        low = max(0, mark.start() - LONGEST_KEY - 6)
        key = _QUOTED_KEY.match(text, low, mark.start())
        if key is not None:
            yield key, mark.end()


def _assigned(text: str) -> Iterator[tuple[regex.Match, int]]:
    """Keys before "=", and where their values begin; a web address is read as a whole."""
    for mark in _EQUALS.finditer(text):
        key = _NAMED_KEY.match(text, max(0, mark.start() - LONGEST_KEY - 2), mark.start())
        if key is None:
            continue
        if not _ADDRESS.search(text, max(0, key.start() - LONGEST_VALUE), key.start()):
            yield key, mark.end()


def _without_values(text: str) -> Iterator[tuple[int, int]]:
    """Tags, without the values of their attributes and without words that are no attributes."""
    closed = set(_CLOSING.findall(text))
    for tag in _TAG.finditer(text):
        at = tag.start()
        if says := _SAYS.fullmatch(text, *tag.span()):
            if says["name"].partition(".")[0] in closed:  # else "<Ana Ruiz>", which is no tag
                yield at, says.end("name")
            continue
        for value in _STRING.finditer(text, *tag.span()):
            yield at, value.start() + 1
            at = value.end() - 1
        yield at, tag.end()


def _values(text: str, key: str, at: int) -> Iterator[Field]:
    """The value that begins here: a string, the strings of a list, or a word."""
    if (items := _ITEMS.match(text, at)) is not None:
        for start, end in items.spans("item"):
            yield _trimmed(text, key, start + 1, end - 1)
    elif (string := _STRING.match(text, at)) is not None:
        yield _trimmed(text, key, string.start() + 1, string.end() - 1)
    elif (string := _ESCAPED.match(text, at)) is not None:
        yield _trimmed(text, key, string.start() + 2, string.end() - 2)
    elif (word := _BARE.match(text, at)) is not None:
        yield _trimmed(text, key, *word.span())


def _trimmed(text: str, key: str, start: int, end: int) -> Field:
    while start < end and text[start].isspace():
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ".,;"):
        end -= 1
    return Field(key, start, end)


def _writers(text: str) -> Iterator[Field]:
    """The names in the author's command of LaTeX, and what stands on top of its pages."""
    for header in _HEADER.finditer(text):
        yield _trimmed(text, PERHAPS, *header.span("value"))
    for command in _AUTHOR.finditer(text):
        end = command.end() + 4 * LONGEST_VALUE
        stop = text.find("\n\n", command.end(), end)
        for match in _WRITER.finditer(text, command.end(), stop if stop >= 0 else end):
            yield Field("author", *match.span("name"))


def _inserted(text: str) -> Iterator[Field]:
    """The values of INSERT statements, by the names of their columns or of their table."""
    for match in _INSERT.finditer(text):
        names = [name.strip(' `"[]\n') for name in (match["names"] or "").split(",")]
        at = match.end()
        while (row := _ROW.match(text, at)) is not None:
            cells = list(_CELL.finditer(text, *row.span("row")))
            fits = len(cells) == len(names)
            for number, cell in enumerate(cells):
                key = names[number] if fits else f"table {match['table']}"
                yield Field(key, *cell.span("text" if cell["text"] is not None else "bare"))
            at = row.end()
