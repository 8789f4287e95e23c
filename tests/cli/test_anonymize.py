"""spacy-hips anonymize: what goes out, and what never does."""

from __future__ import annotations

import csv
import errno
import io
import json
import re
import stat

import pytest
import spacy
from spacy.tokens import DocBin

from spacy_hips import PiiSpan, write_group
from spacy_hips.core.ids import Manifest, Secret
from spacy_hips.desk.files.output import FileTarget

from .conftest import SECRET, read_jsonl, write_jsonl

MAIL = "bees.2019@uni.org"
TEXT = f"I am Ana Silva. Write to {MAIL} please."


def names(folder) -> set[str]:
    return {path.name for path in folder.iterdir()}


# Formats


def test_jsonl_with_the_obvious_fields_needs_no_columns(hips, folder):
    write_jsonl(folder / "in.jsonl", {"id": 1, "text": TEXT, "spans": [[0, 1, "X"]]})
    done = hips("anonymize", "in.jsonl", "-o", "out.jsonl")
    assert done.rc == 0
    (row,) = read_jsonl(folder / "out.jsonl")
    assert set(row) == {"id", "text"}
    assert MAIL not in row["text"]
    assert row["text"].startswith("I am Ana Silva. Write to ")
    assert re.fullmatch("[0-9a-f]{12}", row["id"])
    assert "Columns not written: spans" in done.err
    assert "Names not searched" in done.err
    assert "EMAIL            1 replaced" in done.err
    assert MAIL not in done.err


def test_standard_input_to_standard_output(hips, folder, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode()), "utf8"))
    done = hips("anonymize", "-")
    assert done.rc == 0
    assert done.out.startswith("I am Ana Silva. Write to ")
    assert MAIL not in done.out
    assert names(folder) == set()


def test_a_text_file(hips, folder):
    (folder / "in.txt").write_bytes(f"{TEXT}\r\n\tשלום 👩‍👧\n".encode())
    assert hips("anonymize", "in.txt", "-o", "out.txt").rc == 0
    data = (folder / "out.txt").read_bytes().decode()
    assert data.endswith("\r\n\tשלום 👩‍👧\n")
    assert MAIL not in data


def test_a_folder_of_texts_loses_its_file_names(hips, folder):
    (folder / "in" / "Ana Silva").mkdir(parents=True)
    (folder / "in" / "Ana Silva" / "essay.txt").write_text(TEXT)
    (folder / "in" / "b.txt").write_text("nothing")
    assert hips("anonymize", "in", "-o", "out").rc == 0
    files = sorted((folder / "out").iterdir())
    assert len(files) == 2
    assert all(re.fullmatch(r"[0-9a-f]{16}\.txt", file.name) for file in files)
    assert not any(MAIL in file.read_text() for file in files)
    again = hips("anonymize", "in", "-o", "out", "--force")
    assert again.rc == 0
    assert sorted((folder / "out").iterdir()) == files


def test_files_that_are_no_texts_are_counted_and_texts_keep_their_endings(hips, folder):
    (folder / "in").mkdir()
    (folder / "in" / "talk.vtt").write_text(TEXT)
    (folder / "in" / "Ana Silva.pptx").write_bytes(b"PK")
    (folder / "in" / "Ben Silva.txt").write_bytes(b"%PDF-1.7 " + TEXT.encode())
    done = hips("anonymize", "in", "-o", "out", "--internal-dir", "internal")
    assert done.rc == 1
    assert "were not read: 1 (.pptx 1)" in done.err
    assert "[E738] this file is no text: it begins like a PDF" in done.err
    assert "Silva" not in done.err
    (file,) = (folder / "out").iterdir()
    assert re.fullmatch(r"[0-9a-f]{16}\.vtt", file.name)
    left_out = [line["content"] for line in read_jsonl(folder / "internal" / "rejected.jsonl")]
    assert left_out == ["Ana Silva.pptx", "Ben Silva.txt"]


@pytest.mark.parametrize("name", ["in.txt", "in.csv", "in.jsonl", "in.json"])
def test_a_file_that_is_no_text_is_refused_whatever_its_name(hips, folder, name):
    (folder / name).write_bytes(b"PK\x03\x04" + TEXT.encode())
    done = hips("anonymize", name, "-o", "out.jsonl")
    assert done.rc == 2
    assert "[E738]" in done.err
    assert "other sheets as .csv" in done.err
    assert names(folder) == {name}


@pytest.mark.parametrize("verb", ["anonymize", "find", "view"])
@pytest.mark.parametrize("ending", [".xlsx", ".docx", ".json.gz", ".parquet"])
def test_an_output_that_would_not_be_what_its_name_says(hips, folder, verb, ending):
    (folder / "in.csv").write_text(f"text\n{TEXT}\n")
    done = hips(verb, "in.csv", "-o", "out" + ending)
    assert done.rc == 2
    assert "[E739]" in done.err
    assert names(folder) == {"in.csv"}


def test_an_empty_document_does_not_say_that_names_were_searched(hips, folder):
    write_jsonl(
        folder / "in.jsonl", {"text": "Ana Silva wrote."}, {"text": ""}, {"text": "<p></p>"}
    )
    for verb, output in (("anonymize", "o.jsonl"), ("find", "f.jsonl"), ("view", "p.html")):
        assert "Names not searched: nothing finds" in hips(verb, "in.jsonl", "-o", output).err
    told = json.loads(hips("anonymize", "in.jsonl", "-o", "j.jsonl", "--json").out)
    assert told["names_not_searched"]
    assert told["documents_with_text"] == 1
    about = json.loads((folder / "o.jsonl.about.json").read_text())
    assert "NAME_STUDENT" in about["labels_not_searched"]


@pytest.mark.few(3)
@pytest.mark.parametrize("action", ["mark", "keep", "surrogate"])
@pytest.mark.parametrize("find_first", [True, False])
def test_what_is_denied_is_replaced_whatever_the_action(hips, folder, action, find_first):
    (folder / "in.txt").write_text("We met in Fontenay, at fontenay@x.org.")
    (folder / "deny.txt").write_text("Fontenay\n")
    deny = ["--deny", "LOCATION=deny.txt"]
    if find_first:
        hips("find", "in.txt", "-o", "found.jsonl", *deny)
        assert "[E737]" in hips("anonymize", "in.txt", "--spans", "found.jsonl", *deny).err
        deny = ["--spans", "found.jsonl"]
    done = hips("anonymize", "in.txt", "--action", f"LOCATION={action}", *deny)
    assert done.rc == 0
    assert "fontenay" not in done.out.lower()


def test_a_table_keeps_its_delimiter_and_only_the_columns_with_a_role(hips, folder):
    (folder / "in.csv").write_text(
        f'sid;essay;grade;secret;when\ns1;"I am Ana;\n{MAIL}";5;Ana Silva;\n', "utf8"
    )
    done = hips(
        "anonymize", "in.csv", "-o", "out.csv", "--columns", "sid=author,essay=text",
        "--columns", "grade=keep",
    )  # fmt: skip
    assert done.rc == 0
    header, row = csv.reader(io.StringIO((folder / "out.csv").read_text()), delimiter=";")
    assert header == ["sid", "essay", "grade"]
    assert row[2] == "5"
    assert row[0] != "s1"
    assert "Columns not written: secret, when" in done.err
    assert "The delimiter is ';'" in done.err


def test_a_table_can_become_jsonl(hips, folder):
    (folder / "in.tsv").write_text(f"id\ttext\n1\t{TEXT}\n")
    assert hips("anonymize", "in.tsv", "-o", "out.jsonl", "--quiet").rc == 0
    assert set(read_jsonl(folder / "out.jsonl")[0]) == {"id", "text"}


def test_documents_of_spacy_come_out_without_marks(hips, folder):
    nlp = spacy.blank("en")
    DocBin(docs=[nlp(TEXT), nlp("nothing")], store_user_data=True).to_disk(folder / "in.spacy")
    assert hips("anonymize", "in.spacy", "-o", "out.spacy").rc == 0
    docs = list(DocBin().from_disk(folder / "out.spacy").get_docs(spacy.blank("en").vocab))
    assert [doc.text == "nothing" for doc in docs] == [False, True]
    assert all(not doc.spans and not doc.ents for doc in docs)
    assert MAIL not in docs[0].text
    assert b"silva@uni" not in (folder / "out.spacy").read_bytes()


def test_another_encoding_has_to_be_named(hips, folder):
    (folder / "in.txt").write_bytes("café".encode("cp1252"))
    done = hips("anonymize", "in.txt", "-o", "out.txt")
    assert done.rc == 2
    assert "[E705]" in done.err
    assert "position 3 " in done.err
    assert names(folder) == {"in.txt"}
    assert hips("anonymize", "in.txt", "-o", "out.txt", "--encoding", "cp1252").rc == 0
    assert (folder / "out.txt").read_text("utf8") == "café"


# Columns


def test_a_name_column_gets_the_surrogate_of_the_text(hips, folder):
    (folder / "in.csv").write_text('id,name,text\n1,"Okafor, Mariana","Mariana Okafor: I am M."\n')
    done = hips("anonymize", "in.csv", "-o", "out.csv", "--columns", "id=doc,name=name,text=text")
    assert done.rc == 0
    (row,) = csv.DictReader(io.StringIO((folder / "out.csv").read_text()))
    last, first = row["name"].split(", ")
    assert row["text"].startswith(f"{first} {last}:")
    assert "Okafor" not in str(row)
    assert "Mariana" not in str(row)
    assert "name columns     1 cell replaced" in done.err


@pytest.mark.few(3)
@pytest.mark.parametrize("name", ["Rose", "Will", "X Æ A-12", "Ng", "李小龙", "O'Neil-Ó Briain"])
def test_a_name_cell_never_goes_out_as_it_was(hips, folder, name):
    (folder / "in.csv").write_text(f"name,text\n{name},I like it here\n", "utf8")
    done = hips("anonymize", "in.csv", "-o", "out.csv", "--columns", "name=name,text=text")
    assert done.rc == 0
    (row,) = csv.DictReader(io.StringIO((folder / "out.csv").read_text("utf8")))
    assert row["name"] not in ("", name)
    assert row["text"] == "I like it here"


def test_names_stay_where_the_user_asks_for_it(hips, folder):
    (folder / "in.csv").write_text("name,text\nMariana Okafor,hi\n")
    actions = [x for n in ("NAME_STUDENT", "PERSON") for x in ("--action", f"{n}=keep")]
    hips("anonymize", "in.csv", "-o", "out.csv", "--columns", "name=name,text=text", *actions)
    assert "Mariana Okafor" in (folder / "out.csv").read_text()


def test_ids_are_keyed_names_of_their_kind(hips, folder):
    (folder / "in.csv").write_text("id,sid,course,text\nx,x,x,a\ny,x,x,b\n,,,c\n")
    columns = "id=doc,sid=author,course=group,text=text"
    hips("anonymize", "in.csv", "-o", "out.csv", "--columns", columns, "--scope", "document")
    first, second, third = csv.DictReader(io.StringIO((folder / "out.csv").read_text()))
    assert len({first["id"], first["sid"], first["course"]}) == 3
    assert (first["sid"], first["course"]) == (second["sid"], second["course"])
    assert first["id"] != second["id"]
    assert (third["id"], third["sid"], third["course"]) == ("", "", "")


def test_dates_of_one_author_keep_their_distance(hips, folder):
    (folder / "in.csv").write_text(
        "sid,when,text\ns1,2021-03-04,a\ns1,2021-03-14,b\ns1,some day,c\n"
    )
    columns = "sid=author,when=date,text=text"
    more = ("--columns", columns, "--scope", "document")
    done = hips("anonymize", "in.csv", "-o", "out.csv", *more)
    first, second, third = csv.DictReader(io.StringIO((folder / "out.csv").read_text()))
    from datetime import date

    assert first["when"] != "2021-03-04"
    gap = date.fromisoformat(second["when"]) - date.fromisoformat(first["when"])
    assert gap.days == 10
    assert third["when"] == ""
    assert "Date columns: 2 cells shifted, 1 emptied" in done.err


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("actions", "same"),
    [((), False), (("DATE=mark",), True), (("DATE=mark", "DATE_OF_BIRTH=keep"), True)],
)
def test_a_date_column_and_the_texts_are_treated_alike(hips, folder, actions, same):
    """Who has both, the one shifted and the other not, knows the shift."""
    (folder / "in.csv").write_text(
        "sid,dob,when,text\ns1,2009-05-03,2021-03-04,I wrote on 2021-03-04. Born on 2009-05-03.\n"
    )
    columns = "sid=author,dob=date,when=date,text=text"
    chosen = [word for action in actions for word in ("--action", action)]
    done = hips("anonymize", "in.csv", "-o", "out.csv", "--columns", columns, *chosen)
    (row,) = csv.DictReader(io.StringIO((folder / "out.csv").read_text()))
    assert row["text"] == f"I wrote on {row['when']}. Born on {row['dob']}."
    assert (row["when"] == "2021-03-04") is same
    assert (row["dob"] == "2009-05-03") is (len(actions) > 1)
    assert "the same is done with the dates in the texts" in done.err


def test_a_conversation_is_one_document(hips, folder):
    (folder / "in.csv").write_text(
        "room,who,msg\nr1,Mariana Okafor,hi\nr1,Tutor,hello Mariana\nr1,Mariana Okafor,bye\n"
    )
    columns = "room=group,who=speaker,msg=text"
    assert hips("anonymize", "in.csv", "-o", "out.csv", "--columns", columns).rc == 0
    first, second, third = csv.DictReader(io.StringIO((folder / "out.csv").read_text()))
    assert first["who"] == third["who"] != "Mariana Okafor"
    assert second["who"] == "Tutor"
    assert second["msg"] == f"hello {first['who'].split()[0]}"
    assert (first["msg"], third["msg"]) == ("hi", "bye")


@spacy.Language.component("test_finder_of_answers")
def find_answers(doc):
    """Stands in for hips_ner: a name is what a message says after one that asked for it."""
    asked = re.search(r"your name\?\n(?:[^\n:]+: )?(\w+)", doc.text)
    spans = [PiiSpan(*asked.span(1), "PERSON", 0.9, "ner")] if asked else []
    write_group(doc, "pii_ner", spans)
    return doc


def test_a_finder_sees_each_message_with_its_neighbours(hips, folder):
    """Alone, nobody could tell that "aster" is somebody's name."""
    nlp = spacy.blank("en")
    for name in ("test_finder_of_answers", "hips_entities", "hips_anonymizer"):
        nlp.add_pipe(name)
    nlp.to_disk(folder / "model")
    (folder / "in.csv").write_text(
        "room,who,msg\nr1,A,hello\nr1,B,what is your name?\nr1,A,aster\nr2,A,aster\n"
    )
    columns = "room=group,who=speaker,msg=text"
    done = hips("anonymize", "in.csv", "-o", "o.csv", "--columns", columns, "--model", "model")
    assert done.rc == 0
    *_, answer, elsewhere = csv.DictReader(io.StringIO((folder / "o.csv").read_text()))
    assert answer["msg"] != "aster"
    assert elsewhere["msg"] == "aster"


# Bad rows and bad input


def test_rows_that_cannot_be_read_are_named_and_kept_inside_only(hips, folder):
    (folder / "in.csv").write_text("id,text\n1,a\n2,Secretname,c\n3,d\n")
    done = hips("anonymize", "in.csv", "-o", "out.csv", "--internal-dir", "internal")
    assert done.rc == 1
    assert "1 row rejected and not written:\n  row 2: line 3 has 3 cells, the header 2" in done.err
    assert "Secretname" not in done.err
    assert "Secretname" not in (folder / "out.csv").read_text()
    assert (folder / "out.csv").read_text().count("\n") == 3
    rejected = folder / "internal" / "rejected.jsonl"
    assert read_jsonl(rejected) == [
        {
            "row": 2,
            "reason": "line 3 has 3 cells, the header 2",
            "content": "2,Secretname,c\n",
        }
    ]
    assert stat.S_IMODE(rejected.stat().st_mode) == 0o600
    assert stat.S_IMODE(rejected.parent.stat().st_mode) == 0o700


def test_without_an_internal_folder_nothing_internal_is_written(hips, folder):
    write_jsonl(folder / "in.jsonl", {"text": TEXT}, ["no object"])
    assert hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--quiet").rc == 1
    assert names(folder) == {"in.jsonl", "out.jsonl", "out.jsonl.about.json"}
    assert MAIL not in "".join(p.read_text() for p in folder.glob("out*"))


@pytest.mark.parametrize(
    ("output", "internal", "code"),
    [
        ("internal/out.jsonl", "internal", "E733"),
        ("internal/more/out.jsonl", "internal", "E733"),
        ("link/out.jsonl", "internal", "E733"),
        ("out.jsonl", "out.jsonl", "E761"),
    ],
)
def test_the_output_never_lies_in_the_internal_folder(hips, folder, output, internal, code):
    """Who publishes the folder of the output would publish what was replaced as well."""
    (folder / "internal" / "more").mkdir(parents=True)
    (folder / "internal").chmod(0o700)
    (folder / "link").symlink_to("internal")
    write_jsonl(folder / "in.jsonl", {"text": TEXT})
    done = hips("anonymize", "in.jsonl", "-o", output, "--internal-dir", internal)
    assert done.rc == 2 and f"[{code}]" in done.err
    assert not (folder / output).exists()


def test_columns_are_for_tables(hips, folder):
    (folder / "in.txt").write_text(TEXT)
    done = hips("anonymize", "in.txt", "-o", "out.txt", "--columns", "essay=text")
    assert done.rc == 2 and "[E716]" in done.err


def test_odd_texts_go_through_and_are_counted(hips, folder):
    texts = ["", " \n\t", "a\x00b", "lone \ud800 one", "שלום עולם", "👩‍👧‍👦 é", "a\u2028b"]
    write_jsonl(folder / "in.jsonl", *({"text": text} for text in texts))
    done = hips("anonymize", "in.jsonl", "-o", "out.jsonl")
    assert done.rc == 0
    assert [row["text"] for row in read_jsonl(folder / "out.jsonl")] == [
        text.replace("\ud800", "\ufffd") for text in texts
    ]
    assert "1 broken character replaced by U+FFFD" in done.err


@pytest.mark.few(10)
@pytest.mark.parametrize(
    ("content", "arguments", "code"),
    [
        ("a,b\n1,2\n", ["--columns", "essay=text"], "E709"),
        ("a,b\n1,2\n", [], "E710"),
        ("a,a\n1,2\n", ["--columns", "a=text"], "E712"),
        ("", ["--columns", "a=text"], "E713"),
        ("text\nx\n", ["--columns", "text=story"], "E707"),
        ("text\nx\n", ["--action", "DATE=hide"], "E102"),
        ("text\nx\n", ["--action", "NICK=mark"], "E101"),
        ("text\nx\n", ["--action", "mark"], "E731"),
        ("text\nx\n", ["--deny", "NICK=file.txt"], "E101"),
        ("text\nx\n", ["--deny", "file.txt"], "E729"),
        ("text\nx\n", ["--scope", "author"], "E722"),
        ("text\nx\n", ["--n-process", "0"], "E730"),
        ("text\nx\n", ["--delimiter", "ab"], "E719"),
        ("text\nx\n", ["--encoding", "klingon"], "E706"),
        ("text\nx\n", ["--resume"], "E717"),
        ("text\nx\n", ["--model", "no_such_model"], "E728"),
        ("text\nx\n", ["--lang", "tlh"], "E730"),
        ("text\nx\n", ["--secret-file", "none"], "E107"),
        ("text\nx\n", ["--known-people", "none.csv"], "E122"),
        ("text\nx\n", ["--allow", "none.txt"], "E120"),
        ("text\nx\n", ["--spans", "none.jsonl"], "E701"),
    ],
)
def test_what_cannot_work_is_said_before_anything_is_written(
    hips, folder, content, arguments, code
):
    (folder / "in.csv").write_text(content)
    done = hips("anonymize", "in.csv", "-o", "out.csv", *arguments)
    assert done.rc == 2
    assert done.err.startswith(f"[{code}] ")
    assert "Traceback" not in done.err
    assert names(folder) == {"in.csv"}


def test_a_file_without_json_is_told_from_one_without_a_text(hips, folder):
    (folder / "in.jsonl").write_text("{broken\n")
    done = hips("anonymize", "in.jsonl", "-o", "out.jsonl")
    assert (done.rc, names(folder)) == (2, {"in.jsonl"})
    assert "[E701]" in done.err and "line 1 is no JSON" in done.err


def test_missing_inputs_and_outputs_that_would_destroy_something(hips, folder):
    assert "[E701]" in hips("anonymize", "none.csv", "-o", "out.csv").err
    (folder / "in.txt").write_text(TEXT)
    (folder / "out.txt").write_text("old")
    assert "[E702]" in hips("anonymize", "in.txt", "-o", "out.txt").err
    assert "[E703]" in hips("anonymize", "in.txt", "-o", "in.txt", "--force").err
    assert "[E704]" in hips("anonymize", "in.txt", "-o", "none/out.txt").err
    assert (folder / "out.txt").read_text() == "old"
    assert (folder / "in.txt").read_text() == TEXT
    assert hips("anonymize", "in.txt", "-o", "out.txt", "--force").rc == 0


# Settings


def test_allow_and_deny_lists(hips, folder):
    (folder / "allow.txt").write_text(f"# public\n{MAIL}\n")
    (folder / "deny.txt").write_text("re:K-[0-9]{4}\n")
    (folder / "in.txt").write_text(f"{MAIL} and K-1234")
    done = hips(
        "anonymize", "in.txt", "--allow", "allow.txt", "--deny", "ID_NUM=deny.txt", "--json"
    )
    assert MAIL in done.out
    assert "K-1234" not in done.out
    assert json.loads(done.err)["spans"] == {"ID_NUM": {"surrogate": 1}}


def test_known_people_are_found(hips, folder):
    (folder / "people.csv").write_text("person_id,name,role\np1,Mariana Okafor,student\n")
    (folder / "in.txt").write_text("I am Mariana Okafor.")
    done = hips("anonymize", "in.txt", "--known-people", "people.csv", "--quiet")
    assert "Okafor" not in done.out


def test_profiles_and_actions(hips, folder):
    (folder / "in.txt").write_text(f"On 4 May 2021 I wrote to {MAIL}.")
    marked = hips("anonymize", "in.txt", "--action", "EMAIL=placeholder")
    assert marked.out == "On 4 May 2021 I wrote to [EMAIL_1]."
    assert "DATE             1 marked, text kept" in marked.err
    full = hips("anonymize", "in.txt", "--profile", "full", "--action", "EMAIL=redact")
    assert "4 May 2021" not in full.out


def test_the_same_secret_gives_the_same_output(hips, folder, monkeypatch):
    write_jsonl(folder / "in.jsonl", {"id": 1, "text": TEXT})
    first = hips("anonymize", "in.jsonl").out
    assert hips("anonymize", "in.jsonl").out == first
    monkeypatch.setenv("HIPS_SECRET", "another secret altogether, 32 bytes")
    assert hips("anonymize", "in.jsonl").out != first


def test_the_summary_as_json(hips, folder):
    write_jsonl(folder / "in.jsonl", {"id": 1, "text": TEXT}, [])
    done = hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--json")
    summary = json.loads(done.out)
    assert (summary["documents"], summary["rejected"]) == (1, 1)
    assert summary["spans"]["EMAIL"] == {"surrogate": 1}
    assert summary["names_not_searched"] is True


# Manifest


def test_what_stands_beside_the_output_may_be_published(hips, folder):
    write_jsonl(folder / "in.jsonl", {"id": "essay-of-ana", "text": TEXT})
    hips("anonymize", "in.jsonl", "-o", "out.jsonl")
    about = json.loads((folder / "out.jsonl.about.json").read_text())
    assert set(about) == {"versions", "labels_searched", "labels_not_searched", "other_languages"}
    assert about["versions"]["spacy"] == spacy.__version__
    assert "NAME_STUDENT" in about["labels_not_searched"]
    assert "EMAIL" in about["labels_searched"]


def test_the_manifest_is_internal(hips, folder):
    write_jsonl(folder / "in.jsonl", {"id": "essay-of-ana", "text": TEXT})
    hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--internal-dir", "internal")
    assert names(folder) == {"in.jsonl", "out.jsonl", "out.jsonl.about.json", "internal"}
    path = folder / "internal" / "manifest.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = path.read_text()
    manifest = json.loads(text)
    assert manifest["counts"]["spans"] == {"EMAIL": {"surrogate": 1}}
    assert len(manifest["config_hash"]) == 64
    assert "ana" not in text
    assert "a secret" not in text


def test_a_register_has_the_manifest_beside_it(hips, folder):
    (folder / "kept").mkdir()
    write_jsonl(folder / "in.jsonl", {"text": TEXT})
    more = ("--scope", "corpus", "--register", "kept/names")
    assert hips("anonymize", "in.jsonl", "-o", "out.jsonl", *more).rc == 0
    assert names(folder / "kept") == {"names", "names.seals", "out.jsonl.manifest.json"}


def test_a_wrong_secret_is_refused_even_by_force(hips, folder, monkeypatch):
    write_jsonl(folder / "in.jsonl", {"text": TEXT})
    run = ("anonymize", "in.jsonl", "-o", "out.jsonl", "--internal-dir", "internal")
    assert hips(*run).rc == 0
    before = (folder / "out.jsonl").read_bytes()
    for secret in ("another secret altogether, 32 bytes", ""):
        monkeypatch.setenv("HIPS_SECRET", secret)
        done = hips(*run, "--force")
        assert (done.rc, done.err[:6]) == (2, "[E108]")
    assert (folder / "out.jsonl").read_bytes() == before


def test_a_manifest_that_an_earlier_version_left_beside_the_output_goes(hips, folder):
    """It held a check value: whoever had it could try passphrases."""
    write_jsonl(folder / "in.jsonl", {"text": TEXT})
    old = folder / "out.jsonl.manifest.json"
    Manifest({}, "", Secret(SECRET.encode()).check_value()).write(old)
    assert hips("anonymize", "in.jsonl", "-o", "out.jsonl").rc == 0
    assert not old.exists()
    Manifest({}, "", Secret(b"another secret altogether, 32 bytes").check_value()).write(old)
    assert "[E108]" in hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--force").err


def test_runs_without_a_secret_may_be_repeated(hips, folder, monkeypatch):
    monkeypatch.delenv("HIPS_SECRET")
    write_jsonl(folder / "in.jsonl", {"text": TEXT})
    done = hips("anonymize", "in.jsonl", "-o", "out.jsonl")
    assert "[W103]" in done.err
    assert hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--force").rc == 0


# Reviewed spans


def test_reviewed_spans_are_replaced_exactly(hips, folder):
    text = f"Ana met Ben. {MAIL} K7"
    write_jsonl(folder / "in.jsonl", {"id": "d", "text": text}, {"id": "e", "text": "nothing"})
    assert hips("find", "in.jsonl", "-o", "found.jsonl").rc == 0
    found = read_jsonl(folder / "found.jsonl")
    (mail,) = [line for line in found if line.get("label") == "EMAIL"]

    def line(status: str, word: str, label: str) -> dict:
        start = text.index(word)
        more = {"start": start, "end": start + len(word), "label": label, "status": status}
        return {**mail, **more, "entity": ""}

    write_jsonl(
        folder / "reviewed.jsonl",
        {**mail, "status": "reject"},
        line("added", "Ana", "NAME_STUDENT"),
        line("mark", "Ben", "PERSON"),
        line("accept", "K7", "ID_NUM"),
        *(x for x in found if x["doc"] == "e"),
    )
    done = hips("anonymize", "in.jsonl", "--spans", "reviewed.jsonl", "-o", "out.jsonl")
    assert done.rc == 0
    new = read_jsonl(folder / "out.jsonl")[0]["text"]
    assert f" met Ben. {MAIL} " in new
    assert "Ana" not in new
    assert "K7" not in new
    assert "1 span marked by the reviewer" in done.err
    assert "not searched" not in done.err
    write_jsonl(folder / "in.jsonl", {"id": "d", "text": text + "!"}, {"id": "e", "text": "x"})
    changed = hips("anonymize", "in.jsonl", "--spans", "reviewed.jsonl", "-o", "new.jsonl")
    assert (changed.rc, changed.err[:6]) == (2, "[E724]")
    assert "new.jsonl" not in names(folder)


# Interruption


class _Stop:
    """Makes a target fail after some writes."""

    def __init__(self, monkeypatch, after: int, error: BaseException) -> None:
        self.left = after
        write = FileTarget.write

        def failing(target, data):
            if target.path.name.startswith("out"):
                self.left -= 1
                if self.left < 0:
                    raise error
            write(target, data)

        monkeypatch.setattr(FileTarget, "write", failing)


def essays(count: int) -> list[dict]:
    return [{"id": i, "text": f"Essay {i}, mail me{i}@uni.org, thanks."} for i in range(count)]


@pytest.mark.few(1)
@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_an_interrupted_run_goes_on_where_it_stopped(hips, folder, monkeypatch, form):
    write_jsonl(folder / "in.jsonl", *essays(25), [])
    common = ["anonymize", "in.jsonl", "--batch-size", "4"]
    hips(*common, "-o", f"whole.{form}")
    with monkeypatch.context() as patched:
        _Stop(patched, 15, KeyboardInterrupt())
        stopped = hips(*common, "-o", f"out.{form}", "--internal-dir", "internal")
    assert stopped.rc == 130
    assert "--resume" in stopped.err
    assert not (folder / f"out.{form}").exists()
    assert names(folder / "internal") == {f"{n}.jsonl.part" for n in ("ids", "rejected", "spans")}
    done = hips(*common, "-o", f"out.{form}", "--resume", "--internal-dir", "internal")
    assert done.rc == 1
    assert (folder / f"out.{form}").read_bytes() == (folder / f"whole.{form}").read_bytes()
    assert "25 documents" in done.err
    assert [line["row"] for line in read_jsonl(folder / "internal" / "ids.jsonl")] == [
        *range(1, 26)
    ]
    assert not [name for name in names(folder) if ".part" in name]


@pytest.mark.slow  # a file is resumed in the quick run
def test_a_folder_can_be_resumed(hips, folder, monkeypatch):
    (folder / "in").mkdir()
    for i in range(9):
        (folder / "in" / f"{i}.txt").write_text(f"Essay {i}, mail me{i}@uni.org")
    hips("anonymize", "in", "-o", "whole")
    from spacy_hips.desk.files.output import FolderTarget

    with monkeypatch.context() as patched:
        write, calls = FolderTarget.write_file, []

        def failing(target, name, data):
            calls.append(name)
            if len(calls) == 6:
                raise KeyboardInterrupt
            write(target, name, data)

        patched.setattr(FolderTarget, "write_file", failing)
        assert hips("anonymize", "in", "-o", "out", "--batch-size", "2").rc == 130
    assert "out" not in names(folder)
    assert hips("anonymize", "in", "-o", "out", "--batch-size", "2", "--resume").rc == 0
    contents = [{p.name: p.read_text() for p in (folder / n).iterdir()} for n in ("out", "whole")]
    assert contents[0] == contents[1]


def test_resuming_with_another_secret_or_input_is_refused(hips, folder, monkeypatch):
    write_jsonl(folder / "in.jsonl", *essays(12))
    with monkeypatch.context() as patched:
        _Stop(patched, 7, KeyboardInterrupt())
        hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--batch-size", "4")
    again = ["anonymize", "in.jsonl", "-o", "out.jsonl", "--resume"]
    assert "[E718]" in hips(*again, "--profile", "full").err
    with monkeypatch.context() as patched:
        patched.setenv("HIPS_SECRET", "another secret altogether, 32 bytes")
        assert "[E718]" in hips(*again).err
    write_jsonl(folder / "in.jsonl", *essays(13))
    assert "[E718]" in hips(*again).err
    write_jsonl(folder / "in.jsonl", *essays(12))
    assert hips(*again).rc == 0
    assert len(read_jsonl(folder / "out.jsonl")) == 12


def test_without_a_secret_an_interrupted_run_leaves_nothing(hips, folder, monkeypatch):
    monkeypatch.delenv("HIPS_SECRET")
    write_jsonl(folder / "in.jsonl", *essays(12))
    with monkeypatch.context() as patched:
        _Stop(patched, 7, KeyboardInterrupt())
        done = hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--batch-size", "4")
    assert done.rc == 130
    assert names(folder) == {"in.jsonl"}


def test_a_full_disk(hips, folder, monkeypatch):
    write_jsonl(folder / "in.jsonl", *essays(12))
    real = FileTarget.__init__

    def small(target, path, **settings):
        real(target, path, **settings)
        if target.path.name != "out.jsonl":
            return
        stream, write = target._stream, target._stream.write

        class Disk:
            room = 500

            def write(self, data):
                Disk.room -= len(data)
                if Disk.room < 0:
                    raise OSError(errno.ENOSPC, "No space left on device")
                return write(data)

            def __getattr__(self, name):
                return getattr(stream, name)

        target._stream = Disk()

    monkeypatch.setattr(FileTarget, "__init__", small)
    done = hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--batch-size", "2")
    assert done.rc == 1
    assert "[E704]" in done.err
    assert "the disk is full" in done.err
    assert "out.jsonl" not in names(folder)
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HIPS_SECRET", "a secret of the command line tests")
    assert hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--batch-size", "2", "--resume").rc == 0
    assert len(read_jsonl(folder / "out.jsonl")) == 12


@pytest.mark.slow
@pytest.mark.parametrize("megabytes", [1.1, 10], ids=["1 MB", "10 MB"])
def test_a_very_long_essay(hips, folder, megabytes):
    """Longer than a million characters, where spaCy's own limit is."""
    sentence = "All work and no play. "
    (folder / "in.txt").write_text(sentence * int(megabytes * 1e6 / len(sentence)) + MAIL)
    assert hips("anonymize", "in.txt", "-o", "out.txt", "--quiet").rc == 0
    new = (folder / "out.txt").read_text()
    assert len(new) > megabytes * 0.99e6
    assert MAIL not in new
