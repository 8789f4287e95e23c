"""Words that the e-mail rule looks at."""

from __future__ import annotations

from ...text.lexicon.language import every

CUES = every("mail", "cue")

# Hosts whose addresses are known so well that a space beside the @ leaves no doubt.
PROVIDERS: frozenset[str] = frozenset(
    (
        "gmail.com", "googlemail.com", "yahoo.com", "yahoo.co.uk", "yahoo.co.in", "yahoo.fr",
        "hotmail.com", "hotmail.co.uk", "hotmail.fr", "outlook.com", "live.com", "msn.com",
        "icloud.com", "me.com", "aol.com", "gmx.de", "gmx.net", "gmx.com", "web.de", "mail.ru",
        "yandex.ru", "protonmail.com", "proton.me", "qq.com", "163.com", "126.com",
        "rediffmail.com", "zoho.com", "ymail.com", "naver.com",
    )
)  # fmt: skip

# What such a host is called for short: "ana99 at gmail".
PROVIDER_NAMES: tuple[str, ...] = (
    "gmail", "googlemail", "g-mail", "yahoo", "ymail", "hotmail", "outlook", "icloud", "protonmail",
    "aol", "gmx", "rediffmail",
)  # fmt: skip

# Words before a spelled-out "at" that are no mailbox: "visit us at ...", "look at ...".
NO_MAILBOX = frozenset(every("mail", "no mailbox"))
