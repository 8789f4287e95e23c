"""spacy-hips forget: take one person out of register, table and release."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

from ..core.errors import HipsError
from ..core.files import write_private
from ..core.ids import Secret
from . import _options
from ._console import collected_warnings, progress_bar, say, show, show_json
from ._paths import alone, claimed
from .errors import Errors

if TYPE_CHECKING:
    from ..desk.release.withdraw import Withdrawal
    from ..replace.register.register import Forgotten


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    _options.add_input(parser, needed=False)
    parser.add_argument(
        "--person", required=True, metavar="ID", help="person_id; without one, the full name"
    )
    parser.add_argument("--register", required=True, metavar="FILE", help="the register")
    group = parser.add_argument_group("release")
    group.add_argument("--release", metavar="FILE", help="write it anew without the person")
    group.add_argument("-o", "--output", help="the new release")
    group.add_argument("--spans", metavar="FILE", help="the reviewed spans of the release")
    _options.add_decisions(group)
    group.add_argument("--force", action="store_true", help="replace an output that is there")
    group.add_argument("--quiet", action="store_true", help="no progress bar")
    _options.add_pipeline(parser)
    _options.add_actions(parser)
    parser.add_argument("--json", action="store_true", help="the lists as JSON")


def run(args: argparse.Namespace) -> int:
    """Take a person out of a register and of the table of known people.

    The documents are named as in the output (their keyed ids): those that name the person, then
    those the person wrote. With a release, the rows of these go, and those are written anew.

    RETURNS (int): 0.
    RAISES (HipsError): E139 if nobody is found; E130-E137 for a register that cannot be used;
        E122 or E754 for a table that cannot be read or written.
    """
    given = (args.input, args.release, args.output)
    if any(given) and not all(given):
        raise HipsError(Errors.E824)
    if not args.release:
        with alone(args, (), kept=("register", "known_people")):
            return _forget(args)
    with claimed(args, args.output), collected_warnings() as warned:
        code = _forget(args)
    for line in warned:
        say(line)
    return code


def _forget(args: argparse.Namespace) -> int:
    from ..desk.release.withdraw import also_known, names_of, withdraw
    from ..replace.register import Register
    from ..replace.register.register import Forgotten
    from ..who.persons.search.withdraw import without_person

    register = Register.load(args.register, Secret.load(args.secret_file))
    gone = register.forget(args.person, also_known(names_of(args.person, args.known_people or "")))
    table = without_person(args.known_people, args.person) if args.known_people else None
    if gone is None and not (table and table.dropped):
        raise HipsError(Errors.E139.format(path=args.register))
    done = None
    if args.release:
        done = withdraw(
            _options.job(args),
            args.release,
            args.person,
            register=register,
            gone=gone or Forgotten(0, (), ()),
            progress=partial(progress_bar, quiet=args.quiet),
        )
    elif gone is not None:
        register.rewrite(args.register)
    if table is not None and table.dropped:
        _write_table(args.known_people, table.data)
    _report(args, gone or Forgotten(0, (), ()), table.dropped if table else 0, done)
    return 0


def _write_table(path: str, data: bytes) -> None:
    try:
        write_private(path, data)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise HipsError(Errors.E754.format(path=path, reason=reason)) from None


def _report(args: argparse.Namespace, gone: Forgotten, rows: int, done: Withdrawal | None) -> None:
    if args.json:
        lists = {"release_anew": gone.named_in, "written_by": gone.wrote}
        release = {"release": asdict(done)} if done is not None else {}
        show_json({"entries": gone.entries, "rows": rows, **lists, **release}, on_error=False)
        return
    say(f"Taken out: {gone.entries} of the register's entries, {rows} of the known people's rows.")
    if done is not None:
        _report_release(args, done)
        return
    say(f"Documents that name the person and must be released anew: {len(gone.named_in)}")
    for document in gone.named_in:
        show(document)
    if gone.wrote:
        say(f"Documents that the person wrote: {len(gone.wrote)}")
        for document in gone.wrote:
            show(document)


def _report_release(args: argparse.Namespace, done: Withdrawal) -> None:
    """Tell what became of the rows of the release."""
    for rows, what in ((done.own, "of the person are gone"), (done.anew, "were written anew")):
        numbers = f": {', '.join(map(str, rows))}" if rows else ""
        say(f"{len(rows)} rows of {args.release} {what}{numbers}")
    say(f"{done.kept} rows are in {args.output} as they were.")
