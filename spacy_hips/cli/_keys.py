"""The key of a key file: from a file, from the environment, or asked for."""

from __future__ import annotations

import argparse
import getpass
import sys

from ..errors import Errors, HipsError
from ..records.keyfile import PASSPHRASE_VARIABLE


def add_passphrase(parser: argparse.ArgumentParser) -> None:
    """Where the passphrase comes from."""
    parser.add_argument(
        "--passphrase-file", metavar="FILE",
        help=f"holds the key file's passphrase; else {PASSPHRASE_VARIABLE}, else you are asked",
    )  # fmt: skip


def ask() -> str:
    """Ask for the passphrase on the terminal.

    RAISES (HipsError): E142 if there is none.
    """
    if sys.stdin is None or sys.stdin.closed or not sys.stdin.isatty():
        raise HipsError(Errors.E142)
    return getpass.getpass("Passphrase of the key file: ")
