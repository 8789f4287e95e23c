"""The first pass of a run whose scope is wider than a document: names are settled in a register."""

from __future__ import annotations

import argparse
import json
import os
import shlex
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from spacy.tokens import Doc

from ..errors import Errors, HipsError, Warnings
from ..files import PRIVATE_FOLDER
from ..ids import SECRET_VARIABLE
from ..labels import actions_for
from ..records.documents import Document, Item, authors_repeat
from ..records.names import cover, keeps_names, uncovered
from ..records.readers import STANDARD, reason_of
from ..records.spanfile import SpanFile
from ..register import Register
from ..spans import Replacement, action_of, read_group
from ._input import Input, open_input
from ._pipeline import Pipeline

REGISTER = "names.register"
INTERNAL = Path("internal", REGISTER)
APART = {"document": "doc", "group": "group"}
"""Scopes in which an author's rows may be replaced apart, and the role that parts them."""


def check_register(args: argparse.Namespace, scope: str) -> None:
    """Refuse, before anything is written, what two passes cannot do.

    scope (str): The scope of the run.
    RAISES (HipsError): E751-E753 or E755.
    """
    if scope == "document":
        if args.register:
            raise HipsError(Errors.E751)
        return
    if not args.register:
        raise HipsError(Errors.E752.format(scope=scope))
    if args.input == STANDARD:
        raise HipsError(Errors.E753.format(scope=scope))
    if args.output != STANDARD and lies_with(Path(args.register), Path(args.output)):
        raise HipsError(Errors.E755.format(path=args.register))


def check_authors(args: argparse.Namespace, given: Input, scope: str) -> str:
    """Refuse to give an author whose rows can be told by the pseudonym another name in each.

    args (Namespace): The options of `anonymize`.
    given (Input): The input.
    scope (str): The scope of the run.
    RETURNS (str): What the user should know, where that was asked for by --scope.
    RAISES (HipsError): E742 where an author has several rows and no scope was given, E743 where
        that cannot be seen before the first is replaced.
    """
    if scope not in APART or not given.columns.the("author"):
        return ""
    asked = args.scope or scope != "document"
    note = Warnings.W108.format(scope=scope)
    if args.input == STANDARD:
        if not asked:
            raise HipsError(Errors.E743)
        return note
    with open_input(args) as again:
        if not authors_repeat(again.items(), again.columns, APART[scope]):
            return ""
    if asked:
        return note
    # A conversation has several authors.
    wide = "corpus" if given.columns.the("speaker") else "author"
    raise HipsError(Errors.E742.format(command=_whole_command(args, wide)))


def _whole_command(args: argparse.Namespace, scope: str) -> str:
    """What to run in place of a command, so that it works within a wider scope."""
    secret, before = args.secret_file, ""
    more = ["--scope", scope]
    if not secret and not os.environ.get(SECRET_VARIABLE):
        names = (f"hips-secret{number or ''}" for number in count())
        secret = next(name for name in names if not Path(name).exists())
        before = f"  spacy-hips new-secret {secret}\n"
        more += ["--secret-file", secret]
    register = Path(args.secret_file).parent / REGISTER if args.secret_file else INTERNAL
    if args.output != STANDARD and lies_with(register, Path(args.output)):
        register = INTERNAL
    more += ["--register", str(register)]
    return f"{before}  spacy-hips {shlex.join([*args.arguments, *more])}"


def lies_with(path: Path, output: Path) -> bool:
    """Does a file lie in the output folder, or beside the output file?"""
    place, out = path.resolve(), output.resolve()
    return place.parent == out.parent or out in place.parents


def settle_names(
    args: argparse.Namespace, pipeline: Pipeline, spans: SpanFile | None, after: int = 0
) -> int:
    """Pass one: read the whole input, settle all new names, freeze the register.

    args (Namespace): The options of `anonymize`.
    pipeline (Pipeline): The pipeline; its anonymizer has the register afterwards.
    spans (SpanFile): Spans from outside, if given.
    after (int): Resume: pass over the rows up to this number.
    RETURNS (int): How many identifiers are new in the register.
    """
    anonymizer = pipeline.anonymizer
    path = Path(args.register)
    register = Register(pipeline.secret, anonymizer.scope)
    if path.exists():
        register = Register.load(path, pipeline.secret, scope=anonymizer.scope)
    anonymizer.set_register(register)
    runner = pipeline.runner(spans)
    runner.settle = lambda doc, document: collect(pipeline, register, doc, document)
    _make_folder(path)
    anonymizer.search_only = True
    try:
        with open_input(args) as again:
            for _ in runner(with_ids(again.items(after), anonymizer.scope)):
                pass
    finally:
        anonymizer.search_only = False
    new = register.allocate(anonymizer.replacer.makers, pipeline.nlp.lang)
    register.freeze(path)
    return new


def _make_folder(path: Path) -> None:
    """Make the folder of a register, so that it is not missed after pass one."""
    try:
        path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise HipsError(Errors.E130.format(path=path, reason=reason_of(error))) from None


def collect(pipeline: Pipeline, register: Register, doc: Doc, document: Document) -> Doc:
    """Tell the register what stands in a document, as pass two will find it."""
    anonymizer = pipeline.anonymizer
    register.collect([anonymizer.find(doc)])
    actions = actions_for(anonymizer.profile, anonymizer.actions)
    planned = [
        Replacement(s.start, s.end, s.start, s.end, s.label, s.id, action_of(s, actions), "")
        for s in read_group(doc, anonymizer.spans_key)
    ]
    parts = uncovered(document, planned)
    if parts and not keeps_names(anonymizer.profile, anonymizer.actions):
        cover(doc, document, parts, anonymizer.spans_key)
        register.collect([anonymizer.find(doc)])
    return doc


def with_ids(items: Iterator[Item], scope: str) -> Iterator[Item]:
    """Reject rows without the id that the scope goes by: their names could not be shared.

    items (Iterator): Documents and bad rows.
    scope (str): The scope.
    """
    for item in items:
        needed = scope in ("author", "group") and isinstance(item, Document)
        if not needed or getattr(item.ids, scope).strip():  # type: ignore[union-attr]
            yield item
            continue
        assert isinstance(item, Document)
        reason = f"the {scope} is missing, which --scope {scope} goes by"
        raw = json.dumps([row.fields for row in item.rows], ensure_ascii=False, default=str)
        yield item.left_out(reason, raw)
