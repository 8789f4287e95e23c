"""Does anything change the output that must not? A table of pairs that must agree byte for byte.

    python benchmarks/same.py
    python benchmarks/same.py en_hips_student --only runs,buffers --scopes document
    python benchmarks/same.py en_hips_student --rows 5000 --trained-rows 400 --json same.json

Number of processes, batch, order, company, carrier, caller, size, interruption and what ran before
change no byte of the output; kernels and engines change at most one span in two hundred. Each
module of benchmarks/same_pairs holds the pairs of one room. Rows are generated, and hostile ones
stand among them. A pair that fails tells its smallest difference: row, character and both texts.
With a pipeline, pairs are tried with rules alone and with the pipeline, there on fewer rows.
With rules alone, 5,000 rows take about 2,400 CPU-seconds; rooms may run side by side (`--only`).
Exit code: 0 where all pass, else 1.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Sequence
from pathlib import Path

from same_pairs import PAIRS, SCOPES, SECRET, NotHere, Pair, World
from same_pairs.rows import Row, generated, make_rows

ROOMS = ("runs", "carriers", "callers", "engines", "buffers")
BORDERS = (50, 64, 128, 256, 512, 1024, 2048, 4096)
PIECES = 400


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("pipeline", nargs="?", default="", help="a trained pipeline; rules alone")
    parser.add_argument("--rows", type=int, default=5000)
    parser.add_argument("--trained-rows", type=int, default=300, help="rows for the pipeline")
    parser.add_argument("--only", default=",".join(ROOMS), help="rooms, parted by commas")
    parser.add_argument("--named", default="", help="pairs whose name holds this")
    parser.add_argument("--scopes", default=",".join(SCOPES), help="scopes, parted by commas")
    parser.add_argument("--no-rules", action="store_true", help="with the pipeline only")
    parser.add_argument("--json", metavar="FILE", help="the table as JSON")
    parser.add_argument("--verbose", action="store_true", help="tracebacks of what failed")
    args = parser.parse_args()
    _settle_environment()
    for room in ROOMS:
        importlib.import_module(f"same_pairs.{room}")
    models = [args.pipeline] if args.no_rules else dict.fromkeys(("", args.pipeline))
    rows = make_rows(args.rows, generated(PIECES), BORDERS)
    made = []
    for model in models:
        for scope in args.scopes.split(","):
            pairs = [
                p
                for p in PAIRS
                if p.room in args.only.split(",") and p.fits(scope, model) and args.named in p.name
            ]
            made += _all(pairs, scope, model, rows, args.trained_rows, args.verbose)
    failed = sum(row["came"] == "FAIL" for row in made)
    skipped = sum(row["came"] == "skip" for row in made)
    print(f"{len(made) - failed - skipped} passed, {failed} failed, {skipped} not tried")
    if args.json:
        Path(args.json).write_text(json.dumps(made, indent=1), "utf8")
    return 1 if failed else 0


def _settle_environment() -> None:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ["HIPS_SECRET"] = SECRET
    os.environ["PYTHONWARNINGS"] = "ignore"
    warnings.simplefilter("ignore")


def _all(
    pairs: Sequence[Pair], scope: str, model: str, rows: Sequence[Row], few: int, verbose: bool
) -> list[dict[str, object]]:
    """Try pairs in one scope with one pipeline; those of as many rows share what one run gives."""
    worlds: dict[int, World] = {}
    made = []
    with tempfile.TemporaryDirectory() as folder:
        for own in pairs:
            count = min(max(own.most, few), len(rows)) if model else len(rows)
            if count not in worlds:
                worlds[count] = World(scope, model, rows[:count], Path(folder, str(count)))
            made.append(_tried(own, worlds[count], verbose))
    return made


def _tried(own: Pair, world: World, verbose: bool) -> dict[str, object]:
    begin, cpu = time.monotonic(), _cpu()
    try:
        outcome = own.run(world)
        came = "pass" if outcome.holds else "FAIL"
        told = "; ".join(filter(None, (outcome.note, outcome.told())))
        told = told or f"{len(outcome.one):,} rows"
    except NotHere as reason:
        came, told = "skip", str(reason)
    except Exception as error:
        came, told = "FAIL", f"{type(error).__name__}: {str(error)[:300]}"
        if verbose:
            traceback.print_exc()
    seconds = round(time.monotonic() - begin, 1)
    kind = world.model or "rules"
    used = round(_cpu() - cpu, 1)
    times = f"[{seconds} s, {used} CPU-s]"
    print(f"{came}  {world.scope:<8}  {kind}  {own.name}  {times}  {told}", flush=True)
    row = {"came": came, "scope": world.scope, "pipeline": kind, "room": own.room}
    return {**row, "pair": own.name, "seconds": seconds, "cpu_seconds": used, "told": told}


def _cpu() -> float:
    """Seconds of the processor of this process and of those that have ended."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    random.seed(0)
    sys.exit(main())
