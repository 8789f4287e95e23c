"""Who a document belongs to, the secret, the keyed draws, and the manifest of a run.

Every choice of a surrogate is HMAC-SHA256 (RFC 2104) of the secret over
scope id | type | purpose | key. There is no random state: order, process count and machine do not
matter, and without the secret a surrogate cannot be computed from a guess.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets as _secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from multiprocessing.context import get_spawning_popen  # type: ignore[attr-defined]
from pathlib import Path
from typing import Any

from spacy.tokens import Doc

from .errors import Errors, HipsError
from .files import read_plain, write_whole

SCOPES: tuple[str, ...] = ("document", "author", "group", "corpus")
SECRET_VARIABLE = "HIPS_SECRET"
MINIMUM_SECRET = 16
IDS_KEY = "hips_ids"

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
    known = dict(document.user_data.get(IDS_KEY, {}))
    known.update({name: str(value) for name, value in given.items() if value is not None})
    document.user_data[IDS_KEY] = known
    return document


def get_ids(document: Doc) -> Ids:
    """The identities set with `set_ids`."""
    known = document.user_data.get(IDS_KEY, {})
    return Ids(*(str(known.get(name, "")) for name in ("doc", "author", "group")))


class Secret:
    """A key for draws that does not show itself: not in repr, not in pickles, not on disk.

    It crosses to worker processes only while they are being started.

    value (bytes): At least 16 bytes; None draws 32 at random.
    RAISES (HipsError): E106 if it is too short.
    """

    __slots__ = ("_value", "drawn")

    def __init__(self, value: bytes | None = None) -> None:
        self.drawn = value is None
        self._value = _secrets.token_bytes(32) if value is None else value
        if len(self._value) < MINIMUM_SECRET:
            raise HipsError(Errors.E106.format(length=len(self._value), minimum=MINIMUM_SECRET))

    @classmethod
    def load(cls, path: str | Path | None = None) -> Secret:
        """Take the secret from a file, else from HIPS_SECRET, else draw one.

        path (Path): A file whose content, without white space around it, is the secret.
        RETURNS (Secret): The secret; `.drawn` tells that it was made up for this run.
        RAISES (HipsError): E107 if the file cannot be read, E106 if the secret is too short.
        """
        if path:
            try:
                return cls(Path(path).read_bytes().strip())
            except OSError as error:
                reason = error.strerror or type(error).__name__
                raise HipsError(Errors.E107.format(path=path, reason=reason)) from None
        given = os.environ.get(SECRET_VARIABLE)
        return cls(given.strip().encode("utf8", "surrogateescape") if given else None)

    def digest(self, *parts: str) -> bytes:
        """HMAC-SHA256 over the parts, each preceded by its length so that none can be moved."""
        mac = hmac.new(self._value, digestmod=sha256)
        for part in parts:
            data = part.encode("utf8", "surrogatepass")
            mac.update(len(data).to_bytes(8, "big"))
            mac.update(data)
        return mac.digest()

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

    def __reduce__(self) -> tuple[Any, ...]:
        if get_spawning_popen() is None:
            return (Secret.load, ())
        return (_restore, (self._value, self.drawn))


def _restore(value: bytes, drawn: bool) -> Secret:
    secret = Secret(value)
    secret.drawn = drawn
    return secret


def document_id(document: Doc, secret: Secret) -> str:
    """The id of a document: the one that was set, else HMAC(secret, text)."""
    return get_ids(document).doc or secret.digest("document", document.text).hex()


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
    """What a run was made with, so that a later one can continue it or be refused.

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
        """Write it as JSON; an existing file is replaced in one step."""
        text = json.dumps(asdict(self), indent=2, sort_keys=True) + "\n"
        write_whole(path, text.encode("utf8"))

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
