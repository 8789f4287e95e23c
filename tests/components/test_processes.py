"""spaCy's own worker processes, `nlp.pipe(n_process=2)`: however started, fresh and used.

Each case is a process of its own with a time limit, so that one that hangs fails.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

METHODS = ("spawn", "fork", "forkserver")
SECONDS = 600


def run(folder, script: str, *arguments: str) -> list:
    """Run a script in a process of its own; returns the last line that it prints, as JSON."""
    file = folder / "script.py"
    file.write_text(script)
    environment = {**os.environ, "HIPS_SECRET": "one of 32 bytes, for the tests..."}
    environment |= {"OMP_NUM_THREADS": "2", "TOKENIZERS_PARALLELISM": "false"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(file), *arguments],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


TINY = """
import json, multiprocessing, sys
import spacy
from spacy.training import Example
from spacy_hips import PiiSpan, write_group

if __name__ == "__main__":
    encoder, method, used = sys.argv[1:]
    nlp = spacy.blank("en")
    config = {"model": {"name": encoder}, "quantize": "int8"}
    nlp.add_pipe("hips_transformer", config=config)
    nlp.add_pipe("hips_ner")
    doc = nlp.make_doc("By Hana Sato " * 200)
    write_group(doc, "pii", [PiiSpan(3, 12, "PERSON")])
    nlp.initialize(lambda: [Example(nlp.make_doc(doc.text), doc)])
    if used:
        nlp(doc.text)  # the copy in int8 and the parent's threads are there now
    multiprocessing.set_start_method(method)
    print(len(list(nlp.pipe([doc.text] * 4, n_process=2, batch_size=1))))
"""


@pytest.mark.parametrize(
    ("method", "used"),
    [
        # A forked process inherits the locks of threads that are not there.
        pytest.param("fork", "used", marks=pytest.mark.slow),
        # Weights that the network shares with its copy in int8 could not be handed over.
        ("spawn", "used"),
        pytest.param("forkserver", "used", marks=pytest.mark.slow),
        pytest.param("fork", "", marks=pytest.mark.slow),
        pytest.param("spawn", "", marks=pytest.mark.slow),
        pytest.param("forkserver", "", marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow
def test_an_encoder_works_in_processes_however_they_are_started(
    tiny_encoder, tmp_path, method, used
):
    assert run(tmp_path, TINY, tiny_encoder, method, used) == 4


PACKAGED = """
import json, multiprocessing, sys
import spacy

def anonymized(nlp, texts, **how):
    return [doc._.anonymized for doc in nlp.pipe(texts, **how)]

if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv[1])
    nlp = spacy.load("en_hips_student")
    text = "My name is Ana Kovalenko. In week {0} I met Tom Baker, ana.kovalenko{0}@uni-mail.org. "
    texts = [text.format(i) * (1 + i % 4) for i in range(12)]
    fresh = anonymized(nlp, texts, n_process=2, batch_size=1)
    alone = anonymized(nlp, texts, batch_size=64)
    used = anonymized(nlp, texts[::-1], n_process=2, batch_size=64)[::-1]
    left = sum("Kovalenko" in out or "Baker" in out for out in alone)
    print(json.dumps([fresh == alone, used == alone, left]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_the_packaged_pipeline_gives_the_same_in_two_processes(tmp_path, method):
    """In batches of 1 and of 64, in another order, fresh and used."""
    pytest.importorskip("en_hips_student")
    assert run(tmp_path, PACKAGED, method) == [True, True, 0]


FAILING = """
import json, multiprocessing
import spacy
from spacy.language import Language

@Language.component("test_failing")
def failing(doc):
    if "boom" in doc.text:
        raise RuntimeError
    return doc

def pass_over(name, component, docs, error):
    pass

if __name__ == "__main__":
    nlp = spacy.blank("en")
    nlp.add_pipe("test_failing")
    nlp.add_pipe("hips_anonymizer", config={"profile": "full"})
    nlp.set_error_handler(pass_over)
    multiprocessing.set_start_method("spawn")
    texts = ["me@uni.org", "boom", "you@uni.org", "us@uni.org"]
    docs = list(nlp.pipe(texts, n_process=2, batch_size=2))
    print(json.dumps([doc.text for doc in docs]))
"""


@pytest.mark.slow
def test_with_an_error_handler_a_text_that_fails_takes_no_other_along(tmp_path):
    assert run(tmp_path, FAILING) == ["me@uni.org", "you@uni.org", "us@uni.org"]
