"""Persons: mentions and their parts, who is who, known people."""
