"""What is done with some documents: all of it in one place, in this process or in a worker.

A task brings its documents and whatever is known of just them. What does it stays as it was made:
nothing in it changes while a run goes on, so no worker can know less than another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ...core.body import set_body
from ...core.errors import HipsError
from ...core.ids import Ids, set_ids
from ...core.spans import PiiSpan, Replacement, read_group, searched, write_group
from ...text.page.languages import is_skipped, main_language
from ...who.judging.verdicts import Verdict, read_verdicts
from ...who.persons.link.owners import Owners
from ..errors import Errors
from ..files.documents import Document
from ..files.rows import BadRow, Row
from ..files.searchable import Shown
from ..found.applied import Decide
from .name_columns import Expected
from .processes import WorkerLost, is_out_of_memory

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from ...components.anonymizer import Across

# The documents of a task wait for each other with their vectors: about 1.3 kB a character.
BATCH_CHARACTERS = 100_000

Settle = Callable[["Doc", Document], "Doc"]
Tell = Callable[["Doc", Document], Any]


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
    owners (Owners): Which of its identifiers belong to which of its persons.
    across (Across): Who the persons are in all documents of the scope; None where not asked for.
    keys (Mapping[str, str]): What the draws of its persons are bound to, by digest, where
        reviewers joined or parted persons over several documents.
    unplaced (int): How many decisions could not be applied, for HTML parts their places.
    told (Any): What else was asked for.
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
    owners: Owners = field(default_factory=Owners)
    across: Across | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    unplaced: int = 0
    told: Any = None


@dataclass(frozen=True)
class Asked:
    """A document of a task.

    document (Document): The document.
    given (tuple[PiiSpan, ...]): Spans from outside; None where it is to be searched.
    """

    document: Document
    given: tuple[PiiSpan, ...] | None = None

    def light(self) -> Asked:
        """The same without the cells that nothing is searched in, to be sent to a worker."""
        rows = tuple(Row(row.number, {}, row.doc) for row in self.document.rows)
        return Asked(replace(self.document, rows=rows), self.given)

    def done(self, outcome: Outcome) -> Result | BadRow:
        """What came of the document, where it was read."""
        if isinstance(outcome, Lost):
            return outcome.of(self.document)
        return Result(self.document, **outcome)


@dataclass(frozen=True)
class Lost:
    """Why nothing came of a document.

    kind (str): The kind of error. The message of a foreign error may hold the text.
    language (str): The language that it was left out for.
    """

    kind: str = ""
    language: str = ""

    def of(self, document: Document) -> BadRow:
        """The document as one that is not written."""
        reason = f"the pipeline failed on it ({self.kind})"
        if self.language:
            reason = f"it holds text in another language ({self.language})"
        return replace(document.left_out(reason, document.text), language=self.language)


Outcome = Mapping[str, Any] | Lost
"""The fields of a `Result` but for the document, which need not travel back."""


@dataclass(frozen=True)
class Work:
    """What is done with the documents of a task, by a worker or here.

    nlp (Language): The pipeline.
    batch_size (int): Documents that the pipeline takes at a time.
    spans_key (str): The group of the spans.
    given (bool): Spans come from outside, and nothing is searched.
    expected (Expected): Tells whom to expect in which documents.
    decide (Decide): Applies what reviewers decided to each `Doc`, and replaces: the pipeline
        then only searches.
    settle (Callable): Called with each finished `Doc` and its document as it was searched;
        returns the `Doc`.
    scope (Callable): The scope id of a finished `Doc`.
    across (Callable): Who the persons of a document are in all documents of the scope.
    tell (Callable): What else to tell of a finished `Doc` and its document, as plain data.
    extensions (tuple): The attributes of `Doc` that the parent has.
    """

    nlp: Language
    batch_size: int = 64
    spans_key: str = "pii"
    given: bool = False
    expected: Expected | None = None
    decide: Decide | None = None
    settle: Settle | None = None
    scope: Callable[[Doc], str] | None = None
    across: Callable[[Doc], Across | None] | None = None
    tell: Tell | None = None
    extensions: tuple[Any, ...] = ()

    def start(self) -> None:
        """Get ready in a worker process."""
        from spacy.tokens.underscore import Underscore

        Underscore.load_state(self.extensions)
        self.warm_up()

    def warm_up(self) -> None:
        """Let components build what they build late: inside a zone it would be freed with it."""
        doc = _identify(self.nlp.make_doc("Warm up."), Ids("warm", "warm", "warm"))
        if self.given:
            write_group(doc, self.spans_key, [])
        doc = self.nlp(doc)
        if self.decide is not None:
            self.decide.anonymizer(doc)

    def __call__(self, task: Sequence[Asked]) -> list[Outcome]:
        """Do everything that is done with some documents, in a memory zone of their own.

        task (Sequence[Asked]): The documents.
        RETURNS (list): What came of each, as plain data.
        RAISES (HipsError): For a wrong setting; WorkerLost where memory ran out.
        """
        with self.nlp.memory_zone():
            return [outcome for run in self._runs(task) for outcome in self._of_run(run)]

    def _runs(self, task: Sequence[Asked]) -> Iterator[Sequence[Asked]]:
        """The documents in stretches of which the same is known."""
        if self.expected is None:
            yield task
            return
        at = 0
        for known, count in self.expected.stretches([asked.document for asked in task]):
            self._know(known)
            yield task[at : at + count]
            at += count

    def _know(self, known: Any) -> None:
        for _, pipe in self.nlp.pipeline:
            if hasattr(pipe, "set_known_people"):
                pipe.set_known_people(known)

    def _of_run(self, run: Sequence[Asked]) -> Iterator[Outcome]:
        views = [Shown.of(asked.document, asked.given) for asked in run]
        for shown, doc in zip(views, self._processed(views), strict=True):
            yield doc if isinstance(doc, Lost) else self._outcome(shown, doc)

    def _processed(self, views: Sequence[Shown]) -> Iterator[Doc | Lost]:
        """Run documents; from the first failure on one by one, to lose only what fails."""
        count = 0
        docs = self.nlp.pipe(
            (self._make(view) for view in views),
            batch_size=at_a_time([len(view.document.text) for view in views], self.batch_size),
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

    def _alone(self, shown: Shown) -> Doc | Lost:
        try:
            return self.nlp(self._make(shown))
        except HipsError:
            raise
        except Exception as error:
            return _lost(shown, error)

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

    def _outcome(self, shown: Shown, doc: Doc) -> Outcome:
        if is_skipped(doc):
            return Lost(language=main_language(doc))
        try:
            applied = self.decide(doc, shown) if self.decide is not None else None
            doc = doc if self.settle is None else self.settle(doc, shown.document)
        except HipsError:
            raise
        except Exception as error:
            return _lost(shown, error)

        from ...components.entities import read_entities
        from ...components.output import read_output

        output = read_output(doc)
        entities = read_entities(doc)
        done = () if output is None else output.replacements
        return {
            "anonymized": "" if output is None else shown.anonymized(output.text, done),
            "replacements": shown.replacements(done),
            "spans": shown.spans(read_group(doc, self.spans_key)),
            "searched": frozenset(searched(doc)) if shown.document.text.strip() else None,
            "scope": self.scope(doc) if self.scope is not None else "",
            "verdicts": shown.verdicts(read_verdicts(doc)),
            "language": main_language(doc),
            "persons": {i: e.person_id for i, e in entities.items() if e.person_id},
            "owners": Owners.kept(entities),
            "across": self.across(doc) if self.across is not None else None,
            "keys": applied.keys if applied is not None else {},
            "unplaced": applied.unplaced if applied is not None else 0,
            "told": self.tell(doc, shown.document) if self.tell is not None else None,
        }


def at_a_time(lengths: Sequence[int], size: int) -> int:
    """How many documents a process takes at a time: `size`, or fewer where they are long."""
    while size > 1:
        sums = (sum(lengths[i : i + size]) for i in range(0, len(lengths), size))
        if max(sums, default=0) <= BATCH_CHARACTERS:
            break
        size //= 2
    return size


def _lost(shown: Shown, error: Exception) -> Lost:
    """Why a document failed.

    RAISES (WorkerLost): E452 where memory ran out: the machine has failed, and not the document.
    """
    if is_out_of_memory(error):
        where = f" on row {shown.source.last}"
        raise WorkerLost(Errors.E452.format(where=where)) from None
    return Lost(type(error).__name__)


def _identify(doc: Doc, ids: Ids) -> Doc:
    given = {name: value for name, value in vars(ids).items() if value}
    return set_ids(doc, **given)
