"""Nothing is lost, mixed or destroyed: paths that clash, two runs at once, runs that were cut."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
from pathlib import Path

import pytest

from spacy_hips.cli import _app
from spacy_hips.core.files import locked
from spacy_hips.desk.run.result_rows import Outbox
from spacy_hips.desk.undo import keyfile

from .conftest import read_jsonl, write_jsonl

ESSAYS = [{"id": i, "text": f"Essay {i}, mail me{i}@uni.org, thanks."} for i in range(1, 13)]
KANON = ("kanon", "in.jsonl", "-o", "x.jsonl", "--k", "2", "--quasi", "id")
RUN = ("anonymize", "in.jsonl", "-o", "out/o.jsonl", "--batch-size", "2")


@pytest.fixture
def given(folder, monkeypatch):
    """An input, a secret, people and a key file's passphrase, each of which can be destroyed."""
    monkeypatch.setenv("HIPS_KEY_PASSPHRASE", "marble lantern 47 quietly orbits")
    write_jsonl(folder / "in.jsonl", *ESSAYS)
    (folder / "secret").write_text("4f9c17a2e0b85d3361c7fa2d98e4b05a7713c6d2f81e904a")
    (folder / "secret").chmod(0o600)
    (folder / "people.csv").write_text("person_id,name\np1,Mariana Okafor\n")
    (folder / "allow.txt").write_text("a word\n")
    (folder / "keys").mkdir()
    (folder / "out").mkdir()
    return folder


def contents(folder: Path) -> dict[str, bytes | str]:
    """All files, and where links point."""
    return {
        str(path.relative_to(folder)): str(path.readlink())
        if path.is_symlink()
        else path.read_bytes()
        for path in folder.rglob("*")
        if path.is_symlink() or path.is_file()
    }


def stop_after(monkeypatch, rows: int, error: BaseException | None = None) -> None:
    """Have a run stop where it would put one more document out."""
    put, done = Outbox.put, []

    def failing(self, result):
        if len(done) == rows:
            raise error or KeyboardInterrupt
        done.append(result)
        return put(self, result)

    monkeypatch.setattr(Outbox, "put", failing)


class TestPathsThatClash:
    @pytest.mark.few(8)
    @pytest.mark.parametrize(
        "arguments",
        [
            ("anonymize", "in.jsonl", "-o", "secret", "--secret-file", "secret"),
            ("anonymize", "in.jsonl", "-o", "people.csv", "--known-people", "people.csv"),
            ("anonymize", "in.jsonl", "-o", "allow.txt", "--allow", "allow.txt"),
            ("anonymize", "in.jsonl", "-o", "allow.txt", "--deny", "ID_NUM=allow.txt"),
            ("anonymize", "in.jsonl", "-o", "found.jsonl", "--spans", "found.jsonl"),
            ("anonymize", "in.jsonl", "-o", "keys/k", "--key-file", "keys/k"),
            ("anonymize", "in.jsonl", "-o", "out/o.jsonl", "--key-file", "in.jsonl"),
            ("anonymize", "in.jsonl", "-o", "keys/o", "--register", "people.csv", "--known-people",
             "people.csv"),
            ("anonymize", "in.jsonl", "-o", "keys/o", "--register", "keys/o.part"),
            ("anonymize", "in.jsonl", "-o", "keys/spans.jsonl", "--internal-dir", "keys"),
            ("anonymize", "texts", "-o", "texts/out"),
            ("anonymize", "texts/a.txt", "-o", "texts"),
            ("anonymize", "out/o.jsonl.part", "-o", "out/o.jsonl", "--format", "jsonl"),
            ("anonymize", "out/o.jsonl.part.json", "-o", "out/o.jsonl"),
            ("anonymize", "out/o.jsonl.manifest.json", "-o", "out/o.jsonl"),
            ("anonymize", "hard.jsonl", "-o", "in.jsonl"),
            ("find", "in.jsonl", "-o", "people.csv", "--known-people", "people.csv"),
            ("find", "found.jsonl.part", "-o", "found.jsonl", "--format", "jsonl"),
            ("view", "in.jsonl", "-o", "people.csv", "--known-people", "people.csv"),
            (*KANON, "--report", "in.jsonl"),
            (*KANON, "--report", "x.jsonl"),
            ("restore", "in.jsonl", "--key-file", "keys/k", "-o", "keys/k"),
            ("evaluate", "gold.jsonl", "--errors", "people.csv", "--known-people", "people.csv"),
            ("evaluate", "gold.jsonl", "--errors", "gold.jsonl"),
            ("leaks", "in.jsonl", "--known-people", "people.csv", "--details", "people.csv"),
            ("leaks", "texts", "--known-people", "people.csv", "--details", "texts/leaks.jsonl"),
            ("leaks", "in.jsonl", "--originals", "hard.jsonl", "--internal-dir", "keys",
             "--details", "keys/ids.jsonl"),
            ("convert", "gold.jsonl", "-o", "labels.txt", "--to", "jsonl", "--labels",
             "labels.txt"),
            ("convert", "gold.jsonl", "-o", "x.json", "--to", "label_studio", "--labels", "x.xml"),
        ],
        ids=lambda arguments: " ".join(arguments),
    )  # fmt: skip
    def test_are_refused_even_by_force(self, hips, given, arguments):
        (given / "texts").mkdir()
        (given / "texts" / "a.txt").write_text("me@uni.org")
        for name in ("out/o.jsonl.part", "out/o.jsonl.part.json", "out/o.jsonl.manifest.json",
                     "found.jsonl.part", "found.jsonl", "keys/k"):  # fmt: skip
            shutil.copy(given / "in.jsonl", given / name)
        (given / "hard.jsonl").hardlink_to(given / "in.jsonl")
        write_jsonl(given / "gold.jsonl", {"id": "g", "text": "Ana", "spans": [[0, 3, "PERSON"]]})
        (given / "labels.txt").write_text("PER=PERSON\n")
        (given / "x.xml").write_text("PER=PERSON\n")
        (given / "keys" / "ids.jsonl").write_text("")
        before = contents(given)
        done = hips(*arguments, "--force")
        assert done.rc == 2
        assert done.err[:6] in ("[E703]", "[E749]", "[E761]", "[E144]", "[E720]"), done.err
        assert contents(given) == before

    @pytest.mark.few(3)
    @pytest.mark.parametrize("name", ["o.jsonl.part", "o.jsonl.about.json", "o.jsonl"])
    @pytest.mark.parametrize("target", ["in.jsonl", "people.csv", "elsewhere"])
    def test_a_link_in_the_way_is_never_written_through(self, hips, given, name, target):
        (given / "elsewhere").write_text("important")
        (given / "out" / name).symlink_to(given / target)
        held = (given / target).read_bytes()
        hips(*RUN, "--known-people", "people.csv", "--force")
        assert (given / target).read_bytes() == held

    def test_what_is_no_file_is_not_replaced(self, hips, given):
        os.mkfifo(given / "pipe")
        for output, name in (("pipe", "pipe"), ("out/o.jsonl", "out/o.jsonl.part")):
            if name != "pipe":
                (given / name).mkdir()
            done = hips("anonymize", "in.jsonl", "-o", output, "--force")
            assert (done.rc, done.err[:6]) == (2, "[E746]")

    def test_what_may_stand_side_by_side(self, hips, given):
        done = hips(*RUN, "--internal-dir", "keys/i", "--key-file", "keys/k",
                    "--known-people", "people.csv", "--secret-file", "secret")  # fmt: skip
        assert done.rc == 0, done.err


class TestTwoRuns:
    @pytest.mark.parametrize(
        "arguments",
        [
            RUN,
            (*RUN, "--resume"),
            (*RUN, "--force"),
            ("find", "in.jsonl", "-o", "out/o.jsonl"),
            ("view", "in.jsonl", "-o", "out/o.jsonl"),
        ],
    )
    def test_the_second_says_so_and_touches_nothing(self, hips, given, arguments):
        (given / "out/o.jsonl.part").write_text("half")
        with locked(given / "out/o.jsonl"):
            before = contents(given)
            done = hips(*arguments)
            assert (done.rc, done.err[:6]) == (2, "[E747]")
            assert contents(given) == before

    def test_a_lock_that_a_killed_run_left_holds_nobody_up(self, hips, given):
        (given / "out/o.jsonl.part.lock").write_text("")
        assert hips(*RUN).rc == 0
        assert not list(given.rglob("*.lock"))

    def test_a_disk_without_locks_is_refused(self, hips, given, monkeypatch):
        def no_locks(handle, shared):
            raise OSError(errno.ENOLCK, "No locks available")

        monkeypatch.setattr("spacy_hips.core.files._lock", no_locks)
        done = hips(*RUN)
        assert (done.rc, done.err[:6]) == (2, "[E748]")

    def test_the_same_key_file_or_internal_folder(self, hips, given):
        with locked(given / "keys" / "i"):
            assert "[E747]" in hips(*RUN, "--internal-dir", "keys/i").err
        with keyfile.KeyFile(given / "keys" / "k", keyfile.Key("marble lantern 47 quietly orbits")):
            assert "[E747]" in hips(*RUN, "--key-file", "keys/k").err


class TestResuming:
    @pytest.fixture
    def stopped(self, hips, given, monkeypatch):
        """Runs and stops behind some rows."""

        def run(*options, command=RUN, rows=7):
            with monkeypatch.context() as patched:
                stop_after(patched, rows)
                assert hips(*command, *options).rc == 130
            return given

        return run

    def test_a_run_in_pieces_is_the_run_in_one(self, hips, stopped):
        folder = stopped("--key-file", "keys/k", "--internal-dir", "keys/i")
        again = (*RUN, "--key-file", "keys/k", "--internal-dir", "keys/i", "--resume")
        assert hips(*again).rc == 0
        assert hips("anonymize", "in.jsonl", "-o", "out/whole.jsonl").rc == 0
        assert (folder / "out/o.jsonl").read_bytes() == (folder / "out/whole.jsonl").read_bytes()
        assert hips("restore", "out/o.jsonl", "--key-file", "keys/k", "-o", "back.jsonl").rc == 0
        assert read_jsonl(folder / "back.jsonl") == ESSAYS

    @pytest.mark.few(1)
    @pytest.mark.parametrize(
        "change",
        [
            lambda f: _replace(f / "in.jsonl", b"me3@uni", b"me9@uni"),
            lambda f: _replace(f / "in.jsonl", b"me12@uni", b"me99@uni"),
            lambda f: _replace(f / "out/o.jsonl.part", b"Essay 1", b"Essay 7"),
            lambda f: (f / "out/o.jsonl.part").write_bytes(b"\0" * 70),
            lambda f: (f / "out/o.jsonl.part").write_bytes(b""),
            lambda f: _replace(f / "keys/i/ids.jsonl.part", b'"row": 2', b'"row": 3'),
            lambda f: (f / "keys/i/spans.jsonl.part").unlink(),
            lambda f: (f / "keys/k").write_bytes((f / "keys/k").read_bytes()[:-400]),
            lambda f: (f / "keys/k").unlink(),
            lambda f: (f / "allow.txt").write_text("another word\n"),
            lambda f: (f / "out/o.jsonl.part.json").write_text("{}"),
            lambda f: _replace(f / "out/o.jsonl.part.json", b'"rows": 6', b'"rows": 4'),
        ],
        ids=["row done", "row to do", "part", "zeros", "empty", "ids", "no spans", "key file cut",
             "no key file", "list", "no state", "state"],
    )  # fmt: skip
    def test_what_was_changed_since_is_refused(self, hips, stopped, change):
        options = ("--key-file", "keys/k", "--internal-dir", "keys/i", "--allow", "allow.txt")
        folder = stopped(*options)
        change(folder)
        done = hips(*RUN, *options, "--resume")
        assert done.rc == 2, done.err
        assert done.err[:6] in ("[E717]", "[E718]", "[E762]")
        assert not (folder / "out/o.jsonl").exists()

    def test_an_edited_spans_file_is_refused(self, hips, stopped, given):
        assert hips("find", "in.jsonl", "-o", "found.jsonl").rc == 0
        command = (*RUN, "--spans", "found.jsonl")
        folder = stopped(command=command)
        _replace(folder / "found.jsonl", b'"found"', b'"added"')
        assert "[E718]" in hips(*command, "--resume").err

    def test_a_run_that_fails_at_its_start_leaves_the_interrupted_one_alone(
        self, hips, stopped, monkeypatch
    ):
        stopped("--key-file", "keys/k")
        with monkeypatch.context() as patched:
            patched.setenv("HIPS_KEY_PASSPHRASE", "quite another one")
            for more in (("--force",), ("--resume",)):
                assert "[E141]" in hips(*RUN, "--key-file", "keys/k", *more).err
        assert hips(*RUN, "--key-file", "keys/k", "--resume").rc == 0

    def test_without_its_key_file_it_does_not_go_on(self, hips, stopped):
        stopped("--key-file", "keys/k")
        assert "[E718]" in hips(*RUN, "--resume").err

    def test_a_folder_whose_files_were_changed_is_refused(self, hips, given, stopped):
        (given / "in").mkdir()
        for i in range(9):
            (given / "in" / f"{i}.txt").write_text(f"Essay {i}, mail me{i}@uni.org")
        command = ("anonymize", "in", "-o", "out/t", "--batch-size", "2")
        folder = stopped(command=command, rows=5)
        (folder / "out" / "t.part" / "more.txt").write_text("what a crash left goes")
        files = sorted((folder / "out" / "t.part").iterdir())
        held = files[0].read_bytes()
        files[0].write_bytes(held + b"!")
        assert "[E762]" in hips(*command, "--resume").err
        files[0].write_bytes(held)
        assert hips(*command, "--resume").rc == 0
        assert len(list((folder / "out" / "t").iterdir())) == 9
        assert not [name for name in contents(folder) if ".part" in name]

    def test_a_register_that_lost_the_names_is_refused(self, hips, stopped):
        options = ("--scope", "corpus", "--register", "keys/r")
        folder = stopped(*options)
        for name in ("r", "r.seals"):
            (folder / "keys" / name).unlink()
        assert "[E130]" in hips(*RUN, *options, "--resume").err

    @pytest.mark.parametrize(("more", "rc"), [((), 0), (("--resume",), 2)])
    def test_a_pipe_cannot_be_read_again(self, hips, given, more, rc):
        reading, writing = os.pipe()
        os.write(writing, (given / "in.jsonl").read_bytes())
        os.close(writing)
        pipe = f"/dev/fd/{reading}"
        done = hips("anonymize", pipe, "--format", "jsonl", "-o", "out/o.jsonl", *more)
        os.close(reading)
        assert done.rc == rc
        assert ("[E717]" in done.err) == bool(rc)


def _replace(path: Path, old: bytes, new: bytes) -> None:
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, 1))


class TestKeyFileThatWasCut:
    def test_says_so_row_by_row_and_never_gives_a_surrogate_for_an_original(self, hips, given):
        assert hips(*RUN, "--key-file", "keys/k").rc == 0
        path = given / "keys" / "k"
        whole = path.read_bytes()
        for cut in (1, 10, 90, 200, 300, 450, 700, 900):
            path.write_bytes(whole[:-cut])
            done = hips(
                "restore", "out/o.jsonl", "--key-file", "keys/k", "-o", "b.jsonl", "--force"
            )
            assert done.rc == 1
            back = read_jsonl(given / "b.jsonl")
            assert back == ESSAYS[: len(back)]
            assert "[E765]" in done.err
            if len(back) < 12:
                lost = f"row {len(back) + 1} to 12: " if len(back) < 11 else "row 12: "
                assert lost in done.err
        path.write_bytes(whole)
        assert hips("restore", "out/o.jsonl", "--key-file", "keys/k", "-o", "c.jsonl").rc == 0

    def test_of_an_earlier_run_is_as_good_as_ever(self, hips, given):
        assert hips(*RUN, "--key-file", "keys/k").rc == 0
        write_jsonl(given / "more.jsonl", {"id": 99, "text": "Mail me99@uni.org"})
        more = ("anonymize", "more.jsonl", "-o", "out/more.jsonl", "--key-file", "keys/k")
        assert hips(*more).rc == 0
        path = given / "keys" / "k"
        path.write_bytes(path.read_bytes()[:-10])
        assert hips("restore", "out/o.jsonl", "--key-file", "keys/k", "-o", "b.jsonl").rc == 0
        done = hips("restore", "out/more.jsonl", "--key-file", "keys/k", "-o", "c.jsonl")
        assert done.rc == 1
        assert "[E765]" in done.err

    def test_rows_that_were_changed_are_left_out_and_named(self, hips, given):
        assert hips(*RUN, "--key-file", "keys/k").rc == 0
        for row in (2, 3, 7):
            _replace(given / "out/o.jsonl", f"Essay {row},".encode(), b"Essay X,")
        done = hips("restore", "out/o.jsonl", "--key-file", "keys/k", "-o", "b.jsonl")
        assert done.rc == 1
        assert "[E764] 3 row(s)" in done.err
        assert "row 2 to 3: " in done.err and "row 7: " in done.err
        assert read_jsonl(given / "b.jsonl") == [e for e in ESSAYS if e["id"] not in (2, 3, 7)]


class TestRims:
    @pytest.fixture
    def full(self, monkeypatch):
        """Fill the disk, as far as what syncs is concerned."""

        def fill(after: int = 0):
            calls = []

            def fsync(handle):
                calls.append(handle)
                if len(calls) > after:
                    raise OSError(errno.ENOSPC, "No space left on device")

            monkeypatch.setattr("os.fsync", fsync)

        return fill

    @pytest.mark.few(1)
    @pytest.mark.parametrize("after", range(0, 12))
    def test_a_disk_that_is_full_at_any_moment(self, hips, given, full, monkeypatch, after):
        full(after)
        options = ("--key-file", "keys/k", "--internal-dir", "keys/i", "--batch-size", "5")
        done = hips(*RUN, *options)
        assert done.rc == 1
        assert "the disk is full" in done.err
        monkeypatch.undo()
        monkeypatch.chdir(given)
        monkeypatch.setenv("HIPS_SECRET", "a secret of the command line tests")
        monkeypatch.setenv("HIPS_KEY_PASSPHRASE", "marble lantern 47 quietly orbits")
        resume = "--resume" if "--resume" in done.err else "--force"
        assert hips(*RUN, *options, resume).rc == 0
        assert len(read_jsonl(given / "out/o.jsonl")) == 12
        assert hips("restore", "out/o.jsonl", "--key-file", "keys/k", "-o", "b.jsonl").rc == 0
        assert read_jsonl(given / "b.jsonl") == ESSAYS

    def test_a_full_disk_leaves_no_half_secret(self, hips, given, full):
        full()
        done = hips("new-secret", "fresh")
        assert (done.rc, done.err[:6]) == (1, "[E704]")
        assert not (given / "fresh").exists()

    @pytest.mark.few(1)
    @pytest.mark.parametrize(
        "manifest",
        ["[]", "null", "3", "{", '{"versions": []}', '{"secret_check": 5}', '{"counts": []}',
         '{"not_searched": [3]}', "[" * 100_000],
    )  # fmt: skip
    def test_a_manifest_of_wrong_types(self, hips, given, manifest):
        kept = ("--internal-dir", "kept")
        assert hips(*RUN, *kept).rc == 0
        path = given / "kept/manifest.json"
        if manifest.startswith("{") and manifest != "{":
            manifest = json.dumps(json.loads(path.read_text()) | json.loads(manifest))
        path.write_text(manifest)
        done = hips(*RUN, *kept, "--force")
        assert (done.rc, done.err[:6]) == (2, "[E118]")

    def test_standard_streams_that_are_closed(self, hips, given, monkeypatch):
        with monkeypatch.context() as patched:
            patched.setattr("sys.stdin", None)
            assert "[E701]" in hips("anonymize", "-", "-o", "out.txt").err
            patched.delenv("HIPS_KEY_PASSPHRASE")
            assert "[E142]" in hips(*RUN, "--key-file", "keys/k").err
        with monkeypatch.context() as patched:
            patched.setattr("sys.stdout", None)
            assert (done := hips("anonymize", "in.jsonl")).rc == 1, done.err
            assert "[E704]" in done.err
        with monkeypatch.context() as patched:
            patched.setattr("sys.stderr", None)
            assert hips(*RUN).rc == 0

    def test_a_reader_that_went_away_before_the_summary(self, hips, given, monkeypatch):
        class Gone:
            encoding = "utf8"

            def write(self, text):
                raise BrokenPipeError

            def flush(self):
                """Nothing waits."""

        monkeypatch.setattr("sys.stdout", Gone())
        done = hips(*RUN, "--json")
        assert done.rc == 1
        assert "nobody reads it any more" in done.err
        assert (given / "out" / "o.jsonl").exists()

    def test_a_summary_with_what_no_encoding_has(self, hips, given):
        write_jsonl(given / "in.jsonl", {"text": "a", "odd \ud800 name": 1})
        assert "column 2" in hips(*RUN, "--json").out


class TestSignals:
    """As they come in a process of its own; see also test_process.py."""

    @pytest.fixture(autouse=True)
    def handlers(self):
        """Those of a process in the foreground: who runs the tests may be deaf to Ctrl-C."""
        both = signal.SIGTERM, signal.SIGINT
        before = [signal.getsignal(number) for number in both]
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        yield
        for number, handler in zip(both, before, strict=True):
            signal.signal(number, handler)

    def test_the_first_is_an_interruption_and_the_second_the_end(self, monkeypatch):
        ended = []
        monkeypatch.setattr("os._exit", ended.append)
        with _app._interruptible():
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGINT)
        assert ended == [130]
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_IGN  # on the way out

    def test_who_started_it_deaf_to_ctrl_c_can_still_end_it(self, monkeypatch):
        ended = []
        monkeypatch.setattr("os._exit", ended.append)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with _app._interruptible():
            signal.raise_signal(signal.SIGINT)  # nothing comes of it
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGINT)
            assert not ended
            signal.raise_signal(signal.SIGTERM)
        assert ended == [130]

    def test_without_one_all_is_as_before(self):
        before = signal.getsignal(signal.SIGTERM)
        with _app._interruptible():
            assert signal.getsignal(signal.SIGTERM) != before
        assert signal.getsignal(signal.SIGTERM) == before
