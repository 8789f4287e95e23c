"""One machine used whole, and what is large: the parts of scale.py that need minutes.

    python benchmarks/scale.py en_hips_student --parts processes engines frames register long

Each figure is of one run on this machine, and every ratio is between figures of that run. All work
is on one thread a process. Wall time counts where several processes share it, CPU-seconds else.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from names import Table, table

SECRET = "a secret for this benchmark only"
ONE_THREAD = {"OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false", "HIPS_SECRET": SECRET}
PROGRAM = "import sys; from spacy_hips.cli._app import main; sys.exit(main())"
SEED, START, FILES, WORKERS = 3, 8, 16, 2
ENGINES = {"ray": "ray", "spark": "pyspark"}
"""The package that an engine needs."""
COLUMNS = "id=doc,text=text"
FEW, LOOKUPS = 10, 20_000
"""The smaller register holds so many times fewer people; so many of either are looked up."""


Ways = dict[str, Callable[[Path, Path], list[list[str]]]]
"""What is compared: (input, output) -> the arguments of each program that runs at once."""


@dataclass(frozen=True)
class Ran:
    """What a command used: wall and CPU seconds, and MB at most."""

    wall: float
    cpu: float
    peak: float


def ran(*arguments: str) -> Ran:
    """Run `spacy-hips` in a process of its own."""
    return ran_at_once(arguments)


def ran_at_once(*commands: Sequence[str]) -> Ran:
    """Run `spacy-hips` several times, all at once, each in a process of its own."""
    begin = time.perf_counter()
    cpu, peak = 0.0, 0.0
    with ExitStack() as stack:
        files = [stack.enter_context(tempfile.TemporaryFile()) for _ in commands]
        started = [
            subprocess.Popen(
                [sys.executable, "-W", "ignore", "-c", PROGRAM, *arguments],
                env={**os.environ, **ONE_THREAD}, stdout=told, stderr=subprocess.STDOUT,
            )
            for arguments, told in zip(commands, files, strict=True)
        ]  # fmt: skip
        for process, told in zip(started, files, strict=True):
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                told.seek(0)
                raise RuntimeError(told.read().decode(errors="replace")[-2000:])
            cpu += used.ru_utime + used.ru_stime
            peak = max(peak, used.ru_maxrss / 1024)
    return Ran(time.perf_counter() - begin, cpu, peak)


def essays(count: int) -> Iterator[dict[str, str]]:
    """Generated essays."""
    from spacy_hips.lab.corpus.generate import Generator

    generator = Generator("test")
    for number in range(count):
        yield {"id": f"e{number}", "text": generator.document(SEED, number)["text"]}


def processes(model: str, count: int, runs: int, folder: Path) -> None:
    """Two processes of the package's own pool against one, and what the machine lets two gain.

    Two programs that know nothing of each other, each with half of the texts, share memory, caches
    and what else two processors have in common. No pool can be faster than they are.
    """
    inputs = {"start": folder / "few.jsonl", "all": folder / "all.jsonl"}
    for name, rows in (("start", START), ("all", count)):
        lines = [json.dumps(row) + "\n" for row in essays(rows)]
        inputs[name].write_text("".join(lines), "utf8")
        for part in range(WORKERS):
            own = lines[part * rows // WORKERS : (part + 1) * rows // WORKERS]
            _part(inputs[name], part).write_text("".join(own), "utf8")

    def command(workers: int, given: Path, output: Path) -> list[list[str]]:
        return [[str(given), "-o", f"{output}.jsonl", "--n-process", str(workers)]]

    def apart(given: Path, output: Path) -> list[list[str]]:
        return [
            [str(_part(given, part)), "-o", f"{output}.{part}.jsonl", "--n-process", "1"]
            for part in range(WORKERS)
        ]

    ways: Ways = {f"{n} process{'es' * (n > 1)}": partial(command, n) for n in (1, WORKERS)}
    ways[f"{WORKERS} programs at once"] = apart
    compared(f"{count:,} essays by processes", ways, inputs, model, runs, folder)


def _part(path: Path, part: int) -> Path:
    return path.with_suffix(f".{part}.jsonl")


def engines(model: str, count: int, runs: int, folder: Path) -> None:
    """Processes, Ray and Spark with two workers each against one process, a folder of files."""
    if find_spec("pyarrow") is None:
        print("\nengines: skipped, pyarrow is not installed")
        return
    inputs = {"start": folder / "few", "all": folder / "all"}
    _write_parts(inputs["start"], list(essays(START)))
    _write_parts(inputs["all"], list(essays(count)))

    def command(engine: str, workers: int, given: Path, output: Path) -> list[list[str]]:
        own = ["--engine", engine, "--n-process", str(workers)]
        return [[str(given), "-o", str(output), *own]]

    ways: Ways = {"1 process": partial(command, "processes", 1)}
    for engine in ("processes", *ENGINES):
        package = ENGINES.get(engine, "pyarrow")
        if find_spec(package) is None:
            print(f"\n{engine}: skipped, {package} is not installed")
            continue
        ways[f"{WORKERS} by {engine}"] = partial(command, engine, WORKERS)
    compared(f"{count:,} essays in {FILES} files", ways, inputs, model, runs, folder)


def _write_parts(folder: Path, rows: Sequence[dict[str, str]]) -> None:
    import pyarrow
    from pyarrow import parquet

    folder.mkdir()
    size = -(-len(rows) // FILES)
    for number, at in enumerate(range(0, len(rows), size)):
        piece = pyarrow.Table.from_pylist(list(rows[at : at + size]))
        parquet.write_table(piece, folder / f"{number:03}.parquet")


def compared(
    title: str,
    ways: Ways,
    inputs: dict[str, Path],
    model: str,
    runs: int,
    folder: Path,
) -> None:
    """Have all ways take turns, and print the seconds of each and how many times the first's."""
    figures: dict[str, dict[str, list[float]]] = {
        way: {name: [] for name in inputs} for way in ways
    }
    digests = {}
    for _ in range(runs):
        for way, command in ways.items():
            for name, given in inputs.items():
                output = folder / f"out-{name}"
                for old in folder.glob(f"{output.name}*"):
                    _removed(old)
                rest = ["--columns", COLUMNS, "--model", model, "--force", "--quiet"]
                told = ran_at_once(*(["anonymize", *own, *rest] for own in command(given, output)))
                figures[way][name].append(told.wall)
            digests[way] = _digest(folder, "out-all")
    rows: Table = {}
    first: dict[str, float] = {}
    for way, found in figures.items():
        median = {name: statistics.median(seconds) for name, seconds in found.items()}
        first = first or median
        rows[way] = {
            "seconds": median["all"],
            "of these the start": median["start"],
            "times the first": first["all"] / median["all"],
            "without the start": _gain(first) / _gain(median),
            "same bytes": "yes" if digests[way] == next(iter(digests.values())) else "NO",
        }
    table(title, rows)


def _removed(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def _gain(seconds: dict[str, float]) -> float:
    return max(seconds["all"] - seconds["start"], 1e-9)


def _digest(folder: Path, name: str) -> str:
    """SHA-256 of an output, a file or the files of a folder."""
    digest = hashlib.sha256()
    there = sorted(path for path in folder.glob(f"{name}*") if path.suffix != ".json")
    for path in there:
        for file in sorted(path.iterdir()) if path.is_dir() else [path]:
            digest.update(file.read_bytes())
    return digest.hexdigest()


def frames(model: str, count: int, runs: int, folder: Path) -> None:
    """A data frame against the same texts by `nlp.pipe`, in one process."""
    if find_spec("pyarrow") is None or find_spec("pandas") is None:
        print("\nframes: skipped, pandas or pyarrow is not installed")
        return
    import pandas
    import spacy

    from spacy_hips.desk.frames import anonymize

    nlp = spacy.load(model)
    frame = pandas.DataFrame(list(essays(count)))
    roles = {"id": "doc", "text": "text"}

    def pipe() -> None:
        with nlp.memory_zone():
            for doc in nlp.pipe(frame["text"]):
                _ = doc._.anonymized

    def framed() -> None:
        anonymize(frame, roles, nlp=nlp, report=lambda summary: None)

    ways = {"nlp.pipe": pipe, "a data frame": framed}
    list(nlp.pipe(["My friend Amara Okafor helped me."] * 2))
    found: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(runs):
        for way, work in ways.items():
            begin = time.process_time()
            work()
            found[way].append(time.process_time() - begin)
    seconds = {way: statistics.median(used) for way, used in found.items()}
    rows: Table = {
        way: {"CPU-seconds": used, "times nlp.pipe": used / seconds["nlp.pipe"]}
        for way, used in seconds.items()
    }
    table(f"{count:,} essays in a frame", rows)


def register(model: str, people: int, runs: int, folder: Path) -> None:
    """A large register: how long it is read, and how long one of its people is looked for."""
    rows: Table = {}
    for count in (people // FEW, people):
        path = folder / f"names-{count}"
        keys = _write_register(path, count)
        found = [_looked_up(path, keys) for _ in range(runs)]
        rows[f"{count:,} people"] = {
            name: statistics.median(one[name] for one in found) for name in found[0]
        } | {"MB": path.stat().st_size / 1e6}
    table("a register", rows)


def _write_register(path: Path, count: int) -> list[str]:
    """A register of made-up people. Their new names are not drawn: that would take minutes."""
    from spacy_hips.core.ids import Secret
    from spacy_hips.replace.register import Register
    from spacy_hips.replace.register.entries import PERSON, Digests, Entry

    secret = Secret(SECRET.encode())
    made, digests = Register(secret, "corpus"), Digests(secret)
    keys = [f"forename{number} surname{number}" for number in range(count)]
    bucket = digests.bucket("corpus")
    for number, key in enumerate(keys):
        new = {"first": f"Ana{number}", "last": f"Ruiz{number}", "gender": "F", "region": "Spain"}
        entry = Entry(PERSON, bucket, digests.person(key), new)
        entry.originals = {digests.mark(bucket, PERSON, key)}
        entry.documents = {digests.form(f"document {number}")}
        made.entries[digests.key(("corpus", PERSON, key))] = entry
    made._changed |= made.entries.keys()
    made.freeze(path)
    return keys


def _looked_up(path: Path, keys: Sequence[str]) -> dict[str, float]:
    from spacy_hips.core.ids import Secret
    from spacy_hips.replace.register import Register
    from spacy_hips.who.persons.link.entity import Entity

    begin = time.perf_counter()
    read = Register.load(path, Secret(SECRET.encode()))
    loaded = time.perf_counter() - begin
    within = read.within("corpus")
    chosen = random.Random(SEED).choices(keys, k=LOOKUPS)
    begin = time.perf_counter()
    for key in chosen:
        assert within.identity(key, Entity("PERSON:1", "PERSON", key)) is not None
    each = (time.perf_counter() - begin) / LOOKUPS
    return {"seconds to load": loaded, "microseconds a look-up": each * 1e6}


def long(model: str, words: int, runs: int, folder: Path) -> None:
    """One very long document: memory, and words per CPU-second beside those of short ones."""
    texts: list[str] = []
    count = 0
    for row in essays(words):
        texts.append(row["text"])
        count += len(row["text"].split())
        if count >= words:
            break
    inputs = {
        "one line": folder / "line.txt",
        f"one document of {count:,} words": folder / "long.txt",
        f"the same in {len(texts):,} documents": folder / "short.jsonl",
    }
    line, whole, short = inputs.values()
    line.write_text("My friend Amara Okafor helped me.\n", "utf8")
    whole.write_text("\n\n".join(texts), "utf8")
    rows = [json.dumps({"id": f"e{i}", "text": text}) + "\n" for i, text in enumerate(texts)]
    short.write_text("".join(rows), "utf8")
    out: Table = {}
    start: Ran | None = None
    for name, given in inputs.items():
        output = str(folder / f"out{given.suffix}")
        used = ran("anonymize", str(given), "-o", output, "--model", model, "--force", "--quiet")
        start = start or used
        more = used.cpu - start.cpu
        speed = {"words per CPU-second": count / more} if more else {}
        out[name] = {"CPU-seconds": used.cpu, "peak MB": used.peak, **speed}
    table("a very long document", out)


Part = Callable[[str, int, int, Path], None]
PARTS: dict[str, tuple[Part, str]] = {
    "processes": (processes, "essays"),
    "engines": (engines, "essays"),
    "frames": (frames, "essays"),
    "register": (register, "people"),
    "long": (long, "words"),
}
"""What can be measured, and which number tells how large."""


def measure(part: str, model: str, sizes: dict[str, Any], runs: int) -> None:
    """Measure a part, and print its table.

    part (str): One of PARTS.
    model (str): The pipeline.
    sizes (dict): How many essays, people and words.
    runs (int): Runs of each; the median counts. A very long document is run once.
    """
    work, size = PARTS[part]
    with tempfile.TemporaryDirectory() as folder:
        work(model, sizes[size], runs, Path(folder))
