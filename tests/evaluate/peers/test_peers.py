"""Other tools in the same table: an adapter of each, run by a worker in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import spacy
from spacy import registry

from spacy_hips.core.errors import HipsError
from spacy_hips.core.labels import LABELS
from spacy_hips.lab.evaluate.peers.peer import our_label
from spacy_hips.lab.evaluate.peers.process import WORKER, OwnProcess
from spacy_hips.lab.evaluate.peers.published import CRAPII, PUBLISHED, TSCC
from spacy_hips.lab.evaluate.peers.registered import PEERS, TOOLS, peer
from spacy_hips.lab.evaluate.peers.worker import adapter_of

TEXTS = ["Ask Ana Ruiz.", "Nobody is here 😀.", "Ana Ruiz again"]
FAKE = '''
"""Finds "Ana Ruiz", and what the settings say."""
LABELS = {"who": "PERSON", "number": ""}
INSTALL = "pip install fake"

def load(settings):
    print("what a tool prints is no answer")
    word = settings.get("word", "Ana Ruiz")

    def find(texts):
        for text in texts:
            at = text.find(word)
            yield [[at, at + len(word), "who"], [0, 1, "number"]] if at >= 0 else []

    return find
'''


@pytest.fixture
def adapter(tmp_path):
    def write(code: str = FAKE, name: str = "fake") -> Path:
        path = tmp_path / f"{name}.py"
        path.write_text(code)
        return path

    return write


def test_spans_come_with_our_labels(adapter):
    own = OwnProcess(adapter())
    found = own(TEXTS)
    assert own.name == "fake"
    assert found.spans == (((4, 12, "PERSON"),), (), ((0, 8, "PERSON"),))
    assert found.seconds >= 0


def test_settings_reach_the_tool_and_places_are_characters(adapter):
    (spans, *_) = OwnProcess(adapter(), settings={"word": "😀 né"})(["a 😀 né"]).spans
    assert spans == ((2, 6, "PERSON"),)


def test_no_texts_are_no_error(adapter):
    assert OwnProcess(adapter())([]).spans == ()


def test_an_adapter_may_be_called_like_the_tool_that_it_imports(adapter):
    """So are ours: tools/vicary.py imports vicary."""
    code = "import json\n" + FAKE.replace("find(word)", "find(json.loads(json.dumps(word)))")
    assert OwnProcess(adapter(code, "json"))(TEXTS[:1]).spans == (((4, 12, "PERSON"),),)


def test_the_worker_needs_nothing_of_this_package(adapter):
    """It is run by the Python of another environment: -I -S has no package at all."""
    given = "".join(json.dumps({"text": text}) + "\n" for text in TEXTS)
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(WORKER), str(adapter())],
        input=given, capture_output=True, text=True, encoding="utf8", check=True,
    )  # fmt: skip
    *rows, last = map(json.loads, done.stdout.splitlines())
    assert [len(row["spans"]) for row in rows] == [2, 0, 2]
    assert set(last) == {"seconds"}


@pytest.mark.parametrize(
    ("code", "error", "told"),
    [
        ("no python", "E875", "SyntaxError"),
        ("x = 1", "E875", "AttributeError"),
        ("LABELS = {'a': 'NAME'}\ndef load(settings): ...", "E101", "NAME"),
        ("def load(settings):\n    import no_such_tool", "E876", "no_such_tool"),
        ("def load(settings):\n    raise KeyError('Ana Ruiz')", "E876", "KeyError"),
        ("def load(s):\n    return lambda texts: [[[0, 99, 'PERSON']]] * len(texts)", "E877", ""),
        ("def load(s):\n    return lambda texts: [[[5, 2, 'PERSON']]] * len(texts)", "E877", ""),
        ("def load(s):\n    return lambda texts: [[]]", "E877", ""),
        ("def load(s):\n    return lambda texts: [['Ana']] * len(texts)", "E877", ""),
        ("import os\ndef load(s):\n    os._exit(9)", "E876", "exit code 9"),
    ],
)
def test_a_peer_that_fails_says_why_without_text(adapter, code, error, told):
    with pytest.raises(HipsError) as failed:
        OwnProcess(adapter(code))(TEXTS)
    said = str(failed.value)
    assert error in said
    assert told in said
    assert "Ruiz" not in said


def test_a_python_that_is_none(adapter):
    with pytest.raises(HipsError, match=r"E876.*FileNotFoundError.*pip install fake"):
        OwnProcess(adapter(), "/no/such/python")(TEXTS)


@pytest.mark.parametrize(
    ("label", "scheme", "own", "ours"),
    [
        ("EMAIL_ADDRESS", "presidio", {}, "EMAIL"),
        ("PERSON", "presidio", {}, "PERSON"),
        ("GPE", "ontonotes", {}, "LOCATION"),
        ("CARDINAL", "ontonotes", {}, None),
        ("name", "", {"name": "PERSON"}, "PERSON"),
        ("PHONE_NUM", "", {}, "PHONE_NUM"),
        ("URL", "presidio", {}, "URL_PERSONAL"),  # Presidio's URL is not our URL, which is kept
        ("NAME_STUDENT", "presidio", {}, "NAME_STUDENT"),
        ("number", "presidio", {"number": ""}, None),
        ("something", "", {}, None),
    ],
)
def test_labels(label, scheme, own, ours):
    assert our_label(label, scheme, own) == ours


@pytest.mark.parametrize("name", PEERS)
def test_each_registered_peer_has_an_adapter(name):
    assert registry.misc.get(f"spacy_hips.Peer.{name}.v1")
    own = peer(name)
    assert own.name == name
    assert own.install.startswith("pip install")
    assert (TOOLS / f"{name}.py").is_file()


def test_there_are_no_other_adapters():
    assert {path.stem for path in TOOLS.glob("*.py")} == set(PEERS)


def test_a_peer_of_ones_own_is_a_file(adapter):
    assert peer(str(adapter()), word="again")(TEXTS).spans[2] == ((9, 14, "PERSON"),)
    with pytest.raises(HipsError, match="E878"):
        peer("nobody")


# The tools themselves, where they are installed beside this package; in this process, for speed.

TEXT = "Write to ana.ruiz@gmail.com or call +1 650 253 0000, says Barack Obama."


def found_by(name: str, **settings: object) -> set[tuple[int, int, str]]:
    adapter = adapter_of(str(TOOLS / f"{name}.py"))
    scheme, own = getattr(adapter, "SCHEME", ""), getattr(adapter, "LABELS", {})
    (spans,) = adapter.load(settings)([TEXT])
    return {(start, end, our_label(label, scheme, own)) for start, end, label in spans}


@pytest.mark.parametrize("name", ["presidio", "scrubadub", "vicary", "edshield"])
def test_the_tool_itself(name):
    tool = {"presidio": "presidio_analyzer"}.get(name, name)
    pytest.importorskip(tool)
    assert (9, 27, "EMAIL") in found_by(name)


@pytest.mark.filterwarnings("ignore")
def test_ours_by_rules_alone():
    found = found_by("ours", model="", public=True)
    assert {(9, 27, "EMAIL"), (36, 51, "PHONE_NUM")} <= found
    assert {label for _, _, label in found} <= set(LABELS)


def test_a_spacy_pipeline(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "PERSON", "pattern": "Barack Obama"}])
    nlp.to_disk(tmp_path / "model")
    assert found_by("spacy_pipeline", model=str(tmp_path / "model")) == {(58, 70, "PERSON")}


# What others printed


def test_printed_rows_say_what_their_papers_say():
    """Shen et al.: recall .9589 on CRAPII, .9895 on TSCC; Presidio .36 and .937 there."""
    rows = {(one.tool, one.data): one.counts for one in PUBLISHED}
    assert len(rows) == len(PUBLISHED)
    assert round(rows["GPT-4o-mini, fine-tuned", CRAPII].recall, 4) == 0.9589
    assert round(rows["GPT-4o-mini, fine-tuned on both", TSCC].recall, 4) == 0.9895
    presidio = rows["Presidio (en_core_web_trf)", TSCC]
    assert (round(presidio.precision, 4), round(presidio.recall, 4)) == (0.3596, 0.9368)
    gold = {data: {one.counts.tp + one.counts.fn for one in PUBLISHED if one.data == data}
            for data in {one.data for one in PUBLISHED}}  # fmt: skip
    assert all(len(counts) == 1 for counts in gold.values())
