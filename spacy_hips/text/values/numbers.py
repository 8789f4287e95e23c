"""Numbers up to a hundred and twenty as words, to read ages and to write them again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ...core.later import re
from ..lexicon.language import BASE, language, languages

HIGHEST = 120


@dataclass(frozen=True)
class Number:
    """A number in a text.

    start, end (int): Its characters.
    value (int): Its value, without a fraction.
    form (str): "digits", "word", "ordinal" (fifteenth) or "suffix" (the 15 of 15th).
    """

    start: int
    end: int
    value: int
    form: str


@cache
def _reader(lang: str) -> tuple[re.Pattern[str], dict[str, tuple[int, str]]]:
    """A pattern for all number words, and what each means."""
    own = language(lang)
    meaning = {_key(word): (value, "word") for value, word in enumerate(own.words("number", "all"))}
    ordinals = [*enumerate(own.words("ordinal", "all"))]
    ordinals += [(int(n), w) for n, row in own.rows("ordinal").items() if n != "all" for w in row]
    # "second" and its like are rather others than the one behind the first
    meaning |= {_key(word): (value, "ordinal") for value, word in ordinals if value != 2}
    for value, words in own.rows("number").items():
        meaning |= {_key(word): (int(value), "word") for word in words if value != "all"}
    ordered = sorted(meaning, key=len, reverse=True)
    joined = "|".join(re.escape(w).replace(r"\ ", r"[\s\-‐‑]") for w in ordered)
    return re.compile(rf"(?<!\w)(?:{joined})(?!\w)", re.I), meaning


def _key(word: str) -> str:
    return re.sub(r"[\s\-‐‑]", " ", word).lower()


def number_words(lang: str) -> str:
    """The numbers to 99 in words, as an alternation of a pattern; without 1, which elsewhere than
    in English is an article.

    lang (str): The language.
    """
    own = language(lang)
    rows = (words for key, words in own.rows("number").items() if key not in ("all", "1"))
    spelled = set(own.words("number", "all")[1 if lang == BASE else 2 :]).union(*rows)
    ordered = sorted(spelled, key=lambda word: (-len(word), word))
    return "|".join(re.escape(_key(word)).replace(r"\ ", "[- ]") for word in ordered)


_DIGITS = re.compile(r"(?<![\d.,])(\d{1,3})(?!\d)(?![.,]\d{2})(st|nd|rd|th)?", re.I)


def find_numbers(text: str, lang: str = "en") -> Iterator[Number]:
    """The whole numbers of a text, in digits and words, by place.

    text (str): A short text.
    lang (str): Language of the words; where it and English have none, that of the words there.
    YIELDS (Number): Each number up to three digits.
    """
    found = [
        Number(m.start(1), m.end(1), int(m[1]), "suffix" if m[2] else "digits")
        for m in _DIGITS.finditer(text)
    ]
    for code in _codes(lang):
        if found and code not in (lang[:2], BASE):
            break
        pattern, meaning = _reader(code)
        for match in pattern.finditer(text):
            value, form = meaning[_key(match[0])]
            if not any(n.start < match.end() and match.start() < n.end for n in found):
                found.append(Number(match.start(), match.end(), value, form))
    yield from sorted(found, key=lambda n: n.start)


@cache
def _codes(lang: str) -> tuple[str, ...]:
    """The languages whose words are tried: that of the text, English, then all others."""
    codes = dict.fromkeys((language(lang).code, BASE, *languages()))
    return tuple(code for code in codes if language(code).has("number"))


def write_number(value: int, like: str, form: str, lang: str = "en") -> str | None:
    """Write a number the way another one is written.

    value (int): The new value.
    like (str): The old number's text: words or digits of any script.
    form (str): As in `Number`.
    lang (str): Language of the words.
    RETURNS (str): The text; None where there is no word for the value.
    """
    if form in ("digits", "suffix"):
        zero = chr(ord(like[0]) - int(like[0]))
        return "".join(chr(ord(zero) + int(c)) for c in str(value).zfill(
            len(like) if like[0] == zero else 1))  # fmt: skip
    code = next((code for code in _codes(lang) if _reader(code)[0].fullmatch(like)), BASE)
    words = language(code).words("ordinal" if form == "ordinal" else "number", "all")
    if value >= len(words):
        return None
    word = words[value]
    if code == BASE and " " in like:
        word = word.replace("-", " ")
    if like.isupper():
        return word.upper()
    if like[:1].isupper():
        return word[:1].upper() + word[1:]
    return word


def ordinal_suffix(value: int) -> str:
    """The English ending of an ordinal in digits: st, nd, rd or th."""
    if value % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
