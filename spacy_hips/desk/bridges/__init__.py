"""Bridges to the tools of others. Each imports its tool only when it is asked for."""
