import re

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.lab.corpus.library import SPLITS, load_library, share, slots, split_of
from spacy_hips.lab.corpus.markup import Body, Choice, Phrase


@pytest.fixture(scope="module")
def libraries():
    return {split: load_library(split, wide=True) for split in SPLITS}


def bodies(library):
    return [repr(item) for items in library.bodies.values() for item in items]


@pytest.mark.slow
def test_there_are_enough_templates(libraries):
    assert sum(len(library.structures) for library in libraries.values()) >= 150
    assert sum(len(bodies(library)) for library in libraries.values()) >= 300


@pytest.mark.slow  # compares all templates
def test_paragraphs_are_varied(libraries):
    """No long run of words stands in two of the paragraphs."""
    seen, repeated = {}, []
    for library in libraries.values():
        for item in bodies(library):
            words = re.findall(r"[A-Za-z]+", re.sub(r"Slot\([^)]*\)|Text\(text=", "", item))
            for i in range(len(words) - 12):
                run = tuple(words[i : i + 12])
                if seen.setdefault(run, item) != item:
                    repeated.append(run)
    assert repeated == []


@pytest.mark.slow  # reads all templates
@pytest.mark.parametrize("pair", [("train", "dev"), ("train", "test"), ("dev", "test")])
def test_splits_share_no_template(libraries, pair):
    one, other = (libraries[split] for split in pair)
    assert not {s.name for s in one.structures} & {s.name for s in other.structures}
    assert not set(bodies(one)) & set(bodies(other))
    for name, pieces in one.phrases.items():
        assert not set(map(repr, pieces)) & set(map(repr, other.phrases[name])), name


@pytest.mark.slow  # compares all templates
@pytest.mark.parametrize("split", SPLITS)
def test_further_registers_come_beside_the_paragraphs_of_essays(libraries, split):
    """What is asked for without them is in the same split with them."""
    narrow, wide = load_library(split), libraries[split]
    assert narrow.structures == wide.structures
    assert set(bodies(narrow)) < set(bodies(wide))


@pytest.mark.slow
def test_halves_of_a_split_share_no_structure_and_no_paragraph(libraries):
    halves = [load_library("dev", wide=True, half=half) for half in (0, 1)]
    names = [{s.name for s in half.structures} for half in halves]
    own = [set(bodies(half)) for half in halves]
    assert not names[0] & names[1]
    assert not own[0] & own[1]
    assert own[0] | own[1] == set(bodies(libraries["dev"]))


@pytest.mark.slow  # reads all templates
@pytest.mark.parametrize("split", SPLITS)
def test_every_split_has_all_that_its_structures_ask_for(libraries, split):
    library = libraries[split]

    def check(nodes):
        for node in nodes:
            if isinstance(node, Phrase):
                check([n for piece in library.phrases_of(node.name) for n in piece])
            elif isinstance(node, Body):
                assert library.bodies_of(node.subject.split(".")[0])
            elif isinstance(node, Choice):
                for option in node.options:
                    check(option)

    for structure in library.structures:
        check(structure.nodes)
    for name in library.phrases:
        check([n for piece in library.phrases_of(name) for n in piece])


@pytest.mark.slow  # reads all templates
def test_paragraphs_without_private_persons_can_be_asked_for(libraries):
    all_of_them = libraries["train"].bodies_of("mooc")
    without = libraries["train"].bodies_of("mooc", private=False)
    assert set(map(repr, without)) < set(map(repr, all_of_them))
    assert not any("private" in repr(item) for item in without)


@pytest.mark.slow  # reads all templates
@pytest.mark.parametrize(("split", "least"), [("train", 30), ("dev", 3), ("test", 3)])
def test_teachers_stand_beside_public_people(libraries, split, least):
    """Teachers of online courses were taken for authors: many paragraphs name both."""
    known = {"cited", "public", "thinker", "business", "scientist", "leader", "writer"}
    asked = [slots(item) for items in libraries[split].bodies.values() for item in items]
    assert sum("instructor" in names and bool(names & known) for names in asked) >= least


@pytest.mark.slow  # reads all templates
@pytest.mark.parametrize("split", SPLITS)
def test_lists_of_sentences_are_about_what_their_name_says(libraries, split):
    asked = {"lecture": {"instructor"}, "userline": {"handle"}, "workline": {"employer"},
             "nationline": {"nationality", "nationals", "country"}, "ageline": {"age", "child_age"},
             "placeline": {"city", "town", "country"}}  # fmt: skip
    for name, one_of in asked.items():
        pieces = libraries[split].phrases_of(name)
        assert all(slots(piece) & one_of for piece in pieces), name


def test_a_name_belongs_to_one_split_in_any_case():
    assert split_of("Maria") == split_of("MARIA")
    counts = [split_of(f"name{i}") for i in range(1000)]
    assert 700 < counts.count("train") < 900
    assert counts.count("dev") > 50
    assert counts.count("test") > 50


def test_a_list_is_shared_out_without_rest():
    items = [f"item {i}" for i in range(40)]
    parts = [share(items, items, split) for split in SPLITS]
    assert sorted(item for part in parts for item in part) == sorted(items)
    assert [len(part) for part in parts] == [28, 6, 6]


def test_three_items_give_one_to_each_and_two_are_for_training():
    assert [len(share("abc", "abc", split)) for split in SPLITS] == [1, 1, 1]
    assert [len(share("ab", "ab", split)) for split in SPLITS] == [2, 0, 0]


def test_a_folder_of_own_templates_is_read(tmp_path):
    for part, name, text in [
        ("structures", "mine.txt", "=== note weight=2\n{student.first}\n\n{body:mine}\n"),
        ("bodies", "mine.txt", "One line\nanother\n\nA second item.\n"),
        ("phrases", "mine.txt", "[bye]\nBye\\nBye\n"),
    ]:
        (tmp_path / part).mkdir()
        (tmp_path / part / name).write_text(text)
    library = load_library("train", str(tmp_path))
    assert library.structures[0].settings == {"weight": "2"}
    assert [item[0].text for item in library.bodies["mine"]] == [
        "One line\n\nanother",
        "A second item.",
    ]
    assert library.phrases["bye"][0][0].text == "Bye\nBye"


def test_an_error_names_what_is_missing(tmp_path, libraries):
    with pytest.raises(HipsError, match="E404"):
        load_library("train", str(tmp_path / "nowhere"))
    with pytest.raises(HipsError, match=r"E404.*structures"):
        load_library("train", str(tmp_path))
    with pytest.raises(HipsError, match=r"E403.*'all'"):
        load_library("all")
    with pytest.raises(HipsError, match=r"E402.*'astrology'"):
        libraries["train"].bodies_of("astrology")
    with pytest.raises(HipsError, match=r"E402.*'nothing'"):
        libraries["train"].phrases_of("nothing")
