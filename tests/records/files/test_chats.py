"""Conversations with their messages in a list or a tree: what is read, goes out, is told."""

from __future__ import annotations

import csv
import json
from dataclasses import replace

import pytest

from spacy_hips import Job, JobOptions
from spacy_hips.cli._app import main
from spacy_hips.core.errors import HipsError
from spacy_hips.desk.files.readers import guess_format, open_source
from spacy_hips.desk.files.rows import BadRow, Row

pytestmark = pytest.mark.filterwarnings("ignore::spacy_hips.core.errors.HipsWarning")
ANA, BEN = "Ana Ruiz", "Bongani Mokoena"
PLAIN = {
    "id": "c1",
    "question": "Ana has 3 apples, Ben has 4. Ask ana@uni.org.",
    "grade": 5,
    "created": "2024-01-02",
    "messages": [
        {"role": "user", "name": ANA, "content": "I am Ana Ruiz.", "timestamp": "10:00:03"},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "x"}]},
        {"role": "tool", "name": "get_grades", "content": "4 of 5"},
        {
            "role": "user",
            "name": BEN,
            "content": [{"type": "text", "text": "Hi"}, {"type": "image_url", "image_url": {}}],
        },
    ],
}
TREE = {
    "title": "For ana@uni.org",
    "create_time": 1.5,
    "mapping": {
        "e": {"message": {"author": {"role": "assistant"}, "content": {"parts": ["Hello"]}},
              "parent": "c", "children": []},
        "a": {"message": None, "parent": None, "children": ["c", "d"]},
        "c": {"message": {"author": {"role": "user", "name": None}, "create_time": 2.5, "content": {
              "content_type": "multimodal_text",
              "parts": [{"asset_pointer": "file://x"}, "I am ana@uni.org."]}},
              "parent": "a", "children": ["e"]},
        "d": {"message": {"author": {"role": "user"}, "content": {"parts": ["Again"]}},
              "parent": "a", "children": ["d", "a", "gone", 7]},
    },
    "current_node": "e",
    "conversation_id": "k1",
}  # fmt: skip
DISCORD = {
    "guild": {"name": "Class of Ms Okafor"},
    "exportedAt": "2024-01-01T00:00:00",
    "messages": [
        {
            "id": "11",
            "content": "hi @bongs",
            "author": {"id": "99", "name": "aruiz_x", "nickname": ANA, "avatarUrl": "https://x/1"},
            "attachments": [{"fileName": "ana.png"}],
            "mentions": [{"id": "98", "name": "bongs", "nickname": BEN}],
        },
        {"id": "12", "content": "thanks aruiz_x", "author": {"name": "bongs", "nickname": BEN}},
    ],
    "messageCount": 2,
}


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Write conversations, run over them by rules; gives what came out, and the summary."""
    monkeypatch.setenv("HIPS_SECRET", "a secret of the tests of chats")
    monkeypatch.chdir(tmp_path)

    def job(value, given="in.json", output="out.json", **options):
        text = json.dumps(value)
        if given.endswith("jsonl"):
            text = "\n".join(map(json.dumps, value))
        (tmp_path / given).write_text(text)
        summary = Job(JobOptions(input=given, output=output, rules_only=True, **options)).run()
        written = (tmp_path / output).read_text("utf8")
        if output.endswith("jsonl"):
            return lines(tmp_path / output), summary
        return json.loads(written) if output.endswith("json") else written, summary

    return job


def lines(path):
    return [json.loads(line) for line in path.read_text("utf8").splitlines()]


def rows(path):
    with open_source(str(path)) as source:
        return list(source)


def test_a_list_of_messages_keeps_its_form(run):
    (out,), summary = run([PLAIN], columns={"question": "context", "grade": "keep"})
    assert list(out) == ["id", "question", "grade", "messages"] and out["grade"] == 5
    one, two, three, four = out["messages"]
    assert list(one) == ["role", "name", "content"] and one["role"] == "user"
    assert one["content"] == f"I am {one['name']}."  # the speaker and the text are one person
    assert two == {"role": "assistant", "content": ""}
    assert three == {"role": "tool", "content": "4 of 5"}
    assert four["content"] == [{"type": "text", "text": "Hi"}]
    written = json.dumps(out)
    assert not any(old in written for old in (ANA, BEN, "Bongani", "ana@uni", "10:00", "c1"))
    assert set(summary.columns) == {"created", "timestamp", "tool_calls", "message name"}
    assert summary.unsearched == {"attachment (dropped)": 1} and summary.documents == 1


def test_a_tree_has_new_ids_and_the_same_branches(run):
    (out,), summary = run([TREE])
    nodes = out["mapping"]
    assert list(out) == ["title", "mapping", "current_node", "conversation_id"]
    assert [(n["parent"], n["children"]) for n in nodes.values()] == [
        (None, ["1", "3"]), ("0", ["2"]), ("1", []), ("0", []),
    ]  # fmt: skip
    assert nodes[out["current_node"]]["message"]["content"]["parts"] == ["Hello"]
    said = nodes["1"]["message"]
    assert said["author"] == {"role": "user"} and "ana@uni" not in json.dumps(out)
    # The title is about the same person as the text.
    assert said["content"]["parts"] == [out["title"].replace("For", "I am") + "."]
    assert summary.unsearched == {"attachment (dropped)": 1}


def test_an_object_alone_stays_one_and_other_names_are_hidden_too(run):
    out, _ = run(DISCORD)
    assert list(out) == ["messages"]
    first, second = out["messages"]
    assert list(first) == ["author", "content"]
    assert first["author"]["name"] == first["author"]["nickname"] not in (ANA, "aruiz_x")
    written = json.dumps(out)
    assert not any(old in written for old in (ANA, BEN, "bongs", "aruiz", "Okafor", "2024"))
    assert second["author"]["name"] != first["author"]["name"]


def test_a_table_of_conversations_and_lines_of_them(run):
    table, _ = run([DISCORD], output="out.csv")
    assert table.splitlines()[0] == "conversation,speaker,text" and len(table.splitlines()) == 3
    parted, _ = run([PLAIN, PLAIN], given="in.jsonl", output="out.jsonl")
    assert [len(line["messages"]) for line in parted] == [4, 4]
    listed, _ = run([PLAIN], given="in.jsonl", output="listed.json")
    assert listed[0]["messages"] == parted[0]["messages"]


@pytest.mark.parametrize(
    ("message", "speaker", "text", "role"),
    [
        ({"from": "human", "value": "a"}, "human", "a", None),
        ({"speaker": ANA, "text": "a"}, ANA, "a", None),
        ({"sender": "assistant", "text": "a", "content": [{"type": "text", "text": "b"}]},
         "assistant", "b", None),
        ({"from": ANA, "text": ["a ", {"type": "mention", "text": "@b"}, " c"]}, ANA, "a @b c",
         None),
        ({"role": "Student 2", "name": ANA, "content": 7}, ANA, "7", "Student 2"),
        ({"role": "Ana's mother", "name": ANA, "content": "a"}, ANA, "a", None),
        ({"role": "Ana's mother", "content": "a"}, "Ana's mother", "a", None),
        ({"user": {"real_name": ANA, "name": "aruiz"}, "text": "a"}, ANA, "a", None),
        ({"content": {"content_type": "code", "text": "x = 1"}}, "", "x = 1", None),
        ({"content": [1, None, {"type": "audio"}]}, "", "", None),
        ({"author": [], "content": {}}, "", "", None),
    ],
)  # fmt: skip
def test_fields_of_messages(tmp_path, message, speaker, text, role):
    path = tmp_path / "a.json"
    path.write_text(json.dumps([{"messages": [message]}]))
    (row,) = rows(path)
    assert (row.fields["speaker"], row.fields["text"]) == (speaker, text)
    assert row.fields.get("role") == role


@pytest.mark.parametrize(
    ("value", "format"),
    [
        ([{"id": 1, "text": "a", "messages": []}], "json"),  # as it was read so far
        ([{"id": 1, "messages": ["a", "b"]}], "json"),
        ([{"messages": []}], "chats"),
        ([{"x": 1}, {"dialogue": [{"text": "a"}]}], "chats"),
        ({"mapping": {}}, "chats"),
        ({"mapping": {"a": 1}}, "json"),
        ([], "json"),
        (7, "json"),
    ],
)
def test_what_is_taken_for_conversations(tmp_path, value, format):
    path = tmp_path / "a.json"
    path.write_text(json.dumps(value))
    assert guess_format(str(path)) == format


def test_what_cannot_be_read_is_told_and_the_rest_is_read(run, tmp_path):
    (tmp_path / "in.jsonl").write_text(
        '{"id": "a", "messages": []}\nno json\n{"b": 1}\n' + "[" * 100_000 + "\n"
        '{"messages": [{"text": "a"}, "b", null, {"text": "c"}]}\n'
    )
    first, *others = rows(tmp_path / "in.jsonl")
    assert first.fields == {"conversation": "a", "speaker": "", "text": ""}
    assert [(type(r), r.number) for r in others] == [
        (BadRow, 2), (BadRow, 3), (BadRow, 4), (Row, 5), (BadRow, 6), (Row, 7),
    ]  # fmt: skip
    assert [r.reason for r in others if isinstance(r, BadRow)] == [
        "line 2 is no JSON", "item 3 holds no list of messages", "line 4 is no JSON",
        "item 5 has a message that is no object",
    ]  # fmt: skip
    options = JobOptions(input="in.jsonl", output="out.jsonl", rules_only=True)
    assert len(Job(options).run().rejected) == 4
    empty, whole = lines(tmp_path / "out.jsonl")
    assert empty["messages"] == [] and whole == {"messages": [{"text": "a"}, {"text": "c"}]}


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"columns": {"essay": "text"}}, "E709"),  # then it is read as plain json
        ({"columns": {"grade": "doc"}}, "E711"),
        ({"key_file": "key"}, "E793"),
        ({"output": "out.docx"}, "E739"),
    ],
)
def test_what_users_do_wrong(run, options, code):
    with pytest.raises(HipsError, match=code):
        run([PLAIN], **options)


def test_fields_that_are_called_as_the_columns_are_not_taken_for_them(run):
    """A role that may be a name went into a column that is kept."""
    message = {"role": "Ana Ruiz's mother", "name": ANA, "content": "a", "title": BEN, "text": BEN}
    value = [{"role": ANA, "speaker": ANA, "text": 7, "messages": [message]}]
    out, summary = run(value, output="out.csv")
    assert "Ruiz" not in out and "Bongani" not in out
    assert "role that may be a name (dropped)" in summary.unsearched


TALK = """talk,who,task,message
1,Ana Ruiz,<b>Mail</b> ana@uni.org!,I did.
1,Tutor,<b>Mail</b> ana@uni.org!,"Good, Ana Ruiz."
2,Tutor,Mail bo@uni.org!,Again.
"""
ROLES = {"talk": "doc", "who": "speaker", "task": "context", "message": "text"}


@pytest.fixture
def talk(tmp_path, monkeypatch):
    """A table of conversations with their tasks, and options of a run over it."""
    monkeypatch.setenv("HIPS_SECRET", "a secret of the tests of chats")
    monkeypatch.setenv("HIPS_KEY_PASSPHRASE", "a horse that nobody would ever guess")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.csv").write_text(TALK)
    return JobOptions(input="in.csv", output="out.csv", columns=ROLES, rules_only=True)


def test_a_task_is_replaced_in_all_rows_that_repeat_it(talk, tmp_path):
    (tmp_path / "out").mkdir()
    out = str(tmp_path / "out" / "out.csv")
    Job(replace(talk, output=out, key_file="key", internal_dir="internal")).run()
    text = (tmp_path / "out" / "out.csv").read_text()
    first, second, third = csv.DictReader(text.splitlines())
    assert first["task"] == second["task"] != third["task"] and "@uni.org" not in text
    assert first["task"].startswith("<b>Mail</b> ") and first["who"] in second["message"]
    spans = lines(tmp_path / "internal" / "spans.jsonl")
    assert [s["row"] for s in spans if s["column"] == "task"] == [1, 3]
    (tmp_path / "back").mkdir()
    assert main(["restore", out, "-o", "back/in.csv", "--key-file", "key"]) == 0
    assert (tmp_path / "back" / "in.csv").read_text() == TALK


def test_a_task_is_reviewed_once_and_by_hand_in_any_row(talk, tmp_path):
    assert main(["find", "in.csv", "-o", "found.jsonl", "--rules-only", "--columns",
                 ",".join(map("=".join, ROLES.items()))]) == 0  # fmt: skip
    found = lines(tmp_path / "found.jsonl")
    assert [line["row"] for line in found if line["column"] == "task"] == [1, 3]
    with (tmp_path / "found.jsonl").open("a") as file:
        hand = {"row": 2, "column": "task", "text": "Mail", "label": "OTHER", "surrogate": "Ask"}
        file.write(json.dumps(hand) + "\n")
    Job(replace(talk, spans="found.jsonl", action={"OTHER": "surrogate"})).run()
    assert (tmp_path / "out.csv").read_text().count("<b>Ask</b>") == 2


@pytest.mark.slow  # starts two processes; tests/records/test_several_processes.py has none
def test_a_run_in_several_processes_writes_the_same(run):
    one, _ = run([PLAIN, TREE, PLAIN])
    two, _ = run([PLAIN, TREE, PLAIN], output="two.json", n_process=2, batch_size=1)
    assert one == two


def test_other_verbs_read_chats(run, tmp_path):
    run([PLAIN])
    assert main(["find", "in.json", "-o", "found.jsonl", "--rules-only"]) == 0
    assert main(["view", "in.json", "-o", "view.html", "--rules-only"]) == 0
    steps = ("--min-words", "4", "--contamination", "0", "--similarity", "0", "--lang", "any")
    (tmp_path / "two.json").write_text(json.dumps([{"messages": []}, PLAIN]))
    assert main(["curate", "two.json", "-o", "kept.jsonl", *steps]) == 0
    assert lines(tmp_path / "kept.jsonl") == [PLAIN]  # as it was
    (tmp_path / "class.csv").write_text(f"name\n{ANA}\n{BEN}\n")
    assert main(["leaks", "out.json", "--known-people", "class.csv"]) == 0
    assert main(["leaks", "in.json", "--known-people", "class.csv"]) == 1


def test_where_the_text_has_a_role_all_roles_are_given(run):
    (out,), _ = run([PLAIN], columns={"text": "text", "conversation": "doc"})
    assert list(out["messages"][0]) == ["content"] and list(out) == ["id", "messages"]
    assert ANA not in json.dumps(out)  # who speaks is known all the same


def test_without_a_speaker_nothing_is_released_of_the_names(run):
    (out,), _ = run([PLAIN], columns={"speaker": "drop"})
    assert "name" not in out["messages"][0]


@pytest.mark.slow  # times three long conversations
def test_deep_wide_and_long_conversations_take_linear_time(tmp_path, linear):
    def chain(count):
        nodes = {
            str(i): {
                "message": {"author": {"role": "user"}, "content": {"parts": ["a"]}},
                "parent": str(i - 1),
                "children": [str(i + 1)],
            }
            for i in range(count)
        }
        return [{"mapping": nodes, "current_node": str(count - 1)}]

    def read(count):
        path = tmp_path / f"{count}.json"
        if not path.exists():
            path.write_text(json.dumps(chain(count)))
        assert len(rows(path)) == count

    linear(read, 8_000)
