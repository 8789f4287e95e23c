"""What was found and what was decided about it, in files."""
