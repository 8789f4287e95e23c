"""Letters in fancy dress and letters spaced out."""

import pytest

from spacy_hips.text.lexicon.letters import (
    decoded,
    dress_like,
    gaps,
    skeleton,
    spaced_runs,
    undress,
    without_hidden,
)

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


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("by =?utf-8?B?TmdvemkgT2thZm9y?= !", "by Ngozi Okafor !"),
        ("=?iso-8859-1?Q?Jos=E9?= =?UTF-8?q?Ru=C3=ADz?=", "José Ruíz"),
        ("=?no?X?abc?= and =?utf-8?B?====?=", "=?no?X?abc?= and =?utf-8?B?====?="),
    ],
)
def test_encoded_words_of_mails_are_read_in_their_place(text, plain):
    assert len(decoded(text)) == len(text)
    assert decoded(text).split() == plain.split()


@pytest.mark.parametrize("text", ["Ana", "José", "Иван", "王小明", "ø ł ß", "42 ½"])
def test_other_text_stays(text):
    assert undress(text) == text
    assert dress_like("Éva", text) == "Éva"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("\u0410mara Ok\u0430for", "Amara Okafor"),  # Cyrillic letters in a Latin word
        ("\u0391na \u03bf", "Ana \u03bf"),  # Greek ones; a word without Latin letters stays
        ("ᴏᴋᴀ\u0493ᴏʀ", "okafor"),  # what stands in for a small capital F
        ("ᴀɴᴅʀᴇᴀ\u0455", "andreas"),
        ("\u0410мара \u0493\u0430\u043b\u044b\u043c", "\u0410мара \u0493\u0430\u043b\u044b\u043c"),
        ("Işık Ünal", "Işık Ünal"),  # of Turkish itself
        ("\u03b1-particle", "\u03b1-particle"),
    ],
)
def test_letters_that_look_alike_are_plain_in_a_latin_word(text, plain):
    assert undress(text) == plain


def test_a_skeleton_is_what_a_text_looks_like():
    cyrillic, latin = "\u0421\u0410\u0420\u0410", "CAPA"
    assert skeleton(cyrillic) == skeleton(latin) == latin and undress(cyrillic) == cyrillic


@pytest.mark.parametrize(("old", "new"), [("Aɴᴀ", "Eᴠᴀ"), ("ᴀɴᴀ", "ᴇᴠᴀ"), ("Aɴᴀ Rᴜɪᴢ", "Eᴠᴀ")])
def test_capitals_beside_small_ones_stay_plain(old, new):
    assert dress_like("Éva", old) == new


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
