"""Do measures of classroom talk stay as they are in a release?

    python benchmarks/talk.py en_hips_student

Conversations of corpus/written (tutoring, chats, interviews) are released in each way that
benchmarks/attack.py attacks; all identifiers of private people are found. Two measures are taken
before and after. *Uptake*: the share of the words of a turn that the next speaker says again, which
Demszky et al. (2021, section 5) call %-in-t. *Talk moves*: restating and revoicing by that share,
pressing for reasons and for accuracy, relating and keeping together by what such turns say, after
the six moves of Suresh et al. (2022). Both are the plainest measures of their kind: no model reads
the turns.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import fmean

import spacy

from spacy_hips.lab.corpus.roles import RoleText
from spacy_hips.lab.corpus.written import read_written
from spacy_hips.lab.evaluate.attack.attacker import Spotted
from spacy_hips.lab.evaluate.attack.replacing import KINDS, OurSurrogates, surrogates

FOLDERS = tuple(Path(__file__).parents[1] / "corpus" / "written" / own for own in ("test", "train"))
PRIVATE = frozenset(("student", "instructor", "private"))
SEED = 4
FEWEST_TURNS, SHARE_OF_LINES = 6, 0.8
"""So many turns has a conversation, and so many of its lines begin with who speaks."""
SHORTEST = 3
"""Words of a turn of which uptake is asked."""
RESTATED, REVOICED = 0.8, 0.4
"""From this uptake on a turn says the last one again, or in other words."""
_TURN = re.compile(r"(?m)^([^:\n]{1,30}):[ \t]+(.+)$")
_WORD = re.compile(r"\w+(?:['’]\w+)?")
MOVES = {
    "reasons": r"\bwhy\b|how (?:do|did|can) you|because\?|explain|what makes you",
    "accuracy": r"\bwhat (?:is|are|was|does)\b|how (?:many|much)|which one|are you sure",
    "relating": r"\b(?:agree|disagree|add to|anyone else|what about you)\b",
    "together": r"\b(?:who can|does everyone|say that again|did you (?:all )?hear)\b",
}
"""What turns of four moves say; the first that fits counts."""


def conversations() -> Iterator[RoleText]:
    """The English texts that are written as turns."""
    for folder in FOLDERS:
        for row in read_written(folder):
            if row.language != "en":
                continue
            turns = len(_TURN.findall(row.text))
            lines = sum(bool(line.strip()) for line in row.text.splitlines())
            if turns >= max(FEWEST_TURNS, SHARE_OF_LINES * lines):
                yield row


def spotted(row: RoleText) -> Spotted:
    """A conversation with the places of its private people."""
    spans = tuple((m.start, m.end, "PERSON") for m in row.marks if m.role in PRIVATE)
    return Spotted(row.id, row.text, spans)


def exchanges(text: str) -> list[tuple[float, str]]:
    """The uptake and the move of each turn that follows another one."""
    turns = [said for _, said in _TURN.findall(text)]
    return [_told(*pair) for pair in pairwise(turns)]


def _told(before: str, after: str) -> tuple[float, str]:
    said, again = (_WORD.findall(turn.lower()) for turn in (before, after))
    share = fmean(word in again for word in said) if len(said) >= SHORTEST else 0.0
    if share >= REVOICED:
        return share, "restating" if share >= RESTATED else "revoicing"
    fits = (move for move, words in MOVES.items() if re.search(words, after.lower()))
    return share, next(fits, "none")


def row_of(before: Sequence[Sequence[tuple[float, str]]], texts: Sequence[str]) -> dict[str, float]:
    """What a release has changed."""
    after = [exchanges(text) for text in texts]
    lost = sum(len(a) != len(b) for a, b in zip(before, after, strict=True))
    pairs = [
        both
        for a, b in zip(before, after, strict=True)
        if len(a) == len(b)
        for both in zip(a, b, strict=True)
    ]
    return {
        "uptake": fmean(new for _, (new, _) in pairs),
        "changed": fmean(old != new for (old, _), (new, _) in pairs),
        "other move": fmean(old != new for (_, old), (_, new) in pairs),
        "other turns": lost / len(texts),
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("model", help="pipeline whose linking and surrogates are ours")
    args = parser.parse_args()
    found = [spotted(row) for row in conversations()]
    ours = OurSurrogates(spacy.load(args.model))
    before = [exchanges(own.text) for own in found]
    count = sum(map(len, before))
    print(f"{len(found):,} conversations, {count:,} turns that follow another\n")
    print("| released | uptake | changed | other move | other turns |\n|---|---|---|---|---|")
    _print("originals", row_of(before, [own.text for own in found]))
    for kind in KINDS:
        released = surrogates(kind, ours)(found, SEED)
        _print(kind, row_of(before, [own.text for own in released]))


def _print(way: str, row: dict[str, float]) -> None:
    print("|", " | ".join((way, *(f"{value:.3f}" for value in row.values()))), "|", flush=True)


if __name__ == "__main__":
    main()
