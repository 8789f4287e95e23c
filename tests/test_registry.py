"""Every public name can be had from the installed package, without an import before it."""

import subprocess
import sys
from importlib.metadata import entry_points

import pytest
from spacy import registry

GROUPS = {
    "spacy_factories": None,
    "spacy_misc": "misc",
    "spacy_architectures": "architectures",
    "spacy_readers": "readers",
    "spacy_tokenizers": "tokenizers",
    "spacy_scorers": "scorers",
    "spacy_cli": None,
}


def ours(group):
    return sorted(
        (e for e in entry_points(group=group) if e.value.startswith("spacy_hips.")),
        key=lambda e: e.name,
    )


@pytest.mark.parametrize("group", GROUPS)
def test_there_is_at_least_one_of_each_kind(group):
    assert ours(group)


@pytest.mark.few(49)
@pytest.mark.parametrize(
    ("group", "name"), [(group, e.name) for group in GROUPS for e in ours(group)]
)
def test_an_entry_point_loads(group, name):
    (entry,) = (e for e in ours(group) if e.name == name)
    assert callable(entry.load())
    if GROUPS[group]:
        assert callable(registry.get(GROUPS[group], name))


def loaded(code):
    """Names of modules that the code loads, in a process of its own."""
    report = f"{code}\nimport sys\nprint(' '.join(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", report], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "code",
    ["import spacy_hips", "import spacy, spacy_hips; spacy.blank('en')"],
    ids=["import", "blank pipeline"],
)
def test_importing_is_cheap(code):
    heavy = {
        "faker",
        "phonenumbers",
        "phonenumbers.data",
        "stdnum",
        "nameparser",
        "tldextract",
        "dateparser",
        "cryptography",
        "spacy_transformers",
        "transformers",
        "pandas",
        "polars",
        "matplotlib",
    }
    before = loaded("import spacy; spacy.blank('en')") if "blank" in code else set()
    assert not heavy & (loaded(code) - before)


def test_importing_adds_no_torch_of_its_own():
    assert "import torch" not in "".join(
        line for line in open_sources() if line.startswith(("import", "from"))
    )


def open_sources():
    from pathlib import Path

    import spacy_hips

    package = Path(spacy_hips.__file__).parent
    lazily_imported = {
        package / name
        for name in (
            "find/models/encoder.py",
            "find/models/torch_engine.py",
            "components/hips_transformer.py",
        )
    }
    for path in package.rglob("*.py"):
        if path not in lazily_imported:
            yield from path.read_text("utf8").splitlines()
