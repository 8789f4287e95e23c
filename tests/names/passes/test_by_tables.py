"""Names by tables and forms alone."""

import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.find.names.passes.by_tables import ByTables
from spacy_hips.text.lexicon.words import Lexicon
from spacy_hips.text.page.page import Page

LEXICON = Lexicon()


def names(text, *spans):
    found = ByTables()(Page(text), list(spans), LEXICON)
    return [text[s.start : s.end] for s in found if s not in spans]


CASES = [
    ("A report by Amara Okafor.", ["Amara Okafor"]),
    ("Amara Okafor\n\nReflection\n\nChallenge", ["Amara Okafor"]),
    ("Submitted by: Thandiwe van der Merwe, May 2021", ["Thandiwe van der Merwe"]),
    ("We thank José María Ibáñez and Nguyen Thi Lan.", ["José María Ibáñez", "Nguyen Thi Lan"]),
    ("Oluwaseun Xhakaza said so", ["Oluwaseun Xhakaza"]),
    ("by Carsten Ho. He is", ["Carsten Ho"]),
    ("AMARA OKAFOR\nclass 8", ["AMARA OKAFOR"]),
    ("By **Amara Okafor**, _Youssef Bello_", ["Amara Okafor", "Youssef Bello"]),
    ("Mrs. Lindqvist and Prof Adeyemi came", ["Lindqvist", "Adeyemi"]),
    ("Dear Amara,\nthank you", ["Amara"]),
    ("“Hey Felice, look”", ["Felice"]),
    ("A Seat Belt\n\nBy,\n\nYoussef\n\nChallenge", ["Youssef"]),
    ("Amara: hi\nBen: yes\nAmara: ok\nBen: bye", ["Amara", "Ben", "Amara", "Ben"]),
    ("Design Thinking for Innovation", []),
    ("Kenyon College and Victoria Falls", []),
    ("San Francisco, Costa Rica, New York", []),
    ("the Latin American market, a Pan American Game", []),
    ("drinks this Friday at Kelly's", []),
    ("beating England. South Africa won", []),
    ("Challenge: a\nResult: b\nChallenge: c", []),
    ("Dear Sir, Hello World! Thanks Again.", []),
    ("Major General Staff", []),
    ("", []),
]


@pytest.mark.parametrize(("text", "found"), CASES)
def test_names_and_what_looks_like_them(text, found):
    assert names(text) == found


def test_what_was_found_stays():
    there = PiiSpan(12, 17, "PERSON", 0.9)
    assert names("A report by Amara Okafor.", there) == []


def test_time_is_linear(linear):
    linear(lambda times: names("Amara van Okafor, by Ben\nAna: Dear Eve, " * times), 300)
