"""Runs from Python: what the command line can do, a Job can do."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from spacy_hips import Job, JobOptions

from . import check, hips

ENVIRONMENT = {
    "HIPS_SECRET": "a secret that only the checks of promises have",
    "HIPS_KEY_PASSPHRASE": "marble lantern 47 quietly orbits",
}
PEOPLE = ("Amara Okafor", "Mei Tanaka", "Amara Okafor", "Carlos Ruiz")


@contextmanager
def _stopping(source: object) -> Iterator[Callable[[], None]]:
    def step() -> None:
        raise KeyboardInterrupt

    yield step


@check("a Job that is stopped, resumed and restored is the run of the command line in one piece")
def a_job_is_the_command(folder: Path, model: str) -> str:
    os.environ.update(ENVIRONMENT)
    rows = [
        {"id": str(n), "writer": f"s{n % 3}", "essay": f"I am {name} and thank {PEOPLE[n - 1]}."}
        for n, name in enumerate(PEOPLE)
    ]
    given = folder / "in.jsonl"
    given.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
    columns = {"id": "doc", "writer": "author", "essay": "text"}
    options = JobOptions(
        input=str(given), output=str(folder / "out" / "job.jsonl"), columns=columns, model=model,
        scope="corpus", register=str(folder / "names"), key_file=str(folder / "key"),
        batch_size=1,
    )  # fmt: skip
    (folder / "out").mkdir()
    try:
        Job(options, progress=_stopping).run()
    except KeyboardInterrupt:
        summary = Job(replace(options, resume=True)).run()
    assert summary.documents == len(rows)
    roles = ",".join(f"{name}={role}" for name, role in columns.items())
    command = ["anonymize", given, "-o", "out/cli.jsonl", "--columns", roles, "--model", model]
    run = hips(folder, *command, "--scope", "corpus", "--register", options.register)
    assert run.returncode == 0, run.stderr.decode()
    assert Path(options.output).read_bytes() == (folder / "out" / "cli.jsonl").read_bytes()
    run = hips(
        folder, "restore", options.output, "--key-file", options.key_file, "-o", "back.jsonl"
    )
    assert run.returncode == 0, run.stderr.decode()
    assert (folder / "back.jsonl").read_bytes() == given.read_bytes()
    return f"{len(rows)} rows"
