"""`--shuffle`: values that documents exchange, from the command line."""

import csv
import json

import pytest

from .conftest import main

SCHOOLS = ("Lincoln", "Roosevelt", "Adams", "Jefferson")
COLUMNS = "id=doc,student=author,essay=text"


@pytest.fixture(autouse=True)
def place(monkeypatch, tmp_path):
    (tmp_path / "out").mkdir()
    monkeypatch.setenv("HIPS_SECRET", "a secret for the tests only")
    names = [f"{name} High School" for name in (*SCHOOLS, "Rarely")]
    (tmp_path / "schools.txt").write_text("\n".join(names) + "\n")


@pytest.fixture
def table(tmp_path):
    """Writes a table in which each school has two authors, and one school has one."""
    rows = [
        (f"{name}{n}", f"{name}{n}", f"I went to {name} High School then.")
        for name in SCHOOLS
        for n in range(2)
    ]
    rows.append(("r", "r", "I went to Rarely High School then."))

    def write(rows=rows, name="in.csv"):
        with (tmp_path / name).open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([("id", "student", "essay"), *rows])
        return str(tmp_path / name)

    write.rows = rows
    return write


@pytest.fixture
def go(tmp_path, capsys):
    """Anonymises a table and gives the essays that came out, and the summary."""
    count = iter(range(99))

    def run(path, *more, scope="corpus", code=0, shuffle="SCHOOL", least="2"):
        output = tmp_path / "out" / f"{next(count)}.csv"
        args = ["anonymize", path, "-o", str(output), "--columns", COLUMNS, "--deny",
                f"SCHOOL={tmp_path / 'schools.txt'}", "--json"]  # fmt: skip
        args += ["--scope", scope, "--register", str(tmp_path / "register")] if scope else []
        args += ["--shuffle", shuffle] if shuffle else []
        args += ["--shuffle-min-authors", least] if least else []
        assert main([*args, *more]) == code
        said = capsys.readouterr()
        if not output.exists():
            return [], said.err
        with output.open(newline="") as file:
            return [row["essay"] for row in csv.DictReader(file)], said.out

    return run


def test_schools_take_each_others_place_and_the_rest_is_told(go, table):
    essays, said = go(table())
    for old, new in zip((row[2] for row in table.rows[:8]), essays, strict=False):
        assert new != old
        assert new in {row[2] for row in table.rows[:8]}
    assert "Rarely" not in " ".join(essays)
    notes = json.loads(said)["notes"]
    assert any("SCHOOL: 4 of 5 values shuffled" in note and "; 1 had too few" in note
               for note in notes)  # fmt: skip


@pytest.mark.slow
def test_order_processes_and_a_second_run_do_not_matter(go, table, tmp_path):
    alone, _ = go(table())
    assert go(table(), "--n-process", "2")[0] == alone
    (tmp_path / "register").unlink()
    assert go(table(table.rows[::-1], "back.csv"))[0] == alone[::-1]


def test_without_a_threshold_five_authors_are_wanted(go, table):
    essays, said = go(table(), least="")
    assert not any(name in essay for essay in essays for name in SCHOOLS)
    assert any("0 of 5 values shuffled" in note for note in json.loads(said)["notes"])


def test_a_maker_of_the_config_serves_what_is_not_shuffled(go, table, tmp_path):
    import spacy

    nlp = spacy.blank("en")
    maker = {"@misc": "spacy_hips.EmployerSurrogate.v1"}
    nlp.add_pipe("hips_anonymizer", config={"surrogates": {"SCHOOL": maker}})
    nlp.to_disk(tmp_path / "model")
    essays, _ = go(table(), "--model", str(tmp_path / "model"))
    assert sum(any(name in essay for name in SCHOOLS) for essay in essays) == 8
    assert "Rarely" not in essays[-1]


def test_register_show_counts_them(go, table, tmp_path, capsys):
    go(table())
    assert main(["register", "show", str(tmp_path / "register")]) == 0
    assert json.loads(capsys.readouterr().out)["shuffled_values"] == 4


def test_forget_leaves_the_exchange_as_it_is(go, table, tmp_path):
    before, _ = go(table())
    register = str(tmp_path / "register")
    assert main(["forget", "--person", "Adams0", "--register", register]) == 0
    assert go(table())[0] == before


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("more", "settings", "code"),
    [
        ((), {"scope": ""}, "E124"),
        ((), {"shuffle": "EMAIL"}, "E758"),
        ((), {"shuffle": "SCHOOL,"}, "E758"),
        (("--action", "SCHOOL=mark"), {}, "E759"),
        ((), {"least": "1"}, "E730"),
        ((), {"shuffle": ""}, "E730"),
    ],
)
def test_mistakes(go, table, more, settings, code):
    essays, said = go(table(), *more, code=2, **settings)
    assert essays == []
    assert code in said
