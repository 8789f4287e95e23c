"""Surrogate makers: one file a kind, each behind the policy signature of base.py."""
