"""A run over a corpus: its options, passes, processes and summary."""
