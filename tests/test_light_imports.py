"""transformers is imported without what is never run, and nothing is lost by it."""

import subprocess
import sys

import pytest

pytest.importorskip("spacy_transformers")


def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_what_no_encoder_runs_is_not_imported():
    code = """
import sys
from spacy_hips.core.light_imports import LATER, import_transformers
import_transformers()
print(*(name for name in [*LATER, "sklearn", "torch._dynamo"] if name in sys.modules))
"""
    assert run(code) == []


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
