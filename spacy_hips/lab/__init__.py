"""The laboratory: corpora, training, evaluation, attacks."""
