"""Prediction by torch: near fp32 in eight bits, and the same whatever goes through beside it."""

import copy

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the extra trf")
transformers = pytest.importorskip("transformers", reason="needs the extra trf")
from spacy_hips.find.models import torch_engine  # noqa: E402

# make_int8 silences it; here layers are made alone too.
pytestmark = pytest.mark.filterwarnings("ignore:torch.quantize:UserWarning")


@pytest.fixture
def rows():
    """Vectors of very different size, as an encoder's are."""
    values = torch.randn(40, 64, generator=torch.Generator().manual_seed(1))
    return values * torch.logspace(-3, 3, 40)[:, None]


@pytest.fixture
def network():
    drawn = torch.Generator().manual_seed(2)
    net = torch.nn.Sequential(torch.nn.Embedding(9, 64), torch.nn.Linear(64, 32))
    for weights in net.parameters():
        weights.data = torch.randn(weights.shape, generator=drawn)
    return net


def own_layer(network, steps=torch_engine.STEPS):
    return torch_engine.Int8Linear(network[1].weight, network[1].bias, steps)


def error(network, layer, rows):
    """By row, as a share of the row's output."""
    with torch.inference_mode():
        wanted, given = network[1](rows), layer(rows)
    return ((given - wanted).norm(dim=1) / wanted.norm(dim=1)).max().item()


def test_every_row_is_as_near_to_fp32_as_the_others(network, rows):
    assert error(network, own_layer(network), rows) < 0.02
    assert error(network, own_layer(network, torch_engine.FEWER_STEPS), rows) < 0.04


def test_a_row_is_the_same_whatever_stands_beside_it(network, rows):
    layer = own_layer(network)
    with torch.inference_mode():
        together = layer(rows)
        for i in range(len(rows)):
            assert torch.equal(layer(rows[i : i + 1])[0], together[i])


def test_a_row_of_zeros_gives_the_bias(network):
    with torch.inference_mode():
        out = own_layer(network)(torch.zeros(1, 64))
    assert torch.equal(out[0], network[1].bias)


def test_a_layer_without_bias(network, rows):
    with torch.inference_mode():
        bare = torch_engine.Int8Linear(network[1].weight, None, torch_engine.STEPS)(rows)
        assert torch.allclose(bare + network[1].bias, own_layer(network)(rows), atol=1e-5)


def test_the_copy_shares_what_is_no_linear_layer_and_the_network_stays(network):
    before = copy.deepcopy(network.state_dict())
    small = torch_engine.make_int8(network)
    assert small[0].weight is network[0].weight
    assert isinstance(small[1], torch_engine.Int8Linear)
    assert type(network[1]) is torch.nn.Linear
    assert all(torch.equal(before[key], value) for key, value in network.state_dict().items())


def test_making_it_draws_no_random_numbers(network):
    before = torch.get_rng_state()
    torch_engine.make_int8(network)
    assert torch.equal(before, torch.get_rng_state())


def test_a_processor_that_overflows_gets_a_bit_less(network, monkeypatch):
    monkeypatch.setattr(torch_engine, "_overflows", lambda: True)
    steps = torch_engine.FEWER_STEPS
    made = torch_engine.make_int8(network)[1]
    assert (made.step, made.zero) == (1 / steps, steps + 1)


def test_an_overflow_is_seen(monkeypatch):
    right = torch_engine.Int8Linear.forward
    assert torch_engine._overflows() in (True, False)
    monkeypatch.setattr(torch_engine.Int8Linear, "forward", lambda self, x: right(self, x) / 2)
    assert torch_engine._overflows()


def test_nothing_is_warned_of(network, recwarn):
    torch_engine.make_int8(network)
    assert not recwarn


SMALL = {
    "vocab_size": 50, "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
    "num_attention_heads": 4, "max_position_embeddings": 700,
}  # fmt: skip


@pytest.mark.parametrize("int8", [True, False])
def test_a_window_is_the_same_to_the_last_bit_whatever_is_beside_it(int8):
    torch.manual_seed(1)
    bert = transformers.BertModel(transformers.BertConfig(**SMALL)).eval()
    engine = torch_engine.TorchEngine(bert, None, 700, int8)
    numbers = np.random.default_rng(2)
    windows = [numbers.integers(0, 50, length) for length in (1, 7, 64, 33, 2, 100, 31, 600)]
    for window, own in zip(windows, engine.states(windows), strict=True):
        (alone,) = engine.states([window])
        np.testing.assert_array_equal(alone, own)
        with torch.inference_mode():
            wanted = bert(input_ids=torch.from_numpy(window)[None]).last_hidden_state[0].numpy()
        assert np.linalg.norm(own - wanted) / np.linalg.norm(wanted) < (0.03 if int8 else 1e-5)


@pytest.mark.parametrize("steps", [torch_engine.STEPS, torch_engine.FEWER_STEPS])
def test_rows_behind_gelu_have_most_of_the_range_above_zero(steps):
    """Every number of such a row fits, and is rounded more finely than one that may be negative."""
    torch.manual_seed(3)
    rows = torch.nn.functional.gelu(torch.randn(200, 64) * torch.rand(200, 1) * 6)
    weight = torch.eye(64)
    errors = [
        (torch_engine.Int8Linear(weight, None, steps, behind)(rows) - rows).abs().amax(1)
        for behind in (False, True)
    ]
    largest = rows.amax(1).clamp(min=1.2)  # what is below zero counts seven times
    assert (errors[1] <= largest * 0.6 / steps + 1e-6).all()
    assert errors[1].mean() < 0.7 * errors[0].mean()
