"""Where the model has learnt no roles, only a hard reason or the list keeps a person."""

import numpy as np
import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.core.spans import PiiSpan
from spacy_hips.text.lexicon.public_figures import public_lists
from spacy_hips.text.page.languages import may_be_foreign
from spacy_hips.who.judging.evidence import gather
from spacy_hips.who.judging.judge import Judge
from spacy_hips.who.judging.people import People
from spacy_hips.who.judging.verdicts import OTHER_LANGUAGE


def kept(text, *names, **settings):
    """Of persons whom the model takes for public, who stays; and the reasons of all."""
    mentions = [
        [PiiSpan(text.index(n), text.index(n) + len(n), "PERSON", 0.9, "ner", f"PERSON:{i}")]
        for i, n in enumerate(names)
    ]
    scores = np.array([(0.0, 0.0, 0.0, 9.0)] * len(names), dtype="float32")
    evidence = gather(text, mentions, [], public_lists())
    done = Judge(**settings)(People(text, mentions, [], evidence, scores), [], {}).verdicts
    return [n for n, v in zip(names, done, strict=True) if v.kept], [v.reason for v in done]


FOREIGN = [
    ("Den zweiten Teil über die Farben haben wir mit Lukas Hartwig geschrieben.", "Lukas Hartwig"),
    ("Vi vill tacka Maja Ekdahl vid museet, som läste våra texter.", "Maja Ekdahl"),
    ("Maja Ekdahl väljs till rösträknare och sekreterare.", "Maja Ekdahl"),
    ("Je remercie aussi Hugo Marchand, qui a relu ce mémoire avec soin.", "Hugo Marchand"),
    ("Laurence Duchamp et deux autres ont accepté d'être rapporteurs.", "Laurence Duchamp"),
    ("Ik had graag Pieter Hoekman bedankt voor zijn steun.", "Pieter Hoekman"),
    ("La primera parte la escribió Nuria Soler con ayuda de todos.", "Nuria Soler"),
    ("Obrigado ao Tiago Lopes pela ajuda no projeto.", "Tiago Lopes"),
    ("Tak til Jonas Holm for hjælpen med vores opgave.", "Jonas Holm"),
]
CASES = [
    ("We met Lukas Hartwig at the exhibition and liked what he said.", "Lukas Hartwig"),
    ("Lukas Hartwig writes.", "Lukas Hartwig"),
    ("Der Roman von Franz Kafka hat uns allen sehr gut gefallen.", "Franz Kafka"),
    ("Barn lär sig genom att handla (Hartwig, 1952; Voss, 1960), och det gör vi.", "Hartwig Voss"),
]


@pytest.mark.parametrize(("text", "name"), FOREIGN)
def test_whom_only_the_model_keeps_is_hidden(text, name):
    assert kept(text, name) == ([], [OTHER_LANGUAGE])


@pytest.mark.parametrize(("text", "name"), CASES)
def test_english_the_list_and_citations_keep(text, name):
    names = name.split() if name not in text else [name]
    assert kept(text, *names)[0] == names


@pytest.mark.parametrize("languages", [["en", "de"], ["xx"]])
def test_a_model_that_has_learnt_the_language_is_heard(languages):
    text, name = FOREIGN[0]
    assert kept(text, name, languages=languages)[0] == [name]


def test_a_passage_counts_and_not_the_document():
    text = (
        "In the first week we read about Ines Roth, and all of us liked what she had to say.\n\n"
        "In der zweiten Woche haben wir mit Uwe Kahl über die Farben und das Licht gesprochen."
    )
    assert kept(text, "Ines Roth", "Uwe Kahl")[0] == ["Ines Roth"]


@pytest.mark.parametrize("wrong", ["en", [], ["english!"], [7]])
def test_what_is_no_list_of_languages_is_refused(wrong):
    with pytest.raises(HipsError, match=r"E116.*languages"):
        Judge(languages=wrong)


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        ("Maja och Oskar väljs till rösträknare.", True),
        ("Merci à Zoé, et à vous tous.", True),
        ("We met Richard.", False),
        ("Richard says so.", False),
        ("Amara Okafor", False),
        ("", False),
    ],
)
def test_short_texts(text, foreign):
    assert may_be_foreign(text, ["en"]) is foreign
    assert not may_be_foreign(text, ["xx"])
