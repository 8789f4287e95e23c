"""What every maker needs: keyed choices in a row, probing past originals, case, shapes."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Container, Mapping, Sequence, Set
from functools import cache, lru_cache, wraps
from typing import TypeVar

from ...core.ids import Draw
from ...who.persons.link.entity import Entity
from .maker import Context, Mention
from .taken import Derive, Either, Taken

T = TypeVar("T")

TRIES = 48
"""How often a surrogate is drawn again before a maker gives up."""


class Dice:
    """Keyed choices one after the other for one purpose.

    draw (Draw): The keyed choice.
    purpose (str): What is drawn; two purposes are independent of one another.
    attempt (int): Another attempt gives other choices.
    """

    def __init__(self, draw: Draw, purpose: str, attempt: int = 0) -> None:
        self.attempt = attempt
        self.draw = draw
        self.purpose = f"{purpose}:{attempt}"
        self._count = 0

    def roll(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        self._count += 1
        return self.draw(f"{self.purpose}/{self._count}", n)

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each alike."""
        return items[self.roll(len(items))]

    def digits(self, count: int) -> str:
        """Some decimal digits."""
        return str(self.roll(10**count)).zfill(count) if count else ""


def next_in_circle(items: Sequence[str], own: str, draw: Draw, purpose: str) -> str:
    """What stands behind a value in a circle of all values, whose order the secret gives.

    So no value stays, and no two become the same, but for such as are a part of others: "engineer"
    becomes the next that is no engineer.

    items (Sequence[str]): All values.
    own (str): One of them.
    draw (Draw): The draws that all values share.
    purpose (str): What is drawn.
    """
    order = sorted(items, key=lambda item: draw(f"{purpose}/{item}", 1 << 62))
    at = order.index(own)
    return next(item for item in order[at + 1 :] + order[:at] if f" {own} " not in f" {item} ")


def shared_draw(draw: Draw, context: Context) -> Draw:
    """The draws for what several entities have in common, such as the domain of two addresses.

    draw (Draw): The entity's draws.
    context (Context): Its draws of the author are taken where surrogates may differ between
        authors; in a wider scope one entity must look alike everywhere.
    RETURNS (Draw): The author's draws in the scopes "document" and "author", else the entity's.
    """
    narrow = context.scope in ("document", "author")
    return context.author_draw if narrow and context.author_draw else draw


def fresh(
    make: Callable[[Dice], str | None],
    mention: Mention,
    entity: Entity,
    context: Context,
    draw: Draw,
    purpose: str,
    compare: Callable[[str], str] = str.casefold,
) -> str | None:
    """Make surrogates until one is neither an original nor another entity's surrogate.

    make (Callable): Makes one from keyed choices; None where it cannot.
    mention, entity, context, draw: As the maker was given them.
    purpose (str): What is drawn.
    compare (Callable): What two spellings of one value have in common.
    RETURNS (str): The first that will do, None after TRIES.
    """
    own = {compare(text) for text in (mention.text, *entity.texts)}
    refused = Either(own, *(compared(t, compare) for t in (context.originals, context.taken)))
    for attempt in range(TRIES):
        new = make(Dice(draw, purpose, attempt))
        if new and compare(new) not in refused:
            return new
    return None


def compared(texts: Set[str], compare: Callable[[str], str]) -> Container[str]:
    """What some texts have in common with others, "" apart.

    texts (Set[str]): The originals of a document, or the surrogates given so far.
    compare (Callable): What two spellings of one value have in common.
    RETURNS (Container[str]): What it gives for each text, computed once a document.
    """
    if isinstance(texts, Taken):
        return texts.having(_value(compare))
    return _compared(frozenset(texts), compare)


@lru_cache(maxsize=16)
def _compared(texts: frozenset[str], compare: Callable[[str], str]) -> frozenset[str]:
    return frozenset(compare(text) for text in texts) - {""}


@cache
def _value(compare: Callable[[str], str]) -> Derive:
    return lambda text: [value] if (value := compare(text)) else []


def once_a_document(
    read: Callable[[Mapping[str, Entity]], T],
) -> Callable[[Mapping[str, Entity]], T]:
    """Read the entities of a document once, and not again for each of its mentions.

    read (Callable): Takes `context.entities`; its result must not be changed.
    RETURNS (Callable): The same function; it keeps what it gave for the last document.
    """
    last: tuple[Mapping[str, Entity], T] | None = None

    @wraps(read)
    def remembered(entities: Mapping[str, Entity]) -> T:
        nonlocal last
        known = last
        if known is None or known[0] is not entities:
            known = last = (entities, read(entities))
        return known[1]

    return remembered


def vowel_first(text: str) -> bool:
    """Whether an English article before the text would be "an"."""
    return text.lstrip("\"'“‘(").lower().startswith(
        ("a", "e", "i", "o", "8", "11", "18", "u")
    ) and (not text.lower().startswith(("uk", "uni", "eu", "us", "one", "ur", "ug")))


def article_fits(new: str, old: str, context: Context) -> bool:
    """Whether an "a" or "an" that stands before the mention still fits."""
    words = context.before.lower().split()
    if not words or words[-1] not in ("a", "an") or not context.lang.startswith("en"):
        return True
    return vowel_first(new) == vowel_first(old)


def same_class(char: str, dice: Dice) -> str:
    """Another character of the same class: decimal, letter of the same case and script.

    What is neither a letter nor a decimal stays. The result may be the same character.
    """
    kind = unicodedata.category(char)
    if kind == "Nd":
        return _decimal(char, dice.roll(10))
    if kind[0] != "L":
        return char
    if "a" <= char <= "z" or "A" <= char <= "Z":
        return chr((97 if char.islower() else 65) + dice.roll(26))
    kin = _kin(char)
    return kin[dice.roll(len(kin))]


def _decimal(like: str, value: int) -> str:
    """The decimal `value` in the digits that `like` belongs to."""
    return chr(ord(like) - unicodedata.decimal(like) + value)


def digits_of(text: str) -> str:
    """The decimals of a text in any script, as ASCII digits."""
    return "".join(str(unicodedata.decimal(c)) for c in text if unicodedata.category(c) == "Nd")


def put_digits(text: str, digits: str) -> str:
    """Put new decimals where a text has decimals, in the script of each.

    text (str): The text.
    digits (str): As many ASCII digits as the text has decimals.
    """
    source = iter(digits)
    return "".join(
        _decimal(c, int(next(source))) if unicodedata.category(c) == "Nd" else c for c in text
    )


@lru_cache(maxsize=512)
def _kin(char: str) -> str:
    """The characters near a letter that share its category and the first word of its name."""
    kind, script = unicodedata.category(char), _script(char)
    base = ord(char) & ~0x7F
    near = map(chr, range(base, base + 128))
    return "".join(c for c in near if unicodedata.category(c) == kind and _script(c) == script)


def _script(char: str) -> str:
    return unicodedata.name(char, "").partition(" ")[0]


def reshaped(text: str, dice: Dice) -> str:
    """A text of the same shape: each decimal and letter another of its class, the rest kept.

    A first digit other than 0 stays other than 0, and four digits that could be a recent year
    become such a year.
    """
    out: list[str] = []
    for run in _runs(text):
        out.append(_reshape(run, dice))
    return "".join(out)


def _reshape(run: str, dice: Dice) -> str:
    if not run.isdecimal():
        return "".join(same_class(c, dice) for c in run)
    digits = digits_of(run)
    if len(digits) == 4 and digits[:2] in ("19", "20") and int(digits) <= 2040:
        return put_digits(run, str(1985 + dice.roll(40)))
    new = dice.digits(len(digits))
    if digits[0] != "0" and new[0] == "0":
        new = str(1 + dice.roll(9)) + new[1:]
    return put_digits(run, new)


def _runs(text: str) -> list[str]:
    """The text in runs of decimals and of other characters."""
    runs: list[str] = []
    for char in text:
        if runs and runs[-1][-1].isdecimal() == char.isdecimal():
            runs[-1] += char
        else:
            runs.append(char)
    return runs


def bare(text: str) -> str:
    """Only the letters and digits of a text, compatibility forms resolved, case folded."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    if folded.isalnum():
        return folded
    return "".join(filter(str.isalnum, folded))
