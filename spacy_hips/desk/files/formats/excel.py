"""Workbooks (.xlsx): rows as of a csv, and rewritten in place with their formats and formulas.

Only cells of columns with a role are kept. Whatever else a workbook holds (comments, headers,
links, pictures, charts, names, lists of choices) has no role, and so is not kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from ....core.errors import HipsError
from ....core.later import re
from ...errors import Errors, Warnings
from ..columns import OBVIOUS
from ..readers import Source, open_bytes, shown
from ..rows import BadRow, Row
from ..sinks import Change, Place, Sink, Written
from .archive import MOST_BYTES, Archive, looks_like_xml, write_zip
from .content import Unreadable, needed
from .limits import CELLS, Allowance
from .sources import lock_note
from .values import dated, plain, without_literals

EXTRA = "tables"
_CORE = "docProps/core.xml"
_NO_PROPERTIES = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<cp:coreProperties xmlns:cp="http://'
    b'schemas.openxmlformats.org/package/2006/metadata/core-properties"/>'
)
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ENTITIES = (b"<!DOCTYPE", b"<!ENTITY")
_REFERS = re.compile(r"[\"!\[{]")
"""In a formula: a text of its own, or another sheet or file."""
_NAME = re.compile(r"\$?[A-Z]{1,3}\$?\d{1,7}|\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|TRUE|FALSE", re.I)
_WORD = re.compile(r"[$]?[^\W\d][\w.$]*(?::\$?[A-Za-z]{1,3}\b)?(\s*\()?")
_FORMULA = re.compile(rb"<(?:\w+:)?c\b[^>]*>(?=\s*<(?:\w+:)?f\b)(.*?)</(?:\w+:)?c>", re.S)
_VALUE = re.compile(rb"<(?:\w+:)?v(?:\s[^>]*)?>[^<]")
_THEME_NAME = re.compile(rb"(\sname=)(?:\"[^\"]*\"|'[^']*')")
MOST_CELLS = 100_000_000
"""Of a sheet, its rows times the columns of its header."""
HEADER_ROWS = 1000
"""Within so many rows the header stands."""
_STREAM = 1 << 20
_MERGE = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]*?ref=[\"']([A-Z]+\d+:[A-Z]+\d+)")


class ExcelSource(Source):
    """The rows of a workbook: those of its first sheet that has a text column, else of its first.

    Further sheets with the same header are read as well. Formulas count as what they last gave.

    RAISES (HipsError): E713 without a header, E712 for two columns of one name, E787-E792 for a
        workbook that cannot be read.
    """

    def _start(self) -> None:
        self.note = lock_note(self.path)
        self._stream, self.size = open_bytes(self.path)
        try:
            self._open_book()
            self._find_sheets()
        except Unreadable as error:
            self.close()
            raise error.told(shown(self.path)) from None
        except HipsError:
            self.close()
            raise

    def close(self) -> None:
        """Give the file back."""
        self._stream.close()

    def _open_book(self) -> None:
        (openpyxl,) = needed(EXTRA, "openpyxl")
        archive = Archive(self._stream)
        allowance = Allowance().file(self.size or _STREAM)
        for name in archive.names:
            if archive.is_link(name):
                raise Unreadable(Errors.E791, reason="it holds a link")
            allowance.unpack(archive.size(name))
            data = archive.read(name)
            if looks_like_xml(data):
                allowance.mark(data, CELLS)
                allowance.step(sum(map(_area, _MERGE.findall(data))), CELLS)
                if any(mark in data[:1024] for mark in _ENTITIES):
                    raise Unreadable(Errors.E789, reason="a part of it declares entities")
        self._stream.seek(0)
        with _explained():
            self._book = openpyxl.load_workbook(self._stream, read_only=True, data_only=True)
            for sheet in self._book.worksheets:
                if hasattr(sheet, "reset_dimensions"):
                    sheet.reset_dimensions()  # what the file says of them need not be true

    def _find_sheets(self) -> None:
        self.headers: dict[str, tuple[int, list[str]]] = {}
        with _explained():
            for sheet in self._book.worksheets:
                if found := _header(sheet):
                    self.headers[sheet.title] = found
        if not self.headers:
            raise HipsError(Errors.E713.format(path=shown(self.path)))
        chosen = next(
            (header for _, header in self.headers.values() if any(map(_is_text, header))),
            next(iter(self.headers.values()))[1],
        )
        self.fields = chosen
        for i, name in enumerate(chosen):
            if name in chosen[:i]:
                first = chosen.index(name) + 1
                message = Errors.E712.format(path=shown(self.path), first=first, second=i + 1)
                raise HipsError(message)
        self.sheets = [name for name, (_, header) in self.headers.items() if header == chosen]
        if empty := sum(map(self._without_value, self.sheets)):
            told = Warnings.W132.format(path=shown(self.path), count=f"{empty:,}")
            self.note = " ".join(filter(None, (self.note, told)))
        others = len(self._book.sheetnames) - len(self.sheets)
        if others:
            note = f"Sheets with other columns, neither read nor written: {others:,}."
            self.note = " ".join(filter(None, (self.note, note)))

    def _without_value(self, name: str) -> int:
        """How many formulas of a sheet have no stored value, as those have that a program wrote."""
        with self._book[name]._get_source() as stream:
            return sum(not _VALUE.search(cell) for cell in _FORMULA.findall(stream.read()))

    def __iter__(self) -> Iterator[Row | BadRow]:
        for number, (_, _, cells) in enumerate(self.rows(), 1):
            values = (plain(value) for value in cells)
            fields = {n: "" if v is None else v for n, v in zip(self.fields, values, strict=True)}
            yield Row(number, fields)

    def rows(self) -> Iterator[tuple[str, int, list[Any]]]:
        """The rows that hold something: the sheet, the row in it, the cells."""
        width = len(self.fields)
        for name in self.sheets:
            first = self.headers[name][0] + 1
            sheet = self._book[name]
            with _explained_to(self.path):
                merged = _Merged(sheet)
                found = sheet.iter_rows(min_row=first, max_col=width, values_only=True)
                for at, cells in enumerate(found, first):
                    if at * width > MOST_CELLS:
                        raise Unreadable(Errors.E796, what="cells")
                    own = list(cells[:width]) + [None] * (width - len(cells))
                    if any(value not in (None, "") for value in own):
                        yield name, at, merged.filled(at, own)
                    else:
                        merged.filled(at, own)


class _Merged:
    """Tells what cells show that are merged with one above: a name merged over several rows is that
    of all of them. Only the first of the cells holds it, and is written.

    sheet (Worksheet): As it is opened for reading only.
    """

    def __init__(self, sheet: Any) -> None:
        from openpyxl.utils.cell import range_boundaries

        self._above: dict[tuple[int, int], int] = {}
        self._values: dict[tuple[int, int], Any] = {}
        with sheet._get_source() as stream:
            data = stream.read().rpartition(b"</sheetData>")[2]
        for place in _MERGE.findall(data):
            left, first, _, last = range_boundaries(place.decode())
            self._above.update({(at, left - 1): first for at in range(first, last + 1)})

    def filled(self, at: int, cells: list[Any]) -> list[Any]:
        """The cells of a row as they are shown.

        at (int): Its number in the sheet; rows come in their order.
        cells (list): What they hold.
        """
        for index, value in enumerate(cells if self._above else ()):
            first = self._above.get((at, index))
            if first is not None:
                kept = self._values.setdefault((first, index), value)
                cells[index] = kept if value in (None, "") else value
        return cells


class ExcelSink(Sink):
    """A workbook rewritten in place."""

    def __init__(self, place: Place) -> None:
        assert isinstance(place.source, ExcelSource)
        self._source = place.source
        self._columns = place.columns
        self._file = place.open()
        self._released: dict[int, tuple[Mapping[str, Any], Mapping[str, Any]]] = {}
        super().__init__(self._file)

    def put(self, values: Mapping[str, Any], name: str, change: Change | None = None) -> None:
        assert change is not None
        old = change.row.fields
        self._released[change.row.number] = (
            {c: v for c, v in values.items() if v != old.get(c)},
            {c: old.get(c) for c in values},
        )

    def finish(self) -> None:
        packed = BytesIO()
        self._book().save(packed)
        write_zip(Written(self._file), _undated(packed))
        super().finish()

    def _book(self) -> Any:
        (openpyxl,) = needed(EXTRA, "openpyxl")
        places = {n: (sheet, at) for n, (sheet, at, _) in enumerate(self._source.rows(), 1)}
        with open_bytes(self._source.path)[0] as stream, _explained_to(self._source.path):
            book = openpyxl.load_workbook(stream)
        left_out = _Stripped(book, self._source.sheets)
        formulas = _Formulas(left_out.names)
        rows = {places[number]: released for number, released in self._released.items()}
        for name in self._source.sheets:
            self._fill(book[name], name, rows, formulas)
        for number, name in enumerate(self._source.sheets, 1):
            book[name].title = f"hips {number}"
        for number, sheet in enumerate(book.worksheets, 1):
            sheet.title = f"Sheet{number}"
        self.notes += [note for note in (left_out.note(), formulas.note()) if note]
        return book

    def _fill(
        self, sheet: Any, name: str, rows: Mapping[tuple[str, int], Any], formulas: _Formulas
    ) -> None:
        from openpyxl.cell.cell import MergedCell

        head, header = self._source.headers[name]
        for cells in sheet.iter_rows():
            at = cells[0].row
            changed, old = rows.get((name, at), ({}, {}))
            for index, cell in enumerate(cells):
                if isinstance(cell, MergedCell):  # hidden below the first one, and empty
                    continue
                cell.comment = cell.hyperlink = None
                if cell.value is None:
                    continue
                column = header[index] if index < len(header) else ""
                if at == head and column in self._columns:
                    continue
                if column in changed:
                    _write(cell, changed[column])
                elif column not in old or column not in self._columns:
                    cell.value = None
                elif cell.data_type == "f" and not formulas.kept(cell.value, old[column]):
                    _write(cell, old[column])


def write_exchanged(
    stream: Any, path: str | Path, rows: Iterable[tuple[tuple[str, int], Sequence[Any], Any]]
) -> None:
    """Write a workbook with some rows emptied and the cells of others exchanged.

    stream (Any): Where to.
    path (Path): The workbook.
    rows (Iterable): Sheet and number of each row, the values it shows, and the new ones; None
        empties it.
    """
    from openpyxl.cell.cell import MergedCell

    (openpyxl,) = needed(EXTRA, "openpyxl")
    with open_bytes(str(path))[0] as source, _explained_to(str(path)):
        book = openpyxl.load_workbook(source)
    for (sheet, at), old, new in rows:
        for index, value in enumerate(old):
            cell = book[sheet].cell(at, index + 1)
            if isinstance(cell, MergedCell) or (new is not None and new[index] == value):
                continue
            _write(cell, "" if new is None else new[index])
    packed = BytesIO()
    book.save(packed)
    write_zip(stream, _undated(packed))


def _undated(packed: BytesIO) -> Iterator[tuple[str, bytes]]:
    """The parts of a workbook, without the time of the run and the names of programs."""
    packed.seek(0)
    archive = Archive(packed, MOST_BYTES)
    for name in archive.names:
        yield name, _NO_PROPERTIES if name == _CORE else archive.read(name)


class _Formulas:
    """Which formulas stay: those of cells, numbers and Excel's own functions, and of nothing else.

    names (Sequence[str]): Those of ranges.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = [name.lower() for name in names]
        self._count: Counter[str] = Counter()

    def kept(self, formula: Any, value: Any) -> bool:
        """Does a formula stay?

        formula (Any): The formula.
        value (Any): What it gave last; "" where that is not stored.
        """
        text = formula if isinstance(formula, str) else ""
        own = bool(text) and not _REFERS.search(text) and all(map(_is_excels, _WORD.finditer(text)))
        own = own and not any(name in text.lower() for name in self._names)
        self._count["kept" if own else "emptied" if value in (None, "") else "replaced"] += 1
        return own

    def note(self) -> str:
        if not self._count:
            return ""
        count = {name: f"{self._count[name]:,}" for name in ("kept", "replaced", "emptied")}
        emptied = (
            f" {Warnings.W133.format(count=count['emptied'])}" if self._count["emptied"] else ""
        )
        told = f"{count['kept']} kept, {count['replaced']} replaced by what they gave"
        return f"Formulas: {told}.{emptied}"


def _is_excels(word: re.Match[str]) -> bool:
    """Is a word of a formula a cell, a value or a function that every Excel has?"""
    from openpyxl.utils import FORMULAE

    name = word[0].removesuffix(word[1] or "") if word[1] else word[0]
    return name.upper() in FORMULAE if word[1] else bool(_NAME.fullmatch(name))


def _area(place: bytes) -> int:
    """How many cells are merged at a place such as A1:B2."""
    from openpyxl.utils.cell import range_boundaries

    left, first, right, last = range_boundaries(place.decode())
    return int((abs(right - left) + 1) * (abs(last - first) + 1))


class _Stripped:
    """Takes from a workbook whatever is no cell of a sheet that was read.

    book (Workbook): The workbook.
    sheets (Sequence[str]): The sheets that were read.
    """

    def __init__(self, book: Any, sheets: Sequence[str]) -> None:
        self._gone: Counter[str] = Counter()
        self.names = [*book.defined_names]
        self._strip_book(book)
        for name in list(book.sheetnames):
            if name not in sheets:
                del book[name]
        for sheet in book.worksheets:
            self.names += [*sheet.defined_names]
            self._strip(sheet)

    def _strip_book(self, book: Any) -> None:
        from openpyxl.packaging.core import DocumentProperties
        from openpyxl.packaging.custom import CustomPropertyList

        self._gone["names of ranges"] += len(book.defined_names)
        book.defined_names.clear()
        book._external_links = []
        book.properties = DocumentProperties(creator="")
        book.custom_doc_props = CustomPropertyList()
        book.code_name = None
        book.security = None
        book._differential_styles.styles = []
        book._table_styles = None
        book.loaded_theme = _THEME_NAME.sub(rb'\1"Office"', book.loaded_theme or b"") or None
        formats = book._number_formats
        formats[:] = [without_literals(form) for form in formats]
        formats.clean = False
        for style in book._named_styles:
            style.number_format = without_literals(style.number_format)
        custom = (style for style in book._named_styles if not style.builtinId and style.name)
        for number, style in enumerate(custom, 1):
            if style.name != "Normal":
                style.name = f"Style {number}"

    def _strip(self, sheet: Any) -> None:
        from openpyxl.formatting.formatting import ConditionalFormattingList
        from openpyxl.worksheet.datavalidation import DataValidationList
        from openpyxl.worksheet.filters import AutoFilter
        from openpyxl.worksheet.header_footer import HeaderFooter
        from openpyxl.worksheet.protection import SheetProtection
        from openpyxl.worksheet.scenario import ScenarioList

        cells = [cell for cell in sheet._cells.values() if cell.comment or cell.hyperlink]
        self._gone["comments"] += sum(bool(cell.comment) for cell in cells)
        self._gone["links"] += sum(bool(cell.hyperlink) for cell in cells)
        self._gone["images"] += len(sheet._images)
        self._gone["charts"] += len(sheet._charts)
        self._gone["pivot tables"] += len(sheet._pivots)
        self._gone["tables"] += len(sheet.tables)
        self._gone["lists of choices"] += len(sheet.data_validations.dataValidation)
        self._gone["scenarios"] += len(sheet.scenarios.scenario)
        self._gone["names of ranges"] += len(sheet.defined_names)
        self._gone["headers and footers"] += bool(sheet.HeaderFooter)
        sheet._images, sheet._charts, sheet._pivots = [], [], []
        sheet.tables.clear()
        sheet.defined_names.clear()
        sheet.data_validations = DataValidationList()
        sheet.conditional_formatting = ConditionalFormattingList()
        sheet.auto_filter = AutoFilter()
        sheet.HeaderFooter = HeaderFooter()
        sheet.scenarios = ScenarioList()
        sheet.protection = SheetProtection()
        sheet._hyperlinks = []
        sheet.legacy_drawing = None
        sheet.sheet_properties.codeName = None
        sheet.print_title_rows = sheet.print_title_cols = None

    def note(self) -> str:
        gone = ", ".join(f"{kind} {count:,}" for kind, count in self._gone.items() if count)
        return f"Not searched, and left out of the workbook: {gone}." if gone else ""


def _write(cell: Any, value: Any) -> None:
    """Put a released value into a cell: a text is never a formula, a date stays one."""
    if value == "":
        cell.value = None
    elif not isinstance(value, str):
        cell.value = value
    elif cell.is_date and (day := dated(value)) is not None:
        cell.value = day
    else:
        cell.value = _ILLEGAL.sub("\ufffd", value)
        cell.data_type = "s"


def _header(sheet: Any) -> tuple[int, list[str]] | None:
    """The row of the header, and its columns; None for a sheet without cells."""
    if not hasattr(sheet, "iter_rows"):
        return None
    for at, cells in enumerate(sheet.iter_rows(max_row=HEADER_ROWS, values_only=True), 1):
        names = [str(plain(value) or "").strip() for value in cells]
        while names and not names[-1]:
            names.pop()
        if names:
            return at, [name or f"column {n}" for n, name in enumerate(names, 1)]
    return None


def _is_text(name: str) -> bool:
    return OBVIOUS.get(name.lower()) == "text"


@contextmanager
def _explained() -> Iterator[None]:
    """What openpyxl raises for a broken workbook, as an error of this package."""
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what it does not keep; the notes tell
            yield
    except (HipsError, Unreadable, OSError):
        raise
    except Exception:
        raise Unreadable(Errors.E789, reason="it is no whole workbook") from None


@contextmanager
def _explained_to(path: str) -> Iterator[None]:
    try:
        with _explained():
            yield
    except Unreadable as error:
        raise error.told(shown(path)) from None
