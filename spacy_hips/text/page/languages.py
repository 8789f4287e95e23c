"""Which stretches of a text are in a language that the pipeline does not read.

Three witnesses must agree before words count as foreign: few of them are stop words of the
pipeline's languages, py3langid, which knows a hundred languages, takes them for another one, and
some are stop words of that one. All look only at words that are no names, for names are of every
language. What is too short to tell goes with what stands around it; a whole text that is too short
to tell is the pipeline's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from importlib.util import find_spec
from itertools import groupby
from runpy import run_path
from typing import TYPE_CHECKING, Any

from ...core.later import regex
from ...core.notes import keep, notes
from ..lexicon.language import language, vocabulary
from ..lexicon.language import languages as all_languages
from ..lexicon.tables import name_tables, particles

if TYPE_CHECKING:
    from spacy.tokens import Doc

OTHER_LANGUAGES: tuple[str, ...] = ("skip", "rules", "all")
"""What may be done with text in other languages: it is not released; only what needs no language
is searched there; it is searched as if it were the pipeline's."""

NOTE = "other_languages"
ANY = "xx"
"""spaCy's code of a pipeline for several languages: nothing is foreign to it."""

PIECE, LONGEST = 200, 1_000
"""From so many characters on a piece ends with its sentence, and so many it has at most."""
LETTERS, WORDS = 32, 6
"""What tells a language, at least: letters and words in words that are no names."""
OWN_WORDS = 0.25
"""A piece with a larger share of stop words of the pipeline's languages is not foreign."""
OWN_PROBABILITY = 0.02
"""A piece that belongs to them with more probability is not foreign."""
OTHER_WORDS, AT_LEAST, LIKELY = 0.08, 2, 3
"""The least share and number of stop words of the other language, letters aside. It is one of the
likeliest: of near relatives (Galician and Spanish) the model may choose the wrong one."""
PLAIN, PLAINLY = 5, 3
"""A short text tells as well where it has so many words, none is a stop word of the pipeline's
languages alone, and so many are stop words of the likeliest other one, letters aside."""
BEGINNING = 2_000
"""Characters of a text by which its language is chosen."""
SURE = 0.97
"""The least probability of a language of which spaCy has no stop words."""

_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_UNSPACED_LETTERS = 3
_SENTENCE = regex.compile(r"(?<=[.!?…])\s+|(?<=[。！？])")
_WORD = regex.compile(r"\p{P}*+((?:[\p{L}\p{M}]++[’'\-]?+)++)\p{P}*+")
_UNSPACED_RUN = regex.compile(rf"[{_UNSPACED}]+")
# py3langid's labels for what counts as one language here, and for what is no language.
_SAME = {"nb": "no", "nn": "no", "pcm": "en"}
_NO_LANGUAGE = "zxx"
# Languages that share so many stop words that a text in one seems to be in the other.
_RELATIVES = {
    "sv": ("da", "no"), "da": ("no", "sv"), "nb": ("da", "sv"), "nl": ("af",), "de": ("lb",),
    "es": ("pt", "ca", "it"), "pt": ("es", "it"), "fr": ("ca", "it"), "it": ("es", "pt"),
}  # fmt: skip


@dataclass(frozen=True)
class Stretch:
    """A part of a text in another language than the pipeline's.

    start, end (int): Characters, end exclusive.
    lang (str): What it seems to be, as a code of two or three letters.
    """

    start: int
    end: int
    lang: str


@dataclass
class _Piece:
    """A sentence or some of a line.

    start, end (int): Characters.
    words (list[str]): Those that are no names, folded.
    lang (str | None): Its language, "" for the pipeline's own, None where it does not tell.
    """

    start: int
    end: int
    words: list[str]
    lang: str | None = None


def is_language(code: object) -> bool:
    """Is it the code of a language that spaCy knows, or of several ("xx")?

    code (object): Such as "en"; nothing but a string is one.
    """
    return isinstance(code, str) and code.isalpha() and find_spec(f"spacy.lang.{code}") is not None


def foreign_stretches(text: str, languages: Collection[str]) -> list[Stretch]:
    """Find what is in another language than those given.

    text (str): The text.
    languages (Collection[str]): Codes of the languages that the pipeline reads, such as "en".
    RETURNS (list[Stretch]): By place, without overlap; neighbours of one language are one.
    """
    if not languages or ANY in languages:
        return []
    own = _own(frozenset(languages))
    pieces = [_Piece(start, end, _words(text[start:end])) for start, end in _pieces(text)]
    for piece in pieces:
        piece.lang = own.tell(piece.words)
        if piece.lang is None:
            piece.lang = own.tell_plainly(piece.words, _openings(text[piece.start : piece.end]))
    _tell_together(pieces, own)
    if any(piece.lang for piece in pieces):
        _tell_by_neighbours(pieces, own)
    return list(_joined(pieces))


def may_be_foreign(text: str, languages: Collection[str]) -> bool:
    """Is a short text, whose language cannot be told, rather in another one than those given?

    text (str): The text.
    languages (Collection[str]): Codes of languages.
    RETURNS (bool): Whether no word is a stop word of these alone, and some are of a likely other.
    """
    if not languages or ANY in languages:
        return False
    own = _own(frozenset(languages))
    pieces = [_words(text[start:end]) for start, end in _pieces(text)]
    if any(own.tell(words) == "" for words in pieces):
        return False
    return own.is_unlike([word for words in pieces for word in words])


def language_of(text: str, default: str) -> str:
    """The language whose words a text is written with, as far as its beginning tells.

    text (str): The text.
    default (str): The pipeline's language, which stays where no other one has more stop words.
    RETURNS (str): Its code: the default, or that of a language which has all tables.
    """
    return languages_of(text, default)[0]


def languages_of(text: str, default: str) -> tuple[str, ...]:
    """The languages in which a text may be: one, but where its few words tell none.

    A line with an address has no word that tells a language, and each may have words for it.

    text (str): The text.
    default (str): The pipeline's language.
    RETURNS (tuple[str, ...]): Codes: that of `language_of`; where it is the default untold, those
        of which the text has as many words as well.
    """
    return _languages_of(text[:BEGINNING], default)


@lru_cache(maxsize=4)  # rules ask before the document has a page
def _languages_of(beginning: str, default: str) -> tuple[str, ...]:
    parts = (word.partition("'") for word in (*_words(beginning), *_openings(beginning)))
    # "j'habite" is "habite", but "don't" is itself
    said = [behind if len(behind) > 2 else first + mark + behind for first, mark, behind in parts]
    said = [word for word in said if len(word) > 1]
    hits, best = _likeliest([word for word in said if word not in particles()], default)
    if best is None and any(map(_is_strange, _words(beginning))):
        hits, best = _likeliest(said, default)
    least, _ = hits[default]
    alike = (code for code, (known, _) in hits.items() if known >= least and code != default)
    return (default, *alike) if best is None else (best,)


def _likeliest(words: Sequence[str], default: str) -> tuple[dict[str, tuple[int, int]], str | None]:
    """How many words each language has, and which has most; None where none but the default has."""
    codes = [code for code in _with_all_tables() if code != default]
    hits = {code: _hits(code, words) for code in (default, *codes)}
    best = max(codes, key=hits.__getitem__, default=default)
    second = max((hits[code] for code in codes if code != best), default=(0, 0))
    more = hits[best][0] > hits[default][0] and hits[best] > second
    told = any(word in stop_words(best) for word in words)  # a "médico" alone tells nothing
    return hits, best if told and more else None


def _is_strange(word: str) -> bool:
    """Is it neither English nor a part of a name, so that an "el" or "la" beside it is neither?"""
    tables = name_tables()
    return len(word) > PLAINLY and not (
        word in particles()
        or tables.is_common_word(word)
        or tables.is_forename(word)
        or tables.is_surname(word)
    )


@cache
def _with_all_tables() -> tuple[str, ...]:
    return tuple(code for code in all_languages() if language(code).has("age"))


def _hits(code: str, words: Sequence[str]) -> tuple[int, int]:
    """How many words a language has, and how many of them are stop words, which tell more."""
    known = _known(code)
    return sum(map(known.__contains__, words)), sum(map(stop_words(code).__contains__, words))


@cache
def _known(code: str) -> frozenset[str]:
    return stop_words(code) | vocabulary(code)


def note_foreign(doc: Doc, stretches: Collection[Stretch], policy: str) -> None:
    """Remember on the document what is in other languages, and what is done with it."""
    keep(doc, NOTE, [policy, [(s.start, s.end, s.lang) for s in stretches]])


def read_foreign(doc: Doc) -> tuple[Stretch, ...]:
    """What is in other languages in a document, by place; nothing where nobody looked.

    doc (Doc): The document, run through hips_entities, or through hips_anonymizer alone.
    """
    return tuple(
        Stretch(note.start + start, note.start + end, lang)
        for note in notes(doc, NOTE)
        for start, end, lang in note.value[1]
    )


def is_skipped(doc: Doc) -> bool:
    """Is a document not to be released, for some of it is in another language?"""
    return any(policy == "skip" and found for policy, found in _noted(doc))


def main_language(doc: Doc) -> str:
    """The other language that most of a document is in; "" where there is none."""
    lengths: Counter[str] = Counter()
    for stretch in read_foreign(doc):
        lengths[stretch.lang] += stretch.end - stretch.start
    return max(lengths, key=lambda lang: lengths[lang], default="")


@cache
def stop_words(lang: str) -> frozenset[str]:
    """spaCy's stop words of a language, folded; none where spaCy has no list.

    The file is run by itself: an import would run the language's whole package first, and that of
    French takes seconds.
    """
    file = files("spacy.lang") / ("nb" if lang == "no" else lang) / "stop_words.py"
    words = run_path(str(file))["STOP_WORDS"] if file.is_file() else ()
    return frozenset(word.casefold().replace("’", "'") for word in words)


class _Own:
    """The languages of the pipeline, and what is not in them.

    languages (Collection[str]): Their codes.
    """

    def __init__(self, languages: Collection[str]) -> None:
        self._codes = frozenset(_SAME.get(code, code) for code in languages)
        self._words = frozenset().union(*map(stop_words, languages))
        self._languages = sorted(languages)

    def tell(self, words: Sequence[str]) -> str | None:
        """The language of some words: "" for one of these, None where nobody can tell."""
        if not _is_enough(words):
            return None
        if self._has_own_words(words):
            return ""
        ranked = _ranked(words)
        if sum(p for code, p in ranked if code in self._codes) > OWN_PROBABILITY:
            return ""
        best, probability = ranked[0]
        if best == _NO_LANGUAGE:
            return ""
        if any(map(_is_unspaced, words)):
            return best
        if not stop_words(best) and probability >= SURE:
            return best
        theirs = frozenset().union(*(stop_words(code) for code, _ in ranked[:LIKELY]))
        count = sum(len(word) > 1 and word in theirs for word in words)
        return best if count >= max(AT_LEAST, OTHER_WORDS * len(words)) else ""

    def _has_own_words(self, words: Sequence[str]) -> bool:
        """Are many stop words of one language of the pipeline, and no more of a relative?"""
        own, lang = max((_share(words, stop_words(lang)), lang) for lang in self._languages)
        others = (code for code in _RELATIVES.get(lang, ()) if code not in self._codes)
        return own > OWN_WORDS and all(_share(words, stop_words(code)) <= own for code in others)

    def tell_plainly(self, words: Sequence[str], openings: Sequence[str]) -> str | None:
        """The other language of a short text that plainly is in it, None for any other.

        words (Sequence[str]): Words that are no names.
        openings (Sequence[str]): Those with a capital, which may be names or begin a sentence.
        """
        words = [word for word in words if word not in particles()]  # of names: "de la Cruz"
        if len(words) < PLAIN:
            return None
        best = _ranked(words)[0][0]
        theirs = stop_words(best)
        said = [word for word in (*words, *openings) if len(word) > 1 and word in theirs]
        alone = self._words - theirs
        if best in self._codes or any(len(word) > 1 and word in alone for word in words):
            return None
        plain = len(said) >= PLAINLY and sum(word not in self._words for word in said) > 1
        return best if plain else None

    def is_unlike(self, words: Sequence[str]) -> bool:
        """Is no word of these languages alone, and are some stop words of a likely other one?"""
        if not words:
            return False
        others = [code for code, _ in _ranked(words)[:LIKELY] if code not in self._codes]
        theirs = frozenset().union(*map(stop_words, others))
        if any(len(word) > 1 and word in self._words - theirs for word in words):
            return False
        return sum(len(word) > 1 and word in theirs for word in words) >= AT_LEAST

    def may_be(self, words: Sequence[str], lang: str) -> bool:
        """Are a few words rather of a language that stands around them than of one of these?"""
        if not words or _share(words, self._words) > OWN_WORDS:
            return False
        chances = dict(_ranked(words))
        return max(chances.get(code, 0.0) for code in self._codes) < chances.get(lang, 0.0)


_own = lru_cache(maxsize=8)(_Own)


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """The lines of a text; long ones end with a sentence, or where they would be too long."""
    at = 0
    for line in text.split("\n"):
        start, stop = at, at + len(line)
        at = stop + 1
        for end in (*(m.end() for m in _SENTENCE.finditer(text, start, stop)), stop):
            while end - start > LONGEST:
                blank = text.rfind(" ", start + PIECE, start + LONGEST)
                cut = blank + 1 if blank > 0 else start + LONGEST
                yield start, cut
                start = cut
            if end - start >= PIECE or (end == stop and end > start):
                yield start, end
                start = end


def _words(piece: str) -> list[str]:
    """The words that are no names, folded: those without a capital, or all where all have one."""
    found: list[str] = []
    for token in piece.split():
        if token.isalpha():
            found.append(token)
        elif match := _WORD.fullmatch(token):
            found.append(match[1])
        else:
            found += _UNSPACED_RUN.findall(token)
    if not piece.isupper():
        found = [word for word in found if not word[0].isupper()]
    return [word.casefold().replace("’", "'") for word in found]


def _openings(piece: str) -> list[str]:
    """The words with a capital, folded."""
    found = (match[1] for token in piece.split() if (match := _WORD.fullmatch(token)))
    return [word.casefold().replace("’", "'") for word in found if word[0].isupper()]


def _is_enough(words: Sequence[str]) -> bool:
    if (joined := "".join(words)).isascii():
        return len(words) >= WORDS and len(joined) >= LETTERS
    count = sum(len(word) if _is_unspaced(word) else 1 for word in words)
    return count >= WORDS and _letters(words) >= LETTERS


def _letters(words: Sequence[str]) -> int:
    """How much words tell: a letter of a script without spaces is nearly one by itself."""
    return sum(len(word) * (_UNSPACED_LETTERS if _is_unspaced(word) else 1) for word in words)


def _is_unspaced(word: str) -> bool:
    return not word.isascii() and _UNSPACED_RUN.match(word) is not None


def _share(words: Sequence[str], among: Collection[str]) -> float:
    return sum(map(among.__contains__, words)) / len(words)


def _tell_together(pieces: Sequence[_Piece], own: _Own) -> None:
    """Have neighbours that do not tell by themselves tell together: a talk has short lines.

    In a text that is more in the pipeline's languages, such as one with a foreign title page, they
    stay its own: where there may be names the finder is heard.
    """
    told = [pair for run in _untold(pieces) for pair in _groups(run, own)]
    foreign = sum(_letters(piece.words) for piece, lang in told if lang)
    ours = sum(_letters(piece.words) for piece in pieces if piece.lang == "")
    for piece, lang in told:
        if not lang or foreign > ours:
            piece.lang = lang


def _untold(pieces: Sequence[_Piece]) -> Iterator[list[_Piece]]:
    for untold, run in groupby(pieces, key=lambda piece: piece.lang is None):
        if untold:
            # Pieces without words may be names alone.
            yield [piece for piece in run if piece.words]


def _groups(run: Sequence[_Piece], own: _Own) -> Iterator[tuple[_Piece, str]]:
    """Each piece with the language of as many neighbours as it takes to tell."""
    together: list[_Piece] = []
    words: list[str] = []
    last = ""
    for piece in run:
        together.append(piece)
        words += piece.words
        lang = own.tell(words)
        if lang is not None:
            yield from ((one, lang) for one in together)
            together, words, last = [], [], lang
    if last:
        yield from ((rest, last) for rest in together if own.may_be(rest.words, last))


def _tell_by_neighbours(pieces: Sequence[_Piece], own: _Own) -> None:
    """Have what does not tell go with what stands before and behind it, where both agree."""
    before, behind = _carried(pieces), _carried(pieces[::-1])[::-1]
    for piece, left, right in zip(pieces, before, behind, strict=True):
        if piece.lang is None:
            left, right = (right if left is None else left), (left if right is None else right)
            if left and right and own.may_be(piece.words, left):
                piece.lang = left


def _carried(pieces: Sequence[_Piece]) -> list[str | None]:
    """For every piece the language that was told last."""
    last: str | None = None
    out = []
    for piece in pieces:
        last = last if piece.lang is None else piece.lang
        out.append(last)
    return out


def _joined(pieces: Sequence[_Piece]) -> Iterator[Stretch]:
    for lang, group in groupby(pieces, key=lambda piece: piece.lang):
        if lang:
            run = list(group)
            yield Stretch(run[0].start, run[-1].end, lang)


def _noted(doc: Doc) -> Iterator[tuple[str, Sequence[Any]]]:
    for note in notes(doc, NOTE):
        yield note.value[0], note.value[1]


def _ranked(words: Sequence[str]) -> list[tuple[str, float]]:
    """Languages with their probabilities, the likeliest first; close ones may stand twice."""
    return [(_SAME.get(lang, lang), p) for lang, p in _identifier().rank(" ".join(words))]


@cache
def _identifier() -> Any:
    """py3langid's model; reading it takes most of a second."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
