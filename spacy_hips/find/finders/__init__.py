"""Finders of others: one file each, thin. Each imports its tool only when it is asked for."""
