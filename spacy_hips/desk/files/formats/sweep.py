"""The last net of a document file: what was replaced in its text must not stand elsewhere in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ....core.labels import KEPT, NAME_LABELS
from ....core.later import re
from ....core.spans import Replacement
from ....text.lexicon.tables import name_tables
from .content import Content
from .pieces import by_line, changed
from .xml import clean, elements

SHORTEST = 4
"""Characters of the shortest string that is looked for."""
_JOINTS = ("", " ", "_", "-", ".", "%20")
_WORD = re.compile(r"[^\W_]+")


class Sweep:
    """Strings that were replaced, and what by.

    found (dict): New strings by old ones, both in small letters' sense: case does not matter.
    """

    def __init__(self, found: dict[str, str]) -> None:
        self._found = {old.lower(): new for old, new in found.items()}
        parts = sorted(map(re.escape, self._found), key=len, reverse=True)
        self._pattern = re.compile(rf"(?<![^\W_])(?:{'|'.join(parts)})(?![^\W_])", re.I)

    def __bool__(self) -> bool:
        return bool(self._found)

    @classmethod
    def of(cls, texts: Iterable[tuple[str, Sequence[Replacement]]], shown: str) -> Sweep:
        """What is to be looked for.

        texts (Iterable): Texts, and what was replaced in them.
        shown (str): The new text; what it still holds was left on purpose.
        """
        found: dict[str, str] = {}
        left = shown.lower()
        for text, replacements in texts:
            for r in replacements:
                if r.action in KEPT:
                    continue
                for old, new in _variants(text[r.start : r.end], r.surrogate, r.label):
                    if len(old) >= SHORTEST and old.lower() not in left:
                        found.setdefault(old, clean(new))
        return cls(found)

    @classmethod
    def of_document(
        cls, content: Content, done: Sequence[Replacement], people: Sequence[Replacement]
    ) -> Sweep:
        """What is to be looked for in a document file.

        content (Content): What was read of it.
        done, people (Sequence): What was replaced in its text and in its people, a name a line.
        """
        names = "\n".join(content.people)
        texts = [(content.text, done), (names, by_line(names, people))]
        return cls.of(texts, changed(content.text, done))

    def may_be_in(self, data: bytes) -> bool:
        """Could any of them stand in a part? Quick, and never wrong when it says no."""
        wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        return wide or bool(self._pattern.search(data.decode("utf8", "replace")))

    def clear(self, root: Any) -> bool:
        """Replace them in the attributes and texts below a root.

        RETURNS (bool): Was anything replaced?
        """
        changed = False
        for element in elements(root):
            for key, value in list(element.attrib.items()):
                if (new := self.cleared(value)) != value:
                    element.set(key, new)
                    changed = True
            for name in ("text", "tail"):
                value = getattr(element, name) or ""
                if (new := self.cleared(value)) != value:
                    setattr(element, name, new)
                    changed = True
        return changed

    def cleared(self, value: str) -> str:
        """A text without them."""
        return self._pattern.sub(lambda match: self._found.get(match[0].lower(), ""), value)


def _variants(old: str, new: str, label: str) -> Iterable[tuple[str, str]]:
    """A string as it may stand in the name of a mark or a file; of a name, its words, too."""
    words, others = _WORD.findall(old), _WORD.findall(new)
    if not words:
        return
    alone = len(words) == 1
    if not (alone and name_tables().is_common_word(old)):
        yield old, new
    if label not in NAME_LABELS or alone or not others:
        return
    for joint in _JOINTS:
        yield joint.join(words), joint.join(others)
    for number, word in enumerate(words):
        if not name_tables().is_common_word(word):
            yield word, others[min(number, len(others) - 1)]
