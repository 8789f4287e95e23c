"""Other tools beside this package, on the same texts, each in an environment of its own.

    python benchmarks/peers.py --peer presidio=PYTHON --peer vicary=PYTHON [--peer mine.py=PYTHON]
        [--spacy-model NAME] [--essays dev.jsonl] [--data FOLDER]
        [--output benchmarks/notes/peers.md]

notes/peers.md says how the environments are made. All tools are measured in one run, so that they
meet the same machine. Texts: documents of the corpus generator, some of them with a form of
identifiers (attack_docs.py), the unseen half of corpus/written, and, where they are given, student
essays (with NAME_roles.jsonl beside them) and FOLDER's persons/test.jsonl. No text is printed.

A tool hides all that it finds with its defaults; of the entities of a spaCy pipeline direct
identifiers alone. A mention of a private person is hidden where every letter of it is, whatever the
label; a public one is kept where none is. Words are counted per second of CPU, after loading and
one text.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from attack_docs import documents
from rules import write_figures
from written import FOLDER, HALVES, half_of, roles_of

from spacy_hips.components.scoring.metrics import Prf, Spot
from spacy_hips.core.errors import HipsError
from spacy_hips.core.labels import KEPT, NAME_LABELS, actions_for
from spacy_hips.core.spans import Replacement
from spacy_hips.lab.corpus.generate import generate
from spacy_hips.lab.corpus.written import read_written
from spacy_hips.lab.evaluate.gold import read_gold, with_roles
from spacy_hips.lab.evaluate.peers.peer import Found
from spacy_hips.lab.evaluate.peers.published import PUBLISHED
from spacy_hips.lab.evaluate.peers.registered import peer
from spacy_hips.lab.evaluate.roles import RoleFigures, RoleMention, Roles, score_roles

ROOT = Path(__file__).parents[1]
HIDDEN = frozenset(label for label, action in actions_for().items() if action not in KEPT)
PATTERNS = ("EMAIL", "PHONE_NUM", "ID_NUM", "URL_PERSONAL")
OURS, SPACY = "ours", "spacy_pipeline"
# Peers that stand on a spaCy pipeline for English.
ON_SPACY = ("presidio", "maskpipe", "piilo", SPACY)
# Sources that label only some of the persons that they name.
PARTLY = ("elife", "irc")
FORMS, PERSONS = "generated, with forms", "public corpora"


@dataclass
class Texts:
    """One kind of text, with what is known of it.

    title (str): What it is.
    texts (list[str]): The texts.
    private, public (list[Roles]): Whom a tool should hide, and keep; empty where it is not known.
    spans (list): All identifiers of each text; empty where they are not known.
    """

    title: str
    texts: list[str]
    private: list[Roles] = field(default_factory=list)
    public: list[Roles] = field(default_factory=list)
    spans: list[Sequence[Spot]] = field(default_factory=list)

    @property
    def words(self) -> int:
        """How many words there are."""
        return sum(len(text.split()) for text in self.texts)


# --- the texts ------------------------------------------------------------------------------------


def generated(count: int) -> Texts:
    """The sample of the repository, and further documents of the same kind."""
    lines = (ROOT / "corpus" / "sample.jsonl").read_text("utf8").splitlines()
    rows = [*map(json.loads, lines), *generate(count, 46, "test")]
    roles = [Roles(tuple(RoleMention(*mention) for mention in row["roles"])) for row in rows]
    return Texts("generated", [row["text"] for row in rows], roles, roles)


def forms(count: int) -> Texts:
    """Documents with a form of identifiers, as they are in the world."""
    gold = list(documents(count, 46))
    return Texts(FORMS, [own.text for own in gold], spans=[own.spans for own in gold])


def written() -> Texts:
    """The texts that nobody read while rules were written."""
    rows = [row for row in read_written(FOLDER) if half_of(row) == HALVES[1]]
    texts = [row.text for row in rows]
    return Texts("written, unseen", texts, [roles_of(row, "SIP") for row in rows],
                 [roles_of(row, "U") for row in rows])  # fmt: skip


def essays(path: Path) -> Texts:
    """Student essays with the roles of whom they name."""
    gold = with_roles(read_gold(str(path)), str(path.with_name(f"{path.stem}_roles.jsonl")))
    roles = [own.roles or Roles() for own in gold]
    return Texts("student essays", [own.text for own in gold], roles, roles)


def persons(path: Path, count: int) -> Texts:
    """Sentences and texts of public corpora, drawn by a seed: all persons in them are labelled."""
    with path.open(encoding="utf8") as lines:
        rows = [row for row in map(json.loads, lines) if not row["source"].startswith(PARTLY)]
    chosen = Random(46).sample(rows, min(count, len(rows)))
    spans = [[tuple(span) for span in row["spans"]] for row in chosen]
    return Texts(PERSONS, [row["text"] for row in chosen], spans=spans)


# --- the figures ----------------------------------------------------------------------------------


def hidden(tool: str, found: Found) -> Found:
    """What the tool replaces where it is used with its defaults."""
    if tool != SPACY:
        return found
    spans = (tuple(s for s in own if s[2] in HIDDEN) for own in found.spans)
    return Found(tuple(spans), found.seconds)


def replaced(spans: Sequence[Spot]) -> list[Replacement]:
    """Spans as if they were replaced, for `score_roles`."""
    return [Replacement(a, b, a, b, label, "", "surrogate", "") for a, b, label in spans]


def share(own: Texts, roles: Sequence[Roles], found: Found, figure: str) -> str:
    """A figure about roles."""
    rows = zip(own.texts, roles, found.spans, strict=True)
    figures = RoleFigures([score_roles(text, role, replaced(spans)) for text, role, spans in rows])
    part, whole = figures.rates.get(figure, (0.0, 0.0))
    return f"{part / whole:.3f}".removeprefix("0") if whole else "-"


def names(own: Texts, found: Found) -> str:
    """Precision of the names that are found, by what they touch, and the share of names covered."""
    right = wrong = covered = gold = 0
    for spans, said in zip(own.spans, found.spans, strict=True):
        people = [s for s in spans if s[2] in ("PERSON", "USERNAME")]
        for span in said:
            if span[2] in NAME_LABELS:
                touches = any(_touch(span, other) for other in people)
                right, wrong = right + touches, wrong + (not touches)
        places = {i for start, end, _ in said for i in range(start, end)}
        for start, end, label in spans:
            if label == "PERSON":
                gold += 1
                covered += places.issuperset(range(start, end))
    counts = Prf(right, wrong, 0)
    return f"{_rate(counts.precision)} / {_rate(covered / gold if gold else None)}"


def pattern(own: Texts, found: Found, label: str) -> str:
    """Covered and exactly found of all, and spans of the label that touch no identifier."""
    covered = exact = gold = wrong = 0
    for spans, said in zip(own.spans, found.spans, strict=True):
        places = {i for start, end, _ in said for i in range(start, end)}
        for span in spans:
            if span[2] == label:
                gold += 1
                covered += places.issuperset(range(span[0], span[1]))
                exact += span in said
        told = [s for s in said if s[2] == label]
        wrong += sum(not any(_touch(s, other) for other in spans) for s in told)
    return f"{covered} ({exact}) of {gold}; {wrong}"


def _touch(one: Spot, other: Spot) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _rate(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}".removeprefix("0")


# --- the tables -----------------------------------------------------------------------------------


def tables(tools: dict[str, dict[str, Found]], sets: dict[str, Texts]) -> Iterator[str]:
    """All tables as lines of Markdown."""
    people = [own for own in sets.values() if own.private]
    yield from _table(
        "### Who is hidden, who is kept",
        [*(f"{own.title}: private hidden / public kept" for own in people),
         *(["names in public corpora: precision / covered"] if PERSONS in sets else []),
         "words per CPU-second"],
        [(tool, [*(f"{share(own, own.private, found[own.title], 'private_hidden')} / "
                  f"{share(own, own.public, found[own.title], 'public_kept')}" for own in people),
                *([names(sets[PERSONS], found[PERSONS])] if PERSONS in sets else []),
                 _speed(sets, found)]) for tool, found in tools.items()],
    )  # fmt: skip
    own = sets[FORMS]
    yield from _table(
        "### Patterns in generated documents: covered (exactly found) of all; wrong",
        PATTERNS,
        [(tool, [pattern(own, found[own.title], label) for label in PATTERNS])
         for tool, found in tools.items()],
    )  # fmt: skip
    yield "What was measured: " + "; ".join(
        f"{own.title}, {len(own.texts):,} texts of {own.words:,} words" for own in sets.values()
    ) + "."  # fmt: skip
    yield ""
    yield from _table(
        "### What others printed",
        ("data", "precision", "recall", "F1", "F5"),
        [(one.tool, [one.data, _rate(one.counts.precision), _rate(one.counts.recall),
                     _rate(one.counts.f()), _rate(one.counts.f(5))]) for one in PUBLISHED],
    )  # fmt: skip


def _table(title: str, head: Sequence[str], rows: list[tuple[str, list[str]]]) -> Iterator[str]:
    yield from (title, "", f"| | {' | '.join(head)} |", "|---" * (len(head) + 1) + "|")
    for name, cells in rows:
        yield f"| {name} | {' | '.join(cells)} |"
    yield ""


def _speed(sets: dict[str, Texts], found: dict[str, Found]) -> str:
    seconds = sum(one.seconds for one in found.values())
    return f"{sum(own.words for own in sets.values()) / max(seconds, 1e-9):,.0f}"


def measured(name: str, python: str, model: str, sets: dict[str, Texts]) -> dict[str, Found]:
    """What a tool finds in all texts."""
    settings = {"model": model} if name in ON_SPACY else {}
    out = {}
    for title, own in sets.items():
        more = {"public": True} if name == OURS and title == PERSONS else {}
        out[title] = hidden(name, peer(name, python, **settings, **more)(own.texts))
    return out


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--peer", metavar="NAME=PYTHON", action="append", default=[])
    parser.add_argument("--spacy-model", default="en_core_web_sm", help="of peers that need one")
    parser.add_argument("--documents", type=int, default=300, help="generated, beside the sample")
    parser.add_argument("--forms", type=int, default=150, help="generated, with a form")
    parser.add_argument("--essays", type=Path, help="labelled essays, their roles beside them")
    parser.add_argument("--data", type=Path, help="the folder of persons/test.jsonl")
    parser.add_argument("--persons", type=int, default=800, help="so many texts of it")
    parser.add_argument("--output", type=Path, help="write the tables between the marks of a page")
    args = parser.parse_args()
    warnings.filterwarnings("ignore")
    readers: list[Callable[[], Texts]] = [
        lambda: generated(args.documents), lambda: forms(args.forms), written
    ]  # fmt: skip
    if args.essays:
        readers.append(lambda: essays(args.essays))
    if args.data:
        readers.append(lambda: persons(args.data / "persons" / "test.jsonl", args.persons))
    sets = {own.title: own for own in (read() for read in readers)}
    asked = [(OURS, ""), *(one.partition("=")[::2] for one in args.peer)]
    tools = {}
    for name, python in asked:
        try:
            tools[name] = measured(name, python, args.spacy_model, sets)
        except HipsError as error:  # the others are measured all the same
            print(error, file=sys.stderr)
    text = "\n".join(tables(tools, sets))
    print(text)
    if args.output:
        write_figures(args.output, text)


if __name__ == "__main__":
    main()
