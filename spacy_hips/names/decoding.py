"""From probabilities of tokens to scored spans with exact characters.

Recall first: a token counts as part of an identifier when the probability of "not O" reaches a
threshold, whatever the best single label. The ends of what results are then put right, which was
worth more than any other single choice in measurements on real essays (docs/experiments.md).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from spacy.tokens import Doc

from ..labels import NAME_LABELS
from ..lexicon.person_words import DAYS
from ..lexicon.tables import country_names
from ..lexicon.words import TITLE, Lexicon
from ..spans import PiiSpan
from .passes.things import THINGS
from .tokens.ends import exact_ends
from .tokens.extend import extend
from .tokens.links import linked
from .tokens.lists import inverted, listed
from .tokens.marks import leave_marks
from .tokens.spacing import HYPHENS, ends_line, is_half, is_hyphen, wide_gap
from .tokens.touching import parted
from .tokens.trim import begins_with_day, strip_cues, strip_marks

# A full name is taken for a place or a school only where it is hardly ever a person's, a forename
# alone, which more places bear, where it is seldom one.
_DOUBT, _DOUBT_ALONE = 0.02, 0.1
_NO_NAME = re.compile(r"u/|p\.?[ ]?o\.?[ ]?box\W?", re.IGNORECASE)
_NEAR = 40  # characters of a line that are looked at
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
                apart = wide_gap(doc, text, left, right) or ends_line(doc[i], text)
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
            before = i > 0 and chosen[i - 1] == column and not wide_gap(doc, text, i - 1, i)
            behind = i + 1 < len(chosen) and chosen[i + 1] == column
            if before or (behind and not wide_gap(doc, text, i, i + 1)):
                chosen[i] = column


def _leave_addresses(doc: Doc, chosen: np.ndarray, labels: Sequence[str]) -> None:
    """An e-mail address beside a name is none of it, though it holds the name."""
    names = [column for column, label in enumerate(labels) if label in NAME_LABELS]
    for i in np.flatnonzero(np.isin(chosen, names)).tolist():
        if "@" in doc[i].text and doc[i].like_email:
            chosen[i] = -1


def _bridged(doc: Doc, chosen: np.ndarray, begins: np.ndarray | None) -> np.ndarray | None:
    """The parts of a hyphenated word are one name, though its second part looks like a new one.

    So are those of a word that was broken at the end of a line, or that the tokenizer takes for
    two ("Arent", "Im").

    chosen (np.ndarray): The label of each token; that of what stands between is set.
    begins (Optional[np.ndarray]): Where names begin.
    RETURNS (Optional[np.ndarray]): The same without beginnings inside such words.
    """
    out = None if begins is None else begins.copy()
    between = np.flatnonzero((chosen[:-2] >= 0) & (chosen[:-2] == chosen[2:])) + 1
    for i in between.tolist():
        if is_hyphen(doc, i) or _is_broken(doc, i):
            chosen[i] = chosen[i - 1]
            if out is not None:
                out[i : i + 2] = False
    for i in (np.flatnonzero(chosen[:-1] >= 0) + 1).tolist():
        if is_half(doc, i):
            chosen[i] = chosen[i - 1]
            if out is not None:
                out[i] = False
    return out


def _is_broken(doc: Doc, i: int) -> bool:
    """Does a word go on behind this line break ("Oka-", "for")?"""
    if not doc[i].text.isspace() or doc[i].text.count("\n") != 1:
        return False
    before = doc[i - 1].text
    return len(before) > 1 and before[-1] in HYPHENS and doc[i + 1].text.islower()


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
    """Take what was found as a place or a firm for a name where it looks like one.

    That is, like a full name, also together with its neighbour, or like a forename.
    """
    out: list[tuple[int, int, str]] = []
    for start, end, label in runs:
        firsts = [start]
        if out and out[-1][1:] == (start, label) and not wide_gap(doc, text, start - 1, start):
            firsts.append(out[-1][0])
        for first in firsts if label not in NAME_LABELS else ():
            doubt = _doubt(doc, first, end, label, lexicon)
            if doubt is not None:
                name = _in_doubt(probabilities[first:end], labels, label, doubt)
                if name != label:
                    del out[len(out) - (first < start) :]
                    start, label = first, name
                    break
        out.append((start, end, label))
    return out


def _doubt(doc: Doc, start: int, end: int, label: str, lexicon: Lexicon) -> float | None:
    """How probable a name has to be to be taken for one; None for what the tables do not know."""
    if _is_full_name(doc, start, end, lexicon):
        return _DOUBT
    alone = label in THINGS and _is_forename(doc, start, end, lexicon)
    return _DOUBT_ALONE if alone else None


def _in_doubt(probabilities: np.ndarray, labels: Sequence[str], label: str, doubt: float) -> str:
    """A name, where what the tables know as one may be one; else the label as it is."""
    for column, name in enumerate(labels):
        if name in NAME_LABELS and probabilities[:, 1 + column].max() >= doubt:
            return name
    return label


def _is_full_name(doc: Doc, start: int, end: int, lexicon: Lexicon) -> bool:
    """Two or three words with a capital, of which the first is a forename, the last a surname."""
    words = [lexicon.of(token) for token in doc[start:end]]
    if not 1 < len(words) < 4 or any(word.case != TITLE for word in words):
        return False
    return words[0].forename > 1 and words[-1].surname > 1


def _is_forename(doc: Doc, start: int, end: int, lexicon: Lexicon) -> bool:
    """A forename, alone or beside another name, that is no country's name as well."""
    words = [lexicon.of(token) for token in doc[start:end]]
    if len(words) > 2 or not words[0].forename or doc[start:end].text.lower() in country_names():
        return False
    return all(word.named and not word.common for word in words)


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
            and not wide_gap(doc, text, i - 1, i)
        ):
            runs[-1] = (runs[-1][0], i + 1)
        else:
            runs.append((i, i + 1))
    return runs


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
        start, end = strip_cues(doc, start, end, lexicon)
        if decoding.extend and start < end:
            start, end = extend(doc, text, start, end, room, lexicon)
        start += begins_with_day(doc, start, end)
    start, end = strip_marks(doc, start, end)
    if start >= end:
        return None
    first, last = doc[start], doc[end - 1]
    begin, stop = exact_ends(text, first.idx, last.idx + len(last), label)
    score = float(inside[start:end].max())
    least = decoding.of(label) if _alone(text, begin, stop) else decoding.in_text(label)
    if begin >= stop or score < least or _is_none(text[begin : stop + 1], label):
        return None
    return PiiSpan(begin, stop, label, score, source)


def _is_none(found: str, label: str) -> bool:
    """Is this nobody's name: "72" of "Freire, page 72", "u" of "u/ana_okri", "P.O. Box"?

    found (str): What was found, and the character behind.
    """
    if label == "USERNAME":
        return found[:-1].isdigit() or found.isdigit()
    return label in NAME_LABELS and _NO_NAME.fullmatch(found) is not None


def _alone(text: str, start: int, end: int) -> bool:
    """Has the line no other letter or digit, as where a title page names the author?"""
    after = text.find("\n", end)
    line_start, line_end = text.rfind("\n", 0, start) + 1, after if after >= 0 else len(text)
    beside = text[max(line_start, start - _NEAR) : start] + text[end : min(line_end, end + _NEAR)]
    return not any(c.isalnum() for c in beside)
