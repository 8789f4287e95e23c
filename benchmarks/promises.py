"""Are the promises kept? A table of checks, each with pass or fail, run as a user would.

    python benchmarks/promises.py en_hips_student
    python benchmarks/promises.py en_hips_student --only data,secrets --json promises.json

Each module of benchmarks/promise_checks holds the checks of one room: plain functions, marked by
`@check`, that get a folder of their own and the name of the pipeline and raise AssertionError where
a promise is broken. What a check returns is printed beside it (a figure, a count).
Exit code: 0 where all pass, else 1.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import tempfile
import time
import traceback
from pathlib import Path

from promise_checks import CHECKS, Case

ROOMS = (
    "release", "scopes", "data", "time", "names", "secrets", "processes", "formats", "held", "jobs",
    "languages", "documents", "carriers", "persons", "review", "steward", "published",
    "report", "peers", "attack", "bridges", "stops",
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("pipeline", help="a trained pipeline, such as en_hips_student")
    parser.add_argument("--only", default=",".join(ROOMS), help="rooms, parted by commas")
    parser.add_argument("--json", metavar="FILE", help="the table as JSON")
    parser.add_argument("--verbose", action="store_true", help="tracebacks of what failed")
    args = parser.parse_args()
    for room in args.only.split(","):
        importlib.import_module(f"promise_checks.{room}")
    rows = [_run(case, args.pipeline, args.verbose) for case in CHECKS]
    failed = sum(not row["passed"] for row in rows)
    print(f"{len(rows) - failed} passed, {failed} failed")
    if args.json:
        Path(args.json).write_text(json.dumps(rows, indent=1), "utf8")
    return 1 if failed else 0


def _run(case: Case, pipeline: str, verbose: bool) -> dict[str, object]:
    start = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        try:
            detail, passed = str(case.run(Path(folder), pipeline) or ""), True
        except Exception as error:
            detail, passed = f"{type(error).__name__}: {str(error)[:200]}", False
            if verbose:
                traceback.print_exc()
    seconds = time.process_time() - start
    print(f"{'pass' if passed else 'FAIL'}  {case.room:<10} {case.promise}  {detail}", flush=True)
    row = {"room": case.room, "promise": case.promise, "passed": passed}
    return {**row, "detail": detail, "cpu_seconds": round(seconds, 2)}


if __name__ == "__main__":
    sys.exit(main())
