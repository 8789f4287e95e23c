"""Drives a headless Chromium over its debugging pipe, with the standard library alone."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

CHROMIUM = next(
    (p for name in ("chromium", "chromium-browser", "google-chrome") if (p := shutil.which(name))),
    "",
)
END = b"\0"
KEYS = {
    **{"Enter": (13, "\r"), "Escape": (27, ""), "Tab": (9, "")},
    **{"ArrowLeft": (37, ""), "ArrowRight": (39, ""), "ArrowDown": (40, "")},
}
SHIFT, CONTROL = 8, 2


class Browser:
    """One tab.

    folder (Path): Where it keeps its profile and downloads.
    dark (bool): Dark colours are wanted.
    """

    def __init__(self, folder: Path, *, dark: bool = False, size: str = "1400,900") -> None:
        self.downloads = folder / "downloads"
        self.downloads.mkdir(parents=True, exist_ok=True)
        theirs, self._out = os.pipe()
        self._in, answers = os.pipe()
        command = (
            f'exec "$0" --headless=new --no-sandbox --disable-gpu --no-first-run '
            f'--remote-debugging-pipe --user-data-dir="$1" --window-size={size} '
            f"about:blank 3<&{theirs} 4>&{answers}"
        )
        self._process = subprocess.Popen(
            ["bash", "-c", command, CHROMIUM, str(folder / "profile")],
            pass_fds=(theirs, answers),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs)
        os.close(answers)
        self._number = 0
        self._buffer = b""
        self.events: list[dict[str, Any]] = []
        self._session = ""
        targets = self("Target.getTargets")["targetInfos"]
        tab = next(t["targetId"] for t in targets if t["type"] == "page")
        attached = self("Target.attachToTarget", targetId=tab, flatten=True)
        self._session = attached["sessionId"]
        self("Page.enable")
        self("Runtime.enable")
        self("Log.enable")
        self("Performance.enable", timeDomain="threadTicks")
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self("Emulation.setEmulatedMedia", features=[scheme])
        self(
            "Browser.setDownloadBehavior",
            behavior="allow",
            downloadPath=str(self.downloads),
            eventsEnabled=True,
        )

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._in)
        os.close(self._out)

    def __call__(self, method: str, **params: Any) -> Any:
        """Send a command and wait for its answer."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + END)
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                return answer["result"]
            self.events.append(answer)

    def _next(self) -> dict[str, Any]:
        until = time.monotonic() + 60
        while END not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], until - time.monotonic())
            assert ready, "the browser does not answer"
            self._buffer += os.read(self._in, 1 << 20)
        line, _, self._buffer = self._buffer.partition(END)
        return json.loads(line)

    def open(self, page: Path) -> None:
        """Open a page from disk and wait until it is ready."""
        self("Page.navigate", url=page.resolve().as_uri())
        self.wait("document.documentElement?.dataset.ready")

    def wait(self, expression: str) -> Any:
        """Wait until an expression holds."""
        for _ in range(600):
            if value := self.js(expression):
                return value
            time.sleep(0.05)
        raise AssertionError(f"never: {expression}")

    def js(self, expression: str) -> Any:
        """The value of an expression in the page."""
        done = self(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    def cost(self, expression: str) -> float:
        """What an expression costs the page's own thread, in milliseconds of the processor."""
        before = self._thread_time()
        self.js(expression)
        return 1000 * (self._thread_time() - before)

    def _thread_time(self) -> float:
        metrics = self("Performance.getMetrics")["metrics"]
        return next(m["value"] for m in metrics if m["name"] == "ThreadTime")

    def press(self, *keys: str) -> None:
        """Press keys; "Shift+" and "Ctrl+" go before them."""
        for key in keys:
            modifiers = SHIFT * ("Shift+" in key) + CONTROL * ("Ctrl+" in key)
            name = key.rpartition("+")[2] if len(key) > 1 else key
            code, text = KEYS.get(name, (ord(name[0].upper()), name))
            event = {"key": name, "windowsVirtualKeyCode": code, "modifiers": modifiers}
            if modifiers & CONTROL:
                text = ""
            self("Input.dispatchKeyEvent", type="keyDown", text=text, **event)
            self("Input.dispatchKeyEvent", type="keyUp", **event)

    def type(self, text: str) -> None:
        """Type into what has the focus."""
        self("Input.insertText", text=text)

    def saved(self) -> list[dict[str, Any]]:
        """Save, and read the decisions that were downloaded."""
        for old in self.downloads.glob("*.jsonl"):
            old.unlink()
        before = len(self.events)
        self.press("Ctrl+s")
        for _ in range(200):
            # The file is there, and may be empty, before the download is complete.
            if any(_is_downloaded(event) for event in self.events[before:]):
                (found,) = self.downloads.glob("*.jsonl")
                return [json.loads(line) for line in found.read_text("utf8").splitlines()]
            time.sleep(0.05)
            self.js("1")  # brings the events that came since
        raise AssertionError("nothing was saved")

    def picture(self, path: Path) -> None:
        """Keep a screenshot."""
        path.write_bytes(base64.b64decode(self("Page.captureScreenshot")["data"]))

    @property
    def complaints(self) -> list[Any]:
        """What went wrong in the page."""
        self.js("1")
        return [
            e["params"]
            for e in self.events
            if e.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")
        ]


def _is_downloaded(event: dict[str, Any]) -> bool:
    return (
        event.get("method") == "Browser.downloadProgress"
        and event["params"]["state"] == "completed"
    )
