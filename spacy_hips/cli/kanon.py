"""spacy-hips-kanon: make the table beside the texts k-anonymous, or measure what it is."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import HipsError
from ..core.ids import Secret
from ..desk.files.file_formats import FORMATS, STANDARD, format_by_name
from ..desk.files.output import FileTarget, StreamTarget
from ..desk.files.readers import Source, open_source, shown
from ..desk.files.rows import BadRow
from ..desk.files.sinks import Place, write_rows
from ..desk.files.writers import check_ending
from . import _options
from ._app import FAILED
from ._console import collected_warnings, say, show
from ._paths import claimed
from .errors import Errors

if TYPE_CHECKING:
    from spacy.tokens import DocBin

    from ..kanon import Frozen, KAnonymizer, Measured, Report
    from ..kanon.downstream import Downstream

IMPOSSIBLE_CHOICES = ("raise", "suppress")
WRITTEN = tuple(
    e for form in FORMATS.values() if form.has_columns and not form.in_place for e in form.endings
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    _options.add_input(parser)
    parser.add_argument("-o", "--output", help="the released table; standard output if left out")
    parser.add_argument("--k", type=int, help="persons who must share every class")
    roles = parser.add_argument_group("roles of columns")
    roles.add_argument(
        "--quasi", metavar="NAME[:ordered],...", action="append", default=[],
        help="what others may know; nominal unless ordered, or an order such as grade:low|mid|high",
    )  # fmt: skip
    roles.add_argument("--unit", metavar="NAME", help="the person a row belongs to")
    roles.add_argument("--guide", metavar="NAME", help="the outcome that tells what matters")
    for name, what in (
        ("sensitive", "kept; l and t are measured"),
        ("direct", "dropped; NAME:pseudonym keeps a keyed name"),
        ("keep", "kept as they are"),
    ):
        roles.add_argument(f"--{name}", metavar="NAME,...", action="append", default=[], help=what)
    method = parser.add_argument_group("method")
    method.add_argument("--method", default="cuts", help="cuts, mondrian, lattice or stinar2024")
    method.add_argument("--weights", metavar="NAME=NUMBER,...", action="append", default=[])
    method.add_argument("--hierarchies", metavar="FILE", help="json: widths or ancestors by column")
    method.add_argument("--max-suppressed", type=float, default=0.0, help="share of persons")
    method.add_argument("--l", type=int, help="different sensitive values in every class")
    method.add_argument("--t", type=float, help="largest distance of a class from all")
    method.add_argument("--if-impossible", choices=IMPOSSIBLE_CHOICES, default="raise")
    method.add_argument("--frozen", metavar="FILE", help="bins and classes of earlier releases")
    method.add_argument("--freeze", metavar="FILE", help="write them for later ones (internal)")
    more = parser.add_argument_group("results")
    more.add_argument("--report", metavar="FILE", help="the report as JSON")
    more.add_argument("--plot", metavar="FILE", help="risk and utility over k = 1..15")
    more.add_argument(
        "--downstream", metavar="MODEL.py",
        help="a file with score(rows) -> number: its score before and after. The file is run",
    )  # fmt: skip
    more.add_argument("--check", action="store_true", help="only measure the table as it is")
    more.add_argument("--force", action="store_true", help="replace files that are there")
    more.add_argument("--quiet", action="store_true", help="no summary")
    texts = parser.add_argument_group("texts")
    texts.add_argument("--docs", metavar="FILE", help="the .spacy file of the texts")
    texts.add_argument("--docs-output", metavar="FILE", help="left out: NAME.k5.spacy beside it")
    texts.add_argument("--link", metavar="NAME", help="the column with the document's id")
    _options.add_pipeline(parser)
    _options.add_actions(parser)


def run(args: argparse.Namespace) -> int:
    """Release a table, or measure it.

    args (Namespace): The options.
    RETURNS (int): 0, or 1 where k is not met.
    RAISES (HipsError): For options or input that cannot be used.
    """
    args.output = args.output or STANDARD
    if args.docs and not args.docs_output and not args.check:
        args.docs_output = str(Path(args.docs).with_suffix(f".k{args.k}.spacy"))
    with claimed(args, *_outputs(args)), collected_warnings() as warned:
        code = _check(args) if args.check else _release(args)
    for line in warned:
        say(line)
    return code


def _outputs(args: argparse.Namespace) -> list[str]:
    """What the run writes anew; a state that it reads may go on in its place."""
    freeze = None if args.freeze == args.frozen else args.freeze
    others = (args.output, args.docs_output, args.plot, freeze)
    paths = [args.report] if args.check else [*others, args.report]
    return [path for path in paths if path]


def _check(args: argparse.Namespace) -> int:
    """Measure a table without changing it."""
    if args.downstream:
        raise HipsError(Errors.E730.format(setting="--downstream", wanted="given for a release"))
    from ..kanon import measure
    from ..kanon.columns import is_missing
    from ..kanon.frames import read_table
    from ..kanon.roles import Roles

    table = read_table(_rows(args)[0])
    sensitive = _names(args.sensitive)
    roles = Roles.build(_quasi(args.quasi), args.unit, (), sensitive, ())
    roles.check(table.names, None, others=True)
    columns = {
        n: [None if is_missing(c) else c for c in cells] for n, cells in table.columns.items()
    }
    units = columns[args.unit] if args.unit else None
    measured = measure(columns, list(roles.quasi), units, sensitive)
    _write_text(args.report, json.dumps(measured.to_dict(), indent=2, sort_keys=True) + "\n")
    if not args.quiet:
        show(_line(measured))
    elif _short(args, measured):
        say(_line(measured))
    return FAILED if _short(args, measured) else 0


def _release(args: argparse.Namespace) -> int:
    """Release a table, with its texts where they are given."""
    if args.k is None:
        raise HipsError(Errors.E730.format(setting="--k", wanted="given"))
    check_ending(args.output, WRITTEN)
    model = _downstream(args)
    rows, source = _rows(args)
    anonymizer, texts = None, None
    if args.docs:
        released, report, texts = _with_texts(args, rows)
    else:
        anonymizer = _anonymizer(args, Secret.load(args.secret_file))
        released, report = anonymizer.release(rows, frozen=_frozen(args))
    if model:
        tables = {"original": rows, "released": released}
        scores = {name: model.score(table, name) for name, table in tables.items()}
        report = replace(report, downstream=scores)
    if anonymizer is not None:
        _save_frozen(args, anonymizer)
    if args.plot:
        _plot(args, rows)
    _write_rows(args, released, source)
    if texts is not None:
        _write_bytes(args.docs_output, texts.to_bytes())
    _write_text(args.report, report.to_json())
    if not args.quiet:
        for line in report.table().splitlines():
            say(line)
    elif _short(args, report.measured):
        say(_line(report.measured))
    return FAILED if _short(args, report.measured) else 0


def _with_texts(args: argparse.Namespace, rows: list[dict[str, Any]]) -> tuple[Any, Report, DocBin]:
    from spacy.tokens import DocBin

    from ..desk.files.readers import open_bytes, reason_of
    from ..desk.kanon_texts.join import release_docs
    from ..desk.run.pipeline import Pipeline

    pipeline = Pipeline(_options.job(args))
    key = pipeline.anonymizer.spans_key
    stream, _ = open_bytes(args.docs)
    with stream:
        try:
            given = DocBin().from_bytes(stream.read())
        except OSError as error:
            reason = reason_of(error)
            raise HipsError(Errors.E701.format(path=args.docs, reason=reason)) from None
        except Exception as error:  # whatever zlib and msgpack raise for other files
            reason = f"no file of spaCy documents ({type(error).__name__})"
            raise HipsError(Errors.E701.format(path=args.docs, reason=reason)) from None
    found = DocBin(store_user_data=True)
    for doc in given.get_docs(pipeline.nlp.vocab):
        found.add(doc if key in doc.spans else pipeline.nlp(doc))
    anonymizer = _anonymizer(args, pipeline.secret)
    done = release_docs(found, rows, anonymizer, pipeline.anonymizer, link=args.link)
    return done.rows, done.report, done.to_docbin()


def _anonymizer(args: argparse.Namespace, secret: Secret) -> KAnonymizer:
    from ..kanon import KAnonymizer

    direct = dict(_pair(name, "drop") for name in _names(args.direct))
    return KAnonymizer(
        args.k,
        _quasi(args.quasi),
        args.unit,
        args.guide,
        _weights(args.weights),
        args.method,
        _hierarchies(args.hierarchies),
        args.max_suppressed,
        _names(args.sensitive),
        args.l,
        args.t,
        direct=direct,
        keep=_names(args.keep),
        if_impossible=args.if_impossible,
        secret=secret,
    )


def _rows(args: argparse.Namespace) -> tuple[list[dict[str, Any]], Source]:
    """All rows of the input; one that cannot be read stops the release."""
    source = open_source(args.input, args.format, encoding=args.encoding, delimiter=args.delimiter)
    rows = []
    with source:
        for row in source:
            if isinstance(row, BadRow):
                message = Errors.E628.format(
                    number=row.number, path=shown(args.input), reason=row.reason
                )
                raise HipsError(message)
            rows.append(row.fields)
    return rows, source


def _quasi(given: list[str]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for entry in _names(given):
        name, kind = _pair(entry, "nominal")
        out[name] = kind.split("|") if "|" in kind else kind
    return out


def _pair(entry: str, default: str) -> tuple[str, str]:
    name, _, value = entry.rpartition(":") if ":" in entry else (entry, "", "")
    return name, value or default


def _names(given: list[str]) -> list[str]:
    return [name.strip() for part in given for name in part.split(",") if name.strip()]


def _weights(given: list[str]) -> dict[str, float] | None:
    out = {}
    for index, entry in enumerate(_names(given), 1):
        name, _, number = entry.rpartition("=")
        try:
            out[name] = float(number)
        except ValueError:
            message = Errors.E629.format(option="--weights", form="NAME=NUMBER", index=index)
            raise HipsError(message) from None
    return out or None


def _hierarchies(path: str | None) -> Mapping[str, Any] | None:
    if path is None:
        return None
    try:
        found = json.loads(Path(path).read_text("utf8"))
    except (OSError, ValueError) as error:
        reason = type(error).__name__
        raise HipsError(Errors.E701.format(path=path, reason=reason)) from None
    if not isinstance(found, dict):
        raise HipsError(Errors.E701.format(path=path, reason="it is no JSON object"))
    return found


def _downstream(args: argparse.Namespace) -> Downstream | None:
    from ..kanon.downstream import Downstream

    return Downstream(args.downstream) if args.downstream else None


def _frozen(args: argparse.Namespace) -> Frozen | None:
    from ..kanon import Frozen

    return Frozen.from_disk(args.frozen) if args.frozen else None


def _save_frozen(args: argparse.Namespace, anonymizer: KAnonymizer) -> None:
    if args.freeze:
        if anonymizer.frozen is None:
            raise HipsError(Errors.E630.format(method=args.method))
        anonymizer.frozen.to_disk(args.freeze)


def _plot(args: argparse.Namespace, rows: list[dict[str, Any]]) -> None:
    from ..kanon import plot, sweep

    plot(sweep(_anonymizer(args, Secret()), rows), args.plot)


def _write_rows(args: argparse.Namespace, rows: list[dict[str, Any]], source: Source) -> None:
    """Write the table in the form its name tells, else in that of the input."""
    suffix = Path(args.output).suffix.lower()
    target = format_by_name(args.output) or ("csv" if source.delimiter else "jsonl")
    if target == "json":
        _write_text(args.output, json.dumps(rows, ensure_ascii=False, indent=1) + "\n")
        return
    same = suffix in ("", Path(args.input).suffix.lower())
    columns = list(rows[0]) if rows else []
    place = Place(
        output=args.output, columns=columns, doc="", text="",
        delimiter=source.delimiter if same else "",
    )  # fmt: skip
    write_rows(target, place, rows)


def _write_text(path: str | None, text: str) -> None:
    if path:
        _write_bytes(path, text.encode("utf8"))


def _write_bytes(path: str, data: bytes) -> None:
    target = StreamTarget() if path == STANDARD else FileTarget(path)
    target.write(data)
    target.finish()


def _short(args: argparse.Namespace, measured: Measured) -> bool:
    """Whether less was found than was asked for."""
    short = args.k is not None and measured.k < args.k
    if args.l is not None:
        short |= min(measured.l.values(), default=0) < args.l
    if args.t is not None:
        short |= max(measured.t.values(), default=1.0) > args.t
    return bool(short)


def _line(measured: Measured) -> str:
    parts = [
        f"k {measured.k}",
        f"classes {measured.classes}",
        f"rows {measured.rows}",
        f"units {measured.units}",
        f"largest risk {measured.risk:.3f}",
        f"mean risk {measured.mean_risk:.3f}",
    ]
    parts += [f"l({name}) {count}" for name, count in measured.l.items()]
    parts += [f"t({name}) {far:.3f}" for name, far in measured.t.items()]
    return ", ".join(parts)
