"""Who a document belongs to, the secret, the keyed draws, and the manifest of a run.

Every choice of a surrogate is HMAC-SHA256 (RFC 2104) of the secret over
scope id | type | purpose | key. There is no random state: order, process count and machine do not
matter, and without the secret a surrogate cannot be computed from a guess. What makes a secret
hard to guess is told in passphrases.py.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets as _secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from multiprocessing.context import get_spawning_popen  # type: ignore[attr-defined]
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .body import text_of
from .errors import Errors, HipsError
from .files import read_plain, write_private
from .notes import keep, notes
from .passphrases import SALT, is_drawn, read_private, refuse_weak, salt_beside, stretch

if TYPE_CHECKING:
    from spacy.tokens import Doc

SCOPES: tuple[str, ...] = ("document", "author", "group", "corpus")
SECRET_VARIABLE = "HIPS_SECRET"
MINIMUM_SECRET = 16
IDS = "ids"
KEY_BYTES = 32

Draw = Callable[[str, int], int]


@dataclass(frozen=True)
class Ids:
    """The identities a document came with; "" where none was given."""

    doc: str = ""
    author: str = ""
    group: str = ""


def set_ids(
    document: Doc,
    /,
    *,
    doc: str | None = None,
    author: str | None = None,
    group: str | None = None,
) -> Doc:
    """Say which document this is, who wrote it and to which group it belongs.

    document (Doc): The document.
    doc (str): Its id; left out, HMAC(secret, text) takes its place.
    author (str): A stable id of its author, as in the table of known people.
    group (str): A course, class or conversation.
    RETURNS (Doc): The same document.
    """
    given = {"doc": doc, "author": author, "group": group}
    known = asdict(get_ids(document))
    known.update({name: str(value) for name, value in given.items() if value is not None})
    keep(document, IDS, known)
    return document


def get_ids(document: Doc) -> Ids:
    """The identities set with `set_ids`; of documents that were joined those they share."""
    given = [note.value for note in notes(document, IDS)]
    told = [{str(ids.get(name, "")) for ids in given} for name in ("doc", "author", "group")]
    return Ids(*(one.pop() if len(one) == 1 else "" for one in told))


class Secret:
    """A key for draws that does not show itself: not in repr, not in pickles, not on disk.

    What `spacy-hips new-secret` wrote is the key itself. Of anything else scrypt makes the key,
    when it is first needed. A copy within the process has the same key, and so have worker
    processes while they are being started. A copy that comes out of a pickle has not: it looks
    where this one came from, and where the same secret is not there it raises when it is to draw.

    value (bytes): At least 16 bytes; None draws 32 at random.
    salt (bytes): For what scrypt makes of it.
    RAISES (HipsError): E106 if it is too short, E149 if it is easy to guess.
    """

    __slots__ = ("_check", "_key", "_origin", "_salt", "_value", "drawn")

    def __init__(self, value: bytes | None = None, *, salt: bytes = SALT) -> None:
        self.drawn = value is None
        self._origin: str | None = None
        self._check = ""
        self._value, self._salt = b"", salt
        self._key: bytes | None = None
        if value is None:
            self._key = _secrets.token_bytes(KEY_BYTES)
            return
        if len(value) < MINIMUM_SECRET:
            raise HipsError(Errors.E106.format(length=len(value), minimum=MINIMUM_SECRET))
        refuse_weak(value)
        if is_drawn(value):
            self._key = value
        else:
            self._value = value

    @classmethod
    def of_key(cls, key: bytes) -> Secret:
        """The secret of a key that was drawn at random; nothing is made of it.

        key (bytes): At least 16 random bytes.
        """
        secret = cls()
        secret._key, secret.drawn = key, False
        return secret

    @classmethod
    def load(cls, path: str | Path | None = None) -> Secret:
        """Take the secret from a file, else from HIPS_SECRET, else draw one.

        path (Path): A file whose content, without white space around it, is the secret. Only its
            owner may be able to read it. The salt of a passphrase is kept beside it.
        RETURNS (Secret): The secret; `.drawn` tells that it was made up for this run.
        RAISES (HipsError): E107 if the file cannot be read, E150 if others can read it too, E151
            for its salt; E106 or E149 if the secret is too short or easy to guess.
        """
        if path:
            secret = cls(_read_secret(path))
            if secret._key is None:
                secret._salt = salt_beside(path)
        else:
            given = os.environ.get(SECRET_VARIABLE)
            secret = cls(given.strip().encode("utf8", "surrogateescape") if given else None)
        secret._origin = None if secret.drawn else str(path or "")
        return secret

    def digest(self, *parts: str) -> bytes:
        """HMAC-SHA256 over the parts, each preceded by its length so that none can be moved."""
        message = bytearray()
        for part in parts:
            data = part.encode("utf8", "surrogatepass")
            message += len(data).to_bytes(8, "big") + data
        return hmac.digest(self._key or self._own_key(), message, "sha256")

    def pseudonym(self, kind: str, value: str, length: int = 12) -> str:
        """A keyed name for an id: the same value gives the same pseudonym under one secret.

        kind (str): What it names, "doc" or "author"; the same value differs between kinds.
        value (str): The original id.
        length (int): Hexadecimal digits.
        """
        return self.digest("pseudonym", kind, value).hex()[:length]

    def check_value(self) -> str:
        """A value that shows whether two secrets are the same one, and nothing else."""
        return self.digest("check value").hex()[:16]

    def draw_for(self, scope_id: str, kind: str, key: str) -> Draw:
        """The draws that belong to one entity.

        scope_id (str): The document, author, group or corpus.
        kind (str): The type, such as "PERSON".
        key (str): The person_id where known, else the normalised entity.
        RETURNS (Callable): `draw(purpose, n)`, a number from 0 to n - 1.
        """

        def draw(purpose: str, n: int) -> int:
            return int.from_bytes(self.digest(scope_id, kind, purpose, key), "big") % n

        return draw

    def __repr__(self) -> str:
        return "Secret(...)"

    def __copy__(self) -> Secret:
        return self

    def __deepcopy__(self, memo: Any) -> Secret:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if get_spawning_popen() is None:
            return (_unpickled, (self._check or self.check_value(), self.drawn, self._origin))
        return (_started, (self._own_key(), self.drawn, self._origin))

    def _own_key(self) -> bytes:
        if self._key is None:
            self._key = self._found_again() if self._check else stretch(self._value, self._salt)
            self._value = b""
        return self._key

    def _found_again(self) -> bytes:
        """The key of a copy out of a pickle: from where it came, if that is still the same one."""
        if self._origin is not None:
            with suppress(HipsError):
                there = Secret.load(self._origin or None)
                if hmac.compare_digest(there.check_value(), self._check):
                    return there._own_key()
        raise HipsError(Errors.E148)


def _started(key: bytes, drawn: bool, origin: str | None) -> Secret:
    """A secret in a worker process."""
    secret = Secret.of_key(key)
    secret.drawn, secret._origin = drawn, origin
    return secret


def _unpickled(check: str, drawn: bool, origin: str | None) -> Secret:
    """A copy of a secret that was pickled without its key."""
    secret = Secret()
    secret._key, secret._check = None, check
    secret.drawn, secret._origin = drawn, origin
    return secret


def _read_secret(path: str | Path) -> bytes:
    try:
        return read_private(path).strip()
    except OSError as error:
        reason = error.strerror or type(error).__name__
    raise HipsError(Errors.E107.format(path=path, reason=reason))


def document_id(document: Doc, secret: Secret) -> str:
    """The id of a document: the one that was set, else HMAC(secret, text)."""
    return get_ids(document).doc or secret.digest("document", text_of(document)).hex()


def scope_id(document: Doc, scope: str, secret: Secret) -> str:
    """What draws are bound to under a scope.

    document (Doc): The document.
    scope (str): One of SCOPES.
    secret (Secret): For documents without an id.
    RETURNS (str): The id of the document, author or group, with its kind; "corpus" for all.
    RAISES (HipsError): E109 for an unknown scope, E117 where the id it needs was not set.
    """
    if scope == "document":
        return f"document:{document_id(document, secret)}"
    if scope == "corpus":
        return "corpus"
    if scope not in SCOPES:
        raise HipsError(Errors.E109.format(scope=scope, known=", ".join(SCOPES)))
    value = getattr(get_ids(document), scope)
    if not value:
        raise HipsError(Errors.E117.format(scope=scope, missing=scope))
    return f"{scope}:{value}"


@dataclass
class Manifest:
    """What a run was made with, so that a later one can continue it or be refused: internal.

    Its check value lets a secret be guessed, and its counts tell what was found.

    versions (dict): Of package, spaCy, model and tables.
    config_hash (str): SHA-256 of the pipeline's config.
    secret_check (str): `Secret.check_value()`.
    scope (str): The scope of the draws.
    counts (dict): Numbers only: documents, words, replacements by label, rows rejected.
    not_searched (list): Labels that no component looked for.
    """

    versions: dict[str, str]
    config_hash: str
    secret_check: str
    scope: str = "document"
    counts: dict[str, Any] = field(default_factory=dict)
    not_searched: list[str] = field(default_factory=list)

    def write(self, path: str | Path) -> None:
        """Write it as JSON for its owner only; an existing file is replaced in one step."""
        text = json.dumps(asdict(self), indent=2, sort_keys=True) + "\n"
        write_private(path, text.encode("utf8"))

    @classmethod
    def read(cls, path: str | Path) -> Manifest:
        """Read it back.

        RAISES (HipsError): E118 if the file is not there or is no manifest.
        """
        try:
            return read_plain(cls, path)
        except OSError as error:
            reason = error.strerror or type(error).__name__
        except ValueError:
            reason = "it is no manifest of this package"
        raise HipsError(Errors.E118.format(path=path, reason=reason))

    def refuse_other_secret(self, secret: Secret, path: str | Path) -> None:
        """Check that the run continues with the same secret.

        RAISES (HipsError): E108 if the secret is another one.
        """
        if not hmac.compare_digest(self.secret_check, secret.check_value()):
            raise HipsError(Errors.E108.format(path=path))


def config_hash(config: Mapping[str, Any] | str) -> str:
    """SHA-256 of a pipeline's config, hexadecimal."""
    text = config if isinstance(config, str) else json.dumps(config, sort_keys=True, default=str)
    return sha256(text.encode("utf8")).hexdigest()
