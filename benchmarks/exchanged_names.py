"""What if new names were put together of names that other authors of the corpus bear?

    python benchmarks/exchanged_names.py [--documents 200] [--seed 1]

Names that were missed and names that were made would then come from one distribution. It prints
who could be served if only names that five authors bear were shown, what a release tells of the
real names, and what the attackers of benchmarks/attack.py get. The answer is in
docs/surrogates.md: not built.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from attack_docs import CensusPeople, documents

from spacy_hips.core.ids import Draw
from spacy_hips.core.labels import NAME_LABELS
from spacy_hips.desk.run.options import JobOptions
from spacy_hips.desk.run.pipeline import Pipeline
from spacy_hips.lab.corpus.identities import TableNames
from spacy_hips.lab.evaluate.attack.attack_report import lines
from spacy_hips.lab.evaluate.attack.attacker import Spotted
from spacy_hips.lab.evaluate.attack.replacing import OurSurrogates
from spacy_hips.lab.evaluate.attack.runner import attack
from spacy_hips.lab.evaluate.gold import Gold
from spacy_hips.replace.surrogates.choose import Dice
from spacy_hips.replace.surrogates.maker import Context
from spacy_hips.replace.surrogates.names import NameSurrogate
from spacy_hips.text.lexicon.tables import fold, name_tables
from spacy_hips.who.persons.link.entity import Entity
from spacy_hips.who.persons.mention.parse import parse_mention

LEAST = 5
"""So many authors make a name common, as in replace/surrogates/shuffle.py."""
SIZES = (30, 300, 1000, 5000, 20000)
ATTACKERS = ("parrot", "table", "repeats", "roster")
Person = tuple[str, str]


def served(size: int) -> str:
    """Of so many authors, who could be served by names that LEAST of them bear."""
    rng, people = Random(size), CensusPeople(TableNames(name_tables()), "test")
    named = [
        (people.forename("US", rng.choice("fm"), rng), people.surname("US", rng))
        for _ in range(size)
    ]
    first, last = Counter(p[0] for p in named), Counter(p[1] for p in named)
    both = sum(first[one] >= LEAST and last[other] >= LEAST for one, other in named)
    return (
        f"{size:6} authors: {sum(n >= LEAST for n in first.values()):4} forenames and "
        f"{sum(n >= LEAST for n in last.values()):4} surnames are borne by {LEAST} or more; "
        f"both of {both / size:.3f} of the authors; "
        f"a surname of their own have {sum(last[own] == 1 for _, own in named) / size:.2f}"
    )


@dataclass
class Pool:
    """The forenames, by gender, and surnames of a corpus, as often as they are borne."""

    people: set[Person]
    first: dict[str, list[str]]
    last: list[str]


def pool_of(gold: Sequence[Gold]) -> Pool:
    """The names of a corpus: a forename and a surname."""
    pool, tables = Pool(set(), defaultdict(list), []), name_tables()
    for own in gold:
        for text in {own.text[s:e] for s, e, label in own.spans if label in NAME_LABELS}:
            person = parse_mention(text, tables)
            if person.form == "first last":
                first, last = text.split()[0], text.split()[-1]
                pool.people.add((first, last))
                pool.first[tables.gender(first).label or "F"].append(first)
                pool.last.append(last)
    return pool


class Exchanged(NameSurrogate):
    """New names of the forename and the surname of two others, never of one that is real."""

    def __init__(self, pool: Pool) -> None:
        super().__init__(realism="plausible")
        self.pool = pool

    def identity(self, entity: Entity, context: Context, draw: Draw) -> Entity | None:
        """As in replace/surrogates/names.py, and then with names of the pool."""
        new = super().identity(entity, context, draw)
        words = self._names(context).words
        for attempt in range(60) if new else ():
            dice = Dice(draw, "exchange", attempt)
            first = dice.pick(self.pool.first[new.gender]) if new.first else ""
            last = dice.pick(self.pool.last) if new.last else ""
            made = replace(new, first=first, last=last)
            real = (first, last) in self.pool.people or {fold(first), fold(last)} & words
            if not real and made.full.casefold() not in context.taken:
                return made
        return new


def told(ours: OurSurrogates, gold: Sequence[Gold], pool: Pool) -> str:
    """How many of the real names the new ones show."""
    done = ours([Spotted(own.id, own.text, own.spans) for own in gold], 5)
    shown = {
        word
        for one in done
        for swap in one.swaps
        if swap.label in NAME_LABELS
        for word in one.text[swap.new_start : swap.new_end].split()
    }
    parts = {"forenames": {p[0] for p in pool.people}, "surnames": {p[1] for p in pool.people}}
    shares = [f"{len(own & shown) / len(own):.2f} of the {what}" for what, own in parts.items()]
    return "the new names show " + " and ".join(shares)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--documents", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for size in SIZES:
        print(served(size))
    gold = list(documents(args.documents, args.seed))
    pool = pool_of(gold)
    pipeline = Pipeline(JobOptions(profile="full"))
    makers = {"tables": NameSurrogate(realism="plausible"), "exchanged": Exchanged(pool)}
    for name, maker in makers.items():
        pipeline.anonymizer.replacer.makers["PERSON"] = maker
        ours = OurSurrogates(pipeline.nlp)
        print(f"\nnames: {name}; {told(ours, gold, pool)}")
        done = attack(gold, ours, attackers=ATTACKERS, kinds=["ours"], seed=args.seed)
        print("\n".join(line for line in lines(done) if " against " in line or "PERSON" in line))


if __name__ == "__main__":
    main()
