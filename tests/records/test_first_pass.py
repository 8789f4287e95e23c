"""A run whose first pass is stopped goes on there, and what it says of that is true."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from spacy_hips import HipsError, Job, JobOptions
from spacy_hips.core.files import part_of
from spacy_hips.desk.files.output import found_path, state_path
from spacy_hips.desk.run import first_pass as settle
from spacy_hips.desk.run.first_pass_state import FoundSoFar

pytestmark = pytest.mark.filterwarnings("ignore:.*W101")

NAMES = ("Ana Ruiz", "Ben Okri", "Chika Obi", "Dara Sok", "Emi Sato")
COLUMNS = {"id": "doc", "who": "name", "essay": "text"}


@pytest.fixture
def options(tmp_path, monkeypatch):
    """The options of a run over five rows, each a batch."""
    monkeypatch.setenv("HIPS_SECRET", "a secret for the tests only")
    monkeypatch.setenv("HIPS_KEY_PASSPHRASE", "a horse that nobody would ever guess")
    (tmp_path / "out").mkdir()
    lines = [",".join(COLUMNS)]
    lines += [
        f"{n},{name},{name} and {NAMES[n - 2]} wrote to m{n}@uni.org." for n, name in
        enumerate(NAMES)
    ]  # fmt: skip
    (tmp_path / "in.csv").write_text("\n".join(lines))
    return JobOptions(
        input=str(tmp_path / "in.csv"), output=str(tmp_path / "out" / "a.csv"), columns=COLUMNS,
        scope="corpus", register=str(tmp_path / "names"), rules_only=True, batch_size=1,
    )  # fmt: skip


@pytest.fixture
def stopped(monkeypatch):
    """Runs a job, and stops its first pass after some batches by what is raised."""

    def run(options, after, error=KeyboardInterrupt):
        done = []
        note = FoundSoFar.note

        def noted(self, batch):
            note(self, batch)
            done.append(batch)
            if len(done) == after:
                raise error

        job = Job(options)
        with monkeypatch.context() as patch, pytest.raises(error):
            patch.setattr(FoundSoFar, "note", noted)
            job.run()
        return job

    return run


@pytest.fixture
def searched(monkeypatch):
    """How many rows the first pass has searched."""
    rows = []
    collect_all = settle.collect_all

    def watched(pipeline, register, items, *more):
        items = list(items)
        rows.append(len(items))
        return collect_all(pipeline, register, iter(items), *more)

    monkeypatch.setattr(settle, "collect_all", watched)
    return rows


def whole(options, tmp_path) -> bytes:
    """What a run gives that nothing stops, with a register of its own."""
    apart = replace(
        options, output=str(tmp_path / "out" / "whole.csv"), register=str(tmp_path / "other")
    )
    Job(apart).run()
    return Path(apart.output).read_bytes()


def left(options) -> set[str]:
    return {path.name for path in Path(options.output).parent.iterdir() if "lock" not in path.name}


@pytest.mark.few(1)
@pytest.mark.parametrize("stops", [(1,), (4,), (5,), (2, 1), (1, 1, 1)])
def test_it_goes_on_and_gives_the_same(options, tmp_path, stopped, searched, stops):
    same = whole(options, tmp_path)
    searched.clear()
    now = options
    for after in stops:
        job = stopped(now, after)
        assert "are searched, and none is written yet: run it again with --resume" in job.advice()
        now = replace(options, resume=True)
    summary = Job(now).run()
    assert searched == [5 - sum(stops[:n]) for n in range(len(stops) + 1)]
    assert any("Resumed behind the search of row" in note for note in summary.notes)
    assert Path(options.output).read_bytes() == same
    assert left(options) == {"a.csv", "a.csv.about.json", "whole.csv", "whole.csv.about.json"}


def test_what_was_found_stands_there_encrypted(options, stopped):
    stopped(options, 3)
    kept = part_of(found_path(Path(options.output)))
    assert kept.stat().st_mode & 0o077 == 0
    data = kept.read_bytes()
    words = {word for name in NAMES for word in name.split() if len(word) > 3}  # not by chance
    assert not any(word.encode() in data for word in words)
    assert not any(name.split()[0].encode() in state_path(Path(options.output)).read_bytes()
                   for name in NAMES)  # fmt: skip


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"resume": False}, "E850"),
        ({"profile": "full"}, "E718"),
        ({"batch_size": 3}, ""),
        ({"n_process": 1, "force": True, "resume": False}, ""),
        ({"resume": False, "scope": "document", "register": "", "force": True}, ""),
    ],
)
def test_it_goes_on_only_where_all_is_as_it_was(options, tmp_path, stopped, change, code):
    same = whole(options, tmp_path) if "scope" not in change else None
    stopped(options, 2)
    again = replace(options, **{"resume": True, **change})
    if code:
        with pytest.raises(HipsError, match=code):
            Job(again).run()
        assert part_of(found_path(Path(options.output))).exists()
        return
    Job(again).run()
    assert same is None or Path(options.output).read_bytes() == same
    assert not part_of(found_path(Path(options.output))).exists()


@pytest.mark.few(1)
@pytest.mark.parametrize("damage", ["changed", "gone", "another secret"])
def test_what_was_damaged_is_refused(options, stopped, monkeypatch, damage):
    stopped(options, 2)
    kept = part_of(found_path(Path(options.output)))
    if damage == "changed":
        kept.write_bytes(kept.read_bytes()[::-1])
    elif damage == "gone":
        kept.unlink()
    else:
        monkeypatch.setenv("HIPS_SECRET", "another secret for the tests")
    with pytest.raises(HipsError, match=r"E762|E717|E718"):
        Job(replace(options, resume=True)).run()


def test_a_key_file_and_an_internal_folder_begin_when_it_goes_on(options, tmp_path, stopped):
    more = replace(options, key_file=str(tmp_path / "key"), internal_dir=str(tmp_path / "internal"))
    stopped(more, 2)
    Job(replace(more, resume=True)).run()
    assert (tmp_path / "key").exists() and (tmp_path / "internal" / "spans.jsonl").exists()


def test_a_run_that_breaks_off_after_its_first_pass_does_not_search_again(
    options, tmp_path, monkeypatch, searched
):
    same = whole(options, tmp_path)
    searched.clear()

    job = Job(options)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("spacy_hips.desk.run.job.Outbox", _stop)
        job.run()
    assert "5 rows are searched" in job.advice()
    Job(replace(options, resume=True)).run()
    assert searched == [5, 0] and Path(options.output).read_bytes() == same


def test_what_cannot_be_gone_on_with_says_why(options, stopped, monkeypatch, tmp_path):
    job = Job(options)
    monkeypatch.setattr(settle, "collect_all", _stop)
    with pytest.raises(KeyboardInterrupt):
        job.run()
    assert job.advice() == "Nothing was kept: no row was done yet."
    job = Job(replace(options, output=str(tmp_path / "out" / "a.json")))
    with pytest.raises(KeyboardInterrupt):
        job.run()
    assert "such an input or output" in job.advice()
    assert left(options) == set()


def _stop(*_, **__):
    raise KeyboardInterrupt
