"""Words and shapes that tell telephone numbers from other numbers."""

from __future__ import annotations

# Whose national formats are read when nothing else is said, the likeliest first: countries whose
# learners write most of the English course essays, then large ones with distinct formats.
DEFAULT_REGIONS: tuple[str, ...] = (
    "US", "GB", "IN", "AU", "CA", "NZ", "IE", "ZA", "NG", "PK", "PH", "SG",
    "DE", "FR", "ES", "IT", "NL", "BR", "MX", "CO",
)  # fmt: skip

# Numbers of a publication, a calculation or a price, whatever their digits look like.
OTHER_NUMBERS: tuple[str, ...] = (
    "isbn", "issn", "doi", "doi:", "arxiv", "pmid", "pp", "vol", "volume", "page", "pages",
    "issue", "usd", "eur", "inr", "rs", "serial no", "zip", "zip code", "postcode", "lat", "long",
    "coordinates", "version", "population",
)  # fmt: skip

# Known to everybody and nobody's own.
PUBLIC_SHORT: frozenset[str] = frozenset(
    ("911", "112", "999", "000", "111", "100", "101", "102", "108", "110", "113", "115", "118",
     "119", "122", "411", "511", "611", "811", "988", "116", "1098", "116117")
)  # fmt: skip
