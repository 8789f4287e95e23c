"""A town is a place wherever the text names it, unless a person is called so."""

import re

import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.who.persons.search.places import with_places


def labels(marked):
    """The labels of what stands in {places} and [names]."""
    text, spans, at = "", [], 0
    for match in re.finditer(r"\[(.*?)\]|\{(.*?)\}", marked):
        text += marked[at : match.start()]
        name, label = (match[1], "PERSON") if match[1] else (match[2], "LOCATION")
        spans.append(PiiSpan(len(text), len(text) + len(name), label, 0.9, "ner"))
        text, at = text + name, match.end()
    text += marked[at:]
    return [span.label for span in with_places(text, spans)]


@pytest.mark.parametrize(
    "text",
    [
        "I live in {Växjö}. [Växjö] is nice.",
        "I come from {Sofia}. [Sofia] is the capital.",
        "We moved to {Austin} last year. [Austin] has good schools.",
        "We stayed in {Florence}. [Florence] was hot, and [Florence] was full.",
        "The people of {Lagos} work. I like [Lagos].",
        "She travelled to {Verona}. In spring [Verona] is full.",
        "I was born in {Paris}. [Paris] never sleeps.",
        "We visited {Chelsea}. The streets of [Chelsea] were wet.",
        "He flew to {Dakar}. [Dakar] is by the sea.",
        "near {Odessa} there is a beach; [Odessa] was closed",
    ],
)
def test_a_town_is_a_place_everywhere(text):
    assert set(labels(text)) == {"LOCATION"}


@pytest.mark.parametrize(
    "text",
    [
        "My friend [Paris] went to {Paris}. [Paris] liked it.",
        "[Georgia] and I came from {Georgia}.",
        "I live in {Sofia}. [Sofia] laughed.",
        "I live in {Sofia}. I went with [Sofia].",
        "I live in {Austin}. [Austin Lee] helped.",
        "I live in {Verona}.\n\n[Verona]\n",
        "I live in {Sofia}. Dear [Sofia], how are you?",
        "They came to {Noé}. [Noé] is late.",
    ],
)
def test_a_person_stays_one(text):
    assert "PERSON" in labels(text)
