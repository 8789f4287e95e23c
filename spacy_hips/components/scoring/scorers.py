"""The scorer of the components, for `nlp.evaluate` and `spacy evaluate --spans-key pii`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ...core.spans import read_group
from .metrics import Prf, Spot, match_by_label, total

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.training import Example

Scorer = Callable[..., dict[str, Any]]


class PiiScorer:
    """Exact precision, recall and F1 of a span group, in all and by label.

    If the gold has exact characters, spans are compared by these, else by the characters of
    their tokens: a span that ends inside a token still matches gold made of tokens. If all spans
    lie on tokens, the figures are those of `spacy.Scorer.score_spans`.

    spans_key (str): The group.
    """

    def __init__(self, spans_key: str = "pii") -> None:
        self.spans_key = spans_key

    def __call__(self, examples: Iterable[Example], **settings: Any) -> dict[str, Any]:
        """Score examples.

        examples (Iterable[Example]): Predictions with their references.
        RETURNS (dict): `spans_KEY_p`, `_r`, `_f` and `_per_type`; None where neither side has a
            span, as spaCy has it.
        """
        counts: dict[str, Prf] = {}
        for example in examples:
            if self.spans_key not in example.reference.spans:
                continue
            for label, own in self.score(example).items():
                counts[label] = counts.get(label, Prf()) + own
        name = f"spans_{self.spans_key}"
        if not counts:
            return {f"{name}_{key}": None for key in ("p", "r", "f", "per_type")}
        return {
            **{f"{name}_{key}": value for key, value in _rates(total(counts.values())).items()},
            f"{name}_per_type": {label: _rates(counts[label]) for label in sorted(counts)},
        }

    def score(self, example: Example) -> dict[str, Prf]:
        """Counts by label for one example."""
        gold = example.reference
        exact = gold.spans[self.spans_key].attrs.get("offsets") is not None
        return match_by_label(
            _spots(gold, self.spans_key, exact=exact),
            _spots(example.predicted, self.spans_key, exact=exact),
        )


def make_pii_scorer(spans_key: str = "pii") -> Scorer:
    """Make the scorer `spacy_hips.PiiScorer.v1`.

    spans_key (str): The span group to score.
    RETURNS (Callable): Takes examples and returns a dict of scores.
    """
    return PiiScorer(spans_key)


def _spots(doc: Doc, key: str, *, exact: bool) -> list[Spot]:
    if exact:
        return [(s.start, s.end, s.label) for s in read_group(doc, key)]
    group = doc.spans.get(key, ())
    return [(s.start_char, s.end_char, s.label_) for s in group]


def _rates(counts: Prf) -> dict[str, float]:
    """spaCy counts 0 where nothing can be divided."""
    return {"p": counts.precision or 0.0, "r": counts.recall or 0.0, "f": counts.f() or 0.0}
