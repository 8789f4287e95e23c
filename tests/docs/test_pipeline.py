"""What the guides say of the trained pipeline is what it says of itself."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

import spacy_hips

ROOT = Path(__file__).parents[2]
if not (ROOT / "docs").exists():
    pytest.skip("the guides are not part of this copy", allow_module_level=True)
pytestmark = pytest.mark.slow
NAMES = {
    "English": "en", "Swedish": "sv", "Spanish": "es", "German": "de", "French": "fr",
    "Dutch": "nl",
}  # fmt: skip
ROW = rf"(?:{'|'.join(NAMES)})(?:(?:,| and) (?:{'|'.join(NAMES)}))*"


@pytest.fixture(scope="module")
def nlp():
    if find_spec("en_hips_student") is None:
        pytest.skip("needs the trained pipeline")
    return spacy_hips.load()


def test_the_languages_of_the_finder_and_of_the_filter(nlp):
    """The guides say that the pipeline has learnt who is public in all languages that it reads."""
    read = set(nlp.get_pipe("hips_entities").read)
    assert read == set(nlp.get_pipe("hips_filter").judge.languages)
    for page, form in (
        ("README.md", r"It reads ({0});"),
        ("docs/languages.md", r"names in \*\*({0})\*\*\. In all six it has learnt"),
        ("docs/questions.md", r"pipeline reads ({0}), and English best"),
    ):
        text = " ".join((ROOT / page).read_text("utf8").split())
        told = re.search(form.format(ROW), text)
        assert told is not None, (page, form)
        assert {NAMES[name] for name in re.findall(r"[A-Z]\w+", told[1])} == read, page


def test_settings_that_the_guides_name_are_there(nlp):
    page = (ROOT / "docs" / "filter.md").read_text("utf8")
    judge = nlp.get_pipe("hips_filter").judge
    for name in re.findall(r"`(threshold_\w+|public_list|private_list|verifier_timeout)`", page):
        assert hasattr(judge, name), name
