"""Mentions: the parts of a name and where it ends."""
