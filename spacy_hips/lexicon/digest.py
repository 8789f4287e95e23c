"""A digest of the words that trained weights read, which a pipeline keeps beside them."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from hashlib import sha256

from .tables import tables_digest


def digest_of(classes: Mapping[str, Collection[str]]) -> str:
    """A digest of classes of words, in their order, and of the packaged name tables.

    classes (Mapping): The words of each class; their order within it is no matter.
    RETURNS (str): 16 hexadecimal digits.
    """
    told = [[name, sorted(words)] for name, words in classes.items()]
    return sha256(json.dumps([told, tables_digest()]).encode()).hexdigest()[:16]
