"""What a document says about whether a person is private or public, as numbers and reasons.

A mention is looked at in a bounded stretch of text (its line, some words on either side), so the
time is linear in the length of the text and the number of mentions, whatever a line's length. What
one mention shows is then told of all mentions of the person, since they are decided together.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import NamedTuple

import numpy as np

from ..lexicon.public_figures import PublicLists
from ..lexicon.tables import fold, name_tables, particles, titles
from ..page.cells import name_cells
from ..page.files import words_of_files
from ..page.lines import Layout
from ..persons.mention.joined_words import run_together_words
from ..spans import PiiSpan
from . import cues, signs
from .address_parts import address_parts
from .citations import Citations
from .filter_columns import CLASSES
from .url_evidence import url_evidence

__all__ = [
    "FEATURES", "LISTED", "Evidence", "called_by_forename", "gather", "surely_somebody",
    "url_evidence",
]  # fmt: skip

NEIGHBOUR = 120
"""Characters within which another identifier stands beside a name."""
COMPANY = 250
"""Characters within which a listed person is in a mention's company."""
CITED_WITHIN = 300
"""Characters within which "X says that" and "(X, 1987)" are one citation."""
SHORT_LINE = 200
"""Characters of the longest line of which the words are counted."""
FEW_BEARERS = 1e-4
"""Mass of a forename times that of a surname up to which hardly anybody else has both: a listed
"Barack Obama" is the public one, a "Chris Evans" may be anybody."""
SURE = 0.99
"""The score from which on the finder is sure that a person's name is one."""

PLACE: tuple[str, ...] = (
    "early", "late", "title_block", "line_start", "line_end", "line_alone", "line_words",
    "names_line", "names_list", "header", "sentence_start",
)  # fmt: skip
FORM: tuple[str, ...] = (
    "words", "full", "initials", "upper", "lower", "comma_inside", "forename", "surname",
    "unknown", "common_word", "few_bearers",
)  # fmt: skip
SIGNS: tuple[str, ...] = (
    "field", "byline", "teacher_field", "members", "greeting", "sign_off", "self_intro",
    "own_relation", "named", "relation", "mr", "degree", "office", "speaker", "fame_before",
    "fame_after", "argues", "source", "cited", "et_al", "in_list", "number", "life",
    "attribution", "eponym", "thing_after", "identifier_near",
    "acquainted", "made_by",
)  # fmt: skip
PERSON: tuple[str, ...] = (
    "mentions", "forms", "any_full", "share_full", "first_place", "spread", "email", "listed",
    "listed_rare", "surest",
)  # fmt: skip
POOLED: tuple[str, ...] = (*SIGNS, "title_block", "header", "line_alone", "names_list")
"""What is told of each mention and, as "any:...", of its person."""
DISTANCES: tuple[str, ...] = ("near", "far", "around")
"""Where cue words stand: near the mention, farther off, or near any mention of the person."""
SETTING: tuple[str, ...] = (
    "own_words", "own_text", "article_before", "seen_lower", "company", "share_of_company",
)  # fmt: skip
"""In whose world a mention stands: words such as "I" and "our" around it and in the whole text, and
listed people beside it and among the document's others; and whether it looks like a thing."""

FEATURES: tuple[str, ...] = (
    *PLACE,
    *FORM,
    *SIGNS,
    *PERSON,
    *(f"any:{name}" for name in POOLED),
    *(f"{distance}:{name}" for distance in DISTANCES for name in CLASSES),
    *SETTING,
)
"""The names of the features, in their order; new ones are only ever appended."""

LISTED: tuple[str, ...] = (
    "eponym", "any:eponym", "listed", "listed_rare", "company", "share_of_company",
)  # fmt: skip
"""Features that come from the packaged lists. A model that learns from persons drawn from the same
lists trusts them too much: show it documents with an empty `PublicLists` as well."""

_WORD = re.compile(r"[^\W\d_]+(?:['’ʼ\-‐‑][^\W\d_]+)*")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_LOWER = re.compile(r"\b[a-zß-öø-ÿ]{3,}\b")
_JOINT = re.compile(
    r"\s*(?:,\s*and\b|[,;/&]|\band\b|\bund\b|\by\b)\s*(?:(?:Mr|Mrs|Ms|Dr|Prof)\.?\s*)?"
    r"|[ \t]*\n[ \t]*"
)

_IDENTIFIERS = frozenset(("EMAIL", "ID_NUM", "PHONE_NUM", "USERNAME", "STREET_ADDRESS"))
_ADDRESSES = frozenset(("EMAIL", "USERNAME", "URL_PERSONAL"))

_INVERTED = re.compile(r"[^\W\d_][^,;\d]*, [^\W\d_][^,;\d]*")
PRIVATE_SIGNS: tuple[tuple[str, str], ...] = (
    ("byline", "byline"),
    ("field", "form field"),
    ("members", "member list"),
    ("sign_off", "sign-off"),
    ("self_intro", "self-introduction"),
    ("own_relation", "somebody's relation"),
    ("greeting", "greeting"),
    ("with_writer", "somebody's relation"),
)
"""Signs that by themselves speak for a private person, and the reasons they give."""
INHERITED: tuple[str, ...] = ("field", "byline", "teacher_field", "members", "own_relation",
                              "relation", "greeting")  # fmt: skip
"""What is true of the second name as well in "my friends Ana and Ben"."""


@dataclass(frozen=True)
class Evidence:
    """What speaks for and against a person being private, a row a mention.

    features (np.ndarray): Shape (mentions, len(FEATURES)), float32, each within [-1, 1].
    reasons (tuple[str, ...]): Hard evidence that the person is public: "cited", "eponym" (which
        tells of that mention alone), "listed: full name", "allow list", or "".
    private (tuple[str, ...]): Hard evidence that the person is private, such as "byline" or
        "e-mail of the same name", or "".
    """

    features: np.ndarray
    reasons: tuple[str, ...]
    private: tuple[str, ...]


def gather(
    text: str,
    people: Sequence[Sequence[PiiSpan]],
    others: Sequence[PiiSpan],
    lists: PublicLists,
) -> list[Evidence]:
    """Gather the evidence for each person of a document.

    text (str): The document's text.
    people (Sequence): The mentions of each person, by place.
    others (Sequence[PiiSpan]): The other identifiers of the document.
    lists (PublicLists): Who is public by name.
    RETURNS (list[Evidence]): One a person, in their order.

    EXAMPLE:
        >>> from spacy_hips.lexicon.public_figures import public_lists
        >>> text = "By Ana Ruiz"
        >>> gather(text, [[PiiSpan(3, 11, "PERSON")]], [], public_lists())[0].private
        ('byline',)
    """
    if not any(people):
        return [_NOTHING for _ in people]
    page = _Page(text, people, others, lists)
    mentions = _look(page)
    page.keep_listed(mentions)
    addressed = _with_address(text, people, others)
    mailed = _with_address(text, people, [s for s in others if s.label == "EMAIL"])
    return [
        _of_person(page, number, own, mentions[number], (number in addressed, number in mailed))
        if mentions[number]
        else _NOTHING
        for number, own in enumerate(people)
    ]


_NOTHING = Evidence(np.zeros((0, len(FEATURES)), dtype="float32"), (), ())


class _Page:
    """A document while its mentions are looked at."""

    def __init__(
        self,
        text: str,
        people: Sequence[Sequence[PiiSpan]],
        others: Sequence[PiiSpan],
        lists: PublicLists,
    ) -> None:
        self.text = text
        self.lists = lists
        self.layout = Layout(text)
        self.citations = Citations(self.layout)
        self.places = sorted((m.start, m.end, n) for n, own in enumerate(people) for m in own)
        self._identifiers = sorted(s.start for s in others if s.label in _IDENTIFIERS)
        self._names: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for start, end, _ in self.places:
            self._names[self.layout.line(start)].append((start, end))
        self._words: dict[int, int] = {}
        self.cites = False
        self.listed: dict[int, set[float]] = {}
        self._listed_at: list[tuple[int, int]] = []
        self._named = 0

    @cached_property
    def own_words(self) -> float:
        """How much the whole text speaks of the writer."""
        return signs.own_words(_WORD.findall(self.text.lower().replace("’", "'")))

    @cached_property
    def cells(self) -> frozenset[tuple[int, int]]:
        """Cells of tables in the text that hold names."""
        return frozenset(name_cells(self.text))

    @cached_property
    def filed(self) -> frozenset[int]:
        """Where the words in names of files begin."""
        return frozenset(start for start, _ in words_of_files(self.text))

    @cached_property
    def lower(self) -> frozenset[str]:
        """The words of the text in small letters."""
        return frozenset(_LOWER.findall(self.text))

    def keep_listed(self, mentions: Mapping[int, Sequence[_Mention]]) -> None:
        """Find the people whose full names are listed: sets `listed`, by the person's number, and
        in it whether many bear the name."""
        for number, own in mentions.items():
            named = [m for m in own if self.lists.full_name(_spaced(self.text[m.start : m.end]))]
            if named:
                self.listed[number] = {m.values["few_bearers"] for m in named}
        self._listed_at = [(start, n) for start, _, n in self.places if n in self.listed]
        self._named = sum(map(bool, mentions.values()))

    def company(self, number: int, start: int, end: int) -> bool:
        """Is another person beside a mention listed?"""
        at = bisect_left(self._listed_at, (start - COMPANY, -1))
        while at < len(self._listed_at) and self._listed_at[at][0] <= end + COMPANY:
            if self._listed_at[at][1] != number:
                return True
            at += 1
        return False

    def share_of_company(self, number: int) -> float:
        """Which share of the document's other persons is listed?"""
        return (len(self.listed) - (number in self.listed)) / max(1, self._named - 1)

    def other_words(self, line: int) -> int:
        """How many words of a line belong to no name; many for a long line."""
        if line not in self._words:
            first, last = self.layout.bounds(line)
            rest = []
            if last - first <= SHORT_LINE:
                for start, end in self._names.get(line, ()):
                    rest.append(self.text[first:start])
                    first = max(first, end)
            rest.append(self.text[first : min(last, first + SHORT_LINE)])
            words = _LETTERS.findall(signs.unmarked(" ".join(rest)))
            self._words[line] = sum(fold(word) not in titles() for word in words)
        return self._words[line]

    def only_names(self, line: int | None) -> bool:
        """Are there names on a line, and nothing else?"""
        return line is not None and bool(self._names.get(line)) and self.other_words(line) == 0

    def beside_identifier(self, start: int, end: int) -> bool:
        """Is an e-mail address, a telephone number or the like close by?"""
        return _between(self._identifiers, start - NEIGHBOUR, end + NEIGHBOUR)


def _between(places: Sequence[int], first: int, last: int) -> bool:
    """Is one of some places, in order, from the first to the last?"""
    at = bisect_left(places, first)
    return at < len(places) and places[at] <= last


# One mention


class _Mention(NamedTuple):
    """What one mention shows: values by feature, and classes of cue words near it and far.

    "ruler", "declares", "with_writer" and "quoted" are no features: only the reasons are told by
    them.
    """

    start: int
    end: int
    values: dict[str, float]
    near: int
    far: int


def _look(page: _Page) -> dict[int, list[_Mention]]:
    """Look at all mentions by place, so that names in a row share what stands before the first."""
    out: dict[int, list[_Mention]] = defaultdict(list)
    last: _Mention | None = None
    for start, end, number in page.places:
        mention = _mention(page, start, end)
        if last is not None and 0 < start - last.end <= 12:
            _inherit(page.text, last, mention)
        out[number].append(mention)
        last = mention
    page.cites = any(_surely_cited(mention) for own in out.values() for mention in own)
    return out


def _mention(page: _Page, start: int, end: int) -> _Mention:
    text = page.text
    start, end = _without_titles(text, start, end)
    left, right = signs.tokens_before(text, start), signs.tokens_after(text, end)
    values: dict[str, float] = {}
    _place(page, start, end, left, values)
    _form(text[start:end], values)
    _signs(page, start, end, left, right, values)
    values["own_words"] = signs.own_words(left + right)
    values["article_before"] = float(bool(left) and left[0] in cues.ARTICLES)
    values["seen_lower"] = _seen_lower(page, text[start:end])
    near_left, far_left = signs.masks(left)
    near_right, far_right = signs.masks(right)
    return _Mention(start, end, values, near_left | near_right, far_left | far_right)


def _inherit(text: str, last: _Mention, mention: _Mention) -> None:
    joint = _JOINT.fullmatch(text, last.end, mention.start)
    if joint is None:
        return
    names = INHERITED if "\n" not in joint[0] else ("members",)
    for name in names:
        if last.values[name]:
            mention.values[name] = 1.0


def _without_titles(text: str, start: int, end: int) -> tuple[int, int]:
    """The mention without a title at its beginning, which then stands before it."""
    for _ in range(3):
        word = _WORD.match(text, start, end)
        rest = text[word.end() : end].lstrip(". ") if word else ""
        if word is None or not rest or not _is_title(word[0]):
            break
        start = end - len(rest)
    return start, end


@lru_cache(maxsize=4096)
def _is_title(word: str) -> bool:
    return fold(word) in cues.TITLES


def _place(page: _Page, start: int, end: int, left: list[str], values: dict[str, float]) -> None:
    layout = page.layout
    line = layout.line(start)
    first, last = layout.bounds(line)
    before = signs.unmarked(page.text[max(first, start - 40) : start]).strip(" \t.,:;*#-–_>•()|")
    after = signs.unmarked(page.text[end : min(last, end + 40)]).strip(" \t.,:;*#-–_()|")
    names = page.only_names(line)
    above, below = (
        (layout.neighbour(line, -1), layout.neighbour(line, 1)) if names else (None, None)
    )
    values["early"] = math.exp(-start / 400)
    values["late"] = math.exp((end - len(page.text)) / 400)
    values["title_block"] = float(start < layout.title_end)
    values["line_start"] = float(not before and start - first < 40)
    values["line_end"] = float(not after and last - end < 40)
    values["line_alone"] = values["line_start"] * values["line_end"]
    values["line_words"] = min(1.0, math.log1p(page.other_words(line)) / 4)
    values["names_line"] = float(names)
    values["names_list"] = float(names and (page.only_names(above) or page.only_names(below)))
    values["header"] = math.log(min(layout.repeats(line), 20)) / 3
    values["sentence_start"] = float(not left or left[0] in ".!?\n")


def _seen_lower(page: _Page, name: str) -> float:
    """Which share of a name's words does the text hold in small letters, too, as a heading's?"""
    words = _LETTERS.findall(name)
    if not words or name.islower():
        return 0.0
    return sum(word.lower() in page.lower for word in words) / len(words)


@lru_cache(maxsize=4096)
def _spaced(name: str) -> str:
    """A name with the blanks that it lost ("AlexFerguson")."""
    tables = name_tables()
    return _WORD.sub(
        lambda m: " ".join(m[0][i:j] for i, j in run_together_words(m[0], tables)), name
    )


def _form(name: str, values: dict[str, float]) -> None:
    values.update(zip(FORM, _name_form(name), strict=True))


@lru_cache(maxsize=4096)
def _name_form(name: str) -> tuple[float, ...]:
    """The features of a name as it is written, whatever stands around it."""
    tables = name_tables()
    words = [w for w in _WORD.findall(_spaced(name)) if w.lower() not in particles()]
    long = [w for w in words if len(w) > 1]
    folded = [fold(w) for w in long] or [""]
    fore = max(map(tables.forename_country_mass, folded))
    sur = max(map(tables.surname_country_mass, folded))
    both = tables.forename_country_mass(folded[0]) * tables.surname_country_mass(folded[-1])
    return (
        min(len(words), 4) / 4,
        len(long) > 1,
        len(words) > len(long),
        name.isupper() and len(name) > 3,
        name.islower(),
        "," in name,
        _level(fore),
        _level(sur),
        fore == sur == 0,
        all(tables.is_common_word(w) for w in long),
        len(long) > 1 and both < FEW_BEARERS,
    )


def _level(mass: float) -> float:
    """How common a name is, from 0 (unknown) to 1."""
    return 0.0 if mass <= 0 else min(1.0, max(0.1, (math.log10(mass) + 5) / 5))


def _signs(
    page: _Page, start: int, end: int, left: list[str], right: list[str], values: dict[str, float]
) -> None:
    titled = left[: signs.title_before(left)]
    left = left[len(titled) :]
    before, ends = "", _ends_there(page.text, end)
    if ends:
        few = page.other_words(page.layout.line(start)) <= 8
        before = signs.field_word(left) or (signs.line_word(left) if few else "")
        if not before and values["names_line"]:
            before = signs.word_above(left)
    before = before or signs.command_word(page.text, start)
    told = bool(before) or (start, end) in page.cells or start in page.filed
    values["field"] = float(told or signs.in_page_header(left, right))
    values["byline"] = float(before in cues.BYLINE)
    values["teacher_field"] = float(before in cues.TEACHERS)
    values["members"] = float(before in cues.MEMBERS)
    values["greeting"] = float(signs.is_greeted(left, right))
    values["sign_off"] = float(signs.is_signed(left, ends))
    values["self_intro"] = float(signs.is_self(left))
    relations = {signs.relation_before(left), signs.relation_after(right)}
    values["own_relation"] = float("own" in relations)
    values["named"] = float("named" in relations)
    values["relation"] = float("word" in relations)
    for name in ("mr", "degree", "office"):
        values[name] = float(not CLASSES[name].isdisjoint(titled))
    values["ruler"] = float(not cues.RULERS.isdisjoint(titled))
    values["declares"] = float(signs.declares(left))
    values["quoted"] = float(signs.quoted(left, right))
    values["speaker"] = float(bool(values["line_start"]) and right[:1] == [":"])
    values["fame_before"] = float(signs.fame_before(left))
    values["fame_after"] = float(signs.fame_after(right))
    values["argues"] = float(signs.argues(right))
    values["source"] = float(signs.is_source(left))
    kind = page.citations.kind(start, end)
    values["cited"] = float(bool(kind) and kind != "list")
    values["et_al"] = float(kind == "et al")
    values["in_list"] = float(kind == "list")
    values["number"] = float(page.citations.number(end))
    values["life"] = float(page.citations.life(end))
    values["attribution"] = float(signs.attributed(left))
    values["acquainted"] = float(signs.acquainted(left, right))
    values["with_writer"] = float(signs.with_writer(left, right))
    values["made_by"] = float(signs.made_by(left))
    values["eponym"] = float(page.lists.eponym(page.text, start, end))
    values["thing_after"] = float(signs.thing_after(right))
    values["identifier_near"] = float(page.beside_identifier(start, end))


def _ends_there(text: str, end: int) -> bool:
    """Does no sentence run on behind a name, as in "Name: X" and not in "Student: X has four"?"""
    rest = text[end : end + 40].lstrip(" \t")
    return not rest or not (rest[0].islower() or rest[0] in "'’")


# One person


def _of_person(
    page: _Page,
    number: int,
    spans: Sequence[PiiSpan],
    mentions: Sequence[_Mention],
    addressed: tuple[bool, bool],
) -> Evidence:
    names = [page.text[m.start : m.end] for m in mentions]
    listed = page.listed.get(number, set())
    count = len(mentions)
    full = sum(m.values["full"] for m in mentions)
    person = (
        min(1.0, math.log(count) / 3),
        min(1.0, math.log(len({fold(name) for name in names})) / 2),
        float(full > 0),
        full / count,
        math.exp(-mentions[0].start / 400),
        (mentions[-1].end - mentions[0].start) / max(1, len(page.text)),
        float(addressed[0]),
        float(bool(listed)),
        float(1.0 in listed),
        sureness(max(span.score for span in spans)),
    )
    rules = any(m.values["ruler"] for m in mentions)
    cited = [m.start for m in mentions if _cited(page, m)]
    own = np.array([[m.values[name] for name in _OWN] for m in mentions], dtype=np.float32)
    pooled = own[:, _POOLED_AT].max(axis=0)
    around = reduce(or_, (m.near for m in mentions))
    classes = np.array([(m.near, m.far, around) for m in mentions], dtype=np.int64)
    bits = (classes[:, :, None] >> _BITS) & 1
    shared = np.concatenate((np.array(person, np.float32), pooled))
    features = np.concatenate(
        (
            own,
            np.broadcast_to(shared, (count, len(shared))),
            bits.reshape(count, -1),
            _setting(page, number, mentions),
        ),
        axis=1,
        dtype=np.float32,
    )
    return Evidence(
        features,
        tuple(_public_reason(page, names, m, 1.0 in listed, cited) for m in mentions),
        tuple(
            _private_reason(page, name, m, addressed[1], rules)
            for name, m in zip(names, mentions, strict=True)
        ),
    )


def _setting(page: _Page, number: int, mentions: Sequence[_Mention]) -> np.ndarray:
    """The features named in SETTING, a row a mention."""
    shared = {"own_text": page.own_words, "share_of_company": page.share_of_company(number)}
    rows = []
    for mention in mentions:
        beside = float(page.company(number, mention.start, mention.end))
        values = {**mention.values, **shared, "company": beside}
        rows.append([values[name] for name in SETTING])
    return np.array(rows, dtype=np.float32)


def sureness(score: float) -> float:
    """How sure a finder is, as what is missing to 1 on a scale of powers of ten.

    Names of students in real essays nearly all score above .95, headings hardly ever: between .9
    and .9999 lies more than between .1 and .9.

    score (float): A score of at most 1.
    RETURNS (float): From 0 to 1, which is reached at .99999.

        >>> round(sureness(0.99), 2)
        0.4
    """
    return min(1.0, -math.log10(max(1.0 - score, 1e-5)) / 5)


def surely_somebody(features: np.ndarray) -> np.ndarray:
    """Which mentions surely name a person, and one whom no list of public people has.

    The name is a full one somewhere, of which the finder is sure, or the mention holds a forename
    that is no ordinary word. A heading that was taken for a name is seldom so, and neither is who
    is widely known.

    features (np.ndarray): A row a mention, shape (mentions, FEATURES).
    RETURNS (np.ndarray): True or False for each, shape (mentions,).
    """
    full, listed, surest, forename, common = (
        features[:, FEATURES.index(n)]
        for n in ("any_full", "listed", "surest", "forename", "common_word")
    )
    whole = (full > 0) & (surest >= np.float32(sureness(SURE)))
    there: np.ndarray = (whole | ((forename > 0) & (common == 0))) & (listed == 0)
    return there


def called_by_forename(features: np.ndarray) -> bool:
    """Is the person named by a forename alone, wherever the text names her?

    features (np.ndarray): A row a mention, shape (mentions, FEATURES).
    RETURNS (bool): Whether no mention is a full name, and the word is rather no surname.
    """
    full, forename, surname = (
        features[:, FEATURES.index(name)] for name in ("any_full", "forename", "surname")
    )
    return bool(((full == 0) & (forename > surname)).all())


_OWN: tuple[str, ...] = (*PLACE, *FORM, *SIGNS)
_POOLED_AT = np.array([_OWN.index(name) for name in POOLED])
_BITS = np.arange(len(CLASSES), dtype=np.int64)


def _public_reason(
    page: _Page, names: Sequence[str], mention: _Mention, listed: bool, cited: Sequence[int]
) -> str:
    """cited: where the person is cited, by place. "X says that ... (X, 1987)" is one citation,
    while "X came late ... (X, 1987)" may tell of two people, and the model weighs it."""
    values = mention.values
    if page.lists.public and all(page.lists.allowed(name) for name in names):
        return "allow list"
    if values["eponym"]:
        return "eponym"
    quoted = values["quoted"] and _between(
        cited, mention.start - CITED_WITHIN, mention.end + CITED_WITHIN
    )
    if quoted or _cited(page, mention):
        return "cited"
    return "listed: full name" if listed else ""


def _cited(page: _Page, mention: _Mention) -> bool:
    values = mention.values
    sure = values["cited"] and (page.cites or _surely_cited(mention))
    return bool(values["in_list"] or sure)


def _surely_cited(mention: _Mention) -> bool:
    """Is it a citation also alone? "(Ana, 2010)" is none where the document cites nobody else."""
    values = mention.values
    lone = not values["full"] and not values["initials"]
    likely = not lone or values["forename"] <= values["surname"]
    return bool(values["et_al"] or (values["cited"] and likely))


def _private_reason(page: _Page, name: str, mention: _Mention, mailed: bool, rules: bool) -> str:
    """rules: whether the text gives the person the title of a ruler. "I, Ana Ruiz, declare" is then
    a quotation as likely as an author's own words, and the model weighs it."""
    if page.lists.denied(name):
        return "deny list"
    values = mention.values
    for sign, reason in PRIVATE_SIGNS:
        if values[sign] and not (sign == "self_intro" and rules and values["declares"]):
            return reason
    if values["title_block"] and values["line_alone"] and _INVERTED.fullmatch(name):
        return "byline"  # "Ruiz, Ana" heads what Ana Ruiz hands in
    if values["title_block"] and values["line_alone"] and page.layout.title_lines > 1:
        return "title page"
    if values["names_list"]:
        return "member list"
    return "e-mail of the same name" if mailed else ""


def _with_address(
    text: str, people: Sequence[Sequence[PiiSpan]], others: Sequence[PiiSpan]
) -> set[int]:
    """The persons of whom a part of the name is in an e-mail address, a handle or a page's URL."""
    addresses = [s for s in others if s.label in _ADDRESSES]
    if not addresses:
        return set()
    bearers: dict[str, set[int]] = defaultdict(set)
    for number, own in enumerate(people):
        for name in {text[m.start : m.end] for m in own}:
            for word in _LETTERS.findall(fold(name)):
                bearers[word].add(number)
    found: set[int] = set()
    for address in addresses:
        for part in address_parts(text[address.start : address.end]):
            found |= bearers.get(part, _NOBODY)
    return found


_NOBODY: frozenset[int] = frozenset()
