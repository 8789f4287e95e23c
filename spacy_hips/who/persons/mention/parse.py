"""Takes a mention of a person apart: which word is a forename, a surname, a title, an initial.

The words keep their places in the mention, so that a surrogate can be written into the same form:
everything between the words (spaces, commas, line breaks, dots) stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from ....core.later import regex
from ....text.lexicon.letters import decoded, spaced_words, undress
from ....text.lexicon.tables import NameTables, fold, name_tables, script_of
from .frame import frame
from .name import HYPHENS, UNSPACED, Name
from .order import given_roles, lone, order, unspaced
from .titles import SELDOM, known_titles

LONGEST_NAME = 400
"""Characters of a mention at most; what is longer is no name, though it may hold some."""
SHORTEST_SPELT = 4
"""Letters that a spelt name has at least; fewer are initials."""
KEPT = 16_384
"""So many mentions stay taken apart: those of a document of five thousand persons."""
_CAPITALS = regex.compile(r"\p{Lu}{2,3}\.?")
_SMALL = regex.compile(r"\p{Ll}{2,3}")
_GLUE = regex.compile(
    r"^[@#]?(?=.*\p{L})(?=.*[_\d@])[\p{L}\p{M}\d._@#-]+$|^@?\p{L}+(?:\.\p{L}{2,})+$"
)
_SEPARATOR = regex.compile(r"[._\d@#]")  # of a name that is written like a handle


def parse(text: str, tables: NameTables | None = None) -> Name:
    """Take a mention of one person apart.

    text (str): The mention.
    tables (NameTables): The name tables; the packaged ones by default.
    RETURNS (Name): Its words with their roles; no core word where it is a title alone or no name.

        >>> parse("García López, Ana").form, parse("Dr. García López, Ana").form
        ('last, first', 'title last first')
    """
    return _parsed(text, tables or name_tables())


@lru_cache(maxsize=KEPT)
def _parsed(text: str, tables: NameTables) -> Name:
    """A mention taken apart; who is who asks for each a dozen times."""
    text = undress(decoded(text).rstrip())
    if len(text) > LONGEST_NAME:
        return Name(text, ())
    if _GLUE.match(text):
        return Name(text, (), glued=True)
    if (letters := spelt(text, tables)) is not None:
        return letters
    words, comma = frame(text, tables)
    core = [i for i, word in enumerate(words) if word.role == ""]
    titled = any(word.role == "title" for word in words)
    plain = [words[i] for i in core]
    if not plain:
        return Name(text, tuple(words))
    if any(script_of(word.text) in UNSPACED for word in plain):
        return unspaced(text, words, tables)
    if len(plain) == 1:
        role, sure = lone(plain[0], titled, words, tables)
        roles, family_first = [role], False
    elif comma is not None:
        before = sum(1 for word in plain if word.start < comma)
        roles = ["last"] * before + given_roles(plain[before:])
        family_first, sure = False, True
    else:
        roles, family_first, sure = order(text, plain, words, tables)
    for i, role in zip(core, roles, strict=True):
        words[i] = replace(words[i], role=role)
    return Name(text, tuple(words), family_first, comma is not None and len(plain) > 1, sure)


def spelt(text: str, tables: NameTables) -> Name | None:
    """Read letters with gaps between them as the name that they spell ("T-E-N-D-A-I").

    text (str): A mention.
    tables (NameTables): The name tables: what no list has may be initials.
    RETURNS (Name): One word, or several between wider gaps; None where no name is spelt.
    """
    spans = spaced_words(text.rstrip("."))
    words = ["".join(c for c in text[start:end] if c.isalpha()) for start, end in spans]
    if sum(map(len, words)) < SHORTEST_SPELT:
        return None
    read = parse(" ".join(words), tables) if min(map(len, words)) > 1 else Name(text, ())
    if len(read.core) != len(words) or not any(tables.is_name(w.folded) for w in read.core):
        return None
    own = (replace(w, start=s, end=e) for w, (s, e) in zip(read.core, spans, strict=True))
    return replace(read, text=text, words=tuple(own))


def unglued(name: Name, tables: NameTables | None = None) -> Name | None:
    """Read the form of a handle as the name that it is made of.

    name (Name): A mention such as "ngozi.okafor", "garcia_m" or "maria22".
    tables (NameTables): The name tables; the packaged ones by default.
    RETURNS (Name): Its words, at their places; None where no name is told by it.

        >>> unglued(parse("ngozi.okafor")).form
        'first last'
    """
    if not name.glued:
        return None
    tables = tables or name_tables()
    spaced = _SEPARATOR.sub(" ", name.text)
    if " " not in spaced.strip():
        spaced = regex.sub("|".join(HYPHENS), " ", spaced)
    read = parse(spaced, tables)
    words = [word for word in read.core if not word.initial]
    named = any(tables.is_name(word.folded) for word in words)
    return replace(read, text=name.text) if named else None


Parse = Callable[[str, "NameTables | None"], Name]
"""Takes a mention apart: `parse_mention`, or a registered parser of others."""


def parse_mention(text: str, tables: NameTables | None = None) -> Name:
    """Take a mention apart; one with the form of a handle too where it surely is a full name.

    text (str): The mention.
    tables (NameTables): The name tables; the packaged ones by default.
    RETURNS (Name): As `parse` gives it, but "klaudia_novak" is a forename and a surname. What may
        be anything ("garcia_m", "maria_final") stays glued.
    """
    tables = tables or name_tables()
    name = parse(text, tables)
    read = unglued(name, tables)
    words = [word for word in read.core if not word.initial] if read else []
    sure = len(words) > 1 and all(tables.is_name(w.folded) for w in words)
    common = any(tables.is_common_word(word.text) for word in words)
    return read if read and sure and not common else name


def as_initials(name: Name) -> Name | None:
    """The same mention read as initials: "RA" may be a name or Rosa Alvarez.

    name (Name): A mention.
    RETURNS (Name): None where it is more than two or three capitals, or small letters ("hm") that
        are no name.
    """
    if len(name.words) != 1 or len(name.core) != 1:
        return None
    small = _SMALL.fullmatch(name.text) and max(name_tables().masses(name.text)) < SELDOM
    if not (small or _CAPITALS.fullmatch(name.text)):
        return None
    return replace(name, words=(replace(name.core[0], role="initials"),), sure=False)


def title_gender(name: Name) -> str:
    """The gender that a title tells: "F", "M" or ""."""
    words = name.titles
    if len(words) != 1:
        return ""
    found = {t.gender for t in known_titles().get(fold(words[0].text).replace(".", ""), ())}
    return found.pop() if len(found) == 1 else ""
