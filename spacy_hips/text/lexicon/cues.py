"""Words beside which names stand, for rules. English first.

Anyone may edit these lists: no trained weights read them. Those that weights read stand in
finder_columns.py.
"""

from __future__ import annotations

from ...core.later import re
from .finder_columns import CLASSES
from .person_words import ADDRESSES

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
