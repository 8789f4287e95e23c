"""spacy-hips register: look at a register, or let it go on with another version."""

from __future__ import annotations

import argparse
from collections import Counter

from ..core.ids import Secret
from ..replace.register import file
from ._console import say, show_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument(
        "what", choices=("show", "migrate", "accept"),
        help="counts; take on this version; take it as it is, put back to an earlier state",
    )  # fmt: skip
    parser.add_argument("file", help="the register")
    parser.add_argument("--secret-file", metavar="FILE", help="the secret; else HIPS_SECRET")


def run(args: argparse.Namespace) -> int:
    """Show, migrate or accept a register.

    RETURNS (int): 0.
    RAISES (HipsError): E130-E132, E137 or E763 for a register that cannot be used.
    """
    secret = Secret.load(args.secret_file)
    if args.what == "migrate":
        moved = file.migrate(args.file, secret)
        say("It goes on with this version; names that were given stay." if moved else
            "It has this version already.")  # fmt: skip
        return 0
    if args.what == "accept":
        file.accept(args.file, secret)
        say("It is taken as it is. People it lacks get new names, which may be others than before.")
        return 0
    show_json(_summary(file.read(args.file, secret)), on_error=False)
    return 0


def _summary(content: file.Content) -> dict[str, object]:
    """Counts only: a register is internal."""
    from ..replace.register.entries import AUTHOR, Entries

    kinds = Counter(entry.kind for entry in Entries(content.entries).values())
    authors = kinds.pop(AUTHOR, 0)
    return {
        "scope": content.scope,
        "package": content.versions.package,
        "tables": content.versions.tables,
        "identifiers": dict(sorted(kinds.items())),
        "shuffled_values": sum("ring" in line for line in content.lines),
        "authors": authors,
        "withdrawn": sum("gone" in line for line in content.lines),
    }
