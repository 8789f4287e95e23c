"""The ground: labels, errors, spans, ids, notes. Every other folder may import it."""
