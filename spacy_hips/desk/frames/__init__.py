"""Data frames in, data frames out: the run of the command line over what is in memory already.

    import spacy_hips.desk.frames

    public = spacy_hips.desk.frames.anonymize(frame, {"essay": "text", "student": "author"})

A frame is one of pandas, of Polars, an Arrow table, or a data set of Hugging Face. What comes out
is of the same type, and holds what `spacy-hips anonymize` writes for the same secret: only the
columns that have a role, and only the rows that could be read.
"""

from .anonymize import anonymize
from .clusters import anonymize_ray, anonymize_spark

__all__ = ["anonymize", "anonymize_ray", "anonymize_spark"]
