"""Weights are read without torch as torch reads them, and code in them is not run."""

import io
import pickle
from zipfile import ZipFile

import numpy as np
import pytest
import srsly

from spacy_hips.core.errors import HipsError
from spacy_hips.find.models.weights import is_plain_bert, read_weights

torch = pytest.importorskip("torch", reason="needs the extra trf")

CONFIG = {"model_type": "bert", "hidden_act": "gelu", "max_position_embeddings": 512}


def message(state, config=CONFIG, **files):
    network = {"config": config, "state": state, "tokenizer": files}
    return srsly.msgpack_dumps({"shims": [[], [srsly.msgpack_dumps(network)]]})


def saved(thing):
    buffer = io.BytesIO()
    torch.save(thing, buffer)
    return buffer.getvalue()


TENSORS = {
    "single": torch.arange(12, dtype=torch.float32).reshape(3, 4),
    "half": torch.arange(12).reshape(3, 4).half(),
    "bfloat16": torch.tensor([1.5, -2.0, 3e38]).bfloat16(),
    "double": torch.tensor([[1.0]], dtype=torch.float64),
    "whole": torch.arange(5),
    "turned": torch.arange(12, dtype=torch.float32).reshape(3, 4).t(),
    "a part": torch.arange(12, dtype=torch.float32)[5:8],
    "a number": torch.tensor(7.0),
    "nothing": torch.zeros(0, 3),
}


@pytest.mark.parametrize("name", TENSORS)
def test_numbers_are_those_of_torch(name):
    weights = read_weights(message(saved({name: TENSORS[name]})), "x")
    wanted = TENSORS[name]
    wanted = wanted.float() if wanted.dtype == torch.bfloat16 else wanted
    np.testing.assert_array_equal(weights.arrays[name], wanted.numpy())


def test_tensors_may_share_their_numbers():
    one = torch.arange(6, dtype=torch.float32)
    weights = read_weights(message(saved({"a": one, "b": one[2:].reshape(2, 2)})), "x")
    assert weights.arrays["b"].tolist() == [[2, 3], [4, 5]]


@pytest.mark.parametrize(
    ("told", "longest"),
    [(b"{}", 512), (b'{"model_max_length": 128}', 128), (b'{"model_max_length": 1e30}', 512)],
)
def test_the_longest_window_is_what_tokenizer_and_network_take(told, longest):
    data = message(saved({}), **{"tokenizer_config.json": told})
    assert read_weights(data, "x").longest == longest


def test_a_network_that_is_not_there_yet_is_none():
    assert read_weights(message(b"", config={}), "x") is None


class Code:
    def __reduce__(self):
        return (print, ("run",))


def with_pickle(content):
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        archive.writestr("archive/data.pkl", content)
    return buffer.getvalue()


@pytest.mark.parametrize(
    "state", [saved({"a": Code()}), with_pickle(pickle.dumps(Code())), with_pickle(b"junk")]
)
def test_code_is_refused(state, capsys):
    with pytest.raises(HipsError, match="E152"):
        read_weights(message(state), "x")
    assert not capsys.readouterr().out


GOOD = message(saved({"a": torch.arange(12)}))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"junk",
        GOOD[:-40],
        srsly.msgpack_dumps([]),
        srsly.msgpack_dumps({"shims": []}),
        message(b"junk"),
        message(with_pickle(b"")),
        message(b"PK"),
    ],
)
def test_what_is_damaged_is_refused(data):
    with pytest.raises(HipsError, match=r"E740|E152"):
        read_weights(data, "x")


def test_a_shape_beyond_its_numbers_is_refused():
    from spacy_hips.find.models.weights import _rebuilt

    for offset, shape, strides in (
        (0, (4,), (1,)),
        (1, (3,), (1,)),
        (0, (2, 2), (2, 1)),
        (0, (2,), (-1,)),
    ):
        with pytest.raises(ValueError):
            _rebuilt(np.arange(3.0), offset, shape, strides)


@pytest.mark.parametrize(
    ("change", "plain"),
    [
        ({}, True),
        ({"model_type": "roberta"}, False),
        ({"hidden_act": "relu"}, False),
        ({"is_decoder": True}, False),
        ({"position_embedding_type": "relative_key"}, False),
    ],
)
def test_which_networks_a_graph_can_be_written_of(change, plain):
    assert is_plain_bert({**CONFIG, **change}) is plain
