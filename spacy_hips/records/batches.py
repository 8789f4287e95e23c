"""Runs a pipeline over documents in batches, each in a memory zone of its own.

A batch's strings and tokens are freed when it is done, so memory does not grow with the input.
What leaves a batch is plain data. Several processes do what one does: see `tasks.Work`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING

from ..review.applied import Decide
from ..spans import PiiSpan
from .documents import Document, Item
from .names import Expected
from .processes import Workers
from .rows import BadRow
from .tasks import BATCH_CHARACTERS, Asked, Outcome, Result, Settle, Tell, Work

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from ..components.anonymizer import Across

__all__ = ["Done", "Given", "Result", "Runner", "Settle", "batches"]

# So many batches are read ahead for worker processes, to part a small input evenly.
WORKER_BATCHES = 32
# So many tasks for each worker, at least, so that they end together.
TASKS = 4

Given = Callable[[Document], Iterable[PiiSpan]]
Done = Result | BadRow


@dataclass
class Runner:
    """A pipeline with the sizes of its batches.

    With several processes everything but `given` is sent to them, and must be picklable.

    nlp (Language): The pipeline.
    batch_size (int): Documents at a time.
    n_process (int): Worker processes.
    spans_key (str): The group of the spans.
    expected (Expected): Tells whom to expect in which documents.
    decide (Decide): Applies what reviewers decided to each `Doc`, and replaces: the pipeline
        then only searches.
    settle (Callable): Called with each finished `Doc` and its document as it was searched;
        returns the `Doc`.
    scope (Callable): The scope id of a finished `Doc`.
    given (Callable): The spans of a document, where they come from outside and nothing is
        searched.
    across (Callable): Who the persons of a document are in all documents of the scope.
    tell (Callable): What else to tell of a finished `Doc` and its document, as plain data.
    """

    nlp: Language
    batch_size: int = 64
    n_process: int = 1
    spans_key: str = "pii"
    expected: Expected | None = None
    decide: Decide | None = None
    settle: Settle | None = None
    scope: Callable[[Doc], str] | None = None
    given: Given | None = None
    across: Callable[[Doc], Across | None] | None = None
    tell: Tell | None = None

    def __call__(self, items: Iterable[Item]) -> Iterator[list[Done]]:
        """Run the pipeline.

        items (Iterable): Documents and bad rows.
        YIELDS (list): What came of one batch, in order. A document that the pipeline fails on
            is a bad row; errors of this package (a wrong setting) are raised.
        """
        work = self.work()
        work.warm_up()
        ahead: deque[tuple[list[Item], list[Asked]]] = deque()

        def tasks() -> Iterator[list[Asked]]:
            for batch in self._batches(items):
                asked = [self._asked(item) for item in batch if isinstance(item, Document)]
                ahead.append((batch, asked))
                yield asked

        for outcomes in self._outcomes(work, tasks()):
            batch, asked = ahead.popleft()
            done = iter([one.done(outcome) for one, outcome in zip(asked, outcomes, strict=True)])
            yield [item if isinstance(item, BadRow) else next(done) for item in batch]

    def work(self) -> Work:
        """What is done with the documents of a batch, here or in a worker process."""
        from spacy.tokens.underscore import Underscore

        return Work(
            self.nlp,
            self.batch_size,
            self.spans_key,
            self.given is not None,
            self.expected,
            self.decide,
            self.settle,
            self.scope,
            self.across,
            self.tell,
            Underscore.get_state(),
        )

    def _asked(self, document: Document) -> Asked:
        return Asked(document, None if self.given is None else tuple(self.given(document)))

    def _batches(self, items: Iterable[Item]) -> Iterator[list[Item]]:
        if self.n_process == 1:
            yield from batches(items, self.batch_size, BATCH_CHARACTERS)
            return
        wide = self.batch_size * WORKER_BATCHES, BATCH_CHARACTERS * WORKER_BATCHES
        for block in batches(items, *wide):
            size = min(self.batch_size, -(-len(block) // (TASKS * self.n_process)))
            yield from batches(block, size, BATCH_CHARACTERS)

    def _outcomes(
        self, work: Work, tasks: Iterator[Sequence[Asked]]
    ) -> Iterator[Sequence[Outcome]]:
        """What came of the documents of each task; of a single one here, else in the workers."""
        first = list(islice(tasks, min(2, self.n_process)))
        if len(first) < 2:
            yield from map(work, chain(first, tasks))
            return
        sent = ([asked.light() for asked in task] for task in chain(first, tasks))
        with Workers(work, self.n_process) as workers:
            yield from workers(sent)


def batches(items: Iterable[Item], size: int, characters: int) -> Iterator[list[Item]]:
    """Part a stream by number and by length.

    items (Iterable): Documents and bad rows.
    size (int): At most so many in a batch.
    characters (int): At most so many in the texts of a batch, where one alone is not longer.
    """
    batch: list[Item] = []
    length = 0
    for item in items:
        more = len(item.text) if isinstance(item, Document) else len(item.raw)
        if batch and length + more > characters:
            yield batch
            batch, length = [], 0
        batch.append(item)
        length += more
        if len(batch) >= size:
            yield batch
            batch, length = [], 0
    if batch:
        yield batch
