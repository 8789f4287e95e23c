"""The step that writes what the filter is trained on: which texts, how often, how heavy."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from spacy.tokens import DocBin
from spacy.vocab import Vocab

from spacy_hips.lab.corpus.roles import RoleText
from spacy_hips.text.lexicon.public_figures import public_lists

SCRIPT = Path(__file__).parents[2] / "scripts" / "convert_roles.py"
if not SCRIPT.exists():
    pytest.skip("the build scripts are not part of this copy", allow_module_level=True)


@pytest.fixture(scope="module")
def script(load_script):
    return load_script(SCRIPT)


def write(path: Path, *rows) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
    return str(path)


def named(key: str, licence: str = "CC BY 4.0") -> dict:
    return {"id": key, "text": f"Ana wrote {key}.", "spans": [[0, 3, "student", False]],
            "source": "letters", "licence": licence}  # fmt: skip


def nameless(key: str) -> dict:
    return {**named(key), "text": "Nobody.", "spans": []}


@pytest.fixture
def made(script, tmp_path, monkeypatch, capsys):
    """Run the step over a few texts; gives the documents to train on and those set aside."""

    def run(*more: str, roles=(), generated=(), persons=()):
        arguments = ["convert_roles.py", "-o", str(tmp_path / "train.spacy"),
                     "--dev", str(tmp_path / "dev.spacy"),
                     "--roles", write(tmp_path / "roles.jsonl", *roles),
                     "--generated", write(tmp_path / "generated.jsonl", *generated),
                     "--persons", write(tmp_path / "persons.jsonl", *persons), *more]  # fmt: skip
        monkeypatch.setattr(sys, "argv", arguments)
        script.main()
        capsys.readouterr()
        return [
            list(DocBin().from_disk(tmp_path / f"{name}.spacy").get_docs(Vocab()))
            for name in ("train", "dev")
        ]

    return run


def sides(*keys: str) -> tuple[list[str], list[str]]:
    aside = [key for key in keys if RoleText(key, "").set_aside]
    return [key for key in keys if key not in aside], aside


def test_real_texts_come_with_other_names_and_a_fifth_is_set_aside(made):
    keys = [f"text{i}" for i in range(12)]
    train, dev = made("--variants", "3", roles=[*map(named, keys), nameless("plain")])
    taught, aside = sides(*keys, "plain")
    assert aside
    counts = Counter(doc.user_data["id"].partition("~")[0] for doc in train)
    assert counts == {key: 1 if key == "plain" else 4 for key in taught}
    assert {doc.user_data["id"].partition("~")[0] for doc in dev} == set(aside)
    assert {doc.user_data["hips_weight"] for doc in train} == {2.0}
    assert {doc.user_data["hips_weight"] for doc in dev} == {1.0}


def test_texts_about_known_people_count_more(made):
    for source, weight in (("self_dialogue", 4.0), ("gum-bio", 6.0)):
        rows = [{**named(f"text{i}"), "source": source} for i in range(12)]
        train, _ = made("--variants", "0", roles=rows)
        assert {doc.user_data["hips_weight"] for doc in train} == {weight}


def test_other_names_are_of_all_regions_alike(script):
    """With even shares for countries one in thirty is of Oceania, and English names are public."""
    people = script._people("train")
    drawn = Counter(people.draw("", "private", Random(n)).place.region for n in range(1000))
    assert min(drawn.values()) > 150


def test_share_alike_texts_only_when_asked_for(made):
    rows = [named("a", "CC BY-SA 4.0"), named("b", "CC-BY-SA-3.0"), named("c")]
    plain = [d for docs in made("--variants", "0", roles=rows) for d in docs]
    assert [doc.user_data["id"] for doc in plain] == ["c"]
    every = [d for docs in made("--variants", "0", "--share-alike", roles=rows) for d in docs]
    assert {doc.user_data["id"] for doc in every} == {"a", "b", "c"}


def generated(key: str, mentions: int) -> dict:
    text = "Ana. " * mentions
    roles = [[i * 5, i * 5 + 3, "private", "private1"] for i in range(mentions)]
    return {"id": key, "text": text, "roles": roles, "urls": [], "persons": {}}


def test_stories_come_before_other_generated_documents(made):
    rows = [generated(f"short{i}", 2) for i in range(20)] + [generated("story", 12)]
    train, _ = made("--tokens", "30", roles=[nameless("x")], generated=rows)
    ids = {doc.user_data["id"] for doc in train} - {"x"}
    assert "story" in ids
    assert len(ids) < 5


def test_half_of_the_templates_that_no_finder_saw_teach(made, tmp_path):
    rows = [
        {**generated(f"{half}{i}", 2), "meta": {"half": half}} for half in (0, 1) for i in range(4)
    ]
    unseen = write(tmp_path / "unseen.jsonl", *rows)
    train, dev = made("--generated-dev", unseen, "--most-dev", "3", roles=[nameless("x")])
    sides = [{d.user_data["id"][0] for d in docs} - {"x"} for docs in (train, dev)]
    assert sides == [{"0"}, {"1"}]
    assert len(dev) == 3


def test_persons_that_are_known_to_be_public(made):
    rows = [{"id": "g", "text": "Eva Rui sang.", "spans": [[0, 7, "PERSON"]],
             "fine": ["PERSON_WIKI"], "source": "gum-news", "licence": "CC-BY-2.5"}]  # fmt: skip
    train, _ = made(roles=[nameless("x")], persons=rows)
    (doc,) = (d for d in train if d.user_data["hips_source"] == "gum-news")
    assert [s.label_ for s in doc.spans["roles"]] == ["PERSON"]
    assert doc.user_data["hips_roles_binary"]
    assert doc.user_data["hips_weight"] == 1.5


def test_your_own_labels_are_taken_too(made, tmp_path):
    own = write(tmp_path / "own.jsonl",
                {"id": "own", "text": "Bo", "spans": [[0, 2, "NAME_STUDENT"]]})  # fmt: skip
    train, _ = made("--labels", own, roles=[nameless("x")])
    (doc,) = (d for d in train if d.user_data["hips_source"] == "labels")
    assert not doc.user_data["hips_roles_complete"]
    train, _ = made("--labels", own, "--labels-complete", roles=[nameless("x")])
    (doc,) = (d for d in train if d.user_data["hips_source"] == "labels")
    assert doc.user_data["hips_roles_complete"]


def test_a_missing_source_is_told_and_left_out(script, tmp_path, monkeypatch, capsys):
    made = write(tmp_path / "g.jsonl", generated("g", 2))
    out = tmp_path / "train.spacy"
    arguments = ["x", "--roles", "none.jsonl", "--generated", made, "-o", str(out)]
    monkeypatch.setattr(sys, "argv", arguments)
    script.main()
    assert "none.jsonl is not there" in capsys.readouterr().err
    assert len(list(DocBin().from_disk(out).get_docs(Vocab()))) == 1


def test_some_private_people_are_called_like_public_figures(made):
    """A listed name said all: of private people with one the filter kept a fifth."""
    novak = {"text": "Ana Novak wrote it.", "spans": [[0, 9, "student", False]]}
    rows = [{**named(f"text{i}"), **novak} for i in range(12)]
    lists = public_lists()

    def listed(docs) -> float:
        names = [doc.spans["roles"][0].text for doc in docs]
        return sum(map(lists.full_name, names)) / len(names)

    train, dev = made("--variants", "2", "--namesakes", "1", roles=rows)
    assert listed(train) > 0.8
    assert listed(dev) == 0
    train, _ = made("--variants", "2", "--namesakes", "0", roles=rows)
    assert listed(train) == 0


def test_written_texts_come_with_other_names_and_a_fifth_is_set_aside(script, made, tmp_path):
    texts = "".join(f"=== a-{i} note\n[[S1|Ana Ruiz]] read [[U1|Achebe]].\n" for i in range(20))
    (tmp_path / "notes.txt").write_text(texts, "utf8")
    sides = made("--written", str(tmp_path), "--namesakes", "0")
    for docs, weight in zip(sides, (script.WRITTEN, 1.0), strict=True):
        assert {doc.user_data["hips_source"] for doc in docs} == {"written: notes"}
        assert {doc.user_data["hips_weight"] for doc in docs} == {weight}
        assert len({doc.text for doc in docs}) > 1
        assert all("read Achebe." in doc.text for doc in docs)
    assert sum(len(docs) for docs in sides) == 20 * 5


def test_short_pieces_are_taken_of_whole_texts_but_not_of_their_variants(script, made, tmp_path):
    """A piece is a document of its own, with the roles of whom it names."""
    texts = "".join(
        f"=== a-{i} note\n[[S1|Ana Ruiz]] read it {i}. Nobody came.\n" for i in range(20)
    )
    (tmp_path / "notes.txt").write_text(texts, "utf8")
    train, dev = made("--written", str(tmp_path), "--namesakes", "0", "--shorts")
    pieces = [doc for doc in train if "#" in doc.user_data["id"]]
    whole = [doc for doc in train if "#" not in doc.user_data["id"]]
    assert len(pieces) == len({doc.user_data["id"].partition("~")[0] for doc in whole})
    assert not [doc for doc in pieces if "~" in doc.user_data["id"]]
    assert all(len(doc.spans["roles"]) in (1, 2) for doc in pieces)
    assert not [doc for doc in dev if "#" in doc.user_data["id"]]
