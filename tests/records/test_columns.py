"""Roles of columns: what the command line says, and what names say by themselves."""

from __future__ import annotations

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.desk.files.columns import checked_columns, obvious_columns, parse_columns


def test_roles_are_read():
    columns = parse_columns(["essay=text,sid=author,name=name,date=date,note=drop"])
    assert dict(columns.roles) == {
        "essay": "text", "sid": "author", "name": "name", "date": "date", "note": "drop",
    }  # fmt: skip
    assert columns.the("author") == "sid"
    assert columns.the("group") == ""
    assert columns.written == ("essay", "sid", "name", "date")
    assert columns.without_role(["essay", "grade"]) == ("grade",)


def test_a_column_whose_name_holds_a_comma_stands_alone():
    columns = parse_columns(["Essay, final=text", "a = author"])
    assert columns.having("text") == ("Essay, final",)
    assert columns.the("author") == "a"


def test_the_order_is_that_of_the_header():
    columns = parse_columns(["b=text,a=doc"]).ordered(["a", "x", "b"])
    assert columns.written == ("a", "b")


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        (["essay"], "E708"),
        (["=text"], "E708"),
        (["essay=txt"], "E707"),
        (["a=text,b=author,c=author"], "E711"),
        (["a=text,b=speaker"], "E721"),
    ],
)
def test_roles_that_cannot_be_used(entries, code):
    with pytest.raises(HipsError, match=code):
        parse_columns(entries)


@pytest.mark.parametrize(
    ("names", "roles"),
    [
        (["ID", "text", "spans", "grade", "full_text"], {"ID": "doc", "text": "text"}),
        (["essay", "author"], {"essay": "text", "author": "author"}),
        (["essay", "grade", "Text"], {"Text": "text"}),  # there the essay is a number
        (["full_text", "text", "student_id", "author"], {"text": "text", "author": "author"}),
    ],
)
def test_obvious_names_need_no_roles(names, roles):
    assert dict(obvious_columns(names).roles) == roles


def test_one_column_must_be_text():
    """But for conversations, whose form tells it: so what reads the roles alone cannot know."""
    assert parse_columns(["sid=author"]).the("author") == "sid"
    with pytest.raises(HipsError, match="E710"):
        checked_columns({"sid": "author"})


def test_without_an_obvious_text_roles_are_needed():
    with pytest.raises(HipsError, match="E710"):
        obvious_columns(["id", "answer"])
