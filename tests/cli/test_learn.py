"""spacy-hips learn: a judge learns from one's own texts, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import spacy
from thinc.api import fix_random_seed

from spacy_hips.core import labels
from spacy_hips.lab.corpus.render import Mark
from spacy_hips.lab.training import learn, own_names
from spacy_hips.lab.training.choose_judge import Choice
from spacy_hips.lab.training.finetune import HeadCourse
from spacy_hips.lab.training.judge_lessons import weights_of
from spacy_hips.lab.training.reviewed import OwnText

from .conftest import write_jsonl
from .test_tune_filter import TOKENIZER, _example

pytest.importorskip("spacy_transformers", reason="needs the extra trf")
NAMES = ("Hana Sato", "Lan Nguyen", "Amara Okafor", "Mateo Quispe", "Paulo Freire", "Grete Waitz")
PRIVATE = NAMES[:4]


@pytest.fixture(scope="module")
def model(tiny_encoder, tmp_path_factory):
    """A pipeline without training, in which a deny list finds the names."""
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("hips_transformer", config={"model": {"name": tiny_encoder}})
    nlp.add_pipe("hips_ner")
    nlp.add_pipe("hips_entities", config={"deny": {"PERSON": list(NAMES)}})
    nlp.add_pipe("hips_filter", config={"threshold_public": 0.5})
    nlp.add_pipe("hips_anonymizer")
    fix_random_seed(1)
    nlp.initialize(lambda: [_example(nlp)])
    nlp.get_pipe("hips_ner").threshold = 0.99  # it has learnt nothing
    folder = tmp_path_factory.mktemp("model") / "nlp"
    nlp.to_disk(folder)
    return folder


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Few generated texts, short lessons, two turns."""
    rows = [OwnText("g", "Ana Ruiz came.", (Mark(0, 8, "", "private", "a"),))]
    monkeypatch.setattr(learn, "generated", lambda *_: rows)
    monkeypatch.setattr(learn, "COURSE", replace(learn.COURSE, epochs=2, trainings=1))
    monkeypatch.setattr("spacy_hips.lab.training.reviewed.FOLDS", 2)


def texts(n=12):
    rows = []
    for i in range(n):
        name = NAMES[i % len(NAMES)]
        role = "student" if name in PRIVATE else "public"
        body = f"In week {i} of the course, {name} drew a map of the glimpf."
        start = body.index(name)
        rows.append({"id": f"t{i}", "text": body, "roles": [[start, start + len(name), role, ""]]})
    return rows


def test_it_writes_a_pipeline_with_a_card(hips, model, folder, monkeypatch):
    """What was learnt is taken here, whatever so few texts tell of it."""
    choose = Choice.__call__
    monkeypatch.setattr(
        Choice, "__call__", lambda self, them: replace(choose(self, them), candidate=them[-1])
    )
    done = hips("learn", model, write_jsonl(folder / "a.jsonl", *texts()), "-o", "own",
                "--name", "mine", "--keep-public", "1", "--json")  # fmt: skip
    figures = json.loads(done.out)
    before, after = spacy.load(model), spacy.load(folder / "own")
    assert (after.meta["name"], after.pipe_names) == ("mine", before.pipe_names)
    assert set(after.meta["performance"]) == {"before", "after"} == set(figures)
    old, new = (nlp.get_pipe("hips_filter") for nlp in (before, after))
    assert new.threshold_public == figures["after"]["thresholds"]["public"]
    weights = [weights_of(judge) for judge in (old, new)]
    assert any((a != b).any() for a, b in zip(*(w.values() for w in weights), strict=True))
    assert "students: 0 of 8 were left before, 0 now" in done.err
    assert (done.rc, "NOT reached: public mentions kept: 0.000" in done.err) == (1, True)
    card = (folder / "own" / "card.md").read_text("utf8")
    assert "| mentions of private persons hidden |" in card and "[W401]" in card
    assert not (folder / "own.part").exists()
    for file in (folder / "own").rglob("*"):
        assert not file.is_file() or b"glimpf" not in file.read_bytes().lower(), file.name


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "at",
    ["spacy_hips.lab.training.learn.learn_often", "spacy.language.Language.to_disk"],
)
def test_a_run_that_is_interrupted_leaves_nothing(at, hips, model, folder, monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(at, stop)
    done = hips("learn", model, write_jsonl(folder / "a.jsonl", *texts()), "-o", "own")
    assert done.rc == 130
    assert [path.name for path in folder.rglob("*") if path.name.startswith(("own", "whole"))] in (
        [], ["own.part"],
    )  # fmt: skip


def coded(n=12, private=True):
    """Texts in which every second one has a code of a course."""
    rows = []
    for i, row in enumerate(texts(n)):
        text = f"{row['text']} It was for QZ-{200 + 7 * i} again." if i % 2 else row["text"]
        at = text.find("QZ-")
        spans = [[at, at + 6, "COURSE_CODE"]] if at > 0 else []
        rows.append({**row, "text": text, "spans": spans, **({} if private else {"roles": []})})
    return rows


@pytest.mark.slow  # two trainings; one refusal of --labelled is quick
@pytest.mark.filterwarnings("ignore::spacy_hips.core.errors.HipsWarning")
@pytest.mark.parametrize("private", [True, False], ids=["beside people", "alone"])
def test_a_label_of_ones_own_is_learnt_found_and_replaced(private, hips, model, folder):
    """What the finder knew before is found as before."""
    done = hips("learn", model, write_jsonl(folder / "a.jsonl", *coded(private=private)),
                "-o", "own", "--labelled", "COURSE_CODE")  # fmt: skip
    assert done.rc == 0, done.err
    assert "COURSE_CODE: 6 of 6 are found, 0 wrongly" in done.err
    assert "COURSE_CODE: 6 of 6" in (folder / "own" / "card.md").read_text("utf8")
    del labels._ROWS["COURSE_CODE"]  # as in a new process
    nlp = spacy.load(folder / "own")
    doc = nlp("Hana Sato said that it was for QZ-912 again.")
    assert [(s.text, s.label_) for s in doc.spans["pii"]][1:] == [("QZ-912", "COURSE_CODE")]
    assert "QZ-912" not in doc._.anonymized and "[COURSE_CODE]" in doc._.anonymized
    before, after = (weights_of(n.get_pipe("hips_ner")) for n in (spacy.load(model), nlp))
    assert all((a == b).all() for a, b in zip(before.values(), after.values(), strict=True))
    named = {"components": {"hips_anonymizer": {"actions": {"COURSE_CODE": "placeholder"}}}}
    nlp = spacy.load(folder / "own", config=named)
    assert "[COURSE_CODE_1]" in nlp(doc.text)._.anonymized
    relearnt = hips("learn", "own", folder / "a.jsonl", "-o", "again", "--labelled", "COURSE_CODE")
    assert relearnt.rc == 0
    assert spacy.load(folder / "again").pipe_names == nlp.pipe_names


def say_nothing(finder):
    """Have a finder that has learnt nothing find nothing, whatever weights it began with."""
    finder.threshold = 0.5
    output = finder.model.get_ref("output_layer")
    bias = output.get_param("b").copy()
    bias[0] += 4
    output.set_param("b", bias)


@pytest.mark.slow  # trains a finder for thirty turns
@pytest.mark.filterwarnings("ignore::spacy_hips.core.errors.HipsWarning")
@pytest.mark.parametrize("refused", [False, True], ids=["taken", "somebody would be left"])
def test_names_that_were_missed_are_learnt_by_the_finder(refused, hips, model, folder, monkeypatch):
    """The generated texts of the guard name somebody whom the deny list finds."""
    probe = OwnText("g", "Hana Sato came.", (Mark(0, 9, "", "private", "a"),), source="generated")
    monkeypatch.setattr(learn, "generated", lambda *_: [probe])
    monkeypatch.setattr(own_names, "COURSE", HeadCourse(epochs=30, rate=0.01, words=60))
    nlp = spacy.load(model)
    say_nothing(nlp.get_pipe("hips_ner"))
    nlp.to_disk(folder / "start")
    if refused:
        reached = own_names._Reached.of

        def worse(judge, *texts):
            one = reached(judge, *texts)
            return replace(one, left=one.left | {("probe", 0, 0, id(one))})

        monkeypatch.setattr(own_names._Reached, "of", worse)
    rows = []
    for number in range(12):
        text = f"In week {number} Zorblak{number % 5} Quimvex drew a map of the glimpf."
        start = text.index("Zor")
        end = text.index(" drew")
        rows.append({"id": f"t{number}", "text": text, "roles": [[start, end, "student", ""]]})
    done = hips("learn", "start", write_jsonl(folder / "a.jsonl", *rows), "-o", "own")
    assert ("The finder takes" in done.err) != refused
    assert ("all that the finder learnt" in done.err) == refused
    found = spacy.load(folder / "own")("Then Zorblak7 Quimvex drew a map of the glimpf.")
    assert any(s.text.endswith("Quimvex") for s in found.spans["pii"]) != refused


def test_a_finder_for_which_somebody_would_be_left_is_not_taken(hips, model, folder, monkeypatch):
    monkeypatch.setattr(learn, "_newly_left", lambda *_: 2)
    done = hips("learn", model, write_jsonl(folder / "a.jsonl", *coded()), "-o", "own",
                "--labelled", "COURSE_CODE")  # fmt: skip
    assert "[W405]" in done.err and "4 private mention" in done.err
    nlp = spacy.load(folder / "own")
    assert nlp.pipe_names == spacy.load(model).pipe_names
    assert nlp.get_pipe("hips_entities").sources == ["pii_rules", "pii_ner"]


def one_class(role):
    return [{**row, "roles": [[*span[:2], role, ""] for span in row["roles"]]} for row in texts()]


BAD = {
    "three texts": (texts(3), (), "E444"),
    "nobody is private": (one_class("public"), (), "E444"),
    "a share of nothing": (texts(), ("--keep-public", "0"), "E730"),
    "a share above all": (texts(), ("--hide-private", "1.5"), "E730"),
    "a label that no text has": (texts(), ("--labelled", "STUDENT"), "E456"),
    "a label in small letters": (texts(), ("--labelled", "student"), "E891"),
    "a field that is missing": (texts(), ("--by", "class"), "E446"),
}  # fmt: skip


@pytest.mark.few(3)
@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_used_is_an_error(case, hips, model, folder):
    rows, more, code = BAD[case]
    done = hips("learn", model, write_jsonl(folder / "a.jsonl", *rows), "-o", "own", *more)
    assert (done.rc, f"[{code}]" in done.err) == (2, True), done.err
    assert not (folder / "own").exists()


def test_a_model_without_a_filter_is_an_error(hips, model, folder):
    nlp = spacy.load(model)
    nlp.remove_pipe("hips_filter")
    nlp.to_disk(folder / "finder")
    done = hips("learn", "finder", write_jsonl(folder / "a.jsonl", *texts()), "-o", "own")
    assert "[E513]" in done.err
