"""One run of `spacy-hips anonymize`: what goes in, what goes out, and how far it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ...core.errors import HipsError
from ...core.files import part_of, write_whole
from ...core.ids import Manifest, config_hash
from ...core.labels import KEPT, LABELS
from ...replace.register import Register, file
from ..errors import Errors, Warnings
from ..files.documents import Document, Item
from ..files.file_formats import FORMATS, PEOPLE, STANDARD
from ..files.formats.kinds import KINDS
from ..files.internal import InternalFolder
from ..files.output import Mark, WriteFailed, explained, found_path, state_path
from ..files.paths import claimed, refuse_unusable
from ..files.readers import Source
from ..files.sinks import Place, Sink, open_sink
from ..files.writers import target_format
from ..found.audit import audit_of
from ..found.spanfile import SpanFile
from ..undo.keyfile import Key, KeyFile, KeyMark, refuse_output_folder
from ..undo.pseudonyms import MOVES, DateShift, Pseudonyms, stays
from ..undo.restore import Reversal
from .batches import Result
from .first_pass import INTERNAL, check_authors, check_register, settle_names, with_ids
from .first_pass_state import FoundSoFar
from .open_input import Input, open_input
from .options import JobOptions
from .pipeline import Pipeline
from .processes import WorkerLost
from .result_rows import Outbox
from .resume import State, fingerprint, finished_rows, searched_rows, start_state
from .summary import LISTED, Summary

__all__ = ["Held", "Job", "JobOptions", "Progress"]

ABOUT, MANIFEST = ".about.json", ".manifest.json"
_NOT_APPLIED = {
    "hidden_all_the_same": Warnings.W145,
    "other_text": Warnings.W141,
    "not_placed": Warnings.W144,
    "not_in_input": Warnings.W142,
    "other_model": Warnings.W140,
}

Progress = Callable[[Source], AbstractContextManager[Callable[[], None]]]
"""Entered with the input while a run goes on; gives what is called after every batch."""


@dataclass(frozen=True)
class Held:
    """The ends of a run that are objects of Python, and no files that its options name.

    open (Callable): Opens the input.
    sink (Callable): Takes the rows, told which columns go out.
    pipeline (Callable): The pipeline that searches and replaces.
    part (bool): The input is a part of a larger one. Whom that names, and the new names of a scope
        wider than a document, were settled for the whole of it: the pipeline knows both.
    """

    open: Callable[[], Input]
    sink: Callable[[Place], Sink]
    pipeline: Callable[[], Pipeline]
    part: bool = False


class Job:
    """One run over an input: everything that `spacy-hips anonymize` does but to print.

    options (JobOptions): What is asked for.
    ask (Callable): Asks for the passphrase of the key file, where neither a file nor
        HIPS_KEY_PASSPHRASE holds it.
    suggest (Callable): A wider scope to what gives every author one name, for the message that
        asks for it.
    progress (Callable): Shows how far the input is read.
    only (frozenset[str]): Keyed names of the documents to write; None for all. The others are read
        all the same, for they tell whom to expect.
    renamed (Mapping[str, str]): Other ids for some people, by person_id or normalised name.
    held (Held): What stands in place of the files; None where the options name them.
    target (str): The format to write; "" for that which the output's name tells.

    EXAMPLE:
        >>> job = Job(JobOptions(input="essays.csv", output="public.csv"))
        >>> job.run().documents  # doctest: +SKIP
        120
    """

    def __init__(
        self,
        options: JobOptions,
        *,
        ask: Callable[[], str] | None = None,
        suggest: Callable[[str], str] | None = None,
        progress: Progress | None = None,
        only: frozenset[str] | None = None,
        renamed: Mapping[str, str] | None = None,
        held: Held | None = None,
        target: str = "",
    ) -> None:
        self.options = options
        self._only = only
        self._renamed = dict(renamed or {})
        self.output = Path(options.output)
        self.manifest = manifest_place(options, self.output)
        self._ask = ask
        self._suggest = suggest or _as_options
        self._progress = progress or (lambda source: nullcontext(lambda: None))
        self._began = False
        self._held = held
        self._target = target

    def run(self) -> Summary:
        """Run to the end.

        After an interruption or a failure what is done stays for a run with `resume`, where that
        can work; `advice` tells.

        RETURNS (Summary): What was done. Rows that could not be read are in `rejected`.
        RAISES (HipsError): Where nothing can be done with what was given; WriteFailed where the
            output cannot be written, WorkerLost where a worker process ended early or memory ran
            out.
        """
        for _ in self.steps():
            pass
        return self.summary

    def steps(self) -> Iterator[None]:
        """Run, and stop after every batch: what is written so far can be taken away.

        RAISES (HipsError): As `run`. A run that is not gone on with is given up.
        """
        options = self.options
        beside = [self._beside(name) for name in (ABOUT, MANIFEST)]
        refuse_unusable(beside)
        ours = next((path for path in beside if path.exists()), None)
        if options.internal_dir:
            beside.append(Path(options.internal_dir) / MANIFEST.lstrip("."))
        with (
            claimed(
                [options.output], options.input, read=options.read, kept=options.kept, ours=ours,
                beside=beside, internal=options.internal_dir, force=options.force,
            ),
            self._open() as given,
        ):  # fmt: skip
            self._prepare(given)
            try:
                yield from self._go()
            except (WriteFailed, WorkerLost, KeyboardInterrupt):
                self._abandon(keep=True)
                raise
            except MemoryError:
                self._abandon(keep=True)
                raise WorkerLost(Errors.E452.format(where="")) from None
            except BaseException:
                self._abandon(keep=options.resume)
                raise

    def _open(self) -> Input:
        return self._held.open() if self._held else open_input(self.options)

    def _beside(self, ending: str) -> Path:
        return self.output.with_name(self.output.name + ending)

    def _prepare(self, given: Input) -> None:
        """Load what the run needs, and refuse what cannot work before anything is written."""
        options = self.options
        self.input = given
        # A run whose first pass was interrupted begins anew with what that has found.
        self._goes_on = options.resume and finished_rows(self.output) > 0
        self.target = self._target or target_format(options.output, self.input.format)
        # A pipe or a device cannot be read again.
        again = Path(options.input).is_file() or Path(options.input).is_dir()
        self.resumable = FORMATS[self.target].resumable and again and options.output != STANDARD
        _check(options, self.input, self.target, self.resumable, self.output)
        self._key = self._given_key()
        self.spans = SpanFile(options.spans) if options.spans else None
        self.pipeline = self._held.pipeline() if self._held else Pipeline(options)
        self.pipeline.anonymizer.renamed = self._renamed
        self.pipeline.follow_dates(self.input.columns)
        self.secret = self.pipeline.secret
        self.scope = self.pipeline.anonymizer.scope
        self.authors = ""
        if not self._part:
            check_register(options, self.scope)
            if not self._goes_on:
                self.authors = check_authors(options, given, self.scope, self._suggest)
            if self.spans is None:
                self.pipeline.meet(self.input)
        self._check_manifest()
        self.state, dropped = self._state()
        self.saved = self.state.rows
        self.summary = self._start_summary()
        self.summary.notes += dropped
        self.key_file: KeyFile | None = None
        self.internal: InternalFolder | None = None
        self.sink: Sink | None = None
        self.found: FoundSoFar | None = None
        self.released = False

    @property
    def _part(self) -> bool:
        """Is the input a part of one for which all was settled?"""
        return self._held is not None and self._held.part

    def _go(self) -> Iterator[None]:
        self._began = True
        self._open_key_file()
        self.internal = self._internal()
        if self.scope != "document" and not self._part:
            self._check_register()
            self.found = self._found_so_far()
            new = settle_names(
                self.options,
                self.pipeline,
                self.input,
                self.spans,
                self.state.rows,
                chosen=self._chosen,
                kept=self.found,
            )
            self.state.register = file.read(self.options.register, self.secret).seals[-1]
            if not self._goes_on:  # else the run that was interrupted has noted what was new
                self.summary.notes.append(f"{new:,} identifiers are new in the register.")
                self.summary.notes += _shuffle_notes(self.pipeline.anonymizer.register)
        opened = self._held.sink if self._held else partial(open_sink, self.target)
        self.sink = opened(self._place())
        reversal = self._reversal()
        if self.key_file is not None and not self._goes_on:
            self.key_file.begin()
        outbox = Outbox(
            self.input.columns,
            self.sink,
            self.secret,
            self.summary,
            dates=self._dates(),
            internal=self.internal,
            reversal=reversal,
        )
        if not self._goes_on:
            self.sink.start()
        items = with_ids(self._chosen(self.input.items(self.state.rows)), self.scope)
        with self._progress(self.input.source) as step:
            for batch in self.pipeline.runner(self.spans)(items):
                for done in batch:
                    self.state.rows = max(self.state.rows, outbox.put(done))
                    self._count_reviewed(done)
                if reversal is not None:
                    reversal.flush()
                self._save()
                step()
                yield
        self._finish()

    def _chosen(self, items: Iterator[Item]) -> Iterator[Item]:
        """The documents that are to be written."""
        if self._only is None:
            return items
        name = Pseudonyms(self.secret).id
        documents = (item for item in items if isinstance(item, Document))
        return (item for item in documents if name("doc", item.ids.doc) in (self._only or ()))

    def _abandon(self, *, keep: bool) -> None:
        """Stop. What is done stays for --resume where that can work."""
        kept = keep and self.can_resume
        keep = kept and self.saved > 0
        if self.sink is not None:
            self.sink.abandon(keep=keep)
        if self.found is not None:
            self.found.close(keep=kept and not keep)
        began = self.sink is not None or self.found is not None
        if began and not kept and self.resumable:  # else it is the state of an earlier run
            state_path(self.output).unlink(missing_ok=True)
        if self.internal is not None:
            self.internal.abandon(keep=keep)
        if self.key_file is not None:
            if not keep:
                self.key_file.withdraw()
            self.key_file.close()

    @property
    def can_resume(self) -> bool:
        """Could a later run go on from here?"""
        begun = self.saved > 0 or self.state.searched > 0
        return self.resumable and not self.secret.drawn and begun

    def advice(self) -> str:
        """What can be done after an interruption; "" where nothing had begun."""
        if not self._began:
            return ""
        if self.released:
            return "The output itself is whole."
        if self.can_resume and not self.saved:
            searched = f"{self.state.searched:,} rows are searched, and none is written yet"
            return f"{searched}: run it again with --resume to go on."
        if self.can_resume:
            return f"{self.saved:,} rows are done: run it again with --resume to go on."
        if self.secret.drawn:
            return "Nothing was kept: a run can be resumed where the secret is given."
        if not self.resumable:
            return "Nothing was kept: such an input or output cannot be gone on with."
        return "Nothing was kept: no row was done yet."

    def _found_so_far(self) -> FoundSoFar | None:
        """What the first pass finds, kept for a run that goes on; None where none can.

        Whom reviewers have joined over several documents is known only to the run that has read
        all of them.
        """
        can = self.resumable and not self.secret.drawn and not self._goes_on
        if not can or self.pipeline.decisions.joined:
            self.state.searched, self.state.found = 0, Mark()
            return None
        return FoundSoFar(
            self.output, self.secret, self.state.found, self.state.searched, self._save_found
        )

    def _save_found(self, mark: Mark, row: int) -> None:
        self.state.found, self.state.searched = mark, row
        self.state.save(self.output, self.secret)

    def _count_reviewed(self, done: object) -> None:
        """Count what a reviewer marked, and what was hidden against a reviewer's decision."""
        if not isinstance(done, Result):
            return
        if self.spans is not None:
            self.summary.reviewed += len(self.spans.of(done.document).marked)
        if decisions := self.pipeline.decisions:
            gone = [(r.start, r.end) for r in done.replacements if r.action not in KEPT]
            decisions.note(done.document, gone, done.unplaced)

    def _dates(self) -> DateShift:
        anonymizer, replacer = self.pipeline.anonymizer, self.pipeline.anonymizer.replacer
        by_action = {"surrogate": replacer.makers, "generalise": replacer.generalisers}
        actions = {label: anonymizer.all_actions[label] for label in MOVES}
        makers = {
            label: stays if action in KEPT else by_action.get(action, {}).get(label)
            for label, action in actions.items()
        }
        return DateShift(makers, self.secret, self.pipeline.nlp.lang)

    def _place(self) -> Place:
        columns = self.input.columns
        return Place(
            output=self.options.output,
            columns=[name for name in columns.written if name != PEOPLE],
            doc=columns.the("doc"),
            text=columns.having("text")[0],
            delimiter=self._delimiter(),
            lang=self.pipeline.nlp.lang,
            file_name=Pseudonyms(self.secret).file,
            source=self.input.source,
            roles=columns.roles,
            at=self.state.output if self._goes_on else None,
        )

    def _delimiter(self) -> str:
        return self.input.source.delimiter if self.target == self.input.format else ""

    def _internal(self) -> InternalFolder | None:
        if not self.options.internal_dir:
            return None
        kept = self.state.internal if self._goes_on else None
        return InternalFolder(self.options.internal_dir, force=self.options.force, marks=kept)

    def _given_key(self) -> Key | None:
        """What opens the key file: asked for, and refused, before the work begins."""
        path = self.options.key_file
        if not path:
            return None
        if self.options.output != STANDARD:
            whole = self.target == "folder"
            refuse_output_folder(path, [self.output / "text" if whole else self.output])
        if self._goes_on and not Path(path).exists():
            raise HipsError(Errors.E762.format(path=path))
        key = Key.given(self.options.passphrase_file, self._ask)
        if not Path(path).exists():
            key.refuse_weak()
        return key

    def _open_key_file(self) -> None:
        if self._key is None:
            return
        self.key_file = KeyFile(self.options.key_file, self._key)
        if self._goes_on:
            self.key_file.go_on(self.state.key_file)

    def _reversal(self) -> Reversal | None:
        if self.key_file is None:
            return None
        return Reversal(self.key_file, self.input.columns, self.target, Pseudonyms(self.secret))

    def _check_register(self) -> None:
        """Resuming: does the register still hold the names that were given?"""
        seal, path = self.state.register, self.options.register
        if seal and seal not in file.read(path, self.secret).seals:
            raise HipsError(Errors.E762.format(path=path))

    def _state(self) -> tuple[State, list[str]]:
        """Where the run begins, and what is to be said of an interrupted one that it drops.

        RAISES (HipsError): E717 or E718 where --resume cannot go on, E850 where it could and was
            not asked for.
        """
        if not self.resumable:
            return State("", "", ""), []
        settings = {
            **self.pipeline.settings(),
            "versions": self.pipeline.versions(),
            "weights": fingerprint(path) if (path := self.pipeline.nlp.path) else "",
            "columns": dict(self.input.columns.roles),
            "reading": (self.input.format, self.options.encoding, self._delimiter()),
            "target": self.target,
            "internal": bool(self.options.internal_dir),
            "key_file": bool(self.options.key_file),
            "spans": fingerprint(self.options.spans) if self.options.spans else "",
            "decisions": [fingerprint(path) for path in self.options.decisions],
        }
        new = start_state(self.secret, settings, self.options.input)
        if self.options.resume:
            old = State.load(self.output, self.secret)
            old.refuse_other(new)
            return old, []
        return new, list(self._dropped(new))

    def _dropped(self, new: State) -> Iterator[str]:
        """What an interrupted run left, where this one is not to go on with it."""
        finished, searched = finished_rows(self.output), searched_rows(self.output)
        count = f"{finished:,} row(s)" if finished else f"{searched:,} row(s) of the search"
        if not (finished or searched):
            return
        reason = "--force was given"
        try:
            State.load(self.output, self.secret).refuse_other(new)
        except HipsError as error:
            reason = f"it could not go on with them {str(error).partition(' ')[0]}"
        else:
            if not self.options.force:
                raise HipsError(Errors.E850.format(count=count, path=self.output))
        part_of(found_path(self.output)).unlink(missing_ok=True)
        yield Warnings.W146.format(count=count, reason=reason)

    def _start_summary(self) -> Summary:
        if self._goes_on:
            try:
                summary = Summary.from_state(self.state.summary)
            except (KeyError, TypeError, ValueError):
                raise HipsError(Errors.E717.format(reason="its state cannot be read")) from None
            self.pipeline.decisions.go_on(summary.decided)
            summary.notes.append(f"Resumed behind row {self.state.rows:,}.")
            return summary
        summary = self.pipeline.summary(given=self.spans is not None)
        fields = self.input.source.fields
        summary.leave_out(self.input.columns.without_role(fields), fields)
        summary.leave_out(self.input.columns.having("drop"), fields)
        if self.input.source.note:
            summary.notes.append(self.input.source.note)
        if self.authors:
            summary.notes.append(self.authors)
        if self.secret.drawn:
            summary.notes.append(Warnings.W103)
        if self.state.searched:
            summary.notes.append(f"Resumed behind the search of row {self.state.searched:,}.")
        return summary

    def _save(self) -> None:
        assert self.sink is not None
        self.sink.flush()
        if self.internal is not None:
            self.internal.flush()
        if decisions := self.pipeline.decisions:
            self.summary.decided = decisions.state()
        if self.resumable:
            self.state.output = self.sink.mark
            self.state.internal = self.internal.marks if self.internal else {}
            self.state.key_file = self.key_file.mark if self.key_file else KeyMark()
            self.state.summary = self.summary.state()
            self.state.save(self.output, self.secret)
            self.saved = self.state.rows
        self._end_first_pass()

    def _end_first_pass(self) -> None:
        """What it found is needed no more once the second pass has saved something."""
        if self.found is not None:
            self.found.close(keep=False)
            self.found = None

    def _finish(self) -> None:
        assert self.sink is not None
        self._end_first_pass()
        self._tell_review()
        if self.key_file is not None:
            self.key_file.seal()
        self.sink.finish()
        self.summary.notes += self.sink.notes
        self.released = True
        if self.key_file is not None:
            self.key_file.close()
            self.key_file = None  # What is released stays restorable, whatever fails from here on.
        if self.internal is not None:
            self.internal.finish()
        if self.resumable:
            state_path(self.output).unlink(missing_ok=True)
            part_of(found_path(self.output)).unlink(missing_ok=True)
        if self.options.output != STANDARD:
            write_about(self._beside(ABOUT), self.pipeline, self.summary)
            self._beside(MANIFEST).unlink(missing_ok=True)
        if self.manifest is not None:
            with explained(self.manifest):
                manifest_of(self.pipeline, self.summary).write(self.manifest)

    def _tell_review(self) -> None:
        """What came of what reviewers decided, with what could not be applied."""
        decisions, notes = self.pipeline.decisions, self.summary.notes
        if self.spans is not None and self.spans.unused and not self._goes_on:
            lines = ", ".join(map(str, self.spans.unused[:LISTED]))
            count = f"{len(self.spans.unused):,}"
            notes.append(Warnings.W143.format(path=self.spans.path, count=count, lines=lines))
        if not decisions:
            return
        counts = decisions.counts()
        searched = self.spans.models if self.spans else {self.pipeline.model_version}
        counts["other_model"] = decisions.of_other_models(searched)
        decided, whole = len(decisions.decided), self.summary.documents
        about = f"about {decided:,} of {whole:,} documents"
        notes.append(f"Decisions of reviewers: {counts['applied']:,} applied, {about}.")
        for name, warning in _NOT_APPLIED.items():
            if counts[name]:
                notes.append(warning.format(count=f"{counts[name]:,}"))
        audit = audit_of(decisions)
        if audit is not None:
            notes.append(audit.line())
        self.summary.decided = {**counts, **({"audit": audit.to_json()} if audit else {})}

    def _check_manifest(self) -> None:
        if self.options.output == STANDARD:
            return
        for path in (self.manifest, self._beside(MANIFEST)):
            if path is None or not path.exists():
                continue
            there = Manifest.read(path)
            # A secret that was drawn for one run is gone: nothing can be continued with it.
            if not (self.secret.drawn and there.counts.get("secret_drawn")):
                there.refuse_other_secret(self.secret, path)


def write_about(path: Path, pipeline: Pipeline, summary: Summary) -> None:
    """Write what stands beside an output.

    path (Path): The file.
    pipeline (Pipeline): What replaced.
    summary (Summary): What was done.
    """
    with explained(path):
        write_whole(path, about_of(pipeline, summary))


def about_of(pipeline: Pipeline, summary: Summary) -> bytes:
    """What stands beside an output, fit to be published with it: no counts, no check value.

    pipeline (Pipeline): What replaced.
    summary (Summary): What was done.
    """
    missing = list(summary.not_searched)
    about = {
        "versions": pipeline.versions(),
        "labels_searched": [] if summary.given else sorted(set(LABELS) - set(missing)),
        "labels_not_searched": missing,
        "other_languages": sorted(summary.languages),
    }
    return (json.dumps(about, indent=2) + "\n").encode("utf8")


def manifest_of(pipeline: Pipeline, summary: Summary) -> Manifest:
    """What a run was made with.

    pipeline (Pipeline): What replaced.
    summary (Summary): What was done.
    """
    return Manifest(
        versions=pipeline.versions(),
        config_hash=config_hash(pipeline.settings()),
        secret_check=pipeline.secret.check_value(),
        scope=pipeline.anonymizer.scope,
        counts={**summary.counts(), "secret_drawn": pipeline.secret.drawn},
        not_searched=list(summary.not_searched),
    )


def manifest_place(options: JobOptions, output: Path) -> Path | None:
    """Where the manifest of a run stands: with what is internal, never beside the output."""
    if options.output == STANDARD:
        return None
    if options.internal_dir:
        return Path(options.internal_dir) / MANIFEST.lstrip(".")
    if options.register:
        return Path(options.register).with_name(output.name + MANIFEST)
    return None


def _as_options(scope: str) -> str:
    """What gives every author one name, where a run is started from Python."""
    return f'  JobOptions(..., scope="{scope}", register="{INTERNAL}")'


def _shuffle_notes(register: Register | None) -> list[str]:
    """What came of the values that were to be shuffled."""
    notes = []
    # A register without identifiers is empty, and may hold shuffled values all the same.
    for label, came in ({} if register is None else register.shuffled).items():
        note = f"{label}: {came.shuffled:,} of {came.values:,} values shuffled between documents"
        rest = came.values - came.shuffled
        if rest:
            note += (
                f"; {rest:,} had too few authors or too few others of their kind, and became "
                "fictional or packaged ones"
            )
        notes.append(note + ".")
    return notes


def _check(options: JobOptions, given: Input, target: str, resumable: bool, output: Path) -> None:
    """Refuse what cannot work before anything is loaded."""
    whole = target == "folder" and given.source.rewrites
    if options.key_file and (FORMATS[target].in_place or whole):
        rewritten = " or ".join(name for name, kind in KINDS.items() if kind.in_place)
        raise HipsError(Errors.E793.format(format=rewritten if whole else target))
    if options.resume and not resumable:
        reason = f"standard input and output and {target} files are written at once"
        raise HipsError(Errors.E717.format(reason=reason))
    if options.scope in ("author", "group") and not given.columns.the(options.scope):
        raise HipsError(Errors.E722.format(scope=options.scope))
    internal = Path(options.internal_dir).resolve() if options.internal_dir else None
    if options.output != STANDARD and internal in output.resolve().parents:
        raise HipsError(Errors.E733.format(path=options.internal_dir))
