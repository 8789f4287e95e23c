"""Build the packaged name tables: data/names.npz and data/words.txt.xz.

    python scripts/build_name_tables.py names --names-dir FOLDER [--names-dataset] \\
        -o spacy_hips/data/names.npz
    python scripts/build_name_tables.py words --texts FILE.jsonl ... \\
        -o spacy_hips/data/words.txt.xz

Sources, and what is taken from them, are told in spacy_hips/data/README.md. The same inputs give
the same bytes.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import hashlib
import importlib
import io
import json
import lzma
import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from spacy_hips.text.lexicon.data_files import FORMAT, GENDERS, LEVELS, read_lines
from spacy_hips.text.lexicon.tables import common_words, countries, fold, script_of

HERE = Path(__file__).parent / "name_tables"

FEMALE, MALE, EITHER = "F", "M", ""
TOP = 500
"""Most names that names-dataset may give to a country and gender."""
LONGEST = 900
"""Most names of a list; longer ones are thinned evenly."""
SMALLEST = {"forenames": 15, "surnames": 15}
"""A country with fewer plain names of a gender in Latin script, or fewer surnames, has no table."""
LIST_VOTES, DATASET_VOTES, OWN_VOTES = 4, 10, 12
"""What a list's word on the gender of a name counts, in bearers."""
PLAIN_GENDER = 0.85
"""Share of bearers of one gender above which a forename tells it plainly."""

_LATIN = re.compile(r"[^\W\d_]{2,}(?:['’ʻ-][^\W\d_]{2,}|['’ʻ][^\W\d_]+)*\Z")
_SHORT_PREFIX = re.compile(r"[OD]['’][^\W\d_]{2,}\Z")
_PARTICLES = frozenset(fold(word) for row in read_lines("particles.tsv") for word in row[0].split())

# Country of a Faker locale where it is not simply its last two letters.
LOCALE_COUNTRIES: Mapping[str, tuple[str, ...]] = {
    "ar_AA": ("EG", "IQ", "JO", "LB", "SY", "SD", "YE", "AE", "KW"),
    "ar_PS": ("PS",),
    "fr_QC": ("CA",),
}
FAKER_LISTS: Sequence[tuple[str, str, str]] = (
    ("forenames", FEMALE, "first_names_female"),
    ("forenames", MALE, "first_names_male"),
    ("forenames", FEMALE, "first_romanized_names_female"),
    ("forenames", MALE, "first_romanized_names_male"),
    ("forenames", FEMALE, "first_name_female_pairs"),
    ("forenames", MALE, "first_name_male_pairs"),
    ("forenames", FEMALE, "first_kana_names_female"),
    ("forenames", MALE, "first_kana_names_male"),
    ("forenames", EITHER, "first_names_unisex"),
    ("surnames", EITHER, "last_names"),
    ("surnames", FEMALE, "last_names_female"),
    ("surnames", MALE, "last_names_male"),
    ("surnames", MALE, "male_last_names"),
    ("surnames", EITHER, "unisex_last_names"),
    ("surnames", EITHER, "last_romanized_names"),
    ("surnames", EITHER, "last_name_pairs"),
)
# Locales whose surnames have a form for each gender: lists by gender win over the joint one.
GENDERED_SURNAMES = frozenset(
    {
        "BG",
        "BY",
        "CZ",
        "GR",
        "LV",
        "MK",
        "PL",
        "RU",
        "SK",
        "UA",
        "AZ",
        "UZ",
        "KZ",
        "KG",
        "TJ",
        "TM",
        "CY",
    }
)
PLACEHOLDERS = frozenset({"Doe", "John", "Jane"})


@dataclass
class Lists:
    """Ranked names as a source gives them, and what it says of their gender.

    shares (dict): For each (kind, country, gender) and source: the share of each name.
    women (dict): For each folded forename: votes (women, all).
    usual (dict): For each kind and place: the usual spelling of each folded name.
    """

    shares: dict[tuple[str, str, str], list[dict[str, float]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    usual: dict[str, dict[str, dict[str, str]]] = field(
        default_factory=lambda: {"forenames": defaultdict(dict), "surnames": defaultdict(dict)}
    )
    women: dict[str, list[float]] = field(default_factory=lambda: defaultdict(lambda: [0.0, 0.0]))

    def add(self, kind: str, country: str, gender: str, shares: Mapping[str, float]) -> None:
        """Add a list; what it does not hold counts as nought there."""
        total = sum(shares.values())
        if country in countries() and total > 0:
            self.shares[kind, country, gender].append({n: s / total for n, s in shares.items()})

    def vote(self, name: str, share: float, votes: float) -> None:
        """Count a source's word on the gender of a name, as so many bearers."""
        entry = self.women[fold(name)]
        entry[0] += share * votes
        entry[1] += votes

    def settle_spelling(self) -> None:
        """From the lists so far: the usual spelling of each name in a country and a culture."""
        counts: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
        for (kind, country, _), sources in self.shares.items():
            for place in (country, countries()[country].culture):
                for shares in sources:
                    for name, share in shares.items():
                        counts[kind, place, fold(name)][name] += share
        for (kind, place, key), spellings in counts.items():
            best = max(sorted(spellings), key=spellings.__getitem__)
            self.usual[kind][place][key] = best

    def woman(self, name: str) -> float | None:
        """Share of women among the bearers (Jeffreys' prior); None where no source tells."""
        women, votes = self.women.get(fold(name), (0.0, 0.0))
        return (women + 0.5) / (votes + 1) if votes else None


def rows_of(path: Path) -> Iterator[list[str]]:
    """Rows of a tab-separated table without its comments and heading."""
    lines = [line for line in path.read_text(encoding="utf8").splitlines() if line[:1] != "#"]
    yield from (line.split("\t") for line in lines[1:])


OFFSET = 10


def zipf(count: int) -> list[float]:
    """Shares by rank where a source gives an order only (Zipf-Mandelbrot, offset OFFSET)."""
    raw = [1 / (rank + OFFSET) for rank in range(1, count + 1)]
    return [value / sum(raw) for value in raw]


def coverage(count: int, all_names: int = 2000) -> float:
    """The share of a population that its first so many names cover, by the same law."""
    return min(1.0, math.log1p(count / OFFSET) / math.log1p(all_names / OFFSET))


def tidy(name: str, kind: str) -> str:
    """The name as it is written, or "" where it is none."""
    name = unicodedata.normalize("NFC", " ".join(name.split())).strip(" -'")
    name = name.replace("‘", "'").replace("’", "'").replace("ʻ", "'").replace("`", "'")
    script = script_of(name)
    if len({script_of(character) for character in name if character.isalpha()}) > 1:
        return ""  # a Latin name with a Cyrillic letter in it, or the other way round
    if script == "Cyrl":
        name = name.replace("\u0301", "")  # stress marks of dictionaries
    if script != "Latn":
        allowed = all(c.isalpha() or unicodedata.category(c)[0] in "MZ" or c in "-'" for c in name)
        longest = 2 if kind == "surnames" else 1
        return name if allowed and script != "Zyyy" and len(name.split()) <= longest else ""
    *particles, last = name.split() or [""]
    if kind == "forenames" and particles:
        return ""
    if len(particles) > 3 or any(fold(word) not in _PARTICLES for word in particles):
        return ""
    if not (_LATIN.match(last) or _SHORT_PREFIX.match(last)):
        return ""
    if name.isupper() or name.islower():
        name = re.sub(r"[^\W\d_]+", lambda m: m[0].capitalize(), name)
    return re.sub(r"\bMc([a-z])", lambda m: f"Mc{m[1].upper()}", name)


def thinned(shares: Mapping[str, float], most: int = LONGEST) -> dict[str, float]:
    """At most so many names, of equals by a hash, so that no part of the alphabet is lost."""

    def order(name: str) -> tuple[float, str]:
        return -shares[name], hashlib.sha256(name.encode()).hexdigest()

    return {name: shares[name] for name in sorted(shares, key=order)[:most]}


# Names written for this package


def read_common(lists: Lists) -> None:
    """Common names of countries that the other sources hardly have, in order of rank."""
    for country, kind, gender, text in rows_of(HERE / "common_names.tsv"):
        names = [name for name in (tidy(part, kind) for part in text.split(",")) if name]
        lists.add(kind, country, gender, dict(zip(names, zipf(len(names)), strict=True)))
        if kind == "forenames":
            for name in names:
                lists.vote(name, float(gender == FEMALE), OWN_VOTES)


# CC0 lists


REPAIRS = {"Ferndo": "Fernando", "Leordo": "Leonardo", "Noûr": "Nour"}
"""Slips of the pen in the CC0 lists."""
SWEDEN = {"SV": "SE"}
"""The CC0 lists file Sweden's names under its language."""
TONELESS = frozenset({"CN", "HK", "JP", "TW"})
"""Countries whose romanised names are given with tones or long vowels, as nobody signs."""


def read_csv(lists: Lists, folder: Path) -> None:
    """popular-names-by-country-dataset: forenames in order of rank, surnames with counts."""
    for kind, name in (("forenames", "forenames"), ("surnames", "surnames")):
        path = folder / f"common-{name}-by-country.csv"
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        groups: dict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
        for row in rows:
            country = SWEDEN.get(row["Country"], row["Country"])
            groups[country, row.get("Gender", EITHER)].append(row)
        for (country, gender), group in groups.items():
            for column in ("Localized Name", "Romanized Name"):
                read_group(lists, kind, country, gender, group, column)


def read_group(
    lists: Lists, kind: str, country: str, gender: str, rows: list[dict[str, str]], column: str
) -> None:
    """One list of a country: native names and romanised ones are lists of their own."""
    native = column == "Localized Name"
    ranks = zipf(200)
    shares: dict[str, float] = {}
    for row in rows:
        name = tidy(REPAIRS.get(row[column], row[column]), kind)
        if country in TONELESS and not native:
            name = fold(name).title() if "-" not in name else fold(name).capitalize()
        if not name or (native and script_of(name) == "Latn") or row["Index"] == "":
            continue
        rank = min(int(row["Index"]), 200)
        share = float(row.get("Percent") or 0) or ranks[rank - 1]
        shares[name] = max(shares.get(name, 0.0), share)
        if kind == "forenames":
            lists.vote(name, float(gender == FEMALE), LIST_VOTES)
    lists.add(kind, country, gender, shares)


# Faker


def faker_locales() -> list[str]:
    import faker.providers.person as person

    folder = Path(person.__file__).parent
    names = (path.name for path in folder.iterdir())
    return sorted(name for name in names if re.fullmatch("[a-z]+_[A-Z]+", name))


def read_faker(lists: Lists) -> None:
    """Faker's lists by locale, weighted where the locale has weights."""
    for locale in faker_locales():
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        present = {attribute for _, _, attribute in FAKER_LISTS if hasattr(provider, attribute)}
        found = list(FAKER_LISTS)
        if not any(name.startswith("first_names_") for name in present):
            found.append(("forenames", EITHER, "first_names"))
        if "last_names_without_suffix" in dir(provider):
            read_patronymics(lists, locale, provider.last_names_without_suffix)
        by_gender = {"last_names_male", "last_names_female"}
        gendered = locale[-2:] in GENDERED_SURNAMES and by_gender <= present
        left_out = {"last_names"} if gendered else by_gender
        for kind, gender, attribute in found:
            if attribute in left_out:
                continue
            read_provider(lists, locale, kind, gender, getattr(provider, attribute, ()))


def read_patronymics(lists: Lists, locale: str, stems: Iterable[str]) -> None:
    """Icelandic names after the father: one form for sons, one for daughters."""
    for gender, ending in ((FEMALE, "dóttir"), (MALE, "son")):
        names = {f"{stem}{ending}": 1.0 for stem in stems}
        lists.add("surnames", locale[-2:], gender, thinned(names, 300))


def read_provider(lists: Lists, locale: str, kind: str, gender: str, values: Any) -> None:
    weights = values if isinstance(values, Mapping) else dict.fromkeys(values, 1.0)
    forms = Counter[str]()
    for value, weight in weights.items():
        for text in value if isinstance(value, tuple) else (value,):
            name = tidy(text, kind)
            if name and name not in PLACEHOLDERS:
                forms[name] += float(weight)
                if locale in romanisation() and script_of(name) != "Latn":
                    forms[romanise(name, locale)] += float(weight)
    scripts: dict[str, dict[str, float]] = defaultdict(dict)
    for name, weight in forms.items():
        scripts[script_of(name)][name] = weight
        if kind == "forenames" and gender != EITHER:
            lists.vote(name, float(gender == FEMALE), LIST_VOTES)
    for shares in scripts.values():
        for country in LOCALE_COUNTRIES.get(locale, (locale[-2:],)):
            lists.add(kind, country, gender, thinned(shares))


@cache
def romanisation() -> Mapping[str, Mapping[str, str]]:
    """By locale: letters, or pairs of letters, and what stands for them in Latin script."""
    tables: dict[str, dict[str, str]] = defaultdict(dict)
    for locale, letters, latin in rows_of(HERE / "romanisation.tsv"):
        tables[locale][letters] = latin
    return tables


def romanise(name: str, locale: str) -> str:
    """A Cyrillic, Greek, Armenian or Georgian name in Latin letters."""
    text = name.lower()
    if script_of(name) == "Grek":
        text = "".join(c for c in unicodedata.normalize("NFD", text) if c not in "\u0301\u0308")
    for letters, latin in sorted(romanisation()[locale].items(), key=lambda item: -len(item[0])):
        text = text.replace(letters, latin)
    return re.sub(r"[^\W\d_]+", lambda m: m[0].capitalize(), text)


# names-dataset


def read_names_dataset(lists: Lists, cache: Path | None) -> None:
    """names-dataset: only names that are common in a country, attested well above chance."""
    tables = {kind: list(names_dataset_rows(kind, cache)) for kind in ("forenames", "surnames")}
    ranks = {kind: {row[0]: row[3] for row in rows} for kind, rows in tables.items()}
    for kind, rows in tables.items():
        other = ranks["surnames" if kind == "forenames" else "forenames"]
        women = {name: women / votes for name, (women, votes) in lists.women.items() if votes}
        sizes = Counter(country for row in rows for country in row[3])
        sieve = Sieve(kind, lists.usual[kind], shares_of_all(rows), women, sizes)
        chosen: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
        for name, shares, genders, ranked in rows:
            written = tidy(name, kind)
            places = [
                country
                for country in ranked
                if written and sieve.keeps(written, country, shares, ranked, other.get(name, {}))
            ]
            if not places:
                continue
            if kind == "forenames" and genders:
                lists.vote(written, genders.get("F", 0.0) / sum(genders.values()), DATASET_VOTES)
            for country in places:
                for gender in [EITHER] if kind == "surnames" else plain_gender(genders):
                    chosen[country, gender].append((ranked[country], written))
        for (country, gender), names in sorted(chosen.items()):
            best: dict[str, int] = {}
            for rank, name in sorted(names):
                best.setdefault(name, rank)
            top = {name: 1 / (rank + OFFSET) for name, rank in list(best.items())[:TOP]}
            lists.add(kind, country, gender, top)


RANKED = 10_000
Row = tuple[str, dict[str, float], dict[str, float], dict[str, int]]


def names_dataset_rows(kind: str, cache: Path | None) -> Iterator[Row]:
    """Name, share by country, share by gender, rank by country, ranks below RANKED left out.

    cache (Path): A folder for the digest, because the package takes 2 GB of memory to load.
    """
    path = cache / f"{kind}.jsonl.gz" if cache else None
    if path and path.exists():
        with gzip.open(path, "rt", encoding="utf8") as file:
            for line in file:
                yield tuple(json.loads(line))
        return
    from names_dataset import NameDataset

    first = kind == "forenames"
    data = NameDataset(load_first_names=first, load_last_names=not first)
    rows: list[Row] = []
    for name, info in (data.first_names if first else data.last_names).items():
        ranked = {c: rank for c, rank in info["rank"].items() if rank and rank <= RANKED}
        if ranked:
            rows.append((name, info["country"], info["gender"], ranked))
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(path, "wt", encoding="utf8") as file:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    yield from rows


def shares_of_all(rows: Iterable[Row]) -> Counter[str]:
    """The share of each country among all names, to tell what is above chance."""
    base = Counter[str]()
    for _, shares, _, _ in rows:
        base.update(shares)
    return base


UNFIT = frozenset({"HN", "MO", "MU", "SV"})
"""Countries whose ranks in names-dataset are another country's, or of rare names alone."""
GULF = "arab_gulf"
NATIVE: Mapping[str, str] = {
    "BG": "Cyrl",
    "CN": "Hani",
    "GE": "Geor",
    "GR": "Grek",
    "IL": "Hebr",
    "JP": "Hani",
    "KR": "Hang",
    "RU": "Cyrl",
    "TW": "Hani",
}
"""Countries whose own script is taken from names-dataset; in others it is full of nicknames."""
# Where surnames are the forenames of fathers, a name may be common as both.
PATRONYMIC = frozenset(
    {
        "african_east",
        "african_great_lakes",
        "african_south",
        "african_west",
        "arab_gulf",
        "arab_levant",
        "arab_maghreb",
        "bengali",
        "filipino",
        "horn",
        "indian",
        "khmer",
        "malay",
        "maldivian",
        "nepali",
        "pacific",
        "pakistani",
        "persian",
        "sahel",
        "sinhala",
    }
)
FATHERS = PATRONYMIC - {"bengali", "pakistani", "indian", "nepali"}
"""Where a surname was a father's forename, so that no woman's forename is one."""
BRIEF = frozenset({"burmese", "chinese", "khmer", "korean", "sahel", "vietnamese"})
"""Where names of two letters are common, not abbreviations."""
_VOWEL = re.compile("[aeiouy]")


@dataclass(frozen=True)
class Sieve:
    """What of names-dataset is taken.

    kind (str): forenames or surnames.
    trusted (Mapping): Folded names that other sources attest, by culture.
    base (Mapping[str, float]): Share of each country among all names.
    women (Mapping[str, float]): Share of women among the bearers of each folded forename.
    sizes (Mapping[str, int]): How many names each country has a rank for, RANKED at most.
    """

    kind: str
    trusted: Mapping[str, Mapping[str, str]]
    base: Mapping[str, float]
    women: Mapping[str, float]
    sizes: Mapping[str, int]

    def keeps(
        self,
        name: str,
        country: str,
        shares: Mapping[str, float],
        ranked: Mapping[str, int],
        other: Mapping[str, int],
    ) -> bool:
        """Whether a name may stand in a country's list."""
        if country not in countries() or country in UNFIT or not self.common(country, ranked):
            return False
        script, culture = script_of(name), countries()[country].culture
        if script != "Latn" and fold(name) in self.trusted.get(culture, {}):
            return True
        if script != "Latn":
            own = NATIVE.get(country) == script and shares.get(country, 0.0) >= 0.3
            return own and self.right_kind(country, ranked[country], other)
        if self.is_noise(name, culture):
            return False
        if self.kind == "surnames" and culture in FATHERS and self.women.get(fold(name), 0) > 0.7:
            return False
        if fold(name) in self.trusted.get(culture, {}):
            return True
        return self.above_chance(country, shares) and self.right_kind(
            country, ranked[country], other
        )

    def common(self, country: str, ranked: Mapping[str, int]) -> bool:
        """Never a rare name: in the first tenth of its country, and not too far down the list.

        A country with few accounts has few ranked names, and soon comes to rare ones.
        """
        rank = ranked[country]
        if rank > self.sizes.get(country, 0) / 10:
            return False
        return rank <= 400 or (rank <= 2 * TOP and len(ranked) >= 2)

    @staticmethod
    def is_noise(name: str, culture: str) -> bool:
        """Abbreviations, words and places that people enter instead of a name."""
        key = fold(name)
        if culture.startswith("arab_") and key in _NO_ARABS:
            return True
        if key in _PARTICLES or key in _PLACES or key in _NO_NAMES:
            return True
        return not _VOWEL.search(key) or (len(key) < 3 and culture not in BRIEF)

    def above_chance(self, country: str, shares: Mapping[str, float]) -> bool:
        """Whether a name is attested in a country, and in its culture, well above chance.

        "Ana" is eighth in Egypt but Arab countries have no more of it than of any name; the whole
        of a culture must have it, or the country almost alone.
        """
        culture = countries()[country].culture
        kin = [c for c in self.base if c in countries() and countries()[c].culture == culture]
        chance = sum(self.base[c] for c in kin) / sum(self.base.values())
        if sum(shares.get(c, 0.0) for c in kin) < 2.5 * chance:
            return False
        if culture == GULF and not self.arab(shares):
            return False
        if shares.get(country, 0.0) >= 0.5:
            return True
        return len(kin) < 3 or sum(1 for c in kin if c in shares) >= 2

    @staticmethod
    def arab(shares: Mapping[str, float]) -> bool:
        """Whether a name of the Gulf is known in other Arab countries, not brought by migrants."""
        cultures = {c: countries()[c].culture for c in shares if c in countries()}
        arab = sum(shares[c] for c, name in cultures.items() if name in _ARAB_HOMES)
        migrants = sum(shares[c] for c, name in cultures.items() if name in _MIGRANT_HOMES)
        return arab > migrants

    def right_kind(self, country: str, rank: int, other: Mapping[str, int]) -> bool:
        """A forename that is far more common as a surname there is a slip of the form."""
        if self.kind == "surnames" and countries()[country].culture in PATRONYMIC:
            return True
        return rank <= 3 * other.get(country, RANKED + 1)


_ARAB_HOMES = frozenset({"arab_levant", "arab_maghreb"})
_MIGRANT_HOMES = frozenset(
    {"bengali", "filipino", "horn", "indian", "malay", "nepali", "pakistani", "thai"}
)


def plain_gender(genders: Mapping[str, float]) -> list[str]:
    women = genders.get("F", 0.0) / (sum(genders.values()) or 1)
    if not genders or 1 - PLAIN_GENDER < women < PLAIN_GENDER:
        return [EITHER]
    return [FEMALE if women > 0.5 else MALE]


_USES = {row[0]: row[1] for row in read_lines("no_names.tsv")}
_NO_NAMES = frozenset(name for name, use in _USES.items() if use == "never")
_NO_ARABS = frozenset(name for name, use in _USES.items() if use == "arab")
_NO_SURROGATES = frozenset(name for name, use in _USES.items() if use in {"never", "surrogate"})
_PLACES = frozenset(fold(country.name) for country in countries().values())


# The table


def merge(lists: Lists) -> dict[str, dict[tuple[str, str], dict[str, float]]]:
    """For forenames and surnames, by (country, gender): each name's share, over the sources."""
    merged: dict[str, dict[tuple[str, str], dict[str, float]]] = {
        "forenames": defaultdict(dict),
        "surnames": defaultdict(dict),
    }
    for (kind, country, gender), sources in sorted(lists.shares.items()):
        for script in sorted({script_of(name) for shares in sources for name in shares}):
            fitting = [
                {n: s for n, s in shares.items() if script_of(n) == script} for shares in sources
            ]
            fitting = [shares for shares in fitting if shares]
            for shares in fitting:
                for name, share in shares.items():
                    name_gender = settle(lists, kind, country, name, gender)
                    target = merged[kind][country, name_gender]
                    target[name] = target.get(name, 0.0) + share / len(fitting)
    part_ways(merged["forenames"])
    pair_up(merged["surnames"])
    return {kind: accents(pools, lists.usual[kind]) for kind, pools in merged.items()}


def part_ways(pools: Mapping[tuple[str, str], dict[str, float]]) -> None:
    """What one source of a country calls either's name is not also a woman's or man's there."""
    for (country, gender), shares in pools.items():
        if gender == EITHER:
            for other in (FEMALE, MALE):
                for name in [n for n in pools.get((country, other), {}) if n in shares]:
                    shares[name] += pools[country, other].pop(name)


def settle(lists: Lists, kind: str, country: str, name: str, gender: str) -> str:
    """The gender under which a name is listed: that of nearly all its bearers, or either."""
    if kind == "surnames":
        return surname_gender(country, name) if gender == EITHER else gender
    share = lists.woman(name)
    if share is None or 1 - PLAIN_GENDER < share < PLAIN_GENDER:
        return EITHER
    plain = FEMALE if share > 0.5 else MALE
    # Andrea is a man in Italy and a woman elsewhere: no plain name for Italians.
    return plain if gender in {EITHER, plain} else EITHER


_HERS = re.compile(r"(?:ova|eva|yova|ová|ska|cka|ská|cká|skaya|skaia|aya|ienė|aitė|ytė|ūtė)\Z")
_HIS = re.compile(r"(?:ov|ev|yov|in|sky|skiy|skij|ski|cki|ský|cký|as|is|us|ys)\Z")


_HIS_ALONE = {
    "LV": re.compile(r"[sš]\Z"),
    "GR": re.compile(r"(?:[oiae]s|[οόιηήαά]ς)\Z"),
    "CY": re.compile(r"(?:[oiae]s|[οόιηήαά]ς)\Z"),
    "IS": re.compile(r"son\Z"),
}
"""Endings that are a man's in one country only."""


def surname_gender(country: str, name: str) -> str:
    """The gender of a Slavic, Baltic or Greek surname by its ending."""
    if fold(name).endswith("dottir"):
        return FEMALE
    if country in _HIS_ALONE:
        return MALE if _HIS_ALONE[country].search(name) else EITHER
    if country not in GENDERED_SURNAMES | {"LT"}:
        return EITHER
    if _HERS.search(name) or (name.endswith("ina") and country in {"RU", "BY", "KZ", "UA"}):
        return FEMALE
    return MALE if _HIS.search(name) else EITHER


def accents(
    pools: Mapping[tuple[str, str], dict[str, float]], known: Mapping[str, Mapping[str, str]]
) -> dict[tuple[str, str], dict[str, float]]:
    """Of spellings that differ in accents only, one: the country's, the culture's, the first.

    known (Mapping): By country or culture: the usual spelling of each folded name.
    """
    result: dict[tuple[str, str], dict[str, float]] = {}
    for (country, gender), shares in pools.items():
        usual = known[countries()[country].culture] | known[country]
        spellings: dict[str, list[str]] = defaultdict(list)
        for name in shares:
            spellings[fold(name)].append(name)
        result[country, gender] = {
            usual.get(key) or max(names, key=lambda name: (shares[name], name)): sum(
                shares[name] for name in names
            )
            for key, names in spellings.items()
        }
    return result


UNISEX = frozenset({"BY", "PL", "UA"})
"""Countries where only surnames that are adjectives have a form for each gender."""
_ADJECTIVE = re.compile(r"(?:[scdz]ki|sk[yi]y|skyi|[оo]v|ov|ev|ow|yi|iy|ий|ій|ов|ев)\Z")


def pair_up(pools: dict[tuple[str, str], dict[str, float]]) -> None:
    """Each surname goes to the gender whose form it is, or to both where it has one form only.

    "Novák" is a man's name because Czech lists say so, or because "Nováková" is there as well;
    "Shevchenko" and "Wójcik" are anybody's.
    """
    for country in sorted(GENDERED_SURNAMES):
        hers, his, either = (pools.setdefault((country, g), {}) for g in (FEMALE, MALE, EITHER))
        for name in sorted(set(hers) & set(his)):
            if surname_gender(country, name) == MALE and country in _HIS_ALONE:
                his[name] += hers.pop(name)
                continue
            either[name] = either.get(name, 0.0) + hers.pop(name) + his.pop(name)
        women, men, loose = ({fold(name) for name in names} for names in (hers, his, either))
        with_pair = set().union(*(his_forms(form) for form in women | loose))
        for name in sorted(either):
            key = fold(name)
            if key in women or his_forms(key) & (men | loose):
                hers[name] = hers.get(name, 0.0) + either.pop(name)
            elif key in with_pair or (key in men and country not in UNISEX):
                his[name] = his.get(name, 0.0) + either.pop(name)
        if country in UNISEX:
            for name in sorted(his):
                if fold(name) not in with_pair and not _ADJECTIVE.search(name):
                    either[name] = either.get(name, 0.0) + his.pop(name)


def his_forms(key: str) -> set[str]:
    """The surnames of a woman's father, folded, by the endings of Slavic and Baltic languages."""
    endings = {"ova": ("", "a", "o"), "kova": ("ek",), "cova": ("ec",), "eva": ("ev",)}
    endings |= {"ina": ("in",), "ska": ("ski", "sky"), "cka": ("cki", "cky"), "aya": ("y", "iy")}
    endings |= {"na": ("ny",), "ha": ("hy",), "la": ("ly",), "ra": ("ry",), "rna": ("rny",)}
    return {
        key.removesuffix(end) + ending
        for end, others in endings.items()
        if key.endswith(end)
        for ending in others
    } | ({key[:-1]} if key.endswith(("ova", "eva")) else set())


def drop_small(
    merged: dict[str, dict[tuple[str, str], dict[str, float]]], plain: set[str]
) -> list[str]:
    """Leave out countries without enough names of both genders; the codes that stay."""

    latin = {name for name in plain if script_of(name) == "Latn"}

    def size(kind: str, country: str, gender: str) -> int:
        return len(latin & set(merged[kind].get((country, gender), ())))

    def enough(country: str) -> bool:
        fewest = min(size("forenames", country, gender) for gender in (FEMALE, MALE))
        surnames = sum(size("surnames", country, gender) for gender in GENDERS)
        return fewest >= SMALLEST["forenames"] and surnames >= SMALLEST["surnames"]

    kept = [country for country in sorted(countries()) if enough(country)]
    for pools in merged.values():
        for key in [key for key in pools if key[0] not in kept]:
            del pools[key]
    return kept


def is_plain(name: str) -> bool:
    """Fit for a surrogate: no ordinary word, no name that carries a person or a joke with it."""
    key = fold(name)
    return key not in common_words() and key not in _NO_SURROGATES


def pack(lists: Lists, sources: list[str]) -> bytes:
    """The table as a compressed archive of arrays, with a header of sources and licences."""
    merged = merge(lists)
    every = {name for pools in merged.values() for shares in pools.values() for name in shares}
    plain = {name for name in every if is_plain(name)}
    codes = drop_small(merged, plain)
    every = {name for pools in merged.values() for shares in pools.values() for name in shares}
    names = sorted(every, key=lambda name: (script_of(name), fold(name), name))
    position = {name: number for number, name in enumerate(names)}
    arrays: dict[str, np.ndarray] = {
        "names": np.frombuffer("\n".join(names).encode("utf8"), np.uint8),
        "plain": np.array([name in plain for name in names], np.uint8),
        "female": np.array([female(lists, name) for name in names], np.uint8),
    }
    for kind, pools in merged.items():
        arrays |= pack_part(kind, pools, codes, position)
    digest = hashlib.sha256(b"".join(arrays[key].tobytes() for key in sorted(arrays)))
    header = {
        "format": FORMAT,
        "version": digest.hexdigest()[:12],
        "countries": codes,
        "sources": sources,
        "note": "Common names only, with a weight by country. See README.md in this folder.",
    }
    text = json.dumps(header, ensure_ascii=False, sort_keys=True).encode("utf8")
    arrays["header"] = np.frombuffer(text, np.uint8)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def female(lists: Lists, name: str) -> int:
    """Percentage of women among the bearers of a forename, 255 where nobody tells."""
    share = lists.woman(name)
    return 255 if share is None else round(100 * share)


def pack_part(
    kind: str,
    pools: Mapping[tuple[str, str], Mapping[str, float]],
    codes: list[str],
    position: Mapping[str, int],
) -> dict[str, np.ndarray]:
    """Lists one after another, each in the order of names, weights in steps of 1/LEVELS octave."""
    heads: list[tuple[int, int, int]] = []
    numbers: list[int] = []
    steps: list[int] = []
    totals = Counter[tuple[str, str]]()
    sizes = Counter[tuple[str, str]]()
    halves = 2 if kind == "forenames" else 1  # shares are of women or men
    for (country, _), shares in pools.items():
        for name, share in shares.items():
            totals[country, script_of(name)] += share / halves
            sizes[country, script_of(name)] += 1
    covered = {key: coverage(size // halves) for key, size in sizes.items()}
    for (country, gender), shares in sorted(pools.items()):
        ordered = sorted(shares, key=position.__getitem__)
        heads.append((codes.index(country), GENDERS.index(gender), len(ordered)))
        numbers.extend(position[name] for name in ordered)
        for name in ordered:
            key = (country, script_of(name))
            per_million = max(1.0, shares[name] / totals[key] * covered[key] * 1e6)
            steps.append(min(255, round(LEVELS * math.log2(per_million))))
    return {
        f"{kind}_lists": np.array(heads, np.int32).reshape(-1, 3),
        f"{kind}_names": np.array(numbers, np.uint32 if len(position) > 65535 else np.uint16),
        f"{kind}_steps": np.array(steps, np.uint8),
    }


# Ordinary words


_WORD = re.compile(r"(?<![\w@#./'-])[A-Za-z]+(?:'[a-z]+)?(?![\w@])")
LICENCES = re.compile(r"CC.BY.(?:2\.5|3\.0|4\.0)|MIT|Apache|CC0|CC-BY \(YouTube")


def allowed(licence: str) -> bool:
    """Only texts whose licence asks for no more than attribution."""
    return bool(LICENCES.search(licence)) and not re.search(r"\bSA\b", licence)


def count_words(paths: Iterable[Path], sources: Mapping[str, str]) -> tuple[Counter, Counter]:
    """Occurrences of each word in lower case and with a capital inside a sentence."""
    lower, capital = Counter[str](), Counter[str]()
    for path in paths:
        with path.open(encoding="utf8") as file:
            for line in file:
                row = json.loads(line)
                source = str(row["source"]).split("-")[0].split(" ")[0]
                licence = str(row.get("licence") or sources.get(source, ""))
                if source not in sources or not allowed(licence):
                    continue
                text = mask_spans(row)
                for match in _WORD.finditer(text):
                    word = match[0]
                    if word.islower():
                        lower[word] += 1
                    elif word[1:].islower() and text[: match.start()].rstrip(" ")[-1:].islower():
                        capital[word.lower()] += 1
    return lower, capital


def mask_spans(row: Mapping[str, Any]) -> str:
    """The text without what is labelled in it."""
    text = str(row["text"])
    for start, end, *_ in row.get("spans", ()):
        text = text[:start] + " " * (end - start) + text[end:]
    return text


SURE = 6
"""Occurrences in lower case that a word needs if it is a forename as well."""
WORD_SOURCES: Mapping[str, str] = {
    "CEReD": "Apache-2.0",
    "bridge": "MIT",
    "cima": "CC BY 2.5",
    "elife": "",
    "gum": "",
    "litbank": "",
    "wikigold": "",
    "presidio": "",
}


SHORT = frozenset(
    {
        "a",
        "am",
        "an",
        "as",
        "at",
        "be",
        "by",
        "do",
        "go",
        "he",
        "hi",
        "i",
        "if",
        "in",
        "is",
        "it",
        "me",
        "my",
        "no",
        "of",
        "oh",
        "ok",
        "on",
        "or",
        "so",
        "to",
        "up",
        "us",
        "we",
    }
)


def pack_words(paths: Iterable[Path], least: int) -> bytes:
    """Words seen often enough in lower case, and seldom with a capital inside a sentence.

    Two letters are a word only if listed here, three need twice the occurrences; a word that is
    also a forename needs SURE occurrences, because names are typed in lower case now and then,
    or stands in word_names.txt.
    """
    lower, capital = count_words(paths, WORD_SOURCES)
    lists = Lists()
    read_faker(lists)
    forenames = {
        fold(name)
        for (kind, *_), sources in lists.shares.items()
        if kind == "forenames"
        for shares in sources
        for name in shares
    }

    def needed(word: str) -> int:
        return SURE if word in forenames else least * 2 if len(word) == 3 else least

    lines = (HERE / "word_names.txt").read_text(encoding="utf8").splitlines()
    words = sorted(
        SHORT
        | {line for line in lines if line[:1] != "#"}
        | {
            word
            for word, count in lower.items()
            if len(word) > 2 and count >= needed(word) and count >= capital[word]
        }
    )
    head = "# Ordinary English words in lower case; sources and licences: README.md"
    return lzma.compress("\n".join([head, *words]).encode("utf8"), preset=9)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    verbs = parser.add_subparsers(dest="verb", required=True)
    names = verbs.add_parser("names", help="build names.npz")
    names.add_argument("--names-dir", type=Path, help="folder of the CC0 lists")
    names.add_argument("--names-dataset", action="store_true", help="use names-dataset as well")
    names.add_argument("--cache", type=Path, help="folder for a digest of names-dataset")
    words = verbs.add_parser("words", help="build words.txt.xz")
    words.add_argument("--texts", type=Path, nargs="+", required=True)
    words.add_argument("--least", type=int, default=2, help="occurrences a word needs")
    for verb in (names, words):
        verb.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args(arguments)
    content = build_names(options) if options.verb == "names" else None
    options.output.write_bytes(content or pack_words(options.texts, options.least))


def build_names(options: argparse.Namespace) -> bytes:
    lists = Lists()
    sources = [f"Faker {version('faker')} (MIT)"]
    read_faker(lists)
    read_common(lists)
    if options.names_dir:
        read_csv(lists, options.names_dir)
        sources.append("popular-names-by-country-dataset (CC0)")
    lists.settle_spelling()
    if options.names_dataset:
        read_names_dataset(lists, options.cache)
        sources.append(f"names-dataset {version('names-dataset')} (MIT; common names only)")
    return pack(lists, sources)


if __name__ == "__main__":
    main()
