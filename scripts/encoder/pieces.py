"""The vocabulary: its tokenizer, how often its pieces are used, and which of them are kept."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

from spacy_hips.core.errors import HipsError
from spacy_hips.lab.errors import Errors
from spacy_hips.text.lexicon.tables import common_words, name_tables, script_of

from .packed import Packed

SPACE = "▁"
SCRIPTS = ("Latn", "Cyrl", "Grek", "Arab", "Hebr", "Deva", "Hani", "Hang", "Hira", "Kana")
UNWRITTEN = frozenset(("Hani", "Hang", "Hira", "Kana", "Ethi", "Cans", "Yiii"))
"""Scripts of thousands of characters: only those that the texts hold are kept."""


def make_tokenizer(packed: Packed, keep: Sequence[int] = ()) -> Tokenizer:
    """The tokenizer of the network.

    packed (Packed): The model as packed.
    keep (Sequence[int]): Ids of the pieces it knows, in their new order; all if empty.
    RETURNS (Tokenizer): Gives the ids of the kept pieces, with offsets into the text.
    """
    ids = list(keep) or list(range(len(packed.pieces)))
    new = {old: i for i, old in enumerate(ids)}
    vocab = [(packed.pieces[i], float(packed.scores[i])) for i in ids]
    tokenizer = Tokenizer(models.Unigram(vocab, unk_id=new[packed.unk]))
    tokenizer.normalizer = _normalizer(packed)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace(SPACE, "always")]
    )
    bos, eos = packed.pieces[packed.bos], packed.pieces[packed.eos]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{bos} $A {eos}",
        pair=f"{bos} $A {eos} {eos} $B {eos}",
        special_tokens=[(bos, new[packed.bos]), (eos, new[packed.eos])],
    )
    return tokenizer


def _normalizer(packed: Packed) -> normalizers.Normalizer:
    """NFKC, but for the characters that the file lets become a blank or nothing."""
    blank = _class(c for c, to in packed.normal.items() if to == " ")
    nothing = _class(c for c, to in packed.normal.items() if not to)
    steps = [normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")]
    for members, to in ((nothing, ""), (blank, " ")):
        if members:
            steps.insert(0, normalizers.Replace(Regex(members), to))
    return normalizers.Sequence(steps)


def _class(points: Iterable[int]) -> str:
    members = "".join(f"\\x{{{point:X}}}" for point in sorted(points))
    return f"[{members}]" if members else ""


def count_pieces(tokenizer: Tokenizer, texts: Iterable[str]) -> Counter[int]:
    """How often each piece is used.

    tokenizer (Tokenizer): The whole one.
    texts (Iterable[str]): What the network will read.
    RETURNS (Counter[int]): Uses by id.
    """
    counts: Counter[int] = Counter()
    batch: list[str] = []
    for text in texts:
        batch.append(text)
        if len(batch) == 2000:
            counts.update(_ids(tokenizer, batch))
            batch = []
    counts.update(_ids(tokenizer, batch))
    return counts


def _ids(tokenizer: Tokenizer, batch: list[str]) -> Iterator[int]:
    for encoding in tokenizer.encode_batch(batch, add_special_tokens=False):
        yield from encoding.ids


def choose(packed: Packed, counts: Counter[int], size: int) -> list[int]:
    """The pieces that are kept: special ones, single characters, then the most used.

    packed (Packed): The model as packed.
    counts (Counter[int]): How often each is used.
    size (int): How many at most.
    RETURNS (list[int]): Their ids, special ones first, the others in the old order.
    RAISES (HipsError): E421 where there is no room for the single characters.
    """
    special = [packed.bos, packed.pad, packed.eos, packed.unk]
    wanted = {i for i, piece in enumerate(packed.pieces) if _is_single(piece)} - set(special)
    if len(wanted) + len(special) > size:
        raise HipsError(Errors.E421.format(least=len(wanted) + len(special)))
    for i, _ in counts.most_common():
        if len(wanted) + len(special) >= size:
            break
        if i not in special:
            wanted.add(i)
    return special + sorted(wanted)


def _is_single(piece: str) -> bool:
    bare = piece.removeprefix(SPACE)
    return len(bare) <= 1 and not (bare and script_of(bare) in UNWRITTEN)


def texts_of(paths: Sequence[Path]) -> Iterator[str]:
    """The texts to count: the packaged names and words, and those of the given files.

    paths (Sequence[Path]): Text files, or jsonl with a field "text"; of a folder every
        LANGUAGE_train.jsonl. What is not there is said and left out.
    RETURNS (Iterator[str]): Names and words as they are and in capitals, then text after text.
    RAISES (HipsError): E411 for a record without a text.
    """
    tables = name_tables()
    pools = (f(script=s) for s in SCRIPTS for f in (tables.forenames, tables.surnames))
    for pool in pools:
        for name in pool.names:
            yield from (name, name.upper(), name.lower())
    for word in sorted(common_words()):
        yield from (word, word.capitalize())
    for path in paths:
        if not path.exists():
            sys.stderr.write(f"{path} is not there: its pieces are not counted.\n")
        for own in sorted(path.glob("*_train.jsonl")) if path.is_dir() else [path]:
            if own.exists():
                yield from _texts(own)


def _texts(path: Path) -> Iterator[str]:
    with path.open(encoding="utf8") as lines:
        if path.suffix != ".jsonl":
            yield from lines
            return
        for number, line in enumerate(lines, 1):
            try:
                yield str(json.loads(line)["text"])
            except (ValueError, KeyError, TypeError):
                reason = "no JSON with a text"
                raise HipsError(
                    Errors.E411.format(number=number, path=path, reason=reason)
                ) from None


def coverage(counts: Counter[int], keep: Sequence[int]) -> float:
    """The share of the uses that the kept pieces make up."""
    total = sum(counts.values())
    return float(np.sum([counts[i] for i in keep]) / total) if total else 1.0
