"""spacy-hips anonymize: replace identifiers in texts, tables or .spacy files."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from ..errors import Errors, HipsError, Warnings
from ..files import write_whole
from ..ids import Manifest, config_hash
from ..labels import LABELS
from ..records.batches import Result
from ..records.columns import Columns
from ..records.internal import InternalFolder
from ..records.keyfile import KeyFile, KeyMark, refuse_output_folder
from ..records.outbox import DocBinSink, FolderSink, Outbox, RowSink, Sink
from ..records.output import (
    FileTarget,
    FolderTarget,
    StreamTarget,
    WriteFailed,
    explained,
    state_path,
)
from ..records.processes import WorkerLost
from ..records.pseudonyms import DateShift, Pseudonyms
from ..records.readers import STANDARD, TableSource
from ..records.resume import State, fingerprint, start_state
from ..records.reversal import Reversal
from ..records.spanfile import SpanFile
from ..records.summary import Summary
from ..records.writers import RESUMABLE, row_format, target_format
from ..register import Register, file
from . import _keys, _options
from ._app import FAILED
from ._console import Progress, collected_warnings, not_in_summary, say, show_json
from ._input import Input, open_input
from ._paths import claimed
from ._pipeline import Pipeline
from ._register import check_authors, check_register, settle_names, with_ids

ABOUT, MANIFEST = ".about.json", ".manifest.json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    _options.add_input(parser)
    parser.add_argument("-o", "--output", help="file or folder; standard output if left out")
    parser.add_argument("--spans", metavar="FILE", help="replace these reviewed spans, no others")
    _options.add_pipeline(parser)
    _options.add_actions(parser)
    _options.add_running(parser)
    parser.add_argument("--resume", action="store_true", help="go on with an interrupted run")
    parser.add_argument(
        "--internal-dir", metavar="DIR", help="rejected rows, spans and ids go here, never out"
    )
    parser.add_argument(
        "--register", metavar="FILE", help="new names shared by all runs; for the wider scopes"
    )
    parser.add_argument(
        "--key-file", metavar="FILE", help="write, encrypted, what `restore` needs to undo the run"
    )
    _keys.add_passphrase(parser)
    parser.add_argument("--json", action="store_true", help="the summary as JSON")


def run(args: argparse.Namespace) -> int:
    """Anonymise an input.

    args (Namespace): The options.
    RETURNS (int): 0, or 1 where rows were rejected or the output could not be written.
    RAISES (HipsError): Where nothing can be done with what was given.
    """
    args.output = args.output or STANDARD
    _options.check_running(args)
    output = Path(args.output)
    beside = [output.with_name(output.name + name) for name in (ABOUT, MANIFEST)]
    ours = next((path for path in beside if path.exists()), None)
    if args.internal_dir:
        beside.append(Path(args.internal_dir) / MANIFEST.lstrip("."))
    with (
        claimed(args, args.output, ours=ours, beside=beside),
        collected_warnings() as warned,
        open_input(args) as given,
    ):
        job = _Job(args, given)
        try:
            job.go()
        except (WriteFailed, WorkerLost) as error:
            job.abandon(keep=True)
            say(str(error))
            say(job.advice())
            return FAILED
        except KeyboardInterrupt:
            job.abandon(keep=True)
            say(job.advice())
            raise
        except BaseException:
            job.abandon(keep=args.resume)
            raise
    return job.report(warned)


class _Job:
    """One run: what goes in, what goes out, and how far it is."""

    def __init__(self, args: argparse.Namespace, given: Input) -> None:
        self.args = args
        self.output = Path(args.output)
        self.manifest = _manifest_place(args, self.output)
        self.old_manifest = self.output.with_name(self.output.name + MANIFEST)
        self.input = given
        self.target = target_format(args.output, self.input.format)
        # A pipe or a device cannot be read again.
        again = Path(args.input).is_file() or Path(args.input).is_dir()
        self.resumable = self.target in RESUMABLE and again and args.output != STANDARD
        _check(args, self.input.columns, self.target, self.resumable, self.output)
        self.spans = SpanFile(args.spans) if args.spans else None
        self.pipeline = Pipeline(args)
        self.secret = self.pipeline.secret
        self.scope = self.pipeline.anonymizer.scope
        check_register(args, self.scope)
        self.authors = "" if args.resume else check_authors(args, self.input, self.scope)
        if self.spans is None:
            self.pipeline.meet(self.input)
        self._check_manifest()
        self.state = self._state()
        self.saved = self.state.rows
        self.summary = self._start_summary()
        self.key_file: KeyFile | None = None
        self.internal: InternalFolder | None = None
        self.sink: Sink | None = None
        self.released = False

    def go(self) -> None:
        """Run to the end, or raise."""
        self._open_key_file()
        self.internal = self._internal()
        if self.scope != "document":
            self._check_register()
            new = settle_names(self.args, self.pipeline, self.spans, self.state.rows)
            self.state.register = file.read(self.args.register, self.secret).seals[-1]
            self.summary.notes.append(f"{new:,} identifiers are new in the register.")
            self.summary.notes += _shuffle_notes(self.pipeline.anonymizer.register)
        self.sink = self._sink()
        reversal = self._reversal()
        if self.key_file is not None and not self.args.resume:
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
        if not self.args.resume:
            self.sink.start()
        progress = Progress(self.input.source, quiet=self.args.quiet)
        try:
            items = with_ids(self.input.items(self.state.rows), self.scope)
            for batch in self.pipeline.runner(self.spans)(items):
                for done in batch:
                    self.state.rows = max(self.state.rows, outbox.put(done))
                    self._count_marked(done)
                if reversal is not None:
                    reversal.flush()
                self._save()
                progress.step()
        finally:
            progress.close()
        self._finish()

    def abandon(self, *, keep: bool) -> None:
        """Stop. What is done stays for --resume where that can work."""
        keep = keep and self.can_resume
        if self.sink is not None:
            self.sink.abandon(keep=keep)
            if not keep and self.resumable:
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
        return self.resumable and not self.secret.drawn and self.saved > 0

    def advice(self) -> str:
        """What the user can do after an interruption."""
        if self.released:
            return "The output itself is whole."
        if self.can_resume:
            return f"{self.saved:,} rows are done: run it again with --resume to go on."
        return "Nothing was kept: a run can be resumed where the secret is given."

    def report(self, warned: list[str]) -> int:
        """Tell what was done."""
        summary, args = self.summary, self.args
        summary.notes += not_in_summary(warned)
        if args.json:
            show_json(summary.to_json(), on_error=args.output == STANDARD)
        elif not args.quiet:
            for line in summary.lines():
                say(line)
            if self.internal is not None:
                say(f"Internal, not to be published: {self.internal.path}")
        elif summary.rejected:
            say(f"{len(summary.rejected)} rows rejected and not written")
        return FAILED if summary.rejected else 0

    def _count_marked(self, done: object) -> None:
        if self.spans is not None and isinstance(done, Result):
            self.summary.reviewed += len(self.spans.of(done.document).marked)

    def _dates(self) -> DateShift | None:
        maker = self.pipeline.anonymizer.replacer.makers.get("DATE")
        if maker is None:
            return None
        return DateShift(maker, self.secret, self.pipeline.nlp.lang)

    def _sink(self) -> Sink:
        columns, at = self.input.columns, self.state.output if self.args.resume else None
        text = columns.having("text")[0]
        if self.target == "folder":
            folder = FolderTarget(self.output, at=at)
            form = row_format("folder", columns.written, text)
            return FolderSink(folder, form, Pseudonyms(self.secret))
        standard = self.args.output == STANDARD
        target = StreamTarget() if standard else FileTarget(self.output, at=at)
        if self.target == "spacy":
            return DocBinSink(target, self.pipeline.nlp.lang, columns.the("doc"), text)
        return RowSink(target, row_format(self.target, columns.written, text, self._delimiter()))

    def _delimiter(self) -> str:
        source = self.input.source
        same = isinstance(source, TableSource) and self.target == self.input.format
        return source.delimiter if same else ""  # type: ignore[attr-defined]

    def _internal(self) -> InternalFolder | None:
        if not self.args.internal_dir:
            return None
        kept = self.state.internal if self.args.resume else None
        return InternalFolder(self.args.internal_dir, force=self.args.force, marks=kept)

    def _open_key_file(self) -> None:
        path = self.args.key_file
        if not path:
            return
        if self.args.output != STANDARD:
            whole = self.target == "folder"
            refuse_output_folder(path, [self.output / "text" if whole else self.output])
        if self.args.resume and not Path(path).exists():
            raise HipsError(Errors.E762.format(path=path))
        self.key_file = KeyFile(path, _keys.load_key(self.args, create=True))
        if self.args.resume:
            self.key_file.go_on(self.state.key_file)

    def _reversal(self) -> Reversal | None:
        if self.key_file is None:
            return None
        return Reversal(self.key_file, self.input.columns, self.target, Pseudonyms(self.secret))

    def _check_register(self) -> None:
        """Resuming: does the register still hold the names that were given?"""
        seal, path = self.state.register, self.args.register
        if seal and seal not in file.read(path, self.secret).seals:
            raise HipsError(Errors.E762.format(path=path))

    def _state(self) -> State:
        if not self.resumable:
            return State("", "", "")
        settings = {
            **self.pipeline.settings(),
            "versions": self.pipeline.versions(),
            "weights": fingerprint(path) if (path := self.pipeline.nlp.path) else "",
            "columns": dict(self.input.columns.roles),
            "reading": (self.input.format, self.args.encoding, self._delimiter()),
            "target": self.target,
            "internal": bool(self.args.internal_dir),
            "key_file": bool(self.args.key_file),
            "spans": fingerprint(self.args.spans) if self.args.spans else "",
        }
        new = start_state(self.secret, settings, self.args.input)
        if not self.args.resume:
            return new
        old = State.load(self.output, self.secret)
        old.refuse_other(new)
        return old

    def _start_summary(self) -> Summary:
        if self.args.resume:
            try:
                summary = Summary.from_state(self.state.summary)
            except (KeyError, TypeError, ValueError):
                raise HipsError(Errors.E717.format(reason="its state cannot be read")) from None
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
        return summary

    def _save(self) -> None:
        assert self.sink is not None
        self.sink.flush()
        if self.internal is not None:
            self.internal.flush()
        if self.resumable:
            self.state.output = self.sink.mark
            self.state.internal = self.internal.marks if self.internal else {}
            self.state.key_file = self.key_file.mark if self.key_file else KeyMark()
            self.state.summary = self.summary.state()
            self.state.save(self.output, self.secret)
            self.saved = self.state.rows

    def _finish(self) -> None:
        assert self.sink is not None
        if self.key_file is not None:
            self.key_file.seal()
        self.sink.finish()
        self.released = True
        if self.key_file is not None:
            self.key_file.close()
            self.key_file = None  # What is released stays restorable, whatever fails from here on.
        if self.internal is not None:
            self.internal.finish()
        if self.resumable:
            state_path(self.output).unlink(missing_ok=True)
        if self.args.output != STANDARD:
            self._write_about()
            self.old_manifest.unlink(missing_ok=True)
        if self.manifest is not None:
            with explained(self.manifest):
                self._new_manifest().write(self.manifest)

    def _write_about(self) -> None:
        """Beside the output, and fit to be published with it: no counts, no check value."""
        missing = list(self.summary.not_searched)
        about = {
            "versions": self.pipeline.versions(),
            "labels_searched": [] if self.summary.given else sorted(set(LABELS) - set(missing)),
            "labels_not_searched": missing,
        }
        path = self.output.with_name(self.output.name + ABOUT)
        with explained(path):
            write_whole(path, (json.dumps(about, indent=2) + "\n").encode("utf8"))

    def _new_manifest(self) -> Manifest:
        return Manifest(
            versions=self.pipeline.versions(),
            config_hash=config_hash(self.pipeline.settings()),
            secret_check=self.secret.check_value(),
            scope=self.pipeline.anonymizer.scope,
            counts={**self.summary.counts(), "secret_drawn": self.secret.drawn},
            not_searched=list(self.summary.not_searched),
        )

    def _check_manifest(self) -> None:
        if self.args.output == STANDARD:
            return
        for path in (self.manifest, self.old_manifest):
            if path is None or not path.exists():
                continue
            there = Manifest.read(path)
            # A secret that was drawn for one run is gone: nothing can be continued with it.
            if not (self.secret.drawn and there.counts.get("secret_drawn")):
                there.refuse_other_secret(self.secret, path)


def _manifest_place(args: argparse.Namespace, output: Path) -> Path | None:
    """Where the manifest of a run stands: with what is internal, never beside the output."""
    if args.output == STANDARD:
        return None
    if args.internal_dir:
        return Path(args.internal_dir) / MANIFEST.lstrip(".")
    if args.register:
        return Path(args.register).with_name(output.name + MANIFEST)
    return None


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


def _check(
    args: argparse.Namespace, columns: Columns, target: str, resumable: bool, output: Path
) -> None:
    """Refuse what cannot work before anything is loaded."""
    if args.resume and not resumable:
        reason = f"standard input and output and {target} files are written at once"
        raise HipsError(Errors.E717.format(reason=reason))
    if args.scope in ("author", "group") and not columns.the(args.scope):
        raise HipsError(Errors.E722.format(scope=args.scope))
    internal = Path(args.internal_dir).resolve() if args.internal_dir else None
    if args.output != STANDARD and internal in output.resolve().parents:
        raise HipsError(Errors.E733.format(path=args.internal_dir))
