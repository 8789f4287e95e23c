"""The file of a register: lines of JSON that are only added to, each batch sealed with a MAC.

The first line says what the register was made with. Entries follow, and values that were settled
for shuffling; a later line of a key adds to the earlier one. After each batch a seal holds the HMAC
of all bytes before it. It shows if a line was lost, changed or put in by hand, and a file of
another secret is refused. A register that is put back to an earlier seal looks whole. So a small
file beside it, REGISTER.seals, names the newest seal.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from ...core.errors import Errors, HipsError
from ...core.files import locked, read_plain, write_private
from ...core.ids import SCOPES, Secret

FORMAT = "spacy_hips register 1"
SEALS = ".seals"
ENTRY = b'{"key":"'
"""So the lines of entries begin: most of a register."""
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
        from ... import __version__
        from ...text.lexicon.tables import name_tables

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
    entries (dict): The lines of each entry by its key, as they stand in the file. A seal vouches
        for them, so they are only decoded where somebody asks for the entry.
    lines (list): The shuffled values and tombstones, in their order.
    stamp (str): What tells whether the file has changed.
    seals (tuple): All seals, in their order.
    """

    scope: str
    versions: Versions
    entries: dict[str, bytes]
    lines: list[dict[str, Any]]
    stamp: Stamp
    seals: tuple[str, ...]


@dataclass(frozen=True)
class Seals:
    """What the file beside a register holds.

    newest (list[str]): The register must have one of these; two only while it is being replaced.
    """

    newest: list[str]


def seals_of(path: Path) -> Path:
    """The file that names the newest seal of a register."""
    return path.with_name(path.name + SEALS)


def read(path: str | Path, secret: Secret) -> Content:
    """Read and check a file.

    RAISES (HipsError): E130 if it cannot be read, E131 if it is damaged, E132 for another secret,
        E763 if it was put back to an earlier state.
    """
    content, watched = _read(path, secret)
    seals = seals_of(Path(path))
    try:
        newest = read_plain(Seals, seals).newest
    except FileNotFoundError:
        newest = ["missing"] if watched else [content.seals[-1]]
    except (OSError, ValueError):
        newest = []
    if not set(newest) & set(content.seals):
        raise HipsError(Errors.E763.format(path=path, seals=seals.name))
    return content


def accept(path: str | Path, secret: Secret) -> None:
    """Take a file as it is, though it was put back to an earlier state.

    RAISES (HipsError): As `read`, but for E763; E130 if nothing can be written.
    """
    with _alone(path):
        _note_seals(path, _read(path, secret)[0].seals[-1])


def _read(path: str | Path, secret: Secret) -> tuple[Content, bool]:
    """What a file holds, and whether there must be a file of seals beside it."""
    data = _bytes(path)
    head = _head(data, path)
    if not hmac.compare_digest(str(head.get("secret", "")), secret.check_value()):
        raise HipsError(Errors.E132.format(path=path))
    versions = _versions(head, path)
    entries: dict[str, bytes] = {}
    lines: list[dict[str, Any]] = []
    seals: list[str] = []
    running, sealed, end = sha256(), 0, 0
    for number, raw in enumerate(data.splitlines(keepends=True), 1):
        begin, end = end, end + len(raw)
        if raw.startswith(ENTRY):
            key = raw[len(ENTRY) : raw.find(b'"', len(ENTRY))].decode("ascii", "replace")
            entries[key] = entries[key] + raw if key in entries else raw
            continue
        line = _line(raw, number, path)
        if "seal" in line:
            running.update(data[sealed:begin])
            if not hmac.compare_digest(str(line["seal"]), _seal(secret, running.digest())):
                raise HipsError(Errors.E131.format(path=path, reason=f"the seal of line {number}"))
            running.update(raw)
            seals.append(str(line["seal"]))
            sealed = end
        elif "tables" in line:
            versions = _versions(line, path)
        else:
            lines.append(line)
    if sealed != len(data):
        raise HipsError(Errors.E131.format(path=path, reason="the end is missing"))
    content = Content(str(head["scope"]), versions, entries, lines, _stamp(data), tuple(seals))
    return content, bool(head.get("watched"))


def append(
    path: str | Path,
    secret: Secret,
    scope: str,
    versions: Versions,
    lines: Iterable[dict[str, Any]],
    stamp: Stamp | None,
    *,
    anew: bool = False,
) -> Stamp:
    """Add lines and a seal to a file that was read, or write a new one.

    stamp (str): Of the file as it was read; None for one that is not there yet.
    anew (bool): Put the lines in the place of what stands in the file.
    RETURNS (str): The stamp of the file as it is now.
    RAISES (HipsError): E137 if the file is another one now, E130 if it is there and was not read,
        or cannot be written, E747 if another run writes it at this moment.
    """
    with _alone(path):
        if stamp is None and Path(path).exists():
            reason = "it is there already; load it to add to it"
            raise HipsError(Errors.E130.format(path=path, reason=reason))
        refuse_changed(path, stamp)
        old = b"" if stamp is None else _bytes(path)
        new = b"".join(_dump(line) for line in lines)
        if old and not new and not anew:
            return str(stamp)
        if anew or not old:
            head = {"format": FORMAT, "scope": scope, "secret": secret.check_value()}
            new = _dump({**head, **asdict(versions), "watched": True}) + new
        data = new if anew else old + new
        seal = _seal(secret, sha256(data).digest())
        data += _dump({"seal": seal})
        if not old:
            _note_seals(path, seal)
        elif anew:
            _note_seals(path, json.loads(old.splitlines()[-1])["seal"], seal)
        _write(Path(path), data)
        _note_seals(path, seal)
        return _stamp(data)


@contextmanager
def _alone(path: str | Path) -> Iterator[None]:
    """Be the only one that writes a register, from the check to the end."""
    try:
        with locked(path):
            yield
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise HipsError(Errors.E130.format(path=path, reason=reason)) from None


def _note_seals(path: str | Path, *newest: str) -> None:
    _write(seals_of(Path(path)), json.dumps(asdict(Seals(list(newest)))).encode() + b"\n")


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
