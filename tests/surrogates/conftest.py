"""Calls a surrogate maker the way the anonymizer does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from spacy_hips.core.ids import Secret
from spacy_hips.replace.surrogates.maker import Context, Mention
from spacy_hips.who.persons.link.entity import Entity

# What scrypt makes of "a secret for the tests, 32 bytes": seeds pin some outcomes.
SECRET = Secret.of_key(
    bytes.fromhex("8ddadeea6fc5c420b1632e83b83bb0bc06867dfba0b1495de8df8769b7bae96d")
)
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
