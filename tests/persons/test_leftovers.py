"""The last net: words of replaced names in places that nothing else searches; see tests/cases."""

import json
import time
import unicodedata
from pathlib import Path

import pytest
import spacy

from spacy_hips import PiiSpan, write_group
from spacy_hips.errors import HipsError, HipsWarning
from spacy_hips.ids import Secret
from spacy_hips.page.letters import undress
from spacy_hips.persons.tables import fold

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "leftovers.jsonl")
    .read_text("utf8")
    .splitlines()
]
SECRET = Secret(b"a secret for the tests only")


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_anonymizer").set_secret(SECRET)
    return nlp


def anonymise(nlp, name, text, public=(), **settings):
    """The text behind a sentence in which the name is found; nothing else was found."""
    first = f"My name is {name}. "
    doc = nlp.make_doc(first + text)
    write_group(doc, "pii", [PiiSpan(11, 11 + len(name), "PERSON", 1.0)])
    starts = [(doc.text.index(s), s) for s in public]
    write_group(doc, "public", [PiiSpan(at, at + len(s), "PERSON", 1.0) for at, s in starts])
    doc = nlp.get_pipe("hips_anonymizer")(doc)
    head, *_ = doc._.replacements
    for r in doc._.replacements:
        assert doc._.anonymized[r.new_start : r.new_end] == r.surrogate
    return doc._.anonymized[head.new_end + 2 :]


def letters(text):
    """Only the letters, in plain dress."""
    return "".join(c for c in fold(undress(unicodedata.normalize("NFC", text))) if c.isalpha())


@pytest.mark.parametrize("case", [c for c in CASES if c["gone"]], ids=lambda c: c["text"])
def test_no_word_of_a_replaced_name_is_left(nlp, case):
    out = letters(anonymise(nlp, case["name"], case["text"]))
    words = [letters(w) for w in case["name"].replace("-", " ").split()]
    assert not [w for w in words if len(w) > 3 and w in out], out


@pytest.mark.parametrize("case", [c for c in CASES if not c["gone"]], ids=lambda c: c["text"])
def test_other_words_stay(nlp, case):
    assert anonymise(nlp, case["name"], case["text"]) == case["text"]
