"""Carries out the actions on the spans of one text: plans every entity, then renders mentions.

Entities are planned in the order of a keyed digest, never of their places, so that the same
entities get the same surrogates whatever the order of the text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Protocol

from ...core.errors import Errors, HipsError
from ...core.ids import Draw
from ...core.labels import LABELS, NAME_LABELS
from ...core.later import regex
from ...core.spans import FILL, FILLED, PiiSpan, Replacement, action_of, surface_of
from ...text.lexicon.letters import undress
from ...text.page.page import page_for
from ...who.persons.link.entity import Entity
from ...who.persons.link.linking import kind_of
from .ages import takes_an
from .choose import vowel_first
from .maker import Context, Mention, SurrogateMaker, Swaps, identity_maker, maker_for
from .repeat import Consistent, RepeatPolicy, variant_draw
from .showing import shows_original
from .taken import Taken

REDACTED = "[REDACTED]"
CODE_DIGITS: Mapping[str, int] = MappingProxyType({"author": 6, "group": 6, "corpus": 9})
"""So many digits tell apart the identifiers of one author or group, or of a corpus."""
MADE: frozenset[str] = frozenset(("surrogate", "generalise"))
CONTEXT_CHARACTERS = 80
SEPARATOR = "\x1f"
_OWNED = regex.compile(r"[^\S\n]\p{L}")
_OPENING = regex.compile(r"(?<![\w'’])['‘](?=\w)")
_CLOSED = regex.compile(r"(?<=[\w.,!?])['’](?!\w)")
_ARTICLE = regex.compile(r"(?<!\w)(an?)([^\S\n])\Z", regex.I)
OF_AUTHOR: frozenset[str] = frozenset(("DATE", "DATE_OF_BIRTH", "AGE"))
"""Their shifts are one an author, so that intervals and lives stay whole, whatever the scope."""

_ARTICLES: Mapping[str, Callable[[str], bool]] = MappingProxyType(
    {"AGE": takes_an, "PROFESSION": vowel_first}
)
DrawFor = Callable[[str, str], Draw]


class Allocation(Protocol):
    """What was settled for one scope before any of its documents is replaced."""

    def identity(self, key: str, entity: Entity) -> Entity | None:
        """Who a person has become; None where no new name could be made."""
        ...

    def surrogate(self, kind: str, key: str, text: str) -> str | None:
        """What an identifier has become where it is written so; None where none could be made."""
        ...


@dataclass(frozen=True)
class Draws:
    """The keyed choices of one document.

    of (Callable): `of(kind, key)` gives the draws of one entity in the scope.
    author (Draw): The draws that all documents of an author share.
    scope (str): The scope's name.
    shared (Draw): The draws that all documents of a wider scope share: a town becomes the same
        town in all of them, while dates and ages stay the author's; None where the author's serve.
    owner (str): What a name that tells too little is bound to in a wider scope (see
        `bound_key`): the author or the document; "" binds nothing.
    allocation (Allocation): What was settled before, for scopes wider than a document.
    swaps (Swaps): Which values are exchanged between documents; None where none are.
    """

    of: DrawFor
    author: Draw
    scope: str = "document"
    shared: Draw | None = None
    owner: str = ""
    allocation: Allocation | None = None
    swaps: Swaps | None = None


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
    key: str = ""
    allocation: Allocation | None = None


class Replacer:
    """Replaces spans by what their label's action asks for.

    makers (Mapping): Surrogate makers by label; the one for PERSON serves all names.
    generalisers (Mapping): Makers for the action "generalise", by label.
    lang (str): The language of texts that do not tell theirs.
    repeat (RepeatPolicy): Whether all mentions of an entity get one surrogate; see repeat.py.
    """

    def __init__(
        self,
        makers: Mapping[str, SurrogateMaker],
        generalisers: Mapping[str, SurrogateMaker],
        lang: str = "en",
        repeat: RepeatPolicy | None = None,
    ) -> None:
        self.makers = makers
        self.generalisers = generalisers
        self.lang = lang
        self.repeat: RepeatPolicy = repeat or Consistent()

    def __call__(
        self,
        text: str,
        spans: Sequence[PiiSpan],
        entities: Mapping[str, Entity],
        actions: Mapping[str, str],
        draws: Draws,
        released: Mapping[str, str] | None = None,
        denied: Collection[str] = (),
    ) -> Replaced:
        """Replace the spans of one text.

        text (str): The original.
        spans (Sequence[PiiSpan]): By place, without overlap, each with the id of its entity.
        entities (Mapping[str, Entity]): The entities by id.
        actions (Mapping[str, str]): The action of every label.
        draws (Draws): The keyed choices.
        released (Mapping[str, str]): Released classes of quasi-identifiers, by label.
        denied (Collection[str]): What no surrogate may show.
        RETURNS (Replaced): The new text and what was done.
        """
        spans = [s for s in spans if action_of(s, actions) != "keep"]
        english = page_for(text, self.lang).lang.startswith("en")
        shows = _finder(denied)
        plans = self._plan(text, spans, entities, actions, draws, released or {})
        variants = _Variants(self, plans)
        pieces: list[str] = []
        done: list[Replacement] = []
        failed: Counter[str] = Counter()
        at = length = 0
        for span in spans:
            wanted = action_of(span, actions)
            action, new = self._render(text, span, wanted, variants.next(span.id))
            if wanted == "placeholder":
                new = _placeholder(text, span, entities[span.id], draws)
            if wanted in MADE and new and shows(new):
                action, new = wanted, None
            if new is None:
                failed[span.label] += 1
                new = f"[{span.label}]"
            begin, end = span.start, span.end
            if action in MADE and span.label in NAME_LABELS:
                new, end = _owning(text, span, new)
            if action in MADE and span.label in _ARTICLES and english:
                new, begin = _with_article(text, span, new, at)
            pieces += (text[at:begin], new)
            start = length + begin - at
            length = start + len(new)
            at = end
            told = FILL if span.source.startswith(FILLED) else action
            done.append(Replacement(begin, end, start, length, span.label, span.id, told, new))
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
        hidden = [s for s in spans if action_of(s, actions) in MADE]
        context = Context(
            scope=draws.scope,
            originals=_originals(text, [s for s in spans if action_of(s, actions) != "mark"]),
            entities=entities,
            released=released,
            lang=page_for(text, self.lang).lang,
            author_draw=draws.author,
            swaps=draws.swaps,
        )
        first = {s.id: s for s in sorted(hidden, key=lambda s: (text[s.start : s.end], s.start))}
        keys = {i: bound_key(entities[i], draws.owner) for i in first}
        drawn = {i: draws.of(kind_of(s.label), keys[i]) for i, s in first.items()}
        order = sorted(first, key=lambda i: (drawn[i]("order", 1 << 64), keys[i]))
        if draws.allocation is None:
            context = self._identities(order, first, entities, drawn, context)
        else:
            context = self._allocated(draws.allocation, first, entities, keys, context)
        plans: dict[str, _Plan] = {}
        for i in order:
            if first[i].label in NAME_LABELS:
                own = replace(context, action=action_of(first[i], actions))
                plans[i] = _Plan(entities[i], own, drawn[i], keys[i], draws.allocation)
        # A handle may be a new name written as one word, so new names are not taken from it.
        taken = Taken()
        for i in order:
            if i in plans:
                continue
            span = first[i]
            action = action_of(span, actions)
            own = replace(context, taken=taken, action=action)
            if draws.shared is not None and span.label not in OF_AUTHOR:
                own = replace(own, author_draw=draws.shared)
            plans[i] = _Plan(entities[i], own, drawn[i], keys[i], draws.allocation)
            new = self._make(text, span, action, plans[i])
            if new and LABELS[span.label].kind == "direct":
                taken = taken.plus(new.casefold())
        return plans

    def _identities(
        self,
        order: Sequence[str],
        first: Mapping[str, PiiSpan],
        entities: Mapping[str, Entity],
        drawn: Mapping[str, Draw],
        context: Context,
    ) -> Context:
        """Give every person a new identity, no two the same."""
        identities: dict[str, Entity] = {}
        taken = Taken()
        for i in order:
            make = identity_maker(self.makers, first[i].label)
            if make is None:
                continue
            own = replace(context, taken=taken, identities=identities)
            new = make(entities[i], own, drawn[i])
            if new is not None:
                identities[i] = new
                taken = taken.plus(new.full.casefold())
        return replace(context, identities=identities, taken=taken)

    def _allocated(
        self,
        allocation: Allocation,
        first: Mapping[str, PiiSpan],
        entities: Mapping[str, Entity],
        keys: Mapping[str, str],
        context: Context,
    ) -> Context:
        """Give every person the identity that was settled for it."""
        identities = {
            i: new
            for i, span in first.items()
            if identity_maker(self.makers, span.label) is not None
            and (new := allocation.identity(keys[i], entities[i])) is not None
        }
        return replace(context, identities=identities)

    def _render(
        self, text: str, span: PiiSpan, action: str, plan: _Plan | None
    ) -> tuple[str, str | None]:
        """The action that was taken and the text that stands there now; None where none is made."""
        original = text[span.start : span.end]
        if span.surrogate:
            return action, _by_hand(text, span, plan)
        if action == "mark":
            return action, original
        if action == "redact":
            return action, REDACTED
        if plan is None:
            return action, None
        new = self._make(text, span, action, plan)
        # A maker of dates and other indirect values leaves what names nobody (1789) as it is.
        if new == original and LABELS[span.label].kind == "indirect":
            return "mark", original
        return action, new

    def _make(self, text: str, span: PiiSpan, action: str, plan: _Plan) -> str | None:
        maker = self._maker(span.label, action)
        if maker is None:
            return None
        mention = Mention(surface_of(span, text), span.start, span.end, span.label)
        if plan.allocation is not None and is_allocated(span.label, action):
            return self._settled(mention, plan, maker)
        context = replace(
            plan.context,
            before=text[max(0, span.start - CONTEXT_CHARACTERS) : span.start],
            after=text[span.end : span.end + CONTEXT_CHARACTERS],
        )
        new = maker(mention, plan.entity, context, plan.draw)
        if new is not None and not isinstance(new, str):
            raise HipsError(Errors.E123.format(label=span.label, got=type(new).__name__))
        return None if not new or _is_original(new, mention, context) else new

    def _settled(self, mention: Mention, plan: _Plan, maker: SurrogateMaker) -> str | None:
        """What the allocation says of a mention; a name is written in the mention's own form."""
        assert plan.allocation is not None
        if identity_maker(self.makers, mention.label) is not None:
            named = plan.entity.id in plan.context.identities
            new = maker(mention, plan.entity, plan.context, plan.draw) if named else None
        else:
            new = plan.allocation.surrogate(kind_of(mention.label), plan.key, mention.text)
        # Others' originals were kept clear of when it was settled; what joined the scope later
        # may meet it, and then may not change it.
        return new if new and new.casefold() != mention.text.casefold() else None

    def _maker(self, label: str, action: str) -> SurrogateMaker | None:
        return maker_for(self.generalisers if action == "generalise" else self.makers, label)


class _Variants:
    """Hands out the plan of each mention, in the order of the text, as the repeat policy asks."""

    def __init__(self, replacer: Replacer, plans: Mapping[str, _Plan]) -> None:
        self._replacer = replacer
        self._plans = plans
        self._seen: Counter[str] = Counter()
        self._made: dict[tuple[str, int], _Plan] = {}
        self._taken: set[str] = set()

    def next(self, i: str) -> _Plan | None:
        """The plan of the next mention of an entity; None where it has none."""
        plan = self._plans.get(i)
        if plan is None or plan.allocation is not None:
            return plan
        variant = self._replacer.repeat(plan.key, self._seen[i], plan.draw)
        self._seen[i] += 1
        if not variant:
            return plan
        if (i, variant) not in self._made:
            self._made[i, variant] = self._make(plan, variant)
        return self._made[i, variant]

    def _make(self, plan: _Plan, variant: int) -> _Plan:
        draw = variant_draw(plan.draw, variant)
        context = replace(plan.context, taken=plan.context.taken | self._taken)
        make = identity_maker(self._replacer.makers, plan.entity.label)
        if make is not None:
            new = make(plan.entity, context, draw)
            if new is not None:
                self._taken.add(new.full.casefold())
                identities = {**context.identities, plan.entity.id: new}
                context = replace(context, identities=identities)
        return replace(plan, context=context, draw=draw)


def _placeholder(text: str, span: PiiSpan, entity: Entity, draws: Draws) -> str:
    """What says which kind of identifier stood there, and which of them.

    Within a document the number is the entity's. In a wider scope it is a keyed code, the same in
    all documents of the scope, since entities are numbered by document. The ending of a genitive
    stays, as it does behind a new name.
    """
    from .name_writing import genitive  # with all that makes names; loaded when first needed

    number = span.id.rpartition(":")[2]
    if draws.scope != "document":
        digits = CODE_DIGITS.get(draws.scope, max(CODE_DIGITS.values()))
        draw = draws.of(kind_of(span.label), bound_key(entity, draws.owner))
        number = f"{draw('placeholder', 10**digits):0{digits}}"
    owns = genitive(text[span.start : span.end], entity) if span.label in NAME_LABELS else ""
    return f"[{span.label}_{number}]{owns}"


def bound_key(entity: Entity, owner: str) -> str:
    """What the draws of an entity are bound to within its scope.

    A forename, a surname or initials alone may be anybody's: in a scope wider than a document
    such a name is a person of one author (of one document where the author is not known) and
    never merged with the same name elsewhere. A person_id, a forename with a surname, and every
    other identifier mean the same wherever they stand in the scope.

    entity (Entity): The entity.
    owner (str): The author or the document; "" where nothing is bound.
    RETURNS (str): The key.
    """
    if owner and is_lone(entity):
        return f"{owner}{SEPARATOR}{entity.key}"
    return entity.key


def is_lone(entity: Entity) -> bool:
    """Is it a name that may be anybody's: no person_id, and no forename with a surname?"""
    whole = entity.first and entity.last
    return entity.label in NAME_LABELS and not entity.person_id and not whole


def is_allocated(label: str, action: str) -> bool:
    """Is a label's surrogate settled before in a scope wider than a document?

    Names and other direct identifiers are. Dates, ages and places follow draws alone.
    """
    direct = label in NAME_LABELS or LABELS[label].kind == "direct"
    return direct and action == "surrogate"


def _owning(text: str, span: PiiSpan, new: str) -> tuple[str, int]:
    """The new name and where the replaced text ends: "James' book" becomes "Nathaniel's book".

    A name in quotes owns nothing, and behind a new name in "s" the apostrophe stays alone.
    """
    mark = text[span.end : span.end + 1]
    owns = mark and mark in "'’" and text[span.end - 1] in "sxzSXZ" and new[-1:].isalpha()
    if not owns or new[-1] in "sxzSXZ" or not _OWNED.match(text, span.end + 1):
        return new, span.end
    begin = max(text.rfind(stop, 0, span.start) for stop in ("\n", ". ", "? ", "! ")) + 1
    before = text[begin : span.start + 1]
    if len(_OPENING.findall(before)) > len(_CLOSED.findall(before)):
        return new, span.end
    return f"{new}{mark}{'S' if new.isupper() and len(new) > 1 else 's'}", span.end + 1


def _with_article(text: str, span: PiiSpan, new: str, at: int) -> tuple[str, int]:
    """The new age or profession, with another article before it where it needs one.

    So "an 18-year-old" becomes "a 17-year-old".
    """
    takes_an = _ARTICLES[span.label]
    article = _ARTICLE.search(text, max(at, span.start - 3), span.start)
    old = text[span.start : span.end]
    if article is None or takes_an(old) == takes_an(new) or len(article[1]) != 1 + takes_an(old):
        return new, span.start
    put = article[1][0] + ("n" if takes_an(new) else "")
    return f"{put}{article[2]}{new}", article.start()


def _originals(text: str, spans: Sequence[PiiSpan]) -> frozenset[str]:
    """Everything hidden, case-folded, and the words of hidden names."""
    out = set()
    for span in spans:
        if LABELS[span.label].kind == "indirect" or span.source.startswith(FILLED):
            continue
        original = text[span.start : span.end].casefold()
        out.add(original)
        if span.label in NAME_LABELS:
            out.update(word.strip(".,'’()") for word in original.split())
    return frozenset(word for word in out if len(word) > 1)


def _finder(words: Collection[str]) -> Callable[[str], object]:
    """Tells whether a text shows one of some words, in any case."""
    if not words:
        return lambda text: None
    found: Callable[[str], object] = regex.compile(
        r"(?<!\w)\L<words>(?!\w)", regex.I, words={word.lower() for word in words}
    ).search
    return found


def _by_hand(text: str, span: PiiSpan, plan: _Plan | None) -> str | None:
    """A reviewer's own surrogate; None where it would show an original."""
    originals = plan.context.originals if plan is not None else frozenset()
    own = text[span.start : span.end]
    if shows_original(own, span.surrogate, span.label) or span.surrogate.casefold() in originals:
        return None
    return span.surrogate


def _is_original(new: str, mention: Mention, context: Context) -> bool:
    """Would the surrogate show an original? Indirect values are few and may meet by chance."""
    if LABELS[mention.label].kind == "indirect":
        return False
    folded = new.casefold()
    return folded == undress(mention.text).casefold() or folded in context.originals
