"""Parts come out as the whole does: on one process, on several, on Ray, on Spark, and killed."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

from spacy_hips import HipsError, JobOptions
from spacy_hips.core.ids import Secret
from spacy_hips.desk.files.columns import checked_columns
from spacy_hips.desk.frames import anonymize, anonymize_ray, anonymize_spark, folder
from spacy_hips.desk.frames.folder import FolderJob, anonymize_folder
from spacy_hips.desk.frames.parts import FilePart, Plan, TablePart, Worker
from spacy_hips.desk.frames.stores import Folder

pytestmark = pytest.mark.filterwarnings("ignore")

NAMES = ("Ana Ruiz", "Ben Okri", "Chidi Mensah", "Dana Weiss")
COLUMNS = {"id": "doc", "student": "author", "who": "name", "essay": "text"}
SECRET = "a secret for the tests only"


def rows(file: int) -> dict[str, list[str]]:
    """Some rows; the people of one file are named in the others."""
    own = [NAMES[(file + i) % 4] for i in range(3)]
    return {
        "id": [f"{file}-{i}" for i in range(3)],
        "student": [f"s{(file + i) % 4}" for i in range(3)],
        "who": own,
        "essay": [f"{name} met {NAMES[file]}: {name[:3].lower()}@uni.org" for name in own],
    }


@pytest.fixture
def options(tmp_path, monkeypatch):
    monkeypatch.setenv("HIPS_SECRET", SECRET)
    (tmp_path / "in").mkdir()
    for file in range(3):
        parquet.write_table(pyarrow.table(rows(file)), tmp_path / "in" / f"ana-ruiz-{file}.parquet")
    (tmp_path / "in" / "_SUCCESS").touch()

    def made(name="out", **more):
        given = {"scope": "corpus", "register": str(tmp_path / f"{name}-internal" / "names")}
        return JobOptions(
            columns=COLUMNS, rules_only=True,
            **{"input": str(tmp_path / "in"), "output": str(tmp_path / name), **given, **more},
        )  # fmt: skip

    return made


@pytest.fixture
def whole(options, tmp_path):
    """What one run over all rows gives."""
    table = pyarrow.concat_tables([pyarrow.table(rows(file)) for file in range(3)])
    register = str(tmp_path / "whole" / "names")
    public = anonymize(
        table, COLUMNS, rules_only=True, scope="corpus", register=register, report=lambda s: None
    )
    return public.to_pylist()


def public(path) -> list[dict[str, str]]:
    return [
        row for file in sorted(Path(path).iterdir()) for row in parquet.read_table(file).to_pylist()
    ]


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_processes_give_what_one_run_gives(workers, options, whole):
    summary = anonymize_folder(options(n_process=workers), "processes")
    assert (summary.documents, summary.rejected) == (9, [])
    assert public(options().output) == whole
    files = sorted(p.name for p in Path(options().output).iterdir())
    assert files == ["part-00000.parquet", "part-00001.parquet", "part-00002.parquet"]
    assert Path(options().register).with_name("out.manifest.json").exists()


@dataclass(frozen=True)
class Dying(FilePart):
    """A part whose first worker is killed in the middle of it."""

    def open(self):
        marker = Path(self.path).with_suffix(".seen")
        if self.path.endswith("1.parquet") and not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().open()


def by_value(package: str) -> None:
    """Have the engine send the classes of this file, which no worker can import."""
    pickler = pytest.importorskip(package, reason=f"needs the extra that brings {package}")
    pickler.register_pickle_by_value(sys.modules[__name__])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "pickler"), [("ray", "ray.cloudpickle"), ("spark", "pyspark.cloudpickle")]
)
def test_an_engine_with_a_killed_worker_gives_the_same(
    engine, pickler, options, whole, monkeypatch
):
    pytest.importorskip(engine.replace("spark", "pyspark"), reason=f"needs the extra {engine}")
    by_value(pickler)
    monkeypatch.setattr(folder, "FilePart", Dying)
    anonymize_folder(options(n_process=2), engine)
    assert public(options().output) == whole
    assert (Path(options().input) / "ana-ruiz-1.seen").exists()


@pytest.mark.slow
def test_a_data_set_of_ray(options, whole, tmp_path):
    data = pytest.importorskip("ray.data", reason="needs the extra ray")
    from spacy_hips.desk.frames.engines import ready_ray

    ready_ray(2)
    table = pyarrow.concat_tables([pyarrow.table(rows(file)) for file in (2, 0, 1)])
    register = str(tmp_path / "ray" / "names")
    made = anonymize_ray(
        data.from_arrow(table).repartition(2), COLUMNS, workers=2, rules_only=True,
        scope="corpus", register=register,
    )  # fmt: skip
    assert sorted(made.take_all(), key=str) == sorted(whole, key=str)


@pytest.mark.slow
def test_a_data_frame_of_spark(options, whole, tmp_path, monkeypatch):
    sql = pytest.importorskip("pyspark.sql", reason="needs the extra spark")
    from spacy_hips.desk.frames.engines import session

    table = pyarrow.concat_tables([pyarrow.table(rows(file)) for file in (2, 0, 1)])
    monkeypatch.delenv("PYSPARK_PYTHON", raising=False)
    assert session(sql, 2).sparkContext.pythonExec == sys.executable
    frame = session(sql, 2).createDataFrame(table.to_pylist()).repartition(2)
    register = str(tmp_path / "spark" / "names")
    made = anonymize_spark(frame, COLUMNS, rules_only=True, scope="corpus", register=register)
    found = [row.asDict() for row in made.collect()]
    assert sorted(found, key=lambda r: r["id"]) == sorted(whole, key=lambda r: r["id"])


def test_a_secret_is_given_to_all_workers_or_the_run_is_refused(options, monkeypatch):
    monkeypatch.delenv("HIPS_SECRET")
    with pytest.raises(HipsError, match="E887"):
        anonymize_folder(options(scope="document", register=""), "processes")


@pytest.mark.parametrize("there", ["", "another secret for the tests"])
def test_a_worker_without_the_secret_draws_none(there, options, monkeypatch):
    plan = Plan(options(scope="document", register=""), checked_columns(COLUMNS), Secret.load())
    sent = pickle.dumps(Worker(plan))
    monkeypatch.setenv("HIPS_SECRET", there)
    with pytest.raises(HipsError, match="E885"):
        pickle.loads(sent).start()
    assert SECRET.encode() not in sent


def test_two_drivers_on_one_register(options):
    from spacy_hips.core.files import locked

    (Path(options().register).parent).mkdir()
    with locked(options().register), pytest.raises(HipsError, match="E747"):
        anonymize_folder(options(), "processes")
    assert not Path(options().output).exists()


def test_nothing_is_published_in_part(options, tmp_path):
    (tmp_path / "in" / "z.parquet").write_bytes(b"PAR1 half of a file")
    with pytest.raises(HipsError, match="E789"):
        anonymize_folder(options(), "processes")
    (tmp_path / "in" / "z.parquet").unlink()
    (tmp_path / "in" / "_temporary").mkdir()
    (tmp_path / "in" / "_temporary" / "a.parquet").touch()
    with pytest.raises(HipsError, match=r"E889.*still being written"):
        anonymize_folder(options(), "processes")
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith("out")] == []


def test_a_single_file_is_no_folder(options, tmp_path):
    one = next((tmp_path / "in").iterdir())
    with pytest.raises(HipsError, match=r"E889.*it is a file"):
        anonymize_folder(options(input=str(one)), "processes")


def test_options_and_conversations_of_one_process(options, tmp_path):
    with pytest.raises(HipsError, match=r"E886.*internal_dir"):
        anonymize_folder(options(internal_dir=str(tmp_path / "i")), "processes")
    for file in range(3):
        talk = {"talk": ["t1"], "who": ["Ana"], "text": ["Hello"]}
        parquet.write_table(pyarrow.table(talk), tmp_path / "in" / f"ana-ruiz-{file}.parquet")
    roles = {"talk": "doc", "who": "speaker", "text": "text"}
    own = JobOptions(
        input=str(tmp_path / "in"), output=str(tmp_path / "o"), columns=roles, rules_only=True
    )
    with pytest.raises(HipsError, match="E888"):
        anonymize_folder(own, "processes")


@pytest.fixture
def cut_off(options, monkeypatch):
    """A run that ended behind its second file."""
    real = folder.Progress.finished

    def finished(self, number, mark, summary):
        if len(self.done) == 2:
            raise KeyboardInterrupt
        real(self, number, mark, summary)

    def run(**more):
        with monkeypatch.context() as patch:
            patch.setattr(folder.Progress, "finished", finished)
            job = FolderJob(options(**more), "processes")
            with pytest.raises(KeyboardInterrupt):
                job.run()
        return job

    return run


def made_again(monkeypatch) -> list[str]:
    """The files that are opened to be replaced from now on."""
    opened: list[str] = []
    monkeypatch.setattr(
        FilePart, "sink", lambda self, place, of=FilePart.sink: opened.append(self.path)
        or of(self, place),
    )  # fmt: skip
    return opened


@pytest.mark.few(1)
@pytest.mark.parametrize("scope", ["corpus", "document"])
def test_a_run_that_was_cut_off_goes_on_with_the_other_files(
    scope, options, cut_off, monkeypatch, tmp_path
):
    def own(name, **more):
        register = str(tmp_path / f"{name}-internal" / "names") if scope == "corpus" else ""
        return options(name, scope=scope, register=register, **more)

    whole = anonymize_folder(own("once"), "processes")
    more = {"scope": scope} | ({} if scope == "corpus" else {"register": ""})
    job = cut_off(**more)
    assert "2 files are done" in job.advice() and not Path(options().output).exists()
    opened = made_again(monkeypatch)
    summary = anonymize_folder(own("out", resume=True), "processes")
    assert [Path(path).name for path in opened] == ["ana-ruiz-2.parquet"]
    assert summary.notes == [*whole.notes, "Resumed: 2 of 3 files were done."]
    summary.notes, whole.notes = [], []
    assert summary.to_json() == whole.to_json()
    bytes_of = [
        {p.name: p.read_bytes() for p in (tmp_path / name).iterdir()} for name in ("out", "once")
    ]
    assert bytes_of[0] == bytes_of[1] and len(bytes_of[0]) == 3
    assert not list(tmp_path.glob("out.part*"))


@pytest.mark.slow  # two whole runs of a folder
def test_a_part_that_is_not_what_was_written_is_made_again(options, cut_off, monkeypatch):
    cut_off()
    part = Path(options().output + ".part")
    (part / "part-00000.parquet").write_bytes(b"PAR1 half")
    (part / "part-00001.parquet.json").write_bytes(b"{")
    opened = made_again(monkeypatch)
    anonymize_folder(options(resume=True), "processes")
    assert len(opened) == 3


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("nothing", "E850"), ("secret", "E718"), ("input", "E718"), ("options", "E718"),
        ("register", "E762"), ("run", "E717"), ("force", ""),
    ],
)  # fmt: skip
def test_only_the_same_run_goes_on(change, code, options, cut_off, monkeypatch, tmp_path):
    cut_off()
    own = {"resume": change not in ("nothing", "force"), "force": change == "force"}
    if change == "secret":
        monkeypatch.setenv("HIPS_SECRET", "another secret for the tests")
    if change == "input":
        parquet.write_table(pyarrow.table(rows(3)), tmp_path / "in" / "ana-ruiz-1.parquet")
    if change == "options":
        own |= {"action": {"EMAIL": "redact"}}
    if change == "register":
        own |= {"register": str(tmp_path / "other" / "names")}
        anonymize_folder(
            options("third", register=own["register"], action={"EMAIL": "keep"}), "processes"
        )
    if change == "run":
        (tmp_path / "out.part" / "_run.json").unlink()
    if code:
        with pytest.raises(HipsError, match=code):
            anonymize_folder(options(**own), "processes")
        return
    told = anonymize_folder(options(**own), "processes").notes
    assert any("W146" in note and "2 file(s)" in note for note in told)


def test_what_cannot_work_leaves_nothing(options, monkeypatch):
    def failing(self, sink):
        raise HipsError("[E999] cannot")

    monkeypatch.setattr(FilePart, "result", failing)
    with pytest.raises(HipsError, match="E999"):
        anonymize_folder(options(), "processes")
    assert not Path(options().output + ".part").exists()


@pytest.mark.slow
def test_a_killed_run_goes_on(options, whole, tmp_path):
    roles = ",".join(f"{name}={role}" for name, role in COLUMNS.items())
    command = [sys.executable, "-W", "ignore", "-c", SLOW_RUN, "anonymize", options().input,
               "-o", options().output, "--columns", roles,
               "--rules-only", "--scope", "corpus", "--register", options().register,
               "--engine", "processes"]  # fmt: skip
    run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    first = tmp_path / "out.part" / "part-00000.parquet.json"
    limit = time.monotonic() + 120
    while not first.exists() and run.poll() is None and time.monotonic() < limit:
        time.sleep(0.01)
    run.kill()
    assert (run.wait(), first.exists()) == (-signal.SIGKILL, True)
    assert not Path(options().output).exists()
    summary = anonymize_folder(options(resume=True), "processes")
    assert public(options().output) == whole
    assert any("Resumed: " in note for note in summary.notes)


SLOW_RUN = """
import sys, time
from spacy_hips.core import passphrases
from spacy_hips.desk.frames import parts
passphrases.SCRYPT["n"] = 2  # as in the process that goes on
of = parts.FilePart.open
parts.FilePart.open = lambda self: (time.sleep(2), of(self))[1]
from spacy_hips.cli._app import main
sys.exit(main())
"""


@pytest.fixture(params=["memory://essays/{}", "fsspec+file://{}"])
def store(request, tmp_path):
    """A folder in a store with the same files."""
    pytest.importorskip("fsspec", reason="pyarrow opens other stores with fsspec")
    fs = pytest.importorskip("pyarrow.fs")
    uri = request.param.format(tmp_path / "store")
    made = Folder(f"{uri}/in")
    made.remove()
    Folder(f"{uri}/out").remove()
    for file in sorted((tmp_path / "in").iterdir()):
        made.put(file, file.name)
    assert fs is not None
    return uri


def in_store(uri: str) -> list[dict[str, str]]:
    return [
        row
        for file in Folder(uri).files()
        if file.path.endswith(".parquet")
        for row in parquet.read_table(Folder(file.path).stream()[0]).to_pylist()
    ]


@pytest.mark.few(1)
def test_a_store_gives_what_a_folder_gives(options, store, whole, tmp_path):
    own = options("names", input=f"{store}/in", output=f"{store}/out")
    summary = anonymize_folder(own, "processes")
    assert in_store(f"{store}/out") == whole and summary.documents == 9
    names = [file.parts[-1] for file in Folder(f"{store}/out").files()]
    assert names == ["_SUCCESS", *(f"part-0000{n}.parquet" for n in range(3))]
    assert not Folder(f"{store}/out.part").files()
    assert Path(own.register).with_name("out.manifest.json").exists()
    assert b"versions" in Folder(store).read("out.about.json")
    anonymize_folder(
        options("names", input=f"{store}/in/", output=str(tmp_path / "here")), "processes"
    )
    assert public(tmp_path / "here") == whole
    with pytest.raises(HipsError, match="E702"):
        anonymize_folder(own, "processes")
    anonymize_folder(replace(own, force=True), "processes")
    assert in_store(f"{store}/out") == whole


@pytest.mark.slow  # one into a folder goes on above
def test_a_run_into_a_store_that_was_cut_off_goes_on(options, store, whole, cut_off, monkeypatch):
    places = {"input": f"{store}/in", "output": f"{store}/out"}
    cut_off(**places)
    assert not Folder(f"{store}/out").files()
    opened = made_again(monkeypatch)
    anonymize_folder(options(resume=True, **places), "processes")
    assert in_store(f"{store}/out") == whole and len(opened) == 1


@pytest.mark.parametrize(
    ("given", "output", "code"),
    [
        ("memory://essays/in", "memory://essays/in/public", "E703"),
        ("memory://essays/none", "memory://essays/out", "E889"),
        ("nowhere://key:hush@essays/in", "memory://essays/out", "E899"),
    ],
)
def test_stores_that_cannot_be_used(given, output, code, options):
    pytest.importorskip("fsspec", reason="pyarrow opens other stores with fsspec")
    with pytest.raises(HipsError, match=code) as error:
        anonymize_folder(options(input=given, output=output), "processes")
    assert "hush" not in str(error.value)


@pytest.mark.slow  # a further whole run
def test_a_file_uri_is_a_path(options, whole):
    own = options(input=f"file://{options().input}", output=f"file://{options().output}")
    anonymize_folder(own, "processes")
    assert public(options().output) == whole


def test_a_part_of_no_rows(options):
    from spacy_hips.desk.frames.parts import Replacing

    plan = Plan(options(scope="document", register=""), checked_columns(COLUMNS), Secret.load())
    none = pyarrow.table(rows(0)).slice(0, 0)
    made, summary = Replacing(plan)(TablePart(none, checked_columns(COLUMNS)))
    assert (made.num_rows, made.column_names, summary.rows) == (0, list(COLUMNS), 0)


@pytest.mark.parametrize(("engine", "package"), [("ray", "ray"), ("spark", "pyspark")])
def test_an_engine_that_is_not_installed(engine, package, options, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    for name in [n for n in sys.modules if n.startswith(f"{package}.")]:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(HipsError, match=rf"E787.*spacy-hips\[{engine}\]"):
        anonymize_folder(options(scope="document", register="", force=True), engine)
    assert import_module("spacy_hips.desk.run.options").ENGINES == ("processes", "ray", "spark")
