"""The key file: exact reversal, and nothing without the key."""

import json
import pickle
import stat
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_hips.core.errors import HipsError
from spacy_hips.desk.undo import keyfile
from spacy_hips.desk.undo.keyfile import (
    Cell,
    Key,
    KeyFile,
    RowNote,
    refuse_output_folder,
    text_hash,
)

ORIGINAL = "Ana Pérez (ana@x.org) wrote it. \ud83d 👩‍👧"
RELEASED = "Ida Lund (ida@mail.example) wrote it. \ud83d 👩‍👧"
CELL = Cell("text", text_hash(RELEASED), ((0, 8, "Ana Pérez"), (10, 26, "ana@x.org")))
ROW = RowNote("digest", 1, {"text": CELL})


def rows(*numbers):
    """Rows that nothing was replaced in."""
    return [RowNote(f"digest {number}", number) for number in numbers]


def run(path, key, *notes, seal=True):
    """A run that notes some rows and goes to its end, or does not."""
    with KeyFile(path, key) as file:
        file.begin()
        file.append(notes)
        if seal:
            file.seal()


def read(path, key):
    """The rows of each run, and whether it is sealed."""
    with KeyFile(path, key, create=False) as file:
        return [([row.number for row in run.rows], run.sealed) for run in file.runs()]


def old_file(path, key, *frames):
    """A key file as version 0.1.0 wrote it."""
    head = json.dumps({"kdf": "scrypt", "salt": "00" * 16, **keyfile.SCRYPT}).encode() + b"\n"
    head = keyfile.MAGICS[0] + head
    cipher = keyfile._cipher(key, json.loads(head.split(b"\n")[1]))
    contents = [keyfile._CHECK, *(json.dumps(frame).encode() for frame in frames)]
    bound = sha256(head).digest()
    sealed = [keyfile._seal(cipher, data, bound, i) for i, data in enumerate(contents)]
    path.write_bytes(head + b"".join(sealed))


def old_row(number, *cells):
    """The frames of a row of version 0.1.0."""
    place = [f"digest {number}", number]
    yield [json.dumps([*place, "row", ""]), text_hash(""), []]
    for column, released, original in cells:
        edits = [[0, len(released), original]]
        yield [json.dumps([*place, "text", column]), text_hash(released), edits]


@pytest.fixture
def key():
    return Key("correct horse")


def test_a_run_is_undone_exactly(tmp_path, key):
    run(tmp_path / "k", key, ROW)
    with KeyFile(tmp_path / "k", key, create=False) as file:
        ((row,),) = [run.rows for run in file.runs()]
    assert row == ROW
    assert row.cells["text"].restore(RELEASED) == ORIGINAL


@given(
    st.lists(st.tuples(st.text(max_size=5), st.text(max_size=5), st.text(max_size=5)), max_size=6)
)
def test_restoring_undoes_any_replacement(parts):
    original, released, edits = "", "", []
    for kept, old, new in parts:
        original, released = original + kept, released + kept
        edits.append((len(released), len(released) + len(new), old))
        original, released = original + old, released + new
    assert Cell("text", text_hash(released), tuple(edits)).restore(released) == original


def test_later_runs_append(tmp_path, key):
    for number in (1, 2, 3):
        run(tmp_path / "k", key, *rows(number))
    assert read(tmp_path / "k", key) == [([1], True), ([2], True), ([3], True)]


def test_file_is_for_its_owner_only_and_shows_nothing(tmp_path, key):
    path = tmp_path / "run.key"
    run(path, key, ROW)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    data = path.read_bytes()
    assert b"Ana" not in data and b"ana@x.org" not in data


def test_a_wrong_passphrase_is_refused(tmp_path, key):
    run(tmp_path / "k", key, ROW)
    with pytest.raises(HipsError, match="E141"):
        KeyFile(tmp_path / "k", Key("battery staple"))


@pytest.mark.parametrize("content", [b"", b"x", b"HIPSKEY1\n", b"HIPSKEY1\n{}\n", b"\x00" * 500])
def test_foreign_files_are_refused(tmp_path, key, content):
    path = tmp_path / "run.key"
    path.write_bytes(content)
    with pytest.raises(HipsError, match="E146"):
        KeyFile(path, key, create=False)


def test_a_changed_moved_or_missing_frame_is_noticed(tmp_path, key):
    path = tmp_path / "k"
    run(path, key, *rows(1, 2, 3))
    data = path.read_bytes()
    at = data.index(b"}\n") + 2
    frames = []
    while at < len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        frames.append(data[at:end])
        at = end
    head = data[: data.index(b"}\n") + 2]
    check, begin, one, two, three, seal = frames
    for changed in (
        [check, begin, two, one, three, seal],
        [check, begin, one, three, seal],
        [check, begin, one, two, three[:-1] + bytes([three[-1] ^ 1]), seal],
        [check, one, two, three, seal],
    ):
        path.write_bytes(head + b"".join(changed))
        with KeyFile(path, key) as file, pytest.raises(HipsError, match="E146"):
            file.runs()


def test_a_file_that_was_cut_anywhere_has_no_seal(tmp_path, key):
    path = tmp_path / "k"
    run(path, key, *rows(1, 2, 3))
    data = path.read_bytes()
    whole = read(path, key)
    for cut in range(1, 330, 7):
        path.write_bytes(data[:-cut])
        ((numbers, sealed),) = read(path, key)
        assert not sealed
        assert numbers == [1, 2, 3][: len(numbers)]
    assert whole == [([1, 2, 3], True)]


def test_an_interrupted_run_goes_on_behind_its_mark(tmp_path, key):
    path = tmp_path / "k"
    run(path, key, *rows(7))
    with KeyFile(path, key) as file:
        file.begin()
        file.append(rows(1, 2))
        mark = file.mark
        file.append(rows(3, 4))
    path.write_bytes(path.read_bytes()[:-3])
    with KeyFile(path, key) as file:
        file.go_on(mark)
        file.append(rows(3, 4, 5))
        file.seal()
    assert read(path, key) == [([7], True), ([1, 2, 3, 4, 5], True)]


@pytest.mark.parametrize("change", ["cut", "another run", "another file"])
def test_a_run_does_not_go_on_in_a_file_that_is_another_one(tmp_path, key, change):
    path = tmp_path / "k"
    with KeyFile(path, key) as file:
        file.begin()
        file.append(rows(1, 2))
        mark = file.mark
    if change == "another run":
        run(path, key, *rows(1))
    elif change == "cut":
        path.write_bytes(path.read_bytes()[:-3])
    else:
        path.unlink()
        run(path, key, *rows(1, 2))
    before = path.read_bytes()
    with KeyFile(path, key) as file, pytest.raises(HipsError, match="E762"):
        file.go_on(mark)
    assert path.read_bytes() == before


def test_a_run_that_came_to_nothing_leaves_nothing(tmp_path, key):
    run(tmp_path / "k", key, *rows(7))
    before = (tmp_path / "k").read_bytes()
    with KeyFile(tmp_path / "k", key) as file:
        file.begin()
        file.append(rows(1, 2))
        file.withdraw()
    assert (tmp_path / "k").read_bytes() == before


def test_a_run_behind_an_interrupted_one_is_whole(tmp_path, key):
    run(tmp_path / "k", key, *rows(1, 2), seal=False)
    run(tmp_path / "k", key, *rows(1, 2, 3))
    assert read(tmp_path / "k", key) == [([1, 2], False), ([1, 2, 3], True)]


def test_only_one_run_writes_it_at_a_time(tmp_path, key):
    with KeyFile(tmp_path / "k", key) as file:
        for create in (True, False):
            with pytest.raises(HipsError, match="E747"):
                KeyFile(tmp_path / "k", key, create=create)
        file.begin()
        file.seal()
    with KeyFile(tmp_path / "k", key, create=False), KeyFile(tmp_path / "k", key, create=False):
        pass


class TestVersion010:
    def test_its_rows_are_read_and_new_runs_are_added(self, tmp_path, key):
        path = tmp_path / "k"
        first = [frame for n in (1, 2) for frame in old_row(n, ("text", "Ida", f"Ana {n}"))]
        old_file(path, key, *first, *old_row(1))
        run(path, key, *rows(5))
        with KeyFile(path, key, create=False) as file:
            one, two, three = file.runs()
        assert [row.number for row in one.rows] == [1, 2]
        assert one.rows[1].cells["text"].restore("Ida") == "Ana 2"
        assert one.old and two.old and not three.old
        assert [row.number for row in two.rows] == [1]
        assert three.sealed

    def test_a_row_that_it_stopped_within_is_the_one_that_it_noted_again(self, tmp_path, key):
        whole = list(old_row(2, ("a", "Ida", "Ana"), ("b", "Lund", "Ruiz")))
        old_file(tmp_path / "k", key, *old_row(1), *whole[:2], *old_row(1), *whole)
        with KeyFile(tmp_path / "k", key, create=False) as file:
            one, two = file.runs()
        assert [row.number for row in one.rows] == [1]
        assert set(two.rows[1].cells) == {"a", "b"}

    def test_what_others_wrote_is_passed_over(self, tmp_path, key):
        old_file(tmp_path / "k", key, ["some document", text_hash("Eva"), []])
        assert read(tmp_path / "k", key) == []


def test_another_text_is_not_restored():
    assert CELL.restore(RELEASED + " ") is None


def test_bad_keys_are_refused(tmp_path):
    with pytest.raises(HipsError, match="E143"):
        Key("short")
    with pytest.raises(HipsError, match="E147"):
        Key.load(tmp_path / "missing")


def test_what_a_file_holds_is_a_passphrase(tmp_path):
    (tmp_path / "passphrase").write_text("correct horse\n")
    (tmp_path / "passphrase").chmod(0o600)
    run(tmp_path / "k", Key.load(tmp_path / "passphrase"), ROW)
    assert read(tmp_path / "k", Key("correct horse")) == [([1], True)]


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


@pytest.mark.parametrize(
    "change",
    [
        {"n": 1 << 40},
        {"n": 1 << 20, "r": 1 << 20},
        {"n": 3},
        {"n": 0},
        {"n": True},
        {"n": 2.0},
        {"n": float("inf")},
        {"n": "16"},
        {"p": -1},
        {"r": None},
        {"salt": ""},
        {"salt": 5},
        {"salt": "zz"},
        {"kdf": ["scrypt"]},
    ],
)
def test_an_odd_header_is_refused(tmp_path, change):
    header = {"kdf": "scrypt", "salt": "00" * 16, "n": 2, "r": 8, "p": 1} | change
    (tmp_path / "k").write_bytes(b"HIPSKEY2\n" + json.dumps(header).encode() + b"\n" + b"\0" * 99)
    with pytest.raises(HipsError, match="E146"):
        KeyFile(tmp_path / "k", Key("correct horse"))


@pytest.mark.parametrize(
    "header", [b"[]", b"null", b"3", b"[" * 3000, b'"\xff"', b"{" + b" " * 5000]
)
def test_a_header_that_is_no_object_is_refused(tmp_path, header):
    (tmp_path / "k").write_bytes(b"HIPSKEY2\n" + header + b"\n")
    with pytest.raises(HipsError, match="E146"):
        KeyFile(tmp_path / "k", Key("correct horse"))
