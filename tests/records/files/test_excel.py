"""Workbooks: rows as of a csv; what has no role is not kept, wherever a workbook holds it."""

from __future__ import annotations

import re
import warnings
from datetime import datetime

import pytest

from spacy_hips import Job, JobOptions
from spacy_hips.core.errors import HipsError
from spacy_hips.desk.files.formats.values import without_literals
from spacy_hips.desk.files.readers import open_source
from spacy_hips.desk.files.sinks import Change, Place, open_sink

from .made import parts, standing, zipped

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


def add_format(book):
    book.active["C2"].number_format = '"Tendai Moyo" 0'
    book.active["D2"].number_format = 'dd "Moyo" yyyy'
    style = openpyxl.styles.NamedStyle("other", number_format='"Tendai" 0')
    book.add_named_style(style)
    book.active["C3"].style = style


def add_condition_format(book):
    look = openpyxl.styles.differential.DifferentialStyle(
        numFmt=openpyxl.styles.numbers.NumberFormat(numFmtId=170, formatCode='"Moyo"')
    )
    rule = openpyxl.formatting.rule.Rule(type="expression", dxf=look, formula=["TRUE"])
    book.active.conditional_formatting.add("B2", rule)


def add_scenario(book):
    from openpyxl.worksheet.scenario import InputCells, Scenario, ScenarioList

    cells = [InputCells(r="C2", val="Moyo")]
    book.active.scenarios = ScenarioList(
        scenario=[Scenario(inputCells=cells, name="Moyo", user="Tendai", comment="Ruth")]
    )


def add_theme(book):
    book.loaded_theme = openpyxl.writer.theme.theme_xml.replace(
        'name="Office Theme"', 'name="Tendai Moyo"'
    )


def add_words(book):
    book.active["E2"].value = "=Moyo+1"
    book.active["E3"].value = "=TENDAI(C2)"


def add_merged(book):
    sheet = book.active
    sheet["F3"] = "Tendai Moyo"
    sheet.merge_cells("F3:G4")
    sheet.merge_cells("B2:B3")  # its text stands in the first row only


PLACES = (
    add_comment, add_header, add_sheet, add_names, add_link, add_choices, add_condition, add_table,
    add_filter, add_chart, add_properties, add_formulas, add_style, add_cells, add_merged,
    add_format, add_condition_format, add_scenario, add_theme, add_words,
)  # fmt: skip


@pytest.mark.few(7)
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
    assert "Formulas: 0 kept, 0 replaced by what they gave." in told
    assert "[W132] 2 formula(s)" in told and "[W133] 2 cell(s)" in told


def with_values(data, cells):
    """A workbook in which formulas have values, as a program that counts has stored them."""
    entries = parts(data)
    name = "xl/worksheets/sheet1.xml"
    for cell, (formula, value) in cells.items():
        old = re.escape(f"<f>{formula}</f>").encode() + rb"<v\s*(?:/>|></v>)"
        new = f"<f>{formula}</f><v>{value}</v>".encode()
        entries[name], count = re.subn(old, new, entries[name])
        assert count == 1, cell
    return zipped(entries)


def test_formulas_with_values_are_replaced_by_them_and_none_is_told_empty(book, run, tmp_path):
    book.active["E2"].value = "=Moyo(C2)"
    book.active["E3"].value = "=SUM(C2:C3)+$C$2+1.5"
    book.save(tmp_path / "a.xlsx")
    cells = {"E2": ("Moyo(C2)", 7), "E3": ("SUM(C2:C3)+$C$2+1.5", 11)}
    given = with_values((tmp_path / "a.xlsx").read_bytes(), cells)

    class Book:
        def save(self, path):
            path.write_bytes(given)

    summary, data, new = run(Book())
    assert "Formulas: 1 kept, 1 replaced by what they gave." in summary.notes
    assert not any("W13" in note for note in summary.notes)
    assert (new.active["E2"].value, new.active["E3"].value) == (7, "=SUM(C2:C3)+$C$2+1.5")
    assert not standing(data, ORIGINALS)


@pytest.mark.parametrize(
    ("form", "new"),
    [
        ('"Tendai" 0', " 0"), ("0.00", "0.00"), ('#,##0 "kr"', "#,##0 "), ("General", "General"),
        ("dd/mm/yyyy hh:mm AM/PM", "dd/mm/yyyy hh:mm AM/PM"), ("[Red]-0;[>=5]0", "[Red]-0;[>=5]0"),
        ("\\T\\e\\n0", "0"), ("Tendai 0", "General"), ('0;0;0;"Moyo "@', "0;0;0;@"), ("_T*e0", "0"),
        ("[Moyo]0", "General"), ('"open', "General"), ("y" * 5000 + "!", "General"),
        ("[h]:mm", "[h]:mm"),
        ("[$Moyo-409]0", "0"), ("0.00E+00", "0.00E+00"), ("[$-409]d mmm yy", "d mmm yy"),
    ],
)  # fmt: skip
def test_a_format_keeps_no_text(form, new):
    assert without_literals(form) == new


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


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("</sheetData>", "</sheetData><mergeCells><mergeCell ref='A1:XFD1048576'/></mergeCells>"),
        ("</sheetData>", "<row r='9'>" + "<c/>" * 4_000_000 + "</row></sheetData>"),
    ],
)
def test_workbooks_that_unpack_to_too_much_are_refused(tmp_path, book, old, new):
    book.save(tmp_path / "a.xlsx")
    entries = parts((tmp_path / "a.xlsx").read_bytes())
    sheet = entries["xl/worksheets/sheet1.xml"]
    entries["xl/worksheets/sheet1.xml"] = sheet.replace(old.encode(), new.encode())
    (tmp_path / "a.xlsx").write_bytes(zipped(entries))
    with pytest.raises(HipsError, match="E796"):
        open_source(str(tmp_path / "a.xlsx"))


def test_rows_are_read_whatever_the_sheet_says_of_its_size(tmp_path, book):
    book.save(tmp_path / "a.xlsx")
    entries = parts((tmp_path / "a.xlsx").read_bytes())
    sheet = entries["xl/worksheets/sheet1.xml"]
    entries["xl/worksheets/sheet1.xml"] = sheet.replace(
        b'<dimension ref="A1:F3"', b'<dimension ref="A1:B2"'
    )
    assert entries["xl/worksheets/sheet1.xml"] != sheet
    (tmp_path / "a.xlsx").write_bytes(zipped(entries))
    with open_source(str(tmp_path / "a.xlsx")) as source:
        assert len(list(source)) == 2


def test_columns_without_a_name_are_numbered(tmp_path):
    made = openpyxl.Workbook()
    rows(made.active, ["text", None, " note "], ["a", 1, 2], [None, None, None], ["b"])
    made.save(tmp_path / "a.xlsx")
    with open_source(str(tmp_path / "a.xlsx")) as source:
        assert [row.fields for row in source] == [
            {"text": "a", "column 2": 1, "note": 2},
            {"text": "b", "column 2": "", "note": ""},
        ]


@pytest.mark.slow
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
