"""The lexicon: what a word may be, from tables of names, words and cues."""
