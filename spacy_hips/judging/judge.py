"""From scores and evidence to verdicts: who and which web address of a document stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ..labels import ROLE_LABELS, ROLES
from ..lexicon.public_figures import PublicLists
from ..models.pooling import pool
from ..models.probabilities import softmax
from ..page.rows import LEAST, enumerations, of_members
from ..persons.link.entity import Entity
from ..spans import PiiSpan
from . import evidence as facts
from .evidence import Evidence
from .rulings import Ruling, rule
from .short_names import may_be_others
from .verdicts import PUBLIC, Verdict
from .verifiers import Candidate, Guard, VerifierFailed

DECIDE: tuple[str, ...] = ("person", "mention")
CONTEXT, VERIFIER, FAILED, IN_LIST = "context", "verifier", "verifier failed", "member list"
SHORT_NAME = "short name"
STUDENT = ROLES.index("student")
PERSON, URL = "PERSON", "URL_PERSONAL"
_TOP = ("title_block", "names_line", "byline", "teacher_field")
_LISTED = facts.FEATURES.index("listed")
_SOMEBODY = ("private", ROLE_LABELS["private"])
LISTED, MEMBERS, SPEAKERS = "listed", "members", "speakers"
OPEN = Ruling("", "", False, "")


@dataclass(frozen=True)
class People:
    """The persons of a document as they arrive, and what the document says about them.

    text (str): The document's text.
    mentions (list[list[PiiSpan]]): The mentions of each person, by place.
    others (list[PiiSpan]): The other identifiers.
    evidence (list[Evidence]): One a person.
    scores (np.ndarray): Unnormalised, of every mention in turn, shape (mentions, roles).
    cells (list[PiiSpan]): Identifiers in cells of a table before the text. They are not judged,
        but they may say who a person of the text is.
    """

    text: str
    mentions: list[list[PiiSpan]]
    others: list[PiiSpan]
    evidence: list[Evidence]
    scores: np.ndarray
    cells: list[PiiSpan] = field(default_factory=list)

    @property
    def flat(self) -> list[PiiSpan]:
        """All mentions, person by person."""
        return [mention for own in self.mentions for mention in own]

    @property
    def person(self) -> np.ndarray:
        """The number of each mention's person, shape (mentions,)."""
        return np.repeat(np.arange(len(self.mentions)), [len(own) for own in self.mentions])


@dataclass(frozen=True)
class Decision:
    """What came out for a document.

    verdicts (list[Verdict]): Persons first, then web addresses.
    contradicted (bool): The user's lists say public and private of one person.
    failed (str): What the verifier gave that was of no use; "" where all went well.
    """

    verdicts: list[Verdict]
    contradicted: bool = False
    failed: str = ""


@dataclass(frozen=True)
class _Case:
    """One thing to decide: a person, a mention or a web address."""

    id: str
    label: str
    spans: tuple[PiiSpan, ...]
    probabilities: np.ndarray
    ruling: Ruling
    reason: str
    somebody: bool = False
    """Surely a person, and nobody who is on a list of public people."""
    listed: bool = False
    """On a list of public people."""
    called: bool = False
    """Nowhere named but by a forename."""

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        return tuple((span.start, span.end) for span in self.spans)

    @property
    def open(self) -> bool:
        return not (self.ruling.private or self.ruling.public)


@dataclass(frozen=True)
class _Row:
    """Places of persons that are judged together.

    kind (str): LISTED side by side or one a line, announced as MEMBERS, or SPEAKERS of a chat.
    places (tuple): Where they stand; a person may stand there twice.
    """

    kind: str
    places: tuple[tuple[int, int], ...]


def _rows(text: str, places: Iterable[tuple[int, int]]) -> Iterator[_Row]:
    """The rows of a text in which persons stand.

    text (str): The text.
    places (Iterable): Where persons stand in it.
    """
    at = set(places)
    yield _Row(SPEAKERS, tuple(sorted(place for place in at if _speaks(text, place))))
    for row in enumerations(text):
        if of_members(text, row):  # two of them may have been found as one
            first, last = row[0][0], row[-1][1]
            inside = sorted(p for p in at if first <= p[0] and p[1] <= last)
            yield _Row(MEMBERS, tuple(inside))
        else:
            yield _Row(LISTED, tuple(place for place in row if place in at))


def _speaks(text: str, place: tuple[int, int]) -> bool:
    """Does a turn of a chat begin with what stands there?"""
    start, end = place
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return text.startswith(":", end) and not line.strip(" \t*_>-")


def _is_private(row: _Row, cases: Sequence[_Case], verdicts: Sequence[Verdict]) -> bool:
    """Are those of a row not known: members, half of them hidden, or most called by forenames?

    Of the speakers of a chat one who is hidden is enough.
    """
    kept = sum(verdict.kept for verdict in verdicts)
    if not kept:
        return False
    if row.kind == MEMBERS:
        return True
    if row.kind == SPEAKERS:
        alike = kept < len(cases)
    else:
        alike = 2 * kept <= len(cases) or 2 * sum(case.called for case in cases) > len(cases)
    return alike and len(cases) >= LEAST


class Judge:
    """Decides on the persons and web addresses of documents.

    lists (PublicLists): Who is public, the user's own lists among them.
    guard (Optional[Guard]): The user's verifier.
    threshold (float): Only what is public with at least this probability is kept.
    threshold_sure (float): The same for `surely_somebody` of persons/evidence.py, where it is
        higher. A verifier's answers are held to `threshold` alone.
    threshold_student (float): The least probability that labels a student.
    decide (str): "person" (all mentions together) or "mention" (each alone).
    sharpness (float): How much the strongest private mention counts (models/pooling.py).
    certain_public (Sequence[str]): Evidence that is enough where every mention of a person has it.
    certain_private (Sequence[str]): Evidence that is enough where one mention has it.
    """

    def __init__(
        self,
        lists: PublicLists,
        guard: Guard | None,
        *,
        threshold: float,
        threshold_sure: float = 0.0,
        threshold_student: float,
        decide: str,
        sharpness: float,
        certain_public: Sequence[str],
        certain_private: Sequence[str],
    ) -> None:
        self.lists = lists
        self.guard = guard
        self.threshold = threshold
        self.threshold_sure = max(threshold, threshold_sure)
        self.threshold_student = threshold_student
        self.decide = decide
        self.sharpness = sharpness
        self.certain_public = frozenset(certain_public)
        self.certain_private = frozenset(certain_private)

    def __call__(
        self,
        people: People,
        urls: Sequence[PiiSpan],
        entities: Mapping[str, Entity],
        author: str = "",
    ) -> Decision:
        """Decide on one document.

        people (People): Its persons.
        urls (Sequence[PiiSpan]): Its web addresses, those that a rule took for public among them.
        entities (Mapping[str, Entity]): The records of its entities.
        author (str): The id of its author.
        RETURNS (Decision): What was decided.
        """
        persons = self._persons(people, entities, author)
        addresses = self._addresses(people, urls, persons)
        cases = [*persons, *addresses]
        failed = ""
        public = [self._public(case) for case in cases]
        if self.guard is not None:
            asked = [i for i, case in enumerate(cases) if case.open]
            try:
                answers = self.guard([_candidate(people.text, cases[i]) for i in asked])
            except VerifierFailed as failure:
                failed, public = failure.kind, [0.0] * len(cases)
            else:
                for i, answer in zip(asked, answers, strict=True):
                    public[i] = answer
        verdicts = [self._verdict(c, p, failed) for c, p in zip(cases, public, strict=True)]
        if self.guard is None:
            verdicts = self._with_lists(people.text, cases, verdicts)
        if self.decide == "person":
            verdicts = _with_author(verdicts, people.evidence, persons)
        if self.guard is None:
            verdicts = self._without_short_names(people.text, cases, verdicts)
        return Decision(verdicts, any(c.ruling.contradicted for c in persons), failed)

    def _with_lists(
        self, text: str, cases: Sequence[_Case], verdicts: list[Verdict]
    ) -> list[Verdict]:
        """Hide whoever stands in a private row, where nothing but the context spoke for public.

        A name that nobody else bears looks like a product to the model. They have the role of most
        others of the row.
        """
        out = list(verdicts)
        if not any(verdict.kept for verdict in verdicts):
            return out
        at = {p: i for i, case in enumerate(cases) if case.label == PERSON for p in case.places}
        for row in _rows(text, at):
            own = [at[place] for place in row.places]
            if not _is_private(row, [cases[i] for i in own], [verdicts[i] for i in own]):
                continue
            hidden = Counter((v.role, v.label) for v in (verdicts[i] for i in own) if not v.kept)
            role, label = hidden.most_common(1)[0][0] if hidden else _SOMEBODY
            for i in own:
                case = cases[i]
                if verdicts[i].kept and case.open and not (case.reason or case.listed):
                    private = self._verdict(case, 0.0, "")
                    out[i] = replace(private, role=role, label=label, reason=IN_LIST)
        return out

    def _without_short_names(
        self, text: str, cases: Sequence[_Case], verdicts: list[Verdict]
    ) -> list[Verdict]:
        """Hide the mentions of whom the context keeps that may as well be somebody else's."""
        out: list[Verdict] = []
        for case, verdict in zip(cases, verdicts, strict=True):
            out.append(verdict)
            if not (verdict.kept and case.open and case.label == PERSON):
                continue
            others = may_be_others([text[start:end] for start, end in case.places])
            apart = tuple(p for p, other in zip(case.places, others, strict=True) if other)
            if apart:
                rest = tuple(place for place in case.places if place not in apart)
                out[-1] = replace(verdict, places=rest)
                hidden, (role, label) = self._verdict(case, 0.0, ""), _SOMEBODY
                hidden = replace(hidden, role=role, label=label, reason=SHORT_NAME)
                out.append(replace(hidden, places=apart))
        return out

    def _persons(self, people: People, entities: Mapping[str, Entity], author: str) -> list[_Case]:
        if not people.mentions:
            return []
        unit = people.person
        if self.decide == "mention":
            unit = np.arange(len(unit))
        probabilities = softmax(pool(people.scores, unit, self.sharpness)[0])
        out: list[_Case] = []
        for own, evidence in zip(people.mentions, people.evidence, strict=True):
            cells = [c for c in people.cells if c.id and c.id == own[0].id]
            names = [people.text[m.start : m.end] for m in (*own, *cells)]
            ruling = rule(
                own,
                names,
                evidence,
                entities.get(own[0].id),
                self.lists,
                author=author,
                certain_public=self.certain_public,
                certain_private=self.certain_private,
            )
            somebody = bool(facts.surely_somebody(evidence.features).any())
            listed = bool(evidence.features[:, _LISTED].any())
            called = facts.called_by_forename(evidence.features)
            whole = self.decide == "person"
            for part in [range(len(own))] if whole else [range(i, i + 1) for i in range(len(own))]:
                spans = tuple(own[i] for i in part)
                reason = next((evidence.reasons[i] for i in part if evidence.reasons[i]), "")
                row = probabilities[len(out)]
                out.append(
                    _Case(own[0].id, PERSON, spans, row, ruling, reason, somebody, listed, called)
                )
        return out

    def _addresses(
        self, people: People, urls: Sequence[PiiSpan], persons: Sequence[_Case]
    ) -> list[_Case]:
        if not urls:
            return []
        hidden = [c.spans for c in persons if not self._keeps(c, self._public(c))]
        judged = facts.url_evidence(people.text, urls, hidden)
        out = []
        for url, (public, reason) in zip(urls, judged, strict=True):
            row = np.array([0.0, 0.0, 1.0 - public, public])
            out.append(_Case(url.id, URL, (url,), row, OPEN, reason))
        return out

    def _public(self, case: _Case) -> float:
        if case.ruling.private:
            return 0.0
        return 1.0 if case.ruling.public else float(case.probabilities[PUBLIC])

    def _keeps(self, case: _Case, public: float) -> bool:
        """What may be nobody's name, or is widely known, needs less to stay than somebody does."""
        held = case.somebody and self.guard is None
        return public >= (self.threshold_sure if held else self.threshold)

    def _verdict(self, case: _Case, public: float, failed: str) -> Verdict:
        kept = self._keeps(case, public)
        row = _rescaled(case.probabilities, public, case.ruling.role)
        role = ROLES[PUBLIC] if kept else self._private_role(row)
        if case.label == URL:
            label, role = URL, role if kept else "private"
        else:
            label = PERSON if kept else ROLE_LABELS[role]
        reason = self._reason(case, public, kept, failed)
        return Verdict(case.id, label, role, tuple(row.round(6).tolist()), reason, case.places)

    def _private_role(self, row: np.ndarray) -> str:
        """A student where there is enough of one, else the likeliest other role.

        Who is hidden in doubt, being public or nobody's name more likely than not, is no student
        for having a large share of the little that is left.
        """
        if row[STUDENT] >= self.threshold_student:
            return ROLES[STUDENT]
        likeliest = int(row[:PUBLIC].argmax())
        return "private" if likeliest == STUDENT else ROLES[likeliest]

    def _reason(self, case: _Case, public: float, kept: bool, failed: str) -> str:
        if case.ruling.private:
            return case.ruling.private
        if failed:
            return FAILED
        if case.ruling.public:
            return case.ruling.public
        if case.reason and (kept or case.label == URL):
            return case.reason
        return f"{VERIFIER if self.guard is not None else CONTEXT} {public:.2f}"


def _with_author(
    verdicts: list[Verdict], evidence: Sequence[Evidence], persons: Sequence[_Case]
) -> list[Verdict]:
    """Somebody wrote the text: where nobody is a student, the first name on top of it is.

    verdicts (list[Verdict]): What was decided, persons first.
    evidence (Sequence[Evidence]): What the document says, one a person.
    persons (Sequence[_Case]): The persons.
    RETURNS (list[Verdict]): The same, perhaps with another role of one private person.
    """
    if any(verdict.role == ROLES[STUDENT] for verdict in verdicts):
        return verdicts
    label = ROLE_LABELS[ROLES[STUDENT]]
    for i, (told, case) in enumerate(zip(evidence, persons, strict=True)):
        own = verdicts[i]
        if own.role != ROLES[PUBLIC] and not case.ruling.role and _on_top(told):
            author = replace(own, role=ROLES[STUDENT], label=label)
            return [*verdicts[:i], author, *verdicts[i + 1 :]]
    return verdicts


def _on_top(evidence: Evidence) -> bool:
    """Does a mention stand on a line of names in the title, or in a byline, and in no teacher's?"""
    columns = {name: evidence.features[:, facts.FEATURES.index(name)] > 0 for name in _TOP}
    top = columns["title_block"] & columns["names_line"] | columns["byline"]
    return bool(top.any() and not columns["teacher_field"].any())


def _rescaled(probabilities: np.ndarray, public: float, role: str) -> np.ndarray:
    """The distribution with this probability of public; a given role has all of the rest."""
    row = probabilities.astype("float64")
    if role:
        row[:PUBLIC] = [float(name == role) for name in ROLES[:PUBLIC]]
    private = row[:PUBLIC].sum()
    shares = row[:PUBLIC] / private if private > 0 else np.array([0.0, 0.0, 1.0])
    return np.append(shares * (1.0 - public), public)


def _candidate(text: str, case: _Case) -> Candidate:
    public = float(case.probabilities[PUBLIC])
    return Candidate(text, case.places, case.label, public, case.reason)


def relabelled(verdict: Verdict, spans: Sequence[PiiSpan]) -> list[PiiSpan]:
    """The spans of a verdict as they are written: kept ones score their probability of public.

    verdict (Verdict): What was decided.
    spans (Sequence[PiiSpan]): Its spans, as they arrived.
    RETURNS (list[PiiSpan]): With label and reason.
    """
    return [
        replace(
            span,
            label=verdict.label,
            score=verdict.public if verdict.kept else span.score,
            reason=verdict.reason,
        )
        for span in spans
    ]
