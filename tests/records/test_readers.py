"""Readers: every row is either read or reported by its number; none is lost in silence."""

from __future__ import annotations

import csv
import io

import pytest
import spacy
from spacy.tokens import DocBin

from spacy_hips import set_ids
from spacy_hips.core.errors import HipsError
from spacy_hips.desk.files.file_formats import PEOPLE
from spacy_hips.desk.files.readers import guess_format, open_source
from spacy_hips.desk.files.rows import BadRow, Row, mend


@pytest.fixture
def write(tmp_path):
    def _write(name: str, content: str | bytes):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return _write


def fields(source) -> list:
    return [row.fields for row in source]


def reasons(source) -> list:
    return [(row.number, row.reason) for row in source if isinstance(row, BadRow)]


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("a.txt", "one\r\ntwo", [{"id": "a.txt", "text": "one\r\ntwo"}]),
        ("a.tsv", "id\ttext\n1\ta;b,c\n", [{"id": "1", "text": "a;b,c"}]),
        # Cells may hold lines, quotes and delimiters.
        ("a.csv", 'id,text\r\n1,"a ""quoted"", word\nand a line"\r\n\r\n2,\x00b\r\n',
         [{"id": "1", "text": 'a "quoted", word\nand a line'}, {"id": "2", "text": "\x00b"}]),
        # A table of the first Macs has lines, too.
        ("a.csv", 'id;text\r1;a\r2;"b\rc"\r',
         [{"id": "1", "text": "a"}, {"id": "2", "text": "b\rc"}]),
        # Lines of JSON under the name of a list are read, too.
        ("a.json", '{"text": "a"}\n{"text": "b"}\n', [{"text": "a"}, {"text": "b"}]),
    ],
)  # fmt: skip
def test_what_is_read(write, name, content, found):
    assert fields(open_source(write(name, content))) == found


def test_standard_input_is_a_text_without_a_name(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"hi"), "utf8"))
    assert fields(open_source("-")) == [{"id": "", "text": "hi"}]


def test_a_folder_is_read_in_order_and_a_bad_file_does_not_stop_it(write, tmp_path):
    write("in/b.txt", "b")
    write("in/a.TXT", "a")
    write("in/c.txt", b"\xff\xfe\xff")
    rows = list(open_source(str(tmp_path / "in")))
    assert [row.fields["id"] for row in rows if isinstance(row, Row)] == ["a.TXT", "b.txt"]
    assert "E705" in rows[2].reason
    assert "c.txt" not in rows[2].reason
    assert rows[2].raw == "c.txt"


def test_markdown_subtitles_and_pages_are_texts(write, tmp_path):
    for name in ("in/a.md", "in/b.vtt", "in/c.SRT", "in/d.html"):
        (row,) = fields(open_source(write(name, "hi")))
        assert (row["id"], row["text"], row.get(PEOPLE, "")) == (name[3:], "hi", "")
    assert [row.fields["id"] for row in open_source(str(tmp_path / "in"))] == [
        "a.md",
        "b.vtt",
        "c.SRT",
        "d.html",
    ]


def test_files_of_other_kinds_are_bad_rows_and_counted_without_their_names(write, tmp_path):
    for name in ("in/a.txt", "in/Ana.pptx", "in/b/Ngozi.pptx", "in/notes", "in/.hidden"):
        write(name, "hi")
    source = open_source(str(tmp_path / "in"))
    rows = list(source)
    assert [row.raw for row in rows if isinstance(row, BadRow)] == [
        "Ana.pptx",
        "b/Ngozi.pptx",
        "notes",
    ]
    assert rows[0].reason == "a file that is no text by its name (.pptx)"
    assert "were not read: 3 (.pptx 2, no ending 1)." in source.note


def test_a_folder_without_texts_tells_what_is_there(write, tmp_path):
    write("in/Ana.pptx", "hi")
    with pytest.raises(HipsError, match=r"E732.*1 \(.pptx 1\)") as caught:
        open_source(str(tmp_path / "in"))
    assert "Ana" not in str(caught.value)


def test_an_empty_folder_is_an_error(tmp_path):
    with pytest.raises(HipsError, match="E732"):
        open_source(str(tmp_path))


def test_jsonl_lines_that_cannot_be_read_are_numbered(write):
    source = open_source(write("a.jsonl", '{"text": "a"}\n\nno json\n[1]\n{"text": "b"}'))
    assert [row.number for row in source] == [1, 2, 3, 4]
    source = open_source(write("a.jsonl", '{"text": "a"}\n\nno json\n[1]\n{"text": "b"}'))
    assert reasons(source) == [(2, "line 3 is no JSON"), (3, "line 4 is no JSON object")]


def test_a_file_without_any_json_object_says_why(write):
    assert open_source(write("a.jsonl", "\n[1]\n{broken")).unreadable == "line 2 is no JSON object"
    assert open_source(write("a.jsonl", '[1]\n{"text": "a"}')).unreadable == ""
    assert open_source(write("a.jsonl", "")).unreadable == ""


def test_deeply_nested_json_is_a_bad_row(write):
    source = open_source(write("a.jsonl", "[" * 100_000 + "\n" + '{"text": "a"}\n'))
    assert [type(row) for row in source] == [BadRow, Row]


def test_jsonl_keeps_order_behind_the_rows_that_were_looked_at(write):
    lines = "".join(f'{{"text": "{i}"}}\n' for i in range(200))
    source = open_source(write("a.jsonl", lines))
    assert source.fields == ("text",)
    assert [(row.number, row.fields["text"]) for row in source] == [
        (i + 1, str(i)) for i in range(200)
    ]


def test_a_json_list_is_read_and_what_is_no_object_numbered(write):
    text = '[{"text": "a", "n": 1},\n 7,\n {"text": "b"}]'
    source = open_source(write("a.json", text))
    assert source.fields == ("text", "n")
    assert fields(r for r in source if isinstance(r, Row)) == [{"text": "a", "n": 1}, {"text": "b"}]
    assert reasons(open_source(write("a.json", text))) == [(2, "item 2 is no JSON object")]


def test_a_json_list_that_breaks_off_is_told(write):
    source = open_source(write("a.json", '[{"text": "a"}, {"text": '))
    assert reasons(source) == [(2, "item 2 is no JSON; nothing from there on was read")]
    broken = open_source(write("a.json", "text"))
    assert broken.unreadable == "item 1 is no JSON; nothing from there on was read"


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_another_delimiter_is_found_and_told(write, delimiter):
    source = open_source(write("a.csv", f"id{delimiter}text\n1{delimiter}a, b\n"))
    assert source.fields == ["id", "text"]
    assert repr(delimiter) in source.note
    assert fields(source) == [{"id": "1", "text": "a, b"}]


def test_a_comma_is_the_delimiter_of_one_column(write):
    with open_source(write("a.csv", "text\nhello\n")) as source:
        assert (source.delimiter, source.note) == (",", "")


def test_a_ragged_row_is_reported_with_its_line(write):
    source = open_source(write("a.csv", 'id,text\n1,"a\nb"\n2\n3,c,d\n4,e\n'))
    assert reasons(source) == [
        (2, "line 4 has 1 cells, the header 2"),
        (3, "line 5 has 3 cells, the header 2"),
    ]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ('id,text\n1,a\n2,"b\n3,c\n4,d\n',
         "line 3: a quote is opened and never closed; the 2 lines behind it were not read"),
        ('id,text\n1,a\n2,"b', "line 3: a quote is opened and never closed"),
        ('id,text\n1,a\n2,"b\nc" d\n',
         "lines 3 to 4: a quote stands inside a quoted cell; write it twice"),
        ("id,text\n1,a\n2,b\rc\n", "line 3: a carriage return stands in a cell without quotes"),
    ],
)  # fmt: skip
def test_a_row_that_cannot_be_read_tells_why_and_in_which_lines(write, content, reason):
    rows = list(open_source(write("a.csv", content)))
    assert [type(row) for row in rows] == [Row, BadRow]
    assert rows[1].reason == reason
    assert rows[1].raw == content[content.index("2,") :]


@pytest.mark.parametrize(
    "content",
    ["\r", "a\rb", 'a"b\rc"d\n1\n', '"\r"', "a\r\r\nb\n", "x" * 200_000, '"a\rb",c\n1,2\n'],
)
def test_an_odd_header_is_read_or_refused(write, content):
    try:
        list(open_source(write("a.csv", content)))
    except HipsError as error:
        assert "E701" in str(error) or "E713" in str(error)


@pytest.mark.parametrize("delimiter", ["ab", '"', "\r", "\n"])
def test_a_delimiter_that_cannot_be_one(write, delimiter):
    with pytest.raises(HipsError, match="E719"):
        open_source(write("a.csv", "a,b\n"), delimiter=delimiter)


def test_standard_input_that_is_closed(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(HipsError, match=r"E701.*Standard input.*closed"):
        open_source("-")


def test_a_stray_quote_is_reported_and_the_rest_is_read(write):
    source = open_source(write("a.csv", 'id,text\n1,"a" b\n2,c\n'))
    rows = list(source)
    assert isinstance(rows[0], BadRow)
    assert rows[1].fields == {"id": "2", "text": "c"}


def test_cells_longer_than_pythons_limit_are_read_and_the_limit_stays(write):
    before = csv.field_size_limit()
    text = "word " * 100_000
    assert fields(open_source(write("a.csv", f'id,text\n1,"{text}"\n'))) == [
        {"id": "1", "text": text}
    ]
    assert csv.field_size_limit() == before


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "id,text,id\n", r"E712.*columns 1 and 3"),
        ("b.csv", "\n\n", "E713"),
        ("c.csv", "", "E713"),
        ("a.spacy", "text", r"E701.*no file of spaCy documents"),
    ],
)
def test_a_file_that_cannot_be_read_at_all(write, name, content, message):
    with pytest.raises(HipsError, match=message):
        open_source(write(name, content))


def test_invalid_bytes_in_a_table_name_their_position(write):
    path = write("a.csv", b"id,text\n1,caf\xe9\n")
    with pytest.raises(HipsError, match=r"E705.*position 13 "):
        list(open_source(path))
    assert fields(open_source(path, encoding="cp1252")) == [{"id": "1", "text": "café"}]


def test_documents_of_spacy_come_with_their_ids(tmp_path):
    nlp = spacy.blank("en")
    docs = [set_ids(nlp("Hello Ana."), doc="d1"), nlp("Bye.")]
    DocBin(docs=docs, store_user_data=True).to_disk(tmp_path / "a.spacy")
    rows = list(open_source(str(tmp_path / "a.spacy")))
    assert [row.fields for row in rows] == [
        {"id": "d1", "text": "Hello Ana."},
        {"id": "", "text": "Bye."},
    ]
    assert all(isinstance(row.doc, bytes) for row in rows)


def test_missing_input_and_unknown_names(write, tmp_path):
    with pytest.raises(HipsError, match=r"E701.*not there"):
        guess_format(str(tmp_path / "none.csv"))
    with pytest.raises(HipsError, match="E714"):
        guess_format(write("a.pptx", ""))


def test_lone_surrogates_are_mended_in_place():
    assert mend("a\ud800b") == ("a\ufffdb", 1)
    assert mend("👩‍👧 שלום") == ("👩‍👧 שלום", 0)
