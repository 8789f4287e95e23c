"""The way back from surrogates, and pseudonyms of documents and authors."""
