"""Builds the multilingual encoder from a package; used by scripts/build_encoder.py."""
