"""A person leaves a table of known people; the other rows stay as they were written."""

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.who.persons.search.withdraw import without_person


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("p.csv", "person_id,name\ns1,Ana\ns2,Ben\n", "person_id,name\ns2,Ben\n"),
        ("p.csv", '\ufeffname;person_id\r\n"A;na";s1\r\nBen;s2', "\ufeffname;person_id\r\nBen;s2"),
        ("p.tsv", "person_id\tname\ns1\tAna\ns1\tAna\n", "person_id\tname\n"),
        ("p.csv", 'person_id,name\ns1,"Ana\nRuiz"\ns2,Ben\n', "person_id,name\ns2,Ben\n"),
        ("p.csv", "name\nS1\nBen\n", "name\nBen\n"),
        ("p.jsonl", '{"person_id": "s1"}\n\n{"name":"Ben"}\n', '\n{"name":"Ben"}\n'),
        ("p.csv", "person_id,name\ns11,Ana\n", "person_id,name\ns11,Ana\n"),
    ],
)
def test_only_the_persons_rows_go(tmp_path, name, before, after):
    (tmp_path / name).write_bytes(before.encode())
    assert without_person(tmp_path / name, "s1").data.decode() == after


@pytest.mark.parametrize(
    ("name", "data"), [("p.jsonl", b"{"), ("p.csv", b"\xff\xfe"), ("p.csv", b'a\n"b')]
)
def test_a_table_that_cannot_be_read(tmp_path, name, data):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(HipsError, match="E122"):
        without_person(tmp_path / name, "s1")


def test_a_table_that_is_not_there(tmp_path):
    with pytest.raises(HipsError, match="E122"):
        without_person(tmp_path / "none.csv", "s1")


def test_a_workbook_is_told_to_be_no_text(tmp_path):
    (tmp_path / "p.xlsx").write_bytes(b"PK\x03\x04\x00\x00\xff")
    with pytest.raises(HipsError, match="no text, or in an encoding"):
        without_person(tmp_path / "p.xlsx", "s1")
