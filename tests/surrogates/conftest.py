"""Calls a surrogate maker the way the anonymizer does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from spacy_hips.core.ids import Secret
from spacy_hips.replace.surrogates.maker import Context, Mention
from spacy_hips.who.persons.link.entity import Entity

SECRET = Secret(b"a secret for the tests, 32 bytes")
ANA = Entity("PERSON:1", "PERSON", "ana", first="María", middle="José", last="García López")
INGRID = Entity("PERSON:1", "PERSON", "ana", first="Ingrid", last="Lindqvist")


def call(
    maker,
    text,
    label="ID_NUM",
    *,
    key="",
    scope="document:1",
    owned=False,
    entities=(),
    texts=(),
    secret=SECRET,
    **context,
):
    """Make a surrogate of one mention; entities are pairs of label and text."""
    entity = Entity(
        f"{label}:1",
        label,
        key or text.casefold(),
        (text, *texts),
        owner="PERSON:1" if owned else "",
    )
    known = {
        f"{lab}:{i}": Entity(f"{lab}:{i}", lab, t.casefold(), (t,))
        for i, (lab, t) in enumerate(entities, 2)
    }
    if owned:
        known["PERSON:1"] = ANA
    return maker(
        Mention(text, 0, len(text), label),
        entity,
        Context(
            entities=known,
            identities={"PERSON:1": INGRID} if owned else {},
            author_draw=secret.draw_for(scope, "AUTHOR", scope),
            **context,
        ),
        secret.draw_for(scope, label, entity.key),
    )


@pytest.fixture(name="call")
def _call() -> Callable:
    return call


@pytest.fixture(scope="session")
def scopes() -> list[str]:
    """Scopes to draw in: what must hold, holds for each."""
    return [f"document:{i}" for i in range(25)]
