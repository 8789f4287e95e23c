"""What the finder learns from, as arrays: everything that spaCy has to do is done once, here.

A document is the wordpieces of its windows, and for each token that the encoder sees (and its
neighbours): which wordpieces are its own, its surface features as rows of the hash tables, and the
classes that the gold allows. Of texts with roles it is who is private and who is public.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from spacy_hips.core.spans import read_group
from spacy_hips.find.models.alignment import align_documents
from spacy_hips.find.models.fitting import encode_windows, most_wordpieces
from spacy_hips.lab.corpus.roles import MASKED_GROUP, ROLES_GROUP
from spacy_hips.who.judging.role_targets import WEIGHT_KEY

ENCODER, FINDER = "hips_transformer", "hips_ner"
TOGETHER = 64  # documents that are cut into wordpieces at a time
UNKNOWN, PRIVATE, PUBLIC = range(3)


def write_examples(
    nlp: Language, docs: Iterable[Doc], path: Path, *, roles: bool = False
) -> dict[str, int]:
    """Write the examples of some labelled documents.

    nlp (Language): A pipeline with hips_transformer and hips_ner, initialised.
    docs (Iterable[Doc]): Documents with their gold.
    path (Path): The .npz file.
    roles (bool): The documents tell roles (scripts/convert_roles.py), not names.
    RETURNS (dict): Counts of documents, tokens, tokens that the encoder sees, and wordpieces.
    """
    columns = _Columns(nlp)
    rows: dict[str, list[np.ndarray]] = {}
    counts = {"documents": 0, "tokens": 0, "seen": 0, "pieces": 0}
    for batch in _batches(docs):
        examples = [Example(nlp.make_doc(doc.text), doc) for doc in batch]
        for example in _arrays(nlp, [e for e in examples if len(e.predicted)], columns, roles):
            for name, array in example.items():
                rows.setdefault(name, []).append(array)
            counts["documents"] += 1
            counts["tokens"] += int(example["tokens"][0])
            counts["seen"] += len(example["allowed"])
            counts["pieces"] += len(example["pieces"])
    arrays = {name: np.concatenate(parts) for name, parts in rows.items()}
    arrays |= columns.tables()
    arrays["classes"] = np.array(nlp.get_pipe(FINDER).classes)
    np.savez_compressed(path, **arrays)
    return counts


def describe(nlp: Language) -> dict[str, Any]:
    """The sizes that the network is built with.

    nlp (Language): The pipeline.
    RETURNS (dict): Plain data.
    """
    finder = nlp.get_pipe(FINDER).model
    _, _, surface, head = finder.layers
    network = nlp.get_pipe(ENCODER).model.layers[0].shims[0]._model.config
    names = (
        "vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads",
        "intermediate_size", "max_position_embeddings", "layer_norm_eps", "pad_token_id",
    )  # fmt: skip
    return {
        "encoder": {name: getattr(network, name) for name in names},
        "surface": [list(embed.get_param("E").shape) for embed in embeds(surface)],
        "window": int(surface.layers[1].attrs["window_size"]),
        "mix": list(maxout(surface.layers[2])[0].get_param("W").shape),
        "hidden": list(maxout(head)[0].get_param("W").shape),
        "classes": list(nlp.get_pipe(FINDER).classes),
    }


def write_sizes(nlp: Language, path: Path) -> None:
    """Write `describe` as JSON."""
    path.write_text(json.dumps(describe(nlp), indent=1) + "\n", "utf8")


def embeds(surface: Any) -> list[Any]:
    """The hash embeddings of the surface, a column each."""
    return [layer for layer in surface.layers[0].walk() if layer.has_param("E")]


def maxout(chain: Any) -> tuple[Any, Any]:
    """The maxout of some layers, and its layer norm."""
    named = {layer.name: layer for layer in chain.walk()}
    return named["maxout"], named["layernorm"]


class _Columns:
    """Numbers for the values of each surface feature, and their rows in the hash tables."""

    def __init__(self, nlp: Language) -> None:
        _, self.features, surface, _ = nlp.get_pipe(FINDER).model.layers
        self._embeds = embeds(surface)
        self._known: list[dict[int, int]] = [{} for _ in self._embeds]

    def __call__(self, table: np.ndarray) -> np.ndarray:
        out = np.empty(table.shape, dtype="u2")
        for i, known in enumerate(self._known):
            values, back = np.unique(table[:, i], return_inverse=True)
            numbers = [known.setdefault(v, len(known)) for v in values.tolist()]
            out[:, i] = np.array(numbers, dtype="u2")[back.reshape(-1)]
        return out

    def tables(self) -> dict[str, np.ndarray]:
        """For each column an array of shape (values, 4): rows of its table."""
        out = {}
        for i, (known, embed) in enumerate(zip(self._known, self._embeds, strict=True)):
            ids = np.array(list(known), dtype="uint64")
            rows = embed.ops.hash(ids, embed.attrs["seed"]) % embed.get_param("E").shape[0]
            out[f"rows{i}"] = np.asarray(rows).astype("u2")
        return out


def _batches(docs: Iterable[Doc]) -> Iterator[list[Doc]]:
    stream = iter(docs)
    while batch := list(islice(stream, TOGETHER)):
        yield batch


def _arrays(
    nlp: Language, examples: list[Example], columns: _Columns, roles: bool
) -> Iterator[dict[str, np.ndarray]]:
    encoder, finder = nlp.get_pipe(ENCODER).model, nlp.get_pipe(FINDER)
    docs = [example.predicted for example in examples]
    spans_of = encoder.attrs["get_spans"](docs)
    if not any(spans_of):
        return
    longest = most_wordpieces(encoder)
    windows, encoding = encode_windows(encoder.tokenizer, spans_of, longest)
    ids, mask = np.asarray(encoding["input_ids"]), np.asarray(encoding["attention_mask"])
    lengths = np.minimum(mask.sum(axis=1), longest).astype(int)
    aligned = align_documents(docs, windows, np.asarray(encoding["offset_mapping"]))
    tables = columns.features.predict(docs)
    first = 0
    for example, spans, align, table in zip(examples, windows, aligned, tables, strict=True):
        own = slice(first, first + len(spans))
        first += len(spans)
        if not spans:
            continue  # no word of it may be a name: the encoder never sees it
        counts, places = _places(align, lengths[own], ids.shape[1])
        seen = _widened(counts > 0)
        allowed = finder._allowed(example)[seen]
        told = _roles(example)[:, seen] if roles else None
        bits = (allowed > 0) @ (1 << np.arange(allowed.shape[1], dtype="u4"))
        pieces = [row[:n] for row, n in zip(ids[own], lengths[own], strict=True)]
        yield {
            "pieces": np.concatenate(pieces).astype("u4"),
            "windows": lengths[own].astype("u2"),
            "places": places.astype("u4"),
            "counts": counts[seen].astype("u2"),
            "surface": columns(np.asarray(table)[seen]),
            "allowed": bits.astype("u4"),
            "tokens": np.array([len(example.predicted)], dtype="u4"),
            "doc_windows": np.array([len(spans)], dtype="u4"),
            "doc_seen": np.array([int(seen.sum())], dtype="u4"),
            "doc_places": np.array([len(places)], dtype="u4"),
            **({} if told is None else {"role": told[0].astype("u1"), "weight": told[1]}),
        }


def _roles(example: Example) -> np.ndarray:
    """The role of each token and its weight, which a mention's tokens share: (2, tokens)."""
    doc, gold = example.predicted, example.reference
    out = np.zeros((2, len(doc)), dtype="f4")
    for name, known in ((ROLES_GROUP, True), (MASKED_GROUP, False)):
        for span in read_group(gold, name):
            own = doc.char_span(span.start, span.end, alignment_mode="expand")
            role = PUBLIC if span.label == "PERSON" else PRIVATE
            out[0, own.start : own.end] = role if known else UNKNOWN
            out[1, own.start : own.end] = gold.user_data.get(WEIGHT_KEY, 1.0) / len(own)
    return out


def _places(align: Any, lengths: np.ndarray, width: int) -> tuple[np.ndarray, np.ndarray]:
    """How many wordpieces each token has, and where these stand when padding is gone."""
    counts = np.asarray(align.lengths).astype(int)
    padded = np.asarray(align.dataXd).reshape(-1).astype(int)
    row, column = padded // width, padded % width
    starts = np.concatenate(([0], np.cumsum(lengths)[:-1]))
    kept = column < lengths[row]
    token = np.repeat(np.arange(len(counts)), counts)[kept]
    return np.bincount(token, minlength=len(counts)), (starts[row] + column)[kept]


def _widened(seen: np.ndarray) -> np.ndarray:
    """With their neighbours, as the token classifier takes them."""
    wider = seen.copy()
    wider[1:] |= seen[:-1]
    wider[:-1] |= seen[1:]
    return wider
