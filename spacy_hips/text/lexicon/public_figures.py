"""Public figures and eponyms: packaged tables, and the user's own lists beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from ...core.later import re
from .data_files import lines
from .tables import fold, particles, suffixes, titles

_WORD = re.compile(r"[^\W\d_]+(?:['’ʼ-][^\W\d_]+)*|\d+")
_TERM_WORD = re.compile(r"\d(?:st|nd|rd|th)\b|[^\W\d_]+(?:['’ʼ][^\W\d_]*)?|\d+", re.I)
_ORDINALS = {"1st": "first", "2nd": "second", "3rd": "third"}
_POSSESSIVE = re.compile(r"['’ʼ]s?$", re.I)
_NICKNAME = re.compile(r"(?<=\w) (?:[\"“„«‘'(][^\"”“»’')\n]{1,30}[\"”“»’')]) (?=\w)")
"""What stands in quotes or brackets between two words of a name."""
LEFT, RIGHT = 60, 120
"""Characters before and behind a name in which the rest of a term may stand."""


def name_key(name: str) -> str:
    """The form under which a full name is looked up.

    name (str): A name, "First Last" or "Last, First".
    RETURNS (str): Folded, without titles and "Jr.", initials joined: "jk rowling".
    """
    before, comma, after = name.partition(",")
    if comma and after.strip() and not _is_suffix(after):
        name = f"{after} {before}"
    words = [fold(word) for word in _WORD.findall(_POSSESSIVE.sub("", name.strip()))]
    while len(words) > 2 and words[0] in titles() and words[0] not in particles():
        words.pop(0)
    while len(words) > 2 and words[-1] in _SUFFIXES:
        words.pop()
    out: list[str] = []
    initials = False
    for word in words:
        if len(word) == 1 and initials:
            out[-1] += word
        else:
            out.append(word)
        initials = len(word) == 1 or (initials and len(word) == 1)
    return " ".join(out)


_SUFFIXES = frozenset(("jr", "sr"))


def _is_suffix(text: str) -> bool:
    return fold(text).strip(" .").replace(".", "") in suffixes()


def term_words(text: str) -> tuple[str, ...]:
    """The words of a term, folded, without possessives: ("newton", "law")."""
    return tuple(_term_word(word) for word in _TERM_WORD.findall(text))


def _term_word(word: str) -> str:
    key = fold(_POSSESSIVE.sub("", word))
    key = _ORDINALS.get(key, key)  # "Newton's 2nd law"
    return key[:-1] if len(key) > 3 and key[-1] == "s" and key[-2] != "s" else key


@dataclass(frozen=True)
class PublicLists:
    """Who and what is public by name. Use `public_lists()`, which reads the tables once.

    figures (frozenset[str]): Full names of public figures, as `name_key` makes them.
    single (frozenset[str]): Who is widely known by one word, folded: "keynes", "macbeth".
    eponyms (Mapping): Terms that hold a person's name, as tuples of words, by their first word.
    public, private (frozenset[str]): The user's own names, as `name_key` makes them.
    """

    figures: frozenset[str] = field(default=frozenset(), repr=False)
    single: frozenset[str] = field(default=frozenset(), repr=False)
    eponyms: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict, repr=False)
    public: frozenset[str] = field(default=frozenset(), repr=False)
    private: frozenset[str] = field(default=frozenset(), repr=False)

    def full_name(self, name: str) -> bool:
        """Is it the full name of a public figure? A lone word never is.

        name (str): A mention as it stands in a text.
        RETURNS (bool): True also for names of the user's own list of two words or more.
        """
        if " " not in name and "\n" not in name and "," not in name:
            return False
        keys = {name_key(name), name_key(_NICKNAME.sub(" ", name))}
        return any(" " in key and (key in self.figures or key in self.public) for key in keys)

    def one_word(self, name: str) -> bool:
        """Is it the one word by which somebody is widely known? Others may bear it all the same.

        name (str): A mention as it stands in a text, without a title.
        RETURNS (bool): False for a name of several words.
        """
        return fold(_POSSESSIVE.sub("", name)) in self.single

    def allowed(self, name: str) -> bool:
        """Is it, exactly so, on the user's own list of public names?"""
        return bool(self.public) and name_key(name) in self.public

    def denied(self, name: str) -> bool:
        """Is it on the user's own list of private names?"""
        return bool(self.private) and name_key(name) in self.private

    def eponym(self, text: str, start: int, end: int) -> bool:
        """Is the name at these characters part of a term, such as "Likert scale"?

        text (str): The document's text.
        start, end (int): The name's characters.
        RETURNS (bool): Whether a term of the table stands there that holds the name.
        """
        if self._words_of_terms.isdisjoint(term_words(text[start:end])):
            return False
        low, high = max(0, start - LEFT), min(len(text), end + RIGHT)
        found = [(m.start(), m.end(), m[0]) for m in _TERM_WORD.finditer(text, low, high)]
        words = [_term_word(word) for *_, word in found]
        for first, (begin, _, _) in enumerate(found):
            if begin > start:
                return False
            for term in self.eponyms.get(words[first], ()):
                last = first + len(term) - 1
                whole = last < len(found) and found[last][1] >= end
                if whole and tuple(words[first : last + 1]) == term:
                    return True
        return False

    @cached_property
    def _words_of_terms(self) -> frozenset[str]:
        terms = (term for same in self.eponyms.values() for term in same)
        return frozenset(word for term in terms for word in term)

    def with_names(self, public: Iterable[str] = (), private: Iterable[str] = ()) -> PublicLists:
        """The lists with the user's own names added.

        public (Iterable[str]): Names to keep, such as the authors of a reading list. A lone word
            counts for mentions that are exactly this word.
        private (Iterable[str]): Names to hide; they win over every other list.
        RETURNS (PublicLists): New lists.
        """
        return replace(
            self,
            public=self.public | {name_key(name) for name in public},
            private=self.private | {name_key(name) for name in private},
        )


@lru_cache(maxsize=1)
def public_lists() -> PublicLists:
    """The packaged lists, read at the first call (data/public_figures.txt.xz and others)."""
    return PublicLists(_figures(), _single(), _eponyms())


def _figures() -> frozenset[str]:
    return frozenset(lines("public_figures.txt.xz"))


def _single() -> frozenset[str]:
    groups = (line.split(";") for line in lines("one_word_fame.txt") if line[0] != "[")
    return frozenset(fold(word) for words in groups for word in words)


def _eponyms() -> dict[str, tuple[tuple[str, ...], ...]]:
    terms: dict[str, tuple[tuple[str, ...], ...]] = {}
    for line in lines("public_eponyms.txt"):
        words = term_words(line)
        if len(words) > 1:
            terms[words[0]] = (*terms.get(words[0], ()), words)
    return terms
