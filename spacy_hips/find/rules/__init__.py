"""Rules: one file an identifier, each a pattern with its validator; no pipeline code."""
