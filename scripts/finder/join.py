"""Several files of examples as one small file, to be carried to another machine.

It needs numpy alone. What says the same again and again is said once: the surface of a token is the
number of its kind, and places are steps from one wordpiece to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

ONE_EACH = ("pieces", "windows", "counts", "allowed", "tokens",
            "doc_windows", "doc_seen", "doc_places")  # fmt: skip
"""Arrays that are put one behind the other as they are."""
OF_ROLES = ("role", "weight")
"""The same, where the texts tell roles."""


def join(paths: Sequence[Path], path: Path) -> dict[str, int]:
    """Write the examples of several files as one; `group` tells the file of each document.

    paths (Sequence[Path]): Files of `examples.write_examples`, all of one pipeline.
    path (Path): The .npz file, not compressed.
    RETURNS (dict): Counts of documents and wordpieces, and of the kinds of tokens.
    RAISES (ValueError): Where the files have other classes or columns.
    """
    parts = []
    for each in paths:
        with np.load(each) as kept:
            parts.append({name: kept[name] for name in kept.files})
    classes = {tuple(part["classes"].tolist()) for part in parts}
    columns = {sum(name.startswith("rows") for name in part) for part in parts}
    if len(classes) != 1 or len(columns) != 1:
        raise ValueError("These files are not of one pipeline")
    told = [name for name in OF_ROLES if all(name in part for part in parts)]
    arrays = {name: np.concatenate([p[name] for p in parts]) for name in (*ONE_EACH, *told)}
    arrays = {n: a if n == "weight" else _narrow(a) for n, a in arrays.items()}
    places = np.concatenate([p["places"] for p in parts]).astype("i8")
    arrays["steps"] = np.diff(places, prepend=0).astype("i4")
    groups = [np.full(len(p["tokens"]), i, dtype="u1") for i, p in enumerate(parts)]
    arrays["group"] = np.concatenate(groups)
    arrays["classes"] = parts[0]["classes"]
    arrays |= _surface(parts, columns.pop())
    np.savez(path, **arrays)
    return {
        "documents": len(arrays["tokens"]),
        "pieces": len(arrays["pieces"]),
        "kinds": len(arrays["kinds"]),
    }


def _surface(parts: Sequence[dict[str, np.ndarray]], columns: int) -> dict[str, np.ndarray]:
    """The rows of all files in common tables, and the kinds of tokens, most frequent first."""
    out, numbered = {}, [[] for _ in parts]
    for column in range(columns):
        tables = [part[f"rows{column}"] for part in parts]
        every, back = np.unique(np.concatenate(tables), axis=0, return_inverse=True)
        out[f"rows{column}"] = every
        borders = np.cumsum([len(table) for table in tables])[:-1]
        for own, numbers, part in zip(
            numbered, np.split(back.reshape(-1), borders), parts, strict=True
        ):
            own.append(numbers[part["surface"][:, column]].astype("u2"))
    surface = np.concatenate([np.stack(own, axis=1) for own in numbered])
    kinds, back, counts = np.unique(surface, axis=0, return_inverse=True, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return {**out, "kinds": kinds[order], "surface": _narrow(place[back.reshape(-1)])}


def _narrow(array: np.ndarray) -> np.ndarray:
    """The same numbers in as few bytes as they need."""
    most = int(array.max(initial=0))
    return array.astype(next(kind for kind in ("u1", "u2", "u4") if most <= np.iinfo(kind).max))
