"""Name passes: each finds or mends names by the text around them."""
