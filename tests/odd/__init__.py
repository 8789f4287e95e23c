"""Texts of every odd kind, and what holds for all of them."""
