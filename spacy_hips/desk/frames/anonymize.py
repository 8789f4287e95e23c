"""One run over a frame: the job of the command line with a frame at both ends."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.errors import HipsError, HipsWarning
from ...core.ids import Secret
from ..errors import Errors, Warnings
from ..files.file_formats import STANDARD
from ..files.readers import Source
from ..files.sinks import Place
from ..run.job import Held, Job
from ..run.open_input import Input, input_of
from ..run.options import JobOptions
from ..run.pipeline import ANONYMIZER, Pipeline
from ..run.summary import Summary
from .adapters import Adapter, Made, StreamAdapter, adapted
from .source import FRAME, FrameSink, FrameSource

if TYPE_CHECKING:
    from spacy.language import Language

FORMAT = "arrow"
OF_FILES = frozenset(
    ("input", "output", "columns", "format", "encoding", "delimiter", "resume", "model")
)
"""Options of a run that a frame has no use for."""

Report = Callable[[Summary], object]


def anonymize(
    frame: Any,
    columns: Mapping[str, str] | None = None,
    *,
    nlp: Language | str = "",
    secret: Secret | bytes | None = None,
    progress: Callable[[int, int], object] | None = None,
    report: Report | None = None,
    **options: Any,
) -> Any:
    """Anonymise the rows of a frame.

    The run is that of `spacy-hips anonymize`: the same roles, the same options, the same bytes for
    the same secret. Only columns that have a role are in the result, and no row that could not be
    read. Nothing internal is in it; give `internal_dir` to have that written apart.

    frame (Any): A data frame of pandas or Polars, an Arrow table, or a `Dataset` or
        `IterableDataset` of Hugging Face.
    columns (Mapping[str, str]): Role by column: text, doc, author, group, speaker, name, date,
        keep, drop. Left out, the obvious names speak for themselves.
    nlp (Language | str): A loaded pipeline, which stays as it is, or the package or folder of one;
        the installed `en_hips_student` if left out.
    secret (Secret | bytes): The secret; left out, that of `secret_file`, of `nlp` or HIPS_SECRET.
    progress (Callable): Told after every batch how many rows were read, and how many there are (0
        where not known).
    report (Callable): Told the summary of the run when it is done. Without it, what the user should
        know is given as a warning.
    **options: What else `JobOptions` takes: scope, register, profile, action, secret_file, ...
    RETURNS (Any): A frame of the same type. A streamed data set is searched while it is read.
    RAISES (HipsError): E880 for an option of files, E881-E883 for a frame or a column that cannot
        be used, E884 for a secret of another type, and whatever the command line says.

    EXAMPLE:
        >>> import pandas
        >>> frame = pandas.DataFrame({"id": ["7"], "text": ["Mail ana.ruiz@uni.org today."]})
        >>> public = anonymize(frame, rules_only=True, report=print)  # doctest: +SKIP
        >>> list(public.columns)  # doctest: +SKIP
        ['id', 'text']
    """
    refuse_options_of_files(options)
    adapter = adapted(frame, columns)
    model = "" if not isinstance(nlp, (str, Path)) else str(nlp)
    chosen = JobOptions(
        input=FRAME, output=STANDARD, columns=adapter.columns.roles, model=model, **options
    )
    loaded = None if isinstance(nlp, (str, Path)) else nlp
    job = partial(
        _Run, adapter, chosen, loaded, _secret(secret, loaded, chosen), progress, report or _warn
    )
    if isinstance(adapter, StreamAdapter):
        return adapter.stream(lambda: job().made())
    run = job()
    made = run.made()
    first = list(_first(made))
    return adapter.result(_chained(first, made), run.schema)


def refuse_options_of_files(options: Mapping[str, Any]) -> None:
    """Refuse what a frame has no use for.

    options (Mapping): What else was asked for.
    RAISES (HipsError): E880 for an option of files.
    """
    for name in sorted(OF_FILES & options.keys()):
        raise HipsError(Errors.E880.format(option=name))


class _Run:
    """A run over a frame.

    adapter (Adapter): The frame.
    options (JobOptions): What is asked for.
    nlp (Language): A loaded pipeline, or None.
    secret (Secret): The secret, or None.
    progress (Callable): Shows how far the frame is read.
    report (Callable): Told the summary.
    """

    def __init__(
        self,
        adapter: Adapter,
        options: JobOptions,
        nlp: Language | None,
        secret: Secret | None,
        progress: Callable[[int, int], object] | None,
        report: Report,
    ) -> None:
        self._adapter = adapter
        self._report = report
        self._sink: FrameSink | None = None

        def pipeline() -> Pipeline:
            # The run sets it up for itself: people, lists, a register. The user's stays as it is.
            return Pipeline(options, nlp=copy.deepcopy(nlp), secret=secret)

        self._job = Job(
            options,
            progress=partial(_shown, progress) if progress else None,
            suggest=_suggestion,
            held=Held(self._open, self._opened, pipeline),
        )

    @property
    def schema(self) -> Any:
        """The columns of what goes out."""
        assert self._sink is not None
        return self._sink.schema

    def made(self) -> Iterator[Made]:
        """What goes out, batch by batch."""
        for _ in self._job.steps():
            if self._sink is not None:
                yield from self._sink.take()
        if self._sink is not None:
            yield from self._sink.take()
        self._report(self._job.summary)

    def _open(self) -> Input:
        rows, columns = self._adapter.rows, self._adapter.columns
        return input_of(lambda: FrameSource(rows), FORMAT, columns)

    def _opened(self, place: Place) -> FrameSink:
        self._sink = FrameSink(place)
        return self._sink


def _secret(
    secret: Secret | bytes | None, nlp: Language | None, options: JobOptions
) -> Secret | None:
    """The secret that was given; else that of a loaded pipeline; None where the options tell."""
    if isinstance(secret, bytes):
        return Secret(secret)
    if secret is not None and not isinstance(secret, Secret):
        raise HipsError(Errors.E884.format(got=type(secret).__name__))
    if secret is None and nlp is not None and not options.secret_file:
        names = [n for n in nlp.pipe_names if nlp.get_pipe_meta(n).factory == ANONYMIZER]
        if names:
            return nlp.get_pipe(names[-1]).secret  # type: ignore[no-any-return]
    return secret


def _first(made: Iterator[Made]) -> Iterator[Made]:
    """The first batch, so that the run has begun; nothing where there is none."""
    for batch in made:
        yield batch
        return


def _chained(first: list[Made], rest: Iterator[Made]) -> Iterator[Made]:
    yield from first
    yield from rest


@contextmanager
def _shown(progress: Callable[[int, int], object], source: Source) -> Iterator[Callable[[], None]]:
    """Tell how far a frame is read."""

    def step() -> None:
        progress(source.position, source.size)

    yield step


def _warn(summary: Summary) -> None:
    """Say what a terminal would have been told, but for the counts."""
    lines = [line for line in summary.lines()[1:] if line[:2] != "  " or "row " in line]
    if lines:
        told = " ".join(line.strip() for line in lines)
        warnings.warn(Warnings.W158.format(told=told), HipsWarning, stacklevel=2)


def _suggestion(scope: str) -> str:
    return f'  anonymize(frame, ..., scope="{scope}", register="internal/names.register")'
