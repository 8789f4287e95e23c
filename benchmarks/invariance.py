"""Does the verdict on a thing stay the same in every dress and everywhere?

    python benchmarks/invariance.py [--model en_hips_student] [--sample 4000] [--show 40]

Every thing of invariance_data/things.tsv is written in every dress and put into all surroundings.
What comes out for it bare, in a neutral paragraph, must come out everywhere: hidden, kept, or
hidden in part. A pair that differs is a fault of its dress or its surroundings; each kind is shown
with its smallest text. Without `--model` only what rules find is looked at. The sample is the same
in every run.
"""

from __future__ import annotations

import argparse
import re
import warnings
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import spacy
from invariance_data.dresses import AROUND, CHANGES, LINES, REWRITTEN
from invariance_data.surroundings import NEUTRAL, NOT_FOR, SURROUNDINGS
from spacy.language import Language
from spacy.tokens import Doc

import spacy_hips  # noqa: F401

THINGS = Path(__file__).parent / "invariance_data" / "things.tsv"
_BLANK = re.compile(r"&(?:nbsp|#160);")
BARE = "bare"
NOT_BY_RULES = ("name",)


@dataclass(frozen=True)
class Thing:
    """A thing, and what is to be done with it.

    before, core, behind (str): The phrase; the core is what is dressed and judged.
    """

    kind: str
    wanted: str
    before: str
    core: str
    behind: str


@dataclass(frozen=True)
class Text:
    """A thing in a dress and in surroundings, and where it stands."""

    thing: Thing
    dress: str
    around: str
    text: str
    start: int
    end: int


def things(path: Path) -> Iterator[Thing]:
    """The things of a table."""
    for line in path.read_text("utf8").splitlines():
        kind, wanted, phrase = line.split("\t")
        before, _, rest = phrase.partition("[")
        core, _, behind = rest.rpartition("]")
        yield Thing(kind, wanted, before, core, behind)


def dresses(thing: Thing) -> Iterator[tuple[str, str, int, int]]:
    """The phrase in every dress that changes it: name, text, where the core begins and ends."""
    phrase = thing.before + "\0" + thing.behind
    written = [(BARE, "\0", thing.core)]
    written += [(name, form.replace("@", "\0"), thing.core) for name, form in AROUND.items()]
    written += [(name, "\0", write(thing.core)) for name, write in REWRITTEN.items()]
    for name, form, core in written:
        if (name == BARE or core + form != thing.core + "\0") and not _changes(thing, name):
            yield name, *_filled(phrase.replace("\0", form), core)
    for name, form in LINES.items():
        yield name, *_filled(f"\n{form.replace('@', phrase)}\n", thing.core)


def _changes(thing: Thing, dress: str) -> bool:
    return thing.kind in CHANGES.get(dress, ())


def _filled(form: str, core: str) -> tuple[str, int, int]:
    at = form.index("\0")
    return form.replace("\0", core), at, at + len(core)


def texts(thing: Thing) -> Iterator[Text]:
    """A thing in all dresses and surroundings."""
    for dress, phrase, start, end in dresses(thing):
        for around, form in SURROUNDINGS.items():
            if thing.kind not in NOT_FOR.get(around, ()):
                at = form.index("@@")
                text = form.replace("@@", phrase)
                yield Text(thing, dress, around, text, at + start, at + end)


def sampled(all_texts: Sequence[Text], size: int) -> list[Text]:
    """So many texts, drawn by a digest; those to compare with are always among them."""
    drawn = sorted(all_texts, key=lambda one: blake2b(one.text.encode(), digest_size=8).digest())
    kept = set(map(id, drawn[: size or len(drawn)]))
    return [one for one in all_texts if id(one) in kept or _is_first(one)]


def _is_first(one: Text) -> bool:
    return one.dress == BARE and one.around == NEUTRAL


def verdict(one: Text, covered: set[int]) -> str:
    """What becomes of the thing's letters and digits."""
    # A blank that is written as an entity shows no letter of the thing.
    shown = _BLANK.sub(lambda blank: " " * len(blank[0]), one.text)
    places = [i for i in range(one.start, one.end) if shown[i].isalnum()]
    hidden = sum(i in covered for i in places)
    return "hide" if hidden == len(places) else "part" if hidden else "keep"


def covered_by(doc: Doc) -> set[int]:
    """The characters that are replaced in the default profile."""
    return {i for r in doc._.replacements if r.action != "mark" for i in range(r.start, r.end)}


def load(model: str) -> Language:
    """A pipeline, or the rules with what merges their spans and replaces them."""
    if model:
        return spacy.load(model)
    nlp = spacy.blank("en")
    for name in ("hips_rules", "hips_entities", "hips_anonymizer"):
        nlp.add_pipe(name)
    return nlp


def main() -> None:
    """Print the figures and the faults."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default="", help="a pipeline; rules alone without it")
    parser.add_argument("--things", type=Path, default=THINGS)
    parser.add_argument("--sample", type=int, default=0, help="texts; 0 for all")
    parser.add_argument("--kind", default="", help="only things of this kind")
    parser.add_argument("--show", type=int, default=40, help="faults shown, each of another kind")
    args = parser.parse_args()
    warnings.filterwarnings("ignore")
    wanted = [
        thing
        for thing in things(args.things)
        if args.kind in ("", thing.kind) and (args.model or thing.kind not in NOT_BY_RULES)
    ]
    chosen = sampled([text for thing in wanted for text in texts(thing)], args.sample)
    docs = load(args.model).pipe((one.text for one in chosen), batch_size=64)
    judged = [(one, verdict(one, covered_by(doc))) for one, doc in zip(chosen, docs, strict=True)]
    report(judged, args.show)


def report(judged: Sequence[tuple[Text, str]], show: int) -> None:
    """Print shares by kind, dress and surroundings, and the smallest text of each fault."""
    first = {one.thing: said for one, said in judged if _is_first(one)}
    tables: dict[str, dict[str, list[int]]] = {
        name: defaultdict(lambda: [0, 0, 0]) for name in ("kind", "dress", "surroundings")
    }
    faults: dict[tuple[str, str, str], Text] = {}
    for one, said in judged:
        same = said == first[one.thing]
        for table, key in zip(
            tables.values(), (one.thing.kind, one.dress, one.around), strict=True
        ):
            for row in (table[key], *([table["all"]] if table is tables["kind"] else [])):
                row[0] += 1
                row[1] += same
                row[2] += said == one.thing.wanted
        key = (one.thing.kind, one.dress, said)
        if not same and (key not in faults or len(one.text) < len(faults[key].text)):
            faults[key] = one
    for name, table in tables.items():
        print(f"\n| {name} | texts | same verdict | right verdict |\n|---|---|---|---|")
        for key, (count, same, right) in sorted(
            table.items(), key=lambda row: row[1][1] / row[1][0]
        ):
            print(f"| {key} | {count} | {same / count:.4f} | {right / count:.4f} |")
    wrong = [f"{t.before}[{t.core}]{t.behind}" for t, said in first.items() if said != t.wanted]
    print(f"\nbare, in a paragraph, but not as wanted ({len(wrong)}): {'; '.join(wrong)}\n")
    for (kind, dress, said), one in sorted(faults.items(), key=lambda f: len(f[1].text))[:show]:
        print(f"{kind}, {dress}: {said} | {one.text!r}")


if __name__ == "__main__":
    main()
