"""Who was introduced as a person is found again, whatever the name means else."""

import re

import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.text.lexicon.tables import name_tables
from spacy_hips.who.persons.link.linking import link
from spacy_hips.who.persons.search.propagate import propagate


def again(marked):
    """What is found again of the names in brackets, with three characters behind each."""
    text, spans, at = "", [], 0
    for match in re.finditer(r"\[(.*?)\]", marked):
        text += marked[at : match.start()]
        spans.append(PiiSpan(len(text), len(text) + len(match[1]), "PERSON", 0.9))
        text, at = text + match[1], match.end()
    text += marked[at:]
    linked = link(text, spans)
    found = propagate(text, linked.spans, linked.entities, name_tables())
    return [text[s.start : s.end + 3] for s in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My friend [Rich] is rich. Rich's shoes are new.", ["Rich's "]),
        ("My friend [Rocky] likes rocky hills. Rocky climbs.", ["Rocky cl"]),
        ("My partner [Ash] burnt the ash. Ash laughed.", ["Ash la"]),
        ("My brother [Chase] likes a chase. Chase and I run.", ["Chase an"]),
        ("Our classmate [Angel] saw an angel. Angel sings.", ["Angel si"]),
        ("My aunt [Pearl] sells a pearl. Pearl and Mara left.", ["Pearl an"]),
        ("My cousin [Hunter] is a hunter. Hunter came.", ["Hunter ca"]),
        ("my friend [faith] and i drew. faith said so.", ["faith sa"]),
        ("my friend [june] and i drew. i went with june.", ["june."]),
        ("my sister [joy] was there. joy's bag is red.", ["joy's "]),
        ("[Mara Kessler] won. #TeamMara #justice_for_mara", ["Mara #j", "mara"]),
        ("[Zanele Nene] won. #gozanele #MindMaps", ["zanele #M"]),
        ("my cousin [Arjun] sings. #arjunrocks", ["arjunroc"]),
        ("[Ruth Wanjiru] made #RuthsRules up.", ["RuthsRu"]),
        ("[Tom Doyle] came. TD means Tom Doyle.", ["TD me", "Tom Doyle."]),
    ],
)
def test_later_mentions_are_found(text, found):
    assert again(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "My friend [Will] came. Will it rain?",
        "My friend [Hope] came. Hope to see you.",
        "My friend [Mark] came. Mark the answer.",
        "my friend [hope] came. i hope so, and my hope is great.",
        "my friend [faith] came. we have faith in it.",
        "my cousin [may] came. we may go, it may rain.",
        "My friend [Rocky] likes rocky hills. Rocky ground is hard.",
        "[Tina Diaz] came. TD is short for touchdown.",
        "My friend [Rose] came. The Rose is a film.",
        "my friend [joy] came. a joy to see",
    ],
)
def test_what_the_grammar_forbids_is_left(text):
    assert again(text) == []
