"""What the command line tests share: a folder, a secret, and a way to run a verb."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from spacy_hips.cli._app import main

SECRET = "a secret of the command line tests"


class Run(SimpleNamespace):
    """What came of a command: its exit code and what it wrote."""

    rc: int
    out: str
    err: str


@pytest.fixture
def folder(tmp_path: Path, monkeypatch) -> Path:
    """An empty folder that commands run in, with a secret in the environment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HIPS_SECRET", SECRET)
    return tmp_path


@pytest.fixture
def hips(folder, capfdbinary):
    """Run `spacy-hips` with some arguments."""

    def run(*arguments: str) -> Run:
        rc = main([str(a) for a in arguments])
        out, err = capfdbinary.readouterr()
        return Run(rc=rc, out=out.decode("utf8"), err=err.decode("utf8"))

    return run


def write_jsonl(path: Path, *rows) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
    return path


def read_jsonl(path: Path) -> list:
    return [json.loads(line) for line in path.read_text("utf8").split("\n") if line]
