"""What a name pass is, and how a list of them runs over what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol, runtime_checkable

from ...core.errors import Errors, HipsError
from ...core.labels import NAME_LABELS
from ...core.spans import PiiSpan
from ...text.lexicon.words import Lexicon
from ...text.page.page import Page


@runtime_checkable
class NamePass(Protocol):
    """Finds or mends names by the text around them.

    A pass gets everything that was found in a document, and returns everything that is found
    after it. It keeps no state between documents, and its time is linear in the length of the
    text. It may take a character from another label only to make it part of a name.
    """

    def __call__(self, page: Page, spans: Sequence[PiiSpan], lexicon: Lexicon) -> Sequence[PiiSpan]:
        """Give all spans of the document.

        page (Page): The document's page.
        spans (Sequence[PiiSpan]): What was found in it so far, by place.
        lexicon (Lexicon): Looks words up.
        RETURNS (Sequence[PiiSpan]): What is found then, by place.
        """
        ...  # pragma: no cover


def run_passes(
    page: Page,
    spans: Sequence[PiiSpan],
    passes: Mapping[str, NamePass],
    lexicon: Lexicon,
    counts: Counter[str] | None = None,
) -> list[PiiSpan]:
    """Run passes one after the other, and stamp what each adds or changes with its name.

    page (Page): The document's page.
    spans (Sequence[PiiSpan]): What was found in it.
    passes (Mapping[str, NamePass]): The passes by name, in their order.
    lexicon (Lexicon): Looks words up.
    counts (Counter[str]): Gets the number of spans that each pass added or changed.
    RETURNS (list): All spans, by place.
    RAISES (HipsError): E204 where a pass uncovers what was found under another label.
    """
    now = list(spans)
    for name, run in passes.items():
        given = run(page, now, lexicon)
        if given is now:
            continue
        old = set(now)
        new = [span for span in given if span not in old]
        _refuse_loss(page.text, name, now, given)
        if counts is not None:
            counts[name] += len(new)
        stamped = (s if s in old else replace(s, source=f"names.{name}") for s in given)
        now = sorted(stamped, key=lambda span: span.start)
    return now


def _refuse_loss(text: str, name: str, before: Sequence[PiiSpan], after: Sequence[PiiSpan]) -> None:
    kept = set(after)
    gone = [s for s in before if s.label not in NAME_LABELS and s not in kept]
    if not gone:
        return
    covered = {i for span in after for i in range(span.start, span.end)}
    for span in gone:
        if any(text[i].isalnum() and i not in covered for i in range(span.start, span.end)):
            raise HipsError(Errors.E204.format(name=name, label=span.label))
