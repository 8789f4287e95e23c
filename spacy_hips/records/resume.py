"""The state of an unfinished run, so that an interrupted one can go on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..errors import Errors, HipsError
from ..ids import Secret
from .output import PART, explained, part_of

STATE = ".json"
HEAD = 1 << 20


@dataclass
class State:
    """How far a run is. Counts, positions and check values only.

    secret_check (str): The check value of the secret.
    settings (str): SHA-256 of the pipeline's config and of what the run was asked for.
    source (str): SHA-256 of what identifies the input.
    rows (int): The number of the last row that is done.
    offset (int): Bytes of the output that are whole.
    internal (dict): Bytes of each internal file that are whole.
    summary (dict): The counts so far.
    """

    secret_check: str
    settings: str
    source: str
    rows: int = 0
    offset: int = 0
    internal: dict[str, int] = field(default_factory=dict)
    summary: dict[str, Any] = field(default_factory=dict)

    def save(self, output: Path) -> None:
        """Write it beside the part; a state that is there is replaced in one step."""
        target = state_path(output)
        with explained(output):
            new = target.with_name(target.name + PART)
            new.write_text(json.dumps(asdict(self)), "utf8")
            new.replace(target)

    @classmethod
    def load(cls, output: Path) -> State:
        """Read the state of an interrupted run.

        RAISES (HipsError): E717 if there is none, or it cannot be read.
        """
        if not part_of(output).exists():
            raise HipsError(Errors.E717.format(reason="no interrupted run is there"))
        try:
            return cls(**json.loads(state_path(output).read_text("utf8")))
        except OSError:
            reason = "its state is not there"
        except (ValueError, TypeError):
            reason = "its state cannot be read"
        raise HipsError(Errors.E717.format(reason=reason))

    def refuse_other(self, other: State) -> None:
        """Check that a run continues what it began.

        other (State): The state this run would start with.
        RAISES (HipsError): E718 if secret, settings or input differ.
        """
        for name, what in (
            ("secret_check", "another secret"),
            ("settings", "another pipeline or other options"),
            ("source", "another input"),
        ):
            if getattr(self, name) != getattr(other, name):
                raise HipsError(Errors.E718.format(what=what))


def state_path(output: Path) -> Path:
    """Where the state of an unfinished output stands."""
    part = part_of(output)
    return part.with_name(part.name + STATE)


def fingerprint(path: str) -> str:
    """What tells whether an input is still the same: names and sizes, and the first megabyte."""
    digest = sha256()
    root = Path(path)
    files = sorted(root.rglob("*")) if root.is_dir() else [root]
    for file in files:
        if file.is_file():
            digest.update(f"{file.relative_to(root)}:{file.stat().st_size};".encode())
    if root.is_file():
        with root.open("rb") as stream:
            digest.update(stream.read(HEAD))
    return digest.hexdigest()


def settings_hash(settings: Mapping[str, Any]) -> str:
    """SHA-256 of whatever changes what a run writes."""
    return sha256(json.dumps(settings, sort_keys=True, default=str).encode("utf8")).hexdigest()


def start_state(secret: Secret, settings: Mapping[str, Any], path: str) -> State:
    """The state of a run that has not begun."""
    return State(secret.check_value(), settings_hash(settings), fingerprint(path))
