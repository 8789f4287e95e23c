"""How many texts in other languages are warned of, and how well names are found in them.

    python benchmarks/languages.py --data FOLDER [--generated FILE] [--show 20]
    python benchmarks/languages.py --data FOLDER --pipeline en_hips_student

FOLDER holds the public sets (project.yml): multilingual/*_test.jsonl, student_essays/dev.jsonl,
persons/test.jsonl, background; what is not there is left out. The texts of corpus/written/test are
measured too. A text counts as of useful length with 20 words without a capital.

persons/test.jsonl holds tweets in other languages. So beside all alarms the false ones are
counted: those in which the package's list of English words knows at
least half of the words without a capital of what is told as foreign.

With `--pipeline` the pipeline searches all texts as if it read their languages. *Found* is the
share of the words of gold names that are covered by a found name, *wrong* the words of found names
outside gold ones per 1,000 words, *hidden* the share that is still covered behind the filter. Gold
names of news are mostly public people, so there the filter is right to keep them; those of case
notes (es) are private. The test parts are used: the finder learnt from the training parts.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import regex
import spacy
from spacy.language import Language

from spacy_hips import read_group
from spacy_hips.core.labels import NAME_LABELS
from spacy_hips.lab.corpus.written import read_written
from spacy_hips.text.lexicon.tables import name_tables
from spacy_hips.text.page.languages import Stretch, foreign_stretches

USEFUL = 20
ENGLISH = (
    "student_essays/dev.jsonl",
    "persons/test.jsonl",
    "background/cered_reflections.jsonl",
    "background/mathdial_tutoring.jsonl",
    "background/self_dialogue.jsonl",
)
WRITTEN = Path(__file__).parents[1] / "corpus" / "written" / "test"
# What is read beside English: of these the public sets have names.
READ = ["en", "sv", "de", "fr", "nl", "es"]
_ANY_WORD = regex.compile(r"\p{L}[\p{L}\p{M}'’-]*")
_WORD = regex.compile(r"(?<![\p{L}\d])\p{Ll}{3,}(?![\p{L}\d])")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the public sets")
    parser.add_argument("--generated", type=Path, help="generated documents (jsonl)")
    parser.add_argument("--most", type=int, default=3000, help="texts of a set")
    parser.add_argument("--show", type=int, default=0, help="false alarms to print")
    parser.add_argument("--read", default="en", help="languages that count as read, by comma")
    parser.add_argument("--pipeline", help="measure how well it finds names in them")
    args = parser.parse_args()
    if args.pipeline:
        names_found(spacy.load(args.pipeline), args.data / "multilingual", args.most)
        return
    read = args.read.split(",")
    foreign_stretches("Vi åkte till havet och badade varje dag i två veckor.", read)  # loads
    print("other languages                      texts  useful  warned  missed  characters told")
    for path in sorted((args.data / "multilingual").glob("*_test.jsonl")):
        print(recall(path.name.partition("_")[0], list(texts(path, args.most)), read))
    print(
        "\nEnglish                              texts  alarms  false  share of false  µs/kilochar"
    )
    paths = [args.data / name for name in ENGLISH if (args.data / name).exists()]
    paths += [args.generated] if args.generated else []
    false = []
    sets = {"/".join(path.parts[-2:]): list(texts(path, args.most)) for path in paths}
    sets["corpus/written/test"] = [row.text for row in read_written(WRITTEN)]
    for name, own in sets.items():
        line, wrong = alarms(name, own, read)
        false += wrong
        print(line)
    for text in false[: args.show]:
        print("-", text)


def names_found(nlp: Language, folder: Path, most: int) -> None:
    """A line a language: names found, wrong ones, and what the filter leaves hidden."""
    nlp.get_pipe("hips_entities").languages = READ
    print("language    words    names    found    wrong/1,000    hidden")
    for path in sorted(folder.glob("*_test.jsonl")):
        words, gold, found, wrong, hidden = counts_of(nlp, rows_of(path, most))
        print(
            f"{path.name.partition('_')[0]:<9}{words:>8,}{gold:>9,}{found / max(1, gold):>9.3f}"
            f"{1000 * wrong / max(1, words):>15.2f}{hidden / max(1, gold):>10.3f}"
        )


def counts_of(nlp: Language, rows: Iterable[dict]) -> list[int]:
    """Words, those of gold names, of these found, found words outside them, and hidden ones."""
    total = [0] * 5
    rows = list(rows)
    for row, doc in zip(rows, nlp.pipe(row["text"] for row in rows), strict=True):
        gold = {
            word
            for start, end, label in row["spans"]
            if label == "PERSON"
            for word in words_in(row["text"], start, end)
        }
        kept, hidden = (
            {
                word
                for span in read_group(doc, key)
                if span.label in NAME_LABELS
                for word in words_in(row["text"], span.start, span.end)
            }
            for key in ("public", "pii")
        )
        words = words_in(row["text"], 0, len(row["text"]))
        found = kept | hidden
        own = (len(words), len(gold), len(gold & found), len(found - gold), len(gold & hidden))
        total = [a + b for a, b in zip(total, own, strict=True)]
    return total


def words_in(text: str, start: int, end: int) -> list[int]:
    """Where the words of a stretch begin."""
    return [match.start() for match in _ANY_WORD.finditer(text, start, end)]


def recall(name: str, found: list[str], read: list[str]) -> str:
    """A line about texts that are all in another language."""
    useful = [text for text in found if len(_WORD.findall(text)) >= USEFUL]
    told = [sum(s.end - s.start for s in foreign_stretches(text, read)) for text in useful]
    missed = told.count(0)
    share = sum(told) / max(1, sum(map(len, useful)))
    counts = f"{len(found):>6,}{len(useful):>8,}{len(told) - missed:>8,}{missed:>8,}"
    return f"{name:<36}{counts}{share:>17.3f}"


def alarms(name: str, found: list[str], read: list[str]) -> tuple[str, list[str]]:
    """A line about English texts, and what was told wrongly."""
    start = time.process_time()
    told = [(text, foreign_stretches(text, read)) for text in found]
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
    for row in rows_of(path, most):
        yield row["text"]


def rows_of(path: Path, most: int) -> Iterator[dict]:
    lines = path.read_text("utf8").splitlines()
    if len(lines) > most:
        lines = random.Random(1).sample(lines, most)
    yield from map(json.loads, lines)


if __name__ == "__main__":
    main()
