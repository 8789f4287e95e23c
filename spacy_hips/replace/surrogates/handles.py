"""Handles, local parts and slugs: how a name was put together, and the same with another name.

A handle is read as runs of letters, digits and marks. Each run of letters is explained by parts of
its owner's name ("jgarcia" is the initial and the surname), and rebuilt from the same parts of the
new identity. What no part explains becomes another word, digits become other digits, marks stay.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from ...core.ids import Draw
from ...core.later import re
from ...text.lexicon.data_files import lines
from ...text.lexicon.tables import common_words, name_tables
from ...text.values.tables import word_set
from ...who.persons.link.entity import Entity
from .choose import Dice, digits_of, put_digits, same_class
from .coined import coined
from .pools import pick

_RUNS = re.compile(r"[^\W\d_]+|\d+|[\W_]+")
_PARTICLES = re.compile(r"particles\d*")
_BETWEEN = re.compile(r"[\s\-'’.]+")
_FIELDS = ("first", "middle", "last", "nickname", "particles")
_LONGEST_RUN = 60
_FAITHFUL = 4
"""Attempts with the new name; it may hold a part of the old one, then another has to do."""
STRAYS = 40
"""So many in a hundred plausible handles of somebody in the text spell another name, in the same
form: an old name, a relative's account. What was missed always does, since its owner is called
otherwise by now; so a handle that fits nobody tells little. At 95 % found, who calls them missed is
right one time in nine (chance: one in twenty)."""
SHORTEST_WORD = 3
"""Letters that each of two words has which are run together."""
_PROBES = 16
"""Attempts, from the one that is asked for, at a text without any part of the old name."""
_MARKS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "ħ": "h", "ŋ": "n"})
_TWO_LETTERS = (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"), ("å", "aa"), ("æ", "ae"),
                ("ø", "oe"), ("ñ", "ny"), ("þ", "th"), ("œ", "oe"))  # fmt: skip
KEPT_WORDS = word_set(
    "the real official its iam im mr mrs ms miss dr prof my me not just xx xo xox mail email "
    "student students contact"
)
"""Words of handles that name nobody and may stay."""
_RUDE = re.compile(
    r"fuck|shit|sex|kill|murder|rap(?:e|ist)|nazi|porn|slave|cunt|dick|piss|bitch|whor|damn|hell|"
    r"suicid|drug|racis|blood|death|dead|gun|bomb|terror|naked|nude|cancer|virus|corpse|tortur"
)
"""What no handle is made with."""


@dataclass(frozen=True)
class Piece:
    """A stretch of a handle.

    part (str): The part of a name it came from, "" for none.
    length (int): How many first letters of that part, 0 for all of it.
    text (str): The stretch itself.
    """

    part: str
    length: int
    text: str


@cache
def words() -> tuple[str, ...]:
    """Ordinary words that handles are made with."""
    return tuple(lines("handle_words.txt"))


def flat(text: str) -> str:
    """Lower case without accents, letter by letter, so that places in the text stay."""
    if text.isascii():
        return text.lower()
    return "".join(_flat(c) for c in text)


@lru_cache(maxsize=4096)
def _flat(char: str) -> str:
    low = char.lower()
    base = unicodedata.normalize("NFKD", low)[:1]
    return (base if base.isalpha() else low[:1] or char).translate(_MARKS)


def name_parts(person: Entity) -> dict[str, str]:
    """The parts of a name as handles use them, by a name for each part.

    person (Entity): A person.
    RETURNS (dict): Such as {"first": "ana", "last": "garcialopez", "last0": "garcia"}.
    """
    return dict(_name_parts(*[getattr(person, field) for field in _FIELDS]))


@lru_cache(maxsize=1024)
def _name_parts(*fields: str) -> Mapping[str, str]:
    given = dict(zip(_FIELDS, fields, strict=True))
    parts: dict[str, str] = {}
    for field, written in given.items():
        split = [flat(w) for w in _BETWEEN.split(written) if w]
        split = ["".join(filter(str.isalnum, w)) for w in split]
        if any(split):
            parts[field] = "".join(split)
        if len(split) > 1:
            parts.update({f"{field}{i}": word for i, word in enumerate(split) if word})
    if "particles" in parts and "last" in parts:
        parts["particles+last"] = parts["particles"] + parts["last"]
    for field in ("first", "last"):
        spelt = given[field].lower()
        for mark, two in _TWO_LETTERS:
            spelt = spelt.replace(mark, two)
        spelt = "".join(c for c in flat(spelt) if c.isalnum())
        if spelt and spelt != parts.get(field):
            parts[f"{field}~"] = spelt
    return parts


def explain(run: str, parts: Mapping[str, str]) -> list[Piece]:
    """Explain letters by the parts of a name.

    run (str): Letters.
    parts (Mapping): As `name_parts` gives them.
    RETURNS (list): The pieces in order; those that nothing explains have no part.
    """
    if not run:
        return []
    if len(run) > _LONGEST_RUN:
        return [Piece("", 0, run)]
    low = flat(run)
    found = _longest_part(low, parts)
    if found is None:
        return _abbreviated(run, low, parts)
    part, at, length = found
    end = at + length
    return [
        *_beside(run[:at], parts),
        Piece(part, 0, run[at:end]),
        *_beside(run[end:], parts),
    ]


def _longest_part(low: str, parts: Mapping[str, str]) -> tuple[str, int, int] | None:
    """The longest whole part that stands in the letters; two letters only as the whole run."""
    best = None
    for part, value in parts.items():
        at = low.find(value)
        whole = low == value
        if at >= 0 and (len(value) > 2 or whole) and (best is None or len(value) > best[2]):
            best = (part, at, len(value))
    return best


def _beside(run: str, parts: Mapping[str, str]) -> list[Piece]:
    """Letters beside a whole part: more parts, initials, or anything else."""
    if not run:
        return []
    low = flat(run)
    if len(run) <= 3:
        initials = {value[0]: part for part, value in reversed(list(parts.items()))}
        if all(c in initials for c in low):
            return [Piece(initials[c], 1, run[i]) for i, c in enumerate(low)]
    return explain(run, parts)


def _abbreviated(run: str, low: str, parts: Mapping[str, str]) -> list[Piece]:
    """Letters without a whole part: initials ("jp"), a beginning ("kath"), two ("garcju")."""
    main = [(p, v) for p, v in parts.items() if p in ("first", "middle", "last", "nickname")]
    ordered = "".join(v[0] for p, v in main if p != "nickname")
    short = "".join(v[0] for p, v in main if p in ("first", "last"))
    if low in (ordered, short, short[::-1]) and len(low) > 1:
        owners = {v[0]: p for p, v in reversed(main)}
        return [Piece(owners[c], 1, run[i]) for i, c in enumerate(low)]
    for part, value in main:
        if len(low) > 2 and value.startswith(low):
            return [Piece(part, len(low), run)]
    for cut in range(1, len(low)):
        head, tail = low[:cut], low[cut:]
        for part, value in main:
            for other, rest in main:
                fits = value.startswith(head) and rest.startswith(tail) and len(low) > 3
                if part != other and fits:
                    return [
                        Piece(part, cut, run[:cut]),
                        Piece(other, len(tail), run[cut:]),
                    ]
    return [Piece("", 0, run)]


def _initial(letter: str, parts: Mapping[str, str]) -> Piece:
    """A letter that stands alone ("a.ruiz", "ana.r"): the initial of a part, or anything."""
    for part in ("first", "middle", "last", "nickname"):
        if parts.get(part, "").startswith(flat(letter)):
            return Piece(part, 1, letter)
    return Piece("", 0, letter)


def rewrite(
    text: str,
    owner: Entity | None,
    identity: Entity | None,
    draw: Draw,
    attempt: int = 0,
    *,
    kept: frozenset[str] = KEPT_WORDS,
    plausible: bool = False,
) -> str:
    """The same pattern with another name.

    text (str): A handle, a local part, a slug.
    owner (Entity): Whose it is; None lets the name tables guess the parts of a name in it.
    identity (Entity): Who the owner has become; None draws a name, and so do some of the
        plausible ones (`strays`).
    draw (Draw): Keyed choices; equal names, words and numbers are replaced by equal ones.
    attempt (int): Another attempt gives another text.
    kept (frozenset[str]): Words that may stay.
    plausible (bool): Draw from ordinary words of all kinds, and replace what is neither a word
        nor a name by the like (realism.py).
    RETURNS (str): The new text. It holds no part of the owner's name and no run of letters or of
        digits of the old one but the words that may stay.
    """
    old = name_parts(owner) if owner else {}
    if plausible and strays(text, draw):
        identity = None
    new = ""
    for probe in range(attempt, attempt + _PROBES):
        free = kept - frozenset(old.values())
        new = _rewritten(text, old, identity, draw, probe, free, plausible=plausible)
        if not holds_part(new, old):
            break
    return new


def strays(text: str, draw: Draw) -> bool:
    """Whether what stands for a handle is to spell a name that nobody of the text bears.

    text (str): A handle, a local part, a slug. Those of the same letters go the same way.
    draw (Draw): Keyed choices.
    """
    letters = "".join(filter(str.isalpha, flat(text)))
    return draw(f"handle strays:{letters}", 100) < STRAYS


def spells(text: str, parts: Mapping[str, str]) -> bool:
    """Whether parts of a name explain some of the letters of a handle.

    text (str): A handle, a local part, a slug.
    parts (Mapping): As `name_parts` gives them.
    """
    letters = (run for run in _RUNS.findall(text) if run.isalpha())
    return any(piece.part for run in letters for piece in explain(run, parts))


def holds_part(text: str, parts: Mapping[str, str]) -> bool:
    """Whether a part of a name, four letters or more, stands in a text, case and accents aside.

    text (str): A handle, an address.
    parts (Mapping): As `name_parts` gives them.
    """
    low = flat(text)
    return any(part in low for part in telling_parts(parts))


def telling_parts(parts: Mapping[str, str]) -> set[str]:
    """The parts of a name, four letters or more, that tell whose it is.

    parts (Mapping): As `name_parts` gives them.
    RETURNS (set[str]): None of the particles alone: many people bear them ("van der"), and so may
        the new name.
    """
    named = (value for part, value in parts.items() if not _PARTICLES.fullmatch(part))
    return {value for value in named if len(value) > 3}


def _rewritten(
    text: str,
    old: Mapping[str, str],
    identity: Entity | None,
    draw: Draw,
    attempt: int,
    kept: frozenset[str],
    *,
    plausible: bool,
) -> str:
    runs = _RUNS.findall(text)
    if not spells(text, old):
        letters = [flat(run) for run in runs if run.isalpha()]
        old = _guess([run for run in letters if not (plausible and _two_words(run))])
        identity = None
    if attempt >= _FAITHFUL:
        identity = None
    name = " ".join(f"{k}={v}" for k, v in sorted(old.items()))
    new = _new_parts(identity, old, draw, f"handle name:{name}:{attempt}")
    writer = _Writer(old, new, draw, attempt, text.isascii(), kept, plausible)
    return "".join(writer(run) for run in runs)


@dataclass(frozen=True)
class _Writer:
    """Rewrites the runs of one handle.

    old, new (Mapping): The parts of both names.
    draw (Draw), attempt (int), kept (frozenset[str]), plausible (bool): As for `rewrite`.
    ascii_only (bool): The handle is ASCII, so the new one is.
    """

    old: Mapping[str, str]
    new: Mapping[str, str]
    draw: Draw
    attempt: int
    ascii_only: bool
    kept: frozenset[str]
    plausible: bool

    def __call__(self, run: str) -> str:
        """The new run for a run of letters, digits or marks."""
        if run.isdecimal():
            return _other_digits(run, self._dice(run))
        if not run.isalpha():
            dice = self._dice(run)
            return "".join(same_class(c, dice) if c.isalnum() else c for c in run)
        pieces = explain(run, self.old) if len(run) > 1 else [_initial(run, self.old)]
        return "".join(_like_case(self._piece(piece), piece.text) for piece in pieces)

    def _dice(self, run: str) -> Dice:
        return Dice(self.draw, f"handle run:{run.lower()}", self.attempt)

    def _piece(self, piece: Piece) -> str:
        if not piece.part:
            dice = self._dice(piece.text)
            return _other_word(piece.text, dice, self.ascii_only, self.kept, self.plausible)
        field = piece.part.rstrip("~0123456789")
        value = self.new.get(piece.part) or self.new.get(field)
        if not value:
            value = self.new["last" if "last" in field else "first"]
        return value[: piece.length] if piece.length else value


def _other_word(
    text: str, dice: Dice, ascii_only: bool, kept: frozenset[str], plausible: bool
) -> str:
    low = text.lower()
    if low in kept:
        return text
    both = _two_words(low) if plausible else ()
    if both:
        fit = (_nick_words(len(w), any_word=dice.roll(4) == 0) for w in both)
        head, tail = (dice.pick([w for w in own if w not in both]) for own in fit)
        return head + (tail.title() if text[len(both[0])].isupper() else tail)
    if len(text) < 3 or not (ascii_only or text.isascii()):
        return "".join(_other_letter(c, dice) for c in text)
    if plausible and not _is_word(low) and dice.roll(4):
        names = name_tables().surnames().names[:3000]
        made = (w.lower() for w in coined(names, dice, text) if w.isascii() and w.isalpha())
        new = next((w for w in made if w != low and not _RUDE.search(w)), "")
        if new:
            return new
    return dice.pick(_fitting(low, any_word=bool(plausible and dice.roll(4))))


@lru_cache(maxsize=256)
def _two_words(low: str) -> tuple[str, ...]:
    """Two ordinary words that are run together and are no name ("happyking"); none for others."""
    tables = name_tables()
    if tables.is_forename(low) or tables.is_surname(low) or _is_word(low):
        return ()
    cuts = range(len(low) - SHORTEST_WORD, SHORTEST_WORD - 1, -1)
    found = (at for at in cuts if _is_word(low[:at]) and _is_word(low[at:]))
    at = next(found, 0)
    return (low[:at], low[at:]) if at else ()


def _is_word(low: str) -> bool:
    return low in common_words() or low in words() or low in _nicks()


@lru_cache(maxsize=256)
def _fitting(low: str, *, any_word: bool) -> tuple[str, ...]:
    """Other words that are about as long as a word."""
    about = _all_words_about(len(low)) if any_word else _words_about(len(low))
    fit = tuple(w for w in about if w != low)
    return fit or tuple(w for w in words() if w != low)


@cache
def _nicks() -> frozenset[str]:
    return frozenset(lines("nick_words.txt"))


@cache
def _nick_words(length: int, *, any_word: bool) -> tuple[str, ...]:
    """Words that people call themselves by, or any, about as long."""
    nicks = tuple(sorted(w for w in _nicks() if abs(len(w) - length) <= 1))
    return _all_words_about(length) if any_word else nicks + _words_about(length)


@cache
def _words_about(length: int) -> tuple[str, ...]:
    """Ordinary words that are about as long."""
    return tuple(w for w in words() if abs(len(w) - length) <= 2)


@cache
def _all_words_about(length: int) -> tuple[str, ...]:
    """Words of English that are about as long."""
    fit = (w for w in common_words() if w.isascii() and w.isalpha() and abs(len(w) - length) <= 1)
    return tuple(sorted(w for w in fit if not _RUDE.search(w)))


def _other_letter(char: str, dice: Dice) -> str:
    for _ in range(8):
        new = same_class(char, dice)
        if new != char:
            return new
    return char


def _other_digits(run: str, dice: Dice) -> str:
    old = digits_of(run)
    for _ in range(16):
        if len(old) == 4 and old[:2] in ("19", "20"):
            new = str(1985 + dice.roll(30))
        else:
            new = dice.digits(len(old))
        if new != old and (old[0] == "0" or new[0] != "0" or len(old) == 1):
            return put_digits(run, new)
    return put_digits(run, str((int(old) + 1) % 10 ** len(old)).zfill(len(old)))


def _like_case(new: str, old: str) -> str:
    if old.isupper() and (len(old) > 1 or len(new) == 1):
        return new.upper()
    if old[:1].isupper():
        return new[:1].upper() + new[1:]
    return new if old == new else new.lower()


def _new_parts(
    identity: Entity | None, old: Mapping[str, str], draw: Draw, purpose: str
) -> dict[str, str]:
    """The parts of the new name; where it has no Latin one or lacks a part, drawn ones."""
    parts = name_parts(identity) if identity else {}
    parts = {k: v for k, v in parts.items() if v.isascii() and v.isalpha()}
    tables = name_tables()
    avoid = frozenset(old.values())
    pools = {"first": tables.forenames(), "last": tables.surnames()}
    # The second of two surnames is another one, also where the new name has one alone.
    second = [field for field in ("first1", "last1") if field in old]
    for field in (*pools, *second):
        pool = pools[field.rstrip("1")]
        for probe in range(8):
            if field in parts:
                break
            name = pick(pool, draw, f"{purpose} {field} {probe}", avoid, old.get(field, "")) or ""
            drawn = "".join(filter(str.isalpha, flat(name)))
            if drawn.isascii() and drawn:
                parts[field] = drawn
        parts.setdefault(field, "alder" if field[0] == "l" else "robin")
    parts.setdefault("middle", parts["first"])
    parts.setdefault("nickname", parts["first"])
    return parts


def _guess(runs: Sequence[str]) -> dict[str, str]:
    """Name parts in a handle nobody owns: what the tables know as names, long enough."""
    tables = name_tables()
    parts: dict[str, str] = {}
    for run in runs:
        if len(run) > _LONGEST_RUN or tables.is_common_word(run):
            continue
        if len(run) > 2 and tables.is_forename(run) and "first" not in parts:
            parts["first"] = run
        elif len(run) > 2 and tables.is_surname(run) and "last" not in parts:
            parts["last"] = run
        elif len(run) > 4 and run not in KEPT_WORDS:
            parts.update({k: v for k, v in _split(run).items() if k not in parts})
    if "last" in parts and "first" not in parts:
        lone = next((run for run in runs if len(run) == 1), "")
        head = next((r[: -len(parts["last"])] for r in runs if r.endswith(parts["last"])), "")
        if lone or len(head) == 1:
            parts["first"] = lone or head
    return parts


def _split(run: str) -> dict[str, str]:
    """A forename and a surname in one run, or an initial before a surname."""
    tables = name_tables()
    for cut in range(len(run) - 3, 2, -1):
        head, tail = run[:cut], run[cut:]
        if tables.is_forename(head) and tables.is_surname(tail):
            return {"first": head, "last": tail}
    if tables.is_surname(run[1:]):
        return {"last": run[1:]}
    for cut in range(len(run) - 1, 3, -1):
        if tables.is_forename(run[:cut]):
            return {"first": run[:cut]}
    return {}
