"""The pinned versions: with hashes and without the same, and fit for what the package asks."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PINS, HASHES = ROOT / "requirements.txt", ROOT / "requirements-hashes.txt"
TESTS = ROOT / "requirements-test.txt"
if not (PINS.exists() and HASHES.exists()):
    pytest.skip("the pinned versions are not part of this copy", allow_module_level=True)


def pinned(path: Path) -> dict[str, set[str]]:
    """Versions by name; a name may have one for each version of Python."""
    out: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([a-z][\w.-]*)==([\w.]+)", path.read_text("utf8"), re.M):
        out.setdefault(name, set()).add(version)
    return out


def test_the_list_with_hashes_has_every_pin():
    assert pinned(PINS).items() <= pinned(HASHES).items()


@pytest.mark.parametrize("name", ["torch", "transformers", "spacy-transformers", "onnx"])
def test_prediction_needs_none_of_what_training_needs(name):
    assert name not in pinned(PINS) and name not in pinned(HASHES)


def test_every_version_has_hashes_and_no_address():
    text = HASHES.read_text("utf8")
    entries = re.split(r"^(?=[a-z])", re.sub(r"^#.*\n", "", text, flags=re.M), flags=re.M)[1:]
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", entry) for entry in entries)
    assert "://" not in text and "--index" not in text


def test_the_pins_fit_what_the_package_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]
    pins, extras = pinned(PINS) | pinned(TESTS), project["optional-dependencies"]
    for line in (*project["dependencies"], *extras["onnx"], *extras["trf"]):
        asked = Requirement(line)
        assert all(version in asked.specifier for version in pins[asked.name]), line
