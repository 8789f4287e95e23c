"""E-mail addresses: plain, internationalised, quoted, and spelled out ("name at x dot edu")."""

from __future__ import annotations

import ipaddress
import unicodedata
from collections.abc import Iterator

from ...core.later import re, regex
from ...core.spans import PiiSpan
from . import _code_words
from . import _email_words as words
from .domains import MAX_HOST, RESERVED, labels_fit, looks_like_tld, split_host, without_run_on
from .rule import Cues

SOURCE = "rules.email"
MAX_LOCAL = 64  # octets, RFC 5321, section 4.5.3.1.1
MAX_ADDRESS = 254  # RFC 3696, erratum 1690

# RFC 5322, section 3.2.3, with letters and digits of every script (RFC 6531).
_ATEXT = r"\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~\-"
_LOCAL = regex.compile(rf"(?r)[{_ATEXT}.]+")
# Alone on its line an address may hold what in running text belongs to its surroundings.
_LOCAL_ALONE = regex.compile(rf"(?r)[{_ATEXT}.[^\p{{ASCII}}\p{{Z}}\p{{C}}]]+", regex.V1)
_CUT = regex.compile(r"\.\.|[!#$%&*/=?^`{|}~]|\A['.\-]+|(?<!\p{L})'")
_DOMAIN = regex.compile(r"[\p{L}\p{M}\p{Nd}-]+(?:\.[\p{L}\p{M}\p{Nd}-]+)*")
_LITERAL = re.compile(r"\[(?:IPv6:([0-9A-Fa-f:.]{2,45})|([0-9A-Fa-f:.]{2,45}))\]")
_QUOTED = regex.compile(r'"(?:[^"\\\p{Cc}]|\\[^\p{Cc}\u0080-\U0010FFFF])*"')
_QUOTE = re.compile(r'(?<!\\)(?:\\\\)*(")')
_IN_AUTHORITY = re.compile(r"://[^\s/?#]*\Z")
_IN_URL = re.compile(r"(?:://|www\.)\S*\Z", re.I)
_MARKED = re.compile(r"(?:mailto:|<)\Z", re.I)
_SETTING = re.compile(r"[A-Za-z_]{2,20}=(?=\w)")
"""A key before an address: "user=ana@x.org"."""
_LINE_START = re.compile(r"(?:\A|[\n\r\x0b\x0c\x85\u2028\u2029])[ \t\"'<(\[]{0,4}\Z")
_LINE_END = re.compile(r"[ \t\"'>)\],;]{0,4}(?:\Z|[\n\r\x0b\x0c\x85\u2028\u2029])")
_SPACED = re.compile(r"(?<=\w) {0,2}@ {0,2}(?=\w)")
_LABEL = r"(?P<label>[\p{L}\p{M}\p{Nd}-]{1,63})"
_LOOSE_DOMAIN = regex.compile(
    rf"{_LABEL}(?:(?P<dot>[ ]{{0,2}}[.,][ ]{{0,2}}|[ ](?=(?:com|net|org|edu)(?!\w)))"
    rf"{_LABEL}){{1,4}}",
    regex.I,
)

_DOT = r"(?:[ \t]{0,2}[\[({<][ \t]?(?:dot|\.)[ \t]?[\])}>][ \t]{0,2}|[ \t]{1,2}dot[ \t]{1,2})"
_BRACKETED_AT = re.compile(
    r"[\[({<][ \t]?(?:[aA][tT]|@)[ \t]?[\])}>][ \t]{0,2}|(?<=[^\W_])_(?:at|AT)_(?=[^\W_])"
)
_WITHOUT_DOT = re.compile(rf"(?:{'|'.join(words.PROVIDER_NAMES)})(?!\w|\.\w|[ \t]?dot)", re.I)
_PLAIN_AT = re.compile(r"[ \t](?:at|At|AT)[ \t]{1,2}")
_SPELLED_DOMAIN = regex.compile(
    rf"(?P<label>[\p{{L}}\p{{M}}\p{{Nd}}-]{{1,63}})(?:(?P<dot>{_DOT}|\.)(?P<label>[\p{{L}}\p{{M}}\p{{Nd}}-]{{1,63}}))+",
    regex.I,
)
_SPELLED_LOCAL = regex.compile(
    rf"(?r)[\p{{L}}\p{{Nd}}_+-]+(?:(?:\.|{_DOT})[\p{{L}}\p{{Nd}}_+-]+)*", regex.I
)


class EmailRule:
    """Finds e-mail addresses.

    Syntax and lengths follow RFC 5321, 5322 and 6531 without comments and obsolete forms. A domain
    without a dot, or with an unusual top level, is taken where the address stands alone on its
    line, in angle brackets or behind "mailto:"; in running text it must look like a domain.

    spelled_out (bool): Find "name at x dot edu" and "name [at] x [dot] edu".
    """

    labels: tuple[str, ...] = ("EMAIL",)

    def __init__(self, spelled_out: bool = True) -> None:
        self.spelled_out = spelled_out
        self._cues = Cues(words.CUES)
        self._close_cues = Cues(words.CUES, window=14)

    def __call__(self, text: str) -> Iterator[PiiSpan]:
        """Find the addresses of a text."""
        at = text.find("@")
        done = 0
        while at >= 0:
            span = self._around(text, at, done)
            if span is not None:
                done = span.end
                yield span
            at = text.find("@", at + 1)
        if self.spelled_out:
            yield from self._spelled(text)

    def _around(self, text: str, at: int, done: int) -> PiiSpan | None:
        domain = _read_domain(text, at + 1)
        if domain is None:
            return self._loose(text, at)
        end = at + 1 + len(domain)
        alone = bool(_LINE_END.match(text, end))
        start = _local_start(text, at, done, alone=alone)
        if start is None:
            return self._loose(text, at)
        alone = alone or bool(_MARKED.search(text, max(0, start - 8), start))
        known = _check(text[start:at], domain, alone=alone)
        if _IN_AUTHORITY.search(text, max(0, start - 256), start):
            return None
        if known is None:
            return self._loose(text, at)
        service = text[start:at].lower() in _code_words.SERVICES
        if service and domain.lower() in _code_words.SERVICE_HOSTS:
            return None  # git@github.com
        score = 0.95 if known else 0.7
        if _IN_URL.search(text, max(0, start - 256), start):
            score = 0.6  # a part of a web address, which is found as a whole
        elif self._cues.before(text, start):
            score = min(0.99, score + 0.15)
        return PiiSpan(start, end, "EMAIL", score, SOURCE)

    def _loose(self, text: str, at: int) -> PiiSpan | None:
        """An address with blanks beside its marks, or a comma for a dot: "ana @ gmail . com"."""
        gap = _SPACED.search(text, max(0, at - 3), min(len(text), at + 4))
        match = _LOOSE_DOMAIN.match(text, gap.end(), gap.end() + 80) if gap else None
        if gap is None or match is None:
            return None
        local = _SPELLED_LOCAL.match(text, max(0, gap.start() - MAX_LOCAL), gap.start())
        count = _spelled_labels(match)
        if not count or not local or not local[0].strip("."):
            return None
        host = ".".join(match.captures("label")[:count]).lower()
        dots = match.captures("dot")[: count - 1]
        if gap[0] == "@" and all(dot == "." for dot in dots):
            return None  # read before, and refused
        if host not in words.PROVIDERS and not self._is_announced(text, local):
            return None
        return PiiSpan(local.start(), match.ends("label")[count - 1], "EMAIL", 0.8, SOURCE)

    def _is_announced(self, text: str, local: regex.Match) -> bool:
        """Does it look like a mailbox's name, with a word for an address before it?"""
        marked = any(not c.isalpha() for c in local[0])
        return marked and self._cues.before(text, local.start())

    def _spelled(self, text: str) -> Iterator[PiiSpan]:
        done = 0
        for at in _spelled_ats(text):
            match = _SPELLED_DOMAIN.match(text, at.end(), at.end() + 160)
            last = _without_spaces(text, at.start())
            local = _SPELLED_LOCAL.match(text, max(done, last - MAX_LOCAL), last)
            if local is None:
                continue
            if match is None:
                if short := self._without_dot(text, at, local):
                    done = short.end
                    yield short
                continue
            count = _spelled_labels(match)
            labels = match.captures("label")[:count]
            if not count or not self._is_spelled(text, at, local, match, labels):
                continue
            done = match.ends("label")[count - 1]
            yield PiiSpan(local.start(), done, "EMAIL", 0.85, SOURCE)

    def _without_dot(self, text: str, at: re.Match, local: regex.Match) -> PiiSpan | None:
        """ "write to ana99 at gmail": a large provider, without its ending."""
        provider = _WITHOUT_DOT.match(text, at.end())
        name = local[0].lower()
        if provider is None or name in words.NO_MAILBOX or len(name) < 4:
            return None
        told = self._close_cues.before(text, local.start())
        if not told and not any(c.isdigit() or c in "._" for c in name):
            return None
        return PiiSpan(local.start(), provider.end(), "EMAIL", 0.75, SOURCE)

    def _is_spelled(
        self, text: str, at: re.Match, local: regex.Match, match: regex.Match, labels: list[str]
    ) -> bool:
        if at[0].strip().lower() != "at":
            return True
        dots = match.captures("dot")[: len(labels) - 1]
        if local[0].rpartition(" ")[2].lower() in words.NO_MAILBOX:
            return False
        if any(dot != "." for dot in dots):
            return True
        marked = any(not c.isalpha() for c in local[0])
        return ".".join(labels).lower() in words.PROVIDERS and (
            marked or self._cues.before(text, local.start())
        )


def _read_domain(text: str, start: int) -> str | None:
    """The domain or address literal that begins here, without trailing punctuation."""
    if text[start : start + 1] == "[":
        return _read_literal(text, start)
    match = _DOMAIN.match(text, start, start + MAX_HOST + 2)
    if match is None:
        return None
    domain = without_run_on(match[0].rstrip("-")) if "." in match[0] else match[0].rstrip("-")
    return domain if domain and labels_fit(domain) and _registrable(domain) else None


def _read_literal(text: str, start: int) -> str | None:
    match = _LITERAL.match(text, start, start + 64)
    if match is None:
        return None
    try:
        if match[1]:
            ipaddress.IPv6Address(match[1])
        else:
            ipaddress.ip_address(match[2])
    except ValueError:
        return None
    return match[0]


def _registrable(domain: str) -> bool:
    """Can these labels be registered? Hyphens at 3 and 4 are for punycode (RFC 5891, 4.2.3.1)."""
    for label in domain.lower().split("."):
        if label[2:4] != "--":
            continue
        if not label.startswith("xn--"):
            return False
        try:
            label.encode("ascii").decode("idna")
        except UnicodeError:
            return False
    return domain.lower().rpartition(".")[2] not in RESERVED


def _local_start(text: str, at: int, done: int, *, alone: bool) -> int | None:
    """Where the part before the @ begins; None where there is none."""
    if text[at - 1 : at] == '"':
        return _quoted_start(text, at, done)
    low = max(done, at - MAX_LOCAL - 1)
    wide = _LOCAL_ALONE.match(text, low, at) if alone else None
    if wide and _stands_alone(text, wide):
        return int(wide.start())
    match = _LOCAL.match(text, low, at)
    if match is None or match[0].endswith(".") or len(match[0]) > MAX_LOCAL:
        return None
    cuts = [cut.end() for cut in _CUT.finditer(match[0])]
    start = match.start() + (cuts[-1] if cuts else 0)
    return start if any(c.isalnum() for c in text[start:at]) else None


def _stands_alone(text: str, local: regex.Match) -> bool:
    """Is this whole beginning of a line the part before an @?"""
    name, start = local[0], local.start()
    if name[0] in "'." or name[-1] == "." or ".." in name or _SETTING.match(name):
        return False
    return bool(_LINE_START.search(text, max(0, start - 5), start))


def _quoted_start(text: str, at: int, done: int) -> int | None:
    low = max(done, at - MAX_LOCAL)
    window = text[low:at]
    for quote in reversed([m.start(1) for m in _QUOTE.finditer(window)][:-1]):
        if _QUOTED.fullmatch(window, quote):
            before = text[low + quote - 1 : low + quote] if low + quote else ""
            return None if before.isalnum() or before in ('"', ".") else low + quote
    return None


def _check(local: str, domain: str, *, alone: bool) -> bool | None:
    """Is it an address (None: no), and is its public suffix known?"""
    octets = len(unicodedata.normalize("NFC", local).encode("utf8", "replace"))
    if octets > MAX_LOCAL:
        return None
    if domain.startswith("["):
        return True
    try:
        ascii_domain = domain if domain.isascii() else domain.encode("idna").decode()
    except UnicodeError:
        return None
    if len(ascii_domain) > MAX_HOST or octets + 1 + len(ascii_domain) > MAX_ADDRESS:
        return None
    last = domain.rpartition(".")[2]
    known = bool(split_host(domain).registered)
    if known or alone:
        return known
    if "." in domain and looks_like_tld(last) and any(c.isalpha() for c in local):
        return False
    return False if _is_ipv4(domain) else None


def _is_ipv4(domain: str) -> bool:
    try:
        ipaddress.IPv4Address(domain)
    except ValueError:
        return False
    return True


def _spelled_ats(text: str) -> list[re.Match]:
    """Every "at" between spaces or in brackets, in order."""
    found = list(_BRACKETED_AT.finditer(text))
    for word in ("at ", "At ", "AT "):  # a plain search is many times faster than a pattern
        at = text.find(word, 1)
        while at >= 0:
            match = _PLAIN_AT.match(text, at - 1)
            if match:
                found.append(match)
            at = text.find(word, at + 1)
    return sorted(found, key=lambda match: match.start())


def _without_spaces(text: str, end: int) -> int:
    """The end of the word before some spaces; no more than two are stepped over."""
    for _ in range(2):
        if text[end - 1 : end] in (" ", "\t"):
            end -= 1
    return end


def _spelled_labels(match: regex.Match) -> int:
    """How many of the labels belong to the domain: as many as end in a known suffix."""
    labels = match.captures("label")
    for count in range(len(labels), 1, -1):
        if split_host(".".join(labels[:count])).registered and labels[count - 1].isalpha():
            return count
    return 0


def make_email_rule(spelled_out: bool = True) -> EmailRule:
    """Build the rule for e-mail addresses.

    spelled_out (bool): Find "name at x dot edu" and "name [at] x [dot] edu".
    RETURNS (EmailRule): The rule.
    """
    return EmailRule(spelled_out)
