"""Numbers up to a hundred and twenty as words, to read ages and to write them again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from ...core.later import re

HIGHEST = 120

_ONES: Mapping[str, str] = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze "
    "quinze seize dix-sept dix-huit dix-neuf",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce "
    "quince dieciséis diecisiete dieciocho diecinueve",
    "it": "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici "
    "quattordici quindici sedici diciassette diciotto diciannove",
    "pt": "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze "
    "dezesseis dezessete dezoito dezenove",
}
_TENS: Mapping[str, str] = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "fr": "vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "pt": "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
}
_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_TEEN_TWENTIES = {22: "veintidós", 23: "veintitrés", 26: "veintiséis"}


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


def _en(tens: str, one: str, value: int) -> str:
    return f"{tens}-{one}"


def _de(tens: str, one: str, value: int) -> str:
    return f"{'ein' if one == 'eins' else one}und{tens}"


def _fr(tens: str, one: str, value: int) -> str:
    if value > 60 and value // 10 in (7, 9):
        one = _ones("fr")[value % 10 + 10]
    joined = " et " if value % 10 == 1 and value < 80 else "-"
    return f"{tens}{joined}{one}"


def _es(tens: str, one: str, value: int) -> str:
    return _TEEN_TWENTIES.get(value, f"veinti{one}") if value < 30 else f"{tens} y {one}"


def _it(tens: str, one: str, value: int) -> str:
    head = tens[:-1] if one[0] in "uo" else tens
    return head + ("tré" if one == "tre" else one)


def _pt(tens: str, one: str, value: int) -> str:
    return f"{tens} e {one}"


_JOIN: Mapping[str, Callable[[str, str, int], str]] = {
    "en": _en, "de": _de, "fr": _fr, "es": _es, "it": _it, "pt": _pt,
}  # fmt: skip


def _ones(lang: str) -> list[str]:
    return _ONES[lang].split(" ")


@cache
def _spelled(lang: str) -> dict[int, str]:
    """The numbers from 0 to 99 as words."""
    ones, tens = _ones(lang), _TENS[lang].split()
    words = dict(enumerate(ones))
    for value in range(20, 100):
        ten, one = tens[value // 10 - 2], value % 10
        special = lang == "fr" and value // 10 in (7, 9)
        words[value] = _JOIN[lang](ten, ones[one], value) if one or special else ten
    if lang == "fr":
        words[80] = "quatre-vingts"
    return words


@cache
def _ordinals() -> dict[int, str]:
    ones = _ORDINALS.split(" ")
    tens = _TENS["en"].split(" ")
    words = dict(enumerate(ones))
    for value in range(20, 100):
        ten = tens[value // 10 - 2]
        words[value] = f"{ten}-{ones[value % 10]}" if value % 10 else f"{ten[:-1]}ieth"
    return words


@cache
def _reader(lang: str) -> tuple[re.Pattern[str], dict[str, tuple[int, str]]]:
    """A pattern for all number words, and what each means."""
    meaning = {_key(word): (value, "word") for value, word in _spelled(lang).items()}
    if lang == "en":
        meaning.update({_key(word): (value, "ordinal") for value, word in _ordinals().items()})
        del meaning["second"]
    for value in (1, 21, 31, 41, 51) if lang in ("es", "it") else ():
        meaning[_key(_spelled(lang)[value]).removesuffix("o")] = (value, "word")
    if lang == "es":
        meaning["veintiún"] = (21, "word")
    ordered = sorted(meaning, key=len, reverse=True)
    joined = "|".join(re.escape(w).replace(r"\ ", r"[\s\-‐‑]") for w in ordered)
    return re.compile(rf"(?<!\w)(?:{joined})(?!\w)", re.I), meaning


def _key(word: str) -> str:
    return re.sub(r"[\s\-‐‑]", " ", word).lower()


_DIGITS = re.compile(r"(?<![\d.,])(\d{1,3})(?!\d)(?![.,]\d{2})(st|nd|rd|th)?", re.I)


def find_numbers(text: str, lang: str = "en") -> Iterator[Number]:
    """The whole numbers of a text, in digits and words, by place.

    text (str): A short text.
    lang (str): Language of the words; English words are read in every language.
    YIELDS (Number): Each number up to three digits.
    """
    found = [
        Number(m.start(1), m.end(1), int(m[1]), "suffix" if m[2] else "digits")
        for m in _DIGITS.finditer(text)
    ]
    for code in dict.fromkeys((lang[:2] if lang[:2] in _ONES else "en", "en")):
        pattern, meaning = _reader(code)
        for match in pattern.finditer(text):
            value, form = meaning[_key(match[0])]
            if not any(n.start < match.end() and match.start() < n.end for n in found):
                found.append(Number(match.start(), match.end(), value, form))
    yield from sorted(found, key=lambda n: n.start)


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
    known = _spelled("en")
    code = "en"
    if lang[:2] in _ONES and _reader(lang[:2])[0].fullmatch(like):
        code, known = lang[:2], _spelled(lang[:2])
    word = _ordinals().get(value) if form == "ordinal" else known.get(value)
    if word is None or code not in _ONES:
        return None
    if code == "en" and " " in like:
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
