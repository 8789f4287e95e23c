"""Prediction by torch: the network's own states, the same whatever goes through beside a window."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the extra trf")
transformers = pytest.importorskip("transformers", reason="needs the extra trf")
from spacy_hips.find.models.torch_engine import TorchEngine  # noqa: E402

SMALL = {
    "vocab_size": 50, "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
    "num_attention_heads": 4, "max_position_embeddings": 700,
}  # fmt: skip


def test_a_window_is_the_same_to_the_last_bit_whatever_is_beside_it():
    torch.manual_seed(1)
    bert = transformers.BertModel(transformers.BertConfig(**SMALL)).eval()
    engine = TorchEngine(bert, None, 700)
    numbers = np.random.default_rng(2)
    windows = [numbers.integers(0, 50, length) for length in (1, 7, 64, 33, 2, 100, 31, 600)]
    for window, own in zip(windows, engine.states(windows), strict=True):
        (alone,) = engine.states([window])
        np.testing.assert_array_equal(alone, own)
        with torch.inference_mode():
            wanted = bert(input_ids=torch.from_numpy(window)[None]).last_hidden_state[0].numpy()
        assert np.linalg.norm(own - wanted) / np.linalg.norm(wanted) < 1e-5
