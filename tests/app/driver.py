"""Drives the desk as a person does: starts the program, chooses files, waits, clicks."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

START = "import sys; from spacy_hips.cli._app import main; sys.exit(main())"
PLACE = ["app", "--no-browser", "--port", "8797", "--folder"]
READY = "document.documentElement?.dataset.ready"
FINISHED = 'document.querySelector("[aria-current]")?.textContent.startsWith("{}")'


class Program:
    """`spacy-hips app`, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", START, *PLACE, str(self._folder)],
            stderr=subprocess.PIPE, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"},
        )  # fmt: skip
        assert self._process.stderr is not None
        self.address = self._process.stderr.readline().strip()

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()


def choose(browser: Any, which: str, *files: Path) -> None:
    """Put files into a field of the page."""
    root = browser("DOM.getDocument")["root"]["nodeId"]
    node = browser("DOM.querySelector", nodeId=root, selector=which)["nodeId"]
    browser("DOM.setFileInputFiles", nodeId=node, files=[str(file) for file in files])


def patient(browser: Any, expression: str, seconds: float = 240) -> None:
    """Wait until an expression holds, for as long as a pipeline may take."""
    until = time.monotonic() + seconds
    while not browser.js(f"!!({expression})"):
        assert time.monotonic() < until, browser.js("document.body.innerText")
        time.sleep(0.3)


def click(browser: Any, text: str) -> None:
    """Click what begins with these words, once it can be clicked."""
    all_of_them = "[...document.querySelectorAll('button, a')]"
    found = f"{all_of_them}.find(b => b.textContent.startsWith({text!r}))"
    patient(browser, f"(b => b && !b.disabled && (b.click(), true))({found})")
