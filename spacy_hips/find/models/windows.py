"""Span getters: which windows of a document the encoder sees.

Dense windows cover everything. Sparse windows cover only what may hold a name, by a cheap lexical
gate. So the encoder, which takes nearly all the time, runs over a quarter of an essay.
Tokens outside every window get zero vectors, in training and in prediction alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import numpy as np
from spacy.tokens import Doc, Span

from ...core.body import first_token
from ...text.lexicon.finder_columns import class_of
from ...text.lexicon.words import LOWER, TITLE, Lexicon, word_forms
from ...text.page.languages import stop_words

SpanGetter = Callable[[Iterable[Doc]], list[list[Span]]]
CALLED = tuple(map(class_of, ("dear", "cousin")))
"""Classes of cue words behind which somebody is called by name: greetings and relatives."""
OPENING = frozenset(',(:-–—*•&/"“„«')
"""Marks behind which a capital is no matter of course."""
BUT_NAMES = frozenset(("will", "may", "can"))
"""Stop words that many people are called."""


def make_dense_windows(window: int = 128, stride: int = 96) -> SpanGetter:
    """Strided windows over the whole document (`spacy_hips.DenseWindows.v1`).

    window (int): Tokens a window.
    stride (int): Tokens from one window's start to the next; below `window` they overlap, so
        that tokens near an edge are seen with both their sides.
    RETURNS (Callable): Takes documents, returns a list of spans for each.
    """
    return DenseWindows(window, stride)


def make_sparse_windows(context: int = 16, window: int = 96, stride: int = 64) -> SpanGetter:
    """Windows around what may be a name (`spacy_hips.SparseWindows.v1`).

    context (int): Tokens kept on each side of a token that may be part of a name.
    window (int): The longest window; a longer stretch is strided.
    stride (int): Tokens from one window's start to the next within a longer stretch.
    RETURNS (Callable): Takes documents, returns a list of spans for each; the first and the last
        token of a document are always in one. A document without a word that may be a name has no
        window, and costs no run of the encoder.
    """
    return SparseWindows(context, window, stride)


class DenseWindows:
    """See `make_dense_windows`."""

    def __init__(self, window: int, stride: int) -> None:
        self.window = window
        self.stride = stride

    def __call__(self, docs: Iterable[Doc]) -> list[list[Span]]:
        """The windows of each document."""
        return [
            [
                doc[s:e]
                for start, end in self.stretches(doc)
                for s, e in _strided(start, end, self.window, self.stride)
            ]
            for doc in docs
        ]

    def stretches(self, doc: Doc) -> list[tuple[int, int]]:
        """The stretches of tokens that are sent, by place."""
        if not len(doc):
            return []
        first = first_token(doc)
        return _anchored([(first, len(doc))] if first < len(doc) else [], len(doc))


class SparseWindows(DenseWindows):
    """See `make_sparse_windows`."""

    def __init__(self, context: int, window: int, stride: int) -> None:
        super().__init__(window, stride)
        self.context = context
        self._lexicon = Lexicon()

    def stretches(self, doc: Doc) -> list[tuple[int, int]]:
        """The stretches of tokens that are sent, apart from each other and by place."""
        if not len(doc):
            return []
        triggers, first = self._triggers(doc), first_token(doc)
        out: list[tuple[int, int]] = []
        for i in (first + np.flatnonzero(triggers[first:])).tolist():
            start, end = max(first, i - self.context), min(len(doc), i + self.context + 1)
            if out and start <= out[-1][1]:
                out[-1] = (out[-1][0], end)
            else:
                out.append((start, end))
        # Who signs "mark" signs at an end: such a word alone is looked at, any other is not.
        if not out and not any(self._lexicon(end.text).named for end in (doc[0], doc[-1])):
            return []
        return _anchored(out, len(doc))

    def _triggers(self, doc: Doc) -> np.ndarray:
        """Whether each token may be part of a name, shape (tokens,).

        A word with a capital may be one inside a sentence ("we met River", "Week 3: River") and
        behind a greeting ("Dear Sage"), a known name with one anywhere ("Rosemary and I"), and a
        known name in small letters behind a greeting or a relative ("hi king").
        """
        forms, at = word_forms(doc)
        words = [self._lexicon(form) for form in forms]
        triggers: np.ndarray = np.array([word.trigger for word in words])[at]
        named = np.array([word.named for word in words])[at]
        title = np.array([word.case == TITLE for word in words])[at]
        opens = [w.case == LOWER or form in OPENING for form, w in zip(forms, words, strict=True)]
        calls = [word.cue in CALLED for word in words]
        stops = np.array([form.lower() in _stop_words() for form in forms])[at]
        before = _words_before([not form.strip() and "\n" not in form for form in forms], at)
        inside, called = (np.array([*kind, False])[before] for kind in (opens, calls))
        triggers |= named & title & ~stops
        triggers |= title & (named | ~stops) & inside
        triggers |= (named | title) & ~stops & called
        return triggers


def _words_before(blank: list[bool], at: np.ndarray) -> np.ndarray:
    """Which form stands before each token, blanks apart; -1 where none does."""
    filled = np.where(np.array(blank)[at], -1, np.arange(len(at)))
    last = np.maximum.accumulate(np.concatenate(([-1], filled[:-1])))
    return np.where(last < 0, -1, at[last])


@cache
def _stop_words() -> frozenset[str]:
    """Words such as "So" and "As", which begin sentences; there they are no names."""
    return stop_words("en") - BUT_NAMES


def _anchored(stretches: list[tuple[int, int]], tokens: int) -> list[tuple[int, int]]:
    """Add a short stretch at either end where none is.

    spacy-transformers aligns from the first window's first token to the last window's last one.
    """
    if not stretches or stretches[0][0] > 0:
        stretches.insert(0, (0, 1))
    if stretches[-1][1] < tokens:
        stretches.append((tokens - 1, tokens))
    return stretches


def _strided(start: int, end: int, window: int, stride: int) -> list[tuple[int, int]]:
    out = []
    while end - start > window:
        out.append((start, start + window))
        start += stride
    if end > start:
        out.append((start, end))
    return out
