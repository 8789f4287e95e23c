"""Who handed a file in, as learning platforms write it into the paths of what they export."""

from __future__ import annotations

from ....core.later import re
from ....text.lexicon.tables import name_tables

_MOODLE = re.compile(r"(?:^|/)([^/]+?)_\d+_assignsubmission_[a-z]+(?=[_/.]|$)")
_BRIGHTSPACE = re.compile(r"(?:^|/)\d+-\d+ - ([^/]+?) - [A-Z][a-z]+ \d{1,2}, \d{4} [^/]*")
_CANVAS = re.compile(r"(?:^|/)([^\W\d_]+(?:-[^\W\d_]+)*)_(?:LATE_)?\d+_\d+_[^/]+$", re.I)
_SHORTEST = 2


def submitter(path: str) -> str:
    """The name in the path of a submission; "" where it has none.

    path (str): The path within the export, such as "Ana Ruiz_17_assignsubmission_file/a.docx"
        (Moodle) or "ruizana_17_4711_a.docx" (Canvas, which joins surname and forename).
    """
    for pattern in (_MOODLE, _BRIGHTSPACE):
        if match := pattern.search(path):
            return " ".join(match[1].replace("_", " ").split())
    match = _CANVAS.search(path)
    return _parted(match[1]) if match else ""


def _parted(joined: str) -> str:
    """Forename and surname of "ruizana", as far as the tables know them."""
    tables = name_tables()
    ways = [
        (tables.is_surname(joined[:at]), len(joined) - at, at)
        for at in range(_SHORTEST, len(joined) - _SHORTEST + 1)
        if tables.is_forename(joined[at:])
    ]
    if not ways:
        return joined.title()
    at = max(ways)[2]
    return f"{joined[at:]} {joined[:at]}".title()
