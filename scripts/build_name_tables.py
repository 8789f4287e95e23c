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

from spacy_hips.persons.tables import (
    FORMAT,
    GENDERS,
    LEVELS,
    common_words,
    countries,
    fold,
    read_lines,
    script_of,
)

HERE = Path(__file__).parent / "name_tables"

FEMALE, MALE, EITHER = "F", "M", ""
TOP = 500
"""Most names that names-dataset may give to a country and gender."""
LONGEST = 900
"""Most names of a list; longer ones are thinned evenly."""
SMALLEST = {"forenames": 20, "surnames": 20}
"""A country with fewer names of a gender, or fewer surnames, has no table."""
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
    women (dict): For each forename and source country: votes (women, all).
    """

    shares: dict[tuple[str, str, str], list[dict[str, float]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    women: dict[str, list[float]] = field(default_factory=lambda: defaultdict(lambda: [0.0, 0.0]))

    def add(self, kind: str, country: str, gender: str, shares: Mapping[str, float]) -> None:
        total = sum(shares.values())
        if country in countries() and total > 0:
            self.shares[kind, country, gender].append({n: s / total for n, s in shares.items()})

    def vote(self, name: str, share: float, votes: float) -> None:
        entry = self.women[fold(name)]
        entry[0] += share * votes
        entry[1] += votes


def rows_of(path: Path) -> Iterator[list[str]]:
    """Rows of a tab-separated table without its comments and heading."""
    lines = [line for line in path.read_text(encoding="utf8").splitlines() if line[:1] != "#"]
    yield from (line.split("\t") for line in lines[1:])


def zipf(count: int, offset: int = 10) -> list[float]:
    """Shares by rank where a source gives an order only (Zipf-Mandelbrot)."""
    raw = [1 / (rank + offset) for rank in range(1, count + 1)]
    return [value / sum(raw) for value in raw]


def tidy(name: str, kind: str) -> str:
    """The name as it is written, or "" where it is none."""
    name = unicodedata.normalize("NFC", " ".join(name.split())).strip(" -'")
    name = name.replace("‘", "'").replace("’", "'").replace("ʻ", "'").replace("`", "'")
    script = script_of(name)
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
    return name


def thinned(shares: Mapping[str, float], most: int = LONGEST) -> dict[str, float]:
    """At most so many names, of equals by a hash, so that no part of the alphabet is lost."""

    def order(name: str) -> tuple[float, str]:
        return -shares[name], hashlib.sha256(name.encode()).hexdigest()

    return {name: shares[name] for name in sorted(shares, key=order)[:most]}


# CC0 lists


def read_csv(lists: Lists, folder: Path) -> None:
    """popular-names-by-country-dataset: forenames in order of rank, surnames with counts."""
    for kind, name in (("forenames", "forenames"), ("surnames", "surnames")):
        path = folder / f"common-{name}-by-country.csv"
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        groups: dict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
        for row in rows:
            groups[row["Country"], row.get("Gender", EITHER)].append(row)
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
        name = tidy(row[column], kind)
        if not name or (native and script_of(name) == "Latn") or row["Index"] == "":
            continue
        rank = min(int(row["Index"]), 200)
        share = float(row.get("Percent") or 0) or ranks[rank - 1]
        shares[name] = max(shares.get(name, 0.0), share)
        if kind == "forenames":
            lists.vote(name, float(gender == FEMALE), 4)
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
            lists.vote(name, float(gender == FEMALE), 1)
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
        trusted = trusted_names(lists, kind)
        base = Counter[str]()
        for _, shares, _, _ in rows:
            base.update(shares)
        chosen: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
        for name, shares, genders, ranked in rows:
            chosen_places = [
                (country, rank)
                for country, rank in ranked.items()
                if country in countries()
                and common(country, rank, ranked)
                and (
                    fold(name) in trusted[countries()[country].culture]
                    or (
                        above_chance(country, shares, base)
                        and right_kind(kind, country, rank, other.get(name, {}))
                    )
                )
            ]
            if not chosen_places or not (written := tidy(name, kind)) or not usable(written):
                continue
            if kind == "forenames":
                share = genders.get("F", 0.0) / (sum(genders.values()) or 1)
                lists.vote(written, share, 10 if genders else 0)
            for country, rank in chosen_places:
                for gender in [EITHER] if kind == "surnames" else plain_gender(genders):
                    chosen[country, gender].append((rank, written))
        for (country, gender), names in sorted(chosen.items()):
            top = [name for _, name in sorted(names)[:TOP]]
            lists.add(kind, country, gender, dict(zip(top, zipf(len(top)), strict=True)))


Row = tuple[str, dict[str, float], dict[str, float], dict[str, int]]


def names_dataset_rows(kind: str, cache: Path | None) -> Iterator[Row]:
    """Name, share by country, share by gender, rank by country; ranks below 3,000 are left out.

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
        ranked = {c: rank for c, rank in info["rank"].items() if rank and rank <= 3000}
        if ranked:
            rows.append((name, info["country"], info["gender"], ranked))
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(path, "wt", encoding="utf8") as file:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    yield from rows


def trusted_names(lists: Lists, kind: str) -> dict[str, set[str]]:
    """Names that the other sources attest, by culture."""
    trusted: dict[str, set[str]] = defaultdict(set)
    for (list_kind, country, _), sources in lists.shares.items():
        if list_kind == kind:
            for shares in sources:
                trusted[countries()[country].culture].update(map(fold, shares))
    return trusted


def common(country: str, rank: int, ranked: Mapping[str, int]) -> bool:
    """Never a rare name: among the first of its country, and known in another one too."""
    return rank <= 400 or (rank <= 2 * TOP and len(ranked) >= 2)


def above_chance(country: str, shares: Mapping[str, float], base: Mapping[str, float]) -> bool:
    """Whether a name is attested in a country, and in its culture, well above chance.

    "Ana" is eighth in Egypt but Arab countries have no more of it than of any name; the whole of
    a culture must have it, or the country almost alone.
    """
    culture = countries()[country].culture
    kin = [c for c in base if c in countries() and countries()[c].culture == culture]
    lift = sum(shares.get(c, 0.0) for c in kin) / sum(base[c] for c in kin) * sum(base.values())
    if lift < 2.5:
        return False
    if shares.get(country, 0.0) >= 0.5:
        return True
    return len(kin) < 3 or sum(1 for c in kin if c in shares) >= 2


# Where surnames are the forenames of fathers, a name may be common as both.
PATRONYMIC = frozenset(
    {
        "arab_gulf",
        "arab_levant",
        "arab_maghreb",
        "horn",
        "sahel",
        "pakistani",
        "bengali",
        "indian",
        "malay",
        "maldivian",
        "sinhala",
        "mauritian",
        "african_west",
        "african_south",
        "african_east",
        "african_great_lakes",
        "persian",
        "pacific",
        "khmer",
        "filipino",
        "nepali",
    }
)


def right_kind(kind: str, country: str, rank: int, other: Mapping[str, int]) -> bool:
    """A forename that is far more common as a surname there is a slip of the form, not a name."""
    if kind == "surnames" and countries()[country].culture in PATRONYMIC:
        return True
    return rank <= 3 * other.get(country, 3001)


def plain_gender(genders: Mapping[str, float]) -> list[str]:
    women = genders.get("F", 0.0) / (sum(genders.values()) or 1)
    if not genders or 1 - PLAIN_GENDER < women < PLAIN_GENDER:
        return [EITHER]
    return [FEMALE if women > 0.5 else MALE]


def usable(name: str) -> bool:
    """Latin only (native lists come from the other sources) and no word."""
    return script_of(name) == "Latn" and fold(name) not in _NO_NAMES


_NO_NAMES = frozenset(row[0] for row in read_lines("no_names.tsv") if row[1] == "never")
_NO_SURROGATES = frozenset(row[0] for row in read_lines("no_names.tsv"))


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
    return {kind: accents(pools) for kind, pools in merged.items()}


def settle(lists: Lists, kind: str, country: str, name: str, gender: str) -> str:
    """The gender under which a name is listed: that of nearly all its bearers, or either."""
    if kind == "surnames":
        return surname_gender(country, name) if gender == EITHER else gender
    women, votes = lists.women.get(fold(name), (0.0, 0.0))
    if not votes or 1 - PLAIN_GENDER < women / votes < PLAIN_GENDER:
        return EITHER
    return FEMALE if women / votes > 0.5 else MALE


_HERS = re.compile(r"(?:ova|eva|yova|ová|ska|cka|ská|cká|skaya|skaia|aya|ienė|aitė|ytė|ūtė)\Z")
_HIS = re.compile(r"(?:ov|ev|yov|in|sky|skiy|skij|ski|cki|ský|cký|as|is|us|ys)\Z")


def surname_gender(country: str, name: str) -> str:
    """The gender of a Slavic or Baltic surname by its ending."""
    if country not in GENDERED_SURNAMES | {"LT"}:
        return EITHER
    if _HERS.search(name) or (name.endswith("ina") and country in {"RU", "BY", "KZ", "UA"}):
        return FEMALE
    return MALE if _HIS.search(name) else EITHER


def accents(
    pools: Mapping[tuple[str, str], dict[str, float]],
) -> dict[tuple[str, str], dict[str, float]]:
    """Spellings that differ in accents only become the one best attested where accents live.

    A country keeps "Peña" beside "Pena" only if both are of weight there.
    """
    result: dict[tuple[str, str], dict[str, float]] = {}
    for key, shares in pools.items():
        spellings: dict[str, list[str]] = defaultdict(list)
        for name in shares:
            spellings[fold(name)].append(name)
        kept: dict[str, float] = {}
        for names in spellings.values():
            accented = [name for name in names if not name.isascii()]
            best = max(accented or names, key=lambda name: (shares[name], name))
            kept[best] = sum(shares[name] for name in names)
        result[key] = kept
    return result


def drop_small(
    merged: dict[str, dict[tuple[str, str], dict[str, float]]], plain: set[str]
) -> list[str]:
    """Leave out countries without enough names of both genders; the codes that stay."""

    def enough(country: str) -> bool:
        sizes = {
            gender: len(plain & set(merged["forenames"].get((country, gender), ())))
            for gender in (FEMALE, MALE)
        }
        surnames = sum(
            len(plain & set(merged["surnames"].get((country, gender), ()))) for gender in GENDERS
        )
        return min(sizes.values()) >= SMALLEST["forenames"] and surnames >= SMALLEST["surnames"]

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
    women, votes = lists.women.get(fold(name), (0.0, 0.0))
    return round(100 * women / votes) if votes else 255


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
    for (country, _), shares in pools.items():
        for name, share in shares.items():
            totals[country, script_of(name)] += share / (2 if kind == "forenames" else 1)
    for (country, gender), shares in sorted(pools.items()):
        ordered = sorted(shares, key=position.__getitem__)
        heads.append((codes.index(country), GENDERS.index(gender), len(ordered)))
        numbers.extend(position[name] for name in ordered)
        for name in ordered:
            per_million = max(1.0, shares[name] / totals[country, script_of(name)] * 1e6)
            steps.append(min(255, round(LEVELS * math.log2(per_million))))
    return {
        f"{kind}_lists": np.array(heads, np.int32).reshape(-1, 3),
        f"{kind}_names": np.array(numbers, np.uint32 if len(position) > 65535 else np.uint16),
        f"{kind}_steps": np.array(steps, np.uint8),
    }


# Ordinary words


_WORD = re.compile(r"(?<![\w@#./'-])[A-Za-z]+(?:'[a-z]+)?(?![\w@])")
LICENCES = re.compile(r"CC.BY.(?:2\.5|3\.0|4\.0)|MIT|Apache|CC0|CC-BY \(YouTube")


def allowed(row: Mapping[str, Any], licence: str) -> bool:
    """Only texts whose licence asks for no more than attribution, and no chat or tweets."""
    return bool(LICENCES.search(licence)) and "SA" not in licence.split("-")


def count_words(paths: Iterable[Path], sources: Mapping[str, str]) -> tuple[Counter, Counter]:
    """Occurrences of each word in lower case and with a capital inside a sentence."""
    lower, capital = Counter[str](), Counter[str]()
    for path in paths:
        with path.open(encoding="utf8") as file:
            for line in file:
                row = json.loads(line)
                source = str(row["source"]).split("-")[0].split(" ")[0]
                licence = str(row.get("licence") or sources.get(source, ""))
                if source not in sources or not allowed(row, licence):
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


def pack_words(paths: Iterable[Path], least: int) -> bytes:
    """Words seen often enough in lower case, and seldom with a capital inside a sentence."""
    lower, capital = count_words(paths, WORD_SOURCES)
    words = sorted(
        word
        for word, count in lower.items()
        if count >= least and count >= capital[word] and len(word) > 1
    )
    head = "# Ordinary English words in lower case; sources and licences: README.md"
    return lzma.compress("\n".join([head, "a", "i", *words]).encode("utf8"), preset=9)


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
    if options.names_dir:
        read_csv(lists, options.names_dir)
        sources.append("popular-names-by-country-dataset (CC0)")
    if options.names_dataset:
        read_names_dataset(lists, options.cache)
        sources.append("names-dataset 3.3.1 (MIT; common names only)")
    return pack(lists, sources)


if __name__ == "__main__":
    main()
