"""Runs one tool in whatever environment it lives. It needs the tool and nothing else.

    python worker.py ADAPTER.py [SETTINGS] < texts.jsonl > spans.jsonl

ADAPTER.py has `load(settings)`, which returns a function: a list of texts -> the spans of each,
[start, end, label]. SETTINGS is a JSON object. A line of the input is {"text": "..."}; the answer
has a line {"spans": [...]} for each, and a last one, {"seconds": the CPU time of finding}.
Python 3.9 and newer can run it.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import time
from pathlib import Path
from types import ModuleType

NOT_LOADED = 3  # the exit code where the tool cannot be loaded


def adapter_of(path: str) -> ModuleType:
    """The adapter in a file. The file may be called like the tool that it imports."""
    spec = importlib.util.spec_from_file_location("adapter", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main(path: str, settings: str = "{}") -> int:
    """Answer all lines of standard input.

    path (str): The adapter.
    settings (str): A JSON object.
    RETURNS (int): The exit code.
    """
    sys.path[:] = [p for p in sys.path if Path(p) != Path(__file__).parent]
    out, sys.stdout = sys.stdout, sys.stderr  # what a tool prints is no answer
    texts = [json.loads(line)["text"] for line in sys.stdin]
    try:
        find = adapter_of(path).load(json.loads(settings))
        list(find(texts[:1]))  # tables are read when first needed
    except Exception as error:  # whatever a tool raises where a part of it is missing
        missing = getattr(error, "name", None)
        sys.stderr.write(f"{type(error).__name__}{f' ({missing})' if missing else ''}\n")
        return NOT_LOADED
    begin = time.process_time()
    found = [[list(span) for span in spans] for spans in find(texts)]
    seconds = time.process_time() - begin
    for spans in found:
        out.write(json.dumps({"spans": spans}) + "\n")
    out.write(json.dumps({"seconds": seconds}) + "\n")
    out.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
