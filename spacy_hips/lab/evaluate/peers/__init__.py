"""Other tools, measured on the same texts: each finds spans, in an environment of its own."""
