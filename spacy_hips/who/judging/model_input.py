"""What the filter's model is given of a document: tokens and features of every mention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...core.errors import Errors, HipsError
from ...core.spans import TokenCover
from ...find.models.role_classifier import Mentions
from ..persons.search.propagate import SOURCE as PROPAGATED
from .evidence import FEATURES, LISTED
from .people import People

if TYPE_CHECKING:
    from spacy.tokens import Doc

FINDER_FEATURES = ("score", "propagated")
"""What the finder says of a mention, before the columns of the evidence."""
WIDTH = len(FINDER_FEATURES) + len(FEATURES)


def mentions_of(doc: Doc, people: People, trained: Sequence[str], name: str) -> Mentions:
    """The mentions of a document's persons with the features that a model was trained with.

    doc (Doc): The document.
    people (People): Its persons.
    trained (Sequence[str]): The names of the features, whatever came since.
    name (str): The component's name, for errors.
    RETURNS (Mentions): Person by person.
    RAISES (HipsError): E515 for features that are no longer gathered.
    """
    cover = TokenCover(doc)
    flat = people.flat
    tokens = np.array([cover(s.start, s.end) for s in flat], dtype="int32").reshape(-1, 2)
    own = np.array([(s.score, s.source.startswith(PROPAGATED)) for s in flat], dtype="float32")
    rows = [evidence.features for evidence in people.evidence]
    told = np.concatenate(rows) if rows else np.zeros((0, len(FEATURES)))
    if list(trained) != list(FEATURES):
        gone = len(set(trained) - set(FEATURES))
        if gone:
            raise HipsError(Errors.E515.format(name=name, count=gone))
        told = told[:, [FEATURES.index(feature) for feature in trained]]
    features = np.hstack([own.reshape(-1, len(FINDER_FEATURES)), told])
    return Mentions(doc, tokens, features.astype("float32"))


def unlisted(mentions: Mentions, trained: Sequence[str]) -> Mentions:
    """The mentions of a training document as if the packaged lists were empty.

    Public persons of training texts are on the lists more often than others are.

    mentions (Mentions): The mentions.
    trained (Sequence[str]): The names of their features.
    RETURNS (Mentions): Others; the given ones stay as they are.
    """
    features = mentions.features.copy()
    columns = [len(FINDER_FEATURES) + trained.index(name) for name in LISTED if name in trained]
    features[:, columns] = 0.0
    return replace(mentions, features=features)
