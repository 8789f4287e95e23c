"""Risk and utility over k."""

from __future__ import annotations

import sys

import pytest

from spacy_hips import HipsError
from spacy_hips.kanon import KAnonymizer, plot, sweep

ROWS = [{"age": 10 + i % 20, "town": "abc"[i % 3]} for i in range(90)]
QUASI = {"age": "ordered", "town": "nominal"}


def test_risk_falls_with_k_and_stops_where_k_cannot_be_reached():
    reports = sweep(KAnonymizer(1, QUASI), ROWS)
    assert [report.asked["k"] for report in reports] == list(range(1, 16))
    risks = [report.measured.risk for report in reports]
    assert risks == sorted(risks, reverse=True)
    assert reports[0].utility == pytest.approx(1)
    assert len(sweep(KAnonymizer(1, QUASI), ROWS[:4])) == 4


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_a_picture_is_written(tmp_path, suffix):
    pytest.importorskip("matplotlib")
    path = tmp_path / f"p.{suffix}"
    plot(sweep(KAnonymizer(1, QUASI), ROWS, range(1, 4)), path)
    assert path.stat().st_size > 1000


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(HipsError, match=r"E627.*spacy-hips\[report\]"):
        plot([], tmp_path / "p.png")
