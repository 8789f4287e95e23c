"""A small course: documents with hand-made spans, and an anonymizer of a wide scope."""

from __future__ import annotations

import pytest
import spacy

from spacy_hips import PiiSpan, set_ids, write_group
from spacy_hips.core.ids import Secret

SECRET = Secret(b"a secret for the tests only")


@pytest.fixture
def secret():
    return SECRET


@pytest.fixture
def nlp():
    return spacy.blank("en")


@pytest.fixture
def anonymizer(monkeypatch, nlp):
    """Makes the component in a scope, with the secret of the tests or another."""
    monkeypatch.setenv("HIPS_SECRET", "a secret for the tests only")

    def make(scope="corpus", secret=SECRET, **config):
        name = f"hips_{len(nlp.pipe_names)}"
        config["scope"] = scope
        component = nlp.create_pipe("hips_anonymizer", name=name, config=config)
        component.set_secret(secret)
        return component

    return make


@pytest.fixture
def document(nlp, tagged):
    """Makes a document of a tagged string."""

    def make(string, doc="", author="", group=""):
        text, spans = tagged(string)
        made = nlp.make_doc(text)
        given = {"doc": doc, "author": author, "group": group}
        set_ids(made, **{name: value for name, value in given.items() if value})
        write_group(made, "pii", [PiiSpan(*span) for span in spans])
        return made

    return make


@pytest.fixture
def course(document):
    """Makes the documents anew: a component writes on them."""

    def make():
        return [
            document("[Ana Ruiz|PERSON] helped [Ben Okri|PERSON].", "1", "s1", "g1"),
            document("I am [Ben Okri|PERSON], [ben.okri@uni.edu|EMAIL], [A-77123|ID_NUM].",
                     "2", "s2", "g1"),
            document("Thanks to [RUIZ, Ana|PERSON] and to [Maria|PERSON].", "3", "s2", "g1"),
            document("[Maria|PERSON] and ID [A 77123|ID_NUM], tel. [+44 20 7946 0321|PHONE_NUM].",
                     "4", "s3", "g2"),
        ]  # fmt: skip

    return make


@spacy.registry.misc("tests.Nothing.v1")
def make_nothing():
    return nothing


def nothing(mention, entity, context, draw):
    return None
