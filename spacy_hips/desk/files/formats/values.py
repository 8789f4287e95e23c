"""Values of typed tables as plain ones, and dates back."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

from ....core.later import re

# A text in quotes, a letter behind a backslash or one that fills or spaces, a currency or a tongue.
_LITERAL = re.compile(r'"[^"]*"?|[\\_*].|\[\$[^\]]*\]')
_SIGNS = re.compile(
    r"(?:General|@|[0#?.,%;:/() +\-$\u20ac\u00a3\u00a5]|E[+-]|AM/PM|A/P|([ymdhse])\1*+|\[(?:h+|m+"
    r"|s+|[<>=]+-?[\d.]+|Color ?\d{1,2}|Black|Blue|Cyan|Green|Magenta|Red|White|Yellow)\])*+",
    re.I,
)


def plain(value: Any) -> Any:
    """A value as JSON has it: dates as they are written, what is neither text nor number as text.

    value (Any): A value of a sheet or of Arrow.
    """
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, datetime):
        midnight = value.time() == time() and value.tzinfo is None
        return value.date().isoformat() if midnight else value.isoformat(" ")
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    return str(value)


def without_literals(form: str) -> str:
    """The format of a number or a date without the texts in it, such as the name in `"Ann" 0`.

    form (str): The format.
    """
    bare = _LITERAL.sub("", form)
    return bare if bare.strip() and _SIGNS.fullmatch(bare) else "General"


def dated(text: str) -> datetime | None:
    """The time that a date tells which `plain` wrote; None for other texts."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
