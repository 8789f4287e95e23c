"""A run with a key file can be undone exactly; without one nothing is kept."""

import json

import pytest

from .conftest import main

TEXTS = {
    "a.txt": "I am Ana Ruiz.\r\nMail: ana.ruiz@uni.edu\n",
    "b.txt": "Nothing to see here.",
    "c.txt": "Nothing to see here.",
    "sub/d.txt": "ana.ruiz@uni.edu 👩‍👩‍👧 ben@x.org\u2028",
}


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    monkeypatch.setenv("HIPS_SECRET", "a secret for the tests only")
    monkeypatch.setenv("HIPS_KEY_PASSPHRASE", "marble lantern 47 quietly orbits")


@pytest.fixture
def key_file(tmp_path):
    (tmp_path / "keys").mkdir()
    return str(tmp_path / "keys" / "mapping")


@pytest.fixture
def there_and_back(tmp_path, key_file):
    """Anonymises, restores, and gives both results."""
    (tmp_path / "out").mkdir()

    def run(given, name, *options):
        out, back = tmp_path / "out" / name, tmp_path / f"back_{name}"
        args = ["anonymize", str(given), "-o", str(out), "--key-file", key_file, "--quiet"]
        assert main([*args, *options]) == 0
        assert restore(out, key_file, back) == 0
        return out, back

    return run


def restore(out, key_file, back, *options):
    return main(["restore", str(out), "--key-file", key_file, "-o", str(back), *options])


class TestExactly:
    def test_a_folder_with_its_names(self, tmp_path, there_and_back):
        for name, text in TEXTS.items():
            (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "in" / name).write_bytes(text.encode())
        out, back = there_and_back(tmp_path / "in", "texts")
        assert "ruiz@" not in "".join(p.read_text("utf8") for p in out.iterdir())
        found = {
            p.relative_to(back).as_posix(): p.read_bytes().decode() for p in back.rglob("*.txt")
        }
        assert found == TEXTS

    @pytest.mark.parametrize(("name", "code"), [("back.jsonl", "E715"), ("back.xlsx", "E739")])
    def test_under_another_ending_nothing_is_written(self, tmp_path, key_file, name, code, capsys):
        (tmp_path / "out.csv").write_text("text\n")
        assert restore(tmp_path / "out.csv", key_file, tmp_path / name) == 2
        assert code in capsys.readouterr().err
        assert not (tmp_path / name).exists()

    @pytest.mark.few(2)
    @pytest.mark.parametrize("name", list(TEXTS))
    def test_one_text(self, tmp_path, there_and_back, name):
        (tmp_path / "in.txt").write_bytes(TEXTS[name].encode())
        _, back = there_and_back(tmp_path / "in.txt", "one.txt")
        assert back.read_bytes() == TEXTS[name].encode()

    def test_a_table_of_mixed_cells(self, tmp_path, there_and_back):
        given = tmp_path / "in.csv"
        given.write_bytes(
            b"id,student,who,when,note,essay\n"
            b'7,s1,Ana Ruiz,2024-03-01,x,"I am ""Ana""\nana.ruiz@uni.edu, Ana Ruiz"\n'
            b"8,s2,,,y,\n"
            b"9,s1,Ana Ruiz,no date,z,Ana Ruiz\n"
        )
        roles = "id=doc,student=author,who=name,when=date,note=keep,essay=text"
        _, back = there_and_back(given, "table.csv", "--columns", roles, "--scope", "document")
        assert back.read_bytes() == given.read_bytes()

    def test_json_keeps_its_types(self, tmp_path, there_and_back):
        rows = [
            {"id": 7, "who": "s1", "n": None, "text": "ana.ruiz@uni.edu"},
            {"id": 8, "who": "s1", "n": [1, {"a": 2}], "text": "plain"},
        ]
        given = tmp_path / "in.jsonl"
        given.write_text("".join(json.dumps(row) + "\n" for row in rows))
        roles = "id=doc,who=author,n=keep,text=text"
        _, back = there_and_back(given, "rows.jsonl", "--columns", roles, "--scope", "document")
        assert [json.loads(line) for line in back.read_text().splitlines()] == rows

    def test_a_list_stays_a_list(self, tmp_path, there_and_back):
        rows = [{"id": 7, "text": "ana.ruiz@uni.edu"}, {"id": 8, "text": "plain"}]
        given = tmp_path / "in.json"
        given.write_text(json.dumps(rows))
        out, back = there_and_back(given, "rows.json")
        assert [row["text"] for row in json.loads(out.read_text())][1] == "plain"
        assert json.loads(back.read_text()) == rows

    def test_two_people_who_became_one_are_told_apart(self, tmp_path, there_and_back):
        given = tmp_path / "in.jsonl"
        rows = [{"text": f"Write to {n}@x.org"} for n in ("ana", "ben", "ana")]
        given.write_text("".join(json.dumps(row) + "\n" for row in rows))
        _, back = there_and_back(given, "rows.jsonl", "--action", "EMAIL=redact")
        assert [json.loads(line) for line in back.read_text().splitlines()] == rows

    def test_sorted_and_cut_output(self, tmp_path, there_and_back, key_file):
        given = tmp_path / "in.jsonl"
        rows = [{"text": f"Write to {n}@x.org"} for n in ("ana", "ben", "eva")]
        given.write_text("".join(json.dumps(row) + "\n" for row in rows))
        out, _ = there_and_back(given, "rows.jsonl")
        lines = out.read_text().splitlines(keepends=True)
        out.write_text(lines[2] + lines[0])
        assert (
            main(["restore", str(out), "--key-file", key_file, "-o", str(tmp_path / "b.jsonl")])
            == 0
        )
        back = [json.loads(line) for line in (tmp_path / "b.jsonl").read_text().splitlines()]
        assert back == [rows[2], rows[0]]

    def test_later_runs_add_to_the_file(self, tmp_path, there_and_back):
        for name in ("one", "two"):
            (tmp_path / f"{name}.txt").write_text(f"Write to {name}@x.org")
            _, back = there_and_back(tmp_path / f"{name}.txt", f"{name}_out.txt")
            assert back.read_text() == f"Write to {name}@x.org"


class TestSafety:
    @pytest.fixture
    def run_one(self, tmp_path, there_and_back):
        (tmp_path / "in.txt").write_text("Write to ana.ruiz@uni.edu")
        return lambda: there_and_back(tmp_path / "in.txt", "one.txt")

    def test_without_a_key_file_no_original_is_on_disk(self, tmp_path):
        (tmp_path / "in.txt").write_text("Write to ana.ruiz@uni.edu")
        (tmp_path / "out").mkdir()
        out = str(tmp_path / "out" / "one.txt")
        assert main(["anonymize", str(tmp_path / "in.txt"), "-o", out, "--quiet"]) == 0
        for path in (tmp_path / "out").rglob("*"):
            assert b"ruiz" not in path.read_bytes()

    def test_it_is_encrypted_and_private_and_so_is_what_is_restored(self, run_one, key_file):
        from pathlib import Path

        _, back = run_one()
        assert b"ruiz" not in Path(key_file).read_bytes()
        assert Path(key_file).stat().st_mode & 0o777 == 0o600
        assert back.stat().st_mode & 0o777 == 0o600

    def test_a_wrong_passphrase(self, run_one, tmp_path, key_file, monkeypatch, capsys):
        out, _ = run_one()
        monkeypatch.setenv("HIPS_KEY_PASSPHRASE", "quite another one")
        assert (
            main(["restore", str(out), "--key-file", key_file, "-o", str(tmp_path / "x.txt")]) == 2
        )
        assert "E141" in capsys.readouterr().err
        assert not (tmp_path / "x.txt").exists()

    def test_no_passphrase(self, run_one, tmp_path, key_file, monkeypatch, capsys):
        out, _ = run_one()
        monkeypatch.delenv("HIPS_KEY_PASSPHRASE")
        monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
        assert (
            main(["restore", str(out), "--key-file", key_file, "-o", str(tmp_path / "x.txt")]) == 2
        )
        assert "E142" in capsys.readouterr().err

    def test_a_passphrase_from_a_file(self, run_one, tmp_path, key_file, monkeypatch):
        out, _ = run_one()
        monkeypatch.delenv("HIPS_KEY_PASSPHRASE")
        (tmp_path / "pass").write_text("marble lantern 47 quietly orbits\n")
        (tmp_path / "pass").chmod(0o600)
        more = ("--passphrase-file", str(tmp_path / "pass"))
        assert restore(out, key_file, tmp_path / "x.txt", *more) == 0

    @pytest.mark.few(1)
    @pytest.mark.parametrize(
        ("damage", "code"),
        [
            (lambda data: b"", "E146"),
            (lambda data: b"no key file", "E146"),
            (lambda data: data[:-9] + b"123456789", "E146"),
        ],
    )
    def test_a_damaged_file(self, run_one, tmp_path, key_file, capsys, damage, code):
        from pathlib import Path

        out, _ = run_one()
        path = Path(key_file)
        path.write_bytes(damage(path.read_bytes()))
        assert (
            main(["restore", str(out), "--key-file", key_file, "-o", str(tmp_path / "x.txt")]) == 2
        )
        assert code in capsys.readouterr().err

    def test_a_changed_output_is_not_half_restored(self, run_one, tmp_path, key_file, capsys):
        out, _ = run_one()
        out.write_text(out.read_text() + "!")
        assert (
            main(["restore", str(out), "--key-file", key_file, "-o", str(tmp_path / "x.txt")]) == 2
        )
        assert "E145" in capsys.readouterr().err
        assert not (tmp_path / "x.txt").exists()

    def test_standard_input_cannot_be_restored(self, run_one, tmp_path, key_file, capsys):
        run_one()
        assert restore("-", key_file, tmp_path / "x.txt", "--format", "txt") == 2
        assert "E766" in capsys.readouterr().err

    def test_no_text_is_written_outside_the_output(
        self, tmp_path, there_and_back, key_file, monkeypatch, capsys
    ):
        """A key file that somebody else made could name any place of the disk."""
        (tmp_path / "in").mkdir()
        (tmp_path / "in" / "a.txt").write_text("Write to ana.ruiz@uni.edu")
        out, _ = there_and_back(tmp_path / "in", "texts")
        monkeypatch.setattr(
            "spacy_hips.cli.restore.restored",
            lambda *_: iter([{"id": "../escaped.txt", "text": "ana"}]),
        )
        assert restore(out, key_file, tmp_path / "again") == 2
        assert "E756" in capsys.readouterr().err
        assert not (tmp_path / "escaped.txt").exists() and not (tmp_path / "again").exists()

    def test_never_beside_the_output(self, tmp_path, capsys):
        (tmp_path / "in.txt").write_text("Write to ana.ruiz@uni.edu")
        args = ["anonymize", str(tmp_path / "in.txt"), "-o", str(tmp_path / "out.txt")]
        assert main([*args, "--key-file", str(tmp_path / "mapping")]) == 2
        assert "E144" in capsys.readouterr().err
        assert not (tmp_path / "out.txt").exists()


def test_html_comes_back_letter_for_letter(tmp_path, there_and_back):
    page = (
        '<!DOCTYPE html>\r\n<p class="x">Mail <b>ana.ruiz</b>&#64;uni.edu &amp; '
        '<a href="mailto:ana.ruiz@uni.edu">me</a></p><meta name="author" content="Ana Ruiz">\n'
    )
    (tmp_path / "in.html").write_bytes(page.encode())
    out, back = there_and_back(tmp_path / "in.html", "out.html")
    assert back.read_bytes().decode() == page
    new = out.read_bytes().decode()
    assert "ana.ruiz" not in new
    assert "uni.edu" not in new
    assert new.startswith('<!DOCTYPE html>\r\n<p class="x">Mail <b>')
    assert 'content="Ana' not in new


def test_a_weak_passphrase_is_refused_before_the_work_begins(hips, folder, monkeypatch):
    (folder / "in.txt").write_text("Write to ana@uni.org.")
    (folder / "phrase").write_text("password1234567890")
    (folder / "phrase").chmod(0o600)
    monkeypatch.setattr("spacy_hips.desk.run.job.Pipeline", None)  # nothing is loaded
    (folder / "public").mkdir()
    keys = ("--key-file", "k", "--passphrase-file", "phrase")
    done = hips("anonymize", "in.txt", "-o", "public/out.txt", *keys)
    assert (done.rc, "[E149]" in done.err) == (2, True)
    assert sorted(p.name for p in folder.iterdir()) == ["in.txt", "phrase", "public"]
