"""Words of postal addresses: street types, directions, units, states.

The English street types are the suffixes and abbreviations of USPS Publication 28, appendix C1
(a work of the US government, in the public domain), with those of other English-speaking
countries added by hand; the rest of the tables is common knowledge written down for this package.
"""

from __future__ import annotations

from ...text.lexicon.language import every


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _street(key: str) -> tuple[str, ...]:
    return every("street", key)


# Types that make a street of "12 Oak ..." without more evidence.
STRONG_TYPES = frozenset(_street("strong"))
# Types that are often something else ("hard drive", "first place", "Supreme Court").
MEDIUM_TYPES = frozenset(_street("medium"))
# Types that are words of their own: they need a city, a unit, a cue or a line for themselves.
WEAK_TYPES = frozenset(_street("weak"))
# Types whose full stop belongs to them; behind any other it ends the sentence.
ABBREVIATED = frozenset(_street("short"))
DIRECTIONS = frozenset(_street("direction"))
# Words before the number of a flat, a floor or a part of a building.
UNITS = frozenset(_street("unit"))
# Words that never stand in the name of a street that is written small.
NO_NAME_WORDS = frozenset(_street("no name"))
# Small words inside a capitalised name: "Avenue of the Americas", "Rua da Graça".
LINKS = frozenset(_street("link"))
# Street types that stand before the name; the second are words or names elsewhere.
LEADING_TYPES, LEADING_WEAK = _street("leading"), _street("leading weak")
# Endings of compound street names: "Hauptstraße", "Kerkstraat", "Drottninggatan".
ENDINGS, ENDINGS_WEAK = _street("ending"), _street("ending weak")
FOLLOWING_TYPES = _street("following")
# What a home is a part of, before its number: "Block 12, Flat 8C"; the same of other buildings.
HOME_PARTS, OTHER_PARTS = _street("home part"), _street("other part")
# What the name of a street or of many homes ends with, where something before it says so.
PLACES = _street("place")
# Those that are a street without anything else, for whoever says to live there.
STREETS: tuple[str, ...] = (*PLACES[:14], "Boulevard", "Blvd", "Grove", "Mews")
# Who lives, and how it is said: "I live on", "our flat is in", "jag bor på".
LIVING_STARTS = _street("living")
CUES = _street("cue")
# What stands in front of an address and is nobody.
NO_PERSON = frozenset(_street("no person"))

US_STATES: dict[str, str] = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California",
    "CO": "Colorado", "CT": "Connecticut", "DE": "Delaware", "DC": "District of Columbia",
    "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois",
    "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana",
    "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota",
    "MS": "Mississippi", "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada",
    "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico", "NY": "New York",
    "NC": "North Carolina", "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon",
    "PA": "Pennsylvania", "PR": "Puerto Rico", "RI": "Rhode Island", "SC": "South Carolina",
    "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas", "UT": "Utah", "VT": "Vermont",
    "VA": "Virginia", "WA": "Washington", "WV": "West Virginia", "WI": "Wisconsin",
    "WY": "Wyoming", "GU": "Guam", "VI": "Virgin Islands", "AS": "American Samoa",
    "MP": "Northern Mariana Islands", "AE": "Armed Forces Europe", "AP": "Armed Forces Pacific",
    "AA": "Armed Forces Americas", "MH": "Marshall Islands", "PW": "Palau", "FM": "Micronesia",
}  # fmt: skip
# Codes of states that are words in capitals; without a code they need a comma before them.
STATE_WORDS: frozenset[str] = _words("AL AS DE HI ID IN LA MA ME MI OH OK OR PA AA")
OTHER_STATE_CODES: frozenset[str] = _words(
    "AB BC MB NB NL NS NT NU ON PE QC SK YT NSW VIC QLD SA WA TAS ACT"
)
OTHER_STATES: tuple[str, ...] = (
    *("Ontario", "Quebec", "Québec", "British Columbia", "Alberta", "Manitoba", "Nova Scotia",
       "New South Wales", "Victoria", "Queensland", "Tasmania", "South Australia",
      "Western Australia"),
)  # fmt: skip
