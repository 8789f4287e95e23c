"""Hands rows to a worker script in an environment of its own, and reads its answers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent


def answers(python: str, script: str, *arguments: str, rows: Sequence[dict]) -> list:
    """What a worker of this folder answers, one value a line.

    python (str): An interpreter that has the tool.
    script (str): The worker.
    *arguments (str): What it is told on its command line.
    rows (Sequence[dict]): Its requests.
    """
    done = subprocess.run(
        [python, str(HERE / script), *arguments],
        input="".join(json.dumps(row) + "\n" for row in rows),
        capture_output=True,
        text=True,
        encoding="utf8",
    )
    if done.returncode:
        sys.exit(f"{script} {' '.join(arguments)} failed:\n{done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]
