"""The endings of names of files, for all rooms that read or write any."""

from __future__ import annotations

TEXT = (
    ".txt", ".text", ".md", ".markdown", ".rst", ".tex", ".srt", ".vtt", ".log",
)  # fmt: skip
JSONL = (".jsonl", ".ndjson")
JSON = (".json",)
CSV = (".csv",)
TSV = (".tsv", ".tab")
