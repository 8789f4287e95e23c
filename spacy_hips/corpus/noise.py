"""What happens to essays between the keyboard and the corpus, done to generated documents.

Lines broken as in a PDF, spaces doubled, lost or turned into tabs, words broken, letters misread,
capitals left out. Every change is an edit of characters, so that marks stay exact.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from random import Random

from .render import Mark

Edit = tuple[int, int, str]
Noise = Callable[[str, Sequence[Mark], Random], list[Edit]]

_MISREAD = {"rn": "m", "m": "rn", "l": "1", "I": "l", "O": "0", "cl": "d", "e": "c", "h": "b",
            "fi": "ﬁ", "fl": "ﬂ", "vv": "w", "i": "í", "ti": "ti "}  # fmt: skip
_WORD = re.compile(r"[A-Za-z]{4,}")
_LONG_WORD = re.compile(r"[a-z]{7,}")
_SPACE = re.compile(r"(?<=\S) (?=\S)")
_END = re.compile(r"(?<=[a-z0-9)])[.,;:!?] (?=\S)")
_STOP = re.compile(r"(?<=[a-z])\. (?=[A-Z][a-z])")
_LINE_START = re.compile(r"(?m)^(?=\S)")
_HEADING = re.compile(r"(?m)^(?:[A-Z][\w&'-]*[ :-]*){1,5}$")
_BLANK = re.compile(r"\n\n")


def apply_edits(text: str, marks: Sequence[Mark], edits: Iterable[Edit]) -> tuple[str, list[Mark]]:
    """Change a text and move its marks along.

    text (str): The text.
    marks (Sequence[Mark]): Marks in it.
    edits (Iterable[Edit]): (start, end, new text), in any order. Of two that overlap the first
        counts; one that covers a border of a mark is left out; what is put in at a border stays
        outside of the mark.
    RETURNS (tuple): The new text and new marks; marks that became empty are left out.
    """
    borders = sorted({border for mark in marks for border in (mark.start, mark.end)})
    kept: list[Edit] = []
    for edit in sorted(edits, key=lambda e: (e[0], e[1])):
        start, end, _ = edit
        crosses = bisect_right(borders, start) < bisect_left(borders, end)
        if not crosses and (not kept or start >= kept[-1][1]):
            kept.append(edit)
    points = sorted(
        (at, is_start, i)
        for i, mark in enumerate(marks)
        for at, is_start in ((mark.start, 1), (mark.end, 0))
    )
    parts: list[str] = []
    starts, ends = [0] * len(marks), [0] * len(marks)
    shift = position = at = 0
    for point, is_start, i in points:
        # An edit counts for a start if it ends there or before, for an end if it begins before.
        while at < len(kept) and (kept[at][1] <= point if is_start else kept[at][0] < point):
            start, end, new = kept[at]
            parts.extend((text[position:start], new))
            shift += len(new) - (end - start)
            position, at = end, at + 1
        (starts if is_start else ends)[i] = point + shift
    for start, end, new in kept[at:]:
        parts.extend((text[position:start], new))
        position = end
    parts.append(text[position:])
    moved = [
        Mark(starts[i], ends[i], m.label, m.role, m.key)
        for i, m in enumerate(marks)
        if ends[i] > starts[i]
    ]
    return "".join(parts), moved


def _inside(marks: Sequence[Mark]) -> Callable[[int, int], bool]:
    """Whether a stretch of characters touches a mark; asked in rising order or not."""
    spans = sorted((m.start, m.end) for m in marks)

    def touches(start: int, end: int) -> bool:
        return any(s < end and start < e for s, e in spans)

    return touches


def _some(pattern: re.Pattern[str], text: str, rng: Random, odds: float) -> list[re.Match[str]]:
    return [m for m in pattern.finditer(text) if rng.random() < odds]


def wrap(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """Lines of 70 to 100 characters; with a blank line between them names are left whole."""
    width, mark = rng.randint(66, 104), rng.choice(("\n", "\n", "\n", " \n", "\n\n", "  "))
    touches = _inside(marks)
    edits: list[Edit] = []
    begin, last = 0, -1
    for i, char in enumerate(text):
        if char == "\n":
            begin, last = i + 1, -1
        elif char == " ":
            whole = mark == "\n\n" or rng.random() < 0.5
            if not (whole and touches(i, i + 1)):
                last = i
        elif i - begin > width and last > begin:
            edits.append((last, last + 1, mark))
            begin, last = last + 1, -1
    return edits


def break_words(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """Long words broken: "informa- tion", "informa-\\ntion", "informa tion"."""
    touches, edits = _inside(marks), []
    for match in _some(_LONG_WORD, text, rng, 0.012):
        cut = rng.randint(match.start() + 3, match.end() - 3)
        if not touches(match.start(), match.end()):
            edits.append((cut, cut, rng.choice(("-\n", "- ", " ", "-"))))
    return edits


def double_spaces(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """Two spaces for one, now and then."""
    odds = rng.choice((0.01, 0.03, 0.08))
    return [(m.start(), m.end(), "  ") for m in _some(_SPACE, text, rng, odds)]


def tabs(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """Tabs for some spaces and at the beginning of some lines."""
    inside = [(m.start(), m.end(), "\t") for m in _some(_SPACE, text, rng, 0.006)]
    return inside + [(m.start(), m.start(), "\t") for m in _some(_LINE_START, text, rng, 0.1)]


def hard_spaces(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """No-break spaces for some spaces."""
    odds = rng.choice((0.01, 0.05))
    return [(m.start(), m.end(), "\u00a0") for m in _some(_SPACE, text, rng, odds)]


def zero_width(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """Invisible characters at the beginning of lines and after some words."""
    char = rng.choice(("\u200b", "\ufeff", "\u200e", "\u00ad"))
    touches = _inside(marks)
    found = _some(_LINE_START, text, rng, 0.15) + _some(_SPACE, text, rng, 0.004)
    return [(m.start(), m.start(), char) for m in found if not touches(m.start(), m.start() + 1)]


def lost_spaces(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """Spaces lost after punctuation, and rarely before a name's neighbour with a capital."""
    edits = [(m.end() - 1, m.end(), "") for m in _some(_END, text, rng, 0.05)]
    for mark in marks:
        after = text[mark.end : mark.end + 2]
        if len(after) == 2 and after[0] in " \n" and after[1].isupper() and rng.random() < 0.06:
            edits.append((mark.end, mark.end + 1, ""))
    return edits


def misread(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """Letters as a scanner misreads them; names are hit rarely."""
    touches, edits = _inside(marks), []
    for match in _some(_WORD, text, rng, 0.012):
        if touches(match.start(), match.end()) and rng.random() < 0.8:
            continue
        at = rng.randrange(match.start() + 1, match.end())
        for wrong, right in _MISREAD.items():
            if text.startswith(wrong, at):
                edits.append((at, at + len(wrong), right))
                break
    return edits


def run_on(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """Sentences that run on without a stop; a name keeps its capital."""
    touches, edits = _inside(marks), []
    odds = rng.choice((0.1, 0.4))
    for match in _some(_STOP, text, rng, odds):
        end = match.end()
        keeps = touches(end, end + 1) or text[end : end + 2] == "I "
        first = text[end] if keeps else text[end].lower()
        edits.append((match.start(), end + 1, rng.choice((" ", ", ", " and ")) + first))
    return edits


def typos(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """Letters swapped, lost or doubled in some words outside of marks."""
    touches, edits = _inside(marks), []
    for match in _some(_WORD, text, rng, rng.choice((0.01, 0.03))):
        at = rng.randrange(match.start() + 1, match.end() - 1)
        pair = text[at : at + 2]
        if not touches(match.start(), match.end()):
            edits.append((at, at + 2, rng.choice((pair[::-1], pair[0], pair[0] + pair))))
    return edits


def blank_lines(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """Blank lines lost or grown, as different readers of a file leave them."""
    mark = rng.choice(("\n", "\n", "\n\n\n", "\n \n", " \n\n", "\n\n\n\n"))
    return [(m.start(), m.end(), mark) for m in _BLANK.finditer(text)]


def every_line_apart(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """A blank line after every line."""
    single = re.finditer(r"(?<!\n)\n(?!\n)", text)
    touches = _inside(marks)
    return [(m.start(), m.end(), "\n\n") for m in single if not touches(m.start(), m.end())]


def misspelt_headings(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """A letter lost, swapped or doubled in headings: these look like names more than words do."""
    touches, edits = _inside(marks), []
    for line in _HEADING.finditer(text):
        for match in _some(_WORD, line[0], rng, 0.25):
            start = line.start() + match.start()
            at = start + rng.randrange(1, len(match[0]) - 1)
            pair = text[at : at + 2]
            if not touches(start, line.start() + match.end()):
                edits.append((at, at + 2, rng.choice((pair[::-1], pair[0], pair[0] + pair))))
    return edits


def curly_quotes(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """Typographic apostrophes."""
    return [(m.start(), m.end(), "\u2019") for m in re.finditer("'", text)]


def small_letters(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """All in lower case, as in chats."""
    return [(m.start(), m.end(), low) for m in re.finditer(r"[^\W\d_]+", text)
            if (low := m[0].lower()) != m[0] and len(low) == len(m[0])]  # fmt: skip


def capital_head(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """The first line in capitals."""
    line = text[: text.find("\n")] if "\n" in text else ""
    return [(0, len(line), line.upper())] if len(line.upper()) == len(line) < 120 and not any(
        m.start < len(line) for m in marks) else []  # fmt: skip


# In the order in which they are done, with how often: what a line is made of comes last.
NOISES: tuple[tuple[Noise, float], ...] = (
    (typos, 0.16),
    (misspelt_headings, 0.12),
    (run_on, 0.08),
    (small_letters, 0.035),
    (curly_quotes, 0.25),
    (capital_head, 0.06),
    (misread, 0.08),
    (lost_spaces, 0.14),
    (break_words, 0.1),
    (hard_spaces, 0.07),
    (zero_width, 0.06),
    (tabs, 0.08),
    (blank_lines, 0.2),
    (wrap, 0.4),
    (every_line_apart, 0.06),
    (double_spaces, 0.15),
)


def add_noise(text: str, marks: Sequence[Mark], rng: Random) -> tuple[str, list[Mark]]:
    """Draw what happens to a document and do it.

    text (str): The text.
    marks (Sequence[Mark]): Its marks.
    rng (Random): Source of chance.
    RETURNS (tuple): New text and marks.
    """
    now = list(marks)
    for noise, odds in NOISES:
        if rng.random() < odds:
            text, now = apply_edits(text, now, noise(text, now, rng))
    return text, now
