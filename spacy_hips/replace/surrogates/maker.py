"""The policy signature: what a surrogate maker is given, and what it may return.

A surrogate maker is a registered function in the config
(`@misc = "spacy_hips.NameSurrogate.v1"`) whose result is called as

    maker(mention, entity, context, draw) -> str | None

It returns the text that takes the mention's place, or None where it cannot make one; then the
anonymizer writes `[LABEL]`, counts it and warns. It must be a pure function of its arguments:
all chance comes from `draw(purpose, n)`, so that the result is the same in every process.

A maker of names may also have a method

    maker.identity(entity, context, draw) -> Entity | None

which makes the new identity of a person once: the same record with other parts. The anonymizer
calls it for every person before any mention is rendered, in an order that does not depend on
places (sorted by a keyed digest), with `context.taken` holding the full new names given so far;
all makers then find the results in `context.identities`, so that addresses follow their owners.
The maker set for PERSON makes all names but those whose own label has one (`maker_for`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from typing import Protocol

from ...core.ids import Draw
from ...core.labels import NAME_LABELS
from ...who.persons.link.entity import Entity


@dataclass(frozen=True)
class Mention:
    """One place where an entity stands in the text.

    text (str): The original characters.
    start, end (int): Where they stand.
    label (str): The label.
    form (str): How a person is named there, such as "first last"; "" where not parsed.
    """

    text: str
    start: int
    end: int
    label: str
    form: str = ""


@dataclass(frozen=True)
class Value:
    """What a mention names, apart from how it is written there: what `shuffle` exchanges.

    kind (str): What it may be exchanged with, such as "school/high" or "place/city".
    key (str): What two spellings of it have in common.
    shown (str): What stands for it in another's place: a name, or the id of a place.
    """

    kind: str
    key: str
    shown: str


class Swaps(Protocol):
    """Which value has another's place within a scope; see shuffle.py."""

    def shown(self, kind: str, key: str) -> str | None:
        """What is shown in a value's place; None where it is not shuffled."""
        ...

    def knows(self, kind: str, key: str) -> bool:
        """Was it settled whether the value is shuffled?"""
        ...


@dataclass(frozen=True)
class Context:
    """What a surrogate must fit besides its own entity.

    scope (str): The scope of the draws.
    action (str): The action that is being carried out.
    originals (frozenset[str]): Case-folded originals and their parts that must not appear.
    taken (Set[str]): Case-folded full surrogates already given to other entities (taken.py).
    entities (Mapping[str, Entity]): All entities of the document, by id: an e-mail follows its
        owner through `entity.owner`.
    identities (Mapping[str, Entity]): The new identity of each person that has one, by id.
    released (Mapping[str, str]): The released class of a quasi-identifier, by label.
    before, after (str): Up to 80 characters around the mention.
    lang (str): The language, as `nlp.lang`.
    author (str): The author's id, for shifts that are one per author; "" where not known.
    author_draw (Draw): Draws bound to the author (or, unknown, to the document).
    swaps (Swaps): Which values are exchanged between documents; None where none are.
    realism (str): "safe" or "plausible"; see realism.py.
    """

    scope: str = "document"
    action: str = "surrogate"
    originals: frozenset[str] = frozenset()
    taken: Set[str] = frozenset()
    entities: Mapping[str, Entity] = field(default_factory=dict)
    identities: Mapping[str, Entity] = field(default_factory=dict)
    released: Mapping[str, str] = field(default_factory=dict)
    before: str = ""
    after: str = ""
    lang: str = "en"
    author: str = ""
    author_draw: Draw | None = None
    swaps: Swaps | None = None
    realism: str = "safe"


SurrogateMaker = Callable[[Mention, Entity, Context, Draw], "str | None"]
Identity = Callable[[Entity, Context, Draw], "Entity | None"]


def maker_for(makers: Mapping[str, SurrogateMaker], label: str) -> SurrogateMaker | None:
    """The maker of a label.

    makers (Mapping): Makers by label.
    label (str): The label; a name without one of its own has that of PERSON.
    RETURNS (SurrogateMaker): It; None where nothing makes surrogates of the label.
    """
    return makers.get(label) or (makers.get("PERSON") if label in NAME_LABELS else None)


def identity_maker(makers: Mapping[str, SurrogateMaker], label: str) -> Identity | None:
    """What gives a person a new identity; None for other labels and makers without one.

    makers (Mapping): Makers by label.
    label (str): The label of the person.
    """
    maker = maker_for(makers, label) if label in NAME_LABELS else None
    return getattr(maker, "identity", None)
