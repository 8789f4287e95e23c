"""What each column of a table is: a column without a role is refused, not passed through."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..core.errors import HipsError
from ..text.lexicon.plain import shown_columns
from .errors import Errors

DROP, PSEUDONYM = "drop", "pseudonym"


@dataclass(frozen=True)
class Roles:
    """The role of every column.

    quasi (Mapping): Quasi-identifiers: "ordered", "nominal" or the values in their order.
    unit (str): The direct identifier of the person a row belongs to, None if each row is one.
    direct (Mapping): Direct identifiers: "drop" or "pseudonym".
    sensitive (tuple): What must not be learned of a person: kept, and l and t are measured.
    keep (tuple): Kept as they are: neither known to others nor sensitive.
    """

    quasi: Mapping[str, str | Sequence[Any]]
    unit: str | None = None
    direct: Mapping[str, str] = field(default_factory=dict)
    sensitive: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()

    @classmethod
    def build(
        cls,
        quasi: Mapping[str, str | Sequence[Any]] | Iterable[str],
        unit: str | None,
        direct: Mapping[str, str] | Iterable[str],
        sensitive: Iterable[str],
        keep: Iterable[str],
    ) -> Roles:
        """Collect roles as they were given; a bare list of quasi-identifiers is nominal.

        RAISES (HipsError): E609 if there is no quasi-identifier, E612 for a column with two roles,
            E613 for a direct identifier that is neither dropped nor pseudonymised.
        """
        quasi_map = dict(quasi) if isinstance(quasi, Mapping) else dict.fromkeys(quasi, "nominal")
        direct_map = dict(direct) if isinstance(direct, Mapping) else dict.fromkeys(direct, DROP)
        if unit is not None:
            direct_map.setdefault(unit, PSEUDONYM)
        for name, way in direct_map.items():
            if way not in (DROP, PSEUDONYM):
                raise HipsError(Errors.E613.format(column=name))
        roles = cls(quasi_map, unit, direct_map, tuple(sensitive), tuple(keep))
        named = [*roles.quasi, *roles.direct, *roles.sensitive, *roles.keep]
        twice = sorted({name for name in named if named.count(name) > 1})
        if twice:
            raise HipsError(Errors.E612.format(columns=", ".join(twice)))
        if not roles.quasi:
            raise HipsError(Errors.E609)
        return roles

    def check(self, names: Iterable[str], outcome: str | None, *, others: bool = False) -> None:
        """Refuse a table whose columns do not fit.

        names (Iterable[str]): The table's columns.
        outcome (str): The column that guides; it needs no other role.
        others (bool): Columns without a role are no fault: nothing is released.
        RAISES (HipsError): E614 for columns that are not there, E615 for columns without a role.
        """
        have = list(names)
        named = {*self.quasi, *self.direct, *self.sensitive, *self.keep}
        asked = named | ({outcome} if outcome else set())
        missing = sorted(asked - set(have))
        if missing:
            raise HipsError(Errors.E614.format(columns=", ".join(missing)))
        open_columns = [name for name in have if name not in asked]
        if open_columns and not others:
            raise HipsError(Errors.E615.format(columns=shown_columns(open_columns, have)))
