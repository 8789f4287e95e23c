"""nameparser beside our own parser: the same records, and the shares of both on the same names.

The names of tests/cases/name_parts.jsonl are of the kinds that nameparser's own tests have, in
other words. Family names that come first are ours to read; nameparser does not claim to.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("nameparser", reason="needs the extra nameparser")

from spacy_hips.components.tokenizer import blank
from spacy_hips.who.persons.mention.by_nameparser import make_nameparser, parse_by_nameparser
from spacy_hips.who.persons.mention.parse import parse_mention

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "cases" / "name_parts.jsonl").read_text().splitlines()
]
PARTS = ("first", "middle", "last", "nickname")


def right(parse, case) -> bool:
    name = parse(case["name"], None)
    found = {part: " ".join(w.text for w in name.having(part)) for part in PARTS}
    return all(found[p].replace("-", " ") == case.get(p, "") for p in ("first", "last"))


def test_the_shares_of_both_on_the_same_names():
    ours = sum(right(parse_mention, case) for case in CASES) / len(CASES)
    theirs = sum(right(parse_by_nameparser, case) for case in CASES) / len(CASES)
    assert (round(ours, 2), round(theirs, 2)) == (OURS, THEIRS)


OURS, THEIRS = 0.97, 0.91


@pytest.mark.parametrize("text", [case["name"] for case in CASES])
def test_words_stand_where_they_stand(text):
    for word in parse_by_nameparser(text).words:
        assert text[word.start : word.end] == word.text


@pytest.mark.parametrize("text", ["garcia_m", "王小明", "", "Dr."])
def test_what_it_does_not_read_is_ours(text):
    assert parse_by_nameparser(text) == parse_mention(text)


def test_a_config_chooses_the_parser():
    nlp = blank("en")
    nlp.add_pipe("hips_rules")
    config = {"parser": {"@misc": "spacy_hips.NameParser.nameparser.v1"}}
    pipe = nlp.add_pipe("hips_entities", config=config)
    assert pipe.parser is make_nameparser()
    assert blank("en").add_pipe("hips_entities").parser is parse_mention
