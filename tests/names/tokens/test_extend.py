"""What belongs to a found name, token by token; decoding has the cases as texts."""

import pytest
import spacy

from spacy_hips.lexicon.words import Lexicon
from spacy_hips.names.tokens.extend import extend

NLP = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}})
LEXICON = Lexicon()


def whole(text, found, room=None):
    doc = NLP(text)
    span = doc.char_span(text.index(found), text.index(found) + len(found))
    start, end = extend(doc, text, span.start, span.end, room or (0, len(doc)), LEXICON)
    return doc[start:end].text


@pytest.mark.parametrize(
    ("text", "found", "name"),
    [
        ("we met Amara Okafor there", "Okafor", "Amara Okafor"),
        ("we met Amara Okafor-Zyxq there", "Amara", "Amara Okafor-Zyxq"),
        ("if Amara M plants four", "Amara", "Amara M"),
        ("as A Okafor had said", "Okafor", "A Okafor"),
        ("met Norliza binti Monday", "Norliza binti", "Norliza binti Monday"),
        ("we met Amara\nOkafor", "Amara", "Amara"),
        ("we met Lee Cheuk-yan there", "Lee Cheuk", "Lee Cheuk-yan"),
        ("an Okafor-like plan, Okafor-based", "Okafor", "Okafor"),
        # A particle ends no name, with a capital only where it is no name itself.
        ("\nOkafor Ibn To\n", "Okafor Ibn", "Okafor Ibn To"),
        ("\nOkafor Le To\n", "Okafor Le", "Okafor Le"),
        # One in front belongs to it where both have the line, or what stands behind a colon.
        ("Alumno: della okafor\nDate", "okafor", "della okafor"),
        ("the house della okafor is", "okafor", "okafor"),
        ("That is how Amara A began.", "Amara", "Amara A"),
        ("I wrote to Amara A letter", "Amara", "Amara"),
        ("so it was.\nAmara To", "Amara", "Amara To"),
        ("so it was.\nAmara By", "Amara", "Amara"),
        ("what Amara To says about it", "Amara", "Amara To"),
        ("a nurse, Amara To.", "Amara", "Amara To"),
        ("to the team of Amara To \n\nWe", "Amara", "Amara To"),
        ("we ask Amara To (cook) and", "Amara", "Amara To"),
        ("we ask Amara To go home", "Amara", "Amara"),
        # A forename that is a word may open a sentence; its surname is no forename.
        ("It rained. Will Okonjo went on", "Okonjo", "Will Okonjo"),
        ("Hope Okonjo went on", "Okonjo", "Hope Okonjo"),
        ("It rained. Has Okonjo gone on", "Okonjo", "Okonjo"),
        ("It rained. Will Amara go on", "Amara", "Amara"),
    ],
)
def test_a_name_grows_to_its_ends(text, found, name):
    assert whole(text, found) == name


def test_it_does_not_grow_out_of_its_room():
    assert whole("we met Amara Okafor", "Amara", room=(0, 3)) == "Amara"
