"""What runs an encoder is chosen by a trial: wrong or slow kernels are not taken."""

import time

import numpy as np
import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.find.models import trial

ONNX, ONNX_FP32, TORCH_FP32 = trial.KERNELS


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    monkeypatch.delenv(trial.VARIABLE, raising=False)
    trial.tried.cache_clear()
    yield
    trial.tried.cache_clear()


def right(weight):
    return lambda rows: rows @ weight.T


def rounded(weight):
    """As right as eight bits are."""
    return lambda rows: (rows @ weight.T) * 1.01


def wrong(weight):
    """Adds up half, as sums of 16 bits do."""
    return lambda rows: (rows @ weight.T) / 2


def nothing(weight):
    return lambda rows: np.full((len(rows), len(weight)), np.nan, dtype="float32")


def slow(weight):
    """As a loop over numbers is: a thousand times as long as it should."""

    def multiply(rows):
        end = time.process_time() + 0.05
        while time.process_time() < end:
            pass
        return rows @ weight.T

    return multiply


def missing(weight):
    raise ImportError


def broken(weight):
    def multiply(rows):
        raise RuntimeError("no such operator")

    return multiply


def overflowing(weight):
    """Right, with a bit less than it says."""
    multiply = right(weight)

    class Kernel:
        overflows = True

        def __call__(self, rows):
            return multiply(rows)

    return Kernel()


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("kernels", "int8", "chosen"),
    [
        ((right, right, right), True, ONNX),
        ((rounded, right, right), True, ONNX),
        ((wrong, right, right), True, ONNX_FP32),
        ((nothing, rounded, right), True, ONNX_FP32),
        ((overflowing, right, right), True, ONNX_FP32),
        ((overflowing, wrong, right), True, TORCH_FP32),
        ((overflowing, missing, wrong), True, ONNX),
        ((slow, missing, right), True, TORCH_FP32),
        ((wrong, slow, right), True, TORCH_FP32),
        ((broken, missing, right), True, TORCH_FP32),
        ((missing, slow, slow), True, TORCH_FP32),  # the plainest of what is right
        ((right, right, right), False, ONNX_FP32),
        ((right, missing, right), False, TORCH_FP32),
    ],
)
def test_the_first_that_is_right_and_quick_is_taken(monkeypatch, kernels, int8, chosen):
    monkeypatch.setattr(trial, "KERNELS", dict(zip(trial.KERNELS, kernels, strict=True)))
    assert trial.choose(int8) == chosen


@pytest.mark.parametrize(("busy", "quick"), [(1, True), (3, True), (4, False)])
def test_a_kernel_that_is_slow_for_a_while_is_tried_again(monkeypatch, busy, quick):
    """On a busy machine any kernel is slow now and then, and another finds other spans."""
    seconds = iter([s for _ in range(busy) for s in (5.0, 1.0)] + [1.0, 1.0])
    monkeypatch.setattr(trial, "_seconds", lambda kernel, rows: next(seconds))
    monkeypatch.setattr(trial, "KERNELS", {ONNX: right})
    assert trial.tried(ONNX).quick is quick


def test_a_hopeless_kernel_is_tried_once(monkeypatch):
    seconds = iter([480.0, 1.0])
    monkeypatch.setattr(trial, "_seconds", lambda kernel, rows: next(seconds))
    monkeypatch.setattr(trial, "KERNELS", {ONNX: right})
    assert not trial.tried(ONNX).quick


@pytest.mark.parametrize("kernels", [(missing,) * 3, (wrong, nothing, broken)])
def test_without_a_right_one_there_is_an_error(monkeypatch, kernels):
    monkeypatch.setattr(trial, "KERNELS", dict(zip(trial.KERNELS, kernels, strict=True)))
    with pytest.raises(HipsError, match=f"E436.*{ONNX}"):
        trial.choose(int8=True)


@pytest.mark.parametrize(
    ("asked", "only", "chosen"),
    [
        ("torch", "", TORCH_FP32),
        ("torch-fp32", "", TORCH_FP32),
        ("onnxruntime-fp32", "", ONNX_FP32),
        ("onnxruntime", "onnxruntime", ONNX),
        ("", "torch", TORCH_FP32),
    ],
)
def test_an_engine_can_be_asked_for(monkeypatch, asked, only, chosen):
    monkeypatch.setattr(trial, "KERNELS", dict.fromkeys(trial.KERNELS, right))
    monkeypatch.setenv(trial.VARIABLE, asked)
    assert trial.choose(int8=True, only=only) == chosen


def test_what_is_asked_for_is_taken_though_it_is_slow_and_not_where_it_is_wrong(monkeypatch):
    monkeypatch.setattr(
        trial, "KERNELS", dict(zip(trial.KERNELS, (slow, wrong, right), strict=True))
    )
    monkeypatch.setenv(trial.VARIABLE, ONNX)
    assert trial.choose(int8=True) == ONNX
    monkeypatch.setenv(trial.VARIABLE, ONNX_FP32)
    with pytest.raises(HipsError, match="E436"):
        trial.choose(int8=True)


@pytest.mark.parametrize("asked", ["nonsense", "ONNXRUNTIME", "onnx", "torch-int8", " "])
def test_an_unknown_engine_is_an_error_that_names_the_known(monkeypatch, asked):
    monkeypatch.setenv(trial.VARIABLE, asked)
    with pytest.raises(HipsError, match=r"E435.*onnxruntime-int8.*torch-fp32"):
        trial.choose(int8=True)


@pytest.mark.parametrize("name", trial.KERNELS)
def test_those_that_are_installed_here_are_right(name):
    pytest.importorskip(name.partition("-")[0])
    found = trial.tried(name)
    assert found.right and found.error < 0.03
