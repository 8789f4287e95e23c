"""Stops and limits: the server, a first pass, batches that hold nothing, labels that hold names."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from spacy_hips.lab.corpus.generate import Generator

from . import HIPS, check, hips

SECRET = {"HIPS_SECRET": "a secret that only the checks of promises have"}
SECONDS = 5.0


def _listening_to_ctrl_c() -> None:
    """Who runs the checks in the background may be deaf to Ctrl-C, and hands that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def _server(folder: Path, model: str, *options: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    process = subprocess.Popen(
        [*HIPS, "serve", "--model", model, "--port", "0", *options],
        cwd=folder, env={**os.environ, **SECRET}, stderr=subprocess.PIPE, text=True,
        preexec_fn=_listening_to_ctrl_c,
    )  # fmt: skip
    try:
        assert process.stderr is not None
        found = next(
            filter(None, (re.match(r"http://[\d.]+:(\d+) ", line) for line in process.stderr))
        )
        yield process, int(found[1])
    finally:
        process.kill()
        process.communicate()


def _ask(port: int, path: str, body: object = None, answers: list[int] | None = None) -> int:
    """The status of the answer; 0 where there is none."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    status = 0
    try:
        if body is None:
            connection.request("GET", path)
        else:
            sent = {"Content-Type": "application/json"}
            connection.request("POST", path, json.dumps(body).encode(), sent)
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException):
        pass
    finally:
        connection.close()
    if answers is not None:
        answers.append(status)
    return status


@check("a long text keeps nobody from asking the server, nor from ending it within five seconds")
def a_long_request(folder: Path, pipeline: str) -> str:
    text = {"text": "Ask Amara Okafor about the map of the town. " * 20_000}
    assert _in_server(folder, pipeline, text, signal.SIGTERM)[0] == [413]
    took = []
    for number in (signal.SIGTERM, signal.SIGINT):
        answers, seconds = _in_server(folder, pipeline, text, number, "--most-bytes", "2000000")
        assert answers == [503], f"it was answered {answers}"
        assert seconds <= SECONDS, f"it took {seconds:.1f} seconds to end"
        took.append(seconds)
    return f"{max(took):.1f} seconds"


def _in_server(
    folder: Path, pipeline: str, text: object, number: int, *options: str
) -> tuple[list[int], float]:
    with _server(folder, pipeline, *options) as (process, port):
        answers: list[int] = []
        asking = Thread(target=_ask, args=(port, "/anonymize", text, answers))
        asking.start()
        time.sleep(2)
        assert _ask(port, "/health") == 200
        begin = time.monotonic()
        process.send_signal(number)
        assert process.wait(120) == 0
        seconds = time.monotonic() - begin
        asking.join()
        return answers, seconds


@check("a run in a wider scope that is stopped in its first pass goes on there, and gives the same")
def a_first_pass(folder: Path, pipeline: str) -> str:
    rows = [_labelled("train", 3, number) for number in range(60)]
    _write(folder / "in.jsonl", [{"id": row["id"], "text": row["text"]} for row in rows])
    (folder / "out").mkdir()
    command = ["anonymize", "in.jsonl", "--columns", "id=doc,text=text", "--model", pipeline,
               "--scope", "corpus", "--batch-size", "4"]  # fmt: skip
    whole = ["-o", "out/whole.jsonl", "--register", "whole.names"]
    assert hips(folder, *command, *whole, **SECRET).returncode == 0
    command += ["-o", "out/a.jsonl", "--register", "names"]
    process = subprocess.Popen(
        [*HIPS, *command], cwd=folder, env={**os.environ, **SECRET}, stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    while not (folder / "out" / "a.jsonl.part.json").exists() and process.poll() is None:
        time.sleep(0.02)
    process.terminate()
    told = process.communicate(timeout=120)[1]
    assert process.returncode == 130 and "with --resume to go on" in told, told
    run = hips(folder, *command, "--resume", **SECRET)
    assert run.returncode == 0, run.stderr.decode()
    one, other = ((folder / "out" / name).read_bytes() for name in ("a.jsonl", "whole.jsonl"))
    assert one == other, "it gives something else"
    return next(line for line in told.splitlines() if "--resume" in line)


@check("generated documents are released with the labels that they come with")
def generated_gold(folder: Path, pipeline: str) -> str:
    for seed in range(4):
        _write(folder / "gold.jsonl", [_labelled("train", seed, n) for n in range(12)])
        run = hips(folder, "release", "gold.jsonl", "--gold", "-o", f"{seed}.jsonl", **SECRET)
        assert run.returncode == 0, run.stderr.decode()
    return "48 documents"


@check("a finder learns from texts of which the encoder sees no token")
def nothing_to_see(folder: Path, pipeline: str) -> None:
    rows = [_labelled("train", 5, number) for number in range(12)]
    rows += [{"id": f"n{n}", "text": "and then it was so. " * 40, "spans": []} for n in range(30)]
    _write(folder / "mine.jsonl", rows)
    run = hips(
        folder, "train", pipeline, "--labels", "mine.jsonl", "-o", "own", "--epochs", "1",
        "--generated", "0", "--misaligned", "expand", **SECRET,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr.decode()


def _labelled(part: str, seed: int, number: int) -> dict[str, object]:
    document = Generator(part).document(seed, number)
    return {key: document[key] for key in ("id", "text", "spans")}


def _write(path: Path, rows: list[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
