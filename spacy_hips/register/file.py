"""The file of a register: lines of JSON that are only added to, each batch sealed with a MAC.

The first line says what the register was made with. Then come entries, and values that were settled
for shuffling; a later line of a key adds to the earlier one. After each batch a seal holds the HMAC
of all bytes before it, so that a line that was lost, changed or put in by hand is found, and a file
of another secret is refused.
"""

from __future__ import annotations

import hmac
import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..errors import Errors, HipsError
from ..ids import SCOPES, Secret

FORMAT = "spacy_hips register 1"
MODE = 0o600
LINES = frozenset(("key", "value", "gone", "seal", "format", "tables"))
"""One of these stands in every line and tells its sort."""


@dataclass(frozen=True)
class Versions:
    """What new names are drawn with.

    package (str): The version of this package.
    tables (str): The check value of the name tables.
    """

    package: str
    tables: str

    @classmethod
    def now(cls) -> Versions:
        """Those that are installed."""
        from .. import __version__
        from ..persons.tables import name_tables

        return cls(__version__, name_tables().version)

    def refuse_other(self, path: str | Path) -> None:
        """Check that they are those that are installed.

        RAISES (HipsError): E133 if not.
        """
        here = Versions.now()
        if self.package != here.package:
            what = f"version {self.package} of this package, which is {here.package} now"
        elif self.tables != here.tables:
            what = "other name tables than those of this installation"
        else:
            return
        raise HipsError(Errors.E133.format(path=path, what=what))


Stamp = str
"""SHA-256 of a file's bytes: tells whether it changed since it was read."""


@dataclass(frozen=True)
class Content:
    """What a file holds.

    scope (str): The scope.
    versions (Versions): The last ones it was made with or moved to.
    lines (list): The entries, shuffled values and tombstones, in their order.
    stamp (str): What tells whether the file has changed.
    """

    scope: str
    versions: Versions
    lines: list[dict[str, Any]]
    stamp: Stamp


def read(path: str | Path, secret: Secret) -> Content:
    """Read and check a file.

    RAISES (HipsError): E130 if it cannot be read, E131 if it is damaged, E132 for another secret.
    """
    data = _bytes(path)
    head = _head(data, path)
    if not hmac.compare_digest(str(head.get("secret", "")), secret.check_value()):
        raise HipsError(Errors.E132.format(path=path))
    versions = _versions(head, path)
    lines: list[dict[str, Any]] = []
    running = sha256()
    sealed = False
    for number, raw in enumerate(data.splitlines(keepends=True), 1):
        line = _line(raw, number, path)
        sealed = "seal" in line
        if sealed and not hmac.compare_digest(str(line["seal"]), _seal(secret, running.digest())):
            raise HipsError(Errors.E131.format(path=path, reason=f"the seal of line {number}"))
        running.update(raw)
        if "tables" in line:
            versions = _versions(line, path)
        elif not sealed:
            lines.append(line)
    if not sealed:
        raise HipsError(Errors.E131.format(path=path, reason="the end is missing"))
    return Content(str(head["scope"]), versions, lines, _stamp(data))


def append(
    path: str | Path,
    secret: Secret,
    scope: str,
    versions: Versions,
    lines: Iterable[dict[str, Any]],
    stamp: Stamp | None,
) -> Stamp:
    """Add lines and a seal to a file that was read, or write a new one.

    stamp (str): Of the file as it was read; None writes a new file, or replaces it whole.
    RETURNS (str): The stamp of the file as it is now.
    RAISES (HipsError): E137 if the file is another one now, E130 if it cannot be written.
    """
    if stamp is None:
        head = {"format": FORMAT, "scope": scope, "secret": secret.check_value()}
        old = _dump({**head, **asdict(versions)})
    else:
        refuse_changed(path, stamp)
        old = _bytes(path)
    new = b"".join(_dump(line) for line in lines)
    if stamp is not None and not new:
        return stamp
    data = old + new
    data += _dump({"seal": _seal(secret, sha256(data).digest())})
    _write(Path(path), data)
    return _stamp(data)


def migrate(path: str | Path, secret: Secret) -> bool:
    """Say in the file that it goes on with the versions that are installed.

    What stands in it is not changed: names that were given stay.

    RETURNS (bool): False where it had those versions already.
    RAISES (HipsError): As `read` and `append`.
    """
    content, here = read(path, secret), Versions.now()
    if content.versions == here:
        return False
    append(path, secret, content.scope, here, [asdict(here)], content.stamp)
    return True


def refuse_changed(path: str | Path, stamp: Stamp | None) -> None:
    """Check that a file is the one that was read.

    RAISES (HipsError): E137 if not.
    """
    if stamp is not None and _stamp(_bytes(path)) != stamp:
        raise HipsError(Errors.E137.format(path=path))


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only its owner may read, in one step.

    RAISES (OSError): Where that fails.
    """
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE)
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(path)


def _write(path: Path, data: bytes) -> None:
    try:
        write_private(path, data)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise HipsError(Errors.E130.format(path=path, reason=reason)) from None


def _bytes(path: str | Path) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise HipsError(Errors.E130.format(path=path, reason=reason)) from None


def _head(data: bytes, path: str | Path) -> dict[str, Any]:
    try:
        head = json.loads(data.partition(b"\n")[0])
        if head["format"] == FORMAT and head["scope"] in SCOPES[1:]:
            return dict(head)
    except (ValueError, KeyError, TypeError):
        pass
    raise HipsError(Errors.E130.format(path=path, reason="it is no register of this package"))


def _versions(line: dict[str, Any], path: str | Path) -> Versions:
    try:
        return Versions(str(line["package"]), str(line["tables"]))
    except KeyError:
        raise HipsError(Errors.E131.format(path=path, reason="a version is missing")) from None


def _line(raw: bytes, number: int, path: str | Path) -> dict[str, Any]:
    try:
        line = json.loads(raw)
        if isinstance(line, dict) and line.keys() & LINES:
            return line
    except ValueError:
        pass
    raise HipsError(Errors.E131.format(path=path, reason=f"line {number} is no entry"))


def _dump(line: dict[str, Any]) -> bytes:
    return json.dumps(line, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def _seal(secret: Secret, digest: bytes) -> str:
    return secret.digest("register seal", digest.hex()).hex()


def _stamp(data: bytes) -> Stamp:
    return sha256(data).hexdigest()
