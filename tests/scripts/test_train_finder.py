"""Training in plain torch: the same network as the pipeline's, and a run that can be cut off."""

from pathlib import Path

import numpy as np
import pytest
import spacy
from spacy.tokens import DocBin

from spacy_hips import PiiSpan, write_group

torch = pytest.importorskip("torch", reason="needs the extra trf")
pytest.importorskip("spacy_transformers", reason="needs the extra trf")

ROOT = Path(__file__).parents[2]
SCRIPTS, CONFIG = ROOT / "scripts", ROOT / "configs" / "ner_minilm.cfg"
if not SCRIPTS.exists():
    pytest.skip("the build scripts are not part of this copy", allow_module_level=True)
LONG = "the very long essay " * 40
TEXTS = (
    ("By Amara Okafor\n\nMy friend Mateo Quispe read it.", ("Amara Okafor", "Mateo Quispe")),
    (f"lan nguyen wrote to hana sato about {LONG}", ("lan nguyen", "hana sato")),
    ("Nobody is named in this one.", ()),
    ("x", ()),
)
PLAN = ("--steps", "12", "--words", "40", "--most-words", "60", "--warmup", "2", "--device", "cpu")


@pytest.fixture(scope="module")
def script(load_script):
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(SCRIPTS))
        yield load_script(SCRIPTS / "train_finder.py")


@pytest.fixture(scope="module")
def examples(script, tiny_encoder, tmp_path_factory):
    """The folder that `prepare` writes."""
    folder = tmp_path_factory.mktemp("finder")
    nlp, docs = spacy.blank("en"), DocBin(store_user_data=True)
    for text, names in TEXTS * 3:
        doc = nlp.make_doc(text)
        at = [(text.index(name), text.index(name) + len(name)) for name in names]
        write_group(doc, "pii", [PiiSpan(start, end, "PERSON") for start, end in at])
        docs.add(doc)
    docs.to_disk(folder / "gold.spacy")
    write_roles(folder / "roles.spacy")
    gold = ("--train", str(folder / "gold.spacy"), "--dev", str(folder / "gold.spacy"))
    gold += ("--roles", str(folder / "roles.spacy"))
    out = ("-o", str(folder / "examples"))
    assert script.main(["prepare", str(CONFIG), "--encoder", tiny_encoder, *gold, *out]) == 0
    return folder / "examples"


def write_roles(path):
    """Texts in which a friend is private, a writer is public, and of one nothing is known."""
    nlp, docs = spacy.blank("en"), DocBin(store_user_data=True)
    text = "My friend Ana Ruiz read what Toni Morrison wrote to Kim"
    places = {"roles": (("Ana Ruiz", "NAME_PRIVATE"), ("Toni Morrison", "PERSON"))}
    places["roles_masked"] = (("Kim", "PERSON"),)
    for _ in range(4):
        doc = nlp.make_doc(text)
        for group, marks in places.items():
            spans = [
                PiiSpan(at := text.index(name), at + len(name), label) for name, label in marks
            ]
            write_group(doc, group, spans)
        doc.user_data["hips_weight"] = 2.0
        docs.add(doc)
    docs.to_disk(path)


@pytest.fixture
def run(script, examples, tmp_path):
    def go(*options, out="run"):
        return script.main(["train", str(examples), "-o", str(tmp_path / out), *PLAN, *options])

    return go


def test_the_plain_network_is_the_pipelines(script, examples):
    """Same scores for every token that the encoder sees, whatever lies beside a document."""
    from finder.exchange import put_weights
    from finder.loop import read_sizes
    from finder.network import Examples, Finder

    network = Finder(read_sizes(examples)).eval()
    nlp = spacy.load(examples / "pipeline")
    with np.load(examples / "beginning.npz") as kept:
        put_weights(nlp, kept)
        network.load_state_dict({name: torch.tensor(kept[name]).float() for name in kept.files})
    arrays = Examples(str(examples / "dev.npz"))
    finder = nlp.get_pipe("hips_ner")
    rng = np.random.default_rng(1)
    output = finder.model.get_ref("output_layer")  # it begins with nothing but zeros
    output.set_param("W", rng.normal(size=output.get_param("W").shape).astype("f4"))
    network.output.weight.data = torch.tensor(np.asarray(output.get_param("W")))
    with torch.inference_mode():
        once = range(len(arrays) // 3)  # every text stands three times; some have no candidate
        together = network(arrays.batch(once, padding=0)).numpy()
    docs = [nlp.make_doc(text) for text, _ in TEXTS]
    docs = [nlp.get_pipe("hips_transformer")(doc) for doc in docs]
    theirs = [scores[scores[:, 0] != 20] for scores in finder.model.predict(docs)]
    np.testing.assert_allclose(together, np.concatenate(theirs), atol=1e-4)


def test_gold_allows_what_the_component_allows(script, examples):
    from finder.network import Examples

    arrays = Examples(str(examples / "dev.npz"))
    first = arrays.batch([0], padding=0).allowed.numpy()
    assert arrays.classes[:2] == ["O", "B-PERSON"]
    assert first[:, 0].sum() == len(first) - 4  # two names of two words
    assert first[:, 1].sum() == 2


def test_it_learns(script, examples, run, tmp_path, capsys):
    assert run("--steps", "60", "--head-rate", "0.02") == 0
    lines = capsys.readouterr().out.splitlines()
    assert float(lines[-1].split("recall")[1]) > 0.9
    out = tmp_path / "model"
    assert script.main(["assemble", str(examples), str(tmp_path / "run"), "-o", str(out)]) == 0
    doc = spacy.load(out)(TEXTS[0][0])
    assert "Amara Okafor" in [span.text for span in doc.spans["pii_ner"]]


def test_roles_of_the_examples(examples):
    from finder.network import Examples

    batch = Examples(str(examples / "roles.npz")).batch([0], padding=0)
    assert [role for role in batch.roles.tolist() if role] == [1, 1, 2, 2]
    assert set(batch.weights[batch.roles > 0].tolist()) == {1.0}  # two tokens share a weight of 2


def test_it_learns_roles_beside_names(script, examples, run, tmp_path):
    from finder.loop import begun, read_sizes, read_weights
    from finder.network import Examples

    assert run("--steps", "60", "--head-rate", "0.02", "--role-words", "30") == 0
    with np.load(examples / "beginning.npz") as kept:
        weights = {name: kept[name] for name in kept.files} | read_weights(tmp_path / "run")
    network = begun(read_sizes(examples), weights, judges=True).eval()
    batch = Examples(str(examples / "roles.npz")).batch([0], padding=0)
    told = network.roles(batch).argmax(dim=1) + 1
    known = batch.roles > 0
    assert told[known].tolist() == batch.roles[known].tolist()
    out = str(tmp_path / "model")
    assert script.main(["assemble", str(examples), str(tmp_path / "run"), "-o", out]) == 0


def test_it_goes_on_from_a_pipeline_with_the_windows_of_the_config(script, examples, tmp_path):
    gold = str(examples.parent / "gold.spacy")
    rest = ("--train", gold, "--dev", gold, "-o", str(tmp_path / "out"))
    start = str(examples / "pipeline")
    assert script.main(["prepare", str(CONFIG), "--start", start, *rest]) == 0
    with np.load(examples / "beginning.npz") as old, np.load(tmp_path / "out/beginning.npz") as new:
        assert all(np.array_equal(old[name], new[name]) for name in old.files)
    nlp = spacy.load(tmp_path / "out" / "pipeline")
    assert nlp.pipe_names == ["hips_transformer", "hips_ner"]
    assert nlp.get_pipe("hips_transformer").model.attrs["get_spans"].context == 8


def test_roles_are_not_learnt_without_texts(script, examples, run, tmp_path, capsys):
    import shutil

    bare = tmp_path / "bare"
    shutil.copytree(examples, bare, ignore=shutil.ignore_patterns("roles.npz"))
    rest = ("train", str(bare), "-o", str(tmp_path / "run"), *PLAN, "--role-words", "30")
    assert script.main([*rest]) == 2
    assert "prepare with --roles" in capsys.readouterr().err


def test_a_run_that_is_cut_off_ends_as_one_that_is_not(run, tmp_path, capsys):
    from finder.loop import read_weights

    assert run(out="whole") == 0
    assert run("--minutes", "0", out="parts") == 1
    while run("--minutes", "0", out="parts"):
        pass
    whole, parts = (read_weights(tmp_path / name) for name in ("whole", "parts"))
    assert whole.keys() == parts.keys()
    for name, values in whole.items():
        np.testing.assert_allclose(values, parts[name], atol=2e-3)


def test_the_mean_of_runs(script, examples, run, tmp_path):
    assert run(out="a") == 0
    assert run("--seeds", "8", "9", out="others") == 0
    assert sorted(path.name for path in (tmp_path / "others").iterdir()) == ["8", "9"]
    folders = [str(tmp_path / name) for name in ("a", "others")]
    out = str(tmp_path / "model")
    assert script.main(["assemble", str(examples), *folders, "-o", out]) == 0
    assert spacy.load(out).pipe_names == ["hips_transformer", "hips_ner"]


def test_another_plan_is_refused(run, capsys):
    assert run("--minutes", "0") == 1
    assert run("--seed", "9") == 2
    assert "another plan" in capsys.readouterr().err


def test_fewer_layers_and_hidden_wordpieces(examples, run, tmp_path):
    from finder.loop import read_weights

    assert run("--layers", "1", "--hide", "0.2") == 0
    layers = {n.split(".")[2] for n in read_weights(tmp_path / "run") if "layers." in n}
    assert layers == {"0"}


def test_the_mean_of_teachers_is_learnt(run, tmp_path):
    """One who learns from a teacher alone comes nearer to it than one who learns from the gold."""
    from finder.loop import read_weights

    assert run(out="teacher") == 0  # one who is certain of everything would tell the gold again
    told = ("--teacher", str(tmp_path / "teacher"), "--teach", "1")
    assert run("--seed", "8", *told, out="taught") == 0
    assert run("--seed", "8", out="alone") == 0
    weights = [read_weights(tmp_path / n)["output.bias"] for n in ("teacher", "taught", "alone")]
    assert not np.allclose(weights[1], weights[2])


def test_joined_examples_are_the_same_examples(script, examples, run, tmp_path, capsys):
    from finder.network import Examples

    both = tmp_path / "both"
    assert script.main(["join", str(examples), str(examples), "-o", str(both)]) == 0
    one, two = (Examples(str(folder / "dev.npz")) for folder in (examples, both))
    assert len(two) == 2 * len(one)
    assert two.groups.tolist() == [0] * len(one) + [1] * len(one)
    for number in range(len(one)):
        old, new = one.batch([number], 0), two.batch([len(one) + number], 0)
        for name in vars(old):
            same = np.array_equal(np.asarray(getattr(old, name)), np.asarray(getattr(new, name)))
            assert same, name
    rest = ("train", str(both), "-o", str(tmp_path / "run"), *PLAN)
    assert script.main([*rest, "--groups", "1"]) == 0
    assert "dev 1" in capsys.readouterr().out


def test_examples_of_other_pipelines_are_not_joined(examples, tmp_path):
    from finder.join import join

    with np.load(examples / "dev.npz") as kept:
        arrays = {name: kept[name] for name in kept.files} | {"classes": np.array(["O"])}
    np.savez(tmp_path / "other.npz", **arrays)
    with pytest.raises(ValueError, match="not of one pipeline"):
        join([examples / "dev.npz", tmp_path / "other.npz"], tmp_path / "both.npz")


def test_a_folder_without_weights(script, examples, tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    rest = (str(tmp_path / "empty"), "-o", str(tmp_path / "model"))
    assert script.main(["assemble", str(examples), *rest]) == 2
    assert "train first" in capsys.readouterr().err


def test_training_needs_torch_and_numpy_alone(examples):
    """The machine with the card may have nothing else."""
    used = {
        line.split()[1].split(".")[0]
        for name in ("join", "loop", "network")
        for line in (SCRIPTS / "finder" / f"{name}.py").read_text("utf8").splitlines()
        if line.startswith(("import ", "from "))
    }
    assert used <= {"__future__", "", "collections", "dataclasses", "itertools", "json", "numpy",
                    "os", "pathlib", "time", "torch", "typing"}  # fmt: skip
