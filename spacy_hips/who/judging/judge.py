"""The judge: from scores and evidence to verdicts on the persons and addresses of a document."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np

from ...core.errors import wrong_setting
from ...core.labels import ROLE_LABELS, ROLES
from ...core.spans import PiiSpan
from ...core.steps import checked_steps
from ...find.models.pooling import pool
from ...find.models.probabilities import softmax
from ...text.lexicon.entries import read_entries
from ...text.lexicon.public_figures import PublicLists, public_lists
from ...text.lexicon.tables import fold, nicknames
from ...text.page.languages import is_language
from ..persons.link.entity import Entity
from . import evidence as facts
from . import teaching, word_problems
from .cases import PERSON, URL, Case, Decision
from .evidence import Evidence
from .people import People
from .rulings import Ruling, by_evidence, rule
from .steps import STUDENT, default_steps, run_steps
from .verdicts import PUBLIC, Verdict
from .verifiers import Guard, Verifier, VerifierFailed

DECIDE: tuple[str, ...] = ("person", "mention")
CONTEXT, VERIFIER, FAILED = "context", "verifier", "verifier failed"
TEACHER_KEPT = "teachers are kept"
INSTRUCTOR = ROLES.index("instructor")
OPEN = Ruling("", "", False, "")
_TEACHER_FIELD = facts.FEATURES.index("teacher_field")
_LISTED, _LISTED_RARE = (facts.FEATURES.index(name) for name in ("listed", "listed_rare"))


def _are_languages(codes: Any) -> bool:
    return not isinstance(codes, str) and bool(codes) and all(map(is_language, codes))


_WANTED: dict[str, tuple[Callable[[Any], bool], str]] = {
    "threshold_public": (lambda value: 0 < value <= 1, "above 0 and at most 1"),
    "threshold_sure": (lambda value: 0 <= value <= 1, "from 0 to 1"),
    "threshold_listed": (lambda value: 0 < value <= 1, "above 0 and at most 1"),
    "threshold_address": (lambda value: 0 < value <= 1, "above 0 and at most 1"),
    "threshold_student": (lambda value: 0 < value <= 1, "above 0 and at most 1"),
    "teachers": (("hide", "keep").__contains__, "hide or keep"),
    "word_problems": (("hide", "keep").__contains__, "hide or keep"),
    "decide": (DECIDE.__contains__, " or ".join(DECIDE)),
    "sharpness": (lambda value: value > 0, "above 0"),
    "verifier": (lambda value: value is None or callable(value), "a callable (verifiers.py)"),
    "verifier_timeout": (lambda value: value >= 0, "0 or more seconds"),
    "languages": (_are_languages, "a list of codes such as en or sv"),
}


@dataclass(eq=False)
class Judge:
    """Decides on the persons and web addresses of documents (`spacy_hips.Judge.v1`).

    A person is judged as a whole: the scores of its mentions are pooled, and the strongest private
    evidence counts most (models/pooling.py). Lists, known people and hard evidence come before the
    model (rulings.py), and whatever is unsure stays hidden. All settings may be changed at any
    time.

    threshold_public (float): Only what is public with at least this probability is kept.
    threshold_sure (float): The same, where it is higher, for whoever surely is somebody and on no
        list of public people: forenames, and full names that the finder scored .99 or more. A
        verifier's answers are held to `threshold_public` alone.
    threshold_listed (float): The same, where it is lower, for whose full name is on the list of
        public people and is borne by few, and for whom all mentions name by the one word by which
        somebody is widely known ("Keynes"). Somebody of that name who is private is rare, and the
        model has learnt from texts in which such are frequent.
    threshold_address (float): A web address is kept from this probability on. It is told by rules
        (url_evidence.py), not by the model, so it has a threshold of its own.
    threshold_student (float): The least probability that labels somebody a student; a finer label,
        for whoever is not public is hidden in any case.
    teachers (str): "hide" or "keep": what becomes of those who teach the writer's course, as far
        as nothing else is known of them.
    word_problems (str): "hide" or "keep": what becomes of those who are in a word problem ("Sam has
        12 apples"), as far as nothing else is known of them.
    decide (str): "person" (all mentions together) or "mention" (each alone, for comparison).
    sharpness (float): How much the strongest private mention of a person counts.
    certain_public (Sequence[str]): Reasons of the evidence (evidence.py) that make a person public
        without the model where every mention has one.
    certain_private (Sequence[str]): Reasons that make a person private, whatever the model says,
        where one mention has one.
    public_list (Sequence[str]): Who is public here, such as the authors of a reading list: full
        names, "file:PATH" (a name a line). Files are read at the first document, so that the
        pipeline can be saved and loaded where they are not.
    private_list (Sequence[str]): Who is private, such as the staff; wins over everything.
    verifier (Optional[Verifier]): A second opinion in place of the model's (verifiers.py).
    verifier_timeout (float): Seconds that it has for a document; 0 for no limit.
    languages (Sequence[str]): Those in which the model has learnt roles. Whom a text names in
        another one stays only for a hard reason, or where the list of public people has the name;
        "xx" stands for all. A verifier is not bound by it.
    steps (Mapping[str, Optional[JudgeStep]]): What looks at the verdicts once all are judged, by
        name and in order (steps.py). A step is dropped by null, and added under any new name.
    RAISES (HipsError): E116 for a setting that cannot be used.

    EXAMPLE:
        >>> Judge(threshold_public=0.8, public_list=["Paulo Freire"]).lists.allowed("Paulo Freire")
        True
    """

    threshold_public: float = 0.9
    threshold_sure: float = 0.0
    threshold_listed: float = 0.75
    threshold_student: float = 0.1
    decide: str = "person"
    threshold_address: float = 0.5
    teachers: str = "hide"
    word_problems: str = "hide"
    sharpness: float = 0.01
    certain_public: Sequence[str] = ("cited", "eponym")
    certain_private: Sequence[str] = (
        "byline", "form field", "sign-off", "self-introduction", "greeting",
        "somebody's relation", "e-mail of the same name",
    )  # fmt: skip
    public_list: Sequence[str] = field(default=(), repr=False)
    private_list: Sequence[str] = field(default=(), repr=False)
    verifier: Verifier | None = None
    verifier_timeout: float = 0.0
    languages: Sequence[str] = ("en",)
    steps: Mapping[str, Any] = field(default_factory=default_steps, repr=False)
    name: str = field(default="judge", init=False)  # of its component, for errors
    _lists: PublicLists | None = field(default=None, init=False, repr=False)
    _guard: Guard | None = field(default=None, init=False, repr=False)

    def __setattr__(self, key: str, value: Any) -> None:
        """Set a setting, checked."""
        allowed, wanted = _WANTED.get(key, (None, ""))
        if allowed is not None and not allowed(value):
            got = type(value).__name__ if key == "verifier" else repr(value)
            raise wrong_setting(self.name, key, wanted, got)
        default = getattr(type(self), key, None)
        if key == "steps":
            wanted = "a step of the judge (who/judging/steps.py)"
            value = checked_steps(self.name, key, value, wanted)
        if isinstance(default, float | tuple):
            value = float(value) if isinstance(default, float) else list(value)
        super().__setattr__(key, value)
        if key.endswith("_list"):
            self._lists = None
        if key.startswith("verifier"):
            verifier, timeout = self.verifier, self.verifier_timeout
            self._guard = Guard(verifier, timeout) if verifier is not None else None

    @property
    def saved(self) -> dict[str, Any]:
        """The settings that are saved with a pipeline; lists and verifier come from its config."""
        return {key: getattr(self, key) for key in SAVED}

    @property
    def lists(self) -> PublicLists:
        """Who is public by name; read when first asked for.

        RAISES (HipsError): E120 if a file of the user's lists cannot be read.
        """
        if self._lists is None:
            given = (self.public_list, self.private_list)
            public, private = (list(read_entries(entries, self.name)) for entries in given)
            self._lists = public_lists().with_names(public, private)
        return self._lists

    def certain(self, evidence: Sequence[Evidence]) -> np.ndarray:
        """What hard evidence decides without the model, for training.

        evidence (Sequence[Evidence]): One a person.
        RETURNS (np.ndarray): 0 private, 1 public, NaN where the person is left to the model.
        """
        private, public = self.certain_private, self.certain_public
        ruled = [by_evidence(told, private, public) for told in evidence]
        return np.array(ruled, dtype="float64")

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
        RETURNS (Decision): What was decided, and where a verifier changed it.
        """
        decision = self._decide(people, urls, entities, author)
        if self._guard is None:
            return decision
        alone = copy.copy(self)
        alone.verifier = None
        own = alone._decide(people, urls, entities, author)
        return replace(decision, verdicts=list(_compared(decision.verdicts, own.verdicts)))

    def _decide(
        self, people: People, urls: Sequence[PiiSpan], entities: Mapping[str, Entity], author: str
    ) -> Decision:
        persons = self._persons(people, entities, author)
        addresses = self._addresses(people, urls, persons)
        cases = [*persons, *addresses]
        failed = ""
        public = [self._public(case) for case in cases]
        if self._guard is not None:
            asked = [i for i, case in enumerate(cases) if case.open]
            try:
                answers = self._guard([cases[i].as_candidate(people.text) for i in asked])
            except VerifierFailed as failure:
                failed, public = failure.kind, [0.0] * len(cases)
            else:
                for i, answer in zip(asked, answers, strict=True):
                    public[i] = answer
        verdicts = [self._verdict(c, p, failed) for c, p in zip(cases, public, strict=True)]
        verdicts = run_steps(self, people, cases, verdicts)
        return Decision(verdicts, any(c.ruling.contradicted for c in persons), failed)

    def _persons(self, people: People, entities: Mapping[str, Entity], author: str) -> list[Case]:
        if not people.mentions:
            return []
        unit = people.person
        if self.decide == "mention":
            unit = np.arange(len(unit))
        probabilities = softmax(pool(people.scores, unit, self.sharpness)[0])
        out: list[Case] = []
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
            ruling = self._with_teachers(ruling, evidence)
            ruling = self._with_word_problems(ruling, people.text, own[0])
            somebody = bool(facts.surely_somebody(evidence.features).any())
            listed = bool(evidence.features[:, _LISTED].any())
            rare = bool(evidence.features[:, _LISTED_RARE].any())
            rare = rare or facts.known_by_one_word(evidence.features)
            called = facts.called_by_forename(evidence.features)
            called = called or all(fold(name) in nicknames() for name in names)
            whole = self.decide == "person"
            for part in [range(len(own))] if whole else [range(i, i + 1) for i in range(len(own))]:
                spans = tuple(own[i] for i in part)
                reason = next((evidence.reasons[i] for i in part if evidence.reasons[i]), "")
                row = probabilities[len(out)]
                told = (reason, somebody, listed, rare, called, evidence.in_politics)
                out.append(Case(own[0].id, PERSON, spans, row, ruling, *told))
        return out

    def _with_teachers(self, ruling: Ruling, evidence: Evidence) -> Ruling:
        """Whoever teaches the course is hidden as an instructor, or kept if that is wanted."""
        teaches = teaching.REASON in evidence.private
        if self.teachers == "hide":
            if teaches and not ruling.private:
                role = ruling.role or ROLES[INSTRUCTOR]
                return ruling._replace(private=teaching.REASON, role=role)
            return ruling
        fields = evidence.features[:, _TEACHER_FIELD] > 0
        of_field = ruling.private == "form field" and bool(fields.any())
        if of_field or (teaches and not ruling.private):
            return ruling._replace(private="", public=TEACHER_KEPT)
        return ruling

    def _with_word_problems(self, ruling: Ruling, text: str, first: PiiSpan) -> Ruling:
        """Whoever is first named in a word problem is kept if that is wanted."""
        if self.word_problems == "hide" or ruling.private or ruling.public or ruling.role:
            return ruling
        inside = word_problems.in_word_problem(text, first.start, first.end)
        return ruling._replace(public=word_problems.REASON) if inside else ruling

    def _addresses(
        self, people: People, urls: Sequence[PiiSpan], persons: Sequence[Case]
    ) -> list[Case]:
        if not urls:
            return []
        hidden = [c.spans for c in persons if not self._keeps(c, self._public(c))]
        judged = facts.url_evidence(people.text, urls, hidden)
        out = []
        for url, (public, reason) in zip(urls, judged, strict=True):
            row = np.array([0.0, 0.0, 1.0 - public, public])
            out.append(Case(url.id, URL, (url,), row, OPEN, reason))
        return out

    def _public(self, case: Case) -> float:
        if case.ruling.private:
            return 0.0
        return 1.0 if case.ruling.public else float(case.probabilities[PUBLIC])

    def _keeps(self, case: Case, public: float) -> bool:
        """What may be nobody's name, or is widely known, needs less to stay than somebody does."""
        least = self.threshold_public if case.label == PERSON else self.threshold_address
        if self._guard is None:
            if case.somebody:
                least = max(least, self.threshold_sure)
            if case.rare:
                least = min(least, self.threshold_listed)
        return public >= least

    def _verdict(self, case: Case, public: float, failed: str) -> Verdict:
        kept = self._keeps(case, public)
        row = _rescaled(case.probabilities, public, case.ruling.role)
        role = ROLES[PUBLIC] if kept else self._private_role(row, case.in_politics)
        if case.label == URL:
            label, role = URL, role if kept else "private"
        else:
            label = PERSON if kept else ROLE_LABELS[role]
        reason = self._reason(case, public, kept, failed)
        return Verdict(case.id, label, role, tuple(row.round(6).tolist()), reason, case.places)

    def hide(self, case: Case, reason: str, beside: Verdict | None = None) -> Verdict:
        """What is decided on a person whom a step hides.

        case (Case): The person.
        reason (str): Why.
        beside (Optional[Verdict]): Another person, whose role is taken; else "private".
        RETURNS (Verdict): The person's verdict.
        """
        role, label = ("private", ROLE_LABELS["private"])
        if beside is not None:
            role, label = beside.role, beside.label
        return replace(self._verdict(case, 0.0, ""), role=role, label=label, reason=reason)

    def _private_role(self, row: np.ndarray, in_politics: bool) -> str:
        """A student where there is enough of one, else the likeliest other role.

        Who is hidden in doubt, being public or nobody's name more likely than not, is no student
        for having a large share of the little that is left.
        """
        if in_politics:
            return "private"
        if row[STUDENT] >= self.threshold_student:
            return ROLES[STUDENT]
        likeliest = int(row[:PUBLIC].argmax())
        return "private" if likeliest == STUDENT else ROLES[likeliest]

    def _reason(self, case: Case, public: float, kept: bool, failed: str) -> str:
        if case.ruling.private:
            return case.ruling.private
        if failed:
            return FAILED
        if case.ruling.public:
            return case.ruling.public
        if case.reason and (kept or case.label == URL):
            return case.reason
        return f"{VERIFIER if self._guard is not None else CONTEXT} {public:.2f}"


SETTINGS: tuple[str, ...] = tuple(
    own.name for own in fields(Judge) if own.init and own.name != "steps"
)
SAVED: tuple[str, ...] = tuple(
    key for key in SETTINGS if not key.endswith("_list") and not key.startswith("verifier")
)


def _compared(verdicts: Sequence[Verdict], alone: Sequence[Verdict]) -> Iterator[Verdict]:
    """The verdicts with what the judge alone says; parted where that differs by mention.

    verdicts (Sequence[Verdict]): With the verifier.
    alone (Sequence[Verdict]): Without it.
    """
    roles = {place: own.role for own in alone for place in own.places}
    for verdict in verdicts:
        parts: dict[str, list[tuple[int, int]]] = {}
        for place in verdict.places:
            role = roles.get(place, verdict.role)
            changed = (role == ROLES[PUBLIC]) != verdict.kept
            parts.setdefault(role if changed else "", []).append(place)
        for overruled, places in parts.items():
            yield replace(verdict, places=tuple(places), overruled=overruled)


def _rescaled(probabilities: np.ndarray, public: float, role: str) -> np.ndarray:
    """The distribution with this probability of public; a given role has all of the rest."""
    row = probabilities.astype("float64")
    if role:
        row[:PUBLIC] = [float(name == role) for name in ROLES[:PUBLIC]]
    private = row[:PUBLIC].sum()
    shares = row[:PUBLIC] / private if private > 0 else np.array([0.0, 0.0, 1.0])
    return np.append(shares * (1.0 - public), public)
