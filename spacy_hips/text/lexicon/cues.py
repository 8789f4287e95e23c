"""Words beside which names stand, for rules. English first.

Anyone may edit these lists: no trained weights read them. Those that weights read stand in
finder_columns.py.
"""

from __future__ import annotations

from functools import cache

from ...core.later import re
from .finder_columns import CLASSES
from .language import every
from .person_words import ADDRESSES
from .tables import name_tables

# As the frozen class, but for rules: more words may stand here.
DEGREES: tuple[str, ...] = CLASSES["degree"]

JOINING: frozenset[str] = frozenset(
    ("and", "or", "the", "a", "an", "of", "in", "on", "at", "to", "with", "for", "who")
)
"""Words that join or follow a name."""
# Cut off from the ends of a predicted name: words that announce one or come after it.
EDGE_WORDS: frozenset[str] = frozenset(
    {
        *CLASSES["byline"],
        *CLASSES["field"],
        *CLASSES["title"],
        *CLASSES["degree"],
        *CLASSES["greeting"],
        *CLASSES["kin"],
        *ADDRESSES,
        # Ranks and degrees without their full stop, and what forms and lists are full of.
        *("acad", "apa", "eds", "lic", "matric", "hr", "p.e."),
        *JOINING,
        # What follows a name, and what a title page puts beside one.
        *("is", "was", "said", "says", "asked", "told", "that", "this", "'s", "’s", "s'"),
        *("assignment", "reflection", "essay", "report", "course", "class", "university"),
        *("college", "p.s.", "p.s", "ps"),
        # Whom a letter to nobody in particular addresses.
        *("assessor", "assessors", "classmates", "colleagues", "corrector", "editor", "evaluator"),
        *("examiner", "grader", "graders", "learners", "marker", "moderator", "peer", "peers"),
        *("reader", "readers", "reviewer", "reviewers", "teammates"),
        # Where somebody has a user name, and what stands before a number.
        *("discord", "facebook", "instagram", "insta", "linkedin", "minecraft", "reddit", "skype"),
        *("snapchat", "telegram", "tiktok", "twitter", "whatsapp", "youtube", "iban", "bic"),
    }
)
NAMES_TOO: frozenset[str] = frozenset(("Said", "SAID", "An", "Son"))
"""Edge words that many people are called: with a capital they are nothing to cut off."""


def is_edge_word(form: str) -> bool:
    """Is it a word that announces a name or comes after it?

    form (str): The word as it stands in the text.
    RETURNS (bool): Whether it is in EDGE_WORDS, and is not written as a frequent name.
    """
    return form.lower() in EDGE_WORDS and form not in NAMES_TOO


# Words of chats in small letters beside a name ("lil Sani", "Jonas pls"); Ty and Bro are names.
CHAT_WORDS: frozenset[str] = frozenset(
    {
        *("lil", "pls", "plz", "thx", "tnx", "lol", "omg", "btw", "idk", "tho", "rn", "fr", "smh"),
        *("ty", "tysm", "np", "yw", "hru", "wbu", "hbu", "gm", "gn", "ily", "ilysm", "cya", "brb"),
        *("gtg", "ttyl", "nvm", "imo", "imho", "ikr", "lmao", "rofl", "wtf", "jk", "afk", "tbh"),
        *("irl", "dm", "hbd", "congrats", "aka", "a.k.a", "a.k.a.", "alias", "u", "ur", "r", "luv"),
        *("yo", "sup", "heya", "haha", "hehe", "xd", "asap", "fyi", "bff", "sry", "wdym", "wyd"),
        *("hmu", "lmk", "bc", "cuz", "gonna", "wanna", "gotta", "yall", "yep", "yup", "nope"),
    }
)
_STRETCHED = re.compile(r"(\w)\1+")


def is_chat_word(form: str) -> bool:
    """Is it a word of chats beside a name, also one that is stretched ("hiii", "heyyy")?

    form (str): The word as it stands in the text.
    RETURNS (bool): Whether it is in CHAT_WORDS, or becomes a greeting where it is written short.
    """
    if form in CHAT_WORDS:
        return True
    short = _STRETCHED.sub(r"\1", form.lower())
    return short != form.lower() and short in STRETCHED_WORDS


STRETCHED_WORDS: frozenset[str] = frozenset(
    {"hi", "hey", "helo", "bye", "thanks", "yes", "no", "so", "ok", "please", "wow", "haha", "lol"}
)
"""Words that chats stretch, each letter once."""

_MOSTLY_NO_NAME = 0.005
"""Below this mass a greeting in small letters is one ("hej"), and above it a forename ("dag")."""


@cache
def greetings() -> frozenset[str]:
    """Single words of all languages that greet, without those that many people are called."""
    masses = name_tables().masses
    words = (word for word in every("greeting") if " " not in word)
    return frozenset(word for word in words if max(masses(word)) < _MOSTLY_NO_NAME)


@cache
def nobodies() -> frozenset[str]:
    """Answers and forms of address that name nobody ("moin leute"), in all languages."""
    return frozenset(every("nobody"))


# Cue words that are names, too, at the end of one ("Courtney Love").
ENDING_NAMES: frozenset[str] = frozenset({"Best", "Boss", "Cousin", "Love"})

# Offices and ranks, cut off before a name only; those without a full stop only where no name table
# has them: a forename such as Justice stays.
OFFICES: frozenset[str] = frozenset(
    {
        *("president", "vice", "chief", "senator", "sen.", "governor", "gov.", "minister"),
        *("chancellor", "congressman", "congresswoman", "representative", "rep.", "secretary"),
        *("ambassador", "commissioner", "councillor", "administrator", "director", "mayor"),
        *("general", "gen.", "captain", "capt.", "colonel", "col.", "lieutenant", "lt.", "admiral"),
        *("brigadier", "brig.", "maj.", "adm.", "cmdr.", "cpl.", "pvt.", "insp.", "amb."),
        *("sergeant", "sgt.", "officer", "detective", "inspector", "attorney", "counsel", "judge"),
        *("justice", "chairman", "chairwoman", "speaker", "rev.", "reverend", "hon.", "emperor"),
        *("appellant", "appellee", "petitioner", "respondent", "plaintiff", "defendant"),
    }
)
