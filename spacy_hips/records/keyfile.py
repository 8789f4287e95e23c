"""The key file: what was replaced, encrypted, so that a run can be undone by whoever holds the key.

It is opt-in; without it no mapping is ever on disk. The file begins with a header in plain JSON
(how the key is derived, with which salt); behind it stand frames, one a document, each encrypted
with AES-256-GCM (NIST SP 800-38D) under a random nonce and bound to the header and to its place in
the file, so that frames cannot be changed, moved or brought in from elsewhere. The key comes from a
passphrase, or from what a file holds, by scrypt (RFC 7914). Frames taken off the end cannot be
noticed. The file has mode 0600 and later runs append to it.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

from ..errors import Errors, HipsError
from ..passphrases import SCRYPT, read_private, refuse_weak
from ..spans import Replacement

MAGIC = b"HIPSKEY1\n"
MINIMUM_PASSPHRASE = 8

_NONCE, _LENGTH = 12, 4
_LONGEST_HEADER, _LONGEST_FRAME = 4096, 1 << 30
_CHECK = b"spacy_hips key file"


@dataclass(frozen=True)
class KeyEntry:
    """How the text of one document is restored.

    doc (str): The id the document was released under.
    text_hash (str): SHA-256 of the released text, hexadecimal.
    edits (tuple): Start and end of each replaced stretch in the released text, and what stood
        there, by place.
    """

    doc: str
    text_hash: str
    edits: tuple[tuple[int, int, str], ...]

    @classmethod
    def of(cls, doc: str, original: str, released: str, done: Iterable[Replacement]) -> KeyEntry:
        """The entry of a document.

        doc (str): The id it is released under.
        original, released (str): Its text before and after.
        done (Iterable[Replacement]): What was replaced, as in `doc._.replacements`.
        """
        edits = [
            (r.new_start, r.new_end, original[r.start : r.end])
            for r in sorted(done, key=lambda r: r.start)
            if original[r.start : r.end] != r.surrogate
        ]
        return cls(doc, _text_hash(released), tuple(edits))

    def restore(self, released: str) -> str | None:
        """The original text.

        released (str): The text as it was released.
        RETURNS (str): The original, None where another text is given.
        """
        if _text_hash(released) != self.text_hash:
            return None
        out, at = [], 0
        for start, end, original in self.edits:
            out += [released[at:start], original]
            at = end
        return "".join(out) + released[at:]


def _text_hash(text: str) -> str:
    return sha256(text.encode("utf8", "surrogatepass")).hexdigest()


class Key:
    """What opens a key file. It does not show itself.

    passphrase (str): At least 8 characters; what a file holds serves as well.
    RAISES (HipsError): E143 if it is too short.
    """

    __slots__ = ("_value",)

    def __init__(self, passphrase: str) -> None:
        if len(passphrase) < MINIMUM_PASSPHRASE:
            raise HipsError(Errors.E143.format(length=len(passphrase), minimum=MINIMUM_PASSPHRASE))
        self._value = passphrase.encode("utf8", "surrogatepass")

    @classmethod
    def load(cls, path: str | Path) -> Key:
        """Take it from a file, without the white space around it.

        RAISES (HipsError): E147 if the file cannot be read, E150 if others can read it too, E143
            if it holds too little.
        """
        try:
            return cls(read_private(path).decode("utf8", "surrogateescape").strip())
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise HipsError(Errors.E147.format(path=path, reason=reason)) from None

    def refuse_weak(self) -> None:
        """Check that it cannot be guessed.

        RAISES (HipsError): E149 if it can.
        """
        refuse_weak(self._value, "passphrase of the key file")

    def derive(self, header: dict[str, Any]) -> bytes:
        """The 32 bytes that encrypt a file with this header."""
        from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

        salt = bytes.fromhex(header["salt"])
        kdf = Scrypt(salt, 32, n=header["n"], r=header["r"], p=header["p"])
        return kdf.derive(self._value)

    def __repr__(self) -> str:
        return "Key(...)"

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a key is not pickled")


class KeyFile:
    """A key file that is open for reading and appending; a context manager.

    path (Path): Where it lies; made if it is not there.
    key (Key): What opens it.
    create (bool): Make it if it is not there.
    RAISES (HipsError): E140 if it cannot be opened, E141 if the key is another one, E146 if it is
        no key file or is damaged.
    """

    def __init__(self, path: str | Path, key: Key, *, create: bool = True) -> None:
        self.path = Path(path)
        self._file = self._open(create)
        try:
            if self._file.seek(0, os.SEEK_END) == 0 and create:
                self._begin(key)
            self._header, head = self._read_header()
            self._bound = sha256(head).digest()
            self._cipher = _cipher(key, self._header)
            self._end, self._count = self._check()
        except BaseException:
            self._file.close()
            raise

    def _open(self, create: bool) -> BinaryIO:
        flags = os.O_RDWR | (os.O_CREAT if create else 0) | getattr(os, "O_NOFOLLOW", 0)
        flags |= getattr(os, "O_BINARY", 0)
        try:
            handle = os.open(self.path, flags, 0o600)
            if hasattr(os, "fchmod"):
                os.fchmod(handle, 0o600)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise HipsError(Errors.E140.format(path=self.path, reason=reason)) from None
        return os.fdopen(handle, "r+b")

    def _begin(self, key: Key) -> None:
        """Write the header and a first frame that tells a right key from a wrong one."""
        header: dict[str, Any] = {"kdf": "scrypt", "salt": secrets.token_hex(16), **SCRYPT}
        head = MAGIC + json.dumps(header, sort_keys=True).encode() + b"\n"
        frame = _seal(_cipher(key, header), _CHECK, sha256(head).digest(), 0)
        self._file.seek(0)
        self._file.write(head + frame)
        self._file.flush()

    def _read_header(self) -> tuple[dict[str, Any], bytes]:
        self._file.seek(0)
        head = self._file.readline(len(MAGIC)) + self._file.readline(_LONGEST_HEADER)
        try:
            if not head.startswith(MAGIC):
                raise ValueError
            header: dict[str, Any] = json.loads(head[len(MAGIC) :])
            bytes.fromhex(header["salt"])
            sizes = [int(header[name]) for name in SCRYPT]
            if header["kdf"] != "scrypt" or not all(0 < s <= 1 << 20 for s in sizes):
                raise ValueError
        except (ValueError, KeyError, TypeError):
            raise self._damaged("it does not begin as a key file does") from None
        return header, head

    def _check(self) -> tuple[int, int]:
        """Test the key on the first frame; find the end of the last whole one and their number."""
        end, count = self._file.tell(), 0
        for count, frame in enumerate(self._frames(), 1):
            if count == 1:
                self._unseal(frame, 0, HipsError(Errors.E141.format(path=self.path)))
            end = self._file.tell()
        if not count:
            raise self._damaged("it ends within its beginning")
        return end, count

    def _damaged(self, reason: str) -> HipsError:
        return HipsError(Errors.E146.format(path=self.path, reason=reason))

    def _frames(self) -> Iterator[bytes]:
        """The whole frames from here on; what an interrupted run left behind the last is no one."""
        while True:
            length = self._file.read(_LENGTH)
            size = int.from_bytes(length, "big")
            if len(length) < _LENGTH or size > _LONGEST_FRAME:
                return
            frame = self._file.read(size)
            if len(frame) < size:
                return
            yield frame

    def _unseal(self, frame: bytes, place: int, error: HipsError) -> bytes:
        from cryptography.exceptions import InvalidTag

        bound = self._bound + place.to_bytes(8, "big")
        try:
            return bytes(self._cipher.decrypt(frame[:_NONCE], frame[_NONCE:], bound))
        except (InvalidTag, ValueError):
            raise error from None

    def append(self, entries: Iterable[KeyEntry]) -> int:
        """Add entries at the end.

        entries (Iterable[KeyEntry]): One a document.
        RETURNS (int): How many were added.
        """
        added = 0
        for entry in entries:
            row = [entry.doc, entry.text_hash, entry.edits]
            data = json.dumps(row, ensure_ascii=True).encode()
            frame = _seal(self._cipher, data, self._bound, self._count)
            self._file.seek(self._end)
            self._file.write(frame)
            self._file.truncate()
            self._end += len(frame)
            self._count += 1
            added += 1
        self._file.flush()
        os.fsync(self._file.fileno())
        return added

    def read(self) -> Iterator[KeyEntry]:
        """The entries in the order they were added.

        RAISES (HipsError): E146 if a frame was changed, moved or damaged.
        """
        self._file.seek(len(MAGIC))
        self._file.readline(_LONGEST_HEADER)
        for place, frame in enumerate(list(self._frames())):
            changed = self._damaged(f"its part number {place} was changed or moved")
            data = self._unseal(frame, place, changed)
            if place:
                doc, text_hash, edits = json.loads(data)
                yield KeyEntry(doc, text_hash, tuple((a, b, text) for a, b, text in edits))

    def __enter__(self) -> KeyFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _cipher(key: Key, header: dict[str, Any]) -> Any:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key.derive(header))


def _seal(cipher: Any, data: bytes, bound: bytes, place: int) -> bytes:
    """A frame: its length, a nonce, the data encrypted and bound to the header and its place."""
    nonce = secrets.token_bytes(_NONCE)
    sealed = nonce + cipher.encrypt(nonce, data, bound + place.to_bytes(8, "big"))
    return len(sealed).to_bytes(_LENGTH, "big") + bytes(sealed)


def refuse_output_folder(path: str | Path, outputs: Sequence[str | Path]) -> None:
    """Check that the key file does not lie where the released texts go.

    path (Path): The key file.
    outputs (Sequence[Path]): The output files and folders.
    RAISES (HipsError): E144 if it lies in one of these folders or beside one of these files.
    """
    place = Path(path).resolve()
    for output in map(Path, outputs):
        folder = output.resolve() if output.is_dir() else output.resolve().parent
        if place == output.resolve() or folder in place.parents:
            raise HipsError(Errors.E144.format(path=path))
