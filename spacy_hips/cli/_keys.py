"""The key of a key file: from a file, from the environment, or asked for."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from pathlib import Path

from ..errors import Errors, HipsError
from ..records.keyfile import Key

PASSPHRASE_VARIABLE = "HIPS_KEY_PASSPHRASE"


def add_passphrase(parser: argparse.ArgumentParser) -> None:
    """Where the passphrase comes from."""
    parser.add_argument(
        "--passphrase-file", metavar="FILE",
        help=f"holds the key file's passphrase; else {PASSPHRASE_VARIABLE}, else you are asked",
    )  # fmt: skip


def load_key(args: argparse.Namespace, *, create: bool = False) -> Key:
    """The key of a key file.

    create (bool): The file may be a new one: its passphrase must not be easy to guess.

    RAISES (HipsError): E142 if there is no passphrase, E143 if it is too short, E147 if its file
        cannot be read, E150 if others can read it too, E149 if that of a new key file is easy to
        guess.
    """
    key = _given(args)
    if create and not Path(args.key_file).exists():
        key.refuse_weak()
    return key


def _given(args: argparse.Namespace) -> Key:
    if args.passphrase_file:
        return Key.load(args.passphrase_file)
    given = os.environ.get(PASSPHRASE_VARIABLE)
    if given:
        return Key(given)
    if sys.stdin is None or sys.stdin.closed or not sys.stdin.isatty():
        raise HipsError(Errors.E142)
    return Key(getpass.getpass("Passphrase of the key file: "))
