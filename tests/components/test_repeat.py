"""Repeat policies of the anonymizer: consistent by default, others for experiments."""

from itertools import pairwise

import pytest
import spacy

from spacy_hips import PiiSpan, set_ids, write_group
from spacy_hips.core.ids import Secret

TEXT = "Ana Ruiz wrote, Ana Ruiz read, Ana Ruiz sang, Ana Ruiz slept, Ana Ruiz left."


def names(policy=None, count=8, **settings):
    """The new names of five mentions in some documents."""
    nlp = spacy.blank("en")
    config = {"repeat": {"@misc": f"spacy_hips.Repeat.{policy}.v1", **settings}} if policy else {}
    component = nlp.add_pipe("hips_anonymizer", config=config)
    component.set_secret(Secret(b"a secret for the tests only"))
    out = []
    for i in range(count):
        doc = set_ids(nlp.make_doc(TEXT), doc=str(i))
        starts = [n for n in range(len(TEXT)) if TEXT.startswith("Ana Ruiz", n)]
        write_group(doc, "pii", [PiiSpan(n, n + 8, "PERSON") for n in starts])
        out.append([r.surrogate for r in component(doc)._.replacements])
    return out


def changes(lists):
    return sum(a != b for row in lists for a, b in pairwise(row))


def test_by_default_all_mentions_are_one_name():
    assert all(len(set(row)) == 1 for row in names())
    assert names() == names("consistent") == names("markov", p=0.0)


def test_random_gives_every_mention_its_own_name():
    for row in names("random"):
        assert len(set(row)) == len(row)
        assert not any(word in name for name in row for word in ("Ana", "Ruiz"))


def test_a_larger_probability_changes_more_and_the_first_name_stays():
    steps = [names("markov", p=p) for p in (0.0, 0.3, 0.7, 1.0)]
    counts = [changes(step) for step in steps]
    assert counts == sorted(counts)
    assert counts[0] == 0 < counts[1] < counts[2] < counts[3] == 4 * 8
    assert len({tuple(row[0] for row in step) for step in steps}) == 1


@pytest.mark.parametrize("policy", ["random", "markov"])
def test_the_same_every_time(policy):
    assert names(policy) == names(policy)
