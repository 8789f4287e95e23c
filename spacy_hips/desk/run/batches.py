"""Runs a pipeline over documents in batches, each in a memory zone of its own.

A batch's strings and tokens are freed when it is done, so memory does not grow with the input.
What leaves a batch is plain data. Several processes do what one does: see `tasks.Work`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from ...core.spans import PiiSpan
from ..files.documents import Document, Item
from ..files.rows import BadRow
from .processes import Workers
from .tasks import BATCH_CHARACTERS, Asked, Outcome, Result, Work

if TYPE_CHECKING:
    from spacy.language import Language

__all__ = ["Done", "Given", "Result", "Runner", "batches"]

# So many batches are read ahead for worker processes, to part a small input evenly.
WORKER_BATCHES = 32
# So many tasks for each worker, at least, so that they end together.
TASKS = 4

Given = Callable[[Document], Iterable[PiiSpan]]
Done = Result | BadRow


@dataclass
class Runner:
    """What is done with documents, over batches of them and in one process or several.

    work (Work): What is done; with several processes it is sent to them, and must be picklable.
    n_process (int): Worker processes.
    given (Callable): The spans of a document, where they come from outside and nothing is
        searched.
    """

    work: Work
    n_process: int = 1
    given: Given | None = None

    @property
    def nlp(self) -> Language:
        """The pipeline."""
        return self.work.nlp

    def __call__(self, items: Iterable[Item]) -> Iterator[list[Done]]:
        """Run the pipeline.

        items (Iterable): Documents and bad rows.
        YIELDS (list): What came of one batch, in order. A document that the pipeline fails on
            is a bad row; errors of this package (a wrong setting) are raised.
        """
        from spacy.tokens.underscore import Underscore

        seen = self.given is not None
        work = replace(self.work, given=seen, extensions=Underscore.get_state())
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

    def _asked(self, document: Document) -> Asked:
        return Asked(document, None if self.given is None else tuple(self.given(document)))

    def _batches(self, items: Iterable[Item]) -> Iterator[list[Item]]:
        if self.n_process == 1:
            yield from batches(items, self.work.batch_size, BATCH_CHARACTERS)
            return
        wide = self.work.batch_size * WORKER_BATCHES, BATCH_CHARACTERS * WORKER_BATCHES
        for block in batches(items, *wide):
            size = min(self.work.batch_size, -(-len(block) // (TASKS * self.n_process)))
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
