"""The rules that look at what was found in a whole document, in the order in which they help."""

from __future__ import annotations

from collections.abc import Sequence

from ..spans import PiiSpan
from .beside import names_beside
from .fields import names_in_fields
from .file_names import names_of_files
from .glued_names import glued_names
from .initials import names_by_initials
from .lexicon import Lexicon
from .list_names import names_in_lists
from .name_columns import names_in_columns
from .native_names import native_names
from .person_fields import names_in_person_fields
from .table_cells import names_in_cells
from .things import called_names
from .titled import titled_names
from .whole_names import whole_names


def with_told_names(text: str, spans: Sequence[PiiSpan], lexicon: Lexicon) -> list[PiiSpan]:
    """Add the names that the text around tells, and make whole those that were found in part.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    lexicon (Lexicon): Looks words up.
    RETURNS (list): All spans.

        >>> [(s.start, s.end) for s in with_told_names("Signed: Legend", [], Lexicon())]
        [(8, 14)]
    """
    out = called_names(text, spans)
    out = [*out, *titled_names(text, out, lexicon)]
    # What announces a name comes before what only goes on with a found one.
    out = names_in_person_fields(text, out, lexicon)
    out = names_in_fields(text, out, lexicon)
    out = glued_names(text, out, lexicon)
    out = whole_names(text, out, lexicon)
    out = names_beside(text, out, lexicon)
    out = names_in_columns(text, out)
    out = names_in_lists(text, out, lexicon)
    out += names_of_files(text, out, lexicon)
    out += names_in_cells(text, out, lexicon)
    out += names_by_initials(text, out)
    return [*out, *native_names(text, out)]
