"""Languages: all words of a language that any room asks for, from its folder (spacy_hips/lang/xx).

A list of words stands in one place, its language's `words.tsv`; patterns with their examples stand
beside it (`announced.toml`, `indirect.toml`, `placeholders.toml`). A new language is a new folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType

from ...core.errors import Errors, HipsError

BASE = "en"
"""The language whose tables are read where another has none."""
WORDS = "words.tsv"
PATTERNS: Mapping[str, str] = MappingProxyType(
    {
        "announced.toml": "places where a text announces a name",
        "indirect.toml": "words that tell a job, an illness, a bus line",
        "placeholders.toml": "what stands where a name was taken out",
    }
)
TABLES: Mapping[str, str] = MappingProxyType(
    {
        "about": "name: its English name; order: of two languages that share a month the lower one",
        "month": "1 to 12: the whole word first, then others, the usual one first",
        "weekday": "1 (Monday) to 7, as months",
        "with_capital": "months and days that are one with a capital only, being words elsewhere",
        "unread": "short months that are too often words: no date is found by them",
        "number": "all: 0 to 99, as far as they go; a number: other ways to write it",
        "ordinal": "all: 0 to 99, as far as they go",
        "birth": "what stands before a date of birth; thing: what is born and is nobody",
        "born": "what stands behind a date of birth",
        "birthday": "what stands before the day of a birth in any year",
        "date": "what stands before a date",
        "day": "what stands before the day of a month",
        "range": "what stands between two days",
        "cited": "what stands in a citation beside its date",
        "age": "what stands beside an age, by place; see find/rules/ages.py",
        "kin": "relatives, by gender and the one word for all of a kind: F.mother",
        "friend": "people beside the family, of whom one may be several",
        "person": "other words for somebody of some age",
        "my": "my and our, in all forms",
        "field": "keys of forms whose value is a person",
        "closing": "what stands above who wrote a letter",
        "called": "what stands before the writer's own name",
        "named": "what stands between a word for a person and a name",
        "greeting": "what stands before whom a letter addresses",
        "nobody": "answers and forms of address that name nobody",
        "phone": "what stands beside a telephone number; other: beside another number",
        "region": "countries whose telephone numbers texts hold, the likeliest first",
        "profession": "what people work as, by form and kind; one becomes another of its kind",
        "work": "what stands between a person and a profession or belief",
        "worker": "the same with the writer as the person",
        "article": "what may stand before a profession",
        "ill": "what stands between a person and an illness",
        "sick": "the same with the writer as the person",
        "illness": "illnesses",
        "belief": "what somebody is, and is not asked for: religion, sexuality, need",
        "line": "what has a number in public transport",
        "street": "words of addresses, by their place; see find/rules/_address_words.py",
        "key": "keys of data, by what their value is; see find/rules/fields.py",
        "id": "words beside the number of a person; see find/rules/_id_words.py",
        "account": "words beside the name of an account; see find/rules/_username_words.py",
        "owner": "words that tell whose a number or an address is; see who/persons/link/owners.py",
        "mail": "words beside an e-mail address; see find/rules/_email_words.py",
        "form": "words of forms, proofs and tools; see text/lexicon/form_words.py",
        "cue": "words beside a name that tell who it is; see who/judging/cues.py",
        "self": "what else stands before the writer's own name, and elsewhere, too",
        "problem": "asks: what asks how many; writer: I and we; see who/judging/word_problems.py",
        "title": "address: before a surname; honour: alone, too",
    }
)


@dataclass(frozen=True)
class Language:
    """The words of a language.

    code (str): Its code, such as "sv".
    tables (Mapping): Words by table and key.

        >>> language("sv").words("month", "3"), language("de").has("number")
        (('mars', 'mar'), True)
    """

    code: str
    tables: Mapping[str, Mapping[str, tuple[str, ...]]]

    def words(self, table: str, key: str = "") -> tuple[str, ...]:
        """The words of a row; none where there is no such row.

        table (str): One of `TABLES`.
        key (str): The key of the row.
        """
        return self.tables.get(table, {}).get(key, ())

    def rows(self, table: str) -> Mapping[str, tuple[str, ...]]:
        """The words of a table by key, in its order; empty where the language has none."""
        return self.tables.get(table, {})

    def has(self, table: str) -> bool:
        """Does the language have a table, of words or of patterns (`PATTERNS`)?"""
        return table in self.tables or self.file(table) is not None

    def file(self, name: str) -> Traversable | None:
        """One of its tables of patterns; None where it has none."""
        return shared(f"{self.code}/{name}")


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages that have a folder, in the order in which they are asked."""
    found = [folder.name for folder in _folder().iterdir() if (folder / WORDS).is_file()]
    return tuple(sorted(found, key=lambda code: (_order(code), code)))


@cache
def language(code: str) -> Language:
    """A language by its code.

    code (str): Such as "sv" or "sv_SE".
    RETURNS (Language): It; English, whose tables serve any other, where it has no folder.
    RAISES (HipsError): E207 for a table that nobody asks for.
    """
    file = _folder() / code / WORDS
    if not code.isalpha() or not file.is_file():
        return language(code[:2] if len(code) > 2 else BASE)
    tables: dict[str, dict[str, tuple[str, ...]]] = {}
    lines = [line for line in file.read_text("utf8").splitlines() if line[:1] not in ("", "#")]
    for line in lines[1:]:
        table, key, words = line.split("\t")
        if table not in TABLES:
            raise HipsError(Errors.E207.format(table=table, lang=code))
        tables.setdefault(table, {})[key] = tuple(words.split(";"))
    return Language(code, MappingProxyType(tables))


@cache
def every(table: str, key: str | None = None, lang: str = "") -> tuple[str, ...]:
    """The words of a table, or of one of its keys, in all languages or one, each once.

    What needs no other word to be understood is looked for in all languages at once: texts mix
    them, and the language of a line of a form cannot be told.

        >>> "geboren am" in every("birth") and "född" in every("birth")
        True
    """
    codes = (lang,) if lang else languages()
    rows = (row for code in codes for row in language(code).rows(table).items())
    return tuple(dict.fromkeys(w for own, words in rows if key in (None, own) for w in words))


@cache
def vocabulary(code: str) -> frozenset[str]:
    """All single words of a language's tables, in small letters; short ones mean too many things.

    code (str): The language.
    """
    rows = (words for table in language(code).tables.values() for words in table.values())
    return frozenset(word.lower() for words in rows for word in words if len(word) > 2)


@cache  # asked for every text; a folder that is read anew takes a fifth of a short one's time
def shared(name: str) -> Traversable | None:
    """A table of patterns for all languages, whose words are theirs; None where there is none."""
    file = _folder() / name
    return file if file.is_file() else None


def _folder() -> Traversable:
    return files("spacy_hips") / "lang"


def _order(code: str) -> int:
    return int(next(iter(language(code).words("about", "order")), 99))
