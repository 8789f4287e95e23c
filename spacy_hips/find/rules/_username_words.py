"""Words that the rule for user names looks at."""

from __future__ import annotations

from ...core.later import re

# What stands before the name of an account, with "is", ":" or "=" between.
ACCOUNT = (
    r"user\s?name|user\s?id|usr|login(?:\s(?:name|id))?|log-in(?:\sname)?|my\shandle|user\shandle"
    r"|screen\s?name|gamer\s?tag|account\s?name|display\sname|my\sid"
)
PLATFORM = (
    r"discord|instagram|insta|ig|snap\s?chat|snap|tik\s?tok|twitter|tweeter|telegram|skype|git\s?hub"
    r"|gitlab|steam|reddit|twitch|we\s?chat|kik|facebook|fb|messenger|linked\s?in|you\s?tube|xbox|psn"
    r"|roblox|minecraft|tumblr|pinterest|threads|mastodon|bluesky|signal|viber|line\sid|yahoo\sid"
    r"|slack|kaggle|duolingo|venmo|cash\s?app|spotify|soundcloud|wattpad|quora|medium|vk|aim|msn|icq"
)
# How they begin, in lower case: what is looked for first, since that is fast.
ACCOUNT_STARTS: tuple[str, ...] = (
    "user", "usr", "login", "log-in", "my handle", "my id", "screen", "gamer", "account", "display",
)  # fmt: skip
PLATFORM_STARTS: tuple[str, ...] = (
    "discord", "insta", "ig", "snap", "tik", "twit", "tweeter", "telegram", "skype", "git", "steam",
    "reddit", "wechat", "we chat", "kik", "facebook", "fb", "messenger", "linked", "youtube",
    "you tube", "xbox", "psn", "roblox", "minecraft", "tumblr", "pinterest", "threads", "mastodon",
    "bluesky", "signal", "viber", "line id", "yahoo id", "slack", "kaggle", "duolingo", "venmo",
    "cash", "spotify", "soundcloud", "wattpad", "quora", "medium", "vk", "aim", "msn", "icq",
)  # fmt: skip

CUES: tuple[str, ...] = (
    "twitter", "tweet", "tweeter", "tweeted", "instagram", "insta", "ig", "tiktok", "snapchat",
    "discord", "telegram", "handle", "follow", "follow me", "find me", "dm", "dm me", "username",
    "user", "account", "tag", "profile", "youtube", "twitch", "threads", "mastodon", "rt", "by",
)  # fmt: skip

# Words that follow an "@" that stands for "at", or that address a whole channel.
PLACES: frozenset[str] = frozenset(
    (
        "home", "work", "school", "college", "uni", "university", "noon", "midnight", "night",
        "the", "a", "an", "my", "our", "your", "his", "her", "their", "this", "that", "all",
        "everyone", "here", "channel", "least", "first", "last", "once", "about", "and",
    )
)  # fmt: skip

# What others have put in place of names, as in collections of essays: "@PERSON1", "@CAPS12".
PLACEHOLDER = re.compile(
    r"(?:AUTHOR|CAPS|CITY|DATE|DR|EMAIL|LOCATION|MONEY|MONTH|NAME|NUM|ORGANIZATION|PARENT|PERCENT"
    r"|PERSON|STATE|STUDENT|TEACHER|TIME|TUTOR|USER)_?\d{1,3}"
)

# Words that follow "Instagram:" or "my username is" without being a name.
NO_NAME: frozenset[str] = frozenset(
    (
        "the", "a", "an", "my", "our", "your", "his", "her", "their", "this", "that", "it", "is",
        "are", "was", "not", "and", "or", "password", "username", "user", "name", "login", "id",
        "email", "e-mail", "required", "unique", "used", "shown", "visible", "none", "unknown",
        "in", "on", "at", "for", "to", "of", "with", "as", "also", "very", "so", "too", "how",
        "what", "why", "when", "where", "who", "which", "there", "here", "account", "profile",
        "page", "group", "app", "we", "you", "they", "he", "she", "one", "social", "media", "http",
        "https", "www", "one", "always", "still", "now", "just", "more", "most", "available",
        "private", "public", "i", "no", "yes", "n/a", "na", "same", "free", "down", "up",
    )
)  # fmt: skip
