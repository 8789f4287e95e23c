"""IP addresses, version 4 and 6, with a prefix length where one follows."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator

from ...core.later import re, regex
from ...core.spans import PiiSpan
from .rule import Cues

SOURCE = "rules.ip_address"

_CUES = (
    "ip", "ip address", "address", "ipv4", "ipv6", "host", "server", "subnet", "gateway", "ping",
    "network", "router", "dns", "localhost", "connect", "ssh", "proxy", "mask", "vpn", "lan",
)  # fmt: skip
# What numbers with dots are besides: versions, sections, figures.
_NUMBERED = regex.compile(
    r"(?<!\w)(?:version|versions|ver|v|release|build|firmware|update|section|sections|sec|chapter|clause"
    r"|paragraph|par|figure|fig|table|appendix|annex|item|step|part|exercise|question|task|article"
    r"|no|nr|unit|lesson|module|python|java|php|ios|android|windows|chrome|linux)[.:]?\s{0,2}v?\s?\Z"
    r"|[§#]\s?\Z",
    regex.I,
)
_HEADING = regex.compile(r"(?:\A|\n)[ \t]{0,4}\Z")
_TITLE = regex.compile(r"\.?[ \t]+\p{L}")
# What every address has somewhere: the pattern is tried only on texts that have it.
_POSSIBLE = re.compile(r"\d\.\d{1,3}\.\d|:[0-9A-Fa-f]{0,4}:")
_CANDIDATE = regex.compile(
    r"""
    (?<![\w.:])(?P<six>(?=[0-9A-Fa-f:]{0,4}:)[0-9A-Fa-f:]{2,45}(?:\d{0,3}(?:\.\d{1,3}){3})?)
        (?P<zone>%[A-Za-z0-9]{1,16})?(?P<prefix>/\d{1,3}(?![\w/]))?(?!\w|\.\d)
    |(?<![\w.])(?<!\d[,-])(?P<four>\d{1,3}(?:\.\d{1,3}){3})
        (?P<prefix>/\d{1,2}(?![\w/]))?(?!\w|\.\d|/\w)
    """,
    regex.X,
)


class IpAddressRule:
    """Finds IP addresses, checked by Python's `ipaddress`.

    Numbers of versions and sections ("version 1.2.3.4") are none; four small numbers without a
    cue word are doubtful.
    """

    labels: tuple[str, ...] = ("IP_ADDRESS",)

    def __init__(self) -> None:
        self._cues = Cues(_CUES)

    def __call__(self, text: str) -> Iterator[PiiSpan]:
        """Find the addresses of a text."""
        if not _POSSIBLE.search(text):
            return
        for match in _CANDIDATE.finditer(text):
            name = "four" if match["four"] else "six"
            start, end = match.span(name)
            score = self._score(text, start, end, name)
            if score is not None and match["prefix"]:
                score = max(score, 0.85)
            if score is not None:
                yield PiiSpan(start, _whole_end(match, name), "IP_ADDRESS", score, SOURCE)

    def _score(self, text: str, start: int, end: int, name: str) -> float | None:
        value = text[start:end]
        if not _is_address(value) or _in_other(text, start):
            return None
        cue = self._cues.before(text, start)
        if name == "six":
            plain = value.count(":") > 2 and any(c.isdigit() for c in value)
            return 0.95 if cue else 0.85 if plain or len(value) > 6 else 0.3
        if _NUMBERED.search(text, max(0, start - 16), start):
            return None
        if cue:
            return 0.95
        heading = _HEADING.search(text, max(0, start - 5), start) and _TITLE.match(text, end)
        small = all(int(part) < 32 for part in value.split("."))
        return 0.4 if heading or small else 0.85


def _whole_end(match: regex.Match, name: str) -> int:
    """With the zone and the prefix length, where that is no longer than the address."""
    most = 32 if name == "four" else 128
    if match["prefix"] and int(match["prefix"][1:]) <= most:
        return int(match.end("prefix"))
    return int(match.end("zone") if match["zone"] else match.end(name))


def _is_address(value: str) -> bool:
    try:
        ipaddress.ip_address(value)
    except ValueError:
        return False
    return value != "::"


def _in_other(text: str, start: int) -> bool:
    """Is it the host of a web address, or the literal of an e-mail address?"""
    before = text[max(0, start - 7) : start]
    return before.endswith(("//", "//[", "@[", "@[IPv6:"))


def make_ip_address_rule() -> IpAddressRule:
    """Build the rule for IP addresses.

    RETURNS (IpAddressRule): The rule.
    """
    return IpAddressRule()
