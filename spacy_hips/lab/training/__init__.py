"""Fine-tunes, picks thresholds, assembles; what the user is told goes to functions handed in."""
