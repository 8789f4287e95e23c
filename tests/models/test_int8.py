"""int8 Linear layers: what they give is near fp32, and does not depend on the rest of the batch."""

import copy

import pytest

torch = pytest.importorskip("torch", reason="needs the extra trf")
from spacy_hips.models import int8  # noqa: E402

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


def own_layer(network, steps=int8.STEPS):
    return int8.Int8Linear(network[1].weight, network[1].bias, steps)


def error(network, layer, rows):
    """By row, as a share of the row's output."""
    with torch.inference_mode():
        wanted, given = network[1](rows), layer(rows)
    return ((given - wanted).norm(dim=1) / wanted.norm(dim=1)).max().item()


@pytest.fixture(params=["Fbgemm", "OneDnn"], autouse=True)
def kernel(request, monkeypatch):
    """Each rule holds for either library's kernel."""
    if request.param == "OneDnn" and int8.kernel() is not int8.OneDnn:
        pytest.skip("this processor or torch has none for int8")
    monkeypatch.setattr(int8, "kernel", lambda: getattr(int8, request.param))


def test_every_row_is_as_near_to_fp32_as_the_others(network, rows):
    assert error(network, own_layer(network), rows) < 0.02
    assert error(network, own_layer(network, int8.FEWER_STEPS), rows) < 0.04


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
        bare = int8.Int8Linear(network[1].weight, None, int8.STEPS)(rows)
        assert torch.allclose(bare + network[1].bias, own_layer(network)(rows), atol=1e-5)


def test_the_copy_shares_what_is_no_linear_layer_and_the_network_stays(network):
    before = copy.deepcopy(network.state_dict())
    small = int8.make_int8(network)
    assert small[0].weight is network[0].weight
    assert isinstance(small[1], int8.Int8Linear)
    assert type(network[1]) is torch.nn.Linear
    assert all(torch.equal(before[key], value) for key, value in network.state_dict().items())


def test_making_it_draws_no_random_numbers(network):
    before = torch.get_rng_state()
    int8.make_int8(network)
    assert torch.equal(before, torch.get_rng_state())


def test_a_processor_that_overflows_gets_a_bit_less(network, monkeypatch):
    monkeypatch.setattr(int8, "_overflows", lambda: True)
    assert int8.make_int8(network)[1].steps == int8.FEWER_STEPS


def test_an_overflow_is_seen(monkeypatch):
    right = int8.Int8Linear.forward
    assert int8._overflows() in (True, False)
    monkeypatch.setattr(int8.Int8Linear, "forward", lambda self, x: right(self, x) / 2)
    assert int8._overflows()


def test_without_our_kernel_torchs_own_layers_take_its_place(network, monkeypatch):
    def missing(*_):
        raise NotImplementedError

    monkeypatch.setattr(int8, "Int8Linear", missing)
    small = int8.make_int8(network)
    assert type(small[1]) is not torch.nn.Linear
    monkeypatch.setattr(int8, "_scaled_by_batch", missing)
    assert int8.make_int8(network) is network
