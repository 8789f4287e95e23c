"""What happens to essays between the keyboard and the corpus, done to generated documents.

Lines broken as in a PDF, spaces doubled, lost or turned into tabs, words broken, letters misread,
capitals left out. Every change is an edit of characters, so that marks stay exact.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from random import Random

from ...core.later import re
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
_LINE_BREAKS = re.compile(r"(?<![^\S\n])[^\S\n]*\n\s*")
_SHORT_LINES = re.compile(r"(?m)^[^\n]{1,60}(?:\n{1,2}[^\n]{1,60}$)+")
_NAME_WORD = re.compile(r"[^\W\d_]{6,}")


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


def _names(marks: Sequence[Mark]) -> list[Mark]:
    return sorted((m for m in marks if m.label == "PERSON"), key=lambda m: m.start)


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
    # Two names in one token could not be parted.
    touch = {m.end for m in marks} & {m.start - 1 for m in marks}
    stops = (m.end() - 1 for m in _some(_END, text, rng, 0.05))
    edits = [(at, at + 1, "") for at in stops if at not in touch]
    for mark in marks:
        after = "" if mark.end in touch else text[mark.end : mark.end + 2]
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


def small_names(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """Private names in lower case in a text that is not, as in "I met with maria"."""
    names = [(m, text[m.start : m.end]) for m in _names(marks) if m.role != "public"]
    return [(m.start, m.end, low) for m, name in names
            if (low := name.lower()) != name and len(low) == len(name)]  # fmt: skip


def bracketed(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """Square brackets in names, as editors of interviews add what was not said: "Omar [Salim]"."""
    edits: list[Edit] = []
    odds = rng.choice((0.15, 0.6))
    for mark in _names(marks):
        cuts = [m.start() for m in _SPACE.finditer(text, mark.start, mark.end)]
        if not cuts or rng.random() > odds:
            continue
        cut = rng.choice(cuts)
        start, end = (cut + 1, mark.end) if rng.random() < 0.6 else (mark.start, cut)
        # The last letter is edited, so that a bracket at the border stands inside of the mark; one
        # in front stands outside, for a name begins with a letter (so does GUM have it).
        edits.append((start, start, "["))
        edits.append((end - 1, end, f"{text[end - 1]}]"))
    return edits


def broken_names(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """Names over the end of a line: between two words, or hyphenated within one."""
    edits: list[Edit] = []
    odds = rng.choice((0.1, 0.4))
    for mark in _names(marks):
        if rng.random() > odds:
            continue
        gaps = list(_SPACE.finditer(text, mark.start, mark.end))
        words = list(_NAME_WORD.finditer(text, mark.start, mark.end))
        if gaps and not (words and rng.random() < 0.25):
            gap = rng.choice(gaps)
            edits.append((gap.start(), gap.end(), rng.choice(("\n", "\n", " \n", "\n  "))))
        elif words:
            word = rng.choice(words)
            cut = rng.randint(word.start() + 3, word.end() - 3)
            edits.append((cut, cut, rng.choice(("-\n", "-\n", "- "))))
    return edits


def lost_commas(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """No commas in lists of names, as in transcripts of speech: "Ana Luis and Maria"."""
    gaps = ((a.end, b.start) for a, b in pairwise(_names(marks)))
    return [(start, end, " ") for start, end in gaps if text[start:end] in (", ", "; ")]


def flat_block(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """Short lines in one: a list of names, a sign-off, the head of an e-mail, most with names."""
    blocks = list(_SHORT_LINES.finditer(text))
    names = _names(marks)
    named = [b for b in blocks if sum(b.start() <= m.start and m.end <= b.end() for m in names) > 1]
    if not blocks:
        return []
    block = rng.choice(named if named and rng.random() < 0.8 else blocks)
    breaks = list(_LINE_BREAKS.finditer(text, block.start(), block.end()))
    if rng.random() < 0.4:
        begin = rng.randrange(len(breaks))
        breaks = breaks[begin : begin + rng.randint(1, 5)]
    return [(m.start(), m.end(), " ") for m in breaks]


def one_line(text: str, marks: Sequence[Mark], rng: Random) -> list[Edit]:
    """Every line break a blank, as exports do; mostly one blank for several breaks."""
    if rng.random() < 0.3:
        return [(m.start(), m.end(), " ") for m in re.finditer("\n", text)]
    return [(m.start(), m.end(), " ") for m in _LINE_BREAKS.finditer(text)]


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
    (small_names, 0.025),
    (bracketed, 0.015),
    (lost_commas, 0.03),
    (curly_quotes, 0.25),
    (capital_head, 0.06),
    (misread, 0.08),
    (lost_spaces, 0.14),
    (break_words, 0.1),
    (hard_spaces, 0.07),
    (zero_width, 0.06),
    (tabs, 0.08),
    (blank_lines, 0.2),
    (flat_block, 0.07),
    (wrap, 0.4),
    (broken_names, 0.03),
    (every_line_apart, 0.06),
    (one_line, 0.05),
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
