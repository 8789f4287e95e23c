"""What searching and replacing costs: time of the processor, memory, money."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .....components.scoring.metrics import rounded
from ..facts import Facts

HOUR, MILLION = 3600, 1_000_000
TOKENS_A_WORD = 1.3
"""Tokens of a language model for an English word, for figures beside those of such models."""


def cost(documents: Sequence[Facts], memory: float | None, price: float | None) -> dict[str, Any]:
    """The section. It is measured, and so differs from run to run.

    documents (Sequence[Facts]): All documents.
    memory (Optional[float]): The most megabytes that the process held.
    price (Optional[float]): Of an hour of one processor core.
    RETURNS (dict): Plain data.
    """
    seconds = sum(facts.cpu for facts in documents)
    words = sum(facts.words for facts in documents if facts.cpu)
    per_second = words / seconds if seconds else None
    money = None
    if price is not None and per_second:
        money = rounded(price / HOUR * MILLION / TOKENS_A_WORD / per_second)
    return {
        "words": words,
        "cpu_seconds": rounded(seconds),
        "words_per_cpu_second": rounded(per_second),
        "memory_mb": rounded(memory),
        "price_per_hour": price,
        "price_per_million_tokens": money,
        "tokens_a_word": TOKENS_A_WORD,
    }
