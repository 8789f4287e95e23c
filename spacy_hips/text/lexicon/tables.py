"""Name tables: which words are names, where they are common, and pools to draw from.

The packaged table (`data/names.npz`, built by `scripts/build_name_tables.py`) holds names that
are common in a country, with a weight. Places come in four sizes, and every method that takes a
place takes any of them: a country ("PL", ISO 3166-1), a culture ("slavic_west"), a family of
cultures ("slavic"), a region of the United Nations ("Europe"); None means everywhere. Nothing is
read before it is needed.
"""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ...core.errors import Errors, HipsError
from ...core.later import re
from .data_files import GENDERS, Part, lines, read_lines, read_names, rows
from .pools import EMPTY, Pool

if TYPE_CHECKING:
    import numpy as np

WORDS = "words.txt.xz"
DICTIONARY = "dictionary.txt.xz"
SIZES: tuple[str, ...] = ("culture", "family", "region")
"""Sizes of places above a country, the smallest first, as attributes of a country."""
REGIONS: tuple[str, ...] = ("Africa", "Americas", "Asia", "Europe", "Oceania")
LEAST_MASS, LEAST_TIMES = 2e-3, 1000.0
"""How common a forename must be for an s behind it to be that of a genitive: its mass, and how many
times that of the whole word."""
_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
    | {"ħ": "h", "ə": "e", "ŋ": "n"}
    | dict.fromkeys("’‘ʼʻ`´ʹ", "'")
    | dict.fromkeys("‐‑–", "-")
)
# Only accents and Arabic vowel points go: the vowel signs of Indic scripts are letters.
_MARKS = re.compile("[\u0300-\u036f\u064b-\u0652]+")
_SCRIPTS: tuple[tuple[int, int, str], ...] = (
    (0x0370, 0x03FF, "Grek"),
    (0x0400, 0x052F, "Cyrl"),
    (0x0530, 0x058F, "Armn"),
    (0x0590, 0x05FF, "Hebr"),
    (0x0600, 0x06FF, "Arab"),
    (0x0900, 0x097F, "Deva"),
    (0x0980, 0x09FF, "Beng"),
    (0x0A80, 0x0AFF, "Gujr"),
    (0x0B00, 0x0B7F, "Orya"),
    (0x0B80, 0x0BFF, "Taml"),
    (0x0D80, 0x0DFF, "Sinh"),
    (0x0E00, 0x0E7F, "Thai"),
    (0x10A0, 0x10FF, "Geor"),
    (0x1780, 0x17FF, "Khmr"),
    (0x1F00, 0x1FFF, "Grek"),
    (0x3040, 0x30FF, "Kana"),
    (0x3400, 0x9FFF, "Hani"),
    (0xAC00, 0xD7AF, "Hang"),
    (0xFB50, 0xFDFF, "Arab"),
)


def fold(text: str) -> str:
    """Lower case without accents, so that "GARCÍA", "García" and "garcia" are one.

    text (str): A name.
    RETURNS (str): The key under which it is looked up.
    """
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS))
    return unicodedata.normalize("NFC", _MARKS.sub("", parts)).lower()


@lru_cache(maxsize=4096)
def word_key(word: str) -> str:
    """The key of a word of a name: folded, and without apostrophes ("O'Brien", "Obrien")."""
    return fold(word).replace("'", "")


_MODIFIERS = range(0x02B0, 0x0300)


def script_of(text: str) -> str:
    """The script of the first letter, as an ISO 15924 code.

    text (str): A name in any script.
    RETURNS (str): "Latn", "Cyrl", "Hani", ...; "Zyyy" for a script that no table has.
    """
    if text.isascii():
        return "Latn"
    for character in text:
        code = ord(character)
        if character.isalpha() and code not in _MODIFIERS:  # the okina of "ʻAulani" has no script
            if code < _MODIFIERS.start or 0x1E00 <= code < 0x1F00:
                return "Latn"
            return next((name for low, high, name in _SCRIPTS if low <= code <= high), "Zyyy")
    return "Latn"


class Guess(NamedTuple):
    """A guess and how sure it is, from 0 to 1; ("", 0.0) where nothing is known."""

    label: str
    confidence: float


@dataclass(frozen=True)
class Country:
    """A country: code (ISO 3166-1 alpha-2), name, region (United Nations) and culture of names.

    A culture of two words belongs to a family, its first word: "slavic_west" to "slavic".
    """

    code: str
    name: str
    region: str
    culture: str

    @property
    def family(self) -> str:
        """The family of cultures, or the culture itself where it has none."""
        return self.culture.split("_")[0] if "_" in self.culture else self.culture


@lru_cache(maxsize=1)
def countries() -> Mapping[str, Country]:
    """All countries that names may come from, by code."""
    return {row[0]: Country(*row) for row in read_lines("countries.tsv")}


@lru_cache(maxsize=1)
def common_words() -> frozenset[str]:
    """Ordinary English words, lower case; names that are words ("grace") are among them."""
    return frozenset(lines(WORDS))


@lru_cache(maxsize=1)
def dictionary() -> frozenset[str]:
    """More English words, folded: those that are neither common words nor names of the tables.

    Only `Word.trigger` reads them. Trained weights do not, so the list may grow.
    """
    return frozenset(lines(DICTIONARY))


@lru_cache(maxsize=1)
def peoples() -> frozenset[str]:
    """What the people of a country are called, folded: "german"."""
    words = (row[form] for row in rows("nations.tsv") for form in ("adjective", "noun"))
    return frozenset(map(fold, words))


@lru_cache(maxsize=1)
def short_forms() -> Mapping[str, frozenset[str]]:
    """For each folded forename the folded names that may stand for the same person (Bob, Robert).

    The relation goes both ways, and two short forms of one forename are related as well.
    """
    related: dict[str, set[str]] = {}
    for forename, shorts in read_lines("nicknames.tsv"):
        group = {fold(forename), *(fold(short) for short in shorts.split(","))}
        for name in group:
            related.setdefault(name, set()).update(group - {name})
    return {name: frozenset(others) for name, others in related.items()}


@lru_cache(maxsize=1)
def nicknames() -> Mapping[str, tuple[str, ...]]:
    """For each short form, folded, the forenames it may stand for: "bob" for "Robert"."""
    formal: dict[str, tuple[str, ...]] = {}
    for forename, shorts in read_lines("nicknames.tsv"):
        for short in shorts.split(","):
            formal[fold(short)] = (*formal.get(fold(short), ()), forename)
    return formal


@dataclass(frozen=True)
class Title:
    """A title: its text without a dot, gender "F", "M" or "", languages, and whether it follows."""

    text: str
    gender: str
    languages: tuple[str, ...]
    after: bool


@lru_cache(maxsize=1)
def titles() -> Mapping[str, tuple[Title, ...]]:
    """Titles and forms of address by folded text ("fr" is both Father and Frau)."""
    found: dict[str, tuple[Title, ...]] = {}
    for text, gender, languages, place in read_lines("titles.tsv"):
        title = Title(text, gender, tuple(languages.split(",")), place == "after")
        found[fold(text)] = (*found.get(fold(text), ()), title)
    return found


@lru_cache(maxsize=1)
def particles() -> frozenset[str]:
    """Particles of surnames, folded, of one word or more ("van der")."""
    return frozenset(fold(row[0]) for row in read_lines("particles.tsv"))


@lru_cache(maxsize=1)
def suffixes() -> Mapping[str, str]:
    """What may follow a name, folded and without dots, and its kind: "phd" is a degree."""
    return {fold(text): kind for text, kind in read_lines("suffixes.tsv")}


class NameTables:
    """The packaged name tables. Use `name_tables()`, which loads them once a process.

    path (str): A table of the same format to read instead of the packaged one.
    RAISES (HipsError): E301 if it is no such table.

        >>> tables = name_tables()
        >>> tables.is_forename("MARÍA"), tables.gender("Maria").label
        (True, 'F')
    """

    def __init__(self, path: str | None = None) -> None:
        import numpy as np

        packed = read_names(path)
        self.header = packed.header
        self._names, self._plain, self._female = packed.names, packed.plain, packed.female
        self._fore, self._sur = packed.forenames, packed.surnames
        self._codes: tuple[str, ...] = tuple(self.header["countries"])
        # Names that fold to one key share its number.
        self._numbers: dict[str, int] = {}
        keys = map(fold, self._names)
        own = (self._numbers.setdefault(key, len(self._numbers)) for key in keys)
        self._number = np.fromiter(own, np.int32, len(self._names))
        self._mass = tuple(self._sum(part) for part in (self._fore, self._sur))
        self._forenames, self._surnames = map(self._index, self._mass)
        self._pools: dict[tuple[str, str, str, str], Pool] = {}
        self._lock = threading.Lock()

    def _sum(self, part: Part) -> np.ndarray:
        """The mass of each folded name over all countries."""
        import numpy as np

        sums = np.bincount(part.name, part.weight, minlength=len(self._names)) / 1e6
        return np.bincount(self._number, sums)

    def _index(self, mass: np.ndarray) -> dict[str, float]:
        """Each folded name that has a mass, with it."""
        masses = zip(self._numbers, mass.tolist(), strict=True)
        return {key: own for key, own in masses if own}

    # Is it a name?

    @property
    def version(self) -> str:
        """A check value of the table's content, for manifests and registers."""
        return str(self.header["version"])

    def is_forename(self, token: str) -> bool:
        """Whether a token, in any case and with or without accents, is a common forename."""
        return fold(token) in self._forenames

    def is_surname(self, token: str) -> bool:
        """Whether a token, in any case and with or without accents, is a common surname."""
        return fold(token) in self._surnames

    def is_name(self, token: str) -> bool:
        """Whether a token is a common forename or surname."""
        key = fold(token)
        return key in self._forenames or key in self._surnames

    def is_common_word(self, token: str) -> bool:
        """Whether a token is an ordinary English word, in any case."""
        return token.lower() in common_words()

    def is_known(self, token: str) -> bool:
        """Whether a token is an ordinary word or a common name."""
        return self.is_common_word(token) or self.is_name(token)

    def is_only_name(self, token: str) -> bool:
        """Whether a token is a common name and no ordinary word: "Li", but not "Will"."""
        return self.is_name(token) and not self.is_common_word(token)

    def is_rather_surname(self, token: str) -> bool:
        """Whether a token is more often a surname than a forename."""
        forename, surname = self.masses(token)
        return surname > forename

    def genitive_of(self, token: str) -> str:
        """The forename to which an s was put without an apostrophe: "Kwame" of "Kwames".

        token (str): A word.
        RETURNS (str): The forename; "" where the whole is a name or a word, too ("James"), or the
            forename is one ("Germans") or is rare, as more words are.
        """
        stem = token[:-1]
        if not token.endswith("s") or not stem.isalpha():
            return ""
        if self.is_common_word(token) or self.is_common_word(stem):
            return ""
        mass = self.forename_country_mass(stem)
        if mass < max(LEAST_MASS, LEAST_TIMES * max(self.masses(token))):
            return ""
        if fold(token) in dictionary():
            return ""
        return "" if fold(stem) in peoples() else stem

    def forename_country_mass(self, token: str) -> float:
        """How much of a forename it is: its share of all bearers, summed over the countries.

        token (str): A token.
        RETURNS (float): 0 where unknown; 0.001 is rare, above 0.1 common in several countries.
        """
        return self._forenames.get(fold(token), 0.0)

    def surname_country_mass(self, token: str) -> float:
        """How much of a surname it is; see `forename_country_mass`."""
        return self._surnames.get(fold(token), 0.0)

    def masses(self, token: str) -> tuple[float, float]:
        """How much of a forename and of a surname it is; see `forename_country_mass`."""
        return self.forename_country_mass(token), self.surname_country_mass(token)

    def all_masses(self, *, surname: bool) -> tuple[Sequence[str], np.ndarray]:
        """All names of the tables, and how much of a forename each is; see `forename_country_mass`.

        surname (bool): How much of a surname instead.
        RETURNS (tuple[Sequence[str], np.ndarray]): The names, and for each its number.
        """

        return self._names, self._mass[surname][self._number]

    # Who bears it?

    @cached_property
    def _genders(self) -> dict[str, float]:
        """Share of women among the bearers of each folded forename."""
        import numpy as np

        known = np.flatnonzero(self._female != 255)
        keys = tuple(self._numbers)
        shares = zip(self._number[known].tolist(), self._female[known].tolist(), strict=True)
        return {keys[number]: share / 100 for number, share in shares}

    def gender(self, forename: str, country: str = "") -> Guess:
        """The gender that a forename tells.

        forename (str): One forename or several ("Anna-Lena", "José María": the first decides).
        country (str): A country's code where known: Andrea tells nothing of an Italian.
        RETURNS (Guess): "F", "M" or "", and the share of bearers who have it.
        """
        key = fold(forename)
        if key not in self._genders:
            key = (key.replace("-", " ").split() or [""])[0]
        share = self._genders.get(key)
        if share is None or (country and self._is_either(key, country)):
            return Guess("", 0.0)
        return Guess("F", share) if share >= 0.5 else Guess("M", 1 - share)

    def _is_either(self, key: str, country: str) -> bool:
        """Whether a country lists a forename for both genders."""
        entries = self._entries(key, surname=False)
        if country not in self._codes:
            return False
        there = entries[self._fore.country[entries] == self._codes.index(country)]
        return bool((self._fore.gender[there] == GENDERS.index("")).any())

    @cached_property
    def _places(self) -> dict[str, np.ndarray]:
        """Which countries belong to a culture, family or region: a mask over the countries."""
        import numpy as np

        known = countries()
        places: dict[str, np.ndarray] = {}
        for attribute in SIZES:
            values = np.array([getattr(known[code], attribute) for code in self._codes])
            places.update({str(value): values == value for value in np.unique(values)})
        return places

    @cached_property
    def _kin(self) -> np.ndarray:
        """Countries by countries: 1 where the culture is the same, rows summing to 1."""
        import numpy as np

        cultures = np.array([countries()[code].culture for code in self._codes])
        same = np.equal.outer(cultures, cultures).astype(np.float32)
        shares: np.ndarray = same / same.sum(axis=1, keepdims=True)
        return shares

    def _entries(self, key: str, *, surname: bool) -> np.ndarray:
        """The entries of a folded name; none of one that no table has."""
        number = self._numbers.get(key, -1)  # from the end to the begin
        order, ends = self._rows[surname]
        found: np.ndarray = order[ends[number] : ends[number + 1]]
        return found

    @cached_property
    def _rows(self) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
        """For forenames and surnames: the entries by folded name, and where those of each begin."""
        return self._gather(self._fore), self._gather(self._sur)

    def _gather(self, part: Part) -> tuple[np.ndarray, np.ndarray]:
        import numpy as np

        number = self._number[part.name]
        order = np.lexsort((part.name, number)).astype(np.int32)
        counts = np.bincount(number, minlength=len(self._numbers))
        return order, np.concatenate(([0], np.cumsum(counts)))

    @staticmethod
    def _known_parts(name: str, index: Mapping[str, float]) -> list[str]:
        """The whole where a table has it ("Ji-an"), else the parts ("Jean-Pierre")."""
        return [name] if fold(name) in index else name.replace("-", " ").split()

    def _likelihood(self, names: Iterable[str], surname: bool) -> np.ndarray | None:
        """P(name | country) for the parts of a name, smoothed within the culture, the highest 1."""
        import numpy as np

        part = self._sur if surname else self._fore
        total = None
        for name in names:
            entries = self._entries(fold(name), surname=surname)
            if not len(entries):
                continue
            own = np.bincount(part.country[entries], part.weight[entries] / 1e6, len(self._codes))
            smooth = 0.8 * own + 0.2 * (self._kin @ own) + _CHANCE
            total = smooth if total is None else total * smooth
            total = total / total.max()  # of a dozen parts nothing would be left
        return total

    def region(self, forename: str = "", surname: str = "", threshold: float = 0.6) -> Guess:
        """The smallest place that a name tells of: country, culture, family or region.

        Bayes' rule over the countries with equal priors; forename and surname count as
        independent, and a part that no table has says nothing.

        forename (str): One or several forenames.
        surname (str): One or several surnames, without particles.
        threshold (float): The probability that a place must reach.
        RETURNS (Guess): A place as pools take it, or "", and its probability.
        """
        import numpy as np

        likelihoods = [
            self._likelihood(self._known_parts(forename, self._forenames), False),
            self._likelihood(self._known_parts(surname, self._surnames), True),
        ]
        known = [likelihood for likelihood in likelihoods if likelihood is not None]
        if not known:
            return Guess("", 0.0)
        posterior = np.prod(known, axis=0)
        posterior = posterior / posterior.sum()
        best = int(posterior.argmax())
        if posterior[best] >= threshold:
            return Guess(self._codes[best], float(posterior[best]))
        return self._wider(posterior, threshold)

    def _wider(self, posterior: np.ndarray, threshold: float) -> Guess:
        """The most probable culture, else family, else region, that is probable enough."""
        import numpy as np

        top = 0.0
        for places, order, starts in self._by_size:
            # All at once is faster than one by one, but rounded otherwise: it only tells who leads.
            rough = np.add.reduceat(posterior[order], starts)
            leading = [places[i] for i in np.flatnonzero(rough > rough.max() - 1e-9).tolist()]
            masses = [float(posterior[self._places[place]].sum()) for place in leading]
            top = max(masses)
            if top >= threshold:
                return Guess(leading[masses.index(top)], top)
        return Guess("", top)

    @cached_property
    def _by_size(self) -> list[tuple[list[str], np.ndarray, np.ndarray]]:
        """The cultures, families and regions; their countries, and where those of each begin."""
        import numpy as np

        known = countries()
        sizes = []
        for size in SIZES:
            values = np.array([str(getattr(known[code], size)) for code in self._codes])
            order = np.argsort(values, kind="stable")
            places, starts = np.unique(values[order], return_index=True)
            sizes.append((places.tolist(), order, starts))
        return sizes

    # Pools

    @property
    def countries(self) -> tuple[str, ...]:
        """The codes of the countries that have a table."""
        return self._codes

    def forenames(self, place: str | None = None, gender: str = "", script: str = "Latn") -> Pool:
        """Forenames fit for surrogates: plain in gender, no ordinary words.

        place (str): A country, culture, family or region; None draws on all countries alike.
        gender (str): "F", "M", or "" for both.
        script (str): ISO 15924 code, as `script_of` gives it.
        RETURNS (Pool): The names, empty where the place has none in that script.
        RAISES (HipsError): E302 if the place, E303 if the gender is unknown.
        """
        return self._pool("forenames", place, gender, script)

    def surnames(self, place: str | None = None, gender: str = "", script: str = "Latn") -> Pool:
        """Surnames fit for surrogates; a gender leaves out forms of the other ("Ivanova").

        place, gender, script (str): As for `forenames`.
        RETURNS (Pool): The names, empty where the place has none in that script.
        RAISES (HipsError): E302 if the place, E303 if the gender is unknown.
        """
        return self._pool("surnames", place, gender, script)

    def _pool(self, kind: str, place: str | None, gender: str, script: str) -> Pool:
        key = (kind, place or "", gender, script)
        pool = self._pools.get(key)
        if pool is None:
            pool = self._make(kind, place, gender, script)
            with self._lock:
                pool = self._pools.setdefault(key, pool)
        return pool

    @cached_property
    def _scripts(self) -> np.ndarray:
        import numpy as np

        names = self._names
        return np.array([script_of(name) if not name.isascii() else "Latn" for name in names])

    def _within(self, place: str | None) -> np.ndarray:
        import numpy as np

        if place is None:
            return np.ones(len(self._codes), bool)
        if place in self._codes:
            return np.array([code == place for code in self._codes])
        if place in self._places:
            return self._places[place]
        if place in countries():
            return np.zeros(len(self._codes), bool)
        raise HipsError(Errors.E302)

    def _make(self, kind: str, place: str | None, gender: str, script: str) -> Pool:
        import numpy as np

        if gender not in GENDERS:
            raise HipsError(Errors.E303)
        part = self._fore if kind == "forenames" else self._sur
        within = np.flatnonzero(self._within(place)).tolist()
        lists = self._by_country[kind]
        none = np.zeros(0, dtype=int)
        entries = np.sort(np.concatenate([none, *(lists[at] for at in within)]))
        fits = self._plain[part.name[entries]] & (self._scripts[part.name[entries]] == script)
        genders = part.gender[entries]
        if kind == "forenames":
            wanted = [GENDERS.index(gender)] if gender else [0, 1]
            fits &= np.isin(genders, wanted)
        elif gender:
            fits &= genders != GENDERS.index("M" if gender == "F" else "F")
        return self._weigh(part, entries[fits])

    @cached_property
    def _by_country(self) -> dict[str, list[np.ndarray]]:
        """For forenames and surnames: the entries of each country."""
        import numpy as np

        lists = {}
        for kind, part in (("forenames", self._fore), ("surnames", self._sur)):
            order = np.argsort(part.country, kind="stable")
            ends = np.searchsorted(part.country[order], np.arange(1, len(self._codes)))
            lists[kind] = np.split(order, ends)
        return lists

    def _weigh(self, part: Part, entries: np.ndarray) -> Pool:
        """Countries count alike: a region's pool is not its most listed country's."""
        import numpy as np

        if not len(entries):
            return EMPTY
        sums = np.bincount(part.country[entries], part.weight[entries], len(self._codes))
        shares = part.weight[entries] / sums[part.country[entries]]
        mass = np.bincount(part.name[entries], shares, len(self._names))
        found = np.flatnonzero(mass)
        weights = np.maximum(1, np.rint(mass[found] / mass.sum() * 1e6)).astype(np.int64)
        order = np.lexsort((found, -weights))
        return Pool(
            tuple(self._names[i] for i in found[order].tolist()), tuple(weights[order].tolist())
        )


_CHANCE = 2e-6
"""Probability of a listed name in a country that does not list it."""


_shared: NameTables | None = None
_loading = threading.Lock()


def name_tables() -> NameTables:
    """The packaged tables, loaded at the first call and shared by all threads of the process."""
    global _shared
    if _shared is None:
        with _loading:
            if _shared is None:
                _shared = NameTables()
    return _shared
