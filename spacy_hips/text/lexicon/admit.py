"""What may be a name: the only answers that patterns, and finders of others, may ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from ...core.later import re
from .cues import EDGE_WORDS, ENDING_NAMES, NAMES_TOO, OFFICES, is_chat_word, is_edge_word
from .language import every
from .letters import undress
from .places import place_names
from .tables import common_words, dictionary, fold, nicknames
from .words import SHORTEST, TITLE, Lexicon

_NO_ANSWERS = EDGE_WORDS.union(every("nobody")) | {
    *("above", "all", "anonymous", "below", "date", "everybody", "everyone", "father", "female"),
    *("hidden", "male", "me", "mother", "myself", "n/a", "na", "nil", "no", "nobody", "none"),
    *("parents", "pending", "private", "same", "signature", "somebody", "someone", "students"),
    *("tba", "tbd", "teachers", "unknown", "us", "various", "we", "yes", "you"),
}
_NOT_CALLED = EDGE_WORDS | OFFICES | {"and", "or"}  # "Mr. President", "Mr. and Mrs."

_SMALL_WORDS = {
    *("angel", "baby", "beautiful", "bro", "bud", "chief", "class", "darling", "dude", "guy"),
    *("honey", "king", "love", "man", "mate", "miss", "prince", "princess", "queen", "so", "son"),
    *("sunshine", "sweet", "sweetie", "world", "monday", "tuesday", "wednesday", "thursday"),
    *("friday", "saturday", "sunday", "also", "always", "even", "just", "later", "never", "now"),
    *("often", "once", "only", "really", "soon", "still", "then", "too"),
    *("god", "her", "him", "home", "it", "jesus", "more", "one", "them", "this"),
    *("am", "are", "can", "could", "did", "do", "does", "had", "has", "have", "is", "was", "were"),
    *("admin", "allah", "alot", "babygirl", "bby", "bestie", "besties", "boyz", "bros", "bruh"),
    *("bruv", "chatgpt", "fam", "fellas", "folkz", "frens", "frnds", "galz", "gang", "groupmates"),
    *("gurl", "guyz", "hon", "hun", "hunni", "lass", "missy", "pal", "peepz", "ppl", "sis"),
    *("thankyou", "tmrw", "tonite", "xoxo"),
}
"""Words in small letters that are forenames in some list, or in no dictionary: whom one addresses
so ("hi ppl"), days, adverbs, pronouns, auxiliaries ("hey are u coming")."""

_DRAWN_OUT = re.compile(r"(\w)\1\1|^(?:x+|u+h+|h+m+|(?:h[aeiou])+h?|(?:l[oe])+l)$")
"""Letters that are drawn out, and laughter: "soooo", "xxx", "hahaha"."""

_HISSING = re.compile(r"(?:[sxz]|ch|sh)es\Z")
_NO_LETTERS = re.compile(r"[\W\d_]+")

Admission = Callable[[str, Lexicon], bool]


def admit_any(name: str, lexicon: Lexicon) -> bool:
    """One word may be anything; several ordinary ones are a title ("Name: Design Thinking")."""
    words = name.split()
    known = [lexicon(word) for word in words]
    ordinary = len(words) > 1 and all(word.common and not word.named for word in known)
    return not any(map(_is_no_answer, name.split())) and not ordinary


def _is_no_answer(word: str) -> bool:
    return word.lower() in _NO_ANSWERS and word not in NAMES_TOO


def admit_known(name: str, lexicon: Lexicon) -> bool:
    """A word of it is known as a name, where an answer may stand too ("Teacher: Good")."""
    return admit_any(name, lexicon) and any(lexicon(word).named for word in name.split())


def admit_called(name: str, lexicon: Lexicon) -> bool:
    """A forename, or no ordinary word: there are coach houses and lady's fingers."""
    word = lexicon(name)
    named = word.forename > 0 or not word.common
    free = name.lower() not in _NOT_CALLED or name in NAMES_TOO or name in ENDING_NAMES
    return named and free


def admit_small(name: str, lexicon: Lexicon) -> bool:
    """A forename in small letters, where the sentence leaves no room for a word ("ty mark")."""
    word, own = lexicon(name), name.lower()
    borne = word.forename > (1 if word.common else 0) or own in nicknames()
    return borne and not _is_no_answer(name) and own not in _SMALL_WORDS


def admit_addressed(name: str, lexicon: Lexicon) -> bool:
    """Whom a message addresses: a forename in small letters, or a word that no dictionary has."""
    own = name.lower()
    is_word = _is_no_answer(name) or own in _SMALL_WORDS or is_chat_word(own)
    if is_word or _DRAWN_OUT.search(own):
        return False
    return lexicon(name).trigger or admit_small(name, lexicon)


def admit_borne(name: str, lexicon: Lexicon) -> bool:
    """A forename in whatever letters, or a capital that is no ordinary word or somebody's name."""
    word = lexicon(name)
    called = word.forename > 0 or not word.common
    titled = word.case == TITLE and called and not is_edge_word(name)
    return titled or admit_small(name, lexicon)


def admit_titled(name: str, lexicon: Lexicon) -> bool:
    """A surname that is also a little word of English, behind a title ("Dr. He was kind")."""
    return lexicon(name).surname > 0


def admit_family(name: str, lexicon: Lexicon) -> bool:
    """The plural of a surname that is no word, people or place ("the Joneses", "the Garcías")."""
    return singular_surname(name, lexicon) != ""


def admit_script(name: str, lexicon: Lexicon) -> bool:
    """Letters of a script that a pattern has told."""
    return True


def singular_surname(name: str, lexicon: Lexicon) -> str:
    """The surname of which a word is the plural.

    name (str): A word.
    lexicon (Lexicon): Looks words up.
    RETURNS (str): The surname; "" where the word is rather another name, a word, or a place.

        >>> singular_surname("Joneses", Lexicon()), singular_surname("Jones", Lexicon())
        ('Jones', '')
    """
    whole = lexicon(name)
    if not name.endswith("s") or whole.common or not is_unheard_of(name):
        return ""
    if fold(name) in place_names():
        return ""
    for form in (name[:-2], name[:-1]) if _HISSING.search(name) else (name[:-1],):
        one = lexicon(form)
        known = one.surname > max(whole.surname, 1) and one.surname >= one.forename
        if known and one.case == TITLE and is_unheard_of(form):
            return form
    return ""


def admit_guessed(name: str, lexicon: Lexicon) -> bool:
    """What a model of somebody else took for a person: a word of it is borne, or in no dictionary.

    Small tagger models take titles in capitals for persons ("Mind Mapping"). This asks for less
    than the answers above, for whom it refuses stays.
    """
    parts = [part for part in _NO_LETTERS.split(undress(name)) if part]
    return any(lexicon(part).named or is_unheard_of(part) for part in parts)


def is_unheard_of(word: str) -> bool:
    """Is a word in no English dictionary?"""
    forms = {word.lower(), fold(word)}
    known = not (forms.isdisjoint(common_words()) and forms.isdisjoint(dictionary()))
    return not known and (len(word) >= SHORTEST or not word.isascii())


ADMISSIONS: Mapping[str, Admission] = MappingProxyType(
    {
        "any": admit_any,
        "known": admit_known,
        "called": admit_called,
        "small": admit_small,
        "addressed": admit_addressed,
        "borne": admit_borne,
        "titled": admit_titled,
        "family": admit_family,
        "script": admit_script,
    }
)
"""The admissions by the names that tables use."""
