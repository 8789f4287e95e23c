"""Whatever is found and whatever it looks like: linking and new names keep their promises."""

import re
import unicodedata
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from spacy_hips import PiiSpan
from spacy_hips.core.ids import Secret
from spacy_hips.core.labels import actions_for
from spacy_hips.core.overlaps import resolve_overlaps
from spacy_hips.replace.surrogates.names import NameSurrogate
from spacy_hips.replace.surrogates.replacer import Draws, Replacer
from spacy_hips.text.lexicon.tables import fold, name_tables
from spacy_hips.who.persons.link.linking import link
from spacy_hips.who.persons.mention.boundaries import tidy
from spacy_hips.who.persons.search.propagate import propagate

SECRET = Secret(b"a secret for the tests only")

WORDS = (
    "Maria García garcia GARCIA O'Brien de la van der Smith-Jones J. JP Dr. Mr. Will Grace 王小明 "
    "Иван محمد and , / \n 's garcia_m 😀 é \u0000 \ud800 X Jr. PhD Professor Min-jun a/l"
)
word = st.sampled_from(WORDS.split(" "))
texts = st.lists(st.one_of(word, st.text(max_size=6)), max_size=14).map(" ".join)


@st.composite
def found(draw):
    text = draw(texts)
    cuts = draw(st.lists(st.integers(0, len(text)), max_size=8))
    labels = st.sampled_from(["PERSON", "NAME_STUDENT", "EMAIL", "USERNAME", "AGE", "ID_NUM"])
    edges = sorted(set(cuts))
    spans = [PiiSpan(a, b, draw(labels), 0.9) for a, b in pairwise(edges) if draw(st.booleans())]
    return text, spans


@given(found())
@example(("O'Brien O'Brien", [PiiSpan(9, 12, "PERSON", 0.9)]))
def test_linking_keeps_every_letter_and_numbers_without_gaps(case):
    text, spans = case
    result = link(text, tidy(text, resolve_overlaps(spans, text), name_tables()))
    places = [(s.start, s.end) for s in result.spans]
    assert all(a[1] <= b[0] for a, b in pairwise(places))
    covered = {i for start, end in places for i in range(start, end)}
    letters = {i for s in spans for i in range(s.start, s.end) if text[i].isalpha()}
    joiners = {"and", "y", "e", "et", "und", "s", "S"}
    marks = {i for m in re.finditer(r"(?i)\b[asdwh]/[lpo]\b", text) for i in range(*m.span())}
    lost = {i for i in letters - covered - marks if not _in_word(text, i, joiners)}
    assert not lost
    assert {s.id for s in result.spans} == set(result.entities)
    for i in result.entities:
        kind, _, number = i.partition(":")
        assert number == "1" or f"{kind}:{int(number) - 1}" in result.entities
    added = propagate(text, result.spans, result.entities, name_tables())
    assert all(0 <= s.start < s.end <= len(text) for s in added)


def _in_word(text, at, words):
    start = end = at
    while start and text[start - 1].isalpha():
        start -= 1
    while end < len(text) and text[end].isalpha():
        end += 1
    return text[start:end] in words


@given(found(), st.integers(0, 3))
def test_new_names_are_never_the_old_ones(case, number):
    text, spans = case
    names = [s for s in spans if s.label in ("PERSON", "NAME_STUDENT")]
    result = link(text, tidy(text, names, name_tables()))
    draws = Draws(
        lambda kind, key: SECRET.draw_for(f"d:{number}", kind, key),
        SECRET.draw_for("a", "AUTHOR", "a"),
    )
    replacer = Replacer({"PERSON": NameSurrogate()}, {})
    done = replacer(text, result.spans, result.entities, actions_for(), draws)
    for r in done.replacements:
        original = text[r.start : r.end]
        assert r.surrogate and fold(r.surrogate) != fold(original)
        assert unicodedata.normalize("NFC", r.surrogate) != unicodedata.normalize("NFC", original)
    again = replacer(text, result.spans, result.entities, actions_for(), draws)
    assert again.text == done.text


def test_the_order_of_persons_does_not_matter():
    """The same people named in another order get the same new names."""
    people = ["Maria Garcia", "Kenji Tanaka", "Tom Reed", "Priya Sharma", "Wei Zhang"]
    replacer = Replacer({"PERSON": NameSurrogate()}, {})
    draws = Draws(lambda k, key: SECRET.draw_for("d", k, key), SECRET.draw_for("a", "A", "a"))
    results = []
    for order in (people, people[::-1], [*people[2:], *people[:2]]):
        text, spans = "", []
        for name in order:
            spans.append(PiiSpan(len(text), len(text) + len(name), "PERSON"))
            text += name + " spoke. "
        result = link(text, spans)
        done = replacer(text, result.spans, result.entities, actions_for(), draws)
        results.append({text[r.start : r.end]: r.surrogate for r in done.replacements})
    assert results[0] == results[1] == results[2]
    assert len(set(results[0].values())) == len(people)


def test_a_lone_accent_is_linked_like_any_other_name():
    """It folds to nothing, so it has no first letter."""
    text = "\u0300"
    assert link(text, [PiiSpan(0, 1, "PERSON", 0.9)]).spans
