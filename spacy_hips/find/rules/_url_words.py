"""Words and top levels that the URL rule and the judge of its privacy look at."""

from __future__ import annotations

CUES: tuple[str, ...] = (
    "website", "websites", "web site", "site", "web page", "webpage", "page", "homepage",
    "home page", "link", "links", "url", "urls", "visit", "blog", "domain", "domains", "online at",
    "available at", "retrieved from", "portfolio", "click", "http", "www", "web", "sites",
)  # fmt: skip

# Country codes that are also words, abbreviations or file endings: without "www." or a path
# they need a cue, since a missing space makes such a host of two sentences.
WORDY_TLDS: frozenset[str] = frozenset(
    (
        "ac", "ad", "ai", "al", "am", "an", "as", "at", "be", "by", "cc", "de", "do", "et", "fm",
        "id", "ie", "im", "in", "is", "it", "la", "ma", "md", "me", "mm", "mo", "ms", "mu", "my",
        "no", "pa", "pm", "ps", "py", "re", "rs", "se", "sh", "so", "st", "tf", "to", "us", "va",
        "ws", "ml", "sc", "cv", "tm", "vs", "je", "mn",
    )
)  # fmt: skip

# Other top levels that are no words of running text.
PLAIN_TLDS: frozenset[str] = frozenset(
    (
        "com", "org", "net", "edu", "gov", "mil", "int", "biz", "info", "xyz", "io", "app", "dev",
        "xxx", "mobi", "aero", "museum", "coop", "jobs", "online", "blog", "tech", "eu", "asia",
        "cat", "wiki",
    )
)  # fmt: skip

# Hosts whose paths are one run of letters and digits: whatever follows is text.
SLUG_HOSTS: frozenset[str] = frozenset(("t.co",))

# What the writer says of an address that is somebody's own.
PERSONAL: tuple[str, ...] = (
    "my blog", "my website", "my web site", "my site", "my page", "my homepage", "my home page",
    "my portfolio", "my channel", "my profile", "my video", "my videos", "my photo", "my photos",
    "my album", "my work", "my link", "my account", "my resume", "my cv", "my linkedin",
    "my facebook", "my instagram", "my youtube", "my github", "my twitter", "my presentation",
    "my project", "my web page", "my webpage", "my online portfolio", "my own", "our blog",
    "our website", "our page", "our channel", "our video", "our project", "personal website",
    "personal blog", "personal page", "personal site", "portfolio", "his blog", "her blog",
    "his website", "her website", "his page", "her page", "his channel", "her channel",
    "follow me", "find me", "add me", "contact me", "visit me", "connect with me", "about me",
    "watch me", "i made", "i created", "i uploaded", "i posted", "i wrote", "i recorded",
    "i built", "i designed", "i published", "created by me", "made by me", "written by me",
)  # fmt: skip

# What stands around an address that is quoted as a source.
REFERENCE: tuple[str, ...] = (
    "retrieved", "retrieved from", "available at", "available from", "available:", "accessed",
    "accessed on", "source", "sources", "reference", "references", "refrence", "refrences",
    "bibliography", "works cited", "citation", "cited", "quoted from", "adapted from", "taken from",
    "credit", "image credit", "illustration credit", "photo credit", "doi", "isbn", "issn",
    "journal", "vol", "volume", "pp", "eds", "publisher", "et al", "according to", "proceedings",
    "further reading", "encyclopedia", "encyclopaedia", "footnote", "last visited", "abgerufen",
    "consultado", "recuperado", "disponible en",
)  # fmt: skip

# What a writer calls the site of a firm, a tool or an office.
ORGANISATION: tuple[str, ...] = (
    "company", "store", "shop", "web store", "online store", "brand", "platform", "tool",
    "provider", "organisation", "organization", "foundation", "ministry", "government", "agency",
    "institute", "newspaper", "magazine", "portal", "e-commerce", "startup", "start-up",
    "competitor", "competitors", "official website", "official site", "social network",
)  # fmt: skip
