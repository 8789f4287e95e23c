"""Frames, parts and bridges, as their users meet them."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from . import check, hips

ROWS = {
    "id": ["1", "2"],
    "who": ["Amara Okafor", "Ben Lindqvist"],
    "text": ["Amara Okafor wrote to ben@uni.org.", "Ben Lindqvist met Amara Okafor."],
}
ROLES = {"id": "doc", "who": "name", "text": "text"}
COLUMNS = ",".join(f"{name}={role}" for name, role in ROLES.items())
SECRET = "marble lantern 47 quietly orbits"


@check("a frame comes out as the command line writes it, and in the type it came in")
def frame(folder: Path, model: str) -> object:
    import pyarrow
    from pyarrow import parquet

    from spacy_hips.desk.frames import anonymize

    table = pyarrow.table(ROWS)
    parquet.write_table(table, folder / "in.parquet")
    arguments = ["in.parquet", "-o", "out.parquet", "--columns", COLUMNS, "--model", model]
    assert hips(folder, "anonymize", *arguments, HIPS_SECRET=SECRET).returncode == 0
    os.environ["HIPS_SECRET"] = SECRET
    public = anonymize(table, ROLES, nlp=model, report=lambda summary: None)
    assert type(public) is type(table)
    assert public.to_pylist() == parquet.read_table(folder / "out.parquet").to_pylist()
    assert "Amara" not in str(public.to_pylist())
    return f"{public.num_rows} rows"


@check("a folder by parts gives the rows of one run, and no part without a secret")
def parts(folder: Path, model: str) -> object:
    import pyarrow
    from pyarrow import parquet

    (folder / "in").mkdir()
    table = pyarrow.table(ROWS)
    parquet.write_table(table, folder / "whole.parquet")
    for row in range(2):
        parquet.write_table(table.slice(row, 1), folder / "in" / f"{row}.parquet")
    more = ["--columns", COLUMNS, "--model", model, "--scope", "corpus", "--register"]
    one = hips(
        folder, "anonymize", "whole.parquet", "-o", "one.parquet", *more, "internal/a",
        HIPS_SECRET=SECRET,
    )  # fmt: skip
    engine = ["--engine", "processes", "--n-process", "1"]
    both = hips(
        folder, "anonymize", "in", "-o", "both", *more, "internal/b", *engine, HIPS_SECRET=SECRET
    )
    assert one.returncode == both.returncode == 0, both.stderr
    found = [
        parquet.read_table(path).to_pylist()[0] for path in sorted((folder / "both").iterdir())
    ]
    assert found == parquet.read_table(folder / "one.parquet").to_pylist()
    refused = hips(
        folder, "anonymize", "in", "-o", "none", *more, "internal/c", *engine, HIPS_SECRET=""
    )
    assert refused.returncode == 2 and not (folder / "none").exists()
    return refused.stderr.split(b" ")[0].decode()


@check("one person has one surrogate over a batch of Presidio")
def presidio(folder: Path, model: str) -> object:
    if find_spec("presidio_analyzer") is None:
        return "not tried: the extra presidio is not installed"
    from spacy_hips import load
    from spacy_hips.desk.bridges.presidio import HipsBatch

    texts = ["Ask Amara Okafor.", "Amara Okafor is at amara.okafor@uni.org."]
    batch = HipsBatch(texts, load(model))
    new = {batch.surrogate(text, "Amara Okafor", "PERSON") for text in texts}
    (name,) = new
    address = batch.surrogate(texts[1], "amara.okafor@uni.org", "EMAIL_ADDRESS")
    assert address.startswith(name.split()[0].lower()[:1]) and "amara" not in address
    return name
