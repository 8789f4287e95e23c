"""What a peer is: another tool that finds identifiers, with its labels told in ours.

A peer is a registered function in the manner of a component's config
(`@misc = "spacy_hips.Peer.vicary.v1"`); what it returns is called as

    peer(texts) -> Found
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ....components.scoring.metrics import Spot
from ....core.labels import LABELS, from_scheme


@dataclass(frozen=True)
class Found:
    """What a peer found.

    spans (tuple): The spans of each text: (start, end, label), in characters, by place.
    seconds (float): The CPU time of finding, without that of loading.
    """

    spans: tuple[tuple[Spot, ...], ...]
    seconds: float = 0.0


class Peer(Protocol):
    """Finds identifiers in texts.

    name (str): How it is called.
    """

    @property
    def name(self) -> str: ...

    def __call__(self, texts: Sequence[str], /) -> Found:
        """Find identifiers."""
        ...


def our_label(label: str, scheme: str, own: Mapping[str, str]) -> str | None:
    """The label that a peer's stands for.

    label (str): The peer's.
    scheme (str): The scheme it is of (`labels.from_scheme`); "" for none.
    own (Mapping): What the scheme has not, or has otherwise; "" is nothing of ours.
    RETURNS (Optional[str]): Ours; None for what we do not count, such as numbers.

    EXAMPLE:
        >>> our_label("EMAIL_ADDRESS", "presidio", {}), our_label("NAME", "", {"NAME": "PERSON"})
        ('EMAIL', 'PERSON')
    """
    if label in own:
        return own[label] or None
    known = from_scheme(label, scheme) if scheme else None
    return known or (label if label in LABELS else None)
