"""Holds one pipeline for benchmarks/speed.py and runs it over the essays when asked.

    python speed_worker.py MODEL dense|sparse ""|int8 ESSAYS LIMIT

Says how it loaded, then answers each line of standard input with a line of JSON: "run" runs all
essays through the whole pipeline, "shares" one component after the other, "long 200000" one
document of so many words.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

BATCH = 64


def resident() -> float:
    """Resident memory now, in MB; its highest where the system does not tell."""
    status = Path("/proc/self/status")
    if status.is_file():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return round(int(line.split()[1]) / 1024, 1)
    return highest()


def highest() -> float:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    begin = time.process_time()
    return work(), time.process_time() - begin


class Bench:
    """The pipeline and the essays."""

    def __init__(self, model: str, windows: str, quantize: str) -> None:
        begin = time.perf_counter()
        import spacy

        imported = time.perf_counter()
        self.nlp, cpu = timed(lambda: spacy.load(model))
        self.loaded: dict[str, float] = {
            "import": imported - begin,
            "seconds": time.perf_counter() - imported,
            "cpu": cpu,
            "rss": resident(),
        }
        from spacy_hips.find.models.windows import make_dense_windows, make_sparse_windows

        transformer: Any = self.nlp.get_pipe("hips_transformer")
        transformer.quantize = quantize
        make = make_dense_windows if windows == "dense" else make_sparse_windows
        transformer.model.attrs["get_spans"] = make()
        self.rows: list[dict[str, Any]] = []

    def read(self, essays: str, limit: int) -> None:
        with Path(essays).open(encoding="utf8") as lines:
            self.rows = [json.loads(line) for line in lines][: limit or None]
        self.words = sum(len(row["text"].split()) for row in self.rows)
        # Tables are read, and int8 is made, when first needed.
        begin = time.perf_counter()
        self.nlp(self.rows[0]["text"])
        self.loaded["first text"] = time.perf_counter() - begin

    def run(self) -> dict[str, Any]:
        """All essays through the whole pipeline."""
        from spacy_hips import read_group

        names = found = candidates = 0
        seconds = 0.0
        docs = self.nlp.pipe(row["text"] for row in self.rows)
        for row in self.rows:  # a document is let go before the next one comes
            doc, used = timed(partial(next, docs))
            seconds += used
            own = {(s.start, s.end) for s in read_group(doc, "pii_ner") if s.label == "PERSON"}
            gold = {(s, e) for s, e, label in row["spans"] if label == "NAME_STUDENT"}
            names, found = names + len(gold), found + len(gold & own)
            candidates += len(own)
        return {"words": self.words, "cpu": seconds, "names": names, "found": found,
                "candidates": candidates, "rss": highest()}  # fmt: skip

    def shares(self) -> dict[str, float]:
        """Each component's share of the time, and the words per CPU-second that it alone does."""
        docs, seconds = timed(lambda: [self.nlp.make_doc(row["text"]) for row in self.rows])
        used = {"tokenizer": seconds}
        for name, component in self.nlp.pipeline:
            docs, used[name] = timed(partial(self._through, component, docs))
        whole = sum(used.values())
        return {name: seconds / whole for name, seconds in used.items()} | {
            "words per CPU-s": self.words / whole
        }

    def long(self, words: int) -> dict[str, float]:
        """One document of so many words: the essays, one after the other, as often as it takes."""
        text, count = "", 0
        rows = cycle(self.rows)
        while count < words:
            own = next(rows)["text"]
            text, count = f"{text}{own}\n\n", count + len(own.split())
        before = highest()
        doc, used = timed(partial(self.nlp, text))
        now, replaced = highest(), len(doc._.replacements)
        return {"words": count, "words per CPU-s": count / used, "replaced": replaced,
                "RSS at most MB": now, "MB more than before": now - before}  # fmt: skip

    def _through(self, component: Any, docs: Iterable[Any]) -> list[Any]:
        if hasattr(component, "pipe"):
            return list(component.pipe(docs, batch_size=BATCH))
        return [component(doc) for doc in docs]


def main(model: str, windows: str, quantize: str, essays: str, limit: str) -> None:
    bench = Bench(model, windows, quantize)
    bench.read(essays, int(limit))
    print(json.dumps(bench.loaded), flush=True)
    for line in sys.stdin:
        request, *words = line.split()
        asked = {"run": bench.run, "shares": bench.shares, "long": bench.long}[request]
        print(json.dumps(asked(*map(int, words))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
