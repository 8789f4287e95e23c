"""Host names: their public suffix and their shape, shared by the e-mail and the URL rule."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from ...core.later import regex

MAX_LABEL = 63  # RFC 1035, section 2.3.4
MAX_HOST = 253

# Scripts written without spaces: an address ends where they begin.
UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}"
# RFC 6761 and 3172: top levels under which no mailbox and no web page lives.
RESERVED = frozenset(("test", "invalid", "arpa"))

_CAPITALISED = regex.compile(r"\p{Lu}\p{Ll}+|\p{Lu}")
_LETTERS = regex.compile(r"[\p{L}\p{M}]{2,}|xn--[a-z0-9-]*[a-z0-9]", regex.I)


class Host(NamedTuple):
    """A host name in parts; `suffix` is "" where the public suffix list has none for it."""

    below: str
    name: str
    suffix: str

    @property
    def registered(self) -> str:
        """The registered domain, "x.co.uk" of "www.x.co.uk"; "" where there is none."""
        return f"{self.name}.{self.suffix}" if self.name and self.suffix else ""


def split_host(host: str) -> Host:
    """Take a host name apart at its public suffix (publicsuffix.org, the list in tldextract).

    host (str): A host name, any case, any script.
    RETURNS (Host): What lies below the registered domain, its name, and the suffix.
    """
    parts = _extractor().extract_str(host.lower())
    return Host(parts.subdomain, parts.domain, parts.suffix)


def labels_fit(host: str, *, underscores: bool = False) -> bool:
    """Have all labels of a host name a length, and no hyphen at an end?

    host (str): A host name.
    underscores (bool): Allow them inside labels, as in "my_page.x.org".
    """
    return len(host) <= MAX_HOST and all(
        0 < len(label) <= MAX_LABEL
        and label[0] not in "-_"
        and label[-1] not in "-_"
        and (underscores or "_" not in label)
        for label in host.split(".")
    )


def looks_like_tld(label: str) -> bool:
    """Could this be a top-level domain, known or not?"""
    return bool(_LETTERS.fullmatch(label))


def without_run_on(host: str) -> str:
    """Drop a sentence that begins without a space behind a host name.

    "x.org.Then" is "x.org": the last label begins with a capital (the others do not), or is no
    suffix, while what stands before it has one.

    host (str): A host name as it stands in the text.
    RETURNS (str): The host name, or its beginning.
    """
    while "." in host:
        front, _, last = host.rpartition(".")
        capital = bool(_CAPITALISED.fullmatch(last)) and front == front.lower()
        if not capital and split_host(host).suffix:
            break
        if not split_host(front).registered:
            break
        host = front
    return host


def lowered(text: str) -> str:
    """A text in lower case, each character still in its place ("İ" would become two)."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower()[:1] for c in text)


@cache
def _extractor() -> Any:
    # Imported when the first host is met: it draws an HTTP library, which is never used here,
    # since without list addresses and a cache folder it reads the snapshot in its own package.
    import tldextract

    return tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
