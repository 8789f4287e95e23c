"""Linking: which mentions name the same person."""
