"""`spacy_hips.TokenClassifier.v1`: scores for O and each label, from encoder and surface."""

from __future__ import annotations

from spacy.tokens import Doc
from thinc.api import Dropout, Linear, Maxout, Model, chain, concatenate, with_array
from thinc.types import Floats2d

from .surface import surface_encoder


def build_token_classifier(
    tok2vec: Model[list[Doc], list[Floats2d]],
    hidden_width: int = 128,
    surface_width: int = 64,
    surface_window: int = 2,
    dropout: float = 0.1,
    nO: int | None = None,
) -> Model[list[Doc], list[Floats2d]]:
    """Build a token classifier over an encoder's vectors and surface features.

    tok2vec (Model): Gives a vector a token, usually a listener to the shared encoder.
    hidden_width (int): Width of the hidden layer.
    surface_width (int): Width of the embedded surface features; 0 leaves them out.
    surface_window (int): Neighbours on each side whose surface is seen.
    dropout (float): Dropout before the hidden layer.
    nO (int): Number of classes; set by the component when it is initialised.
    RETURNS (Model): From documents to unnormalised scores of shape (tokens, classes).
    """
    vectors = tok2vec
    width = tok2vec.maybe_get_dim("nO")
    if surface_width:
        vectors = concatenate(tok2vec, surface_encoder(surface_width, surface_window))
        width = width + surface_width if width else None
    output = Linear(nO=nO, nI=hidden_width)
    head = chain(
        Dropout(dropout),
        Maxout(nO=hidden_width, nI=width, nP=2, normalize=True),
        output,
    )
    model = chain(vectors, with_array(head))
    model.set_ref("tok2vec", tok2vec)
    model.set_ref("output_layer", output)
    return model
