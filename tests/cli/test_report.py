"""spacy-hips report: ten numbers by hand, bad input, and what the page may never hold."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path

import pytest

from spacy_hips.core.bounds import exact_bounds
from spacy_hips.lab.evaluate.report import job as report_job

from .conftest import write_jsonl

GOLD = (
    ("a", "I am Ana Silva, ana.silva@uni.org.", [[5, 14, "NAME_STUDENT"], [16, 33, "EMAIL"]]),
    ("b", "Ben Stone helped. Ask Ben at +1 415 555 2671.",
     [[0, 9, "NAME_STUDENT"], [22, 25, "NAME_STUDENT"], [29, 44, "PHONE_NUM"]]),
    ("c", "Nothing at all.", []),
    ("d", "By Omar Haddad. Omar wrote it.", [[3, 14, "NAME_STUDENT"], [16, 20, "NAME_STUDENT"]]),
)  # fmt: skip
FOUND = {
    "a": [[5, 14, "NAME_STUDENT"], [16, 33, "EMAIL"]],
    "b": [[0, 9, "NAME_STUDENT"], [29, 44, "PHONE_NUM"]],  # the second "Ben" is missed
    "c": [[0, 7, "NAME_STUDENT"]],  # wrong
    "d": [[8, 14, "NAME_STUDENT"], [16, 20, "NAME_STUDENT"]],  # the first in part
}
WORDS = ("Silva", "silva", "Stone", "Haddad", "helped", "Nothing", "2671")


def rows(gold=GOLD):
    return [{"id": id, "text": text, "spans": spans} for id, text, spans in gold]


def make(hips, folder: Path, *more: str, gold=None, found=None) -> dict:
    """A report of what another tool found, and its JSON."""
    gold = rows() if gold is None else gold
    write_jsonl(folder / "gold.jsonl", *gold)
    spans = FOUND if found is None else found
    write_jsonl(folder / "p.jsonl", *({**row, "spans": spans[row["id"]]} for row in gold))
    done = hips("report", "gold.jsonl", "--predictions", "p.jsonl", "-o", "r.html",
                "--bootstrap", "50", "--force", *more)  # fmt: skip
    assert done.rc == 0, done.err
    return json.loads((folder / "r.json").read_text("utf8"))


def test_ten_numbers_by_hand(hips, folder):
    """Seven spans are right, seven were found, five of them exactly, and one person is safe."""
    report = make(hips, folder)
    every = report["detection"]["all"]
    exact, overlap = every["exact"]["all"], every["overlap"]["all"]
    low, high = exact_bounds(1, 3)
    leak = report["leaks"]["levels"][0]
    assert (exact["tp"], exact["fp"], exact["fn"]) == (5, 2, 2)
    assert exact["f2"] == pytest.approx(5 / 7, abs=1e-6)
    assert (overlap["tp"], overlap["fp"], overlap["fn"]) == (6, 1, 1)
    safe = every["persons"]["all"]["no_trace"]
    assert (safe["part"], safe["whole"], safe["value"]) == (1, 3, pytest.approx(1 / 3, abs=1e-6))
    assert safe["low"] <= low and safe["high"] >= high - 1e-6
    assert every["docs_found"] == pytest.approx(1 / 3, abs=1e-6)
    assert every["missed"]["missed"] == 2 and every["missed"]["of"] == 7
    assert every["missed"]["at_most"] == pytest.approx(exact_bounds(2, 7)[1], abs=1e-6)
    assert every["labels"]["NAME_STUDENT|hidden"]["value"] == 0.6
    assert (leak["places"], leak["documents"], leak["per_1000_documents"]) == (2, 2, 500.0)
    assert [row["gold"] for row in every["by_place"]] == [1, 2, 0, 0, 2, 1, 1, 0, 0, 0]
    assert report["utility"]["measures"][0]["before"] == pytest.approx((8 + 10 + 3 + 6) / 4)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_numbers(hips, folder):
    first, second = (make(hips, folder) for _ in range(2))
    assert {**first, "cost": 0} == {**second, "cost": 0}
    other = make(hips, folder, "--seed", "5")
    assert other["detection"]["all"]["exact"] == first["detection"]["all"]["exact"]


def test_page_summary_card_and_json_hold_no_text_of_the_corpus(hips, folder):
    make(hips, folder, "--summary", "s.html", "--card", "c.md")
    for name in ("r.html", "r.json", "s.html", "c.md"):
        written = (folder / name).read_text("utf8")
        assert not [word for word in WORDS if word in written], name


@pytest.mark.slow  # makes a whole report, as others do
def test_the_card_names_the_languages_that_the_pipeline_reads(hips, folder):
    make(hips, folder, "--card", "c.md")
    front = (folder / "c.md").read_text("utf8").split("---")[1]
    assert "language:\n- en\nlicense" in front


def test_text_is_shown_on_request_to_the_owner_alone(hips, folder):
    report = make(hips, folder, "--show-text")
    assert {line["text"] for line in report["mistakes"]} == {"Ben", "Omar Haddad"}
    for name in ("r.html", "r.json"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
    page = (folder / "r.html").read_text("utf8")
    assert "Never publish it" in page and "[Omar Haddad]" in page


@pytest.mark.slow  # makes a whole report, as others do
def test_every_number_of_the_page_is_in_the_json(hips, folder):
    report = make(hips, folder, "--price-per-hour", "0.05")
    known: set[float] = set()

    def walk(value) -> None:
        if isinstance(value, dict):
            value = list(value.values())
        if isinstance(value, list):
            for one in value:
                walk(one)
        elif isinstance(value, int | float):
            known.add(float(value))

    walk(report)
    shown = re.findall(r'data-v="([^"]+)"', (folder / "r.html").read_text("utf8"))
    assert len(shown) > 100
    assert {float(number) for number in shown} <= known


def test_the_page_loads_nothing(hips, folder):
    make(hips, folder, "--summary", "s.html")
    for name in ("r.html", "s.html"):
        page = (folder / name).read_text("utf8")
        assert "default-src 'none'" in page
        assert not re.search(r'(?:src|href)="(?!#)', re.sub(r"<svg.*?</svg>", "", page, flags=re.S))
        assert not re.search(r'href="(?:http|//)', page)


def test_without_matplotlib_the_page_says_so(hips, folder, monkeypatch):
    from spacy_hips.lab.evaluate.report import plots
    from spacy_hips.lab.evaluate.report import report_page as page

    for module in (page, plots):
        monkeypatch.setattr(module, "has_plots", lambda: False)
    make(hips, folder)
    page_text = (folder / "r.html").read_text("utf8")
    assert "No pictures" in page_text and "<svg" not in page_text


PERSONS = {
    "student": {"name": "Ana Silva", "gender": "f", "country": "PT", "region": "Europe"},
}
BAD = {
    "overlapping gold": (
        [("a", "I am Ana Silva.", [[5, 14, "NAME_STUDENT"], [9, 14, "NAME_STUDENT"]])],
        "Gold spans that overlap another one: 1",
    ),
    "unknown labels": (
        [("a", "I am Ana Silva.", [[5, 14, "NAME_STUDENT"], [0, 1, "PRONOUN"]])],
        "unknown label (a label of 7 characters), which were left out: 1",
    ),
    "documents without spans": (
        [("a", "I am Ana Silva.", [[5, 14, "NAME_STUDENT"]]), ("b", "Nobody.", [])],
        "Documents without a gold span: 1",
    ),
    "one document": (
        [("a", "I am Ana Silva.", [[5, 14, "NAME_STUDENT"]])],
        "Only 1 document: intervals",
    ),
    "no names of a region": (
        [("a", "I am Ana Silva.", [[5, 14, "NAME_STUDENT"]])],
        "No name at all is of: Africa",
    ),
    "no person": ([("a", "Mail a@uni.org.", [[5, 14, "EMAIL"]])], "names no private person"),
    "an empty text": ([("a", "", []), ("b", "I am Ana.", [[5, 8, "PERSON"]])], "Detection"),
}


@pytest.mark.few(1)
@pytest.mark.parametrize("what", BAD)
@pytest.mark.parametrize("hit", [True, False], ids=["found", "missed"])
def test_bad_input_is_shown_as_such(hips, folder, what, hit):
    gold, told = BAD[what]
    known = [[*s] for _, _, spans in gold for s in spans if s[2] != "PRONOUN"][:1]
    found = {id: known if hit and known and spans else [] for id, _, spans in gold}
    report = make(hips, folder, "--summary", "s.html", "--card", "c.md", gold=rows(gold),
                  found=found)  # fmt: skip
    assert told in (folder / "r.html").read_text("utf8")
    shown = json.dumps(report) + (folder / "r.html").read_text("utf8")
    assert not re.search(r"\bnan\b", shown, re.I)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), "E863"),
        (("gold.jsonl", "--predictions", "p.jsonl", "q.jsonl"), "E865"),
        (("gold.jsonl", "--predictions", "short.jsonl"), "E860"),
        (("gold.jsonl", "--predictions", "other.jsonl"), "E860"),
        (("gold.jsonl", "--predictions", "p.jsonl", "--attack", "gold.jsonl"), "E861"),
        (("gold.jsonl", "--predictions", "p.jsonl", "--kanon", "none.json"), "E861"),
        (("gold.jsonl", "--predictions", "p.jsonl", "--resume"), "E862"),
        (("gold.jsonl", "--generated", "-1"), "E865"),
        (("none.jsonl",), "E508"),
    ],
)
def test_what_cannot_be_used_is_refused(hips, folder, arguments, code):
    write_jsonl(folder / "gold.jsonl", *rows())
    write_jsonl(folder / "none.jsonl", {"id": "c", "text": "Nothing.", "spans": []})
    write_jsonl(folder / "p.jsonl", *({**row, "spans": []} for row in rows()))
    write_jsonl(folder / "q.jsonl", *rows())
    write_jsonl(folder / "short.jsonl", *({**row, "id": ""} for row in rows()[:2]))
    write_jsonl(folder / "other.jsonl", *({**row, "text": row["text"] + "!"} for row in rows()))
    done = hips("report", *arguments, "-o", "r.html")
    assert (done.rc, f"[{code}]" in done.err) == (2, True), done.err
    assert not (folder / "r.html").exists()
    assert not [word for word in WORDS if word in done.err]


@pytest.mark.slow  # makes a whole report, as others do
def test_an_interrupted_report_goes_on(hips, folder, monkeypatch):
    whole = make(hips, folder)
    (folder / "r.json").unlink()
    wanted = report_job.build

    def stop(*args, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr(report_job, "build", stop)
    run = ("report", "gold.jsonl", "--predictions", "p.jsonl", "-o", "r.html", "--force",
           "--bootstrap", "50")  # fmt: skip
    stopped = hips(*run)
    assert stopped.rc == 130 and "--resume" in stopped.err
    part = folder / "r.html.facts.part"
    assert stat.S_IMODE(part.stat().st_mode) == 0o600
    lines = part.read_bytes().splitlines(keepends=True)
    part.write_bytes(b"".join(lines[:3]) + lines[3][:20])  # torn in a line
    assert not [word for word in WORDS if word in part.read_text("utf8")]
    monkeypatch.setattr(report_job, "build", wanted)
    assert "[E862]" in hips(*run, "--resume", "--seed", "1").err
    assert hips(*run, "--resume").rc == 0
    again = json.loads((folder / "r.json").read_text("utf8"))
    assert {**again, "cost": 0} == {**whole, "cost": 0}
    assert not part.exists()


def test_attack_review_and_table_are_shown(hips, folder):
    attack = {
        "detection": 0.95,
        "attackers": [
            {"name": "roster", "what_it_knows": "names", "surrogates": "default", "note": "",
             "precision": 0.125, "recall": 0.5, "chance": 0.0625, "found": 8, "leaks": 16,
             "auc": None, "gain": 0.01},
            {"name": "hidden", "surrogates": "default", "label": "EMAIL", "precision": 0.5},
            {"name": "place", "surrogates": "default", "label": "all", "precision": 0.25},
            {"name": "place", "surrogates": "default", "label": "ZIP", "precision": 0.75,
             "precision_interval": [0.5, 1.0], "chance": 0.0625, "gain": 0.4375},
            {"name": "parrot", "label": "all", "precision": 0.25},
        ],
    }  # fmt: skip
    attack = {"runs": [attack]}  # as of several shares of detection
    (folder / "attack.json").write_text(json.dumps(attack), "utf8")
    (folder / "kanon.json").write_text(json.dumps({"measured": {"k": 5}}), "utf8")
    head = {"review": {"nothing_found": 1, "documents": 4, "sample": 1}}
    read = {"doc": "c", "row": 3, "column": "text", "text_hash": "0", "verdict": "read",
            "reviewer": "board", "time": "2026-01-01T00:00:00Z"}  # fmt: skip
    write_jsonl(folder / "d.jsonl", head, read)
    (folder / "register").write_text("", "utf8")
    report = make(hips, folder, "--attack", "attack.json", "--kanon", "kanon.json", "--decisions",
                  "d.jsonl", "--register", "register", "--summary", "s.html")  # fmt: skip
    page, summary = ((folder / name).read_text("utf8") for name in ("r.html", "s.html"))
    assert "roster" in page and "12.5 %" in page
    told = report["attack"]["attackers"]
    assert [one["name"] for one in told] == [
        "place",
        "roster",
        "parrot",
    ]  # who gains the most first
    assert told[0]["worst"]["label"] == "ZIP" and "75.0 %" in page
    assert report["attack"]["published"]["parrot"]["leaks"] == 310
    assert "211 of 310 leaks found" in page
    assert "k = 5" in summary and "board decided" in summary
    assert "pseudonymised, not anonymous" in summary and "register" in summary
    assert report["provenance"]["audit"]["read"] == 1


@pytest.mark.slow
def test_generated_texts_stand_in_for_gold(hips, folder):
    """By rules alone names stay, and so no person is without a trace."""
    done = hips("report", "--generated", "6", "-o", "r.html", "--rules-only", "--bootstrap", "20")
    assert done.rc == 0, done.err
    report = json.loads((folder / "r.json").read_text("utf8"))
    assert report["detection"]["by_set"]["generated"]["documents"] == 6
    people = report["detection"]["all"]["persons"]["all"]
    assert people["no_trace"]["part"] < people["no_trace"]["whole"]
    assert "NAME_STUDENT" in report["labels"]["not_searched"]
    assert "NOT looked for" in done.out
