"""Finds further places where a person is named whom a document names elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from ....core.labels import NAME_LABELS
from ....core.later import regex
from ....core.spans import DENIED, PiiSpan
from ....text.lexicon.person_words import ACRONYMS, ADDRESSES, NO_SPEAKERS
from ....text.lexicon.tables import NameTables, script_of, word_key
from ....text.page.page import page_for
from ..link.entity import Entity
from ..mention.glue import SHORTEST_TOGETHER, run_together, split_part
from ..mention.name import UNSPACED
from .finder import SHORTEST, WORD, Finder

SOURCE = "propagated"
"""How the sources of what is found here begin."""
Hit = tuple[int, int, str]
"""First character, end, and the person."""
DISCOUNT = 0.7
"""A propagated mention scores this share of the person's best mention."""
SURE, SURE_OF_WORD = 0.5, 0.7
"""What a person's best mention must score, and where the name is also an ordinary word: a heading
that was taken for a name would be hidden wherever it stands."""

THINGS = frozenset({"EMPLOYER", "LOCATION", "NATIONALITY", "SCHOOL"})
"""Gives way to a person of the text who is called so: "my boss Ana Ruiz ... I work for Ana"."""
WHERE = frozenset({"in", "at", "near", "around", "across", "outside", "inside", "via"})
"""Words behind which a place is one, whoever is called like it."""
_MOVED = regex.compile(
    r"(?:(?<!\p{L})(?:go|goes|going|went|gone|mov(?:e[ds]?|ing)|travel\p{L}*|fl(?:y|ew|ies|ying)|dr[io]ve"
    r"|com(?:e|es|ing)|came|return\p{L}*|back|trip|flight|bus|train|way|welcome|am|is|was|are|were)"
    r"|['’](?:m|s|re)) (?:to|from) \Z",
    regex.I,
)
_BEHIND_MOVE = 24
_POSSESSIVE = regex.compile(r"['’]s\b")

SHORTEST_IN_TAG = 4
"""Letters of a name beside a word in a tag without capitals."""

_TAG = regex.compile(r"(?<![\p{L}\p{N}&/])#[\p{L}\p{M}\p{N}_]+")
_TAG_PART = regex.compile(r"\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+(?!\p{Ll})")
_LONG_WORD = regex.compile(rf"[\p{{L}}\p{{M}}]{{{SHORTEST_TOGETHER},}}")
# "Ana R: ...", "Ana R said"; "A" and "I" are words, too.
_INITIAL = regex.compile(
    r" (?P<letter>\p{Lu})(?=[.,:;)!?\n]|\Z)| (?P<letter>(?![AI])\p{Lu})(?= \p{Ll})"
)
_TURN = regex.compile(r"^(\p{Lu}{1,3})[ \u00a0\u202f]?:(?=\s)", regex.M)
_SIGNED = (
    r"(?m)(?:^[ \t>*_]*|[:\u2013\u2014|][\s*_]*|\b(?:by|von|par|av|por|door)\s+)"
    r"%s[ \t*_]*(?:[|;.)]|$)"
)
_CAPITALS = regex.compile(r"(?<![\p{L}\p{N}.&/-])\p{Lu}{2,3}(?![\p{L}\p{N}&-]|\.\p{L})")
# The possessive of Swedish, Dutch and German, and a family in English: "Karins bok", "the Okafors".
_WITH_S = regex.compile(r"(?<![\p{L}\p{M}\p{N}])\p{Lu}[\p{L}\p{M}]{2,}s(?![\p{L}\p{M}\p{N}])")
_BETWEEN = regex.compile(r"[^\S\n]|-|\.? ")


@dataclass(frozen=True)
class PersonSearch:
    """The persons of a document, made ready to be looked for.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): Linked spans, by place.
    entities (Mapping[str, Entity]): Their entities.
    tables (NameTables): The name tables.
    best (Mapping[str, PiiSpan]): Each person's surest mention.
    words (Mapping[str, str]): The folded words of sure persons' names, each with its person.
    initials (Mapping[str, str]): Two or three letters that are the initials of just one sure
        person.
    finder (Finder): Walks through the words of the text.
    closed (Sequence[tuple[int, int]]): Places where nothing is added.
    """

    text: str
    spans: Sequence[PiiSpan]
    entities: Mapping[str, Entity]
    tables: NameTables
    best: Mapping[str, PiiSpan]
    words: Mapping[str, str]
    initials: Mapping[str, str]
    finder: Finder
    closed: Sequence[tuple[int, int]]

    @classmethod
    def of(
        cls,
        text: str,
        spans: Sequence[PiiSpan],
        entities: Mapping[str, Entity],
        tables: NameTables,
        closed: Iterable[tuple[int, int]] = (),
        foreign: Iterable[tuple[int, int]] = (),
    ) -> PersonSearch:
        """Read what is looked for; the arguments are those of `propagate`."""
        closed = list(closed)
        best: dict[str, PiiSpan] = {}
        for span in spans:
            if span.id not in best or span.score > best[span.id].score:
                best[span.id] = span
        scores = {i: span.score for i, span in best.items()}
        words = _words(entities, scores, tables)
        called = _first_names(entities) & words.keys()
        closing = (s for s in spans if not _gives_way(text, s, called, words))
        taken = sorted([*((s.start, s.end) for s in closing), *closed])
        finder = Finder(text, words, taken, tables, _written_small(text, spans), sorted(foreign))
        initials = _initials(entities, scores)
        return cls(text, spans, entities, tables, best, words, initials, finder, closed)


@runtime_checkable
class SearchStep(Protocol):
    """Looks for further mentions of the persons of a document, in one way."""

    def __call__(self, search: PersonSearch) -> Iterable[Hit | PiiSpan]:
        """Find mentions.

        search (PersonSearch): Who is looked for, and where.
        YIELDS (tuple[int, int, str]): First character, end and the person: a part of the name.
            What stands where something else was found is left out afterwards, and neighbours
            become one mention. A span (PiiSpan) is added as it is.
        """
        ...  # pragma: no cover


def propagate(
    text: str,
    spans: Sequence[PiiSpan],
    entities: Mapping[str, Entity],
    tables: NameTables,
    closed: Iterable[tuple[int, int]] = (),
    foreign: Iterable[tuple[int, int]] = (),
    steps: Mapping[str, SearchStep] | None = None,
) -> list[PiiSpan]:
    """Find the parts of persons' names where nothing was detected, or something that gives way.

    A person counts only if one mention is sure. An ordinary word is taken for a name only if it
    has a capital inside a sentence. A name before another person's surname, or before "scale",
    "school" or "'s law", names something else.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): Linked spans, by place.
    entities (Mapping[str, Entity]): Their entities.
    tables (NameTables): The name tables.
    closed (Iterable): Places where nothing is added, such as public web addresses.
    foreign (Iterable): Places in another language: what opens a sentence there is rather a word.
    steps (Optional[Mapping[str, SearchStep]]): Ways to look, by name; SEARCH_STEPS if left out.
    RETURNS (list[PiiSpan]): The added mentions, with the id of their person and the source
        "propagated.<step>". One may stand where a firm, place or school was found.
    """
    search = PersonSearch.of(text, spans, entities, tables, closed, foreign)
    hits: dict[Hit, str] = {}
    added: list[PiiSpan] = []
    for name, step in (SEARCH_STEPS if steps is None else steps).items():
        for hit in step(search):
            if isinstance(hit, PiiSpan):
                added.append(hit)
            elif search.finder.is_free(*hit[:2]):
                hits.setdefault(hit, name)
    found = _merge(text, sorted(hits))
    for at, (start, end, i) in enumerate(found):
        behind = _initial_behind(text, start, end, entities[i])
        if search.finder.is_free(end, behind):
            found[at] = (start, behind, i)
    first = {(start, i): name for (start, _, i), name in reversed(hits.items())}
    for start, end, i in found:
        score = round(search.best[i].score * DISCOUNT, 4)
        source = f"{SOURCE}.{first[start, i]}"
        added.append(PiiSpan(start, end, search.best[i].label, score, source, i))
    return added


class NameParts:
    """A part of a name that stands alone: "Okafor agreed"."""

    def __call__(self, search: PersonSearch) -> Iterable[Hit]:
        """Find mentions."""
        return search.finder.find() if search.words else ()


class WithS:
    """A part of a name with an s behind it, where the whole is no other name or word: "Karins"."""

    def __call__(self, search: PersonSearch) -> Iterator[Hit]:
        """Find mentions."""
        words = search.words
        for match in _WITH_S.finditer(search.text) if words else ():
            key = word_key(match[0])
            person = words.get(key[:-1])
            if person and key not in words and not search.tables.is_known(key):
                yield (*match.span(), person)


class Initials:
    """Initials: "WJ paid for it". A usual abbreviation counts where others are written so, too."""

    def __call__(self, search: PersonSearch) -> Iterator[Hit]:
        """Find mentions."""
        text, initials = search.text, search.initials
        there = {match[0] for match in _CAPITALS.finditer(text)} & initials.keys()
        found = {text[s.start : s.end] for s in search.spans if s.label in NAME_LABELS}
        short = {letters for letters in there if len(letters) == 2}  # "USA" is rarely somebody
        told = {letters for letters in there - (short - ACRONYMS) if _is_told(text, letters)}
        own = told | (short - ACRONYMS)
        own = own | short if own or there & found else own
        for match in _CAPITALS.finditer(text) if own else ():
            if match[0] in own:
                yield (*match.span(), initials[match[0]])


class Turns:
    """Turns that begin with initials: "M: ..." of who was found so before, "NP: ..." of anybody."""

    def __call__(self, search: PersonSearch) -> Iterable[Hit]:
        """Find mentions."""
        return _turns(search.text, search.spans, search.initials)


class Glued:
    """A forename and a surname in one word, as in names of files: "amaraokafor"."""

    def __call__(self, search: PersonSearch) -> Iterable[Hit]:
        """Find mentions."""
        known = {i: search.entities[i] for i in set(search.words.values())}
        return _glued(search.text, known, search.tables)


class FileNames:
    """A part of a name in the name of a file, whatever the word means else."""

    def __call__(self, search: PersonSearch) -> Iterator[Hit]:
        """Find mentions."""
        if not search.words:
            return
        for start, end in page_for(search.text).words_of_files:
            if (key := word_key(search.text[start:end])) in search.words:
                yield start, end, search.words[key]


class Tags:
    """A part of a name in a tag of several words: "#TeamMara", "#justice_for_mara", "#gomara"."""

    def __call__(self, search: PersonSearch) -> Iterable[Hit]:
        """Find mentions."""
        return _tagged(search.text, search.words, search.tables) if search.words else ()


SEARCH_STEPS: Mapping[str, SearchStep] = {
    "parts": NameParts(),
    "turns": Turns(),
    "glued": Glued(),
    "initials": Initials(),
    "file_names": FileNames(),
    "tags": Tags(),
    "with_s": WithS(),
}
"""The steps of the default config, in their order."""


def _written_small(text: str, spans: Sequence[PiiSpan]) -> set[str]:
    """The persons whose names the text writes in small letters wherever they were found."""
    named = [s for s in spans if s.label in NAME_LABELS]
    other = {s.id for s in named if not text[s.start : s.end].islower()}
    return {s.id for s in named} - other


def _initials(entities: Mapping[str, Entity], scores: Mapping[str, float]) -> dict[str, str]:
    """Initials of just one sure person ("N. Petrosyan", "A.G.", "Wei Jun", "Bas Jan de Wit")."""
    found: dict[str, set[str]] = {}
    turned: dict[str, set[str]] = {}  # "WJ" is Wei Jie, whose surname may be either
    for i, entity in entities.items():
        if entity.label not in NAME_LABELS or scores.get(i, 0.0) < SURE or entity.role == "public":
            continue
        both = entity.first[:1] + entity.last[:1] if entity.first and entity.last else ""
        given, last = (
            "".join(word[0] for word in split_part(part)) for part in (entity.first, entity.last)
        )
        middle = "".join(word[0] for word in split_part(entity.middle))
        both = both or entity.initials.replace(".", "")
        for letters in {w.upper() for w in (both, given, f"{given}{middle}{last}" * bool(last))}:
            if len(letters) in (2, 3) and letters not in NO_SPEAKERS:
                found.setdefault(letters, set()).add(i)
                turned.setdefault(letters[::-1], set()).add(i)
    known = {**turned, **found}
    return {letters: next(iter(own)) for letters, own in known.items() if len(own) == 1}


def _is_told(text: str, letters: str) -> bool:
    """Does the text say that letters short for something else are somebody's: "TD means Tom Doyle",
    "Tom Doyle (TD)", "T.D.", or do they sign a text, a line of minutes or a row?"""
    if regex.search(_SIGNED % letters, text):
        return True
    if len(letters) > 2:
        return False
    first, second = letters[0], letters[1]
    said = rf"{letters} (?:means|stands for|is short for|=) ?{first}\p{{Ll}}"
    bracket = rf"{first}\p{{Ll}}+ (?:\p{{L}}+ )?{second}\p{{Ll}}+ ?\({letters}\)"
    dotted = rf"{first}\.\s?{second}\."
    return regex.search(rf"(?<![\p{{L}}.])(?:{dotted}|{said}|{bracket})", text) is not None


def _tagged(text: str, words: Mapping[str, str], tables: NameTables) -> list[Hit]:
    """The names in tags of several words: "#TeamMara", "#justice_for_mara", "#gomara"."""
    found = []
    for tag in _TAG.finditer(text):
        for part in _TAG_PART.finditer(text, tag.start() + 1, tag.end()):
            key, whole = word_key(part[0]), part[0] == tag[0][1:]
            start, end = part.span()
            if key not in words and key.endswith("s") and key[:-1] in words:
                key, end = key[:-1], end - 1  # "#MarasTeam"
            if key in words and not (whole and part[0].islower()):
                found.append((start, end, words[key]))
            elif whole and len(key) == end - start:
                found += [(start + a, start + b, i) for a, b, i in _glued_tag(key, words, tables)]
    return found


def _glued_tag(tag: str, words: Mapping[str, str], tables: NameTables) -> Iterator[Hit]:
    """A long name that begins or ends a tag in small letters, beside a word: "gomara"."""
    for cut in range(2, len(tag) - 1):
        for start, end, rest in ((0, cut, tag[cut:]), (cut, len(tag), tag[:cut])):
            name = tag[start:end]
            known = end - start >= SHORTEST_IN_TAG and name in words
            if known and tables.is_common_word(rest) and not tables.is_common_word(tag):
                yield start, end, words[name]
                return


def _turns(text: str, spans: Sequence[PiiSpan], initials: Mapping[str, str]) -> list[Hit]:
    """Where somebody speaks whose turns begin with initials: "M: ..." again, "NP: ..." at all."""
    taken = {span.start for span in spans}
    speakers = {
        **initials,
        **{
            text[s.start : s.end]: s.id
            for s in spans
            if s.label in NAME_LABELS and s.score >= SURE and _TURN.match(text, s.start, s.end + 2)
        },
    }
    if not speakers:
        return []
    return [
        (*match.span(1), speakers[match[1]])
        for match in _TURN.finditer(text)
        if match[1] in speakers and match.start() not in taken
    ]


def _words(
    entities: Mapping[str, Entity], scores: Mapping[str, float], tables: NameTables
) -> dict[str, str]:
    """The folded words of all sure persons' names, each with the last person who bears it."""
    out: dict[str, str] = {}
    for i, entity in entities.items():
        score = scores.get(i, 0.0)
        if entity.label not in NAME_LABELS or entity.role == "public" or score < SURE:
            continue
        for part in (entity.first, entity.middle, entity.last, entity.nickname):
            for word in split_part(part):
                if score < SURE_OF_WORD and tables.is_common_word(word):
                    continue
                key = word_key(word)
                short = script_of(key) in UNSPACED or tables.is_only_name(word)
                if len(key) >= SHORTEST or (len(key) > 1 and short):
                    out[key] = i
    return out


def _first_names(entities: Mapping[str, Entity]) -> set[str]:
    """What the persons are called by."""
    persons = [entity for entity in entities.values() if entity.label in NAME_LABELS]
    parts = [part for person in persons for part in (person.first, person.nickname)]
    return {word_key(word) for part in parts for word in split_part(part)}


def _gives_way(text: str, span: PiiSpan, called: set[str], words: Mapping[str, str]) -> bool:
    """Is what was taken for a firm, place or school what a person of the text is called by, or
    that person's forename and surname?

    A surname alone is a person rather than a place ("a letter from Stratton"), and rather than a
    firm where it has the line to itself ("Stratton 7", a page's head).
    """
    if span.label not in THINGS or span.source == DENIED:
        return False
    if span.label == "LOCATION" and is_where(text, span):
        return False
    found = [word.lower() for word in WORD.findall(text, span.start, span.end)]
    keys = [word_key(word) for word in found if word not in ADDRESSES]
    persons = {words.get(key, "") for key in keys}
    of_one = len(persons) == 1 and "" not in persons
    if of_one and (len(found) > 1 or span.label == "LOCATION" or has_line(text, span)):
        return True
    return bool(keys) and called.issuperset(keys)


def is_where(text: str, span: PiiSpan) -> bool:
    """Does what stands before say that it is a place ("in Sofia", "came from Sofia"), and not what
    is somebody's ("in Sofia's corner")? People also give and get: "photos from Ana"."""
    if _POSSESSIVE.match(text, span.end):
        return False
    before = text[max(0, span.start - 12) : span.start].lower().split()[-1:]
    moved = _MOVED.search(text[max(0, span.start - _BEHIND_MOVE) : span.start])
    return moved is not None or not WHERE.isdisjoint(before)


def has_line(text: str, span: PiiSpan) -> bool:
    """Is it the only word of its line?"""
    before = text[text.rfind("\n", 0, span.start) + 1 : span.start]
    behind = text[span.end :].partition("\n")[0]
    return not any(character.isalpha() for character in before + behind)


def _glued(text: str, entities: Mapping[str, Entity], tables: NameTables) -> list[Hit]:
    """Words that begin or end with forename and surname in one, as in names of files."""
    wholes = {
        w: i for i, entity in entities.items() for w in run_together(entity.first, entity.last)
    }
    lengths = sorted({len(whole) for whole in wholes})  # not each length of a word without end
    found = []
    for match in _LONG_WORD.finditer(text) if wholes else ():
        letters = word_key(match[0])
        ends = (end for n in lengths for end in (letters[:n], letters[-n:]))
        person = next((wholes[end] for end in ends if end in wholes), None)
        if person is not None and not tables.is_common_word(match[0]):
            found.append((*match.span(), person))
    return found


def _initial_behind(text: str, start: int, end: int, entity: Entity) -> int:
    """Where the first letter of the surname ends behind a forename, else where the name does."""
    match = _INITIAL.match(text, end)
    called = [word_key(word) for word in split_part(entity.first)]
    own = match is not None and match["letter"] == entity.last[:1].upper()
    return match.end() if own and word_key(text[start:end]) in called else end


def _merge(text: str, hits: Sequence[Hit]) -> list[Hit]:
    """Words of one person next to each other are one mention."""
    out: list[Hit] = []
    for start, end, person in dict.fromkeys(hits):
        if out and out[-1][2] == person and _BETWEEN.fullmatch(text, out[-1][1], start):
            out[-1] = (out[-1][0], end, person)
        elif not out or start >= out[-1][1]:
            out.append((start, end, person))
    return out
