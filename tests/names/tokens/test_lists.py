"""Commas part the names of a list, or stand within "Okri, Tomé"."""

import pytest
import spacy

from spacy_hips.lexicon.words import Lexicon
from spacy_hips.names.tokens.lists import inverted, listed

NLP = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}})
LEXICON = Lexicon()


@pytest.mark.parametrize(
    ("text", "name", "names"),
    [
        ("by N. Okri, T. Silva", "N. Okri, T. Silva", ["N. Okri", "T. Silva"]),
        ("by Ana Okri¹, Tomé Silva²", "Ana Okri¹, Tomé Silva²", ["Ana Okri¹", "Tomé Silva²"]),
        ("(Okri, Silva, & Ito, 2009)", "Okri, Silva", ["Okri", "Silva"]),
        # Found as one in the middle of such a list.
        ("(Bah et al., 2017; Okri, Silva, Ito, & Ruiz, 2009)", "Okri, Silva", ["Okri", "Silva"]),
        ("(Bah, Okri, Silva-Ito, & Ruiz, 2009)", "Okri, Silva-Ito", ["Okri", "Silva-Ito"]),
        ("(Okri, Tomé; Silva, Ana)", "Okri, Tomé", ["Okri, Tomé"]),
        ("they are Okri, Silva, & Ito", "Okri, Silva", ["Okri, Silva"]),
        ("by Okri, N., & Silva, T.", "Okri, N.", ["Okri, N."]),
        ("by Okri, Tomé", "Okri, Tomé", ["Okri, Tomé"]),
        ("Slides: Ana.docx, Tomé.pdf", "Ana.docx, Tomé.pdf", ["Ana.docx", "Tomé.pdf"]),
        ("Ana née Okri", "Ana née Okri", ["Ana", "Okri"]),
        ("I am Ana, Ana Okri", "Ana, Ana Okri", ["Ana", "Ana Okri"]),
        ("It is Okri, Ana Okri", "Okri, Ana Okri", ["Okri", "Ana Okri"]),
        ("Ana Nee Okri", "Ana Nee Okri", ["Ana Nee Okri"]),
    ],
)
def test_lists_are_parted(text, name, names):
    doc = NLP(text)
    start = text.index(name)
    span = doc.char_span(start, start + len(name))
    assert [doc[a:b].text for a, b in listed(doc, span.start, span.end)] == names


@pytest.mark.parametrize(
    ("text", "found", "names"),
    [
        ("Room 1\nOkafor, Maria\n", ["Okafor", "Maria"], ["Okafor, Maria"]),
        ("Name: Okafor, Maria", ["Okafor,", "Maria"], ["Okafor, Maria"]),
        ("met Okafor, Maria and me", ["Okafor", "Maria"], ["Okafor", "Maria"]),
        ("Maria, Okafor", ["Maria", "Okafor"], ["Maria", "Okafor"]),
        ("Okafor, Maria, Daniel", ["Okafor", "Maria", "Daniel"], ["Okafor", "Maria", "Daniel"]),
        ("M. Okafor, Daniel", ["M. Okafor", "Daniel"], ["M. Okafor", "Daniel"]),
    ],
)
def test_surname_and_forename_at_the_beginning_of_a_line(text, found, names):
    doc = NLP(text)
    runs = []
    for name in found:
        span = doc.char_span(text.index(name), text.index(name) + len(name))
        runs.append((span.start, span.end, "PERSON"))
    assert [doc[a:b].text for a, b, _ in inverted(doc, text, runs, LEXICON)] == names


def test_other_labels_are_left_alone():
    doc = NLP("Okafor, Maria")
    runs = [(0, 1, "LOCATION"), (2, 3, "LOCATION")]
    assert inverted(doc, doc.text, runs, LEXICON) == runs
