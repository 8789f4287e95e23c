"""How an encoder takes documents from a stream."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from spacy.tokens import Doc

# What is taken at a time, whatever the stream's batch size: short texts a few at a time cost nearly
# twice as much, and what comes of a text does not depend on the texts beside it.
TOKENS, DOCUMENTS = 8192, 256


def encode_stream(
    component: Any, stream: Iterable[Doc], encode: Callable[[list[Doc]], None]
) -> Iterator[Doc]:
    """Encode a stream of documents.

    component (Any): The component, whose error handler gets a document that fails even alone.
    stream (Iterable[Doc]): The documents.
    encode (Callable): Encodes documents.
    YIELDS (Doc): Each document that did not fail, in their order.
    """
    for docs in by_tokens(stream):
        try:
            encode(docs)
        except Exception:
            yield from _one_by_one(component, docs)
        else:
            yield from docs


def by_tokens(stream: Iterable[Doc]) -> Iterator[list[Doc]]:
    """Documents in batches that together have about so many tokens."""
    docs: list[Doc] = []
    tokens = 0
    for doc in stream:
        docs.append(doc)
        tokens += len(doc)
        if tokens >= TOKENS or len(docs) == DOCUMENTS:
            yield docs
            docs, tokens = [], 0
    if docs:
        yield docs


def _one_by_one(component: Any, docs: Iterable[Doc]) -> Iterator[Doc]:
    for doc in docs:
        try:
            component(doc)
        except Exception as error:
            component.get_error_handler()(component.name, component, [doc], error)
        else:
            yield doc
