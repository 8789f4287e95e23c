"""The benchmark of roles: what it makes of verdicts, without a pipeline."""

from __future__ import annotations

from pathlib import Path

import pytest

from spacy_hips.core.spans import Replacement
from spacy_hips.lab.corpus.render import Mark
from spacy_hips.lab.corpus.roles import RoleText
from spacy_hips.lab.evaluate.roles import RoleMention, Roles
from spacy_hips.who.judging.verdicts import Verdict

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "roles.py"
if not SCRIPT.exists():
    pytest.skip("the benchmarks are not part of this copy", allow_module_level=True)

TEXT = "Jordan helped. Jordan is a country. j@x.org"


@pytest.fixture(scope="module")
def bench(load_script):
    return load_script(SCRIPT)


def verdict(number: int, public: float, *places: tuple[int, int], kept: bool) -> Verdict:
    role = "public" if kept else "private"
    label = "PERSON" if kept else "NAME_PRIVATE"
    return Verdict(f"PERSON:{number}", label, role, (0, 0, 1 - public, public), "context", places)


def done(bench, *verdicts: Verdict, more: tuple[tuple[int, int], ...] = ()):
    places = [p for v in verdicts if not v.kept for p in v.places]
    replaced = tuple(
        Replacement(s, e, s, e, "PERSON", "", "surrogate", "X") for s, e in (*places, *more)
    )
    return bench.Done(TEXT, "", replaced, (), frozenset(), tuple(verdicts))


def test_another_threshold_from_the_same_run(bench):
    """E-mail addresses stay replaced; persons go over the threshold or not."""
    d = done(bench, verdict(1, 0.3, (0, 6), kept=False), verdict(2, 0.95, (15, 21), kept=True),
             more=((36, 43),))  # fmt: skip
    assert d.replaced == [(0, 6), (36, 43)]
    at = {t: sorted((r.start, r.end) for r in d.at(t)) for t in (0.2, 0.9, 0.99)}
    assert at == {0.2: [(36, 43)], 0.9: [(0, 6), (36, 43)], 0.99: [(0, 6), (15, 21), (36, 43)]}


@pytest.mark.parametrize(
    ("role", "kept", "found", "wanted"),
    [
        ("private", False, True, "right"),
        ("private", True, True, "private, kept"),
        ("private", False, False, "private, not found"),
        ("public", True, True, "right"),
        ("public", False, True, "public, hidden"),
        ("public", False, False, "right"),
    ],
)
def test_what_became_of_an_ambiguous_name(bench, role, kept, found, wanted):
    verdicts = [verdict(1, 0.95 if kept else 0.1, (0, 6), kept=kept)] if found else []
    record = {"text": TEXT, "spans": [[0, 6, role]]}
    assert bench.judged(record, done(bench, *verdicts)) == wanted


def test_whose_fault_it_is(bench):
    roles = Roles((RoleMention(0, 6, "private"), RoleMention(15, 21, "private")))
    assert bench.own_fault(roles, done(bench)) == 0
    assert bench.own_fault(roles, done(bench, verdict(1, 0.95, (0, 6), kept=True))) == 1


def test_missing_data_is_told_and_left_out(bench, tmp_path, capsys):
    assert not bench.there(tmp_path / "none.jsonl")
    assert "left out" in capsys.readouterr().out


def test_full_names_of_private_people_are_counted(bench):
    marks = (Mark(0, 13, "", "private", "a"), Mark(15, 21, "", "private", "b"),
             Mark(22, 32, "", "public", "c"), Mark(15, 34, "", "student", "d"))  # fmt: skip
    text = RoleText("x", TEXT, marks)
    assert bench.full_names_hidden(text, done(bench, more=((7, 13),))) == [True, False]
