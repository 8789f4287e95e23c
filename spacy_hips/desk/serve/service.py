"""What the server does with a text, in a process of its own: that one can be ended."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...core.errors import HipsError, HipsWarning
from ...core.hypertext import Hypertext, read_hypertext
from ...core.ids import Secret, set_ids
from ...core.spans import PiiSpan, read_group
from ...text.page.languages import is_skipped
from ..errors import Errors
from ..run.options import JobOptions
from ..run.processes import WorkerLost
from . import MOST_BYTES, seconds_for
from .helper import Helper

if TYPE_CHECKING:
    from ..run.pipeline import Pipeline


VERSIONS = "versions"


class PipelineFailed(Exception):
    """The pipeline failed on a text; says by what kind of error, and nothing else."""


class Service:
    """What the server does with a text, one at a time, in a worker process.

    A program that makes one needs `if __name__ == "__main__":`, as all that start processes do.

    options (JobOptions): The pipeline and what it does; the scope is "document".
    seconds (float): How long a text may take.
    RAISES (HipsError): E896 for a wider scope, and as `Pipeline`.
    """

    def __init__(self, options: JobOptions, *, seconds: float = seconds_for(MOST_BYTES)) -> None:
        self.seconds = seconds
        self._closed = False
        # A secret that is drawn is the same in every process that comes after this one.
        self._helper = Helper(Search(options, Secret.load(options.secret_file)), VERSIONS)
        self._versions: dict[str, Any] = self._helper.ready()

    def health(self) -> dict[str, Any]:
        """That it is there, and what it searches with."""
        return {"status": "ok", **self._versions}

    def anonymize(self, text: str, doc: str) -> dict[str, Any]:
        """A text with everything replaced, and where the replacements stand in it.

        text (str): The text.
        doc (str): Its id: the same text of another id gets other surrogates; "" for none.
        RAISES (HipsError): E155 for a text in another language, if such are skipped; E853 where the
            time was over, E854 where the process has ended, E855 after `close`.
        RAISES (PipelineFailed): Where the pipeline failed on it.
        """
        return self._run(text, doc)

    def find(self, text: str, doc: str) -> dict[str, Any]:
        """What stands in a text, as characters and labels.

        RAISES (HipsError, PipelineFailed): As `anonymize`.
        """
        return {"spans": self._run(text, doc)["found"]}

    def close(self) -> None:
        """End the process at once; what it works on gets no other answer than that."""
        self._closed = True
        self._helper.close()

    def _run(self, text: str, doc: str) -> dict[str, Any]:
        try:
            done = self._helper((text, doc), self.seconds)
        except WorkerLost:
            raise HipsError(Errors.E855 if self._closed else Errors.E854) from None
        if isinstance(done, str):
            raise PipelineFailed(done)
        return done  # type: ignore[no-any-return]


@dataclass
class Search:
    """The work of the process.

    options (JobOptions): The pipeline and what it does.
    secret (Secret): The secret.
    """

    options: JobOptions
    secret: Secret
    _pipeline: Pipeline | None = field(default=None, init=False)

    def start(self) -> None:
        """Load the pipeline."""
        from ..run.pipeline import Pipeline

        pipeline = Pipeline(self.options, secret=self.secret)
        scope = pipeline.anonymizer.scope
        if scope != "document":
            raise HipsError(Errors.E896.format(scope=scope))
        pipeline.runner().work.warm_up()
        self._pipeline = pipeline

    def __call__(self, task: tuple[str, str] | str) -> dict[str, Any] | str:
        """Search and replace.

        task (tuple[str, str]): A text and its id; VERSIONS asks what searches.
        RETURNS (dict): What the server answers; the kind of error where the pipeline failed, whose
            message may hold the text.
        """
        pipeline = self._pipeline
        assert pipeline is not None
        if isinstance(task, str):
            return pipeline.versions()
        try:
            return _done(pipeline, *task)
        except HipsError:
            raise
        except Exception as error:
            return type(error).__name__


def _done(pipeline: Pipeline, text: str, doc: str) -> dict[str, Any]:
    nlp, anonymizer = pipeline.nlp, pipeline.anonymizer
    with warnings.catch_warnings(record=True) as warned, nlp.memory_zone():
        warnings.simplefilter("always", HipsWarning)
        # As on the command line, tags are no text, and stay.
        hypertext = read_hypertext(text)
        own = text if hypertext is None else hypertext.text
        nlp.max_length = max(nlp.max_length, len(own) + 1)
        made = nlp.make_doc(own)
        done = nlp(set_ids(made, doc=doc) if doc else made)
        if is_skipped(done):
            raise HipsError(Errors.E155.format(languages="another language"))
        found = [
            {"start": start, "end": end, "label": s.label, "id": s.id}
            for s in read_group(done, anonymizer.spans_key)
            for start, end in _pieces(hypertext, s)
        ]
        made_new = done._.replacements
        new = str(done._.anonymized) if hypertext is None else hypertext.rewritten(made_new)
        replaced = [
            {"start": r.new_start, "end": r.new_end, "label": r.label, "action": r.action}
            for r in (made_new if hypertext is None else hypertext.placed(made_new))
        ]
    return {"text": new, "replaced": replaced, "found": found, "warnings": _told(warned)}


def _pieces(hypertext: Hypertext | None, span: PiiSpan) -> list[tuple[int, int]]:
    """Where a span stands in the text as it came: tags may part it."""
    if hypertext is None:
        return [(span.start, span.end)]
    return [(piece.start, piece.end) for piece in hypertext.pieces(span.start, span.end)]


def _told(warned: Sequence[warnings.WarningMessage]) -> list[str]:
    """The warnings of this package, each once."""
    return list(dict.fromkeys(str(w.message) for w in warned if w.category is HipsWarning))
