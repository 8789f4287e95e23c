"""Is a name found, or hidden, as often whoever bears it? Recall by group, and how far they differ.

Names of some groups are missed more often than others' (Mansfield et al., 2022, "Behind the Mask:
Demographic bias in name detection for PII masking"). This module gives the recall of each group and
the difference between the best and the worst in points. Mentions within a document are not
independent, so intervals come from resampling documents. Where none was missed, samples tell
nothing, so the intervals are widened by exact bounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...components.scoring.metrics import rounded
from ...core.bounds import Bounds, difference, exact_bounds
from ...core.later import regex
from ...text.lexicon.tables import NameTables, countries, fold, name_tables
from ...who.persons.mention.parse import Parse, parse
from .bootstrap import Interval, bounds
from .registered import registered

Extent = tuple[int, int]

KINDS: tuple[str, ...] = ("region", "gender", "form")
PRIVATE: frozenset[str] = frozenset(("student", "instructor", "private"))
POINTS = 100.0
LEAST = 300
"""Of fewer names of a group the recall tells too little."""

_WORD = regex.compile(r"[\p{L}\p{M}]+(?:['’ʼ`][\p{L}\p{M}]+)*")
_HUMP = regex.compile(r"\p{Ll}\p{Lu}")
_LETTERS = regex.compile(r"(?:\p{Lu}\.?){1,4}")


@dataclass(frozen=True)
class NameMention:
    """A name in a labelled text, and the groups that it counts under.

    start, end (int): Characters, end exclusive.
    text (str): The name as it is written there.
    person (str): Who it is within the document.
    groups (Mapping[str, str]): The group by kind of group, such as {"region": "Africa"}.
    """

    start: int
    end: int
    text: str
    person: str
    groups: Mapping[str, str]


@dataclass(frozen=True)
class GroupRecall:
    """What was found of the names of one group.

    mentions (int): Places in texts where such a name stands.
    found (int): Those that were found.
    names (int): Different names: what stands several times in a document for one person, written
        alike, counts once.
    interval (Interval): 95 % of the recall.
    """

    mentions: int
    found: int
    names: int
    interval: Interval = (None, None)

    @property
    def recall(self) -> float:
        """Share of the mentions that were found."""
        return self.found / self.mentions

    def to_json(self) -> dict[str, Any]:
        """All figures as plain data."""
        return {
            "mentions": self.mentions,
            "names": self.names,
            "recall": rounded(self.recall),
            "interval": list(self.interval),
        }


@dataclass(frozen=True)
class Fairness:
    """The groups of one kind, side by side.

    kind (str): What the groups are, such as "region".
    groups (Mapping[str, GroupRecall]): Those that have mentions, by name.
    best, worst (str): Where recall is highest and lowest; "" without groups.
    interval (Interval): 95 % of the difference between these two, in points.
    """

    kind: str
    groups: Mapping[str, GroupRecall]
    best: str = ""
    worst: str = ""
    interval: Interval = (None, None)

    @property
    def gap(self) -> float | None:
        """Recall of the best less that of the worst, in points; None with fewer than two groups."""
        if len(self.groups) < 2:
            return None
        return POINTS * (self.groups[self.best].recall - self.groups[self.worst].recall)

    def too_few(self, names: int) -> list[str]:
        """Groups with fewer different names than are wanted, by name."""
        return [group for group, own in self.groups.items() if own.names < names]

    def to_json(self) -> dict[str, Any]:
        """All figures as plain data."""
        return {
            "groups": {name: own.to_json() for name, own in self.groups.items()},
            "best": self.best,
            "worst": self.worst,
            "gap": rounded(self.gap),
            "interval": list(self.interval),
        }


class Recalls:
    """Collects document by document which names were found; holds counts and no text.

    kinds (Sequence[str]): Kinds of groups.

        >>> recalls = Recalls(["region"])
        >>> name = NameMention(3, 6, "Ana", "student", {"region": "Europe"})
        >>> recalls.add([name], [True])
        >>> recalls.figures("region").groups["Europe"].recall
        1.0
    """

    def __init__(self, kinds: Sequence[str] = KINDS) -> None:
        self.kinds = tuple(kinds)
        self._documents = 0
        # For each kind, of every person of a document: group, mentions, found.
        self._people: dict[str, list[tuple[str, int, int]]] = {kind: [] for kind in self.kinds}
        # For each kind and group: rows of (document, mentions, found, different names).
        self._rows: dict[str, dict[str, list[tuple[int, int, int, int]]]] = {
            kind: defaultdict(list) for kind in self.kinds
        }

    def add(self, mentions: Sequence[NameMention], found: Iterable[bool]) -> None:
        """Count one document.

        mentions (Sequence[NameMention]): Its names.
        found (Iterable[bool]): For each, whether it was found: what `found_exactly` or `hidden`
            returns.
        """
        both = list(zip(mentions, found, strict=True))
        for kind, groups in self._rows.items():
            own: dict[str, list[tuple[NameMention, bool]]] = defaultdict(list)
            for mention, hit in both:
                if mention.groups.get(kind):
                    own[mention.groups[kind]].append((mention, hit))
            for group, pairs in own.items():
                names = {(m.person, " ".join(m.text.split())) for m, _ in pairs}
                hits = sum(hit for _, hit in pairs)
                groups[group].append((self._documents, len(pairs), hits, len(names)))
                people: dict[str, list[bool]] = defaultdict(list)
                for mention, hit in pairs:
                    people[mention.person].append(hit)
                self._people[kind] += [(group, len(own), sum(own)) for own in people.values()]
        self._documents += 1

    def figures(self, kind: str, draws: int = 1000, seed: int = 0, least: int = 0) -> Fairness:
        """Recall of the groups of one kind, with intervals.

        The interval of the difference is that of the two groups that differ most in all of the
        documents. Of many groups that are alike some two differ by chance, so it errs on the
        side of unfairness.

        kind (str): One of the kinds.
        draws (int): How often the documents are resampled; 0 for no intervals.
        seed (int): Of the random numbers; the same seed gives the same intervals.
        least (int): Groups with fewer different names are left out.
        RETURNS (Fairness): The groups by name.
        """
        rows = self._rows[kind]
        names = [group for group in sorted(rows) if sum(r[3] for r in rows[group]) >= least]
        if not names:
            return Fairness(kind, {})
        sums = {name: np.array(rows[name])[:, 1:].sum(axis=0).tolist() for name in names}
        recall = [sums[name][1] / sums[name][0] for name in names]
        best, worst = int(np.argmax(recall)), int(np.argmin(recall))
        samples = self._samples(rows, names, draws, seed)
        groups = {}
        for i, name in enumerate(names):
            mentions, found, different = sums[name]
            interval = _interval(samples[:, i], exact_bounds(found, mentions))
            groups[name] = GroupRecall(mentions, found, different, interval)
        gap = _interval(POINTS * (samples[:, best] - samples[:, worst]), _exact(sums, best, worst))
        return Fairness(kind, groups, names[best], names[worst], gap)

    def chance(self, kind: str, least: int = 0, draws: int = 1000, seed: int = 0) -> float | None:
        """How often the groups differ as much where persons are dealt to them at random.

        kind (str): One of the kinds.
        least (int): Groups with fewer different names are left out.
        draws (int): How often the persons are dealt.
        seed (int): Of the random numbers.
        RETURNS (Optional[float]): The share of the deals, and of what was seen, in which best and
            worst differ at least so much: a p-value. None with fewer than two groups or no deal.
        """
        rows = self._rows[kind]
        names = [group for group in sorted(rows) if sum(r[3] for r in rows[group]) >= least]
        people = [row for row in self._people[kind] if row[0] in names]
        if len(names) < 2 or not draws:
            return None
        group = np.array([names.index(row[0]) for row in people])
        mentions, found = np.array([row[1:] for row in people], dtype="float64").T

        def gap() -> float:
            wholes = np.bincount(group, mentions, len(names))
            recall = np.bincount(group, found, len(names)) / wholes
            return float(recall.max() - recall.min())

        seen, random, as_much = gap(), np.random.default_rng(seed), 0
        for _ in range(draws):
            random.shuffle(group)
            as_much += gap() >= seen - 1e-12
        return (as_much + 1) / (draws + 1)

    def _samples(
        self, rows: Mapping[str, Any], names: Sequence[str], draws: int, seed: int
    ) -> np.ndarray:
        """Recalls of shape (draws, groups); nan where a sample has no mention of a group."""
        counts = np.zeros((2, self._documents, len(names)))
        for i, name in enumerate(names):
            document, mentions, found, _ = np.array(rows[name]).T
            counts[0, document, i], counts[1, document, i] = found, mentions
        random = np.random.default_rng(seed)
        out = np.full((draws, len(names)), np.nan)
        for draw in range(draws):
            chosen = random.integers(0, self._documents, self._documents)
            found, mentions = np.bincount(chosen, minlength=self._documents) @ counts
            np.divide(found, mentions, out=out[draw], where=mentions > 0)
        return out


def read_mentions(record: Mapping[str, Any], roles: Collection[str] = PRIVATE) -> list[NameMention]:
    """The names of a generated document, with region, country, gender and form.

    record (Mapping): A record of `spacy_hips.lab.corpus.generate` (benchmarks/notes/corpus.md), or
        any with `text`, `roles` ([start, end, role, person]) and `persons` (name, region,
        country, gender).
    roles (Collection[str]): Whose names count; those of private people by default.
    RETURNS (list): The names, by place.
    """
    return sorted(_mentions(record, roles), key=lambda mention: mention.start)


def _mentions(record: Mapping[str, Any], roles: Collection[str]) -> Iterator[NameMention]:
    for start, end, role, key in record["roles"]:
        person = record["persons"].get(key)
        if role not in roles or person is None:
            continue
        text = record["text"][start:end]
        groups = {
            **{kind: person.get(kind, "") for kind in ("region", "country", "gender")},
            "form": form_of(text, person.get("name", "")),
        }
        yield NameMention(start, end, text, key, groups)


def parser_of(name: str) -> Parse:
    """What takes names apart before their groups are guessed.

    name (str): "nameparser", as Shen et al. (III-E) have it, or another registered
        `spacy_hips.NameParser.NAME.v1`; "" for this package's own.
    RETURNS (Callable): The parser.
    RAISES (HipsError): E872 where there is none of that name, E890 where it is not installed.
    """
    if not name:
        return parse
    return registered("NameParser", name, ["nameparser"])()  # type: ignore[no-any-return]


def guessed_groups(
    full: str, tables: NameTables | None = None, parser: Parse = parse
) -> dict[str, str]:
    """The groups that a name tells of: gender by the forename, country by the surname.

    The country is the likeliest of all that have the surname, with equal odds before; the region
    is that of the United Nations.

    full (str): The longest form of the name that is known.
    tables (NameTables): The name tables.
    parser (Callable): Takes the name apart.
    RETURNS (dict): "gender", "country" and "region"; "" where the name tells nothing.

        >>> guessed_groups("Ngozi Okafor")
        {'gender': 'f', 'country': 'NG', 'region': 'Africa'}
    """
    tables = tables or name_tables()
    words = parser(full, tables).words
    first = " ".join(w.text for w in words if w.role == "first" and not w.initial)
    last = " ".join(w.text for w in words if w.role == "last" and not w.initial)
    country = tables.region(surname=last, threshold=0.0).label if last else ""
    gender = tables.gender(first, country).label if first else ""
    region = countries()[country].region if country in countries() else ""
    return {"gender": gender.lower(), "country": country, "region": region}


def found_exactly(mentions: Iterable[NameMention], spans: Iterable[Extent]) -> list[bool]:
    """Which names were found with just their characters, under whatever label.

    mentions (Iterable[NameMention]): The names of a document.
    spans (Iterable[Extent]): Start and end of what was found there.
    RETURNS (list[bool]): One for each name.
    """
    places = set(spans)
    return [(mention.start, mention.end) in places for mention in mentions]


def hidden(mentions: Iterable[NameMention], extents: Iterable[Extent]) -> list[bool]:
    """Which names have no letter left, however the ends lie.

    mentions (Iterable[NameMention]): The names of a document.
    extents (Iterable[Extent]): Start and end of what was replaced there.
    RETURNS (list[bool]): One for each name.
    """
    places = {i for start, end in extents for i in range(start, end)}
    return [
        all(i in places for i, c in enumerate(m.text, m.start) if c.isalnum()) for m in mentions
    ]


def form_of(text: str, full: str) -> str:
    """How a name is written, beside the full name of its bearer.

    text (str): The name as it stands in a text.
    full (str): The full name.
    RETURNS (str): "full", "first only", "last only", "only name" (of somebody who has but one),
        "in part" (some words of both), "other order", "Last, First", "initials" (beside a name
        or alone), "CAPS", "surname in CAPS", "lower case", "file name" ("AnaMarquez") or "other"
        (short names, and what noise has broken).

        >>> form_of("Marquez, Ana", "Ana Marquez")
        'Last, First'
    """
    words, own = _words(text), _words(full)
    if not words or not own:
        return "other"
    if len(text.split()) == 1 and _is_glued(text, full):
        return "file name"
    if _LETTERS.fullmatch(text) and _flat(text) not in {fold(word) for word in own}:
        return "initials"
    if text.isupper() and max(map(len, words)) > 1:
        return "CAPS"
    if text.islower():
        return "lower case"
    return _cased_form(text, words, own, full)


def _cased_form(text: str, words: list[str], own: list[str], full: str) -> str:
    folded, whole = [fold(w) for w in words], [fold(w) for w in own]
    if len(words) > 1 and any(len(w) > 1 and w.isupper() for w in set(words) - set(own)):
        return "surname in CAPS"
    if "," in text:
        return "Last, First"
    if folded == whole:
        return "full" if len(words) > 1 else "only name"
    if any(len(word) == 1 and word not in whole for word in folded):
        return "initials"
    if not set(folded) <= set(whole):
        return "other"
    if len(folded) == len(whole):
        return "other order"
    return _part(folded, full)


def _part(folded: Sequence[str], full: str) -> str:
    """Forename or surname, where only some words of a name are written."""
    roles = {fold(word.text): word.role for word in parse(full).words}
    told = {roles.get(word, "") for word in folded} - {"particle"}
    if told <= {"first", "middle", "initials"}:
        return "first only"
    return "last only" if told <= {"last"} else "in part"


def _words(text: str) -> list[str]:
    return [match.group() for match in _WORD.finditer(text)]


def _is_glued(text: str, full: str) -> bool:
    """Does one word hold a name and the next, or its initial, as in "AnaMarquez" or "Marquez-A"?"""
    if "_" in text:
        return True
    flat, parts = _flat(text), [_flat(part) for part in full.split()]
    if flat in parts or not ("-" in text or _HUMP.search(text)):
        return False
    rest = {flat.removeprefix(part) for part in parts} - {flat}
    return any(part.startswith(left) or left.startswith(part) for left in rest for part in parts)


def _flat(text: str) -> str:
    return fold("".join(_words(text)))


def _exact(sums: Mapping[str, Sequence[int]], best: int, worst: int) -> Bounds | None:
    """Exact bounds of the difference; where all are alike, of that to the smallest group."""
    shares = [(found, mentions) for mentions, found, _ in sums.values()]
    others = [share for i, share in enumerate(shares) if i != best]
    if not others:
        return None
    other = shares[worst] if worst != best else min(others, key=lambda share: share[1])
    low, high = difference(shares[best], other)
    return POINTS * low, POINTS * high


def _interval(values: np.ndarray, exact: Bounds | None) -> Interval:
    known = values[~np.isnan(values)]
    return bounds(known, exact) if len(known) else (None, None)
