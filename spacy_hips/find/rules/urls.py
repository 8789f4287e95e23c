"""Web addresses, with and without scheme. Whether one is private is told by url_privacy.py."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...core.later import re, regex
from ...core.spans import PiiSpan
from . import _url_words as words
from .domains import MAX_HOST, UNSPACED, labels_fit, looks_like_tld, split_host, without_run_on
from .rule import Cues
from .url_privacy import AFTER, BEFORE, Judgement, judge

SOURCE = "rules.url"

# A dot inside a word or a "://": every address has one or the other.
_TRIGGER = re.compile(r"\.(?=\w)|:(?=//)")
_SCHEME = regex.compile(r"(?r)(?:ftps?|h?t?tps?)", regex.I)  # its first letters may be cut off
_AUTHORITY = regex.compile(
    r"(?:[^\s/?#@\[\]<>\"]{1,128}@)?"
    r"(?P<host>\[[0-9A-Fa-f:.]{2,45}\]|[\w\-.\p{So}]{1,256})"
    r"(?P<port>:\d{1,5}(?!\d))?"
)
_RUN_BEFORE = regex.compile(r"(?r)[\w\-.]+")
_RUN_AFTER = regex.compile(r"[\w\-.]+")
_PORT = re.compile(r":\d{1,5}(?![\d.])")
_ASCII_HOST = re.compile(r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
_UNSPACED = regex.compile(rf"[{UNSPACED}]")
_IPV4 = re.compile(r"[\d.]+")
_CIDR = re.compile(r"/\d{1,2}(?![\w/.-])")
_SLUG = re.compile(r"/[A-Za-z0-9]{1,40}(?:\?\S*)?")

# Where a path may end: at a space, a mark that is no part of addresses, a bracket (to be paired),
# and at the first sign of an unspaced script behind a Latin letter or digit.
_STOP = regex.compile(
    r"[\s<>\"“”„«»`\\|｜、。，；：！？（）【】「」『』\p{Cc}\p{Cf}\p{Cs}\p{Z}]"
    rf"|[()\[\]{{}}]|(?<=[A-Za-z0-9])[{UNSPACED}]"
)
_PAIRS = {")": "(", "]": "[", "}": "{"}
_POSSESSIVE = re.compile(r"['’]s\Z")
_ENTITY = re.compile(r"&[A-Za-z]{1,10};\Z")
_TRAILING = ".,:;!?…*~([{’‘"

_NEVER_BEFORE = frozenset("@#$&%\\/-")


class _Candidate(NamedTuple):
    start: int
    end: int
    score: float


class UrlRule:
    """Finds web addresses and tells personal ones (URL_PERSONAL) from public ones (URL).

    With a scheme (http, https, ftp, ftps) any well-formed host is taken. Without one the host must
    end in a known public suffix (publicsuffix.org), and where that suffix is also a word ("in",
    "so") there must be "www.", a path, or a cue word near it.

    bare (bool): Find addresses without a scheme too.
    judge (Callable): `(url, before, after) -> (public, reason)`; None takes `url_privacy.judge`.
    """

    labels: tuple[str, ...] = ("URL_PERSONAL", "URL")

    def __init__(
        self, bare: bool = True, judge: Callable[[str, str, str], Judgement] | None = None
    ) -> None:
        self.bare = bare
        self.judge = judge
        self._cues = Cues(words.CUES)

    def __call__(self, text: str) -> Iterator[PiiSpan]:
        """Find the addresses of a text."""
        for found in self.find(text):
            yield self._judged(text, found)

    def find(self, text: str) -> Iterator[_Candidate]:
        """Find addresses without judging them.

        text (str): The text.
        YIELDS (tuple): Start and end characters and the score.
        """
        done = 0
        for hit in _TRIGGER.finditer(text):
            at = hit.start()
            if at < done:
                continue
            if hit[0] == ":":
                found = self._with_scheme(text, at, done)
                hosts, done = [found] if found else [], at + 3
            elif self.bare and at and (text[at - 1].isalnum() or text[at - 1] == "_"):
                low, high = _run(text, at, done)
                hosts, done = self._in_run(text, low, high), high
            else:
                continue
            for host in hosts:
                done = max(done, host.end)
                yield host

    def _judged(self, text: str, found: _Candidate) -> PiiSpan:
        start, end, score = found
        before, after = text[max(0, start - BEFORE) : start], text[end : end + AFTER]
        public, reason = (self.judge or judge)(text[start:end], before, after)
        label = "URL" if public else "URL_PERSONAL"
        return PiiSpan(start, end, label, score, SOURCE, reason=reason)

    def _with_scheme(self, text: str, at: int, done: int) -> _Candidate | None:
        scheme = _SCHEME.match(text, max(done, at - 5), at)
        if scheme is None or text[scheme.start() - 1 : scheme.start()] in ("#", "@"):
            return None
        start = scheme.start()
        match = _AUTHORITY.match(text, at + 3, at + MAX_HOST + 140)
        if match is None or text[match.end() : match.end() + 1] == "@":
            return None
        host, end = match["host"], match.end()
        if not match["port"]:
            trimmed = _host_in_text(host)
            if trimmed is None:
                return None
            end, host = match.start("host") + len(trimmed), trimmed
        if not _is_host(host):
            return None
        score = 0.95 if host.startswith("[") or split_host(host).suffix else 0.8
        return _Candidate(start, _path_end(text, end, host), score)

    def _in_run(self, text: str, low: int, high: int) -> list[_Candidate]:
        """The addresses in a run of letters, digits, dots and hyphens."""
        if high - low > MAX_HOST:
            return []
        run = text[low:high]
        if _UNSPACED.search(run):
            spots = [m.span() for m in _ASCII_HOST.finditer(run)]
        else:
            spots = [(0, len(run))]
        found = (self._bare(text, low + first, low + last) for first, last in spots)
        return [candidate for candidate in found if candidate]

    def _bare(self, text: str, start: int, end: int) -> _Candidate | None:
        host = text[start:end].rstrip(".-")
        before = text[start - 1 : start]
        relative = before == "/" and _is_relative(text, start)
        if (before in _NEVER_BEFORE and not relative) or text[end : end + 1] in ("@", "("):
            return None
        if _IPV4.fullmatch(host):
            return _numeric(text, start, end, host)
        has_www = host[:4].lower() == "www."
        path = len(host) == end - start and text[end : end + 1] == "/"
        if not path:
            host = without_run_on(host)
        end = start + len(host)
        port = _PORT.match(text, end)
        score = self._bare_score(text, start, host, marked=has_www or path or bool(port))
        if score is None:
            return None
        end = _path_end(text, port.end() if port else end, host)
        return _Candidate(start - 2 if relative else start, end, score)

    def _bare_score(self, text: str, start: int, host: str, *, marked: bool) -> float | None:
        """How sure is it that this is a host, not two sentences without a space between them?"""
        parts = split_host(host)
        last = parts.suffix.rpartition(".")[2]
        if not parts.registered or parts.name == "www" or not labels_fit(host, underscores=True):
            return None
        if "_" in parts.name or not any(c.isalpha() for c in parts.name):
            return None
        cue = self._cues.before(text, start)
        if marked:
            return 0.95 if cue else 0.9
        short = len(parts.name) < (2 if last in words.PLAIN_TLDS else 3)
        if short or host.rpartition(".")[2].istitle():
            return None
        wordy = last in words.WORDY_TLDS and "." not in parts.suffix
        if not wordy and (len(last) == 2 or last in words.PLAIN_TLDS or not last.isascii()):
            return 0.9 if cue else 0.8
        return 0.7 if cue else None


def _run(text: str, dot: int, done: int) -> tuple[int, int]:
    """The run of host characters around a dot, not before `done`."""
    before = _RUN_BEFORE.match(text, max(done, dot - MAX_HOST), dot)
    after = _RUN_AFTER.match(text, dot)
    return before.start() if before else dot, after.end() if after else dot + 1


def _is_relative(text: str, start: int) -> bool:
    """Is there a "//" of its own before this, as in "//x.org"?"""
    return text[start - 2 : start] == "//" and (start == 2 or text[start - 3].isspace())


def _numeric(text: str, start: int, end: int, host: str) -> _Candidate | None:
    """An IP address with a path; one without is left to the rule for IP addresses."""
    if text[end : end + 1] != "/" or _CIDR.match(text, end) or not _is_ip(host):
        return None
    return _Candidate(start, _path_end(text, end, host), 0.8)


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def _is_host(host: str) -> bool:
    """Can this stand behind a scheme?"""
    if host.startswith("[") or _IPV4.fullmatch(host):
        return _is_ip(host)
    parts = split_host(host)
    last = host.rpartition(".")[2]
    if "." not in host or not labels_fit(host, underscores=True) or not _encodable(host):
        return False
    if "_" in last or "_" in (parts.name if parts.suffix else host.split(".")[-2]):
        return False
    return bool(parts.registered) or (not parts.suffix and looks_like_tld(last))


def _encodable(host: str) -> bool:
    """Are the labels short enough in punycode too?"""
    return all(
        label.isascii() or len(label.encode("punycode")) + 4 <= 63 for label in host.split(".")
    )


def _host_in_text(host: str) -> str | None:
    """Cut what follows a host without a space: a sentence, or an unspaced script."""
    if host.startswith("["):
        return host
    host = host.rstrip(".-")
    if not split_host(host).suffix and _UNSPACED.search(host):
        match = _ASCII_HOST.match(host)
        if match and split_host(match[0]).registered:
            return match[0]
    return without_run_on(host) if host else None


def _path_end(text: str, start: int, host: str) -> int:
    """Where path, query and fragment end, brackets paired and closing punctuation left out."""
    if text[start : start + 1] not in ("/", "?", "#"):
        return start
    if host.lower() in words.SLUG_HOSTS:
        slug = _SLUG.match(text, start)
        return _trimmed(text, start, slug.end()) if slug else start
    return _trimmed(text, start, _stop(text, start))


def _stop(text: str, start: int) -> int:
    """The first mark that is no part of an address, or a bracket without its other half."""
    waiting: list[str] = []
    for mark in _STOP.finditer(text, start):
        sign = mark[0]
        if sign in "([{":
            waiting.append(sign)
        elif sign not in _PAIRS or not waiting or waiting.pop() != _PAIRS[sign]:
            return int(mark.start())
    return len(text)


def _trimmed(text: str, start: int, end: int) -> int:
    """Leave out what closes the sentence: marks, quotes, an opened bracket, "'s"."""
    possessive = _POSSESSIVE.search(text, max(start, end - 2), end)
    if possessive:
        end = possessive.start()
    while end > start:
        last = text[end - 1]
        entity = _ENTITY.search(text, max(start, end - 12), end) if last == ";" else None
        if entity:
            end = entity.start()
        elif last in _TRAILING or (last == "'" and text.count("'", start, end) % 2):
            end -= 1
        else:
            break
    return end


def make_url_rule(
    bare: bool = True, judge: Callable[[str, str, str], Judgement] | None = None
) -> UrlRule:
    """Build the rule for web addresses.

    bare (bool): Find addresses without a scheme too.
    judge (Optional[Callable]): `(url, before, after) -> (public, reason)`; None takes the packaged
        judge.
    RETURNS (UrlRule): The rule.
    """
    return UrlRule(bare, judge)
