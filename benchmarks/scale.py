"""What a start costs, and how fast short texts go through, in CPU-seconds of one thread.

    python benchmarks/scale.py en_hips_student
    python benchmarks/scale.py hips_onnx --before ../before
    python benchmarks/scale.py en_hips_student --parts processes engines frames register long

With `--before`, the folder of another checkout, both take turns, and the ratio is told: figures of
two runs, or of two machines, cannot be compared. The texts are generated: essays and the like,
chats, messages of 20 words cut out of the first, and lines that are full of identifiers. Other
texts go through before, so that what a process makes once does not count. `--texts FILE` adds
texts of your own (jsonl with "text").

Other parts than `speed` (scale_whole.py) tell how two processes, Ray and Spark do beside one
process, a data frame beside `nlp.pipe`, a register of many people, and one very long document.
They take minutes; `--essays`, `--people` and `--words` make them smaller.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from names import table
from scale_whole import PARTS, measure

HERE = Path(__file__).resolve().parent
ESSAYS, CHATS, MESSAGES, LISTS, SEED = 80, 40, 400, 8, 3
WARM, WARM_SEED = 40, 5
HELP = "from spacy_hips.cli._app import main; main(['anonymize', '--help'])"
LINE = "import spacy_hips; spacy_hips.load({model!r})('My friend Amara Okafor helped me.')"


def sets(own: str) -> Iterator[tuple[str, list[str]]]:
    """The kinds of texts, and those of a file."""
    from spacy_hips.lab.corpus.generate import Generator

    generator = Generator("test")
    essays = [generator.document(SEED, number)["text"] for number in range(ESSAYS)]
    words = [word for text in essays for word in text.split()]
    yield "essays", essays
    drawn = (generator.document(SEED, number) for number in count(ESSAYS))
    chats = (row["text"] for row in drawn if "chat" in row["meta"]["template"])
    yield "chats", list(islice(chats, CHATS))
    yield "messages", [" ".join(words[at : at + 20]) for at in range(0, 20 * MESSAGES, 20)]
    yield "lists", ["\n".join(_line(25 * n + i) for i in range(25)) for n in range(LISTS)]
    if own:
        with Path(own).open(encoding="utf8") as lines:
            yield Path(own).name, [json.loads(line)["text"] for line in lines]


def _line(n: int) -> str:
    forename = ("Amara", "Jonas", "Priya", "Mateo", "Chloe")[n % 5]
    surname = ("Okafor", "Lindqvist", "Raman", "Silva", "Dubois", "Mensah", "Tanaka")[n % 7]
    mail = f"{forename}.{surname}{n}@uni.org".lower()
    return (
        f"{forename} {surname}, {mail}, +1 (212) 555-{1000 + 37 * n}, {n + 1} Elm Street, Boston, "
        f"MA 02139, student id {10_000_000 + 7919 * n}"
    )


def work(model: str, own: str) -> None:
    """In a process of its own: words per CPU-second of each set."""
    import spacy

    from spacy_hips.lab.corpus.generate import Generator

    nlp, warm = spacy.load(model), Generator("train")
    list(nlp.pipe(warm.document(WARM_SEED, number)["text"] for number in range(WARM)))
    speeds = {}
    for name, texts in sets(own):
        begin = time.process_time()
        for _ in nlp.pipe(texts):
            pass
        used = time.process_time() - begin
        speeds[name] = sum(len(text.split()) for text in texts) / used
    print(json.dumps(speeds))


def measured(folder: Path, model: str, own: str) -> dict[str, float]:
    """The figures of one checkout."""
    one = {"OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false", "PYTHONPATH": str(folder)}
    environment = {**os.environ, **one}

    def cpu(*command: str) -> tuple[float, str]:
        begin = os.times()
        done = subprocess.run(
            [sys.executable, *command],
            env=environment, cwd=folder, capture_output=True, text=True, check=True,
        )  # fmt: skip
        end = os.times()
        used = end.children_user + end.children_system - begin.children_user - begin.children_system
        return used, done.stdout

    out = {
        "help CPU-s": cpu("-c", HELP)[0],
        "one line CPU-s": cpu("-c", LINE.format(model=model))[0],
    }
    _, told = cpu("-W", "ignore", str(HERE / "scale.py"), model, "--work", "--texts", own)
    return out | json.loads(told.splitlines()[-1])


def speed(args: argparse.Namespace) -> None:
    """Print what a start costs, and how fast each set of texts goes through."""
    folders = {"now": HERE.parent} | ({"before": args.before.resolve()} if args.before else {})
    runs: dict[str, list[dict[str, float]]] = {name: [] for name in folders}
    for _ in range(args.runs):
        for name, folder in folders.items():
            runs[name].append(measured(folder, args.model, args.texts))
    rows = {
        name: {key: statistics.median(run[key] for run in own) for key in own[0]}
        for name, own in runs.items()
    }
    if args.before:
        rows["now / before"] = {key: rows["now"][key] / rows["before"][key] for key in rows["now"]}
    table("words per CPU-second, and CPU-seconds of a start", rows)


def main() -> int:
    """Run the benchmark.

    RETURNS (int): 0.
    """
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("model", help="installed pipeline or folder")
    parser.add_argument("--before", type=Path, help="folder of the checkout to compare with")
    parser.add_argument("--texts", default="", help="texts of your own (jsonl)")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--parts", nargs="+", choices=("speed", *PARTS), default=["speed"])
    parser.add_argument("--essays", type=int, default=2000)
    parser.add_argument("--people", type=int, default=200_000)
    parser.add_argument("--words", type=int, default=1_000_000)
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if Path(args.model).is_dir():
        args.model = str(Path(args.model).resolve())
    if args.texts:
        args.texts = str(Path(args.texts).resolve())
    if args.work:
        work(args.model, args.texts)
        return 0
    for part in args.parts:
        if part == "speed":
            speed(args)
        else:
            measure(part, args.model, vars(args), args.runs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
