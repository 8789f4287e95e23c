"""A job from Python does what the command line does: resume, register, key file, paths, locks."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest

from spacy_hips import HipsError, Job, JobOptions
from spacy_hips.cli._app import main
from spacy_hips.core.files import locked

pytestmark = pytest.mark.filterwarnings("ignore:.*W101")

ROWS = [
    ("1", "s1", "Ana Ruiz", "Ana: ana@uni.org"),
    ("2", "s2", "Ben Okri", "Ana Ruiz helped, 0151 23456789."),
    ("3", "s1", "Ana Ruiz", "Ana again, ben@uni.org."),
]
COLUMNS = {"id": "doc", "student": "author", "who": "name", "essay": "text"}
PASSPHRASE = "a horse that nobody would ever guess"
DOCS = Path(__file__).parents[2] / "docs" / "cli.md"


@pytest.fixture
def options(tmp_path, monkeypatch):
    """The options of a run over three rows, each a batch."""
    monkeypatch.setenv("HIPS_SECRET", "a secret for the tests only")
    monkeypatch.delenv("HIPS_KEY_PASSPHRASE", raising=False)
    (tmp_path / "out").mkdir()
    path = tmp_path / "in.csv"
    with path.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([tuple(COLUMNS), *ROWS])
    return JobOptions(
        input=str(path), output=str(tmp_path / "out" / "a.csv"), columns=COLUMNS, scope="corpus",
        register=str(tmp_path / "names"), rules_only=True, batch_size=1,
    )  # fmt: skip


def rows_of(path):
    with Path(path).open(newline="") as file:
        return list(csv.DictReader(file))


@contextmanager
def stopping(source):
    """A progress that is interrupted after the second batch."""
    done = []

    def step():
        done.append(source.position)
        if len(done) == 2:
            raise KeyboardInterrupt

    yield step


def test_it_writes_what_the_command_line_writes(options, tmp_path):
    summary = Job(options).run()
    assert (summary.documents, summary.rejected) == (3, [])
    other = str(tmp_path / "out" / "b.csv")
    columns = ",".join(f"{name}={role}" for name, role in COLUMNS.items())
    arguments = ["anonymize", options.input, "-o", other, "--columns", columns, "--rules-only"]
    assert main([*arguments, "--scope", "corpus", "--register", options.register]) == 0
    assert Path(options.output).read_bytes() == Path(other).read_bytes()


def test_a_register_is_shared_by_all_runs(options, tmp_path):
    Job(options).run()
    other = replace(options, output=str(tmp_path / "out" / "b.csv"))
    assert "0 identifiers are new in the register." in Job(other).run().notes
    one, two, three = rows_of(other.output)
    assert one["who"] == three["who"] != two["who"]


def test_an_interrupted_run_goes_on(options, tmp_path):
    whole = replace(options, output=str(tmp_path / "out" / "whole.csv"))
    Job(whole).run()
    job = Job(options, progress=stopping)
    with pytest.raises(KeyboardInterrupt):
        job.run()
    assert job.advice() == "2 rows are done: run it again with --resume to go on."
    assert not Path(options.output).exists()
    summary = Job(replace(options, resume=True)).run()
    assert summary.documents == 3
    assert len([note for note in summary.notes if "new in the register" in note]) == 1
    assert Path(options.output).read_bytes() == Path(whole.output).read_bytes()


def test_a_key_file_undoes_the_run(options, tmp_path, monkeypatch):
    keyed = replace(options, key_file=str(tmp_path / "key"))
    with pytest.raises(HipsError, match="E142"):
        Job(keyed).run()
    with pytest.raises(HipsError, match="E149"):
        Job(keyed, ask=lambda: "password password").run()
    Job(keyed, ask=lambda: PASSPHRASE).run()
    monkeypatch.setenv("HIPS_KEY_PASSPHRASE", PASSPHRASE)
    back = str(tmp_path / "back.csv")
    assert main(["restore", keyed.output, "--key-file", keyed.key_file, "-o", back]) == 0
    assert [tuple(row.values()) for row in rows_of(back)] == ROWS


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"output": "in.csv"}, "E703"),
        ({"key_file": "in.csv"}, "E749"),
        ({"key_file": "names"}, "E761"),
        ({"register": "out/names"}, "E755"),
        ({"internal_dir": "out/a.csv/x"}, "E7"),
        ({"input": "none.csv"}, "E701"),
        ({"resume": True}, "E717"),
        ({"register": ""}, "E752"),
        ({"columns": {"essay": "words"}}, "E707"),
        ({"columns": {"id": "doc"}}, "E710"),
        ({"action": {"EMAIL": "eat"}}, "E"),
        ({"shuffle": ["EMAIL"]}, "E758"),
    ],
)
def test_what_cannot_work_is_refused_before_anything_is_written(
    options, tmp_path, monkeypatch, change, code
):
    monkeypatch.chdir(tmp_path)
    plain = replace(options, input="in.csv", output="out/a.csv", register="names")
    with pytest.raises(HipsError, match=rf"\[{code}"):
        Job(replace(plain, **change)).run()
    assert {path.name for path in tmp_path.rglob("*")} <= {"in.csv", "out", "a.csv.part.lock"}


@pytest.mark.parametrize(
    ("setting", "code"),
    [
        ({"batch_size": 0}, "E730"),
        ({"scope": "everything"}, "E418"),
        ({"profile": "most"}, "E418"),
        ({"format": "pptx"}, "E418"),
    ],
)
def test_values_that_make_no_sense(setting, code):
    with pytest.raises(HipsError, match=code):
        JobOptions(**setting)


def test_another_run_that_writes_the_output_is_not_disturbed(options):
    with locked(options.output), pytest.raises(HipsError, match="E747"):
        Job(options).run()


def test_where_an_author_has_several_rows_the_options_that_help_are_named(options):
    apart = replace(options, scope="", register="")
    with pytest.raises(HipsError, match=r'E742(.|\n)*JobOptions\(\.\.\., scope="author"'):
        Job(apart).run()


def test_options_are_plain_and_frozen(options):
    with pytest.raises(FrozenInstanceError):
        options.scope = "document"
    assert replace(options, input=Path("a.txt")).input == "a.txt"


def test_the_example_of_the_docs_runs(monkeypatch, capsys):
    monkeypatch.setenv("HIPS_SECRET", "a secret for the tests only")
    section = DOCS.read_text("utf8").partition("### From Python")[2]
    (block,) = re.findall(r"```python\n(.*?)```", section.partition("\n## ")[0], re.S)
    exec(compile(block, "docs/cli.md", "exec"), {})
    printed = capsys.readouterr().out
    assert printed.startswith("1 document, 0 rows rejected\nid,essay\n")
    assert "amara" not in printed


def test_importing_the_package_imports_no_job():
    code = "import sys, spacy_hips; print('spacy_hips.desk' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "False"
