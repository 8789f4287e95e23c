"""Takes a mention of a person apart: which word is a forename, a surname, a title, an initial.

The words keep their places in the mention, so that a surrogate can be written into the same form:
everything between the words (spaces, commas, line breaks, dots) stays as it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise

import regex

from ...lexicon.person_words import (
    ARTICLES,
    BORN,
    COMPOUND_SURNAMES,
    IRISH,
    JOINERS,
    LEADING_PARTICLES,
    NAME_TITLES,
    PAIRED_PARTICLES,
    SEMITIC_PARTICLES,
    SHOUTED_PARTICLES,
    SURNAME_JOINERS,
)
from ...lexicon.tables import (
    NameTables,
    fold,
    name_tables,
    particles,
    script_of,
    short_forms,
    suffixes,
    word_key,
)
from ...page.letters import undress
from .joined_words import breaks, run_together_words, without_breaks
from .titles import (
    SELDOM,
    culture_of,
    is_familiar,
    is_name,
    is_suffix,
    is_title,
    is_title_behind,
    known_titles,
    name_masses,
)

CORE: frozenset[str] = frozenset(("first", "middle", "last", "nickname", "initials"))
UNSPACED: frozenset[str] = frozenset(("Hani", "Hang", "Kana"))
FAMILY_FIRST: frozenset[str] = frozenset(
    ("chinese", "japanese", "korean", "vietnamese", "hungarian", "khmer")
)
SEMITIC: tuple[str, ...] = ("arab", "hebrew", "sahel", "horn")
LONGEST_SURNAME = 3
LONGEST_NAME = 400
"""Characters of a mention at most; what is longer is no name, though it may hold some."""

_WORD = regex.compile(r"[\p{L}\p{M}]+(?:['’ʼ‘`][\p{L}\p{M}]+)*")
SON_OF = regex.compile(r"[ad]/[lp]|[sdwh]/o", regex.I)
"""Son, daughter, wife or husband of, between a name and that of a father: "a/l", "D/O"."""
_CHUNK = regex.compile(rf"(?<!\S)(?:{SON_OF.pattern})(?!\S)|[^\s,;/&]+", regex.I)
_POSSESSIVE = regex.compile(r"['’ʼ`][sS]$")
_QUOTED = regex.compile(r"[\"“”„«»‹(\['‘‚][^\"“”„«»‹›()\[\]]{1,30}[\"“”«»›)\]'’]")
_CAPITALS = regex.compile(r"\p{Lu}{2,3}\.?")
_SMALL = regex.compile(r"\p{Ll}{2,3}")
_STOPPED = regex.compile(r"(?:\p{L}\.){2,3}")
_GLUE = regex.compile(
    r"^[@#]?(?=.*\p{L})(?=.*[_\d@])[\p{L}\p{M}\d._@#-]+$|^@?\p{L}+(?:\.\p{L}{2,})+$"
)
_SEPARATOR = regex.compile(r"[._\d@#]")  # of a name that is written like a handle
HYPHENS = ("-", "‐", "‑")


@dataclass(frozen=True)
class Word:
    """A word of a mention.

    text (str): Its characters, without the hyphen and the blanks that break it over a line.
    start, end (int): Where they stand in the mention.
    role (str): first, middle, last, nickname, initials ("JP"), particle, title, suffix,
        possessive or mark: a word of the text inside a name ("née").
    short (bool): It is an initial of two letters, such as "Th.".
    """

    text: str
    start: int
    end: int
    role: str
    short: bool = False

    @property
    def initial(self) -> bool:
        """Is it one letter, or two, that stand for a name?"""
        return self.short or (len(self.text) == 1 and script_of(self.text) not in UNSPACED)

    @property
    def folded(self) -> str:
        """The word in lower case, without accents and apostrophes; a lone accent as it is."""
        key = word_key(self.text) or self.text
        return key[:1] if self.short else key


@dataclass(frozen=True)
class Name:
    """A mention of a person, taken apart.

    text (str): The mention.
    words (tuple[Word, ...]): Its words, by place.
    family_first (bool): The family name comes first without a comma.
    comma (bool): "Last, First".
    sure (bool): The roles are told by form or tables; a lone word is mostly not.
    glued (bool): It has no words but the form of a handle, such as "garcia_m".
    """

    text: str
    words: tuple[Word, ...]
    family_first: bool = False
    comma: bool = False
    sure: bool = True
    glued: bool = False

    @cached_property
    def core(self) -> tuple[Word, ...]:
        """The words that name: without titles, particles and suffixes."""
        return tuple(w for w in self.words if w.role in CORE)

    def having(self, *roles: str) -> tuple[Word, ...]:
        """The words of some roles, by place."""
        return tuple(w for w in self.words if w.role in roles)

    @property
    def form(self) -> str:
        """How the person is named, such as "title last" or "last, first"."""
        if self.glued:
            return "glued"
        roles: list[str] = []
        for word in self.words:
            role = "initial" if word.role in CORE and word.initial else word.role
            if word.role != "possessive" and (not roles or roles[-1] != role):
                roles.append(role)
        return (", " if self.comma and len(roles) == 2 else " ").join(roles)


def parse(text: str, tables: NameTables | None = None) -> Name:
    """Take a mention of one person apart.

    text (str): The mention.
    tables (NameTables): The name tables; the packaged ones by default.
    RETURNS (Name): Its words with their roles; no core word where it is a title alone or no name.

        >>> parse("García López, Ana").form, parse("Dr. García López, Ana").form
        ('last, first', 'title last first')
    """
    tables = tables or name_tables()
    text = undress(text)
    if len(text) > LONGEST_NAME:
        return Name(text, ())
    if _GLUE.match(text):
        return Name(text, (), glued=True)
    words, comma = _frame(text, tables)
    core = [i for i, word in enumerate(words) if word.role == ""]
    titled = any(word.role == "title" for word in words)
    plain = [words[i] for i in core]
    if not plain:
        return Name(text, tuple(words))
    if any(script_of(word.text) in UNSPACED for word in plain):
        return _unspaced(text, words, tables)
    if len(plain) == 1:
        role, sure = _lone(plain[0], titled, words, tables)
        roles, family_first = [role], False
    elif comma is not None:
        before = sum(1 for word in plain if word.start < comma)
        given = _given(plain[before:])
        roles, family_first, sure = ["last"] * before + given, False, True
    else:
        roles, family_first, sure = _order(text, plain, words, tables)
    for i, role in zip(core, roles, strict=True):
        words[i] = replace(words[i], role=role)
    return Name(text, tuple(words), family_first, comma is not None and len(plain) > 1, sure)


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
    named = any(is_name(word.folded, tables) for word in words)
    return replace(read, text=name.text) if named else None


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
    sure = len(words) > 1 and all(is_name(w.folded, tables) for w in words)
    common = any(tables.is_common_word(word.text) for word in words)
    return read if read and sure and not common else name


# The frame: titles, suffixes, particles, nicknames; what is left has role "".


def _frame(text: str, tables: NameTables) -> tuple[list[Word], int | None]:
    """The words, those around the name with their roles, and where a "Last, First" comma is."""
    words: list[Word] = []
    nicknames = [m for m in _QUOTED.finditer(text) if m.start() > 0]
    broken = breaks(text, tables)
    chunks = _chunks(text, broken)
    for number, (start, end) in enumerate(chunks):
        quoted = next((m.group()[0] for m in nicknames if m.start() <= start < m.end()), "")
        role = _chunk_role(text, chunks, number, words, tables, quoted)
        words.extend(_words(text, start, end, role, tables))
    if broken:
        words = _mended(text, words, broken)
    if len(words) > 1:
        _mark_particles(text, words, tables)
    return words, _comma(text, words)


def _chunks(text: str, broken: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """What stands between blanks; a word that is broken over a line is one."""
    out: list[tuple[int, int]] = []
    ends = {end for _, end in broken}
    for match in _CHUNK.finditer(text):
        if out and match.start() in ends:
            out[-1] = (out[-1][0], match.end())
        else:
            out.append(match.span())
    return out


def _mended(text: str, words: Sequence[Word], broken: Sequence[tuple[int, int]]) -> list[Word]:
    """The two halves of a broken word as one."""
    out: list[Word] = []
    for word in words:
        if out and (out[-1].end, word.start) in broken:
            start = out[-1].start
            out[-1] = replace(out[-1], text=without_breaks(text[start : word.end]), end=word.end)
        else:
            out.append(word)
    return out


def _chunk_role(
    text: str,
    chunks: Sequence[tuple[int, int]],
    number: int,
    words: list[Word],
    tables: NameTables,
    quoted: str,
) -> str:
    start, end = chunks[number]
    chunk = text[start:end]
    key = fold(chunk).replace(".", "").strip("()")
    left = len(chunks) - number - 1
    if SON_OF.fullmatch(chunk) or (chunk in JOINERS and len(chunks) > 1 and (left or not number)):
        return "particle"  # "og" alone: Ola Grande
    named = sum(1 for word in words if word.role in ("", "nickname"))
    if named and key in BORN and chunk.strip("([")[0].islower() and left:
        return "mark"
    mark = next((w for w in reversed(words) if w.role in ("mark", "suffix")), None)
    if mark is not None and mark.role == "mark":
        return BORN[fold(mark.text).replace(".", "")]
    if quoted:
        return _quoted_role(key, chunk, quoted, tables)
    # "Okri, Dr. Ana": behind the comma the name begins anew.
    comma = text.rfind(",", 0, start)
    begun = any(word.role == "" and word.start > comma for word in words)
    if not begun and is_title(key, text, chunks[number:], tables, not named):
        return "title"
    if named and not left and is_title_behind(key, chunk, text, tables):
        return "title"
    suffixed = any(word.role == "suffix" for word in words)
    if named and is_suffix(key, chunk.strip("()"), text, start, named, left, suffixed, tables):
        return "suffix"
    return ""


def _quoted_role(key: str, chunk: str, quote: str, tables: NameTables) -> str:
    """What stands in quotes is a nickname; in brackets it may be a second surname or a degree."""
    if key in suffixes() and chunk.strip("()")[:1].isupper():
        return "suffix"
    fore, sur = name_masses(key, tables)
    return "last" if quote in "([" and sur > fore else "nickname"


def _words(text: str, start: int, end: int, role: str, tables: NameTables) -> Iterator[Word]:
    if role in ("title", "suffix", "mark") or (role == "particle" and "/" in text[start:end]):
        start += text[start] in "(["
        bare = text[start:end].rstrip(":)]")
        yield Word(bare, start, start + len(bare), role)
        return
    for match in _WORD.finditer(text, start, end):
        word = match.group()
        tail = _POSSESSIVE.search(word)
        if tail and tail.start() > 0:
            cut = match.start() + tail.start()
            yield Word(text[match.start() : cut], match.start(), cut, role)
            yield Word(tail.group(), cut, match.end(), "possessive")
        elif _digraph(word, text, match.end()):
            yield Word(word, match.start(), match.end(), role, short=True)
        elif _initial_run(word, text, match.end()):
            for offset, letter in enumerate(word):
                yield Word(letter, match.start() + offset, match.start() + offset + 1, role)
        elif match.start() > start and text[start].isupper() and _follows(word):
            yield Word(word, match.start(), match.end(), "title")
        else:
            for first, last in run_together_words(word, tables):
                at = match.start()
                yield Word(word[first:last], at + first, at + last, role)


def _follows(word: str) -> bool:
    """Is it a form of address that follows a name: "Tanaka-san"?"""
    return word.islower() and any(title.after for title in known_titles().get(word, ()))


def _digraph(word: str, text: str, end: int) -> bool:
    """Is it an initial of two letters, before more of a name: "Th. Lund", "A.Ph. Okri"?"""
    two = len(word) == 2 and word.isalpha() and word[0].isupper() and word[1].islower()
    more = text[end : end + 1] == "." and any(map(str.isalpha, text[end:]))
    return two and more and fold(word) not in particles()


def _initial_run(word: str, text: str, end: int) -> bool:
    """Two capitals and a dot before more of a name: "JP. Smith"."""
    return len(word) == 2 and word.isupper() and text[end : end + 1] == "." and end + 1 < len(text)


def _mark_particles(text: str, words: list[Word], tables: NameTables) -> None:
    """A particle stands before another word of the name and is no name of its own there."""
    known = particles() | {"las", "los"}  # of "de los", never alone
    plain = [word for word in words if word.role == ""]
    if plain and surname_culture(plain[0].text, tables) == "vietnamese":
        return  # "Nguyen Van An": Van is a middle name
    comma = text.find(",")
    for i, word in enumerate(words):
        later = [w for w in words[i + 1 :] if w.role in ("", "particle")]
        if word.role or not later or fold(word.text) not in known:
            continue
        key, behind = fold(word.text), text[word.end : word.end + 1]
        if behind == "." and len(word.text) == 1:
            continue  # "john e. smith"
        if behind in HYPHENS and key in SEMITIC_PARTICLES and not _is_semitic(later, tables):
            continue  # "Bat-Erdene", but "Bat-Sheva"
        if key in ("las", "los") and (not i or fold(words[i - 1].text) != "de"):
            continue
        if len(key) > 2 and later[0] is words[i + 1] and fold(later[0].text) in PAIRED_PARTICLES:
            words[i] = replace(word, role="particle")  # "Van der Berg", "VAN DE WEYDE"
            continue
        before = [w for w in words[:i] if (w.start > comma) == (word.start > comma)]
        given = not any(w.role in ("", "particle") for w in before)
        if word.text[0].isupper() and _is_name_there(word, plain, tables):
            continue
        if not before and _is_forename_there(word, later[0], text, tables):
            continue
        # "Ben Smith", "Van Nguyen": with a capital at the beginning it is a forename.
        first, inside = word.text[0], not given and (len(word.text) > 1 or word.text in IRISH)
        inside = inside and text[word.end : word.end + 1] != "."
        small = first.islower() or (inside and not word.text.isupper())
        shouted = inside and word.text.isupper() and fold(word.text) in SHOUTED_PARTICLES
        leading = fold(word.text) in LEADING_PARTICLES or word.text in IRISH
        leading = leading or (not before and tables.is_surname(_pair(word, later[0])))
        leading = leading and words[i + 1].start - word.end <= 1
        if small or shouted or leading:
            words[i] = replace(word, role="particle")


def _is_semitic(words: Sequence[Word], tables: NameTables) -> bool:
    return any(surname_culture(w.text, tables).startswith(SEMITIC) for w in words)


def _is_forename_there(word: Word, behind: Word, text: str, tables: NameTables) -> bool:
    """Is what may be a particle the first word of a whole name: Al Gore, Della Reese, Abu Bakr?

    It is none behind a title, before another particle ("De La Cruz"), before "Last, First", where
    the two words are a surname of the tables ("De Silva"), and in small letters before a capital or
    where it is an article ("el mar").
    """
    if word.text in IRISH or fold(behind.text) in PAIRED_PARTICLES:
        return False
    if tables.is_surname(_pair(word, behind)):
        return False
    small = behind.text.islower() and word.text not in ARTICLES
    same_case = word.text[0].isupper() or small
    alone = text[behind.end : behind.end + 1] != "," and text[word.end : behind.start].isspace()
    return same_case and alone


def _pair(word: Word, behind: Word) -> str:
    return f"{word.text} {behind.text}"


def _is_name_there(word: Word, plain: Sequence[Word], tables: NameTables) -> bool:
    """Is a particle a name among these words: the Le of Anh Le Tran, the Ben of Mary Ben Smith?"""
    key = fold(word.text)
    if not is_name(key, tables):
        return False
    names = [w.text for w in plain if w is not word and fold(w.text) not in particles()]
    cultures = [surname_culture(name, tables) for name in names]
    if key in SEMITIC_PARTICLES:
        return not any(culture.startswith(SEMITIC) for culture in cultures)
    return any(culture in FAMILY_FIRST for culture in cultures)


def _comma(text: str, words: Sequence[Word]) -> int | None:
    """Where a comma parts the family name from the given one."""
    core = [word for word in words if word.role == ""]
    for before, after in pairwise(core):
        at = text.find(",", before.end, after.start)
        if at >= 0:
            return at
    return None


# The roles of the core words.


def _lone(word: Word, titled: bool, words: Sequence[Word], tables: NameTables) -> tuple[str, bool]:
    fore, sur = name_masses(word.folded, tables)
    if any(w.role == "particle" for w in words):
        return "last", True
    if fore > sur and any(w.role == "title" and is_familiar(w.text) for w in words):
        return "first", True  # "Tía Rosa", "Don Ernesto"
    if titled:
        return ("first", True) if fore > 20 * sur else ("last", True)
    if looks_like_initials(word.text, tables):
        return "initials", False
    sure = bool(fore) != bool(sur) or max(fore, sur) > 20 * min(fore, sur)
    nicknamed = any(w.role == "nickname" for w in words)
    return ("last", sure) if sur > fore and not nicknamed else ("first", sure and fore > 0)


def looks_like_initials(text: str, tables: NameTables) -> bool:
    """Is a word of capitals such as "JP" more likely initials than a name?"""
    if not (2 <= len(text) <= 3 and text.isupper() and text.isalpha()):
        return False
    if script_of(text) in UNSPACED:
        return False
    return not (tables.is_forename(text) or tables.is_surname(text)) or not any(
        vowel in fold(text) for vowel in "aeiouy"
    )


def as_initials(name: Name) -> Name | None:
    """The same mention read as initials: "RA" may be a name or Rosa Alvarez.

    name (Name): A mention.
    RETURNS (Name): None where it is more than two or three capitals, or small letters ("hm") that
        are no name.
    """
    if len(name.words) != 1 or len(name.core) != 1:
        return None
    small = _SMALL.fullmatch(name.text) and max(name_masses(name.text, name_tables())) < SELDOM
    if not (small or _CAPITALS.fullmatch(name.text)):
        return None
    return replace(name, words=(replace(name.core[0], role="initials"),), sure=False)


def _given(words: Sequence[Word]) -> list[str]:
    return ["first"] + ["middle"] * (len(words) - 1) if words else []


def _order(
    text: str, core: Sequence[Word], words: Sequence[Word], tables: NameTables
) -> tuple[list[str], bool, bool]:
    """The roles of several words without a comma."""
    groups = _hyphenated(core, text)
    masses = [_group_masses(group, tables) for group in groups]
    if len(groups) == 1:
        titled = any(w.role == "title" for w in words)
        fore, sur = masses[0]
        linked = any(w.role == "particle" for w in words)
        role = "last" if linked or sur > fore or (titled and sur) else "first"
        return [role] * len(core), False, bool(fore) != bool(sur)
    linked = any(w.role == "particle" for w in words)
    shouted = _shouted(groups)
    family_first = not linked and _is_family_first(groups, masses, shouted, tables)
    if family_first:
        size = shouted or 1
        roles = ["last"] * size + _given([g[0] for g in groups[size:]])
    else:
        first_last = _first_of_last(groups, masses, words)
        roles = _given([g[0] for g in groups[:first_last]])
        roles += ["last"] * (len(groups) - first_last)
    spread = [role for role, group in zip(roles, groups, strict=True) for _ in group]
    known = sum(1 for fore, sur in masses if fore or sur)
    return spread, family_first, known == len(groups)


def _hyphenated(core: Sequence[Word], text: str) -> list[list[Word]]:
    """Words that a hyphen joins, together: "Anne-Marie", "Garcia-Lopez"."""
    groups: list[list[Word]] = []
    for word in core:
        gap = text[groups[-1][-1].end : word.start] if groups else ""
        if gap.rstrip() in HYPHENS and gap.count("\n") < 2 and not word.initial:
            groups[-1].append(word)
        else:
            groups.append([word])
    return groups


def _group_masses(group: Sequence[Word], tables: NameTables) -> tuple[float, float]:
    whole = name_masses("-".join(word.folded for word in group), tables)
    parts = [name_masses(word.folded, tables) for word in group]
    return max(whole[0], *(p[0] for p in parts)), max(whole[1], *(p[1] for p in parts))


def _shouted(groups: Sequence[Sequence[Word]]) -> int:
    """How many words in capitals stand before others ("GARCIA LOPEZ Maria"), else 0."""
    capitals = [all(len(w.text) > 1 and w.text.isupper() for w in group) for group in groups]
    count = capitals.index(False) if False in capitals else 0
    return 0 if any(capitals[count:]) or groups[-1][0].initial else count


def _is_family_first(
    groups: Sequence[Sequence[Word]],
    masses: Sequence[tuple[float, float]],
    shouted: int,
    tables: NameTables,
) -> bool:
    if shouted:
        return True
    if len(groups) > 3 or groups[0][0].initial or _korean_given(groups[0]):
        return False
    if groups[-1][0].initial:
        return len(groups) == 2 and masses[0][0] == 0 and masses[0][1] > 0
    (fore, sur), rest, (last_fore, last_sur) = masses[0], masses[1], masses[-1]
    if sur > 0 and len(groups) == 2 and _korean_given(groups[1]):
        return True
    if fore == 0 and sur > 0 and rest[0] > 0 and last_sur < 0.1 * rest[0]:
        return True
    lead = surname_culture(groups[0][0].text, tables)
    if lead not in FAMILY_FIRST or sur < 0.005:
        return False
    # Both words may be the surname ("Wei Chen", "Chen Wei"): the likelier reading.
    tiny = 1e-4
    west = math.log(fore + tiny) + math.log(last_sur + tiny)
    east = math.log(sur + tiny) + math.log(last_fore + tiny)
    return east > west


def _korean_given(group: Sequence[Word]) -> bool:
    """Is it a given name written like "Min-jun"?"""
    return len(group) == 2 and group[0].text[:1].isupper() and group[1].text.islower()


def surname_culture(text: str, tables: NameTables) -> str:
    """The culture that a surname tells of, "" for none."""
    return culture_of(tables.region("", text, 0.45).label)


def _first_of_last(
    groups: Sequence[Sequence[Word]], masses: Sequence[tuple[float, float]], words: Sequence[Word]
) -> int:
    """Where the family name begins: at a particle, else at the last words that are surnames."""
    starts = [group[0].start for group in groups]
    for word in words:
        if word.role == "particle":
            behind = [i for i, start in enumerate(starts) if start > word.start]
            if behind and behind[0] > 1 and word.text in SURNAME_JOINERS:
                return behind[0] - 1  # "Juan Pérez y Soto"
            if behind and behind[0] > 0:
                return behind[0]
            if behind:
                return 0 if len(groups) == len(behind) and len(groups) <= 2 else 1
    last = len(groups) - 1
    if groups[last][0].initial and not groups[0][0].initial:
        return last
    while last > 1:
        fore, sur = masses[last - 1]
        if groups[last - 1][0].initial or sur <= fore or sur < 0.02:
            break
        last -= 1
    return last


# Scripts without spaces: the family name is the longest known one at the beginning.


def _unspaced(text: str, words: list[Word], tables: NameTables) -> Name:
    out: list[Word] = []
    core = [word for word in words if word.role == ""]
    transcribed = "・" in text or "·" in text
    for word in words:
        if word.role:
            out.append(word)
        elif len(core) > 1:
            family = word is (core[-1] if transcribed else core[0])
            out.append(replace(word, role="last" if family else "first"))
        else:
            out.extend(_split_unspaced(word, any(w.role == "title" for w in words), tables))
    return Name(text, tuple(out), family_first=not transcribed and len(out) > 1, sure=len(out) > 1)


def _split_unspaced(word: Word, titled: bool, tables: NameTables) -> list[Word]:
    text = word.text
    for size in range(min(LONGEST_SURNAME, len(text) - 1), 0, -1):
        if text[-size:] in NAME_TITLES and not (len(text) > 2 and tables.is_surname(text[:-1])):
            continue  # "田中君" is addressed, 王君 and 王昭君 are names
        if any(title.after for title in known_titles().get(text[-size:], ())):
            name = replace(word, text=text[:-size], end=word.end - size)
            title = Word(text[-size:], name.end, word.end, "title")
            return [*_split_unspaced(name, True, tables), title]
    cut = next(
        (
            size
            for size in range(min(LONGEST_SURNAME, len(text)), 0, -1)
            if text[:size] in COMPOUND_SURNAMES or tables.is_surname(text[:size])
        ),
        0,
    )
    if cut == len(text) or (titled and not cut):
        return [replace(word, role="last")]
    if not cut or tables.is_forename(text) or len(text) - cut > 3:
        return [replace(word, role="first")]
    middle = word.start + cut
    return [
        Word(text[:cut], word.start, middle, "last"),
        Word(text[cut:], middle, word.end, "first"),
    ]


# What a name tells.


def title_gender(name: Name) -> str:
    """The gender that a title tells: "F", "M" or ""."""
    words = name.having("title")
    if len(words) != 1:
        return ""
    found = {t.gender for t in known_titles().get(fold(words[0].text).replace(".", ""), ())}
    return found.pop() if len(found) == 1 else ""


# Comparing words of names.


def same_forename(a: str, b: str) -> bool:
    """Are two folded forenames one, or short forms of one (Bob, Robert)?"""
    return a == b or a in short_forms().get(b, ())


def slip(a: str, b: str) -> int:
    """The edit distance of two folded words: letters put in, left out, exchanged or swapped.

    Optimal string alignment; distances above 2 are given as 3.
    """
    if abs(len(a) - len(b)) > 2:
        return 3
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return min(row[-1], 3)


def misspelt(a: str, b: str, tables: NameTables) -> bool:
    """May one of two folded words be a slip of the other, and not another name?

    a, b (str): Folded words.
    tables (NameTables): Names of which neither is far commoner are two: Maria and Marie.
    """
    most = most_slips(min(len(a), len(b)))
    if not most or a == b or len(set(a) ^ set(b)) > MOST_OTHER_LETTERS:
        return False
    if skeleton(a) == skeleton(b):
        return True
    if slip(a, b) > most:
        return False
    rare, common = sorted((sum(name_masses(a, tables)), sum(name_masses(b, tables))))
    return rare == 0 or common >= FAR_COMMONER * rare


MOST_OTHER_LETTERS = 4
"""Letters that only one of two words has, at most, where one is a slip of the other."""
FAR_COMMONER = 15
"""So many times commoner must a name be for the other one to be a slip of it."""

_SOUNDS = (
    (regex.compile(r"ph"), "f"),
    (regex.compile(r"(.)\1+"), r"\1"),
    (regex.compile(r"th"), "t"),
    (regex.compile(r"([aou])e"), r"\1"),
)


def most_slips(length: int) -> int:
    """How many letters may be wrong in a word of so many: none where it is short."""
    return 0 if length < 4 else 1 if length < 7 else 2


@lru_cache(maxsize=4096)
def skeleton(word: str) -> str:
    """How a folded word sounds: "ph" as "f", no letter twice."""
    for pattern, put in _SOUNDS:
        word = pattern.sub(put, word)
    return word
