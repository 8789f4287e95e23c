"""The first pass of a run whose scope is wider than a document: names are settled in a register."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from spacy.tokens import Doc

from ..errors import Errors, HipsError
from ..labels import actions_for
from ..records.documents import Document, Item
from ..records.names import cover, keeps_names, uncovered
from ..records.readers import STANDARD
from ..records.spanfile import SpanFile
from ..register import Register
from ..spans import Replacement, action_of, read_group
from ._input import open_input
from ._pipeline import Pipeline


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
