"""Where known people are named in one text: an index of all their forms, and the search."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ....core.ids import Ids
from ....core.labels import ROLE_LABELS
from ....core.later import regex
from ....core.spans import KNOWN_PEOPLE, PiiSpan
from ....text.lexicon.letters import undress
from ....text.lexicon.person_words import PUBLIC_NAMES
from ....text.lexicon.tables import NameTables, fold, script_of, word_key
from ..link.entity import KNOWN
from ..mention.name import UNSPACED, Name
from ..mention.parse import parse
from ..mention.titles import known_titles

SURE, LIKELY, MAYBE = 0.99, 0.9, 0.7
SHORTEST_LONE = 3
SHORTEST_GLUED = 5
LONGEST_RUN = 6

_TOKEN = regex.compile(r"(?!(?<=['’ʼ])[sS]\b)[\p{L}\p{M}]+(?:['’ʼ](?![sS]\b)[\p{L}\p{M}]+)*")
_CHUNK = regex.compile(r"[^\s<>()\[\]{}\"“”«»,;|?&=]+")
_GAP = regex.compile(r"[^\S\n]{1,3}|[-‐‑.]|\.?,?[^\S\n]{0,2}\n?[^\S\n]{0,2}")
_TITLE = regex.compile(r"(?<![\p{L}\p{M}'’-])(\p{L}{2,10})\.?[^\S\n]{1,2}\Z")
_OPENING = '.!?:;\n\r\t•*"“”()[]>'
_UNSPACED_RUN = regex.compile(r"[\p{Han}\p{Hangul}\p{Hiragana}\p{Katakana}]+")


@dataclass(frozen=True)
class KnownPerson:
    """A row of the table.

    person_id (str): Who it is; rows that share it are one person.
    name (str): The full name, in any form that `parse` reads.
    aliases, emails, handles (tuple[str, ...]): Other names and addresses.
    role (str): student, instructor, private, public or "".
    authors (tuple[str, ...]): The author ids of this person's own texts, beside the person_id.
    groups (tuple[str, ...]): The groups the person belongs to; none means all.
    row (int): The first row of the table that is about the person, from 1; 0 for none.
    whole (bool): Only the whole name tells the person, no word of it.
    """

    person_id: str
    name: str = ""
    aliases: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    handles: tuple[str, ...] = ()
    role: str = ""
    authors: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    row: int = 0
    whole: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The name and the aliases."""
        return tuple(n for n in (self.name, *self.aliases) if n)

    @property
    def label(self) -> str:
        """The label of the person's mentions."""
        return ROLE_LABELS.get(self.role, "PERSON")


# The index


class Index:
    """Every form of every name, by folded words.

    forms: word sequences of full names, each with the people and whether it has an initial.
    lone: single words and surnames with particles.
    glued: "mgarcia", "mariagarcia", ... without separators.
    exact: addresses, handles and ids, with the label each gets.
    native: names in scripts without spaces, as they are written.
    """

    def __init__(self, people: Sequence[KnownPerson], tables: NameTables) -> None:
        self.forms: dict[tuple[str, ...], dict[int, bool]] = defaultdict(dict)
        self.lone: dict[tuple[str, ...], set[int]] = defaultdict(set)
        self.glued: dict[str, set[int]] = defaultdict(set)
        self.exact: dict[str, tuple[str, set[int]]] = {}
        self.native: dict[str, tuple[bool, set[int]]] = {}
        self.longest: dict[str, int] = {}
        for number, person in enumerate(people):
            for name in person.names:
                self._add_name(number, parse(name, tables))
            self._add_exact(number, person)
        for form in (*self.forms, *self.lone):
            self.longest[form[0]] = max(self.longest.get(form[0], 0), len(form))

    def _add_name(self, number: int, name: Name) -> None:
        words = {r: [w.folded for w in name.having(r)] for r in ("first", "middle", "last")}
        first, middle, last = words["first"], words["middle"], words["last"]
        if any(script_of(w.text) in UNSPACED for w in name.core):
            self._add_native(number, name)
            return
        for form, initial in _forms(first, middle, last, name):
            known = self.forms[form]
            known[number] = known.get(number, True) and initial
        particles = [w.folded for w in name.having("particle")]
        for lone in (first, last, particles + last, *([w] for w in (*first, *last))):
            if lone and any(len(word) >= SHORTEST_LONE for word in lone):
                self.lone[tuple(lone)].add(number)
        for word in name.having("nickname"):
            self.lone[(word.folded,)].add(number)
        if first and last:
            full, family, letter = "".join(first), "".join(last), first[0][0]
            for glued in (full + family, family + full, letter + family, family + letter):
                if len(glued) >= SHORTEST_GLUED:
                    self.glued[glued].add(number)

    def _add_native(self, number: int, name: Name) -> None:
        whole = "".join(w.text for w in name.core)
        given = "".join(w.text for w in name.having("first", "middle"))
        for form, full in ((whole, True), (given, False)):
            if len(form) > 1:
                self.native.setdefault(form, (full, set()))[1].add(number)

    def _add_exact(self, number: int, person: KnownPerson) -> None:
        values = [(mail, "EMAIL") for mail in person.emails]
        values += [(handle.lstrip("@"), "USERNAME") for handle in person.handles]
        locals_ = [mail.partition("@")[0] for mail in person.emails]
        values += [(local, "USERNAME") for local in locals_ if _is_telling(local)]
        if _is_id(person.person_id):
            values.append((person.person_id, "ID_NUM"))
        for value, label in values:
            self.exact.setdefault(value.casefold(), (label, set()))[1].add(number)


def _forms(
    first: list[str], middle: list[str], last: list[str], name: Name
) -> Iterator[tuple[tuple[str, ...], bool]]:
    """The word sequences of a full name, and whether each has an initial for the forename."""
    if not first or not last:
        core = tuple(word.folded for word in name.core)
        if len(core) > 1:
            yield core, False
        return
    particles = [w.folded for w in name.having("particle")]
    families = [last, *([word] for word in last if len(last) > 1)]
    families += [particles + family for family in families if particles]
    letter, letters = first[0][:1], [word[:1] for word in middle]
    for family in families:
        for given, initial in (
            (first, False),
            (first + middle, False),
            (first + letters, False),
            ([letter], True),
            ([letter, *letters], True),
        ):
            yield (*given, *family), initial
            yield (*family, *given), initial
    for word in middle:
        if len(word) > 1:
            yield (word, *last), False


def _is_telling(local: str) -> bool:
    """Is a local part so special that it names its owner where it stands alone?"""
    return len(local) >= SHORTEST_GLUED and any(not c.isalpha() for c in local)


def _is_id(value: str) -> bool:
    """May an id be looked for in texts: has it a digit, and enough of them?"""
    digits = sum(c.isdigit() for c in value)
    letters = sum(c.isalpha() for c in value)
    return " " not in value and (digits >= SHORTEST_GLUED or (digits > 1 and letters > 0))


# The search in one text


@dataclass(frozen=True)
class _Token:
    text: str
    start: int
    end: int
    folded: str


@dataclass(frozen=True)
class _Hit:
    start: int
    end: int
    people: tuple[int, ...]
    label: str
    score: float


class Search:
    """Finds the people of an index in one text.

    people (Sequence[KnownPerson]): The rows.
    index (Index): Their names.
    tables (NameTables): The name tables.
    scope (str): Where a person may occur.
    text (str): The text.
    ids (Ids): Whose text it is.
    own (frozenset[int]): The rows of the text's own author.
    initials (bool): An initial with a surname names a person of any group, too.
    """

    def __init__(
        self,
        people: Sequence[KnownPerson],
        index: Index,
        tables: NameTables,
        scope: str,
        text: str,
        ids: Ids,
        own: frozenset[int] = frozenset(),
        initials: bool = True,
    ) -> None:
        self.people = people
        self.index = index
        self.tables = tables
        self.scope = scope
        self.text = undress(text)
        self.ids = ids
        self.own = own
        self.initials = initials
        self.places = [m.span() for m in _TOKEN.finditer(self.text)]
        self.folded = [word_key(self.text[start:end]) for start, end in self.places]

    def run(self) -> list[PiiSpan]:
        """Full names and addresses first; they are the context that lone names need."""
        hits = [*self._chunks(), *self._native(full=True)]
        hits += self._full_names(hits)
        present = {i for hit in hits if len(hit.people) == 1 for i in hit.people}
        taken = sorted((hit.start, hit.end) for hit in hits)
        hits += self._lone_names(present, taken)
        hits += self._native(full=False, present=present, taken=taken)
        return sorted((self._span(hit, hits) for hit in hits), key=lambda s: (s.start, s.end))

    def _run(self, at: int, count: int) -> list[_Token]:
        """Some tokens in a row."""
        return [
            _Token(self.text[start:end], start, end, self.folded[at + i])
            for i, (start, end) in enumerate(self.places[at : at + count])
        ]

    def _visible(self, number: int) -> bool:
        if number in self.own or self.scope == "corpus":
            return True
        if self.scope == "author":
            return False
        groups = self.people[number].groups
        return not groups or not self.ids.group or self.ids.group in groups

    def _in_group(self, number: int) -> bool:
        return bool(self.ids.group) and self.ids.group in self.people[number].groups

    def _chosen(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Those who may occur here; the text's own author before the group, before others."""
        visible = [number for number in numbers if self._visible(number)]
        for better in (self.own.__contains__, self._in_group):
            fitting = [number for number in visible if better(number)]
            if fitting:
                return tuple(sorted(fitting))
        return tuple(sorted(visible))

    def _full_names(self, others: Sequence[_Hit]) -> list[_Hit]:
        blocked = {hit.start for hit in others}
        out: list[_Hit] = []
        at = 0
        while at < len(self.places):
            hit, used = self._longest(at) if self.folded[at] in self.index.longest else (None, 1)
            if hit is not None and hit.start not in blocked:
                out.append(hit)
                at += used
            else:
                at += 1
        return out

    def _longest(self, at: int) -> tuple[_Hit | None, int]:
        """The longest full name that begins at a token, and how many tokens it has."""
        limit = min(self.index.longest[self.folded[at]], len(self.places) - at)
        for count in range(limit, 1, -1):
            found = self.index.forms.get(tuple(self.folded[at : at + count]))
            run = self._run(at, count) if found else []
            if not found or not self._together(run) or self._all_words(run):
                continue
            spelt = [number for number, initial in found.items() if not initial]
            people = self._chosen(spelt or found)
            if not (spelt or self.initials):
                people = tuple(n for n in people if n in self.own or self._in_group(n))
            if people and (spelt or self._initial_counts(run)):
                label = self.people[people[0]].label
                score = SURE if spelt else LIKELY
                return _Hit(run[0].start, run[-1].end, people, label, score), count
        return None, 1

    def _all_words(self, run: Sequence[_Token]) -> bool:
        """ "We will hope" names nobody, though Will Hope is known."""
        small = any(token.text.islower() for token in run)
        return small and all(self.tables.is_common_word(token.text) for token in run)

    def _initial_counts(self, run: Sequence[_Token]) -> bool:
        """ "A Will" in a sentence is no initial: it needs a capital, and a surname with one."""
        long = [token for token in run if len(token.text) > 1]
        short = [token for token in run if len(token.text) == 1]
        dotted = all(self.text[t.end : t.end + 1] == "." for t in short)
        if not all(token.text[0].isupper() for token in run):
            return False
        common = any(self.tables.is_common_word(token.text) for token in long)
        return dotted or (not common and short[0].folded not in ("a", "i"))

    def _together(self, run: Sequence[_Token]) -> bool:
        return all(_GAP.fullmatch(self.text, a.end, b.start) for a, b in pairwise(run))

    def _chunks(self) -> list[_Hit]:
        """Addresses, handles, ids and glued names."""
        out = []
        for match in _CHUNK.finditer(self.text):
            chunk = match.group().rstrip(".:!?'’*_")
            bare = chunk.lstrip("'‘*:#")
            start = match.start() + len(chunk) - len(bare)
            hit = self._chunk(bare, start)
            if hit is not None:
                out.append(hit)
        return out

    def _chunk(self, chunk: str, start: int) -> _Hit | None:
        low = chunk.casefold().removeprefix("mailto:")
        start += len(chunk) - len(low) if len(low) < len(chunk) else 0
        end = start + len(low)
        exact = self.index.exact.get(low.lstrip("@"))
        if exact is not None:
            people = self._chosen(exact[1])
            if people:
                return _Hit(start, end, people, exact[0], SURE)
        if "/" in low or len(low) > 64:
            return None
        local, at, host = low.partition("@")
        local = local or host
        if not any(c.isalpha() for c in local) or (not at and local.isalpha() and not self.own):
            return None
        key = fold("".join(c for c in local if c.isalpha()))
        if not at and local.isalpha() and self.tables.is_known(local):
            return None
        people = self._chosen(self.index.glued.get(key, ()))
        if not people or (local.isalpha() and not set(people) & self.own and not at):
            return None
        return _Hit(start, end, people, "EMAIL" if at and low[0] != "@" else "USERNAME", LIKELY)

    def _lone_names(self, present: set[int], taken: Sequence[tuple[int, int]]) -> list[_Hit]:
        starts = [start for start, _ in taken]
        out: list[_Hit] = []
        end = -1
        for at, (start, _) in enumerate(self.places):
            if self.folded[at] not in self.index.longest or start < end:
                continue
            before = bisect_right(starts, start) - 1
            if before >= 0 and taken[before][1] > start:
                continue
            hit = self._lone(at, present)
            if hit is not None:
                out.append(hit)
                end = hit.end
        return out

    def _lone(self, at: int, present: set[int]) -> _Hit | None:
        limit = min(self.index.longest[self.folded[at]], len(self.places) - at)
        for count in range(limit, 0, -1):
            found = self.index.lone.get(tuple(self.folded[at : at + count]))
            run = self._run(at, count) if found else []
            if not found or not self._together(run):
                continue
            hit = self._allowed(run, found, present)
            if hit is not None:
                return hit
        return None

    def _allowed(self, run: Sequence[_Token], found: set[int], present: set[int]) -> _Hit | None:
        """A lone name counts where it can hardly mean anything else."""
        start, end = run[0].start, run[-1].end
        here = tuple(sorted(found & present)) or tuple(sorted(found & self.own))
        addressed = () if here else self._addressed(run, found)
        if addressed:
            return _Hit(start, end, addressed, self.people[addressed[0]].label, LIKELY)
        if self._looks_like_a_word(run, bool(found & present)):
            return None
        if here:
            return _Hit(start, end, here, self.people[here[0]].label, LIKELY)
        mates = tuple(number for number in sorted(found) if self._in_group(number))
        titled = all(token.text[0].isupper() for token in run)
        alone = self.scope != "author" and len(mates) == 1 and titled
        if alone and not self._neighbour_names(run):
            return _Hit(start, end, mates, self.people[mates[0]].label, MAYBE)
        return None

    def _addressed(self, run: Sequence[_Token], found: set[int]) -> tuple[int, ...]:
        """Those whom a title before the name may mean ("ms haverford"): no students."""
        before = _TITLE.search(self.text, max(0, run[0].start - 20), run[0].start)
        if before is None or run[0].folded in PUBLIC_NAMES or self.scope == "author":
            return ()
        if not any(not title.after for title in known_titles().get(fold(before[1]), ())):
            return ()
        return self._chosen(n for n in found if self.people[n].role not in ("student", "public"))

    def _looks_like_a_word(self, run: Sequence[_Token], named_in_full: bool) -> bool:
        """An ordinary word or a public name needs a capital in a sentence, and context."""
        if len(run) > 1:
            return False
        token = run[0]
        common = self.tables.is_common_word(token.text)
        if not common and token.folded not in PUBLIC_NAMES:
            return token.text.islower() and len(token.text) <= SHORTEST_LONE
        titled = token.text[0].isupper() and not token.text.isupper()
        if not named_in_full or not titled:
            return True
        return common and self._opens_sentence(token.start)

    def _opens_sentence(self, start: int) -> bool:
        before = self.text[max(0, start - 12) : start].rstrip(" \u00a0'‘")
        return not before or before[-1] in _OPENING

    def _neighbour_names(self, run: Sequence[_Token]) -> bool:
        """Does a capitalised word beside it make it somebody else's full name?"""
        before = self.text[max(0, run[0].start - 30) : run[0].start]
        after = self.text[run[-1].end : run[-1].end + 30]
        near = [*regex.findall(r"(\p{Lu}\p{Ll}+)[ \-]$", before)]
        near += regex.findall(r"^[ \-](\p{Lu}\p{Ll}+)", after)
        return any(not self.tables.is_common_word(word) for word in near)

    def _native(
        self,
        *,
        full: bool,
        present: set[int] | None = None,
        taken: Sequence[tuple[int, int]] = (),
    ) -> list[_Hit]:
        """Names in scripts without spaces, the longest first."""
        if not self.index.native:
            return []
        covered = {place for start, end in taken for place in range(start, end)}
        out = []
        for run in _UNSPACED_RUN.finditer(self.text):
            at = run.start()
            while at < run.end():
                hit = self._native_at(at, run.end(), full, present)
                if hit is None or hit.start in covered:
                    at += 1
                else:
                    out.append(hit)
                    at = hit.end
        return out

    def _native_at(self, at: int, end: int, full: bool, present: set[int] | None) -> _Hit | None:
        for size in range(min(LONGEST_RUN, end - at), 1, -1):
            found = self.index.native.get(self.text[at : at + size])
            if found is None or found[0] != full:
                continue
            people = self._chosen(found[1])
            if not full:
                people = tuple(n for n in people if n in (present or ()) or n in self.own)
            if people:
                return _Hit(at, at + size, people, self.people[people[0]].label, SURE)
        return None

    def _span(self, hit: _Hit, hits: Sequence[_Hit]) -> PiiSpan:
        """The span of a hit; of several people the one who is named for sure nearest to it."""
        people = hit.people
        if len(people) > 1:
            sure = [(abs(h.start - hit.start), h.people[0]) for h in hits if len(h.people) == 1]
            near = sorted((gap, number) for gap, number in sure if number in people)
            people = (near[0][1],) if near else ()
        person = f"{KNOWN}{self.people[people[0]].person_id}" if people else ""
        roles = {self.people[number].label for number in hit.people}
        label = hit.label if people or len(roles) == 1 else "PERSON"
        return PiiSpan(hit.start, hit.end, label, hit.score, KNOWN_PEOPLE, person)
