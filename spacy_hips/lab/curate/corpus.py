"""The steps by which a heap of texts becomes a corpus, as Holmes et al. (2024) made CRAPII.

Each step looks only at what the steps before it have left. Nothing is drawn at random, and of two
texts that are alike the earlier one stays, so the same input gives the same corpus.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...core.errors import HipsError
from ...core.hypertext import read_hypertext
from ...text.page.languages import foreign_stretches
from ..errors import Errors
from .characters import odd_texts
from .near import WEIGHTS, near_duplicates

LANGUAGE, LENGTH, DUPLICATES, CHARACTERS = "language", "length", "near-duplicates", "characters"
TURNS, CONTRIBUTORS = "turns", "contributors"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a text must be to stay in the corpus.

    languages (Sequence[str]): Codes of the languages that are wanted, such as "en"; none takes all.
    min_words (int): A text with fewer words is dropped.
    max_words (int): A text with more words is dropped; 0 is no limit.
    similarity (float): A text is dropped if its cosine with an earlier text that stays is so high;
        0 switches the step off.
    weights (str): How often a trigram stands in a text counts by its logarithm ("log"), or as it
        is ("counts").
    contamination (float): The share of the texts with the oddest characters that is dropped; 0
        switches the step off.
    min_turns (int): A conversation with fewer turns is dropped; 0 switches the step off.
    max_per_author (int): So many texts of one contributor stay, the first; 0 is no limit.
    RAISES (HipsError): E730 or E418 for a value that makes no sense.
    """

    languages: Sequence[str] = ("en",)
    min_words: int = 50
    max_words: int = 0
    similarity: float = 0.9
    weights: str = "log"
    contamination: float = 0.01
    min_turns: int = 0
    max_per_author: int = 0

    def __post_init__(self) -> None:
        for name, right, wanted in (
            ("min-words", self.min_words >= 0, "0 or more"),
            ("max-words", self.max_words >= 0, "0 (no limit) or more"),
            ("similarity", 0 <= self.similarity <= 1, "from 0 (off) to 1"),
            ("min-turns", self.min_turns >= 0, "0 (off) or more"),
            ("max-per-author", self.max_per_author >= 0, "0 (no limit) or more"),
            ("contamination", 0 <= self.contamination <= 0.5, "from 0 (off) to 0.5"),
        ):
            if not right:
                raise HipsError(Errors.E730.format(setting=f"--{name}", wanted=wanted))
        if self.weights not in WEIGHTS:
            known = ", ".join(WEIGHTS)
            raise HipsError(Errors.E418.format(setting="weights", known=known, got=self.weights))


@dataclass(frozen=True)
class Talk:
    """What is to be known of a text beside its words.

    turns (int): How many turns it has as a conversation.
    people (frozenset[str]): Who contributed to it.
    """

    turns: int = 1
    people: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Dropped:
    """A text that is not in the corpus.

    text (int): Which text, from 0.
    step (str): The step that dropped it.
    reason (str): Why; no text of it.
    like (int): The text that it resembles; None for the other steps.
    """

    text: int
    step: str
    reason: str
    like: int | None = None


@dataclass(frozen=True)
class Step:
    """A row of the table of steps.

    name (str): The step.
    before, dropped, left (int): How many texts it saw, took away and left.
    note (str): Why the step did nothing, if so.
    """

    name: str
    before: int
    dropped: int
    note: str = ""

    @property
    def left(self) -> int:
        return self.before - self.dropped


@dataclass(frozen=True)
class Curated:
    """A corpus.

    kept (tuple[int, ...]): The texts that stay, from 0, in the order of the input.
    dropped (tuple[Dropped, ...]): The others, step by step.
    steps (tuple[Step, ...]): What each step did.
    nearest (np.ndarray): For every text that the search for near-duplicates saw, the highest
        cosine with any other; empty if the step was off. Shape (texts,), float32.
    """

    kept: tuple[int, ...]
    dropped: tuple[Dropped, ...]
    steps: tuple[Step, ...]
    nearest: np.ndarray = field(default_factory=lambda: np.zeros(0, "float32"))

    def lines(self) -> Iterator[str]:
        """The table of steps for a terminal."""
        yield f"{'step':<16}{'texts':>10}{'dropped':>10}{'left':>10}"
        for step in self.steps:
            row = f"{step.name:<16}{step.before:>10,}{step.dropped:>10,}{step.left:>10,}"
            yield f"{row}  {step.note}".rstrip()


def curate(
    texts: Iterable[str], settings: Settings | None = None, talks: Sequence[Talk] = ()
) -> Curated:
    """Make a corpus of a heap of texts. Needs scikit-learn, the extra [curate].

    texts (Iterable[str]): The texts. Of a text with HTML only what a reader sees counts.
    settings (Settings): What a text must be to stay.
    talks (Sequence[Talk]): Turns and contributors of each text, for the settings about these.
    RETURNS (Curated): Which texts stay, which do not, and why.
    RAISES (HipsError): E820 if scikit-learn is not installed.

    EXAMPLE:
        >>> essay = "We drew a map of the market. It shows where people stop and talk. " * 6
        >>> curated = curate([essay, essay + "The end.", "Too short."])
        >>> curated.kept, [(one.text, one.step) for one in curated.dropped]
        ((0,), [(2, 'length'), (1, 'near-duplicates')])
    """
    settings = settings or Settings()
    return _Corpus([_shown(text) for text in texts], settings, talks).run()


class _Corpus:
    """A corpus in the making.

    texts (list[str]): All texts, as a reader sees them.
    settings (Settings): What a text must be to stay.
    talks (Sequence[Talk]): Turns and contributors of each.
    """

    def __init__(self, texts: list[str], settings: Settings, talks: Sequence[Talk]) -> None:
        self._texts = texts
        self._talks = talks or [Talk()] * len(texts)
        self._settings = settings
        self._left = list(range(len(texts)))
        self._dropped: list[Dropped] = []
        self._steps: list[Step] = []

    def run(self) -> Curated:
        if self._settings.languages:
            self._take(LANGUAGE, self._foreign())
        self._take(LENGTH, self._out_of_length())
        if self._settings.min_turns:
            self._take(TURNS, self._of_few_turns())
        nearest = np.zeros(0, "float32")
        if self._settings.similarity:
            alike, nearest = self._alike()
            self._take(DUPLICATES, alike)
        if self._settings.contamination:
            odd = odd_texts([self._texts[i] for i in self._left], self._settings.contamination)
            reason = "its characters are distributed unlike those of the others"
            found = [Dropped(self._left[i], CHARACTERS, reason) for i in odd.texts]
            self._take(CHARACTERS, found, odd.note)
        if self._settings.max_per_author:
            self._take(CONTRIBUTORS, self._of_frequent())
        return Curated(tuple(self._left), tuple(self._dropped), tuple(self._steps), nearest)

    def _take(self, step: str, found: Iterable[Dropped], note: str = "") -> None:
        gone = list(found)
        self._steps.append(Step(step, len(self._left), len(gone), note))
        self._dropped += gone
        numbers = {one.text for one in gone}
        self._left = [i for i in self._left if i not in numbers]

    def _foreign(self) -> Iterator[Dropped]:
        for i in self._left:
            if lang := _other_language(self._texts[i], self._settings.languages):
                yield Dropped(i, LANGUAGE, f"most of it is in another language ({lang})")

    def _out_of_length(self) -> Iterator[Dropped]:
        least, most = self._settings.min_words, self._settings.max_words
        for i in self._left:
            words = len(self._texts[i].split())
            if words < least:
                yield Dropped(i, LENGTH, f"{words:,} words, fewer than {least:,}")
            elif most and words > most:
                yield Dropped(i, LENGTH, f"{words:,} words, more than {most:,}")

    def _of_few_turns(self) -> Iterator[Dropped]:
        least = self._settings.min_turns
        for i in self._left:
            if (turns := self._talks[i].turns) < least:
                yield Dropped(i, TURNS, f"{turns:,} turns, fewer than {least:,}")

    def _of_frequent(self) -> Iterator[Dropped]:
        most = self._settings.max_per_author
        have: Counter[str] = Counter()
        for i in self._left:
            people = self._talks[i].people
            if any(have[person] >= most for person in people):
                yield Dropped(i, CONTRIBUTORS, f"somebody in it has {most:,} texts already")
            else:
                have.update(people)

    def _alike(self) -> tuple[list[Dropped], np.ndarray]:
        settings = self._settings
        texts = [self._texts[i] for i in self._left]
        near = near_duplicates(texts, settings.similarity, settings.weights)
        found = [
            Dropped(
                self._left[pair.text],
                DUPLICATES,
                f"cosine {pair.cosine:.4f} with an earlier text",
                self._left[pair.like],
            )
            for pair in near.pairs
        ]
        return found, near.nearest


def _shown(text: str) -> str:
    found = read_hypertext(text)
    return text if found is None else found.text


def _other_language(text: str, languages: Sequence[str]) -> str:
    """The language that more than half of a text is in, if it is none that is wanted."""
    lengths: dict[str, int] = {}
    for stretch in foreign_stretches(text, languages):
        lengths[stretch.lang] = lengths.get(stretch.lang, 0) + stretch.end - stretch.start
    if 2 * sum(lengths.values()) <= len(text):
        return ""
    return max(sorted(lengths), key=lambda lang: lengths[lang])
