"""Trains encoder and finder in plain torch; used by scripts/train_finder.py."""
