"""How scores of spans and roles are computed, for `nlp.evaluate` and the reports."""
