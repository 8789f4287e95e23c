"""The rules that look at what was found in a whole document, in the order in which they help."""

from __future__ import annotations

from collections.abc import Sequence

from ..lexicon.words import Lexicon
from ..spans import PiiSpan
from .passes.announced import titled_names
from .passes.cells import names_in_cells
from .passes.columns import names_in_columns
from .passes.coordination import names_beside
from .passes.fields import names_in_person_fields
from .passes.file_names import names_of_files
from .passes.initials import names_by_initials
from .passes.joined import glued_names
from .passes.listed import names_in_lists
from .passes.native import native_names
from .passes.relabelled import names_in_fields
from .passes.things import called_names
from .passes.whole import whole_names


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
