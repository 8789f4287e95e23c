"""Surface features of tokens: case, shape, name tables, cue words, place in line and document.

Students' names are told by these as much as by their context, and the default encoder is uncased
and sees neither line breaks nor positions (Holmes et al. 2024 describe where the names stand).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from spacy.tokens import Doc
from thinc.api import (
    HashEmbed,
    Maxout,
    Model,
    chain,
    concatenate,
    expand_window,
)
from thinc.types import Floats2d, Ints2d, Ragged

from ...core.body import first_token
from ...text.lexicon.letters import decoded
from ...text.lexicon.words import Lexicon, word_forms

# (feature, rows of its hash table, width of its embedding)
COLUMNS: tuple[tuple[str, int, int], ...] = (
    ("shape", 1000, 16),
    ("prefix", 2000, 12),
    ("suffix", 2000, 12),
    ("case", 32, 4),
    ("tables", 128, 12),
    ("cue", 32, 8),
    ("line", 256, 12),
    ("place", 64, 8),
    ("gap", 64, 8),
)


def surface_embedding(width: int = 64, window: int = 2) -> Model[Ragged, Floats2d]:
    """Embed the surface features of each token together with its neighbours' of the same document.

    width (int): Width of the output.
    window (int): Neighbours on each side whose features are seen.
    RETURNS (Model): From arrays of shape (tokens, features), put together with the length of
        each, to one of shape (tokens, width).
    """
    embeds = [HashEmbed(nO, rows, column=i, seed=i + 1) for i, (_, rows, nO) in enumerate(COLUMNS)]
    total = sum(nO for _, _, nO in COLUMNS)
    model = chain(
        concatenate(*embeds),
        expand_window(window_size=window),
        Maxout(width, total * (2 * window + 1), nP=3, normalize=True, dropout=0.0),
    )
    # A chain hands arrays on without their lengths, and the window would reach into the document
    # that happens to lie beside it in the batch.
    model._func = _embed
    return model


def _embed(
    model: Model[Ragged, Floats2d], rows: Ragged, is_train: bool
) -> tuple[Floats2d, Callable[[Floats2d], Ragged]]:
    embed, window, mix = model.layers
    if not len(rows.dataXd):  # the encoder saw nothing: white space alone
        return model.ops.alloc2f(0, mix.layers[0].get_dim("nO")), lambda d_mixed: rows
    embedded, back_embed = embed(rows.dataXd, is_train)
    widened, back_window = window(Ragged(embedded, rows.lengths), is_train)
    mixed, back_mix = mix(widened.dataXd, is_train)

    def backprop(d_mixed: Floats2d) -> Ragged:
        d_widened = back_window(Ragged(back_mix(d_mixed), rows.lengths))
        return Ragged(back_embed(d_widened.dataXd), rows.lengths)

    return mixed, backprop


def surface_features() -> Model[list[Doc], list[Ints2d]]:
    """Extract the features as numbers.

    RETURNS (Model): From documents to arrays of shape (tokens, features), uint64.
    """
    return Model("surface_features", _forward, attrs={"lexicon": Lexicon()})


def _forward(model: Model, docs: list[Doc], is_train: bool):  # type: ignore[no-untyped-def]
    lexicon = model.attrs["lexicon"]
    return [model.ops.asarray2i(features(doc, lexicon), dtype="uint64") for doc in docs], (
        lambda d_features: []
    )


def features(doc: Doc, lexicon: Lexicon) -> np.ndarray:
    """The surface features of every token.

    doc (Doc): The document.
    lexicon (Lexicon): Looks word forms up.
    RETURNS (np.ndarray): Shape (tokens, features), uint64, columns as in COLUMNS.
    """
    table = np.zeros((len(doc), len(COLUMNS)), dtype="uint64")
    if not len(doc):
        return table
    layout = doc.to_array(["SHAPE", "PREFIX", "SUFFIX", "SPACY"])
    table[:, 0:3] = layout[:, 0:3]
    for i in (i for i, token in enumerate(doc) if token.orth_.startswith("=?")):
        said = doc.vocab[decoded(doc[i].text).strip()]
        table[i, 0:3] = said.shape, said.prefix, said.suffix
    forms, at = word_forms(doc)
    words = [lexicon(form) for form in forms]
    tables = [w.forename * 16 + w.surname * 2 + w.common for w in words]
    table[:, 3:6] = np.array([[w.case for w in words], tables, [w.cue for w in words]]).T[at]
    breaks = np.array(["\n" in form for form in forms])[at]
    colons = np.array([form in (":", "：") for form in forms])[at]
    # Cells of a table that stand before the text are no first lines of it.
    first = first_token(doc)
    for start, end in ((0, first), (first, len(doc))):
        if start < end:
            places = _places(breaks[start:end], colons[start:end])
            table[start:end, 6], table[start:end, 7] = places
    gaps = np.array([_gap(form) for form in forms])[at]
    table[:, 8] = np.where(gaps > 0, gaps, layout[:, 3] > 0)
    return table


def _places(breaks: np.ndarray, colons: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Place in the line (with the line's length and a colon in it) and in the document.

    breaks, colons (np.ndarray): For each token whether it breaks the line, or is a colon.
    """
    n = len(breaks)
    line = np.cumsum(breaks) - breaks
    starts = np.searchsorted(line, line, side="left")
    ends = np.searchsorted(line, line, side="right")
    index = np.arange(n)
    length = np.minimum(np.log2(ends - starts + 1).astype(int), 7)
    from_start = np.minimum(index - starts, 3)
    from_end = np.minimum(ends - 1 - index, 2)
    colon_before = np.cumsum(colons) - np.concatenate(([0], np.cumsum(colons)))[starts] > 0
    in_line = ((length * 4 + from_start) * 3 + from_end) * 2 + colon_before
    share = np.minimum((index * 10) // max(n, 1), 9)
    first_lines = np.minimum(line, 5)
    last_lines = np.minimum(line[-1] - line, 3)
    in_doc = np.where(
        first_lines < 5, first_lines, np.where(last_lines < 3, 6 + last_lines, 10 + share)
    )
    return in_line, in_doc


def _gap(form: str) -> int:
    """What kind of gap a token of white space is: a space, a tab, line breaks; 0 for a word."""
    if not form.isspace():
        return 0
    breaks = form.count("\n")
    return 2 + min(breaks, 3) + (4 if "\t" in form or len(form) > 2 else 0)
