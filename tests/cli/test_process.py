"""The command as a process of its own: memory, signals, pipes, worker processes."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .conftest import SECRET, read_jsonl, write_jsonl

RUN = [sys.executable, "-c", "import sys; from spacy_hips.cli._app import main; sys.exit(main())"]
ANONYMIZE = ["anonymize", "--rules-only"]
FULL = Path("/dev/full")
PEAK = (
    "import resource, sys; from spacy_hips.cli._app import main; rc = main(); "
    "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss); sys.exit(rc)"
)


@pytest.fixture
def environment(monkeypatch) -> dict[str, str]:
    return {**os.environ, "HIPS_SECRET": SECRET, "OMP_NUM_THREADS": "1"}


def essays(path, count: int):
    """Every essay has words that no other has, as a vocabulary that never stops growing."""
    with path.open("w", encoding="utf8") as stream:
        stream.write("id,text\n")
        for i in range(count):
            words = " ".join(f"w{i}x{k}" for k in range(250))
            stream.write(f"{i},{words} me{i}@uni.org\n")


def peak_kilobytes(folder, environment, count: int) -> int:
    essays(folder / "in.csv", count)
    command = [sys.executable, "-c", PEAK, *ANONYMIZE, "in.csv", "-o", f"{count}.csv"]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return int(done.stdout.split()[-1])


@pytest.mark.slow
def test_memory_does_not_grow_with_the_file(tmp_path, environment):
    small = peak_kilobytes(tmp_path, environment, 150)
    large = peak_kilobytes(tmp_path, environment, 900)
    assert (tmp_path / "900.csv").stat().st_size > 1_500_000
    assert large - small < 20_000, f"{large - small} kB more for 6 times the rows"


def _listen():
    """A runner in the background may have been started deaf to Ctrl-C, and hands that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _interrupt(process, number):
    """Press Ctrl-C, and again where Python lost one: what a destructor raises is ignored."""
    for _ in range(20):
        process.send_signal(number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=3)[1]
    raise AssertionError("it goes on")


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_real_interruption_leaves_nothing_half_written(tmp_path, environment, number):
    write_jsonl(
        tmp_path / "in.jsonl",
        *({"id": i, "text": f"word{i} " * 200 + f"me{i}@uni.org"} for i in range(400)),
    )
    command = [*RUN, *ANONYMIZE, "in.jsonl", "-o", "out.jsonl", "--batch-size", "4"]
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, preexec_fn=_listen
    )
    state = tmp_path / "out.jsonl.part.json"
    deadline = time.monotonic() + 120
    while not state.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    err = _interrupt(process, number)
    assert process.returncode == 130, err.decode()
    assert b"Traceback" not in err
    assert not (tmp_path / "out.jsonl").exists()
    done = subprocess.run(
        [*command, "--resume"], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    rows = read_jsonl(tmp_path / "out.jsonl")
    assert len(rows) == 400
    assert len({row["id"] for row in rows}) == 400


@pytest.mark.slow
def test_worker_processes_give_the_same_output(tmp_path, environment):
    essay = {"name": "Mariana Okafor", "text": "I am Mariana, me@uni.org"}
    write_jsonl(tmp_path / "in.jsonl", *({"id": i, **essay} for i in range(40)))
    columns = ["--columns", "id=doc,name=name,text=text"]
    for n in ("1", "2"):
        done = subprocess.run(
            [*RUN, *ANONYMIZE, "in.jsonl", "-o", f"{n}.jsonl", "--n-process", n,
             "--batch-size", "8", *columns],
            cwd=tmp_path, env=environment, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert "40 documents" in done.stderr
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
    assert "Okafor" not in (tmp_path / "2.jsonl").read_text()


@pytest.mark.slow
@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
def test_a_full_device_behind_standard_output(tmp_path, environment):
    (tmp_path / "in.txt").write_text("me@uni.org")
    with FULL.open("wb") as full:
        done = subprocess.run(
            [*RUN, *ANONYMIZE, "in.txt"],
            cwd=tmp_path, env=environment, stdout=full, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    assert done.returncode == 1
    assert "the disk is full" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_reader_that_goes_away(tmp_path, environment):
    write_jsonl(tmp_path / "in.jsonl", *({"text": "word " * 2000} for _ in range(200)))
    process = subprocess.Popen(
        [*RUN, *ANONYMIZE, "in.jsonl"],
        cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    process.stdout.read(10)
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 1
    assert b"Traceback" not in err
    assert b"nobody reads it any more" in err
