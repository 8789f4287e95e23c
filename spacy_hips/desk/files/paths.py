"""All paths of a run: none may destroy another, and no other run may write them meanwhile."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ...core.errors import HipsError
from ...core.files import locked
from ...replace.register.file import seals_of
from ..errors import Errors
from .file_formats import STANDARD
from .internal import FILES
from .output import check_output, explained, refuse_clashes

SHOWN = 40
"""So much of a path that cannot be one is shown."""


@contextmanager
def claimed(
    outputs: Sequence[str],
    given: str = STANDARD,
    *,
    read: Sequence[str | Path] = (),
    kept: Sequence[str | Path] = (),
    beside: Sequence[Path] = (),
    internal: str = "",
    ours: Path | None = None,
    force: bool = False,
) -> Iterator[None]:
    """Have the outputs of a run for itself, once it is sure that they destroy nothing.

    outputs (Sequence[str]): What is written anew; "-" for standard output.
    given (str): The input.
    read, kept (Sequence[str]): As in `alone`; the input is one of `read`.
    beside (Sequence[Path]): What is written with the outputs.
    internal (str): The internal folder of the run.
    ours (Path): A file that tells an output which is there as this program's own.
    force (bool): An output that is there may be replaced.
    RAISES (HipsError): As `check_output` and `alone`, and E767 for a path of no file.
    """

    def check() -> None:
        for path in outputs:
            check_output(path, given, force=force, manifest=ours)

    refuse_unusable([*outputs, *read, *kept, *beside, internal])
    check()
    written = [path for path in outputs if path != STANDARD]
    others: list[str | Path] = [*beside] if written else []
    others += [Path(internal, name) for name in FILES] if internal else []
    with alone(written, read=read, kept=kept, beside=others):
        check()  # another run may have ended since
        yield


@contextmanager
def alone(
    written: Sequence[str | Path],
    *,
    read: Sequence[str | Path] = (),
    kept: Sequence[str | Path] = (),
    beside: Sequence[str | Path] = (),
) -> Iterator[None]:
    """Be the only run that writes some outputs, where they do not clash with its other paths.

    written (Sequence): Files and folders that are written anew.
    read (Sequence): What is read.
    kept (Sequence): What is read and added to.
    beside (Sequence): What else is written.
    RAISES (HipsError): E767 for a path of no file, E749 or E761 where paths clash, E747 where
        another run writes an output.
    """
    read, kept = ([p for p in paths if str(p) not in ("", STANDARD)] for paths in (read, kept))
    refuse_unusable([*written, *read, *kept, *beside])
    refuse_clashes(read, [*written, *beside], [*kept, *(seals_of(Path(path)) for path in kept)])
    with ExitStack() as stack:
        for path in written:
            with explained(Path(path)):
                stack.enter_context(locked(path))
        yield


def refuse_unusable(paths: Iterable[str | Path]) -> None:
    """Refuse paths that no file can have, before Python fails on one of them anywhere.

    paths (Iterable): Paths, which may be there or not.
    RAISES (HipsError): E767 for a name that is too long or holds a null character.
    """
    for path in map(str, paths):
        try:
            os.lstat(path)
        except ValueError:
            reason = "a null character"
        except OSError as error:
            if error.errno != errno.ENAMETOOLONG:
                continue
            reason = f"{len(path):,} characters, too many"
        else:
            continue
        raise HipsError(Errors.E767.format(start=path[:SHOWN].replace("\0", "?"), reason=reason))
