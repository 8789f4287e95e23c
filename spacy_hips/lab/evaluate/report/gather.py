"""Runs the search over the gold and keeps the facts of each document; texts are then let go."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple, Protocol

from ....components.scoring.metrics import Spot, match_by_label, match_overlapping
from ....core.labels import KEPT, NAME_LABELS
from ....core.spans import Replacement
from ....desk.files.rows import BadRow
from ....desk.run.batches import Result
from ....desk.run.processes import seconds_of_workers
from ....who.judging.judge import FAILED
from ....who.judging.verdicts import Verdict
from ....who.persons.mention.parse import Parse, parse
from ..fairness import form_of, guessed_groups, parser_of
from ..gold import Gold
from ..leaks import Leak, Traces, apart, is_sought, kind_of
from ..measure import Counting, Search
from ..mistakes import mistakes
from ..roles import PUBLIC
from .asked import Asked
from .facts import Facts, counts_of, score_line
from .measures import hashed, measured, what_was_kept
from .subjects import Subject, subjects

TENTHS = 10
WHOLE = "as it is"
SOURCES: Mapping[str, str] = {
    "rules": "rule", "ner": "model", "names": "name pass", "ents": "other pipeline",
    "finder": "other finder", "known": "known people", "deny": "deny list",
    "propagated": "propagated", "handle": "propagated", "leftover": "propagated",
    "placeholder": "placeholder",
}  # fmt: skip

Place = tuple[str, int]


class Tags(Protocol):
    """Compares the tags of a text with those of its output."""

    def __call__(self, done: Result, /) -> tuple[float, float]:
        """Part and whole of the tokens outside of what was replaced that keep their tag."""
        ...


def gather(
    sets: Mapping[str, Sequence[Gold]],
    search: Callable[[str], Search],
    asked: Asked,
    *,
    known: Mapping[Place, Facts] | None = None,
    keep: Callable[[list[Facts]], None] = lambda facts: None,
    tags: Tags | None = None,
    hides: Collection[str] | None = None,
) -> list[Facts]:
    """The facts of all documents.

    sets (Mapping): Labelled texts by the name of their file.
    search (Callable): What searches a set, by its name.
    asked (Asked): What is asked for.
    known (Mapping): Facts of an interrupted run; their documents are not searched again.
    keep (Callable): Given the facts of every batch.
    tags (Tags): Compares tags; None for none.
    hides (Collection[str]): The labels that are to be hidden; None for all.
    RETURNS (list[Facts]): In the order of the texts.
    """
    found = dict(known or {})
    for source, gold in sets.items():
        counting = [
            Counting(gold, merge_names=asked.merge_names, labels=asked.labels, only=only)
            for only in (hides, None)
        ]
        rest = [own for own in gold if (source, own.number) not in found]
        if not rest:
            continue
        gatherer = Gatherer(source, counting[0], counting[1], asked, tags)
        for batch, seconds in _timed(counting[0].judge(search(source), rest)):
            length = sum(len(own.text) for own, _ in batch) or 1
            new = [gatherer(own, done, seconds * len(own.text) / length) for own, done in batch]
            found.update({(source, facts.number): facts for facts in new})
            keep(new)
    return [found[source, own.number] for source, gold in sets.items() for own in gold]


def _timed(
    batches: Iterator[list[tuple[Gold, Result | BadRow]]],
) -> Iterator[tuple[list[tuple[Gold, Result | BadRow]], float]]:
    """Each batch with the seconds of the processor that searching it took."""
    while True:
        begin = _seconds()
        batch = next(batches, None)
        if batch is None:
            return
        yield batch, _seconds() - begin


def _seconds() -> float:
    """Of the processor, for this process and its workers."""
    return time.process_time() + seconds_of_workers()


class Gatherer:
    """Makes the facts of the documents of one set.

    source (str): The name of the set.
    counting, every (Counting): How it is counted: what is to be hidden, and all labels.
    asked (Asked): What is asked for.
    tags (Tags): Compares tags; None for none.
    """

    def __init__(
        self,
        source: str,
        counting: Counting,
        every: Counting,
        asked: Asked,
        tags: Tags | None = None,
    ) -> None:
        self.source = source
        self.counting, self.every = counting, every
        self.asked = asked
        self.tags = tags
        self.parser = parser_of(asked.parser)

    def __call__(self, own: Gold, done: Result | BadRow, seconds: float) -> Facts:
        """The facts of one document.

        own (Gold): What is right.
        done (Result | BadRow): What was done, or why nothing was.
        seconds (float): Of the processor.
        """
        words = len(own.text.split())
        if isinstance(done, BadRow):
            reason = "another language" if done.language else "the pipeline failed"
            return Facts(self.source, own.number, words, reason)
        right, found = self.counting.right(own), self.counting.predicted(done)
        both = self.every.right(own), self.every.predicted(done)
        view = View(own, done, right)
        people = subjects(own, right, view.is_public)
        leaks, by_chance = self._leaks(view)
        return Facts(
            self.source,
            own.number,
            words,
            score=score_line(self.counting.score(own, done)),
            exact={label: counts_of(c) for label, c in match_by_label(*both).items()},
            overlap={label: counts_of(c) for label, c in match_overlapping(*both).items()},
            predicted=self._predicted(done, right),
            gold=[view.outcome(spot, found) for spot in right],
            persons=[view.protected(person) for person in people],
            names=name_rows(view, people, self.parser),
            leaks=leaks,
            judged=sum(len(verdict.places) for verdict in done.verdicts),
            overruled=list(view.overruled()),
            unverified=int(any(verdict.reason == FAILED for verdict in done.verdicts)),
            by_chance=by_chance,
            overlapping=_overlapping(own.spans),
            before=measured(own.text),
            after=measured(done.anonymized),
            kept=self._kept(done),
            klass=_checked(own.fields.get(self.asked.classes)) if self.asked.classes else "",
            hashed=[hashed(own.text), hashed(done.anonymized)] if self.asked.classes else [],
            cpu=seconds,
            mistakes=list(mistakes(own, right, (), done)) if self.asked.show_text else [],
        )

    def _predicted(
        self, done: Result, right: Sequence[Spot]
    ) -> list[tuple[str, float, str, int, int]]:
        exact, out = set(right), []
        for span in done.spans:
            for spot in self.counting.counted([(span.start, span.end, span.label)]):
                met = any(g[2] == spot[2] and meet(g, spot) for g in right)
                kind = SOURCES.get(span.source.partition(".")[0], "other")
                out.append((spot[2], span.score, kind, int(spot in exact), int(met)))
        return out

    def _leaks(self, view: View) -> tuple[dict[str, dict[str, int]], int]:
        """What still tells an original: as it is, and where detection is weaker."""
        known: dict[frozenset[int], dict[str, int]] = {}
        out, by_chance = {}, 0
        for name, dropped in self._weakened(view):
            if dropped not in known:
                known[dropped], drawn = view.leaks(dropped)
                by_chance += drawn * (name == WHOLE)
            out[name] = known[dropped]
        return out, by_chance

    def _weakened(self, view: View) -> Iterator[tuple[str, frozenset[int]]]:
        """What is dropped: nothing, then single mentions, then persons with all their mentions.

        What is dropped at a higher level is dropped at a lower one, too.
        """
        yield WHOLE, frozenset()
        for by, key in (("mentions", _by_number), ("persons", _by_entity)):
            draws = [self._draw(view.own, by, key(n, r)) for n, r in enumerate(view.changed)]
            for level in self.asked.levels:
                dropped = frozenset(n for n, draw in enumerate(draws) if draw >= level)
                yield level_name(level, by), dropped

    def _draw(self, own: Gold, *key: str) -> float:
        name = "|".join((str(self.asked.seed), self.source, str(own.number), *key))
        return int.from_bytes(sha256(name.encode()).digest()[:7], "big") / 2**56

    def _kept(self, done: Result) -> dict[str, tuple[float, float]]:
        rates = what_was_kept(done)
        if self.tags is not None:
            rates["tags"] = self.tags(done)
        return {name: rate for name, rate in rates.items() if rate[1]}


def name_rows(
    view: View, people: Sequence[Subject], parser: Parse = parse
) -> list[tuple[str, str, str, str, int, int, int, int]]:
    """Names with their groups: as the gold tells them, else as the name does."""
    told = view.own.fields.get("persons") or {}
    text = view.own.text
    out: list[tuple[str, str, str, str, int, int, int, int]] = []
    written: dict[tuple[str, str], int] = {}
    for who, person in enumerate(people):
        if not person.names:
            continue
        forms = [" ".join(text[s:e].split()) for s, e, _ in person.names]
        record = told.get(person.key.partition(" ")[2]) if isinstance(told, Mapping) else None
        full = record["name"] if record else max(forms, key=lambda form: (len(form), form))
        groups = record or guessed_groups(full, parser=parser)
        for spot, form in zip(person.names, forms, strict=True):
            number = written.setdefault((person.key, form), len(written))
            region, country, gender = (
                str(groups.get(kind, "")) for kind in ("region", "country", "gender")
            )
            hits = int(view.is_found(spot)), int(view.is_hidden(spot))
            out.append((region, country, gender, form_of(form, full), number, *hits, who))
    return out


def level_name(level: float, by: str) -> str:
    """How a weakened detection is called.

    >>> level_name(0.95, "mentions")
    '95 % of mentions'
    """
    return f"{100 * level:g} % of {by}"


def _by_number(number: int, _: Replacement) -> str:
    return str(number)


def _by_entity(number: int, done: Replacement) -> str:
    return done.entity or str(number)


def _checked(value: object) -> str:
    return "" if value in (None, "") else sha256(str(value).encode()).hexdigest()[:12]


def _overlapping(spans: Iterable[Spot]) -> int:
    ordered, count, reached = sorted(spans), 0, 0
    for start, end, _ in ordered:
        count += start < reached
        reached = max(reached, end)
    return count


def meet(one: Sequence[int | str], other: Sequence[int | str]) -> bool:
    """Do two spans share a character?"""
    return one[0] < other[1] and other[0] < one[1]  # type: ignore[operator]


def leak_in(leak: Leak, places: Iterable[tuple[int, int]]) -> bool:
    """Does a leak lie within one of these places?"""
    return any(start <= leak.start and leak.end <= end for start, end in places)


class Output(NamedTuple):
    """What would have been released.

    text (str): The text.
    drawn (list): Where surrogates stand in it.
    public (list): Where names of public people stand in it: of them it may be read.
    left (list[Leak]): Originals that stand in their place.
    """

    text: str
    drawn: list[tuple[int, int]]
    public: list[tuple[int, int]]
    left: list[Leak]


class View:
    """A labelled text beside what was done with it.

    own (Gold): The text.
    done (Result): What was done.
    right (Sequence[Spot]): The gold that is counted.
    """

    def __init__(self, own: Gold, done: Result, right: Sequence[Spot]) -> None:
        self.own, self.done, self.right = own, done, right
        self.changed = [r for r in done.replacements if r.action not in KEPT]
        self._hidden = {i for r in self.changed for i in range(r.start, r.end)}
        self._found = {(s.start, s.end) for s in done.spans}
        self._kept = [place for v in self._verdicts if v.kept for place in v.places]
        roles = own.roles.mentions if own.roles else ()
        self._public = [(m.start, m.end) for m in roles if m.role == PUBLIC]
        self.secret = [
            spot
            for spot in right
            if is_sought(spot[2]) and not self.is_public(spot)
            and not any(meet(spot, place) for place in self._public)
        ]  # fmt: skip
        self.traces = self._traces()

    @property
    def _verdicts(self) -> Sequence[Verdict]:
        return self.done.verdicts

    def is_public(self, spot: Spot) -> bool:
        """Was a name kept as that of somebody public, in gold that does not tell roles?"""
        if self.own.roles is not None or spot[2] not in NAME_LABELS:
            return False
        return not self.is_hidden(spot) and any(meet(spot, place) for place in self._kept)

    def overruled(self) -> Iterator[tuple[int, str, int]]:
        """What a verifier changed: hidden now, the private role, and whether the gold agrees."""
        for verdict in self._verdicts:
            if verdict.overruled:
                hidden = not verdict.kept
                role = verdict.role if hidden else verdict.overruled
                for place in verdict.places:
                    secret = any(meet(place, spot) for spot in self.right)
                    yield int(hidden), role, int(hidden == secret)

    def is_hidden(self, spot: Spot) -> bool:
        """Is no letter or digit left?"""
        text = self.own.text
        return all(i in self._hidden for i in range(spot[0], spot[1]) if text[i].isalnum())

    def is_found(self, spot: Spot) -> bool:
        """Was it found with just its characters, under whatever label?"""
        return (spot[0], spot[1]) in self._found

    def outcome(self, spot: Spot, found: Sequence[Spot]) -> tuple[str, int, int, int, int, int]:
        """What became of gold: label, tenth of the text, exact, met, hidden, kept as public."""
        tenth = min(TENTHS - 1, TENTHS * spot[0] // max(1, len(self.own.text)))
        met = any(f[2] == spot[2] and meet(f, spot) for f in found)
        hidden = self.is_hidden(spot)
        return spot[2], tenth, int(spot in found), int(met), int(hidden), int(self.is_public(spot))

    def protected(self, person: Subject) -> tuple[str, int, int]:
        """Role; are all mentions hidden; and is no trace left of any name, address or number?"""
        hidden = all(self.is_hidden(spot) for spot in person.all)
        if not hidden:
            return person.role, 0, 0
        text = self.own.text
        traces = Traces((label, text[s:e]) for s, e, label in person.all)
        output = self.without(frozenset())
        told = output.drawn + output.public
        left = [leak for leak in traces(output.text) if not leak_in(leak, told)]
        return person.role, 1, int(not left)

    def leaks(self, dropped: frozenset[int]) -> tuple[dict[str, int], int]:
        """What still tells an original where some of what was found had not been.

        dropped (frozenset[int]): Which of the replacements, by number.
        RETURNS (tuple): Places by kind; and how many places lie in surrogates, by chance.
        """
        output = self.without(dropped)
        kinds: dict[str, int] = {}
        by_chance = 0
        for leak in apart([*output.left, *(self.traces(output.text) if self.traces else [])]):
            if leak_in(leak, output.drawn):
                by_chance += 1
            elif not leak_in(leak, output.public):
                kinds[leak.kind] = kinds.get(leak.kind, 0) + 1
        return kinds, by_chance

    def without(self, dropped: frozenset[int]) -> Output:
        """The output where some of what was found had not been.

        dropped (frozenset[int]): Which of the replacements, by number.
        """
        text, out, at = self.own.text, "", 0
        done = [r for number, r in enumerate(self.changed) if number not in dropped]
        drawn: list[tuple[int, int]] = []
        for r in done:
            out += text[at : r.start]
            drawn.append((len(out), len(out) + len(r.surrogate)))
            out, at = out + r.surrogate, r.end

        def moved(place: int) -> int:
            before = (r for r in done if r.end <= place)
            return place + sum(len(r.surrogate) - (r.end - r.start) for r in before)

        gone = {i for r in done for i in range(r.start, r.end)}
        held = [(r.start, r.end, r.label) for r in self.changed if self._is_secret(r)]
        left = []
        for start, end, label in dict.fromkeys((*self.secret, *held)):
            letters = [i for i in range(start, end) if text[i].isalnum() and i not in gone]
            if letters:
                kind = kind_of(label, text[start:end])
                left.append(Leak(moved(letters[0]), moved(letters[-1]) + 1, kind))
        public = [
            (moved(start), moved(start) + end - start)
            for start, end in self._public
            if gone.isdisjoint(range(start, end))
        ]
        return Output(out + text[at:], drawn, public, left)

    def _is_secret(self, done: Replacement) -> bool:
        """Was it replaced rightly, as far as is known?"""
        place = (done.start, done.end)
        return is_sought(done.label) and not any(meet(place, own) for own in self._public)

    def _traces(self) -> Traces | None:
        text = self.own.text
        originals = [(label, text[s:e]) for s, e, label in self.secret]
        originals += [(r.label, text[r.start : r.end]) for r in self.changed if self._is_secret(r)]
        return Traces(originals) if originals else None
