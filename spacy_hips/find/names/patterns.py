"""Patterns that announce a name, read from the tables of a language (lang/xx/announced.toml).

A pattern says where a name stands and what may be one there. Its examples are its tests: what it
must find, and what it must leave.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ...core.errors import Errors, HipsError
from ...core.later import regex
from ...text.lexicon.admit import ADMISSIONS
from ...text.lexicon.language import BASE, language, shared
from ...text.lexicon.pattern_tables import with_words, words_of

FILE = "announced.toml"
LINE = "{{line}}"
"""The beginning of a line, in the tables."""
REACH = 400
"""A pattern that begins with a line needs no more characters than these, and the rest of a line."""


@dataclass(frozen=True)
class Announcement:
    """One pattern.

    name (str): What it is called in configs and figures.
    pattern (regex.Pattern): Where a name stands, as the group `who`.
    admits (str): What may be a name there, one of `lexicon.admit.ADMISSIONS`.
    over (tuple[str, ...]): Labels that give way to it.
    least (int): So many times it has to match in a text.
    finds, leaves (tuple[str, ...]): Texts in which it finds what stands in [brackets], and texts
        in which it finds nothing.
    why (str): The reason or the count that it stays for.
    opens_line (bool): It begins with a line, so that it need not be tried within one.
    """

    name: str
    pattern: regex.Pattern[str]
    admits: str
    over: tuple[str, ...]
    least: int
    finds: tuple[str, ...]
    leaves: tuple[str, ...]
    why: str
    opens_line: bool = False

    def matches(self, text: str) -> Iterator[regex.Match[str]]:
        """Where the pattern matches.

        text (str): A text.
        YIELDS (regex.Match): Each match, by place, without overlap.
        """
        if not self.opens_line:
            yield from self.pattern.finditer(text)
            return
        line = 0
        while line >= 0:
            # A pattern is first asked whether its letters stand anywhere: not in all that follows.
            end = text.find("\n", line + REACH)
            match = self.pattern.match(text, line, end if end >= 0 else len(text))
            if match:
                yield match
            line = text.find("\n", match.end() if match else line) + 1 or -1


@lru_cache(maxsize=8)
def announcements(lang: str = BASE) -> tuple[Announcement, ...]:
    """The patterns that are looked for in texts of a language.

    lang (str): The language.
    RETURNS (tuple): Those of all languages, those of English, in which forms and headers often
        are, and its own.
    RAISES (HipsError): E205 for a table that cannot be used.
    """
    files = [
        shared(FILE),
        *(language(code).file(FILE) for code in dict.fromkeys((BASE, language(lang).code))),
    ]
    return tuple(row for file in files if file for row in _read(file.read_text("utf8")))


def _read(text: str) -> Iterator[Announcement]:
    table = tomllib.loads(text)
    words = words_of(table)
    for row in table["pattern"]:
        if row["admits"] not in ADMISSIONS:
            raise HipsError(Errors.E205.format(name=row["name"], admits=row["admits"]))
        yield Announcement(
            name=row["name"],
            pattern=regex.compile(with_words(row["before"], words)),
            admits=row["admits"],
            over=tuple(row.get("over", ())),
            least=row.get("least", 1),
            finds=tuple(row["finds"]),
            leaves=tuple(row["leaves"]),
            why=row["why"],
            opens_line=row["before"].startswith(LINE),
        )
