"""Bytes to text: whole characters over chunk borders, and the exact place of what does not fit."""

from __future__ import annotations

import io

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.desk.files.decoding import CHUNK, Decoder


def decoder(data: bytes, encoding: str = "utf-8") -> Decoder:
    return Decoder(io.BytesIO(data), encoding, "essays.txt")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig", "cp1252", "latin-1"])
def test_text_comes_back_whole(encoding):
    text = "Zoë said «hi»\r\n" * 20_000
    assert "".join(decoder(text.encode(encoding), encoding).chunks()) == text


def test_lines_end_at_line_feeds_only():
    text = "one\u2028still one\r\ntwo\x0bstill two\n\nlast"
    assert list(decoder(text.encode()).lines()) == [
        "one\u2028still one\r\n",
        "two\x0bstill two\n",
        "\n",
        "last",
    ]


def test_a_byte_order_mark_is_taken_away():
    assert "".join(decoder(b"\xef\xbb\xbftext").chunks()) == "text"


@pytest.mark.parametrize("at", [0, 5, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK - 1])
def test_the_error_tells_the_position_of_the_byte(at):
    data = b"x" * at + b"\xe9" + b"y" * 10
    with pytest.raises(HipsError, match=rf"E705.*position {at} \(from 0\).*cp1252"):
        list(decoder(data).chunks())


def test_a_character_cut_by_the_chunk_border_is_placed_at_its_start():
    data = b"x" * (CHUNK - 1) + b"\xe2\x28\xa1"
    with pytest.raises(HipsError, match=rf"position {CHUNK - 1} "):
        list(decoder(data).chunks())


def test_a_character_cut_by_the_end_is_an_error():
    with pytest.raises(HipsError, match="position 2 "):
        list(decoder(b"ab\xe2\x82").chunks())


def test_utf_16_is_named_where_its_mark_is_there():
    with pytest.raises(HipsError, match="--encoding utf-16"):
        list(decoder("text".encode("utf-16")).chunks())


@pytest.mark.parametrize("encoding", ["no-such", "base64", "rot13", "zip"])
def test_unknown_encodings_are_refused(encoding):
    with pytest.raises(HipsError, match="E706"):
        decoder(b"", encoding)
