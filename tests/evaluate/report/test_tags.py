"""The tags of the words that stay, asked of any spaCy pipeline with a tagger."""

from __future__ import annotations

import pytest
import spacy

from spacy_hips.core.ids import Ids
from spacy_hips.core.spans import Replacement
from spacy_hips.desk.files.documents import Document
from spacy_hips.desk.run.batches import Result
from spacy_hips.lab.evaluate.report.tags import SameTags


@pytest.fixture(scope="module")
def tagger(tmp_path_factory):
    """A pipeline that tags by rules: "saw" is a verb, but behind "the" a noun."""
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("attribute_ruler")
    ruler.add([[{"LOWER": "saw"}]], {"TAG": "VBD"})
    ruler.add([[{"LOWER": "the"}, {"LOWER": "saw"}]], {"TAG": "NN"}, index=1)
    ruler.add([[{"LOWER": "it"}]], {"TAG": "PRP"})
    nlp.to_disk(path := tmp_path_factory.mktemp("tagger") / "model")
    return SameTags(str(path))


TEXT = "Ana saw it ."


@pytest.mark.parametrize(
    ("end", "new", "kept", "of"),
    [
        (3, "Ben", 3, 3),
        (3, "Maximiliana", 3, 3),  # what follows is found again where it has moved to
        (3, "the", 2, 3),  # behind it the verb is taken for a noun
        (4, "Ben", 2, 2),  # "Bensaw" is another word
        (12, "", 0, 0),
    ],
)
def test_tags_of_the_words_that_stay(tagger, end, new, kept, of):
    done = Replacement(0, end, 0, len(new), "PERSON", "PERSON:1", "surrogate", new)
    document = Document((), TEXT, (), Ids())
    assert tagger(Result(document, new + TEXT[end:], (done,))) == (kept, of)


def test_what_is_only_marked_stays(tagger):
    done = Replacement(0, 3, 0, 3, "PERSON", "PERSON:1", "mark", "Ana")
    assert tagger(Result(Document((), TEXT, (), Ids()), TEXT, (done,))) == (4, 4)
