"""What the judge looks at once all are judged, for whom the model alone keeps: one step each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from ...core.labels import ROLE_LABELS, ROLES
from ...core.later import regex
from ...find.models.pooling import pool
from ...find.models.probabilities import softmax
from ...text.page.page import page_for
from .cases import PERSON, Case
from .evidence import FEATURES, Evidence
from .people import People
from .private_rows import private_rows
from .short_names import forenames_alone, may_be_others
from .verdicts import OTHER_LANGUAGE, PUBLIC, Verdict

if TYPE_CHECKING:
    from .judge import Judge

IN_LIST, SHORT_NAME, COMPANION = "member list", "short name", "beside a private person"
UNREAD = "told by its form"
STUDENT = ROLES.index("student")
_TOP = ("title_block", "names_line", "byline", "teacher_field")
_TOGETHER = frozenset((" and ", " & ", ", and ", ", & "))
_LISTED_WITH = ", "
_UNREAD = frozenset({"names.quoted", "names.spelt", "rules.field"})
_NICKNAME = regex.compile(r"\p{L}[^\S\n][\"“„«‹'‘‚]\p{Lu}[\p{L}\p{M}-]+[\"”“»›'’][^\S\n]\p{L}")
_WITHOUT_QUOTES = dict.fromkeys(map(ord, "\"'“”„«»‹›‘’‚"))


@runtime_checkable
class JudgeStep(Protocol):
    """Mends verdicts once every person and address of a document has one.

    A step may hide whom the model keeps, give another role, or part a person's mentions. It keeps
    no state between documents. Where a verifier decides, only steps with a true attribute
    `with_verifier` run.
    """

    def __call__(
        self, judge: Judge, people: People, cases: Sequence[Case], verdicts: Sequence[Verdict]
    ) -> Sequence[Verdict]:
        """Give the verdicts of the document anew.

        judge (Judge): The judge; its `hide` makes a verdict.
        people (People): The persons of the document.
        cases (Sequence[Case]): What is judged, one a verdict.
        verdicts (Sequence[Verdict]): What was decided so far.
        RETURNS (Sequence[Verdict]): One a case, or more where mentions of one are parted.
        """
        ...  # pragma: no cover


def run_steps(
    judge: Judge, people: People, cases: Sequence[Case], verdicts: Sequence[Verdict]
) -> list[Verdict]:
    """Run the steps of a judge one after the other.

    judge (Judge): The judge.
    people (People): The persons of the document.
    cases (Sequence[Case]): What is judged.
    verdicts (Sequence[Verdict]): What was decided, one a case.
    RETURNS (list[Verdict]): What is decided then.
    """
    now, at = list(verdicts), list(cases)
    for step in judge.steps.values():
        if judge.verifier is not None and not getattr(step, "with_verifier", False):
            continue
        given = list(step(judge, people, at, now))
        if len(given) != len(now):
            of = {place: case for case in cases for place in case.places}
            at = [of[verdict.places[0]] for verdict in given if verdict.places]
            given = [verdict for verdict in given if verdict.places]
        now = given
    return now


def default_steps() -> dict[str, JudgeStep | None]:
    """The steps of the default config, in their order."""
    return {
        "other_languages": OtherLanguages(),
        "member_lists": MemberLists(),
        "unread": Unread(),
        "companions": Companions(),
        "author": Author(),
        "short_names": ShortNames(),
    }


class OtherLanguages:
    """Hide whom only the model keeps in a language in which it has learnt no roles."""

    def __call__(
        self, judge: Judge, people: People, cases: Sequence[Case], verdicts: Sequence[Verdict]
    ) -> Sequence[Verdict]:
        """Give the verdicts anew."""
        unsure = [
            i
            for i, (case, verdict) in enumerate(zip(cases, verdicts, strict=True))
            if _kept_by_model(case, verdict)
            if not (case.listed or case.rare or case.reason in judge.certain_public)
        ]
        if not unsure:
            return verdicts
        foreign = page_for(people.text).foreign(judge.languages)
        out = list(verdicts)
        for i in unsure if foreign else ():
            inside = [any(f.start <= at < f.end for f in foreign) for at, _ in cases[i].places]
            if 2 * sum(inside) >= len(inside):
                out[i] = judge.hide(cases[i], OTHER_LANGUAGE)
        return out


class MemberLists:
    """Hide whoever stands in a private row, where nothing but the context spoke for public.

    A name that nobody else bears looks like a product to the model. They have the role of most
    others of the row.
    """

    def __call__(
        self, judge: Judge, people: People, cases: Sequence[Case], verdicts: Sequence[Verdict]
    ) -> Sequence[Verdict]:
        """Give the verdicts anew."""
        out = list(verdicts)
        for own in private_rows(people.text, cases, verdicts):
            beside = _usual([verdicts[i] for i in own])
            for i in own:
                if verdicts[i].kept and cases[i].open and not _is_told(cases[i]):
                    out[i] = judge.hide(cases[i], IN_LIST, beside)
        return out


class Unread:
    """Hide whom the form tells, where nothing but the context spoke for public.

    To the model what stands in quotes or in a field of data is a title, a term or nothing.
    """

    def __call__(
        self, judge: Judge, people: People, cases: Sequence[Case], verdicts: Sequence[Verdict]
    ) -> Sequence[Verdict]:
        """Give the verdicts anew."""
        out = list(verdicts)
        for i, (case, verdict) in enumerate(zip(cases, verdicts, strict=True)):
            if not _kept_by_model(case, verdict) or _is_told(case):
                continue
            if any(
                s.source in _UNREAD or _NICKNAME.search(people.text, s.start, s.end)
                for s in case.spans
            ):
                out[i] = judge.hide(case, UNREAD)
        return out


class Companions:
    """Hide whom a forename alone names beside somebody who is hidden: "Hope and Will met"."""

    def __call__(
        self, judge: Judge, people: People, cases: Sequence[Case], verdicts: Sequence[Verdict]
    ) -> Sequence[Verdict]:
        """Give the verdicts anew."""
        if not any(verdict.kept for verdict in verdicts):
            return verdicts
        at = {p: i for i, case in enumerate(cases) if case.label == PERSON for p in case.places}
        out = list(verdicts)
        pairs = [(at[before], at[behind]) for before, behind in _together(people.text, sorted(at))]
        # From the front, then from the back, so that one who is hidden speaks for a whole row.
        for other, own in (*pairs, *((behind, before) for before, behind in reversed(pairs))):
            case, beside = cases[own], out[other]
            if not out[own].kept or beside.kept or not (case.open and case.called):
                continue
            if not _is_told(case):
                out[own] = judge.hide(case, COMPANION, beside)
        return out


class Author:
    """Somebody wrote the text: where nobody is a student, the first name on top of it is."""

    with_verifier = True  # a role is not what a verifier decides

    def __call__(
        self, judge: Judge, people: People, cases: Sequence[Case], verdicts: Sequence[Verdict]
    ) -> Sequence[Verdict]:
        """Give the verdicts anew."""
        if judge.decide != "person" or any(verdict.role == ROLES[STUDENT] for verdict in verdicts):
            return verdicts
        for i, (told, case) in enumerate(zip(people.evidence, cases, strict=False)):
            if verdicts[i].role != ROLES[PUBLIC] and not case.ruling.role and _on_top(told):
                label = ROLE_LABELS[ROLES[STUDENT]]
                writer = replace(verdicts[i], role=ROLES[STUDENT], label=label)
                return [*verdicts[:i], writer, *verdicts[i + 1 :]]
        return verdicts


class ShortNames:
    """Hide the mentions of whom the context keeps that may as well be somebody else's.

    Whoever is widely known is seldom called by the forename alone, as the Hannah is who sits beside
    the writer of an essay on Hannah Arendt. So forenames are judged once more without the rest.
    """

    def __call__(
        self, judge: Judge, people: People, cases: Sequence[Case], verdicts: Sequence[Verdict]
    ) -> Sequence[Verdict]:
        """Give the verdicts anew."""
        out: list[Verdict] = []
        for case, verdict in zip(cases, verdicts, strict=True):
            out.append(verdict)
            if not _kept_by_model(case, verdict):
                continue
            names = [people.text[start:end] for start, end in case.places]
            others = may_be_others(names)
            called = [
                alone and not judge.lists.one_word(name)
                for alone, name in zip(forenames_alone(names), names, strict=True)
            ]
            if any(called) and _public_at(judge, people, case, called) < judge.threshold_public:
                others = [one or other for one, other in zip(called, others, strict=True)]
            apart = tuple(p for p, other in zip(case.places, others, strict=True) if other)
            if apart:
                rest = tuple(place for place in case.places if place not in apart)
                out[-1] = replace(verdict, places=rest)
                out.append(replace(judge.hide(case, SHORT_NAME), places=apart))
        return out


def _public_at(judge: Judge, people: People, case: Case, which: Sequence[bool]) -> float:
    """The probability of being public that some mentions of a person have without the others."""
    asked = {place for place, is_asked in zip(case.places, which, strict=True) if is_asked}
    places = [(span.start, span.end) for own in people.mentions for span in own]
    scores = people.scores[[place in asked for place in places]]
    one = np.zeros(len(scores), dtype="int64")
    return float(softmax(pool(scores, one, judge.sharpness)[0])[0, PUBLIC])


def _kept_by_model(case: Case, verdict: Verdict) -> bool:
    return verdict.kept and case.open and case.label == PERSON


def _usual(verdicts: Sequence[Verdict]) -> Verdict | None:
    """Who is hidden with the role that most of a row have; None where nobody is hidden."""
    hidden = [verdict for verdict in verdicts if not verdict.kept]
    often = Counter((verdict.role, verdict.label) for verdict in hidden)
    return max(hidden, key=lambda own: often[own.role, own.label], default=None)


def _is_told(case: Case) -> bool:
    """Does the text or a list say something of a person?"""
    return bool(case.reason or case.listed)


def _together(
    text: str, places: Sequence[tuple[int, int]]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Neighbours that the text names together: "Ana and Ben", "Ana, Ben and Cho"."""
    chain: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for before, behind in pairwise(places):
        between = text[before[1] : behind[0]].translate(_WITHOUT_QUOTES)
        if between == _LISTED_WITH:
            chain.append((before, behind))
            continue
        if between in _TOGETHER:
            yield from (*chain, (before, behind))
        chain = []


def _on_top(evidence: Evidence) -> bool:
    """Does a mention stand on a line of names in the title, or in a byline, and in no teacher's?"""
    columns = {name: evidence.features[:, FEATURES.index(name)] > 0 for name in _TOP}
    top = columns["title_block"] & columns["names_line"] | columns["byline"]
    return bool(top.any() and not columns["teacher_field"].any())
