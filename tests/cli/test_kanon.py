"""spacy-hips-kanon: table in, table out, exit code 1 where k is not met."""

from __future__ import annotations

import csv
import json
import random
import stat

import pytest
import spacy
from spacy.tokens import DocBin

from spacy_hips import PiiSpan, set_ids, write_group
from spacy_hips.cli import _app
from spacy_hips.cli._app import main

QUASI = ["--quasi", "age:ordered,l1"]


@pytest.fixture
def meta(tmp_path):
    rng = random.Random(0)
    path = tmp_path / "meta.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["student_id", "age", "l1", "score"])
        for i in range(240):
            age = rng.randint(12, 18)
            writer.writerow([f"s{i}", age, rng.choice(["es", "pt", "fr"]), age * 2 + rng.random()])
    return path


def read(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_a_table_is_released(meta, tmp_path, capsys):
    out, report = tmp_path / "meta.k5.csv", tmp_path / "kanon.json"
    code = main(
        ["kanon", str(meta), "--k", "5", *QUASI, "--unit", "student_id", "--guide", "score",
         "-o", str(out), "--report", str(report)]
    )  # fmt: skip
    assert code == 0
    rows = read(out)
    assert list(rows[0]) == ["student_id", "age", "l1", "score"]
    assert len(rows) == 240
    assert not {row["student_id"] for row in rows} & {f"s{i}" for i in range(240)}
    data = json.loads(report.read_text())
    assert data["measured"]["k"] >= 5
    assert "entropy kept" in capsys.readouterr().err
    assert main(["kanon", str(out), "--check", "--k", "5", "--quasi", "age,l1"]) == 0
    assert f"k {data['measured']['k']}," in capsys.readouterr().out


def test_check_only_measures(meta, capsys):
    before = meta.read_bytes()
    assert main(["kanon", str(meta), "--check", "--k", "2", *QUASI]) == 0
    assert main(["kanon", str(meta), "--check", "--k", "200", *QUASI]) == 1
    assert main(["kanon", str(meta), "--check", "--quasi", "student_id"]) == 0
    assert "k 1, classes 240" in capsys.readouterr().out
    assert meta.read_bytes() == before


def test_a_k_that_cannot_be_met(meta, tmp_path, capsys):
    out = tmp_path / "out.csv"
    common = [
        "kanon",
        str(meta),
        "--k",
        "500",
        *QUASI,
        "--keep",
        "score,student_id",
        "-o",
        str(out),
    ]
    assert main(common) == 2
    assert "E618" in capsys.readouterr().err
    assert not out.exists()
    assert main([*common, "--if-impossible", "suppress"]) == 1
    assert "W602" in capsys.readouterr().err


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--k", "5", *QUASI], "E615"),
        (["--k", "5", "--quasi", "age,nope"], "E614"),
        (["--k", "0", *QUASI], "E616"),
        ([*QUASI], "E730"),
        (["--k", "5", *QUASI, "--weights", "age=much"], "E629"),
        (["--k", "5", *QUASI, "--docs", "x.spacy"], "E701"),
        (["--k", "5", *QUASI, "--keep", "score", "--unit", "student_id", "--method", "no"], "E617"),
    ],
)
def test_wrong_usage(meta, options, code, capsys):
    assert main(["kanon", str(meta), *options]) == 2
    assert code in capsys.readouterr().err


def test_a_row_that_cannot_be_read_stops_the_release(tmp_path, capsys):
    path = tmp_path / "m.csv"
    path.write_text("age,l1\n13,es\n14\n")
    assert main(["kanon", str(path), "--k", "1", *QUASI]) == 2
    assert "E628" in capsys.readouterr().err


def test_the_output_is_what_its_name_says(meta, tmp_path, capsys):
    command = ["kanon", str(meta), "--k", "2", *QUASI, "--keep", "score", "--direct", "student_id"]
    assert main([*command, "-o", str(tmp_path / "x.xlsx")]) == 2
    assert "[E739]" in capsys.readouterr().err
    assert not (tmp_path / "x.xlsx").exists()
    assert main([*command, "-o", str(tmp_path / "x.tsv")]) == 0
    assert "\t" in (tmp_path / "x.tsv").read_text().splitlines()[0]


def test_an_output_that_is_there_is_not_replaced(meta, tmp_path, capsys):
    out = tmp_path / "there.csv"
    out.write_text("mine")
    command = ["kanon", str(meta), "--k", "2", *QUASI, "--keep", "score", "--direct", "student_id"]
    assert main([*command, "-o", str(out)]) == 2
    assert out.read_text() == "mine"
    assert main([*command, "-o", str(out), "--force"]) == 0
    assert "student_id" not in read(out)[0]


def test_orders_hierarchies_and_jsonl(tmp_path):
    path, given, out = tmp_path / "m.jsonl", tmp_path / "h.json", tmp_path / "o.jsonl"
    rows = [{"grade": g, "town": t} for g in ("low", "mid", "top") for t in ("a", "b")] * 2
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    given.write_text(json.dumps({"town": {"a": ["north"], "b": ["north"]}}))
    code = main(
        ["kanon", str(path), "--k", "4", "--quasi", "grade:low|mid|top,town", "-o", str(out),
         "--method", "lattice", "--hierarchies", str(given), "--weights", "grade=9,town=1"]
    )  # fmt: skip
    assert code == 0
    written = [json.loads(line) for line in out.read_text().splitlines()]
    assert {row["grade"] for row in written} == {"low", "mid", "top"}


def test_a_list_of_json_stays_one(tmp_path):
    path, out = tmp_path / "m.json", tmp_path / "o.json"
    path.write_text(json.dumps([{"town": t} for t in "aabb"]))
    assert main(["kanon", str(path), "--k", "2", "--quasi", "town", "-o", str(out)]) == 0
    assert sorted(row["town"] for row in json.loads(out.read_text())) == ["a", "a", "b", "b"]


def test_a_later_batch(meta, tmp_path):
    state, out, later = tmp_path / "frozen.json", tmp_path / "a.csv", tmp_path / "b.csv"
    common = [*QUASI, "--unit", "student_id", "--keep", "score", "--k", "5"]
    assert main(["kanon", str(meta), *common, "-o", str(out), "--freeze", str(state)]) == 0
    assert stat.S_IMODE(state.stat().st_mode) == 0o600
    batch = tmp_path / "batch.csv"
    batch.write_text("student_id,age,l1,score\nt1,13,es,1\nt2,15,fr,2\n")
    assert main(["kanon", str(batch), *common, "-o", str(later), "--frozen", str(state)]) == 0
    assert {row["age"] for row in read(later)} <= {row["age"] for row in read(out)}


def test_local_ranges_cannot_be_frozen(meta, tmp_path, capsys):
    code = main(
        ["kanon", str(meta), "--k", "5", *QUASI, "--unit", "student_id", "--keep", "score",
         "--method", "mondrian", "-o", str(tmp_path / "a.csv"),
         "--freeze", str(tmp_path / "frozen.json")]
    )  # fmt: skip
    assert code == 2
    assert "E630" in capsys.readouterr().err
    assert not (tmp_path / "frozen.json").exists()


@pytest.mark.slow
def test_texts_are_released_with_their_table(meta, tmp_path, monkeypatch):
    monkeypatch.setenv("HIPS_SECRET", "a secret of the tests, 32 bytes")
    nlp = spacy.blank("en")
    docs = DocBin(store_user_data=True)
    for row in read(meta):
        doc = nlp.make_doc(f"I am {row['age']} years old.")
        write_group(doc, "pii", [PiiSpan(5, 7, "AGE")])
        docs.add(set_ids(doc, author=row["student_id"]))
    texts, out, released = tmp_path / "e.spacy", tmp_path / "o.csv", tmp_path / "e.k5.spacy"
    docs.to_disk(texts)
    code = main(
        ["kanon", str(meta), "--k", "5", *QUASI, "--unit", "student_id", "--guide", "score",
         "-o", str(out), "--docs", str(texts), "--quiet"]
    )  # fmt: skip
    assert code == 0
    new = list(DocBin().from_disk(released).get_docs(nlp.vocab))
    assert len(new) == len(read(out)) == 240
    for doc, row in zip(new, read(out), strict=True):
        low, _, high = row["age"].partition("-")
        assert int(low) <= int(doc.text.split()[2]) <= int(high or low)


def test_a_plot(meta, tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "p.png"
    code = main(
        ["kanon", str(meta), "--k", "3", *QUASI, "--direct", "student_id", "--guide", "score",
         "-o", str(tmp_path / "o.csv"), "--plot", str(picture)]
    )  # fmt: skip
    assert code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def model(tmp_path, code):
    path = tmp_path / "model.py"
    path.write_text(code)
    return str(path)


def test_what_a_release_costs_a_model_of_ones_own(meta, tmp_path, capsys):
    """The model is asked twice, and sees each table as it is."""
    own = model(
        tmp_path,
        "def score(rows):\n"
        "    ages = {row['age'] for row in rows}\n"
        "    rows.clear()\n"
        "    return len(ages) / 10\n",
    )
    out, report = tmp_path / "out.csv", tmp_path / "kanon.json"
    options = ["--k", "60", *QUASI, "--unit", "student_id", "--guide", "score", "-o", str(out)]
    code = main(["kanon", str(meta), *options, "--report", str(report), "--downstream", own])
    assert code == 0
    scores = json.loads(report.read_text())["downstream"]
    assert scores["original"] == 0.7
    assert scores["released"] == len({row["age"] for row in read(out)}) / 10 < 0.7
    assert "your model: 0.700 on the original table" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("code", "error", "told"),
    [
        (None, "E866", "no such Python file"),
        ("score = 1", "E866", "no function score"),
        ("def score(rows)\n", "E866", "SyntaxError in line 1"),
        ("import no_such_thing", "E866", "ModuleNotFoundError in line 1"),
        ("def score(rows):\n    raise ValueError(rows[0])", "E867", "ValueError in line 2"),
        ("def score(rows):\n    return float(rows[0]['l1'])", "E867", "original table"),
        ("def score(rows):\n    return None", "E867", "no number"),
        ("def score(rows):\n    return float('nan')", "E867", "no number"),
    ],
)
def test_a_model_that_cannot_be_used(meta, tmp_path, capsys, code, error, told):
    """Nothing is written, and no cell is told."""
    own = model(tmp_path, code) if code else str(tmp_path / "none.py")
    out = tmp_path / "out.csv"
    state = tmp_path / "state.json"
    options = ["--k", "5", *QUASI, "--keep", "score,student_id", "-o", str(out)]
    options += ["--freeze", str(state), "--downstream", own]
    assert main(["kanon", str(meta), *options]) == 2
    said = capsys.readouterr().err
    assert error in said
    assert told in said
    assert "'s0'" not in said
    assert not out.exists()
    assert not state.exists()


def test_a_check_releases_nothing_to_score(meta, tmp_path, capsys):
    own = model(tmp_path, "def score(rows):\n    return 1")
    assert main(["kanon", str(meta), "--check", *QUASI, "--downstream", own]) == 2
    assert "E730" in capsys.readouterr().err


def test_it_is_a_command_of_its_own(meta, monkeypatch, capsys):
    arguments = [str(meta), "--check", "--quasi", "age"]
    monkeypatch.setattr("sys.argv", ["spacy-hips-kanon", *arguments])
    assert _app.kanon() == main(["kanon", *arguments]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == second
    monkeypatch.setattr("sys.argv", ["spacy-hips-kanon", "--nope"])
    for run in (_app.kanon, lambda: main(["kanon", "--nope"])):
        with pytest.raises(SystemExit):
            run()
        assert capsys.readouterr().err.startswith("spacy-hips-kanon: ")


@pytest.mark.parametrize(
    ("options", "holds"),
    [
        (["--l", "2"], lambda m: m["l"]["score"] >= 2),
        (["--t", "0.9"], lambda m: m["t"]["score"] <= 0.9),
        (["--max-suppressed", "0.05"], lambda m: m["k"] >= 5),
    ],
)
def test_what_must_hold_of_sensitive_values(meta, tmp_path, options, holds):
    report = tmp_path / "r.json"
    command = ["kanon", str(meta), "--k", "5", *QUASI, "--sensitive", "score"]
    more = ["--direct", "student_id", "--report", str(report), "-o", str(tmp_path / "o.csv")]
    assert main([*command, *more, *options]) == 0
    assert holds(json.loads(report.read_text())["measured"])


def test_documents_belong_to_rows_by_a_column(tmp_path, monkeypatch):
    monkeypatch.setenv("HIPS_SECRET", "a secret of the linked documents")
    rows = [{"essay": f"e{n}", "age": 13} for n in range(4)]
    (tmp_path / "m.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    nlp, docs = spacy.blank("en"), []
    for row in reversed(rows):
        doc = set_ids(nlp.make_doc(f"This is {row['essay']}."), doc=row["essay"])
        write_group(doc, "pii", [])
        docs.append(doc)
    DocBin(docs=docs, store_user_data=True).to_disk(tmp_path / "d.spacy")
    command = ["kanon", str(tmp_path / "m.jsonl"), "--k", "4", "--quasi", "age", "--direct"]
    more = ["essay:pseudonym", "--link", "essay", "--docs", str(tmp_path / "d.spacy")]
    assert main([*command, *more, "-o", str(tmp_path / "o.jsonl")]) == 0
    assert (tmp_path / "d.k4.spacy").exists()
