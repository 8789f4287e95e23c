"""Names: from the finder's probabilities to the spans of names."""
