"""Background texts without names (reflective diaries, tutoring) into which identities are spliced.

Read from a folder of jsonl files (`{"id", "text"}`), only those named in `SOURCES`. A passage is
left out where it might hold a name nobody marked: a capitalised word of the forename tables, or
broken letters. Passages that overlap belong to one split.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from ...core.errors import HipsError
from ...core.later import re
from ..errors import Errors
from .library import split_of
from .markup import Node, Slot, Text, parse

SOURCES: dict[str, str] = {
    "cered_reflections.jsonl": "diary",
    "bridge_tutoring.jsonl": "chat",
    "cima_tutoring.jsonl": "plain",
}
_BROKEN = re.compile(r"[\u0080-\u009f\ufffd]|[ÃÄÅ][\u0080-\u00bf¡-¿]|Ã|Å|Ä|[0-9]{7,}|@|www|http")
_CAPITAL = re.compile(r"\b[A-Z][a-z]+\b")
_SOMEBODY = re.compile(
    r"(?i)\b(?:(?:one|a|another) (?:of the )?(?:student|pupil|boy|girl|classmate|colleague|child)|"
    r"my (?:friend|colleague|classmate|sister|brother|neighbor|roommate)|"
    r"(?P<teacher>the (?:accompanying |supervising )?teacher|my accompanying teacher))"
    r"\b(?!['’]| (?:who|of|in|from|with|at)\b)"
)
_WORDS = 10


@dataclass(frozen=True)
class Passage:
    """A background text.

    id (str): Its id in the source.
    kind (str): "diary", "chat" or "plain".
    text (str): The text.
    """

    id: str
    kind: str
    text: str


def read_backgrounds(
    folder: Path, split: str, is_forename: Callable[[str], bool]
) -> tuple[Passage, ...]:
    """The passages of a split.

    folder (Path): Where the jsonl files lie.
    split (str): "train", "dev" or "test".
    is_forename (Callable): Whether a capitalised word is a forename and no ordinary word.
    RETURNS (tuple): Passages.
    RAISES (HipsError): E404 where the folder holds none of the files.
    """
    passages: list[Passage] = []
    for name, kind in SOURCES.items():
        if (folder / name).is_file():
            with (folder / name).open(encoding="utf8") as file:
                rows = [json.loads(line) for line in file if line.strip()]
            passages.extend(Passage(row["id"], kind, row["text"].strip()) for row in rows)
    if not passages:
        raise HipsError(Errors.E404.format(path=folder))
    # Of the others none overlap.
    kin = families({p.id: runs_of_words(p.text) if p.kind == "diary" else () for p in passages})
    return tuple(
        p
        for p in passages
        if split_of(kin[p.id]) == split
        and 100 < len(p.text) < 4000
        and not _BROKEN.search(p.text)
        and not any(is_forename(word) for word in _CAPITAL.findall(p.text))
    )


def runs_of_words(text: str) -> list[tuple[str, ...]]:
    """Every ten words in a row: passages that share some overlap."""
    words = text.lower().split()
    return [tuple(words[i : i + _WORDS]) for i in range(len(words) - _WORDS)]


def families(keys: Mapping[str, Iterable[Hashable]]) -> dict[str, str]:
    """For each text one of those with which it shares a key, directly or over others.

    keys (Mapping[str, Iterable[Hashable]]): By the id of the text.
    RETURNS (dict[str, str]): By the id of the text, the id of another one, the same for all of
        its family.
    """
    parent = {name: name for name in keys}

    def root(name: str) -> str:
        while parent[name] != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    seen: dict[Hashable, str] = {}
    for name, own in keys.items():
        for key in own:
            parent[root(name)] = root(seen.setdefault(key, name))
    return {name: root(name) for name in parent}


def splice(passage: Passage, rng: Random) -> tuple[Node, ...]:
    """A passage as a template in which people stand.

    passage (Passage): The background.
    rng (Random): Source of chance.
    RETURNS (tuple): Nodes, with slots of students, instructors and private persons.
    """
    if passage.kind == "chat":
        return _chat(passage.text, rng)
    if passage.kind == "diary":
        return _diary(passage.text, rng)
    return (Text(passage.text),)


def _diary(text: str, rng: Random) -> tuple[Node, ...]:
    """Where somebody is spoken of, a name is put beside or in the place of the word."""
    nodes: list[Node] = []
    position = number = 0
    for match in _SOMEBODY.finditer(text):
        if rng.random() > 0.6:
            continue
        number += 1
        nodes.append(Text(text[position : match.start()]))
        nodes.extend(_introduced(match, str(number), rng))
        position = match.end()
    nodes.append(Text(text[position:]))
    if rng.random() < 0.5:
        nodes.append(Text(" "))
        nodes.extend(parse("{>diary_aside}", "splice"))
    return tuple(nodes)


def _introduced(match: re.Match[str], number: str, rng: Random) -> tuple[Node, ...]:
    said = match[0]
    if match["teacher"]:
        slot = Slot("instructor", number, rng.choice(("last", "last", "full", "first")))
        title = rng.choice(("Mrs. ", "Mr. ", "Ms. ")) if slot.form == "last" else ""
        return (Text(f"{said}, {title}"), slot, Text(","))
    slot = Slot("private", number, rng.choice(("first", "first", "first", "full", "first_l")))
    ways: tuple[tuple[Node, ...], ...] = (
        (slot,),
        (Text(f"{said}, "), slot, Text(",")),
        (Text(f"{said} named "), slot),
        (Text(f"{said} ("), slot, Text(")")),
        (Text(f"{said} called "), slot),
    )
    return rng.choice(ways)


def _chat(text: str, rng: Random) -> tuple[Node, ...]:
    """Speakers get names; the places left for the student's name are filled."""
    pupil = rng.choice(("first", "first", "first_lower", "full", "first_l"))
    speakers = {"student": Slot("student", "", pupil), "tutor": Slot("instructor", "", "first")}
    named = rng.random() < 0.65
    first = Slot("student", "", "first")
    nodes: list[Node] = []
    for i, line in enumerate(text.split("\n")):
        speaker, found, said = line.partition(": ")
        nodes.append(Text("\n" if i else ""))
        if found and speaker in speakers and named:
            nodes.extend((speakers[speaker], Text(": ")))
            line = said
        for j, piece in enumerate(line.split("[STUDENT]")):
            nodes.extend((first, Text(piece)) if j else (Text(piece),))
        if found and speaker == "tutor" and said[-1:] in (".", "!") and rng.random() < 0.12:
            keep = rng.random() < 0.5
            nodes.extend(
                (Text(" Keep going, " if keep else " "), first, Text("!" if keep else "."))
            )
    return tuple(nodes)
