"""Is a web address public or personal? Apart from its detection, so that filters can ask again.

The evidence, from the strongest down: what the address itself shows (an e-mail address, a known
name, a user's page), what the packaged table knows of its host, then the words around it. In doubt
an address is personal.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import unquote

from ...core.later import re
from . import _url_words as words
from .domains import split_host
from .rule import Cues

BEFORE = 90  # characters looked at in front of an address
AFTER = 30
NEAR = 40  # a noun such as "company" counts only when it is close

_PARTS = re.compile(
    r"(?:[a-z][a-z0-9+.-]*:)?(?://)?(?:[^\s/?#@]*@)?(\[[^\]]*\]|[^\s/?#:]*)(?::\d*)?(.*)",
    re.I | re.S,
)
_EMAIL = re.compile(r"[\w.+-]@[\w-]+\.\w|%40")
_USER_PATH = re.compile(
    r"""/~|/@\w
      |/(?:users?|u|profiles?|members?|people|person|channel|photos?|albums?|videos?
          |portfolios?|eportfolios?|resumes?|cv|about-?me|author|authors|staff|faculty)(?:/|$|[?=])
      |[?&](?:user|userid|uid|user_id|username|author|member|profile|email|student|name)=
    """,
    re.I | re.X,
)
_PERSONAL_HOST = re.compile(
    r"(?:^|[.-])(?:my|blog|portfolio|resume|cv|about-?me|iam|its?me|people|home|users?|staff"
    r"|photos?|personal)(?:[.-]|$)",
    re.I,
)
_PUBLIC_SUFFIX = re.compile(
    r"(?:^|\.)(?:gov|govt|gob|gouv|gub|go|gv|mil|edu|ac|int|sch|k12)(?:\.[a-z]{2,3})?$", re.I
)
_UNIVERSITY = re.compile(
    r"(?:^|[.-])(?:uni|univ|fh|tu|hs|hochschule)-|univers|hochschule|college|school|ministry|library",
    re.I,
)
_ABBREVIATION = re.compile(r"\A(?:https?://)?(?:www\.)?[A-Z]{2,5}\.(?:com|org|net|tv)/?\Z")
# "(2010)", "(2010, May)", "Press, 2010.", "[3]", and the mark before a journal ("// Nature").
_CITATION = re.compile(
    r"\((?:1[89]|20)\d\d[a-z]?\b[^()]{0,20}\)|[.,;:]\s*(?:1[89]|20)\d\d\s?\.|\[\d{1,3}\]|\s//\s"
)


class Judgement(NamedTuple):
    """What an address is, and why; `reason` never holds text of the document."""

    public: bool
    reason: str


class HostRow(NamedTuple):
    """A row of the host table: what pages of a host are, and the paths that are the opposite."""

    kind: str
    exceptions: tuple[str, ...]


def judge(url: str, before: str = "", after: str = "", names: Collection[str] = ()) -> Judgement:
    """Tell a public web address from somebody's own.

    url (str): The address, with or without scheme.
    before (str): What stands in front of it; the last 90 characters count.
    after (str): What follows; the first 30 characters count.
    names (Collection[str]): Names known to be private, parts in lower case; an address that holds
        one of at least four letters is personal.
    RETURNS (Judgement): Whether it is public, and the reason.

    EXAMPLE:
        >>> judge("https://en.wikipedia.org/wiki/Mind_map").public
        True
        >>> judge("www.example.org/start", before="You can read it on my blog ").public
        False
    """
    host, path = _host_and_path(url)
    context = _Context(before[-BEFORE:], after[:AFTER])
    if _EMAIL.search(url.partition("://")[2] or url):
        return Judgement(False, "an e-mail address in it")
    if any(len(name) >= 4 and name in f"{host}{path}".lower() for name in names):
        return Judgement(False, "a name in it")
    row = _row_for(host)
    if row is not None:
        return _by_table(row, host, path, context)
    return _by_shape(url, host, path, context)


@cache
def host_table() -> Mapping[str, HostRow]:
    """The packaged table of hosts (data/hosts.tsv): registered domain or host to its row."""
    text = files("spacy_hips.data").joinpath("hosts.tsv").read_text("utf8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    rows = (line.split("\t") for line in lines[1:])
    return MappingProxyType(
        {
            host: HostRow(kind, tuple(part for part in exceptions.split() if part != "="))
            for host, kind, exceptions in rows
        }
    )


@cache
def site_names() -> frozenset[str]:
    """How public sites and platforms are called: "coursera" for coursera.org."""
    names = (host.split(".")[0] for host, row in host_table().items() if row.kind != "hosting")
    return frozenset(name for name in names if len(name) > 2)


class _Context:
    """The words around an address."""

    def __init__(self, before: str, after: str) -> None:
        self.before = before
        self.after = after

    @property
    def own(self) -> bool:
        return _OWN.before(self.before, len(self.before)) or _OWN.near(self.after, 0, 0)

    @property
    def cited(self) -> bool:
        """Is it quoted as a source?"""
        before = self.before
        return _CITED.before(before, len(before)) or bool(_CITATION.search(before))

    @property
    def organisation(self) -> bool:
        return _FIRM.before(self.before, len(self.before))


_OWN = Cues(words.PERSONAL, BEFORE)
_CITED = Cues(words.REFERENCE, BEFORE)
_FIRM = Cues(words.ORGANISATION, NEAR)


def _host_and_path(url: str) -> tuple[str, str]:
    match = _PARTS.match(url)
    assert match is not None  # every part may be empty
    host = match[1].lower().rstrip(".")
    return host.removeprefix("www."), unquote(match[2])


def _row_for(host: str) -> HostRow | None:
    table = host_table()
    labels = host.split(".")
    for first in range(len(labels) - 1):
        row = table.get(".".join(labels[first:]))
        if row is not None:
            return row
    return None


def _by_table(row: HostRow, host: str, path: str, context: _Context) -> Judgement:
    exception = any(path.startswith(start) for start in row.exceptions)
    if row.kind == "public":
        if exception or ("/~" in path and not context.cited):
            return Judgement(False, "a user's page on a public host")
        return Judgement(True, "a public host")
    if row.kind == "hosting" and host not in host_table():
        return Judgement(False, "a host of its own")
    if exception:
        return Judgement(True, "a public page of a platform")
    if not path.strip("/?#"):
        return Judgement(True, "a front page")
    return Judgement(False, "a page of a platform's user")


def _by_shape(url: str, host: str, path: str, context: _Context) -> Judgement:
    if context.own:
        return Judgement(False, "said to be the writer's own")
    if context.cited:
        return Judgement(True, "quoted as a source")
    if _USER_PATH.search(path):
        return Judgement(False, "a user's page")
    suffix = split_host(host).suffix
    if _PUBLIC_SUFFIX.search(suffix) or _UNIVERSITY.search(host):
        return Judgement(True, "an office or a school")
    if _PERSONAL_HOST.search(host):
        return Judgement(False, "a personal host")
    if _ABBREVIATION.search(url):
        return Judgement(True, "an abbreviation of letters")
    if context.organisation:
        return Judgement(True, "said to be a firm's or a tool's")
    return Judgement(False, "an unknown host")
