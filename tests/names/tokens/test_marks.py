"""Marks of forums and of LaTeX are no part of a name, whatever the finder thinks of them."""

import numpy as np
import pytest
import spacy

from spacy_hips.names.tokens.marks import leave_marks

NLP = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}})


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("[b]Ana Ruiz[/b]", ["Ana", "Ruiz"]),
        ("[B] Ana [/B]", ["Ana"]),
        ("[quote=Ana]Hi", ["Ana", "]", "Hi"]),
        (r"\emph{Ana}", ["{", "Ana", "}"]),
        (r"\author[Ruiz]", ["[", "Ruiz", "]"]),
        (r"Best,\nAna\r\n", ["Best,", "Ana", r"\n"]),
        (r"\nu is small", ["\\", "nu", "is", "small"]),
        ("[Ana]", ["[", "Ana", "]"]),
        (r"\Ana", ["\\", "Ana"]),
        ("Ana", ["Ana"]),
        ("", []),
    ],
)
def test_marks_are_left(text, left):
    doc = NLP(text)
    chosen = np.zeros(len(doc), dtype=int)
    leave_marks(doc, text, chosen)
    assert [token.text for token in doc if chosen[token.i] == 0] == left
