"""Settings that are saved, and what a config says when a pipeline is loaded."""

import pytest
import spacy

from spacy_hips.components.settings import to_take
from spacy_hips.core.errors import HipsError

CHANGES = [
    ("hips_anonymizer", "profile", "full", "default"),
    ("hips_entities", "propagate", False, True),
    ("hips_entities", "threshold", 0.35, 0.5),
    ("hips_rules", "spans_key", "mine", "pii_rules"),
]


def saved(tmp_path, **config):
    nlp = spacy.blank("en")
    for name in ("hips_rules", "hips_entities", "hips_anonymizer"):
        nlp.add_pipe(name, config=config.get(name, {}))
    nlp.to_disk(tmp_path / "nlp")
    return nlp


@pytest.mark.few(1)
@pytest.mark.parametrize(("name", "key", "other", "default"), CHANGES)
def test_a_config_at_loading_counts(tmp_path, name, key, other, default):
    """Who asked for the profile "full" got the default one, without a word."""
    saved(tmp_path)
    nlp = spacy.load(tmp_path / "nlp", config={"components": {name: {key: other}}})
    assert getattr(nlp.get_pipe(name), key) == other
    nlp.to_disk(tmp_path / "again")
    assert getattr(spacy.load(tmp_path / "again").get_pipe(name), key) == other


@pytest.mark.few(1)
@pytest.mark.parametrize(("name", "key", "other", "default"), CHANGES)
def test_what_was_changed_after_loading_is_saved(tmp_path, name, key, other, default):
    nlp = saved(tmp_path, **{name: {key: other}})
    setattr(nlp.get_pipe(name), key, default)
    nlp.to_disk(tmp_path / "nlp")
    assert getattr(spacy.load(tmp_path / "nlp").get_pipe(name), key) == default


def test_settings_of_earlier_versions_are_taken_whole():
    assert to_take({"a": 1, "b": 2}, {"a": 3, "b": 2}) == {"a": 3, "b": 2}


def test_settings_that_the_config_changed_stay():
    before = {"now": {"a": 3, "b": 4, "c": 5}, "given": {"a": 1, "b": 2, "c": 0.35}}
    assert to_take({"a": 1, "b": 7, "c": 0.35000000000000003}, before) == {"a": 3, "c": 5}
    assert to_take({"a": 1, "b": 7, "c": 1.0}, before, ["b"]) == {"a": 3, "b": 4}


def test_a_setting_of_another_component_is_refused():
    nlp = spacy.blank("en")
    saved = nlp.add_pipe("hips_anonymizer").to_bytes()
    with pytest.raises(HipsError, match=r"E115.*hips_rules"):
        nlp.add_pipe("hips_rules").from_bytes(saved)
