"""A corpus as large as CRAPII's: memory, the share of record handling, and going on after a stop.

    python benchmarks/steward_scale.py --sizes 100,200,400 --rules-only
    python benchmarks/steward_scale.py --sizes 22688 --model en_hips_student       # hours

Makes documents of 700 words about people of a table, and for each size, in a process of its own,

- lists all identifiers for review (`find`), and
- anonymises with scope corpus, a register and the table of known people.

Prints the highest memory, the CPU time in the pipeline, in the register (collecting, giving new
names) and in the handling of records (reading, joining, known people, writing), and how all grow
from size to size. With --resume the smallest size is stopped
in the middle and gone on with: the output must be the same, byte by byte.
Exit code: 1 where memory is over 1.5 GB, record handling over 10 % of a trained pipeline's time, or
the resumed output differs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

WORDS, AUTHORS_OF_EACH = 700, 0.6
MOST_MEMORY, MOST_SHARE = 1536.0, 0.1
SECRET = hashlib.sha256(b"steward scale").hexdigest()
FIRST = ("Amina", "Bao", "Chidi", "Dolores", "Emeka", "Farah", "Goran", "Hana", "Ines", "Jamal")
LAST = ("Abara", "Bianchi", "Castellanos", "Dlamini", "Eriksen", "Farouk", "Gunawan", "Haddad")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--sizes", default="100,200,400", help="numbers of documents")
    parser.add_argument("--model", default="", help="a trained pipeline")
    parser.add_argument("--rules-only", action="store_true", help="no trained pipeline")
    parser.add_argument("--resume", action="store_true", help="stop and go on as well")
    parser.add_argument("--json", metavar="FILE", help="the figures as JSON")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(_one(json.loads(args.one))))
        return 0
    sizes = sorted(int(size) for size in args.sizes.split(","))
    rows = []
    print(" documents  verb          memory  CPU load  pipeline  register  records  share   output")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size in sizes:
            write_corpus(folder, size)
            for verb in ("find", "anonymize"):
                rows.append(_measure(args, folder, size, verb))
                print(_line(rows[-1]), flush=True)
        grown(rows)
        same = not args.resume or _resumes(args, folder, sizes[0])
    if args.json:
        Path(args.json).write_text(json.dumps(rows, indent=1), "utf8")
    # Rules alone cost little, so that a share of their time says nothing of a trained pipeline.
    most = 1.0 if args.rules_only else MOST_SHARE
    fits = all(row["memory"] <= MOST_MEMORY and row["share"] <= most for row in rows)
    return 0 if fits and same else 1


def write_corpus(folder: Path, size: int) -> None:
    """Documents of 700 words and the table of their people; the same for the same size."""
    from spacy_hips.lab.corpus.generate import generate

    rng = random.Random(size)
    pool = [record["text"] for record in generate(200, 1, "train")]
    people = max(2, int(size * AUTHORS_OF_EACH))
    with (folder / f"people{size}.csv").open("w", encoding="utf8") as table:
        table.write("id,name\n")
        names = [_name(rng, number) for number in range(people)]
        table.writelines(f"s{number},{name}\n" for number, name in enumerate(names))
    with (folder / f"in{size}.jsonl").open("w", encoding="utf8") as file:
        for number in range(size):
            row = {"id": f"d{number}", "author": f"s{number % people}"}
            row["text"] = _text(rng, pool, names[number % people], rng.choice(names))
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def _name(rng: random.Random, number: int) -> str:
    second = "".join(rng.choice("aeiou") + rng.choice("lmnrst") for _ in range(2))
    return f"{rng.choice(FIRST)} {rng.choice(LAST)}{second}{number % 7 * 'a'}"


def _text(rng: random.Random, pool: Sequence[str], author: str, friend: str) -> str:
    pieces = [f"By {author}", f"My classmate {friend} and I wrote this together."]
    while sum(len(piece.split()) for piece in pieces) < WORDS:
        pieces.append(rng.choice(pool))
    return "\n\n".join(pieces)


def _measure(args: argparse.Namespace, folder: Path, size: int, verb: str) -> dict[str, Any]:
    asked = {
        "folder": str(folder), "size": size, "verb": verb, "model": args.model,
        "rules_only": args.rules_only,
    }  # fmt: skip
    return _in_a_process(asked)


def _in_a_process(asked: dict[str, Any]) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, __file__, "--one", json.dumps(asked)],
        env={**os.environ, "HIPS_SECRET": SECRET}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])  # type: ignore[no-any-return]


def _one(asked: dict[str, Any]) -> dict[str, Any]:
    """One run, in this process."""
    from spacy_hips.cli._app import main as hips

    folder, size, verb = Path(asked["folder"]), asked["size"], asked["verb"]
    source = folder / f"in{size}.jsonl"
    output = folder / asked.get("output", f"{verb}{size}.jsonl")
    command = [verb, str(source), "-o", str(output), "--columns", "id=doc,author=author,text=text"]
    command += ["--known-people", str(folder / f"people{size}.csv"), "--force", "--quiet"]
    command += ["--model", asked["model"]] if asked["model"] else []
    command += ["--rules-only"] if asked["rules_only"] else []
    if verb == "anonymize":
        register = folder / f"register{size}" / asked.get("register", "names.register")
        command += ["--scope", "corpus", "--register", str(register), "--batch-size", "16"]
    command += asked.get("more", [])
    with counted(asked.get("stop", 0)) as spent:
        begin = time.process_time()
        code = hips(command)
        total = time.process_time() - begin
    if code and not asked.get("stop"):
        raise SystemExit(code)
    inside, load, register = spent["pipeline"], spent["load"], spent["register"]
    records = total - inside - load - register
    return {
        "documents": size, "verb": verb, "load": load, "pipeline": inside, "register": register,
        "records": records, "share": records / (total - load), "memory": _highest(),
        "output": output.stat().st_size / 2**20 if output.exists() else 0.0,
    }  # fmt: skip


@contextmanager
def counted(stop: int) -> Iterator[dict[str, float]]:
    """Count the CPU time in the pipeline and in loading it.

    stop (int): Interrupt as Ctrl-C does after so many documents; 0 never does.
    """
    from spacy_hips.desk.run import first_pass as settle
    from spacy_hips.desk.run import pipeline, tasks
    from spacy_hips.replace.register import Register

    spent = {"pipeline": 0.0, "load": 0.0, "register": 0.0, "documents": 0.0}
    processed = tasks.Work._processed

    def pipe(self: Any, views: Sequence[Any]) -> Iterator[Any]:
        docs = processed(self, views)
        while True:
            begin = time.process_time()
            doc = next(docs, None)
            spent["pipeline"] += time.process_time() - begin
            if doc is None:
                return
            spent["documents"] += 1
            if stop and spent["documents"] > stop:
                raise KeyboardInterrupt
            yield doc

    parts = [
        (tasks.Work, "warm_up", "load"), (pipeline.Pipeline, "__init__", "load"),
        (settle, "collect", "register"), (Register, "allocate", "register"),
        (Register, "freeze", "register"),
    ]  # fmt: skip
    with ExitStack() as stack:
        stack.enter_context(patch.object(tasks.Work, "_processed", pipe))
        for owner, name, what in parts:
            work = _timed(getattr(owner, name), spent, what)
            stack.enter_context(patch.object(owner, name, work))
        yield spent


def _timed(work: Callable[..., Any], spent: dict[str, float], what: str) -> Callable[..., Any]:
    def timed(*given: Any, **named: Any) -> Any:
        begin = time.process_time()
        try:
            return work(*given, **named)
        finally:
            spent[what] += time.process_time() - begin

    return timed


def _highest() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _resumes(args: argparse.Namespace, folder: Path, size: int) -> bool:
    """Stop a run in its second pass and go on: is the output the same?"""
    asked = {
        "folder": str(folder), "size": size, "verb": "anonymize", "model": args.model,
        "rules_only": args.rules_only, "output": "again.jsonl", "register": "again.register",
    }  # fmt: skip
    _in_a_process({**asked, "stop": size + size // 2})
    there = (folder / "again.jsonl").exists()
    _in_a_process({**asked, "more": ["--resume"]})
    whole = (folder / f"anonymize{size}.jsonl").read_bytes()
    same = not there and whole == (folder / "again.jsonl").read_bytes()
    print("resumed: " + ("the same output" if same else "ANOTHER OUTPUT"))
    return same


def _line(row: dict[str, Any]) -> str:
    return (
        f"{row['documents']:>10,}  {row['verb']:<10} {row['memory']:>6.0f} MB "
        f"{row['load']:>8.1f} s {row['pipeline']:>7.1f} s {row['register']:>7.1f} s "
        f"{row['records']:>6.1f} s {row['share']:>6.1%} {row['output']:>5.1f} MB"
    )


def grown(rows: Iterable[dict[str, Any]]) -> None:
    """How memory and time grow from the smallest to the largest size, and what that makes of
    22,688 documents."""
    for verb in ("find", "anonymize"):
        own = [row for row in rows if row["verb"] == verb]
        if len(own) < 2:
            continue
        first, last = own[0], own[-1]
        more = last["documents"] - first["documents"]
        memory = max(0.0, last["memory"] - first["memory"]) / more
        seconds, register, records = (
            (last[what] - first[what]) / more for what in ("pipeline", "register", "records")
        )
        every = seconds + register + records
        far = 22688 - last["documents"]
        print(
            f"{verb}: {1000 * memory:.1f} MB more for 1,000 documents; 22,688 take about "
            f"{last['memory'] + memory * far:,.0f} MB and {every * 22688 / 60:,.0f} CPU minutes, "
            f"{records / every:.1%} of them for records, {register / every:.1%} for the register"
        )


if __name__ == "__main__":
    sys.exit(main())
