"""Gold is read from jsonl, and names are made comparable."""

from __future__ import annotations

import json

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.desk.annotations.annotations import Annotated, write_annotations
from spacy_hips.lab.evaluate.gold import Gold, NameMapping, read_gold


def write(tmp_path, *rows) -> str:
    path = tmp_path / "gold.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_spans_may_be_lists_or_objects(tmp_path):
    path = write(
        tmp_path,
        {"id": 7, "text": "I am Ana.", "spans": [[5, 8, "NAME_STUDENT"]]},
        {"text": "Ana", "spans": [{"start": 0, "end": 3, "label": "PERSON"}], "tokens": ["Ana"]},
        {"full_text": "nothing"},
    )
    assert read_gold(path) == [
        Gold(1, "7", "I am Ana.", ((5, 8, "NAME_STUDENT"),)),
        Gold(2, "", "Ana", ((0, 3, "PERSON"),), ("Ana",)),
        Gold(3, "", "nothing", ()),
    ]


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ({"text": "Ana", "spans": [[0, 9, "PERSON"]]}, "E502"),
        ({"text": "Ana", "spans": [[2, 2, "PERSON"]]}, "E502"),
        ({"text": "Ana", "spans": [[0, 3, "NICK"]]}, "E413"),
        ({"text": "Ana", "spans": [[0, 3, "Ana Ruiz"]]}, r"E413.*\(a label of 8 characters\)"),
        ({"text": "Ana", "spans": [[0, 3]]}, "E504"),
        ({"text": "Ana", "spans": 3}, "E504"),
        ({"text": "Ana", "spans": [{"start": 1}]}, "E504"),
        ({"text": 3}, "E504"),
        ({"text": "Ana", "tokens": "Ana"}, "E504"),
        ([], "E411"),
    ],
)
def test_records_that_cannot_be_used_are_named_by_number(tmp_path, row, code):
    with pytest.raises(HipsError, match=rf"{code}.*(Record 1|label)"):
        read_gold(write(tmp_path, row))


def test_an_empty_file_measures_nothing(tmp_path):
    with pytest.raises(HipsError, match="E501"):
        read_gold(write(tmp_path))


def gold(*labels: str) -> list[Gold]:
    return [Gold(1, "", "Ana Ben Cem", tuple((0, 3, label) for label in labels))]


def test_a_person_is_a_student_where_the_gold_knows_only_students():
    names = NameMapping(gold("NAME_STUDENT", "EMAIL"))
    assert names([(0, 3, "PERSON"), (4, 7, "NAME_PRIVATE")]) == [
        (0, 3, "NAME_STUDENT"),
        (4, 7, "NAME_PRIVATE"),
    ]
    assert "NAME_STUDENT" in names.statement


def test_every_name_is_a_person_where_the_gold_knows_no_roles():
    names = NameMapping(gold("PERSON", "EMAIL"))
    assert names([(0, 3, "NAME_STUDENT"), (4, 7, "PERSON")]) == [(0, 3, "PERSON"), (4, 7, "PERSON")]
    assert names.statement == "All name labels count as PERSON."


@pytest.mark.parametrize("labels", [("NAME_STUDENT", "NAME_PRIVATE"), ()])
def test_labels_stay_if_the_gold_knows_other_names(labels):
    names = NameMapping(gold(*labels))
    assert names([(0, 3, "PERSON")]) == [(0, 3, "PERSON")]
    assert names.statement == ""


def test_all_names_can_be_merged():
    names = NameMapping(gold("NAME_STUDENT"), merge=True)
    assert names([(0, 3, "NAME_STUDENT"), (4, 7, "EMAIL")]) == [(0, 3, "PERSON"), (4, 7, "EMAIL")]


KAGGLE = {
    "document": 7, "full_text": "By Ana Ruiz", "tokens": ["By", "Ana", "Ruiz"],
    "trailing_whitespace": [True, True, False],
    "labels": ["O", "B-NAME_STUDENT", "I-NAME_STUDENT"],
}  # fmt: skip
READ = Gold(1, "7", "By Ana Ruiz", ((3, 11, "NAME_STUDENT"),), ("By", "Ana", "Ruiz"))


def test_the_kaggle_layout_is_read_as_a_list_and_by_lines(tmp_path):
    listed, lines = tmp_path / "train.json", tmp_path / "train.jsonl"
    listed.write_text(json.dumps([KAGGLE]))
    lines.write_text(json.dumps(KAGGLE))
    assert read_gold(str(listed)) == read_gold(str(lines)) == [READ]


def test_a_json_list_of_offsets_is_read(tmp_path):
    path = tmp_path / "gold.json"
    path.write_text(json.dumps([{"id": "7", "text": "By Ana", "spans": [[3, 6, "PERSON"]]}]))
    assert read_gold(str(path)) == [Gold(1, "7", "By Ana", ((3, 6, "PERSON"),))]


def test_spacy_files_are_read(tmp_path):
    path = tmp_path / "gold.spacy"
    write_annotations([Annotated("7", "By Ana Ruiz", ((3, 11, "NAME_STUDENT"),))], path)
    assert read_gold(str(path)) == [READ]


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"labels": ["O"]}, "E504"),
        ({"full_text": "By Eva Ruiz"}, "E504"),
        ({"tokens": 3}, "E504"),
        ({"labels": ["O", "B-UNHEARD", "O"]}, "E413"),
    ],
)
def test_kaggle_records_that_cannot_be_used_are_named_by_number(tmp_path, changed, code):
    path = tmp_path / "train.json"
    path.write_text(json.dumps([{**KAGGLE, **changed}]))
    with pytest.raises(HipsError, match=code) as error:
        read_gold(str(path))
    assert "1" in str(error.value) and "Ruiz" not in str(error.value)
