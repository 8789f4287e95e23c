"""spacy-hips attack: what the user sees."""

from __future__ import annotations

import json

import pytest

from .conftest import write_jsonl

TEXT = "My name is {name}. Write to {mail}, or call (212) 664-7{n:03}. On day {n} of {n} we saw it."


@pytest.fixture
def gold(folder):
    rows = []
    for n, name in enumerate(("Zoe Kowal", "Amara Okafor", "Bela Novak", "Chidi Silva") * 5):
        mail, phone = f"user{n}@umich.edu", f"(212) 664-7{n:03}"
        text = TEXT.format(name=name, mail=mail, n=n)
        labels = {name: "PERSON", mail: "EMAIL", phone: "PHONE_NUM"}
        spans = [[text.index(v), text.index(v) + len(v), label] for v, label in labels.items()]
        rows.append({"id": f"d{n}", "text": text, "spans": spans})
    return write_jsonl(folder / "gold.jsonl", *rows).name


@pytest.mark.slow
def test_a_table_without_text(hips, gold):
    done = hips("attack", gold, "--rules-only", "--attackers", "table,repeats,linkage")
    assert done.rc == 0, done.err
    assert "table against our surrogates" in done.out
    assert "linkage links 10 of 10 documents it holds" in done.out
    assert not any(word in done.out + done.err for word in ("Kowal", "umich", "664"))


@pytest.mark.slow
def test_json_is_reproducible_and_has_a_row_for_each_label(hips, gold):
    asked = ("attack", gold, "--rules-only", "--json", "--attackers", "table,roster",
             "--surrogates", "ours,redacted", "--detection", ".9", "--seed", "3")  # fmt: skip
    done, again = hips(*asked), hips(*asked)
    assert done.out == again.out
    told = json.loads(done.out)
    assert told["detection"] == 0.9
    assert {(r["name"], r["surrogates"]) for r in told["attackers"]} == {
        (name, kind) for name in ("table", "roster") for kind in ("ours", "redacted")
    }
    labels = [r["label"] for r in told["attackers"] if r["name"] == "table"]
    assert labels == ["all", "PERSON", "EMAIL", "PHONE_NUM"] * 2
    own = next(r for r in told["attackers"] if r["surrogates"] == "redacted")
    assert (own["precision"], own["recall"], own["what_it_knows"] != "") == (1.0, 1.0, True)


@pytest.mark.slow
def test_several_shares_and_a_roster(hips, gold, folder):
    (folder / "roster.csv").write_text("person_id,name\n1,Zoe Kowal\n")
    done = hips("attack", gold, "--rules-only", "--json", "--attackers", "roster",
                "--roster", "roster.csv", "--detection", "1", "--detection", ".5")  # fmt: skip
    found, weak = json.loads(done.out)["runs"]
    assert found["attackers"][0]["note"] == "no leaks"
    assert found["attackers"][0]["recall"] is None
    assert weak["attackers"][0]["precision"] == 1.0


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--detection", "0"), "E873"),
        (("--attackers", "psychic"), "E872"),
        (("--surrogates", "blur"), "E872"),
        (("--scope", "corpus"), "E757"),
    ],
)
def test_wrong_options(hips, gold, options, code):
    done = hips("attack", gold, "--rules-only", *options)
    assert (done.rc, f"[{code}]" in done.err) == (2, True), done.err


ODD = {"id": "o", "text": "Zoe Kowal wrote.", "spans": [[0, 9, "PERSON"], [4, 9, "PERSON"]]}


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("row", "told"),
    [
        (ODD, "Gold spans that overlap a stronger one, and so are no places of their own: 1."),
        ({"id": "e", "text": "It rains.", "spans": []}, "an identifier that is replaced: 1."),
        ({"id": "u", "text": "It rains.", "spans": [[0, 2, "NICK"]]}, "label, which were left"),
        ({"id": "u", "text": "It rains.", "spans": [[0, 2, "Zoe Kowal"]]}, "(a label of 9 char"),
    ],
    ids=["overlapping", "without spans", "unknown label", "a label that could be text"],
)
def test_gold_of_odd_kinds_is_shown_as_such(hips, gold, folder, row, told):
    rows = [json.loads(line) for line in (folder / gold).read_text().splitlines()]
    write_jsonl(folder / "gold.jsonl", *rows, row)
    done = hips("attack", gold, "--rules-only", "--attackers", "repeats")
    assert done.rc == 0 and told.replace("label,", "label (a label of 4 characters),") in done.out
    assert "Kowal" not in done.out + done.err


@pytest.mark.slow
def test_the_parrot_stands_beside_the_published_one(hips, gold):
    pytest.importorskip("sklearn", reason="needs the extra attack")
    asked = ("attack", gold, "--rules-only", "--attackers", "parrot")
    assert (
        "Carrell et al. 2019, the same attack on clinical notes: precision 0.525, recall 0.681 ("
        in hips(*asked).out
    )
    told = json.loads(hips(*asked, "--json").out)["published"]["parrot"]
    assert told == {"found": 211, "called": 402, "leaks": 310}
