"""Build spacy_hips/data/script_words.txt.xz: Chinese words.

    python scripts/build_script_words.py --jieba dict.txt -o spacy_hips/data/script_words.txt.xz

Those that begin as a name does, and the most common others, of the package jieba 0.42.1 (MIT),
`jieba/dict.txt`, without what it takes for a person's name.
"""

from __future__ import annotations

import argparse
import lzma
from pathlib import Path

from spacy_hips.text.lexicon.person_words import COMPOUND_SURNAMES
from spacy_hips.text.lexicon.tables import name_tables

LEAST = {2: 3, 3: 10}
"""How often a word of so many signs that begins with a surname is counted there, at least."""
OFTEN = 1_000
"""And any other."""


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--jieba", type=Path, required=True, help="its dict.txt")
    parser.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args()
    places, tables = ("CN", "TW", "JP"), name_tables()
    surnames = {name for place in places for name in tables.surnames(place, "", "Hani").names}
    surnames |= COMPOUND_SURNAMES
    words = set()
    for line in args.jieba.read_text("utf8").splitlines():
        word, count, kind = line.split()
        alike = not surnames.isdisjoint((word[0], word[:2]))
        least = LEAST.get(len(word), OFTEN) if alike else OFTEN
        if int(count) >= least and len(word) in (2, 3, 4) and not kind.startswith("nr"):
            words.add(word)
    args.output.write_bytes(lzma.compress("\n".join(sorted(words)).encode(), preset=9))


if __name__ == "__main__":
    main()
