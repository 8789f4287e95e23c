"""A digest of the words that trained weights read, which a pipeline keeps beside them."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import lru_cache
from hashlib import sha256

from .data_files import NAMES, open_data
from .tables import WORDS


def digest_of(classes: Mapping[str, Collection[str]]) -> str:
    """A digest of classes of words, in their order, and of the packaged name tables.

    classes (Mapping): The words of each class; their order within it is no matter.
    RETURNS (str): 16 hexadecimal digits.
    """
    told = [[name, sorted(words)] for name, words in classes.items()]
    return sha256(json.dumps([told, tables_digest()]).encode()).hexdigest()[:16]


@lru_cache(maxsize=1)
def tables_digest() -> str:
    """A digest of what the tables say of a word: of the files of names and of ordinary words."""
    digest = sha256()
    for name in (NAMES, WORDS):
        with open_data(name) as file:
            digest.update(file.read())
    return digest.hexdigest()
