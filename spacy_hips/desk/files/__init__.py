"""Rows and documents in and out, in every file format."""
