"""spacy-hips forget: take one person out, and tell which documents must be released anew."""

from __future__ import annotations

import argparse

from ..errors import Errors, HipsError
from ..files import write_private
from ..ids import Secret
from ..persons.search.withdraw import without_person
from ..register import Register
from ..register.register import Forgotten
from ._console import say, show, show_json
from ._paths import alone


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument(
        "--person", required=True, metavar="ID", help="person_id; without one, the full name"
    )
    parser.add_argument("--register", required=True, metavar="FILE", help="the register")
    parser.add_argument("--known-people", metavar="FILE", help="table of people: drop the row")
    parser.add_argument("--secret-file", metavar="FILE", help="the secret; else HIPS_SECRET")
    parser.add_argument("--json", action="store_true", help="the lists as JSON")


def run(args: argparse.Namespace) -> int:
    """Take a person out of a register and of the table of known people.

    The documents are named as in the output (their keyed ids): those that name the person, then
    those the person wrote.

    RETURNS (int): 0.
    RAISES (HipsError): E139 if nobody is found; E130-E137 for a register that cannot be used;
        E122 or E754 for a table that cannot be read or written.
    """
    with alone(args, (), kept=("register", "known_people")):
        return _forget(args)


def _forget(args: argparse.Namespace) -> int:
    register = Register.load(args.register, Secret.load(args.secret_file))
    gone = register.forget(args.person)
    table = without_person(args.known_people, args.person) if args.known_people else None
    if gone is None and not (table and table.dropped):
        raise HipsError(Errors.E139.format(path=args.register))
    if gone is not None:
        register.rewrite(args.register)
    if table is not None and table.dropped:
        _write_table(args.known_people, table.data)
    _report(args, gone or Forgotten(0, (), ()), table.dropped if table else 0)
    return 0


def _write_table(path: str, data: bytes) -> None:
    try:
        write_private(path, data)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise HipsError(Errors.E754.format(path=path, reason=reason)) from None


def _report(args: argparse.Namespace, gone: Forgotten, rows: int) -> None:
    if args.json:
        lists = {"release_anew": gone.named_in, "written_by": gone.wrote}
        show_json({"entries": gone.entries, "rows": rows, **lists}, on_error=False)
        return
    say(f"{gone.entries} entries of the register and {rows} rows of known people are gone.")
    say(f"{len(gone.named_in)} documents name the person and must be released anew:")
    for document in gone.named_in:
        show(document)
    if gone.wrote:
        say(f"{len(gone.wrote)} documents were written by the person:")
        for document in gone.wrote:
            show(document)
