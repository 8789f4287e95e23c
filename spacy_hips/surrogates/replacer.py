"""Carries out the actions on the spans of one text: plans every entity, then renders mentions.

Entities are planned in the order of a keyed digest, never of their places, so that the same
entities get the same surrogates whatever the order of the text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..errors import Errors, HipsError
from ..ids import Draw
from ..labels import LABELS, NAME_LABELS
from ..persons.records import Entity
from ..spans import PiiSpan, Replacement
from .base import Context, Mention, SurrogateMaker

REDACTED = "[REDACTED]"
CONTEXT_CHARACTERS = 80

DrawFor = Callable[[str, str], Draw]


@dataclass(frozen=True)
class Draws:
    """The keyed choices of one document.

    of (Callable): `of(kind, key)` gives the draws of one entity in the scope.
    author (Draw): The draws that all documents of an author share.
    scope (str): The scope's name.
    """

    of: DrawFor
    author: Draw
    scope: str = "document"


@dataclass(frozen=True)
class Replaced:
    """What came of one text.

    text (str): The new text.
    replacements (tuple[Replacement, ...]): What was done, by place.
    failed (Counter): How many surrogates could not be made, by label.
    """

    text: str
    replacements: tuple[Replacement, ...] = ()
    failed: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class _Plan:
    """What all mentions of one entity share."""

    entity: Entity
    context: Context
    draw: Draw


class Replacer:
    """Replaces spans by what their label's action asks for.

    makers (Mapping): Surrogate makers by label; the one for PERSON serves all names.
    generalisers (Mapping): Makers for the action "generalise", by label.
    lang (str): The language of the texts.
    """

    def __init__(
        self,
        makers: Mapping[str, SurrogateMaker],
        generalisers: Mapping[str, SurrogateMaker],
        lang: str = "en",
    ) -> None:
        self.makers = makers
        self.generalisers = generalisers
        self.lang = lang

    def __call__(
        self,
        text: str,
        spans: Sequence[PiiSpan],
        entities: Mapping[str, Entity],
        actions: Mapping[str, str],
        draws: Draws,
        released: Mapping[str, str] | None = None,
    ) -> Replaced:
        """Replace the spans of one text.

        text (str): The original.
        spans (Sequence[PiiSpan]): By place, without overlap, each with the id of its entity.
        entities (Mapping[str, Entity]): The entities by id.
        actions (Mapping[str, str]): The action of every label.
        draws (Draws): The keyed choices.
        released (Mapping[str, str]): Released classes of quasi-identifiers, by label.
        RETURNS (Replaced): The new text and what was done.
        """
        spans = [s for s in spans if actions[s.label] != "keep"]
        plans = self._plan(text, spans, entities, actions, draws, released or {})
        pieces: list[str] = []
        done: list[Replacement] = []
        failed: Counter[str] = Counter()
        at = length = 0
        for span in spans:
            action, new = self._render(text, span, actions[span.label], plans.get(span.id))
            if new is None:
                failed[span.label] += 1
                new = f"[{span.label}]"
            pieces += (text[at : span.start], new)
            start = length + span.start - at
            length = start + len(new)
            at = span.end
            done.append(
                Replacement(span.start, span.end, start, length, span.label, span.id, action, new)
            )
        pieces.append(text[at:])
        return Replaced("".join(pieces), tuple(done), failed)

    def _plan(
        self,
        text: str,
        spans: Sequence[PiiSpan],
        entities: Mapping[str, Entity],
        actions: Mapping[str, str],
        draws: Draws,
        released: Mapping[str, str],
    ) -> dict[str, _Plan]:
        """Give every entity its draws and its context, persons first: others follow them."""
        hidden = [s for s in spans if actions[s.label] in ("surrogate", "generalise")]
        context = Context(
            scope=draws.scope,
            originals=_originals(text, [s for s in spans if actions[s.label] != "mark"]),
            entities=entities,
            released=released,
            lang=self.lang,
            author_draw=draws.author,
        )
        first = {s.id: s for s in sorted(hidden, key=lambda s: (text[s.start : s.end], s.start))}
        drawn = {i: draws.of(_kind(s.label), entities[i].key) for i, s in first.items()}
        order = sorted(first, key=lambda i: (drawn[i]("order", 1 << 64), entities[i].key))
        context, plans = self._identities(order, first, entities, drawn, context, actions)
        taken = set(context.taken)
        for i in order:
            if i in plans:
                continue
            span = first[i]
            own = replace(context, taken=frozenset(taken), action=actions[span.label])
            plans[i] = _Plan(entities[i], own, drawn[i])
            new = self._make(text, span, actions[span.label], plans[i])
            if new and LABELS[span.label].kind == "direct":
                taken.add(new.casefold())
        return plans

    def _identities(
        self,
        order: Sequence[str],
        first: Mapping[str, PiiSpan],
        entities: Mapping[str, Entity],
        drawn: Mapping[str, Draw],
        context: Context,
        actions: Mapping[str, str],
    ) -> tuple[Context, dict[str, _Plan]]:
        """Give every person a new identity, no two the same."""
        names = [i for i in order if first[i].label in NAME_LABELS]
        make = getattr(self.makers.get("PERSON"), "identity", None)
        identities: dict[str, Entity] = {}
        taken: set[str] = set()
        for i in names if make else ():
            own = replace(context, taken=frozenset(taken), identities=dict(identities))
            new = make(entities[i], own, drawn[i])
            if new is not None:
                identities[i] = new
                taken.add(new.full.casefold())
        context = replace(context, identities=identities, taken=frozenset(taken))
        plans = {
            i: _Plan(entities[i], replace(context, action=actions[first[i].label]), drawn[i])
            for i in names
        }
        return context, plans

    def _render(
        self, text: str, span: PiiSpan, action: str, plan: _Plan | None
    ) -> tuple[str, str | None]:
        """The action that was taken and the text that stands there now."""
        original = text[span.start : span.end]
        if action == "mark":
            return action, original
        if action == "redact":
            return action, REDACTED
        if action == "placeholder" or plan is None:
            return action, f"[{span.label}_{span.id.rpartition(':')[2]}]"
        new = self._make(text, span, action, plan)
        # A maker of dates and other indirect values leaves what names nobody (1789) as it is.
        if new == original and LABELS[span.label].kind == "indirect":
            return "mark", original
        return action, new

    def _make(self, text: str, span: PiiSpan, action: str, plan: _Plan) -> str | None:
        maker = self._maker(span.label, action)
        if maker is None:
            return None
        mention = Mention(text[span.start : span.end], span.start, span.end, span.label)
        context = replace(
            plan.context,
            before=text[max(0, span.start - CONTEXT_CHARACTERS) : span.start],
            after=text[span.end : span.end + CONTEXT_CHARACTERS],
        )
        new = maker(mention, plan.entity, context, plan.draw)
        if new is not None and not isinstance(new, str):
            raise HipsError(Errors.E123.format(label=span.label, got=type(new).__name__))
        return None if not new or _is_original(new, mention, context) else new

    def _maker(self, label: str, action: str) -> SurrogateMaker | None:
        makers = self.generalisers if action == "generalise" else self.makers
        return makers.get(label) or (makers.get("PERSON") if label in NAME_LABELS else None)


def _kind(label: str) -> str:
    """A person draws the same whatever role the name was found to have."""
    return "PERSON" if label in NAME_LABELS else label


def _originals(text: str, spans: Sequence[PiiSpan]) -> frozenset[str]:
    """Everything hidden, case-folded, and the words of hidden names."""
    out = set()
    for span in spans:
        if LABELS[span.label].kind == "indirect":
            continue
        original = text[span.start : span.end].casefold()
        out.add(original)
        if span.label in NAME_LABELS:
            out.update(word.strip(".,'’()") for word in original.split())
    return frozenset(word for word in out if len(word) > 1)


def _is_original(new: str, mention: Mention, context: Context) -> bool:
    """Would the surrogate show an original? Indirect values are few and may meet by chance."""
    if LABELS[mention.label].kind == "indirect":
        return False
    folded = new.casefold()
    return folded == mention.text.casefold() or folded in context.originals
