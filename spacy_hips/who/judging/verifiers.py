"""Verifiers: a second opinion on who is public, plugged into hips_filter by name.

A verifier is a callable that takes the candidates of one document and returns the probability
that each is public. One that asks a language model is written in a few lines and registered:

    @spacy.registry.misc("my_verifier.v1")
    def make_my_verifier():
        def verify(candidates):
            return [ask(c.text, c.places) for c in candidates]
        return verify

(Shen et al., 2025, verify each span that a tagger found on student essays.)
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Candidate:
    """A person, a mention or a web address whose privacy is asked for.

    text (str): The document's text.
    places (tuple[tuple[int, int], ...]): Its mentions, in characters, by place.
    label (str): PERSON or URL_PERSONAL.
    public (float): The probability of being public that the filter itself gives.
    reason (str): Hard evidence that it is public, such as "cited"; "" where there is none. With
        hard evidence of being private nobody is asked for.
    """

    text: str
    places: tuple[tuple[int, int], ...]
    label: str
    public: float
    reason: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Its different surface forms, by place."""
        return tuple(dict.fromkeys(self.text[start:end] for start, end in self.places))


Verifier = Callable[[Sequence[Candidate]], Sequence[float]]


def make_no_verifier() -> Verifier:
    """A verifier that agrees with the filter (`spacy_hips.Verifier.none.v1`)."""
    return _agree


def make_rule_verifier() -> Verifier:
    """A verifier by hard evidence alone (`spacy_hips.Verifier.rules.v1`).

    Public is who is cited, listed by a full name or part of an eponym; all others are hidden,
    whatever the model says.
    """
    return _by_rules


def _agree(candidates: Sequence[Candidate]) -> list[float]:
    return [candidate.public for candidate in candidates]


def _by_rules(candidates: Sequence[Candidate]) -> list[float]:
    return [float(bool(candidate.reason)) for candidate in candidates]


class VerifierFailed(Exception):
    """The verifier gave nothing that can be used; `kind` says what happened."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class Guard:
    """Asks a verifier and takes nothing from it that is no list of probabilities.

    A call that takes too long is left to end by itself; while it runs, no other is begun.

    verifier (Verifier): The verifier.
    timeout (float): Seconds that it has for a document; 0 for no limit.
    """

    def __init__(self, verifier: Verifier, timeout: float = 0.0) -> None:
        self.verifier = verifier
        self.timeout = timeout
        self._running: threading.Thread | None = None

    def __call__(self, candidates: Sequence[Candidate]) -> list[float]:
        """Ask the verifier.

        candidates (Sequence[Candidate]): Those of one document.
        RETURNS (list[float]): The probability of each of being public.
        RAISES (VerifierFailed): Where it raises, is late, or returns anything else.
        """
        if not candidates:
            return []
        answer = self._ask(candidates)
        try:
            found = [float(value) for value in answer]
        except (TypeError, ValueError):
            raise VerifierFailed("no list of numbers") from None
        if len(found) != len(candidates):
            raise VerifierFailed("a list of another length")
        if not all(0 <= value <= 1 for value in found):  # false for nan, too
            raise VerifierFailed("no probabilities")
        return found

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_running": None}

    def _ask(self, candidates: Sequence[Candidate]) -> Any:
        if not self.timeout:
            return self._answer(candidates)
        if self._running is not None and self._running.is_alive():
            raise VerifierFailed("no answer in time")
        answers: list[Any] = []

        def work() -> None:
            try:
                answers.append(self._answer(candidates))
            except VerifierFailed as failure:
                answers.append(failure)

        self._running = threading.Thread(target=work, daemon=True)
        self._running.start()
        self._running.join(self.timeout)
        if not answers:
            raise VerifierFailed("no answer in time")
        if isinstance(answers[0], VerifierFailed):
            raise answers[0]
        return answers[0]

    def _answer(self, candidates: Sequence[Candidate]) -> Any:
        try:
            return self.verifier(candidates)
        except Exception as error:
            raise VerifierFailed("an error") from error
