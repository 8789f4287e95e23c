"""Schools and employers: fictional ones of the same kind and level.

What says the kind ("Elementary School", "University of", "GmbH", "Bakery") stays in its place; the
name goes. Names are fictional: a real one would point at somebody else's school.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from ...core.ids import Draw
from ...core.later import re
from ...text.lexicon.data_files import rows
from ...text.lexicon.tables import fold
from ...text.values.case import like_case
from ...text.values.tables import town_names
from ...who.persons.link.entity import Entity
from .choose import Dice, article_fits, bare, fresh, reshaped, shared_draw
from .handles import words
from .known_firms import KnownFirm, firm_of, other_firm
from .known_schools import KnownSchool, other_school, renamed_school, school_of
from .maker import Context, Mention, SurrogateMaker, Value
from .proper import name as proper_name
from .realism import checked, is_plausible, seen

_LONGEST = 200
_LETTERS = re.compile(r"[A-Z]{2,5}")
_COMPASS = ("Central", "Northern", "Southern", "Eastern", "Western")
"""What schools are called that are called after nobody."""
_COMPASS_IN = 12
"""One in so many schools is called so."""
_LIES = re.compile(rf"^(?:{'|'.join(_COMPASS)}|North|South|East|West) (?=\w+ )")
_FIRST = re.compile(r"^(?:[Tt]he )?[A-Z][\w.'’]* (?=[A-Z])")
_ENDINGS = ("well", "line", "path", "ware", "point", "craft", "wave", "ridge", "mark")


@cache
def kind_words(what: str) -> frozenset[str]:
    """The words that stay in names of schools, of employers, or of lines and stations.

    what (str): "school", "employer" or "transport".
    """
    return frozenset(
        fold(word)
        for row in rows("institution_words.tsv")
        if row["kind"] == what
        for word in row["words"].split()
    )


@cache
def _levels() -> dict[str, str]:
    """The level of school that a word tells, with accents and without."""
    levels: dict[str, str] = {}
    for row in rows("institution_words.tsv"):
        if row["kind"] == "school" and row["level"] != "any":
            levels |= {word.casefold(): row["level"] for word in row["words"].split()}
    # A word without accents is first what it says: a college is no collège.
    return {fold(word): level for word, level in levels.items()} | levels


def _level_of(word: str) -> str:
    plain = word.casefold().rstrip(".")
    return _levels().get(plain) or _levels().get(fold(plain), "")


def _renamed(text: str, what: str, name: Callable[[str], str], dice: Dice) -> str | None:
    """A name with each run of its own words replaced by a new name; None where it has no own words.

    name (Callable): Makes a new name like an old one.
    """
    kinds = kind_words(what)
    out: list[str] = []
    run = ""  # own words with the spaces between them
    renamed = False
    for token in [*_tokens(text), ""]:
        named = token[:1].isalpha() and not _is_kind(token, kinds)
        letters = bool(_LETTERS.fullmatch(token)) and not text.isupper()
        if (named and not letters) or (run and token.isspace()):
            run += token
            continue
        if run:
            old = run.rstrip()
            out += [_possessive(like_case(name(old), old), old), run[len(old) :]]
            run, renamed = "", True
        if named:
            renamed = True
            token = _other_letters(token, dice)
        out.append(_other(token, dice) if token.isdecimal() else token)
    return "".join(out) if renamed else None


def _own(old: str, dice: Dice, context: Context) -> str:
    """A name of its own: an invented town's, or a plausible one."""
    if is_plausible(context):
        return proper_name(dice, context.lang, old)
    return dice.pick(town_names())


def _tokens(text: str) -> list[str]:
    return re.findall(r"\s+|[^\W\d_](?:[^\W\d_]|[.'’&/](?=[^\W\d_]))*\.?|\d+|[^\w\s]|_", text)


def _is_kind(token: str, kinds: frozenset[str]) -> bool:
    low = fold(token)
    return low in kinds or low.rstrip(".") in kinds


def _possessive(new: str, old: str) -> str:
    match = re.search(r"['’]s$", old)
    return new + match[0] if match else new


def _can_be_read(text: str) -> bool:
    """Is it of a length that names have, with a Latin letter in it?"""
    return len(text) <= _LONGEST and any("a" <= c <= "z" for c in fold(text))


def _other(digits: str, dice: Dice) -> str:
    for _ in range(12):
        new = reshaped(digits, dice)
        if new != digits:
            return new
    return digits


@dataclass(frozen=True)
class SchoolSurrogate:
    """Makes schools of the same level: a primary school stays one.

    realism (str): "safe", "plausible", or "" for that of the anonymizer (realism.py).
    """

    realism: str = ""

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        context = seen(context, self.realism)
        text = mention.text
        if not _can_be_read(text):
            return None

        shared = shared_draw(draw, context)
        known = _known(mention, entity) if is_plausible(context) else None

        def make(dice: Dice) -> str | None:
            other = other_school(known, shared, dice.attempt) if known else None
            if known and other:
                return renamed_school(text, known, other)
            if _is_acronym(text):
                return _acronym(text, dice)

            def name(old: str) -> str:
                if text.startswith(old) and is_plausible(context) and not dice.roll(_COMPASS_IN):
                    return dice.pick(_COMPASS)
                return _own(old, dice, context)

            new = _renamed(text, "school", name, dice)
            new = new or _numbered(text, dice) or _kind_only(text, name(""))
            return new if new and _fits(new, mention, context) else None

        return fresh(make, mention, entity, context, draw, "school", bare)


def _known(mention: Mention, entity: Entity) -> KnownSchool | None:
    """The university that everybody knows which a mention names, by all its names.

    One word does for itself alone: "Washington" may be short for Washington Middle School.
    """
    texts = sorted({mention.text, *entity.texts}, key=len, reverse=True)
    named = (school_of(text) for n, text in enumerate(texts) if not n or " " in text)
    return next((school for school in named if school), None)


def _kind_only(text: str, town: str) -> str | None:
    """A name made of kinds alone ("City College") gets one before it; "my school" has no name."""
    if not any(c.isupper() for c in text) or re.match(
        r"(?:my|our|his|her|their|your)\b", text, re.I
    ):
        return None
    # "Central High School" is called after where it lies: that goes.
    return f"{town} {_LIES.sub('', re.sub(r'^[Tt]he ', '', text))}"


def _numbered(text: str, dice: Dice) -> str | None:
    """A school that has only a number ("P.S. 118") gets another one."""
    if not re.search(r"\d", text):
        return None
    return "".join(_other(t, dice) if t.isdecimal() else t for t in _tokens(text))


def _is_acronym(text: str) -> bool:
    return bool(re.fullmatch(r"(?:[A-Z]\.?&?){2,6}(?:-[A-Z]{1,4})?", text))


def _acronym(text: str, dice: Dice) -> str:
    """Other letters, but those that say university, college, institute, high or school."""
    out = []
    for i, char in enumerate(text):
        keeps = char in "UCIHS" and i in (0, len(text) - 1)
        out.append(dice.pick("ABDEFGKLMNOPRTVW") if char.isalpha() and not keeps else char)
    return "".join(out)


def _fits(new: str, mention: Mention, context: Context) -> bool:
    """The article stays right, and no long word of the name is left."""
    kinds = kind_words("school") | kind_words("employer")
    old = {fold(w) for w in re.findall(r"[^\W\d_]{4,}", mention.text)} - kinds
    low = {fold(w) for w in re.findall(r"[^\W\d_]{4,}", new)}
    return not old & low and article_fits(new, mention.text, context)


@dataclass(frozen=True)
class EmployerSurrogate:
    """Makes employers of the same kind.

    realism (str): "safe", "plausible", or "" for that of the anonymizer (realism.py).
    """

    realism: str = ""

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        context = seen(context, self.realism)
        text = mention.text
        if not _can_be_read(text):
            return None
        shared = shared_draw(draw, context)
        known = firm_of(text) if is_plausible(context) else None

        def make(dice: Dice) -> str | None:
            if _is_acronym(text) and not known:
                return _other_letters(text, dice)
            if known:
                new: str | None = _cased(other_firm(known, shared, dice.attempt).name, text, known)
            else:
                new = _renamed(text, "employer", lambda old: _brand(old, dice, context), dice)
                # "General Motors" is known by its first word.
                new = new or _kind_only(_FIRST.sub("", text), _brand("", dice, context))
            return new if new and _fits(new, mention, context) else None

        return fresh(make, mention, entity, context, draw, "employer", bare)


def _cased(new: str, text: str, known: KnownFirm) -> str:
    """The name of a firm in the case of the old one, where that is not its own ("IBM")."""
    return new if text == known.name else like_case(new, text)


def _other_letters(text: str, dice: Dice) -> str:
    """Other capitals for those of a name in letters ("IBM")."""
    return "".join(dice.pick("ABDEFGKLMNOPRTVW") if c.isalpha() else c for c in text)


def _brand(old: str, dice: Dice, context: Context) -> str:
    """A made-up name: a word and an ending ("Copperline"), or a town's; a plausible one often."""
    if is_plausible(context) and dice.roll(4):
        return proper_name(dice, context.lang, old)
    if dice.roll(3) == 0:
        return dice.pick(town_names())
    short = [w for w in words() if len(w) < 8]
    return (dice.pick(short) + dice.pick(_ENDINGS)).capitalize()


@dataclass(frozen=True)
class SchoolClass:
    """Makes kinds of schools: "Lincoln Elementary School" becomes "elementary school"."""

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the class of a mention; see base.py."""
        names = {"preschool": "preschool", "primary": "primary school", "middle": "middle school",
                 "high": "high school", "tertiary": "university"}  # fmt: skip
        found = [_level_of(t) for t in _tokens(mention.text[:_LONGEST])]
        level = next((x for x in found if x), None)
        released = context.released.get("SCHOOL", "")
        return released or (names[level] if level else None)


@cache
def _short() -> dict[str, list[str]]:
    """The words that a short form stands for; none for what may be left out."""
    return {row["short"]: row["whole"].split() for row in rows("institution_short.tsv")}


def institution_values(text: str, what: str) -> tuple[Value, ...]:
    """The school or employer that a mention names; see `shuffle.values_in`.

    text (str): The mention.
    what (str): "school" or "employer".
    RETURNS (tuple[Value, ...]): One; none for "my school" and what is in another script.
    """
    shown = re.sub(r"['’]s$", "", " ".join(text.split()))
    if len(text) > _LONGEST or not _can_be_read(shown):
        return ()
    words = _plain_words(shown)
    if set(words) <= kind_words(what) and _kind_only(shown, "") is None:
        return ()
    kind = what
    if _is_acronym(shown):
        kind += "/acronym"
    elif what == "school":
        kind += f"/{_level(_plain_words(shown, str.casefold))}"
    return (Value(kind, " ".join(_without_school(words)), shown),)


def _plain_words(text: str, plain: Callable[[str], str] = fold) -> list[str]:
    """The words of a name without accents, short forms written out, legal forms left out."""
    words = [re.sub(r"[\W_]", "", t) or t for t in map(plain, _tokens(text)) if t.strip()]
    words = [word for word in words if word[0].isalnum() or word == "&"]
    whole = [part for word in words for part in _short().get(word, [word])]
    return whole or words


def _level(words: list[str]) -> str:
    """The level of a school, "any" where no word tells it."""
    found = [level for level in map(_level_of, words) if level]
    if found and found[-1] == "tertiary":
        return "tertiary"
    # "University High School" is a high school, "Junior High School" a middle one.
    order = ("preschool", "primary", "middle", "high", "tertiary")
    return min(found, key=order.index, default="any")


def _without_school(words: list[str]) -> list[str]:
    """Lincoln High is Lincoln High School: where the level is told, "school" adds nothing."""
    told = any(map(_level_of, words))
    return [word for word in words if word not in ("school", "schools") or not told]


def own_words(name: str) -> frozenset[str]:
    """The words by which a school or an employer differs from others of its kind."""
    kinds = kind_words("school") | kind_words("employer")
    return frozenset(word for word in _plain_words(name) if len(word) > 3 and word not in kinds)


def make_school_surrogate(realism: str | None = None) -> SurrogateMaker:
    """Make other schools of the same level; see `SchoolSurrogate`."""
    return SchoolSurrogate(checked(realism))


def make_employer_surrogate(realism: str | None = None) -> SurrogateMaker:
    """Make other employers of the same kind; see `EmployerSurrogate`."""
    return EmployerSurrogate(checked(realism))


def make_school_class() -> SurrogateMaker:
    """Say schools by their level; see `SchoolClass`."""
    return SchoolClass()
