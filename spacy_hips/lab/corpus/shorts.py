"""Short texts out of long ones: a few sentences, as somebody asks about or posts them.

Half of them stand alone. The others have a line of whoever wrote them, with a name, an address or a
number: it says much of the writer, and nothing of the people that the text speaks of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from ...core.later import regex
from .exchange import Drawer
from .identities import Person
from .render import Mark
from .roles import DOUBT, RoleText
from .values import Setting, email, handle, number, phone

MOST_SENTENCES = 3
LONGEST = 420
"""Characters of a short text at most."""
SIGNED = 0.5
BEFORE = 0.3
"""Shares: of the texts that have a line of the writer, and of these where it stands first."""
LINES = (
    "Mail me: {email}", "My e-mail is {email}.", "Contact: {email}", "Email: {email}",
    "You can reach me at {phone}.", "Call me on {phone}", "Phone: {phone}", "My number is {phone}.",
    "Student ID: {number}", "My student number is {number}.", "ID {number}", "({number})",
    "{full}, {number}", "{full} ({email})", "{full}\n{email}", "By {full}", "Name: {full}",
    "Written by {full}", "Submitted by {full}, {number}", "I am {full}.", "My name is {full}.",
    "Hi, I'm {first}.", "- {first}", "Thanks, {first}", "Best,\n{first}", "{first} here.",
    "@{handle}", "user {handle}", "Posted by {handle}", "{handle} wrote:",
)  # fmt: skip
_SENTENCE = regex.compile(
    r"[^\s].*?(?:[.!?][\"'\u201d\u2019)]*(?=\s+[\p{Lu}\d\"'\u201c])|(?=\n)|\Z)", regex.S
)
_NAMES = regex.compile(r"\{(full|first)\}")


def shorts(row: RoleText, most: int, people: Drawer, seed: int) -> Iterator[RoleText]:
    """Pieces of a text that name somebody.

    row (RoleText): The text.
    most (int): How many pieces at most; they do not overlap.
    people (Drawer): Where writers come from.
    seed (int): With the text's id it settles everything.
    YIELDS (RoleText): The pieces, without web addresses.
    """
    rng = Random(f"spacy_hips.shorts|{seed}|{row.id}")
    pieces = [piece for piece in _pieces(row.text, rng) if _names_somebody(row.marks, *piece)]
    for count, (start, end) in enumerate(rng.sample(pieces, min(most, len(pieces)))):
        inside = [m for m in row.marks if start <= m.start and m.end <= end]
        marks = tuple(replace(m, start=m.start - start, end=m.end - start) for m in inside)
        text = row.text[start:end]
        if row.language == "en" and rng.random() < SIGNED:  # those lines are English
            text, marks = _signed(text, marks, people, rng)
        yield replace(row, id=f"{row.id}#{count}", text=text, marks=marks, urls=())


def _pieces(text: str, rng: Random) -> Iterator[tuple[int, int]]:
    """One to three sentences that stand together, by place."""
    sentences = [m.span() for m in _SENTENCE.finditer(text)]
    at = 0
    while at < len(sentences):
        taken = sentences[at : at + rng.randint(1, MOST_SENTENCES)]
        at += len(taken)
        start, end = taken[0][0], taken[-1][1]
        if end - start <= LONGEST:
            yield start, end


def _names_somebody(marks: Sequence[Mark], start: int, end: int) -> bool:
    """Somebody of whom the role is known, and nobody cut in two."""
    cut = any(m.start < edge < m.end for m in marks for edge in (start, end))
    return not cut and any(start <= m.start and m.end <= end and m.label != DOUBT for m in marks)


def _signed(
    text: str, marks: tuple[Mark, ...], people: Drawer, rng: Random
) -> tuple[str, tuple[Mark, ...]]:
    """The text with a line of its writer."""
    writer = people.draw("writer", "student", rng)
    line, own = _line(writer, rng)
    if rng.random() < BEFORE:
        gap = rng.choice(("\n", " ", "\n\n"))
        shift = len(line) + len(gap)
        moved = (replace(m, start=m.start + shift, end=m.end + shift) for m in marks)
        return line + gap + text, (*own, *moved)
    gap = rng.choice(("\n", " ", "\n\n"))
    shift = len(text) + len(gap)
    moved = (replace(m, start=m.start + shift, end=m.end + shift) for m in own)
    return text + gap + line, (*marks, *moved)


def _line(writer: Person, rng: Random) -> tuple[str, tuple[Mark, ...]]:
    at = Setting(rng, writer, writer.place, lambda _: writer.first)
    values = {
        "email": email(at), "phone": phone(at), "number": number(at),
        "handle": handle(at).lstrip("@"), "full": writer.full, "first": writer.first,
    }  # fmt: skip
    pattern = rng.choice(LINES)
    line = pattern.format(**values)
    found = _NAMES.search(pattern)
    if not found:
        return line, ()
    start = len(pattern[: found.start()].format(**values))
    end = start + len(values[found[1]])
    return line, (Mark(start, end, "", "student", "writer"),)
