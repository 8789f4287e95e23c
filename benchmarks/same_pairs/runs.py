"""Runs: number of processes, batches, order, company, interruptions, and what ran before."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from . import SCOPES, Outcome, World, by_number, compared, pair
from .carriers import CARRIERS
from .rows import Row, make_rows

HIPS = "import sys; from spacy_hips.cli._app import main; sys.exit(main())"
KILLS = 10
ALONE = 12
PATIENCE = 600.0
FEW = 600
SEEDS = ("0", "1", "4242")


@pair("one process against two", scopes=SCOPES, most=2200)
def two_processes(world: World) -> Outcome:
    return compared(world.base, world.job(world.rows, n_process=2))


@pair("one process against three", models="rules")
def three_processes(world: World) -> Outcome:
    return compared(world.base, world.job(world.rows, n_process=3))


@pair("batches of 64 against batches of 1", scopes=("document", "corpus"))
def batches_of_one(world: World) -> Outcome:
    return compared(world.base, world.job(world.rows, batch_size=1))


@pair("batches of 64 against batches of 2,048", models="rules")
def large_batches(world: World) -> Outcome:
    return compared(world.base, world.job(world.rows, batch_size=2048))


@pair("batches of 64 against batches of 2,049", most=2200)
def larger_batches(world: World) -> Outcome:
    return compared(world.base, world.job(world.rows, batch_size=2049))


@pair("rows in order against rows shuffled", scopes=SCOPES)
def shuffled(world: World) -> Outcome:
    rows = list(world.rows)
    random.Random(1).shuffle(rows)
    return compared(world.base, world.job(rows), ordered=False)


@pair("documents alone against documents among the others")
def alone(world: World) -> Outcome:
    rows = list(world.rows)
    some = [*rows[:2], *random.Random(2).sample(rows, min(ALONE, len(rows))), *rows[-2:]]
    some = [row for row in dict.fromkeys(some) if row.n in world.base]
    made = {row.n: world.job([row])[row.n] for row in some}
    return compared(world.having(some), made, f"{len(some)} rows alone")


@pair("once against again, behind other texts", scopes=("document", "corpus"))
def again(world: World) -> Outcome:
    others = [f"{row.who} {row.text}" for row in make_rows(300)][::-1]
    world.job([Row(str(n), f"o{n}", "o", "", text) for n, text in enumerate(others)])
    return compared(world.base, world.job(world.rows))


@pair("this process against fresh ones with three values of PYTHONHASHSEED", models="both")
def seeds(world: World) -> Outcome:
    rows = world.rows[:FEW]
    made = [command(world, rows, PYTHONHASHSEED=seed) for seed in SEEDS]
    base = world.having(rows)
    other = next((own for own in made if own != base), made[0])
    return compared(base, other, f"seeds {', '.join(SEEDS)}; {len(rows)} rows")


@pair("in one go against resumed behind SIGKILL", scopes=SCOPES)
def resumed(world: World) -> Outcome:
    # In a wider scope every resumed run searches all rows first, so there are fewer of both.
    wide = world.scope != "document"
    rows = world.rows[:FEW] if wide else world.rows
    made, killed = killed_and_resumed(world, rows, ".jsonl", 3 if wide else KILLS)
    base = world.job(rows) if wide else world.base
    return compared(base, made, f"{len(rows)} rows, killed {killed} times")


@pair("in one go against resumed behind SIGKILL, csv, with two processes", models="rules")
def resumed_table(world: World) -> Outcome:
    rows = [row for row in world.rows if CARRIERS[".csv"].carries(row.text)][-FEW:]
    made, killed = killed_and_resumed(world, rows, ".csv", 3, "--n-process", "2")
    return compared(world.having(rows), made, f"killed {killed} times")


def command(world: World, rows: Sequence[Row], **environment: str) -> dict[str, str]:
    """What the command line makes of rows, in a process of its own."""
    started = _start(world, rows, ".jsonl", (), environment)
    _ended(*started)
    return by_number(CARRIERS[".jsonl"].read(started[1]))


def killed_and_resumed(
    world: World, rows: Sequence[Row], ending: str, times: int, *more: str
) -> tuple[dict[str, str], int]:
    """What the command line makes of rows where it is killed at random places, and resumed.

    RETURNS (tuple): What came out, and how often it was killed before it was done.
    """
    chance = random.Random(f"{world.scope}|{world.model}|{ending}")
    process, output = _start(world, rows, ending, more, {})
    killed = 0
    for goal in sorted(chance.sample(range(1, max(2, len(rows))), min(times, len(rows) - 1))):
        if not _reaches(process, output, goal):
            break
        time.sleep(chance.random() / 20)
        process.kill()
        process.wait()
        if not output.with_name(output.name + ".part").exists():
            break  # it was done when it was killed
        killed += 1
        process = _resume(world, rows, ending, output, more)
    if process.poll() != -signal.SIGKILL:
        _ended(process, output)
    return by_number(CARRIERS[ending].read(output)), killed


def _start(
    world: World, rows: Sequence[Row], ending: str, more: Sequence[str], env: dict[str, str]
) -> tuple[subprocess.Popen[bytes], Path]:
    folder = world.new_folder()
    given, output = folder / f"in{ending}", folder / "out" / f"out{ending}"
    output.parent.mkdir()
    CARRIERS[ending].write(given, [{name: r.fields[name] for name in world.roles} for r in rows])
    return _popen(world, given, output, more, env), output


def _resume(
    world: World, rows: Sequence[Row], ending: str, output: Path, more: Sequence[str]
) -> subprocess.Popen[bytes]:
    given = output.parent.parent / f"in{ending}"
    return _popen(world, given, output, [*more, "--resume"], {})


def _popen(
    world: World, given: Path, output: Path, more: Sequence[str], env: dict[str, str]
) -> subprocess.Popen[bytes]:
    roles = ",".join(f"{name}={role}" for name, role in world.roles.items())
    arguments = ["anonymize", str(given), "-o", str(output), "--columns", roles]
    arguments += ["--model", world.model] if world.model else ["--rules-only"]
    arguments += ["--scope", world.scope, "--batch-size", str(world.batch_size), "--quiet"]
    if world.scope != "document":
        arguments += ["--register", str(given.parent / "names.register")]
    with (output.parent / "messages").open("ab") as messages:
        return subprocess.Popen(
            [sys.executable, "-W", "ignore", "-c", HIPS, *arguments, *more],
            env={**os.environ, **env},
            stdout=messages,
            stderr=messages,
        )


def _reaches(process: subprocess.Popen[bytes], output: Path, goal: int) -> bool:
    """Wait until a run says that so many rows are done; False where it ends before."""
    state, end = output.with_name(output.name + ".part.json"), time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < end:
        try:
            if json.loads(state.read_bytes())["rows"] >= goal:
                return True
        except (OSError, ValueError):
            pass
        time.sleep(0.005)
    return False


def _ended(process: subprocess.Popen[bytes], output: Path) -> None:
    code = process.wait(PATIENCE)
    if code or not output.exists():
        told = (output.parent / "messages").read_text("utf8", "replace")
        raise AssertionError(f"exit code {code}: {told[-300:]}")
