"""spacy-hips find: a file of spans for review, for its owner only."""

from __future__ import annotations

import json
import stat
from hashlib import sha256

from .conftest import read_jsonl, write_jsonl

TEXT = "Write to ana.silva@uni.org please."


def test_spans_stand_with_the_hash_of_their_text(hips, folder):
    write_jsonl(folder / "in.jsonl", {"id": "d1", "text": TEXT}, {"id": "d2", "text": "nothing"})
    done = hips("find", "in.jsonl", "-o", "found.jsonl")
    assert done.rc == 0
    mail, none = read_jsonl(folder / "found.jsonl")
    assert {k: mail[k] for k in ("doc", "row", "column", "start", "end", "label", "status")} == {
        "doc": "d1", "row": 1, "column": "text", "start": 9, "end": 26, "label": "EMAIL",
        "status": "found",
    }  # fmt: skip
    assert mail["text_hash"] == sha256(TEXT.encode()).hexdigest()
    assert 0 < mail["score"] <= 1
    assert mail["sources"] == ["rules.email"]
    assert mail["entity"] == "EMAIL:1"
    assert (none["doc"], none["status"]) == ("d2", "none")
    assert (mail["text"], mail["before"], mail["after"]) == (
        "ana.silva@uni.org",
        "Write to ",
        " please.",
    )
    assert [mail["cell"], none["cell"]] == [TEXT, "nothing"]


def test_texts_can_be_left_out(hips, folder):
    write_jsonl(folder / "in.jsonl", {"id": "d1", "text": TEXT}, {"id": "d2", "text": "nothing"})
    assert hips("find", "in.jsonl", "-o", "found.jsonl", "--no-text").rc == 0
    assert "ana.silva" not in (folder / "found.jsonl").read_text()
    assert "please" not in (folder / "found.jsonl").read_text()


def test_the_file_is_internal_and_says_so(hips, folder):
    (folder / "in.txt").write_text(TEXT)
    done = hips("find", "in.txt", "-o", "found.jsonl")
    assert stat.S_IMODE((folder / "found.jsonl").stat().st_mode) == 0o600
    assert "internal, never publish" in done.err
    assert "EMAIL            1 found" in done.err
    assert "Names not searched" in done.err
    assert "[E726]" in hips("find", "in.txt", "-o", "-").err
    assert "[E702]" in hips("find", "in.txt", "-o", "found.jsonl").err


def test_bad_rows_are_named(hips, folder):
    write_jsonl(folder / "in.jsonl", {"text": 1}, {"text": TEXT})
    done = hips("find", "in.jsonl", "-o", "found.jsonl", "--json")
    assert done.rc == 1
    assert json.loads(done.out)["rejected_rows"][0]["row"] == 1
    assert [line["row"] for line in read_jsonl(folder / "found.jsonl")] == [2]


def test_what_was_found_gives_what_anonymize_gives(hips, folder):
    (folder / "in.csv").write_text(
        'room,who,msg\nr1,Mariana Okafor,"hi, a.b@uni.org"\nr1,Ben Adeyemi,"hello Mariana"\n'
    )
    columns = ["--columns", "room=group,who=speaker,msg=text"]
    hips("find", "in.csv", "-o", "found.jsonl", *columns)
    direct = hips("anonymize", "in.csv", *columns, "--quiet").out
    reviewed = hips("anonymize", "in.csv", *columns, "--quiet", "--spans", "found.jsonl").out
    assert "Okafor" not in direct
    assert reviewed.startswith("room,who,msg\n")
    assert reviewed.count("@") == direct.count("@") == 1
    first, second = reviewed.splitlines()[1:]
    assert second.endswith(first.split(",")[1].split()[0])


def test_in_html_spans_stand_at_the_characters_of_the_file(hips, folder):
    text = '<p title="ana@x.org">Mail <i>ana</i>@x.org &amp; ben&#64;x.org</p>'
    write_jsonl(folder / "in.jsonl", {"id": "1", "text": text})
    assert hips("find", "in.jsonl", "-o", "spans.jsonl").rc == 0
    lines = read_jsonl(folder / "spans.jsonl")
    found = [text[line["start"] : line["end"]] for line in lines]
    assert found == ["ana@x.org", "ana", "@x.org", "ben&#64;x.org"]
    assert len({line["entity"] for line in lines}) == 2
    done = hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--spans", "spans.jsonl")
    assert done.rc == 0
    (row,) = read_jsonl(folder / "out.jsonl")
    assert "ana" not in row["text"]
    assert "&amp;" in row["text"]


def test_a_reviewer_may_add_what_no_reader_sees(hips, folder):
    text = '<p class="ana">Hello</p>'
    write_jsonl(folder / "in.jsonl", {"id": "1", "text": text})
    hips("find", "in.jsonl", "-o", "none.jsonl")
    (line,) = read_jsonl(folder / "none.jsonl")
    line |= {"status": "added", "start": 10, "end": 13, "label": "NAME_STUDENT"}
    write_jsonl(folder / "spans.jsonl", line)
    assert hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--spans", "spans.jsonl").rc == 0
    (row,) = read_jsonl(folder / "out.jsonl")
    assert "ana" not in row["text"]
    assert row["text"].endswith('">Hello</p>')
