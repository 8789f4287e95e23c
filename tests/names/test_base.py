"""How name passes run: in their order, stamped, counted, and never uncovering what was found."""

from collections import Counter

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.core.spans import PiiSpan
from spacy_hips.find.names.name_pass import NamePass, run_passes
from spacy_hips.text.lexicon.words import Lexicon
from spacy_hips.text.page.page import Page

PAGE = Page("Ana met Grace in Lima")
ANA, GRACE = PiiSpan(0, 3, "PERSON", 0.9, "ner"), PiiSpan(8, 13, "PERSON", 0.5)
LIMA = PiiSpan(17, 21, "LOCATION", 0.8, "ner")


def run(**passes):
    counts = Counter()
    return run_passes(PAGE, [ANA, LIMA], passes, Lexicon(), counts), counts


def test_what_a_pass_adds_has_its_name_and_is_counted():
    found, counts = run(
        grace=lambda page, spans, lexicon: [*spans, GRACE], idle=lambda page, spans, lexicon: spans
    )
    assert [(s.start, s.source) for s in found] == [(0, "ner"), (8, "names.grace"), (17, "ner")]
    assert counts == {"grace": 1}


def test_passes_run_in_their_order():
    seen = []
    run(
        one=lambda page, spans, lexicon: seen.append("one") or spans,
        two=lambda page, spans, lexicon: seen.append("two") or spans,
    )
    assert seen == ["one", "two"]


@pytest.mark.parametrize("left", [[ANA], [ANA, PiiSpan(18, 21, "LOCATION")]])
def test_a_pass_must_not_uncover_what_was_found(left):
    with pytest.raises(HipsError, match=r"E204.*'bad'.*LOCATION"):
        run(bad=lambda page, spans, lexicon: left)


def test_it_may_make_it_part_of_a_name_or_give_a_name_up():
    whole = PiiSpan(17, 21, "PERSON", 0.5)
    found, _ = run(town=lambda page, spans, lexicon: [whole])
    assert [(s.label, s.source) for s in found] == [("PERSON", "names.town")]


def test_any_function_of_page_spans_and_lexicon_is_a_pass():
    assert isinstance(run, NamePass)
