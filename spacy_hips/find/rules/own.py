"""A rule of the user's own: a label, and a pattern that finds it."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from ...core.errors import Errors, HipsError
from ...core.labels import OWN_PRIORITY, Label, add_label
from ...core.spans import PiiSpan

SOURCE = "rules.own"
SECONDS = 5.0
"""A pattern that takes longer over a text fails on it, and the text is not released."""


class PatternRule:
    """Finds what a pattern matches.

    label (str): The label. One that the table of labels lacks is added to it.
    pattern (str): A regular expression of the package `regex`; of a match with a group `what`,
        only that is the identifier.
    kind (str): Of a new label: "direct" where it names one person, else "indirect".
    action (str): Of a new label: what is done with it where nothing else is asked for.
    score (float): How sure a match is.
    RAISES (HipsError): E891 or E892 for a label or a pattern that cannot be used.
    """

    def __init__(self, label: str, pattern: str, kind: str, action: str, score: float) -> None:
        self._made_of = (label, pattern, kind, action, score)
        add_label(Label(label, kind, OWN_PRIORITY, action, action))
        self.labels: tuple[str, ...] = (label,)
        self._score = score
        try:
            self._pattern = regex.compile(pattern)
            empty = self._pattern.search("") is not None
        except regex.error as error:
            raise HipsError(Errors.E892.format(label=label, reason=str(error))) from None
        if empty:
            raise HipsError(Errors.E892.format(label=label, reason="it matches nothing at all"))
        self._group = "what" if "what" in self._pattern.groupindex else 0

    def __call__(self, text: str) -> Iterable[PiiSpan]:
        """Find them."""
        for match in self._pattern.finditer(text, timeout=SECONDS):
            start, end = match.span(self._group)
            if start < end:
                yield PiiSpan(start, end, self.labels[0], self._score, SOURCE)

    def __reduce__(self) -> tuple[object, ...]:
        # Another process has to know the label, too.
        return PatternRule, self._made_of


def make_pattern_rule(
    label: str, pattern: str, kind: str = "direct", action: str = "surrogate", score: float = 1.0
) -> PatternRule:
    r"""Build `spacy_hips.PatternRule.v1`.

    label (str): The label: capital letters and underscores. It may be one of the table.
    pattern (str): A regular expression of the package `regex`; of a match with a group `what`,
        only that is the identifier.
    kind (str): Of a new label: "direct" where it names one person, else "indirect".
    action (str): Of a new label: surrogate, generalise, placeholder, redact, mark or keep.
    score (float): How sure a match is.
    RETURNS (PatternRule): The rule.
    RAISES (HipsError): E891 or E892 for a label or a pattern that cannot be used.

    EXAMPLE:
        >>> rule = make_pattern_rule("CASE_NUMBER", r"\bSEN-\d{4}/\d{2}\b")
        >>> [(s.start, s.end, s.label) for s in rule("See SEN-0417/23.")]
        [(4, 15, 'CASE_NUMBER')]
    """
    return PatternRule(label, pattern, kind, action, score)
