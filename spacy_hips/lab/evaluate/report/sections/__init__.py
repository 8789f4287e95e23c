"""One file a section of the report: from what was gathered to plain data."""
