import pytest
import spacy

from spacy_hips.names.tokens.links import linked

NLP = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}})


def names(text, found, label="PERSON"):
    """What is left of the found pieces of a text once they are linked."""
    doc, runs, at = NLP(text), [], 0
    for piece in found:
        at = text.index(piece, at)
        span = doc.char_span(at, at + len(piece))
        runs.append((span.start, span.end, label))
        at += len(piece)
    return [doc[start:end].text for start, end, _ in linked(doc, text, runs)]


@pytest.mark.parametrize(
    ("text", "found", "name"),
    [
        ("amara o. okafor agrees", ["amara", "okafor"], "amara o. okafor"),
        ("amara o. okafor agrees", ["amara", "o. okafor"], "amara o. okafor"),
        ("amara o.\u00a0okafor agrees", ["amara", "okafor"], "amara o.\u00a0okafor"),
        ("Anouk  van der Aa agrees", ["Anouk", "Aa"], "Anouk  van der Aa"),
        ("Anouk  van der Aa agrees", ["Anouk", "van der Aa"], "Anouk  van der Aa"),
        ("met Wong Kwok-kin there", ["Wong Kwok", "kin"], "Wong Kwok-kin"),
        # Nobody's name ends with a particle: the line was broken behind it.
        ("when Anouk van der\nAa agrees", ["Anouk", "Aa"], "Anouk van der\nAa"),
        ("when Anouk van der\n   Aa agrees", ["Anouk van der", "Aa"], "Anouk van der\n   Aa"),
    ],
)
def test_an_initial_a_particle_or_a_hyphen_links_two_parts(text, found, name):
    assert names(text, found) == [name]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Amara v. Okafor", ["Amara", "Okafor"]),
        ("amara o okafor", ["amara", "okafor"]),
        ("amara\no. okafor", ["amara", "o. okafor"]),
        ("amara\tde okafor", ["amara", "okafor"]),
        ("amara\nde okafor", ["amara", "okafor"]),
        ("Amara de\n\nOkafor", ["Amara", "Okafor"]),
        # Two people that touch, and people with a word between them that is a particle elsewhere.
        ("Okafor I. A. Smith", ["Okafor I.", "A. Smith"]),
        ("Okafor, A. Smith", ["Okafor,", "A. Smith"]),
        ("Amara - okafor", ["Amara", "okafor"]),
        ("the Amara-Okafor game", ["Amara", "Okafor"]),
        ("anna ben okafor", ["anna", "ben okafor"]),
        ("Amara as Ophelia", ["Amara", "Ophelia"]),
        ("Amara y Rosa", ["Amara", "Rosa"]),
        ("Amara Okafor", ["Amara", "Okafor"]),
    ],
)
def test_others_stay_two(text, found):
    assert names(text, found) == found


def test_only_names_are_linked():
    assert names("Lima de Oruro", ["Lima", "Oruro"], label="LOCATION") == ["Lima", "Oruro"]
