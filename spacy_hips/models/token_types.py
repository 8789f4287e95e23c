"""Token types: what an encoder that knows neither case nor lines is told of each wordpiece.

BERT adds to the vector of each wordpiece one of its type, meant for first and second sentences
(Devlin et al. 2019, section 3.2). Here the types tell what the wordpieces do not: the case of the
word, whether it begins a line, and whether it is known as a name. So all layers of the encoder
know it of all words, and not only the layer behind them, of one word and its neighbours.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from spacy.tokens import Doc
from thinc.types import Ragged

from .lexicon import MIXED, TITLE, UPPER, Lexicon, word_forms

CASES = (TITLE, UPPER, MIXED)
NAMES, LINES = 3, 3
COUNT = (len(CASES) + 1) * NAMES * LINES
"""How many types there are. Type 0 is a word in small letters, or none, inside a line."""


def types_of_tokens(doc: Doc, lexicon: Lexicon) -> np.ndarray:
    """The type of every token.

    doc (Doc): The document.
    lexicon (Lexicon): Looks word forms up.
    RETURNS (np.ndarray): Shape (tokens,), int64, from 0 to COUNT - 1.
    """
    if not len(doc):
        return np.zeros(0, dtype="int64")
    forms, at = word_forms(doc)
    words = [lexicon(form) for form in forms]
    cases = np.array([CASES.index(w.case) + 1 if w.case in CASES else 0 for w in words])
    names = np.array([(2 - w.common) * (w.forename > 0 or w.surname > 0) for w in words])
    breaks = np.array([form.count("\n") for form in forms])
    spaces = np.array([form.isspace() for form in forms])
    looks = (cases * NAMES + names) * LINES
    types: np.ndarray = looks[at] + _line_starts(breaks[at], spaces[at])
    return types


def _line_starts(breaks: np.ndarray, spaces: np.ndarray) -> np.ndarray:
    """0 inside a line, 1 for the first word of one, 2 behind an empty line or at the beginning."""
    words = np.flatnonzero(~spaces)
    out = np.zeros(len(breaks), dtype="int64")
    before = np.concatenate(([0], np.cumsum(breaks)))[words]
    out[words] = np.minimum(np.diff(before, prepend=before[:1] - 2), 2)
    return out


def types_of_wordpieces(types: np.ndarray, align: Ragged, shape: tuple[int, int]) -> np.ndarray:
    """The types of wordpieces; special ones have type 0.

    types (np.ndarray): Those of the tokens, shape (tokens,).
    align (Ragged): The wordpieces of every token.
    shape (tuple): Windows, and wordpieces a window.
    RETURNS (np.ndarray): Of that shape, int64.
    """
    out = np.zeros(shape[0] * shape[1], dtype="int64")
    out[np.asarray(align.dataXd).reshape(-1)] = np.repeat(types, np.asarray(align.lengths))
    return out.reshape(shape)


def add_token_types(network: Any) -> None:
    """Make room for the types in a network of BERT's kind; all of them begin as its type 0.

    network (Any): A PyTorch network, changed in place: it computes what it computed before.
    RAISES (ValueError): It knows no token types.
    """
    embeddings: Any = getattr(network, "embeddings", None)
    table = getattr(embeddings, "token_type_embeddings", None)
    if table is None:
        raise ValueError(f"{type(network).__name__} knows no token types")
    weight = table.weight.data[:1].repeat(COUNT, 1)
    embeddings.token_type_embeddings = type(table)(COUNT, weight.shape[1])
    embeddings.token_type_embeddings.weight.data = weight
    network.config.type_vocab_size = COUNT
