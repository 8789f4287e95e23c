"""A token classification model of the user's, from a folder, by Hugging Face's transformers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ...core.errors import wrong_setting
from ...core.later import regex
from ...core.spans import PiiSpan
from .finder import local_folder, need

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "spacy_hips.Finder.hf.v1"
LONGEST, BATCH = 512, 8
_TAG = regex.compile(r"(?:[BIESLU][-_])?(?P<label>.+)")
_FIRST = frozenset(("B-", "B_", "U-", "U_", "S-", "S_"))
# A model may have found a part of a word. Scripts that put no space between words have no such.
_LETTER = regex.compile(
    r"[[\p{L}\p{M}\p{Nd}]--[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]]",
    regex.V1,
)


@dataclass(frozen=True)
class HfFinder:
    """Reads a model's tags; the arguments are those of `make_hf_finder`.

    tags (tuple): What the model can say of a token, by its number.
    """

    model: str
    threshold: float
    tags: tuple[str, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """What the tags name."""
        return tuple(dict.fromkeys(label for tag in self.tags if (label := _label(tag))))

    def __call__(self, doc: Doc) -> Iterator[PiiSpan]:
        """Find what the model finds. A long text is read in pieces that overlap by a quarter."""
        text = doc.text
        last: PiiSpan | None = None
        for span, begins in self._words(text):
            gap = text[last.end : span.start] if last else "-"
            goes_on = not gap or (gap.isspace() and "\n" not in gap and not begins)
            if last and last.label == span.label and goes_on:
                last = replace(last, end=span.end, score=max(last.score, span.score))
                continue
            if last:
                yield last
            last = span
        if last:
            yield last

    def _words(self, text: str) -> Iterator[tuple[PiiSpan, bool]]:
        """The words that reach the threshold, and whether each begins a span."""
        named = [i for i, tag in enumerate(self.tags) if _label(tag)]
        end = 0
        for (start, behind), (none, row) in sorted(self._chances(text).items()):
            start = max(start, end)
            if named and 1 - none >= self.threshold and start < behind:
                tag = self.tags[max(named, key=lambda i: row[i])]
                end = behind
                yield PiiSpan(start, behind, _label(tag), min(1.0, 1 - none)), tag[:2] in _FIRST

    def _chances(self, text: str) -> Mapping[tuple[int, int], tuple[float, Sequence[float]]]:
        """By place of a word, the probability that it is nothing, and of each tag: those of its
        surest token, in the piece of the text where that is surest."""
        found: dict[tuple[int, int], tuple[float, Sequence[float]]] = {}
        nothing = [i for i, tag in enumerate(self.tags) if not _label(tag)]
        for places, rows in _read(self.model, text):
            for place, row in zip(places, rows, strict=True):
                word = _whole(text, *_trimmed(text, *place))
                none = sum(row[i] for i in nothing)
                if word[0] < word[1] and (word not in found or none < found[word][0]):
                    found[word] = none, row
        return found


def _label(tag: str) -> str:
    """ "B-PER" is PER, "O" is nothing."""
    match = _TAG.fullmatch(tag)
    return match["label"] if match and tag != "O" else ""


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Tokens of bytes hold the space before a word."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _whole(text: str, start: int, end: int) -> tuple[int, int]:
    """The word of which a token is a part."""
    while start and start < end and _LETTER.match(text[start]) and _LETTER.match(text[start - 1]):
        start -= 1
    while start < end < len(text) and _LETTER.match(text[end - 1]) and _LETTER.match(text[end]):
        end += 1
    return start, end


@lru_cache(maxsize=2)
def _loaded(folder: str) -> tuple[Any, Any, int]:
    """The tokenizer, the network, and how many tokens it reads at once."""
    from transformers import AutoModelForTokenClassification, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, use_fast=True)
    network = AutoModelForTokenClassification.from_pretrained(folder, local_files_only=True).eval()
    most = getattr(network.config, "max_position_embeddings", None) or LONGEST
    # RoBERTa counts positions from 2.
    return tokenizer, network, min(LONGEST, most - 2, tokenizer.model_max_length)


def _read(folder: str, text: str) -> Iterator[tuple[list[tuple[int, int]], list[list[float]]]]:
    """By piece of the text: places of the tokens, and the probabilities of their tags."""
    import torch

    tokenizer, network, most = _loaded(folder)
    given = tokenizer(
        text, truncation=True, max_length=most, stride=most // 4, padding=True,
        return_overflowing_tokens=True, return_offsets_mapping=True,
        return_special_tokens_mask=True, return_tensors="pt", verbose=False,
    )  # fmt: skip
    inputs = [key for key in tokenizer.model_input_names if key in given]
    for at in range(0, len(given["input_ids"]), BATCH):
        here = slice(at, at + BATCH)
        with torch.no_grad():
            scores = network(**{key: given[key][here] for key in inputs}).logits
        for places, special, rows in zip(
            given["offset_mapping"][here].tolist(),
            given["special_tokens_mask"][here].tolist(),
            scores.float().softmax(-1).tolist(),
            strict=True,
        ):
            own = [i for i, mark in enumerate(special) if not mark]
            yield [tuple(places[i]) for i in own], [rows[i] for i in own]


def make_hf_finder(model: str, threshold: float = 0.5) -> HfFinder:
    """Build `spacy_hips.Finder.hf.v1`: a token classification model for transformers.

    model (str): Its folder, as `save_pretrained` writes it, with the tokenizer. A name on a hub is
        an error: nothing is fetched.
    threshold (float): The least probability that a token is part of anything.
    RETURNS (Finder): The finder; the model is loaded for the first text.
    RAISES (HipsError): E211 where there is no such folder, E741 where a package is missing.
    """
    folder = local_folder(NAME, model, "config.json")
    local_folder(NAME, model, "tokenizer.json")
    need("transformers", "trf")
    if not 0 < threshold < 1:
        raise wrong_setting(NAME, "threshold", "between 0 and 1", threshold)
    told = json.loads((folder / "config.json").read_text("utf8")).get("id2label", {})
    tags = tuple(str(told[key]) for key in sorted(told, key=int))
    return HfFinder(str(folder), threshold, tags)
