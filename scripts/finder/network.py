"""Encoder and finder in plain torch: the same function as the pipeline's two components.

It needs torch and numpy alone, so that it runs on a machine where nothing else is installed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

JUDGING = 128
"""Units between the encoder and the roles."""
TOGETHER = {"cpu": 8, "cuda": 256}
"""Windows of like length that attention sees together: few save padding, many save calls."""


@dataclass(frozen=True)
class Batch:
    """Some documents, put together.

    ids, mask (Tensor): Wordpieces of the windows, padded: (windows, longest).
    places (Tensor): Of each token's wordpieces, in the flat padded windows.
    owners (Tensor): The token that each of these belongs to.
    counts (Tensor): Wordpieces of each token, as float.
    surface (Tensor): (tokens, columns, 4) rows of the hash tables.
    document (Tensor): The document of each token.
    allowed (Tensor): (tokens, classes), 1 where the gold allows the class.
    words (int): Tokens of the documents, also those that the encoder does not see.
    roles, weights (Tensor): Of texts with roles (tokens,): 1 private, 2 public, 0 not known; and
        how much the token counts. Empty for other texts.
    """

    ids: Tensor
    mask: Tensor
    places: Tensor
    owners: Tensor
    counts: Tensor
    surface: Tensor
    document: Tensor
    allowed: Tensor
    words: int
    roles: Tensor
    weights: Tensor

    def to(self, device: torch.device) -> Batch:
        """The batch on a device."""
        moved = {k: v.to(device) if isinstance(v, Tensor) else v for k, v in vars(self).items()}
        return Batch(**moved)

    def with_hidden(self, share: float, unknown: int) -> Batch:
        """The batch with some wordpieces not shown, so that what is around them is read.

        share (float): Of the wordpieces.
        unknown (int): The id that stands in their place.
        RETURNS (Batch): The same but for `ids`.
        """
        hidden = (torch.rand(self.ids.shape, device=self.ids.device) < share) & self.mask
        return replace(self, ids=torch.where(hidden, unknown, self.ids))


class Maxout(nn.Module):
    """The largest of a few linear maps, and a layer norm, as thinc has it.

    shape (Sequence[int]): Outputs, pieces, inputs.
    """

    def __init__(self, shape: Sequence[int]) -> None:
        super().__init__()
        self.shape = tuple(shape)
        outputs, pieces, inputs = self.shape
        self.linear = nn.Linear(inputs, outputs * pieces)
        self.norm = nn.LayerNorm(outputs, eps=1e-8)

    def forward(self, rows: Tensor) -> Tensor:
        """(rows, inputs) to (rows, outputs)."""
        outputs, pieces, _ = self.shape
        largest = self.linear(rows).view(-1, outputs, pieces).amax(dim=2)
        return self.norm(largest)  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Group:
    """Windows of like length, whose wordpieces stand together.

    at (Tensor): The place of each in the flat padded windows of the group.
    mask (Tensor): (windows, longest), True where a wordpiece is.
    """

    at: Tensor
    mask: Tensor


class Layer(nn.TransformerEncoderLayer):
    """A layer of BERT that computes with the wordpieces alone; only attention sees some padding.

    Attention weights and the inner layer are not dropped out: half the time of a CPU went there.
    """

    def forward(self, rows: Tensor, groups: Sequence[Group]) -> Tensor:  # type: ignore[override]
        """(wordpieces, width) to the same shape.

        rows (Tensor): The wordpieces of all windows, group by group.
        groups (Sequence[Group]): The windows.
        """
        own = self.self_attn
        joined = nn.functional.linear(rows, own.in_proj_weight, own.in_proj_bias)
        parts = joined.split([len(group.at) for group in groups])
        seen = torch.cat(list(map(self._attention, parts, groups)))
        rows = self.norm1(rows + self.dropout1(own.out_proj(seen)))
        inner = self.linear2(nn.functional.gelu(self.linear1(rows)))
        return self.norm2(rows + self.dropout2(inner))  # type: ignore[no-any-return]

    def _attention(self, joined: Tensor, group: Group) -> Tensor:
        # Spelt out: on a CPU the way back through torch's own function is many times as slow.
        heads, size = self.self_attn.num_heads, self.self_attn.head_dim
        mask = group.mask
        padded = joined.new_zeros(mask.numel(), joined.shape[1]).index_copy(0, group.at, joined)
        parts = padded.view(*mask.shape, 3, heads, size).permute(2, 0, 3, 1, 4)
        query, key, value = parts.unbind()
        if joined.is_cuda:
            unmasked = mask[:, None, None, :]
            seen = nn.functional.scaled_dot_product_attention(query, key, value, unmasked)
            return seen.transpose(1, 2).reshape(mask.numel(), -1)[group.at]
        scores = (query * size**-0.5) @ key.transpose(2, 3)
        unseen = torch.where(mask, 0.0, -1e4).to(scores.dtype)[:, None, None, :]
        seen = torch.softmax(scores + unseen, dim=3, dtype=scores.dtype) @ value
        return seen.transpose(1, 2).reshape(mask.numel(), -1)[group.at]


class Encoder(nn.Module):
    """BERT without its pooler.

    sizes (Mapping): As Hugging Face's configuration names them.
    dropout (float): In training.
    """

    def __init__(self, sizes: Mapping[str, Any], dropout: float) -> None:
        super().__init__()
        width = sizes["hidden_size"]
        self.words = nn.Embedding(sizes["vocab_size"], width)
        self.positions = nn.Embedding(sizes["max_position_embeddings"], width)
        self.kind = nn.Parameter(torch.zeros(width))
        self.norm = nn.LayerNorm(width, eps=sizes["layer_norm_eps"])
        self.dropout = nn.Dropout(dropout)
        self.layers = nn.ModuleList(
            Layer(
                width,
                sizes["num_attention_heads"],
                sizes["intermediate_size"],
                dropout,
                layer_norm_eps=sizes["layer_norm_eps"],
            )
            for _ in range(sizes["num_hidden_layers"])
        )

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """(windows, longest) to (windows * longest, width); zero where the padding is."""
        places, groups = _grouped(mask, TOGETHER["cuda" if mask.is_cuda else "cpu"])
        state = self.words(ids.flatten()[places]) + self.positions(places % ids.shape[1])
        state = self.dropout(self.norm(state + self.kind))
        for layer in self.layers:
            state = layer(state, groups)
        return state.new_zeros(ids.numel(), state.shape[1]).index_copy(0, places, state)


def _grouped(mask: Tensor, most: int) -> tuple[Tensor, list[Group]]:
    """The places of all wordpieces in the flat padded windows, shortest windows first."""
    lengths = mask.sum(dim=1)
    order = torch.argsort(lengths, stable=True)
    places, groups = [], []
    for part in order.split(most):
        own = mask[part][:, : int(lengths[part].max())]
        window, place = own.nonzero(as_tuple=True)
        places.append(part[window] * mask.shape[1] + place)
        groups.append(Group(window * own.shape[1] + place, own))
    return torch.cat(places), groups


class Finder(nn.Module):
    """Scores for every token that the encoder sees, and its neighbours.

    sizes (Mapping): What `examples.describe` gives.
    dropout (float): In training.
    judges (bool): It also tells who is private, so that the encoder learns what tells it. This
        part is for training alone: hips_filter judges whole persons.
    """

    def __init__(
        self, sizes: Mapping[str, Any], dropout: float = 0.1, judges: bool = False
    ) -> None:
        super().__init__()
        self.encoder = Encoder(sizes["encoder"], dropout)
        self.surface = nn.ModuleList(nn.Embedding(*shape) for shape in sizes["surface"])
        self.window = sizes["window"]
        self.mix = Maxout(sizes["mix"])
        self.dropout = nn.Dropout(dropout)
        self.hidden = Maxout(sizes["hidden"])
        self.output = nn.Linear(sizes["hidden"][0], len(sizes["classes"]))
        width = sizes["encoder"]["hidden_size"]
        inner = nn.Linear(width, JUDGING), nn.GELU(), nn.Dropout(3 * dropout), nn.Linear(JUDGING, 2)
        self.judge = nn.Sequential(*inner) if judges else None

    def forward(self, batch: Batch) -> Tensor:
        """Unnormalised scores, shape (tokens, classes)."""
        joined = torch.cat([self._vectors(batch), self._surface(batch)], dim=1)
        return self.output(self.hidden(self.dropout(joined)))  # type: ignore[no-any-return]

    def roles(self, batch: Batch) -> Tensor:
        """Unnormalised scores of private and public, shape (tokens, 2)."""
        assert self.judge is not None
        return self.judge(self._vectors(batch))  # type: ignore[no-any-return]

    def _vectors(self, batch: Batch) -> Tensor:
        flat = self.encoder(batch.ids, batch.mask).float()
        vectors = torch.zeros(len(batch.counts), flat.shape[1], device=flat.device)
        vectors.index_add_(0, batch.owners, flat[batch.places])
        return vectors / batch.counts.clamp(min=1)[:, None]

    def _surface(self, batch: Batch) -> Tensor:
        parts = [table(batch.surface[:, i]).sum(dim=1) for i, table in enumerate(self.surface)]
        rows = torch.cat(parts, dim=1)
        return self.mix(torch.cat(list(self._neighbours(rows, batch.document)), dim=1))  # type: ignore[no-any-return]

    def _neighbours(self, rows: Tensor, document: Tensor) -> Any:
        """The rows `window` places to the left, ..., to the right, zero beyond the document."""
        for shift in range(-self.window, self.window + 1):
            if not shift:
                yield rows
                continue
            moved = torch.roll(rows, -shift, dims=0)
            same = torch.roll(document, -shift, dims=0) == document
            index = torch.arange(len(rows), device=rows.device) + shift
            inside = (index >= 0) & (index < len(rows))
            yield moved * (same & inside)[:, None]


def loss_of(scores: Tensor, batch: Batch) -> Tensor:
    """Cross entropy against the set of classes that the gold allows, a word of the documents."""
    every = torch.log_softmax(scores.float(), dim=1)
    held = every.masked_fill(batch.allowed < 1, -1e9).logsumexp(dim=1)
    return -held.sum() / max(1, batch.words)


def role_loss_of(scores: Tensor, batch: Batch) -> Tensor:
    """Cross entropy against the roles that are known, a word of the documents."""
    known = batch.roles > 0
    losses = nn.functional.cross_entropy(
        scores[known].float(), batch.roles[known] - 1, reduction="none"
    )
    return (losses * batch.weights[known]).sum() / max(1, batch.words)


def likeness(scores: Tensor, told: Tensor, batch: Batch) -> Tensor:
    """Cross entropy against probabilities that others gave, a word of the documents."""
    every = torch.log_softmax(scores.float(), dim=1)
    return -(told * every).sum() / max(1, batch.words)


class Examples:
    """The arrays that `examples.write_examples` wrote.

    path (str): The .npz file.
    """

    def __init__(self, path: str) -> None:
        with np.load(path) as kept:
            self.data = {name: kept[name] for name in kept.files}
        columns = [name for name in self.data if name.startswith("rows")]
        self.rows = [self.data[f"rows{i}"].astype("i4") for i in range(len(columns))]
        if "steps" in self.data:  # as `join` writes them
            self.data["places"] = np.cumsum(self.data.pop("steps"), dtype="i8").astype("u4")
        self.classes = self.data["classes"].tolist()
        windows = np.concatenate(([0], np.cumsum(self.data["doc_windows"].astype("i8"))))
        lengths = np.concatenate(([0], np.cumsum(self.data["windows"].astype("i8"))))
        self._windows, self._pieces = windows, lengths
        self._seen = np.concatenate(([0], np.cumsum(self.data["doc_seen"].astype("i8"))))
        self._places = np.concatenate(([0], np.cumsum(self.data["doc_places"].astype("i8"))))

    def __len__(self) -> int:
        return len(self.data["tokens"])

    @property
    def groups(self) -> np.ndarray:
        """The number of the file that each document is from; 0 where only one was read."""
        return self.data.get("group", np.zeros(len(self), dtype="u1"))

    @property
    def words(self) -> np.ndarray:
        """Tokens of each document."""
        return self.data["tokens"].astype("i8")

    def batch(self, documents: Sequence[int], padding: int) -> Batch:
        """Put some documents together.

        documents (Sequence[int]): Their numbers.
        padding (int): The id of the wordpiece that pads.
        RETURNS (Batch): On the CPU.
        """
        data, lengths = self.data, []
        for d in documents:
            lengths.append(data["windows"][self._windows[d] : self._windows[d + 1]].astype("i8"))
        longest = int(max(part.max() for part in lengths))
        total = sum(map(len, lengths))
        ids = np.full((total, longest), padding, dtype="i8")
        mask = np.zeros((total, longest), dtype=bool)
        places, row = [], 0
        for d, own in zip(documents, lengths, strict=True):
            starts = np.cumsum(own) - own
            begin = self._pieces[self._windows[d]]
            for i, n in enumerate(own.tolist()):
                at = begin + starts[i]
                ids[row + i, :n] = data["pieces"][at : at + n]
                mask[row + i, :n] = True
            flat = data["places"][self._places[d] : self._places[d + 1]].astype("i8")
            window = np.searchsorted(starts, flat, side="right") - 1
            places.append((row + window) * longest + flat - starts[window])
            row += len(own)
        seen = np.concatenate([np.arange(self._seen[d], self._seen[d + 1]) for d in documents])
        counts = data["counts"][seen].astype("i8")
        surface = data["surface"][seen]
        if "kinds" in data:
            surface = data["kinds"][surface]
        rows = np.stack([table[surface[:, i]] for i, table in enumerate(self.rows)], axis=1)
        roles = data["role"][seen] if "role" in data else np.zeros(0)
        weights = data["weight"][seen] if "weight" in data else np.zeros(0)
        bits = data["allowed"][seen][:, None] >> np.arange(len(self.classes), dtype="u4") & 1
        sizes = [int(self._seen[d + 1] - self._seen[d]) for d in documents]
        return Batch(
            ids=torch.from_numpy(ids),
            mask=torch.from_numpy(mask),
            places=torch.from_numpy(np.concatenate(places)),
            owners=torch.from_numpy(np.repeat(np.arange(len(counts)), counts)),
            counts=torch.from_numpy(counts.astype("f4")),
            surface=torch.from_numpy(rows.astype("i8")),
            document=torch.from_numpy(np.repeat(np.arange(len(sizes)), sizes)),
            allowed=torch.from_numpy(bits.astype("f4")),
            words=int(self.words[list(documents)].sum()),
            roles=torch.from_numpy(roles.astype("i8")),
            weights=torch.from_numpy(weights.astype("f4")),
        )
