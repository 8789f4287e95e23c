"""What a text looks like, read once."""
