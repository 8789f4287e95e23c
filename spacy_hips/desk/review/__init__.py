"""What a person decides about found identifiers: the page, the file of decisions, what follows."""
