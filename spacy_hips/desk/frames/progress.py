"""Which parts of a folder are done, so that a run that was cut off can go on with the others.

With each finished part stands a small file that tells how long the part is, the digest of what it
holds and what was counted in it; one more file tells what the run is. All are sealed under the
secret, and go when the output is whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from ...core.errors import HipsError
from ...core.ids import Secret
from ...replace.register import file
from ..errors import Errors, Warnings
from ..files.output import BLOCK, Mark
from ..run.options import JobOptions
from ..run.pipeline import Pipeline
from ..run.resume import State, fingerprint, settings_hash
from ..run.summary import Summary
from .parts import FilePart
from .stores import File, Folder, split

RUN, ENDING = "_run.json", ".json"


@dataclass
class Progress:
    """How far a run over the files of a folder is.

    folder (Folder): Where the parts are written.
    parts (Sequence[FilePart]): They.
    options (JobOptions): What is asked for.
    secret (Secret): The secret.
    done (dict): The summary of each part that is finished, by number.
    note (str): What is to be said of an interrupted run; "" for nothing.
    """

    folder: Folder
    parts: Sequence[FilePart]
    options: JobOptions
    secret: Secret

    def __post_init__(self) -> None:
        self.done: dict[int, Summary] = {}
        self.note = ""
        self._state = State("", "", "")

    def begin(self, pipeline: Pipeline, files: Sequence[File], settings: dict[str, Any]) -> bool:
        """Go on with an interrupted run, or begin anew.

        pipeline (Pipeline): What searches and replaces.
        files (Sequence[File]): The files of the input.
        settings (dict): What else changes what a run writes.
        RETURNS (bool): Does an interrupted run go on?
        RAISES (HipsError): E717, E718 or E762 where it cannot, E850 where it could and was not
            asked for.
        """
        path = pipeline.nlp.path
        own = {
            **pipeline.settings(),
            "versions": pipeline.versions(),
            "weights": fingerprint(path) if path else "",
            **settings,
        }
        source = [(file.parts, file.size, file.changed) for file in files]
        self._state = State(
            self.secret.check_value(), settings_hash(own), settings_hash({"files": source})
        )
        if not self.options.resume:
            self._drop()
            return False
        self._state = self._interrupted()
        if self._state.register:
            seals = file.read(self.options.register, self.secret).seals
            if self._state.register not in seals:
                raise HipsError(Errors.E762.format(path=self.options.register))
        self._find_done()
        count, whole = len(self.done), len(self.parts)
        self.note = f"Resumed: {count:,} of {whole:,} files were done."
        return True

    def settled(self) -> None:
        """Note that all new names stand in the register, and what run this is."""
        if self.options.register:
            self._state.register = file.read(self.options.register, self.secret).seals[-1]
        self.folder.write(RUN, self._state.sealed(self.secret))

    def left(self) -> list[int]:
        """The numbers of the parts that are not finished."""
        return [number for number in range(len(self.parts)) if number not in self.done]

    def finished(self, number: int, mark: Mark, summary: Summary) -> None:
        """Note that a part is finished.

        number (int): Which.
        mark (Mark): How long it is, and its digest.
        summary (Summary): What was done in it.
        """
        state = replace(self._state, output=mark, summary=summary.state())
        self.folder.write(self._name(number) + ENDING, state.sealed(self.secret))
        self.done[number] = summary

    def _name(self, number: int) -> str:
        return split(self.parts[number].output)[1]

    def _interrupted(self) -> State:
        """What the interrupted run says of itself."""
        try:
            data = self.folder.read(RUN)
        except OSError:
            raise HipsError(Errors.E717.format(reason="no interrupted run is there")) from None
        state = State.of(data, self.secret)
        state.refuse_other(self._state)
        return state

    def _drop(self) -> None:
        """Drop what an interrupted run left, unless this one could go on with it."""
        count = sum(file.parts[-1].endswith(ENDING) for file in self.folder.files()) - 1
        if count < 1:
            return
        reason = "--force was given"
        try:
            self._interrupted()
        except HipsError as error:
            reason = f"it could not go on with them {str(error).partition(' ')[0]}"
        else:
            if not self.options.force:
                place = self.options.output
                raise HipsError(Errors.E850.format(count=f"{count:,} file(s)", path=place))
        self.note = Warnings.W146.format(count=f"{count:,} file(s)", reason=reason)

    def _find_done(self) -> None:
        """The parts that are whole, as their files tell; all others are made again."""
        there = {file.parts[-1] for file in self.folder.files()}
        for number in range(len(self.parts)):
            name = self._name(number)
            if not {name, name + ENDING} <= there:
                continue
            try:
                state = State.of(self.folder.read(name + ENDING), self.secret)
                state.refuse_other(self._state)
                if self._mark(name) == state.output:
                    self.done[number] = Summary.from_state(state.summary)
            except (HipsError, OSError, KeyError, TypeError, ValueError):
                continue  # half-written, or another run's

    def _mark(self, name: str) -> Mark:
        stream, size = self.folder.stream(name)
        digest = sha256()
        with stream:
            while data := stream.read(BLOCK):
                digest.update(data)
        return Mark(size, digest.hexdigest())
