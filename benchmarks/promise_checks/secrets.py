"""Secrets that cannot be guessed, copies that draw alike, and figures that do not reassure."""

from __future__ import annotations

import copy
import hmac
import io
import json
import pickle
import stat
from hashlib import sha256
from pathlib import Path

from . import check, hips

WEAK = ("aaaaaaaaaaaaaaaa", "password1234567890", "Summer2026!Summer2026!", "0" * 64)
PHRASE = "kveld moor ansatt fjell brine quota"
DRAWN = "3b9f1c0de47a582690ef7712ac4d35b861c8f02a9d7e4b531fa6d8e07c2935b4"
TEXT = "My friend Oyelaran Babatunde wrote to oyelaran.b@uni.org."


def _essays(folder: Path) -> str:
    rows = [{"id": "e1", "author": "s4471902", "text": TEXT}]
    (folder / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return "in.jsonl"


def _pseudonym(key: bytes, value: str) -> str:
    """What version 0.1 made of an author's id."""
    mac = hmac.new(key, digestmod=sha256)
    for part in ("pseudonym", "author", value):
        mac.update(len(part).to_bytes(8, "big") + part.encode())
    return mac.hexdigest()[:12]


def _out(folder: Path) -> dict[str, str]:
    return json.loads((folder / "out.jsonl").read_text().splitlines()[0])  # type: ignore[no-any-return]


@check("a secret that is easy to guess is refused")
def weak(folder: Path, pipeline: str) -> str:
    _essays(folder)
    for secret in WEAK:
        run = ("anonymize", "in.jsonl", "-o", "out.jsonl", "--rules-only")
        done = hips(folder, *run, HIPS_SECRET=secret)
        assert done.returncode == 2 and b"E149" in done.stderr, secret
        assert secret.encode() not in done.stderr
    return f"{len(WEAK)} refused"


@check("a secret that others can read is refused")
def open_file(folder: Path, pipeline: str) -> None:
    run = ("anonymize", _essays(folder), "-o", "out.jsonl", "--rules-only", "--secret-file", "s")
    assert hips(folder, "new-secret", "s").returncode == 0
    assert hips(folder, *run).returncode == 0
    (folder / "s").chmod(0o644)
    done = hips(folder, *run, "--force")
    assert done.returncode == 2 and b"E150" in done.stderr


@check("nothing beside the output tells a guessed secret from a wrong one without scrypt")
def no_oracle(folder: Path, pipeline: str) -> str:
    from spacy_hips.core.ids import Secret

    run = ("anonymize", _essays(folder), "-o", "out.jsonl", "--rules-only")
    assert hips(folder, *run, HIPS_SECRET=PHRASE).returncode == 0
    beside = sorted(path.name for path in folder.iterdir())
    assert beside == ["in.jsonl", "out.jsonl", "out.jsonl.about.json"], beside
    assert set(json.loads((folder / "out.jsonl.about.json").read_text())) == {
        "versions", "labels_searched", "labels_not_searched", "other_languages",
    }  # fmt: skip
    published = "".join((folder / name).read_text() for name in beside[1:])
    assert Secret(PHRASE.encode()).check_value() not in published
    assert _pseudonym(PHRASE.encode(), "s4471902") not in published
    return ", ".join(beside[1:])


@check("the manifest, with its check value, is internal")
def manifest(folder: Path, pipeline: str) -> None:
    run = (
        "anonymize",
        _essays(folder),
        "-o",
        "out.jsonl",
        "--rules-only",
        "--internal-dir",
        "kept",
    )
    assert hips(folder, *run, HIPS_SECRET=PHRASE).returncode == 0
    assert stat.S_IMODE((folder / "kept" / "manifest.json").stat().st_mode) == 0o600
    done = hips(folder, *run, "--force", HIPS_SECRET=DRAWN)
    assert done.returncode == 2 and b"E108" in done.stderr


@check("a file of new-secret gives the names that it gave in version 0.1")
def as_before(folder: Path, pipeline: str) -> None:
    run = ("anonymize", _essays(folder), "-o", "out.jsonl", "--rules-only")
    assert hips(folder, *run, HIPS_SECRET=DRAWN).returncode == 0
    assert _out(folder)["author"] == _pseudonym(DRAWN.encode(), "s4471902")


@check("a copy of a pipeline replaces as the original does, or says that it cannot")
def copies(folder: Path, pipeline: str) -> None:
    import spacy_hips
    from spacy_hips.core.errors import HipsError
    from spacy_hips.core.ids import Secret

    nlp = spacy_hips.load(pipeline)
    nlp.get_pipe("hips_anonymizer").set_secret(Secret(PHRASE.encode()))
    wanted = nlp(TEXT)._.anonymized
    anonymizer = nlp.get_pipe("hips_anonymizer")
    doc = nlp(TEXT)
    assert copy.deepcopy(anonymizer)(doc)._.anonymized == wanted
    again = pickle.loads(pickle.dumps(anonymizer))
    try:
        again(doc)
    except HipsError as error:
        assert "E148" in str(error)
    else:
        raise AssertionError("a pickled copy drew without its secret")


@check("code in a file of weights is not run")
def weights(folder: Path, pipeline: str) -> None:
    import os

    import spacy
    import srsly
    import torch

    class Planted:
        def __reduce__(self) -> tuple[object, ...]:
            return os.mkdir, (str(folder / "planted"),)

    nlp = spacy.load(pipeline)
    encoder = nlp.get_pipe("hips_transformer")
    shim = encoder.model.layers[0].shims[0]
    code = io.BytesIO()
    torch.save({"weights": Planted()}, code)
    content = {**srsly.msgpack_loads(shim.to_bytes()), "state": code.getvalue()}
    shim.to_bytes = lambda: srsly.msgpack_dumps(content)
    encoder.half = False
    nlp.to_disk(folder / "nlp")
    run = ("anonymize", _essays(folder), "-o", "out.jsonl", "--model", "nlp")
    done = hips(folder, *run, TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD="1")
    assert done.returncode == 2 and b"E152" in done.stderr, done.stderr[-300:]
    assert not (folder / "planted").exists()


@check("a dozen names do not move the threshold")
def tune(folder: Path, pipeline: str) -> str:
    with (folder / "gold.jsonl").open("w") as file:
        for i in range(12):
            text = f"My friend Oyelaran Babatunde came to see me on day {i}."
            file.write(json.dumps({"id": i, "text": text, "spans": [[10, 28, "PERSON"]]}) + "\n")
    done = hips(folder, "tune", pipeline, "gold.jsonl", "--json")
    assert done.returncode == 0 and b"W111" in done.stderr, done.stderr[-300:]
    (chosen,) = (row for row in json.loads(done.stdout) if row["chosen"])
    assert chosen["present"] and chosen["at_least"] < 0.8
    return f"recall {chosen['recall']:.3f}, sure {chosen['at_least']:.3f}"


@check("no interval reads 1.000 to 1.000, and mistakes are listed for their owner")
def intervals(folder: Path, pipeline: str) -> str:
    at = TEXT.index("oyelaran.b")
    gold = {"id": "a", "text": TEXT, "spans": [[at, len(TEXT) - 1, "EMAIL"]]}
    (folder / "gold.jsonl").write_text(json.dumps(gold) + "\n")
    run = ("evaluate", "gold.jsonl", "--rules-only", "--bootstrap", "50", "--errors", "errors")
    done = hips(folder, *run, "--json")
    assert done.returncode == 0, done.stderr[-300:]
    figures = json.loads(done.stdout)
    assert figures["all"]["r"] == 1.0 and figures["missed"]["at_most"] == 0.95
    assert all(low < high for low, high in figures["intervals"].values()), figures["intervals"]
    assert stat.S_IMODE((folder / "errors").stat().st_mode) == 0o600
    return str(figures["intervals"]["r"])


@check("a release that still names somebody is found out")
def leaks(folder: Path, pipeline: str) -> None:
    (folder / "roster.csv").write_text("person_id,name\ns4471902,Oyelaran Babatunde\n")
    for text, code in (("essay_babatunde2.pdf", 1), ("S4471902", 1), ("Nobody is here.", 0)):
        (folder / "out.jsonl").write_text(json.dumps({"id": "x", "text": text}) + "\n")
        done = hips(folder, "leaks", "out.jsonl", "--known-people", "roster.csv")
        assert done.returncode == code, (text, done.stdout)
