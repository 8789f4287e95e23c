"""The desk in a browser: files are dropped in, reviewed, and taken out again."""
