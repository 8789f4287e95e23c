"""Who speaks in a transcript or a chat that is a text: subtitles, and what is saved of a meeting.

Only what a program writes before each turn tells a speaker: a time, or the tag of WebVTT. "Name:"
alone may be anything, and is left to those who find names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....core.later import re
from ....text.lexicon.programs import is_account
from ....text.lexicon.tables import name_tables
from ..documents import names_nobody

_CLOCK = r"\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,3})?(?:[ \u202f]?[AaPp]\.?[Mm]\.?)?"
_DAY = r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ T])?"
_NAME = r"[^\W\d_](?:[^:\[\]<>\n]{0,58}[^\s:\[\]<>])?"
_TURNS = (
    # Zoom: "10:02:13 From Ana Ruiz to Everyone: hello", in the languages of its menus
    rf"^{_DAY}{_CLOCK}[ \t]+(?:From|Von|De|Från|Van)[ \t]+(?P<sent>[^:\n]{{1,140}}):",
    # Zoom, as a user saves it: "[Ana Ruiz] 10:02:13", the message below
    rf"^\[(?P<saved>{_NAME})\][ \t]+{_CLOCK}[ \t]*$",
    # BigBlueButton: "[10:02] Ana Ruiz: hello"; WhatsApp: "12/03/24, 10:02 - Ana Ruiz: hello"
    rf"^\[{_DAY}{_CLOCK}\][ \t]+(?P<said>{_NAME})[ \t]*:[ \t]",
    rf"^{_DAY}{_CLOCK}[ \t]+-[ \t]+(?P<wrote>{_NAME})[ \t]*:[ \t]",
    # WebVTT: "<v Ana Ruiz>hello"
    rf"<v(?:\.[\w.-]{{1,40}})?[ \t]+(?P<voice>{_NAME})>",
    # Subtitles: "Ana Ruiz: hello", or "[Ana Ruiz] hello", right below the times of a cue
    rf"--> [^\n]{{0,200}}\n(?:[-–] ?)?(?:<[ibu]>)?"
    rf"(?:(?P<cue>{_NAME}):[ \t<]|\[(?P<shown>{_NAME})\])",
)
_TURN = re.compile("|".join(f"(?:{turn})" for turn in _TURNS), re.M)
_BEFORE = re.compile(r"\s+|ip(?:ad|hone) (?:von|de) ", re.I)
_BEHIND = re.compile(
    r"(?:\s*\([^()]{1,30}\))+\s*$|['’]s (?:ip(?:ad|hone)|laptop|macbook|phone)\b.*", re.I
)
"""What programs and people write beside a name: pronouns, where a message goes, whose device."""
_TO = re.compile(r"\s+(?:to|an|à|a|till|aan)\s+")
_SURE = frozenset(("sent", "voice"))
"""Nothing else is written so: one is enough."""
_SELF = frozenset(("me", "you", "ich", "moi", "yo", "jag", "ik"))
"""What a program calls who saved the chat."""
_FEWEST = 2
_LONGEST = 6


def speakers(text: str) -> tuple[tuple[int, int], ...]:
    """Where a transcript names who speaks; nowhere in another text.

    text (str): A text.
    RETURNS (tuple): Start and end of each name, by place.

        >>> speakers("10:02:13 From Ana to Everyone: hi\\n10:02:20 From Ben Li (he/him): hello")
        ((14, 17), (48, 54))
    """
    matches = ((match, match.lastgroup or "") for match in _TURN.finditer(text))
    turns = [(kind, *match.span(kind)) for match, kind in matches]
    if len(turns) < _FEWEST and not any(kind in _SURE for kind, *_ in turns):
        return ()
    known: dict[tuple[str, bool], bool] = {}
    found = []
    for kind, start, end in turns:
        for place in _names(text, kind, start, end):
            name = text[slice(*place)], kind in _SURE
            if name not in known:
                known[name] = _is_somebody(*name)
            if known[name]:
                found.append(place)
    return tuple(found)


def named(text: str, places: Iterable[tuple[int, int]]) -> dict[str, tuple[str, ...]]:
    """Who speaks in a text, each once, as rows tell it.

    text (str): The text.
    places (Iterable): Where it names them.
    """
    return {text[start:end]: () for start, end in places}


def _names(text: str, kind: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where a turn names who speaks, and to whom alone: behind that stands a bracket."""
    other = _TO.search(text, start, end) if kind == "sent" else None
    yield _bare(text, start, other.start() if other else end)
    if other and "(" in text[other.end() : end]:
        yield _bare(text, other.end(), end)


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    """A name without what programs and people write beside it."""
    name = text[start:end]
    while match := _BEFORE.match(name):
        start, name = start + match.end(), name[match.end() :]
    name = _BEHIND.sub("", name).rstrip()
    return start, start + len(name)


def _is_somebody(name: str, sure: bool) -> bool:
    """May it be a person's name or handle, and no role, program or ordinary word?

    name (str): What stands where a speaker does.
    sure (bool): Nothing else stands there, so a word with a capital may be a handle.
    """
    words = name.split()
    if not words or len(words) > _LONGEST or names_nobody(name) or is_account(name):
        return False
    tables = name_tables()
    plain = (w for w in words if tables.is_common_word(w) and not tables.is_name(w))
    return len([w for w in plain if w.islower() or not sure]) < len(words) and (
        name.lower() not in _SELF
    )
