"""Other tools and other people's models: run as they are, and no text in what is said of them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from . import check, hips

ADAPTER = """
LABELS = {"who": "PERSON"}

def load(settings):
    def find(texts):
        for text in texts:
            if "fail" in text:
                raise ValueError(text)
            yield [[4, 12, "who"]]
    return find
"""
ASK = """
import json, sys
from spacy_hips.lab.evaluate.peers.registered import peer
print(json.dumps(peer("mine.py")([sys.argv[1]]).spans))
"""


@check("Any tool becomes a peer by one file; where it fails, the error holds no text")
def a_peer_of_ones_own(folder: Path, pipeline: str) -> str:
    (folder / "mine.py").write_text(ADAPTER, "utf8")

    def ask(text: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", ASK, text]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True)

    done = ask("Ask Ana Ruiz.")
    assert json.loads(done.stdout) == [[[4, 12, "PERSON"]]], done.stderr
    failed = ask("fail, Yuritzi Etxeberria")
    last = failed.stderr.strip().splitlines()[-1]
    assert "E876" in last, last
    assert "Yuritzi" not in last
    return "one span; E876"


@check("kanon tells the score of one's own model before and after; a failing one tells no cell")
def downstream(folder: Path, pipeline: str) -> str:
    rows = [f"s{n},{12 + n % 7},{n % 2}" for n in range(60)]
    (folder / "t.csv").write_text("\n".join(["id,age,passed", *rows]) + "\n", "utf8")
    (folder / "m.py").write_text("def score(rows):\n    return len({r['age'] for r in rows})\n")
    (folder / "bad.py").write_text("def score(rows):\n    raise ValueError(rows[0]['age'] * 9)\n")
    asked = ("kanon", "t.csv", "--k", "20", "--quasi", "age:ordered", "--keep", "id,passed")
    done = hips(folder, *asked, "-o", "o.csv", "--report", "r.json", "--downstream", "m.py")
    assert done.returncode == 0, done.stderr
    scores = json.loads((folder / "r.json").read_text("utf8"))["downstream"]
    assert scores["original"] == 7 > scores["released"]
    bad = hips(folder, *asked, "-o", "p.csv", "--downstream", "bad.py")
    assert bad.returncode == 2
    assert b"E867" in bad.stderr
    assert b"121212" not in bad.stderr
    assert not (folder / "p.csv").exists()
    return f"7 ages, then {scores['released']:.0f}"
