"""Options that several verbs share."""

from __future__ import annotations

import argparse
import os
from dataclasses import fields
from typing import TypeVar

from ..core.errors import HipsError
from ..core.ids import SCOPES
from ..core.labels import PROFILES
from ..core.shipped import MODEL
from ..desk.files.columns import parse_columns
from ..desk.files.decoding import DEFAULT_ENCODING
from ..desk.files.file_formats import FORMATS
from ..desk.run.options import JobOptions
from ..desk.undo.keyfile import PASSPHRASE_VARIABLE
from ..find.rules.cues import LABELS as CUES
from ..replace.surrogates.realism import REALISMS
from ..text.page.languages import OTHER_LANGUAGES
from .errors import Errors

Options = TypeVar("Options")


def add_pipeline(parser: argparse.ArgumentParser) -> None:
    """Which pipeline finds and replaces, and how."""
    group = parser.add_argument_group("pipeline")
    group.add_argument(
        "--model", help=f"a trained pipeline: package or folder (default: {MODEL}, if installed)"
    )
    group.add_argument(
        "--rules-only", action="store_true",
        help="search without a trained pipeline: names of people stay in the text",
    )  # fmt: skip
    group.add_argument("--lang", default="en", help="language of the texts")
    group.add_argument(
        "--regions", metavar="CODE,...", action="append", default=[],
        help="countries of the texts, such as GB,IN: how telephone numbers and dates are read",
    )  # fmt: skip
    group.add_argument(
        "--day-first",
        action="store_true",
        help="read 3/4 as the 3rd of April (GB, IN, most others)",
    )
    group.add_argument(
        "--other-languages", choices=OTHER_LANGUAGES, default="",
        help="text in another language: leave its row out, search by rules alone (default), or as "
        "if it were in --lang",
    )  # fmt: skip
    group.add_argument(
        "--cues", metavar="LABEL,...", action="append", default=[],
        help=f"look for what words around it tell: {', '.join(CUES)}, or all",
    )  # fmt: skip
    group.add_argument("--known-people", metavar="FILE", help="table of people (csv, jsonl, .xlsx)")
    group.add_argument(
        "--allow", metavar="FILE", action="append", default=[], help="what is never hidden"
    )
    group.add_argument(
        "--deny", metavar="LABEL=FILE", action="append", default=[], help="what is always hidden"
    )


def add_actions(parser: argparse.ArgumentParser) -> None:
    """What is done with what was found."""
    group = parser.add_argument_group("actions")
    group.add_argument(
        "--profile", choices=PROFILES, help="docs/profiles.md; full replaces indirect ones too"
    )
    group.add_argument(
        "--action", metavar="LABEL=ACTION", action="append", default=[],
        help="surrogate, generalise, placeholder, redact, mark or keep",
    )  # fmt: skip
    group.add_argument(
        "--shuffle", metavar="LABEL,...", action="append", default=[],
        help="exchange values between documents: LOCATION, NATIONALITY, SCHOOL, EMPLOYER",
    )  # fmt: skip
    group.add_argument(
        "--shuffle-min-authors", metavar="N", type=int,
        help="only values that so many authors have (default 5)",
    )  # fmt: skip
    group.add_argument(
        "--fill-placeholders", action="store_true",
        help="put names where somebody has put placeholders before: <STUDENT>, [NAME_2], @PERSON1",
    )  # fmt: skip
    group.add_argument(
        "--realism", choices=REALISMS,
        help="plausible (default): surrogates look real; safe: they certainly reach nobody",
    )  # fmt: skip
    add_scope(group)


def add_scope(group: argparse._ActionsContainer) -> None:
    """Within what a person is one."""
    group.add_argument("--scope", choices=SCOPES, help="what surrogates are consistent in")
    group.add_argument("--secret-file", metavar="FILE", help="the secret; else HIPS_SECRET")


def add_decisions(parser: argparse._ActionsContainer) -> None:
    """What reviewers decided."""
    parser.add_argument(
        "--decisions", metavar="FILE", action="extend", nargs="+", default=[],
        help="what reviewers decided: files that the review page saved",
    )  # fmt: skip


def add_gold_format(parser: argparse._ActionsContainer) -> None:
    """In which annotation format labelled texts are."""
    parser.add_argument(
        "--gold-format", metavar="FORMAT", default="",
        help="of the labelled texts, where their name does not tell: doccano, conll, brat, ...",
    )  # fmt: skip


def add_predictions(parser: argparse._ActionsContainer, *, many: bool = False) -> None:
    """What another tool found, in place of a pipeline; `many` where there are several files."""
    parser.add_argument(
        "--predictions", metavar="FILE", nargs="+" if many else None, default=[] if many else "",
        help="spans that any tool found in these texts, in place of a pipeline",
    )  # fmt: skip
    parser.add_argument(
        "--predictions-format", metavar="FORMAT", default="",
        help="of these, where their name does not tell: presidio, doccano, conll, brat, ...",
    )  # fmt: skip


def add_name_parser(parser: argparse._ActionsContainer) -> None:
    """Who takes names apart for the fairness figures."""
    parser.add_argument(
        "--name-parser", default="", metavar="NAME",
        help="takes names apart for the groups: nameparser (default: this package's own)",
    )  # fmt: skip


def add_input(parser: argparse.ArgumentParser, *, needed: bool = True) -> None:
    """Where texts come from; not `needed` where a verb can do without."""
    known = (
        "text, .docx, .pdf, folder or .zip of these, jsonl, json, csv, tsv, .xlsx, .parquet, "
        ".spacy, or -"
    )
    parser.add_argument("input", nargs=None if needed else "?", default="", help=known)
    group = parser.add_argument_group("input")
    group.add_argument(
        "--columns", metavar="NAME=ROLE,...", action="append",
        help="roles: text, context, doc, author, group, speaker, name, date, keep, drop",
    )  # fmt: skip
    group.add_argument("--format", choices=FORMATS, default="", help="where the name tells none")
    group.add_argument("--encoding", default=DEFAULT_ENCODING, help="encoding of the input")
    group.add_argument("--delimiter", default="", help="of tables; found out if left out")


def add_running(parser: argparse.ArgumentParser, *, output: bool = True) -> None:
    """How a run goes; `output` where it writes a file."""
    group = parser.add_argument_group("running")
    group.add_argument(
        "--n-process", type=_processes, default=1, metavar="N",
        help="worker processes; auto: one for each processor that may be used",
    )  # fmt: skip
    group.add_argument("--batch-size", type=int, default=64, help="documents at a time")
    if output:
        group.add_argument("--force", action="store_true", help="replace an output that is there")
        group.add_argument("--quiet", action="store_true", help="no progress bar, no summary")


def _processes(given: str) -> int:
    if given != "auto":
        try:
            return int(given)
        except ValueError:
            raise argparse.ArgumentTypeError("a number or auto is wanted") from None
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def add_passphrase(parser: argparse.ArgumentParser) -> None:
    """Where the passphrase comes from."""
    parser.add_argument(
        "--passphrase-file", metavar="FILE",
        help=f"holds the key file's passphrase; else {PASSPHRASE_VARIABLE}, else you are asked",
    )  # fmt: skip


def chosen(kind: type[Options], args: argparse.Namespace) -> Options:
    """The options of a command line as the library takes them; what the verb lacks is left out.

    kind (type): A dataclass whose fields have the names of options.
    args (Namespace): The options.
    RETURNS (Any): An object of that class.
    """
    given = {field.name for field in fields(kind)} & vars(args).keys()  # type: ignore[arg-type]
    return kind(**{name: getattr(args, name) for name in given})


def job(args: argparse.Namespace) -> JobOptions:
    """What a verb that finds or replaces is asked for.

    args (Namespace): The options.
    RETURNS (JobOptions): The same as plain values.
    RAISES (HipsError): E708, E729 or E731 for an option of another form, E730 for a number that
        makes no sense.
    """
    given = vars(args)
    told = argparse.Namespace(**given)
    told.columns = parse_columns(given["columns"]).roles if given.get("columns") else {}
    told.action = dict(map(_action, given.get("action", ())))
    told.shuffle = [name.strip() for more in given.get("shuffle", ()) for name in more.split(",")]
    told.regions = [code.strip().upper() for more in given["regions"] for code in more.split(",")]
    cues = [label.strip() for more in given.get("cues", ()) for label in more.split(",")]
    told.cues = list(CUES) if cues == ["all"] else cues
    told.deny = {}
    for label, path in map(_denied, given["deny"]):
        told.deny.setdefault(label, []).append(path)
    return chosen(JobOptions, told)


def _action(entry: str) -> tuple[str, str]:
    label, equals, action = entry.partition("=")
    if not equals:
        raise HipsError(Errors.E731)
    return label.strip(), action.strip()


def _denied(entry: str) -> tuple[str, str]:
    label, equals, path = entry.partition("=")
    if not equals or not path:
        raise HipsError(Errors.E729)
    return label.strip(), path
