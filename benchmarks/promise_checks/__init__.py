"""The checks behind benchmarks/promises.py: one module a room, and what they share."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

Run = Callable[[Path, str], object]
CHECKS: list[Case] = []
HIPS = [sys.executable, "-c", "import sys; from spacy_hips.cli._app import main; sys.exit(main())"]


@dataclass(frozen=True)
class Case:
    """A promise and the function that tries it.

    room (str): What it is about; the name of its module.
    promise (str): What is promised, in a sentence.
    run (Callable): (empty folder, name of the pipeline) -> what to print; raises where it is
        broken.
    """

    room: str
    promise: str
    run: Run


def check(promise: str) -> Callable[[Run], Run]:
    """Add a function to the table of checks.

    promise (str): What is promised.
    """

    def add(run: Run) -> Run:
        CHECKS.append(Case(run.__module__.rpartition(".")[2], promise, run))
        return run

    return add


def hips(
    folder: Path, *arguments: object, given: bytes | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run `spacy-hips` in a process of its own.

    folder (Path): Where it runs.
    *arguments (object): The verb and its options.
    given (bytes | None): What it reads on standard input.
    **environment (str): Added to the environment.
    RETURNS (CompletedProcess): Its exit code, and what it wrote as bytes.
    """
    env = {**os.environ, **environment}
    command = [*HIPS, *map(str, arguments)]
    return subprocess.run(
        command, cwd=folder, env=env, input=given, capture_output=True, timeout=600
    )


def write_table(
    path: Path, rows: Iterable[Sequence[str]], encoding: str = "utf8", mark: str = ","
) -> None:
    """Write the rows of a table, the header first.

    path (Path): Where to.
    rows (Iterable): The cells of each row.
    encoding, mark (str): Encoding, and what parts the cells.
    """
    with path.open("w", newline="", encoding=encoding) as file:
        csv.writer(file, delimiter=mark).writerows(rows)


def read_table(path: Path) -> list[dict[str, str]]:
    """Read the rows of a csv file by their header.

    path (Path): The file.
    RETURNS (list): A dict a row.
    """
    with path.open(newline="", encoding="utf8") as file:
        return list(csv.DictReader(file))
