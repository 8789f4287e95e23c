"""What has the form of a citation but names somebody private: interviews, own pictures, bylines.

"Reflection by Ana Ruiz (2019)" cites no work: it is the text itself. "Interview with Ana Ruiz
(2019)" is what somebody told. "Ana et al." is a team.
"""

from __future__ import annotations

from ...core.later import re
from ...text.lexicon.language import every
from ...text.lexicon.pattern_tables import alternation
from ...text.lexicon.tables import NameTables, fold, name_tables
from ...text.page.lines import Layout

BEHIND = 60
"""Characters behind a name in which it may be said that a private source is meant."""
BEFORE = 60
"""Characters in front of a name in which this may be said, or in which a byline may begin."""
TOP = 300
"""Characters of a text in which its byline stands where it has no lines."""
SHORT = 60
"""Characters of the line above a byline: a full line goes on in the next one."""
LEAST_BEARERS, RATIO = 0.005, 50.0
"""Mass of a forename, and how many times that of the same surname it has to be, for a word alone to
be a forename and no cited surname."""

TOLD = re.compile(
    rf"(?<!\w){alternation(every('cue', 'unpublished'))}(?!\w)"
    rf"|[.,(\[]\s*(?:[\w-]+\s)?{alternation(every('cue', 'interview'))}(?=\s*(?:[.,;:)\]]|\d|\Z))",
    re.I,
)
"""What is told of a source that is no published work."""
_POSTED = re.compile(
    r"[^()]{0,12},\s*(?:forum|discussion|class|chat)\s+(?:post|comment|discussion|notes|message)",
    re.I,
)
_ASKED = re.compile(
    r"(?<![^\W\d_])(?:interview(?:ed|s)?\s+(?:with|of)|conversations?\s+with|ask(?:ed)?"
    r"|(?:lectures?|handouts?|notes)\s+(?:of|by|from)"
    r"|(?:chat(?:ted)?|talked|spoke)\s+(?:with|to)|(?:e-?mail|message)s?\s+from"
    r"|(?:taken|drawn|painted|photographed|filmed|recorded|photo(?:graph)?|picture|drawing|sketch)"
    r"\s+by)\s+$"
    r"|(?:cite\s+this|how\s+to\s+cite)[^\n]{0,50}$",
    re.I,
)
_CALLED = re.compile(rf"(?<![^\W\d_])(?:{alternation(every('title'))}|prof)\.?\s$")
_NUMBERED = re.compile(r"[\W\d_]*")
_KINDS = (
    "reflection|reflexion|essay|assignment|report|homework|project|paper|presentation|journal"
    "|portfolio|presented|submitted|prepared|written|made|done|completed|created|compiled"
)
_BYLINE = re.compile(
    r"\W*(?:(?:my|a|an|the|final|weekly|course|reflective|lab|group|[^\W\d_]+['’]s)\s+){0,3}"
    rf"(?:(?:(?:{_KINDS})\s+)?by|(?:full\s+)?name|author|student|group|team)(?![^\W\d_])"
    r"[^.!?()\n]{0,60}",
    re.I,
)
# On top of a text without line breaks: "Storytelling Reflection by Ana Ruiz (2019) This week".
_OPENING = re.compile(
    rf"(?:\A|.*[.!?:|\n])\s*(?=[A-Z])(?:[A-Z][\w'’-]*\s+){{0,8}}(?i:{_KINDS})\s+by\s+", re.DOTALL
)
_YEAR_ENDS = re.compile(r"[^.!?()\n]{0,60}\((?:[^()\n]{0,24}\s)?(?:19|20)\d\d\)[ \t.]*")
_LIFE = re.compile(rf"(?<!\w){alternation(every('cue', 'life'))}(?!\w)", re.I)


def is_private_source(text: str, start: int, end: int) -> bool:
    """Is somebody meant who told or drew something for this text, or is called Mr. or Mrs.?

    text (str): The document's text.
    start, end (int): The characters of a name.
    RETURNS (bool): Whether it is said so in front of it or behind it.
    """
    stop = min(len(text), end + BEHIND)
    told = TOLD.search(text, end, stop) or _POSTED.match(text, end, stop)
    before = text[max(0, start - BEFORE) : start]
    return bool(told or _ASKED.search(before) or _CALLED.search(before))


def is_dated_byline(layout: Layout, start: int, end: int) -> bool:
    """Does the line name who wrote the text, with the year behind ("Essay by Ana Ruiz (2019)")?

    layout (Layout): The document's lines.
    start, end (int): The characters of a name.
    RETURNS (bool): Whether the year ends the line, and either a byline's words begin it or a full
        name alone does; on top of the text, whether it follows "Reflection by".
    """
    text, line = layout.text, layout.line(start)
    if start < TOP and _OPENING.fullmatch(text, 0, start):
        return True
    first, last = layout.bounds(line)
    if start - first > 2 * BEFORE or not _YEAR_ENDS.fullmatch(text, end, last):
        return False
    above = layout.neighbour(line, -1)
    if above is not None and above == line - 1:
        begin, stop = layout.bounds(above)
        if stop - begin > SHORT:
            return False
    before, name = text[first:start], text[start:end]
    if _NUMBERED.fullmatch(before):
        return " " in name and "," not in name and "." not in name
    return _BYLINE.fullmatch(before) is not None


def is_own_life(layout: Layout, start: int, end: int) -> bool:
    """Is it the title of somebody's curriculum vitae: "Lebenslauf" beside a name, above or below?

    layout (Layout): The document's lines.
    start, end (int): The characters of a name.
    RETURNS (bool): Whether the short line of the name says so, or one beside it where the name has
        a line of its own.
    """
    own = layout.line(start)
    first, last = layout.bounds(own)
    if last > layout.title_end or last - first > SHORT + end - start:
        return False
    lines: list[int | None] = [own]
    if _NUMBERED.fullmatch(layout.text[first:start] + layout.text[end:last]):
        lines = [layout.neighbour(own, -1), layout.neighbour(own, 1)]
    places = [layout.bounds(line) for line in lines if line is not None]
    return any(_LIFE.search(layout.text, *at) and at[1] - at[0] <= 2 * SHORT for at in places)


def is_forename_alone(name: str, tables: NameTables | None = None) -> bool:
    """Is it a word that is a forename and hardly ever a surname ("Ana", not "James")?

    name (str): The name.
    tables (NameTables): The name tables; the packaged ones by default.
    RETURNS (bool): Whether whoever is cited so is called by the forename.
    """
    tables = tables or name_tables()
    form = fold(name)
    forename, surname = tables.masses(form)
    return " " not in form and forename > LEAST_BEARERS and forename > RATIO * surname
