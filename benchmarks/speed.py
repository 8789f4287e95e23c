"""Speed, memory and recall of the whole pipeline: dense and sparse, fp32 and int8, in one run.

    python benchmarks/speed.py en_hips_student --essays ../shared/data/student_essays/dev.jsonl

Each of the four has a process of its own (speed_worker.py), on one thread. They take turns on the
essays, and the median of the runs counts; words per CPU-second, so that what else the machine does
weighs little. The recall is of students' names by hips_ner, exact spans, before any filter.
Afterwards: what share of the time each component takes, the seconds until the first answer of the
README's command, in a fresh process, and with --long the memory that one long document needs.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from names import table

HERE = Path(__file__).parent
WAYS = {
    "dense fp32": ("dense", ""),
    "dense int8": ("dense", "int8"),
    "sparse fp32": ("sparse", ""),
    "sparse int8": ("sparse", "int8"),
}
THREADS = {
    f"{library}_NUM_THREADS": "1" for library in ("OMP", "MKL", "OPENBLAS", "VECLIB", "NUMEXPR")
}
COMMAND = ("anonymize", "examples/essays.jsonl", "--columns",
           "id=doc,author=author,name=name,text=text", "--force")  # fmt: skip


class Worker:
    """A process that holds one pipeline."""

    def __init__(self, args: argparse.Namespace, windows: str, quantize: str) -> None:
        command = [sys.executable, str(HERE / "speed_worker.py"), args.model, windows, quantize]
        command += [str(args.essays), str(args.limit or 0)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
        )
        self.loaded = self._answer()

    def ask(self, request: str) -> dict[str, Any]:
        assert self.process.stdin
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"the worker ended with {self.process.wait()}")
        return json.loads(line)  # type: ignore[no-any-return]

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def environment() -> dict[str, str]:
    return {**os.environ, **THREADS, "TOKENIZERS_PARALLELISM": "false"}


def measure(args: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """All ways in turns, `runs` times."""
    workers = {name: Worker(args, *WAYS[name]) for name in WAYS if name in args.only}
    runs: dict[str, list[dict[str, Any]]] = {name: [] for name in workers}
    for _ in range(args.runs):
        for name, worker in workers.items():
            runs[name].append(worker.ask("run"))
    out = {name: figures(workers[name].loaded, own) for name, own in runs.items()}
    for name, worker in workers.items():
        out[name]["shares"] = worker.ask("shares")
        worker.close()
    return out


def figures(loaded: dict[str, Any], runs: list[dict[str, Any]]) -> dict[str, Any]:
    speeds = [run["words"] / run["cpu"] for run in runs]
    last = runs[-1]
    return {
        "words per CPU-s": statistics.median(speeds),
        "lowest": min(speeds),
        "highest": max(speeds),
        "names": last["names"],
        "recall": last["found"] / max(1, last["names"]),
        "candidates per 1,000": 1000 * last["candidates"] / last["words"],
        "import spacy s": loaded["import"],
        "load s": loaded["seconds"],
        "load CPU-s": loaded["cpu"],
        "first text s": loaded["first text"],
        "RSS loaded MB": loaded["rss"],
        "RSS at most MB": last["rss"],
    }


def show(results: dict[str, dict[str, Any]], wanted: int, within: float) -> None:
    rows: dict[str, dict[str, Any]] = {}
    for name, own in results.items():
        rows[name] = {
            key: f"{value:,.0f}" if isinstance(value, float) and value > 100 else value
            for key, value in own.items()
            if key != "shares"
        }
    table("the whole pipeline, one thread", rows)
    if {"dense fp32", "sparse int8"} <= set(results):
        lost = 100 * (results["dense fp32"]["recall"] - results["sparse int8"]["recall"])
        fast = results["sparse int8"]["words per CPU-s"]
        print(
            f"sparse int8: {fast:,.0f} words per CPU-second (wanted {wanted:,}), recall "
            f"{lost:+.2f} points below dense fp32 (at most {within})"
        )
    table("share of CPU time", {name: own["shares"] for name, own in results.items()})


def first_answer(model: str) -> dict[str, dict[str, float]]:
    """Seconds of the README's command, without and with the model."""
    out = {}
    for name, more in (("rules and the column of names", ()), ("the model", ("--model", model))):
        with tempfile.TemporaryDirectory() as folder:
            command = [str(Path(sys.executable).with_name("spacy-hips")), *COMMAND, *more]
            begin, used = time.perf_counter(), os.times()
            subprocess.run(
                [*command, "-o", str(Path(folder) / "out.jsonl")],
                check=True, cwd=HERE.parent, env=environment(), stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )  # fmt: skip
            seconds, now = time.perf_counter() - begin, os.times()
        cpu = now.children_user + now.children_system - used.children_user - used.children_system
        out[name] = {"seconds": seconds, "CPU-seconds": cpu}
    return out


def long_document(args: argparse.Namespace) -> dict[str, Any]:
    """One long document through the pipeline as it is packaged, in a fresh process."""
    worker = Worker(args, "sparse", "int8")
    answer = worker.ask(f"long {args.long}")
    worker.close()
    return answer


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("model", help="installed pipeline or folder")
    parser.add_argument("--essays", type=Path, required=True, help="labelled essays (jsonl)")
    parser.add_argument("--limit", type=int, help="essays at most")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", nargs="+", choices=WAYS, default=list(WAYS))
    parser.add_argument("--wanted", type=int, default=12_000, help="words per CPU-second")
    parser.add_argument("--within", type=float, default=0.5, help="points of recall")
    parser.add_argument("--long", type=int, metavar="WORDS", help="also one document so long")
    parser.add_argument("--json", type=Path, help="write all figures")
    args = parser.parse_args()
    if Path(args.model).is_dir():
        args.model = str(Path(args.model).resolve())
    results = measure(args)
    show(results, args.wanted, args.within)
    answers = first_answer(args.model)
    table("the README's command, a fresh process", answers)
    everything: dict[str, Any] = {"pipeline": results, "first answer": answers}
    if args.long:
        everything["long document"] = long_document(args)
        table("one long document, sparse int8", {"essays joined": everything["long document"]})
    if args.json:
        args.json.parent.mkdir(parents=True, exist_ok=True)
        args.json.write_text(json.dumps(everything, indent=2) + "\n", "utf8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
