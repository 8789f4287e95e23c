"""One object answers for the words of a language; what each has is held here."""

import shutil

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.find.rules import ages
from spacy_hips.text.lexicon import language as module
from spacy_hips.text.lexicon.language import (
    BASE,
    PATTERNS,
    TABLES,
    every,
    language,
    languages,
    vocabulary,
)

WHOLE = ("de", "es", "fr", "nl", "sv")
ENGLISH_ONLY = {"unread", "ordinal", "with_capital", "born", "title", "form", "account"}
"""Tables that a language may do without."""
CUES = {"work", "worker", "article", "ill", "sick", "illness", "belief", "line"}
"""Tables of `lang/indirect.toml`, which a language with a table of its own needs not."""


@pytest.mark.parametrize("lang", WHOLE)
def test_every_language_has_every_table(lang):
    own = CUES if language(lang).has("indirect.toml") else set()
    assert {name for name in TABLES if not language(lang).has(name)} <= ENGLISH_ONLY | own


@pytest.mark.parametrize("lang", languages())
def test_tables_are_well_formed(lang):
    own = language(lang)
    for name, size in (("month", 12), ("weekday", 7)):
        keys = list(own.rows(name))
        assert keys in ([], [str(n) for n in range(1, size + 1)])
    assert len(own.words("number", "all")) <= 100
    for name, rows in own.tables.items():
        for words in rows.values():
            assert words and all(word.strip() == word != "" for word in words), name
            assert len(set(words)) == len(words), (name, words)


def test_a_code_finds_its_language():
    assert language("sv_SE") is language("sv") and language("sv").code == "sv"
    assert language("xx").code == language("qq").code == language("../en").code == BASE


def test_words_of_all_languages_stand_together():
    assert {"geboren", "född", "born"} <= set(every("birth"))
    assert "syster" in vocabulary("sv") and "min" in vocabulary("sv")
    assert language("de").rows("no such table") == {} and language("de").words("age", "none") == ()
    assert [name for name in PATTERNS if language("sv").has(name)] == ["indirect.toml"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of languages that holds one more."""
    shutil.copytree(str(module._folder()), tmp_path, dirs_exist_ok=True)
    new = tmp_path / "qq"
    new.mkdir()
    head = "# Estonian\ntable\tkey\twords\n"
    (new / "words.tsv").write_text(
        head + "about\tname\tEstonian\nkin\tM.brother\tvend\nmy\t\tminu\nnumber\tall\t"
        f"{';'.join(['null', 'üks', *map(str, range(2, 15)), 'viisteist', '16'])}\n"
        "age\thave\tolen;on\nage\twho\tma;ta\nage\tyears\taastat\nage\told\tvana\n"
        "age\tlabel\tvanus\n",
        "utf8",
    )
    caches = (language, languages, every, vocabulary, ages._ways)
    monkeypatch.setattr(module, "_folder", lambda: tmp_path)
    for cache in caches:
        cache.cache_clear()
    yield new
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()


def test_a_new_language_is_a_new_folder(folder):
    assert "qq" in languages()
    text = "Ma olen viisteist aastat vana. Vanus: 12"
    found = [text[slice(*span)] for span in ages._elsewhere(text, text.lower())]
    assert set(found) == {"12", "viisteist"}


def test_a_table_that_nobody_asks_for_is_told(folder):
    with (folder / "words.tsv").open("a", encoding="utf8") as file:
        file.write("kinn\t\tveli\n")
    with pytest.raises(HipsError, match=r"E207.*'kinn'"):
        language("qq")
