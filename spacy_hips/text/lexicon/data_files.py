"""Reads the packaged files: tables of lines, and the packed table of names."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from zipfile import BadZipFile

from ...core.errors import Errors, HipsError

if TYPE_CHECKING:
    import numpy as np

FORMAT = 1
NAMES = "names.npz"
GENDERS: tuple[str, ...] = ("F", "M", "")
LEVELS = 12
"""Steps to a doubling in the packaged weights: weight = 2 ** (step / LEVELS) per million."""


def open_data(name: str) -> IO[bytes]:
    """Open a file of the data folder."""
    return (files("spacy_hips") / "data" / name).open("rb")


def read_lines(name: str) -> Iterator[list[str]]:
    """Rows of a packaged tab-separated table, without its comments and heading.

    name (str): File name in the data folder.
    YIELDS (list[str]): The fields of a row.
    """
    with open_data(name) as file:
        lines = file.read().decode("utf8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    yield from rows[1:]


def lines(name: str) -> Iterator[str]:
    """The lines of a packaged table without its comments, stripped.

    name (str): A file of spacy_hips/data.
    """
    with open_data(name) as file:
        content = file.read()
    text = (lzma.decompress(content) if name.endswith(".xz") else content).decode("utf8")
    kept = (line.strip() for line in text.splitlines() if not line.startswith("#"))
    yield from filter(None, kept)


def rows(name: str) -> Iterator[dict[str, str]]:
    """The rows of a packaged table of tab-separated values, by column.

    name (str): A file of spacy_hips/data; its first line that is no comment names the columns.
    """
    source = lines(name)
    columns = next(source).split("\t")
    for line in source:
        values = line.split("\t")
        yield dict(zip(columns, values + [""] * (len(columns) - len(values)), strict=False))


def lists(name: str) -> Mapping[str, tuple[str, ...]]:
    """The lists of a packaged table: a key, a tab, and values parted by ";".

    name (str): A file of spacy_hips/data.
    """
    parted = (line.partition("\t") for line in lines(name))
    return {key: tuple(values.split(";")) for key, _, values in parted}


@dataclass(frozen=True)
class Part:
    """One half of the table of names, forenames or surnames: parallel arrays, an entry a row.

    name, country, gender (np.ndarray): Positions in names, countries and GENDERS.
    weight (np.ndarray): Per million of that country and gender (float32).
    """

    name: np.ndarray
    country: np.ndarray
    gender: np.ndarray
    weight: np.ndarray


@dataclass(frozen=True)
class PackedNames:
    """The table of names.

    header (dict): Format, version and countries.
    names (list[str]): All names.
    plain (np.ndarray): Which of them are fit for surrogates (bool).
    female (np.ndarray): The share of women among the bearers of each, in percent; 255 if unknown.
    forenames, surnames (Part): Who is called so where.
    """

    header: dict[str, Any]
    names: list[str]
    plain: np.ndarray
    female: np.ndarray
    forenames: Part
    surnames: Part


def read_names(path: str | None = None) -> PackedNames:
    """Read the packed table of names.

    path (str): A table of the same format in place of the packaged one.
    RETURNS (PackedNames): The table.
    RAISES (HipsError): E301 if it is no such table.
    """
    import numpy as np

    try:
        with Path(path).open("rb") if path else open_data(NAMES) as file:
            data = np.load(file, allow_pickle=False)
            header = json.loads(bytes(data["header"]))
            if header["format"] != FORMAT:
                raise ValueError(f"format {header['format']}, not {FORMAT}")
            names = bytes(data["names"]).decode("utf8").split("\n")
            parts = (_unpack(data, kind, len(names)) for kind in ("forenames", "surnames"))
            return PackedNames(header, names, data["plain"].astype(bool), data["female"], *parts)
    except (OSError, EOFError, ValueError, KeyError, IndexError, BadZipFile) as error:
        raise HipsError(Errors.E301.format(reason=type(error).__name__)) from error


def _unpack(data: Any, kind: str, names: int) -> Part:
    """Undo the packing: differences within a list, steps of weights."""
    import numpy as np

    starts, steps = data[f"{kind}_lists"], data[f"{kind}_steps"]
    lengths = starts[:, 2]
    part = Part(
        data[f"{kind}_names"].astype(np.int32),
        np.repeat(starts[:, 0], lengths).astype(np.int16),
        np.repeat(starts[:, 1], lengths).astype(np.int8),
        np.exp2(steps.astype(np.float32) / LEVELS),
    )
    if len({len(part.name), len(part.country), len(part.weight)}) != 1:
        raise ValueError("arrays of unequal length")
    if len(part.name) and int(part.name.max()) >= names:
        raise ValueError("a name is missing")
    return part
