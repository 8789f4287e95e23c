import json

import pytest
import spacy
from spacy.tokens import DocBin

from spacy_hips.core.errors import HipsError
from spacy_hips.core.spans import read_group
from spacy_hips.desk.annotations.annotations import (
    Annotated,
    read_annotations,
    to_docs,
    write_annotations,
)

TEXT = "By Ana Lopez\n\nMy mail is ana@x.org"
RECORD = Annotated("7", TEXT, ((3, 12, "NAME_STUDENT"), (25, 34, "EMAIL")))
KAGGLE = {
    "document": 7,
    "full_text": TEXT,
    "tokens": ["By", "Ana", "Lopez", "\n\n", "My", "mail", "is", "ana@x.org"],
    "trailing_whitespace": [True, True, False, False, True, True, True, False],
    "labels": ["O", "B-NAME_STUDENT", "I-NAME_STUDENT", "O", "O", "O", "O", "B-EMAIL"],
}


@pytest.fixture
def nlp():
    return spacy.blank("en")


def saved(path, *rows):
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf8")
    return path


def spans(doc, key="pii"):
    return [(s.start, s.end, s.label) for s in read_group(doc, key)]


def test_jsonl_with_offsets(tmp_path):
    row = {"id": "7", "text": TEXT, "spans": [[3, 12, "NAME_STUDENT"], [25, 34, "EMAIL"]]}
    path = saved(tmp_path / "a.jsonl", row)
    assert read_annotations(path) == [RECORD]


def test_spans_may_be_objects_and_further_fields_are_kept(tmp_path):
    row = {
        "text": "Ana",
        "spans": [{"start": 0, "end": 3, "label": "PERSON"}],
        "roles": [[0, 3, "student", "student"]],
    }
    (record,) = read_annotations(saved(tmp_path / "a.jsonl", row))
    assert record.spans == ((0, 3, "PERSON"),)
    assert record.extra["roles"] == [[0, 3, "student", "student"]]


def test_kaggle_json(tmp_path):
    path = tmp_path / "train.json"
    path.write_text(json.dumps([KAGGLE]))
    (record,) = read_annotations(path)
    assert (record.id, record.text, record.spans) == ("7", TEXT, RECORD.spans)
    assert record.tokens == tuple(KAGGLE["tokens"])


def test_kaggle_records_may_stand_in_jsonl(tmp_path):
    (record,) = read_annotations(saved(tmp_path / "a.jsonl", KAGGLE))
    assert record.spans == RECORD.spans


def test_neighbours_and_loose_inner_tags(tmp_path):
    """Two names side by side stay two; an "I-" without its "B-" begins a span."""
    row = KAGGLE | {
        "full_text": "Ana Lopez Luis",
        "tokens": ["Ana", "Lopez", "Luis"],
        "trailing_whitespace": [True, True, False],
        "labels": ["I-NAME_STUDENT", "I-NAME_STUDENT", "B-NAME_STUDENT"],
    }
    (record,) = read_annotations(saved(tmp_path / "a.jsonl", row))
    assert record.spans == ((0, 9, "NAME_STUDENT"), (10, 14, "NAME_STUDENT"))


@pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.spacy"])
def test_what_is_written_can_be_read(tmp_path, name):
    assert write_annotations([RECORD], tmp_path / name) == 1
    (record,) = read_annotations(tmp_path / name)
    assert (record.id, record.text, record.spans) == ("7", TEXT, RECORD.spans)


def test_kaggle_tokens_survive_writing(tmp_path):
    record = read_annotations(saved(tmp_path / "a.jsonl", KAGGLE))[0]
    write_annotations([record], tmp_path / "b.json")
    assert json.loads((tmp_path / "b.json").read_text()) == [KAGGLE]


def test_labels_that_kaggle_lacks_are_left_out(tmp_path):
    write_annotations([Annotated("1", "I am Ana", ((5, 8, "NAME_PRIVATE"),))], tmp_path / "a.json")
    assert json.loads((tmp_path / "a.json").read_text())[0]["labels"] == ["O", "O", "O"]


def test_docs_hold_the_gold_with_exact_characters(nlp):
    (doc,) = to_docs([RECORD], nlp)
    assert spans(doc) == list(RECORD.spans)
    assert [s.text for s in doc.spans["pii"]] == ["Ana Lopez", "ana@x.org"]
    assert doc.user_data["id"] == "7"


def test_docs_survive_a_docbin(nlp):
    docs = list(to_docs([RECORD], nlp, labelled=["NAME_STUDENT"]))
    binary = DocBin(docs=docs, store_user_data=True).to_bytes()
    (doc,) = DocBin().from_bytes(binary).get_docs(nlp.vocab)
    assert spans(doc) == list(RECORD.spans)
    assert list(doc.user_data["hips_labelled"]) == ["NAME_STUDENT"]


def test_tokens_of_the_source_can_be_kept(nlp, tmp_path):
    record = read_annotations(saved(tmp_path / "a.jsonl", KAGGLE))[0]
    (doc,) = to_docs([record], nlp, source_tokens=True)
    assert [t.text for t in doc] == KAGGLE["tokens"]
    assert doc.text == TEXT


def test_persons_become_entities(nlp):
    extra = {
        "roles": [[0, 3, "student", "a"], [8, 12, "private", "b"], [17, 20, "student", "a"]],
        "persons": {"a": {}, "b": {}},
    }
    text = "Ana and Luis and Ana"
    record = Annotated(
        "1", text, ((0, 3, "PERSON"), (8, 12, "PERSON"), (17, 20, "PERSON")), None, None, extra
    )
    (doc,) = to_docs([record], nlp)
    assert [s.id for s in read_group(doc, "pii")] == ["PERSON:1", "PERSON:2", "PERSON:1"]
    assert doc.user_data["hips_roles"] == extra["roles"]


GLUED = Annotated("1", "AnaLopez2020 wrote it", ((0, 8, "PERSON"), (13, 18, "PERSON")))


def test_a_span_off_the_borders_of_tokens_is_an_error_that_tells_the_way_out(nlp):
    with pytest.raises(HipsError, match=r"E416.*Record 1.*0 to 8.*expand") as error:
        list(to_docs([GLUED], nlp))
    assert "Ana" not in str(error.value)


def test_off_the_borders_expand_or_drop(nlp):
    (doc,) = to_docs([GLUED], nlp, misaligned="expand")
    assert [s.text for s in doc.spans["pii"]] == ["AnaLopez2020", "wrote"]
    assert spans(doc)[0] == (0, 8, "PERSON")
    (doc,) = to_docs([GLUED], nlp, misaligned="drop")
    assert [s.text for s in doc.spans["pii"]] == ["wrote"]


def test_overlaps_are_an_error_or_the_longest_wins(tmp_path):
    spots = [[0, 3, "PERSON"], [0, 9, "PERSON"], [4, 14, "PERSON"]]
    row = {"id": 1, "text": "Ana Lopez Diaz", "spans": spots}
    path = saved(tmp_path / "a.jsonl", row)
    with pytest.raises(HipsError, match=r"E415.*Record 1.*overlaps='longest'"):
        read_annotations(path)
    (record,) = read_annotations(path, overlaps="longest")
    assert record.spans == ((0, 3, "PERSON"), (4, 14, "PERSON"))


def test_a_span_given_twice_is_one(tmp_path):
    row = {"text": "Ana", "spans": [[0, 3, "PERSON"], [0, 3, "PERSON"]]}
    (record,) = read_annotations(saved(tmp_path / "a.jsonl", row))
    assert len(record.spans) == 1


@pytest.mark.parametrize(
    "row",
    [
        {"text": "Ana", "spans": [[0, 3, "WIZARD"]]},
        KAGGLE | {"labels": ["B-WIZARD"] + ["O"] * 7},
    ],
)
def test_an_unknown_label(tmp_path, row):
    with pytest.raises(HipsError, match=r"E413.*Record 1.*WIZARD.*NAME_STUDENT"):
        read_annotations(saved(tmp_path / "a.jsonl", row))


@pytest.mark.parametrize(
    "span", [[0, 4, "PERSON"], [-1, 2, "PERSON"], [2, 2, "PERSON"], [2, 1, "PERSON"]]
)
def test_a_span_outside_of_its_text(tmp_path, span):
    with pytest.raises(HipsError, match=r"E414.*Record 2"):
        read_annotations(
            saved(tmp_path / "a.jsonl", {"text": "x"}, {"text": "Ana", "spans": [span]})
        )


@pytest.mark.parametrize(
    "row",
    [
        {"id": 1},
        {"text": 5},
        {"text": "Ana", "spans": [[0, 3]]},
        {"text": "Ana", "spans": [["0", 3, "PERSON"]]},
        {"text": "Ana", "spans": [[0, True, "PERSON"]]},
        "Ana Lopez",
        KAGGLE | {"labels": ["O"]},
        KAGGLE | {"full_text": "another text"},
    ],
)
def test_a_record_that_cannot_be_read(tmp_path, row):
    with pytest.raises(HipsError, match=r"E411.*Record 1 of .*a\.jsonl") as error:
        read_annotations(saved(tmp_path / "a.jsonl", row))
    assert "Lopez" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.jsonl", "", "E412"),
        ("a.jsonl", "\n\n", "E412"),
        ("a.json", "[]", "E412"),
        ("a.json", "", "E412"),
        ("a.jsonl", '{"text": "Ana Lopez"}\n{"text": "Ana Lopez\n',
         r"E411.*Record 2.*line 2 is no JSON"),
        ("a.spacy", "nothing", r"E411.*no DocBin"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read(tmp_path, name, content, message):
    (tmp_path / name).write_text(content)
    with pytest.raises(HipsError, match=message) as error:
        read_annotations(tmp_path / name)
    assert "Lopez" not in str(error.value)


def test_formats_and_settings_are_checked(tmp_path, nlp):
    with pytest.raises(HipsError, match="E404"):
        read_annotations(tmp_path / "a.jsonl")
    for function in (read_annotations, lambda path: write_annotations([], path)):
        with pytest.raises(HipsError, match="E417"):
            function(tmp_path / "a.docx")
    with pytest.raises(HipsError, match=r"E418.*overlaps"):
        read_annotations(tmp_path / "a.jsonl", overlaps="shortest")
    with pytest.raises(HipsError, match=r"E418.*misaligned"):
        list(to_docs([RECORD], nlp, misaligned="ignore"))


def test_a_spacy_file_with_entities_only(tmp_path, nlp):
    doc = nlp("I am Ana")
    doc.ents = [doc.char_span(5, 8, label="PERSON")]
    DocBin(docs=[doc]).to_disk(tmp_path / "a.spacy")
    (record,) = read_annotations(tmp_path / "a.spacy")
    assert record.spans == ((5, 8, "PERSON"),)


@pytest.mark.slow  # reads a corpus
def test_the_real_development_set(shared, nlp):
    records = read_annotations(shared / "data" / "student_essays" / "dev.jsonl")
    docs = list(to_docs(records, nlp, misaligned="expand"))
    assert sum(len(doc.spans["pii"]) for doc in docs) == sum(len(r.spans) for r in records) == 61
