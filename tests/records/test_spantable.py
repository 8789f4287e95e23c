"""The file of spans as a table: for Excel, for people, and back."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_hips.core.errors import HipsError
from spacy_hips.core.spans import PiiSpan
from spacy_hips.desk.files.columns import parse_columns
from spacy_hips.desk.files.documents import build
from spacy_hips.desk.files.rows import Row
from spacy_hips.desk.found.spanfile import SpanFile, span_lines
from spacy_hips.desk.found.spantable import COLUMNS, doubt, read_table, table_of

TEXT = "I am Ana Ruiz, born 3/4, id 007. Ana Ruiz likes Bo."
FOUND = [
    PiiSpan(5, 13, "PERSON", 0.9, "ner", "PERSON:1"),
    PiiSpan(28, 31, "ID_NUM", 0.3, "rules.id", "ID_NUM:1"),
]


def document(text: str = TEXT, id: str = "001"):
    columns = parse_columns(["id=doc,text=text"])
    return build([Row(1, {"id": id, "text": text})], columns)


def written(path, lines, added: dict[str, str] | None = None):
    """The table, with a line that somebody has added to it."""
    path.write_bytes(table_of(lines, path))
    if added:
        part = "\t" if path.suffix == ".tsv" else ","
        with path.open("a", encoding="utf8", newline="") as out:
            out.write(part.join(added.get(name, "") for name in COLUMNS) + "\r\n")
    return path


def added(text: str, row: str = "1") -> dict[str, str]:
    return {"row": row, "column": "text", "text": text}


def cells(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


class TestForASpreadsheet:
    def test_it_begins_with_a_byte_order_mark_and_a_header(self):
        data = table_of(span_lines(document(), FOUND), "found.csv")
        assert data.startswith(b"\xef\xbb\xbfstatus,label,text,before,after")
        assert b"\r\n" in data

    def test_the_most_doubtful_line_comes_first_and_those_without_a_span_last(self):
        lines = [*span_lines(document(), FOUND), *span_lines(document("none", "2"), [])]
        assert [c["text"] for c in cells(table_of(lines, "f.csv"))] == ["'007", "Ana Ruiz", ""]

    @pytest.mark.parametrize(
        "text",
        ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1", "＝1", "007", "1e5", "3/4", "Mar 4",
         "TRUE", "12.3.2021", "'twas"],
    )  # fmt: skip
    def test_no_cell_can_be_meant_as_a_formula_a_number_or_a_date(self, text):
        (row,) = cells(table_of([{"status": "found", "start": 0, "text": text}], "f.csv"))
        assert row["text"].startswith("'")

    @pytest.mark.parametrize("text", ["Ana", "O'Neil", "ana@x.org", "Ana 2", "e1"])
    def test_other_cells_stay_as_they_are(self, text):
        (row,) = cells(table_of([{"status": "found", "start": 0, "text": text}], "f.csv"))
        assert row["text"] == text

    @given(st.text(st.characters(exclude_categories=("C", "Z")), min_size=1))
    def test_every_text_comes_back(self, text):
        import tempfile
        from pathlib import Path

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "f.csv")
            path.write_bytes(table_of([{"status": "found", "row": 1, "text": text}], path))
            ((_, line),) = read_table(path)
            assert line["text"] == text


class TestDoubt:
    @pytest.mark.parametrize(
        "line, wanted",
        [
            ({"status": "found", "score": 1.0}, 0),
            ({"status": "found", "score": 0.6}, 0.4),
            ({"status": "found", "score": 1.0, "public": 0.7}, 0.7),
            ({"status": "reject", "score": 1.0, "public": 0.7}, 0.3),
            ({"status": "found", "score": 1.0, "public": None}, 0),
        ],
    )
    def test_is_the_probability_of_being_wrong(self, line, wanted):
        assert doubt({"start": 1, **line}) == pytest.approx(wanted)


class TestReadAgain:
    def test_spans_come_back_as_they_were_found(self, tmp_path):
        file = SpanFile(written(tmp_path / "f.csv", span_lines(document(), FOUND)))
        assert sorted(file.of(document()).spans, key=lambda s: s.start) == FOUND

    @pytest.mark.parametrize("ending", ["csv", "tsv"])
    def test_a_line_added_by_hand_needs_row_column_and_text_only(self, tmp_path, ending):
        path = tmp_path / f"f.{ending}"
        file = SpanFile(written(path, span_lines(document(), FOUND), added("Bo")))
        (bo,) = [s for s in file.of(document()).spans if s.start > 31]
        assert (TEXT[bo.start : bo.end], bo.label) == ("Bo", "PERSON")
        assert file.unused == []

    def test_it_is_hidden_wherever_it_stands_in_the_cell_and_labelled_as_elsewhere(self, tmp_path):
        path = written(tmp_path / "f.csv", span_lines(document(), []), added("Ana Ruiz"))
        file = SpanFile(path)
        assert [s.start for s in file.of(document()).spans] == [5, 33]

    def test_a_text_that_is_not_in_its_cell_is_an_error(self, tmp_path):
        file = SpanFile(written(tmp_path / "f.csv", span_lines(document(), FOUND), added("Eva")))
        with pytest.raises(HipsError, match=r"E803.*line 4"):
            file.of(document())

    def test_a_row_that_never_comes_is_told(self, tmp_path):
        line = added("Eva", row="12")
        file = SpanFile(written(tmp_path / "f.csv", span_lines(document(), FOUND), line))
        file.of(document())
        assert file.unused == [4]

    @pytest.mark.parametrize(
        "said, hidden",
        [("Accept", 1), ("ACCEPT ", 1), ("yes", 1), ("Y", 1), ("accepted.", 1), ("", 1),
         ("Reject", 0), ("NO", 0), (" keep", 0)],
    )  # fmt: skip
    def test_what_people_write_for_a_status(self, tmp_path, said, hidden):
        lines = [{**line, "status": said} for line in span_lines(document(), FOUND[:1])]
        path = written(tmp_path / "f.csv", [{**line, "status": "found"} for line in lines])
        path.write_text(path.read_text("utf-8-sig").replace("\nfound,", f"\n{said},"), "utf8")
        assert len(SpanFile(path).of(document()).spans) == hidden

    def test_any_other_status_is_an_error_with_its_line(self, tmp_path):
        path = written(tmp_path / "f.csv", span_lines(document(), FOUND[:1]))
        path.write_text(path.read_text("utf-8-sig").replace("\nfound,", "\nperhaps,"), "utf8")
        with pytest.raises(HipsError, match=r"E723.*line 2.*status"):
            SpanFile(path)

    def test_excel_may_save_it_with_semicolons_in_the_encoding_of_its_country(self, tmp_path):
        text = "Zoë met José."
        path = tmp_path / "f.csv"
        data = table_of(span_lines(document(text), [PiiSpan(0, 3, "PERSON")]), path)
        path.write_bytes(data.decode("utf-8-sig").replace(",", ";").encode("cp1252"))
        assert [s.start for s in SpanFile(path).of(document(text)).spans] == [0]

    def test_a_surrogate_is_taken(self, tmp_path):
        lines = [{**x, "surrogate": "Eva Li"} for x in span_lines(document(), FOUND[:1])]
        (span,) = SpanFile(written(tmp_path / "f.csv", lines)).of(document()).spans
        assert span.surrogate == "Eva Li"

    def test_one_that_shows_the_original_is_an_error(self, tmp_path):
        lines = [{**x, "surrogate": "Dr. ANA  ruiz"} for x in span_lines(document(), FOUND[:1])]
        file = SpanFile(written(tmp_path / "f.csv", lines))
        with pytest.raises(HipsError, match=r"E800.*PERSON in row 1"):
            file.of(document())
