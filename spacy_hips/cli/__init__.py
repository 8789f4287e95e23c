"""The command line `spacy-hips`: one verb a file."""
