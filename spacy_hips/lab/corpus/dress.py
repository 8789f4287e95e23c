"""Documents as they stand in a file with marks of its own: Markdown, LaTeX, the code of a forum.

What a text says does not change, nor who is in it: headings, emphasis, quotations and lists are
written as the format writes them. Every change is an edit of characters, so that marks stay exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from ...core.later import re
from .noise import Edit, apply_edits
from .render import Mark

Dress = Callable[[str, Sequence[Mark], Random], Iterator[Edit]]
Pair = tuple[str, str]

_LINE = re.compile(r"(?m)^[^\S\n]*(\S[^\n]*?)[^\S\n]*$")
# A heading is short, begins with a capital and does not end as a sentence does.
_HEADING = re.compile(r"(?=[^a-z]*[A-Z])[^\n.,;:!?]{3,60}")
_ITEM = re.compile(r"(?m)^[^\S\n]*(?:[-•*–]|\d{1,2}[.)])[^\S\n]+(?=\S)")
_LONG_LINE = re.compile(r"(?m)^[^\n]{80,}$")
_WORD = re.compile(r"\b[a-z]{4,}\b")
_QUOTED = re.compile(r"[\"“]([^\"“”\n]{2,200})[\"”]")
_SENTENCE = re.compile(r"(?<=[a-z][.!?] )[A-Z][^.!?\n]{30,160}[.!?](?= )")
_CLOSE = re.compile(r"(?<=[a-z]{3})(?=\. [A-Z])")
_TITLE_BEFORE = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof)\. $")
_SPECIAL = re.compile(r"[&%$#]")

_EMPHASIS: dict[str, tuple[Pair, ...]] = {
    "markdown": (("**", "**"), ("*", "*"), ("_", "_"), ("`", "`"), ("~~", "~~")),
    "latex": ((r"\emph{", "}"), (r"\textbf{", "}"), (r"\textit{", "}"), (r"{\em ", "}")),
    "forum": (("[b]", "[/b]"), ("[i]", "[/i]"), ("[u]", "[/u]")),
}
_WORDS_SET_OFF, _NAMES_SET_OFF = 0.01, (0.0, 0.05, 0.3)
_PACKAGES = ("graphicx", "hyperref", "amsmath", "booktabs", "natbib", "babel")
_CLASSES = ("article", "report", "scrartcl", "llncs")
_TOP = 8  # lines among which an author stands


def dress(text: str, marks: Sequence[Mark], rng: Random, kind: str) -> tuple[str, list[Mark]]:
    """Write a document in the marks of a format.

    text (str): The text.
    marks (Sequence[Mark]): Its marks.
    rng (Random): Source of chance.
    kind (str): A key of `DRESSES`.
    RETURNS (tuple): New text and marks.
    """
    text, now = apply_edits(text, marks, _emphasis(_EMPHASIS[kind], text, marks, rng))
    return apply_edits(text, now, DRESSES[kind](text, now, rng))


def as_markdown(text: str, marks: Sequence[Mark], rng: Random) -> Iterator[Edit]:
    """A heading behind "#", [name](address), a quotation behind ">", items behind "-"."""
    sign = rng.choice(("# ", "## ", "### "))
    for number, (start, _) in enumerate(_headings(text, marks)):
        yield start, start, "# " if not number else sign
    for mark in _names(marks):
        if rng.random() < 0.03:
            yield from _around(mark.start, mark.end, ("[", f"](/users/{rng.randrange(9999)})"))
    item = rng.choice(("- ", "* ", "1. "))
    yield from ((m.start(), m.end(), item) for m in _ITEM.finditer(text))
    yield from ((m.start(), m.start(), "> ") for m in _some(_LONG_LINE, text, rng, 0.05))


def as_latex(text: str, marks: Sequence[Mark], rng: Random) -> Iterator[Edit]:
    r"""A preamble, \section{Heading}, \author{}, ``quotations'', \item, Mr.~Name, \cite{key}."""
    if rng.random() < 0.6:
        yield 0, 0, _preamble(rng)
        yield len(text), len(text), "\n\\end{document}\n"
    section = rng.choice((r"\section{", r"\section*{", r"\subsection{"))
    for number, (start, end) in enumerate(_headings(text, marks)):
        yield from _around(start, end, (r"\title{" if not number else section, "}"))
    for start, end in _bylines(text, marks):
        yield from _around(start, end, (r"\author{", "}"))
    yield from ((m.start(), m.end(), r"\item ") for m in _ITEM.finditer(text))
    for match in _QUOTED.finditer(text):
        yield match.start(), match.start() + 1, "``"
        yield match.end() - 1, match.end(), "''"
    for mark in _names(marks):
        if _TITLE_BEFORE.search(text, max(0, mark.start - 8), mark.start):
            yield mark.start - 1, mark.start, "~"
    keys = [f"{rng.choice('abcdefghklmnprstvw')}{rng.randrange(1960, 2024)}" for _ in range(5)]
    for match in _some(_CLOSE, text, rng, 0.05):
        yield match.start(), match.start(), rf"~\cite{{{rng.choice(keys)}}}"
    for start, end in _apart(_some(_SENTENCE, text, rng, 0.02), marks):
        yield from _around(start, end, (r"\footnote{", "}"))
    for match in _SPECIAL.finditer(text):
        yield match.start(), match.end(), "\\" + match.group()


def as_forum(text: str, marks: Sequence[Mark], rng: Random) -> Iterator[Edit]:
    """[b]Heading[/b], [quote]what somebody wrote[/quote], [*] item."""
    pair = rng.choice((("[b]", "[/b]"), ("[size=4]", "[/size]")))
    for start, end in _headings(text, marks):
        yield from _around(start, end, pair)
    yield from ((m.start(), m.end(), "[*] ") for m in _ITEM.finditer(text))
    for start, end in _apart(_some(_LONG_LINE, text, rng, 0.08), marks):
        yield from _around(start, end, ("[quote]", "[/quote]"))


DRESSES: dict[str, Dress] = {"markdown": as_markdown, "latex": as_latex, "forum": as_forum}


def _names(marks: Sequence[Mark]) -> list[Mark]:
    return [mark for mark in marks if mark.label == "PERSON"]


def _around(start: int, end: int, pair: Pair) -> Iterator[Edit]:
    yield start, start, pair[0]
    yield end, end, pair[1]


def _some(pattern: re.Pattern[str], text: str, rng: Random, odds: float) -> list[re.Match[str]]:
    return [m for m in pattern.finditer(text) if rng.random() < odds]


def _apart(matches: Sequence[re.Match[str]], marks: Sequence[Mark]) -> Iterator[tuple[int, int]]:
    """Those that end in no mark's midst."""
    for match in matches:
        start, end = match.span()
        if not any(m.start < at < m.end for m in marks for at in (start, end)):
            yield start, end


def _headings(text: str, marks: Sequence[Mark]) -> Iterator[tuple[int, int]]:
    """Lines that look like a heading and hold no name."""
    for match in _LINE.finditer(text):
        if _HEADING.fullmatch(match[1]) and not _ITEM.match(match[0]):
            start, end = match.span(1)
            if not any(m.start < end and start < m.end for m in marks):
                yield start, end


def _bylines(text: str, marks: Sequence[Mark]) -> Iterator[tuple[int, int]]:
    """A name alone on its line near the top."""
    for mark in _names(marks)[:2]:
        before, after = text[: mark.start], text[mark.end :]
        alone = not before[before.rfind("\n") + 1 :].strip() + after.partition("\n")[0].strip()
        if alone and before.count("\n") < _TOP and "\n" not in text[mark.start : mark.end]:
            yield mark.start, mark.end


def _emphasis(
    pairs: Sequence[Pair], text: str, marks: Sequence[Mark], rng: Random
) -> Iterator[Edit]:
    """Words set off, and names, which are set off oftener."""
    odds = rng.choice(_NAMES_SET_OFF)
    for match in _some(_WORD, text, rng, _WORDS_SET_OFF):
        if not any(m.start < match.end() and match.start() < m.end for m in marks):
            yield from _around(match.start(), match.end(), rng.choice(pairs))
    for mark in _names(marks):
        if rng.random() < odds and "\n" not in text[mark.start : mark.end]:
            yield from _around(mark.start, mark.end, rng.choice(pairs[:2]))


def _preamble(rng: Random) -> str:
    used = rng.sample(_PACKAGES, rng.randint(0, 4))
    lines = [rf"\documentclass{{{rng.choice(_CLASSES)}}}", *(rf"\usepackage{{{p}}}" for p in used)]
    return "\n".join((*lines, r"\begin{document}", ""))
