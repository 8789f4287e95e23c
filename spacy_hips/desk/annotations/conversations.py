"""Labelled messages to labelled conversations, so that each message is seen with its neighbours.

It makes of records what desk/files/documents.py makes of rows: a message a line, the speaker's name
before it. So a finder learns from what it will be given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from ...core.errors import HipsError
from ..errors import Errors
from ..files.documents import LINE, SPEAKER, names_nobody
from .annotations import Annotated, Place

SPEAKER_FIELDS = ("speaker", "speaker_name")


def join_conversations(
    records: Iterable[Annotated], field: str, *, path: str | Path = "the file"
) -> Iterator[Annotated]:
    """Join records that follow each other and belong to the same conversation.

    records (Iterable[Annotated]): A message each. A field "speaker" that names somebody is put
        before the message, marked as NAME_PRIVATE.
    field (str): The field that tells the conversation.
    path (str | Path): Their file, for messages.
    YIELDS (Annotated): A record for each conversation; its id is the conversation's.
    RAISES (HipsError): E446 where a record lacks the field.
    """

    def key(numbered: tuple[int, Annotated]) -> str:
        number, record = numbered
        if field not in record.extra:
            raise HipsError(Errors.E446.format(number=number, path=path, field=field))
        return str(record.extra[field])

    for conversation, numbered in groupby(enumerate(records, 1), key):
        yield _joined(conversation, [record for _, record in numbered])


def _joined(conversation: str, messages: Sequence[Annotated]) -> Annotated:
    text, spans = "", []
    for message in messages:
        named = (str(message.extra.get(field) or "") for field in SPEAKER_FIELDS)
        speaker = next(filter(None, named), "")
        if speaker.strip() and not names_nobody(speaker):
            spans.append(_speaker_span(speaker, len(text)))
            text += speaker + SPEAKER
        spans += [(s + len(text), e + len(text), label) for s, e, label in message.spans]
        text += message.text + LINE
    first = messages[0].extra
    shared = {k: v for k, v in first.items() if all(m.extra.get(k) == v for m in messages)}
    return Annotated(conversation, text.removesuffix(LINE), tuple(spans), extra=shared)


def _speaker_span(speaker: str, offset: int) -> Place:
    start = len(speaker) - len(speaker.lstrip())
    return offset + start, offset + start + len(speaker.strip()), "NAME_PRIVATE"
