"""The step that builds the dictionary: what it takes, and what it leaves out."""

import lzma
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "build_dictionary.py"
if not SCRIPT.exists():
    pytest.skip("the build scripts are not part of this copy", allow_module_level=True)


def test_it_holds_small_words_that_no_other_table_has(load_script, tmp_path):
    build = load_script(SCRIPT)
    lists = {
        "english-words.10": "the grace stakeholders",
        "british-words.70": "na\xefvely Zyqzt ox o'clock",
        "english-words.80": "zyzzyva",
        "english-upper.10": "Lagos",
    }
    for name, words in lists.items():
        (tmp_path / name).write_text("\n".join(words.split()), encoding="latin-1")
    packed = build.packed(build.words_of(tmp_path))
    assert lzma.decompress(packed).decode("utf8").splitlines()[1:] == ["naively", "stakeholders"]
    assert packed == build.packed(build.words_of(tmp_path))
