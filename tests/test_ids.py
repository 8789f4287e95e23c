"""Identities, secrets, keyed draws and the manifest."""

import json
import pickle
import subprocess
import sys

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from spacy_hips import get_ids, set_ids
from spacy_hips.errors import HipsError
from spacy_hips.ids import Manifest, Secret, document_id, scope_id

KEY = b"correct horse battery staple"


@pytest.fixture
def doc():
    return spacy.blank("en").make_doc("Some text.")


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

    def test_it_comes_from_a_file_then_from_the_environment_then_it_is_drawn(
        self, tmp_path, monkeypatch
    ):
        file = tmp_path / "secret"
        file.write_bytes(KEY + b"\n")
        monkeypatch.setenv("HIPS_SECRET", "another secret, long enough")
        assert Secret.load(file).check_value() == Secret(KEY).check_value()
        assert Secret.load().check_value() == Secret(b"another secret, long enough").check_value()
        monkeypatch.delenv("HIPS_SECRET")
        assert Secret.load().drawn

    def test_a_file_that_cannot_be_read_is_an_error(self, tmp_path):
        with pytest.raises(HipsError, match="E107"):
            Secret.load(tmp_path / "nothing")

    def test_draws_are_the_same_in_another_process(self):
        code = (
            "from spacy_hips.ids import Secret;"
            f"print(Secret({KEY!r}).draw_for('document:d1', 'PERSON', 'ana')('first', 10**9))"
        )
        other = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        here = Secret(KEY).draw_for("document:d1", "PERSON", "ana")("first", 10**9)
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


class TestManifest:
    def test_it_is_read_as_it_was_written_and_holds_no_secret(self, tmp_path):
        made = Manifest({"spacy_hips": "0"}, "hash", Secret(KEY).check_value(), counts={"docs": 2})
        made.write(tmp_path / "m.json")
        assert Manifest.read(tmp_path / "m.json") == made
        assert "horse" not in (tmp_path / "m.json").read_text()

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
