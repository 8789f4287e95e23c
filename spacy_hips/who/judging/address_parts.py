"""Parts of names inside e-mail addresses, handles and web addresses."""

from __future__ import annotations

from ...core.later import re
from ...text.lexicon.tables import fold

SHORTEST, LONGEST = 4, 20
"""Letters of a part that is found inside a longer run of letters."""
LONGEST_RUN = 40
"""Letters of a run that are looked at."""

_RUN = re.compile(r"[^\W\d_]{3,}")


def address_parts(address: str) -> set[str]:
    """All runs of letters of an address, and what may be a name inside them.

    address (str): An e-mail address, a handle or a URL.
    RETURNS (set[str]): Folded: "anaruiz7@x.org" has "anaruiz", "ruiz", "naru" and more; their
        number is bounded for each run, so that long addresses cost no more than their length.
    """
    out: set[str] = set()
    for run in _RUN.findall(fold(address)):
        out.add(run)
        run = run[:LONGEST_RUN]
        last = len(run)
        for i in range(last - SHORTEST + 1):
            out.update([run[i:j] for j in range(i + SHORTEST, min(last, i + LONGEST) + 1)])
    return out
