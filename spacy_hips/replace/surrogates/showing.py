"""Does a surrogate that somebody wrote show the original, to the eye or to who looks for it?"""

from __future__ import annotations

import regex

from ...core.labels import LABELS, NAME_LABELS
from ...text.lexicon.letters import skeleton, without_hidden
from ...text.lexicon.tables import fold, name_tables
from ...who.persons.mention.parse import parse_mention
from ...who.persons.search.leftovers import SHORTEST_END, SHORTEST_INSIDE


def looks(text: str) -> str:
    """A text as a reader takes it: whatever its letters are, in any case and with any white space.

    text (str): The text.
    RETURNS (str): For comparing with others.

        >>> looks("\u0410M\u00c1RA  x") == looks("amara x")
        True
    """
    return " ".join(fold(skeleton(without_hidden(text))).casefold().split())


def shows_original(original: str, surrogate: str, label: str = "") -> bool:
    """Does a surrogate hold the original, or a part of a name?

    original, surrogate (str): The texts.
    label (str): What the original is. One word of a person's name shows it, too, also backwards or
        within a longer word.

        >>> shows_original("Ana Silva", "Dr ANA  Silva"), shows_original("Ana", "Joana")
        (True, False)
    """
    own, new = looks(original), looks(surrogate)
    if regex.search(r"(?<!\w)" + regex.escape(own) + r"(?!\w)", new):
        return True
    if label in LABELS and LABELS[label].kind != "indirect" and _holds(_bare(new), _bare(own)):
        return True
    return label in NAME_LABELS and any(_tells(new, word) for word in _names(own))


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _holds(letters: str, part: str) -> bool:
    return letters == part != "" or (len(part) >= SHORTEST_INSIDE and part in letters)


def _tells(new: str, word: str) -> bool:
    """Does a surrogate tell a word of a name?"""
    own = _names(new) | {_bare(piece) for piece in new.split()} | {_bare(new)}
    for part in (word, word[::-1]):
        ends = len(part) >= SHORTEST_END
        if part in own or _holds(_bare(new), part):
            return True
        if ends and any(other.startswith(part) or other.endswith(part) for other in own):
            return True
    return False


def _names(text: str) -> set[str]:
    """The words of a name that are no initials, titles and particles."""
    core = parse_mention(text, name_tables()).core
    words = (word for word in core if word.role != "initials")
    return {_bare(word.folded) for word in words if len(word.folded) > 1}
