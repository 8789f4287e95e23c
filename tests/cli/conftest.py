"""What the command line tests share: a folder, a secret, and a way to run a verb."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from spacy_hips.cli import _app

SEARCHING = frozenset({"anonymize", "find", "view", "evaluate", "release", "report"})
SECRET = "a secret of the command line tests"


def main(arguments: Sequence[object]) -> int:
    """Run `spacy-hips`; a verb that searches does so by rules unless a model is given."""
    args = [str(a) for a in arguments]
    if args[0] in SEARCHING and "--model" not in args and "--rules-only" not in args:
        args.append("--rules-only")
    return _app.main(args)


@pytest.fixture(autouse=True)
def _unforeseen_errors_are_shown(monkeypatch):
    """A test shows what nobody foresaw, with Python's own account of it."""
    monkeypatch.setenv(_app.TRACEBACK, "1")


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
        rc = main(arguments)
        out, err = capfdbinary.readouterr()
        return Run(rc=rc, out=out.decode("utf8"), err=err.decode("utf8"))

    return run


def write_jsonl(path: Path, *rows) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
    return path


def read_jsonl(path: Path) -> list:
    return [json.loads(line) for line in path.read_text("utf8").split("\n") if line]
