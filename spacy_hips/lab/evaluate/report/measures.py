"""Measures of a text that a reader or a program would notice a change of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import log2
from zlib import crc32

from ....core.labels import KEPT, NAME_LABELS
from ....core.later import regex
from ....core.spans import Replacement
from ....desk.run.batches import Result
from ....text.values.dateparts import find_dates
from ....who.persons.link.same_person import persons_of
from ..coreference import b_cubed

MEASURES: Mapping[str, str] = {
    "words": "words per document",
    "sentences": "sentences per document",
    "sentence_words": "words per sentence",
    "word_letters": "letters per word",
    "ttr": "type-token ratio",
    "entropy_1": "entropy of words (bits)",
    "entropy_2": "entropy of pairs of words (bits)",
    "entropy_3": "entropy of triples of words (bits)",
    "flesch": "Flesch reading ease",
}
LONGEST = 3
BUCKETS = 1 << 18

_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*")
_END = regex.compile(r"[.!?]+(?=\s|$)|\n+")
_VOWELS = regex.compile(r"[aeiouyáéíóúàèìòùäöüâêîôû]+", regex.I)

Rate = tuple[float, float]


def words_of(text: str) -> list[str]:
    """The words of a text, in lower case."""
    return [match.group().casefold() for match in _WORD.finditer(text)]


def measured(text: str) -> dict[str, float]:
    """The measures of a text (MEASURES).

    text (str): The text.
    RETURNS (dict): By name; of a text without words nothing.
    """
    words = words_of(text)
    if not words:
        return {}
    sentences = max(1, sum(bool(_WORD.search(part)) for part in _END.split(text)))
    syllables = sum(max(1, len(_VOWELS.findall(word))) for word in words)
    per_sentence = len(words) / sentences
    return {
        "words": len(words),
        "sentences": sentences,
        "sentence_words": per_sentence,
        "word_letters": sum(map(len, words)) / len(words),
        "ttr": len(set(words)) / len(words),
        **{f"entropy_{n}": entropy(words, n) for n in range(1, LONGEST + 1)},
        "flesch": 206.835 - 1.015 * per_sentence - 84.6 * syllables / len(words),
    }


def entropy(words: Sequence[str], n: int) -> float:
    """Shannon's entropy of the n-grams of a text, in bits; 0 where it has none.

    words (Sequence[str]): Its words.
    n (int): How many words an n-gram has.

        >>> entropy(["a", "b", "a", "b"], 1)
        1.0
    """
    grams = Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))
    total = grams.total()
    return sum(c / total * log2(total / c) for c in grams.values()) if total else 0.0


def hashed(text: str) -> list[int]:
    """Check values of the words of a text, for a classifier; they are no text."""
    return [crc32(word.encode()) % BUCKETS for word in words_of(text)]


def what_was_kept(done: Result) -> dict[str, Rate]:
    """What replacing left as it was: intervals between dates, and who is who.

    done (Result): What was done with a text.
    RETURNS (dict): Part and whole of "intervals", "who_p" and "who_r" (B³), where there is one.
    """
    changed = [r for r in done.replacements if r.action not in KEPT and r.new_end > r.new_start]
    rates = {"intervals": _intervals(done.document.text, changed), **_who(done, changed)}
    return {name: rate for name, rate in rates.items() if rate[1]}


def _intervals(text: str, changed: Sequence[Replacement]) -> Rate:
    """Days between a date and the next one in the text: as many after as before?"""
    days = []
    for r in changed:
        if r.label not in ("DATE", "DATE_OF_BIRTH"):
            continue
        pair = [find_dates(own) for own in (text[r.start : r.end], r.surrogate)]
        if all(len(found) == 1 and found[0].precision == "day" for found in pair):
            old, new = pair[0][0].resolve(), pair[1][0].resolve()
            if old and new:
                days.append((old, new))
    kept = [b[0] - a[0] == b[1] - a[1] for a, b in pairwise(days)]
    return float(sum(kept)), float(len(kept))


def _who(done: Result, changed: Sequence[Replacement]) -> dict[str, Rate]:
    """Does the linker put the same mentions together in the output?"""
    names = [r for r in changed if r.label in NAME_LABELS and r.entity]
    if not names:
        return {}
    places = [(i, i) for i in range(len(names))]
    before = dict(zip(places, (r.entity for r in names), strict=True))
    spots = [(r.new_start, r.new_end, "private") for r in names]
    after = dict(zip(places, persons_of(done.anonymized, spots), strict=True))
    score, count = b_cubed([(before, after)]), float(len(names))
    return {"who_p": (score.precision * count, count), "who_r": (score.recall * count, count)}
