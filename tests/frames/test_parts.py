"""Parts come out as the whole does: on one process, on several, on Ray, on Spark, and killed."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

from spacy_hips import HipsError, JobOptions
from spacy_hips.frames import anonymize, anonymize_ray, anonymize_spark, folder
from spacy_hips.frames.folder import anonymize_folder
from spacy_hips.frames.parts import FilePart, Plan, TablePart, Worker
from spacy_hips.ids import Secret
from spacy_hips.records.columns import checked_columns

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
            input=str(tmp_path / "in"), output=str(tmp_path / name), columns=COLUMNS,
            rules_only=True, **{**given, **more},
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
    from spacy_hips.frames.engines import ready_ray

    ready_ray(2)
    table = pyarrow.concat_tables([pyarrow.table(rows(file)) for file in (2, 0, 1)])
    register = str(tmp_path / "ray" / "names")
    made = anonymize_ray(
        data.from_arrow(table).repartition(2), COLUMNS, workers=2, rules_only=True,
        scope="corpus", register=register,
    )  # fmt: skip
    assert sorted(made.take_all(), key=str) == sorted(whole, key=str)


@pytest.mark.slow
def test_a_data_frame_of_spark(options, whole, tmp_path):
    sql = pytest.importorskip("pyspark.sql", reason="needs the extra spark")
    from spacy_hips.frames.engines import session

    table = pyarrow.concat_tables([pyarrow.table(rows(file)) for file in (2, 0, 1)])
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
    from spacy_hips.files import locked

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


def test_a_part_of_no_rows(options):
    from spacy_hips.frames.parts import Replacing

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
    assert import_module("spacy_hips.frames.engines").ENGINES == ("processes", "ray", "spark")
