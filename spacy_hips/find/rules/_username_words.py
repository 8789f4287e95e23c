"""Words that the rule for user names looks at."""

from __future__ import annotations

from ...core.later import re
from ...text.lexicon.language import every

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
ACCOUNT_STARTS = every("account", "start")
PLATFORM_STARTS: tuple[str, ...] = (
    "discord", "insta", "ig", "snap", "tik", "twit", "tweeter", "telegram", "skype", "git", "steam",
    "reddit", "wechat", "we chat", "kik", "facebook", "fb", "messenger", "linked", "youtube",
    "you tube", "xbox", "psn", "roblox", "minecraft", "tumblr", "pinterest", "threads", "mastodon",
    "bluesky", "signal", "viber", "line id", "yahoo id", "slack", "kaggle", "duolingo", "venmo",
    "cash", "spotify", "soundcloud", "wattpad", "quora", "medium", "vk", "aim", "msn", "icq",
)  # fmt: skip

CUES = every("account", "cue")

# Words that follow an "@" that stands for "at", or that address a whole channel.
PLACES = frozenset(every("account", "place"))

# What others have put in place of names, as in collections of essays: "@PERSON1", "@CAPS12".
PLACEHOLDER = re.compile(
    r"(?:AUTHOR|CAPS|CITY|DATE|DR|EMAIL|LOCATION|MONEY|MONTH|NAME|NUM|ORGANIZATION|PARENT|PERCENT"
    r"|PERSON|STATE|STUDENT|TEACHER|TIME|TUTOR|USER)_?\d{1,3}"
)

# Words that follow "Instagram:" or "my username is" without being a name.
NO_NAME = frozenset(every("account", "no name"))
