"""Search: known people and found persons, wherever they stand in a text."""
