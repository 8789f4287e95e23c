"""Letters in fancy dress and letters spaced out."""

import pytest

from spacy_hips.page.letters import dress_like, gaps, spaced_runs, undress, without_hidden

DRESSED = [
    "𝐀𝐧𝐚", "𝐴𝑛𝑎", "𝑨𝒏𝒂", "𝒜𝓃𝒶", "𝓐𝓷𝓪", "𝔄𝔫𝔞", "𝔸𝕟𝕒", "𝕬𝖓𝖆", "𝖠𝗇𝖺", "𝗔𝗻𝗮", "𝘈𝘯𝘢", "𝘼𝙣𝙖", "𝙰𝚗𝚊",
    "Ⓐⓝⓐ", "Ａｎａ", "ᴬⁿᵃ", "ᴀɴᴀ", "🄰🄽🄰", "🅐🅝🅐", "🅰🅽🅰", "🇦🇳🇦", "⒜⒩⒜",
]  # fmt: skip


@pytest.mark.parametrize("text", DRESSED)
def test_every_dress_is_taken_off_and_put_on(text):
    plain = undress(text)
    assert plain.lower() == "ana" and len(plain) == len(text)
    assert dress_like(plain, text) == text
    assert undress(dress_like("Éva", text)).lower() == "eva"


@pytest.mark.parametrize("text", ["Ana", "José", "Иван", "王小明", "ø ł ß", "42 ½"])
def test_other_text_stays(text):
    assert undress(text) == text
    assert dress_like("Éva", text) == "Éva"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A n a", ["A n a"]),
        ("by A-n-a.", ["A-n-a"]),
        ("A\nn\na\nis here", ["A\nn\na"]),
        ("| A | n | a |", ["A | n | a"]),
        ("I am a b", []),
        ("a 1 b 2 c", []),
    ],
)
def test_spaced_letters(text, found):
    assert [text[start:end] for start, end in spaced_runs(text)] == found


def test_gaps_and_hidden_characters():
    assert gaps("A n-a") == [" ", "-"] and gaps("Ana") == []
    assert without_hidden("A\u00adn\u200ba") == "Ana"
