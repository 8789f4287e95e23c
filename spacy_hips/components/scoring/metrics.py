"""Counts and rates over spans, tokens, entities and documents. No text is kept.

F-beta weighs recall beta times as much as precision (van Rijsbergen, 1979). F5 on tokens is the
metric of the Kaggle competition "The Learning Agency Lab: PII Data Detection" (2024): micro
F-beta over (document, token, BIO label).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

KAGGLE_BETA = 5.0

Spot = tuple[int, int, str]


@dataclass(frozen=True)
class Prf:
    """True and false positives and false negatives, and what follows from them.

    tp, fp, fn (int): Counts.
    """

    tp: int = 0
    fp: int = 0
    fn: int = 0

    @property
    def precision(self) -> float | None:
        """Share of the predicted that is right; None where nothing was predicted."""
        return self.tp / (self.tp + self.fp) if self.tp + self.fp else None

    @property
    def recall(self) -> float | None:
        """Share of the gold that was found; None where there is no gold."""
        return self.tp / (self.tp + self.fn) if self.tp + self.fn else None

    def f(self, beta: float = 1.0) -> float | None:
        """F-beta; None where there is neither gold nor prediction."""
        weight = beta * beta
        below = (1 + weight) * self.tp + weight * self.fn + self.fp
        return (1 + weight) * self.tp / below if below else None

    def __add__(self, other: Prf) -> Prf:
        return Prf(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    def to_json(self) -> dict[str, float | int | None]:
        """Counts and rates as plain data."""
        return {
            "p": rounded(self.precision),
            "r": rounded(self.recall),
            "f1": rounded(self.f()),
            "f5": rounded(self.f(KAGGLE_BETA)),
            "tp": self.tp,
            "fp": self.fp,
            "fn": self.fn,
        }


@dataclass(frozen=True)
class DocumentScore:
    """What one document adds to the figures.

    spans (Mapping[str, Prf]): Exact spans, by label.
    tokens (Prf): Tokens with BIO labels.
    entities (tuple[int, int]): Entities all of whose mentions were found, and entities.
    covered (int): Gold spans of which every letter and digit is hidden, whatever the label.
    clean (bool): No gold string is left in the output; None where there is no output.
    roles (Optional[Mapping]): Part and whole of each figure about roles (roles.py); None where
        the gold does not tell them.
    """

    spans: Mapping[str, Prf] = field(default_factory=dict)
    tokens: Prf = field(default_factory=Prf)
    entities: tuple[int, int] = (0, 0)
    covered: int = 0
    clean: bool | None = None
    roles: Mapping[str, tuple[float, float]] | None = None

    @property
    def all(self) -> Prf:
        """All labels together."""
        return total(self.spans.values())

    @property
    def gold(self) -> int:
        """Gold spans."""
        both = self.all
        return both.tp + both.fn


def match(gold: Iterable[Hashable], predicted: Iterable[Hashable]) -> Prf:
    """Compare two sets."""
    gold, predicted = set(gold), set(predicted)
    hit = len(gold & predicted)
    return Prf(hit, len(predicted) - hit, len(gold) - hit)


def match_by_label(gold: Iterable[Spot], predicted: Iterable[Spot]) -> dict[str, Prf]:
    """Exact spans, by label: start, end and label must agree.

    gold, predicted (Iterable): Spans as (start, end, label), in characters or tokens.
    RETURNS (dict[str, Prf]): Counts of every label that occurs, sorted by label.
    """
    gold, predicted = set(gold), set(predicted)
    labels = sorted({label for _, _, label in gold | predicted})
    return {
        label: match((s for s in gold if s[2] == label), (s for s in predicted if s[2] == label))
        for label in labels
    }


def match_overlapping(gold: Iterable[Spot], predicted: Iterable[Spot]) -> dict[str, Prf]:
    """Spans that meet, by label: each of the one side counts for one of the other, from the left.

    gold, predicted (Iterable): Spans as (start, end, label).
    RETURNS (dict[str, Prf]): Counts of every label that occurs, sorted by label.
    """
    gold, predicted = sorted(set(gold)), sorted(set(predicted))
    labels = sorted({label for _, _, label in (*gold, *predicted)})
    return {
        label: _pairs([s for s in gold if s[2] == label], [s for s in predicted if s[2] == label])
        for label in labels
    }


def _pairs(gold: Sequence[Spot], predicted: Sequence[Spot]) -> Prf:
    hits = i = j = 0
    while i < len(gold) and j < len(predicted):
        if gold[i][0] < predicted[j][1] and predicted[j][0] < gold[i][1]:
            hits, i, j = hits + 1, i + 1, j + 1
        elif gold[i][1] <= predicted[j][1]:
            i += 1
        else:
            j += 1
    return Prf(hits, len(predicted) - hits, len(gold) - hits)


def match_entities(text: str, gold: Sequence[Spot], predicted: Iterable[Spot]) -> tuple[int, int]:
    """Entities of a document all of whose mentions were found, and entities.

    An entity is a label with a string, whatever its case and white space.
    """
    hit = set(predicted)
    found: dict[tuple[str, str], bool] = {}
    for span in gold:
        key = (span[2], " ".join(text[span[0] : span[1]].casefold().split()))
        found[key] = found.get(key, True) and span in hit
    return sum(found.values()), len(found)


def count_covered(text: str, gold: Iterable[Spot], hidden: Iterable[tuple[int, int]]) -> int:
    """Gold spans of which every letter and digit lies in something hidden."""
    places = {i for start, end in hidden for i in range(start, end)}
    return sum(
        all(i in places for i in range(start, end) if text[i].isalnum()) for start, end, _ in gold
    )


def is_clean(text: str, gold: Iterable[Spot], anonymized: str) -> bool:
    """Is no gold string left in the output, as a whole word, in the same case?"""
    return not any(any(whole_words(text[start:end], anonymized)) for start, end, _ in gold)


def total(parts: Iterable[Prf]) -> Prf:
    """Micro sum."""
    return sum(parts, Prf())


def by_label(documents: Iterable[DocumentScore]) -> dict[str, Prf]:
    """Micro sums by label over documents."""
    sums: dict[str, Prf] = {}
    for document in documents:
        for label, counts in document.spans.items():
            sums[label] = sums.get(label, Prf()) + counts
    return dict(sorted(sums.items()))


def summarise(documents: Sequence[DocumentScore]) -> dict[str, float | int | None]:
    """The figures that are not by label.

    documents (Sequence[DocumentScore]): All documents.
    RETURNS (dict): `doc_recall` is the mean of the recalls of documents with gold; `docs_found`
        the share of them of which every span was found; `docs_clean` the share of them of which
        no gold string is left; `covered` the share of gold spans hidden, whatever the label.
    """
    holding = [d for d in documents if d.gold]
    recalls = [d.all.recall or 0.0 for d in holding]
    entities = Counter[str]()
    for d in holding:
        entities.update(found=d.entities[0], all=d.entities[1])
    judged = [d for d in holding if d.clean is not None]
    return {
        "documents": len(documents),
        "documents_with_gold": len(holding),
        "gold_spans": sum(d.gold for d in holding),
        "doc_recall": rounded(mean(recalls)),
        "docs_found": rounded(mean([float(r == 1.0) for r in recalls])),
        "entity_recall": rounded(share(entities["found"], entities["all"])),
        "covered": rounded(share(sum(d.covered for d in holding), sum(d.gold for d in holding))),
        "docs_clean": rounded(mean([float(bool(d.clean)) for d in judged])),
    }


def mean(values: Sequence[float]) -> float | None:
    """The mean; None of nothing."""
    return sum(values) / len(values) if values else None


def share(part: float, whole: float) -> float | None:
    """A share; None of nothing."""
    return part / whole if whole else None


def rounded(value: float | None) -> float | None:
    """Six digits, so that JSON of the same figures is the same."""
    return None if value is None else round(value, 6)


def whole_words(original: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a string stands in a text, in the same case, not within a longer word.

    original (str): The string.
    text (str): Where to look.
    YIELDS (tuple): Start and end.
    """
    wanted = original.strip()
    at = text.find(wanted) if wanted else -1
    while at >= 0:
        end = at + len(wanted)
        before = at > 0 and text[at - 1].isalnum() and wanted[0].isalnum()
        after = end < len(text) and text[end].isalnum() and wanted[-1].isalnum()
        if not before and not after:
            yield at, end
        at = text.find(wanted, at + 1)
