"""Runs attackers over labelled texts, and gathers what they got."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from ....core.errors import HipsError
from ....core.labels import LABELS, NAME_LABELS
from ...errors import Errors
from ..gold import Gold
from ..registered import registered
from . import parrot
from .attacker import Attacker, Find, Guess, Known, Links, Replace, Rewritten, Spotted
from .replacing import KINDS, OurSurrogates, surrogates
from .score import ALL, DOCUMENT, Figures, figures
from .weaken import Weakened, choose, how_sure, left, missed, spotted, weaken

ATTACKERS = ("fits", "place", "fame", "language", "likelihood", "parrot", "wheel", "table",
             "repeats", "roster", "linkage")  # fmt: skip
MISSES = ("random", "finder")
DETECTION = 0.95


@dataclass(frozen=True)
class Call:
    """A place that an attacker called a leak. It holds text of a document: internal.

    label (str): Its label.
    text (str): What stands there.
    leak (bool): Is it real?
    """

    label: str
    text: str
    leak: bool


@dataclass(frozen=True)
class Attack:
    """What one attacker got on one kind of surrogates.

    attacker (str): Who attacked.
    knows (str): What it knows.
    surrogates (str): What replaced identifiers: one of KINDS.
    figures (tuple[Figures, ...]): By label, over all labels first.
    calls (tuple[Call, ...]): Some of its calls, where they were asked for.
    """

    attacker: str
    knows: str
    surrogates: str
    figures: tuple[Figures, ...]
    calls: tuple[Call, ...] = ()


@dataclass
class Attacks:
    """All that was attacked.

    detection (float): The share of identifiers that is found, as it was asked for or came about.
    seed (int): Of everything that is drawn.
    documents (int): How many texts there are.
    attacks (list[Attack]): What came of each attack.
    notes (list[str]): What is to be said of the whole.
    """

    detection: float
    seed: int
    documents: int
    attacks: list[Attack] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "detection": self.detection,
            "seed": self.seed,
            "documents": self.documents,
            "notes": list(self.notes),
            "attackers": [
                {
                    "name": own.attacker,
                    "what_it_knows": own.knows,
                    "surrogates": own.surrogates,
                    **counted.to_json(),
                }
                for own in self.attacks
                for counted in own.figures
            ],
            **self._published(),
            **self._calls(),
        }

    def _published(self) -> dict[str, Any]:
        """What others got by the same attack, to compare with."""
        ran = any(own.attacker == parrot.NAME for own in self.attacks)
        return {"published": {parrot.NAME: dict(parrot.CARRELL)}} if ran else {}

    def _calls(self) -> dict[str, Any]:
        """The calls with their text, only where they were asked for."""
        told = [
            {"name": own.attacker, "surrogates": own.surrogates, **asdict(call)}
            for own in self.attacks
            for call in own.calls
        ]
        return {"calls": told} if told else {}


def attacker(name: str) -> Attacker:
    """A registered attacker.

    name (str): Its name, such as "table".
    RETURNS (Attacker): The attacker with its default settings.
    RAISES (HipsError): E872 where there is none of that name.
    """
    return registered("Attacker", name, ATTACKERS)()  # type: ignore[no-any-return]


def attack(
    gold: Sequence[Gold],
    ours: OurSurrogates,
    *,
    detection: float | None = None,
    attackers: Sequence[str] = ATTACKERS,
    kinds: Sequence[str] = KINDS,
    find: Find | None = None,
    misses: str = "random",
    roster: Sequence[str] = (),
    seed: int = 0,
    shown: int = 0,
    step: Callable[[str], None] = lambda what: None,
) -> Attacks:
    """Weaken detection, replace the rest, and let attackers loose on it.

    gold (Sequence[Gold]): The labelled texts.
    ours (OurSurrogates): Our linking and surrogates.
    detection (Optional[float]): The share of identifiers that is found, above 0 and up to 1; None
        takes .95, or what the finder finds where its misses stay real.
    attackers (Sequence[str]): Names of registered attackers.
    kinds (Sequence[str]): What replaces: of KINDS.
    find (Optional[Callable]): The finder that the attacker holds; None for none.
    misses (str): What stays real: of MISSES, a random choice, or what `find` does not find, or is
        the least sure of where a share is given.
    roster (Sequence[str]): Full names of real people; none takes the names of the gold.
    seed (int): The same seed draws the same leaks and the same surrogates.
    shown (int): So many calls of each attacker are kept with their text.
    step (Callable): Told what is about to be done.
    RETURNS (Attacks): What the attackers got.
    RAISES (HipsError): E872 for an unknown attacker or kind of surrogates, E873 for a share that
        is none, E874 for misses without a finder, E870 and E871 where a package is missing.
    """
    if detection is not None and not 0 < detection <= 1:
        raise HipsError(Errors.E873.format(share=detection))
    for name, known_names in (*((kind, KINDS) for kind in kinds), (misses, MISSES)):
        if name not in known_names:
            raise HipsError(Errors.E872.format(name=name, known=", ".join(known_names)))
    makers = {kind: _remembered(surrogates(kind, ours)) for kind in kinds}
    loaded = [attacker(name) for name in attackers]
    documents = spotted(gold, ours.hidden)
    sure = None
    if misses == "finder":
        if find is None:
            raise HipsError(Errors.E874)
        sure = how_sure(documents, find)
    if sure and detection is None:
        chosen, detection = missed(sure)
    else:
        detection = DETECTION if detection is None else detection
        chosen = choose(documents, ours, detection, seed, sure)
    found = left(documents, chosen, ours)
    known = Known(
        detection=detection,
        seed=seed,
        find=find,
        roster=tuple(roster) or _names(gold),
        originals=tuple(document.text for document in documents),
    )
    out = Attacks(detection, seed, len(documents), notes=list(_notes(gold, documents, ours.hidden)))
    labels = [label for label in LABELS if any(s[2] == label for d in documents for s in d.spans)]
    for kind in kinds:
        weakened = weaken(found, chosen, makers[kind], seed)
        for own in loaded:
            step(f"{own.name} against {kind}")
            answer = own(weakened.release, replace(known, replace=makers[kind]))
            got = tuple(_figures(answer, weakened, labels))
            calls = _calls(answer, weakened)[:shown] if shown else ()
            out.attacks.append(Attack(own.name, own.knows, kind, got, calls))
    return out


def _remembered(maker: Replace) -> Replace:
    """A maker that is run once for what several attackers ask of it."""
    done: dict[tuple[int, tuple[Spotted, ...]], list[Rewritten]] = {}

    def replace(documents: Sequence[Spotted], seed: int) -> list[Rewritten]:
        key = seed, tuple(documents)
        if key not in done:
            done[key] = maker(documents, seed)
        return done[key]

    return replace


def _notes(
    gold: Sequence[Gold], documents: Sequence[Spotted], hidden: frozenset[str]
) -> Iterator[str]:
    """What the gold has that a reader of the figures must know of."""
    given = sum(label in hidden for own in gold for _, _, label in own.spans)
    if lost := given - sum(len(document.spans) for document in documents):
        yield (
            f"Gold spans that overlap a stronger one, and so are no places of their own: {lost:,}."
        )
    if bare := sum(not document.spans for document in documents):
        yield f"Documents without an identifier that is replaced: {bare:,}. Nobody attacks there."


def _names(gold: Sequence[Gold]) -> tuple[str, ...]:
    """The names that the gold hides, each once."""
    found = (g.text[s:e] for g in gold for s, e, label in g.spans if label in NAME_LABELS)
    return tuple(dict.fromkeys(" ".join(name.split()) for name in found))


def _calls(answer: Guess | Links, weakened: Weakened) -> tuple[Call, ...]:
    if isinstance(answer, Links):
        return ()
    rows = zip(weakened.release.places, answer.called, weakened.leaks, strict=True)
    return tuple(
        Call(place.label, weakened.release.text_of(place), leak)
        for place, called, leak in rows
        if called
    )


def _figures(answer: Guess | Links, weakened: Weakened, labels: Sequence[str]) -> Iterator[Figures]:
    if isinstance(answer, Links):
        yield _linked(answer)
        return
    rows = list(
        zip(weakened.release.places, weakened.leaks, answer.called, answer.scores, strict=True)
    )
    for label in (ALL, *labels):
        own = [row[1:] for row in rows if label in (ALL, row[0].label)]
        leaks, called, scores = zip(*own, strict=True) if own else ((), (), ())
        yield figures(label, leaks, called, scores, answer.note)


def _linked(answer: Links) -> Figures:
    """Links as calls: a document is found where the right original was taken for its own."""
    held = sum(answer.targets)
    called = [link >= 0 for link in answer.linked]
    right = sum(
        target and link == n
        for n, (target, link) in enumerate(zip(answer.targets, answer.linked, strict=True))
    )
    return Figures(
        DOCUMENT, len(called), held, sum(called), right, None,
        1 / held if held else None, answer.note or ("" if held else "no originals"),
    )  # fmt: skip
