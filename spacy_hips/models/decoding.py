"""From probabilities of tokens to scored spans with exact characters.

Recall first: a token counts as part of an identifier when the probability of "not O" reaches a
threshold, whatever the best single label. The ends of what results are then put right, which was
worth more than any other single choice in measurements on real essays (docs/training.md).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from spacy.tokens import Doc, Token

from ..labels import NAME_LABELS
from ..persons.evidence_cues import SELF_BEFORE
from ..persons.tables import particles
from ..persons.words import DAYS
from ..spans import PiiSpan
from .commas import inverted, listed
from .cue_words import (
    BEFORE_DAYS,
    BEHIND_INITIALS,
    CLASSES,
    EDGE_WORDS,
    NO_FORENAMES,
    OFFICES,
)
from .lexicon import LOWER, TITLE, Lexicon
from .links import is_particle, linked
from .marks import leave_marks
from .name_ends import exact_ends
from .touching import parted

_HYPHENS = frozenset("-‐‑")
_DASHES = _HYPHENS | frozenset("–—")
# A full name is taken for a place or a school only where it is hardly ever a person's.
_DOUBT = 0.02
_INTRODUCTIONS = tuple(words for words in SELF_BEFORE if len(words) > 1)  # Im is a surname
_INTRODUCING = frozenset(word for words in _INTRODUCTIONS for word in words)
_POSTCODE = re.compile(r"[^\W\d_]+-\d{5,6}")
_OPENS_ITEM = re.compile(r"(?:\A|\n|[•*;|,])[^\S\n]*\Z")
_ENDS_ITEM = re.compile(r"[^\S\n]*(?:[•*;|,\n]|\Z)")
_OPENS_LINE = re.compile(r"(?:\A|\n|\b[Bb][Yy]\s|:\s?)\Z")
_GOES_ON = re.compile(r" [a-zß-öø-ÿ]{2}|[,;)]|\s*(?:\n|\Z)")
_FULL_LINE = 45  # characters at which a line may have been broken for its length
_INNER_MARKS = frozenset(",;)'’")
_MARKS = _INNER_MARKS | frozenset(".:!?")
_NEAR = 40  # characters of white space that are looked at
_LEAST = 1e-3  # added to probabilities before their odds are taken
SURE = 0.85
"""Log of the odds (.7 : .3) from which on a token begins a name, whatever stands around it."""


@dataclass(frozen=True)
class Decoding:
    """How spans are read from probabilities.

    threshold (float): The least probability of "not O".
    thresholds (Mapping): Other values for single labels.
    beside (float): The least probability beside a token that reached its threshold.
    extend (bool): Take in neighbours of a name that the name tables know.
    odds_in_text (float): By how much the odds must be higher for a name in running text than for
        one that stands alone on its line.
    """

    threshold: float = 0.2
    thresholds: Mapping[str, float] = field(default_factory=dict)
    beside: float = 0.1
    extend: bool = True
    odds_in_text: float = 1.0

    def of(self, label: str) -> float:
        """The threshold of a label."""
        return self.thresholds.get(label, self.threshold)

    def in_text(self, label: str) -> float:
        """The threshold of a label for what does not stand alone on its line."""
        threshold = self.of(label)
        if label not in NAME_LABELS:
            return threshold
        raised = threshold * self.odds_in_text
        return raised / (raised + 1.0 - threshold)


def decode(
    doc: Doc,
    probabilities: np.ndarray,
    labels: Sequence[str],
    decoding: Decoding,
    lexicon: Lexicon,
    source: str = "ner",
    *,
    odds: np.ndarray | None = None,
) -> list[PiiSpan]:
    """Read the spans of a document.

    doc (Doc): The document.
    probabilities (np.ndarray): Shape (tokens, 1 + labels); column 0 is O.
    labels (Sequence[str]): The labels of the other columns.
    decoding (Decoding): The thresholds.
    lexicon (Lexicon): Looks word forms up.
    source (str): What the spans name as their source.
    odds (np.ndarray): For each token the log of the odds that a span of the likeliest label
        begins there rather than goes on, shape (tokens,); None where nothing tells.
    RETURNS (list): Spans by place, each with its exact characters and a score: the highest
        probability of "not O" among its tokens.
    """
    if not len(doc) or not labels:
        return []
    inside = 1.0 - probabilities[:, 0]
    best = probabilities[:, 1:].argmax(axis=1)
    limits = np.array([decoding.of(label) for label in labels])
    chosen = np.where(inside >= limits[best], best, -1)
    for i in np.flatnonzero(chosen >= 0):
        if doc[int(i)].is_space:
            chosen[i] = -1
    text = doc.text  # put together anew at each access
    _grow(doc, text, chosen, best, inside, decoding)
    _prefer_names(doc, text, chosen, probabilities, labels, decoding)
    _leave_addresses(doc, chosen, labels)
    leave_marks(doc, text, chosen)
    begins = _bridged(doc, chosen, _beginnings(doc, chosen, odds, labels, lexicon))
    runs = []
    found = [
        (start, end, labels[_majority(chosen[start:end], inside[start:end])])
        for start, end in _runs(doc, text, chosen, begins)
    ]
    for start, end, label in _full_names(doc, text, found, probabilities, labels, lexicon):
        pieces = listed(doc, start, end) if label in NAME_LABELS else [(start, end)]
        runs += [(*piece, label) for piece in pieces]
    runs = inverted(doc, text, linked(doc, text, runs), lexicon)
    rest = (inside, decoding, lexicon, source)
    spans = _spans(doc, text, runs, *rest)
    days = [span is None and _is_day(doc, run) for run, span in zip(runs, spans, strict=True)]
    if any(days):
        # A day too doubtful for a name does not stand in the way of the one behind it. Titles
        # would be taken in, were it so for whatever is in doubt.
        runs = [run for run, day in zip(runs, days, strict=True) if not day]
        spans = _spans(doc, text, runs, *rest)
    return [span for span in spans if span is not None]


def fold(probabilities: np.ndarray, labels: int) -> tuple[np.ndarray, np.ndarray]:
    """Put the two classes that BIO has for a label together.

    probabilities (np.ndarray): Shape (tokens, 1 + 2 * labels): O, beginnings, insides.
    labels (int): How many labels.
    RETURNS (tuple): Probabilities of O and each label, shape (tokens, 1 + labels), and the log of
        the odds that a span of the likeliest label begins at a token rather than goes on, shape
        (tokens,).
    """
    first, rest = probabilities[:, 1 : 1 + labels], probabilities[:, 1 + labels :]
    by_label = np.concatenate([probabilities[:, :1], first + rest], axis=1)
    best = (first + rest).argmax(axis=1)[:, None]
    begins, goes_on = (np.take_along_axis(part, best, 1)[:, 0] for part in (first, rest))
    return by_label, np.log((begins + _LEAST) / (goes_on + _LEAST))


def _beginnings(
    doc: Doc,
    chosen: np.ndarray,
    odds: np.ndarray | None,
    labels: Sequence[str],
    lexicon: Lexicon,
) -> np.ndarray | None:
    """Where spans begin though they touch another of their label; None where nothing tells."""
    if odds is None:
        return None
    names = np.isin(chosen, [i for i, label in enumerate(labels) if label in NAME_LABELS])
    begins: np.ndarray = np.logical_or(odds > SURE, parted(doc, names, odds, lexicon))
    return begins


def _grow(
    doc: Doc,
    text: str,
    chosen: np.ndarray,
    best: np.ndarray,
    inside: np.ndarray,
    decoding: Decoding,
) -> None:
    """Beside a found token a weaker one is enough, in both directions."""
    weak = (inside >= decoding.beside).tolist()
    if not any(weak):
        return
    for indices, step in ((range(1, len(chosen)), -1), (range(len(chosen) - 2, -1, -1), 1)):
        for i in indices:
            if weak[i] and chosen[i] < 0 <= chosen[i + step]:
                left, right = sorted((i, i + step))
                apart = _wide_gap(doc, text, left, right) or _ends_line(doc[i], text)
                if best[i] == chosen[i + step] and not apart:
                    chosen[i] = chosen[i + step]


def _prefer_names(
    doc: Doc,
    text: str,
    chosen: np.ndarray,
    probabilities: np.ndarray,
    labels: Sequence[str],
    decoding: Decoding,
) -> None:
    """What may be part of the name beside it is that, though another label is likelier.

    "Houston Pacheco": a name is hidden, a school may be left.
    """
    for column, label in enumerate(labels):
        if label not in NAME_LABELS:
            continue
        unsure = (chosen >= 0) & (probabilities[:, 1 + column] >= decoding.beside)
        for i in np.flatnonzero(unsure & (chosen != column)).tolist():
            before = i > 0 and chosen[i - 1] == column and not _wide_gap(doc, text, i - 1, i)
            behind = i + 1 < len(chosen) and chosen[i + 1] == column
            if before or (behind and not _wide_gap(doc, text, i, i + 1)):
                chosen[i] = column


def _leave_addresses(doc: Doc, chosen: np.ndarray, labels: Sequence[str]) -> None:
    """An e-mail address beside a name is none of it, though it holds the name."""
    names = [column for column, label in enumerate(labels) if label in NAME_LABELS]
    for i in np.flatnonzero(np.isin(chosen, names)).tolist():
        if "@" in doc[i].text and doc[i].like_email:
            chosen[i] = -1


def _bridged(doc: Doc, chosen: np.ndarray, begins: np.ndarray | None) -> np.ndarray | None:
    """The parts of a hyphenated word are one name, though its second part looks like a new one.

    So are those of a word that was broken at the end of a line.

    chosen (np.ndarray): The label of each token; that of what stands between is set.
    begins (Optional[np.ndarray]): Where names begin.
    RETURNS (Optional[np.ndarray]): The same without beginnings inside such words.
    """
    out = None if begins is None else begins.copy()
    between = np.flatnonzero((chosen[:-2] >= 0) & (chosen[:-2] == chosen[2:])) + 1
    for i in between.tolist():
        if _hyphen(doc, i) or _is_broken(doc, i):
            chosen[i] = chosen[i - 1]
            if out is not None:
                out[i : i + 2] = False
    return out


def _is_broken(doc: Doc, i: int) -> bool:
    """Does a word go on behind this line break ("Oka-", "for")?"""
    if not doc[i].text.isspace() or doc[i].text.count("\n") != 1:
        return False
    before = doc[i - 1].text
    return len(before) > 1 and before[-1] in _HYPHENS and doc[i + 1].text.islower()


def _rooms(runs: Sequence[tuple[int, int, str]], length: int) -> list[tuple[int, int]]:
    """How far each run may grow: not into another name, for names that touch would become one."""
    lows, highs = [], []
    low, high = 0, length
    for _, end, label in runs:
        lows.append(low)
        low = end if label in NAME_LABELS else low
    for start, _, label in reversed(runs):
        highs.append(high)
        high = start if label in NAME_LABELS else high
    return list(zip(lows, reversed(highs), strict=True))


def _is_day(doc: Doc, run: tuple[int, int, str]) -> bool:
    """Is this run of tokens a day of the week, and nothing else?"""
    return run[1] - run[0] == 1 and doc[run[0]].lower_ in DAYS


def _full_names(
    doc: Doc,
    text: str,
    runs: Sequence[tuple[int, int, str]],
    probabilities: np.ndarray,
    labels: Sequence[str],
    lexicon: Lexicon,
) -> list[tuple[int, int, str]]:
    """Take what was found as a place or a firm for a name where it looks like a full one.

    So, too, two neighbours that do so together.
    """
    out: list[tuple[int, int, str]] = []
    for start, end, label in runs:
        firsts = [start]
        if out and out[-1][1:] == (start, label) and not _wide_gap(doc, text, start - 1, start):
            firsts.append(out[-1][0])
        for first in firsts if label not in NAME_LABELS else ():
            if _is_full_name(doc, first, end, lexicon):
                name = _in_doubt(probabilities[first:end], labels, label)
                if name != label:
                    del out[len(out) - (first < start) :]
                    start, label = first, name
                    break
        out.append((start, end, label))
    return out


def _in_doubt(probabilities: np.ndarray, labels: Sequence[str], label: str) -> str:
    """A name, where what the tables know as one may be one; else the label as it is."""
    for column, name in enumerate(labels):
        if name in NAME_LABELS and probabilities[:, 1 + column].max() >= _DOUBT:
            return name
    return label


def _is_full_name(doc: Doc, start: int, end: int, lexicon: Lexicon) -> bool:
    """Two or three words with a capital, of which the first is a forename, the last a surname."""
    words = [lexicon.of(token) for token in doc[start:end]]
    if not 1 < len(words) < 4 or any(word.case != TITLE for word in words):
        return False
    return words[0].forename > 1 and words[-1].surname > 1


def _runs(
    doc: Doc, text: str, chosen: np.ndarray, begins: np.ndarray | None
) -> list[tuple[int, int]]:
    """Maximal runs of one label without a wide gap or a beginning inside."""
    runs: list[tuple[int, int]] = []
    for i in np.flatnonzero(chosen >= 0).tolist():
        if (
            runs
            and runs[-1][1] == i
            and chosen[i - 1] == chosen[i]
            and not (begins is not None and begins[i])
            and not _wide_gap(doc, text, i - 1, i)
        ):
            runs[-1] = (runs[-1][0], i + 1)
        else:
            runs.append((i, i + 1))
    return runs


def _wide_gap(doc: Doc, text: str, left: int, right: int) -> bool:
    """Is there more than a single blank between two tokens?"""
    end = doc[left].idx + len(doc[left])
    between = text[end : doc[right].idx] if right > left + 1 else doc[left].whitespace_
    return _parts(between)


def _ends_line(token: Token, text: str) -> bool:
    """Is this a line break behind a short line, such as a heading or a byline?

    A name goes on behind a line break only where the line was too full for it.
    """
    breaks: int = token.text.count("\n")
    if breaks != 1:
        return breaks > 1
    line = text[max(0, token.idx - _FULL_LINE) : token.idx]
    return token.idx < _FULL_LINE or "\n" in line


def _majority(labels: np.ndarray, weights: np.ndarray) -> int:
    return int(np.bincount(labels, weights=weights).argmax())


def _spans(
    doc: Doc,
    text: str,
    runs: Sequence[tuple[int, int, str]],
    inside: np.ndarray,
    decoding: Decoding,
    lexicon: Lexicon,
    source: str,
) -> list[PiiSpan | None]:
    """The span of each run, None where it is too doubtful."""
    return [
        _span(doc, text, run, room, inside, decoding, lexicon, source)
        for run, room in zip(runs, _rooms(runs, len(doc)), strict=True)
    ]


def _span(
    doc: Doc,
    text: str,
    run: tuple[int, int, str],
    room: tuple[int, int],
    inside: np.ndarray,
    decoding: Decoding,
    lexicon: Lexicon,
    source: str,
) -> PiiSpan | None:
    start, end, label = run
    if label in NAME_LABELS:
        start, end = _strip_cues(doc, start, end, lexicon)
        if decoding.extend and start < end:
            start, end = _extend(doc, text, start, end, room, lexicon)
        start += _begins_with_day(doc, start, end)
    start, end = _strip_marks(doc, start, end, label)
    if start >= end:
        return None
    first, last = doc[start], doc[end - 1]
    begin, stop = exact_ends(text, first.idx, last.idx + len(last), label)
    score = float(inside[start:end].max())
    least = decoding.of(label) if _alone(text, begin, stop) else decoding.in_text(label)
    if begin >= stop or score < least or _is_number(text[begin:stop], label):
        return None
    return PiiSpan(begin, stop, label, score, source)


def _is_number(name: str, label: str) -> bool:
    """Is this a number that was taken for a user name, as "72" in "Freire, page 72"?"""
    return label == "USERNAME" and name.isdigit()


def _alone(text: str, start: int, end: int) -> bool:
    """Has the line no other letter or digit, as where a title page names the author?"""
    after = text.find("\n", end)
    line_start, line_end = text.rfind("\n", 0, start) + 1, after if after >= 0 else len(text)
    beside = text[max(line_start, start - _NEAR) : start] + text[end : min(line_end, end + _NEAR)]
    return not any(c.isalnum() for c in beside)


def _strip_cues(doc: Doc, start: int, end: int, lexicon: Lexicon) -> tuple[int, int]:
    """Take cue words, field names and offices ("by", "Hey", "Name :", "Chief") off the ends."""
    if end - start == 1 and _is_forename(doc[start], lexicon):
        return start, end
    while (
        start < end
        and not _is_particle(doc, start, end)
        and (_is_edge(doc[start], lexicon) or _begins_behind(doc, start, end, lexicon))
    ):
        start += 1
    if start < end:
        start = min(end, start + _introduction(doc, start))
    while office := _office(doc, start, end, lexicon):
        start += office
    if _ends_with_postcode(doc, start, end) or _ends_with_day(doc, start, end):
        end -= 2
    while end > start and _ends_behind(doc, start, end, lexicon):
        end -= 1
    return start, end


def _introduction(doc: Doc, start: int) -> int:
    """How many tokens from here on still say that a name follows ("Ich heiße Ana")."""
    if doc[start].lower_ not in _INTRODUCING:
        return 0
    for words in _INTRODUCTIONS:
        for before in range(min(len(words), start + 1)):
            there = doc[start - before : start - before + len(words)]
            if tuple(token.lower_ for token in there) == words:
                return len(words) - before
    return 0


def _begins_behind(doc: Doc, start: int, end: int, lexicon: Lexicon) -> bool:
    """Is the first word an ordinary one before a capital, so none of the name ("little Ana")?"""
    if start + 1 == end or not doc[start].whitespace_:
        return False
    word, following = lexicon.of(doc[start]), lexicon.of(doc[start + 1])
    return word.case == LOWER and word.common and following.case == TITLE


def _is_particle(doc: Doc, start: int, end: int) -> bool:
    """Is the first word one that belongs to the surname behind it ("Ms. ter Horst")?"""
    if start + 1 == end or doc[start].text not in particles() or doc[start].text in EDGE_WORDS:
        return False
    return _is_capital(doc[start + 1]) or doc[start + 1].text in particles()


def _begins_with_day(doc: Doc, start: int, end: int) -> bool:
    """Is the first of several words a day and no name ("every Sunday Ana and I")?"""
    if not 0 < start < end - 1 or doc[start].lower_ not in DAYS:
        return False
    return doc[start - 1].lower_ in BEFORE_DAYS


def _ends_behind(doc: Doc, start: int, end: int, lexicon: Lexicon) -> bool:
    """Is the last word none of the name: a cue word, or an ordinary one ("Ana more")?"""
    if _is_handle(doc, start, end):
        return False
    word, first = lexicon.of(doc[end - 1]), lexicon.of(doc[start])
    apart = end - 1 > start and doc[end - 2].whitespace_
    if apart and word.case == LOWER and word.common and first.case == TITLE:
        return True
    return _is_edge(doc[end - 1], lexicon) and not _is_name(doc, start, end, lexicon)


def _is_handle(doc: Doc, start: int, end: int) -> bool:
    """Does an underscore tie the last word to a name ("ana_swan"), and is it no word of files?"""
    tied = end - 2 > start and doc[end - 2].text == "_" and not doc[end - 2].whitespace_
    return tied and doc[end - 1].lower_ not in EDGE_WORDS


def _ends_with_postcode(doc: Doc, start: int, end: int) -> bool:
    """Does a town with its postcode stand behind the name and a comma ("Ana, KOLKATA-700001")?"""
    behind = end - start > 2 and doc[end - 2].text == ","
    return behind and _POSTCODE.fullmatch(doc[end - 1].text) is not None


def _ends_with_day(doc: Doc, start: int, end: int) -> bool:
    """Does the day of a post stand behind the name and a dash ("by Ana - Tuesday, 5 March")?"""
    dashed = end - start > 2 and doc[end - 2].text in _DASHES and doc[end - 2].whitespace_
    return bool(dashed) and doc[end - 1].lower_ in DAYS


def _is_name(doc: Doc, start: int, end: int, lexicon: Lexicon) -> bool:
    """Is the cue word at the end a surname that is often one, with a capital ("Hasna Ben Said")?"""
    word = lexicon.of(doc[end - 1])
    return end - 1 > start and word.case == TITLE and min(word.forename, word.surname) > 1


def _is_forename(token: Token, lexicon: Lexicon) -> bool:
    """Is it a forename though it is a cue word, too ("my flatmate Dean")?"""
    word = lexicon.of(token)
    return word.case == TITLE and word.forename > 1 and token.lower_ in CLASSES["degree"]


def _is_edge(token: Token, lexicon: Lexicon) -> bool:
    if token.lower_ in EDGE_WORDS:
        return True
    word = lexicon.of(token)
    return word.case == LOWER and word.common and not (word.forename or word.surname)


def _office(doc: Doc, start: int, end: int, lexicon: Lexicon) -> int:
    """How many tokens are an office before a capital: "Chief" has one, "Capt" and its stop two."""
    if start + 1 >= end:
        return 0
    stop: bool = doc[start + 1].text == "."
    word = doc[start].lower_ + ("." if stop else "")
    following: int = start + 1 + stop
    if following >= end or word not in OFFICES or not _is_capital(doc[following]):
        return 0
    forename = not word.endswith(".") and lexicon.of(doc[start]).forename
    return 0 if forename else following - start


def _is_capital(token: Token) -> bool:
    return bool(token.text[:1].isupper())


def _strip_marks(doc: Doc, start: int, end: int, label: str) -> tuple[int, int]:
    def mark(token: Token) -> bool:
        return not any(c.isalnum() for c in token.text)

    while start < end and mark(doc[start]):
        start += 1
    while end > start and mark(doc[end - 1]):
        end -= 1
    return start, end


def _extend(
    doc: Doc, text: str, start: int, end: int, room: tuple[int, int], lexicon: Lexicon
) -> tuple[int, int]:
    """Take in a neighbour on the same line that is written as a name and known as one."""
    low, high = room
    while (
        start > low
        and _joins(doc, text, start - 1, start, doc[start - 1], lexicon)
        and not _office(doc, start - 1, end, lexicon)
    ):
        start -= 1
    while end < high and _joins(doc, text, end - 1, end, doc[end], lexicon):
        end += 1
    if end == start + 1 and end < high and _is_last_name(doc, text, start, end, lexicon):
        end += 1
    if start + 1 < end < high and _is_behind_particle(doc, text, end, lexicon):
        end += 1
    if end < high and (
        _is_last_initial(doc, text, end) or _is_word_behind(doc, text, end, lexicon)
    ):
        end += 1
    if start > low + 1 and (
        _is_first_initial(doc, text, start - 1)
        or (
            _is_word_before(doc, text, start, end, lexicon)
            and not _office(doc, start - 1, end, lexicon)
        )
    ):
        start -= 1
    return _whole_word(doc, start, end, room)


def _whole_word(doc: Doc, start: int, end: int, room: tuple[int, int]) -> tuple[int, int]:
    """Take in the other part of a hyphenated name, of which the encoder may know one part only.

    So, too, the end of a word that the tokenizer takes for two ("Arent", as if it were "aren't").
    """
    low, high = room
    while end < high and _is_half(doc, end):
        end += 1
    while end + 1 < high and _hyphen(doc, end) and doc[end + 1].text[:1].isupper():
        end += 2
    while start > low + 1 and _hyphen(doc, start - 1) and doc[start - 2].text[:1].isupper():
        start -= 2
    return start, end


def _is_half(doc: Doc, i: int) -> bool:
    """Do small letters go on here with the word before?"""
    before = doc[i - 1]
    glued = not before.whitespace_ and before.text[-1:].isalpha()
    return glued and doc[i].text.isalpha() and doc[i].text.islower()


def _hyphen(doc: Doc, i: int) -> bool:
    """Does a hyphen stand here with no blank on either side?"""
    between = not doc[i - 1].whitespace_ and not doc[i].whitespace_
    return i > 0 and doc[i].text in _HYPHENS and between


def _is_last_initial(doc: Doc, text: str, end: int) -> bool:
    """Is the letter behind a name the initial of its surname ("Ana R", "Ana R.")?

    A letter may also begin a sentence, so it has to stand before a full stop, a mark or a gap, or
    before small letters ("Ana R went"): where it is a word, before those that follow a name ("Ana A
    was").
    """
    letter = doc[end].text.rstrip(".")
    if len(letter) != 1 or not letter.isalpha() or _wide_gap(doc, text, end - 1, end):
        return False
    if not doc[end - 1].whitespace_ or not doc[end - 1].text[-1:].isalnum():
        return False
    stop = doc[end].idx + len(doc[end])
    behind = text[stop : stop + 2]
    if letter.islower():
        # "laila a, who", where all names are written so, and "Laila a. went"
        small = doc[end - 1].text.islower() and behind[:1] in _INNER_MARKS
        return small or _is_stopped(doc[end].text, text[stop : stop + _NEAR])
    if behind[:1] == " " and behind[1:].islower() and not _is_letter_word(doc, letter, end):
        return True
    return doc[end].text.endswith(".") or not behind.strip() or behind[0] in "\n\t,;:).'’"


def _is_letter_word(doc: Doc, letter: str, at: int) -> bool:
    """Is the letter behind a name a word, the article "A" or the pronoun "I"?"""
    article = letter == "A" and doc[at + 1].text not in BEHIND_INITIALS
    return article or letter == "I"


def _is_stopped(letter: str, behind: str) -> bool:
    """Is a small letter an initial, by a full stop that ends no sentence? "v." parts parties."""
    rest = behind if letter.endswith(".") else behind[1:] if behind.startswith(".") else None
    return rest is not None and letter[0] != "v" and _GOES_ON.match(rest) is not None


def _is_behind_particle(doc: Doc, text: str, end: int, lexicon: Lexicon) -> bool:
    """Does a capital stand behind a particle that ends a name ("Norliza binti Monday")?"""
    if not is_particle(doc[end - 1]) or _wide_gap(doc, text, end - 1, end):
        return False
    return bool(doc[end - 1].whitespace_) and lexicon.of(doc[end]).case == TITLE


def _is_word_behind(doc: Doc, text: str, end: int, lexicon: Lexicon) -> bool:
    """Is the word behind a name, with a capital and before a mark, a part of it ("Ana Will,")?

    Else a word that begins a sentence could stand there.
    """
    token = doc[end]
    word, before = lexicon.of(token), lexicon.of(doc[end - 1])
    if (word.case, before.case) != (TITLE, TITLE) or max(word.forename, word.surname) < 2:
        return False
    if word.cue or not doc[end - 1].whitespace_ or _wide_gap(doc, text, end - 1, end):
        return False
    behind = token.idx + len(token)
    mark = text[behind : behind + 1]
    if token.lower_ in EDGE_WORDS:  # "Ana To,": not even "to" has a capital there
        return word.surname > 1 and mark in _INNER_MARKS
    return mark in _MARKS


def _is_word_before(doc: Doc, text: str, start: int, end: int, lexicon: Lexicon) -> bool:
    """Is the word before a name a forename, though an ordinary word ("and Drew Ruiz, who")?

    Only inside a sentence, where a word that is none has no capital, and in a list of names.
    """
    token, before = doc[start - 1], doc[start - 2]
    word, name = lexicon.of(token), lexicon.of(doc[start])
    if (word.case, name.case) != (TITLE, TITLE) or not word.forename or word.cue:
        return False
    if not token.whitespace_ or _wide_gap(doc, text, start - 1, start):
        return False
    if token.lower_ in NO_FORENAMES:  # a day on a line of its own: rather a name than left there
        return token.lower_ in DAYS and _has_line(doc, text, start - 1, end)
    inside = before.text.islower() and before.text.isalpha() and before.whitespace_
    return bool(inside) or _is_item(doc, text, start - 1, end)


def _is_item(doc: Doc, text: str, start: int, end: int) -> bool:
    """Do marks of a list, or the ends of a line, stand on both sides of these words?"""
    before, behind = _around(doc, text, start, end)
    return _OPENS_ITEM.search(before) is not None and _ENDS_ITEM.match(behind) is not None


def _has_line(doc: Doc, text: str, start: int, end: int) -> bool:
    """Have these words a line to themselves, but for a "by" or "Name:" in front of them?"""
    before, behind = _around(doc, text, start, end)
    return behind[:1] in ("", "\n") and _OPENS_LINE.search(before) is not None


def _around(doc: Doc, text: str, start: int, end: int) -> tuple[str, str]:
    """The characters on both sides of these words, as far as is looked at."""
    first, stop = doc[start].idx, doc[end - 1].idx + len(doc[end - 1])
    return text[max(0, first - _NEAR) : first], text[stop : stop + _NEAR]


def _is_first_initial(doc: Doc, text: str, i: int) -> bool:
    """Is the letter in front of a name that of its forename ("as A Ruiz had said")?

    In the middle of a sentence hardly another capital stands alone before a name, but for "I". In
    small letters it is one with a stop and behind a mark ("made by: a. ruiz").
    """
    token, before = doc[i], doc[i - 1]
    if _is_small_initial(token) and doc[i + 1].text.islower():
        return not before.text[-1:].isalnum() and not _wide_gap(doc, text, i, i + 1)
    if len(token) != 1 or not token.text.isupper() or token.text == "I" or not token.whitespace_:
        return False
    in_sentence = before.text.islower() and before.text.isalpha() and before.whitespace_
    return bool(in_sentence) and not _wide_gap(doc, text, i, i + 1)


def _is_small_initial(token: Token) -> bool:
    return len(token) == 2 and token.text[0].islower() and token.text[1] == "."


def _is_last_name(doc: Doc, text: str, start: int, end: int, lexicon: Lexicon) -> bool:
    """Is the word behind a lone forename its surname, though an ordinary word ("Ana Low")?

    Only where the two stand by themselves: at the start of a line or behind a colon, and before
    its end or a wide gap.
    """
    first, last = doc[start], doc[end]
    word = lexicon.of(last)
    if word.case != TITLE or not word.surname or word.cue or last.lower_ in EDGE_WORDS:
        return False
    if not lexicon.of(first).forename or _wide_gap(doc, text, start, end):
        return False
    before, behind = _around(doc, text, start, end + 1)
    blank_before = before[len(before.rstrip()) :]
    blank_behind = behind[: len(behind) - len(behind.lstrip())]
    opens = _parts(blank_before) or not before.strip() or before.rstrip().endswith(":")
    return opens and (_parts(blank_behind) or not behind.strip())


def _parts(blank: str) -> bool:
    """Does white space part what stands on its two sides?"""
    return len(blank) > 1 or "\n" in blank or "\t" in blank


def _joins(doc: Doc, text: str, left: int, right: int, token: Token, lexicon: Lexicon) -> bool:
    if _wide_gap(doc, text, left, right) or not doc[left].whitespace_ or token.is_space:
        return False
    word = lexicon.of(token)
    known = word.forename >= 2 or word.surname >= 2
    return known and not word.common and word.case != LOWER and token.lower_ not in EDGE_WORDS
