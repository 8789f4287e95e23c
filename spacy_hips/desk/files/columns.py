"""The roles of columns: what is text, what names somebody, what may go out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...core.errors import HipsError
from ...text.lexicon.plain import shown_columns
from ..errors import Errors

ROLES: tuple[str, ...] = (
    "text", "context", "doc", "author", "group", "speaker", "name", "date", "keep", "drop",
)  # fmt: skip
SINGLE_ROLES: frozenset[str] = frozenset(("doc", "author", "group", "speaker"))

# What the obvious names mean where no roles are given. No other column is written.
OBVIOUS: Mapping[str, str] = {
    "text": "text",
    "full_text": "text",
    "essay": "text",
    "id": "doc",
    "doc_id": "doc",
    "document": "doc",
    "document_id": "doc",
    "essay_id": "doc",
    "author": "author",
    "author_id": "author",
    "student_id": "author",
}
"""Roles by names that speak for themselves; of one role the surest name first."""
NO_HEADER = "If these are no names of columns, give the file a first line that holds them."


@dataclass(frozen=True)
class Columns:
    """Which column has which role.

    roles (Mapping[str, str]): Role by column, in the order of the input where it is known.
    """

    roles: Mapping[str, str]

    def having(self, *roles: str) -> tuple[str, ...]:
        """The columns that have one of the roles."""
        return tuple(name for name, role in self.roles.items() if role in roles)

    def the(self, role: str) -> str:
        """The column of a role that only one can have; "" where none has it."""
        return next(iter(self.having(role)), "")

    @property
    def written(self) -> tuple[str, ...]:
        """The columns that go out."""
        return tuple(name for name, role in self.roles.items() if role != "drop")

    def without_role(self, names: Iterable[str]) -> tuple[str, ...]:
        """Those of the names that have no role, and so are not written."""
        return tuple(name for name in names if name not in self.roles)

    def ordered(self, names: Sequence[str]) -> Columns:
        """The same roles in the order of a header."""
        return Columns({n: self.roles[n] for n in names if n in self.roles})


def parse_columns(entries: Iterable[str]) -> Columns:
    """Read "essay=text,sid=author".

    entries (Iterable[str]): One or several such strings. A column whose name holds a comma is
        given in a string of its own.
    RETURNS (Columns): The roles.
    RAISES (HipsError): E708 for a malformed entry, and as `checked_columns` but for E710: what the
        input is tells whether its text needs a role.
    """
    roles: dict[str, str] = {}
    index = 0
    for entry in entries:
        for pair in entry.split(",") if entry.count("=") > 1 else (entry,):
            index += 1
            name, equals, role = pair.rpartition("=")
            if not equals or not name:
                raise HipsError(Errors.E708.format(index=index))
            roles[name.strip()] = role.strip()
    return checked_columns(roles, text=False)


def obvious_columns(names: Sequence[str]) -> Columns:
    """The roles that names speak for themselves: text, id, author.

    names (Sequence[str]): The columns of the input.
    RETURNS (Columns): Roles for the columns that are obvious: of each kind the surest name, as an
        "essay" beside a "text" is its id.
    RAISES (HipsError): E710 where no column is obviously the text.
    """
    sure = list(OBVIOUS)
    place = {n: sure.index(n.strip().lower()) for n in names if n.strip().lower() in OBVIOUS}
    chosen: dict[str, str] = {}
    for name in sorted(place, key=place.__getitem__):
        chosen.setdefault(OBVIOUS[sure[place[name]]], name)
    if "text" not in chosen:
        shown = shown_columns(names, names)
        raise HipsError(Errors.E710.format(columns=_told(shown)))
    return checked_columns({name: role for role, name in chosen.items()}).ordered(names)


def check_speakers(columns: Columns) -> None:
    """A speaker needs a conversation to be in.

    RAISES (HipsError): E721 if no column says which rows belong together.
    """
    if columns.the("speaker") and not (columns.the("doc") or columns.the("group")):
        raise HipsError(Errors.E721)


def _told(shown: str) -> str:
    return f" The columns are: {shown}. {NO_HEADER}" if shown else ""


def checked_columns(roles: Mapping[str, str], *, text: bool = True) -> Columns:
    """Columns whose roles go together.

    roles (Mapping[str, str]): Role by column.
    text (bool): One must be text.
    RETURNS (Columns): The roles.
    RAISES (HipsError): E707 for an unknown role, E711 where a role that only one column can have
        was given twice, E710 where no column is text, E721 for a speaker without a conversation.
    """
    for role in roles.values():
        if role not in ROLES:
            raise HipsError(Errors.E707.format(role=role, known=", ".join(ROLES)))
    for role in SINGLE_ROLES:
        if list(roles.values()).count(role) > 1:
            raise HipsError(Errors.E711.format(role=role))
    columns = Columns(roles)
    if text and not columns.having("text"):
        raise HipsError(Errors.E710.format(columns=""))
    check_speakers(columns)
    return columns
