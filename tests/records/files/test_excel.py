"""Workbooks: rows as of a csv; what has no role is not kept, wherever a workbook holds it."""

from __future__ import annotations

import warnings
from datetime import datetime

import pytest

from spacy_hips import Job, JobOptions
from spacy_hips.errors import HipsError
from spacy_hips.records.readers import open_source
from spacy_hips.records.sinks import Change, Place, open_sink

from .made import standing

openpyxl = pytest.importorskip("openpyxl", reason="needs the extra tables")
pytest.importorskip("lxml", reason="needs the extra documents")

ROLES = {"id": "doc", "essay": "text", "score": "keep", "when": "date", "sum": "keep"}
HEADER = ["id", "essay", "score", "when", "sum", "note"]
ORIGINALS = ("tendai", "moyo", "ruth", "achterberg")


def rows(sheet, *found):
    for row in found:
        sheet.append(row)


@pytest.fixture
def book():
    made = openpyxl.Workbook()
    rows(
        made.active,
        HEADER,
        [1, "Write to tendai@moyo.org.", 3.5, datetime(2021, 3, 25), "=C2*2", "call Tendai"],
        [2, "Nothing.", 4, datetime(2021, 3, 26), None, None],
    )
    return made


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("HIPS_SECRET", "a secret of the workbook tests")

    def run(book, roles=ROLES, **options):
        book.save(tmp_path / "in.xlsx")
        made = JobOptions(
            input=str(tmp_path / "in.xlsx"), output=str(tmp_path / "out.xlsx"), columns=roles,
            rules_only=True, force=True, **options,
        )  # fmt: skip
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            summary = Job(made).run()
        data = (tmp_path / "out.xlsx").read_bytes()
        return summary, data, openpyxl.load_workbook(tmp_path / "out.xlsx")

    return run


def test_types_formats_and_formulas_stay(book, run):
    book.active["B2"].font = openpyxl.styles.Font(bold=True)
    book.active.column_dimensions["B"].width = 77
    _, data, new = run(book)
    sheet = new.active
    assert [cell.value for cell in sheet[1]] == HEADER[:-1]
    assert sheet["B2"].value.startswith("Write to ")
    assert sheet["B2"].font.bold
    assert sheet.column_dimensions["B"].width == 77
    assert (sheet["C2"].value, sheet["E2"].value) == (3.5, "=C2*2")
    assert isinstance(sheet["D2"].value, datetime)
    assert sheet["D2"].value != datetime(2021, 3, 25)
    assert not standing(data, ORIGINALS)
    assert run(book)[1] == data


def add_comment(book):
    book.active["B2"].comment = openpyxl.comments.Comment("by Tendai Moyo", "Ruth Achterberg")


def add_header(book):
    book.active.oddHeader.center.text = book.active.firstFooter.left.text = "Tendai Moyo"


def add_sheet(book):
    book.active.title = "Moyo"
    book.create_sheet("Tendai").append(["Tendai Moyo"])
    book.create_sheet("hidden").sheet_state = "veryHidden"


def add_names(book):
    book.defined_names["Moyo"] = openpyxl.workbook.defined_name.DefinedName(
        "Moyo", attr_text="Sheet!$A$1"
    )
    book.active.defined_names["Tendai"] = openpyxl.workbook.defined_name.DefinedName(
        "Tendai", attr_text="Sheet!$A$1"
    )
    book.active["E2"].value = "=Moyo+1"


def add_link(book):
    book.active["B2"].hyperlink = "mailto:tendai@moyo.org"


def add_choices(book):
    choices = openpyxl.worksheet.datavalidation.DataValidation("list", formula1='"Tendai,Ruth"')
    choices.add("B2")
    book.active.add_data_validation(choices)


def add_condition(book):
    rule = openpyxl.formatting.rule.FormulaRule(formula=['B2="Tendai"'])
    book.active.conditional_formatting.add("B2", rule)


def add_table(book):
    book.active.add_table(openpyxl.worksheet.table.Table(displayName="Moyo", ref="A1:F3"))


def add_filter(book):
    book.active.auto_filter.ref = "A1:F3"
    book.active.auto_filter.add_filter_column(1, ["Tendai"])


def add_chart(book):
    chart = openpyxl.chart.BarChart()
    chart.title = "Tendai Moyo"
    book.active.add_chart(chart, "H1")


def add_properties(book):
    book.properties.creator = book.properties.lastModifiedBy = "Tendai Moyo"
    book.properties.title = book.properties.description = "Moyo"
    book.custom_doc_props.append(
        openpyxl.packaging.custom.StringProperty(name="who", value="Tendai Moyo")
    )


def add_formulas(book):
    book.active["E2"].value = '=CONCATENATE("Tendai",C2)'
    book.active["E3"].value = "='[Moyo.xlsx]Sheet'!A1"


def add_style(book):
    style = openpyxl.styles.NamedStyle("Moyo")
    book.add_named_style(style)
    book.active["B2"].style = style


def add_cells(book):
    book.active["H9"].value = "Tendai Moyo, far away"


def add_merged(book):
    sheet = book.active
    sheet["F3"] = "Tendai Moyo"
    sheet.merge_cells("F3:G4")
    sheet.merge_cells("B2:B3")  # its text stands in the first row only


PLACES = (
    add_comment, add_header, add_sheet, add_names, add_link, add_choices, add_condition, add_table,
    add_filter, add_chart, add_properties, add_formulas, add_style, add_cells, add_merged,
)  # fmt: skip


@pytest.mark.parametrize("add", PLACES)
def test_wherever_a_workbook_holds_an_original_it_goes(book, run, add):
    add(book)
    summary, data, new = run(book)
    assert not standing(data, ORIGINALS)
    assert new.sheetnames == ["Sheet1"]
    assert summary.documents == 2


def test_what_is_left_out_is_told(book, run):
    for add in (add_comment, add_header, add_sheet, add_formulas):
        add(book)
    summary, _, _ = run(book)
    told = "\n".join(summary.notes)
    assert "comments 1" in told and "headers and footers 1" in told
    assert "Sheets with other columns, neither read nor written: 2." in told
    assert "Formulas: 0 kept, 2 replaced by what they gave." in told


def test_sheets_of_the_same_columns_are_read_one_after_another(book, run):
    more = book.create_sheet("Group B")
    rows(more, [None], HEADER, [3, "Write to ruth@achterberg.org.", 1])
    summary, data, new = run(book)
    assert summary.documents == 3
    assert new.sheetnames == ["Sheet1", "Sheet2"]
    assert new["Sheet2"]["B3"].value.startswith("Write to ")
    assert not standing(data, ORIGINALS)


def test_the_sheet_with_the_text_is_read_wherever_it_stands(book, run):
    book.create_sheet("Read me", 0).append(["About this workbook"])
    summary, _, new = run(book)
    assert (summary.documents, new.sheetnames) == (2, ["Sheet1"])


def test_a_row_that_is_rejected_is_empty(book, run):
    book.active["B3"].value = 17
    summary, _, new = run(book)
    assert [number for number, _ in summary.rejected] == [2]
    assert not any(cell.value for cell in new.active[3])


def test_a_text_is_never_a_formula(book, run):
    cell = book.active["B3"]
    cell.value = "=tendai@moyo.org is my mail"
    cell.data_type = "s"
    _, data, new = run(book)
    assert new.active["B3"].data_type == "s"
    assert not standing(data, ORIGINALS)


@pytest.mark.parametrize(
    ("header", "code"), [(["text", "a", "a"], "E712"), ([None], "E713"), ([], "E713")]
)
def test_headers_that_are_refused(tmp_path, header, code):
    made = openpyxl.Workbook()
    made.active.append(header)
    made.save(tmp_path / "a.xlsx")
    with pytest.raises(HipsError, match=code):
        open_source(str(tmp_path / "a.xlsx"))


def test_columns_without_a_name_are_numbered(tmp_path):
    made = openpyxl.Workbook()
    rows(made.active, ["text", None, " note "], ["a", 1, 2], [None, None, None], ["b"])
    made.save(tmp_path / "a.xlsx")
    with open_source(str(tmp_path / "a.xlsx")) as source:
        assert [row.fields for row in source] == [
            {"text": "a", "column 2": 1, "note": 2},
            {"text": "b", "column 2": "", "note": ""},
        ]


def test_thousands_of_rows_are_read_and_written(tmp_path):
    made = openpyxl.Workbook(write_only=True)
    sheet = made.create_sheet()
    sheet.append(["id", "text"])
    for number in range(5_000):
        sheet.append([number, f"Text {number}."])
    made.save(tmp_path / "in.xlsx")
    with open_source(str(tmp_path / "in.xlsx")) as source:
        place = Place(
            output=str(tmp_path / "out.xlsx"), columns=["id", "text"], doc="id", text="text",
            source=source,
        )  # fmt: skip
        sink = open_sink("xlsx", place)
        for row in source:
            sink.put({"id": f"p{row.number}", "text": row.fields["text"]}, "", Change(row, {}))
        sink.finish()
    with open_source(str(tmp_path / "out.xlsx")) as source:
        assert [row.fields["id"] for row in source] == [f"p{n}" for n in range(1, 5_001)]


def test_a_name_over_merged_cells_is_that_of_all_their_rows_and_written_once(run):
    """It is found in the texts of all of them, and stands in the first cell alone."""
    made = openpyxl.Workbook()
    essays = ("I am Tendai.", "My friend Tendai Moyo wrote it.", "By tendai moyo", "Mine.")
    names = ("Tendai Moyo", None, None, "Ruth")
    rows(made.active, ["who", "essay"], *zip(names, essays, strict=True))
    made.active.merge_cells("A2:A4")
    _, data, new = run(made, {"who": "name", "essay": "text"})
    (_, *body) = new.active.iter_rows(values_only=True)
    names = [name for name, _ in body]
    assert names[0] and names[1:3] == [None, None] and names[3]
    assert new.active.merged_cells.ranges
    assert not standing(data, ["tendai", "moyo", "ruth"])
    assert all(" " in essay for _, essay in body[:3])
