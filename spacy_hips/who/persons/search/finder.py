"""Finds the words of a text that name a person, by a table of persons' words."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ....core.later import regex
from ....text.lexicon.person_words import (
    AFTER_DAYS,
    BEFORE_DATES,
    BEFORE_WEEKDAYS,
    BESIDE_PEOPLE,
    DATES,
    DAYS,
    FOLLOWERS,
    NOUNS,
    OWNED_NOUNS,
    OWNERS,
    PERSON_VERBS,
)
from ....text.lexicon.tables import NameTables, fold, script_of, word_key
from ..mention.name import UNSPACED

SHORTEST = 3
"""Letters of the shortest word that is looked for, unless it is a name and nothing else."""
WORD = regex.compile(r"(?!(?<=['’ʼ])[sS]\b)[\p{L}\p{M}]+(?:['’ʼ](?![sS]\b)[\p{L}\p{M}]+)*")
_AND_WHOM = regex.compile(
    r" (?:and|or) (?:(?i:i|me|my|he|she|we|they|her|his)(?!\p{L})|\p{Lu}\p{Ll})"
)
_ARTICLES = frozenset({"a", "an", "the"})
_END = '.!?:;\n\r\t•*"“”()[]>'


@dataclass(frozen=True)
class _Token:
    text: str
    start: int
    end: int

    @property
    def titled(self) -> bool:
        return self.text[:1].isupper() and not self.text.isupper()

    @property
    def shouted(self) -> bool:
        return len(self.text) > 1 and self.text.isupper()


class Finder:
    """Walks through the words of one text and says which of them name a person.

    text (str): The text.
    words (Mapping[str, str]): The persons' words (`word_key`), each with its person.
    taken (Sequence): Places where nothing is added, by place.
    tables (NameTables): The name tables.
    small (Collection[str]): Persons whose names the text writes in small letters.
    foreign (Sequence): Places in another language, by place.
    """

    def __init__(
        self,
        text: str,
        words: Mapping[str, str],
        taken: Sequence[tuple[int, int]],
        tables: NameTables,
        small: Collection[str] = (),
        foreign: Sequence[tuple[int, int]] = (),
    ) -> None:
        self.text = text
        self.small = small
        self.words = words
        self.taken = taken
        self.starts = [start for start, _ in taken]
        self.tables = tables
        self.foreign = foreign

    def find(self) -> list[tuple[int, int, str]]:
        tokens = [_Token(m.group(), *m.span()) for m in WORD.finditer(self.text)]
        small = Counter(token.text for token in tokens if token.text.islower())
        large = Counter(fold(token.text) for token in tokens if token.titled)
        out = []
        for number, token in enumerate(tokens):
            person = self.words.get(word_key(token.text))
            if person is None:
                continue
            if not self.is_free(token.start, token.end) or self._rather_a_word(token, small, large):
                continue
            if self._is_name(tokens, number, person, small):
                out.append((token.start, self._end_of_word(tokens, number, person), person))
        out.extend(self._unspaced())
        return sorted(out)

    def _end_of_word(self, tokens: Sequence[_Token], number: int, person: str) -> int:
        """Where a name with a hyphen ends: "Chin-lung" is called so, whatever "lung" is else."""
        end = tokens[number].end
        for place in range(number + 1, len(tokens)):
            token = tokens[place]
            same = self.words.get(word_key(token.text)) == person
            if not same or self.text[end : token.start] != "-" or not self.is_free(end, token.end):
                break
            end = token.end
        return end

    def is_free(self, start: int, end: int) -> bool:
        at = bisect_right(self.starts, start) - 1
        inside = at >= 0 and self.taken[at][1] > start
        reaches = at + 1 < len(self.starts) and self.starts[at + 1] < end
        return not inside and not reaches

    def free(self, start: int, end: int) -> list[tuple[int, int]]:
        """The parts of a place where something may be added."""
        out = []
        near = range(max(bisect_right(self.starts, start) - 1, 0), bisect_left(self.starts, end))
        for first, last in map(self.taken.__getitem__, near):
            if start < first:
                out.append((start, first))
            start = max(start, last)
        return [*out, (start, end)] if start < end else out

    def _is_name(
        self, tokens: Sequence[_Token], number: int, person: str, small: Collection[str]
    ) -> bool:
        token = tokens[number]
        before = tokens[number - 1] if number else None
        after = tokens[number + 1] if number + 1 < len(tokens) else None
        if self._joined(token) or self._is_date(token, before, after, person):
            return False
        if self.tables.is_common_word(token.text):
            if self._has_article(before, token):
                return False
            if not token.titled:
                if person not in self.small or not self._acts(token, before, after):
                    return False
            elif self._opens_sentence(token.start) and self._used_as_word(
                token, after, person, small
            ):
                return False
        elif not token.titled and len(token.text) < SHORTEST + (not token.shouted):
            return False
        return not self._names_a_thing(token, after) and not self._of_another(
            token, before, after, person
        )

    def _rather_a_word(
        self, token: _Token, small: Mapping[str, int], large: Mapping[str, int]
    ) -> bool:
        """Is it written small more often than not, and a name that no table knows?"""
        if token.titled or token.shouted or small[token.text] <= large[fold(token.text)]:
            return False
        return not self.tables.is_name(token.text)

    def _joined(self, token: _Token) -> bool:
        """Is it a part of a handle, an address or a file name?"""
        return self.text[token.start - 1 : token.start] in tuple("_@/\\#=") or self.text[
            token.end : token.end + 1
        ] in tuple("_@/\\=0123456789")

    def _is_date(
        self, token: _Token, before: _Token | None, after: _Token | None, person: str
    ) -> bool:
        """A day or a month, "on Monday", "Sunday night", but not somebody's: "in April's room"."""
        word = token.text.lower()
        if word not in DATES or self.text[token.end : token.end + 2] in ("'s", "’s"):
            return False
        if self._same_person(token, after, person):
            return False
        leading = BEFORE_WEEKDAYS if word in DAYS else BEFORE_DATES
        follows = before is not None and before.text.lower() in leading
        if follows and self._touch(before, token):
            return True
        precedes = word in DAYS and after is not None and after.text.lower() in AFTER_DAYS
        return precedes and self._touch(token, after)

    def _has_article(self, before: _Token | None, token: _Token) -> bool:
        """ "The Will to Power", though the text has a Will."""
        article = before is not None and before.text.lower() in _ARTICLES
        return article and self._touch(before, token)

    def _touch(self, before: _Token | None, after: _Token | None) -> bool:
        """Are there two tokens, with nothing but a blank between them?"""
        if before is None or after is None:
            return False
        return self.text[before.end : after.start] in (" ", "\u00a0", "\n")

    def _opens_sentence(self, start: int) -> bool:
        before = self.text[max(0, start - 12) : start].rstrip(" \u00a0'‘")
        return not before or before[-1] in _END

    def _used_as_word(
        self, token: _Token, after: _Token | None, person: str, small: Collection[str]
    ) -> bool:
        """ "Will it rain?", "Rocky ground": the word opens a sentence, and what follows is such as
        follows a word, or may follow one that the text has in small letters, too."""
        if after is None or self._same_person(token, after, person):
            return False
        if self._joins(token, after):
            return False
        if after.text.lower() in FOLLOWERS:
            return self._touch(token, after)
        return (
            self._touch(token, after) and not self._is_verb(after) and token.text.lower() in small
        )

    def _acts(self, token: _Token, before: _Token | None, after: _Token | None) -> bool:
        """Does a word in small letters act as a person does ("faith said", "with hope.")?"""
        led = before is not None and self._touch(before, token)
        if led and before is not None and before.text.lower() in OWNERS:
            return False
        if self.text[token.end : token.end + 2] in ("'s", "’s"):
            return True
        touches = self._touch(token, after)
        if touches and after is not None and (self._joins(token, after) or self._is_verb(after)):
            return True
        ends = not touches and (after is None or self.text[token.end : token.end + 1] in ".,!?\n)")
        return ends and led and before is not None and before.text.lower() in BESIDE_PEOPLE

    def _joins(self, token: _Token, after: _Token) -> bool:
        """Does somebody else follow: "Rich and I", "Ash and Mara"?"""
        match = _AND_WHOM.match(self.text, token.end)
        return match is not None and after.text.lower() in ("and", "or")

    def _is_verb(self, token: _Token) -> bool:
        """May the word be a verb behind "he" ("climbs", "laughed", "came")?"""
        low = token.text.lower()
        return low in PERSON_VERBS or (
            token.text.islower() and low.endswith(("s", "ed")) and not low.endswith("ss")
        )

    def _same_person(self, token: _Token, after: _Token | None, person: str) -> bool:
        if after is None or not after.titled or after.start - token.end != 1:
            return False
        return self.words.get(word_key(after.text)) == person

    def _names_a_thing(self, token: _Token, after: _Token | None) -> bool:
        if after is None:
            return False
        gap = self.text[token.end : after.start]
        if gap in ("'s ", "’s ", "' ", "’ ", "s "):
            return after.text.lower() in NOUNS and after.text.lower() not in OWNED_NOUNS
        return gap in (" ", "-", "\u00a0") and after.text.lower() in NOUNS

    def _of_another(
        self, token: _Token, before: _Token | None, after: _Token | None, person: str
    ) -> bool:
        """Does a capitalised neighbour make it the name of somebody else?"""
        if not (token.titled or token.shouted):
            return False
        for near, gap in (
            (before, self.text[before.end : token.start] if before else ""),
            (after, self.text[token.end : after.start] if after else ""),
        ):
            if near is None or gap not in (" ", "-", "\u00a0") or not near.titled:
                continue
            if self.words.get(word_key(near.text)) == person:
                continue
            if near is before and self._opens_foreign(near.start):
                continue
            if self.tables.is_only_name(near.text):
                return True
        return False

    def _opens_foreign(self, start: int) -> bool:
        """Does a sentence in another language begin here? "Hej" is in the tables of names."""
        at = bisect_right(self.foreign, (start, len(self.text))) - 1
        return at >= 0 and start < self.foreign[at][1] and self._opens_sentence(start)

    def _unspaced(self) -> list[tuple[int, int, str]]:
        """Scripts without spaces have no tokens: look for the given names as they are."""
        out = []
        for word, person in self.words.items():
            if script_of(word) not in UNSPACED:
                continue
            at = self.text.find(word)
            while at >= 0:
                token = _Token(word, at, at + len(word))
                if self.is_free(token.start, token.end):
                    out.append((token.start, token.end, person))
                at = self.text.find(word, at + len(word))
        return out
