"""Small corpora with known answers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import spacy

from spacy_hips.lab.evaluate.attack.attacker import Place, Release, Spotted
from spacy_hips.lab.evaluate.attack.replacing import OurSurrogates, written
from spacy_hips.lab.evaluate.attack.weaken import Weakened
from spacy_hips.lab.evaluate.gold import Gold


def marked(*texts: str, label: str = "PERSON") -> Weakened:
    """A release: `<...>` is a surrogate, `{...}` a leak, `<EMAIL|...>` one of another label."""
    plain, places, leaks = [], [], []
    for n, text in enumerate(texts):
        out, start = "", 0
        for char in text:
            if char in "<{":
                start = len(out)
            elif char in ">}":
                own, _, value = out[start:].rpartition("|")
                out = out[:start] + value
                places.append(Place(n, start, len(out), own or label))
                leaks.append(char == "}")
            else:
                out += char
        plain.append(out)
    return Weakened(Release(tuple(plain), tuple(places)), tuple(leaks))


def maker(*values: str):
    """A tool that replaces everything by one of some values."""

    def replace(documents: Sequence[Spotted], seed: int):
        return [
            written(document, lambda label, text, n=n: values[(n + seed) % len(values)])
            for n, document in enumerate(documents)
        ]

    return replace


def gold(*rows: tuple[str, dict[str, str]]) -> list[Gold]:
    """Labelled texts: each with the strings in it and their labels."""
    out = []
    for n, (text, labels) in enumerate(rows, 1):
        spans = tuple(
            (at, at + len(value), label)
            for value, label in labels.items()
            for at in range(len(text))
            if text.startswith(value, at)
        )
        out.append(Gold(n, f"d{n}", text, spans))
    return out


@pytest.fixture(scope="session")
def ours() -> OurSurrogates:
    """Our linking and surrogates of all labels."""
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_entities")
    nlp.add_pipe("hips_anonymizer", config={"profile": "full"})
    return OurSurrogates(nlp)
