"""A language model as a verifier: asked once a document, and nothing but numbers is taken."""

from __future__ import annotations

import pytest

from spacy_hips import HipsError
from spacy_hips.who.judging.llm_verifier import make_llm_verifier
from spacy_hips.who.judging.verifiers import Candidate, Guard, VerifierFailed

TEXT = "Ana helped me read Darwin."
CANDIDATES = [
    Candidate(TEXT, ((0, 3),), "PERSON", 0.4),
    Candidate(TEXT, ((19, 25),), "PERSON", 0.6),
]


def answering(answer):
    asked = []

    def model(prompts):
        asked.extend(prompt for own in prompts for prompt in own)
        return [[answer]]

    return model, asked


def test_it_is_asked_once_with_the_text_and_the_names():
    model, asked = answering("Here you are: [0, 0.97]")
    assert make_llm_verifier(model)(CANDIDATES) == [0, 0.97]
    (prompt,) = asked
    assert TEXT in prompt and prompt.index("Ana\nDarwin") > prompt.index(TEXT)


@pytest.mark.parametrize("answer", ["", "I cannot tell.", "[a, b]", '["x"]', "NOOP_RESPONSE"])
def test_what_is_no_list_of_numbers_hides_them_all(answer):
    verifier = make_llm_verifier(answering(answer)[0])
    with pytest.raises(HipsError, match="E898"):
        verifier(CANDIDATES)
    with pytest.raises(VerifierFailed):
        Guard(verifier)(CANDIDATES)
