"""The key file: exact reversal, and nothing without the key."""

import json
import pickle
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_hips.errors import HipsError
from spacy_hips.records import keyfile
from spacy_hips.records.keyfile import Key, KeyEntry, KeyFile, refuse_output_folder
from spacy_hips.spans import Replacement

ORIGINAL = "Ana Pérez (ana@x.org) wrote it. \ud83d 👩‍👧"
RELEASED = "Ida Lund (ida@mail.example) wrote it. \ud83d 👩‍👧"
DONE = (
    Replacement(0, 9, 0, 8, "NAME_STUDENT", "PERSON:1", "surrogate", "Ida Lund"),
    Replacement(11, 20, 10, 26, "EMAIL", "EMAIL:1", "surrogate", "ida@mail.example"),
)
ENTRY = KeyEntry.of("d1", ORIGINAL, RELEASED, DONE)


@pytest.fixture(autouse=True)
def _fast_scrypt(monkeypatch):
    monkeypatch.setattr(keyfile, "SCRYPT", {"n": 2, "r": 8, "p": 1})


@pytest.fixture
def key():
    return Key("correct horse")


def test_a_run_is_undone_exactly(tmp_path, key):
    path = tmp_path / "run.key"
    with KeyFile(path, key) as file:
        assert file.append([ENTRY]) == 1
    with KeyFile(path, key, create=False) as file:
        (entry,) = file.read()
    assert entry == ENTRY
    assert entry.restore(RELEASED) == ORIGINAL


@given(
    st.lists(st.tuples(st.text(max_size=5), st.text(max_size=5), st.text(max_size=5)), max_size=6)
)
def test_restoring_undoes_any_replacement(parts):
    original, released, done = "", "", []
    for kept, old, new in parts:
        original, released = original + kept, released + kept
        start, new_start = len(original), len(released)
        original, released = original + old, released + new
        if old:
            place = (start, len(original), new_start, len(released))
            done.append(Replacement(*place, "NAME_STUDENT", "PERSON:1", "surrogate", new))
        else:
            original += new
    entry = KeyEntry.of("d", original, released, done)
    assert entry.restore(released) == original


def test_later_runs_append(tmp_path, key):
    path = tmp_path / "run.key"
    for name in ("a", "b", "c"):
        with KeyFile(path, key) as file:
            file.append([KeyEntry(name, "0" * 64, ())])
    with KeyFile(path, key) as file:
        assert [e.doc for e in file.read()] == ["a", "b", "c"]


def test_file_is_for_its_owner_only_and_shows_nothing(tmp_path, key):
    path = tmp_path / "run.key"
    with KeyFile(path, key) as file:
        file.append([ENTRY])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    data = path.read_bytes()
    assert b"Ana" not in data and b"ana@x.org" not in data


def test_a_wrong_passphrase_is_refused(tmp_path, key):
    path = tmp_path / "run.key"
    with KeyFile(path, key) as file:
        file.append([ENTRY])
    with pytest.raises(HipsError, match="E141"):
        KeyFile(path, Key("battery staple"))


@pytest.mark.parametrize("content", [b"", b"x", b"HIPSKEY1\n", b"HIPSKEY1\n{}\n", b"\x00" * 500])
def test_foreign_files_are_refused(tmp_path, key, content):
    path = tmp_path / "run.key"
    path.write_bytes(content)
    with pytest.raises(HipsError, match="E146"):
        KeyFile(path, key, create=False)


def test_a_changed_or_moved_frame_is_noticed(tmp_path, key):
    path = tmp_path / "run.key"
    with KeyFile(path, key) as file:
        file.append([KeyEntry("a", "0" * 64, ()), KeyEntry("b", "0" * 64, ())])
    data = path.read_bytes()
    path.write_bytes(data[:-5] + bytes([data[-5] ^ 1]) + data[-4:])
    with KeyFile(path, key) as file, pytest.raises(HipsError, match="E146"):
        list(file.read())
    length = (len(data) - data.index(b"}\n") - 2 - _first_frame(data)) // 2
    path.write_bytes(data[: -2 * length] + data[-length:] + data[-2 * length : -length])
    with KeyFile(path, key) as file, pytest.raises(HipsError, match="E146"):
        list(file.read())


def _first_frame(data):
    start = data.index(b"}\n") + 2
    return 4 + int.from_bytes(data[start : start + 4], "big")


def test_what_an_interrupted_run_left_is_written_over(tmp_path, key):
    path = tmp_path / "run.key"
    with KeyFile(path, key) as file:
        file.append([KeyEntry("a", "0" * 64, ()), KeyEntry("b", "0" * 64, ())])
    path.write_bytes(path.read_bytes()[:-3])
    with KeyFile(path, key) as file:
        file.append([KeyEntry("c", "0" * 64, ())])
        assert [e.doc for e in file.read()] == ["a", "c"]


def test_another_text_is_not_restored():
    assert ENTRY.restore(RELEASED + " ") is None


def test_bad_keys_are_refused(tmp_path):
    with pytest.raises(HipsError, match="E143"):
        Key("short")
    with pytest.raises(HipsError, match="E147"):
        Key.load(tmp_path / "missing")


def test_what_a_file_holds_is_a_passphrase(tmp_path):
    (tmp_path / "passphrase").write_text("correct horse\n")
    (tmp_path / "passphrase").chmod(0o600)
    with KeyFile(tmp_path / "k", Key.load(tmp_path / "passphrase")) as file:
        file.append([ENTRY])
    with KeyFile(tmp_path / "k", Key("correct horse")) as file:
        assert list(file.read()) == [ENTRY]


def test_a_key_does_not_show_itself():
    key = Key("correct horse")
    assert "horse" not in repr(key)
    with pytest.raises(TypeError):
        pickle.dumps(key)


def test_the_key_file_lies_apart(tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    for path, outputs in (
        (out / "k", [out]),
        (out / "deep" / "k", [out]),
        (tmp_path / "k", [tmp_path / "a.csv"]),
    ):
        with pytest.raises(HipsError, match="E144"):
            refuse_output_folder(path, outputs)
    refuse_output_folder(tmp_path / "keys" / "k", [out])


def test_a_folder_is_no_key_file(tmp_path, key):
    with pytest.raises(HipsError, match="E140"):
        KeyFile(tmp_path, key)


def test_a_link_is_not_followed(tmp_path, key):
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(HipsError, match="E140"):
        KeyFile(tmp_path / "link", key)


def test_work_factors_of_a_foreign_header_are_bounded(tmp_path):
    header = {"kdf": "scrypt", "salt": "00" * 16, "n": 1 << 40, "r": 8, "p": 1}
    (tmp_path / "k").write_bytes(b"HIPSKEY1\n" + json.dumps(header).encode() + b"\n")
    with pytest.raises(HipsError, match="E146"):
        KeyFile(tmp_path / "k", Key("correct horse"))
