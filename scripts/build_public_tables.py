"""Build the packaged tables of public figures and eponyms.

    python scripts/build_public_tables.py --public-dir FOLDER -o spacy_hips/data

FOLDER holds public_figures.tsv and eponyms.tsv (name or term, source, licence), of which only rows
whose licence is CC0, MIT or CC BY are taken, and pantheon_fame.tsv (name, index of fame). The lists
beside this script (scripts/public_tables) and the generator's lists of public persons are added;
without FOLDER the tables hold nothing else. A name that many people bear is left out unless
everybody knows who is meant ("Astrid Lindgren"). The same inputs give the same bytes.
"""

from __future__ import annotations

import argparse
import csv
import lzma
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from random import Random

from spacy_hips.lab.corpus.library import templates_folder
from spacy_hips.text.lexicon.public_figures import name_key, term_words
from spacy_hips.text.lexicon.tables import common_words, fold, name_tables, script_of
from spacy_hips.who.judging.mention import FEW_BEARERS

HERE = Path(__file__).parent / "public_tables"
FREE = frozenset(("CC0", "CC0-1.0", "MIT", "CC-BY-4.0", "MIT/CC-BY-4.0", "CC-BY-4.0/MIT"))
"""Licences of rows, by the first word of what the sources' tables write, under which a row may be
packaged."""
LONGEST = 5
"""Words of a name at most; longer ones are no names."""

_BROKEN = re.compile(r"[_�ÌÃÂ\d/;:?]")
_BRACKET = re.compile(r"\s*\([^)]*\)")

FIGURES_HEADER = """\
# Full names of public figures, folded: lower case, without accents, titles and "Jr.".
# Sources and licences: {sources}. See README.md in this folder.
"""
EPONYMS_HEADER = """\
# Terms that hold a person's name.
# Sources and licences: {sources}. See README.md in this folder.
"""
OWN = "written for this package (MIT)"
PANTHEON = "Pantheon 1.0 (CC-BY-4.0)"
EVERYBODY = "[most famous]"
"""The heading of those whom everybody knows."""
WORLD_FAMOUS = 20.0
"""Index of fame from which on somebody is known whoever else is called so; Newton has 30."""
MANY_BEARERS = 10 * FEW_BEARERS
"""From here on a forename with a surname is left out even so: "Juan Ruiz", the poet."""
OF_A_COUNTRY = 2e-5
"""The share of a country from which on too many are called so: one of 50,000."""
DRAWN = 5_000
"""Full names of each country that are drawn to count namesakes."""


def free_rows(path: Path, column: str) -> Iterator[tuple[str, str]]:
    """Names or terms with source and licence, of the rows that may be packaged."""
    with path.open(encoding="utf8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["licence"].split(" ")[0] in FREE:
                licence = row["licence"].split(" (")[0]
                yield row[column], f"{row['source']} ({licence})"


def listed(path: Path | Traversable) -> Iterator[tuple[str, str]]:
    """Names of a file of lists parted by ";" or lines, without its headings."""
    for line in path.read_text("utf8").splitlines():
        if line and line[0] not in "#[":
            for name in line.split(";"):
                yield name.strip(), OWN


def listed_by_fame(path: Path) -> Iterator[tuple[str, str]]:
    """Full names of a file of lists: those whom everybody knows, and others that few bear."""
    heading = ""
    for line in path.read_text("utf8").splitlines():
        heading = line if line.startswith("[") else heading
        for name in map(str.strip, line.split(";")) if line and line[0] not in "#[" else ():
            if borne_by_few(name) or (heading == EVERYBODY and not borne_by_very_many(name)):
                yield name, OWN


def famous(path: Path) -> Iterator[tuple[str, str]]:
    """Names of Pantheon (Yu et al. 2016) that few bear, or whose bearer all the world knows."""
    with path.open(encoding="utf8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            name = row["name"].partition(",")[0]
            known = float(row["hpi"]) >= WORLD_FAMOUS
            if borne_by_few(name) or (known and not borne_by_very_many(name)):
                yield name, PANTHEON


def borne_by_few(name: str) -> bool:
    """Would hardly anybody else be called so? The fame of a "Maria García" tells on many.

    It is asked of the world and of each country: a "Modou Lo" is many a Senegalese.
    """
    words = _long_words(name)
    if len(words) < 2 or _bearers(words) >= FEW_BEARERS:
        return False
    own = _countries(words[0]) & _countries(words[-1])
    return all(_share(words, country) < OF_A_COUNTRY for country in own)


def borne_by_very_many(name: str) -> bool:
    """Is it a forename with a surname, both so common that no fame tells who is meant?"""
    words = _long_words(name)
    return len(words) < 2 or (len(words) == 2 and _bearers(words) >= MANY_BEARERS)


def _long_words(name: str) -> list[str]:
    return [fold(word) for word in name.split() if len(word) > 1]


def _bearers(words: list[str]) -> float:
    """How many are called so, forename first or surname first ("Li Wei")."""
    tables, ends = name_tables(), (words[0], words[-1])
    return max(
        tables.forename_country_mass(forename) * tables.surname_country_mass(surname)
        for forename, surname in (ends, ends[::-1])
    )


def _share(words: list[str], country: str) -> float:
    """Which share of a country is called so, forename first or surname first."""
    ends = (words[0], words[-1])
    return max(
        _weights(country, surname=False).get(forename, 0.0)
        * _weights(country, surname=True).get(surname, 0.0)
        for forename, surname in (ends, ends[::-1])
    )


@cache
def _countries(word: str) -> frozenset[str]:
    """The countries in whose tables a word is."""
    kinds = (False, True)
    return frozenset(
        country
        for country in name_tables().countries
        if any(word in _weights(country, surname=kind) for kind in kinds)
    )


@cache
def _weights(country: str, *, surname: bool) -> dict[str, float]:
    """Which share of a country bears each name, of both genders together."""
    tables = name_tables()
    pool = tables.surnames(country) if surname else tables.forenames(country)
    whole, shares = float(sum(pool.weights)), dict[str, float]()
    for name, weight in zip(pool.names, pool.weights, strict=True):
        shares[fold(name)] = shares.get(fold(name), 0.0) + float(weight) / whole
    return shares


def figures(rows: Iterable[tuple[str, str]]) -> tuple[list[str], Counter[str]]:
    """Keys of full names in Latin script, and how many each source gave."""
    keys: set[str] = set()
    counts: Counter[str] = Counter()
    for raw, source in rows:
        name = _BRACKET.sub("", raw).strip()
        if _BROKEN.search(name) or script_of(name) != "Latn":
            continue
        key = name_key(name)
        words = key.split()
        if not 2 <= len(words) <= LONGEST:
            continue
        if source != OWN and all(w in common_words() for w in words):
            continue  # "Iron Lady"; whom people put on a list, such as Bill Gates, is meant
        if sum(len(word) > 1 for word in words) < 2 or key in keys:
            continue
        keys.add(key)
        counts[source] += 1
    return sorted(keys), counts


def namesakes(keys: Iterable[str]) -> float:
    """Which share of the people of all countries has a listed name: of drawn full names.

    keys (Iterable[str]): What `figures` gave.
    RETURNS (float): The share, every country counting alike.
    """
    there, chance, found, drawn = frozenset(keys), Random(1), 0, 0
    for country in name_tables().countries:
        fore, sur = (_weights(country, surname=surname) for surname in (False, True))
        if fore and sur:
            pairs = zip(
                chance.choices(list(fore), list(fore.values()), k=DRAWN),
                chance.choices(list(sur), list(sur.values()), k=DRAWN),
                strict=True,
            )
            found += sum(name_key(f"{one} {other}") in there for one, other in pairs)
            drawn += DRAWN
    return found / drawn


def eponyms(rows: Iterable[tuple[str, str]]) -> tuple[list[str], Counter[str]]:
    """Terms of two words or more, once each, and how many each source gave."""
    terms: dict[tuple[str, ...], str] = {}
    counts: Counter[str] = Counter()
    for term, source in rows:
        key = term_words(term)
        if len(key) > 1 and key not in terms:
            terms[key] = term
            counts[source] += 1
    return sorted(terms.values(), key=fold), counts


def _told(counts: Counter[str]) -> str:
    return "; ".join(f"{source}: {count}" for source, count in sorted(counts.items()))


def main() -> None:
    """Write public_figures.txt.xz and public_eponyms.txt."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--public-dir", type=Path, help="folder with both tables")
    parser.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args()
    names = [
        *listed(HERE / "figures.txt"),
        *listed(templates_folder().joinpath("tables", "public.txt")),
    ]
    # These go far beyond those whom every reader knows.
    world = listed(templates_folder().joinpath("tables", "public_world.txt"))
    names.extend(row for row in world if borne_by_few(row[0]))
    names.extend(listed_by_fame(HERE / "world.txt"))
    terms = list(listed(HERE / "eponyms.txt"))
    if args.public_dir:
        free = free_rows(args.public_dir / "public_figures.tsv", "name")
        names.extend(row for row in free if borne_by_few(row[0]))
        terms.extend(free_rows(args.public_dir / "eponyms.tsv", "term"))
        if (fame := args.public_dir / "pantheon_fame.tsv").exists():
            names.extend(famous(fame))
    keys, counts = figures(names)
    header = FIGURES_HEADER.format(sources=_told(counts))
    packed = lzma.compress(f"{header}{chr(10).join(keys)}\n".encode(), preset=9)
    (args.output / "public_figures.txt.xz").write_bytes(packed)
    print(f"{len(keys)} figures, {len(packed)} bytes: {_told(counts)}")
    print(f"of 10,000 private people {namesakes(keys) * 10_000:.1f} have a listed name")
    kept, counts = eponyms(terms)
    header = EPONYMS_HEADER.format(sources=_told(counts))
    (args.output / "public_eponyms.txt").write_text(f"{header}{chr(10).join(kept)}\n", "utf8")
    print(f"{len(kept)} eponyms: {_told(counts)}")


if __name__ == "__main__":
    main()
