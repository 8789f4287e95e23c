"""spacy-hips leaks: look for known people in a finished release."""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import HipsError
from ..core.labels import KEPT
from ..desk.files.decoding import DEFAULT_ENCODING
from ..desk.files.file_formats import FORMATS
from ..desk.files.internal import FILES, IDS, REJECTED, SPANS, rejected_rows
from ..desk.files.output import FileTarget, check_output
from ..desk.files.readers import Source, as_text, guess_format, open_source, reason_of
from ..desk.files.rows import BadRow, Row
from ..desk.files.writers import json_line
from ..desk.run.people_table import known_people as read_people
from ._app import FAILED
from ._console import say, show, show_json
from ._paths import alone
from .errors import Errors

if TYPE_CHECKING:
    from ..lab.evaluate.leaks import Leak, LeakCount
    from ..who.persons.search.index import KnownPerson

INTERNAL = "Its details are internal: they show originals."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument("release", help="what is to be published: a file or folder")
    parser.add_argument("--format", choices=FORMATS, default="", help="where the name tells none")
    parser.add_argument(
        "--encoding", default=DEFAULT_ENCODING, help="encoding of release and originals"
    )
    parser.add_argument("--known-people", metavar="FILE", help="table of people (csv or jsonl)")
    parser.add_argument(
        "--originals", metavar="FILE", help="the input of the run; with --internal-dir"
    )
    parser.add_argument(
        "--internal-dir",
        metavar="DIR",
        help="that of the run: tells what was replaced, and by what",
    )
    parser.add_argument("--details", metavar="FILE", help="list every place here; internal")
    parser.add_argument("--force", action="store_true", help="replace a list that is there")
    parser.add_argument("--json", action="store_true", help="the counts as JSON")


def run(args: argparse.Namespace) -> int:
    """Search a release.

    args (Namespace): The options.
    RETURNS (int): 0 where nobody was found, else 1, and where a row could not be read.
    RAISES (HipsError): E505 or E506 where it is not told whom to look for, E507 for an internal
        folder that cannot be read; others for a release or table that cannot be used.
    """
    if not args.known_people and not args.originals:
        raise HipsError(Errors.E505)
    if args.originals and not args.internal_dir:
        raise HipsError(Errors.E506)
    if not args.details:
        return _search(args)
    check_output(args.details, args.release, force=args.force)
    internal = [Path(args.internal_dir, name) for name in FILES] if args.internal_dir else []
    with alone(args, [args.details], read=internal):
        return _search(args)


def _search(args: argparse.Namespace) -> int:
    run_of = None
    if args.internal_dir:
        opened = partial(open_source, args.originals, encoding=args.encoding)
        run_of = RunOf(args.internal_dir, opened if args.originals else None)
    people = people_of(args.known_people, run_of)
    with open_source(args.release, args.format, encoding=args.encoding) as source:
        folder = (args.format or guess_format(args.release)) in ("folder", "zip")
        count, bad = count_leaks(_numbered(source, run_of, folder), people, run_of, args.details)
    _report(args, count, bad, run_of is not None)
    return FAILED if bad or count.hits else 0


def count_leaks(
    rows: Iterable[tuple[int, Row | BadRow]],
    people: Sequence[KnownPerson],
    run_of: RunOf | None,
    details: str | None = None,
) -> tuple[LeakCount, int]:
    """Search the rows of a release.

    rows (Iterable): Each with its number among the originals, where that is known.
    people (Sequence[KnownPerson]): Whom to look for.
    run_of (RunOf): Tells what was drawn; None where it is not known.
    details (str): Where to list every place; internal.
    RETURNS (tuple): What was found, and how many rows could not be read.
    """
    from ..lab.evaluate.leaks import LeakCount, LeakSearch

    search, count, bad = LeakSearch(people), LeakCount(people=len(people)), 0
    target = FileTarget(details, private=True) if details else None
    try:
        for number, row in rows:
            if isinstance(row, BadRow):
                bad += 1
                continue
            more = search.parts_of(run_of.originals.get(number, ())) if run_of else {}
            kinds = []
            for column, text in _cells(row):
                for leak in search(text, more):
                    if run_of and run_of.drew(number, column, leak):
                        count.by_chance += 1
                        continue
                    kinds.append(leak.kind)
                    if target is not None:
                        target.write(json_line(_detail(row, column, text, leak)))
            count.add(kinds)
        if target is not None:
            target.finish()
    except BaseException:
        if target is not None:
            target.abandon(keep=False)
        raise
    return count, bad


def people_of(known_people: str | None, run_of: RunOf | None) -> list[KnownPerson]:
    """Whom to look for: the table's people, and what was replaced, but for single words."""
    people = list(read_people(known_people).people) if known_people else []
    rows = run_of.originals.values() if run_of else ()
    found = (person for row in rows for person in row if len(person.name.split()) != 1)
    once = {(p.name or p.emails or p.handles or p.person_id): p for p in found}
    return [*people, *once.values()]


def _numbered(
    source: Source, run_of: RunOf | None, folder: bool
) -> Iterator[tuple[int, Row | BadRow]]:
    """The rows of the release, each with its number in the originals where that is known."""
    for row in source:
        if run_of is None or isinstance(row, BadRow):
            yield row.number, row
        else:
            yield run_of.number(row, folder), row


def _cells(row: Row) -> Iterator[tuple[str, str]]:
    for column, value in row.fields.items():
        text = as_text(value)
        if text is None and value is not None:
            text = json.dumps(value, ensure_ascii=False)
        if text:
            yield column, text


def _detail(row: Row, column: str, text: str, leak: Leak) -> dict[str, Any]:
    from ..lab.evaluate.mistakes import context

    return {
        "row": row.number,
        "column": column,
        "start": leak.start,
        "end": leak.end,
        "kind": leak.kind,
        "person": leak.person,
        "text": text[leak.start : leak.end],
        "context": context(text, leak.start, leak.end),
    }


class RunOf:
    """What the internal folder of a run tells, and the originals if they are given.

    folder (str | Path): The internal folder.
    originals (Callable): Opens the input of the run; None where it is not given.
    RAISES (HipsError): E507 for a folder that cannot be read.
    """

    def __init__(self, folder: str | Path, originals: Callable[[], Source] | None = None) -> None:
        self._folder = Path(folder)
        self._rejected = rejected_rows(self._lines(REJECTED))
        self._named = {line["pseudonym"]: line["row"] for line in self._lines(IDS)}
        self._drawn: dict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
        self._places: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
        for line in self._lines(SPANS, needed=True):
            if line["action"] not in KEPT:
                new = line["new_start"], line["new_end"]
                self._drawn[line["row"], line["column"]].append(new)
            self._places[line["row"]].append(line)
        self.originals = self._originals(originals) if originals is not None else {}
        self._at = 0

    def number(self, row: Row, folder: bool) -> int:
        """The number of a released row among the originals: rejected ones were left out."""
        if folder:
            return int(self._named.get(Path(str(row.fields["id"])).stem[:12], 0))
        self._at += 1
        while self._at in self._rejected:
            self._at += 1
        return self._at

    def drew(self, number: int, column: str, leak: Leak) -> bool:
        """Does a place lie in a surrogate? Then it was drawn, for somebody else."""
        drawn = self._drawn.get((number, column), ())
        return any(start <= leak.start and leak.end <= end for start, end in drawn)

    def places(self, number: int) -> Sequence[Mapping[str, Any]]:
        """What the run found in a row, with what it did there."""
        return self._places.get(number, ())

    def _originals(self, opened: Callable[[], Source]) -> dict[int, list[KnownPerson]]:
        out: dict[int, list[KnownPerson]] = {}
        with opened() as source:
            for row in source:
                if isinstance(row, Row):
                    found = (_person(row, line) for line in self._places[row.number])
                    out[row.number] = [person for person in found if person is not None]
        return out

    def _lines(self, name: str, *, needed: bool = False) -> Iterator[dict[str, Any]]:
        path = self._folder / name
        try:
            if needed or path.exists():
                for line in path.read_text("utf8").splitlines():
                    yield json.loads(line)
            return
        except OSError as error:
            reason = reason_of(error)
        except ValueError:
            reason = "it is no list of this program"
        raise HipsError(Errors.E507.format(path=path, reason=reason))


def _person(row: Row, line: Mapping[str, Any]) -> KnownPerson | None:
    """What was replaced at one place, as somebody to look for; None for what is not searched."""
    from ..lab.evaluate.leaks import sought

    text = (as_text(row.fields.get(line["column"])) or "")[line["start"] : line["end"]]
    return sought(line["label"], text, f"row {row.number} {line['column']} {line['start']}")


def _report(args: argparse.Namespace, count: LeakCount, bad: int, told: bool) -> None:
    figures = count.to_json()
    if args.json:
        show_json({**figures, "unreadable_rows": bad}, on_error=False)
        return
    whom = "people and replaced originals" if args.originals else "people"
    show(f"{count.documents:,} documents searched for {count.people:,} {whom}")
    for kind, own in figures["found"].items():
        show(
            f"  {kind:<16}{own['places']:>6,} in {own['documents']:,} documents, "
            f"{own['per_1000_documents']:.1f} per 1,000"
        )
    if not figures["found"]:
        show("  nobody found")
    if count.by_chance:
        show(f"{count.by_chance:,} more lie in surrogates: drawn, for somebody else.")
    elif figures["found"] and not told:
        show("Surrogates may be among them, by chance: --internal-dir of the run tells them apart.")
    if bad:
        say(f"{bad:,} rows could not be read and were not searched")
    if args.details:
        say(f"{args.details}: {INTERNAL}")
