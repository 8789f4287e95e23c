"""Text in another language is told, never rewritten on a guess, and left out on request."""

from __future__ import annotations

import json
from pathlib import Path

from promise_checks import check, hips

OTHERS = {  # which the packaged pipeline does not read
    "nb": "I sommer reiste jeg til bestemor. Hun har en stor hage med epletrær, og vi badet ofte.",
    "it": "Quest'estate sono andato da mia nonna. Ha un grande giardino, e nuotavamo ogni giorno.",
    "pl": "Latem pojechałem do babci. Ma duży ogród z jabłoniami i często pływaliśmy w jeziorze.",
    "pt": "Neste verão fui à casa da minha avó. Ela tem um jardim grande, e nadamos todos os dias.",
}
ENGLISH = "This summer I went to see my grandmother. She has a large garden, and we swam every day."


def _run(folder: Path, model: str, *more: str) -> tuple[list[str], dict[str, object]]:
    rows = [ENGLISH, *(f"{text} Mail: ana.li@uni.org" for text in OTHERS.values())]
    lines = (json.dumps({"text": text}) + "\n" for text in rows)
    (folder / "in.jsonl").write_text("".join(lines), "utf8")
    run = ("anonymize", "in.jsonl", "-o", "out.jsonl", "--model", model, "--json", "--force")
    done = hips(folder, *run, *more)
    out = (folder / "out.jsonl").read_text("utf8").splitlines()
    return [json.loads(line)["text"] for line in out], json.loads(done.stdout)


@check("Text in another language is counted, and no word of it is replaced on a guess")
def words_stay(folder: Path, model: str) -> str:
    out, summary = _run(folder, model)
    assert sum(dict(summary["other_languages"]).values()) == len(OTHERS)  # type: ignore[call-overload]
    for text, new in zip([ENGLISH, *OTHERS.values()], out, strict=True):
        assert new.startswith(text) and "ana.li" not in new
    return f"{len(OTHERS)} languages"


@check("With --other-languages skip no row in another language goes out")
def rows_are_left_out(folder: Path, model: str) -> str:
    out, summary = _run(folder, model, "--other-languages", "skip")
    assert out == [ENGLISH] and summary["rejected"] == len(OTHERS)
    return f"{len(OTHERS)} rows left out"
