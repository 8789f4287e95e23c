"""What is loaded before anything is found: nothing that takes seconds.

spaCy brings torch along wherever it is installed, which is most of the time of a start. So these
tests count modules, which are the same on a slow day.
"""

import subprocess
import sys

import pytest

import spacy_hips
from spacy_hips.cli._app import VERBS

HEAVY = {"spacy", "thinc", "torch", "transformers", "spacy_transformers", "onnxruntime", "pandas"}


def loaded(code):
    """What a process has loaded at its end, and how it ended."""
    report = f"""
import atexit, sys
atexit.register(lambda: print("\\n" + " ".join(sorted(sys.modules))))
{code}
"""
    done = subprocess.run([sys.executable, "-c", report], capture_output=True, text=True)
    return set(done.stdout.splitlines()[-1].split()), done.returncode


def run(*args):
    return loaded(f"from spacy_hips.cli._app import main; sys.exit(main({list(args)!r}))")


def test_importing_the_package_loads_no_spacy():
    modules, _ = loaded("import spacy_hips")
    assert not HEAVY & modules


def test_every_public_name_is_there():
    names = set(spacy_hips.__all__)
    assert names <= set(dir(spacy_hips))
    assert all(hasattr(spacy_hips, name) for name in names - {"to_onnx"})
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = spacy_hips.nothing


@pytest.mark.few(3)
@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_a_verb_loads_no_spacy(verb):
    modules, code = run(verb, "--help")
    assert code == 0
    assert not HEAVY & modules


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "args",
    [
        ["--help"],
        ["--version"],
        ["anonymise"],
        ["anonymize"],
        ["anonymize", "essays.csv", "--scope", "school"],
        ["anonymize", "essays.csv", "--n-process", "0"],
        ["find", "essays.csv"],
        ["anonymize", "no such file.csv", "-o", "out.csv"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_told_before_spacy_is_loaded(args, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    modules, code = run(*args)
    assert code == (0 if "-" in args[0] else 2)
    assert not HEAVY & modules


def test_a_table_is_made_k_anonymous_without_torch(tmp_path):
    table = tmp_path / "students.csv"
    rows = [f"s{n},{18 + n % 3},{'FM'[n % 2]}" for n in range(60)]
    table.write_text("\n".join(["id,age,gender", *rows]), "utf8")
    out = str(tmp_path / "out.csv")
    modules, code = run(
        "kanon",
        str(table),
        "-o",
        out,
        "--quasi",
        "age:ordered,gender",
        "--direct",
        "id",
        "--k",
        "2",
    )
    assert code == 0
    assert not HEAVY & modules


@pytest.mark.slow  # starts Python with spaCy and torch
def test_the_line_in_a_pipeline_loads_the_plug_in_alone():
    modules, _ = loaded(
        "import spacy; nlp = spacy.blank('en'); nlp.add_pipe('hips_anonymizer');"
        "nlp('My friend Amara wrote to amara@uni-mail.org.')"
    )
    rooms = {name.split(".")[1] for name in modules if name.startswith("spacy_hips.")}
    assert "components" in rooms and rooms <= {
        "components", "core", "data", "find", "replace", "text", "who",
    }  # fmt: skip
