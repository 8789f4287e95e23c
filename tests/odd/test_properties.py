"""Whatever a text holds: no exception, an exact way back, the same output, and no known name left.

A hundred examples in each run, thousands with HIPS_EXAMPLES=5000.
"""

from __future__ import annotations

import os
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spacy_hips import map_offset, read_hypertext
from spacy_hips.text.lexicon.tables import fold
from spacy_hips.who.persons.search.known import KnownPeople, KnownPerson

from .pipeline import guessing_pipeline, rules_pipeline
from .texts import odd_texts

pytestmark = pytest.mark.filterwarnings("ignore::spacy_hips.core.errors.HipsWarning")
EXAMPLES = int(os.environ.get("HIPS_EXAMPLES", "25"))
PROFILE = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
FEW = settings(PROFILE, max_examples=max(10, EXAMPLES // 10))
KNOWN = "Yuritzi Etxeberria"
# How a name of two words is written, in prose and elsewhere; nothing that is part of another word.
FORMS = (
    "Yuritzi Etxeberria", "ETXEBERRIA, Yuritzi", "yuritzi etxeberria", "Etxeberria",
    "Y. Etxeberria", "the Etxeberrias", "Yuritzi's", "#YuritziEtxeberria", "yuritzi_etxeberria",
    "@yuritzi.etxeberria", "C:\\Users\\yetxeberria\\notes", "/home/etxeberria/", "Yuritzi",
    "yuritzi.etxeberria@uni.org", "Etxeberria_essay.docx", "𝐘𝐮𝐫𝐢𝐭𝐳𝐢", "ＥＴＸＥＢＥＲＲＩＡ",
)  # fmt: skip


@pytest.fixture(scope="module", params=[guessing_pipeline, rules_pipeline])
def nlp(request):
    return request.param()


def spliced(text, replacements):
    """The text with the replacements made, each checked against its places."""
    out, last = "", 0
    for r in replacements:
        assert last <= r.start < r.end <= len(text)
        out += text[last : r.start]
        assert len(out) == r.new_start
        out += r.surrogate
        assert len(out) == r.new_end
        last = r.end
    return out + text[last:]


@PROFILE
@given(text=odd_texts)
def test_replacements_map_both_ways(nlp, text):
    doc = nlp(text)
    done, new = doc._.replacements, doc._.anonymized
    assert spliced(doc.text, done) == new
    for r in done:
        assert map_offset(done, r.end) == r.new_end
        assert map_offset(done, r.new_end, back=True) == r.end


@PROFILE
@given(text=odd_texts)
def test_hypertext_is_rewritten_or_left(nlp, text):
    shown = read_hypertext(text)
    if shown is not None:
        assert isinstance(shown.rewritten(nlp(shown.text)._.replacements), str)


@pytest.mark.slow  # searches each drawn text several times
@FEW
@given(texts=st.lists(odd_texts, min_size=1, max_size=12))
def test_neighbours_and_order_change_nothing(nlp, texts):
    alone = [nlp(text)._.anonymized for text in texts]
    together = [doc._.anonymized for doc in nlp.pipe(texts, batch_size=64)]
    backwards = [doc._.anonymized for doc in nlp.pipe(texts[::-1], batch_size=1)][::-1]
    assert alone == together == backwards


@cache
def pipeline_that_knows():
    nlp = rules_pipeline()
    people = KnownPeople([KnownPerson("p1", KNOWN)], scope="corpus")
    for _, pipe in nlp.pipeline:
        if hasattr(pipe, "set_known_people"):
            pipe.set_known_people(people)
    return nlp


@PROFILE
@given(
    before=odd_texts,
    between=odd_texts,
    forms=st.lists(st.sampled_from(FORMS), min_size=1, max_size=3),
)
def test_no_word_of_a_known_name_is_left(before, between, forms):
    text = " ".join((before, KNOWN, "wrote.", between, *forms, "."))
    out = fold(pipeline_that_knows()(text)._.anonymized)
    assert "etxeberria" not in out
    assert "yuritzi" not in out
