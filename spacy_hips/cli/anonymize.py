"""spacy-hips anonymize: replace identifiers in texts, tables or .spacy files."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.ids import SECRET_VARIABLE
from ..desk.files.file_formats import STANDARD
from ..desk.files.output import WriteFailed
from ..desk.run.options import ENGINES
from ..desk.run.processes import WorkerLost
from . import _options
from ._app import FAILED
from ._console import (
    ask_passphrase,
    collected_warnings,
    not_in_summary,
    progress_bar,
    say,
    show_json,
)

if TYPE_CHECKING:
    from ..desk.frames.folder import FolderJob
    from ..desk.run.summary import Summary


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    _options.add_input(parser)
    parser.add_argument("-o", "--output", help="file or folder; standard output if left out")
    parser.add_argument("--spans", metavar="FILE", help="replace these reviewed spans, no others")
    _options.add_decisions(parser)
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
    _options.add_passphrase(parser)
    parser.add_argument(
        "--engine", choices=ENGINES,
        help="a folder or store (s3://...) of .parquet files: --n-process workers (docs/spacy.md)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="the summary as JSON")


def run(args: argparse.Namespace) -> int:
    """Anonymise an input.

    args (Namespace): The options.
    RETURNS (int): 0, or 1 where rows were rejected or the output could not be written.
    RAISES (HipsError): Where nothing can be done with what was given.
    """
    options = _options.job(args)
    from ..desk.run.job import Job

    job: Job | FolderJob
    if args.engine:
        from ..desk.frames.folder import FolderJob

        job = FolderJob(options, args.engine)
    else:
        job = Job(
            options,
            ask=ask_passphrase,
            suggest=partial(whole_command, args),
            progress=partial(progress_bar, quiet=args.quiet),
        )
    with collected_warnings() as warned:
        try:
            summary = job.run()
        except (WriteFailed, WorkerLost) as error:
            _tell(str(error), job.advice())
            return FAILED
        except KeyboardInterrupt:
            _tell(job.advice())
            raise
    internal = getattr(job, "internal", None)  # an engine has none
    return _report(args, summary, warned, str(internal.path) if internal is not None else "")


def _tell(*lines: str) -> None:
    for line in filter(None, lines):
        say(line)


def _report(
    args: argparse.Namespace, summary: Summary, warned: Sequence[str], internal: str = ""
) -> int:
    """Tell what was done."""
    summary.notes += not_in_summary(warned)
    if args.json:
        show_json(summary.to_json(), on_error=(args.output or STANDARD) == STANDARD)
    elif not args.quiet:
        _tell(*summary.lines())
        if internal:
            say(f"Internal, not to be published: {internal}")
    else:
        _tell(*summary.failures("not written"), *summary.kept_unsearched())
    return FAILED if summary.failures() else 0


def whole_command(args: argparse.Namespace, scope: str) -> str:
    """What to run in place of a command, so that it works within a wider scope.

    args (Namespace): The options; `arguments` is the command line.
    scope (str): The wider scope.
    RETURNS (str): The lines of a command, indented.
    """
    from ..desk.run.first_pass import INTERNAL, REGISTER, lies_with

    secret, before = args.secret_file, ""
    more = ["--scope", scope]
    if not secret and not os.environ.get(SECRET_VARIABLE):
        names = (f"hips-secret{number or ''}" for number in count())
        secret = next(name for name in names if not Path(name).exists())
        before = f"  spacy-hips new-secret {secret}\n"
        more += ["--secret-file", secret]
    register = Path(args.secret_file).parent / REGISTER if args.secret_file else INTERNAL
    if (args.output or STANDARD) != STANDARD and lies_with(register, Path(args.output or STANDARD)):
        register = INTERNAL
    more += ["--register", str(register)]
    return f"{before}  spacy-hips {shlex.join([*args.arguments, *more])}"
