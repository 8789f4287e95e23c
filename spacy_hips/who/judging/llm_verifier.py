"""A language model as the verifier of hips_filter, through the models of spacy-llm."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from ...core.errors import Errors, HipsError
from ...core.later import re
from ...find.finders.by_llm import Model
from .verifiers import Candidate, Verifier

TEMPLATE = """A student wrote the text below. For each person or web address of the list, say how \
likely it is that it is public: a cited author, a historical or famous person, a character of a \
book, a public website. Who the writer knows, and the writer, is private.

Answer with a JSON list of numbers from 0 (private) to 1 (public), one for each line of the list, \
and nothing else.

Text:
{text}

List:
{names}
"""
_LIST = re.compile(r"\[[^\[\]]*\]")


@dataclass(frozen=True)
class LlmVerifier:
    """Asks a model of spacy-llm about the candidates of a document, all in one prompt.

    model (Callable): The model.
    template (str): The prompt, with places for {text} and {names}.
    """

    model: Model
    template: str = TEMPLATE

    def __call__(self, candidates: Sequence[Candidate]) -> list[float]:
        """The probability of each of being public.

        RAISES (HipsError): E898 where the answer is no list of numbers; hips_filter hides all
            candidates of the document then, and says so.
        """
        names = "\n".join(" / ".join(candidate.names) for candidate in candidates)
        prompt = self.template.replace("{names}", names).replace("{text}", candidates[0].text)
        answer = next(iter(next(iter(self.model([[prompt]])))))
        found = _LIST.search(str(answer))
        try:
            return [float(value) for value in json.loads(found[0] if found else "")]
        except (TypeError, ValueError):
            reason = "a JSON list of numbers was asked for"
            raise HipsError(Errors.E898.format(reason=reason)) from None


def make_llm_verifier(model: Model, template: str = TEMPLATE) -> Verifier:
    """Build `spacy_hips.Verifier.llm.v1`.

    model (Callable): A model of spacy-llm (`@llm_models`). A model of others sees the texts: take
        one that runs on your own machine.
    template (str): The prompt, with places for {text} and {names}.
    RETURNS (Verifier): The verifier.
    """
    return LlmVerifier(model, template)
