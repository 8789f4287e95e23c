"""Write the generated corpus of all three splits.

python scripts/generate_corpus.py --documents 6000 --seed 1 -o corpus/generated
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tqdm import tqdm

from spacy_hips.lab.corpus.generate import CODES_HELP, codes, generate


def main() -> None:
    """Write train.jsonl, dev.jsonl and test.jsonl; what is already whole is made again alike."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=6000, help="of the training split")
    parser.add_argument("--dev-documents", type=int, default=400, help="of dev, twice for test")
    parser.add_argument("--seed", type=int, default=1)
    even = "what has an even share of the names"
    parser.add_argument("--balance", choices=("country", "region"), default="country", help=even)
    parser.add_argument("--languages", type=codes, default=(), help=CODES_HELP)
    genres = "nothing but lessons of these genres, such as chat"
    parser.add_argument("--genres", nargs="*", default=(), help=genres)
    parser.add_argument("--data-dir", type=Path, help="folder with background/ and public/")
    parser.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args()
    background, public = (_folder(args.data_dir, name) for name in ("background", "public"))
    if background is None:
        sys.stderr.write("No background texts: the corpus is made of the templates alone.\n")
    args.output.mkdir(parents=True, exist_ok=True)
    sizes = {
        "train": args.documents,
        "dev": args.dev_documents,
        "test": 2 * args.dev_documents,
    }
    for split, n in sizes.items():
        records = generate(
            n,
            args.seed,
            split,
            background_dir=background,
            public_dir=public,
            balance=args.balance,
            languages=args.languages,
            genres=args.genres,
        )
        part = args.output / f"{split}.jsonl.part"
        with part.open("w", encoding="utf8") as file:
            for record in tqdm(records, total=n, desc=split, disable=not sys.stderr.isatty()):
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
        part.replace(args.output / f"{split}.jsonl")


def _folder(root: Path | None, name: str) -> Path | None:
    folder = root / name if root else None
    return folder if folder and folder.is_dir() else None


if __name__ == "__main__":
    main()
