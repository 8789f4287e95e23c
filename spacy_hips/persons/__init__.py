"""Persons: name parsing, linking of mentions, known people, roles and name tables."""
