"""Build the English dictionary: words that are no reason to run the encoder.

    python scripts/build_dictionary.py --scowl FOLDER -o spacy_hips/data/dictionary.txt.xz

FOLDER is that of the word lists of SCOWL (2020.12.07; its terms are in spacy_hips/data/SCOWL.txt).
The script takes words in small letters of American, British and all other English, up to size 70.
It leaves out common words and names, which other tables hold. The same input gives the same
bytes.
"""

from __future__ import annotations

import argparse
import lzma
from collections.abc import Iterable, Iterator
from pathlib import Path

from spacy_hips.text.lexicon.tables import fold
from spacy_hips.text.lexicon.words import SHORTEST, Lexicon

LARGEST = 70
HEAD = "# English words in small letters, folded; sources and licences: SCOWL.txt"


def words_of(folder: Path) -> Iterator[str]:
    """The words of all lists that are not larger than LARGEST."""
    for file in sorted(folder.glob("*-words.*")):
        if int(file.suffix[1:]) <= LARGEST:
            yield from file.read_text(encoding="latin-1").split()


def packed(words: Iterable[str]) -> bytes:
    """The file, of the words that are fit for it."""
    lexicon = Lexicon()
    kept = {
        fold(word)
        for word in words
        if word.isalpha() and word.islower() and len(word) >= SHORTEST
        if not lexicon(word).common and not lexicon(word).named
    }
    text = "\n".join([HEAD, *sorted(kept)])
    return lzma.compress(text.encode("utf8"), preset=9 | lzma.PRESET_EXTREME)


def main() -> None:
    """Build the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scowl", type=Path, required=True, help="folder of its word lists")
    parser.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args()
    args.output.write_bytes(packed(words_of(args.scowl)))


if __name__ == "__main__":
    main()
