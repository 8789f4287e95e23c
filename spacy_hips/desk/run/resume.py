"""The state of an unfinished run, so that an interrupted one can go on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

from ...core.errors import HipsError
from ...core.files import part_of, plain_of, read_plain, write_whole
from ...core.ids import Secret
from ..errors import Errors
from ..files.file_formats import READ_ENDINGS
from ..files.output import Mark, explained, found_path, state_path
from ..undo.keyfile import KeyMark


@dataclass
class State:
    """How far a run is. Counts, positions and check values only.

    secret_check (str): The check value of the secret.
    settings (str): SHA-256 of the pipeline, its weights, and of what the run was asked for.
    source (str): SHA-256 of the input.
    rows (int): The number of the last row that is done.
    output (Mark): How far the output is.
    internal (dict): How far each internal file is.
    key_file (KeyMark): How far the key file is.
    register (str): The newest seal of the register.
    summary (dict): The counts so far.
    searched (int): The number of the last row that the first pass has searched.
    found (Mark): How far the file of what it has found is.
    seal (str): HMAC of all the rest under the secret.
    """

    secret_check: str
    settings: str
    source: str
    rows: int = 0
    output: Mark = field(default_factory=Mark)
    internal: dict[str, Mark] = field(default_factory=dict)
    key_file: KeyMark = field(default_factory=KeyMark)
    register: str = ""
    summary: dict[str, Any] = field(default_factory=dict)
    searched: int = 0
    found: Mark = field(default_factory=Mark)
    seal: str = ""

    def save(self, output: Path, secret: Secret) -> None:
        """Write it beside the part; a state that is there is replaced in one step."""
        with explained(output):
            write_whole(state_path(output), self.sealed(secret))

    def sealed(self, secret: Secret) -> bytes:
        """What a file of it holds."""
        self.seal = self._seal(secret)
        return json.dumps(asdict(self)).encode()

    def _seal(self, secret: Secret) -> str:
        rest = {**asdict(self), "seal": ""}
        return secret.digest("resume", json.dumps(rest, sort_keys=True)).hex()

    @classmethod
    def load(cls, output: Path, secret: Secret) -> State:
        """Read the state of an interrupted run.

        RAISES (HipsError): E717 if there is none, or it cannot be read; E718 if it is that of
            another secret.
        """
        begun = part_of(output).exists() or part_of(found_path(output)).exists()
        if not begun:
            raise HipsError(Errors.E717.format(reason="no interrupted run is there"))
        try:
            data = state_path(output).read_bytes()
        except FileNotFoundError:
            raise HipsError(Errors.E717.format(reason="its state is not there")) from None
        except OSError:
            raise HipsError(Errors.E717.format(reason="its state cannot be read")) from None
        return cls.of(data, secret)

    @classmethod
    def of(cls, data: bytes, secret: Secret) -> State:
        """The state that a file holds.

        data (bytes): What it holds.
        secret (Secret): The secret of the run that goes on.
        RAISES (HipsError): E717 if it cannot be read, E718 if it is that of another secret.
        """
        try:
            state = plain_of(cls, data)
        except ValueError:
            raise HipsError(Errors.E717.format(reason="its state cannot be read")) from None
        if state.secret_check != secret.check_value():
            raise HipsError(Errors.E718.format(what="another secret"))
        if state.seal != state._seal(secret):
            raise HipsError(Errors.E717.format(reason="its state was changed"))
        return state

    def refuse_other(self, other: State) -> None:
        """Check that a run continues what it began.

        other (State): The state this run would start with.
        RAISES (HipsError): E718 if settings or input differ.
        """
        for name, what in (
            ("settings", "another pipeline or other options"),
            ("source", "another input"),
        ):
            if getattr(self, name) != getattr(other, name):
                raise HipsError(Errors.E718.format(what=what))


def finished_rows(output: Path) -> int:
    """How many rows an interrupted run over an output says it has finished; 0 without one.

    output (Path): The output.
    """
    return _told(output).rows if part_of(output).exists() else 0


def searched_rows(output: Path) -> int:
    """How many rows the first pass of an interrupted run says it has searched; 0 without one.

    output (Path): The output.
    """
    return _told(output).searched if part_of(found_path(output)).exists() else 0


def _told(output: Path) -> State:
    try:
        return read_plain(State, state_path(output))
    except (OSError, ValueError):
        return State("", "", "")


def fingerprint(path: str | Path, endings: tuple[str, ...] = ()) -> str:
    """SHA-256 of a file, or of all files of a folder with their names, but not of links in it.

    endings (tuple): Of a folder, only files whose names end so; () takes all.
    """
    digest = sha256()
    root = Path(path)
    within = root.is_dir()
    for file in sorted(root.rglob("*")) if within else [root]:
        if within and file.is_symlink():
            continue
        if file.is_file() and (not endings or file.suffix.lower() in endings):
            name = str(file.relative_to(root)).encode("utf8", "surrogateescape")
            digest.update(b"%d:%b;%b" % (len(name), name, _digest(file)))
    return digest.hexdigest()


def _digest(file: Path) -> bytes:
    """SHA-256 of what a file holds; nothing for one that cannot be read, which the reader tells."""
    try:
        with file.open("rb") as stream:
            return file_digest(stream, "sha256").digest()
    except OSError:
        return b""


def settings_hash(settings: Mapping[str, Any]) -> str:
    """SHA-256 of whatever changes what a run writes."""
    return sha256(json.dumps(settings, sort_keys=True, default=str).encode("utf8")).hexdigest()


def start_state(secret: Secret, settings: Mapping[str, Any], path: str) -> State:
    """The state of a run that has not begun."""
    endings = READ_ENDINGS if Path(path).is_dir() else ()
    return State(secret.check_value(), settings_hash(settings), fingerprint(path, endings))
