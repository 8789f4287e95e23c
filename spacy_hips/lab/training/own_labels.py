"""Labels of a user's own: a finder beside the pipeline's learns them, over the same encoder.

What the pipeline's finder has learnt stays as it is, so none of it can be forgotten. What the new
one finds is merged behind that, as indirect identifiers: it takes the place of no name, address or
number. It begins with the weights of the pipeline's finder, for it is to look at texts in the same
way, and generated texts show it what has none of these labels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from spacy.training import Example

from ...components.ner import HipsNer, TokenLesson
from ...core.spans import PiiSpan, write_group
from ...find.models.token_classifier import Seen
from .arrived import search_again
from .finetune import HeadCourse, add_head, learn_head
from .judge_lessons import take, weights_of
from .reviewed import labels_of

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from ...components.scoring.metrics import Spot
    from .reviewed import OwnText

ENTITIES = "hips_entities"
THRESHOLDS = (0.02, 0.05, 0.1, 0.2, 0.5)
"""That which finds most in texts kept apart is taken, what is found wrongly counting a quarter."""
RATE, MOST_EPOCHS, FEWEST_EPOCHS = 0.003, 15, 5
MOST_TOKENS = 300_000
"""Of a training; so many are half a minute."""
BESIDE_OWN = 30
"""Generated texts to learn beside the user's."""


@dataclass(frozen=True)
class Tally:
    """What became of the places of a label in texts that were kept apart.

    label (str): The label.
    whole, found (int): How many are labelled, and found whole.
    wrong (int): Found where none is.
    unseen (int): Labelled where the encoder does not look.
    """

    label: str
    whole: int
    found: int
    wrong: int
    unseen: int

    @property
    def worth(self) -> float:
        """How good it is: to find comes before to err."""
        return self.found - self.wrong / 4


@dataclass(frozen=True)
class Taught:
    """A text to learn from.

    doc (Doc): It, with the encoder's output.
    spans (Sequence[Spot]): Where the labels stand.
    lesson (TokenLesson): What it teaches.
    """

    doc: Doc
    spans: Sequence[Spot]
    lesson: TokenLesson


def learn_labels(
    nlp: Language,
    rows: Sequence[OwnText],
    docs: Sequence[Doc],
    others: Sequence[Doc],
    folds: Sequence[Sequence[int]],
    seed: int,
    say: Callable[[str], None] = lambda line: None,
) -> list[Tally]:
    """Add a finder of labels of a user's own to a pipeline.

    nlp (Language): A pipeline with a filter; has the finder afterwards.
    rows (Sequence[OwnText]): The user's texts, of which some have such labels.
    docs (Sequence[Doc]): The same, searched; each has afterwards what a finder finds there that
        has learnt from the others.
    others (Sequence[Doc]): Generated texts, searched. The first ones teach that they have none of
        these labels, and what the finder finds in the rest is told on them.
    folds (Sequence): The numbers of the user's texts in parts, each kept apart in turn.
    seed (int): Of the order of the lessons.
    say (Callable): Told what is done.
    RETURNS (list[Tally]): Of each label what was found in texts that were kept apart.
    """
    labels = labels_of(rows)
    finder = add_finder(nlp, labels)
    start = weights_of(finder)
    own = [_taught(nlp, finder, doc, row.spans) for doc, row in zip(docs, rows, strict=True)]
    without = [_taught(nlp, finder, doc, ()).lesson for doc in others[:BESIDE_OWN]]
    say(f"Learning {', '.join(labels)}.")
    said: dict[int, np.ndarray] = {}
    turns = []
    for fold in (*folds, ()):  # the last one learns from all
        apart = set(fold)
        lessons = [one.lesson for n, one in enumerate(own) if n not in apart] + without
        take(finder, start)
        learn_head(finder, lessons, _course(lessons, seed))
        turns.append(weights_of(finder))
        said.update(zip(fold, finder.predict_seen([own[n].lesson.seen for n in fold]), strict=True))
    by_threshold = {}
    for threshold in THRESHOLDS:
        _set_threshold(finder, threshold)
        found = [finder.decode(one.doc, said[number]) for number, one in enumerate(own)]
        by_threshold[threshold] = [_tally(label, own, found) for label in labels]
    chosen = max(THRESHOLDS, key=lambda t: sum(tally.worth for tally in by_threshold[t]))
    _set_threshold(finder, chosen)
    for fold, weights in zip((*folds, ()), turns, strict=True):
        take(finder, weights)
        search_again(nlp, [docs[number] for number in fold] or others)
    return by_threshold[chosen]


def add_finder(nlp: Language, labels: Sequence[str]) -> HipsNer:
    """Put a finder of some labels behind that of a pipeline; it finds nothing yet.

    nlp (Language): The pipeline. A finder of the same labels that is there already is replaced.
    labels (Sequence[str]): The labels.
    RETURNS (HipsNer): It, with the weights of the pipeline's finder but for the last layer.
    """
    finder = add_head(nlp, _name(labels), labels, labels)
    key = finder.cfg["spans_key"]
    _set_sources(nlp, list(dict.fromkeys([*nlp.get_pipe(ENTITIES).sources, key])))
    return finder


def remove_finder(nlp: Language, labels: Sequence[str]) -> None:
    """Take a finder that `add_finder` put into a pipeline out again.

    nlp (Language): The pipeline.
    labels (Sequence[str]): Its labels.
    """
    name = _name(labels)
    key = nlp.get_pipe(name).cfg["spans_key"]
    nlp.remove_pipe(name)
    _set_sources(nlp, [source for source in nlp.get_pipe(ENTITIES).sources if source != key])


def _name(labels: Sequence[str]) -> str:
    return f"hips_{'_'.join(labels)}".lower()


def _set_sources(nlp: Language, sources: Sequence[str]) -> None:
    """Have other groups be merged. A finder has a threshold of its own: all that it finds is."""
    entities = nlp.get_pipe(ENTITIES)
    own = entities.threshold
    known = own if isinstance(own, dict) else dict.fromkeys(entities.sources, own)
    entities.sources = list(sources)
    entities.threshold = {key: known.get(key, 0.0) for key in sources}
    told = {"sources": list(sources), "threshold": dict(entities.threshold)}
    nlp.get_pipe_config(ENTITIES).update(told)


def _set_threshold(finder: HipsNer, threshold: float) -> None:
    finder.threshold = threshold
    finder.cfg["beside"] = threshold / 2


def _course(lessons: Sequence[TokenLesson], seed: int) -> HeadCourse:
    tokens = max(1, sum(map(len, lessons)))
    return HeadCourse(min(MOST_EPOCHS, max(FEWEST_EPOCHS, MOST_TOKENS // tokens)), RATE, seed=seed)


def _taught(nlp: Language, finder: HipsNer, doc: Doc, spans: Sequence[Spot]) -> Taught:
    gold = nlp.make_doc(doc.text)
    own = [PiiSpan(*place) for place in spans if place[2] in finder.labels]
    write_group(gold, finder.cfg["gold_key"], own)
    return Taught(doc, spans, finder.lesson(Example(doc, gold)))


def _tally(label: str, own: Sequence[Taught], found: Sequence[Sequence[PiiSpan]]) -> Tally:
    whole = hit = wrong = unseen = 0
    for one, spans in zip(own, found, strict=True):
        wanted = [(start, end) for start, end, other in one.spans if other == label]
        given = [(span.start, span.end) for span in spans if span.label == label]
        covered = {i for place in given for i in range(*place)}
        marked = {i for place in wanted for i in range(*place)}
        whole += len(wanted)
        hit += sum(covered.issuperset(_letters(one.doc.text, *place)) for place in wanted)
        wrong += sum(marked.isdisjoint(range(*place)) for place in given)
        unseen += sum(not _is_seen(one.doc, one.lesson.seen, *place) for place in wanted)
    return Tally(label, whole, hit, wrong, unseen)


def _letters(text: str, start: int, end: int) -> Iterator[int]:
    return (i for i in range(start, end) if text[i].isalnum())


def _is_seen(doc: Doc, seen: Seen, start: int, end: int) -> bool:
    span = doc.char_span(start, end, alignment_mode="expand")
    return bool(np.any(seen.at[span.start : span.end])) if span is not None else False
