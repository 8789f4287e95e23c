"""How many texts in other languages are warned of, and how many English ones falsely.

    python benchmarks/languages.py --data FOLDER [--generated FILE] [--show 20]

FOLDER holds the public sets (project.yml): multilingual/*_test.jsonl, student_essays/dev.jsonl,
persons/test.jsonl, background; what is not there is left out. The texts of corpus/written/test are
measured too. A text counts as of useful length with 20 words without a capital.

persons/test.jsonl holds tweets in other languages. So beside all alarms the false ones are
counted: those in which the package's list of English words knows at
least half of the words without a capital of what is told as foreign.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import regex

from spacy_hips.corpus.written import read_written
from spacy_hips.lexicon.tables import name_tables
from spacy_hips.page.languages import Stretch, foreign_stretches

OWN = ["en"]
USEFUL = 20
ENGLISH = (
    "student_essays/dev.jsonl",
    "persons/test.jsonl",
    "background/cered_reflections.jsonl",
    "background/mathdial_tutoring.jsonl",
    "background/self_dialogue.jsonl",
)
WRITTEN = Path(__file__).parents[1] / "corpus" / "written" / "test"
_WORD = regex.compile(r"(?<![\p{L}\d])\p{Ll}{3,}(?![\p{L}\d])")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the public sets")
    parser.add_argument("--generated", type=Path, help="generated documents (jsonl)")
    parser.add_argument("--most", type=int, default=3000, help="texts of a set")
    parser.add_argument("--show", type=int, default=0, help="false alarms to print")
    args = parser.parse_args()
    foreign_stretches("Vi åkte till havet och badade varje dag i två veckor.", OWN)  # loads
    print("other languages                      texts  useful  warned  missed  characters told")
    for path in sorted((args.data / "multilingual").glob("*_test.jsonl")):
        print(recall(path.name.partition("_")[0], list(texts(path, args.most))))
    print(
        "\nEnglish                              texts  alarms  false  share of false  µs/kilochar"
    )
    paths = [args.data / name for name in ENGLISH if (args.data / name).exists()]
    paths += [args.generated] if args.generated else []
    false = []
    sets = {"/".join(path.parts[-2:]): list(texts(path, args.most)) for path in paths}
    sets["corpus/written/test"] = [row.text for row in read_written(WRITTEN)]
    for name, own in sets.items():
        line, wrong = alarms(name, own)
        false += wrong
        print(line)
    for text in false[: args.show]:
        print("-", text)


def recall(name: str, found: list[str]) -> str:
    """A line about texts that are all in another language."""
    useful = [text for text in found if len(_WORD.findall(text)) >= USEFUL]
    told = [sum(s.end - s.start for s in foreign_stretches(text, OWN)) for text in useful]
    missed = told.count(0)
    share = sum(told) / max(1, sum(map(len, useful)))
    counts = f"{len(found):>6,}{len(useful):>8,}{len(told) - missed:>8,}{missed:>8,}"
    return f"{name:<36}{counts}{share:>17.3f}"


def alarms(name: str, found: list[str]) -> tuple[str, list[str]]:
    """A line about English texts, and what was told wrongly."""
    start = time.process_time()
    told = [(text, foreign_stretches(text, OWN)) for text in found]
    seconds = time.process_time() - start
    warned = [pair for pair in told if pair[1]]
    wrong = [shown(*pair) for pair in warned if is_english(*pair)]
    speed = 1e9 * seconds / max(1, sum(map(len, found)))
    share = 100 * len(wrong) / max(1, len(found))
    counts = f"{len(found):>6,}{len(warned):>8,}{len(wrong):>7,}{share:>14.2f} %"
    return f"{name:<36}{counts}{speed:>21,.0f}", wrong


def is_english(text: str, stretches: Iterable[Stretch]) -> bool:
    """Is what was told rather English, by the package's list of English words?"""
    words = [word for s in stretches for word in _WORD.findall(text[s.start : s.end])]
    tables = name_tables()
    known = sum(map(tables.is_common_word, words))
    return known > 0 and 2 * known >= len(words)


def shown(text: str, stretches: Iterable[Stretch]) -> str:
    return " … ".join(f"{s.lang}: {text[s.start : s.end]!r:.100}" for s in stretches)


def texts(path: Path, most: int) -> Iterator[str]:
    """The texts of a file, a sample of them where there are many."""
    lines = path.read_text("utf8").splitlines()
    if len(lines) > most:
        lines = random.Random(1).sample(lines, most)
    for line in lines:
        row = json.loads(line)
        yield row["text"]


if __name__ == "__main__":
    main()
