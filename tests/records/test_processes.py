"""Worker processes of a run: order, errors, and an end that is noticed whoever comes to it.

Each case is a process of its own with a time limit, so that one that hangs fails.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from spacy_hips.desk.run import processes

fcntl = pytest.importorskip("fcntl", reason="needs a system of the Unix kind")

SECRET = "one of 32 bytes, for the tests..."
SECONDS = 600
# What the workers import. A text can make them fail, die or take their time.
COMPONENT = """
import fcntl, os, signal, sys, time, warnings
from multiprocessing import parent_process
from spacy.language import Language
from spacy_hips.core.errors import HipsError, HipsWarning

if parent_process() is not None and os.environ.get("ALIVE"):
    held = open(os.environ["ALIVE"])
    fcntl.flock(held, fcntl.LOCK_SH)  # let go of when the process is gone

@Language.component("test_trouble")
def trouble(doc):
    if "boom" in doc.text:
        raise RuntimeError(doc.text)
    if "deadly" in doc.text and parent_process() is not None:
        os.kill(os.getpid(), signal.SIGKILL)
    if "heavy" in doc.text and parent_process() is not None:
        raise MemoryError
    if "wrong" in doc.text:
        raise HipsError("[E117] a setting is wrong")
    if "odd" in doc.text:
        warnings.warn("[W104] this is odd", HipsWarning)
    if "slow" in doc.text:
        time.sleep(3)
    return doc

class Work:
    def __init__(self, start=len):
        self.begin = start
    def start(self):
        self.begin("")
    def __call__(self, task):
        time.sleep(task / 10)
        return task

class Busy(Work):
    def __call__(self, task):
        end = time.process_time() + task
        while time.process_time() < end:
            pass
        return task
"""
HIPS = "import sys, trouble; from spacy_hips.cli._app import main; sys.exit(main())"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with the component, and a pipeline of it and rules."""
    folder = tmp_path_factory.mktemp("processes")
    (folder / "trouble.py").write_text(COMPONENT)
    make = (
        "import spacy, trouble; nlp = spacy.blank('en'); nlp.add_pipe('test_trouble'); "
        "nlp.add_pipe('hips_anonymizer'); nlp.to_disk('pipeline')"
    )
    made = start(folder, "-c", make)
    _, err = made.communicate(timeout=SECONDS)
    assert made.returncode == 0, err
    return folder


def start(folder: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "ignore", *arguments],
        cwd=folder,
        env={**os.environ, "HIPS_SECRET": SECRET, "PYTHONPATH": str(folder), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def anonymize(folder: Path, texts: list[str], *more: str, **environment: str):
    """Start `spacy-hips anonymize` on a table with these texts."""
    rows = [json.dumps({"id": i, "text": text}) for i, text in enumerate(texts)]
    (folder / "in.jsonl").write_text("\n".join(rows) + "\n")
    (folder / "out.jsonl").unlink(missing_ok=True)
    run = ["anonymize", "--model", "pipeline", "in.jsonl", "-o", "out.jsonl"]
    return start(folder, "-c", HIPS, *run, *more, **environment)


TEXTS = [f"I am me{i}@uni.org" for i in range(12)]


@pytest.mark.slow
def test_a_text_that_fails_is_one_rejected_row_in_each_number_of_processes(folder):
    written = []
    for count in ("1", "2"):
        run = anonymize(folder, [*TEXTS[:5], "boom Secretname", *TEXTS[5:]], "--n-process", count)
        _, err = run.communicate(timeout=SECONDS)
        assert run.returncode == 1, err
        assert "rejected" in err
        assert "Secretname" not in err
        written.append((folder / "out.jsonl").read_bytes())
    assert written[0] == written[1]
    assert len(written[0].splitlines()) == len(TEXTS)


@pytest.mark.slow
def test_a_worker_that_is_killed_ends_the_run(folder):
    run = anonymize(folder, [*TEXTS, "deadly"], "--n-process", "2")
    _, err = run.communicate(timeout=SECONDS)
    assert run.returncode == 1, err
    assert "E449" in err
    assert "-9" in err
    assert "Traceback" not in err
    assert not (folder / "out.jsonl").exists()


@pytest.mark.slow
def test_a_worker_whose_memory_runs_out_leaves_out_no_row(folder):
    """A row was rejected for it, though nothing was wrong with it."""
    sizes = ["--batch-size", "2"]
    run = anonymize(folder, [*TEXTS, "heavy"], "--n-process", "2", *sizes)
    _, err = run.communicate(timeout=SECONDS)
    assert run.returncode == 1, err
    assert "E452" in err and "row 13" in err and "--resume" in err
    assert "Traceback" not in err and "rejected" not in err
    assert not (folder / "out.jsonl").exists()
    run = ["anonymize", "--model", "pipeline", "in.jsonl", "-o", "out.jsonl"]
    again = start(folder, "-c", HIPS, *run, "--resume")
    _, err = again.communicate(timeout=SECONDS)
    assert again.returncode == 0, err
    resumed = (folder / "out.jsonl").read_bytes()
    whole = anonymize(folder, [*TEXTS, "heavy"])
    _, err = whole.communicate(timeout=SECONDS)
    assert whole.returncode == 0, err
    assert (folder / "out.jsonl").read_bytes() == resumed


@pytest.mark.parametrize(
    ("error", "wanted"),
    [
        (MemoryError(), True),
        (RuntimeError("[enforce fail at alloc_cpu.cpp] DefaultCPUAllocator: can't allocate"
                      " memory: you tried to allocate 400 bytes."), True),
        (OSError(12, "Cannot allocate memory"), True),
        (RuntimeError("shape mismatch"), False),
        (KeyError("we ran out of memory"), False),
        (ValueError("we ran out of memory"), False),
    ],
)  # fmt: skip
def test_memory_that_runs_out_is_told_from_a_text_that_fails(error, wanted):
    assert processes.is_out_of_memory(error) is wanted


@pytest.mark.slow
def test_a_wrong_setting_in_a_worker_is_told_as_in_the_parent(folder):
    run = anonymize(folder, [*TEXTS, "wrong"], "--n-process", "2")
    _, err = run.communicate(timeout=SECONDS)
    assert run.returncode == 2, err
    assert "E117" in err
    assert "Traceback" not in err


@pytest.mark.slow
def test_what_workers_warn_of_is_told_once(folder):
    run = anonymize(folder, [*TEXTS, "odd", "odd too"], "--n-process", "2", "--json")
    out, err = run.communicate(timeout=SECONDS)
    assert run.returncode == 0, err
    assert (out + err).count("this is odd") == 1


@pytest.mark.slow
def test_workers_end_when_their_parent_is_killed(folder):
    alive = folder / "alive"
    alive.touch()
    run = anonymize(folder, ["slow"] * 8, "--n-process", "2", ALIVE=str(alive))
    wait_for(lambda: is_held(alive))
    run.kill()
    run.communicate(timeout=SECONDS)
    wait_for(lambda: not is_held(alive))


def wait_for(condition) -> None:
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.2)


def is_held(path: Path) -> bool:
    with path.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


SHARED_OUT = """
import trouble
from spacy_hips.desk.run.processes import in_processes
if __name__ == "__main__":
    print(*in_processes(trouble.Work(), [5, 0, 1, 0], 2))
    print(*in_processes(trouble.Work(), [], 2))
    taken = []
    try:
        for done in in_processes(trouble.Work(), [5, 0, -1, 0, 0, 0], 2):
            taken.append(done)
    except trouble.HipsError:
        print(*taken)
    for work in (trouble.Work(lambda _: 0), trouble.Work(int)):
        try:
            list(in_processes(work, [0], 2))
        except trouble.HipsError as error:
            print(error)
"""


@pytest.mark.slow
def test_results_come_in_the_order_of_the_tasks_and_bad_work_is_an_error(tmp_path):
    (tmp_path / "trouble.py").write_text(COMPONENT)
    (tmp_path / "run.py").write_text(SHARED_OUT)
    out, err = start(tmp_path, "run.py").communicate(timeout=SECONDS)
    assert not err
    in_order, nothing, before, unpicklable, failing = out.splitlines()
    assert in_order == "5 0 1 0"
    assert nothing == ""
    assert before == "5 0"
    assert "E450" in unpicklable
    assert "E450" in failing
    assert "ValueError" in failing


COUNTED = """
import trouble
from spacy_hips.desk.run.processes import in_processes, seconds_of_workers
if __name__ == "__main__":
    list(in_processes(trouble.Work(), [1, 1], 2))
    asleep = seconds_of_workers()
    list(in_processes(trouble.Busy(), [0.4, 0.4], 2))
    print(asleep < 0.2, 0.8 <= seconds_of_workers() < 1.2)
"""


@pytest.mark.slow
def test_the_seconds_that_workers_use_are_counted_but_not_their_start(tmp_path):
    (tmp_path / "trouble.py").write_text(COMPONENT)
    (tmp_path / "run.py").write_text(COUNTED)
    out, err = start(tmp_path, "run.py").communicate(timeout=SECONDS)
    assert (out.strip(), err) == ("True True", "")


def test_a_worker_that_cannot_be_started_is_an_error(monkeypatch):
    def refuse(_):
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr("multiprocessing.context.SpawnProcess.start", refuse)
    with pytest.raises(processes.WorkerLost, match=r"E451.*Cannot allocate memory"):
        list(processes.in_processes(len, [0], 2))
