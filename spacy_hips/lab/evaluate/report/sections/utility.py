"""What the texts are still good for: measures before and after, and what was kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from .....components.scoring.metrics import rounded
from ..asked import Asked
from ..facts import Facts
from ..figures import share_figures
from ..measures import BUCKETS, MEASURES

KEPT: Mapping[str, str] = {
    "intervals": "days between dates that were replaced",
    "who_p": "who is who: B³ precision",
    "who_r": "who is who: B³ recall",
    "tags": "part-of-speech tags of the words that stay",
}
FOLDS, LEAST_OF_CLASS = 5, 10


def utility(documents: Sequence[Facts], asked: Asked) -> dict[str, Any]:
    """The section.

    documents (Sequence[Facts]): All documents.
    asked (Asked): What was asked for.
    RETURNS (dict): Plain data.
    """
    held = [facts for facts in documents if facts.before and facts.after]
    kept = share_figures([facts.kept for facts in held], asked.draws, asked.seed)
    said = _classifier(held, asked) if asked.classes else None
    return {
        "documents": len(held),
        "measures": [_measure(name, held, asked) for name in MEASURES] if held else [],
        "kept": {name: kept.get(name) for name in KEPT},
        "classifier": said,
        "notes": _notes(kept, asked, said),
    }


def _measure(name: str, held: Sequence[Facts], asked: Asked) -> dict[str, Any]:
    """Means over documents, and the mean change with its interval."""
    before = np.array([facts.before[name] for facts in held])
    after = np.array([facts.after[name] for facts in held])
    change, random = after - before, np.random.default_rng(asked.seed)
    means = [
        float(change[random.integers(0, len(change), len(change))].mean())
        for _ in range(asked.draws)
    ]
    low, high = np.percentile(means, [2.5, 97.5]) if means else (None, None)
    return {
        "name": name,
        "before": rounded(float(before.mean())),
        "after": rounded(float(after.mean())),
        "change": rounded(float(change.mean())),
        "low": rounded(low if low is None else float(low)),
        "high": rounded(high if high is None else float(high)),
    }


def _classifier(held: Sequence[Facts], asked: Asked) -> dict[str, Any] | None:
    """Does a classifier judge outputs like originals, and is one as good that learnt from outputs?

    Logistic regression on words, weighed by how rare they are; five folds, so that no text is
    judged by what learnt from it. Classes of fewer than ten texts are left out.
    """
    fit = _fit()
    classes = [facts.klass for facts in held]
    own = [f for f in held if f.klass and classes.count(f.klass) >= LEAST_OF_CLASS]
    if fit is None or len({facts.klass for facts in own}) < 2:
        return None
    truth = np.array([facts.klass for facts in own])
    texts = [[" ".join(map(str, facts.hashed[side])) for facts in own] for side in (0, 1)]
    learnt, of_outputs = (fit(side, texts, truth, asked.seed) for side in texts)
    right = {"before": learnt[0], "after": learnt[1],
             "back": of_outputs[0], "released": of_outputs[1]}  # fmt: skip
    hits = {name: said == truth for name, said in right.items()}
    hits["agreement"] = learnt[0] == learnt[1]
    rows = [{name: (float(hit[i]), 1.0) for name, hit in hits.items()} for i in range(len(own))]
    share = share_figures(rows, asked.draws, asked.seed)
    return {"documents": len(own), "classes": len(set(truth.tolist())), **share}


def _fit() -> Callable[..., tuple[np.ndarray, ...]] | None:
    """Trains the classifier on one side of the texts and asks it about both.

    None where scikit-learn is not installed.
    """
    try:
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.linear_model import LogisticRegression
        from sklearn.model_selection import StratifiedKFold
        from sklearn.pipeline import make_pipeline
    except ImportError:
        return None

    def fit(
        learnt: list[str], sides: Sequence[list[str]], truth: np.ndarray, seed: int
    ) -> tuple[np.ndarray, ...]:
        said = tuple(np.empty_like(truth) for _ in sides)
        folds = StratifiedKFold(FOLDS, shuffle=True, random_state=seed)
        for train, test in folds.split(learnt, truth):
            model = make_pipeline(
                TfidfVectorizer(token_pattern=r"\d+", sublinear_tf=True, max_features=BUCKETS),
                LogisticRegression(max_iter=1000),
            )
            model.fit([learnt[i] for i in train], truth[train])
            for side, texts in enumerate(sides):
                said[side][test] = model.predict([texts[i] for i in test])
        return said

    return fit


def _notes(kept: Mapping[str, Any], asked: Asked, said: Mapping[str, Any] | None) -> list[str]:
    notes = []
    if "intervals" not in kept:
        notes.append("No text has two whole dates that were replaced: intervals are not measured.")
    if "who_p" not in kept:
        notes.append("No name was replaced: who is who is not measured.")
    if "tags" not in kept:
        notes.append(
            "Tags are not measured: no spaCy pipeline with a tagger is installed (--tagger)."
            if not asked.tagger
            else "Tags are not measured: nothing to compare."
        )
    if not asked.classes:
        notes.append("No field of the gold was named for a classifier (--classes FIELD).")
    elif _fit() is None:
        notes.append("The classifier needs scikit-learn: pip install 'spacy-hips[curate]'.")
    elif said is None:
        notes.append(
            f"The field of the gold has fewer than two values with {LEAST_OF_CLASS} texts each: "
            "no classifier."
        )
    return notes
