"""A network without padding gives what the padded one gives, whatever goes through with it."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the extra trf")
transformers = pytest.importorskip("transformers", reason="needs the extra trf")
from spacy_hips.models import int8, packed  # noqa: E402
from spacy_hips.models.int8 import STEPS  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore:torch.quantize:UserWarning")
LENGTHS = (1, 7, 64, 33, 2, 100, 31, 32, 5)
SMALL = {
    "vocab_size": 50, "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
    "num_attention_heads": 4, "max_position_embeddings": 700,
}  # fmt: skip


def bert(**settings):
    torch.manual_seed(1)
    return transformers.BertModel(transformers.BertConfig(**{**SMALL, **settings})).eval()


@pytest.fixture(params=["Fbgemm", "OneDnn"], autouse=True)
def kernel(request, monkeypatch):
    """Each rule holds for either library's kernel."""
    if request.param == "OneDnn" and int8.kernel() is not int8.OneDnn:
        pytest.skip("this processor or torch has none for int8")
    monkeypatch.setattr(int8, "kernel", lambda: getattr(int8, request.param))


@pytest.fixture(scope="module")
def network():
    return bert()


@pytest.fixture
def windows():
    numbers = np.random.default_rng(2)
    return [numbers.integers(0, 50, length) for length in LENGTHS]


def states(network, windows):
    found = dict(packed.PackedBert(network, STEPS)(windows))
    return [found[row] for row in range(len(windows))]


def test_a_window_is_the_same_to_the_last_bit_whatever_is_beside_it(network, windows):
    together = states(network, windows)
    for window, own in zip(windows, together, strict=True):
        (alone,) = states(network, [window])
        assert torch.equal(alone, own)


def test_states_are_near_those_of_the_network(network, windows):
    for window, own in zip(windows, states(network, windows), strict=True):
        with torch.inference_mode():
            wanted = network(input_ids=torch.from_numpy(window)[None]).last_hidden_state[0]
        assert own.shape == wanted.shape
        assert (own - wanted).norm() / wanted.norm() < 0.03


def test_a_window_longer_than_what_goes_through_at_a_time(network):
    (own,) = states(network, [np.arange(600) % 50])
    assert own.shape == (600, 64) and bool(own.isfinite().all())


@pytest.mark.parametrize(
    ("lengths", "rows"),
    [
        ([], []),
        ([3], [[0]]),
        ([200, 300, 12, 1, 512, 4], [[0, 1, 2], [3], [4], [5]]),
        ([600, 5], [[0], [1]]),
    ],
)
def test_which_windows_go_through_together(lengths, rows):
    assert list(packed._together(lengths)) == rows


@pytest.mark.parametrize(
    "settings", [{"hidden_act": "relu"}, {"is_decoder": True, "add_cross_attention": True}]
)
def test_another_kind_of_network_is_left_to_transformers(settings):
    assert packed.make_packed(bert(**settings)) is None
    assert packed.make_packed(torch.nn.Linear(2, 2)) is None


def test_without_a_kernel_there_is_none(network, monkeypatch):
    def missing(*_):
        raise NotImplementedError

    assert packed.make_packed(network) is not None
    monkeypatch.setattr(packed, "Int8Linear", missing)
    assert packed.make_packed(network) is None
