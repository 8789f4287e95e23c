"""The server as a process: under uvicorn, on a free port, until it is interrupted."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("starlette", reason="needs the extra serve")
pytest.importorskip("uvicorn", reason="needs the extra serve")
httpx = pytest.importorskip("httpx", reason="asks the server")

pytestmark = pytest.mark.slow
PROGRAM = "import sys; from spacy_hips.cli._app import main; sys.exit(main())"
TEXT = "Mail ana.ruiz@uni.org or call 0151 23456789."


def started(*options: str) -> subprocess.Popen:
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, "serve", "--rules-only", *options]
    env = {**os.environ, "HIPS_SECRET": "a secret for the tests only"}
    return subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


@pytest.fixture
def server():
    process = started("--port", "0", "--most-bytes", "20000")
    found = None
    while found is None and (line := process.stdout.readline()):
        found = re.match(r"(http://127\.0\.0\.1:\d+) ", line)
    assert found is not None, process.wait(10)
    with httpx.Client(base_url=found[1], timeout=60) as client:
        yield process, client
    process.kill()
    process.wait()
    process.stdout.close()


def test_it_answers_right_and_wrong_requests_and_ends(server):
    process, client = server
    sent = {"content-type": "application/json"}
    asked = [
        (client.get("/health"), 200),
        (client.post("/anonymize", json={"text": TEXT}), 200),
        (client.post("/find", json={"text": TEXT}), 200),
        (client.get("/"), 200),
        (client.post("/anonymize", json={"text": ""}), 200),
        (client.post("/anonymize", content=b"a" * 30_000, headers=sent), 413),
        (client.post("/anonymize", content=b"{oops", headers=sent), 400),
        (client.post("/anonymize", content=b"", headers=sent), 400),
        (client.get("/anonymize"), 405),
        (client.get("/nothing"), 404),
        (client.get("/health", headers={"host": "evil.example"}), 400),
    ]
    assert [answer.status_code for answer, _ in asked] == [wanted for _, wanted in asked]
    wrong = [answer.json()["error"] for answer, wanted in asked[:-1] if wanted >= 400]
    assert [re.search("E[0-9]{3}", error)[0] for error in wrong] == ["E894", *["E895"] * 4]
    with ThreadPoolExecutor(20) as pool:
        texts = [f"Mail ana{n}.ruiz@uni.org." for n in range(20)]
        answers = list(pool.map(lambda t: client.post("/anonymize", json={"text": t}), texts))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["text"] for answer in answers}) == 20
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 0
    assert "ana" not in process.stdout.read()


def test_ctrl_c_does_not_wait_for_ever_for_a_request(server):
    process, client = server
    data = json.dumps({"text": "x"})
    port = int(str(client.base_url).rpartition(":")[2].strip("/"))
    with socket.create_connection(("127.0.0.1", port)) as slow:
        head = "POST /find HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        slow.sendall(f"{head}Content-Length: {len(data) + 1}\r\n\r\n{data}".encode())
        client.get("/health")
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0


def test_a_port_that_is_taken_is_said_before_anything_is_loaded():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        process = started("--port", str(taken.getsockname()[1]))
        told, _ = process.communicate(timeout=60)
    assert (process.returncode, "[E851]" in told) == (2, True)
