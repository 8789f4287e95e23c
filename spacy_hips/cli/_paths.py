"""All paths of a run: none may destroy another, and no other run may write them meanwhile."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ..files import locked
from ..records.internal import FILES
from ..records.output import check_output, explained, refuse_clashes
from ..records.readers import STANDARD
from ..register.file import seals_of

# Options that name what is read; a model may be the name of a package, too.
READ = (
    "input", "gold", "release", "originals", "labels", "roles", "docs", "spans", "model", "filter",
    "meta", "known_people", "allow", "deny", "secret_file", "passphrase_file", "hierarchies",
)  # fmt: skip
# Options that name what is read and added to.
KEPT = ("register", "key_file", "frozen")


@contextmanager
def claimed(
    args: argparse.Namespace,
    *outputs: str,
    ours: Path | None = None,
    beside: Sequence[Path] = (),
) -> Iterator[None]:
    """Have the outputs of a run for itself, once it is sure that they destroy nothing.

    args (Namespace): The options.
    *outputs (str): What is written anew.
    ours (Path): A file that tells an output which is there as this program's own.
    beside (Sequence[Path]): What is written with the outputs.
    RAISES (HipsError): As `check_output` and `alone`.
    """

    def check() -> None:
        given, force = str(getattr(args, "input", STANDARD)), getattr(args, "force", False)
        for path in outputs:
            check_output(path, given, force=force, manifest=ours)

    check()
    written: list[str | Path] = [path for path in outputs if path != STANDARD]
    others: list[str | Path] = [*beside] if written else []
    if folder := getattr(args, "internal_dir", None):
        others += [Path(folder, name) for name in FILES]
    with alone(args, written, beside=others):
        check()  # another run may have ended since
        yield


@contextmanager
def alone(
    args: argparse.Namespace,
    written: Sequence[str | Path],
    kept: Sequence[str] = KEPT,
    beside: Sequence[str | Path] = (),
    read: Sequence[str | Path] = (),
) -> Iterator[None]:
    """Be the only run that writes some outputs, where they do not clash with its other paths.

    args (Namespace): The options; those that name files are looked at.
    written (Sequence): Files and folders that are written anew.
    kept (Sequence): Options that name what is read and added to.
    beside (Sequence): What else is written.
    read (Sequence): What is read beside the files that options name.
    RAISES (HipsError): E749 or E761 where paths clash, E747 where another run writes an output.
    """
    given = _named(args, [name for name in READ if name not in kept])
    grown = _named(args, kept)
    refuse_clashes(
        [*given, *read], [*written, *beside], [*grown, *(seals_of(Path(path)) for path in grown)]
    )
    with ExitStack() as stack:
        for path in written:
            with explained(Path(path)):
                stack.enter_context(locked(path))
        yield


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
    return [name for name in found if name not in ("", STANDARD)]
