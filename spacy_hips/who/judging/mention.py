"""What one mention of a person shows: its place, its form, the signs and cue words beside it."""

from __future__ import annotations

import math
from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from ...core.later import re
from ...text.lexicon.language import every
from ...text.lexicon.pattern_tables import alternation
from ...text.lexicon.public_figures import PublicLists
from ...text.lexicon.tables import fold, name_tables, particles
from ..persons.mention.joined_words import run_together_words
from . import cues, signs
from .filter_columns import CLASSES
from .surroundings import LETTERS, WORD, Surroundings

FEW_BEARERS = 1e-4
"""Mass of a forename times that of a surname up to which hardly anybody else has both: a listed
"Barack Obama" is the public one, a "Chris Evans" may be anybody."""
RARE_WORD = 1e-3
"""The same for a lone word, of its mass as a forename and as a surname: "Piaget", not "Rogers"."""

PLACE: tuple[str, ...] = (
    "early", "late", "title_block", "line_start", "line_end", "line_alone", "line_words",
    "names_line", "names_list", "header", "sentence_start",
)  # fmt: skip
FORM: tuple[str, ...] = (
    "words", "full", "initials", "upper", "lower", "comma_inside", "forename", "surname",
    "unknown", "common_word", "few_bearers",
)  # fmt: skip
FAME: tuple[str, ...] = ("one_word_fame", "one_word_rare")
"""Whether the mention is the one word by which somebody is widely known ("Keynes"), and whether
hardly anybody else bears it."""
SIGNS: tuple[str, ...] = (
    "field", "byline", "teacher_field", "members", "greeting", "sign_off", "self_intro",
    "own_relation", "named", "relation", "mr", "degree", "office", "speaker", "fame_before",
    "fame_after", "argues", "source", "cited", "et_al", "in_list", "number", "life",
    "attribution", "eponym", "thing_after", "identifier_near",
    "acquainted", "made_by",
)  # fmt: skip
INHERITED: tuple[str, ...] = ("field", "byline", "teacher_field", "members", "own_relation",
                              "relation", "greeting")  # fmt: skip
"""What is true of the second name as well in "my friends Ana and Ben"."""

_JOINT = re.compile(
    r"\s*(?:,\s*and\b|[,;/&]|\band\b|\bund\b|\by\b)\s*"
    rf"(?:{alternation(every('title'))}(?![^\W\d_])\.?\s*)?"
    r"|[ \t]*\n[ \t]*"
)


class Mention(NamedTuple):
    """What one mention shows: values by feature, and classes of cue words near it and far.

    "ruler", "declares", "with_writer", "quoted" and "in_politics" are no features: only the reasons
    are told by them, and who is no student.
    """

    start: int
    end: int
    values: dict[str, float]
    near: int
    far: int


def look(around: Surroundings) -> dict[int, list[Mention]]:
    """Look at all mentions by place, so that names in a row share what stands before the first.

    around (Surroundings): The document.
    RETURNS (dict): The mentions of each person, by its number.
    """
    out: dict[int, list[Mention]] = defaultdict(list)
    last: Mention | None = None
    for start, end, number in around.places:
        mention = _mention(around, start, end)
        if last is not None and 0 < start - last.end <= 12:
            _inherit(around.text, last, mention)
        out[number].append(mention)
        last = mention
    return out


def _mention(around: Surroundings, start: int, end: int) -> Mention:
    text = around.text
    start, end = _without_titles(text, start, end)
    left, right = signs.tokens_before(text, start), signs.tokens_after(text, end)
    values: dict[str, float] = {}
    _place(around, start, end, left, values)
    _form(text[start:end], values)
    _fame(around.lists, text[start:end], values)
    _signs(around, start, end, left, right, values)
    values["own_words"] = signs.own_words(left + right)
    values["article_before"] = float(bool(left) and left[0] in cues.ARTICLES)
    values["seen_lower"] = _seen_lower(around, text[start:end])
    near_left, far_left = signs.masks(left)
    near_right, far_right = signs.masks(right)
    return Mention(start, end, values, near_left | near_right, far_left | far_right)


def _inherit(text: str, last: Mention, mention: Mention) -> None:
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
        word = WORD.match(text, start, end)
        rest = text[word.end() : end].lstrip(". ") if word else ""
        if word is None or not rest or not _is_title(word[0]):
            break
        start = end - len(rest)
    return start, end


@lru_cache(maxsize=4096)
def _is_title(word: str) -> bool:
    return fold(word) in cues.TITLES


def _place(
    around: Surroundings, start: int, end: int, left: list[str], values: dict[str, float]
) -> None:
    layout = around.layout
    line = layout.line(start)
    first, last = layout.bounds(line)
    before = signs.unmarked(around.text[max(first, start - 40) : start]).strip(" \t.,:;*#-–_>•()|")
    after = signs.unmarked(around.text[end : min(last, end + 40)]).strip(" \t.,:;*#-–_()|")
    names = around.only_names(line)
    above, below = (
        (layout.neighbour(line, -1), layout.neighbour(line, 1)) if names else (None, None)
    )
    values["early"] = math.exp(-start / 400)
    values["late"] = math.exp((end - len(around.text)) / 400)
    values["title_block"] = float(start < layout.title_end)
    values["line_start"] = float(not before and start - first < 40)
    values["line_end"] = float(not after and last - end < 40)
    values["line_alone"] = values["line_start"] * values["line_end"]
    values["line_words"] = min(1.0, math.log1p(around.other_words(line)) / 4)
    values["names_line"] = float(names)
    values["names_list"] = float(names and (around.only_names(above) or around.only_names(below)))
    values["header"] = math.log(min(layout.repeats(line), 20)) / 3
    values["sentence_start"] = float(not left or left[0] in ".!?\n")


def _seen_lower(around: Surroundings, name: str) -> float:
    """Which share of a name's words does the text hold in small letters, too, as a heading's?"""
    words = LETTERS.findall(name)
    if not words or name.islower():
        return 0.0
    return sum(word.lower() in around.lower for word in words) / len(words)


@lru_cache(maxsize=4096)
def spaced(name: str) -> str:
    """A name with the blanks that it lost ("AlexFerguson")."""
    tables = name_tables()
    return WORD.sub(
        lambda m: " ".join(m[0][i:j] for i, j in run_together_words(m[0], tables)), name
    )


def _fame(lists: PublicLists, name: str, values: dict[str, float]) -> None:
    known = lists.one_word(name)
    rare = known and max(name_tables().masses(fold(name))) < RARE_WORD
    values.update(zip(FAME, (float(known), float(rare)), strict=True))


def _form(name: str, values: dict[str, float]) -> None:
    values.update(zip(FORM, _name_form(name), strict=True))


@lru_cache(maxsize=4096)
def _name_form(name: str) -> tuple[float, ...]:
    """The features of a name as it is written, whatever stands around it."""
    tables = name_tables()
    words = [w for w in WORD.findall(spaced(name)) if w.lower() not in particles()]
    words = [tables.genitive_of(word) or word for word in words]
    long = [w for w in words if len(w) > 1]
    folded = [fold(w) for w in long] or [""]
    masses = [tables.masses(word) for word in folded]
    fore, sur = (max(column) for column in zip(*masses, strict=True))
    both = masses[0][0] * masses[-1][1]
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
    around: Surroundings,
    start: int,
    end: int,
    left: list[str],
    right: list[str],
    values: dict[str, float],
) -> None:
    titled = left[: signs.title_before(left)]
    left = left[len(titled) :]
    before, ends = "", _ends_there(around.text, end)
    if ends:
        few = around.other_words(around.layout.line(start)) <= 8
        before = signs.field_word(left) or (signs.line_word(left) if few else "")
        if not before and values["names_line"]:
            before = signs.word_above(left)
    before = before or signs.command_word(around.text, start)
    told = bool(before) or (start, end) in around.cells or start in around.filed
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
    values["in_politics"] = float(signs.in_politics(left))
    values["declares"] = float(signs.declares(left))
    values["quoted"] = float(signs.quoted(left, right))
    values["speaker"] = float(bool(values["line_start"]) and right[:1] == [":"])
    values["fame_before"] = float(signs.fame_before(left))
    values["fame_after"] = float(signs.fame_after(right))
    values["argues"] = float(signs.argues(right))
    values["source"] = float(signs.is_source(left))
    kind = around.citations.kind(start, end)
    values["cited"] = float(bool(kind) and kind != "list")
    values["et_al"] = float(kind == "et al")
    values["in_list"] = float(kind == "list")
    values["unpublished"] = float(around.citations.unpublished(start, end))
    values["number"] = float(around.citations.number(end))
    values["life"] = float(around.citations.life(end))
    values["attribution"] = float(signs.attributed(left))
    values["acquainted"] = float(signs.acquainted(left, right))
    values["with_writer"] = float(signs.with_writer(left, right))
    values["made_by"] = float(signs.made_by(left))
    values["eponym"] = float(around.lists.eponym(around.text, start, end))
    values["thing_after"] = float(signs.thing_after(right))
    values["identifier_near"] = float(around.beside_identifier(start, end))


def _ends_there(text: str, end: int) -> bool:
    """Does no sentence run on behind a name, as in "Name: X" and not in "Student: X has four"?"""
    rest = text[end : end + 40].lstrip(" \t")
    return not rest or not (rest[0].islower() or rest[0] in "'’")
