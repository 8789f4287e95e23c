"""Data: nothing is lost, mixed or destroyed, and no run ends in a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from . import HIPS, check, hips

SECRET = "4f9c17a2e0b85d3361c7fa2d98e4b05a7713c6d2f81e904a"
KEYS = {"HIPS_SECRET": SECRET, "HIPS_KEY_PASSPHRASE": "marble lantern 47 quietly orbits"}
RULES = ("anonymize", "--rules-only")
FULL = Path("/dev/full")


def _rows(folder: Path, count: int, name: str = "in.jsonl") -> list[dict[str, str]]:
    """Writes rows with an address each, and folders for what comes of them."""
    for place in ("out", "keys"):
        (folder / place).mkdir(exist_ok=True)
    rows = [
        {"id": str(i), "text": f"Essay {i}: write to pupil{i}@school.example.org. " + "word " * 60}
        for i in range(count)
    ]
    (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
    return rows


def _read(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text("utf8").splitlines()]


def _begin(folder: Path, *arguments: object) -> subprocess.Popen[bytes]:
    """Starts a run anew and waits until it has done some rows."""
    state = folder / "out" / "o.jsonl.part.json"
    state.unlink(missing_ok=True)
    env = {**os.environ, **KEYS}
    process = subprocess.Popen(
        [*HIPS, *map(str, arguments)], cwd=folder, env=env, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    deadline = time.monotonic() + 120
    while not state.exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    assert process.poll() is None, "it ended before it could be stopped"
    return process


def _end(process: subprocess.Popen[bytes], *signals: int) -> str:
    """Sends signals and gives what the run said."""
    for number in signals:
        with suppress(ProcessLookupError):
            process.send_signal(number)
        time.sleep(0.05)
    said = process.communicate(timeout=120)[1].decode()
    assert "Traceback" not in said, said
    return said


RUN = (*RULES, "in.jsonl", "-o", "out/o.jsonl", "--batch-size", "4", "--key-file", "keys/k")


@check("a run that is killed and resumed is the run in one piece, and is undone exactly")
def _killed(folder: Path, model: str) -> str:
    rows = _rows(folder, 600)
    process = _begin(folder, *RUN)
    process.kill()
    process.communicate()
    with (folder / "keys" / "k").open("ab") as file:
        file.write(b"\0\0\1\0half a frame")
    done = hips(folder, *RUN, "--resume", **KEYS)
    assert done.returncode == 0, done.stderr
    whole = hips(folder, *RULES, "in.jsonl", "-o", "out/whole.jsonl", **KEYS)
    assert whole.returncode == 0, whole.stderr
    assert (folder / "out/o.jsonl").read_bytes() == (folder / "out/whole.jsonl").read_bytes()
    restored = hips(
        folder, "restore", "out/o.jsonl", "--key-file", "keys/k", "-o", "b.jsonl", **KEYS
    )
    assert restored.returncode == 0, restored.stderr
    assert _read(folder / "b.jsonl") == rows
    return f"{len(rows)} rows"


@check("restore never gives a surrogate for an original, wherever the key file was cut")
def _cut(folder: Path, model: str) -> str:
    rows = _rows(folder, 12)
    assert hips(folder, *RUN, **KEYS).returncode == 0
    key_file = folder / "keys" / "k"
    whole = key_file.read_bytes()
    cuts = (1, 10, 120, 300, 500, 900)
    for cut in cuts:
        key_file.write_bytes(whole[:-cut])
        done = hips(folder, "restore", "out/o.jsonl", "--key-file", "keys/k", "-o", "b.jsonl",
                    "--force", **KEYS)  # fmt: skip
        back = _read(folder / "b.jsonl")
        assert done.returncode == 1, done.stderr
        assert back == rows[: len(back)]
        assert len(back) == len(rows) or f"row {len(back) + 1}".encode() in done.stderr
    return f"{len(cuts)} cuts"


@check("a register that was put back to an earlier state is refused")
def _register(folder: Path, model: str) -> None:
    _rows(folder, 3)
    _rows(folder, 6, "more.jsonl")
    wide = ("--scope", "corpus", "--register", "keys/names")
    assert hips(folder, *RULES, "in.jsonl", "-o", "out/1.jsonl", *wide, **KEYS).returncode == 0
    before = (folder / "keys/names").read_bytes()
    more = (*RULES, "more.jsonl", *wide, "-o")
    assert hips(folder, *more, "out/2.jsonl", **KEYS).returncode == 0
    (folder / "keys/names").write_bytes(before)
    done = hips(folder, *more, "out/3.jsonl", **KEYS)
    assert done.returncode == 2 and b"[E763]" in done.stderr, done.stderr
    assert hips(folder, "register", "accept", "keys/names", **KEYS).returncode == 0
    assert hips(folder, *more, "out/3.jsonl", **KEYS).returncode == 0


@check("no input, secret, list or key file is ever written over, by no name and by no link")
def _destroyed(folder: Path, model: str) -> str:
    _rows(folder, 3)
    (folder / "secret").write_text(SECRET)
    (folder / "secret").chmod(0o600)
    (folder / "people.csv").write_text("person_id,name\np1,Maria Okafor\n")
    (folder / "texts").mkdir()
    (folder / "texts" / "a.txt").write_text("Write to me@school.example.org")
    for name in ("hard.jsonl", "out/p.jsonl.part"):
        (folder / name).hardlink_to(folder / "in.jsonl")
    (folder / "out/q.jsonl.part").symlink_to(folder / "in.jsonl")
    inputs = ["in.jsonl", "secret", "people.csv", "texts/a.txt"]
    before = [(folder / name).read_bytes() for name in inputs]
    tries = [
        (*RULES, "in.jsonl", "-o", "secret", "--secret-file", "secret"),
        (*RULES, "in.jsonl", "-o", "people.csv", "--known-people", "people.csv"),
        (*RULES, "in.jsonl", "-o", "hard.jsonl"),
        (*RULES, "in.jsonl", "-o", "out/p.jsonl"),
        (*RULES, "in.jsonl", "-o", "out/q.jsonl"),
        (*RULES, "in.jsonl", "-o", "out/r.jsonl", "--key-file", "people.csv"),
        (*RULES, "texts/a.txt", "-o", "texts"),
        (*RULES, "texts", "-o", "texts/out"),
        ("find", "--rules-only", "in.jsonl", "-o", "people.csv", "--known-people", "people.csv"),
        ("view", "--rules-only", "in.jsonl", "-o", "people.csv", "--known-people", "people.csv"),
    ]
    for arguments in tries:
        done = hips(folder, *arguments, "--force", **KEYS)
        assert done.returncode == 2, (arguments, done.stderr)
        assert [(folder / name).read_bytes() for name in inputs] == before, arguments
    return f"{len(tries)} ways"


@check("of two runs onto one output the second says so and touches nothing")
def _two(folder: Path, model: str) -> None:
    _rows(folder, 600)
    process = _begin(folder, *RUN)
    process.send_signal(signal.SIGSTOP)
    part = (folder / "out/o.jsonl.part").read_bytes()
    for more in ((), ("--resume",)):
        done = hips(folder, *RUN, *more, **KEYS)
        assert done.returncode == 2 and b"[E747]" in done.stderr, done.stderr
    assert (folder / "out/o.jsonl.part").read_bytes() == part
    _end(process, signal.SIGCONT)
    assert process.returncode == 0
    assert len(_read(folder / "out/o.jsonl")) == 600


@check("what changed since an interruption is refused: a row far behind, the spans, the part")
def _changed(folder: Path, model: str) -> None:
    rows = _rows(folder, 4000)
    env = {**KEYS}
    assert (
        hips(folder, "find", "--rules-only", "in.jsonl", "-o", "spans.jsonl", **env).returncode == 0
    )
    run = (*RULES, "in.jsonl", "-o", "out/o.jsonl", "--spans", "spans.jsonl", "--batch-size", "4")
    process = _begin(folder, *run)
    _end(process, signal.SIGTERM)
    assert process.returncode == 130
    part = folder / "out/o.jsonl.part"
    for path, old, new in (
        (folder / "in.jsonl", b"pupil1499@", b"pupil9941@"),
        (folder / "spans.jsonl", b'"found"', b'"added"'),
        (part, part.read_bytes(), b"\0" * 700),
    ):
        held = path.read_bytes()
        path.write_bytes(held.replace(old, new, 1))
        done = hips(folder, *run, "--resume", **env)
        assert done.returncode == 2, (path, done.stderr)
        assert not (folder / "out/o.jsonl").exists()
        path.write_bytes(held)
    assert hips(folder, *run, "--resume", **env).returncode == 0
    assert len(_read(folder / "out/o.jsonl")) == len(rows)


@check(
    "Ctrl-C, SIGTERM and one after the other end with 130, without a traceback, and the run goes on"
)
def _signals(folder: Path, model: str) -> str:
    _rows(folder, 900)
    tries = [(signal.SIGINT,), (signal.SIGTERM,), (signal.SIGINT, signal.SIGTERM)]
    for signals in tries:
        process = _begin(folder, *RUN, "--force")
        _end(process, *signals)
        assert process.returncode == 130, process.returncode
        assert not (folder / "out/o.jsonl").exists()
    assert hips(folder, *RUN, "--resume", **KEYS).returncode == 0
    return f"{len(tries)} ways"


@check("rims are told in a sentence: full disk, closed streams, odd tables and files")
def _rims(folder: Path, model: str) -> str:
    _rows(folder, 3)
    (folder / "mac.csv").write_bytes(b"id,text\r1,me@school.example.org\r")
    (folder / "bare.csv").write_bytes(b"id,text\n1,a\rb\n2,c\n")
    (folder / "quote.csv").write_text('id,text\n1,a\n2,"b\n3,c\n4,d\n')
    (folder / "k").write_bytes(b'HIPSKEY2\n{"kdf":"scrypt","salt":5,"n":1e999,"r":8,"p":1}\n')
    (folder / "out/m.jsonl.manifest.json").write_text('{"versions": [], "secret_check": 3}')
    main = "from spacy_hips.cli._app import main; sys.exit(main())"
    python = f"{sys.executable} -c 'import sys; {main}'"
    limit = "trap '' XFSZ; ulimit -f"
    tries = [
        (0, f"{python} anonymize --rules-only mac.csv -o out/mac.csv"),
        (1, f"{python} anonymize --rules-only bare.csv -o out/bare.csv"),
        (1, f"{python} anonymize --rules-only quote.csv -o out/quote.csv"),
        (2, f"{python} anonymize --rules-only - -o out/x.txt <&-"),
        (1, f"{python} anonymize --rules-only in.jsonl >&-"),
        (1, f"{python} anonymize --rules-only in.jsonl --key-file k2 -o out/j.json --json >&-"),
        (2, f"{python} restore in.jsonl --key-file k -o b.jsonl"),
        (2, f"{python} anonymize --rules-only in.jsonl -o out/m.jsonl --force"),
        (1, f"{limit} 0; {python} new-secret fresh"),
        (
            1,
            f"{limit} 1; {python} anonymize --rules-only in.jsonl -o out/y.jsonl --key-file keys/f",
        ),
    ]
    if FULL.exists():
        tries.append(
            (1, f"{python} anonymize --rules-only in.jsonl -o out/z.jsonl --json > {FULL}")
        )
    env = {**os.environ, **KEYS}
    for code, command in tries:
        done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, capture_output=True)
        said = done.stderr.decode()
        assert "Traceback" not in said and "Exception ignored" not in said, (command, said)
        assert done.returncode == code, (command, done.returncode, said)
        if "quote.csv" in command:
            assert "the 2 lines behind it" in said, said
    piped = subprocess.run(
        ["bash", "-c", f"{python} anonymize --rules-only in.jsonl -o out/w.jsonl --json | true"],
        cwd=folder, env=env, capture_output=True,
    )  # fmt: skip
    assert b"Traceback" not in piped.stderr and b"Exception" not in piped.stderr, piped.stderr
    assert not (folder / "fresh").exists()
    return f"{len(tries) + 1} rims"


PEAK = (
    "import resource, sys; from spacy_hips.cli._app import main; code = main(); "
    "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss); sys.exit(code)"
)


@check("long essays in one batch need no more memory than a few of them")
def _memory(folder: Path, model: str) -> str:
    sentence = "The essay of Maria Okafor argues that students learn best when teachers listen. "
    peaks = []
    for count in (4, 24):
        rows = [{"id": str(i), "text": sentence * 300} for i in range(count)]
        (folder / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
        done = subprocess.run(
            [sys.executable, "-c", PEAK, "anonymize", "in.jsonl", "-o", f"{count}.jsonl", "--model",
             model], cwd=folder, env={**os.environ, **KEYS}, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        peaks.append(int(done.stdout.split()[-1]) / 1024)
    more = peaks[1] - peaks[0]
    assert more < 150, f"{more:.0f} MB more for 6 times the text"
    return f"{peaks[0]:.0f} and {peaks[1]:.0f} MB"
