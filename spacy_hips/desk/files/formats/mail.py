"""E-mails (.eml): headers and bodies are read as one text, and the mail is written anew.

Kept are the headers of HEADERS, the plain and HTML bodies, and mails within the mail. All
else goes: attachments, pictures, signatures, the mail's way, what programs say of themselves.
"""

from __future__ import annotations

from base64 import encodebytes
from binascii import a2b_qp, b2a_qp
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from email import message_from_bytes
from email.header import Header as EncodedHeader
from email.message import Message
from email.policy import SMTP
from email.utils import getaddresses
from pathlib import PurePath

from ....core import encoded_words
from ....core.hypertext import SHOWN, Hypertext, Run, read_hypertext
from ....core.later import re
from ....core.spans import Replacement
from ...errors import Errors
from ..decoding import decoded
from ..documents import Touching, clipped
from ..file_formats import PEOPLE
from ..foreign import ending
from .content import Content, Unreadable, counted_kinds, names_in
from .limits import FileAllowance, alone
from .pieces import Span, by_line, changed, renamed
from .sweep import Sweep
from .webpage import Page, swept, told_encoding

_PERSONS = frozenset(("from", "sender", "reply-to", "to", "cc", "bcc"))
HEADERS: frozenset[str] = _PERSONS | {"subject", "date"}
"""Headers that are kept."""
_TOLD = HEADERS | {"mime-version", "content-type"}
_SEALED = frozenset(("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"))
_WAYS = frozenset(("alternative", "related", "digest"))
"""Of putting parts together; others are `mixed`."""
_MOST_PARTS = 200
_MOST_LINES = 20_000_000
"""Looked at for the end of a part: each line once for each part around it."""
_LONGEST = 900
_FOLD = re.compile(r"\r?\n(?=[ \t])")
_BREAKS = re.compile(r"[\r\n]+")
_BOUNDARY = "=_{}_"
"""Neither of the two ways that a body is written in has a line that begins so."""


def read(data: bytes, allowance: FileAllowance, encoding: str) -> Content:
    """The text of a mail.

    data (bytes): The file.
    allowance (FileAllowance): What it may unpack to.
    encoding (str): Of what tells none.
    RAISES (Unreadable): E788 for an encrypted mail, E789 for what is none or cannot be read, E796
        for one with more parts than people write.
    """
    return Mail(data, allowance, encoding).content


def rewrite(
    data: bytes, cells: Mapping[str, Sequence[Replacement]], text: str, encoding: str
) -> bytes:
    """The mail with what was replaced in its text.

    data (bytes): The file.
    cells (Mapping): What was replaced in the text, and in the people, a name a line.
    text (str): The text as it was searched.
    encoding (str): As for `read`.
    RAISES (Unreadable): E795 if the file has another text now.
    """
    mail = Mail(data, alone(data), encoding)
    if mail.content.text != text:
        raise Unreadable(Errors.E795)
    return mail.rewritten(cells.get("text", ()), cells.get(PEOPLE, ()))


@dataclass
class _Header:
    """A header. `raw` is how it stood in the file, `text` what it says."""

    name: str
    raw: str
    text: str
    new: str = ""

    def put(self, done: Sequence[Replacement], sweep: Sweep, named: Mapping[str, str]) -> None:
        new = changed(self.text, done)
        for old, other in named.items():  # of people whom the text does not tell as such
            if old != other and self.name.lower() in _PERSONS:
                plain = other.replace("\\", r"\\")
                new = re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", plain, new)
        self.new = sweep.cleared(new) if sweep else new

    def written(self) -> bytes:
        if self.new == self.text:
            return f"{self.name}: {self.raw}".encode("ascii", "surrogateescape")
        new = " ".join(self.new.split())
        if new.isascii() and len(new) < _LONGEST:
            return f"{self.name}: {new}".encode("ascii")
        try:
            folded = SMTP.header_factory(self.name, new).fold(policy=SMTP)
        except Exception:  # the parser of addresses knows many ways to fail
            folded = f"{self.name}: {EncodedHeader(new, 'utf-8', header_name=self.name).encode()}"
        return str(folded).strip().encode("ascii", "replace")


@dataclass
class _Body:
    """A body that is read; of HTML `page` knows the way back."""

    text: str
    page: Hypertext | None = None
    flowed: bool = False
    new: str = ""

    def put(self, done: Sequence[Replacement], sweep: Sweep, named: Mapping[str, str]) -> None:
        self.new = (
            changed(self.text, done)
            if self.page is None
            else swept(self.page.rewritten(done), sweep)
        )


@dataclass
class _Letter:
    """A mail: headers, and parts one behind the other or within each other."""

    headers: list[_Header]
    body: _Part


@dataclass
class _Several:
    """Parts, and how they are put together."""

    way: str
    parts: list[_Part] = field(default_factory=list)


_Part = _Letter | _Several | _Body


class Mail:
    """An e-mail.

    data (bytes): The file.
    allowance (FileAllowance): What it may unpack to.
    encoding (str): Of what tells none.
    RAISES (Unreadable): As `read`.
    """

    def __init__(self, data: bytes, allowance: FileAllowance, encoding: str) -> None:
        self._allowance = allowance
        self._encoding = encoding
        self._end = b"\r\n" if b"\r\n" in data else b"\n"
        self._people: list[str] = []
        self._left_out: list[str] = []
        self._boundaries = 0
        allowance.unpack(len(data))
        marks = data.lower().count(b"boundary")
        if marks > _MOST_PARTS or marks * data.count(b"\n") > _MOST_LINES:
            raise Unreadable(Errors.E796, what="parts")
        message = message_from_bytes(data)
        if not any(name.lower() in _TOLD for name in message):
            raise Unreadable(Errors.E789, reason="it is no e-mail")
        try:
            self._letter = self._read(message)
        except (ValueError, LookupError, TypeError, AttributeError, AssertionError):
            raise Unreadable(Errors.E789, reason="it is no whole e-mail") from None
        text, self._places = _laid_out(_blocks(self._letter))
        self.content = Content(text, names_in(self._people), counted_kinds(self._left_out))

    def rewritten(self, text: Sequence[Replacement], people: Sequence[Replacement]) -> bytes:
        """The mail with replacements.

        text, people (Sequence): What was replaced in the text and in the lines of people.
        """
        done = by_line(self.content.text, text)
        sweep = Sweep.of_document(self.content, done, people)
        named = renamed(self.content.people, people)
        touching = Touching(done)
        for place, section in self._places:
            section.put(clipped(touching, place.start, place.end), sweep, named)
        return self._packed(self._letter)

    def _read(self, message: Message) -> _Letter:
        headers = [
            _Header(name, raw, self._said(raw))
            for name, raw in message.raw_items()
            if name.lower() in HEADERS
        ]
        listed = [header.text for header in headers if header.name.lower() in _PERSONS]
        self._people += [name for name, _ in getaddresses(listed) if "@" not in name]
        return _Letter(headers, self._part(message) or _Body(""))

    def _part(self, part: Message) -> _Part | None:
        """A part as it is kept; None for one that goes."""
        self._allowance.step(1)
        kind = part.get_content_type()
        if kind in _SEALED:
            raise Unreadable(Errors.E788)
        if part.get_content_disposition() == "attachment":
            self._left_out.append(_left_out(part))
            return None
        inner = part.get_payload()
        if kind == "message/rfc822" and isinstance(inner, list) and inner:
            return self._read(inner[0])  # type: ignore[arg-type]
        if part.is_multipart() and kind.startswith("multipart/"):
            way = part.get_content_subtype()
            kept = [own for child in inner if (own := self._part(child))]  # type: ignore[arg-type, union-attr]
            return _Several(way if way in _WAYS else "mixed", kept) if kept else None
        if kind in ("text/plain", "text/html"):
            return self._body(part)
        self._left_out.append(_left_out(part))
        return None

    def _body(self, part: Message) -> _Body:
        data = part.get_payload(decode=True)
        assert isinstance(data, bytes)
        self._allowance.unpack(len(data))
        told = part.get_content_charset("")
        if not told and part.get_content_subtype() == "html":
            told = told_encoding(data)
        text = decoded(data, self._encoding, told)
        text = text.replace("\r\n", "\n")
        if part.get_content_subtype() == "plain":
            return _Body(text, None, str(part.get_param("format")).lower() == "flowed")
        self._allowance.mark(data)
        self._allowance.step(data.count(b"&"))
        page = Page(text)
        self._people += page.people
        self._left_out += page.unsearched
        everything = Run(0, len(page.source), 0, len(page.source), SHOWN)
        shown = read_hypertext(page.source) or Hypertext(page.source, page.source, [everything])
        return _Body(shown.text, shown)

    def _said(self, raw: str) -> str:
        """What a header says: unfolded, its encoded words as what they stand for."""
        value = decoded(raw.encode("ascii", "surrogateescape"), self._encoding)
        value = _FOLD.sub("", value).strip()
        out, at = [], 0
        for match in encoded_words.encoded_runs(value):
            out += [value[at : match.start()], encoded_words.decoded(match[0]) or match[0]]
            at = match.end()
        return _BREAKS.sub(" ", "".join([*out, value[at:]]))

    def _packed(self, letter: _Letter) -> bytes:
        """The bytes of a mail."""
        about, data = self._written(letter.body)
        head = [header.written() for header in letter.headers]
        head += [b"MIME-Version: 1.0", *about]
        return self._end.join([*head, b"", data])

    def _written(self, part: _Part) -> tuple[list[bytes], bytes]:
        """The headers of a part, and its bytes."""
        if isinstance(part, _Letter):
            return [b"Content-Type: message/rfc822"], self._packed(part)
        if isinstance(part, _Body):
            return self._encoded(part)
        self._boundaries += 1
        mark = _BOUNDARY.format(self._boundaries)
        about = f'Content-Type: multipart/{part.way}; boundary="{mark}"'.encode()
        line = f"--{mark}".encode()
        out: list[bytes] = []
        for own in part.parts:
            head, data = self._written(own)
            out += [line, *head, b"", data]
        return [about], self._end.join([*out, line + b"--", b""])

    def _encoded(self, body: _Body) -> tuple[list[bytes], bytes]:
        """A body as it is if it is plain ASCII, else quoted, else as base64."""
        data = body.new.encode("utf8", "replace")
        way, written = "7bit", data
        if not _is_plain(data):
            way, written = "quoted-printable", b2a_qp(data, istext=True)
            if a2b_qp(written) != data:
                way, written = "base64", encodebytes(data)
        kind = "plain" if body.page is None else "html"
        flowed = "; format=flowed" if body.flowed else ""
        about = f'Content-Type: text/{kind}; charset="utf-8"{flowed}'
        head = [about.encode(), f"Content-Transfer-Encoding: {way}".encode()]
        return head, written.replace(b"\n", self._end)


_Block = list[tuple[str, _Header | _Body]]


def _blocks(part: _Part) -> Iterator[_Block]:
    """The headers of a mail, and each body, in their order, with what stands before each."""
    if isinstance(part, _Several):
        for own in part.parts:
            yield from _blocks(own)
    elif isinstance(part, _Letter):
        if part.headers:
            yield [(f"{header.name}: ", header) for header in part.headers]
        yield from _blocks(part.body)
    else:
        yield [("", part)]


def _laid_out(blocks: Iterable[_Block]) -> tuple[str, list[tuple[Span, _Header | _Body]]]:
    """The text of a mail, and where its headers and bodies stand in it."""
    texts: list[str] = []
    places: list[tuple[Span, _Header | _Body]] = []
    at = 0
    for number, block in enumerate(blocks):
        for line, (label, section) in enumerate(block):
            gap = "\n" if line else "\n\n" if number else ""
            start = at + len(gap) + len(label)
            at = start + len(section.text)
            texts += [gap, label, section.text]
            places.append((Span(start, at), section))
    return "".join(texts), places


def _left_out(part: Message) -> str:
    """The kind of a part that goes; its name may be somebody's."""
    if part.get_content_maintype() == "image":
        return "image (dropped)"
    return f"attachment ({ending(PurePath(part.get_filename('')))}, dropped)"


def _is_plain(data: bytes) -> bool:
    """Can bytes stand in a mail as they are?"""
    marks = (b"--=_", b"\r", b"\0", b"\nFrom ")
    if not data.isascii() or any(mark in data for mark in marks) or data.startswith(b"From "):
        return False
    return all(len(line) < _LONGEST for line in data.split(b"\n"))
