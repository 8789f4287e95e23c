"""Attacks on a release: who can tell missed identifiers from replaced ones?

Detection is weakened to a share, the rest of the identifiers is replaced, and attackers who hold
nothing but the result, and what their kind is said to know, call some of it real.
"""
