"""Runs a pipeline over documents in batches, each in a memory zone of its own.

A batch's strings and tokens are freed when it is done, so memory does not grow with the input.
What leaves a batch is plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..body import set_body
from ..components.anonymizer import Across
from ..components.entities import read_entities
from ..errors import HipsError
from ..ids import Ids, set_ids
from ..judging.verdicts import Verdict, read_verdicts
from ..page.languages import is_skipped, main_language
from ..review.applied import Decide
from ..spans import PiiSpan, Replacement, read_group, searched, write_group
from .documents import Document, Item
from .processes import Workers
from .rows import BadRow
from .shown import Shown

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

# The documents of a batch wait for each other with their vectors: about 1.3 kB a character.
BATCH_CHARACTERS = 100_000
# Worker processes wait for each other at the end of a batch, so theirs are larger.
WORKER_BATCHES = 32
# So many tasks for each worker, at least, so that they end together.
TASKS = 4

Given = Callable[[Document], Iterable[PiiSpan]]
Settle = Callable[["Doc", Document], "Doc"]


@dataclass(frozen=True)
class Result:
    """What a pipeline did with one document.

    document (Document): The document.
    anonymized (str): Its anonymised text; "" where the pipeline does not anonymise.
    replacements (tuple[Replacement, ...]): What was done, by place.
    spans (tuple[PiiSpan, ...]): The spans that were found.
    searched (frozenset[str]): The labels that were looked for; None where there was no text.
    scope (str): The scope id of its draws.
    verdicts (tuple[Verdict, ...]): What hips_filter decided about persons and web addresses.
    language (str): The language that most of it is in of what the pipeline does not read; "" for
        a document that it reads whole.
    persons (Mapping[str, str]): By the id of an entity, the person_id of somebody who is known.
    across (Across): Who the persons are in all documents of the scope; None where not asked for.
    """

    document: Document
    anonymized: str = ""
    replacements: tuple[Replacement, ...] = ()
    spans: tuple[PiiSpan, ...] = ()
    searched: frozenset[str] | None = frozenset()
    scope: str = ""
    verdicts: tuple[Verdict, ...] = ()
    language: str = ""
    persons: Mapping[str, str] = field(default_factory=dict)
    across: Across | None = None


Done = Result | BadRow


@dataclass
class Runner:
    """A pipeline with the sizes of its batches.

    nlp (Language): The pipeline.
    batch_size (int): Documents at a time.
    n_process (int): Worker processes.
    spans_key (str): The group of the spans.
    people (Callable): Told the rows of the people of every batch before it runs.
    decide (Decide): Applies what reviewers decided to each `Doc`, and replaces: the pipeline
        then only searches.
    settle (Callable): Called with each finished `Doc` and its document as it was searched;
        returns the `Doc`.
    scope (Callable): The scope id of a finished `Doc`.
    given (Callable): The spans of a document, where they come from outside and nothing is
        searched.
    across (Callable): Who the persons of a document are in all documents of the scope.
    """

    nlp: Language
    batch_size: int = 64
    n_process: int = 1
    spans_key: str = "pii"
    people: Callable[[Sequence[Document]], None] | None = None
    decide: Decide | None = None
    settle: Settle | None = None
    scope: Callable[[Doc], str] | None = None
    given: Given | None = None
    across: Callable[[Doc], Across | None] | None = None

    def __call__(self, items: Iterable[Item]) -> Iterator[list[Done]]:
        """Run the pipeline.

        items (Iterable): Documents and bad rows.
        YIELDS (list): What came of one batch, in order. A document that the pipeline fails on
            is a bad row; errors of this package (a wrong setting) are raised.
        """
        with self._workers() as workers:
            for batch, found in self._batches(items):
                with self.nlp.memory_zone():
                    pairs = self._process(found, workers)
                    done = iter([self._result(*pair) for pair in pairs])
                yield [item if isinstance(item, BadRow) else next(done) for item in batch]

    def _batches(self, items: Iterable[Item]) -> Iterator[tuple[list[Item], list[Document]]]:
        self.warm_up()
        factor = WORKER_BATCHES if self.n_process > 1 else 1
        for batch in batches(items, self.batch_size * factor, BATCH_CHARACTERS * factor):
            found = [item for item in batch if isinstance(item, Document)]
            if self.people is not None:
                self.people(found)
            yield batch, found

    def _process(
        self, found: Sequence[Document], workers: Workers
    ) -> Iterator[tuple[Shown, Doc | BadRow]]:
        views = [self._shown(document) for document in found]
        alone = self.n_process == 1 or len(views) == 1
        docs = self.processed(views) if alone else self._processed_beside(views, workers)
        for shown, doc in zip(views, docs, strict=True):
            yield shown, _failed(shown.source, doc) if isinstance(doc, str) else doc

    def processed(self, views: Sequence[Shown]) -> Iterator[Doc | str]:
        """Run the documents of a batch; from the first failure on one by one, to lose only it.

        views (Sequence[Shown]): The documents.
        YIELDS (Doc | str): Each as it was processed, or the kind of error where it failed.
        """
        count = 0
        docs = self.nlp.pipe(
            (self._make(view) for view in views),
            batch_size=_at_a_time([len(view.document.text) for view in views], self.batch_size),
        )
        try:
            for doc in docs:
                yield doc
                count += 1
        except HipsError:
            raise
        except Exception:
            for view in views[count:]:
                yield self._alone(view)

    def _alone(self, shown: Shown) -> Doc | str:
        try:
            return self.nlp(self._make(shown))
        except HipsError:
            raise
        except Exception as error:
            return type(error).__name__

    def _processed_beside(self, views: Sequence[Shown], workers: Workers) -> Iterator[Doc | str]:
        """The same in worker processes."""
        from spacy.tokens import Doc

        size = min(self.batch_size, -(-len(views) // (TASKS * self.n_process)))
        tasks = [views[start : start + size] for start in range(0, len(views), size)]
        for done in workers(tasks):
            for doc in done:
                yield doc if isinstance(doc, str) else Doc(self.nlp.vocab).from_bytes(doc)

    def _workers(self) -> Workers:
        """Processes that do what this runner does; none is started before there is work."""
        from spacy.tokens.underscore import Underscore

        sent = replace(
            self, people=None, decide=None, settle=None, scope=None, across=None,
            given=self.given and _nothing_given,
        )  # fmt: skip
        return Workers(_Work(sent, Underscore.get_state()), self.n_process)

    def _shown(self, document: Document) -> Shown:
        return Shown.of(document, None if self.given is None else self.given(document))

    def _make(self, shown: Shown) -> Doc:
        from spacy.tokens import Doc

        document = shown.document
        self.nlp.max_length = max(self.nlp.max_length, len(document.text) + 1)
        data = document.rows[0].doc
        if data is not None:
            doc = Doc(self.nlp.vocab).from_bytes(data)
        else:
            doc = self.nlp.make_doc(document.text)
        _identify(doc, document.ids)
        if document.body:
            set_body(doc, document.body)
        if shown.given is not None:
            write_group(doc, self.spans_key, shown.given)
        return doc

    def _result(self, shown: Shown, doc: Doc | BadRow) -> Done:
        if isinstance(doc, BadRow):
            return doc
        if is_skipped(doc):
            return _skipped(shown.source, main_language(doc))
        try:
            doc = doc if self.decide is None else self.decide(doc, shown)
            doc = doc if self.settle is None else self.settle(doc, shown.document)
        except HipsError:
            raise
        except Exception as error:
            return _failed(shown.source, type(error).__name__)

        anonymized = doc._.anonymized if doc.has_extension("anonymized") else None
        done = () if anonymized is None else doc._.replacements
        return Result(
            shown.source,
            anonymized="" if anonymized is None else shown.anonymized(anonymized, done),
            replacements=shown.replacements(done),
            spans=shown.spans(read_group(doc, self.spans_key)),
            searched=frozenset(searched(doc)) if shown.document.text.strip() else None,
            scope=self.scope(doc) if self.scope is not None else "",
            verdicts=shown.verdicts(read_verdicts(doc)),
            language=main_language(doc),
            persons={i: e.person_id for i, e in read_entities(doc).items() if e.person_id},
            across=self.across(doc) if self.across is not None else None,
        )

    def warm_up(self) -> None:
        """Let components build what they build late: inside a zone it would be freed with it."""
        doc = _identify(self.nlp.make_doc("Warm up."), Ids("warm", "warm", "warm"))
        if self.given is not None:
            write_group(doc, self.spans_key, [])
        doc = self.nlp(doc)
        if self.decide is not None:
            self.decide.anonymizer(doc)


@dataclass(frozen=True)
class _Work:
    """What a worker process does with the documents of a task.

    runner (Runner): A runner without what only the parent needs.
    extensions (tuple): The attributes of `Doc` that the parent has.
    """

    runner: Runner
    extensions: tuple[Any, ...]

    def start(self) -> None:
        from spacy.tokens.underscore import Underscore

        Underscore.load_state(self.extensions)
        self.runner.warm_up()

    def __call__(self, views: Sequence[Shown]) -> list[bytes | str]:
        with self.runner.nlp.memory_zone():
            docs = self.runner.processed(views)
            return [doc if isinstance(doc, str) else doc.to_bytes() for doc in docs]


def _nothing_given(_: Document) -> tuple[PiiSpan, ...]:
    return ()


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


def _at_a_time(lengths: Sequence[int], size: int) -> int:
    """How many documents a process takes at a time: `size`, or fewer where they are long."""
    while size > 1:
        sums = (sum(lengths[i : i + size]) for i in range(0, len(lengths), size))
        if max(sums, default=0) <= BATCH_CHARACTERS:
            break
        size //= 2
    return size


def _failed(document: Document, kind: str) -> BadRow:
    """The message of a foreign error may hold the text: only its kind is kept."""
    return document.left_out(f"the pipeline failed on it ({kind})", document.text)


def _skipped(document: Document, language: str) -> BadRow:
    reason = f"it holds text in another language ({language})"
    return replace(document.left_out(reason, document.text), language=language)


def _identify(doc: Doc, ids: Ids) -> Doc:
    given = {name: value for name, value in vars(ids).items() if value}
    return set_ids(doc, **given)
