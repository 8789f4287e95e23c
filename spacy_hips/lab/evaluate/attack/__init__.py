"""Attacks on a release: who can tell missed identifiers from replaced ones?

A share of the identifiers is left in the texts on purpose, and the rest is replaced. Attackers see
the result and what their kind is said to know, and say which identifiers are real.
"""
