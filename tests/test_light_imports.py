"""spaCy and transformers are imported without what is never run; nothing is lost by it."""

import subprocess
import sys

import pytest

pytest.importorskip("spacy_transformers")


def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.slow  # starts Python with torch
def test_what_no_encoder_runs_is_not_imported():
    code = """
import sys
from spacy_hips.core.light_imports import LATER, import_transformers
import_transformers()
print(*(name for name in [*LATER, "sklearn", "torch._dynamo"] if name in sys.modules))
"""
    assert run(code) == []


@pytest.mark.slow
def test_the_command_line_of_spacy_waits_until_it_is_used():
    code = """
import sys
from spacy_hips.core.light_imports import import_spacy
import_spacy()
import spacy
print("weasel" in sys.modules, spacy.cli.__name__, spacy.info(silent=True)["spacy_version"])
from spacy.cli import download
print("weasel" in sys.modules, download is spacy.cli.download, spacy.cli.app.info.name)
"""
    told = run(code)
    assert told[:2] == ["False", "spacy.cli"] and told[2].startswith("3.")
    assert told[3:5] == ["True", "True"]


@pytest.mark.slow
def test_a_stand_in_makes_room_for_its_module():
    code = """
import sys
from spacy_hips.core.light_imports import imported_later
with imported_later():
    from torch._dynamo._trace_wrapped_higher_order_op import TransformGetItemToIndex, Tensor
with TransformGetItemToIndex():
    print("works", "torch._dynamo" in sys.modules)
"""
    assert run(code) == ["works", "True"]
