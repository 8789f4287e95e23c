"""spacy-hips new-secret: make the file of a secret."""

from __future__ import annotations

import argparse
import os
import secrets
from pathlib import Path

from ..core.errors import HipsError
from ..core.files import PRIVATE_FILE, sync
from ..desk.files.output import WriteFailed, explained
from ._console import say
from .errors import Errors

BYTES = 32


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument("file", help="a new file; one that is there is never replaced")


def run(args: argparse.Namespace) -> int:
    """Write a new secret.

    RETURNS (int): 0.
    RAISES (HipsError): E750 if the file is there, E704 if it cannot be written.
    """
    try:
        handle = os.open(args.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    except FileExistsError:
        raise HipsError(Errors.E750.format(path=args.file)) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise HipsError(Errors.E704.format(path=args.file, reason=reason)) from None
    try:
        with explained(Path(args.file)), os.fdopen(handle, "wb") as file:
            file.write(secrets.token_hex(BYTES).encode() + b"\n")
            sync(file)
    except WriteFailed:
        Path(args.file).unlink(missing_ok=True)
        raise
    say(f"A new secret is in {args.file}. Keep it, and keep it apart from what you publish:")
    say("with it the same people get the same names again, and who has it can test guesses.")
    return 0
