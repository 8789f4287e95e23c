"""Which core words of a mention are forenames and which are surnames."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from ....text.lexicon.person_words import COMPOUND_SURNAMES, NAME_TITLES, SURNAME_JOINERS
from ....text.lexicon.tables import NameTables, fold, script_of
from .name import HYPHENS, UNSPACED, Name, Word
from .titles import FAMILY_FIRST, FOUR_WORDS, SELDOM, is_familiar, known_titles, surname_culture

LONGEST_SURNAME = 3


def lone(word: Word, titled: bool, words: Sequence[Word], tables: NameTables) -> tuple[str, bool]:
    """The role of a word that stands alone, and whether it is sure.

    word (Word): The only core word of a mention.
    titled (bool): A title stands beside it.
    words (Sequence[Word]): All words of the mention.
    tables (NameTables): The name tables.
    RETURNS (tuple[str, bool]): Such as ("last", True) for "Mr. Okri".
    """
    fore, sur = tables.masses(word.folded)
    if any(w.role == "particle" for w in words):
        return "last", True
    if sur <= 20 * fore and any(w.role == "title" and is_familiar(w.text) for w in words):
        return "first", True  # "Tía Rosa", "Don Ernesto", "Tita Baby"
    if titled:
        return ("first", True) if fore > max(20 * sur, SELDOM) else ("last", True)
    if looks_like_initials(word.text, tables):
        return "initials", False
    sure = bool(fore) != bool(sur) or max(fore, sur) > 20 * min(fore, sur)
    nicknamed = any(w.role == "nickname" for w in words)
    return ("last", sure) if sur > fore and not nicknamed else ("first", sure and fore > 0)


def looks_like_initials(text: str, tables: NameTables) -> bool:
    """Is a word of capitals such as "JP" more likely initials than a name?

    text (str): The word.
    tables (NameTables): The name tables.
    RETURNS (bool): Whether it is.
    """
    if not (2 <= len(text) <= 3 and text.isupper() and text.isalpha()):
        return False
    if script_of(text) in UNSPACED:
        return False
    return not (tables.is_forename(text) or tables.is_surname(text)) or not any(
        vowel in fold(text) for vowel in "aeiouy"
    )


def is_run_of_initials(word: str, text: str, tables: NameTables) -> bool:
    """Are two or three capitals beside words in small letters initials: "AJ Okri", "Okri, NB"?

    word (str): The capitals.
    text (str): The mention.
    tables (NameTables): The name tables, which tell "NG Wei Ming" and "ANA Okri".
    RETURNS (bool): Whether they are.
    """
    mixed = any(c.islower() for c in text) and looks_like_initials(word, tables)
    return mixed and not max(tables.masses(fold(word)))


def given_roles(words: Sequence[Word]) -> list[str]:
    """Roles of given names: the first is the forename, the others are middle names.

    words (Sequence[Word]): The words, or one of each group that a hyphen joins.
    RETURNS (list[str]): A role for each.
    """
    return ["first"] + ["middle"] * (len(words) - 1) if words else []


def order(
    text: str, core: Sequence[Word], words: Sequence[Word], tables: NameTables
) -> tuple[list[str], bool, bool]:
    """The roles of several words without a comma.

    text (str): The mention.
    core (Sequence[Word]): Its core words.
    words (Sequence[Word]): All its words.
    tables (NameTables): The name tables.
    RETURNS (tuple): A role for each core word, whether the family name comes first, and whether
        the tables know all of the words.
    """
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
        roles = ["last"] * size + given_roles([g[0] for g in groups[size:]])
    else:
        first_last = _first_of_last(groups, masses, words)
        roles = given_roles([g[0] for g in groups[:first_last]])
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
    whole = tables.masses("-".join(word.folded for word in group))
    parts = [tables.masses(word.folded) for word in group]
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
    if groups[0][0].initial or _korean_given(groups[0]):
        return False
    if groups[-1][0].initial:
        fore, sur = masses[0]  # "Okri, N. B." without its comma
        return all(group[0].initial for group in groups[1:]) and sur > 20 * fore
    (fore, sur), rest, (last_fore, last_sur) = masses[0], masses[1], masses[-1]
    lead = surname_culture(groups[0][0].text, tables)
    if len(groups) > 3 and (lead not in FOUR_WORDS or last_sur > sur):
        return False
    if sur > 0 and len(groups) == 2 and _korean_given(groups[1]):
        return True
    if fore == 0 and sur > 0 and rest[0] > 0 and last_sur < 0.1 * rest[0]:
        return True
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


def _first_of_last(
    groups: Sequence[Sequence[Word]], masses: Sequence[tuple[float, float]], words: Sequence[Word]
) -> int:
    """Where the family name begins: at a particle, else at the last words that are surnames."""
    starts = [group[0].start for group in groups]
    for word in words:
        if word.role == "particle":
            behind = [i for i, start in enumerate(starts) if start > word.start]
            joins = word.text in SURNAME_JOINERS and behind and behind[0] > 0
            if joins and (behind[0] > 1 or masses[0][1] > masses[0][0]):
                return behind[0] - 1  # "Juan Pérez y Soto", "Pérez y Soto"
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


def unspaced(text: str, words: list[Word], tables: NameTables) -> Name:
    """Take a name apart that is written in a script without spaces.

    text (str): The mention.
    words (list[Word]): Its words with the roles of the frame.
    tables (NameTables): The name tables.
    RETURNS (Name): The family name is the longest known one at the beginning.
    """
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
