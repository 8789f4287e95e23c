"""Words beside which names stand, for rules. English first.

Anyone may edit these lists: no trained weights read them. Those that weights read stand in
finder_columns.py.
"""

from __future__ import annotations

from .finder_columns import CLASSES
from .person_words import ADDRESSES

# As the frozen class, but for rules: more words may stand here.
DEGREES: tuple[str, ...] = CLASSES["degree"]

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
        # Words that join or follow a name, and what a title page puts beside one.
        *("and", "or", "the", "a", "an", "of", "in", "on", "at", "to", "with", "for", "who"),
        *("is", "was", "said", "says", "asked", "told", "that", "this", "'s", "’s", "s'"),
        *("assignment", "reflection", "essay", "report", "course", "class", "university"),
        *("college", "p.s.", "p.s", "ps"),
        # Where somebody has a user name, and what stands before a number.
        *("discord", "facebook", "instagram", "insta", "linkedin", "minecraft", "reddit", "skype"),
        *("snapchat", "telegram", "tiktok", "twitter", "whatsapp", "youtube", "iban", "bic"),
    }
)

# Words of chats in small letters beside a name ("lil Sani", "Jonas pls"); Ty and Bro are names.
CHAT_WORDS: frozenset[str] = frozenset(
    {"lil", "pls", "plz", "thx", "tnx", "lol", "omg", "btw", "idk", "tho", "rn", "fr", "smh"}
)

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
