"""Patterns are compiled when they are first used, and are then what they always were."""

from __future__ import annotations

import copy
import pickle
import re as own_re
from pathlib import Path

import pytest
import regex as own_regex

import spacy_hips
from spacy_hips.core.later import re, regex

PACKAGE = Path(spacy_hips.__file__).parent
AT_ONCE = {
    "later.py",
    "components/lists.py",
    "find/rules/own.py",
    "who/persons/search/placeholders.py",
}
"""What compiles patterns of users, which must be told when they are wrong."""


@pytest.mark.parametrize(("late", "own"), [(re, own_re), (regex, own_regex)])
def test_a_pattern_has_what_a_compiled_one_has(late, own):
    pattern, wanted = late.compile(r"(?P<a>b)c", late.I), own.compile(r"(?P<a>b)c", own.I)
    assert pattern.search("xBC").span("a") == (1, 2)
    assert [m[0] for m in pattern.finditer("bcbc")] == ["bc", "bc"]
    assert (pattern.pattern, pattern.flags, dict(pattern.groupindex), pattern.sub("-", "abc")) == (
        wanted.pattern,
        wanted.flags,
        {"a": 1},
        "a-",
    )
    assert late.escape("a.b") == own.escape("a.b")
    assert late.Pattern is own.Pattern


@pytest.mark.parametrize("late", [re, regex])
@pytest.mark.parametrize("used", [False, True])
def test_a_pattern_can_be_copied_and_sent_to_a_process(late, used):
    pattern = late.compile("b")
    assert not used or pattern.search("abc")
    for other in (pickle.loads(pickle.dumps(pattern)), copy.deepcopy(pattern)):
        assert other.search("abc").start() == 1
        assert other == pattern and {other} == {pattern} != {late.compile("c")}


def test_a_named_list_of_words_is_handed_on():
    assert regex.compile(r"\L<words>", words=["ana", "ben"]).search("x ben")[0] == "ben"


def test_all_patterns_of_the_package_wait():
    at_once = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if own_re.search(r"^import (re|regex)$", text := path.read_text("utf8"), own_re.M)
        and own_re.search(r"\b(re|regex)\.compile\(", text)
    }
    assert at_once == AT_ONCE - {"later.py"}
