"""All paths that a command line names: the outputs of a run are its own, and destroy nothing."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from ..desk.files import paths
from ..desk.files.file_formats import STANDARD

# Options that name what is read; a model may be the name of a package, too.
READ = (
    "input", "gold", "release", "originals", "labels", "roles", "docs", "spans", "decisions",
    "third", "found", "model", "filter", "meta", "known_people", "allow", "deny", "secret_file",
    "reviewed", "passphrase_file", "hierarchies", "predictions", "attack", "kanon", "manifest",
)  # fmt: skip
# Options that name what is read and added to.
KEPT = ("register", "key_file", "frozen")


def claimed(
    args: argparse.Namespace, *outputs: str, beside: Sequence[Path] = ()
) -> AbstractContextManager[None]:
    """`records.paths.claimed` with the paths that the options name."""
    return paths.claimed(
        outputs,
        str(getattr(args, "input", STANDARD)),
        read=_named(args, READ),
        kept=_named(args, KEPT),
        beside=beside,
        force=getattr(args, "force", False),
    )


def alone(
    args: argparse.Namespace,
    written: Sequence[str | Path],
    kept: Sequence[str] = KEPT,
    read: Sequence[str | Path] = (),
) -> AbstractContextManager[None]:
    """`records.paths.alone` with the paths that the options name."""
    given = _named(args, [name for name in READ if name not in kept])
    return paths.alone(written, read=[*given, *read], kept=_named(args, kept))


def _named(args: argparse.Namespace, options: Sequence[str]) -> list[str]:
    """The paths that some options name."""
    found: list[str] = []
    for option in options:
        given = getattr(args, option, None)
        values = [
            v for v in (given if isinstance(given, list) else [given]) if not isinstance(v, bool)
        ]
        named = [str(value or "") for value in values]
        found += [name.partition("=")[2] for name in named] if option == "deny" else named
    return found
