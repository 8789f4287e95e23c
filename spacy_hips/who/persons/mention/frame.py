"""What stands around a name in a mention: titles, suffixes, particles, nicknames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ....core.later import regex
from ....text.lexicon.person_words import (
    ARTICLES,
    BORN,
    IRISH,
    JOINERS,
    LEADING_PARTICLES,
    PAIRED_PARTICLES,
    PERSON_JOINERS,
    SEMITIC_PARTICLES,
    SHOUTED_PARTICLES,
)
from ....text.lexicon.tables import NameTables, fold, particles, suffixes
from .joined_words import breaks, run_together_words, without_breaks
from .name import HYPHENS, Word
from .order import is_run_of_initials
from .title_phrases import title_phrase
from .titles import (
    FAMILY_FIRST,
    is_suffix,
    is_title,
    is_title_apart,
    is_title_behind,
    known_titles,
    surname_culture,
)

SEMITIC: tuple[str, ...] = ("arab", "hebrew", "sahel", "horn")
_WORD = regex.compile(r"[\p{L}\p{M}]+(?:['’ʼ‘`][\p{L}\p{M}]+)*")
SON_OF = regex.compile(r"[ad]/[lp]|[sdwh]/o", regex.I)
"""Son, daughter, wife or husband of, between a name and that of a father: "a/l", "D/O"."""
_CHUNK = regex.compile(rf"(?<!\S)(?:{SON_OF.pattern})(?!\S)|[^\s,;/&]+", regex.I)
_POSSESSIVE = regex.compile(r"['’ʼ`][sS]$")
_QUOTED = regex.compile(
    r"(?:\([\"“„'‘]|[\"“”„«»‹(\['‘‚])[^\"“”„«»‹›()\[\]]{1,30}(?:[\"”“'’]\)|[\"“”«»›)\]'’])"
)


def frame(text: str, tables: NameTables) -> tuple[list[Word], int | None]:
    """Find the words of a mention, and the roles of those around the name.

    text (str): The mention.
    tables (NameTables): The name tables.
    RETURNS (tuple): The words, where those of the name itself have role "", and the place of the
        comma of "Last, First", or None.
    """
    words: list[Word] = []
    nicknames = [m for m in _QUOTED.finditer(text) if m.start() > 0]
    broken = breaks(text, tables)
    chunks = _chunks(text, broken)
    titled = 0
    for number, (start, end) in enumerate(chunks):
        quoted = next((m.group()[0] for m in nicknames if m.start() <= start < m.end()), "")
        if number >= titled and not _is_begun(text, start, words):
            titled = number + title_phrase(text, chunks[number:], tables)
        role = (
            "title" if number < titled else _chunk_role(text, chunks, number, words, tables, quoted)
        )
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
    if SON_OF.fullmatch(chunk):
        return "particle"
    joins = chunk in JOINERS and len(chunks) > 1  # "og" alone: Ola Grande
    if joins and (role := _joiner_role(text, chunks, number, words, tables)):
        return role
    named = sum(1 for word in words if word.role in ("", "nickname"))
    if named and key in BORN and chunk.strip("([")[0].islower() and left:
        return "mark"
    mark = next((w for w in reversed(words) if w.role in ("mark", "suffix")), None)
    born = BORN.get(fold(mark.text).replace(".", "")) if mark and mark.role == "mark" else None
    if born:
        return born
    if quoted:
        return _quoted_role(key, chunk, quoted, tables)
    begun = _is_begun(text, start, words)
    if not begun and is_title(key, text, chunks[number:], tables, not named):
        return "title"
    if named and is_title_apart(key, chunk, tables) and text[:start].rstrip().endswith(","):
        return "title"  # "Ana Okri, Dr."
    if named and not left and is_title_behind(key, chunk, text, tables):
        return "title"
    suffixed = any(word.role == "suffix" for word in words)
    if named and is_suffix(key, chunk.strip("()"), text, start, named, left, suffixed, tables):
        return "suffix"
    return ""


def _is_begun(text: str, start: int, words: Sequence[Word]) -> bool:
    """Stands a word of the name before a place? Behind a comma it begins anew ("Okri, Dr. Ana")."""
    comma = text.rfind(",", 0, start)
    return any(word.role == "" and word.start > comma for word in words)


def _joiner_role(
    text: str,
    chunks: Sequence[tuple[int, int]],
    number: int,
    words: Sequence[Word],
    tables: NameTables,
) -> str:
    """What "and" or the "y" of "Ortega y Gasset" is; "" for an initial in small letters."""
    chunk, last = text[slice(*chunks[number])], number == len(chunks) - 1
    titles = bool(words) and all(word.role == "title" for word in words)
    if chunk in PERSON_JOINERS and (titles or last or not number):
        return "mark"
    if last:
        return ""
    behind = text[slice(*chunks[number + 1])]
    if not number:
        return "" if behind[0].islower() and len(chunk) == 1 else "particle"
    before = [word for word in words if word.role == ""]
    if chunk == "e" and len(before) == 1:
        fore, sur = tables.masses(before[0].folded)
        other = surname_culture(behind, tables) not in ("", "lusophone", "hispanic", "italian")
        return "" if fore > sur and other else "particle"  # "John e Smith"
    return "particle"


def _quoted_role(key: str, chunk: str, quote: str, tables: NameTables) -> str:
    """What stands in quotes is a nickname; in brackets it may be a second surname or a degree."""
    bare = chunk.strip("()[]")
    if bare[:1].isupper() and is_title_apart(key, bare, tables):
        return "title"
    if key in suffixes() and bare[:1].isupper():
        return "suffix"
    fore, sur = tables.masses(key)
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
        stem = word[: tail.start()] if tail else tables.genitive_of(word)
        if stem:
            cut = match.start() + len(stem)
            yield Word(stem, match.start(), cut, role)
            yield Word(text[cut : match.end()], cut, match.end(), "possessive")
        elif _digraph(word, text, match.end()):
            yield Word(word, match.start(), match.end(), role, short=True)
        elif _initial_run(word, text, match.end()) or (
            role == "" and match.span() == (start, end) and is_run_of_initials(word, text, tables)
        ):
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
        if word.role or fold(word.text) not in known or word.text in JOINERS:
            continue  # what "e" is was told before
        if not later:
            behind_comma = 0 <= comma < word.start and word.text.islower()
            if behind_comma and any(w.role == "" and w.start > comma for w in words[:i]):
                words[i] = replace(word, role="particle")  # "Berg, Jan van der"
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
    if not tables.is_name(key):
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
