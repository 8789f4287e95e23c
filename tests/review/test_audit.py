"""The audit and the agreement of two reviewers, against figures worked out elsewhere."""

from __future__ import annotations

import pytest

from spacy_hips.core.bounds import at_most
from spacy_hips.desk.found.audit import Audit, audit_of, sample
from spacy_hips.desk.found.decisions import Decision, Decisions
from spacy_hips.desk.review.agreement import compare, kappa, merged

from .test_decisions import decision

# Upper one-sided 95 % bounds: 1 - .05 ** (1 / n) for none, else the beta quantile (R: qbeta).
BOUNDS = [(0, 59, 0.0495), (0, 60, 0.0487), (1, 60, 0.0766), (3, 100, 0.0757), (10, 10, 1.0)]


@pytest.mark.parametrize("held, read, wanted", BOUNDS)
def test_the_bound_is_that_of_clopper_and_pearson(held, read, wanted):
    assert at_most(held, read) == pytest.approx(wanted, abs=5e-5)


@pytest.mark.parametrize("held, read", [(0, 20), (1, 20), (5, 40)])
def test_at_the_bound_so_few_come_about_in_one_of_twenty_samples(held, read):
    from math import comb

    p = at_most(held, read)
    tail = sum(comb(read, k) * p**k * (1 - p) ** (read - k) for k in range(held + 1))
    assert tail == pytest.approx(0.05, abs=1e-6)


class TestSample:
    def test_it_is_the_same_whatever_the_order_and_grows_with_its_size(self):
        names = [f"d{i}" for i in range(100)]
        drawn = sample(names, str, 10, seed=0)
        assert drawn == sample(reversed(names), str, 10, seed=0)
        assert drawn == sample(names, str, 20, seed=0)[:10]
        assert drawn != sample(names, str, 10, seed=1)

    def test_all_where_there_are_fewer(self):
        assert len(sample(["a", "b"], str, 10, seed=0)) == 2

    def test_every_document_is_drawn_as_often(self):
        names = [f"d{i}" for i in range(10)]
        hits = [name for seed in range(1000) for name in sample(names, str, 3, seed)]
        assert all(240 < hits.count(name) < 360 for name in names)


class TestAudit:
    READ = tuple(Decision(f"d{i}", i, "text", "0" * 64, "read") for i in range(1, 61))

    def test_none_of_sixty(self):
        audit = audit_of(Decisions(self.READ, [{"nothing_found": 500, "documents": 900}]))
        assert audit == Audit(60, 0, 500, 900)
        assert "at most 4.9 % of the 500 documents" in audit.line()

    def test_what_was_added_counts_once_a_document_and_only_if_it_names_somebody(self):
        added = [
            Decision(doc, 1, "text", "0" * 64, "added", start, start + 3, label)
            for doc, start, label in [
                ("d1", 0, "PERSON"), ("d1", 9, "PERSON"), ("d2", 0, "EMAIL"), ("d3", 0, "AGE"),
                ("d99", 0, "PERSON"),
            ]
        ]  # fmt: skip
        assert audit_of(Decisions([*self.READ, *added])).held == 2

    def test_reviews_of_different_sizes_tell_no_number(self):
        heads = [{"nothing_found": 5}, {"nothing_found": 6}]
        assert audit_of(Decisions(self.READ, heads)).without == 0

    def test_nothing_was_read(self):
        assert audit_of(Decisions()) is None
        assert "no document" in audit_of(Decisions((), [{"nothing_found": 5}])).line()


class TestKappa:
    @pytest.mark.parametrize(
        "counts, wanted",
        [
            ((20, 5, 10, 15), 0.4),
            ((45, 15, 25, 15), 0.1304),  # Sim and Wright (2005), as Wikipedia has it
            ((25, 35, 5, 35), 0.2593),
            ((10, 0, 0, 10), 1.0),
            ((0, 10, 10, 0), -1.0),
        ],
    )
    def test_worked_examples(self, counts, wanted):
        ways = [("y", "y"), ("y", "n"), ("n", "y"), ("n", "n")]
        pairs = [way for way, count in zip(ways, counts, strict=True) for _ in range(count)]
        assert kappa(pairs) == pytest.approx(wanted, abs=1e-4)

    def test_it_is_not_defined_where_all_got_one_answer(self):
        assert kappa([("y", "y")] * 3) is None
        assert kappa([]) is None


class TestTwoReviewers:
    def test_what_one_added_the_other_let_stay(self):
        ours = Decisions([decision(), decision("added", 24, 27)])
        theirs = Decisions([decision()])
        figures = compare(ours, theirs)
        assert [pair.differs for pair in figures.pairs] == ["", "verdict"]

    @pytest.mark.parametrize(
        "change, differs",
        [({"label": "USERNAME"}, "label"), ({"person": "PERSON:3"}, "person"),
         ({"owner": "PERSON:3"}, "owner"),
         ({"surrogate": "Eva"}, "surrogate"), ({"role": "private"}, "")],
    )  # fmt: skip
    def test_in_what_they_differ(self, change, differs):
        pairs = compare(Decisions([decision()]), Decisions([decision(**change)])).pairs
        assert [pair.differs for pair in pairs] == [differs]

    def test_the_merged_file_leaves_out_what_is_open_and_names_both(self):
        ours = Decisions([decision(reviewer="a"), decision(start=14, end=17, reviewer="a")])
        theirs = Decisions([decision(reviewer="b"), decision("reject", 14, 17, reviewer="b")])
        whole, still = merged(ours, theirs, compare(ours, theirs))
        assert [(d.start, d.reviewer) for d in whole.all] == [(5, "a, b")]
        assert len(still) == 1
