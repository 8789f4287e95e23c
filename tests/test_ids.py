"""Identities, secrets, keyed draws and the manifest."""

import copy
import json
import os
import pickle
import stat
import subprocess
import sys
from hashlib import scrypt

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from spacy_hips import get_ids, set_ids
from spacy_hips.core import passphrases
from spacy_hips.core.errors import HipsError, HipsWarning
from spacy_hips.core.ids import Manifest, Secret, document_id, scope_id
from spacy_hips.core.passphrases import stretch

KEY = b"marble lantern 47 horse orbits"
DRAWN = b"3b9f1c0de47a582690ef7712ac4d35b861c8f02a9d7e4b531fa6d8e07c2935b4"
"""As `spacy-hips new-secret` writes them."""


@pytest.fixture
def doc():
    return spacy.blank("en").make_doc("Some text.")


@pytest.fixture
def secret_file(tmp_path):
    """Write the file of a secret, for its owner only unless told otherwise."""

    def write(value, mode=0o600):
        path = tmp_path / "secret"
        path.write_bytes(value + b"\n")
        path.chmod(mode)
        return path

    return write


def test_ids_are_kept_on_the_document(doc):
    set_ids(doc, doc="d1", author="s123")
    set_ids(doc, group="course 4")
    assert get_ids(doc).doc == "d1"
    assert (get_ids(doc).author, get_ids(doc).group) == ("s123", "course 4")


def test_a_document_without_an_id_gets_one_from_its_text_and_the_secret(doc):
    one, other = Secret(KEY), Secret(KEY[::-1])
    assert document_id(doc, one) == document_id(doc, Secret(KEY))
    assert document_id(doc, one) != document_id(doc, other)
    assert set_ids(doc, doc="d1") and document_id(doc, one) == "d1"


def test_a_scope_needs_its_id(doc):
    assert scope_id(doc, "corpus", Secret(KEY)) == "corpus"
    with pytest.raises(HipsError, match="E117"):
        scope_id(doc, "author", Secret(KEY))
    with pytest.raises(HipsError, match="E109"):
        scope_id(doc, "planet", Secret(KEY))


class TestSecret:
    def test_it_does_not_show_itself(self):
        assert "horse" not in repr(Secret(KEY))
        assert b"horse" not in pickle.dumps(Secret(KEY))

    def test_too_short_a_secret_is_refused_without_being_shown(self):
        with pytest.raises(HipsError, match="E106") as caught:
            Secret(b"tiny")
        assert "tiny" not in str(caught.value)

    @pytest.mark.parametrize(
        "weak",
        [
            "aaaaaaaaaaaaaaaa",
            "password1234567890",
            "Summer2026!Summer2026!",
            "qwertyuiopasdfghjkl",
            "maria garcia 1987",
            "0" * 64,
            "0123456789abcdef" * 4,
            "deadbeef" * 8,
            "2024-2025-2026-2027",
            "2024 2025 2026 2027",
            "1-2-3-4-5-6-7-8-9-10",
            "Monday Tuesday Wednesday",
            "to be or not to be",
            "To Be, Or Not To Be!",
            "correct horse battery staple",
            "Correct-Horse-Battery-Staple",
            "it was the best of times",
            "abc-abc-abc-abc-abc",
        ],
    )
    def test_an_easy_one_is_refused_without_being_shown(self, weak):
        with pytest.raises(HipsError, match="E149") as caught:
            Secret(weak.encode())
        assert weak not in str(caught.value)

    @pytest.mark.parametrize(
        "good",
        [
            KEY,
            b"kveld moor ansatt fjell brine quota",
            b"DHoTNl9F_d6C-FPl",
            b"abQ9-x7Kp-z3Lm-Qw",
            b"550e8400-e29b-41d4-a716-446655440000",
            bytes(range(7, 250, 7)),
            b"xF9 " * 3 + b"gR2 7tLq mZ!d" * 12,
        ],
    )
    def test_a_hard_one_is_taken(self, good):
        assert len(Secret(good).check_value()) == 16

    def test_what_new_secret_wrote_is_the_key_itself_and_gives_the_names_of_version_0_1(self):
        assert Secret(DRAWN).pseudonym("author", "s1") == "7cb0d238a756"
        assert Secret(DRAWN).check_value() == "60858d9e22e1aac6"

    def test_anything_else_goes_through_scrypt_with_its_salt(self):
        assert Secret(KEY).check_value() != Secret.of_key(KEY).check_value()
        assert Secret(KEY).check_value() != Secret(KEY, salt=b"other").check_value()

    def test_each_guess_costs_64_mib_of_memory(self, work_factors, monkeypatch):
        assert work_factors == {"n": 65_536, "r": 8, "p": 1}
        monkeypatch.setitem(passphrases.SCRYPT, "n", work_factors["n"])
        expected = scrypt(KEY, salt=b"of this test", dklen=32, maxmem=1 << 27, **work_factors)
        assert stretch(KEY, b"of this test") == expected

    def test_scrypt_is_paid_for_once(self, monkeypatch):
        Secret(KEY).check_value()
        monkeypatch.setattr("cryptography.hazmat.primitives.kdf.scrypt.Scrypt", None)
        assert Secret(KEY).check_value()

    def test_it_comes_from_a_file_then_from_the_environment_then_it_is_drawn(
        self, secret_file, monkeypatch
    ):
        drawn = secret_file(DRAWN)
        monkeypatch.setenv("HIPS_SECRET", KEY.decode())
        assert Secret.load(drawn).check_value() == Secret(DRAWN).check_value()
        assert Secret.load().check_value() == Secret(KEY).check_value()
        monkeypatch.delenv("HIPS_SECRET")
        assert Secret.load().drawn

    def test_a_file_that_cannot_be_read_is_an_error(self, tmp_path):
        with pytest.raises(HipsError, match="E107"):
            Secret.load(tmp_path / "nothing")

    @pytest.mark.skipif(os.name != "posix", reason="rights of files")
    @pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o622])
    def test_a_file_that_others_can_open_is_refused(self, secret_file, mode):
        with pytest.raises(HipsError, match=rf"E150.*mode {mode:o}"):
            Secret.load(secret_file(DRAWN, mode))

    def test_new_secret_needs_no_salt(self, secret_file, tmp_path):
        Secret.load(secret_file(DRAWN))
        assert [path.name for path in tmp_path.iterdir()] == ["secret"]

    def test_a_passphrase_keeps_its_salt_beside_its_file(self, secret_file, tmp_path):
        path = secret_file(KEY)
        with pytest.warns(HipsWarning, match="W110"):
            first = Secret.load(path).check_value()
        salt = tmp_path / "secret.salt"
        assert stat.S_IMODE(salt.stat().st_mode) == 0o600
        assert Secret.load(path).check_value() == first != Secret(KEY).check_value()
        salt.write_text("")
        with pytest.raises(HipsError, match="E151"):
            Secret.load(path)
        salt.unlink()
        with pytest.warns(HipsWarning, match="W110"):
            assert Secret.load(path).check_value() != first

    def test_draws_are_the_same_in_another_process(self, work_factors, monkeypatch):
        key = KEY + b", elsewhere"
        monkeypatch.setitem(passphrases.SCRYPT, "n", work_factors["n"])
        code = (
            "from spacy_hips.core.ids import Secret;"
            f"print(Secret({key!r}).draw_for('document:d1', 'PERSON', 'ana')('first', 10**9))"
        )
        other = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        here = Secret(key).draw_for("document:d1", "PERSON", "ana")("first", 10**9)
        assert int(other.stdout) == here

    def test_every_part_changes_the_draw(self):
        def number(scope="d", kind="PERSON", key="ana", purpose="first", secret=KEY):
            return Secret(secret).draw_for(scope, kind, key)(purpose, 1 << 60)

        others = {
            number(scope="e"),
            number(kind="EMAIL"),
            number(key="eva"),
            number(purpose="last"),
            number(secret=KEY[::-1]),
            # a boundary that moves must not give the same bytes
            number(scope="dP", kind="ERSON"),
        }
        assert number() not in others
        assert len(others) == 6

    @given(st.integers(1, 10_000), st.text())
    def test_a_draw_stays_below_n(self, n, purpose):
        assert 0 <= Secret(KEY).draw_for("d", "PERSON", "k")(purpose, n) < n

    def test_pseudonyms_differ_between_kinds(self):
        secret = Secret(KEY)
        assert secret.pseudonym("doc", "7") == secret.pseudonym("doc", "7")
        assert secret.pseudonym("doc", "7") != secret.pseudonym("author", "7")


class TestCopies:
    """A copy draws as the original does, or says that it cannot."""

    @pytest.mark.parametrize("secret", [Secret(), Secret(KEY), Secret(DRAWN)])
    def test_a_copy_in_the_process_is_the_same(self, secret):
        for same in (copy.copy(secret), copy.deepcopy({"of": secret})["of"]):
            assert same.check_value() == secret.check_value()

    @pytest.mark.parametrize("secret", [Secret(), Secret(KEY), Secret.of_key(DRAWN)])
    def test_a_pickle_of_one_that_was_handed_over_or_drawn_raises_when_it_draws(
        self, secret, monkeypatch
    ):
        monkeypatch.setenv("HIPS_SECRET", "another secret altogether, 32 bytes")
        again = pickle.loads(pickle.dumps(secret))
        assert again.drawn == secret.drawn
        for last in (again, pickle.loads(pickle.dumps(again)), copy.deepcopy(again)):
            with pytest.raises(HipsError, match="E148"):
                last.draw_for("d", "PERSON", "ana")("first", 10)

    def test_a_pickle_finds_the_same_secret_where_it_came_from(self, secret_file, monkeypatch):
        monkeypatch.setenv("HIPS_SECRET", KEY.decode())
        for secret in (Secret.load(), Secret.load(secret_file(DRAWN))):
            again = pickle.loads(pickle.dumps(secret))
            assert again.check_value() == secret.check_value()

    def test_it_does_not_take_another_one_from_there(self, secret_file, monkeypatch):
        monkeypatch.setenv("HIPS_SECRET", KEY.decode())
        path = secret_file(DRAWN)
        pickles = [pickle.dumps(secret) for secret in (Secret.load(), Secret.load(path))]
        monkeypatch.setenv("HIPS_SECRET", "another secret altogether, 32 bytes")
        path.write_bytes(DRAWN[::-1])
        for data in pickles:
            with pytest.raises(HipsError, match="E148"):
                pickle.loads(data).check_value()
        monkeypatch.delenv("HIPS_SECRET")
        path.unlink()
        for data in pickles:
            with pytest.raises(HipsError, match="E148"):
                pickle.loads(data).check_value()


class TestManifest:
    def test_it_is_read_as_it_was_written_and_holds_no_secret(self, tmp_path):
        made = Manifest({"spacy_hips": "0"}, "hash", Secret(KEY).check_value(), counts={"docs": 2})
        made.write(tmp_path / "m.json")
        assert Manifest.read(tmp_path / "m.json") == made
        assert "horse" not in (tmp_path / "m.json").read_text()
        assert stat.S_IMODE((tmp_path / "m.json").stat().st_mode) == 0o600

    def test_a_wrong_secret_is_refused(self):
        made = Manifest({}, "hash", Secret(KEY).check_value())
        made.refuse_other_secret(Secret(KEY), "m.json")
        with pytest.raises(HipsError, match="E108"):
            made.refuse_other_secret(Secret(KEY[::-1]), "m.json")

    @pytest.mark.parametrize("content", ["", "[]", "{", json.dumps({"a": 1})])
    def test_another_file_is_an_error(self, tmp_path, content):
        (tmp_path / "m.json").write_text(content)
        with pytest.raises(HipsError, match="E118"):
            Manifest.read(tmp_path / "m.json")
