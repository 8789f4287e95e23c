"""Takes a person's rows out of a table of known people, the rest byte for byte as it was."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .roster import RosterFile, folded, person_row


@dataclass(frozen=True)
class Withdrawn:
    """A table without a person.

    data (bytes): The table.
    dropped (int): How many rows are gone.
    """

    data: bytes
    dropped: int


def without_person(path: str | Path, person: str) -> Withdrawn:
    """Leave out the rows of one person.

    path (Path): The table, csv, tsv or jsonl, as `KnownPeople.load` reads it.
    person (str): The person_id; for rows without one the name.
    RETURNS (Withdrawn): The table; it is not written.
    RAISES (HipsError): E122 if it cannot be read.
    """
    file = RosterFile.read(path)
    kept, dropped = [], 0
    for raw, cells in file.rows():
        gone = cells is not None and person_row(cells)["person_id"] in (person, folded(person))
        dropped += gone
        kept += [] if gone else [raw]
    return Withdrawn("".join(kept).encode(file.encoding), dropped)
