"""What a person thought up as a secret: how hard it is to guess, and the key that is made of it.

Whoever has a release and a list of names can try passphrases against it: each guess that is right
gives every pseudonym again. Two things stand in the way. A passphrase that few guesses find is
refused, by the estimate of zxcvbn (Wheeler 2016, "zxcvbn: low-budget password strength
estimation"): common words, names, dates, rows of keys and repeats count for little. What parts the
words and numbers hides them from that estimate, so it is asked without, too; and it is told sayings
that everybody knows. And each guess costs as much as scrypt (RFC 7914) with these work factors.
"""

from __future__ import annotations

import os
import secrets
import stat
import warnings
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from .errors import Errors, HipsError, HipsWarning, Warnings
from .later import re

GUESSES = 1e14
"""A secret that fewer guesses find is refused: about half a million years of one core."""
SCRYPT = {"n": 1 << 16, "r": 8, "p": 1}
"""Work factors: 64 MiB of memory, a fraction of a second."""
SALT = b"spacy_hips secret"
"""The salt where none can be kept beside the secret. It is fixed, so that the same HIPS_SECRET
gives the same names on every machine."""
SAYINGS = "sayings.txt"
SALT_FILE = ".salt"
OTHERS = 0o077
SIGN = 10
"""What it costs to guess each sign that parts the pieces of a secret. A blank is guessed first."""

_LONGEST = 72  # what zxcvbn takes; the rest could only add to the guesses
_DRAWN = re.compile(rb"[0-9a-f]{64}")
_SALT = re.compile(r"[0-9a-f]{32}")


def is_drawn(value: bytes) -> bool:
    """Does it look like what `spacy-hips new-secret` writes: 32 random bytes, in hexadecimal?"""
    return _DRAWN.fullmatch(value) is not None


def refuse_weak(value: bytes, what: str = "secret") -> None:
    """Check that a secret cannot be guessed.

    value (bytes): The secret.
    what (str): What it is, for the message.
    RAISES (HipsError): E149 if it can.
    """
    if _is_weak(value):
        raise HipsError(Errors.E149.format(what=what))


@lru_cache(maxsize=16)
def _is_weak(value: bytes) -> bool:
    readings = _readings(value.decode("latin-1"))
    return any(cost * _guesses(text) < GUESSES for text, cost in readings)


def _readings(text: str) -> Iterator[tuple[str, int]]:
    """A secret as it is and without what parts its pieces, and what the latter costs to guess."""
    yield text, 1
    joined = "".join(text.split())
    yield joined, 1
    signs = {sign for sign in joined if not sign.isalnum()}
    yield "".join(filter(str.isalnum, joined)), SIGN ** len(signs)


def _guesses(text: str) -> float:
    from zxcvbn import zxcvbn

    known = list(_sayings())
    return float(zxcvbn(text[:_LONGEST], known, max_length=_LONGEST)["guesses"])


@lru_cache(maxsize=1)
def _sayings() -> tuple[str, ...]:
    text = (files("spacy_hips") / "data" / SAYINGS).read_text("utf8")
    lines = (line.lower() for line in text.splitlines() if not line.startswith("#"))
    return tuple("".join(filter(str.isalnum, line))[:_LONGEST] for line in lines)


@lru_cache(maxsize=16)
def stretch(value: bytes, salt: bytes) -> bytes:
    """The key that scrypt makes of a passphrase; a process pays for it once.

    value, salt (bytes): The passphrase and its salt.
    RETURNS (bytes): 32 bytes.
    """
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return Scrypt(salt, 32, **SCRYPT).derive(value)


def read_private(path: str | Path) -> bytes:
    """Read a file that only its owner may read, as ssh does with its keys.

    Where the system has no such rights, or the file belongs to somebody else, nothing is checked.

    path (Path): The file.
    RETURNS (bytes): What it holds.
    RAISES (HipsError): E150 if others can read it. (OSError): if it cannot be read.
    """
    with Path(path).open("rb") as stream:
        state = os.fstat(stream.fileno())
        own = os.name == "posix" and state.st_uid == os.getuid()
        if own and stat.S_ISREG(state.st_mode) and state.st_mode & OTHERS:
            mode = f"{stat.S_IMODE(state.st_mode):o}"
            raise HipsError(Errors.E150.format(path=path, mode=mode))
        return stream.read()


def salt_beside(path: str | Path) -> bytes:
    """The salt of a passphrase in a file: kept beside it, and drawn when it is first needed.

    path (Path): The passphrase's file.
    RETURNS (bytes): The salt.
    RAISES (HipsError): E151 if it cannot be kept or read.
    """
    place = Path(f"{path}{SALT_FILE}")
    try:
        _make_salt(place)
        salt = place.read_text("ascii").strip()
    except OSError as error:
        reason = error.strerror or type(error).__name__
    except UnicodeDecodeError:
        reason = "it is no salt"
    else:
        if _SALT.fullmatch(salt):
            return bytes.fromhex(salt)
        reason = "it is no salt"
    raise HipsError(Errors.E151.format(path=place, reason=reason))


def _make_salt(place: Path) -> None:
    try:
        handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_hex(16) + "\n")
    warnings.warn(Warnings.W110.format(path=place), HipsWarning, stacklevel=2)
