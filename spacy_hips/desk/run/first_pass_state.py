"""How far the first pass of a run is, so that an interrupted one need not search again.

What it has found would tell whom the texts name. So it stands beside the output encrypted under a
key that is made of the secret, a line for each batch, and goes when the second pass has begun.
"""

from __future__ import annotations

import pickle
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.errors import HipsError
from ...core.ids import Secret
from ..errors import Errors
from ..files.output import FileTarget, Mark, explained, found_path
from ..files.rows import BadRow

if TYPE_CHECKING:
    from ...replace.register import Found
    from .batches import Done
    from .first_pass import Collects


class FoundSoFar:
    """What the first pass has found, for a register and for a run that goes on.

    output (Path): The output of the run.
    secret (Secret): The secret.
    at (Mark): How far the file is; `Mark()` begins anew.
    row (int): The number of the last row that was searched.
    save (Callable): Told the mark and the row after every batch.
    RAISES (HipsError): E704 if it cannot be written, E762 if the file is not what was written.
    """

    def __init__(
        self, output: Path, secret: Secret, at: Mark, row: int, save: Callable[[Mark, int], None]
    ) -> None:
        self.row = row
        self._path, self._at, self._save = found_path(output), at, save
        self._cipher = _cipher(secret)
        self._file = FileTarget(self._path, private=True, at=at if at.offset else None)
        self._register: Collects | None = None
        self._new: list[Found] = []

    def into(self, register: Collects) -> FoundSoFar:
        """Tell a register what was found before, and from now on.

        register (Collects): The register.
        """
        self._register = register
        if self._at.offset:
            with explained(self._path), self._file.part.open("rb") as stream:
                for line in stream:
                    register.collect(self._opened(line))
        return self

    def collect(self, found: Iterable[Found]) -> int:
        """Take what was found in some documents."""
        assert self._register is not None
        items = list(found)
        self._new += items
        return self._register.collect(items)

    def note(self, batch: Iterable[Done]) -> None:
        """A batch is done: keep what was found in it."""
        self.row = max(self.row, *map(_row_of, batch))
        self._file.write(self._cipher.encrypt(pickle.dumps(self._new)) + b"\n")
        self._file.flush()
        self._new = []
        self._save(self._file.mark, self.row)

    def close(self, *, keep: bool) -> None:
        """The file stays for a later run, or goes."""
        self._file.abandon(keep=keep)

    def _opened(self, line: bytes) -> list[Found]:
        from cryptography.fernet import InvalidToken

        try:
            return pickle.loads(self._cipher.decrypt(line.strip()))  # type: ignore[no-any-return]
        except InvalidToken:
            raise HipsError(Errors.E762.format(path=self._file.part)) from None


def _cipher(secret: Secret) -> Any:
    from cryptography.fernet import Fernet

    return Fernet(urlsafe_b64encode(secret.digest("first pass", "key")))


def _row_of(done: Done) -> int:
    return done.number if isinstance(done, BadRow) else done.document.last
