import json
from random import Random

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.lab.corpus.markup import Slot, Text
from spacy_hips.lab.corpus.splice import Passage, read_backgrounds, splice

DIARY = (
    "The lesson began late. One student cried and my friend helped. Then the teacher wrote a rule "
    "on the board and another pupil read it aloud in front of everybody."
)
CHAT = "tutor: What is half of nine, [STUDENT]?\nstudent: i dont know\ntutor: Try it again."


def is_forename(word):
    return word == "Petra"


def write(folder, name, texts):
    rows = [{"id": f"{name}-{i}", "text": text} for i, text in enumerate(texts)]
    (folder / name).write_text("\n".join(json.dumps(row) for row in rows) + "\n")


def slots(nodes):
    return [node for node in nodes if isinstance(node, Slot)]


def text_of(nodes):
    return "".join(
        n.text if isinstance(n, Text) else f"<{n.name}>" for n in nodes if not hasattr(n, "options")
    )


def test_passages_that_may_hold_a_name_are_left_out(tmp_path):
    long = DIARY + " " + DIARY
    write(tmp_path, "cered_reflections.jsonl", [f"{i} {i}{i} " + t for i in range(60) for t in
          (f"number{i} " * 12 + long[:0] + "petra is no name in small letters here, it is a word.",
           f"other{i} " * 12 + "Petra is a name.",
           f"third{i} " * 12 + "AniÄ\u008dka is broken.")])  # fmt: skip
    found = [
        p
        for split in ("train", "dev", "test")
        for p in read_backgrounds(tmp_path, split, is_forename)
    ]
    assert len(found) == 60
    assert all("small letters" in p.text for p in found)


def test_passages_that_overlap_belong_to_one_split(tmp_path):
    words = [f"w{i}" for i in range(400)]
    windows = [" ".join(words[i : i + 60]) for i in range(0, 340, 30)]
    write(tmp_path, "cered_reflections.jsonl", windows)
    sizes = [len(read_backgrounds(tmp_path, s, is_forename)) for s in ("train", "dev", "test")]
    assert sorted(sizes) == [0, 0, len(windows)]


def test_a_folder_without_backgrounds_is_an_error(tmp_path):
    with pytest.raises(HipsError, match="E404"):
        read_backgrounds(tmp_path, "train", is_forename)


def test_people_are_put_into_a_diary():
    made = [splice(Passage("x", "diary", DIARY), Random(seed)) for seed in range(40)]
    names = {slot.name for nodes in made for slot in slots(nodes)}
    assert {"private", "instructor"} <= names
    assert any("One student named <private>" in text_of(nodes) for nodes in made)
    assert any("the teacher, Mrs. <instructor>" in text_of(nodes) for nodes in made)


def test_speakers_of_a_chat_get_names():
    made = [text_of(splice(Passage("x", "chat", CHAT), Random(seed))) for seed in range(40)]
    assert all("half of nine, <student>?" in text for text in made)
    assert any(text.startswith("<instructor>: What") for text in made)
    assert any(text.startswith("tutor: What") for text in made)
    assert any("\n<student>: i dont know" in text for text in made)


@pytest.mark.slow
def test_people_are_put_into_real_backgrounds(shared):
    folder = shared / "data" / "background"
    sizes = [len(read_backgrounds(folder, s, is_forename)) for s in ("train", "dev", "test")]
    assert sizes[0] > 2000
    assert min(sizes) > 100
