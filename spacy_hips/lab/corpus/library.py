"""Templates: found, read, and shared out to the splits.

Four kinds of plain text files, all in the language of `markup.py`:

- `structures/*.txt`: whole documents. Each begins with a line `=== name key=value ...`; the lines
  up to the next such line are the document.
- `bodies/*.txt`: paragraphs. `# subject` opens a subject; blank lines part the items; an item of
  several lines is several paragraphs.
- `wider/*.txt`: further paragraphs, of registers that are not those of essays for a course; a
  folder of own templates need not have it.
- `phrases/*.txt`: lists of short pieces. `[name]` opens a list, each line is one piece; `\\n` and
  `\\t` in a piece are a line break and a tab.

`lessons/xx` holds structures and phrases in one language, in which people of every role stand
beside each other; the English ones may use the paragraphs and phrases of all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Protocol, TypeVar

from ...core.errors import HipsError
from ...core.later import re
from ..errors import Errors
from .markup import Choice, Node, Slot, parse

PRIVATE_SLOTS: frozenset[str] = frozenset(("student", "instructor", "private", "woman", "man"))
SPLITS: tuple[str, ...] = ("train", "dev", "test")
# Tenths of the names: train gets 0-7, dev 8, test 9.
_BORDERS = (8, 9, 10)
_ENGLISH = "en"
_HEAD = re.compile(r"=== (?P<name>[a-z0-9-]+)(?P<settings>( [a-z_]+=\S+)*)\s*")
_LIST = re.compile(r"\[(?P<name>[a-z_]+)\]")
_T = TypeVar("_T")


class _Folder(Protocol):
    """What `Path` and a packaged resource have in common."""

    name: str

    def iterdir(self) -> Iterable[_Folder]: ...
    def joinpath(self, *parts: str) -> _Folder: ...
    def is_dir(self) -> bool: ...
    def read_text(self, encoding: str = ...) -> str: ...


@dataclass(frozen=True)
class Structure:
    """A whole document.

    name (str): Its name, the same in `meta["template"]`.
    nodes (tuple): What it is made of.
    settings (Mapping): Values of its head line, such as `pages=header`.
    """

    name: str
    nodes: tuple[Node, ...]
    settings: Mapping[str, str]


@dataclass(frozen=True)
class Library:
    """The templates of one split.

    structures (tuple): Whole documents.
    bodies (Mapping): By subject, items of paragraphs.
    phrases (Mapping): By name, short pieces.
    """

    structures: tuple[Structure, ...]
    bodies: Mapping[str, tuple[tuple[Node, ...], ...]]
    phrases: Mapping[str, tuple[tuple[Node, ...], ...]]
    _found: dict[tuple[str, bool], tuple[tuple[Node, ...], ...]] = field(
        default_factory=dict, repr=False
    )

    def bodies_of(self, subject: str, *, private: bool = True) -> tuple[tuple[Node, ...], ...]:
        """The items of a subject and of the subjects below it ("mooc" holds "mooc.insight").

        subject (str): A subject, or "any" for all but stories and dialogues.
        private (bool): Take those as well that name private persons.
        RETURNS (tuple): Items; none where all of them name private persons and none may.
        RAISES (HipsError): E402 where the subject has no items.
        """
        key = (subject, private)
        if key not in self._found:
            self._found[key] = tuple(
                item
                for name, items in self.bodies.items()
                for item in items
                if _belongs(name, subject) and (private or not slots(item) & PRIVATE_SLOTS)
            )
        if not self._found[key] and not any(_belongs(name, subject) for name in self.bodies):
            raise HipsError(Errors.E402.format(kind="bodies", name=subject))
        return self._found[key]

    def phrases_of(self, name: str) -> tuple[tuple[Node, ...], ...]:
        """The pieces of a list.

        name (str): The list.
        RETURNS (tuple): Pieces.
        RAISES (HipsError): E402 where there is none.
        """
        if not self.phrases.get(name):
            raise HipsError(Errors.E402.format(kind="phrases", name=name))
        return self.phrases[name]


def slots(nodes: tuple[Node, ...]) -> set[str]:
    """What a template asks for: names of slots and the persons that values belong to.

    nodes (tuple): The template; what its phrases and bodies ask for does not count.
    RETURNS (set): Names without numbers.
    """
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, Slot):
            found |= {node.name, node.of.rstrip("0123456789")}
        elif isinstance(node, Choice):
            for option in node.options:
                found |= slots(option)
    return found


def _belongs(name: str, subject: str) -> bool:
    if subject == "any":
        return not name.startswith(("story", "chat"))
    return name == subject or name.startswith(subject + ".")


def split_of(key: str) -> str:
    """The split to which a name belongs, always the same one.

    key (str): Any text, such as a name; case does not count.
    RETURNS (str): "train" (eight tenths), "dev" or "test".
    """
    tenth = digest(key.casefold()) % 10
    return next(split for split, border in zip(SPLITS, _BORDERS, strict=True) if tenth < border)


def share(items: Sequence[_T], keys: Sequence[str], split: str) -> tuple[_T, ...]:
    """The part of a list that belongs to a split. Unlike `split_of` it leaves no split of three or
    more items empty; a shorter list belongs to "train".

    items (Sequence): The list.
    keys (Sequence[str]): What each item is known by.
    split (str): "train", "dev" or "test".
    RETURNS (tuple): Its items in their own order.
    """
    if len(items) < len(SPLITS):
        return tuple(items) if split == "train" else ()
    order = sorted(range(len(items)), key=lambda i: digest(keys[i]))
    held = max(1, len(items) * 3 // 20)
    parts = {"dev": order[:held], "test": order[held : 2 * held], "train": order[2 * held :]}
    return tuple(items[i] for i in sorted(parts[split]))


def digest(key: str) -> int:
    """A large number that is always the same for the same text."""
    return int.from_bytes(hashlib.blake2b(key.encode("utf8"), digest_size=8).digest(), "big")


@lru_cache(maxsize=24)
def load_library(
    split: str, folder: str | None = None, *, wide: bool = False, half: int | None = None
) -> Library:
    """Read the templates of a split.

    split (str): "train", "dev" or "test".
    folder (str): A folder of own templates; None reads the packaged ones.
    wide (bool): Take in the paragraphs of further registers.
    half (int): Every second structure and paragraph alone, from the first (0) or the second (1)
        on; None takes all.
    RETURNS (Library): The templates.
    RAISES (HipsError): E403 for an unknown split, E404 for a folder that is not there or lacks a
        part, E401 for a template that cannot be read.
    """
    if split not in SPLITS:
        raise HipsError(Errors.E403.format(split=split, known=", ".join(SPLITS)))
    root = templates_folder(folder)
    structures = _read_structures(_texts(root, "structures"))
    phrases = _read_phrases(_texts(root, "phrases"))
    parts = ["bodies", "wider"] if wide and root.joinpath("wider").is_dir() else ["bodies"]
    bodies: dict[str, tuple[tuple[Node, ...], ...]] = {}
    for part in parts:
        for name, (items, keys) in _read_bodies(_texts(root, part)).items():
            bodies[name] = (*bodies.get(name, ()), *share(items, keys, split))
    taken = slice(half, None, 1 if half is None else 2)
    return Library(
        share(structures, [s.name for s in structures], split)[taken],
        {name: items[taken] for name, items in bodies.items()},
        {name: share(items, keys, split) for name, (items, keys) in phrases.items()},
    )


@lru_cache(maxsize=24)
def load_lessons(split: str, language: str, *, half: int | None = None) -> Library:
    """Read the lessons in a language of a split.

    split (str): "train", "dev" or "test".
    language (str): Its code.
    half (int): As for `load_library`.
    RETURNS (Library): The templates.
    RAISES (HipsError): E404 where there are none in the language.
    """
    root = templates_folder().joinpath("lessons", language)
    if not root.is_dir():
        raise HipsError(Errors.E404.format(path=f"lessons/{language}"))
    structures = _read_structures(_texts(root, "structures"))
    phrases = {
        name: share(items, keys, split)
        for name, (items, keys) in _read_phrases(_texts(root, "phrases")).items()
    }
    taken = slice(half, None, 1 if half is None else 2)
    own = share(structures, [s.name for s in structures], split)[taken]
    if language != _ENGLISH:
        return Library(own, {}, phrases)
    english = load_library(split, half=half)
    return Library(own, english.bodies, {**english.phrases, **phrases})


def templates_folder(folder: str | None = None) -> _Folder:
    """The folder of templates: the given one, or the one packaged with this module."""
    root: _Folder = Path(folder) if folder else resources.files(__package__) / "templates"  # type: ignore[assignment]
    if not root.is_dir():
        raise HipsError(Errors.E404.format(path=folder))
    return root


def _texts(root: _Folder, part: str) -> list[tuple[str, str]]:
    folder = root.joinpath(part)
    if not folder.is_dir():
        raise HipsError(Errors.E404.format(path=part))
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".txt")), key=lambda f: f.name)
    return [(f.name, f.read_text(encoding="utf8")) for f in files]


def _read_structures(files: list[tuple[str, str]]) -> list[Structure]:
    found: list[Structure] = []
    for _, text in files:
        name = ""
        settings: dict[str, str] = {}
        lines: list[str] = []
        for line in [*text.splitlines(), "=== end"]:
            head = _HEAD.fullmatch(line)
            if not head:
                lines.append(line)
                continue
            if name:
                nodes = parse("\n".join(lines).strip("\n"), name)
                found.append(Structure(name, nodes, settings))
            name, lines = head["name"], []
            settings = dict(part.split("=", 1) for part in head["settings"].split())
    return found


_Lists = dict[str, tuple[list[tuple[Node, ...]], list[str]]]


def _read_bodies(files: list[tuple[str, str]]) -> _Lists:
    lists: _Lists = {}
    for name, text in files:
        subject = name.removesuffix(".txt")
        item: list[str] = []
        for line in [*text.splitlines(), ""]:
            if line.strip() and not line.startswith("# "):
                item.append(line.strip())
                continue
            if item:
                _add(lists, subject, "\n\n".join(item))
                item = []
            if line.startswith("# "):
                subject = line[2:].strip()
    return lists


def _read_phrases(files: list[tuple[str, str]]) -> _Lists:
    lists: _Lists = {}
    for file, text in files:
        name = file.removesuffix(".txt")
        for line in text.splitlines():
            if head := _LIST.fullmatch(line):
                name = head["name"]
            elif line.strip() and not line.startswith("# "):
                _add(lists, name, line.replace("\\n", "\n").replace("\\t", "\t"))
    return lists


def _add(lists: _Lists, name: str, source: str) -> None:
    items, keys = lists.setdefault(name, ([], []))
    items.append(parse(source, name))
    keys.append(source)
