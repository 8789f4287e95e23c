"""The first pass of a run whose scope is wider than a document: names are settled in a register."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ...core.errors import HipsError
from ...core.files import PRIVATE_FOLDER
from ...core.labels import actions_for
from ...core.spans import Replacement, action_of, read_group
from ...replace.register import Found, Register
from ..errors import Errors, Warnings
from ..files.documents import Document, Item, authors_repeat
from ..files.file_formats import STANDARD
from ..files.readers import reason_of
from ..found.spanfile import SpanFile
from .batches import Result
from .name_columns import CoverCells, uncovered
from .open_input import Input
from .options import JobOptions
from .pipeline import Pipeline

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ...components.anonymizer import HipsAnonymizer
    from .batches import Done
    from .first_pass_state import FoundSoFar

REGISTER = "names.register"
INTERNAL = Path("internal", REGISTER)
APART = {"document": "doc", "group": "group"}
"""Scopes in which an author's rows may be replaced apart, and the role that parts them."""


class Collects(Protocol):
    """What takes the identifiers of documents: a register, or what brings them to one."""

    def collect(self, found: Iterable[Found]) -> int:
        """Take what was found in some documents."""
        ...


def check_register(options: JobOptions, scope: str) -> None:
    """Refuse, before anything is written, what two passes cannot do.

    options (JobOptions): What the run is asked for.
    scope (str): The scope of the run.
    RAISES (HipsError): E751-E753 or E755.
    """
    if scope == "document":
        if options.register:
            raise HipsError(Errors.E751)
        return
    if not options.register:
        raise HipsError(Errors.E752.format(scope=scope))
    if options.input == STANDARD:
        raise HipsError(Errors.E753.format(scope=scope))
    if options.output != STANDARD and lies_with(Path(options.register), Path(options.output)):
        raise HipsError(Errors.E755.format(path=options.register))


def check_authors(
    options: JobOptions, given: Input, scope: str, suggest: Callable[[str], str]
) -> str:
    """Refuse to give an author whose rows can be told by the pseudonym another name in each.

    options (JobOptions): What the run is asked for.
    given (Input): The input.
    scope (str): The scope of the run.
    suggest (Callable): A wider scope to what gives every author one name.
    RETURNS (str): What the user should know, where that was asked for by --scope.
    RAISES (HipsError): E742 where an author has several rows and no scope was given, E743 where
        that cannot be seen before the first is replaced.
    """
    if scope not in APART or not given.columns.the("author"):
        return ""
    asked = options.scope or scope != "document"
    note = Warnings.W108.format(scope=scope)
    if options.input == STANDARD:
        if not asked:
            raise HipsError(Errors.E743)
        return note
    with given.again() as again:
        if not authors_repeat(again.items(), again.columns, APART[scope]):
            return ""
    if asked:
        return note
    # A conversation has several authors.
    wide = "corpus" if given.columns.the("speaker") else "author"
    raise HipsError(Errors.E742.format(command=suggest(wide)))


def lies_with(path: Path, output: Path) -> bool:
    """Does a file lie in the output folder, or beside the output file?"""
    place, out = path.resolve(), output.resolve()
    return place.parent == out.parent or out in place.parents


def settle_names(
    options: JobOptions,
    pipeline: Pipeline,
    given: Input,
    spans: SpanFile | None,
    after: int = 0,
    *,
    chosen: Callable[[Iterator[Item]], Iterator[Item]] = iter,
    kept: FoundSoFar | None = None,
) -> int:
    """Pass one: read the whole input, settle all new names, freeze the register.

    options (JobOptions): What the run is asked for.
    pipeline (Pipeline): The pipeline; its anonymizer has the register afterwards.
    given (Input): The input.
    spans (SpanFile): Spans from outside, if given.
    after (int): Resume: pass over the rows up to this number.
    chosen (Callable): Picks the documents of a run over some of them.
    kept (FoundSoFar): Keeps what is found for a run that goes on, and holds what one before found.
    RETURNS (int): How many identifiers are new in the register.
    """
    register = begin_register(options, pipeline)
    after = 0 if pipeline.decisions.joined else after  # whom the rows before name must be known
    after = kept.row if kept is not None else after
    into = register if kept is None else kept.into(register)
    note = None if kept is None else kept.note
    with given.again() as again:
        collect_all(pipeline, into, chosen(again.items(after)), spans, note)
    return freeze_register(options, pipeline, register)


def begin_register(options: JobOptions, pipeline: Pipeline) -> Register:
    """The register that names are collected for: the one that is there, or an empty one.

    options (JobOptions): What the run is asked for.
    pipeline (Pipeline): The pipeline; its anonymizer has the register afterwards.
    """
    anonymizer, path = pipeline.anonymizer, Path(options.register)
    register = Register(pipeline.secret, anonymizer.scope)
    if path.exists():
        register = Register.load(path, pipeline.secret, scope=anonymizer.scope)
    anonymizer.set_register(register)
    _make_folder(path)
    return register


def collect_all(
    pipeline: Pipeline,
    register: Collects,
    items: Iterator[Item],
    spans: SpanFile | None = None,
    note: Callable[[Iterable[Done]], None] | None = None,
) -> None:
    """Search documents, and tell a register what stands in them.

    pipeline (Pipeline): The pipeline.
    register (Collects): The register, or what brings it what was found.
    items (Iterator): The documents.
    spans (SpanFile): Spans from outside, if given.
    note (Callable): Told every batch when it is done.
    """
    anonymizer = pipeline.anonymizer
    runner = pipeline.runner(spans)
    runner.work = replace(runner.work, settle=None, tell=partial(found_in, anonymizer))
    anonymizer.search_only = True
    try:
        for batch in runner(with_ids(items, anonymizer.scope)):
            for done in batch:
                if isinstance(done, Result):
                    register.collect(done.told)
                    pipeline.keys.update(done.keys)
            if note is not None:
                note(batch)
    finally:
        anonymizer.search_only = False


def freeze_register(options: JobOptions, pipeline: Pipeline, register: Register) -> int:
    """Settle all names that were collected, and write the register.

    RETURNS (int): How many identifiers are new in it.
    """
    new = register.allocate(pipeline.anonymizer.replacer.makers, pipeline.nlp.lang)
    register.freeze(options.register)
    return new


def _make_folder(path: Path) -> None:
    """Make the folder of a register, so that it is not missed after pass one."""
    try:
        path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise HipsError(Errors.E130.format(path=path, reason=reason_of(error))) from None


def found_in(anonymizer: HipsAnonymizer, doc: Doc, document: Document) -> list[Found]:
    """What a register must know of a document, as pass two will find it.

    anonymizer (HipsAnonymizer): The component that replaces in pass two.
    doc (Doc): The document, searched.
    document (Document): Its cells.
    """
    found = [anonymizer.find(doc)]
    actions = actions_for(anonymizer.profile, anonymizer.actions)
    planned = [
        Replacement(s.start, s.end, s.start, s.end, s.label, s.id, action_of(s, actions), "")
        for s in read_group(doc, anonymizer.spans_key)
    ]
    parts = uncovered(document, planned)
    if CoverCells(anonymizer).covers(doc, document, parts):
        found.append(anonymizer.find(doc))
    return found


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
