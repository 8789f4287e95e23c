"""What a date, a number, an address or a place in a text says."""
