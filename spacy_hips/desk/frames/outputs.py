"""Where the parts of an output are written, and how they get its name when all are there."""

from __future__ import annotations

import shutil
from collections.abc import Collection
from contextlib import AbstractContextManager
from pathlib import Path

from ...core.errors import HipsError
from ...core.files import PART as PART_OF
from ...core.files import part_of, write_whole
from ..errors import Errors
from ..files.file_formats import STANDARD
from ..files.output import explained
from ..files.paths import claimed
from ..run.job import ABOUT
from ..run.options import JobOptions
from .stores import MARK, Folder, beside, inside, is_store, shown, split

PART = "part-"
"""How the names of the files begin."""


class LocalOutput:
    """A folder of this machine, which appears whole or not at all.

    options (JobOptions): What the run is asked for.
    """

    def __init__(self, options: JobOptions) -> None:
        self._options = options
        self.path = Path(options.output)
        self.part = str(part_of(self.path))
        self._about = self.path.with_name(self.path.name + ABOUT)

    def claimed(self) -> AbstractContextManager[None]:
        """Have the paths of the run for it alone.

        RAISES (HipsError): As `records.paths.claimed`.
        """
        options = self._options
        return claimed(
            [options.output], STANDARD if is_store(options.input) else options.input,
            read=_here(options), kept=options.kept,
            ours=self._about if self._about.exists() else None, beside=[self._about],
            force=options.force,
        )  # fmt: skip

    def clear(self) -> None:
        """Begin with an empty folder of parts."""
        with explained(self.path):
            shutil.rmtree(self.part, ignore_errors=True)
            Path(self.part).mkdir()

    def drop(self) -> None:
        """Take away what was made."""
        shutil.rmtree(self.part, ignore_errors=True)

    def publish(self, names: Collection[str], about: bytes) -> None:
        """Give the folder its name, without what lost workers left in it.

        names (Collection[str]): The files that belong to it.
        about (bytes): What stands beside it.
        """
        with explained(self.path):
            for file in Path(self.part).iterdir():
                if file.name not in names:
                    file.unlink()
            if self.path.exists():
                shutil.rmtree(self.path)
            Path(self.part).replace(self.path)
        with explained(self._about):
            write_whole(self._about, about)


class StoredOutput:
    """A folder in a store. Its files appear one by one, and MARK when all are there.

    options (JobOptions): What the run is asked for.
    """

    def __init__(self, options: JobOptions) -> None:
        self._options = options
        self.part = beside(options.output, PART_OF)
        self._parent, name = split(options.output)
        self.path, self._about = Path(name), name + ABOUT

    def claimed(self) -> AbstractContextManager[None]:
        """Have the paths of this machine for the run alone. Nothing in the store is destroyed.

        RAISES (HipsError): E703 for an output in the input, E702 or E720 for one that is there,
            and as `records.paths.claimed`.
        """
        options = self._options
        output, given = options.output, options.input
        if is_store(given) and (inside(output, given) or inside(given, output)):
            raise HipsError(Errors.E703.format(path=shown(output)))
        there = Folder(output).files()
        half = all(file.parts[-1].startswith(PART) for file in there)  # cut off at its end
        if there and not options.force and not (options.resume and half):
            raise HipsError(Errors.E702.format(path=shown(output)))
        near = {file.parts[-1] for file in Folder(self._parent).files(deep=False)}
        if there and options.force and self._about not in near:
            raise HipsError(Errors.E720.format(path=shown(output)))
        return claimed([], read=_here(options), kept=options.kept)

    def clear(self) -> None:
        """Begin with an empty folder of parts."""
        Folder(self.part).remove()

    def drop(self) -> None:
        """Take away what was made."""
        Folder(self.part).remove()

    def publish(self, names: Collection[str], about: bytes) -> None:
        """Give the files their names, without what lost workers left.

        names (Collection[str]): The files that belong to it.
        about (bytes): What stands beside it.
        """
        part, output = Folder(self.part), Folder(self._options.output)
        output.remove()
        for name in sorted(names):
            output.take(part, name)
        Folder(self._parent).write(self._about, about)
        output.write(MARK, b"")
        part.remove()


def output_of(options: JobOptions) -> LocalOutput | StoredOutput:
    """The output of a run.

    options (JobOptions): What it is asked for.
    """
    return StoredOutput(options) if is_store(options.output) else LocalOutput(options)


def _here(options: JobOptions) -> list[str]:
    """What is read from this machine."""
    return [path for path in options.read if not is_store(path)]
