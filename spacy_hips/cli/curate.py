"""spacy-hips curate: make a corpus of a heap of texts, and tell what was left out (internal)."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ..core.errors import HipsError
from ..desk.files.columns import Columns, parse_columns
from ..desk.files.documents import NAME_ROLES, Document
from ..desk.files.file_formats import FORMATS, STANDARD, format_by_name
from ..desk.files.output import explained, write_lines
from ..desk.files.readers import as_text
from ..desk.files.rows import BadRow, Row
from ..desk.files.sinks import Place, write_rows
from ..desk.files.writers import check_ending, json_line, target_format
from ..desk.run.open_input import Input, open_input
from ..desk.run.options import JobOptions
from ..lab.curate import Curated, Settings, Talk, curate
from . import _options
from ._app import FAILED
from ._console import collected_warnings, say, show_json
from ._paths import claimed
from .errors import Errors

INTERNAL = "The corpus holds originals: it is internal. Anonymise it before you publish it."
PICTURES = (".png", ".svg", ".pdf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    _options.add_input(parser)
    parser.add_argument("-o", "--output", required=True, help="the corpus; internal")
    given = Settings()
    steps = parser.add_argument_group("steps")
    steps.add_argument(
        "--lang", default=",".join(given.languages), metavar="CODE,...",
        help="languages that are wanted; any takes all (default %(default)s)",
    )  # fmt: skip
    steps.add_argument(
        "--min-words", type=int, default=given.min_words, metavar="N",
        help="drop shorter texts (default %(default)s)",
    )  # fmt: skip
    steps.add_argument(
        "--max-words", type=int, default=given.max_words, metavar="N", help="drop longer texts"
    )
    steps.add_argument(
        "--similarity", type=float, default=given.similarity, metavar="COSINE",
        help="drop a text that is so like an earlier one; 0 is off (default %(default)s)",
    )  # fmt: skip
    steps.add_argument(
        "--weights", default=given.weights, choices=("log", "counts"),
        help="how often a trigram stands in a text counts by its logarithm, or as it is",
    )  # fmt: skip
    steps.add_argument(
        "--contamination", type=float, default=given.contamination, metavar="SHARE",
        help="drop the share with the oddest characters; 0 is off (default %(default)s)",
    )  # fmt: skip
    steps.add_argument(
        "--min-turns", type=int, default=given.min_turns, metavar="N",
        help="drop conversations with fewer turns",
    )  # fmt: skip
    steps.add_argument(
        "--max-per-author", type=int, default=given.max_per_author, metavar="N",
        help="keep so many texts or conversations of one author or speaker, the first",
    )  # fmt: skip
    results = parser.add_argument_group("results")
    results.add_argument("--dropped", metavar="FILE", help="jsonl of what was left out; internal")
    results.add_argument("--report", metavar="FILE", help="the table of steps as JSON")
    results.add_argument("--plot", metavar="FILE", help="a picture of how alike the texts are")
    results.add_argument("--force", action="store_true", help="replace files that are there")
    results.add_argument("--quiet", action="store_true", help="no table")
    results.add_argument("--json", action="store_true", help="the table as JSON")


def run(args: argparse.Namespace) -> int:
    """Make a corpus.

    args (Namespace): The options.
    RETURNS (int): 0, or 1 where rows could not be read.
    RAISES (HipsError): Where nothing can be done with what was given.
    """
    languages = [code.strip() for code in args.lang.split(",") if code.strip()]
    settings = Settings(
        languages=() if languages == ["any"] else languages,
        min_words=args.min_words,
        max_words=args.max_words,
        similarity=args.similarity,
        weights=args.weights,
        contamination=args.contamination,
        min_turns=args.min_turns,
        max_per_author=args.max_per_author,
    )
    if args.output == STANDARD:
        raise HipsError(Errors.E726.format(path="of originals"))
    if args.plot:
        check_ending(args.plot, PICTURES)
    options = JobOptions(
        input=args.input,
        columns=parse_columns(args.columns).roles if args.columns else {},
        format=args.format,
        encoding=args.encoding,
        delimiter=args.delimiter,
    )
    written = [path for path in (args.output, args.dropped, args.report, args.plot) if path]
    with (
        claimed(args, *written),
        collected_warnings() as warned,
        open_input(options) as given,
    ):
        target = target_format(args.output, given.format)
        if FORMATS[target].kind == "doc":
            raise HipsError(Errors.E715.format(source=given.format, target=target))
        heap = _Heap.read(given)
        if settings.max_per_author and not any(talk.people for talk in heap.talks):
            raise HipsError(Errors.E769)
        curated = curate(heap.texts, settings, heap.talks)
        _write(args, given, heap, curated, target)
        _write_beside(args, given.columns.the("doc"), heap, curated, settings)
    for line in warned:
        say(line)
    return _report(args, heap, curated)


@dataclass
class _Heap:
    """What was read.

    rows (list): The rows of every text; a conversation has several.
    texts (list[str]): The texts.
    talks (list[Talk]): Turns and contributors of each.
    bad (list[BadRow]): Rows that could not be read.
    """

    rows: list[tuple[Row, ...]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    talks: list[Talk] = field(default_factory=list)
    bad: list[BadRow] = field(default_factory=list)

    @classmethod
    def read(cls, given: Input) -> _Heap:
        heap = cls()
        for item in given.items():
            if isinstance(item, Document):
                heap.rows.append(item.rows)
                heap.texts.append(item.text[item.body :])
                heap.talks.append(_talk(item, given.columns))
            else:
                heap.bad.append(item)
        return heap

    @property
    def rejected(self) -> int:
        """How many rows could not be read."""
        return sum(1 + len(row.before) for row in self.bad)


def _talk(item: Document, columns: Columns) -> Talk:
    """Turns and contributors: the author, or whoever speaks under a name."""
    texts = columns.having("text")
    turns = sum(any(str(row.fields.get(name) or "").strip() for name in texts) for row in item.rows)
    cells = [as_text(row.fields.get(columns.the("author"))) or "" for row in item.rows]
    named = {
        " ".join(item.text[part.start : part.end].casefold().split())
        for part in (*item.parts, *item.speakers)
        if part.role in NAME_ROLES
    }
    return Talk(turns, frozenset(cells) - {""} or frozenset(named))


def _write(
    args: argparse.Namespace, given: Input, heap: _Heap, curated: Curated, target: str
) -> None:
    """Write the texts that stay, with all their columns, as they were read."""
    kept = [row for i in curated.kept for row in heap.rows[i]]
    rows = [row.fields for row in kept]
    if FORMATS[target].within:
        from ..desk.files.formats.chats import originals

        if args.input == STANDARD:
            raise HipsError(Errors.E766)
        target = format_by_name(args.output) or "jsonl"
        rows = list(originals(args.input, args.encoding, kept))
    columns = list(dict.fromkeys((*given.source.fields, *(name for row in rows for name in row))))
    place = Place(
        output=args.output,
        columns=columns,
        doc=given.columns.the("doc"),
        text=given.columns.having("text")[0],
        delimiter=given.source.delimiter if target == given.format else "",
        private=True,
    )
    write_rows(target, place, rows)


def _write_beside(
    args: argparse.Namespace, doc: str, heap: _Heap, curated: Curated, settings: Settings
) -> None:
    """Write what was asked for beside the corpus."""
    if args.dropped:
        write_lines(args.dropped, _dropped(heap, curated, doc))
    if args.report:
        report = json.dumps(_steps(heap, curated) | {"settings": asdict(settings)}, indent=2)
        write_lines(args.report, [report.encode() + b"\n"], private=False)
    if args.plot:
        from ..lab.curate.plotting import plot_similarity

        with explained(Path(args.plot)):
            plot_similarity(curated.nearest, settings.similarity, args.plot)


def _dropped(heap: _Heap, curated: Curated, doc: str) -> Iterator[bytes]:
    """A line for every text that was left out, and for every row that could not be read."""
    for bad in heap.bad:
        for number in (*bad.before, bad.number):
            yield json_line({"row": number, "id": "", "step": "reading", "reason": bad.reason})
    for one in curated.dropped:
        line = {**_named(heap.rows[one.text], doc), "step": one.step, "reason": one.reason}
        if one.like is not None:
            line["like"] = _named(heap.rows[one.like], doc)
        yield json_line(line)


def _named(rows: tuple[Row, ...], doc: str) -> dict[str, object]:
    return {"row": rows[0].number, "id": as_text(rows[0].fields.get(doc)) or "" if doc else ""}


def _steps(heap: _Heap, curated: Curated) -> dict[str, object]:
    steps = [{**asdict(step), "left": step.left} for step in curated.steps]
    return {"texts": len(heap.texts), "rejected": heap.rejected, "steps": steps}


def _report(args: argparse.Namespace, heap: _Heap, curated: Curated) -> int:
    if args.json:
        show_json({**_steps(heap, curated), "internal": True}, on_error=False)
    elif not args.quiet:
        for line in curated.lines():
            say(line)
    if heap.rejected and not args.json:
        say(f"{heap.rejected:,} rows could not be read and are not in the corpus")
    if not (args.json or args.quiet):
        say(INTERNAL)
    return FAILED if heap.rejected else 0
