"""Targets: nothing half-written ever stands under the final name."""

from __future__ import annotations

import errno
import stat

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.desk.files.internal import REJECTED, InternalFolder
from spacy_hips.desk.files.output import FileTarget, FolderTarget, WriteFailed, check_output


def test_a_file_gets_its_name_at_the_end(tmp_path):
    path = tmp_path / "out.txt"
    target = FileTarget(path)
    target.write(b"text")
    assert not path.exists()
    target.finish()
    assert path.read_bytes() == b"text"
    assert [p.name for p in tmp_path.iterdir()] == ["out.txt"]


def test_an_abandoned_file_leaves_the_old_one_alone(tmp_path):
    path = tmp_path / "out.txt"
    path.write_text("old")
    target = FileTarget(path)
    target.write(b"new")
    target.abandon(keep=False)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_resuming_cuts_off_what_was_half_written(tmp_path):
    path = tmp_path / "out.txt"
    first = FileTarget(path)
    first.write(b"row 1\nrow 2\n")
    mark = first.mark
    first.write(b"ro")
    first.abandon(keep=True)
    second = FileTarget(path, at=mark)
    second.write(b"row 3\n")
    second.finish()
    assert path.read_bytes() == b"row 1\nrow 2\nrow 3\n"


def test_a_full_disk_is_told_plainly(tmp_path, monkeypatch):
    target = FileTarget(tmp_path / "out.txt")

    class Full:
        def write(self, data):
            raise OSError(errno.ENOSPC, "No space left on device")

        def close(self):
            raise OSError(errno.ENOSPC, "No space left on device")

    target._stream.close()
    target._stream = Full()
    with pytest.raises(WriteFailed, match=r"E704.*the disk is full"):
        target.write(b"x")
    target.abandon(keep=False)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_gets_its_name_at_the_end(tmp_path):
    target = FolderTarget(tmp_path / "out")
    target.write_file("a.txt", b"a")
    assert not (tmp_path / "out").exists()
    target.finish()
    assert (tmp_path / "out" / "a.txt").read_bytes() == b"a"
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_outputs_that_would_destroy_something_are_refused(tmp_path):
    (tmp_path / "in.txt").write_text("in")
    (tmp_path / "out.txt").write_text("out")
    source = str(tmp_path / "in.txt")
    with pytest.raises(HipsError, match="E703"):
        check_output(str(tmp_path / "." / "in.txt"), source, force=True)
    with pytest.raises(HipsError, match=r"E702.*--force"):
        check_output(str(tmp_path / "out.txt"), source, force=False)
    check_output(str(tmp_path / "out.txt"), source, force=True)
    with pytest.raises(HipsError, match=r"E704.*its folder is not there"):
        check_output(str(tmp_path / "none" / "out.txt"), source, force=True)


def test_a_missing_input_is_no_matter_of_the_output(tmp_path):
    """A traceback stood where the reader says that the input is not there."""
    (tmp_path / "out.txt").write_text("done")
    check_output(str(tmp_path / "out.txt"), str(tmp_path / "none.txt"), force=True)


def test_a_folder_of_other_origin_is_never_replaced(tmp_path):
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "a.txt").write_text("a")
    manifest = tmp_path / "photos.manifest.json"
    with pytest.raises(HipsError, match="E720"):
        check_output(str(tmp_path / "photos"), "-", force=True, manifest=manifest)
    manifest.write_text("{}")
    check_output(str(tmp_path / "photos"), "-", force=True, manifest=manifest)


def test_a_folder_without_write_permission(tmp_path, monkeypatch):
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(HipsError, match=r"E704.*not writable"):
        check_output(str(tmp_path / "out.txt"), "-", force=False)


def test_internal_files_are_for_their_owner_only(tmp_path):
    folder = InternalFolder(tmp_path / "internal")
    folder.write(REJECTED, {"row": 1, "reason": "no JSON", "content": "x\ud800"})
    folder.finish()
    path = tmp_path / "internal"
    assert stat.S_IMODE(path.stat().st_mode) == 0o700
    assert [p.name for p in path.iterdir()] == [REJECTED]
    assert stat.S_IMODE((path / REJECTED).stat().st_mode) == 0o600
    assert (path / REJECTED).read_text() == (
        '{"row": 1, "reason": "no JSON", "content": "x\\ud800"}\n'
    )


def test_an_internal_folder_that_others_can_open_is_refused(tmp_path):
    (tmp_path / "internal").mkdir(mode=0o755)
    with pytest.raises(HipsError, match="E734"):
        InternalFolder(tmp_path / "internal")


def test_internal_files_are_not_replaced_without_force(tmp_path):
    for force in (False, True):
        folder = InternalFolder(tmp_path / "internal", force=force)
        folder.write(REJECTED, {"row": 1})
        folder.finish()
    with pytest.raises(HipsError, match="E702"):
        InternalFolder(tmp_path / "internal")
