"""A language model as a finder, through the models of spacy-llm: it quotes what it finds."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...core.errors import Errors, HipsError
from ...core.later import regex
from ...core.spans import PiiSpan
from .finder import windows

if TYPE_CHECKING:
    from spacy.tokens import Doc

Model = Callable[[Iterable[Iterable[str]]], Iterable[Iterable[str]]]
"""What spacy-llm registers as a model: it answers the prompts of some documents."""

LABELS = ("PERSON", "EMAIL", "PHONE_NUM", "ID_NUM", "USERNAME", "STREET_ADDRESS")
WORDS, OVERLAP = 800, 60
"""Of a piece of a text, which is one prompt."""
TEMPLATE = """List every span of the text below that has one of these labels: {labels}.

PERSON is any person, also one who is only mentioned. Copy each span letter by letter, and do not \
correct it. Answer with a JSON list, and nothing else: [{"text": "...", "label": "..."}]. If there \
is none, answer [].

Text:
{text}
"""
_LIST = regex.compile(r"\[.*\]", regex.S)


@dataclass(frozen=True)
class LlmFinder:
    """Asks a model for spans; the arguments are those of `make_llm_finder`."""

    model: Model
    labels: tuple[str, ...]
    template: str
    may_overlap = True

    def __call__(self, doc: Doc) -> Iterator[PiiSpan]:
        """Ask for each piece of the text, and look up where it stands what is quoted.

        RAISES (HipsError): E898 for an answer that is no list of spans, or that quotes what does
            not stand in the text.
        """
        text = doc.text
        pieces = list(windows(text, WORDS, OVERLAP))
        template = self.template.replace("{labels}", ", ".join(self.labels))
        prompts = [template.replace("{text}", text[start:end]) for start, end in pieces]
        answers = list(next(iter(self.model([prompts])), ())) if prompts else []
        if len(answers) != len(pieces):
            raise _unread("one answer to each prompt was asked for")
        for (start, end), answer in zip(pieces, answers, strict=True):
            for quote, label in self._told(str(answer)):
                for first, behind in _places(text[start:end], quote):
                    yield PiiSpan(start + first, start + behind, label)

    def _told(self, answer: str) -> Iterator[tuple[str, str]]:
        known = {label.casefold(): label for label in self.labels}
        found = _LIST.search(answer)
        try:
            for row in json.loads(found[0] if found else ""):
                yield row["text"], known[row["label"].casefold()]
        except (TypeError, ValueError, KeyError, AttributeError):
            raise _unread(
                "a JSON list of spans with the labels of the prompt was asked for"
            ) from None


def _places(text: str, quote: str) -> list[tuple[int, int]]:
    """Everywhere that a quote stands, as written, else in other case, else each of its words."""
    words = quote.split() if isinstance(quote, str) else []
    names = [word for word in words if len(word) > 1 and not word.islower()]
    for parts, flags in (([words], 0), ([words], regex.I), ([[word] for word in names], regex.I)):
        patterns = [r"\s+".join(map(regex.escape, part)) for part in parts if part]
        if patterns:
            whole = rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)"
            places = [match.span() for match in regex.finditer(whole, text, flags)]
            if places:
                return places
    raise _unread("it quoted what does not stand in the text")


def _unread(reason: str) -> HipsError:
    return HipsError(Errors.E898.format(reason=reason))


def make_llm_finder(
    model: Model, labels: Sequence[str] = LABELS, template: str = TEMPLATE
) -> LlmFinder:
    """Build `spacy_hips.Finder.llm.v1`.

    model (Callable): A model of spacy-llm (`@llm_models`). A model of others sees the texts: take
        one that runs on your own machine.
    labels (List[str]): What it is asked for.
    template (str): The prompt, with places for {labels} and {text}.
    RETURNS (Finder): The finder. It is asked once for each 800 words, and nothing is logged.
    """
    return LlmFinder(model, tuple(labels), template)
