"""The training loop: it can be cut off at any moment and gone on with.

It needs torch and numpy alone. Batches and dropout follow from the seed and the step, so a run that
was interrupted ends with the same weights as one that was not (up to the rounding of the device).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from .network import Batch, Examples, Finder, likeness, loss_of, role_loss_of

CHECKPOINT = "checkpoint.pt"
UNKNOWN = 3
"""The wordpiece of what is not shown: XLM-R's for the unknown."""
PART = 15_000_000
"""Bytes of a file of weights at most, so that each is small enough to hand around."""


@dataclass(frozen=True)
class Plan:
    """What a run is made of; one that goes on must have the same.

    steps (int): Batches in all.
    words, most_words (int): Tokens of the first batch and of the largest one.
    rate, head_rate (float): Highest learning rates of the encoder, and of what is behind it.
    warmup (int): Steps until these are reached; afterwards they fall to nothing.
    decay (float): Weight decay.
    dropout (float): Of encoder and finder.
    average (float): How much of the mean of the weights is kept at each step.
    freeze_words (bool): The vectors of the wordpieces stay as they are.
    seed (int): Of order and dropout.
    layers (int): The first so many of the encoder are used; all if 0.
    groups (str): Numbers of the files that are learnt from ("0,2"); all if empty.
    hide (float): Share of the wordpieces that are not shown.
    teach (float): Share of what is learnt from the teachers' probabilities, not from the gold.
    role_words (int): Tokens of a batch of texts with roles, beside each batch; none are read if 0.
    """

    steps: int = 6000
    words: int = 600
    most_words: int = 1800
    rate: float = 3e-4
    head_rate: float = 1e-3
    warmup: int = 200
    decay: float = 0.01
    dropout: float = 0.1
    average: float = 0.998
    freeze_words: bool = True
    seed: int = 7
    layers: int = 0
    groups: str = ""
    hide: float = 0.0
    teach: float = 0.0
    role_words: int = 0

    def factor(self, step: int) -> float:
        """The share of the highest rate at a step."""
        left = max(1, self.steps - self.warmup)
        return min((step + 1) / max(1, self.warmup), max(0.0, (self.steps - step) / left))

    def size(self, step: int) -> int:
        """Tokens of the batch at a step: it grows by half a thousandth each."""
        return int(min(self.most_words, self.words * 1.0005**step))


class Refused(ValueError):
    """A checkpoint that does not fit."""


class Training:
    """One run.

    network (Finder): Its weights are where the run begins.
    examples (Examples): What it learns from.
    plan (Plan): How.
    folder (Path): Where the checkpoint lies.
    device (torch.device): Where it runs.
    padding (int): The id of the wordpiece that pads.
    teachers (Sequence[Finder]): Whose mean is learnt from where the plan says so.
    people (Examples | None): Texts with roles.
    """

    def __init__(
        self,
        network: Finder,
        examples: Examples,
        plan: Plan,
        folder: Path,
        device: torch.device,
        padding: int,
        teachers: Sequence[Finder] = (),
        people: Examples | None = None,
    ) -> None:
        self.network = network.to(device)
        self.teachers = [teacher.to(device).eval() for teacher in teachers]
        self.examples, self.plan, self.folder = examples, plan, folder
        self.people = people
        self.device, self.padding = device, padding
        self.step = 0
        network.encoder.words.weight.requires_grad_(not plan.freeze_words)
        self.mean = {n: p.detach().clone() for n, p in self._learning()}
        self.optimizer = torch.optim.AdamW(self._groups(), fused=True)

    def resume(self) -> None:
        """Go on from the checkpoint, if there is one.

        RAISES (Refused): Where it is of another plan or network.
        """
        path = self.folder / CHECKPOINT
        if not path.exists():
            return
        kept = torch.load(path, map_location=self.device, weights_only=True)
        if kept["plan"] != asdict(self.plan):
            raise Refused(f"{path} is of another plan: name another folder, or take its settings")
        try:
            self.network.load_state_dict(kept["network"], strict=not self.plan.freeze_words)
        except RuntimeError:
            raise Refused(f"{path} is of another network") from None
        self.optimizer.load_state_dict(kept["optimizer"])
        self.mean = {name: value.to(self.device) for name, value in kept["mean"].items()}
        self.step = kept["step"]

    def save(self) -> None:
        """Write the checkpoint; the one before is there until the new one is whole."""
        state = self.network.state_dict()
        if self.plan.freeze_words:
            state.pop("encoder.words.weight")
        kept = {
            "plan": asdict(self.plan),
            "network": state,
            "optimizer": self.optimizer.state_dict(),
            "mean": self.mean,
            "step": self.step,
        }
        new = self.folder / f"{CHECKPOINT}.new"
        torch.save(kept, new)
        new.replace(self.folder / CHECKPOINT)

    def run(self, *, minutes: float, every: float, report: int = 50) -> Iterator[str]:
        """Learn until the plan or the time is over.

        minutes (float): When to stop; a later run goes on.
        every (float): Minutes between checkpoints.
        report (int): Steps between reports.
        YIELDS (str): Lines to print.
        """
        start = saved = time.monotonic()
        loss, words, before = 0.0, 0, time.monotonic()
        for batches in self._batches():
            loss += self._learn(*batches)
            words += sum(batch.words for batch in batches)
            now = time.monotonic()
            if self.step % report == 0 or self.step == self.plan.steps:
                rate = words / max(1e-9, now - before)
                yield f"step {self.step:6}  loss {loss / report:.4f}  {rate:8,.0f} words/s"
                loss, words, before = 0.0, 0, now
            if now - saved > 60 * every:
                self.save()
                saved = now
            if now - start > 60 * minutes:
                break
        self.save()

    def averaged(self) -> dict[str, Tensor]:
        """The mean of the weights over the last steps."""
        return {**self.network.state_dict(), **self.mean}

    def _learning(self) -> Iterator[tuple[str, nn.Parameter]]:
        return ((n, p) for n, p in self.network.named_parameters() if p.requires_grad)

    def _groups(self) -> list[dict[str, Any]]:
        rates = {True: self.plan.rate, False: self.plan.head_rate}
        groups = []
        for encoder in (True, False):
            own = [p for n, p in self._learning() if n.startswith("encoder.") is encoder]
            rate = rates[encoder]
            groups.append(
                {"params": own, "lr": rate, "highest": rate, "weight_decay": self.plan.decay}
            )
        return groups

    def _learn(self, batch: Batch, people: Batch | None = None) -> float:
        torch.manual_seed(self.plan.seed * 1_000_003 + self.step)
        factor = self.plan.factor(self.step)
        for group in self.optimizer.param_groups:
            group["lr"] = group["highest"] * factor
        self.network.train()
        shown = batch
        if self.plan.hide:
            batch = batch.with_hidden(self.plan.hide, UNKNOWN)
        with autocast(self.device):
            scores = self.network(batch)
        loss = loss_of(scores, batch)
        if self.teachers:
            loss = (1 - self.plan.teach) * loss + self.plan.teach * self._told(scores, shown)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        if people is not None:
            self._learn_roles(people)
        nn.utils.clip_grad_norm_([p for _, p in self._learning()], 1.0)
        self.optimizer.step()
        self.step += 1
        # The mean follows quickly at first, so that it holds nothing of the beginning.
        keep = min(self.plan.average, self.step / (self.step + 10))
        with torch.no_grad():
            learning = dict(self._learning())
            means = [self.mean[name] for name in learning]
            torch._foreach_lerp_(means, list(learning.values()), 1 - keep)
        return float(loss.detach())

    def _learn_roles(self, batch: Batch) -> None:
        """Add to the gradients what a batch of texts with roles teaches."""
        if not bool((batch.roles > 0).any()):
            return
        with autocast(self.device):
            scores = self.network.roles(batch.with_hidden(self.plan.hide, UNKNOWN))
        role_loss_of(scores, batch).backward()

    def _told(self, scores: Tensor, batch: Batch) -> Tensor:
        """How unlike the mean of the teachers the scores are; they see all wordpieces."""
        with torch.no_grad(), autocast(self.device):
            told = [torch.softmax(teacher(batch).float(), dim=1) for teacher in self.teachers]
        return likeness(scores, torch.stack(told).mean(dim=0), batch)

    def _batches(self) -> Iterator[tuple[Batch, ...]]:
        """The batches from this step on: always the same for the same plan and examples."""
        wanted = [int(n) for n in self.plan.groups.split(",") if n]
        groups = self.examples.groups
        own = np.flatnonzero(np.isin(groups, wanted) if wanted else groups >= 0)
        read = [(self.examples, self._documents(self.examples.words, own, self.plan.size))]
        if self.people is not None and self.plan.role_words:
            size, every = self.plan.role_words, np.arange(len(self.people))
            drawn = self._documents(self.people.words, every, lambda step: size)
            read.append((self.people, drawn))
        for step in islice(
            zip(*(documents for _, documents in read), strict=True), self.step, None
        ):
            yield tuple(
                examples.batch(documents, self.padding).to(self.device)
                for (examples, _), documents in zip(read, step, strict=True)
            )

    def _documents(
        self, words: np.ndarray, own: np.ndarray, size: Callable[[int], int]
    ) -> Iterator[list[int]]:
        """The documents of each batch: numbers out of `own`, of so many words at each step."""
        step, epoch = 0, 0
        while step < self.plan.steps:
            order = np.random.default_rng((self.plan.seed, epoch)).permutation(own)
            documents: list[int] = []
            held = 0
            for number in order.tolist():
                documents.append(number)
                held += int(words[number])
                if held < size(step):
                    continue
                yield documents
                documents, held, step = [], 0, step + 1
                if step >= self.plan.steps:
                    return
            epoch += 1


def begun(
    sizes: Mapping[str, Any], weights: Mapping[str, np.ndarray], layers: int = 0,
    dropout: float = 0.0, judges: bool = False,
) -> Finder:  # fmt: skip
    """A network with some weights.

    sizes (Mapping): What `read_sizes` gives.
    weights (Mapping): Arrays by name; those of layers that it does not have are left out.
    layers (int): Of the encoder; as many as there are weights for if 0.
    dropout (float): In training.
    judges (bool): It also learns roles, with weights of chance.
    RETURNS (Finder): The network.
    """
    there = 1 + max(int(n.split(".")[2]) for n in weights if n.startswith("encoder.layers."))
    layers = layers or there
    encoder = {**sizes["encoder"], "num_hidden_layers": layers}
    network = Finder({**sizes, "encoder": encoder}, dropout, judges)
    beyond = tuple(f"encoder.layers.{n}." for n in range(layers, there))
    beyond += () if judges else ("judge.",)
    own = {n: torch.tensor(v).float() for n, v in weights.items() if not n.startswith(beyond)}
    chance = {n: v for n, v in network.state_dict().items() if n.startswith("judge.")}
    network.load_state_dict(chance | own)
    return network


def judge(
    network: Finder, weights: Mapping[str, Tensor], examples: Examples, device: torch.device,
    padding: int, group: int = 0, words: int = 4000,
) -> dict[str, float]:  # fmt: skip
    """The loss on other examples, and how many tokens are told right.

    network (Finder): Its own weights are put back afterwards.
    weights (Mapping): What is judged.
    examples (Examples): Not learnt from.
    device (torch.device), padding (int): As for `Training`.
    group (int): Of which file the documents are.
    words (int): Tokens of a batch.
    RETURNS (dict): "loss" a word; "precision" and "recall" of tokens that are not O.
    """
    own = {name: value.clone() for name, value in network.state_dict().items()}
    network.load_state_dict(dict(weights), strict=False)
    network.eval()
    loss, total, hits, found, wanted = 0.0, 0, 0, 0, 0
    numbers = np.flatnonzero(examples.groups == group).tolist()
    while numbers:
        held, part = 0, []
        while numbers and held < words:
            part.append(numbers.pop())
            held += int(examples.words[part[-1]])
        batch = examples.batch(part, padding).to(device)
        with torch.inference_mode(), autocast(device):
            scores = network(batch)
        loss += float(loss_of(scores, batch)) * batch.words
        total += batch.words
        told = scores.argmax(dim=1)
        right = batch.allowed.gather(1, told[:, None])[:, 0] > 0
        named = batch.allowed[:, 0] < 1
        hits += int((right & named & (told > 0)).sum())
        found += int(((told > 0) & ~(right & ~named)).sum())
        wanted += int(named.sum())
    network.load_state_dict(own)
    return {
        "loss": loss / max(1, total),
        "precision": hits / max(1, found),
        "recall": hits / max(1, wanted),
    }


def autocast(device: torch.device) -> Any:
    """bfloat16 where the device computes in it."""
    able = device.type == "cuda" or any(
        getattr(torch.cpu, name, bool)()
        for name in ("_is_avx512_bf16_supported", "_is_amx_tile_supported")
    )
    return torch.autocast(device.type, dtype=torch.bfloat16, enabled=able)


def write_weights(weights: Mapping[str, Tensor], folder: Path, leave_out: set[str]) -> None:
    """Write weights in half precision, in files of some megabytes each.

    weights (Mapping): By name.
    folder (Path): Where to.
    leave_out (set[str]): Names that did not change.
    """
    parts: list[dict[str, np.ndarray]] = [{}]
    size = 0
    for name, value in weights.items():
        if name in leave_out:
            continue
        array = value.detach().cpu().numpy().astype("f2")
        if size + array.nbytes > PART and parts[-1]:
            parts.append({})
            size = 0
        parts[-1][name] = array
        size += array.nbytes
    for number, part in enumerate(parts):
        np.savez(folder / f"weights{number}.npz", **part)


def read_weights(folder: Path) -> dict[str, np.ndarray]:
    """The weights of a folder, by name.

    folder (Path): What `write_weights` wrote into.
    RETURNS (dict): Arrays.
    """
    out: dict[str, np.ndarray] = {}
    for path in sorted(folder.glob("weights*.npz")):
        with np.load(path) as kept:
            out |= {name: kept[name] for name in kept.files}
    return out


def read_sizes(folder: Path) -> dict[str, Any]:
    """What `examples.describe` wrote."""
    return json.loads((folder / "sizes.json").read_text("utf8"))  # type: ignore[no-any-return]
