"""Runs in a scope wider than a document: two passes, a register, and its upkeep."""

import csv
import errno
import json
import shlex

import pytest

from .conftest import main

COLUMNS = "id=doc,student=author,who=name,essay=text"
ROWS = [
    ("1", "s1", "Ana Ruiz", "I am Ana Ruiz, ana.ruiz@uni.edu."),
    ("2", "s2", "Ben Okri", "Ben here. My student ID: 20217712345, mail ben_okri@uni.edu"),
    ("3", "s1", "Ana Ruiz", "Ana again; write to ana.ruiz@uni.edu"),
]
TWICE = [
    ("1", "s1", "Ana Ruiz", "I am Ana Ruiz."),
    ("2", "s2", "Ben Okri", "Ben"),
    ("3", "s1", "Ana Ruiz", "Ana again."),
]
FRIENDS = [
    ("1", "s1", "Ana Ruiz", "I am Ana."),
    ("2", "s2", "Ben Okri", "Ana Ruiz helped, so did RUIZ, ANA."),
    ("3", "s1", "", "Ruiz again."),
]


@pytest.fixture(autouse=True)
def secret(monkeypatch, tmp_path):
    (tmp_path / "out").mkdir()
    monkeypatch.setenv("HIPS_SECRET", "a secret for the tests only")


@pytest.fixture
def table(tmp_path):
    """Writes a table of rows and gives its path."""

    def write(rows=ROWS, name="in.csv"):
        with (tmp_path / name).open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(
                [("id", "student", "who", "essay"), *rows]
            )
        return str(tmp_path / name)

    return write


@pytest.fixture
def go(tmp_path):
    """Anonymises a table within a scope and gives the rows that came out."""
    count = iter(range(99))

    def run(path, scope="corpus", *more, register=str(tmp_path / "register"), code=0):
        output = tmp_path / "out" / f"{next(count)}.csv"
        args = ["anonymize", path, "-o", str(output), "--columns", COLUMNS, "--scope", scope]
        args += ["--register", register] if register else []
        assert main([*args, *more]) == code
        if not output.exists():
            return []
        with output.open(newline="") as file:
            return list(csv.DictReader(file))

    return run


class TestTwoPasses:
    def test_a_person_is_the_same_in_every_row(self, go, table):
        one, two, three = go(table())
        assert one["who"] == three["who"] != two["who"]
        assert one["who"] in one["essay"]
        assert three["essay"].startswith(one["who"].split()[0])

    @pytest.mark.slow
    def test_processes_and_order_do_not_matter(self, go, table):
        alone = go(table())
        assert go(table(), "corpus", "--n-process", "2") == alone
        assert go(table(ROWS[::-1], "back.csv")) == alone[::-1]

    def test_later_rows_keep_earlier_names(self, go, table):
        before = go(table())
        later = go(table([*ROWS, ("4", "s9", "Eva Stone", "Eva and Ana Ruiz.")], "more.csv"))
        assert later[:3] == before

    def test_an_interrupted_run_goes_on_with_the_same_names(self, go, table, tmp_path, monkeypatch):
        from spacy_hips.desk.run import result_rows as outbox

        whole = go(table())
        (tmp_path / "register").unlink()
        put, done = outbox.Outbox.put, []

        def stop(self, result):
            if len(done) == 2:
                raise KeyboardInterrupt
            done.append(result)
            return put(self, result)

        monkeypatch.setattr(outbox.Outbox, "put", stop)
        args = ["anonymize", table(), "-o", str(tmp_path / "out" / "out.csv"), "--columns", COLUMNS,
                "--scope", "corpus", "--register", str(tmp_path / "register"),
                "--batch-size", "1"]  # fmt: skip
        assert main(args) == 130
        monkeypatch.undo()
        monkeypatch.setenv("HIPS_SECRET", "a secret for the tests only")
        assert main([*args, "--resume"]) == 0
        with (tmp_path / "out" / "out.csv").open(newline="") as file:
            assert list(csv.DictReader(file)) == whole


class TestAuthors:
    """An author's pseudonym must not show that one person got several new names."""

    def run(self, *more, given=None):
        args = ["anonymize", given or "in.csv", "-o", "out/o.csv", "--columns", COLUMNS]
        return main([*args, *more])

    @pytest.fixture(autouse=True)
    def here(self, secret, tmp_path, monkeypatch, table):
        monkeypatch.chdir(tmp_path)
        table(TWICE)

    @pytest.mark.few(1)
    @pytest.mark.parametrize("kept", ["given", "file", "none"])
    def test_several_rows_of_an_author_are_refused_with_a_command_that_works(
        self, kept, monkeypatch, tmp_path, capsys
    ):
        more = []
        if kept != "given":
            monkeypatch.delenv("HIPS_SECRET")
        if kept == "file":
            (tmp_path / "key").mkdir()
            assert main(["new-secret", "key/secret"]) == 0
            more = ["--secret-file", "key/secret"]
        assert self.run(*more) == 2
        said = capsys.readouterr().err
        assert "[E742]" in said and "Ana" not in said and not list(tmp_path.glob("out/*"))
        commands = [line.strip() for line in said.splitlines() if line.startswith("  spacy-hips")]
        assert len(commands) == (2 if kept == "none" else 1)
        for command in commands:
            assert main(shlex.split(command)[1:]) == 0
        with (tmp_path / "out" / "o.csv").open(newline="") as file:
            one, _, three = csv.DictReader(file)
        assert one["who"] == three["who"] and one["student"] == three["student"]
        registers = list(tmp_path.glob("*/names.register"))
        assert len(registers) == 1 and registers[0].parent.name != "out"

    def test_a_row_an_author_needs_no_register(self, table):
        table(TWICE[:2])
        assert self.run() == 0

    def test_who_asks_for_it_is_warned(self, capsys):
        assert self.run("--scope", "document") == 0
        assert "[W108]" in capsys.readouterr().err

    def test_an_author_of_several_groups_is_told_too(self, capsys):
        columns = ["--columns", "id=group,student=author,who=name,essay=text"]
        args = ["anonymize", "in.csv", "-o", "out/o.csv", *columns, "--scope", "group"]
        assert main([*args, "--register", "internal/r"]) == 0
        assert "[W108]" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("more", "code", "said"),
        [((), 2, "[E743]"), (("--scope", "document"), 0, "[W108]")],
    )
    def test_standard_input_is_asked_about(self, more, code, said, tmp_path, capsys, monkeypatch):
        with (tmp_path / "in.csv").open() as file:
            monkeypatch.setattr("sys.stdin", file)
            assert self.run("--format", "csv", *more, given="-") == code
        assert said in capsys.readouterr().err

    def test_conversations_of_one_author_need_the_corpus(self, tmp_path, capsys):
        (tmp_path / "in.csv").write_text(
            "room,student,who,essay\na,s1,Ana Ruiz,hi\na,s2,Ben,ho\nb,s1,Ana Ruiz,hi Ben\n"
        )
        columns = "room=doc,student=author,who=speaker,essay=text"
        assert main(["anonymize", "in.csv", "-o", "out/o.csv", "--columns", columns]) == 2
        command = capsys.readouterr().err.partition("\n  spacy-hips ")[2].partition("\n")[0]
        assert "--scope corpus" in command
        assert main(shlex.split(command)) == 0
        with (tmp_path / "out" / "o.csv").open(newline="") as file:
            one, _, three = csv.DictReader(file)
        assert one["who"] == three["who"] != "Ana Ruiz"


class TestNameCells:
    """Whom a name cell names is known in the whole scope, not in the own row only."""

    @pytest.mark.parametrize("size", ["1", "64"])
    def test_a_friend_in_another_row_has_the_authors_new_name(self, go, table, size):
        one, two, _ = go(table(FRIENDS), "corpus", "--batch-size", size)
        assert one["who"] in two["essay"]
        assert "ruiz" not in two["essay"].lower()

    @pytest.mark.few(1)
    @pytest.mark.parametrize("scope", ["author", "corpus"])
    def test_an_author_is_known_in_rows_without_a_name(self, go, table, scope):
        alone = go(table(FRIENDS), scope, "--batch-size", "1")
        assert alone[2]["essay"].split()[0] == alone[0]["who"].split()[-1]
        assert go(table(FRIENDS[::-1]), scope)[::-1] == alone

    def test_find_knows_the_same_people(self, table, tmp_path):
        columns = ["--columns", COLUMNS, "-o", str(tmp_path / "found.jsonl")]
        assert main(["find", table(FRIENDS), *columns, "--batch-size", "1"]) == 0
        found = map(json.loads, (tmp_path / "found.jsonl").read_text().splitlines())
        rows = [line["row"] for line in found if line["column"] == "essay" and "label" in line]
        assert rows == [1, 3]


class TestMistakes:
    @pytest.mark.few(2)
    @pytest.mark.parametrize(
        ("given", "columns", "more", "code"),
        [
            ("in.csv", COLUMNS, ["--scope", "corpus"], "E752"),
            ("in.csv", COLUMNS, ["--register", "r"], "E751"),
            ("in.csv", "essay=text", ["--scope", "author", "--register", "r"], "E722"),
            ("-", "", ["--scope", "corpus", "--register", "r"], "E753"),
        ],
        ids=["no register", "no scope", "no author", "standard input is read once"],
    )
    def test_a_scope_that_cannot_be(self, table, tmp_path, capsys, given, columns, more, code):
        given = table() if given == "in.csv" else given
        args = ["anonymize", given, "-o", str(tmp_path / "out" / "o.csv"), *more]
        assert main([*args, *(["--columns", columns] if columns else [])]) == 2
        assert code in capsys.readouterr().err
        assert not list((tmp_path / "out").iterdir())

    def test_a_register_of_another_secret(self, go, table, monkeypatch, capsys):
        go(table())
        monkeypatch.setenv("HIPS_SECRET", "a secret that is quite another one")
        assert go(table(), code=2) == []
        assert "E132" in capsys.readouterr().err

    def test_a_register_of_another_scope(self, go, table, capsys):
        go(table())
        assert go(table(), "author", code=2) == []
        assert "E134" in capsys.readouterr().err

    def test_a_damaged_register_is_not_written_over(self, go, table, tmp_path, capsys):
        (tmp_path / "register").write_text("{}\n")
        assert go(table(), code=2) == []
        assert "E130" in capsys.readouterr().err
        assert (tmp_path / "register").read_text() == "{}\n"

    def test_a_row_without_its_group_is_rejected_and_told(self, go, table, tmp_path, capsys):
        path = table([*ROWS[:2], ("3", "", "", "Ana Ruiz again.")])
        args = ["anonymize", path, "-o", str(tmp_path / "out" / "o.csv"), "--scope", "group"]
        args += ["--columns", "id=doc,student=group,essay=text"]
        assert main([*args, "--register", str(tmp_path / "r")]) == 1
        assert "row 3: the group is missing" in capsys.readouterr().err
        assert "Ruiz" not in (tmp_path / "out" / "o.csv").read_text().splitlines()[-1]

    def test_two_names_under_one_author_are_one_person_with_two_names(self, go, table):
        rows = [("1", "s1", "Ana Ruiz", "Ana."), ("2", "s1", "Eva Stone", "Eva.")]
        one, two = go(table(rows))
        for row, old in ((one, "Ana Ruiz"), (two, "Eva Stone")):
            assert not set(old.split()) & set(row["who"].split())

    @pytest.mark.parametrize("place", ["register", "texts/register"])
    def test_the_register_stays_out_of_what_is_published(self, tmp_path, capsys, place):
        (tmp_path / "in").mkdir()
        (tmp_path / "in" / "a.txt").write_text("Write to ana@x.org")
        args = ["anonymize", str(tmp_path / "in"), "-o", str(tmp_path / "texts")]
        assert main([*args, "--scope", "corpus", "--register", str(tmp_path / place)]) == 2
        assert "E755" in capsys.readouterr().err


class TestUpkeep:
    def test_show_counts_and_names_nobody(self, go, table, tmp_path, capsys):
        go(table())
        capsys.readouterr()
        assert main(["register", "show", str(tmp_path / "register")]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert shown["identifiers"] == {"EMAIL": 2, "ID_NUM": 1, "PERSON": 2}

    def test_migrate_takes_on_this_version_and_keeps_every_name(
        self, go, table, tmp_path, capsys, monkeypatch
    ):
        import spacy_hips

        monkeypatch.setattr(spacy_hips, "__version__", "0.0.1")
        before = go(table())
        old = (tmp_path / "register").read_bytes()
        monkeypatch.setattr(spacy_hips, "__version__", "9.9.9")
        assert go(table(), code=2) == []
        assert "E133" in capsys.readouterr().err
        assert main(["register", "migrate", str(tmp_path / "register")]) == 0
        assert (tmp_path / "register").read_bytes().startswith(old)
        assert go(table()) == before

    def test_forget_drops_the_entry_and_the_row_and_lists_documents(
        self, go, table, tmp_path, capsys
    ):
        before = go(table())
        people = tmp_path / "people.csv"
        people.write_bytes(b'person_id,name\r\ns1,"Ana\r\nRuiz"\r\ns2,Ben Okri\r\n')
        capsys.readouterr()
        args = ["forget", "--person", "s1", "--register", str(tmp_path / "register"), "--json",
                "--known-people", str(people)]  # fmt: skip
        assert main(args) == 0
        said = json.loads(capsys.readouterr().out)
        assert said["release_anew"] == sorted([before[0]["id"], before[2]["id"]])
        assert said["written_by"] == said["release_anew"]
        assert people.read_bytes() == b"person_id,name\r\ns2,Ben Okri\r\n"
        after = go(table())
        assert after[1] == before[1]
        assert after[0]["who"] != before[0]["who"]

    def test_forget_says_when_the_table_cannot_be_written(
        self, go, table, tmp_path, monkeypatch, capsys
    ):
        def full(path, data):
            raise OSError(errno.ENOSPC, "No space left on device")

        go(table())
        people = tmp_path / "people.csv"
        people.write_text("person_id,name\ns1,Ana Ruiz\n")
        monkeypatch.setattr("spacy_hips.cli.forget.write_private", full)
        args = ["forget", "--person", "s1", "--register", str(tmp_path / "register")]
        assert main([*args, "--known-people", str(people)]) == 2
        said = capsys.readouterr().err
        assert "[E754]" in said and "Ana" not in said
        assert people.read_text() == "person_id,name\ns1,Ana Ruiz\n"

    def test_forget_nobody_changes_nothing(self, go, table, tmp_path, capsys):
        go(table())
        old = (tmp_path / "register").read_bytes()
        assert main(["forget", "--person", "s7", "--register", str(tmp_path / "register")]) == 2
        assert "E139" in capsys.readouterr().err
        assert (tmp_path / "register").read_bytes() == old

    def test_new_secret_is_private_and_never_replaced(self, tmp_path, capsys):
        path = tmp_path / "secret"
        assert main(["new-secret", str(path)]) == 0
        first = path.read_bytes()
        assert path.stat().st_mode & 0o777 == 0o600
        assert len(first.strip()) == 64
        assert first.decode().strip() not in capsys.readouterr().err
        assert main(["new-secret", str(path)]) == 2
        assert "E750" in capsys.readouterr().err
        assert path.read_bytes() == first


class TestOtherVerbs:
    def test_view_shows_what_anonymize_writes(self, go, table, tmp_path):
        path, page = table(), tmp_path / "out" / "page.html"
        rows = go(path)
        args = ["view", path, "-o", str(page), "--columns", COLUMNS, "--scope", "corpus"]
        assert main([*args, "--register", str(tmp_path / "register")]) == 0
        assert all(row["who"].split()[0] in page.read_text() for row in rows)

    def test_view_needs_a_register_for_a_wider_scope(self, table, tmp_path, capsys):
        page = str(tmp_path / "out" / "page.html")
        args = ["view", table(), "-o", page, "--columns", COLUMNS]
        assert main([*args, "--scope", "corpus"]) == 2
        assert "[E752]" in capsys.readouterr().err
        assert main([*args, "--register", str(tmp_path / "register")]) == 2
        assert "[E751]" in capsys.readouterr().err

    def test_evaluate_refuses_a_wider_scope_at_once(self, tmp_path, capsys):
        gold = tmp_path / "gold.jsonl"
        gold.write_text('{"id": "a", "text": "Ana came.", "spans": [[0, 3, "PERSON"]]}\n')
        assert main(["evaluate", str(gold), "--scope", "corpus"]) == 2
        assert "[E757]" in capsys.readouterr().err
