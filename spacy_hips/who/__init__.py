"""From spans to persons: who is who, and who is private."""
