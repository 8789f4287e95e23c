"""What stands in the columns beside the text: keyed names for ids, shifted dates."""

from __future__ import annotations

from ..ids import Ids, Secret
from ..persons.link.entity import Entity
from ..surrogates.base import Context, Mention, SurrogateMaker
from .file_formats import ending_of

FILE_DIGITS = 16


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


class DateShift:
    """Shifts the dates of a column as the dates in the author's texts are shifted.

    maker (SurrogateMaker): The maker of date surrogates.
    secret (Secret): The key.
    lang (str): The language of the dates.
    """

    def __init__(self, maker: SurrogateMaker, secret: Secret, lang: str) -> None:
        self._maker = maker
        self._secret = secret
        self._lang = lang

    def __call__(self, value: str, scope: str, ids: Ids) -> str | None:
        """The shifted date, in the form it was written in.

        value (str): The cell.
        scope (str): The scope id of its document, such as "document:17".
        ids (Ids): Whose it is; the shift is one per author where the author is known.
        RETURNS (Optional[str]): The new date; None where the maker cannot read the old one.
        """
        text = value.strip()
        if not text:
            return ""
        owner = f"author:{ids.author}" if ids.author else scope
        context = Context(
            scope=scope.partition(":")[0],
            lang=self._lang,
            author=ids.author,
            author_draw=self._secret.draw_for(owner, "AUTHOR", owner),
        )
        entity = Entity(id="DATE:1", label="DATE", key=text, texts=(text,))
        draw = self._secret.draw_for(scope, "DATE", text)
        new = self._maker(Mention(text, 0, len(text), "DATE"), entity, context, draw)
        return None if new is None or new == text else new
