"""spacy-hips release: labels at the new offsets, nothing original, nobody unreviewed."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path

import pytest
from spacy.tokens import DocBin
from spacy.vocab import Vocab

from spacy_hips.core.spans import read_group
from spacy_hips.desk.annotations.registry import make_reader
from spacy_hips.desk.files.documents import text_hash
from spacy_hips.desk.found.spantable import table_of

from .conftest import main, read_jsonl, write_jsonl

TAG = re.compile(r"\[([^\[\]|]+)\|([A-Z_]+)(?:\|(\d+))?\]")
ESSAYS = {
    "e1": "I am [Mariana Okafor|NAME_STUDENT|1], call [+1 202 555 0143|PHONE_NUM]. "
    "[Mariana|NAME_STUDENT|1]'s tutor is [Jonas Lindqvist|NAME_INSTRUCTOR|2].",
    "e2": "Write to [jonas.l@uni.example|EMAIL] before [3 May 2021|DATE]. Newton's method works.",
    "e3": "Nothing is told here.",
}
OLD = ("Mariana", "Okafor", "Lindqvist", "555 0143", "jonas.l@")
COLUMNS = ("--columns", "id=doc,author=author,text=text,grade=keep")


def tagged(text):
    spans, out, last = [], "", 0
    for match in TAG.finditer(text):
        out += text[last : match.start()]
        entity = f"PERSON:{match[3]}" if match[3] else ""
        spans.append((len(out), len(out) + len(match[1]), match[2], entity))
        out, last = out + match[1], match.end()
    return out + text[last:], spans


@pytest.fixture
def essays(folder):
    """Three essays, and the file of spans that somebody reviewed."""
    rows, lines = [], []
    for number, (id, marked) in enumerate(ESSAYS.items(), 1):
        text, spans = tagged(marked)
        rows.append({"id": id, "author": f"s{number}", "text": text, "grade": number})
        head = {"doc": id, "row": number, "column": "text", "text_hash": text_hash(text)}
        for start, end, label, entity in spans:
            place = {"start": start, "end": end, "label": label, "entity": entity}
            lines.append({**head, **place, "status": "accept"})
        if not spans:
            lines.append({**head, "status": "read"})
    write_jsonl(folder / "essays.jsonl", *rows)
    write_jsonl(folder / "reviewed.jsonl", *lines)
    return ["release", "essays.jsonl", "--reviewed", "reviewed.jsonl", *COLUMNS]


def labelled(path, form="jsonl"):
    misfits = []
    records = list(make_reader(form)(Path(path), misfits.append))
    assert misfits == []
    return records


def test_labels_stand_at_the_new_offsets(hips, folder, essays):
    assert hips(*essays, "-o", "out.jsonl").rc == 0
    first, second, third = labelled("out.jsonl")
    names = [first.text[s.start : s.end] for s in first.spans]
    labels = [(s.label, s.id) for s in first.spans]
    assert labels == [
        ("NAME_STUDENT", "PERSON:1"), ("PHONE_NUM", "PHONE_NUM:1"), ("NAME_STUDENT", "PERSON:1"),
        ("NAME_INSTRUCTOR", "PERSON:2"),
    ]  # fmt: skip
    assert first.text == f"I am {names[0]}, call {names[1]}. {names[2]}'s tutor is {names[3]}."
    assert names[0].startswith(names[2])  # one person, one new name
    assert "Newton" in second.text and third.spans == ()
    assert [record.meta["grade"] for record in (first, second, third)] == [1, 2, 3]
    assert not {"e1", "e2", "e3", "s1"} & {first.id, first.meta["author"]}


def test_what_was_only_marked_has_no_label(hips, essays):
    """A label on a date that was kept would point at an original."""
    assert hips(*essays, "-o", "out.jsonl").rc == 0
    assert [s.label for s in labelled("out.jsonl")[1].spans] == ["EMAIL"]
    assert hips(*essays, "-o", "full.jsonl", "--profile", "full").rc == 0
    full = labelled("full.jsonl")[1]
    assert [s.label for s in full.spans] == ["EMAIL", "DATE"] and "3 May 2021" not in full.text


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("name", "form"), [("out.jsonl", ""), ("out.spacy", ""), ("out.json", "doccano_entities"),
                       ("out.conll", ""), ("brat", "brat"), ("out.json", "svala")],
)  # fmt: skip
def test_every_format_says_the_same_and_holds_nothing_original(hips, folder, essays, name, form):
    options = ("--to", form) if form else ()
    assert hips(*essays, "-o", name, *options).rc == 0
    known = form or Path(name).suffix[1:]
    for record in labelled(name, known):
        assert len(record.spans) in (0, 1, 4)
    files = [p for p in folder.rglob("*") if p.name not in ("essays.jsonl", "reviewed.jsonl")]
    data = [p.read_bytes() for p in files if p.is_file()]
    if known == "spacy":
        docs = DocBin().from_disk(name).get_docs(Vocab())
        data += [repr((d.text, d.user_data, read_group(d, "pii"))).encode() for d in docs]
    assert not any(old.encode() in content for old in OLD for content in data)
    out = folder / name
    assert out.is_dir() or stat.S_IMODE(out.stat().st_mode) & 0o077  # it is to be published


def test_kaggle_lacks_labels_and_says_so(hips, folder, essays):
    done = hips(*essays, "-o", "out.json")
    assert done.rc == 1 and "no label for NAME_INSTRUCTOR: 1" in done.err
    first = json.loads((folder / "out.json").read_text("utf8"))[0]
    assert [tag for tag in first["labels"] if tag[0] == "B"] == [
        "B-NAME_STUDENT", "B-PHONE_NUM", "B-NAME_STUDENT",
    ]  # fmt: skip


def test_it_says_plainly_what_labels_show(hips, folder, essays):
    done = hips(*essays, "-o", "out.jsonl")
    about = json.loads((folder / "out.jsonl.about.json").read_text())
    assert about["notice"] in done.err and "no label" in about["notice"]
    assert about["spans"] == "reviewed" and "NAME_INSTRUCTOR" in about["labels"]


@pytest.mark.parametrize(
    "given",
    [(), ("--reviewed", "reviewed.jsonl", "--gold"), ("--decisions", "reviewed.jsonl", "--gold")],
)
def test_detection_alone_is_refused(hips, essays, given):
    done = hips("release", "essays.jsonl", "-o", "out.jsonl", *given)
    assert done.rc == 2 and "[E840]" in done.err


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("change", "decided"),
    [
        ({"status": "found"}, False),
        ({"status": "reject", "sources": ["filter"]}, False),  # find --roles writes this
        ({"status": "mark"}, True),
        ({"status": "accept"}, True),
        ({"status": "added"}, True),
    ],
)
def test_only_documents_that_somebody_reviewed_are_released(hips, folder, essays, change, decided):
    """Of the first essay nobody decided anything, the third somebody has read."""
    lines = read_jsonl(folder / "reviewed.jsonl")
    for line in lines[:-1]:
        line["status"] = "found"
    date = next(line for line in lines if line.get("label") == "DATE")
    date.update(change)
    for status, ids in (("read", 1), ("none", 0)):
        lines[-1]["status"] = status
        write_jsonl(folder / "reviewed.jsonl", *lines)
        done = hips(*essays, "-o", "out.jsonl", "--force", "--quiet")
        if not decided and not ids:
            assert done.rc == 2 and "[E841]" in done.err
            continue
        assert done.rc == 1 and f"[W147] {3 - ids - decided} document(s) were left out" in done.err
        texts = [record.text for record in labelled("out.jsonl")]
        assert len(texts) == ids + decided and not any("call" in text for text in texts)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Then Mariana Okafor came.", "full name: 1"),
        ("Ask jonas.l@uni.example too.", "e-mail: 1"),
        ("The Okafors came.", "part of a name"),
        ("Or +1 202 555 0143 at night.", "PHONE_NUM repeated: 1"),
    ],
)
def test_what_still_stands_is_told_before_anything_is_written(hips, folder, essays, text, kind):
    rows, lines = read_jsonl(folder / "essays.jsonl"), read_jsonl(folder / "reviewed.jsonl")
    rows[0]["text"] += " " + text
    for line in lines:
        if line["doc"] == "e1":
            line["text_hash"] = text_hash(rows[0]["text"])
    write_jsonl(folder / "essays.jsonl", *rows)
    write_jsonl(folder / "reviewed.jsonl", *lines)
    done = hips(*essays, "-o", "out.jsonl", "--details", "left.jsonl")
    assert done.rc == 1 and "[E842]" in done.err and kind in done.err
    assert "correct reviewed.jsonl, and run again" in done.err
    assert not (folder / "out.jsonl").exists() and "Okafor" not in done.err
    again = hips(*essays, "-o", "out.jsonl", "--despite-leaks", "--quiet")
    assert again.rc == 0 and (folder / "out.jsonl").exists()
    told = hips(*essays, "-o", "out.jsonl", "--despite-leaks", "--force").err
    assert "Written despite" in told and "Nothing was written" not in told


@pytest.mark.parametrize("name", ["reviewed.csv", "reviewed.tsv"])
def test_what_was_reviewed_in_a_spreadsheet_is_released(hips, folder, essays, name):
    (folder / name).write_bytes(table_of(read_jsonl(folder / "reviewed.jsonl"), name))
    essays[essays.index("reviewed.jsonl")] = name
    assert hips(*essays, "-o", "out.jsonl").rc == 0
    assert [len(r.spans) for r in labelled("out.jsonl")] == [4, 1, 0]


class TestDecisions:
    """What the review page saved counts as reviewed; the rest is searched, as `anonymize` does."""

    @pytest.fixture
    def decide(self, folder, essays):
        def write(*decided, **change):
            lines = []
            for line in read_jsonl(folder / "reviewed.jsonl"):
                if line["doc"] in decided:
                    verdict = "added" if "start" in line else "read"
                    lines.append({**line, "verdict": verdict, "reviewer": "kk", **change})
            write_jsonl(folder / "decisions.jsonl", {"review": {"documents": 3}}, *lines)
            return ["release", "essays.jsonl", *COLUMNS, "--decisions", "decisions.jsonl"]

        return write

    def test_the_same_text_comes_out_as_of_anonymize(self, hips, folder, decide):
        command = decide("e1", "e2", "e3")
        assert hips(*command, "-o", "out.jsonl").rc == 0
        assert hips("anonymize", *command[1:], "-o", "plain.jsonl").rc == 0
        records = labelled("out.jsonl")
        assert [r.text for r in records] == [r["text"] for r in read_jsonl(folder / "plain.jsonl")]
        assert [[s.label for s in r.spans] for r in records] == [
            ["NAME_STUDENT", "PHONE_NUM", "NAME_STUDENT", "NAME_INSTRUCTOR"], ["EMAIL"], [],
        ]  # fmt: skip
        assert json.loads((folder / "out.jsonl.about.json").read_text())["spans"] == "reviewed"

    def test_what_nobody_decided_on_is_searched(self, hips, folder, decide):
        """By rules and the table: the address of the second essay, and a name of the first."""
        (folder / "roster.csv").write_text("id,name\ns1,Mariana Okafor\nt1,Jonas Lindqvist\n")
        command = decide("e3")
        done = hips(*command, "-o", "out.jsonl", "--known-people", "roster.csv")
        assert done.rc == 1 and "1 applied, about 1 of 3 documents." in done.err
        assert "[W147] 2 document(s) were left out" in done.err
        command = decide("e1")
        lines = read_jsonl(folder / "decisions.jsonl")
        write_jsonl(folder / "decisions.jsonl", *lines[:2])  # one name of the first essay
        done = hips(*command, "-o", "out.jsonl", "--force", "--known-people", "roster.csv")
        assert done.rc == 1 and [len(r.spans) for r in labelled("out.jsonl")] == [4]

    @pytest.mark.parametrize(("drawn", "left_out"), [(1, 1), (2, 2)])
    def test_the_sample_covers_all_in_which_nothing_was_found(
        self, hips, folder, decide, drawn, left_out
    ):
        rows = [*read_jsonl(folder / "essays.jsonl"), {"id": "e4", "author": "s4", "text": "No."}]
        write_jsonl(folder / "essays.jsonl", *rows)
        command = decide("e2", "e3")
        (_, *lines) = read_jsonl(folder / "decisions.jsonl")
        write_jsonl(folder / "decisions.jsonl", {"review": {"sample": drawn}}, *lines)
        done = hips(*command, "-o", "out.jsonl")
        assert done.rc == 1 and f"[W147] {left_out} document(s) were left out" in done.err
        assert len(labelled("out.jsonl")) == 4 - left_out

    def test_decisions_go_before_the_file_of_spans(self, hips, folder, essays, decide):
        lines = read_jsonl(folder / "reviewed.jsonl")
        write_jsonl(folder / "found.jsonl", *({**line, "status": "found" if "start" in line
                                              else "none"} for line in lines))  # fmt: skip
        command = decide("e1", verdict="reject")
        found = ("--reviewed", "found.jsonl")
        assert hips("release", "essays.jsonl", *COLUMNS, *found, "-o", "o.jsonl").rc == 2
        assert hips(*command, *found, "-o", "out.jsonl").rc == 1
        assert [len(r.spans) for r in labelled("out.jsonl")] == [0]  # e1; nobody has read e3

    def test_decisions_about_other_texts_are_detection_alone(self, hips, folder, decide):
        for command in (decide(), decide("e1", text_hash="0" * 64)):
            done = hips(*command, "-o", "out.jsonl")
            assert done.rc == 2 and "[E841]" in done.err and not (folder / "out.jsonl").exists()

    def test_one_that_does_not_hold_is_told(self, hips, folder, decide):
        command = decide("e1", "e2", "e3")
        lines = read_jsonl(folder / "decisions.jsonl")
        lines[-1]["text_hash"] = "0" * 64
        write_jsonl(folder / "decisions.jsonl", *lines)
        done = hips(*command, "-o", "out.jsonl")
        assert done.rc == 1 and "[W141]" in done.err and (folder / "out.jsonl").exists()


def test_nobody_of_the_table_may_be_in_it(hips, folder, essays):
    (folder / "roster.csv").write_text("id,name\ns9,Isaac Newton\n")
    done = hips(*essays, "-o", "out.jsonl", "--known-people", "roster.csv")
    assert done.rc == 1 and "[E842]" in done.err


def test_gold_of_any_format_is_released(hips, folder):
    gold = []
    for id, marked in ESSAYS.items():
        text, spans = tagged(marked)
        own = [list(span[:3]) for span in spans]
        gold.append({"id": id, "text": text, "spans": own, "persons": ["Mariana Okafor"]})
    write_jsonl(folder / "gold.jsonl", *gold)
    assert main(["convert", "gold.jsonl", "-o", "gold.conll"]) == 0
    for name in ("gold.jsonl", "gold.conll"):
        assert hips("release", name, "--gold", "-o", "out.jsonl", "--force").rc == 0
        assert [len(r.spans) for r in labelled("out.jsonl")] == [4, 1, 0]
        assert "Okafor" not in (folder / "out.jsonl").read_text()


@pytest.mark.parametrize("span", [[0, 4, "HERO"], [0, 99, "PERSON"]])
def test_gold_of_which_a_span_would_stay_is_refused(hips, folder, span):
    write_jsonl(folder / "gold.jsonl", {"id": "1", "text": "Mariana came.", "spans": [span]})
    done = hips("release", "gold.jsonl", "--gold", "-o", "out.jsonl")
    assert done.rc == 2 and "[E844]" in done.err and "Mariana" not in done.err
    assert not (folder / "out.jsonl").exists()


def test_rows_of_a_conversation_and_bad_rows_keep_their_labels(hips, folder):
    """Row 2 cannot be read: labels of row 3 must not slip to row 2 of the release."""
    texts = ["Hi [Mariana Okafor|NAME_STUDENT|1]", None, "Bye [Mariana|NAME_STUDENT|1]!", "ok"]
    rows, lines = [], []
    for number, marked in enumerate(texts, 1):
        if marked is None:
            rows.append("no object")
            continue
        text, spans = tagged(marked)
        rows.append({"talk": "t1", "by": "Student", "text": text})
        head = {"doc": "t1", "row": number, "column": "text", "text_hash": text_hash(text)}
        lines += [{**head, "start": s, "end": e, "label": label, "entity": entity,
                   "status": "accept"} for s, e, label, entity in spans] or [
            {**head, "status": "none"}]  # fmt: skip
        lines.append({**head, "column": "by", "text_hash": text_hash("Student"), "status": "none"})
    write_jsonl(folder / "chat.jsonl", *rows)
    write_jsonl(folder / "reviewed.jsonl", *lines)
    done = hips("release", "chat.jsonl", "--reviewed", "reviewed.jsonl", "-o", "out.jsonl",
                "--columns", "talk=doc,by=speaker,text=text")  # fmt: skip
    assert done.rc == 1 and "row 2" in done.err
    first, second, third = labelled("out.jsonl")
    (one,), (other,) = first.spans, second.spans
    assert first.text == f"Hi {first.text[one.start : one.end]}"
    assert second.text == f"Bye {second.text[other.start : other.end]}!"
    assert third.text == "ok" and len({r.meta["talk"] for r in (first, second, third)}) == 1
    assert [r.id.rpartition(".")[2] for r in (second, third)] == ["2", "3"]


def test_the_register_must_not_lie_beside_the_release(hips, essays):
    done = hips(*essays, "-o", "out.jsonl", "--scope", "author", "--register", "names.register")
    assert done.rc == 2 and "[E755]" in done.err


def test_originals_and_new_texts_are_aligned(hips, folder, essays):
    scope = ("--scope", "author", "--register", "internal/names.register")
    assert hips(*essays, "-o", "out.jsonl", "--aligned", "aligned.json", *scope).rc == 0
    path = folder / "aligned.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    first = labelled(path, "svala")[0]
    told = {(t["start"], t["end"]): t for t in first.meta["svala"]}
    new = [told[s.start, s.end]["target"] for s in first.spans]
    assert first.text == tagged(ESSAYS["e1"])[0]
    released = labelled("out.jsonl")[0]
    assert new == [released.text[s.start : s.end] for s in released.spans]
    assert told[first.spans[2].start, first.spans[2].end]["labels"] == ["gen"]


def gold_file(folder, *marked):
    rows = [(text, [list(span[:3]) for span in spans]) for text, spans in map(tagged, marked)]
    write_jsonl(
        folder / "gold.jsonl",
        *({"id": str(n), "text": text, "spans": spans} for n, (text, spans) in enumerate(rows)),
    )
    return ["release", "gold.jsonl", "--gold", "-o", "out.jsonl"]


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("marked", "stays"),
    [
        # What is labelled as something else and holds a name of somebody who is replaced goes, too.
        (["[Iryna Vasileuski|NAME_STUDENT] came to [Vasileuski Construction|EMPLOYER]."], ""),
        (["[Daisy Abdulla|NAME_STUDENT] left [Abdulla Elementary School|SCHOOL]."], ""),
        # But for names of others, whose texts have nothing to do with it.
        (
            ["[Daisy Limerick|NAME_STUDENT] came.", "She lives in [Limerick|LOCATION] now."],
            "She lives in Limerick now.",
        ),
        (
            ["[Kevin Erick Reyes|NAME_STUDENT] came.", "She lives in [Limerick|LOCATION] now."],
            "She lives in Limerick now.",
        ),
        (
            ["[Ana Okafor|NAME_STUDENT] lives in [Limerick|LOCATION] now."],
            " lives in Limerick now.",
        ),
    ],
)
def test_gold_is_released_whatever_its_labels_share_with_names(hips, folder, marked, stays):
    done = hips(*gold_file(folder, *marked))
    assert done.rc == 0, done.err
    written = (folder / "out.jsonl").read_text("utf8")
    assert stays in written
    assert not {"Vasileuski", "Abdulla", "Okafor", "Daisy"} & set(re.findall(r"\w+", written))


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (("--action", "SCHOOL=keep"), "[Daisy Abdulla|NAME_STUDENT] left [Abdulla High|SCHOOL]."),
        ((), "[Daisy Abdulla|NAME_STUDENT] left Abdulla High."),
        ((), "[Daisy Abdulla|NAME_STUDENT] met [Omar Sato|NAME_STUDENT], and Daisy Abdulla left."),
    ],
)
def test_what_is_to_be_corrected_is_what_was_given(hips, folder, options, text):
    done = hips(*gold_file(folder, text), *options)
    assert done.rc == 1 and "[E842]" in done.err and not (folder / "out.jsonl").exists()
    assert "correct the labels of gold.jsonl" in done.err and "file of spans" not in done.err
