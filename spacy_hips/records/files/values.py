"""Values of typed tables as plain ones, and dates back."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any


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


def dated(text: str) -> datetime | None:
    """The time that a date tells which `plain` wrote; None for other texts."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
