"""What stands in the columns beside the text: keyed names for ids, shifted dates."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...core.ids import Draw, Ids, Secret
from ...core.later import re
from ...replace.surrogates.dates import says_birth
from ...replace.surrogates.maker import Context, Mention, SurrogateMaker
from ...text.lexicon.language import every
from ...who.persons.link.entity import Entity
from ..files.file_formats import ending_of

FILE_DIGITS = 16
MOVES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"DATE": ("DATE",), "DATE_OF_BIRTH": ("DATE_OF_BIRTH", "AGE")}
)
"""What date columns hold, and what in the texts moves with it."""
_BIRTHS = frozenset((*every("birth"), "född", "födelsedatum", "födelsedag", "fødselsdato"))
_WORD = re.compile(r"[A-Z]*[^\W\d_A-Z]+|[A-Z]+")


class Pseudonyms:
    """Keyed names: the same id has the same one wherever it stands, under one secret.

    secret (Secret): The key.
    """

    def __init__(self, secret: Secret) -> None:
        self._secret = secret

    def id(self, role: str, value: str) -> str:
        """The name of an id; an empty id stays empty.

        role (str): "doc", "author", "group" or "speaker".
        value (str): The original id.
        """
        return self._secret.pseudonym(role, value) if value.strip() else ""

    def file(self, name: str) -> str:
        """The name of an output file, with the ending of what the original becomes.

        name (str): The original path within the folder.
        """
        return self._secret.pseudonym("doc", name, FILE_DIGITS) + ending_of(name)


def stays(mention: Mention, entity: Entity, context: Context, draw: Draw) -> str:
    """Leave a date as it is."""
    return mention.text


class DateShift:
    """Does with the dates of a column what is done with those of the author's texts.

    makers (Mapping[str, Optional[SurrogateMaker]]): For DATE and DATE_OF_BIRTH what makes the new
        ones; `stays` where they stay, None where they go.
    secret (Secret): The key.
    lang (str): The language of the dates.
    """

    def __init__(
        self, makers: Mapping[str, SurrogateMaker | None], secret: Secret, lang: str
    ) -> None:
        self._makers = makers
        self._secret = secret
        self._lang = lang

    def __call__(self, value: str, scope: str, ids: Ids, column: str = "") -> str | None:
        """The new date, in the form it was written in.

        value (str): The cell.
        scope (str): The scope id of its document, such as "document:17".
        ids (Ids): Whose it is; the shift is one per author where the author is known.
        column (str): The name of the column, which tells dates of birth.
        RETURNS (Optional[str]): The new date; None where the maker cannot read the old one, or
            would leave it though dates are to go.
        """
        text = value.strip()
        if not text:
            return ""
        label = label_of(column)
        maker = self._makers.get(label)
        if maker is None or maker is stays:
            return text if maker else None
        owner = f"author:{ids.author}" if ids.author else scope
        context = Context(
            scope=scope.partition(":")[0],
            lang=self._lang,
            author=ids.author,
            author_draw=self._secret.draw_for(owner, "AUTHOR", owner),
        )
        entity = Entity(id=f"{label}:1", label=label, key=text, texts=(text,))
        draw = self._secret.draw_for(scope, label, text)
        new = maker(Mention(text, 0, len(text), label), entity, context, draw)
        return None if new is None or new == text else new

    def keeps(self, column: str) -> bool:
        """Does the date of a column stay?"""
        return self._makers.get(label_of(column)) is stays


def label_of(column: str) -> str:
    """What the dates of a column are, by its name."""
    words = " ".join(_WORD.findall(column)).casefold()
    told = says_birth(words) or not _BIRTHS.isdisjoint((words, *words.split()))
    return "DATE_OF_BIRTH" if told else "DATE"
