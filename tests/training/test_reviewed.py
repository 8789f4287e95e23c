"""What a user knows of texts: read from labels and from reviews, and refused where it is wrong."""

from __future__ import annotations

import json

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.desk.files.documents import text_hash
from spacy_hips.lab.training.reviewed import read_reviewed

TEXT = "By Ana Ruiz\nI read Piaget with Ben."
ANA, PIAGET, BEN = (3, 11), (19, 25), (31, 34)


def write(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
    return path


def marks(row):
    return [(row.text[m.start : m.end], m.role, m.label) for m in row.marks]


LABELS = {
    "students alone: who is not marked is no student": (
        {"spans": [[*ANA, "NAME_STUDENT"]]}, (), False, ("instructor", "private", "public"),
    ),
    "two kinds: nothing is known of others": (
        {"spans": [[*ANA, "NAME_STUDENT"], [*BEN, "NAME_PRIVATE"]]}, (), False, (),
    ),
    "two kinds that are marked everywhere": (
        {"spans": [[*ANA, "NAME_STUDENT"], [*BEN, "NAME_PRIVATE"]]},
        ("NAME_STUDENT", "NAME_PRIVATE"), False, ("instructor", "public"),
    ),
    "all kinds are marked everywhere: others are public": (
        {"spans": [[*ANA, "NAME_STUDENT"]]},
        ("NAME_STUDENT", "NAME_INSTRUCTOR", "NAME_PRIVATE"), True, ("public",),
    ),
    "roles tell who everybody is": (
        {"spans": [], "roles": [[*ANA, "student", False]]}, (), True, (),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", LABELS)
def test_labels_tell_what_is_known_of_others(case, tmp_path):
    fields, labelled, complete, unmarked = LABELS[case]
    path = write(tmp_path / "a.jsonl", {"id": "e1", "text": TEXT, **fields})
    (row,) = read_reviewed(path, labelled=labelled).rows
    assert marks(row)[0] == ("Ana Ruiz", "student", "")
    assert (row.complete, row.unmarked) == (complete, unmarked)


def test_a_person_whose_role_is_not_told_is_in_doubt(tmp_path):
    path = write(tmp_path / "a.jsonl", {"text": TEXT, "spans": [[*BEN, "PERSON"]]})
    assert marks(read_reviewed(path).rows[0]) == [("Ben", "public", "doubt")]


CODE = (14, 18)  # "read"
OWN = {
    "beside names": ([[[*ANA, "NAME_STUDENT"], [*CODE, "VERB"]]] * 2, ""),
    "over a name": ([[[*ANA, "NAME_STUDENT"], [*ANA, "VERB"]]] * 2, ""),
    "they overlap": ([[[*CODE, "VERB"], [15, 20, "VERB"]]] * 2, "E415"),
    "in one text only": ([[[*CODE, "VERB"]], []], "E456"),
    "in none, for its name is misspelt": ([[[*CODE, "NAME_STUDENT"]]] * 2, "E456"),
    "it is not told which label is meant": ([[[*CODE, "NOUN"]]] * 2, "E413"),
}


@pytest.mark.parametrize("case", OWN)
def test_labels_of_ones_own_are_read_where_they_are_told(case, tmp_path):
    texts, code = OWN[case]
    rows = [{"id": f"e{n}", "text": f"{TEXT} {n}", "spans": s} for n, s in enumerate(texts)]
    path = write(tmp_path / "a.jsonl", *rows)
    if code:
        with pytest.raises(HipsError, match=code):
            read_reviewed(path, labelled=["VERB"])
    else:
        texts = read_reviewed(path, labelled=["VERB"])
        assert [len(row.spans) for row in texts.rows] == [1, 1] and texts.labels == ["VERB"]


def line(**more):
    """A line of what `find` wrote, and, without its text, of a decision about it."""
    return {"doc": "d1", "row": 1, "column": "text", "text_hash": text_hash(TEXT), **more}


FOUND = [
    line(start=ANA[0], end=ANA[1], label="NAME_STUDENT", status="found", cell=TEXT),
    line(start=PIAGET[0], end=PIAGET[1], label="NAME_PRIVATE", status="found"),
]
DECISIONS = {
    "accepted": ({"verdict": "accept", "label": "NAME_STUDENT"}, ("Ana Ruiz", "student", "")),
    "another role": ({"verdict": "accept", "label": "NAME_INSTRUCTOR"},
                     ("Ana Ruiz", "instructor", "")),
    "of a role that is not told": ({"verdict": "accept", "label": "PERSON"},
                                   ("Ana Ruiz", "private", "")),
    "rejected": ({"verdict": "reject"}, ("Ana Ruiz", "public", "")),
    "a part of the name is rejected": ({"verdict": "reject", "end": 6},
                                       ("Ana Ruiz", "public", "doubt")),
    "nobody has decided": (None, ("Ana Ruiz", "public", "doubt")),
}  # fmt: skip


@pytest.mark.parametrize("case", DECISIONS)
def test_a_review_tells_who_is_who(case, tmp_path):
    """What was added counts, and what nobody has decided on teaches nothing."""
    said, expected = DECISIONS[case]
    added = line(start=BEN[0], end=BEN[1], label="NAME_PRIVATE", verdict="added")
    own = [line(**{"start": ANA[0], "end": ANA[1], **said})] if said else []
    found = write(tmp_path / "found.jsonl", *FOUND)
    decisions = write(tmp_path / "decisions.jsonl", {"review": {}}, *own, added)
    (row,) = read_reviewed(found, [decisions]).rows
    assert marks(row) == [expected, ("Piaget", "public", "doubt"), ("Ben", "private", "")]
    assert (row.complete, row.binary) == (False, bool(said) and said.get("label") == "PERSON")


def test_what_else_a_reviewer_adds_is_told(tmp_path):
    said = [
        line(start=14, end=18, label="USERNAME", verdict="added"),
        line(start=19, end=25, verdict="reject"),
    ]
    path = write(tmp_path / "found.jsonl", *FOUND)
    decisions = write(tmp_path / "decisions.jsonl", {"review": {}}, *said)
    (row,) = read_reviewed(path, [decisions]).rows
    assert (row.spans, row.complete) == (((14, 18, "USERNAME"),), False)


ADDED = line(start=BEN[0], end=BEN[1], label="NAME_PRIVATE", verdict="added")
BAD = {
    "overlapping spans": (
        [{"text": TEXT, "spans": [[3, 6, "NAME_STUDENT"], [*ANA, "NAME_PRIVATE"]]}], None, "E415",
    ),
    "one text with two labels": (
        [{"text": TEXT, "spans": [[*ANA, label]]} for label in ("NAME_STUDENT", "NAME_PRIVATE")],
        None, "E454",
    ),
    "an unknown label": ([{"text": TEXT, "spans": [[*ANA, "COURSE_CODE"]]}], None, "E413"),
    "an unknown role": ([{"text": TEXT, "roles": [[*ANA, "king", ""]]}], None, "E504"),
    "a review without its decisions": (FOUND, None, "E453"),
    "decisions without their texts": ([{"review": {}}, ADDED], None, "E453"),
    "decisions about labelled texts": ([{"text": TEXT, "spans": []}], [ADDED], "E453"),
    "decisions about other texts": (FOUND, [{**ADDED, "text_hash": "x"}], "E455"),
    "decisions that contradict each other": (
        FOUND, [ADDED, {**ADDED, "label": "NAME_STUDENT"}], "E802",
    ),
    "a file without texts": ([{k: v for k, v in FOUND[0].items() if k != "cell"}], [ADDED], "E804"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_used_is_an_error(case, tmp_path):
    rows, decisions, code = BAD[case]
    path = write(tmp_path / "a.jsonl", *rows)
    said = [write(tmp_path / "d.jsonl", *decisions)] if decisions else []
    with pytest.raises(HipsError, match=code) as error:
        read_reviewed(path, said)
    assert "Ruiz" not in str(error.value)


def test_parts_share_no_author_and_each_has_names(tmp_path):
    rows = [{"text": f"{TEXT} {n}", "author": f"a{n // 2}",
             "spans": [[*ANA, "NAME_STUDENT"]] if n < 10 else []} for n in range(30)]  # fmt: skip
    texts = read_reviewed(write(tmp_path / "a.jsonl", *rows))
    folds = texts.folds
    assert texts.by == "author"
    assert sorted(n for fold in folds for n in fold) == list(range(30))
    assert [sum(texts.rows[n].has_private for n in fold) for fold in folds] == [2] * 5
    authors = [{texts.rows[n].family for n in fold} for fold in folds]
    assert sum(map(len, authors)) == 15


def test_a_language_that_is_not_learnt_is_left_out(tmp_path):
    finnish = (
        "Ja kun me tulimme kotiin, oli jo ilta, mutta emme olleet vielä syöneet mitään. "
        "Siksi me menimme keittiöön ja teimme ruokaa, joka oli hyvää."
    )
    rows = [{"text": TEXT, "spans": []}, {"text": finnish, "spans": []}]
    texts = read_reviewed(write(tmp_path / "a.jsonl", *rows)).of_languages(["en"])
    assert ([row.text for row in texts.rows], texts.foreign) == ([TEXT], 1)


def test_a_table_of_what_was_found_holds_no_texts(tmp_path):
    path = tmp_path / "found.csv"
    fields = {**line(start=3, end=11, label="NAME_STUDENT"), "status": "found"}
    path.write_text(",".join(fields) + "\n" + ",".join(map(str, fields.values())) + "\n")
    decisions = write(tmp_path / "d.jsonl", ADDED)
    with pytest.raises(HipsError, match="E804"):
        read_reviewed(path, [decisions])
    with pytest.raises(HipsError, match="E417"):
        read_reviewed(path)
