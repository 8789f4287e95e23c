"""Worker processes: the same output, at no higher price, no hang, no document lost, flat memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

from . import check

WRITTEN = Path(__file__).parents[2] / "corpus" / "written" / "test"
SECRET = "thirty-two bytes for the checks."
ESSAYS = 100
SECONDS = 600
# More than what is read ahead for workers, 32 batches of 64: names of later rows once stayed.
ROWS = 2_100
PRICE = 1.15
# Peaks of the parent and of its largest child, in kB, behind everything else that is printed.
MEASURED = """
import resource, sys, time
{imports}
from spacy_hips.cli._app import main
if __name__ == "__main__":
    begin, code = time.perf_counter(), main()
    peaks = [resource.getrusage(who).ru_maxrss for who in (0, -1)]
    print(code, round(time.perf_counter() - begin, 1), *peaks)
"""
IN_PYTHON = """
import json, multiprocessing, sys
from pathlib import Path
import spacy

def anonymized(nlp, texts, **how):
    return [doc._.anonymized for doc in nlp.pipe(texts, **how)]

if __name__ == "__main__":
    pipeline, method = sys.argv[1:]
    multiprocessing.set_start_method(method)
    nlp = spacy.load(pipeline)
    texts = [json.loads(line)["text"] for line in open("in.jsonl")][:24]
    fresh = anonymized(nlp, texts, n_process=2, batch_size=1)
    alone = anonymized(nlp, texts, batch_size=64)
    used = anonymized(nlp, texts[::-1], n_process=2, batch_size=4)[::-1]
    assert fresh == alone, "a fresh pipeline gives something else in processes"
    assert used == alone, "a used pipeline gives something else in processes"
"""
# Seconds of the processor of this process and its workers, without their start and their end.
COUNTED = """
import sys, time
from spacy_hips import Job, JobOptions
from spacy_hips.desk.run.processes import seconds_of_workers

if __name__ == "__main__":
    pipeline, count = sys.argv[1:]
    job = Job(JobOptions(
        input="rows.csv", output=f"{count}.csv", columns={"id": "doc", "name": "name",
        "text": "text"}, model=pipeline, rules_only=not pipeline, n_process=int(count), force=True,
    ))
    seen = [(job.state.rows, time.process_time() + seconds_of_workers()) for _ in job.steps()]
    (first, begin), (last, end) = seen[0], seen[-1]
    print((end - begin) / (last - first))
"""
# Memory runs out in the workers, and not in the parent.
SHORT = """
import resource
from multiprocessing import parent_process
from spacy.language import Language

@Language.component("checks_trouble")
def trouble(doc):
    if "heavy" in doc.text and parent_process() is not None:
        resource.setrlimit(resource.RLIMIT_AS, (1 << 20, resource.getrlimit(resource.RLIMIT_AS)[1]))
        bytearray(1 << 28)
    return doc
"""
# Fails on one word, and kills its process on another.
TROUBLE = """
import os, signal
from multiprocessing import parent_process
from spacy.language import Language

@Language.component("checks_trouble")
def trouble(doc):
    if "boom" in doc.text:
        raise RuntimeError
    if "deadly" in doc.text and parent_process() is not None:
        os.kill(os.getpid(), signal.SIGKILL)
    return doc
"""
TROUBLED = """
import sys, spacy, trouble
nlp = spacy.load(sys.argv[1])
nlp.add_pipe("checks_trouble", first=True)
nlp.to_disk("troubled")
"""


def python(folder: Path, script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a script with a limit: what hangs fails."""
    (folder / "script.py").write_text(script)
    return subprocess.run(
        [sys.executable, "-W", "ignore", "script.py", *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "HIPS_SECRET": SECRET, "TOKENIZERS_PARALLELISM": "false"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )


def anonymized(
    folder: Path, pipeline: str, count: int, *more: str, imports: str = ""
) -> tuple[int, float, list[float]]:
    """Anonymise in.jsonl: exit code, seconds, and MB of the parent and of its largest worker."""
    files = ["in.jsonl", "-o", f"{count}.jsonl", "--force", "--quiet"]
    script = MEASURED.format(imports=imports)
    arguments = ["--model", pipeline, "--n-process", count]
    done = python(folder, script, "anonymize", *files, *arguments, *more)
    code, seconds, *peaks = done.stdout.split()[-4:]
    return int(code), float(seconds), [round(int(peak) / 1024) for peak in peaks]


def essays(folder: Path, count: int, *more: str) -> list[str]:
    """Write so many texts of an essay's size, and these, as in.jsonl."""
    from spacy_hips.lab.corpus.written import read_written

    texts = [row.text for row in read_written(WRITTEN)]
    texts = [*(texts * (count // len(texts) + 1))[:count], *more]
    rows = [json.dumps({"id": i, "text": text}) for i, text in enumerate(texts)]
    (folder / "in.jsonl").write_text("\n".join(rows) + "\n", "utf8")
    return texts


def started(folder: Path, pipeline: str, method: str) -> None:
    essays(folder, 24)
    done = python(folder, IN_PYTHON, pipeline, method)
    assert done.returncode == 0, done.stderr[-200:]


@check("nlp.pipe(n_process=2), spawn: batches of 1, 4 and 64, fresh, used, turned round: the same")
def spawned(folder: Path, pipeline: str) -> None:
    started(folder, pipeline, "spawn")


@check("the same with fork")
def forked(folder: Path, pipeline: str) -> None:
    started(folder, pipeline, "fork")


@check("the same with forkserver")
def served(folder: Path, pipeline: str) -> None:
    started(folder, pipeline, "forkserver")


@check("the command line writes the same bytes with --n-process 1 and 2")
def commands(folder: Path, pipeline: str) -> str:
    essays(folder, ESSAYS)
    one, alone, (small, _) = anonymized(folder, pipeline, 1)
    two, beside, (parent, worker) = anonymized(folder, pipeline, 2, "--batch-size", "8")
    assert one == two == 0
    assert (folder / "1.jsonl").read_bytes() == (folder / "2.jsonl").read_bytes()
    return (
        f"{ESSAYS} essays: {alone:.0f} s with one process, {beside:.0f} s with two "
        f"({beside / alone:.2f}); {small} MB, and {parent} MB with {worker} MB for each worker"
    )


def rows(folder: Path, count: int) -> list[str]:
    """Write so many short rows, each with a name that stands in no list, as rows.csv."""
    draw = Random(7)
    made = []
    for number in range(count):
        parts = [draw.choice("bcdfgklmnprstvz") + draw.choice("aeiou") for _ in range(4)]
        name = "".join(parts) + "ryua"
        made.append(f"{number},{name},today iris {name} wrote this and {name} is glad about that\n")
    (folder / "rows.csv").write_text("id,name,text\n" + "".join(made), "utf8")
    return [line.split(",")[1] for line in made]


def priced(folder: Path, pipeline: str) -> str:
    """Anonymise rows.csv by one process and by two: the same bytes, no name, for the same price."""
    names = rows(folder, ROWS)
    prices = []
    for count in (1, 2):
        done = python(folder, COUNTED, pipeline, count)
        assert done.returncode == 0, done.stderr[-200:]
        prices.append(float(done.stdout))
        texts = (folder / f"{count}.csv").read_text("utf8").splitlines()[1:]
        left = sum(name in text for name, text in zip(names, texts, strict=True))
        assert not left, f"{left} of {ROWS} rows show their name with {count} processes"
    assert (folder / "1.csv").read_bytes() == (folder / "2.csv").read_bytes()
    ratio = prices[1] / prices[0]
    assert ratio <= PRICE, prices
    return f"{1000 * prices[0]:.1f} ms a row with one process, {ratio:.2f} times that with two"


@check("2,100 short rows by rules: two processes write the same, no name, for 1.15 times the price")
def short_rows(folder: Path, pipeline: str) -> str:
    return priced(folder, "")


@check("the same with the trained pipeline")
def short_rows_searched(folder: Path, pipeline: str) -> str:
    return priced(folder, pipeline)


@check("memory of the parent does not grow with the documents, with two processes")
def memory(folder: Path, pipeline: str) -> str:
    peaks = []
    for count in (50, 400):
        essays(folder, count)
        code, _, (parent, _) = anonymized(folder, pipeline, 2)
        assert code == 0
        peaks.append(parent)
    assert peaks[1] - peaks[0] < 60, peaks
    return f"{peaks[0]} MB for 50 essays, {peaks[1]} MB for 400"


@check("a document that a component fails on is one rejected row, with one process and with two")
def failing(folder: Path, pipeline: str) -> None:
    troubled(folder, pipeline)
    texts = essays(folder, 10, "boom")
    for count in (1, 2):
        code, *_ = anonymized(folder, "troubled", count, imports="import trouble")
        assert code == 1, code
        assert len((folder / f"{count}.jsonl").read_text("utf8").splitlines()) == len(texts) - 1
    assert (folder / "1.jsonl").read_bytes() == (folder / "2.jsonl").read_bytes()


@check("a worker that is killed ends the run with exit code 1 and no output")
def killed(folder: Path, pipeline: str) -> None:
    troubled(folder, pipeline)
    essays(folder, 10, "deadly")
    code, *_ = anonymized(folder, "troubled", 2, imports="import trouble")
    assert code == 1, code
    assert not (folder / "2.jsonl").exists()


@check("a worker whose memory runs out leaves out no row: --resume goes on, to the same output")
def short_of_memory(folder: Path, pipeline: str) -> None:
    troubled(folder, pipeline, SHORT)
    texts = essays(folder, 40, "heavy")
    one, *_ = anonymized(folder, "troubled", 1, imports="import trouble")
    two, *_ = anonymized(folder, "troubled", 2, "--batch-size", "2", imports="import trouble")
    assert (one, two) == (0, 1)
    assert not (folder / "2.jsonl").exists()
    state = json.loads((folder / "2.jsonl.part.json").read_text())
    assert 0 < state["rows"] < len(texts)
    (folder / "trouble.py").write_text(TROUBLE)
    again = ["anonymize", "in.jsonl", "-o", "2.jsonl", "--model", "troubled", "--resume"]
    done = python(folder, MEASURED.format(imports="import trouble"), *again)
    assert done.stdout.split()[-4] == "0", done.stderr[-200:]
    assert (folder / "1.jsonl").read_bytes() == (folder / "2.jsonl").read_bytes()


def troubled(folder: Path, pipeline: str, trouble: str = TROUBLE) -> None:
    (folder / "trouble.py").write_text(trouble)
    done = python(folder, TROUBLED, pipeline)
    assert done.returncode == 0, done.stderr[-200:]
