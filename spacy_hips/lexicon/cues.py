"""Words beside which names stand, for rules. English first.

Anyone may edit these lists: no trained weights read them. Those that weights read stand in
finder_columns.py.
"""

from __future__ import annotations

from .finder_columns import CLASSES
from .person_words import ADDRESSES, DATES

# What rules take from the frozen classes; a list of their own may hold more words.
KIN: tuple[str, ...] = CLASSES["kin"]
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

# Cue words that are names, too: the first may open one ("Son Heung-min"), the others end one
# ("Courtney Love").
OPENING_NAMES: frozenset[str] = frozenset({"An", "Said", "Son"})
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

SELF_BEFORE: tuple[tuple[str, ...], ...] = tuple(tuple(words.split()) for words in (
    "my name is", "my name's", "i am", "i'm", "im", "call me", "myself", "me llamo",
    "mi nombre es", "yo soy", "je m'appelle", "mon nom est", "je suis", "me chamo", "meu nome é",
    "eu sou", "mi chiamo", "mio nome è", "ich heiße", "ich heisse", "mein name ist", "ich bin",
    "ik heet", "mijn naam is", "jag heter", "mitt namn är", "nazywam się", "mam na imię",
    "меня зовут", "nama saya", "ang pangalan ko ay", "ako si", "jina langu ni", "tên tôi là",
    "tôi tên là", "benim adım",
))  # fmt: skip
"""Words directly before the writer's own name, also in languages that students bring along.

The finder cuts those of several words off the names behind them.
"""

# Between a name and what its bearer was called at birth; with a capital, Nee is a surname.
AT_BIRTH: frozenset[str] = frozenset({"née", "né", "nee"})

# Days are names, too ("Sunday Okri"), but not behind these ("every Sunday Ana and I").
BEFORE_DAYS: frozenset[str] = frozenset({"each", "every", "last", "next", "this"})

# An "A" before one of these is no article ("Ana A was").
BEHIND_INITIALS: frozenset[str] = frozenset(
    {"is", "was", "are", "were", "has", "had", "did", "does", "who", "and", "said", "says", "asked",
     "wrote", "went", "came", "agreed", "began", "became", "took", "gave", "told", "knew", "saw",
     "got", "wants", "wanted", "thinks", "thought", "would", "could", "should"}
)  # fmt: skip

# What somebody did, in forms that no auxiliary stands before ("Will gave"); all others end in -ed.
PAST: tuple[str, ...] = (
    "was", "had", "did", "said", "told", "thought", "came", "went", "gave", "took", "made", "got",
    "knew", "saw", "felt", "kept", "brought", "wrote", "found", "ran", "sat", "stood", "held",
    "spoke", "sold", "sent", "spent", "built", "bought", "met", "heard", "lost", "paid", "won",
    "led", "left", "began", "broke", "chose", "drew", "drove", "fell", "forgot", "grew", "rose",
    "sang", "slept", "taught", "threw", "understood", "woke", "wore",
)  # fmt: skip
# They end so, but are no past: "Will proceed".
NO_PAST: tuple[str, ...] = (
    "need", "feed", "succeed", "proceed", "exceed", "embed", "bleed", "breed", "speed", "seed",
    "heed", "shed", "wed", "shred", "weed",
)  # fmt: skip

# Forenames somewhere, but at the head of a sentence rather what they are in English: "Has Ruiz".
NO_FIRST_WORDS: frozenset[str] = frozenset(
    {"among", "any", "are", "as", "ever", "far", "has", "just", "more", "nor", "per", "so", "some",
     "soon", "still", "than", "via"}
)  # fmt: skip

# Forenames also, but beside a name no part of it: "in April Ana and I".
NO_FORENAMES: frozenset[str] = EDGE_WORDS | DATES

# Forenames also, but nobody is greeted or spoken to so: "Hello World!", "Well, thank you".
NOT_ADDRESSED: frozenset[str] = NO_FORENAMES | OFFICES | {
    *("god", "lord", "world", "lady", "sirs", "all", "guys", "there", "again", "everyone", "man"),
    *("well", "so", "yes", "no", "sure", "okay", "now", "oh", "then", "also", "still", "but"),
    *("first", "finally", "here", "once", "maybe", "summer", "winter", "spring", "autumn"),
}  # fmt: skip
