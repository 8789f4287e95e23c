"""spacy-hips train: fine-tuning on one's own labelled texts, and what it refuses."""

import json
import shutil
from dataclasses import replace

import pytest
import spacy

from spacy_hips.cli._app import main
from spacy_hips.desk.annotations.annotations import read_annotations
from spacy_hips.lab.training import finetune
from spacy_hips.lab.training.choosing import Point

from .tiny import PEOPLE, texts, train_tiny, write_rows

FAST = ("--epochs", "2", "--generated", "0.2", "--rate", "0.005", "--quiet")


@pytest.fixture(scope="module")
def trained(tiny_encoder, tmp_path_factory):
    folder = tmp_path_factory.mktemp("trained")
    encoder = shutil.copytree(tiny_encoder, folder / "encoder")
    train_tiny(str(encoder), folder / "nlp")
    shutil.rmtree(encoder)
    return folder / "nlp"


@pytest.fixture(autouse=True)
def few_generated(monkeypatch):
    monkeypatch.setattr("spacy_hips.lab.training.train.GENERATED_APART", 3)


@pytest.fixture
def learnt(monkeypatch):
    """Take what was learnt, whatever so few texts tell of it."""
    monkeypatch.setattr("spacy_hips.lab.training.train.Training._is_better", lambda *_: True)


@pytest.fixture
def train(trained, tmp_path, capsys):
    """Run the verb on rows; gives the exit code, both streams and the folder it writes to."""

    def run(rows, *more):
        labels = rows if not isinstance(rows, list) else write_rows(tmp_path / "mine.jsonl", rows)
        out = tmp_path / "own"
        arguments = ["train", trained, "--labels", labels, "-o", out, *FAST, *more]
        rc = main([str(a) for a in arguments])
        done = capsys.readouterr()
        return rc, done.out, done.err, out

    return run


@pytest.mark.slow  # trains twice; learn and the wheel train in the quick run
def test_it_writes_a_pipeline_with_figures_before_and_after(train, trained, learnt):
    rc, out, err, folder = train(texts(), "--json", "--name", "mine")
    assert rc == 0
    figures = json.loads(out)
    assert set(figures) == {
        f"{a}, {b}" for a in ("own texts", "generated") for b in ("before", "after")
    }
    nlp = spacy.load(folder)
    assert nlp.pipe_names == ["hips_transformer", "hips_ner"]
    assert nlp.get_pipe("hips_ner").threshold == figures["own texts, after"]["threshold"]
    assert (nlp.meta["name"], list(nlp.meta["performance"])) == ("mine", list(figures))
    assert "kept apart by author" in err
    assert "[W401]" in err
    assert not folder.with_name("own.part").exists()
    before = spacy.load(trained).get_pipe("hips_ner").model.get_ref("output_layer").get_param("W")
    after = nlp.get_pipe("hips_ner").model.get_ref("output_layer").get_param("W")
    assert abs(before - after).max() > 1e-6


@pytest.mark.slow
def test_what_is_no_better_leaves_the_pipeline_as_it_was(train, trained, monkeypatch):
    """All thresholds find all of a dozen names, before and after."""
    own = spacy.load(trained).get_pipe("hips_ner").threshold
    point = Point(own, 1.0, 1.0, 1.0, 1.0, 2.0, 12, 0)
    monkeypatch.setattr(
        "spacy_hips.lab.training.train.measure_records",
        lambda *_: [replace(point, threshold=t) for t in (0.01, own, 0.9)],
    )
    rc, _, err, folder = train(texts())
    assert rc == 0
    assert "[W402]" in err and "[W111] 12 labelled names" in err
    assert "[W401]" not in err  # it remembers nothing of the texts
    old, new = (spacy.load(path).get_pipe("hips_ner") for path in (trained, folder))
    assert new.threshold == own
    weights = [pipe.model.get_ref("output_layer").get_param("W") for pipe in (old, new)]
    assert (weights[0] == weights[1]).all()
    assert "As it was" in json.loads((folder / "meta.json").read_text())["description"]


@pytest.mark.slow
def test_no_word_of_the_texts_is_in_what_is_written(train, learnt):
    rows = texts()
    for row in rows:
        row["text"] += " glimpf"
    _, _, _, folder = train(rows)
    needles = [word.lower().encode() for word in ("glimpf", *" ".join(PEOPLE).split())]
    for file in folder.rglob("*"):
        if file.is_file():
            content = file.read_bytes().lower()
            assert not [needle for needle in needles if needle in content], file.name


@pytest.mark.slow
def test_an_interrupted_run_goes_on_behind_its_last_checkpoint(train, monkeypatch, tmp_path):
    """Ctrl-C comes in the fourth step; the checkpoint before it is kept."""
    monkeypatch.setattr(finetune, "CHECKPOINT_STEPS", 2)
    monkeypatch.setattr(finetune, "BATCH_WORDS", 60)
    step, done = finetune.FineTuning._step, []

    def stopping(self, batch, share):
        done.append(self.state.step)
        if len(done) == 4:
            raise KeyboardInterrupt
        return step(self, batch, share)

    monkeypatch.setattr(finetune.FineTuning, "_step", stopping)
    rc, _, err, folder = train(texts())
    assert rc == 130
    assert "--resume" in err
    assert not folder.exists()
    state = json.loads((tmp_path / "own.part" / "last" / "state.json").read_text())
    assert state["state"]["step"] == 2
    rc, _, err, folder = train(texts(), "--resume", "--rate", "0.1")
    assert rc == 2
    assert "[E718]" in err and "rate" in err
    rc, _, err, folder = train(texts(), "--resume")
    assert rc == 0
    assert "behind step 2" in err
    assert done[3:5] == [3, 2]
    assert spacy.load(folder).pipe_names == ["hips_transformer", "hips_ner"]


@pytest.mark.slow
def test_nothing_to_resume_is_an_error(train):
    rc, _, err, _ = train(texts(), "--resume")
    assert (rc, "[E717]" in err) == (2, True)


@pytest.mark.slow
def test_an_encoder_that_stays_as_it_is_teaches_the_head_alone(train, trained, learnt):
    rc, _, err, folder = train(texts(), "--train-encoder", "no")
    assert rc == 0
    assert "stays as it is" in err
    old, new = spacy.load(trained), spacy.load(folder)
    weights = [
        [
            p.detach().numpy()
            for p in nlp.get_pipe("hips_transformer").model.transformer.parameters()
        ]
        for nlp in (old, new)
    ]
    assert all((a == b).all() for a, b in zip(*weights, strict=True))
    heads = [
        nlp.get_pipe("hips_ner").model.get_ref("output_layer").get_param("W") for nlp in (old, new)
    ]
    assert abs(heads[0] - heads[1]).max() > 1e-6


BAD = {
    "off the borders of tokens": ([{**texts()[0], "spans": [[5, 8, "NAME_STUDENT"]]}], "E416"),
    "overlapping": (
        [{**texts()[0], "spans": [[4, 10, "NAME_STUDENT"], [4, 18, "NAME_STUDENT"]]}],
        "E415",
    ),
    "unknown label": ([{**texts()[0], "spans": [[4, 10, "PUPIL"]]}], "E413"),
    "outside the text": ([{**texts()[0], "spans": [[4, 1000, "NAME_STUDENT"]]}], "E414"),
    "no json": ("{", "E411"),
    "empty": ("", "E412"),
}


@pytest.mark.parametrize("what", BAD)
def test_labelled_texts_that_cannot_be_used_are_an_error(what, train, tmp_path):
    bad, code = BAD[what]
    if isinstance(bad, str):
        bad_file = tmp_path / "bad.jsonl"
        bad_file.write_text(bad)
        rc, _, err, folder = train(bad_file)
    else:
        rc, _, err, folder = train(texts()[1:] + bad)
    assert (rc, f"[{code}]" in err) == (2, True), err
    assert "Vrekkon" not in err
    assert not folder.exists()


@pytest.mark.slow
def test_overlaps_and_spans_inside_tokens_can_be_put_right(train):
    rows = texts()
    rows[0]["spans"] = [[4, 10, "NAME_STUDENT"], [4, 18, "NAME_STUDENT"], [36, 38, "AGE"]]
    assert train(rows, "--overlaps", "longest", "--misaligned", "expand")[0] == 0


def test_too_few_texts_are_an_error(train):
    rc, _, err, _ = train(texts(4))
    assert (rc, "[E444]" in err) == (2, True)


def test_names_of_one_author_only_are_too_few(train):
    rows = [{**row, "spans": row["spans"] if row["author"] == "a0" else []} for row in texts()]
    assert "[E444]" in train(rows)[2]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (("--labelled", "STUDENT"), "E101"),
        (("--labelled", "EMAIL"), "E448"),
        (("--by", "class"), "E446"),
        (("--conversation", "talk"), "E446"),
        (("--epochs", "0"), "E730"),
        (("--apart", "0.9"), "E730"),
    ],
)
def test_settings_that_cannot_be_used_are_an_error(train, more, code):
    rc, _, err, _ = train(texts(), *more)
    assert (rc, f"[{code}]" in err) == (2, True), err


def test_a_folder_that_holds_something_else_is_not_replaced(train, tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "notes.txt").write_text("mine")
    rc, _, err, folder = train(texts(), "--force")
    assert (rc, "[E441]" in err, (folder / "notes.txt").is_file()) == (2, True, True)


def test_a_model_that_is_not_there_is_an_error(tmp_path, capsys):
    labels = write_rows(tmp_path / "mine.jsonl", texts())
    arguments = ["train", "no_such_model", "--labels", labels, "-o", tmp_path / "own"]
    assert main([str(a) for a in arguments]) == 2
    assert "[E440]" in capsys.readouterr().err


@pytest.mark.slow
def test_a_conversation_is_learnt_as_one_document(train, tmp_path):
    from spacy_hips.desk.annotations.conversations import join_conversations

    rows = [{**row, "talk": row["author"]} for row in texts(24)]
    file = write_rows(tmp_path / "talks.jsonl", rows)
    talks = list(join_conversations(read_annotations(file), "talk"))
    assert len(talks) == 12
    assert all({t.text[s:e] for s, e, _ in t.spans} <= set(PEOPLE) for t in talks)
    rc, _, err, _ = train(file, "--conversation", "talk")
    assert rc == 0
    assert "(" + str(err.split("(")[1].split()[0]) + " documents)" in err
