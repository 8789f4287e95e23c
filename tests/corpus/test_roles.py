"""Texts with known roles: read, joined, set aside, varied, and written for training."""

from __future__ import annotations

import json

import pytest
import spacy

from spacy_hips import read_group
from spacy_hips.core.errors import HipsError
from spacy_hips.lab.corpus.identities import People
from spacy_hips.lab.corpus.render import Mark
from spacy_hips.lab.corpus.roles import (
    RoleText,
    read_generated,
    read_labelled,
    read_linked,
    read_roles,
    to_doc,
    variants,
)


def write(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
    return path


def role_row(name: str, text: str, *spans, source="letters", licence="CC BY 4.0"):
    found = [[text.index(n), text.index(n) + len(n), role, doubt] for n, role, doubt in spans]
    return {"id": name, "text": text, "spans": found, "source": source, "licence": licence}


def test_real_texts_are_read_with_who_is_who(tmp_path):
    text = "Ana Silva met Newton. Silva smiled at Ben."
    spans = ("Ana Silva", "student", False), ("Newton", "public", False), ("Ben", "private", True)
    path = write(tmp_path / "r.jsonl", role_row("1", text, *spans))
    (row,) = read_roles(path)
    assert [(row.text[m.start : m.end], m.role, m.label) for m in row.marks] == [
        ("Ana Silva", "student", ""), ("Newton", "public", ""), ("Ben", "private", "doubt"),
    ]  # fmt: skip
    assert row.has_private
    assert len({m.key for m in row.marks}) == 3


def test_mentions_of_one_person_have_one_key(tmp_path):
    row = role_row("1", "Ana Silva left. Then Silva came.", ("Ana Silva", "student", False))
    row["spans"].append([21, 26, "student", False])
    (read,) = read_roles(write(tmp_path / "r.jsonl", row))
    assert len({m.key for m in read.marks}) == 1


def test_broken_letters_are_mended(tmp_path):
    text = "Then AniÄ\x8dka came."
    row = role_row("1", text, ("AniÄ\x8dka", "student", False), source="cered_reflections")
    (read,) = read_roles(write(tmp_path / "r.jsonl", row))
    assert read.text == "Then Anička came."
    assert read.text[read.marks[0].start : read.marks[0].end] == "Anička"


@pytest.mark.parametrize(
    "bad",
    [
        {"spans": [[0, 3, "boss", False]]},
        {"spans": [[0, 999, "student", False]]},
        {"spans": [[0, 3]]},
        {"text": 1},
        {"source": None},
    ],
)
def test_what_cannot_be_read_is_told_by_number(tmp_path, bad):
    good = role_row("1", "Ana came.", ("Ana", "student", False))
    row = {**good, **bad}
    if bad.get("source", 1) is None:
        del row["source"]
    with pytest.raises(HipsError, match=r"E411.*Record 2"):
        read_roles(write(tmp_path / "r.jsonl", good, row))
    with pytest.raises(HipsError, match="E404"):
        read_roles(tmp_path / "none.jsonl")


def test_licences_that_ask_the_same_are_told():
    names = ("CC BY-SA 4.0", "CC-BY-SA-3.0", "CC BY 4.0", "MIT", "Apache-2.0")
    alike = [name for name in names if RoleText("1", "", licence=name).share_alike]
    assert alike == ["CC BY-SA 4.0", "CC-BY-SA-3.0"]


def test_a_fifth_is_set_aside_always_the_same():
    rows = [RoleText(f"talk-{i}", "") for i in range(2000)]
    share = sum(row.set_aside for row in rows) / len(rows)
    assert 0.17 < share < 0.23
    assert [r.set_aside for r in rows] == [RoleText(r.id, "").set_aside for r in rows]
    passages = [RoleText(f"novel:{i}", "", family="novel") for i in range(40)]
    assert len({row.set_aside for row in passages}) == 1


def test_passages_of_one_writer_stay_together(tmp_path):
    """They overlap, over a background passage between them, or name the same colleague."""
    words = [f"w{i}" for i in range(60)]
    first, between, last = (" ".join(words[a : a + 25]) for a in (0, 13, 26))
    folder = tmp_path / "background"
    folder.mkdir()
    named = " Mrs. Novotna came."
    rows = [role_row("a", f"{first} Ana came.", ("Ana", "student", False)),
            role_row("b", f"{last}{named}", ("Novotna", "instructor", False)),
            role_row("c", f"Elsewhere{named}", ("Novotna", "instructor", False)),
            role_row("d", "Somebody else.")]  # fmt: skip
    rows = [{**row, "source": "cered_reflections"} for row in rows]
    write(folder / "cered_reflections.jsonl", *({"id": r["id"], "text": r["text"]} for r in rows),
          {"id": "x", "text": between})  # fmt: skip
    a, b, c, d = (row.family for row in read_roles(write(tmp_path / "r.jsonl", *rows), folder))
    assert a == b == c != d
    a, b, c, _ = (row.family for row in read_roles(tmp_path / "r.jsonl"))
    assert a != b == c


def test_generated_documents_keep_their_roles(tmp_path):
    row = {"id": "train-1-0", "text": "By Ana. See ana.me", "persons": {},
           "roles": [[3, 6, "student", "student"]], "urls": [[12, 18, "private"]]}  # fmt: skip
    (read,) = read_generated(write(tmp_path / "g.jsonl", row))
    assert read.marks == (Mark(3, 6, "", "student", "student"),)
    assert read.urls == ((12, 18, True),)
    assert read.complete
    with pytest.raises(HipsError, match=r"E411.*Record 1"):
        list(read_generated(write(tmp_path / "g.jsonl", {"id": "x", "text": "y"})))


def linked_row(name, text, source, *spans):
    found = [[text.index(n), text.index(n) + len(n), lb] for n, lb, _ in spans]
    return {"id": name, "text": text, "spans": found, "fine": [f for _, _, f in spans],
            "source": source, "licence": "MIT"}  # fmt: skip


def test_persons_of_public_corpora_get_roles(tmp_path):
    """What is known to be public is; of others nothing is known; short texts are joined."""
    path = write(
        tmp_path / "p.jsonl",
        linked_row("g1", "Ana Silva met Bo.", "gum-news", ("Ana Silva", "PERSON", "PERSON_WIKI"),
                   ("Bo", "PERSON", "PERSON_NOWIKI")),
        linked_row("g2", "Eva Rui in Rome.", "gum-news", ("Eva Rui", "PERSON", "PERSON_WIKI"),
                   ("Rome", "LOCATION", "LOCATION")),
        linked_row("c1", "Abe Low sang.", "crossner-music",
                   ("Abe Low", "PERSON", "PERSON_MUSICALARTIST")),
        linked_row("c2", "Nobody.", "crossner-ai"),
        linked_row("w1", "Al Bo", "wnut17", ("Al Bo", "PERSON", "PERSON")),
    )  # fmt: skip
    gum, cross = read_linked(path, ("gum", "crossner"))
    assert gum.text == "Ana Silva met Bo.\nEva Rui in Rome.\n"
    assert [(gum.text[m.start : m.end], m.label) for m in gum.marks] == [
        ("Ana Silva", ""), ("Bo", "doubt"), ("Eva Rui", ""),
    ]  # fmt: skip
    assert (gum.complete, gum.binary) == (False, True)
    assert (cross.complete, cross.source) == (True, "crossner-music")
    assert [t.id for t in read_linked(path, ("gum",), alone=True)] == ["g1", "g2"]
    (left,) = read_linked(path, ("gum",), known=["g1"])
    assert left.text == "Eva Rui in Rome.\n"


def test_whom_an_encyclopaedia_or_the_news_names_is_public(tmp_path):
    """Corpora without finer labels, by what they are made of."""
    encyclopaedia = linked_row("w", "Abe Low sang.", "wikigold", ("Abe Low", "PERSON", "PERSON"))
    paper = linked_row("n", "Eva Rui spoke.", "gmb (x)", ("Eva Rui", "PERSON", "PERSON"))
    del paper["fine"]
    path = write(tmp_path / "p.jsonl", encyclopaedia, paper)
    wiki, news = read_linked(path, ("wikigold", "gmb"))
    assert [m.label for m in (*wiki.marks, *news.marks)] == ["", ""]
    assert (wiki.complete, news.complete) == (True, False)


def test_own_labels_teach_roles(tmp_path):
    path = write(tmp_path / "own.jsonl",
                 {"id": "1", "text": "Ana and Bo saw Al, a@b.org",
                  "spans": [[0, 3, "NAME_STUDENT"], [8, 10, "NAME_PRIVATE"], [15, 17, "PERSON"],
                            [19, 26, "EMAIL"]]},
                 {"id": "2", "text": "Al", "roles": [[0, 2, "public", "x"]]})  # fmt: skip
    one, two = read_labelled(path)
    assert [(m.role, m.label) for m in one.marks] == [
        ("student", ""), ("private", ""), ("public", "doubt"),
    ]  # fmt: skip
    assert [m.role for m in two.marks] == ["public"]
    assert not one.complete
    assert read_labelled(path, whole=True)[0].complete


def test_variants_differ_in_their_private_names_only(small_names):
    people = People(small_names, "train")
    marks = (Mark(0, 3, "", "student", "s"), Mark(8, 14, "", "public", "p"))
    row = RoleText("1", "Ana saw Newton.", marks, urls=((0, 3, True),))
    found = list(variants(row, 3, people, seed=1))
    assert [v.id for v in found] == ["1~1", "1~2", "1~3"]
    assert len({v.text for v in found} | {row.text}) == 4
    assert all(v.text.endswith(" saw Newton.") for v in found)
    assert all(v.urls == () for v in found)
    assert found == list(variants(row, 3, people, seed=1))
    assert found != list(variants(row, 3, people, seed=2))


def test_training_documents_hold_roles_and_weights():
    nlp = spacy.blank(
        "en", config={"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
    )
    marks = (Mark(0, 3, "", "student", "student1"), Mark(8, 14, "", "public", "public1"),
             Mark(16, 18, "doubt", "private", "private1"))  # fmt: skip
    row = RoleText("1", "Ana saw Newton, Bo, x.org/a, y.org", marks,
                   urls=((20, 27, True), (29, 34, False)), source="letters", binary=True,
                   complete=False, weight=2.0)  # fmt: skip
    doc = to_doc(row, nlp)
    assert [(s.label, s.id, s.start) for s in read_group(doc, "roles")] == [
        ("NAME_STUDENT", "student1", 0), ("PERSON", "public1", 8),
    ]  # fmt: skip
    assert [(s.start, s.end) for s in read_group(doc, "roles_masked")] == [(16, 18)]
    urls = [(s.label, doc.text[s.start : s.end]) for s in read_group(doc, "url_roles")]
    assert urls == [("URL_PERSONAL", "x.org/a"), ("OTHER", "y.org")]
    assert doc.user_data["hips_roles_binary"] is True
    assert doc.user_data["hips_roles_complete"] is False
    assert doc.user_data["hips_weight"] == 2.0
