"""What keys of fields say about their values, by the words of which a key consists."""

from __future__ import annotations

from ...text.lexicon.language import every


def _key(kind: str) -> frozenset[str]:
    return frozenset(every("key", kind))


# Who a key speaks of: alone its value is a name or an account, before "id" a number.
HOLDERS = _key("holder")
# Last words of keys of names: "name" alone may be anything's.
NAMES = _key("name")
# Keys that are those of names where a text has both.
HALVES: tuple[frozenset[str], ...] = (
    frozenset({"first", "last"}),
    frozenset({"given", "family"}),
    frozenset({"given", "surname"}),
)
NAME_KINDS = _key("name kind")
# Last words of keys of accounts.
ACCOUNTS = _key("account")
# Heads of columns and keys of settings that are accounts where the values look so.
ACCOUNT_HEADS = _key("account head")
NUMBERS = _key("number")
# Keys of numbers that need no holder.
OWN_NUMBERS = _key("own number")
# Values that are nobody.
NOBODY = _key("nobody")
