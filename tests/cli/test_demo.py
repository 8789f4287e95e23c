"""The first things that a newcomer tries: nothing, `demo`, `doctor`."""

from __future__ import annotations

import re
import time
from types import SimpleNamespace

import pytest

from spacy_hips.cli import _app, doctor
from spacy_hips.cli.demo import _marked, shipped


def test_without_arguments_it_says_what_people_do(capsys):
    assert _app.main([]) == _app.USAGE
    said = capsys.readouterr().err
    for verb in ("demo", "anonymize", "find", "evaluate", "doctor"):
        assert f"spacy-hips {verb}" in said


def test_the_demo_shows_shipped_texts_before_and_after(hips):
    ran = hips("demo", "--rules-only")
    assert ran.rc == 0 and ran.out.count("Before:") == len(shipped()) == 2
    before, after = ran.out.split("After:")[:2]
    assert "lan.nguyen@uni-mail.org" in before and "lan.nguyen@uni-mail.org" not in after


def test_the_demo_takes_a_text_of_ones_own(hips):
    ran = hips("demo", "--rules-only", "Mail ana.ruiz@uni.edu!")
    assert "^^^^^^^^^^^^^^^^" in ran.out and ran.out.count("ana.ruiz@uni.edu") == 1


def test_the_demo_says_that_no_secret_is_set_only_where_none_is(monkeypatch, hips):
    monkeypatch.setenv("HIPS_SECRET", "marble lantern 47 quietly orbits")
    assert "no secret" not in hips("demo", "--rules-only", "Hello.").err
    monkeypatch.delenv("HIPS_SECRET")
    assert "no secret" in hips("demo", "--rules-only", "Hello.").err


@pytest.mark.parametrize(
    ("text", "spans", "colour", "shown"),
    [
        ("Ask Ana.", [(4, 7)], "", "  Ask Ana.\n      ^^^"),
        ("Ask Ana.", [(4, 7)], "<", "  Ask <Ana\033[0m."),
        ("a\nAna B", [(2, 7)], "", "  a\n  Ana B\n  ^^^^^"),
        ("nothing", [], "", "  nothing"),
    ],
)
def test_what_changed_stands_out(text, spans, colour, shown):
    assert _marked(text, spans, colour) == shown


@pytest.mark.slow  # looks into all that is installed; what is to mend is quick
def test_the_doctor_says_what_is_there(hips):
    ran = hips("doctor")
    assert "spacy-hips 0" in ran.out and "HIPS_SECRET: set" in ran.out
    for extra in ("trf", "tables", "documents"):
        assert f"extra {extra}:" in ran.out
    assert "extra test" not in ran.out


def test_the_doctor_says_what_to_mend(monkeypatch, hips):
    monkeypatch.setattr(doctor, "installed", lambda name: "")
    ran = hips("doctor")
    assert ran.rc == 1
    assert "Install the wheel of en_hips_student" in ran.out and "spacy-hips[onnx]" in ran.out
    assert re.search(r"extra trf: lacks .*torch", ran.out)


@pytest.mark.slow
def test_the_doctor_knows_a_cuda_build(monkeypatch, hips, tmp_path):
    monkeypatch.setattr(doctor, "installed", lambda name: "2.13.0+cu130")
    monkeypatch.setattr(doctor, "GPU", tmp_path / "none")
    assert "CUDA build" in hips("doctor").out


class Slow:
    """A trained pipeline that reads as fast as it is told to."""

    def __init__(self, seconds):
        self.seconds = seconds

    def get_pipe(self, name):
        return SimpleNamespace(kernel="onnxruntime-int8")

    def __call__(self, text):
        return SimpleNamespace(text=text)

    def pipe(self, texts):
        end = time.process_time() + self.seconds
        while time.process_time() < end:
            pass
        return map(self, texts)


@pytest.mark.few(1)
@pytest.mark.parametrize(("seconds", "slow"), [(0.001, False), (1.0, True)])
def test_the_doctor_measures_the_pace(monkeypatch, hips, seconds, slow):
    monkeypatch.setattr(doctor, "installed", lambda name: "1.0")
    monkeypatch.setattr(doctor, "USUAL", 10_000)
    monkeypatch.setattr("spacy_hips.core.shipped.load", lambda: Slow(seconds))
    ran = hips("doctor")
    assert re.search(r"engine onnxruntime-int8: [\d,]+ words per CPU-second", ran.out)
    assert ("far less than usual" in ran.out) is slow
    assert ran.rc == (1 if slow else 0)


def test_the_doctor_names_a_wrong_engine(monkeypatch, hips):
    monkeypatch.setattr(doctor, "installed", lambda name: "1.0")
    monkeypatch.setenv("HIPS_ENGINE", "nonsense")

    def load():
        from spacy_hips.find.models.trial import choose

        choose(int8=True)

    monkeypatch.setattr("spacy_hips.core.shipped.load", load)
    ran = hips("doctor")
    assert ran.rc == 1 and "E435" in ran.out
