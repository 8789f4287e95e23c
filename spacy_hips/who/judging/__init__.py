"""Judging: who is a private person and who is a public figure."""
