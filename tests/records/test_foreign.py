"""A file that is no text is known by its first bytes; a text never is."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import PurePath

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.desk.files.decoding import Decoder
from spacy_hips.desk.files.foreign import counted, ending, foreign, is_systems


def archive() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        file.writestr("word/document.xml", "<w:t>Ana Silva</w:t>")
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7\n1 0 obj\n", "PDF"),
        (b"\n%PDF-1.4\n", "PDF"),
        (b"{\\rtf1\\ansi Ana Silva}", "RTF"),
        (archive(), ".docx"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "Office"),
        (gzip.compress(b"Ana Silva", mtime=0), "gzip"),
        (b"\x89PNG\r\n\x1a\n" + bytes(20), "image"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "image"),
        (b"GIF89a" + bytes(20), "image"),
        (b"SQLite format 3\x00" + bytes(84), "database"),
        ("Ana Silva wrote this.".encode("utf-16-le"), "UTF-16"),
        ("Ana Silva wrote this.".encode("utf-32-be"), "UTF-32"),
        (bytes(range(32)) * 9, "binary"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_files_of_other_kinds_are_told_by_their_first_bytes(data, kind, encoding):
    decoder = Decoder(io.BytesIO(data), encoding, "essay.txt")
    with pytest.raises(HipsError, match=r"E738.*essay\.txt") as caught:
        list(decoder.chunks())
    assert kind in str(caught.value)
    assert "Silva" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "PK is what he is called.",
        "{\\it Hello}",
        "%PDF is a kind of file.",
        "GIF or JPEG?",
        "one\tcell\x0cnew page\x1b[1mbold\x1b[0m and so on",
        "a stray \x00 and a \x01 in a long text " * 9,
        "Привет! " * 9,
    ],
)
def test_texts_are_texts(text):
    assert foreign(text.encode(), "utf-8") is None


def test_an_encoding_with_noughts_is_taken_at_its_word():
    assert foreign("Ana Silva wrote this.".encode("utf-16-le"), "utf-16-le") is None


def test_endings_are_told_only_where_they_cannot_be_names():
    paths = [PurePath(p) for p in ("a.PDF", "b/Ana.docx", "c.docx", "Essay 2.Ana Silva", "notes")]
    assert counted(paths) == "5 (.docx 2, .pdf 1, another ending 1, no ending 1)"
    assert ending(PurePath("essay.silva")) == "another ending"
    assert counted([]) == ""


@pytest.mark.parametrize(
    ("path", "systems"),
    [(".DS_Store", 1), ("a/.git/x.py", 1), ("Thumbs.db", 1), ("~$essay.docx", 1), ("a/b.docx", 0)],
)
def test_what_programs_keep_for_themselves(path, systems):
    assert is_systems(PurePath(path)) == bool(systems)
