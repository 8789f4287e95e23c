"""The step that writes what the finder is trained on: which texts, how often, whose names."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from spacy.tokens import DocBin
from spacy.vocab import Vocab

from spacy_hips import read_group
from spacy_hips.desk.annotations.annotations import GOLD_KEY

SCRIPT = Path(__file__).parents[2] / "scripts" / "convert_corpus.py"
if not SCRIPT.exists():
    pytest.skip("the build scripts are not part of this copy", allow_module_level=True)
TEXT = "Dear Amara, Tobias Quill met @zyx42. Yours, Tobias. " + "Nothing else. " * 70


@pytest.fixture(scope="module")
def script(load_script):
    return load_script(SCRIPT)


def row(source: str, licence: str = "CC BY 4.0") -> dict:
    spans = [[5, 10, "PERSON"], [12, 24, "PERSON"], [44, 50, "PERSON"]]
    if source == "btc":
        spans.insert(2, [29, 35, "USERNAME"])
    return {"id": "1", "text": TEXT, "spans": spans, "source": source, "licence": licence}


@pytest.fixture
def made(script, tmp_path, monkeypatch, capsys):
    def run(*rows: dict, more: tuple[str, ...] = ()):
        plain = {"id": "0", "text": "Nobody.", "spans": []}
        (tmp_path / "generated.jsonl").write_text(json.dumps(plain) + "\n", "utf8")
        persons = tmp_path / "persons.jsonl"
        persons.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
        out = tmp_path / "train.spacy"
        arguments = ["convert_corpus.py", str(tmp_path / "generated.jsonl"),
                     "--persons", str(persons), *more, "-o", str(out)]  # fmt: skip
        monkeypatch.setattr(sys, "argv", arguments)
        script.main()
        capsys.readouterr()
        docs = list(DocBin().from_disk(out).get_docs(Vocab()))
        return [
            [(doc.text[s.start : s.end], s.label) for s in read_group(doc, GOLD_KEY)]
            for doc in docs
            if not doc.text.lower().startswith("nobody")
        ]

    return run


def test_texts_by_hand_come_again_with_other_names(script, made):
    copies = made(row("gum-news"))
    assert len(copies) == script.TIMES["gum"]
    assert [("Amara", "PERSON"), ("Tobias Quill", "PERSON"), ("Tobias", "PERSON")] in copies
    others = [names for names in copies if names[0][0] != "Amara"]
    assert len(others) == len(copies) - 1 and others[0] != others[1]
    for greeted, full, signed in others:
        assert "Tobias" not in full[0] + signed[0]
        assert {greeted[1], full[1], signed[1]} == {"PERSON"}


def test_other_texts_come_once_and_handles_stay(made):
    (names,) = made(row("btc"))
    assert ("@zyx42", "USERNAME") in names
    assert ("Tobias Quill", "PERSON") in names


def test_texts_under_a_share_alike_licence_are_asked_for(script, made):
    alike = row("uner-ewt", "CC-BY-SA-4.0")
    assert made(alike) == []
    assert len(made(alike, more=("--share-alike", "yes"))) == script.TIMES["uner"]


def test_silver_labels_are_left_out(made):
    assert made(row("gmb (silver)")) == []


def test_half_of_the_short_texts_stand_alone_and_half_are_joined(script, made):
    short = [{**row("btc"), "id": str(i), "text": f"Amara wrote {i}.", "spans": [[0, 5, "PERSON"]]}
             for i in range(100)]  # fmt: skip
    sizes = [len(names) for names in made(*short)]
    assert sum(sizes) == 100
    alone = sum(size == 1 for size in sizes)
    assert 30 < alone < 70 and max(sizes) > 20


def test_texts_whose_people_are_all_known_teach_names_too(script, made, tmp_path):
    def with_role(key: str) -> dict:
        return {"id": key, "text": f"Amara met Tobias Quill, number {key}.", "source": "letters",
                "spans": [[0, 5, "student", False], [10, 22, "public", True]],
                "licence": "CC BY 4.0"}  # fmt: skip

    rows = [with_role(str(i)) for i in range(50)] + [{**with_role("3"), "licence": "CC-BY-SA-4.0"}]
    path = tmp_path / "roles.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
    aside = {row.id for row in script.read_roles(path) if row.set_aside}
    known = {**row("gmb (silver)"), "id": "8"}
    taught = made(known, more=("--roles", str(path)))
    assert 0 < len(aside) < 25 and "8" not in aside
    assert len(taught) == (50 - len(aside) - 1) * script.TIMES_OF_ROLES
    assert all([label for _, label in names] == ["PERSON", "PERSON"] for names in taught)
    assert len({names[0][0] for names in taught}) > 20


def test_written_texts_teach_names_of_people_alone(script, made, tmp_path):
    folder = tmp_path / "written"
    folder.mkdir()
    text = "=== a-{} lab\n[[S1|Ana Ruiz]] likes [[E1|Newton]]'s law. [[X|ana@example.org]]\n"
    (folder / "labs.txt").write_text("".join(map(text.format, range(20))), "utf8")
    aside = sum(row.set_aside for row in script.read_written(folder))
    taught = made(more=("--written", str(folder)))
    assert 0 < aside < 10
    assert len(taught) == (20 - aside) * script.TIMES_OF_WRITTEN
    assert all([label for _, label in names] == ["PERSON"] for names in taught)
    assert len({names[0][0] for names in taught}) > 10


def test_texts_of_other_languages_are_taught_by_what_their_corpora_mark(script, made, tmp_path):
    folder = tmp_path / "languages"
    folder.mkdir()
    own = [[5, 10, "PERSON"], [12, 24, "PERSON"], [44, 50, "PERSON"], [29, 35, "LOCATION"]]
    text = json.dumps({**row("any"), "spans": own}) + "\n"
    for language in ("sv", "es", "nl"):
        (folder / f"{language}_train.jsonl").write_text(text, "utf8")
    (folder / "sv_test.jsonl").write_text(text, "utf8")
    taught = made(more=("--languages", str(folder)))
    assert len(taught) == script.TIMES_OF_LANGUAGES["sv"] + 2
    assert sum(len(names) == 4 for names in taught) == 1  # Spanish alone marks places
    assert len({names[0][0] for names in taught}) == script.TIMES_OF_LANGUAGES["sv"]


def test_some_texts_are_seen_in_small_letters_and_in_capitals(script, made):
    rows = [{**row("btc"), "id": str(i)} for i in range(200)]
    told = [name for names in made(*rows, more=("--dressed",)) for name, _ in names]
    assert 10 < told.count("amara") < 40
    assert 1 <= told.count("AMARA") < 15
    assert told.count("Amara") == 200


def test_a_sample_has_each_text_once_some_also_in_small_letters(script, made, monkeypatch):
    monkeypatch.setattr(script, "SAMPLE", 300)
    rows = [{**row("gum-news"), "id": str(i)} for i in range(20)]
    taught = made(*rows, more=("--sample",))
    assert [names[0][0] for names in taught] == ["Amara"] * 3  # of 148 words each


def test_a_sample_of_a_language_is_also_in_small_letters(script, made, tmp_path):
    folder = tmp_path / "languages"
    folder.mkdir()
    text = "".join(json.dumps({**row("any"), "id": str(i)}) + "\n" for i in range(60))
    (folder / "sv_train.jsonl").write_text(text, "utf8")
    told = [names[0][0] for names in made(more=("--languages", str(folder), "--sample"))]
    assert told.count("Amara") == 60 and 10 < told.count("amara") < 32


@pytest.mark.parametrize(
    "name, asked, taught",
    [
        ("uner_da_train.jsonl", (), 0),
        ("uner_da_train.jsonl", ("--share-alike",), 1),
        ("uner_zh_train.jsonl", ("--share-alike",), 0),  # a token holds more than a name
    ],
)
def test_languages_under_a_share_alike_licence_are_asked_for(made, tmp_path, name, asked, taught):
    folder = tmp_path / "languages"
    folder.mkdir()
    (folder / name).write_text(json.dumps(row("any")) + "\n", "utf8")
    assert len(made(more=("--languages", str(folder), *asked))) == taught


def test_short_texts_hold_whole_sentences_of_other_texts(script):
    records = [
        script.Annotated(
            "", "Ayer vi a Kofi. Dr. Ana Ruiz no vino!", ((10, 14, "PERSON"), (16, 28, "PERSON"))
        ),
        script.Annotated(
            "", "Zonder Tendai gaan we niet. " + "heel lang " * 20, ((7, 13, "PERSON"),)
        ),
    ]
    made = list(script.in_turns(records))
    assert len(made) == script.SHORT_TEXTS * len(records)
    names = {one.text[start:end].lower() for one in made for start, end, _ in one.spans}
    assert names <= {"kofi", "tendai", "ana ruiz", "dr. ana ruiz"} and names
    assert all("lang lang" not in one.text for one in made), "long sentences are left out"
    assert list(script.in_turns(records)) == made and list(script.in_turns([])) == []
